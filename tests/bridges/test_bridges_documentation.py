"""The examples of docs/bridges.md; those in `python` blocks are run by tests/docs."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).parents[2] / "docs" / "bridges.md"
VICTIM = """
from textattack.models.wrappers import ModelWrapper


class Victim(ModelWrapper):
    model = None

    def __call__(self, texts):
        return [[0.1, 0.9] if text.startswith("We") else [0.9, 0.1] for text in texts]


model = Victim()
"""
DATA = """
import textattack

dataset = textattack.datasets.Dataset([("We went home because it was late.", 1)])
"""


def blocks(language: str) -> list[str]:
    text = DOCUMENT.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_document_has_examples() -> None:
    assert len(blocks("py")) == 3
    assert len(blocks("bash")) == 2


@pytest.mark.slow
@pytest.mark.parametrize("code", blocks("py"))
def test_python_for_textattack_works(code: str, tmp_path: Path) -> None:
    pytest.importorskip("textattack")
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=600
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip(), result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("commands", blocks("bash"))
def test_commands_for_textattack_work(commands: str, tmp_path: Path) -> None:
    pytest.importorskip("textattack")
    (tmp_path / "victim.py").write_text(VICTIM)
    (tmp_path / "data.py").write_text(DATA)
    (tmp_path / "reviews.csv").write_text("label,text\n1,We went home because it was late.\n")
    search = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run(
        ["bash", "-euc", commands],
        cwd=tmp_path,
        env={**os.environ, "PATH": search},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert result.returncode == 0, result.stderr
    successes = re.findall(r"Number of successful attacks:\s*\|\s*(\d+)", result.stdout)
    assert successes == ["1"] * len(re.findall(r" attack ", commands))
    if "augment" in commands:
        assert len((tmp_path / "more.csv").read_text().splitlines()) >= 3
