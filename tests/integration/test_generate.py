"""`scpn generate` from start to end, with real models."""

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sample_sentences import SENTENCES

if TYPE_CHECKING:
    from conftest import RunScpn

    from scpn import Paraphraser

pytestmark = pytest.mark.slow

PLAIN, MOVED = "(S(NP)(VP)(.))", "(S(PP)(,)(NP)(VP)(.))"
FORMS = ["-t", PLAIN, "-t", MOVED]
FIELDS = {
    "source": str, "template": str, "target_parse": str, "paraphrase": str, "parse": str,
    "template_match": bool, "score": float | None, "ngram_overlap": float, "similarity": float,
    "accepted": bool, "rejected_because": list, "by": str,
    "same": float | None, "english": float | None, "quality": float | None,
}  # fmt: skip

CLOSE = ("score", "same", "english", "quality")


def read_records(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def assert_same(found: list[dict[str, Any]], expected: list[dict[str, Any]]) -> None:
    """The same records but for the last digits of the score."""
    close = [
        record | {name: record[name] and pytest.approx(record[name], abs=2e-3) for name in CLOSE}
        for record in expected
    ]
    assert found == close


@pytest.fixture(scope="module")
def expected(paraphraser: "Paraphraser") -> list[dict[str, Any]]:
    """What Python gives for the first six sentences, rejected paraphrases included."""
    found = paraphraser.paraphrase(SENTENCES[:6], templates=[PLAIN, MOVED])
    return [paraphrase.to_dict() for results in found for paraphrase in results]


def test_arguments_become_json_lines(run_scpn: "RunScpn", expected: list[dict[str, Any]]) -> None:
    result = run_scpn("generate", *SENTENCES[:6], *FORMS, "--show-rejected")
    records = read_records(result.stdout)
    assert [(r["source"], r["template"]) for r in records] == [
        (sentence, template) for sentence in SENTENCES[:6] for template in (PLAIN, MOVED)
    ]
    for record in records:
        assert list(record) == list(FIELDS)
        assert all(isinstance(value, FIELDS[name]) for name, value in record.items())
        assert record["accepted"] == (record["rejected_because"] == [])
        assert 0 <= record["ngram_overlap"] <= 1
        assert (record["by"] == "network") == (record["score"] is not None)
        assert record["score"] is None or record["score"] < 0
    assert_same(records, expected)
    assert result.stderr == ""


def test_a_table_becomes_a_file(
    tmp_path: Path, run_scpn: "RunScpn", expected: list[dict[str, Any]]
) -> None:
    source, output = tmp_path / "reviews.tsv", tmp_path / "out.jsonl"
    rows = [["id", "body"], *([str(n), text] for n, text in enumerate(SENTENCES[:6]))]
    source.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    options = ["-i", source, "--column", "body", *FORMS, "--show-rejected"]
    result = run_scpn("generate", *options, "-o", output)
    assert result.stdout == ""
    assert "12 paraphrases of 6 sentences" in result.stderr
    assert_same(read_records(output.read_text(encoding="utf-8")), expected)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.jsonl", "reviews.tsv"]


def test_standard_input_becomes_a_table(
    tmp_path: Path, run_scpn: "RunScpn", expected: list[dict[str, Any]]
) -> None:
    output = tmp_path / "out.tsv"
    text = "\n".join(SENTENCES[:6])
    run_scpn("generate", "-", *FORMS, "--show-rejected", "-o", output, input=text)
    with output.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    assert list(rows[0]) == list(FIELDS)
    assert [row["paraphrase"] for row in rows] == [record["paraphrase"] for record in expected]


def test_accepted_ones_or_the_best_rejected_one_are_shown(
    run_scpn: "RunScpn", expected: list[dict[str, Any]]
) -> None:
    records = read_records(run_scpn("generate", *SENTENCES[:6], *FORMS).stdout)
    for sentence in SENTENCES[:6]:
        accepted = [r for r in expected if r["source"] == sentence and r["accepted"]]
        shown = [record for record in records if record["source"] == sentence]
        if accepted:
            assert_same(shown, accepted)
        else:
            assert [record["accepted"] for record in shown] == [False]


def test_a_parse_and_an_exemplar(run_scpn: "RunScpn", paraphraser: "Paraphraser") -> None:
    parse = "(S(PP(IN)(NP(NNP)))(,)(NP(PRP))(VP(VBD)(PP(IN)(NP(NNP))))(.))"
    exemplar = "When it rains, I read."
    target = str(paraphraser.control_of_exemplar(exemplar).target)
    result = run_scpn(
        "generate", SENTENCES[0], "--parse", parse, "--exemplar", exemplar, "--show-rejected"
    )
    by_parse, by_exemplar = read_records(result.stdout)
    assert (by_parse["template"], by_parse["target_parse"]) == (MOVED, parse)
    assert by_exemplar["template"] == target


def test_a_template_set_on_tokens(run_scpn: "RunScpn", paraphraser: "Paraphraser") -> None:
    from scpn.paraphraser import GenerationSettings
    from scpn.templates import load_template_set

    templates = load_template_set("scpn-2018").templates
    source = "The old dog did n't bark , but ( as always ) it followed us ."
    result = run_scpn(
        "generate", source, "--templates", "scpn-2018", "--tokenized", "--show-rejected"
    )
    records = read_records(result.stdout)
    assert [record["template"] for record in records] == [str(t) for t in templates]
    settings = GenerationSettings(tokenized=True)
    found = paraphraser.paraphrase([source], templates=templates, settings=settings)[0]
    assert_same(records, [paraphrase.to_dict() for paraphrase in found])


def test_samples_can_be_reproduced_in_any_batches(run_scpn: "RunScpn") -> None:
    options = [*SENTENCES[:3], *FORMS, "--sample", "--num-return", 2, "--show-rejected"]
    first = read_records(run_scpn("generate", *options, "--seed", 5).stdout)
    again = read_records(run_scpn("generate", *options, "--seed", 5, "--batch-size", 2).stdout)
    other = read_records(run_scpn("generate", *options, "--seed", 6).stdout)
    assert_same(again, first)
    assert [r["paraphrase"] for r in other] != [r["paraphrase"] for r in first]


def test_num_return_gives_distinct_paraphrases(run_scpn: "RunScpn") -> None:
    result = run_scpn("generate", SENTENCES[1], "-t", PLAIN, "--num-return", 5, "--show-rejected")
    texts = [record["paraphrase"] for record in read_records(result.stdout)]
    assert len(texts) == 5 == len(set(texts))
