import csv
import io
import sys
from pathlib import Path

import pytest
from rich.console import Console

from scpn.cli.outputs import (
    RecordStream,
    ResultTable,
    check_suffix,
    choose,
    write_jsonl,
    write_tsv,
)
from scpn.errors import DataError, UsageError
from scpn.paraphraser import Paraphrase


def paraphrase(
    text: str, *, score: float = -1.0, match: bool = True, reasons: str = ""
) -> Paraphrase:
    because = reasons.split(",") if reasons else []
    return Paraphrase(
        source="She left.",
        template="(S(NP)(VP)(.))",
        target_parse="(S(NP(PRP))(VP(VBD))(.))",
        paraphrase=text,
        parse="(S(NP(PRP))(VP(VBD))(.))",
        template_match=match,
        score=score,
        ngram_overlap=0.5,
        similarity=None,
        accepted=not because,
        rejected_because=because,
    )


def test_choose_takes_the_accepted_ones() -> None:
    good, bad = paraphrase("a"), paraphrase("b", reasons="x", score=0)
    assert choose([bad, good]) == [good]
    assert choose([]) == []


def test_choose_takes_the_best_rejected_one() -> None:
    candidates = [
        paraphrase("two reasons", reasons="x,y", score=0),
        paraphrase("no match", reasons="x", score=0, match=False),
        paraphrase("worse", reasons="x", score=-2),
        paraphrase("best", reasons="x", score=-1),
    ]
    assert [p.paraphrase for p in choose(candidates)] == ["best"]


def test_tsv_round_trip() -> None:
    stream = io.StringIO()
    records = [
        paraphrase('"Yes,"\tshe\nsaid', reasons="x,y").to_dict(),
        paraphrase("b", score=-0.25).to_dict(),
    ]
    write_tsv(records, stream)
    rows = list(csv.DictReader(io.StringIO(stream.getvalue()), delimiter="\t"))
    assert len(stream.getvalue().splitlines()) == 3
    assert list(rows[0]) == list(records[0])
    assert rows[0]["paraphrase"] == '"Yes," she said'
    assert rows[0]["rejected_because"] == "x; y"
    assert (rows[0]["accepted"], rows[1]["accepted"]) == ("false", "true")
    assert (rows[1]["similarity"], rows[1]["score"]) == ("", "-0.25")


def test_jsonl_keeps_characters() -> None:
    stream = io.StringIO()
    write_jsonl([{"a": "é\u2028\n"}], stream)
    assert stream.getvalue() == '{"a": "é\u2028\\n"}\n'


@pytest.mark.parametrize("name", ["out.json", "out", "out.tsv.gz"])
def test_suffix(name: str) -> None:
    with pytest.raises(UsageError, match=r"must end in \.jsonl or \.tsv"):
        check_suffix(Path(name))


def test_table_shows_verdicts_and_leaves_markup_alone() -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=100, force_terminal=False)
    records = [paraphrase("[b]Left[/b] she.").to_dict(), paraphrase("c", reasons="x,y").to_dict()]
    ResultTable(console).write("[i]She left.", records)
    lines = stream.getvalue().splitlines()
    assert lines[0] == "[i]She left."
    assert "✓  [b]Left[/b] she." in lines[2]
    assert "(S(NP)(VP)(.))" in lines[2]
    assert "✗  c" in lines[3]
    assert "rejected: x; y" in lines[4]


def test_table_says_so_if_nothing_is_valid() -> None:
    stream = io.StringIO()
    console = Console(file=stream, width=100, force_terminal=False)
    ResultTable(console).write("She left.", [paraphrase("c", reasons="x").to_dict()])
    lines = stream.getvalue().splitlines()
    assert lines[1].strip() == "no valid paraphrase; best rejected:"
    assert "✗  c" in lines[3]


def test_full_standard_output_is_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.StringIO):
        def flush(self) -> None:
            raise OSError(28, "No space left on device")

        def fileno(self) -> int:
            return spare.fileno()

    with Path("/dev/null").open("w") as spare:
        monkeypatch.setattr(sys, "stdout", Full())
        with pytest.raises(DataError, match=r"standard output: cannot be written .No space left"):
            RecordStream().write("a", [{"a": 1}])
