"""Work spread over processes: each loads its tool once, results come back in order."""

import multiprocessing
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

from scpn.errors import ScpnError, UsageError

Tool = TypeVar("Tool")
Item = TypeVar("Item")
Result = TypeVar("Result")

_ITEMS_PER_WORKER = 3  # on their way at a time, so that memory stays bounded and nobody waits


class Workers(Generic[Item, Result]):
    """Applies a function to items, in processes of its own or, if there is to be one, in this one.

    Args:
        load: Makes the tool that the function needs. Every process calls it with its first item,
            so errors of loading reach the caller.
        work: Called with the tool and an item. For more than one process this, `load`, the items
            and the results must be picklable.
        number: Processes.
        advice: Ends the message if a process dies.

    Raises:
        UsageError: `number` is less than 1.
    """

    def __init__(
        self,
        load: Callable[[], Tool],
        work: Callable[[Tool, Item], Result],
        number: int,
        *,
        advice: str = "run again with fewer --workers",
    ) -> None:
        if number < 1:
            raise UsageError(f"the number of workers is {number}; it must be at least 1")
        self.number = number
        self._worker = _Worker(load, work)
        self._advice = advice
        self._pool: ProcessPoolExecutor | None = None
        self._num_submitted = 0
        # Processes end when the other end of the pipe is closed, or this process is gone.
        self._ending, self._lifeline = multiprocessing.Pipe(duplex=False)

    def __enter__(self) -> "Workers[Item, Result]":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """End the processes: at once after Ctrl-C, else once they have done what they are at."""
        if kind is not None and not issubclass(kind, Exception):
            self._lifeline.close()
        self.close()

    def map(self, items: Iterable[Item]) -> Iterator[Result]:
        """Results in the order of the items, which are read a few ahead.

        Raises:
            ScpnError: A process died, perhaps for lack of memory.
        """
        if self.number == 1:
            yield from map(self._worker, items)
            return
        waiting: deque[Future[Result]] = deque()
        source, failure = iter(items), None
        try:
            while True:
                try:
                    item = next(source)
                except StopIteration:
                    break
                except Exception as error:  # what was read before is done first, as by one process
                    failure = error
                    break
                waiting.append(self._submit(item))
                while len(waiting) > _ITEMS_PER_WORKER * self.number:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
            if failure is not None:
                raise failure
        except BrokenProcessPool as error:
            raise ScpnError(
                f"a worker process died, perhaps for lack of memory; {self._advice}"
            ) from error
        finally:
            for future in waiting:
                future.cancel()

    def close(self) -> None:
        """End the processes, once they have done what they are at; there can be no more work."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
        self._lifeline.close()
        self._ending.close()

    def _submit(self, item: Item) -> "Future[Result]":
        """Hand over an item; the first ones start a process each, which Ctrl-C must not reach."""
        pool = self._started_pool()
        before = signal.getsignal(signal.SIGINT)  # None if it is not Python's
        is_main = threading.current_thread() is threading.main_thread()
        if self._num_submitted >= self.number or not is_main or before is None:
            return pool.submit(_work, item)
        self._num_submitted += 1
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # which the process inherits
        try:
            return pool.submit(_work, item)
        finally:
            signal.signal(signal.SIGINT, before)

    def _started_pool(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.number,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_start_process,
                initargs=(self._worker, self._ending),
            )
        return self._pool


class _Worker(Generic[Tool, Item, Result]):
    """A function and its tool, which is loaded when the first item comes."""

    def __init__(self, load: Callable[[], Tool], work: Callable[[Tool, Item], Result]) -> None:
        self._load, self._work = load, work
        self._tools: list[Tool] = []  # one, once it is loaded

    def __call__(self, item: Item) -> Result:
        if not self._tools:
            self._tools.append(self._load())
        return self._work(self._tools[0], item)


_worker: _Worker[Any, Any, Any] | None = None  # of this process


def _start_process(worker: _Worker[Any, Any, Any], ending: Connection) -> None:
    """Note what to do, leave Ctrl-C to the parent, and end when the parent says so or is gone."""
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def follow() -> None:
        with suppress(EOFError, OSError):
            ending.recv()  # nothing is ever sent
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
    _worker = worker


def _work(item: Any) -> Any:
    if _worker is None:
        raise RuntimeError("the worker process was not started by _start_process")
    try:
        return _worker(item)
    except Exception as error:
        raise _that_travels(error) from error


def _that_travels(error: Exception) -> Exception:
    """The error itself if the parent can read it; else its message, for it would break the pool."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return ScpnError(f"{type(error).__name__}: {error}")
    return error
