"""Quality and speed of a parser on each treebank."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

from nltk import Tree

from scpn import __version__
from scpn.errors import DataError, SentenceError
from scpn.metrics.bracketing import bracketing_scores
from scpn.metrics.signature import Signature
from scpn.parsing.protocol import Parser
from scpn.trees.transform import cut_to_depth

ALL = "all"
"""Name of the row over the trees of all sources together."""


@dataclass(frozen=True)
class ParserFigures:
    """One row of a parser's report.

    Attributes:
        source: Name of the treebank, or `ALL`.
        case: "cased" as in the treebank, or "lower".
        num_sentences: Trees scored.
        f1: Labeled bracketing F1, percent.
        exact: Sentences whose constituents are all right, percent.
        template: Sentences whose top two levels are exactly right, percent.
        unparsed: Sentences the parser refused; they are scored as a flat tree.
        sentences_per_s: Sentences parsed per second; nan where nothing was timed.
    """

    source: str
    case: str
    num_sentences: int
    f1: float
    exact: float
    template: float
    unparsed: int
    sentences_per_s: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class _Parsed:
    gold: list[Tree]
    predicted: list[Tree]
    unparsed: int
    seconds: float


def score_parses(gold: Sequence[Tree], predicted: Sequence[Tree]) -> dict[str, float]:
    """Labeled bracketing F1 and exact template accuracy, both in percent."""
    return {
        "f1": bracketing_scores(gold, predicted).f1,
        "template": template_accuracy(gold, predicted),
    }


def template_accuracy(gold: Sequence[Tree], predicted: Sequence[Tree]) -> float:
    """Share of predicted trees whose top two levels are exactly those of the gold tree, percent."""
    pairs = zip(gold, predicted, strict=True)
    same = sum(bool(cut_to_depth(a, 2) == cut_to_depth(b, 2)) for a, b in pairs)
    return 100 * same / len(gold)


def parser_signature(parser: Parser) -> Signature:
    """What the figures of `evaluate_parser` depend on."""
    return Signature.of(
        metric="labelled-bracketing",
        parameters="COLLINS.prm",
        pooled="yes",
        template="top-2-levels-exact",
        tokens="gold",
        parser=parser.name,
        version=__version__,
    )


def evaluate_parser(
    parser: Parser, sources: Mapping[str, Sequence[Tree]], *, cases: Sequence[str] = ("cased",)
) -> Iterator[ParserFigures]:
    """Parse the words of gold trees and compare; one row a source, then one over all.

    Args:
        parser: Any parser.
        sources: Name to gold trees, as `scpn.parsing.treebank.load_treebank` reads them.
        cases: "cased", "lower" or both; each gives rows of its own.

    Raises:
        DataError: There are no trees to score.
    """
    if not sources or not all(sources.values()):
        raise DataError("no trees to score; give each source at least one")
    for case in cases:
        every = []
        for name, trees in sources.items():
            parsed = _parse(parser, [_cased(tree, case) for tree in trees])
            every.append(parsed)
            yield _figures(name, case, parsed)
        if len(every) > 1:
            pooled = _Parsed(
                gold=[tree for parsed in every for tree in parsed.gold],
                predicted=[tree for parsed in every for tree in parsed.predicted],
                unparsed=sum(parsed.unparsed for parsed in every),
                seconds=sum(parsed.seconds for parsed in every),
            )
            yield _figures(ALL, case, pooled)


def _cased(tree: Tree, case: str) -> Tree:
    tree = tree.copy(deep=True)
    if case == "lower":
        for position in tree.treepositions("leaves"):
            tree[position] = tree[position].lower()
    return tree


def _parse(parser: Parser, gold: list[Tree]) -> _Parsed:
    words = [tree.leaves() for tree in gold]
    parser.parse_tokens(words[:1])  # the first call pays for what later ones reuse
    begin = perf_counter()
    outcomes = parser.parse_tokens(words)
    seconds = perf_counter() - begin
    predicted, unparsed = [], 0
    for tree, outcome in zip(gold, outcomes, strict=True):
        if isinstance(outcome, SentenceError):
            unparsed += 1
            outcome = Tree("X", [Tree(tag, [word]) for word, tag in tree.pos()])
        predicted.append(outcome)
    return _Parsed(gold, predicted, unparsed, seconds)


def _figures(source: str, case: str, parsed: _Parsed) -> ParserFigures:
    score = bracketing_scores(parsed.gold, parsed.predicted)
    return ParserFigures(
        source=source,
        case=case,
        num_sentences=score.num_sentences,
        f1=score.f1,
        exact=score.exact,
        template=template_accuracy(parsed.gold, parsed.predicted),
        unparsed=parsed.unparsed,
        sentences_per_s=score.num_sentences / parsed.seconds if parsed.seconds else float("nan"),
    )
