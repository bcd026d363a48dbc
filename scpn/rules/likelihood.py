"""What seems so, may be so and is likely: of somebody, or of the whole clause."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import (
    NEGATIONS,
    first_tag,
    has_label,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, Frame, build, match_statement, number_of, pronoun_of
from scpn.rules.inflection import past_tense, third_person
from scpn.rules.rule import Rewrite
from scpn.rules.small_phrases import pronoun

_SEEM = {"seems": "VBZ", "seem": "VBP", "appears": "VBZ", "appear": "VBP", "seemed": "VBD",
         "appeared": "VBD"}  # fmt: skip
_LIKELY = word_set("likely unlikely certain sure expected said believed thought known reported")
_BE = {"VBZ": "is", "VBP": "are", "VBD": "was"}
_VAGUE = word_set("it there this that")


def seem_so(tree: Tree) -> Iterator[Tree]:
    """ "he seems to like it ." -> "it seems that he likes it .", "apparently , he likes it ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or len(frame.predicate) != 2:
        return
    verb, content = frame.predicate
    form = words(verb)[0]
    if form not in _SEEM or content.label() not in ("S", "ADJP") or words(frame.subject) == ["it"]:
        return
    clause = _finite_clause(frame, content, tag=_SEEM[form])
    if clause is None or words(frame.subject)[0] in _VAGUE:
        return
    stem = "seem" if form.startswith("seem") else "appear"
    whole = stem + ("ed" if _SEEM[form] == "VBD" else "s")
    that = Tree("SBAR", [Tree("IN", ["that"]), clause])
    it_seems = Tree("VP", [Tree("VBD" if whole.endswith("ed") else "VBZ", [whole]), that])
    yield build([*frame.lead, pronoun("it"), it_seems, *frame.stop])
    if _SEEM[form] != "VBD":
        adverb = Tree("ADVP", [Tree("RB", ["apparently"])])
        yield build([*frame.lead, adverb, COMMA, *clause, *frame.stop])


def be_likely(tree: Tree) -> Iterator[Tree]:
    """ "lee is likely to win ." -> "it is likely that lee will win ."; "said to be" -> "is"."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or len(frame.predicate) != 2:
        return
    verb, said = frame.predicate
    if not is_tag(verb) or words(verb)[0] not in ("is", "are", "was", "were", "'s", "'re"):
        return
    if said.label() not in ("ADJP", "VP") or len(said) != 2 or words(said)[0] not in _LIKELY:
        return
    quality, content = said
    word = {"sure": "certain"}.get(words(quality)[0], words(quality)[0])
    past = words(verb)[0] in ("was", "were")
    now = word in ("said", "believed", "thought", "known", "reported")
    subject_past = "VBD" if past else ("VBP" if _is_plural(frame.subject) else "VBZ")
    clause = _finite_clause(frame, content, tag=subject_past if now else "MD")
    if clause is None or words(frame.subject)[0] in _VAGUE or (past and not now):
        return
    be = Tree("VBD", ["was"]) if past else Tree("VBZ", ["is"])
    that = Tree("SBAR", [Tree("IN", ["that"]), clause])
    quality = Tree(said.label(), [Tree(said[0].label(), [word]), that])
    yield build([*frame.lead, pronoun("it"), Tree("VP", [be, quality]), *frame.stop])


def be_possible(tree: Tree) -> Iterator[Tree]:
    """ "lee may have seen it ." -> "it is possible that lee has seen it ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between:
        return
    if shape(frame.predicate) != ["MD", "VP"] or words(frame.predicate[0])[0] not in (
        "may",
        "might",
    ):
        return
    if has_label(frame.predicate, "CC", ",", "SBAR") or set(words(tree)) & NEGATIONS:
        return
    act = frame.predicate[1]
    if words(act)[0] not in ("be", "have") or words(frame.subject)[0] in _VAGUE | {"you", "we"}:
        return  # "you may leave" gives leave
    if words(frame.predicate[0]) == ["might"] and words(act)[0] == "have":
        return  # "it might have rained" may be said of what did not happen
    if words(act)[0] == "be" and act[-1].label() == "VP" and first_tag(act[-1]) != "VBG":
        return  # "it may be used in any order"
    number = number_of(frame.subject)
    if not number or not is_tag(act[0]) or first_tag(frame.subject) == "EX":
        return
    singular = number == "singular" and pronoun_of(frame.subject) not in ("i", "you")
    forms = {"be": ("is", "are"), "have": ("has", "have")}[words(act)[0]]
    finite = Tree("VP", [Tree("VBZ", [forms[0 if singular else 1]]), *list(act)[1:]])
    that = Tree("SBAR", [Tree("IN", ["that"]), Tree("S", [frame.subject, finite])])
    possible = Tree("ADJP", [Tree("JJ", ["possible"]), that])
    be = Tree("VP", [Tree("VBZ", ["is"]), possible])
    yield build([*frame.lead, pronoun("it"), be, *frame.stop])


def have_to(tree: Tree) -> Iterator[Tree]:
    """ "lee must wait here ." -> "lee has to wait here ."; "will wait" -> "is going to wait"."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between:
        return
    if shape(frame.predicate) != ["MD", "VP"] or has_label(frame.predicate, "SBAR", "CC"):
        return
    modal, act = words(frame.predicate[0])[0], frame.predicate[1]
    if words(act)[0] in ("be", "have", "not") or words(frame.subject)[0] in _VAGUE | {"you", "i"}:
        return  # "he must be tired" is a guess
    number = "plural" if words(frame.subject) == ["we"] else number_of(frame.subject)
    forms = {
        "must": ("has", "have"),
        "will": ("is", "are"),
    }.get(modal)
    if forms is None or not number or first_tag(act) != "VB":
        return
    verb = Tree("VBZ", [forms[0 if number == "singular" else 1]])
    infinitive = Tree("S", [Tree("VP", [Tree("TO", ["to"]), act])])
    rest = infinitive if modal == "must" else Tree("VP", [Tree("VBG", ["going"]), infinitive])
    yield build([*frame.lead, frame.subject, Tree("VP", [verb, rest]), *frame.stop])


def _finite_clause(frame: Frame, content: Tree, *, tag: str) -> Tree | None:
    """ "lee" and "to like it" -> "lee likes it"; None where that is not clear."""
    subject = frame.subject
    if subject is None or has_label(content, "CC", ",", "``"):
        return None
    if content.label() == "ADJP":
        act = Tree("VP", [Tree("VB", ["be"]), content])
    elif shape(content) == ["VP"] and shape(content[0]) == ["TO", "VP"]:
        act = content[0][1]
    else:
        return None
    if not is_tag(act[0]) or act[0].label() != "VB":
        return None
    base, rest = words(act[0])[0], list(act)[1:]
    if tag == "MD":
        return Tree("S", [subject, Tree("VP", [Tree("MD", ["will"]), act])])
    if tag == "VBD" and base == "have":
        return Tree("S", [subject, Tree("VP", [Tree("VBD", ["had"]), *rest])])
    if base == "be":
        form = {"VBD": "were" if _is_plural(subject) else "was"}.get(tag, _BE[tag])
        form = "am" if words(subject) == ["i"] and tag == "VBP" else form
    else:
        form = {"VBD": past_tense(base), "VBZ": third_person(base)}.get(tag, base)
    return Tree("S", [subject, Tree("VP", [Tree(tag, [form]), *rest])])


def _is_plural(phrase: Tree) -> bool:
    return number_of(phrase) == "plural" or words(phrase) == ["you"]


LIKELIHOOD: Mapping[str, Rewrite] = {
    "seem-so": seem_so,
    "likely-that": be_likely,
    "possible-that": be_possible,
    "have-to": have_to,
}
"""Loose rules of this module by their names."""
