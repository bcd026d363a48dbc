"""A batch with the real models: order, errors, cancelling, files."""

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING

from scpn.app.batch_run import BatchRun
from scpn.data.sentences import Sentence
from scpn.paraphraser import Control, GenerationSettings

if TYPE_CHECKING:
    from scpn import Paraphraser

SETTINGS = GenerationSettings(beam=2, rerank=1)
FORM = "(S(PP)(,)(NP)(VP)(.))"
TEXTS = [f"We met {name} in Rome." for name in ("her", "him", "them", "Ann", "Tom")]
SENTENCES = [Sentence(text, f"a.txt:{row}") for row, text in enumerate(TEXTS, start=1)]


def collect(paraphraser: "Paraphraser") -> BatchRun:
    return BatchRun(
        paraphraser, [Control.of_template(FORM)], SETTINGS, keep_rejected=True
    )  # fmt: skip


def test_results_are_those_of_the_paraphraser(paraphraser: "Paraphraser", tmp_path: Path) -> None:
    broken = Sentence("", "a.txt:6", error="the sentence is empty")
    collection = collect(paraphraser)
    *_, progress = collection.run([SENTENCES[0], broken, *SENTENCES[1:]])
    assert (progress.done, progress.written, progress.failed) == (6, 5, 1)
    assert progress.errors == ["sentence 2: the sentence is empty"]
    jsonl, table = collection.save(tmp_path)
    records = [json.loads(line) for line in jsonl.read_text(encoding="utf-8").splitlines()]
    expected = paraphraser.paraphrase(TEXTS, templates=[FORM], settings=SETTINGS)
    assert [record["row"] for record in records] == [1, 3, 4, 5, 6]
    assert [record["paraphrase"] for record in records] == [
        found.paraphrase for (found,) in expected
    ]
    with table.open(encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [row["paraphrase"] for row in rows] == [record["paraphrase"] for record in records]


def test_cancelled_batch_keeps_what_is_done(paraphraser: "Paraphraser", tmp_path: Path) -> None:
    collection = collect(paraphraser)
    run = collection.run(SENTENCES * 4)
    first = next(run)
    done = first.done
    collection.cancel()
    *_, last = run
    assert last.stopped
    assert last.done == done < 20
    jsonl, _ = collection.save(tmp_path)
    assert len(jsonl.read_text(encoding="utf-8").splitlines()) == last.written == done
