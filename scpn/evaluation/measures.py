"""The figures of one row: measures of outputs, and of generated parses."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nltk.tree import Tree

from scpn.metrics.diversity import copy_share, repetition_share
from scpn.metrics.overlap import corpus_bleu, mean_sentence_bleu, mean_unigram_f1
from scpn.metrics.score import Score
from scpn.metrics.signature import Signature
from scpn.metrics.syntax import TOP_LEVELS, mean_tree_edit_distance, template_match
from scpn.templates import Template

NO_PARSE = Tree("NONE", [])
"""Stands for the parse of a missing output: a lone label, which matches no template."""


@dataclass(frozen=True, slots=True)
class Item:
    """A pair whose two sentences are parsed.

    Attributes:
        number: Line of the file, or row of the shards.
        source: Lower-cased treebank tokens.
        target: Likewise.
        source_parse: Parse without words.
        target_parse: Likewise.
        source_template: Template of `source_parse`.
        target_template: Template of `target_parse`.
    """

    number: int
    source: list[str]
    target: list[str]
    source_parse: Tree
    target_parse: Tree
    source_template: Template
    target_template: Template

    @property
    def changes_form(self) -> bool:
        """Whether the target has another template than the source."""
        return not self.source_template.matches(self.target_template)


@dataclass(frozen=True, slots=True)
class Output:
    """What a row made of one pair.

    Attributes:
        words: Lower-cased treebank tokens; none if there is no output or the row makes parses.
        parse: Parse of the output, without words; `NO_PARSE` if there is none.
        control: Full parse it was written for; None where there was none.
        score: Score of the model, higher is better; None where there is none.
        error: Why there is no output, or None.
    """

    words: list[str]
    parse: Tree
    control: Tree | None = None
    score: float | None = None
    error: str | None = None

    @classmethod
    def missing(cls, error: str) -> "Output":
        """Stand for a missing output, which counts as a miss in every figure."""
        return cls([], NO_PARSE, error=error)


def sentence_figures(
    items: Sequence[Item], outputs: Sequence[Output], *, parser: str, edit_distances: bool = True
) -> dict[str, Score]:
    """Measure outputs that are sentences.

    Args:
        items: The pairs.
        outputs: One for each.
        parser: Name of what parsed the outputs, for signatures.
        edit_distances: Measure tree edit distances too, by far the slowest figures.

    Raises:
        DataError: There are no outputs.
    """
    parses, targets = [o.parse for o in outputs], [item.target_parse for item in items]
    words = [o.words for o in outputs]
    sources, references = [item.source for item in items], [item.target for item in items]
    scores = {
        "template_match": template_match(parses, targets, parser=parser),
        "template_match_but_final_punctuation": template_match(
            parses, targets, ignore_final_punctuation=True, parser=parser
        ),
    }
    if edit_distances:
        scores |= _edit_distances(parses, targets, parser=parser)
    scores |= {
        "corpus_bleu": corpus_bleu(words, references),
        "mean_sentence_bleu": mean_sentence_bleu(words, references),
        "unigram_f1": mean_unigram_f1(sources, words),
        "source_template_kept": template_match(
            parses, [item.source_parse for item in items], parser=parser
        ),
        "repeated_3gram": repetition_share(words),
        "copies": copy_share(sources, words),
    }
    return _named(scores)


def parse_figures(items: Sequence[Item], outputs: Sequence[Output]) -> dict[str, Score]:
    """Measure generated parses: whether they obey the template, and how near the target they are.

    Raises:
        DataError: There are no parses.
    """
    parses, targets = [o.parse for o in outputs], [item.target_parse for item in items]
    scores = {
        "obeys_template": template_match(
            parses, [item.target_template for item in items], parser="generated"
        ),
        "exact_parse": _exact_parse(parses, targets),
    }
    return _named(scores | _edit_distances(parses, targets, parser="generated"))


def _edit_distances(
    parses: Sequence[Tree], targets: Sequence[Tree], *, parser: str
) -> dict[str, Score]:
    return {
        f"tree_edit_distance_top{TOP_LEVELS}": mean_tree_edit_distance(
            parses, targets, depth=TOP_LEVELS, parser=parser
        ),
        "tree_edit_distance": mean_tree_edit_distance(parses, targets, parser=parser),
    }


def _exact_parse(parses: Sequence[Tree], targets: Sequence[Tree]) -> Score:
    same = sum(parse == target for parse, target in zip(parses, targets, strict=True))
    signature = Signature.of(metric="exact-parse", words="no", parser="generated")
    return Score("exact_parse", 100 * same / len(targets), "percent", len(targets), signature)


def _named(scores: dict[str, Score]) -> dict[str, Score]:
    return {name: replace(score, name=name) for name, score in scores.items()}
