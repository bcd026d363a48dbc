"""Model folders: written, read, and what is wrong with them."""

import json
import shutil
from pathlib import Path

import pytest
from tiny_pipeline import SENTENCES, TEMPLATES, tiny_paraphraser

from scpn.embeddings.encoder import Encoder
from scpn.errors import DataError, ModelError
from scpn.paraphraser import Paraphraser

PARTS = ("parser", "parse-generator", "paraphraser")


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Paraphraser:
    return tiny_paraphraser(tmp_path_factory.mktemp("tiny"))


@pytest.fixture
def folder(original: Paraphraser, tmp_path: Path) -> Path:
    original.save_pretrained(tmp_path / "model", half=False)
    return tmp_path / "model"


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test asks the hub."""
    import huggingface_hub.constants

    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*.safetensors"))


def test_a_saved_pipeline_gives_the_same_results(original: Paraphraser, folder: Path) -> None:
    expected = original.paraphrase(SENTENCES, templates=TEMPLATES)
    for name in (folder, str(folder)):
        loaded = Paraphraser.from_pretrained(name, judge="none", critic="none")
        assert loaded.paraphrase(SENTENCES, templates=TEMPLATES) == expected


def test_the_judge_is_that_of_the_folder_else_the_bundled_one(folder: Path) -> None:
    bundled = Paraphraser.from_pretrained(folder).judge
    assert isinstance(bundled, Encoder)
    assert bundled.name == "judge"
    bundled.name = "mine"
    bundled.save(folder / "judge")
    found = Paraphraser.from_pretrained(folder).judge
    assert found is not None
    assert found.name == "mine"
    with pytest.raises(ModelError, match="no sentence encoder 'nosuch'"):
        Paraphraser.from_pretrained(folder, judge="nosuch")


def test_half_precision_is_the_default_and_is_read_exactly(
    original: Paraphraser, folder: Path, tmp_path: Path
) -> None:
    original.save_pretrained(tmp_path / "half")
    assert size(tmp_path / "half") < 0.6 * size(folder)
    first = Paraphraser.from_pretrained(tmp_path / "half")
    first.save_pretrained(tmp_path / "again")
    for part in PARTS:
        weights = [tmp_path / name / part / "model.safetensors" for name in ("half", "again")]
        assert weights[0].read_bytes() == weights[1].read_bytes()
    second = Paraphraser.from_pretrained(tmp_path / "again")
    results = [p.paraphrase(SENTENCES, templates=TEMPLATES) for p in (first, second)]
    assert results[0] == results[1]


def test_a_folder_holds_nothing_but_the_model(folder: Path) -> None:
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    files = {f"{part}/{name}" for part in PARTS for name in ("config.json", "model.safetensors")}
    assert names == {"scpn.json", "paraphraser/subwords.model"} | files
    assert json.loads((folder / "scpn.json").read_text())["parts"] == list(PARTS)


@pytest.mark.parametrize("name", ["no/such", "nosuch", "/no/such/folder", "./none", "a b", "-"])
def test_what_is_no_folder_and_not_on_the_hub_is_named(name: str) -> None:
    with pytest.raises(
        ModelError, match=r"no model called .*: not a folder here, and the hub"
    ) as e:
        Paraphraser.from_pretrained(name)
    assert repr(name) in str(e.value)
    assert "\n" not in str(e.value)


def test_a_folder_that_is_no_model_is_named(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "empty", folder / "paraphraser", folder / "scpn.json"):
        with pytest.raises(ModelError, match=r"is no model folder: scpn\.json is missing") as error:
            Paraphraser.from_pretrained(path)
        assert str(path) in str(error.value)


@pytest.mark.parametrize("part", PARTS)
def test_a_missing_part_is_named(part: str, folder: Path) -> None:
    shutil.rmtree(folder / part)
    with pytest.raises(ModelError) as error:
        Paraphraser.from_pretrained(folder)
    assert str(folder / part) in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("other", PARTS)
def test_a_part_in_the_place_of_another_is_refused(part: str, other: str, folder: Path) -> None:
    if part == other:
        return
    kinds = {"parser": "scpn-chart-parser"}
    shutil.rmtree(folder / part)
    shutil.copytree(folder / other, folder / part)
    with pytest.raises(ModelError) as error:
        Paraphraser.from_pretrained(folder)
    assert str(folder / part) in str(error.value)
    assert kinds.get(other, f"scpn-{other}") in str(error.value)  # what it holds
    assert kinds.get(part, f"scpn-{part}") in str(error.value)  # what is needed


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("share", [0.0, 0.5, 0.99])
def test_truncated_weights_are_refused(part: str, share: float, folder: Path) -> None:
    weights = folder / part / "model.safetensors"
    content = weights.read_bytes()
    weights.write_bytes(content[: int(share * len(content))])
    with pytest.raises(ModelError) as error:
        Paraphraser.from_pretrained(folder)
    assert str(weights) in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("text", ["", "{", "[]", '{"kind": "scpn-chart-parser"}'])
def test_a_damaged_description_is_refused(part: str, text: str, folder: Path) -> None:
    (folder / part / "config.json").write_text(text)
    with pytest.raises(ModelError) as error:
        Paraphraser.from_pretrained(folder)
    assert str(folder / part) in str(error.value)
    assert "\n" not in str(error.value)


def test_nothing_is_written_where_it_cannot_be(original: Paraphraser, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="cannot be"):
        original.save_pretrained(tmp_path / "file" / "model")
