"""How often the right parse is among those proposed for a template, and what is written for them.

On pairs whose target is one known rewriting of the source, such as those of `scpn derive`, the
template alone should lead to the target's very words: nothing else is asked for.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from nltk.tree import Tree

from scpn.errors import DataError
from scpn.evaluation.measures import Item
from scpn.evaluation.pairs import EvaluationPair
from scpn.evaluation.systems import label_pairs
from scpn.metrics.signature import Signature
from scpn.paraphraser import Control, FormRequest, GenerationSettings, Paraphraser
from scpn.paraphraser.settings import ProposerName, WriterNames
from scpn.trees.linearize import linearize

PROPOSERS: tuple[ProposerName, ...] = get_args(ProposerName)
WRITERS: dict[str, WriterNames] = {
    "rules write": "rules",
    "edits write": "edits",
    "all write": "all",
}
"""Rows in which others write beside the networks, or alone: name -> `GenerationSettings.writers`.
The parse generator proposes for the networks."""


@dataclass(frozen=True)
class ProposerResult:
    """What one proposer is worth.

    Attributes:
        proposer: Its name; "gold" is given the parses of the targets; see `WRITERS` for others.
        num_pairs: Pairs.
        first: Pairs whose target's parse is proposed first; None where nothing is proposed.
        among: Pairs whose target's parse is proposed at all, or None.
        none: Pairs without any proposal, or None.
        exact: Pairs whose best output is the target, word for word.
        seconds: Time for proposals and outputs.
    """

    proposer: str
    num_pairs: int
    first: int | None
    among: int | None
    none: int | None
    exact: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "proposer": self.proposer,
            "pairs": self.num_pairs,
            "first": self.first,
            "among": self.among,
            "none": self.none,
            "exact": self.exact,
            "seconds": round(self.seconds, 3),
        }


@dataclass(frozen=True)
class ProposalEvaluation:
    """Results of all proposers.

    Attributes:
        signature: What holds for every figure.
        rows: One for each proposer, that of the gold parses first.
        skipped: (line, reason) of pairs that cannot be evaluated.
    """

    signature: Signature
    rows: list[ProposerResult]
    skipped: list[tuple[int, str]]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "signature": str(self.signature),
            "rows": [row.to_dict() for row in self.rows],
            "skipped": [{"line": number, "reason": reason} for number, reason in self.skipped],
        }


def evaluate_proposals(
    paraphraser: Paraphraser,
    pairs: Iterable[EvaluationPair],
    *,
    settings: GenerationSettings | None = None,
    proposers: Sequence[ProposerName] = PROPOSERS,
    provenance: dict[str, str] | None = None,
    on_output: Callable[[dict[str, Any]], None] | None = None,
) -> ProposalEvaluation:
    """Ask each proposer for the target's form of every pair, and compare with the target.

    The networks write for what is proposed, but for the rows of `WRITERS`.

    Args:
        paraphraser: What is evaluated.
        pairs: All are read at once.
        settings: How parses and outputs are searched; `rerank` parses are proposed.
        proposers: Names of proposers.
        provenance: Entries for the signature: file, model.
        on_output: Given every best output as a record.

    Raises:
        DataError: No pair can be evaluated.
    """
    settings = replace(settings or GenerationSettings(), num_return=1, writers="network")
    items, skipped = label_pairs(list(pairs), paraphraser.parser, reparse=True)
    if not items:
        raise DataError(f"no pair to evaluate: {len(skipped)} read, none usable")
    rows = [_gold(paraphraser, items, settings, on_output)]
    for name in proposers:
        chosen = replace(settings, proposers=name)
        rows.append(_measure(paraphraser, items, chosen, on_output))
    for title, writers in WRITERS.items():
        rows.append(
            _write(title, paraphraser, items, replace(settings, writers=writers), on_output)
        )
    signature = Signature.of(
        **(provenance or {}),
        pairs=len(items),
        parser=paraphraser.parser.name,
        judge=paraphraser.judge.name if paraphraser.judge else "none",
        beam=settings.beam,
        rerank=settings.rerank,
    )
    return ProposalEvaluation(signature, rows, skipped)


def _gold(
    paraphraser: Paraphraser,
    items: Sequence[Item],
    settings: GenerationSettings,
    on_output: Callable[[dict[str, Any]], None] | None,
) -> ProposerResult:
    requests = [
        FormRequest(item.source, item.source_parse, Control(parse=item.target_parse))
        for item in items
    ]
    start = time.perf_counter()
    exact = _count_exact("gold", paraphraser, items, requests, settings, on_output)
    seconds = time.perf_counter() - start
    return ProposerResult("gold", len(items), len(items), len(items), 0, exact, seconds)


def _measure(
    paraphraser: Paraphraser,
    items: Sequence[Item],
    settings: GenerationSettings,
    on_output: Callable[[dict[str, Any]], None] | None,
) -> ProposerResult:
    requests = _by_template(items)
    proposed = [
        parses
        for begin in range(0, len(requests), settings.requests_at_a_time)
        for parses in paraphraser.propose_parses(
            requests[begin : begin + settings.requests_at_a_time], settings=settings
        )
    ]
    ranks = [_rank(item, parses) for item, parses in zip(items, proposed, strict=True)]
    start = time.perf_counter()
    exact = _count_exact(settings.proposers, paraphraser, items, requests, settings, on_output)
    return ProposerResult(
        proposer=settings.proposers,
        num_pairs=len(items),
        first=ranks.count(0),
        among=sum(rank is not None for rank in ranks),
        none=sum(not parses for parses in proposed),
        exact=exact,
        seconds=time.perf_counter() - start,
    )


def _write(
    title: str,
    paraphraser: Paraphraser,
    items: Sequence[Item],
    settings: GenerationSettings,
    on_output: Callable[[dict[str, Any]], None] | None,
) -> ProposerResult:
    settings = replace(settings, proposers="network")
    start = time.perf_counter()
    exact = _count_exact(title, paraphraser, items, _by_template(items), settings, on_output)
    seconds = time.perf_counter() - start
    return ProposerResult(title, len(items), None, None, None, exact, seconds)


def _by_template(items: Sequence[Item]) -> list[FormRequest]:
    return [
        FormRequest(item.source, item.source_parse, Control(template=item.target_template))
        for item in items
    ]


def _rank(item: Item, parses: Sequence[Tree]) -> int | None:
    texts = [linearize(parse) for parse in parses]
    wanted = linearize(item.target_parse)
    return texts.index(wanted) if wanted in texts else None


def _count_exact(
    name: str,
    paraphraser: Paraphraser,
    items: Sequence[Item],
    requests: Sequence[FormRequest],
    settings: GenerationSettings,
    on_output: Callable[[dict[str, Any]], None] | None,
) -> int:
    exact = 0
    found = paraphraser.decode(requests, settings=settings)
    for item, candidates in zip(items, found, strict=True):
        output = candidates[0].words if candidates else None
        exact += output == item.target
        if on_output is not None:
            on_output(
                {
                    "proposer": name,
                    "line": item.number,
                    "source": " ".join(item.source),
                    "template": str(item.target_template),
                    "target": " ".join(item.target),
                    "output": None if output is None else " ".join(output),
                }
            )
    return exact
