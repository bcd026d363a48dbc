import io
from pathlib import Path

import pytest

from scpn.errors import DataError, UsageError
from scpn.runs.header import check_same_run, header_of, read_header, read_json_line

RUN = {"model": "m", "options": {"beam": 4, "seed": None}, "names": ["a", "b"]}
WHERE = Path("out.partial")


def stream_of(text: str) -> io.BytesIO:
    return io.BytesIO(text.encode())


def header_line(kind: str = "things") -> str:
    import json

    return json.dumps(header_of(kind, RUN)) + "\n"


def test_header_is_read_back_and_the_stream_stands_behind_it() -> None:
    stream = stream_of(header_line() + '{"a": 1}\n')
    assert read_header("things", stream, RUN, WHERE)
    assert read_json_line(stream) == {"a": 1}


def test_tuples_are_the_lists_that_json_makes_of_them() -> None:
    assert read_header("things", stream_of(header_line()), {**RUN, "names": ("a", "b")}, WHERE)


@pytest.mark.parametrize("text", ["", header_line()[:-1], '{"things"'])
def test_no_header_or_a_torn_one_is_no_error(text: str) -> None:
    assert not read_header("things", stream_of(text), RUN, WHERE)


@pytest.mark.parametrize("text", ["A letter.\n", "[1]\n", "{}\n", header_line("others")])
def test_another_file_is_refused(text: str) -> None:
    with pytest.raises(DataError, match=r"out\.partial: is no unfinished run"):
        read_header("things", stream_of(text), RUN, WHERE)


def test_each_kind_of_difference_is_named() -> None:
    other = {"model": "m", "options": {"beam": 5, "seed": None}, "names": ["a", "b"]}
    with pytest.raises(UsageError, match=r"options\.beam was 4, now it is 5; give the same, or st"):
        read_header("things", stream_of(header_line()), other, WHERE)
    fewer = {name: value for name, value in RUN.items() if name != "names"}
    with pytest.raises(UsageError, match=r'names was \["a", "b"\], now it is none; .* or go away'):
        check_same_run(RUN, fewer, WHERE, way_out="go away")
    with pytest.raises(UsageError, match="names was none, now it is"):
        check_same_run(fewer, RUN, WHERE, way_out="go away")


def test_long_values_are_cut() -> None:
    with pytest.raises(UsageError) as caught:
        check_same_run({"text": "x" * 100}, {"text": "y"}, WHERE, way_out="go away")
    assert f'text was "{"x" * 56}..., now it is "y"' in str(caught.value)


@pytest.mark.parametrize("text", ["", '{"a": 1', "[1]\n", "no\n"])
def test_a_line_that_is_torn_or_damaged_ends_the_file(text: str) -> None:
    assert read_json_line(stream_of(text)) is None
