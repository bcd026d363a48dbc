"""The models under test, and the installed command.

They are the bundled models; the environment variable SCPN_TEST_MODEL names another folder. Without
models the tests that need them fail.
"""

import os
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from scpn import Paraphraser

RunScpn = Callable[..., "subprocess.CompletedProcess[str]"]

TIMEOUT_S = 300
# Command -> options that name models, each with the folder inside the model folder.
MODEL_OPTIONS: dict[tuple[str, ...], tuple[str, str]] = {
    ("generate",): ("--model", "."),
    ("evaluate", "pairs"): ("--model", "."),
    ("parse",): ("--parser", "parser"),
    ("label",): ("--parser", "parser"),
    ("templates", "suggest"): ("--parser", "parser"),
    ("train", "paraphraser"): ("--parser", "parser"),
}


@pytest.fixture(scope="session")
def other_model() -> Path | None:
    """The folder that replaces the bundled models, or None."""
    name = os.environ.get("SCPN_TEST_MODEL")
    return Path(name).resolve() if name else None


@pytest.fixture(scope="session")
def model_folder(other_model: Path | None) -> Path:
    """The folder of the models under test."""
    from scpn.pretrained import BUNDLED

    return other_model or BUNDLED


@pytest.fixture(scope="session")
def paraphraser(other_model: Path | None) -> "Paraphraser":
    """The models under test, loaded once."""
    import scpn

    return scpn.Paraphraser.from_pretrained(other_model)


@pytest.fixture(scope="session")
def save_word_encoder() -> Callable[[Path, list[str]], None]:
    """Save an encoder called tiny: the mean of its words, each in a dimension of its own."""
    import torch

    from scpn.embeddings.encoder import Encoder
    from scpn.embeddings.network import EncoderConfig, PartConfig
    from scpn.embeddings.units import ListedUnits

    def save(folder: Path, words: list[str]) -> None:
        config = EncoderConfig(parts=[PartConfig(size=len(words))])
        model = Encoder(config, {"word": ListedUnits("word", words)}, name="tiny")
        for table in model.network.parameters():
            torch.nn.init.eye_(table)
        model.save(folder)

    return save


@pytest.fixture(scope="session")
def scpn_script() -> str:
    suffix = ".exe" if os.name == "nt" else ""
    path = Path(sysconfig.get_path("scripts")) / f"scpn{suffix}"
    assert path.is_file(), f"{path} is not there; install the project first: make setup"
    return str(path)


@pytest.fixture(scope="session")
def run_scpn(scpn_script: str, other_model: Path | None) -> RunScpn:
    """Run `scpn` with some arguments as a person does, and check its status."""

    def run(
        *arguments: object, status: int = 0, **options: Any
    ) -> "subprocess.CompletedProcess[str]":
        texts = [str(argument) for argument in arguments]
        if other_model is not None:
            texts = name_models(texts, other_model)
        if "input" not in options:
            options.setdefault("stdin", subprocess.DEVNULL)
        environment = {
            **os.environ, "HF_HUB_OFFLINE": "1", "COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"
        }  # fmt: skip
        options.setdefault("stdout", subprocess.PIPE)
        result = subprocess.run(
            [scpn_script, *texts],
            env=environment,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            timeout=TIMEOUT_S,
            **options,
        )
        assert "Traceback" not in result.stderr, result.stderr
        assert result.returncode == status, result.stderr
        return result

    return run


def name_models(arguments: list[str], folder: Path) -> list[str]:
    """Arguments with the option that names the models, unless it is there."""
    for command, (option, place) in MODEL_OPTIONS.items():
        if tuple(arguments[: len(command)]) == command and option not in arguments:
            size = len(command)
            return [*arguments[:size], option, str(folder / place), *arguments[size:]]
    return arguments
