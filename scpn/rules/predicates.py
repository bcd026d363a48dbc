"""Predicates taken apart: what is wanted or said, what is easy, two adjectives, what might be."""

from collections.abc import Iterator, Mapping
from copy import deepcopy

from nltk.tree import Tree

from scpn.rules.clauses import (
    BE,
    NEGATIONS,
    first_tag,
    has_coordinated_verbs,
    has_label,
    is_pronoun,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.coordination import taking_up
from scpn.rules.frame import COMMA, Frame, build, match_frame, match_statement
from scpn.rules.inflection import base_of_gerund, gerund
from scpn.rules.rule import Rewrite

_WISHES = word_set(
    "need needs needed want wants wanted love loves loved hate hates hated like likes liked enjoy "
    "enjoyed fear fears lack lacks lacked hope hopes expect expects expected"
)
_FINDINGS = word_set(
    "mean means meant show shows showed suggest suggests suggested find found discover discovered "
    "learn learned realize realized prove proves proved reveal reveals revealed said"
)
_HARD = word_set(
    "easy hard difficult important impossible good nice great dangerous necessary fun wrong "
    "better best wonderful useful essential interesting rude safe unwise foolish tough simple "
    "possible exciting fascinating amazing worthwhile unusual rare common boring expensive cheap "
    "critical crucial vital tempting tiring fair legal illegal sad healthy unhealthy risky cruel "
    "stupid wise silly scary painful convenient annoying pleasant polite appropriate lovely "
    "awesome frustrating refreshing strange weird helpful rewarding unfair"
)
_OBJECTS = word_set("it him her them me us you that this")
_LIMIT = 9


def say_what(tree: Tree) -> Iterator[Tree]:
    """ "he wants to be a pilot ." -> "what he wants is to be a pilot ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between:
        return
    verb_phrase = frame.predicate
    if len(verb_phrase) != 2 or not is_tag(verb_phrase[0]) or "CC" in shape(tree):
        return
    verb, content = verb_phrase
    if not _can_be_said(words(verb)[0], content, frame):
        return
    clause = Tree("S", [frame.subject, Tree("VP", [verb])])
    what = Tree("SBAR", [Tree("WHNP", [Tree("WP", ["what"])]), clause])
    be = Tree("VBD", ["was"]) if verb.label() == "VBD" else Tree("VBZ", ["is"])
    if content.label() == "SBAR" and content[0].label() == "S":
        content = Tree("SBAR", [Tree("IN", ["that"]), *content])
    yield build([*frame.lead, what, Tree("VP", [be, content]), *frame.stop])


def _can_be_said(verb: str, content: Tree, frame: Frame) -> bool:
    text = words(content)
    if has_label(content, ",", ":", "``") or not 3 <= len(text) <= 20 or frame.subject is None:
        return False
    if words(frame.subject)[0] in ("who", "that", "which", "there") or len(
        words(frame.subject)
    ) > 6 or has_label(frame.subject, "SBAR", "CC"):  # fmt: skip
        return False
    if "please" in text or (verb == "said" and len(words(frame.subject)) > 1):
        return False
    if has_coordinated_verbs(content):
        return False
    if content.label() == "SBAR":
        known = verb in _FINDINGS or verb in ("love", "loved", "like", "liked", "hate", "hated")
        return known and text[0] not in ("if", "because", "when", "whether", "as", "since")
    if content.label() == "S":
        infinitive = shape(content) == ["VP"] and first_tag(content) == "TO"
        return infinitive and verb in ("want", "wants", "wanted")
    if text[0] in ("a", "an") and verb[:4] in ("like", "love", "hate", "enjo"):
        return False
    plain = first_tag(content) in ("DT", "NN", "JJ", "NNS", "CD") and "CC" not in shape(content)
    singular = not any(node.label() == "NNS" for node in content.subtrees())
    return content.label() == "NP" and plain and singular and verb in _WISHES


def say_plainly(tree: Tree) -> Iterator[Tree]:
    """ "what he wants is to be a pilot ." -> "he wants to be a pilot ."."""
    if tree.label() != "S" or shape(tree) != ["SBAR", "VP", "."] or words(tree)[-1] == "?":
        return
    clause, predicate, stop = tree
    if words(clause)[0] != "what" or len(clause) != 2 or shape(clause[1]) != ["NP", "VP"]:
        return
    subject, verb_phrase = clause[1]
    if len(predicate) != 2 or words(predicate[0])[0] not in ("is", "was", "'s", "are", "were"):
        return
    known = len(verb_phrase) == 1 and words(verb_phrase)[0] in _WISHES | _FINDINGS
    if known and predicate[1].label() != "ADJP":
        yield build([subject, Tree("VP", [verb_phrase[0], predicate[1]]), stop])


def take_as_subject(tree: Tree) -> Iterator[Tree]:
    """ "it is easy to use a saw ." -> "using a saw is easy ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or words(frame.subject) != ["it"] or frame.between:
        return
    parts = _evaluation(frame.predicate)
    if parts is None:
        return
    verb, quality, infinitive = parts
    act = infinitive[-1]
    if words(infinitive)[0] != "to" or act.label() != "VP" or len(act) < 2 or not is_tag(act[0]):
        return
    if "CC" in shape(act) or has_label(act, "SBAR", ",") or len(words(act)) > _LIMIT:
        return
    if first_tag(act) != "VB" or words(act)[0] in ("be", "see", "say", "imagine", "have"):
        return
    done = Tree("VP", [Tree("VBG", [gerund(words(act)[0])]), *list(act)[1:]])
    full = Tree("VBZ", ["is"]) if words(verb)[0] == "'s" else verb
    yield build([Tree("S", [done]), Tree("VP", [full, quality]), *frame.stop])


def _evaluation(predicate: Tree) -> tuple[Tree, Tree, Tree] | None:
    """ "is", "easy" and the VP "to use a saw" of "it is easy to use a saw"."""
    if len(predicate) < 2 or not is_tag(predicate[0]) or words(predicate[0])[0] not in BE:
        return None
    parts = list(predicate)[1:]
    if len(parts) == 1 and parts[0].label() in ("ADJP", "NP") and len(parts[0]) > 1:
        parts = [Tree(parts[0].label(), list(parts[0])[:-1]), parts[0][-1]]
    if len(parts) != 2 or parts[1].label() not in ("S", "SBAR"):
        return None
    quality, clause = parts
    while len(clause) == 1 and clause[0].label() == "S":
        clause = clause[0]
    if shape(clause) != ["VP"] or first_tag(clause) != "TO":
        return None
    text = words(quality)
    if len(text) > 3 or text[0] in ("too", "so", "as", "more", "less", "n't", "not", "time"):
        return None
    idea = " ".join(text) in ("a good idea", "a bad idea", "a great idea", "a pleasure")
    return (predicate[0], quality, clause[0]) if text[-1] in _HARD or idea else None


def postpone_subject(tree: Tree) -> Iterator[Tree]:
    """ "using a saw is easy ." -> "it is easy to use a saw ."."""
    if tree.label() != "S" or shape(tree) not in (["S", "VP", "."], ["S", "VP"]):
        return
    act, predicate, *stop = tree
    if shape(act) != ["VP"] or len(predicate) != 2 or words(predicate[0])[0] not in ("is", "was"):
        return
    verb_phrase, quality = act[0], predicate[1]
    if first_tag(verb_phrase) != "VBG" or not is_tag(verb_phrase[0]) or quality.label() != "ADJP":
        return
    base = base_of_gerund(words(verb_phrase)[0])
    if base is None or words(quality)[-1] not in _HARD or "CC" in shape(verb_phrase):
        return
    done = Tree("VP", [Tree("VB", [base]), *list(verb_phrase)[1:]])
    infinitive = Tree("S", [Tree("VP", [Tree("TO", ["to"]), done])])
    it = Tree("NP", [Tree("PRP", ["it"])])
    full = Tree("ADJP", [*quality, infinitive])
    yield build([it, Tree("VP", [predicate[0], full]), *stop])


def part_adjectives(tree: Tree) -> Iterator[Tree]:
    """ "the room was small but clean ." -> "the room was small , but it was clean ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.between:
        return
    predicate = frame.predicate
    if len(predicate) != 2 or words(predicate[0])[0] not in (
        "is",
        "was",
        "are",
        "were",
        "'s",
        "'re",
    ):
        return
    pair = predicate[1]
    pronoun = taking_up(frame.subject)
    if pair.label() not in ("ADJP", "UCP") or not pronoun or has_label(pair, "SBAR", "CONJP"):
        return
    labels = shape(pair)
    joints = [index for index, label in enumerate(labels) if label == "CC"]
    if len(joints) != 1 or labels.count(",") or joints[0] in (0, len(labels) - 1):
        return
    place = joints[0]
    first, second = list(pair)[:place], list(pair)[place + 1 :]
    link = words(pair[place])[0]
    if link not in ("and", "but") or not (_is_adjective(first) and _is_adjective(second)):
        return
    if set(words(tree)) & {"both", "not", "n't", "nice", "never"} or (link == "and" and place > 1):
        return
    left = Tree("S", [frame.subject, Tree("VP", [predicate[0], Tree("ADJP", first)])])
    again = Tree("NP", [Tree("PRP", [pronoun])])
    verb = predicate[0] if words(predicate[0])[0][0] != "'" else deepcopy(predicate[0])
    right = Tree("S", [again, Tree("VP", [verb, Tree("ADJP", second)])])
    joint = [COMMA, pair[place]]
    yield build([*frame.lead, *frame.before, left, *joint, right, *frame.stop])
    if link == "but" and not frame.lead and not frame.before:
        although = Tree("SBAR", [Tree("IN", ["although"]), left])
        yield build([although, COMMA, *right, *frame.stop])


def _is_adjective(nodes: list[Tree]) -> bool:
    tags = [node.label() if is_tag(node) else node.label()[:4] for node in nodes]
    return tags[-1] in ("JJ", "ADJP") and all(tag in ("JJ", "RB", "ADJP") for tag in tags)


def say_perhaps(tree: Tree) -> Iterator[Tree]:
    """ "it might rain today ." -> "perhaps it will rain today ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or frame.lead:
        return
    predicate = frame.predicate
    if shape(predicate) != ["MD", "VP"] or words(predicate[0]) != ["might"]:
        return
    if words(predicate[1])[0] in ("have", "as", "want") or set(words(predicate)) & NEGATIONS:
        return
    if has_coordinated_verbs(predicate) or not is_pronoun(frame.subject):
        return
    if words(frame.subject)[0] in ("you", "i") or has_label(predicate, ","):
        return
    will = Tree("VP", [Tree("MD", ["will"]), predicate[1]])
    perhaps = Tree("ADVP", [Tree("RB", ["perhaps"])])
    yield build([perhaps, frame.subject, will, *frame.stop])


def say_might(tree: Tree) -> Iterator[Tree]:
    """ "maybe it will rain today ." -> "it might rain today ."."""
    if tree.label() != "S" or shape(tree)[-3:] != ["NP", "VP", "."] or words(tree)[-1] == "?":
        return
    *before, subject, predicate, stop = tree
    if [words(node) for node in before if node.label() != ","] not in ([["maybe"]], [["perhaps"]]):
        return
    if shape(predicate) == ["MD", "VP"] and words(predicate[0])[0] in ("will", "'ll"):
        yield build([subject, Tree("VP", [Tree("MD", ["might"]), predicate[1]]), stop])
        return
    copular = words(predicate[0])[0] in ("is", "are", "'s", "'re", "am", "'m")
    if not copular or len(predicate) != 2 or has_label(predicate, "SBAR"):
        return
    if predicate[1].label() in ("NP", "ADJP", "PP"):
        be = Tree("VP", [Tree("VB", ["be"]), predicate[1]])
        yield build([subject, Tree("VP", [Tree("MD", ["might"]), be]), stop])


PREDICATES: Mapping[str, Rewrite] = {
    "what-cleft": say_what,
    "what-plain": say_plainly,
    "gerund-subject": take_as_subject,
    "gerund-postpone": postpone_subject,
    "adjectives-part": part_adjectives,
    "perhaps": say_perhaps,
    "might": say_might,
}
"""Loose rules of this module by their names."""
