import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

from scpn.errors import ModelError, ScpnError, TreeSyntaxError, UsageError
from scpn.runs.workers import Workers


def load() -> list[int]:
    """A tool that counts what it was used for."""
    return []


def refuse() -> list[int]:
    raise ModelError("no such model")


def square(tool: list[int], item: int) -> tuple[int, int, int]:
    tool.append(item)
    time.sleep(0.05 if item == 0 else 0)  # the first one ends last
    return item * item, len(tool), os.getpid()


def die(tool: list[int], item: int) -> int:
    os._exit(3)


def sleep(tool: list[int], item: int) -> int:
    time.sleep(item)
    return item


def interrupt(results: Iterator[int]) -> None:
    next(results)
    raise KeyboardInterrupt


def fail_to_read(tool: list[int], item: int) -> int:
    raise TreeSyntaxError("no bracket", position=3)


def fail_on_two(tool: list[int], item: int) -> int:
    if item == 2:
        raise ModelError("two is too many")
    return item


@pytest.mark.parametrize("number", [1, 2])
def test_results_come_in_order_and_tools_stay(number: int) -> None:
    with Workers(load, square, number) as workers:
        results = list(workers.map(range(20))) + list(workers.map(range(20, 24)))
    assert [result[0] for result in results] == [item * item for item in range(24)]
    processes = {result[2] for result in results}
    assert len(processes) <= number
    assert (os.getpid() in processes) == (number == 1)
    # Each process loaded one tool and kept it: what its tool saw last is all that it did.
    uses = {pid: max(r[1] for r in results if r[2] == pid) for pid in processes}
    assert sum(uses.values()) == 24


@pytest.mark.parametrize(("number", "ahead"), [(1, 1), (2, 7)])
def test_items_are_read_a_few_ahead(number: int, ahead: int) -> None:
    read = []

    def items() -> Iterator[int]:
        for item in range(100):
            read.append(item)
            yield item

    with Workers(load, square, number) as workers:
        results = workers.map(items())
        assert next(results)[0] == 0
        assert len(read) == ahead


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize(
    ("tool", "message"), [(refuse, "no such model"), (load, "two is too many")]
)
def test_errors_reach_the_caller(number: int, tool: Callable[[], list[int]], message: str) -> None:
    with Workers(tool, fail_on_two, number) as workers, pytest.raises(ModelError, match=message):
        list(workers.map(range(5)))


@pytest.mark.parametrize("number", [1, 2])
def test_items_before_a_bad_one_are_done(number: int) -> None:
    def items() -> Iterator[int]:
        yield from range(3)
        raise ModelError("the file is damaged")

    with Workers(load, square, number) as workers:
        found = workers.map(items())
        assert [next(found)[0] for _ in range(3)] == [0, 1, 4]
        with pytest.raises(ModelError, match="is damaged"):
            next(found)


def test_error_that_cannot_be_pickled_gives_its_message() -> None:
    with Workers(load, fail_to_read, 2) as workers:
        for _ in range(2):  # the processes outlive it
            with pytest.raises(ScpnError, match=r"TreeSyntaxError: no bracket \(at character 4\)"):
                list(workers.map([1]))


def test_process_that_dies_is_an_error_of_ours() -> None:
    with (
        Workers(load, die, 2, advice="give fewer") as workers,
        pytest.raises(ScpnError, match=r"a worker process died, .*; give fewer"),
    ):
        list(workers.map([1]))


def test_what_is_at_work_when_something_fails_is_not_waited_for() -> None:
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt), Workers(load, sleep, 2) as workers:
        interrupt(workers.map([0, 0, 0, 0, 0, 0, 100, 100, 100]))
    assert time.monotonic() - start < 30
    assert multiprocessing.active_children() == []


def test_processes_end_with_their_parent() -> None:
    """Also if it is killed; the processes hold its output open as long as they live."""
    code = (
        "import os, signal, test_workers as t\n"
        "if __name__ == '__main__':\n"
        "    with t.Workers(t.load, t.sleep, 2) as workers:\n"
        "        next(workers.map([0, 0, 0, 0, 0, 0, 100, 100]))\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, timeout=30, check=False
    )
    assert done.returncode == -signal.SIGKILL


def test_nothing_starts_before_the_first_item() -> None:
    with Workers(refuse, die, 2) as workers:
        assert list(workers.map([])) == []
        assert multiprocessing.active_children() == []


def test_results_that_nobody_waits_for_are_given_up() -> None:
    with Workers(load, square, 2) as workers:
        results = workers.map(range(1000))
        next(results)
        results.close()  # type: ignore[attr-defined]
        assert [result[0] for result in workers.map([3])] == [9]


@pytest.mark.parametrize("number", [0, -1])
def test_too_few_workers(number: int) -> None:
    with pytest.raises(UsageError, match=f"number of workers is {number}; it must be at least 1"):
        Workers(partial(load), square, number)
