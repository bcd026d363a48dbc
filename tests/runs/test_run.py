import itertools
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from scpn.errors import DataError, UsageError
from scpn.fileio import write_atomically
from scpn.runs import ItemResult, Items, PartialOutput, Progress, ResumableRun, RunCounts, Workers

CHUNK = 4


def items_of(texts: Iterable[str]) -> Items[str]:
    return Items(
        texts,
        name="in.txt",
        noun="word",
        content=str,
        where=lambda text: f"word {text!r}",
        count=lambda: 10,
    )


def in_capitals(batch: list[str]) -> list[ItemResult]:
    """One record an item, which tells its batch too; "x" fails."""
    return [
        ItemResult(error="is an x")
        if text == "x"
        else ItemResult([{"word": text.upper(), "batch": len(batch)}])
        for text in batch
    ]


def work(batches: Iterator[list[str]]) -> Iterator[list[ItemResult]]:
    return map(in_capitals, batches)


def write_lines(path: Path, records: Iterable[dict[str, Any]]) -> None:
    with write_atomically(path) as stream:
        stream.writelines(json.dumps(record) + "\n" for record in records)


def run(
    texts: Iterable[str],
    target: Path | None = None,
    *,
    doing: Callable[[Iterator[list[str]]], Iterable[Iterable[ItemResult]]] = work,
    resume: bool = False,
    batch_size: int | None = 3,
    on_progress: Callable[[Progress], None] | None = None,
    on_problem: Callable[[str], None] | None = None,
    **hooks: Any,
) -> RunCounts:
    output = PartialOutput.of(target, {}, chunk_size=CHUNK, resume=resume, overwrite=False)
    whole = ResumableRun(
        items_of(texts),
        chunk_size=CHUNK,
        output=output,
        stage="shouting",
        on_progress=on_progress,
        on_problem=on_problem,
    )
    with whole:
        whole.go(doing, batch_size=batch_size, **hooks)
        whole.finish(write_lines)
    return whole.counts


def stopping_at(text: str) -> Callable[[Iterator[list[str]]], Iterator[list[ItemResult]]]:
    def stop(batches: Iterator[list[str]]) -> Iterator[list[ItemResult]]:
        for batch in batches:
            if text in batch:
                raise KeyboardInterrupt
            yield in_capitals(batch)

    return stop


def test_results_in_order_and_no_batch_across_chunks(tmp_path: Path) -> None:
    counts = run("abcdexg", tmp_path / "out.jsonl")
    found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [(record["word"], record["batch"]) for record in found] == [
        *[("A", 3), ("B", 3), ("C", 3), ("D", 1)],
        *[("E", 3), ("G", 3)],
    ]
    assert counts == RunCounts(done=7, skipped=0, failed=1, records=6)
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


def test_without_an_output_each_result_is_handed_on_as_it_comes() -> None:
    seen: list[str] = []

    def one_by_one(batches: Iterator[list[str]]) -> Iterator[Iterator[ItemResult]]:
        for batch in batches:
            yield (ItemResult([{"seen": "".join(seen)}]) for _ in batch)

    found: list[str] = []

    def take(item: str, result: ItemResult) -> None:
        found.append(result.records[0]["seen"])
        seen.append(item)

    run("abcde", doing=one_by_one, on_result=take)
    assert found == ["", "a", "ab", "abc", "abcd"]


def test_continued_is_as_if_never_stopped(tmp_path: Path) -> None:
    texts = "abxdefghij"
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    seen: dict[Path, list[Any]] = {whole: [], cut: []}
    problems: dict[Path, list[str]] = {whole: [], cut: []}

    def options(path: Path) -> dict[str, Any]:
        return {
            "on_result": lambda item, result: seen[path].append((item, result)),
            "on_problem": problems[path].append,
        }

    run(texts, whole, **options(whole))
    with pytest.raises(KeyboardInterrupt) as caught:
        run(texts, cut, doing=stopping_at("i"))
    assert f"what is done is kept in {cut}.partial" in caught.value.__notes__[0]
    learned: list[str] = []
    counts = run(
        texts,
        cut,
        resume=True,
        on_earlier=lambda item, result: learned.append(f"{item}{len(result.records)}"),
        **options(cut),
    )
    assert cut.read_bytes() == whole.read_bytes()
    assert seen[cut] == seen[whole]
    assert problems[cut] == problems[whole] == ["word 'x': is an x"]
    assert learned == ["a1", "b1", "x0", "d1", "e1", "f1", "g1", "h1"]
    assert counts == RunCounts(done=10, skipped=8, failed=1, records=9)


def test_other_items_cannot_be_continued(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    with pytest.raises(KeyboardInterrupt):
        run("abcdefghi", target, doing=stopping_at("i"))
    before = target.with_name("out.jsonl.partial").read_bytes()
    with pytest.raises(UsageError, match="cannot be continued: word 'X' is another word than befo"):
        run("abXdefghi", target, resume=True)
    with pytest.raises(UsageError, match=r"it has 8 words done, but in\.txt has only 7; give the"):
        run("abcdefg", target, resume=True)
    assert target.with_name("out.jsonl.partial").read_bytes() == before


def test_progress(tmp_path: Path) -> None:
    target, events = tmp_path / "out.jsonl", list[Progress]()
    with pytest.raises(KeyboardInterrupt):
        run("abcdef", target, doing=stopping_at("f"))
    run("abcdef", target, resume=True, on_progress=events.append, note=lambda: "loud")
    assert [(event.done, event.skipped) for event in events] == [
        *[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4)],
        *[(5, 4), (6, 4)],
    ]
    assert events[-1] == Progress("shouting", 6, 10, 4, "loud", "words")


def test_input_is_counted_only_for_those_who_want_to_know() -> None:
    def count() -> int:
        raise AssertionError("nobody has asked")

    items = Items("ab", "in.txt", "word", str, str, count)
    with ResumableRun(items, chunk_size=2) as whole:
        assert whole.go(work).done == 2


def test_no_more_is_read_than_a_chunk() -> None:
    read: list[int] = []

    def numbers() -> Iterator[str]:
        for number in range(3 * CHUNK):
            read.append(number)
            yield str(number)

    seen: list[int] = []

    def watch(batches: Iterator[list[str]]) -> Iterator[list[ItemResult]]:
        for batch in batches:
            seen.append(len(read))
            yield in_capitals(batch)

    run(numbers(), doing=watch, batch_size=2)
    assert seen == [4, 4, 8, 8, 12, 12]


def test_empty_input_opens_no_output(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"in\.txt: has no word; give at least one"):
        run("", tmp_path / "out.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_work_may_read_ahead(tmp_path: Path) -> None:
    """As worker processes do."""

    def ahead(batches: Iterator[list[str]]) -> Iterator[list[ItemResult]]:
        return map(in_capitals, itertools.chain.from_iterable([list(batches)]))

    run("abcdefg", tmp_path / "ahead.jsonl", doing=ahead)
    run("abcdefg", tmp_path / "out.jsonl")
    assert (tmp_path / "ahead.jsonl").read_bytes() == (tmp_path / "out.jsonl").read_bytes()


def load_nothing() -> None:
    pass


def in_capitals_by_worker(_: None, batch: list[str]) -> list[ItemResult]:
    return in_capitals(batch)


@pytest.mark.slow
def test_work_of_worker_processes(tmp_path: Path) -> None:
    with Workers(load_nothing, in_capitals_by_worker, 2) as workers:
        run("abcdefghijk", tmp_path / "two.jsonl", doing=workers.map)
    run("abcdefghijk", tmp_path / "one.jsonl")
    assert (tmp_path / "two.jsonl").read_bytes() == (tmp_path / "one.jsonl").read_bytes()
