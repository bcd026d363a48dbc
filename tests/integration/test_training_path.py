"""From pairs of sentences to a model folder that paraphrases, by commands alone."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sample_sentences import PAIRS, SENTENCES

if TYPE_CHECKING:
    from conftest import RunScpn

pytestmark = pytest.mark.slow

TINY = [
    "network.recurrent.embedding_size=16",
    "network.recurrent.encoder_size=16",
    "network.recurrent.control_embedding_size=8",
    "network.recurrent.control_size=8",
    "network.recurrent.decoder_size=16",
    "corpus.vocabulary_size=320",
    "corpus.keep_same_parse=1",
    "corpus.keep_same_template=1",
    "trainer.steps=6",
    "trainer.evaluate_every=3",
    "trainer.warmup_steps=2",
    "batch_tokens=300",
]


def test_labeled_trained_assembled_generated(
    tmp_path: Path, run_scpn: "RunScpn", model_folder: Path
) -> None:
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("source\ttarget\n" + "".join(f"{a}\t{b}\n" for a, b in PAIRS))
    labeled, packed = tmp_path / "labeled", tmp_path / "packed"
    rules = ["--max-trigram-overlap", 1, "--min-unigram-f1", 0, "--min-tokens", 1]
    run_scpn("label", f"ours={pairs}", "-o", labeled, "--dev", 5, *rules)
    card = (labeled / "card.md").read_text(encoding="utf-8")
    assert "ours" in card
    for role in ("parse-generator", "paraphraser"):
        run_scpn(
            "train", role, "--pairs", labeled, "--packed", packed,
            "-o", tmp_path / role, "--cpu", *TINY,
        )  # fmt: skip
        assert (tmp_path / role / "model.safetensors").is_file()
    model = tmp_path / "model"
    run_scpn(
        "train", "assemble", "--parser", model_folder / "parser",
        "--parse-generator", tmp_path / "parse-generator",
        "--paraphraser", tmp_path / "paraphraser", "-o", model,
    )  # fmt: skip
    parse = "(S(NP(PRP))(VP(VBD))(.))"
    # A network after six updates may find no way through a long parse; through this one it does.
    result = run_scpn(
        "generate", *SENTENCES[:2], "--parse", parse, "-t", "(S(NP)(VP)(.))", "--model", model,
        "--show-rejected", "--beam", 2, "--rerank", 2,
    )  # fmt: skip
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert {record["source"] for record in records} == set(SENTENCES[:2])
    assert sum(record["target_parse"] == parse for record in records) == 2
    assert all(record["template"] == "(S(NP)(VP)(.))" for record in records)
