"""What one needs, wants and looks for; what one wants of another is a request."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import is_tag, shape, word_set, words
from scpn.rules.frame import build, match_statement
from scpn.rules.inversion import QUESTION_MARK
from scpn.rules.requests import is_request
from scpn.rules.rule import Rewrite
from scpn.rules.small_phrases import infinitive, pronoun, word_phrase

_WISHES = ("want you to", "need you to", "would like you to", "'d like you to")
_LONGEST = 18
_STATES = word_set("be have know love like understand")


def request_by_wish(tree: Tree) -> Iterator[Tree]:
    """ "i need you to call me ." -> "please call me .", "could you call me ?"."""
    predicate = _of_speaker(tree)
    if predicate is None:
        return
    text = " ".join(words(predicate))
    clauses = [node for node in predicate.subtrees() if shape(node) == ["NP", "VP"]]
    if not text.startswith(_WISHES) or not clauses or words(clauses[0][0]) != ["you"]:
        return
    aim = clauses[0][1]
    if shape(aim) != ["TO", "VP"] or not text.endswith(" ".join(words(aim))):
        return
    act = aim[1]
    if not is_request(act) or words(act)[0] in _STATES or len(words(act)) > _LONGEST:
        return
    please = word_phrase("INTJ", "UH", "please")
    yield build([please, act, *_stop(tree)])
    yield build([Tree("MD", ["could"]), pronoun("you"), act, QUESTION_MARK], "SQ")


def change_wish(tree: Tree) -> Iterator[Tree]:
    """ "i want to pay ." -> "i would like to pay .", and back; "i need to" -> "i have to"."""
    predicate = _of_speaker(tree)
    if predicate is None or len(words(predicate)) < 3:
        return
    subject, stop = tree[0], _stop(tree)
    rest = list(predicate)[1:]
    if words(predicate)[0] == "want" and len(rest) == 1 and is_tag(predicate[0]):
        like = Tree("VP", [Tree("VB", ["like"]), *rest])
        yield build([subject, Tree("VP", [Tree("MD", ["would"]), like]), *stop])
    elif (
        words(predicate)[:2] in (["would", "like"], ["'d", "like"]) and shape(predicate)[1] == "VP"
    ):
        liked = list(predicate[1])[1:]
        if liked and len(predicate) == 2 and is_tag(predicate[1][0]):
            yield build([subject, Tree("VP", [Tree("VBP", ["want"]), *liked]), *stop])
    elif words(predicate)[:2] == ["need", "to"] and rest[0].label() == "S":
        yield build([subject, Tree("VP", [Tree("VBP", ["have"]), *rest]), *stop])


def change_search(tree: Tree) -> Iterator[Tree]:
    """ "i am looking for a lamp ." -> "i am trying to find a lamp ."."""
    predicate = _of_speaker(tree)
    if predicate is None or words(predicate)[1:3] != ["looking", "for"]:
        return
    be, act = predicate[0], predicate[-1]
    if shape(predicate) != ["VBP", "VP"] or shape(act) != ["VBG", "PP"] or len(act[1]) != 2:
        return
    find = infinitive(Tree("VP", [Tree("VB", ["find"]), act[1][1]]))
    trying = Tree("VP", [Tree("VBG", ["trying"]), find])
    yield build([tree[0], Tree("VP", [be, trying]), *_stop(tree)])


def _of_speaker(tree: Tree) -> Tree | None:
    """The predicate of a plain statement about "i" or "we"."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or frame.lead:
        return None
    return frame.predicate if words(frame.subject) in (["i"], ["we"]) else None


def _stop(tree: Tree) -> list[Tree]:
    return [tree[-1]] if tree[-1].label() == "." else []


NEEDS: Mapping[str, Rewrite] = {
    "need-request": request_by_wish,
    "need-want": change_wish,
    "need-search": change_search,
}
"""Loose rules of this module by their names."""
