"""Labeled bracketing: how many constituents of a predicted tree are those of the gold tree.

The conventions are those of evalb with COLLINS.prm (Sekine & Collins 1997; section 6 of its
README): words tagged as punctuation do not count for spans, the wrapper around the sentence is
no constituent, ADVP and PRT are the same label, function tags are dropped, tags are not
constituents, and a label that stands twice over a span counts twice.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate, zip_longest

from nltk import Tree

from scpn.errors import DataError
from scpn.trees.labels import ROOT_LABELS, TRACE_TAG, normalize_label

PUNCTUATION_TAGS = frozenset({",", ":", ".", "``", "''"})
"""Tags whose words are left out: COLLINS.prm's DELETE_LABEL, less the traces (-NONE-).

Brackets (-LRB- -RRB-), $ and # count as words, as they do for evalb.
"""

EQUIVALENT_LABELS = {"PRT": "ADVP"}
"""Labels scored as another one: COLLINS.prm's EQ_LABEL ADVP PRT."""

Span = tuple[str, int, int]


@dataclass(frozen=True)
class BracketingScore:
    """Labeled bracketing of a corpus, all counts pooled over its sentences.

    Attributes:
        precision: Predicted constituents that are gold, percent.
        recall: Gold constituents that were predicted, percent.
        f1: Harmonic mean of the two, percent.
        exact: Sentences whose constituents are all right, percent (tags may differ).
        num_sentences: Sentences scored.
    """

    precision: float
    recall: float
    f1: float
    exact: float
    num_sentences: int


def bracketing_scores(
    gold: Iterable[Tree], predicted: Iterable[Tree], *, keep_punctuation: bool = False
) -> BracketingScore:
    """Score predicted trees against gold trees of the same words.

    A word is left out as punctuation where both trees tag it so. Where they disagree it stays in
    both, which is how evalb since its 2006 version puts back what would make the lengths differ.

    Args:
        gold: Trees with words, with or without a TOP or ROOT wrapper.
        predicted: As many trees over the same words, compared exactly, case included.
        keep_punctuation: Count punctuation as words of a span; evalb does not.

    Raises:
        DataError: If there is nothing to score, the numbers of trees or the words of a pair
            differ, or a word has no tag.
    """
    matched = num_gold = num_predicted = num_exact = num_sentences = 0
    for number, (gold_tree, predicted_tree) in enumerate(zip_longest(gold, predicted), start=1):
        if gold_tree is None or predicted_tree is None:
            raise DataError(
                f"{'predicted' if gold_tree is None else 'gold'} trees go on after tree "
                f"{number - 1}, where the other side ends; score as many trees as there are gold"
            )
        gold_spans, predicted_spans = _comparable_spans(
            gold_tree, predicted_tree, number=number, keep_punctuation=keep_punctuation
        )
        matched += (gold_spans & predicted_spans).total()
        num_gold += gold_spans.total()
        num_predicted += predicted_spans.total()
        num_exact += gold_spans == predicted_spans
        num_sentences += 1
    if not num_sentences:
        raise DataError("no trees to score; give at least one gold and one predicted tree")
    return BracketingScore(
        precision=100 * matched / num_predicted if num_predicted else 0.0,
        recall=100 * matched / num_gold if num_gold else 0.0,
        f1=200 * matched / (num_gold + num_predicted) if num_gold + num_predicted else 0.0,
        exact=100 * num_exact / num_sentences,
        num_sentences=num_sentences,
    )


def _comparable_spans(
    gold: Tree, predicted: Tree, *, number: int, keep_punctuation: bool
) -> tuple[Counter[Span], Counter[Span]]:
    """Constituents of both trees over the positions that count."""
    gold_words, gold_spans = _read(gold, number)
    predicted_words, predicted_spans = _read(predicted, number)
    for position, (left, right) in enumerate(
        zip_longest(gold_words, predicted_words, fillvalue=("nothing", "")), start=1
    ):
        if left[0] != right[0]:
            raise DataError(
                f"tree {number}: word {position} is {left[0]!r} in the gold tree and "
                f"{right[0]!r} in the predicted tree; both must have the same words"
            )
    counts = [
        keep_punctuation or not {left[1], right[1]} <= PUNCTUATION_TAGS
        for left, right in zip(gold_words, predicted_words, strict=True)
    ]
    offsets = list(accumulate(counts, initial=0))
    return _shift(gold_spans, offsets), _shift(predicted_spans, offsets)


def _read(tree: Tree, number: int) -> tuple[list[tuple[str, str]], list[Span]]:
    """Return the (word, tag) pairs of `tree`, traces left out, and the spans of its phrases."""
    words: list[tuple[str, str]] = []
    spans: list[Span] = []

    def walk(node: Tree) -> None:
        if len(node) == 1 and isinstance(node[0], str):
            if node.label() != TRACE_TAG:
                words.append((node[0], node.label()))
            return
        start = len(words)
        for child in node:
            if isinstance(child, str):
                raise DataError(
                    f"tree {number}: word {child!r} stands under {node.label()!r} without a tag "
                    "of its own; every word needs one, as in (NN word)"
                )
            walk(child)
        spans.append((_plain_label(node.label()), start, len(words)))

    walk(tree)
    if not words:
        raise DataError(f"tree {number}: no words in it; bracketing needs trees with words")
    return words, spans


def _plain_label(label: str) -> str:
    """Label without function tags and index, equivalent labels made one."""
    plain = normalize_label(label)
    return EQUIVALENT_LABELS.get(plain, plain)


def _shift(spans: list[Span], offsets: list[int]) -> Counter[Span]:
    """Renumber spans to the words that count, and drop wrappers and spans left empty."""
    return Counter(
        (label, offsets[start], offsets[end])
        for label, start, end in spans
        if label not in ROOT_LABELS and offsets[start] < offsets[end]
    )
