"""Questions cut up, made into clauses and made of clauses: subject and auxiliary change places."""

from collections.abc import Sequence
from dataclasses import dataclass

from nltk.tree import Tree

from scpn.rules.clauses import BE, first_tag, is_tag, shape, word_set, words
from scpn.rules.frame import build
from scpn.rules.inflection import base_form, past_tense, third_person

WH_LABELS = ("WHNP", "WHADVP", "WHPP", "WHADJP")
MODALS = word_set("can could will would shall should may might must")
_DO = word_set("do does did")
_ADVERBS = ("RB", "ADVP")
_FULL_FORMS = {"'s": "is", "'re": "are", "'m": "am", "'d": "would", "'ll": "will", "wo": "will",
               "ca": "can"}  # fmt: skip
_NOT = ("n't", "not")
QUESTION_MARK = Tree(".", ["?"])


@dataclass(frozen=True)
class Question:
    """A question cut up: `before` `wh` auxiliary [not] subject `rest` `stop`.

    Attributes:
        before: What stands before the question word or the auxiliary, with its commas.
        wh: The phrase of the question word; None in a question for yes or no.
        auxiliary: The verb before the subject; None where the question word is the subject.
        negation: "n't" or "not" right after the auxiliary.
        subject: The NP; None where the question word is the subject.
        rest: What follows the subject; the whole VP where the question word is the subject.
        stop: The question mark, if there is one.
    """

    before: tuple[Tree, ...]
    wh: Tree | None
    auxiliary: Tree | None
    negation: tuple[Tree, ...]
    subject: Tree | None
    rest: tuple[Tree, ...]
    stop: tuple[Tree, ...]

    def inverted(self) -> list[Tree]:
        """Auxiliary, negation, subject and rest."""
        first = [] if self.auxiliary is None else [self.auxiliary, *self.negation]
        return [*first, *([] if self.subject is None else [self.subject]), *self.rest]

    def written(self) -> list[str]:
        """Lower-case words from the auxiliary on."""
        return [word for node in self.inverted() for word in words(node)]


def match_question(tree: Tree) -> Question | None:
    """Cut up a question with or without a question word; None for any other sentence."""
    children = list(tree)
    if tree.label() not in ("SBARQ", "SQ") or not all(isinstance(node, Tree) for node in children):
        return None
    stop: tuple[Tree, ...] = ()
    if children and children[-1].label() == ".":
        stop = (children.pop(),)
        if words(stop[0]) != ["?"]:
            return None
    if tree.label() == "SQ":
        start = next(
            (i for i, node in enumerate(children) if is_tag(node) and _is_verb(node)), None
        )
        return None if start is None else _cut(children[:start], None, children[start:], stop)
    if len(children) < 2 or children[-1].label() != "SQ" or children[-2].label() not in WH_LABELS:
        return None
    *before, wh, core = children
    if any(node.label() in (*WH_LABELS, "SQ") for node in before):
        return None
    return _cut(before, wh, list(core), stop)


def _cut(
    before: Sequence[Tree], wh: Tree | None, core: list[Tree], stop: tuple[Tree, ...]
) -> Question | None:
    if any(node.label() in ("CC", ".", ":", "SQ", "SBARQ") for node in (*before, *core)):
        return None
    if len(core) == 1 and core[0].label() == "VP":
        core_verbs = shape(core[0])
        if words(core[0])[0] in BE and core_verbs[1:2] == ["NP"] and "VP" not in core_verbs:
            core = list(core[0])  # "what 's your name", parsed as if "what" were the subject
        else:
            return (
                None
                if wh is None
                else Question(tuple(before), wh, None, (), None, (core[0],), stop)
            )
    if len(core) < 2 or not is_tag(core[0]) or not _is_verb(core[0]):
        return None
    auxiliary, *rest = core
    negation: list[Tree] = []
    if words(rest[0])[0] in _NOT and is_tag(rest[0]):
        negation = [rest.pop(0)]
    if not rest or rest[0].label() != "NP":
        if wh is None or (negation and not rest):
            return None
        predicate = Tree("VP", core)
        return Question(tuple(before), wh, None, (), None, (predicate,), stop)
    subject, *rest = rest
    return Question(tuple(before), wh, auxiliary, tuple(negation), subject, tuple(rest), stop)


def _is_verb(tag: Tree) -> bool:
    return tag.label() in ("VBZ", "VBP", "VBD", "MD")


def build_question(question: Question, *, before: Sequence[Tree] = ()) -> Tree:
    """A tree for a question, with other material in front of it."""
    core = question.inverted()
    if question.wh is None:
        return build([*before, *core, *question.stop], "SQ")
    inner = Tree("SQ", core)
    return build([*before, question.wh, inner, *question.stop], "SBARQ")


def as_statement(question: Question) -> list[Tree] | None:
    """Subject and predicate in the order of a statement, "do" undone; the VP alone for a subject.

    "did she go home" -> "she went home"; "is it big" -> "it is big". None where the order of a
    statement cannot be told.
    """
    if question.subject is None or question.auxiliary is None:
        return list(question.rest)
    auxiliary = words(question.auxiliary)[0]
    adverbs, rest = _split_adverbs(question.rest)
    denied = any(words(node) == ["not"] for node in adverbs)
    if auxiliary in _DO and not question.negation and not denied:
        if len(rest) != 1 or rest[0].label() != "VP":
            return None
        verb_phrase = _finite(rest[0], auxiliary)
        return None if verb_phrase is None else [question.subject, *adverbs, verb_phrase]
    if auxiliary in BE and rest and words(rest[0])[0] in ("is", "are", "was", "were"):
        return None  # "what is it is called": the verb stands twice
    full = _FULL_FORMS.get(auxiliary, auxiliary)
    if question.negation and full == "will" and words(question.negation[0]) == ["n't"]:
        full = auxiliary  # "wo n't" stays together
    verb = Tree(question.auxiliary.label(), [full if not question.negation else auxiliary])
    return [question.subject, Tree("VP", [verb, *question.negation, *adverbs, *rest])]


def _split_adverbs(rest: Sequence[Tree]) -> tuple[list[Tree], list[Tree]]:
    adverbs: list[Tree] = []
    left = list(rest)
    while left and left[0].label() in _ADVERBS and len(left) > 1:
        adverbs.append(left.pop(0))
    return adverbs, left


def _finite(verb_phrase: Tree, auxiliary: str) -> Tree | None:
    """The VP with its bare verb in the tense and number of "do", "does" or "did"."""
    head, *others = verb_phrase
    if not is_tag(head) or head.label() not in ("VB", "VBP") or "CC" in shape(verb_phrase):
        return None
    base = words(head)[0]
    if base == "be":
        return None
    if auxiliary == "do":
        return Tree("VP", [Tree("VBP", [base]), *others])
    form = past_tense(base) if auxiliary == "did" else third_person(base)
    return Tree("VP", [Tree("VBD" if auxiliary == "did" else "VBZ", [form]), *others])


def invert(subject: Tree, predicate: Tree) -> list[Tree] | None:
    """Auxiliary, subject and rest of a statement's subject and predicate, as a question has them.

    "she went home" -> "did she go home". None where the base of the verb is not known.
    """
    if not is_tag(predicate[0]) or "CC" in shape(predicate):
        return None
    head, *others = predicate
    word, tag = words(head)[0], head.label()
    if tag not in ("VBZ", "VBP", "VBD", "MD"):
        return None
    has_inner = any(node.label() == "VP" for node in others)
    if tag == "MD" or word in BE or (has_inner and first_tag_of_inner(others) in ("VBN", "VB")):
        full = word if others and words(others[0])[0] == "n't" else _FULL_FORMS.get(word, word)
        negation = [others.pop(0)] if others and words(others[0])[0] == "n't" else []
        return [Tree(tag, [full]), *negation, subject, *others]
    base = base_form(word, tag)
    if base is None or word in ("'s", "'d", "'ve"):
        return None
    support = {"VBZ": "does", "VBP": "do", "VBD": "did"}[tag]
    return [Tree(tag, [support]), subject, Tree("VP", [Tree("VB", [base]), *others])]


def first_tag_of_inner(nodes: Sequence[Tree]) -> str:
    """Tag of the first word of the VP among the nodes, or ""."""
    inner = next((node for node in nodes if node.label() == "VP"), None)
    return "" if inner is None else first_tag(inner)
