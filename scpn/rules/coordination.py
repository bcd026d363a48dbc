"""Coordination: clauses joined by a comma, a conjunction or a semicolon, and shared subjects.

These rules change how two statements are joined and leave the statements as they are.
"""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import (
    FINITE,
    NEGATIONS,
    first_tag,
    has_label,
    is_pronoun,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import (
    COMMA,
    build,
    is_clause,
    match_frame,
    number_of,
    pronoun_of,
    split_stop,
    subject_of,
)
from scpn.rules.nouns import pronoun_for
from scpn.rules.rule import Rewrite

_SEMICOLON = Tree(":", [";"])
# Openings of a second clause that say themselves how it goes on.
_LINKS = word_set(
    "then so yet however therefore also besides still instead thus hence otherwise moreover "
    "furthermore nevertheless meanwhile rather maybe perhaps even or and but too either neither nor"
)
_ASIDES = word_set("think guess know mean suppose say said says believe swear bet hope tell thank")
# Openings that only lead on to what is said.
_FILLERS = word_set("and so well oh um uh ah hmm okay ok alright yeah hey") | {
    "oh well", "all right", "okay so", "oh yeah", "and so",
}  # fmt: skip
_COURTESIES = frozenset(["yes", "thanks", "thank you", "sorry", "sir", "madam"])
_SHORT = 7


def add_comma(tree: Tree) -> Iterator[Tree]:
    """ "he came and she left ." -> "he came , and she left ."."""
    children = list(tree)
    if tree.label() != "S" or not _is_statement(tree):
        return
    for index in range(1, len(children) - 1):
        before, joint, after = children[index - 1 : index + 2]
        if joint.label() != "CC" or words(joint)[0] not in ("and", "but", "or", "yet", "so"):
            continue
        if (
            before.label() == after.label() == "S"
            and len(words(before)) > 2
            and "NP" in shape(after)
        ):
            yield build([*children[:index], COMMA, *children[index:]])
            return


def drop_comma(tree: Tree) -> Iterator[Tree]:
    """ "he came , and she left ." -> "he came and she left ."."""
    parts = _joined(tree)
    if parts is None:
        return
    first, joint, second, stop = parts
    if [node.label() for node in joint] != [",", "CC"] or not is_clause(first):
        return
    short = len(words(first)) <= _SHORT and len(words(second)) <= _SHORT + 2
    if not short or words(joint[1])[0] not in ("and", "but") or shape(first)[0] != "NP":
        return
    if not has_label(first, ",", "SBAR", "CC"):
        yield build([first, joint[1], second, *stop])


def part_with_semicolon(tree: Tree) -> Iterator[Tree]:
    """ "he came , and she left ." -> "he came ; she left ."; "but" becomes "however ,"."""
    parts = _joined(tree)
    if parts is None or not (is_clause(parts[0]) and is_clause(parts[2])):
        return
    first, joint, second, stop = parts
    link = " ".join(word for node in joint for word in words(node) if word != ",")
    opening = words(second)[0]
    if len(words(first)) < 3 or len(words(second)) < 3 or _is_aside(first) or _is_aside(second):
        return
    if link == "" or (link == "and" and opening not in ("that", "then")):
        if first_tag(second) != "WDT" and not _is_list(first, second):
            yield build([first, _SEMICOLON, second, *stop])
    elif link == "but" and opening not in _LINKS and shape(second)[0] in ("NP", "PP"):
        however = Tree("ADVP", [Tree("RB", ["however"])])
        yield build([first, _SEMICOLON, Tree("S", [however, COMMA, *second]), *stop])


def join_with_and(tree: Tree) -> Iterator[Tree]:
    """ "he came ; she left ." -> "he came , and she left ."."""
    parts = _joined(tree)
    if parts is None or not (is_clause(parts[0]) and is_clause(parts[2])):
        return
    first, joint, second, stop = parts
    if [words(node)[0] for node in joint] != [";"] or words(second)[0] in _LINKS:
        return
    going_on = subject_of(second)
    if going_on is None or not is_pronoun(going_on) or set(words(tree)) & NEGATIONS:
        return  # it may contrast, explain or give an example
    if shape(second)[0] == "NP" and not _is_aside(first) and not has_label(first, ":"):
        yield build([first, COMMA, Tree("CC", ["and"]), second, *stop])


def share_subject(tree: Tree) -> Iterator[Tree]:
    """ "he came and he left ." -> "he came and left ."."""
    parts = _joined(tree)
    if parts is None or not (is_clause(parts[0]) and is_clause(parts[2])):
        return
    first, joint, second, stop = parts
    link = " ".join(word for node in joint for word in words(node) if word != ",")
    left, right = subject_of(first), subject_of(second)
    if link not in ("and", "but", "or") or left is None or right is None:
        return
    if words(left) != words(right) or shape(second)[0] != "NP" or has_label(left, "CC", "EX"):
        return
    if not is_pronoun(left) or has_label(first[-1], "SBAR", "S", ",") or has_label(first, "UH"):
        return
    if link == "but" and set(words(tree)) & (NEGATIONS | {"i"}):
        return
    comma = [COMMA] if link == "but" else []
    rest = list(second)[1:]
    after = rest[0] if len(rest) == 1 else Tree("VP", rest)
    joined = Tree("VP", [first[-1], *comma, Tree("CC", [link]), after])
    yield build([*list(first)[:-1], joined, *stop])


def repeat_subject(tree: Tree) -> Iterator[Tree]:
    """ "he came in and sat down ." -> "he came in , and he sat down ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None:
        return
    predicate = frame.predicate
    labels = [label for label in shape(predicate) if label != ","]
    pronoun = taking_up(frame.subject)
    if labels != ["VP", "CC", "VP"] or not pronoun:
        return
    first, second = (part for part in predicate if part.label() == "VP")
    link = next(words(part)[0] for part in predicate if part.label() == "CC")
    finite = _is_finite(first) and _is_finite(second)
    present = first_tag(first) == "VBP" and first_tag(second) == "VB"  # "they wait and see"
    if link not in ("and", "but") or not (finite or present):
        return
    if pronoun in ("i", "we", "you", "they") and first_tag(second) == "VBZ":
        return
    short = len(words(first)) < 2 and len(words(second)) < 3
    if short or len(words(second)) < 2 or "either" in words(tree):
        return
    if pronoun == "they" and first_tag(second) == "VBZ":
        return  # "the staff is kind and helps us"
    subject = Tree("NP", [Tree("PRP", [pronoun])])
    left = Tree("S", [*frame.before, frame.subject, *frame.between, first])
    right = Tree("S", [subject, second])
    yield build([*frame.lead, left, COMMA, Tree("CC", [link]), right, *frame.stop])


def drop_lead(tree: Tree) -> Iterator[Tree]:
    """ "and he left ." -> "he left ."; "but he left ." -> "however , he left ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or not frame.lead:
        return
    lead = " ".join(words(frame.lead[0]))
    rest = [*frame.before, *frame.core(), *frame.stop]
    if rest[0].label() == "CC":
        return
    if lead in _FILLERS:
        yield build(rest)
    elif lead in _COURTESIES and not frame.before and len(words(tree)) <= 12:
        yield build([*frame.core(), COMMA, frame.lead[0], *frame.stop])
    elif lead == "but" and not frame.before:
        yield build([Tree("ADVP", [Tree("RB", ["however"])]), COMMA, *rest])
        if len(words(tree)) <= 14 and not has_label(frame.predicate, ",", "SBAR"):
            though = Tree("ADVP", [Tree("RB", ["though"])])
            yield build([*frame.core(), COMMA, though, *frame.stop])


def however_to_but(tree: Tree) -> Iterator[Tree]:
    """ "however , he left ." -> "but he left ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.lead or len(frame.before) != 2:
        return
    if words(frame.before[0]) == ["however"] and frame.before[1].label() == ",":
        yield build([Tree("CC", ["but"]), *frame.core(), *frame.stop])


def _is_statement(tree: Tree) -> bool:
    return split_stop(tree) is not None


def _joined(tree: Tree) -> tuple[Tree, list[Tree], Tree, tuple[Tree, ...]] | None:
    """Two clauses, what joins them, and the stop."""
    cut = split_stop(tree)
    if tree.label() != "S" or cut is None:
        return None
    children, stop = cut
    if not 3 <= len(children) <= 4 or children[0].label() != "S" or children[-1].label() != "S":
        return None
    joint = children[1:-1]
    if any(node.label() not in (",", ":", "CC", "RB", "IN") for node in joint):
        return None
    return children[0], joint, children[-1], stop


def _is_aside(clause: Tree) -> bool:
    """Whether a clause only comments on the other: "i think", "you know"."""
    return len(words(clause)) <= 3 and bool(set(words(clause)) & _ASIDES)


def _is_list(first: Tree, second: Tree) -> bool:
    return has_label(first, ":") or has_label(second, ":") or "not" in words(second)[:1]


def _is_finite(node: Tree) -> bool:
    head = node[0]
    while isinstance(head, Tree) and not isinstance(head[0], str):
        if head.label() == "ADVP" and len(node) > 1:
            return len(node) > 1 and first_tag(node[1]) in FINITE
        head = head[0]
    return isinstance(head, Tree) and head.label() in FINITE


def taking_up(subject: Tree) -> str:
    """The pronoun that takes up a subject, "" if none does so clearly."""
    pronoun = pronoun_of(subject)
    if pronoun:
        return pronoun
    text = words(subject)
    if has_label(subject, "EX", "SBAR", ",") or text[0] in ("no", "each", "every", "all", "most"):
        return ""
    number = number_of(subject)
    if number == "plural":
        return "" if text[0] in ("some", "few", "many", "both", "several") else "they"
    return pronoun_for(subject)


COORDINATION: Mapping[str, Rewrite] = {
    "comma-add": add_comma,
    "comma-drop": drop_comma,
    "semicolon": part_with_semicolon,
    "semicolon-and": join_with_and,
    "subject-share": share_subject,
    "subject-repeat": repeat_subject,
    "lead-drop": drop_lead,
    "however-but": however_to_but,
}
"""Loose rules of this module by their names."""
