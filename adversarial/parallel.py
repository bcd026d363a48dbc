"""A rewriter in several processes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from scpn.adversarial.rewriters import ControlledRewriter, SentenceParaphrases, group_wanted
from scpn.runs.workers import Workers


class ParallelRewriter:
    """The controlled paraphraser in several processes, as a `Rewriter`.

    What comes out is what `rewriter` gives alone.

    Args:
        rewriter: Says what can be asked for; does no work itself.
        load: Makes its like in each process; must be picklable.
        number: Processes.

    Raises:
        UsageError: `number` is less than 1.
    """

    def __init__(
        self, rewriter: ControlledRewriter, load: Callable[[], ControlledRewriter], number: int
    ) -> None:
        self.name, self.forms, self.signature = rewriter.name, rewriter.forms, rewriter.signature
        self._largest = rewriter.settings.requests_at_a_time
        self._seconds = rewriter.paraphraser.stage_seconds
        self._workers = Workers(load, _rewrite, number)

    def __enter__(self) -> "ParallelRewriter":
        return self

    def __exit__(self, *raised: Any) -> None:
        """End the processes: at once after Ctrl-C."""
        self._workers.__exit__(*raised)

    def rewrite(self, wanted: Mapping[str, Sequence[str]]) -> Iterator[SentenceParaphrases]:
        """See `Rewriter.rewrite`; the time that processes take is added to the rewriter's own."""
        for rewritings, seconds in self._workers.map(group_wanted(wanted, self._size(wanted))):
            for stage, taken in seconds.items():
                self._seconds[stage] += taken
            yield from rewritings

    def _size(self, wanted: Mapping[str, Sequence[str]]) -> int:
        """Requests of a group: a few less than the largest, so that all processes have work."""
        requests = sum(map(len, wanted.values()))
        rounds = -(-requests // (self._largest * self._workers.number))
        return -(-requests // (rounds * self._workers.number)) if requests else 1


def _rewrite(
    rewriter: ControlledRewriter, wanted: Mapping[str, Sequence[str]]
) -> tuple[list[SentenceParaphrases], dict[str, float]]:
    """Paraphrase a group in a process; also returns the seconds of each stage."""
    before = dict(rewriter.paraphraser.stage_seconds)
    rewritings = list(rewriter.rewrite(wanted))
    after = rewriter.paraphraser.stage_seconds
    return rewritings, {stage: after[stage] - before.get(stage, 0.0) for stage in after}
