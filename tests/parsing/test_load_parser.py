"""Where `load_parser` looks for a parser."""

from pathlib import Path

import pytest
from parser_models import save_small_parser

from scpn import pretrained
from scpn.errors import ModelError
from scpn.parsing import load_parser


@pytest.fixture
def bundled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of bundled models, and an empty working folder."""
    folder, work = tmp_path / "bundled", tmp_path / "work"
    folder.mkdir()
    work.mkdir()
    monkeypatch.setattr(pretrained, "BUNDLED", folder)
    monkeypatch.chdir(work)
    return folder


def test_none_is_the_bundled_parser(bundled: Path) -> None:
    save_small_parser(bundled / "parser")
    assert load_parser().name == "parser"


def test_none_without_a_bundled_parser_is_a_model_error(bundled: Path) -> None:
    with pytest.raises(ModelError, match="no bundled parser; name one with --parser"):
        load_parser()


def test_bundled_parser_has_a_name(bundled: Path) -> None:
    save_small_parser(bundled / "parser-large")
    assert load_parser("parser-large").name == "parser-large"


def test_a_parser_folder_comes_before_a_bundled_name(bundled: Path) -> None:
    save_small_parser(bundled / "parser")
    (bundled / "parser/model.safetensors").unlink()
    save_small_parser(Path("parser"))
    assert load_parser("parser").name == "parser"


def test_another_folder_does_not_hide_a_bundled_name(bundled: Path) -> None:
    save_small_parser(bundled / "parser")
    Path("parser").mkdir()
    assert load_parser("parser").name == "parser"


def test_empty_name_is_a_model_error(bundled: Path) -> None:
    with pytest.raises(ModelError):
        load_parser("")
