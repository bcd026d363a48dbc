"""Where "all" and "both" stand, and which of two joined words comes first."""

from collections.abc import Iterator, Mapping
from copy import deepcopy

from nltk.tree import Tree

from scpn.rules.clauses import PRONOUNS, first_tag, has_label, is_tag, shape, words
from scpn.rules.frame import build, match_statement, number_of
from scpn.rules.phrases import change_one
from scpn.rules.rule import Rewrite

_OBJECTS = {"they": "them", "we": "us", "you": "you"}
_WORDS = ("JJ", "NN", "NNS")
# Joined in this order, or one thing only when joined.
_FIXED = frozenset([
    "black white", "men women", "boys girls", "back forth", "first foremost", "more more",
    "ladies gentlemen", "husband wife", "life death", "bread butter", "salt pepper", "law order",
    "trial error", "supply demand", "pros cons", "day night", "mother father", "brother sister",
    "lost found", "safe sound", "rock roll", "knife fork", "arts crafts", "cause effect",
])  # fmt: skip


def take_all_back(tree: Tree) -> Iterator[Tree]:
    """ "the guests have all left ." -> "all the guests have left ."; "they" -> "all of them"."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or frame.lead:
        return
    predicate = deepcopy(frame.predicate)
    floating = [part for part in predicate[1:2] if words(part) in (["all"], ["both"], ["each"])]
    if not floating or not is_tag(predicate[0]) or len(predicate) < 3:
        return
    word = words(floating[0])[0]
    predicate.remove(floating[0])
    subject = frame.subject
    pronoun = words(subject)[0] in _OBJECTS and len(words(subject)) == 1
    if not pronoun and (words(subject)[0] not in ("the", "these", "those") or word == "each"):
        return
    if pronoun:
        group = Tree("NP", [Tree("PRP", [_OBJECTS[words(subject)[0]]])])
        some = Tree("NP", [Tree("DT", [word])])
        whole = Tree("NP", [some, Tree("PP", [Tree("IN", ["of"]), group])])
        if word == "each":
            return
    else:
        whole = Tree("NP", [Tree("PDT", [word]), *subject])
    yield build([whole, predicate, *frame.stop])


def float_all(tree: Tree) -> Iterator[Tree]:
    """ "all the guests have left ." -> "the guests have all left ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or frame.lead:
        return
    subject, predicate = frame.subject, frame.predicate
    text = words(subject)
    if text[0] not in ("all", "both") or len(text) < 3 or len(predicate) < 2:
        return
    if text[1] == "of" and text[2:] == ["them"]:
        group = Tree("NP", [Tree("PRP", ["they"])])
    elif text[1] in ("the", "these", "those") and is_tag(subject[0]):
        group = Tree("NP", list(subject)[1:])
    else:
        return
    auxiliary = first_tag(predicate) == "MD" or words(predicate)[0] in (
        "are",
        "were",
        "have",
        "had",
    )
    joined = first_tag(predicate) in ("VBP", "VBD", "MD") and "CC" not in shape(predicate)
    if not auxiliary or not joined or words(predicate[1])[0] in ("not", "n't"):
        return
    if words(predicate)[0] in ("have", "had") and "VP" not in shape(predicate):
        return
    floating = Tree("VP", [predicate[0], Tree("DT", text[:1]), *list(predicate)[1:]])
    yield build([group, floating, *frame.stop])


def swap_joined(tree: Tree) -> Iterator[Tree]:
    """ "she is kind and calm ." -> "she is calm and kind ."."""
    if set(words(tree)) & {"both", "either", "neither", "between", "respectively", "then"}:
        return

    def change(phrase: Tree) -> bool:
        labels = shape(phrase)
        if labels[-3:-1] != [labels[-1], "CC"] or labels.count("CC") != 1 or "," in labels:
            return False
        first, joint, second = phrase[-3:]
        if words(joint)[0] not in ("and", "or") or len(labels) > 4:
            return False
        if is_tag(first):
            plain = labels[-1] in _WORDS and (len(labels) == 3 or labels[0] in ("DT", "PRP$"))
            plain = plain and not (labels[-1] == "NN" and len(labels) == 4)
        else:
            plain = len(labels) == 3 and _is_free(first) and _is_free(second)
        pair = f"{words(first)[-1]} {words(second)[-1]}"
        if not plain or pair in _FIXED or words(first) == words(second):
            return False
        phrase[-3:] = [second, joint, first]
        return True

    for label in ("ADJP", "NP"):
        found = list(change_one(tree, label, change))
        if found:
            yield found[0]
            return


def _is_free(phrase: Tree) -> bool:
    """Whether one of two joined phrases can as well come first or last."""
    text = words(phrase)
    if phrase.label() not in ("NP", "ADJP") or len(text) > 4 or set(text) & PRONOUNS:
        return False
    if has_label(phrase, "CD", "PP", "SBAR", "RB", "NNP", "NNPS", "JJR", "VP", "POS", "``"):
        return False
    alone = phrase.label() == "ADJP" or first_tag(phrase) in ("DT", "NNS")
    return alone and (phrase.label() == "ADJP" or number_of(phrase) != "")


QUANTIFIERS: Mapping[str, Rewrite] = {
    "all-back": take_all_back,
    "all-float": float_all,
    "joined-swap": swap_joined,
}
"""Loose rules of this module by their names."""
