"""What the documents say works."""

import re
import subprocess
import sys
from pathlib import Path
from pydoc import locate
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from documents import DOCUMENTS, ROOT, read_blocks, read_commands, read_names, read_settings

from scpn.cli.main import build_app
from scpn.config import load_config
from scpn.critic.training import CriticTrainingConfig
from scpn.embeddings.training import EmbeddingTrainingConfig
from scpn.training.networks import NetworkTrainingConfig
from scpn.training.parser import ParserTrainingConfig

if TYPE_CHECKING:
    from conftest import RunScpn

README = ROOT / "README.md"
CONFIGS: dict[str, Any] = {
    "parser": ParserTrainingConfig,
    "parse-generator": NetworkTrainingConfig,
    "paraphraser": NetworkTrainingConfig,
    "critic": CriticTrainingConfig,
}
PAIRS = """source\ttarget
In May we met in Rome.\tWe met in Rome in May.
When it rains, I stay at home.\tI stay at home when it rains.
The dog chased the cat.\tThe cat was chased by the dog.
"""
LABELED = "When the film ended, I was happy.", "The story is dull because nothing happens in it."
# What the commands of the README read.
FILES = {
    "pairs.tsv": PAIRS,
    "reviews.tsv": "\n".join(["id\ttext", *(f"{n}\t{text}" for n, text in enumerate(LABELED))]),
    "dev.tsv": "\n".join(["sentence\tlabel", *(f"{text}\t{n}" for n, text in enumerate(LABELED))]),
    "train.csv": "\n".join(
        ["sentence,label", *(f'"{text}",{n}' for n, text in enumerate(LABELED))]
    ),
}


def every(what: Any) -> list[Any]:
    """One parameter for each of what `what` finds in the documents."""
    return [
        pytest.param(item, id=f"{path.name}-{number}")
        for path in DOCUMENTS
        for number, item in enumerate(what(path), start=1)
    ]


def parse_arguments(arguments: list[str]) -> tuple[str, dict[str, Any]]:
    """Let the command line read arguments without running anything; command and values."""
    from typer.main import get_command

    command: Any = get_command(build_app())
    context = command.make_context("scpn", arguments)
    names = []
    while hasattr(command, "resolve_command"):
        rest = [*context._protected_args, *context.args]
        name, command, rest = command.resolve_command(context, rest)
        names.append(name)
        context = command.make_context(name, rest, parent=context)
    return " ".join(names), context.params


@pytest.mark.parametrize("arguments", every(read_commands))
def test_commands_are_understood(arguments: list[str]) -> None:
    command, values = parse_arguments(arguments)
    name = command.removeprefix("train ")
    if command == name or name not in CONFIGS:
        return
    config = values.get("config")
    if config is not None:
        config = ROOT / config
        assert config.is_file()
    load_config(CONFIGS[name], config, overrides=values.get("overrides") or [])


def test_an_option_that_does_not_exist_is_found() -> None:
    with pytest.raises(Exception, match="No such option"):
        parse_arguments(["train", "assemble", "--parsers", "p"])


@pytest.mark.parametrize("settings", every(read_settings))
def test_settings_are_understood(settings: list[str]) -> None:
    load_config(NetworkTrainingConfig, None, overrides=settings)


PRESET_KINDS: dict[str, type[Any]] = {
    "parser": ParserTrainingConfig,
    "parse": NetworkTrainingConfig,
    "paraphraser": NetworkTrainingConfig,
    "embeddings": EmbeddingTrainingConfig,
}


def test_presets_are_understood() -> None:
    presets = sorted((ROOT / "scpn" / "training" / "presets").glob("*.yaml"))
    assert len(presets) >= 4
    for path in presets:
        assert yaml.safe_load(path.read_text(encoding="utf-8"))
        load_config(PRESET_KINDS[path.stem.partition("-")[0]], path, overrides=[])


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [pytest.param(c, id=" ".join(c)) for c in read_commands(README)]
)
def test_commands_of_the_readme_work(
    arguments: list[str], tmp_path: Path, run_scpn: "RunScpn"
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    before = set(tmp_path.iterdir())
    result = run_scpn(*arguments, cwd=tmp_path)
    assert result.stdout or set(tmp_path.iterdir()) > before


@pytest.mark.slow
@pytest.mark.parametrize("code", every(lambda path: read_blocks(path, "python")))
def test_python_of_the_documents_works(code: str, tmp_path: Path, other_model: Path | None) -> None:
    if "from datasets import" in code:
        pytest.importorskip("datasets")
    if other_model is not None:
        code = code.replace("from_pretrained()", f"from_pretrained({str(other_model)!r})")
    result = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning:__main__", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize("name", read_names(ROOT / "docs" / "python.md"))
def test_names_of_the_library_exist(name: str) -> None:
    assert callable(locate(name))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_nothing_is_left_to_fill_in(path: Path) -> None:
    assert not re.findall(r"@@\w+@@|\bTODO\b|\bXXX\b", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_files_and_targets_that_are_named_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for target in re.findall(r"`make ([a-z-]+)", text):
        assert target in targets
    for name in re.findall(r"`((?:scpn|templates|docs|tests)/[\w./*-]+)`", text):
        assert list(ROOT.glob(name.rstrip("/"))), name
