import csv
import io
from pathlib import Path

import pytest

from scpn.data.result_files import check_suffix, write_jsonl, write_tsv
from scpn.errors import UsageError


def test_tsv_round_trip() -> None:
    stream = io.StringIO()
    records = [
        {"text": '"Yes,"\tshe\nsaid', "good": False, "figure": None, "reasons": ["x", "y"]},
        {"text": "b", "good": True, "figure": -0.25, "reasons": []},
    ]
    write_tsv(records, stream)
    rows = list(csv.DictReader(io.StringIO(stream.getvalue()), delimiter="\t"))
    assert len(stream.getvalue().splitlines()) == 3
    assert list(rows[0]) == list(records[0])
    assert rows[0]["text"] == '"Yes," she said'
    assert rows[0]["reasons"] == "x; y"
    assert (rows[0]["good"], rows[1]["good"]) == ("false", "true")
    assert (rows[0]["figure"], rows[1]["figure"]) == ("", "-0.25")


def test_jsonl_keeps_characters() -> None:
    stream = io.StringIO()
    write_jsonl([{"a": "é\u2028\n"}], stream)
    assert stream.getvalue() == '{"a": "é\u2028\\n"}\n'


@pytest.mark.parametrize("name", ["out.json", "out", "out.tsv.gz"])
def test_suffix(name: str) -> None:
    with pytest.raises(UsageError, match=r"must end in \.jsonl or \.tsv"):
        check_suffix(Path(name))
