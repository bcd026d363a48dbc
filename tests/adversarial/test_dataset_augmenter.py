import pickle
from pathlib import Path
from typing import Any

import pytest
from fake_attack import FORMS, FakeParaphraser

from scpn.adversarial.dataset import DatasetAugmenter
from scpn.errors import UsageError
from scpn.paraphraser import Paraphraser
from scpn.paraphraser.settings import GenerationSettings

BATCH = {"text": ["one a", "two long", "three b"], "label": [1, 0, 1], "note": ["x", None, "z"]}


@pytest.fixture(autouse=True)
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[FakeParaphraser]:
    made: list[FakeParaphraser] = []

    def load(*args: Any, **options: Any) -> FakeParaphraser:
        made.append(FakeParaphraser())
        return made[-1]

    monkeypatch.setattr(Paraphraser, "from_pretrained", load)
    return made


def build(**options: Any) -> DatasetAugmenter:
    return DatasetAugmenter(FORMS, settings=GenerationSettings(tokenized=True), **options)


def test_batch_grows_and_keeps_its_columns(loaded: list[FakeParaphraser]) -> None:
    augment = build(per_sentence=2)
    assert loaded == []
    grown = augment(BATCH)
    assert list(grown) == ["text", "label", "note", "source_id", "template", "similarity"]
    assert {len(values) for values in grown.values()} == {7}
    assert grown["label"] == [1, 1, 1, 0, 1, 1, 1]
    assert grown["note"] == ["x", "x", "x", None, "z", "z", "z"]
    assert [grown["text"][row] for row in (0, 3, 4)] == BATCH["text"]
    assert [row for row in range(7) if grown["template"][row] is None] == [0, 3, 4]
    assert all(text.startswith("one a ") for text in grown["text"][1:3])
    assert grown["similarity"] == [None, 0.9, 0.9, None, None, 0.9, 0.9]
    augment(BATCH)
    assert len(loaded) == 1


def test_batches_change_nothing() -> None:
    whole = build(per_sentence=2)(BATCH)
    parts = build(per_sentence=2)
    single = [parts({column: [values[k]] for column, values in BATCH.items()}) for k in range(3)]
    assert whole == {column: [v for part in single for v in part[column]] for column in whole}


def test_source_ids() -> None:
    numbered = build()(BATCH, [10, 11, 12])["source_id"]
    assert numbered == ["10", "10", "11", "12", "12"]
    keyed = build(id_column="note")(BATCH | {"note": ["x", "y", "z"]})
    assert keyed["source_id"] == ["x", "x", "y", "z", "z"]
    assert keyed["note"] == ["x", "x.1", "y", "z", "z.1"]
    digests = build()(BATCH)["source_id"]
    assert digests[0] == digests[1] != digests[2]
    assert build(seed=5)(BATCH)["source_id"] == digests


def test_only_paraphrases() -> None:
    grown = build(include_original=False)(BATCH)
    assert grown["label"] == [1, 1]
    assert all(grown["template"])


def test_pair() -> None:
    batch = {"premise": ["a"], "hypothesis": ["b"], "label": [2]}
    augment = build(text_columns=["premise", "hypothesis"], sides="second", per_sentence=3)
    grown = augment(batch)
    assert set(grown["premise"]) == {"a"}
    assert sorted(grown["hypothesis"]) == ["b", "b 0", "b 1", "b 2"]


def test_pickled_without_models(tmp_path: Path) -> None:
    augment = build(cache=tmp_path / "cache", per_sentence=2)
    before = pickle.dumps(augment)
    grown = augment(BATCH)
    assert pickle.dumps(augment) == before
    copy = pickle.loads(before)
    assert copy(BATCH) == grown


def test_errors() -> None:
    with pytest.raises(UsageError, match="no column 'sentence'; the columns are text, label, note"):
        build(text_columns=["sentence"])(BATCH)
    with pytest.raises(UsageError, match="it must be a list of 1 or 2 names"):
        build(text_columns="text")
    with pytest.raises(UsageError, match="no template is given"):
        DatasetAugmenter([])


@pytest.mark.parametrize("batch_size", [1, 2, 1000])
def test_with_the_library_itself(batch_size: int, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    expected = build(per_sentence=2)(BATCH)
    mapped = datasets.Dataset.from_dict(BATCH).map(
        build(per_sentence=2), batched=True, batch_size=batch_size
    )
    assert mapped.to_dict() == expected


@pytest.mark.parametrize("batch_size", [1, 1000])
def test_types_of_the_library_do_not_depend_on_the_first_batch(
    batch_size: int, tmp_path: Path
) -> None:
    datasets = pytest.importorskip("datasets")
    batch = {**BATCH, "id": list(range(len(BATCH["text"])))}
    batch["text"] = ["nothing at all", *batch["text"][1:]]  # no paraphrase in the first batch
    augment = build(id_column="id")
    data = datasets.Dataset.from_dict(batch)
    mapped = data.map(
        augment, batched=True, batch_size=batch_size, features=augment.features(data.features)
    )
    assert mapped.to_dict() == augment(batch)
    assert {name: mapped.features[name].dtype for name in ("id", "template", "similarity")} == {
        "id": "string", "template": "string", "similarity": "float64",
    }  # fmt: skip
