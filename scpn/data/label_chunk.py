"""One chunk of pairs: tokenize, sift, parse each sentence once, make the rows."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from nltk import Tree

from scpn.data.pair_limits import Overlap, measure_overlap, reason_to_drop
from scpn.data.pairs import LabeledPair, ParaphrasePair
from scpn.data.settings import DropRules
from scpn.data.splitting import SPLITS
from scpn.errors import SentenceError
from scpn.parsing.protocol import Parser
from scpn.templates.template import Template
from scpn.tokenization.treebank import split_tokens, tokenize
from scpn.trees.linearize import linearize

# Sentences parsed at a time: a tree takes far more memory than its text.
_BLOCK = 2048


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive pairs of a run and what the first pass found out about them.

    Attributes:
        number: From 0.
        pairs: The pairs.
        clusters: Cluster of each pair.
        splits: Split of each pair, as a position in `SPLITS`.
        duplicates: Whether each pair occurred before.
    """

    number: int
    pairs: list[ParaphrasePair]
    clusters: list[int]
    splits: list[int]
    duplicates: list[bool]


@dataclass(frozen=True, slots=True)
class LabeledChunk:
    """Rows of a chunk and what became of the other pairs.

    Attributes:
        rows: The labeled pairs, in the order of the input.
        read: Pairs read per corpus.
        dropped: Pairs dropped per corpus and reason.
    """

    rows: list[LabeledPair]
    read: dict[str, int]
    dropped: dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A pair that passed the rules: position in the chunk, tokens of both sides, overlap."""

    index: int
    source: list[str]
    target: list[str]
    overlap: Overlap


def label_chunk(
    chunk: Chunk, parser: Parser, *, rules: DropRules, tokenized: bool = False
) -> LabeledChunk:
    """Label the pairs of a chunk that respect the rules.

    Sentences are parsed lower-cased, each different one once.

    Args:
        chunk: The pairs.
        parser: Parses lists of tokens.
        rules: What to drop before parsing.
        tokenized: The sentences are treebank tokens already, separated by spaces.
    """
    dropped: dict[str, Counter[str]] = defaultdict(Counter)
    candidates: list[_Candidate] = []
    for index, pair in enumerate(chunk.pairs):
        if chunk.duplicates[index]:
            dropped[pair.corpus]["duplicate"] += 1
            continue
        outcome = _sift(index, pair, rules=rules, tokenized=tokenized)
        if isinstance(outcome, str):
            dropped[pair.corpus][outcome] += 1
        else:
            candidates.append(outcome)
    sides = [side for candidate in candidates for side in (candidate.source, candidate.target)]
    parses = parse_once(sides, parser)
    rows: list[LabeledPair] = []
    for candidate in candidates:
        row = _make_row(candidate, chunk, parses)
        if row is None:
            dropped[chunk.pairs[candidate.index].corpus]["unparsable"] += 1
        else:
            rows.append(row)
    read = Counter(pair.corpus for pair in chunk.pairs)
    return LabeledChunk(rows, dict(read), {name: dict(d) for name, d in dropped.items()})


def parse_once(
    sentences: Sequence[Sequence[str]], parser: Parser
) -> dict[str, tuple[str, str] | None]:
    """Parse each different sentence once, lower-cased, similar lengths together.

    Returns:
        Lower-cased tokens joined by spaces -> parse and template as text, None if the sentence
        cannot be parsed.
    """
    unique = {" ".join(words).lower(): len(words) for words in sentences}
    keys = sorted(unique, key=unique.__getitem__)
    parses: dict[str, tuple[str, str] | None] = {}
    for begin in range(0, len(keys), _BLOCK):
        block = keys[begin : begin + _BLOCK]
        trees = parser.parse_tokens([key.split(" ") for key in block])
        for key, tree in zip(block, trees, strict=True):
            parses[key] = None if isinstance(tree, SentenceError) else _describe(tree)
    return parses


def _sift(
    index: int, pair: ParaphrasePair, *, rules: DropRules, tokenized: bool
) -> _Candidate | str:
    """Tokenize a pair; return it with its overlap, or the reason to drop it."""
    split = split_tokens if tokenized else tokenize
    source, target = split(pair.source), split(pair.target)
    overlap = measure_overlap(*([word.lower() for word in side] for side in (source, target)))
    reason = reason_to_drop(source, target, rules=rules, overlap=overlap)
    return reason or _Candidate(index, source, target, overlap)


def _make_row(
    candidate: _Candidate, chunk: Chunk, parses: dict[str, tuple[str, str] | None]
) -> LabeledPair | None:
    source, target = " ".join(candidate.source), " ".join(candidate.target)
    source_forms, target_forms = parses[source.lower()], parses[target.lower()]
    if source_forms is None or target_forms is None:
        return None
    pair = chunk.pairs[candidate.index]
    return LabeledPair(
        source=source,
        target=target,
        source_parse=source_forms[0],
        target_parse=target_forms[0],
        source_template=source_forms[1],
        target_template=target_forms[1],
        source_length=len(candidate.source),
        target_length=len(candidate.target),
        unigram_f1=candidate.overlap.unigram_f1,
        trigram_overlap=candidate.overlap.trigram,
        score=pair.score,
        corpus=pair.corpus,
        cluster=chunk.clusters[candidate.index],
        split=SPLITS[chunk.splits[candidate.index]],
    )


def _describe(tree: Tree) -> tuple[str, str] | None:
    """Parse and template of a tree as text; None for a lone tag, which has no template."""
    children = tuple(child.label() for child in tree if isinstance(child, Tree))
    if not children:
        return None
    return linearize(tree), _template_text(tree.label(), children)


@lru_cache(maxsize=1 << 15)
def _template_text(root: str, children: tuple[str, ...]) -> str:
    return str(Template(root, children))
