"""The order of the outputs of a request."""

import math
from collections.abc import Sequence

from scpn.paraphraser.settings import GenerationSettings
from scpn.paraphraser.types import NETWORK, RULE, CheckedOutput
from scpn.rules.movement import RULES


def rank(outputs: Sequence[CheckedOutput], settings: GenerationSettings) -> list[CheckedOutput]:
    """Return the outputs of a request, best first, without one of equal words after another.

    What matches comes first, then what is accepted, then what fewer rules wrote, before what the
    networks wrote: of outputs that pass all checks readers find 98% good if rules wrote them, and
    22% of those of the networks. Then comes `CheckedOutput.merit`. Without re-ranking outputs of
    the networks are in the order of their score.

    Where a critic has read them, what strict rules wrote comes first, and the quality it gives the
    others before who wrote those: strict rules only move what is there, and the critic likes "it is
    in May that we met" better than "we met in May".
    """
    first: dict[tuple[str, ...], CheckedOutput] = {}
    for output in sorted(outputs, key=lambda o: _standing(o, settings), reverse=True):
        first.setdefault(tuple(output.words), output)
    return list(first.values())


def _standing(output: CheckedOutput, settings: GenerationSettings) -> tuple[float, ...]:
    if settings.rerank == 1:
        score = -math.inf if output.score is None else output.score
        return (output.template_match * _plainness(output), score)
    return (
        output.template_match,
        not output.rejected_because,
        _is_strict(output) and not output.rejected_because,
        0.0 if output.verdict is None else output.verdict.quality,
        _plainness(output),
        output.merit(settings.meaning_weight),
    )


def _is_strict(output: CheckedOutput) -> bool:
    """Whether strict rules wrote it, which are safe by themselves."""
    return output.by.startswith(RULE) and RULES.keys() >= set(output.by[len(RULE) :].split("+"))


def _plainness(output: CheckedOutput) -> float:
    """1 for one rule, less for more and for edits, 0 for the networks."""
    return 0.0 if output.by == NETWORK else 1 / (1 + max(output.by.count("+"), output.cost))
