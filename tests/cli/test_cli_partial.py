import json
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

import pytest

from scpn.cli.partial import Outcome, PartialOutput, digest
from scpn.errors import DataError, UsageError
from scpn.tables.writing import json_line


def write_jsonl(records: Iterable[Any], stream: IO[str]) -> None:
    stream.writelines(map(json_line, records))


OPTIONS = {"beam": 4, "templates": ["(S(NP)(VP))"]}


def output(folder: Path, **options: Any) -> PartialOutput:
    return PartialOutput(folder / "out.jsonl", OPTIONS, chunk_size=2, **options)


def outcomes(*texts: str) -> list[Outcome]:
    return [Outcome(text, f"line {i}", [{"paraphrase": text}]) for i, text in enumerate(texts)]


def interrupted(folder: Path, *texts: str) -> Path:
    """Leave the partial file of a run that was killed after these sentences."""
    part = output(folder)
    part.__enter__()
    for outcome in outcomes(*texts):
        part.write(outcome)
    return part.path


def test_target_appears_at_the_end_only(tmp_path: Path) -> None:
    with output(tmp_path) as part:
        for outcome in outcomes("a", "é"):
            part.write(outcome)
        assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl.partial"]
        part.finish(write_jsonl)
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]
    assert part.target.read_text(encoding="utf-8") == '{"paraphrase": "a"}\n{"paraphrase": "é"}\n'


def test_resume_begins_at_a_whole_chunk(tmp_path: Path) -> None:
    interrupted(tmp_path, "a", "b", "c", "d", "e")
    with output(tmp_path, resume=True) as part:
        assert part.num_kept == 4
        assert [entry["digest"] for entry in part.replay()] == [digest(text) for text in "abcd"]
        part.write(*outcomes("e"))
        part.finish(write_jsonl)
    lines = part.target.read_text().splitlines()
    assert [json.loads(line)["paraphrase"] for line in lines] == list("abcde")


@pytest.mark.parametrize("tail", [b'{"digest": "0', b'{"digest": "0"\n', b"\xff\n", b"3\n"])
def test_torn_last_line_is_dropped(tmp_path: Path, tail: bytes) -> None:
    path = interrupted(tmp_path, "a", "b", "c")
    path.write_bytes(path.read_bytes() + tail)
    with output(tmp_path, resume=True) as part:
        assert part.num_kept == 2
        for outcome in outcomes("c", "d"):
            part.write(outcome)
        part.finish(write_jsonl)
    lines = part.target.read_text().splitlines()
    assert [json.loads(line)["paraphrase"] for line in lines] == list("abcd")


@pytest.mark.parametrize("content", [b"", b'{"partial": 1, "opt'])
def test_torn_header_is_a_new_start(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "out.jsonl.partial").write_bytes(content)
    with output(tmp_path, resume=True) as part:
        assert part.num_kept == 0
        part.write(*outcomes("a"))
        part.finish(write_jsonl)
    assert part.target.read_text() == '{"paraphrase": "a"}\n'


def test_resume_without_an_unfinished_run_starts_one(tmp_path: Path) -> None:
    with output(tmp_path, resume=True) as part:
        assert part.num_kept == 0
        part.finish(write_jsonl)


def test_resume_with_other_options(tmp_path: Path) -> None:
    path = interrupted(tmp_path, "a", "b")
    before = path.read_bytes()
    other = PartialOutput(tmp_path / "out.jsonl", {**OPTIONS, "beam": 8}, chunk_size=2, resume=True)
    with pytest.raises(UsageError, match="cannot be continued: beam was 4, now it is 8"):
        other.__enter__()
    assert path.read_bytes() == before


def test_partial_file_of_something_else(tmp_path: Path) -> None:
    (tmp_path / "out.jsonl.partial").write_text('{"text": "mine"}\n')
    with pytest.raises(DataError, match="is no unfinished run of this version"):
        output(tmp_path, resume=True).__enter__()
    assert (tmp_path / "out.jsonl.partial").read_text() == '{"text": "mine"}\n'


def test_existing_output_needs_overwrite(tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").write_text("old\n")
    for resume in (False, True):
        with pytest.raises(UsageError, match=r"exists already.*--overwrite"):
            output(tmp_path, resume=resume)
    with output(tmp_path, overwrite=True) as part:
        part.write(*outcomes("a"))
        assert (tmp_path / "out.jsonl").read_text() == "old\n"
        part.finish(write_jsonl)
    assert (tmp_path / "out.jsonl").read_text() == '{"paraphrase": "a"}\n'


def test_unfinished_run_is_not_lost_by_accident(tmp_path: Path) -> None:
    interrupted(tmp_path, "a", "b")
    with pytest.raises(UsageError, match="continue it with --resume, or start again with"):
        output(tmp_path)
    with output(tmp_path, overwrite=True) as part:
        assert part.num_kept == 0


def test_folder_as_output(tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").mkdir()
    with pytest.raises(UsageError, match="is a folder"):
        output(tmp_path, overwrite=True)


def test_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"the folder '.*nowhere' does not exist; create it first"):
        output(tmp_path / "nowhere").__enter__()


@pytest.mark.parametrize(("texts", "left"), [("a", []), ("ab", ["out.jsonl.partial"])])
def test_error_keeps_what_can_be_continued(tmp_path: Path, texts: str, left: list[str]) -> None:
    def run() -> None:
        with output(tmp_path) as part:
            for outcome in outcomes(*texts):
                part.write(outcome)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        run()
    assert [path.name for path in tmp_path.iterdir()] == left


def test_damage_in_the_middle_is_noticed(tmp_path: Path) -> None:
    with output(tmp_path) as part:
        for outcome in outcomes("a", "b"):
            part.write(outcome)
        lines = part.path.read_bytes().splitlines(keepends=True)
        part.path.write_bytes(lines[0] + lines[1])
        with pytest.raises(DataError, match="is damaged after 1 of 2 sentences"):
            part.finish(write_jsonl)
    assert not part.target.exists()


def test_discard_leaves_nothing(tmp_path: Path) -> None:
    with output(tmp_path) as part:
        part.write(*outcomes("a"))
        part.discard()
    assert list(tmp_path.iterdir()) == []
