"""Work on several items together, where a failure costs only the item it belongs to."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Failure = TypeVar("Failure", bound=Exception)


def together_or_alone(
    items: Sequence[Item],
    work: Callable[[Sequence[Item]], Iterable[Result]],
    failure: type[Failure],
) -> Iterator[Result | Failure]:
    """Work on items together and, if that fails, on each alone.

    Args:
        items: The work is not called if there is none.
        work: Gives the result of each item, in order; it may raise `failure`.
        failure: The error that costs only one item; others pass through.

    Yields:
        For each item its result, or the error if the work fails on this item alone.
    """
    if not items:
        return
    try:
        results: list[Result | Failure] = list(work(items))
    except failure as error:
        if len(items) > 1:
            for item in items:
                yield from together_or_alone([item], work, failure)
            return
        results = [error]
    yield from results
