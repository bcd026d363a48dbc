"""Duty, plan and possession in other words: "must" and "have to", "will" and "be going to"."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import NEGATIONS, first_tag, has_label, is_pronoun, shape, word_set, words
from scpn.rules.frame import Frame, build, match_frame, pronoun_of
from scpn.rules.nouns import is_person
from scpn.rules.rule import Rewrite

_PLANNED = word_set(
    "go come share buy call send make take visit leave pay do bring wait try ask tell give meet "
    "check get order watch play look start stop move stay return write read talk eat help show "
    "be see use work join sell finish cook drive fly bake sing marry study change fix keep"
)
_CONTRACTED = {"'re": "are", "'m": "am", "'s": "is"}


def say_have_to(tree: Tree) -> Iterator[Tree]:
    """ "you must wait here ." -> "you have to wait here ."."""
    frame = _plain(tree)
    if frame is None or shape(frame.predicate) != ["MD", "VP"] or frame.subject is None:
        return
    if words(frame.predicate[0]) != ["must"] or first_tag(frame.predicate[1]) != "VB":
        return
    act = frame.predicate[1]
    if words(act)[0] in ("have", "be", "say", "admit", "know") or not is_pronoun(frame.subject):
        return
    third = pronoun_of(frame.subject) in ("he", "she", "it")
    have = Tree("VBZ", ["has"]) if third else Tree("VBP", ["have"])
    yield _with(frame, Tree("VP", [have, _to(act)]))


def say_must(tree: Tree) -> Iterator[Tree]:
    """ "you have to wait here ." -> "you must wait here ."."""
    frame = _plain(tree)
    if frame is None or frame.subject is None or len(frame.predicate) != 2:
        return
    act = _act_of(frame.predicate[1])
    if words(frame.predicate[0])[0] not in ("have", "has") or act is None:
        return
    if words(act)[0] not in ("say", "admit", "be", "have", "wonder", "laugh"):
        yield _with(frame, Tree("VP", [Tree("MD", ["must"]), act]))


def say_going_to(tree: Tree) -> Iterator[Tree]:
    """ "i will sell the car ." -> "i am going to sell the car ."."""
    frame = _plain(tree)
    if frame is None or shape(frame.predicate) != ["MD", "VP"] or frame.subject is None:
        return
    will, act = frame.predicate
    if words(will)[0] not in ("will", "'ll") or words(act)[0] not in _PLANNED:
        return
    person = pronoun_of(frame.subject)
    if person not in ("i", "we", "he", "she", "they") or set(words(act)) & {"if", "when", "be"}:
        return
    be = {"i": "am", "he": "is", "she": "is"}.get(person, "are")
    verb = Tree("VBZ" if be == "is" else "VBP", [be])
    going = Tree("VP", [Tree("VBG", ["going"]), _to(act)])
    yield _with(frame, Tree("VP", [verb, going]))


def say_will(tree: Tree) -> Iterator[Tree]:
    """ "i am going to sell the car ." -> "i will sell the car ."."""
    frame = _plain(tree)
    if frame is None or shape(frame.predicate)[1:] != ["VP"] or frame.subject is None:
        return
    be, going = frame.predicate
    if words(be)[0] not in ("am", "is", "are", *_CONTRACTED) or len(going) != 2:
        return
    act = _act_of(going[1])
    if words(going)[0] == "going" and act is not None:
        yield _with(frame, Tree("VP", [Tree("MD", ["will"]), act]))


def say_have(tree: Tree) -> Iterator[Tree]:
    """ "i 've got a cold ." -> "i have a cold ."."""
    frame = _plain(tree)
    if frame is None or frame.subject is None or shape(frame.predicate)[1:] != ["VP"]:
        return
    have, got = frame.predicate
    if words(have)[0] not in ("have", "'ve", "has", "'s") or words(got)[0] != "got":
        return
    if len(got) < 2 or got[1].label() != "NP" or "CC" in shape(got):
        return
    third = words(have)[0] in ("has", "'s")
    verb = Tree("VBZ", ["has"]) if third else Tree("VBP", ["have"])
    yield _with(frame, Tree("VP", [verb, *list(got)[1:]]))


def say_not_know(tree: Tree) -> Iterator[Tree]:
    """ "i have no idea where he is ." -> "i do n't know where he is ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.between:
        return
    predicate = frame.predicate
    if words(predicate)[1:3] not in (["no", "idea"], ["no", "clue"]) or len(words(predicate)) < 5:
        return
    if words(predicate)[0] not in ("have", "had") or has_label(predicate[0], "NP"):
        return
    clause = next((part for part in predicate.subtrees() if part.label() == "SBAR"), None)
    if clause is None or words(clause) != words(predicate)[3:]:
        return
    if words(clause)[0] not in ("what", "why", "how", "where", "who", "when", "if", "whether"):
        return
    do = "do" if words(predicate)[0] == "have" else "did"
    if pronoun_of(frame.subject) not in ("i", "we", "you", "they"):
        return
    know = Tree("VP", [Tree("VB", ["know"]), clause])
    tag = "VBP" if do == "do" else "VBD"
    yield _with(frame, Tree("VP", [Tree(tag, [do]), Tree("RB", ["n't"]), know]))


def _plain(tree: Tree) -> Frame | None:
    """A statement without adverbs before the verb, and without a denial."""
    frame = match_frame(tree)
    if frame is None or frame.between or frame.subject is None:
        return None
    if set(words(frame.predicate)[:3]) & NEGATIONS or has_label(frame.subject, "SBAR", "EX"):
        return None
    return frame if is_pronoun(frame.subject) or is_person(frame.subject) else None


def _to(act: Tree) -> Tree:
    return Tree("S", [Tree("VP", [Tree("TO", ["to"]), act])])


def _act_of(infinitive: Tree) -> Tree | None:
    """The VP "wait here" of "to wait here"."""
    while infinitive.label() == "S" and len(infinitive) == 1:
        infinitive = infinitive[0]
    if infinitive.label() != "VP" or shape(infinitive) != ["TO", "VP"]:
        return None
    act: Tree = infinitive[1]
    return act


def _with(frame: Frame, predicate: Tree) -> Tree:
    subject = [] if frame.subject is None else [frame.subject]
    return build([*frame.lead, *frame.before, *subject, predicate, *frame.stop])


MODALS: Mapping[str, Rewrite] = {
    "modal-have-to": say_have_to,
    "modal-must": say_must,
    "modal-going-to": say_going_to,
    "modal-will": say_will,
    "have-got": say_have,
    "no-idea": say_not_know,
}
"""Loose rules of this module by their names."""
