"""How often the right parse is proposed, with a scripted paraphraser."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from nltk import Tree
from scripted_paraphraser import (
    PARSES,
    SOURCE_1,
    SOURCE_2,
    TARGET_1,
    TARGET_2,
    ScriptedParaphraser,
    scripted,
)
from typer.testing import CliRunner

import scpn.evaluation
from scpn.cli.evaluate import app
from scpn.errors import DataError
from scpn.evaluation import EvaluationPair
from scpn.evaluation.proposals import WRITERS, evaluate_proposals
from scpn.paraphraser import FormRequest, GenerationSettings, Paraphraser
from scpn.trees.reader import read_parse

PAIRS = [
    EvaluationPair(1, SOURCE_1.split(), TARGET_1.split()),
    EvaluationPair(2, SOURCE_2.split(), TARGET_2.split()),
]
OTHER = "(S(NP(NN))(VP(VBD))(.))"


class Proposing(ScriptedParaphraser):
    """Edits propose the right parse second, rules nothing, the others the right one first."""

    def propose_parses(
        self, requests: Sequence[FormRequest], *, settings: GenerationSettings
    ) -> list[list[Tree]]:
        assert settings.writers == "network"
        targets = {SOURCE_1: TARGET_1, SOURCE_2: TARGET_2}
        found = []
        for request in requests:
            right = read_parse(PARSES[targets[" ".join(request.words)]])
            found.append(
                {"edits": [read_parse(OTHER), right], "rules": []}.get(settings.proposers, [right])
            )
        return found


@pytest.fixture
def paraphraser() -> Proposing:
    known = scripted()
    return Proposing(known.by_parse, known.by_template)


def test_parses_are_counted_by_their_place(paraphraser: Proposing) -> None:
    outputs: list[dict[str, object]] = []
    evaluation = evaluate_proposals(paraphraser, PAIRS, on_output=outputs.append)
    counts = {row.proposer: (row.first, row.among, row.none) for row in evaluation.rows}
    assert counts == {
        "gold": (2, 2, 0),
        "all": (2, 2, 0),
        "network": (2, 2, 0),
        "edits": (0, 2, 0),
        "rules": (0, 0, 2),
        **dict.fromkeys(WRITERS, (None, None, None)),
    }
    # With re-ranking the scripted paraphraser writes every target.
    assert [row.exact for row in evaluation.rows] == [2] * 8
    assert len(outputs) == 16
    assert outputs[0]["target"] == outputs[0]["output"] == TARGET_1
    assert "pairs:2|parser:table 1" in str(evaluation.signature)


def test_nothing_to_evaluate_is_refused(paraphraser: Proposing) -> None:
    with pytest.raises(DataError, match="no pair to evaluate: 1 read, none usable"):
        evaluate_proposals(paraphraser, [EvaluationPair(1, ["zzz"], ["zzz"])])


def test_command_prints_a_row_for_each(
    paraphraser: Proposing, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Paraphraser, "from_pretrained", lambda *_, **__: paraphraser)
    monkeypatch.setattr(scpn.evaluation, "describe_model", lambda *_, **__: {"model": "scripted"})
    pairs, figures = tmp_path / "pairs.tsv", tmp_path / "figures.json"
    pairs.write_text(f"source\ttarget\n{SOURCE_1}\t{TARGET_1}\nzzz\tzzz\n")
    result = CliRunner().invoke(app, ["proposers", str(pairs), "--json", str(figures)])
    assert result.exit_code == 0, result.output
    report = json.loads(figures.read_text())
    assert [row["proposer"] for row in report["rows"]] == [
        "gold", "all", "network", "edits", "rules", *WRITERS,
    ]  # fmt: skip
    assert report["rows"][3]["among"] == 1
    assert report["skipped"] == [{"line": 3, "reason": "source: no parse"}]
    assert "left out" in result.stderr
    for title in ("parse first", "exact words", "gold", "edits"):
        assert title in result.stdout
