"""Time spent in each stage of the pipeline."""

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager


class StageSeconds(defaultdict[str, float]):
    """Stage -> seconds spent in it so far."""

    def __init__(self) -> None:
        super().__init__(float)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Add the time of the block to a stage."""
        start = time.perf_counter()
        yield
        self[stage] += time.perf_counter() - start
