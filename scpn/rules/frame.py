"""Cutting a main clause up for the loose rules, which meet untidy sentences.

`scpn.rules.clauses.match_clause` is for sentences a strict rule may touch. A frame is wider: the
final period may be missing, and a conjunction or an interjection may lead.
"""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass

from nltk.tree import Tree

from scpn.rules.clauses import (
    FINITE,
    PRONOUNS,
    first_tag,
    is_tag,
    main_verb,
    shape,
    word_set,
    words,
)

COMMA = Tree(",", [","])
_STOPS = (".", "!")
_NO_SUBJECT = ("WP", "WDT", "WRB", "WP$")
_SINGULAR = word_set("he she it this that")
_PLURAL = word_set("they we these those")


@dataclass(frozen=True)
class Frame:
    """A main clause cut up: `lead` `before` subject `between` predicate `stop`.

    Attributes:
        lead: A conjunction ("and") or an interjection with its comma.
        before: Adjuncts before the subject, with their commas.
        subject: The NP; None for an imperative.
        between: Adverbs between subject and predicate.
        predicate: The VP.
        stop: The final period or exclamation mark, if there is one.
    """

    lead: tuple[Tree, ...]
    before: tuple[Tree, ...]
    subject: Tree | None
    between: tuple[Tree, ...]
    predicate: Tree
    stop: tuple[Tree, ...]

    def core(self) -> list[Tree]:
        """Subject, adverbs and predicate."""
        subject = [] if self.subject is None else [self.subject]
        return [*subject, *self.between, self.predicate]

    def core_words(self) -> list[str]:
        """Lower-cased words of `core`."""
        return [word for node in self.core() for word in words(node)]


def split_stop(tree: Tree) -> tuple[list[Tree], tuple[Tree, ...]] | None:
    """The children of a sentence without the final stop, and the stop; None after "?"."""
    children = list(tree)
    if not all(isinstance(child, Tree) for child in children):
        return None
    if not children or children[-1].label() != ".":
        return children, ()
    if words(children[-1])[0] not in _STOPS:
        return None
    return children[:-1], (children[-1],)


def match_frame(tree: Tree) -> Frame | None:
    """Cut up a declarative or imperative sentence; None for any other."""
    cut = split_stop(tree)
    if tree.label() != "S" or cut is None:
        return None
    rest, stop = cut
    if len(rest) < 1 or rest[-1].label() != "VP" or any(node.label() == "." for node in rest):
        return None
    predicate = rest.pop()
    lead: list[Tree] = []
    if rest and rest[0].label() == "CC":
        lead = [rest.pop(0)]
    elif rest and (rest[0].label() in ("INTJ", "UH") or _is_filler(rest[0])):
        lead = [rest.pop(0)]
        lead += [rest.pop(0)] if rest and rest[0].label() == "," else []
    between: list[Tree] = []
    while rest and rest[-1].label() in ("ADVP", "RB"):
        between.insert(0, rest.pop())
    if rest and rest[-1].label() == "NP":
        subject = rest.pop()
        if first_tag(predicate) not in FINITE or _is_question_word(subject):
            return None
        return Frame(tuple(lead), tuple(rest), subject, tuple(between), predicate, stop)
    if first_tag(predicate) == "VB" and not between and (not rest or rest[-1].label() == ","):
        return Frame(tuple(lead), tuple(rest), None, (), predicate, stop)
    return None


def match_statement(tree: Tree) -> Frame | None:
    """Like `match_frame`, for sentences with a subject and nothing before it but a lead."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.before:
        return None
    return frame


def is_clause(node: Tree) -> bool:
    """Whether an S inside a sentence is a plain finite clause with a subject."""
    return _is_finite(node) and subject_of(node) is not None


def is_statement(node: Tree) -> bool:
    """Whether an S inside a sentence can be a sentence of its own."""
    links = ("so", "and", "but")
    return _is_finite(node) and "S" not in shape(node) and words(node)[0] not in links


def _is_finite(node: Tree) -> bool:
    """Whether a phrase is one clause that ends with a finite predicate."""
    if node.label() != "S" or not all(isinstance(child, Tree) for child in node):
        return False
    labels = shape(node)
    if labels[-1:] != ["VP"] or "NP" not in labels or "CC" in labels:
        return False
    return first_tag(node[-1]) in FINITE


def subject_of(clause: Tree) -> Tree | None:
    """The NP before the VP of a clause, adverbs between them apart."""
    for child in reversed(list(clause)[:-1]):
        if child.label() == "NP":
            return None if _is_question_word(child) else child
        if child.label() not in ("ADVP", "RB"):
            return None
    return None


def build(children: Sequence[Tree], label: str = "S") -> Tree:
    """A new sentence over copies of the children, without an empty or doubled comma."""
    kept: list[Tree] = []
    for child in children:
        if child.label() == "," and (not kept or kept[-1].label() in (",", ":")):
            continue
        kept.append(deepcopy(child))
    return Tree(label, kept)


def replace_child(node: Tree, index: int, *new: Tree) -> Tree:
    """A copy of a phrase with one child replaced by others."""
    copy = deepcopy(node)
    copy[index : index + 1] = [deepcopy(child) for child in new]
    return copy


def pronoun_of(phrase: Tree) -> str:
    """The pronoun an NP consists of, or ""."""
    text = words(phrase)
    tags = [part.label() for part in phrase.subtrees(is_tag)]
    return text[0] if tags == ["PRP"] and text[0] in PRONOUNS else ""


def number_of(phrase: Tree) -> str:
    """The number of an NP from its determiner and head, "singular", "plural" or "" if unclear."""
    text = words(phrase)
    tags = [part.label() for part in phrase.subtrees(is_tag)]
    if len(text) == 1 and text[0] in _SINGULAR | _PLURAL:
        return "singular" if text[0] in _SINGULAR else "plural"
    if "CC" in tags or text[0] in ("you", "none", "all", "some", "most", "half", "many"):
        return "plural" if "and" in text and shape(phrase)[-1:] != ["PP"] else ""
    base = phrase
    while isinstance(base[0], Tree) and base[0].label() == "NP":
        base = base[0]
    last = base[-1].label() if isinstance(base[-1], Tree) else ""
    return {"NNS": "plural", "NNPS": "plural", "NN": "singular", "NNP": "singular"}.get(last, "")


def verb_of(frame: Frame) -> str:
    """The main verb of a frame, lower-case."""
    return main_verb(frame.predicate)


def _is_filler(node: Tree) -> bool:
    """ "so" or "well" before a sentence."""
    return node.label() in ("RB", "ADVP") and words(node) in (["so"], ["well"], ["ok"], ["okay"])


def _is_question_word(phrase: Tree) -> bool:
    return first_tag(phrase) in _NO_SUBJECT
