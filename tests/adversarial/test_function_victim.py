"""Python functions as victims."""

from pathlib import Path
from typing import Any

import pytest

from scpn.adversarial.victims import load_victim
from scpn.adversarial.victims.function import FunctionVictim, load_function
from scpn.errors import UsageError, VictimError

SOURCE = """
class Model:
    def predict(self, texts):
        return [[0.0, 1.0] if "good" in text else [1.0, 0.0] for text in texts]

def compare(pairs):
    return [[float(a != b), float(a == b)] for a, b in pairs]

def broken(texts):
    raise KeyError("no weights\\nsecond line")

MODEL = Model()
NUMBER = 5
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "own_classifier.py"
    path.write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    return path


def test_by_module_and_by_file(module: Path) -> None:
    for name in ("own_classifier", str(module)):
        victim = load_victim(f"python:{name}:MODEL.predict", labels=["bad", "good"])
        found = victim.predict_proba([("A good film .",), ("A film .",)])
        assert found.tolist() == [[0, 1], [1, 0]]
        assert victim.name == f"{name}:MODEL.predict"


def test_pairs_come_as_tuples(module: Path) -> None:
    victim = load_victim(f"python:{module}:compare", labels=["differ", "same"], num_texts=2)
    assert victim.predict_proba([("a", "a"), ("a", "b")]).tolist() == [[0, 1], [1, 0]]


def test_function_that_raises(module: Path) -> None:
    victim = load_victim(f"python:{module}:broken", labels=["a", "b"])
    message = r"raised KeyError: 'no weights.*\(own_classifier.py:10\) on 1 example.* 'A film .'"
    with pytest.raises(VictimError, match=message):
        victim.predict_proba([("A film .",)])


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("own_classifier", "names no function; write python:MODULE:FUNCTION"),
        ("own_classifier:", "names no function"),
        ("own_classifier:nothing", "has no function 'nothing'; it has Model, broken, compare"),
        ("own_classifier:NUMBER", "is of type int; name a function"),
        ("own_classifier:Model", "is a class; name a function, or a method"),
        ("no_such_module_here:f", "cannot be imported: ModuleNotFoundError"),
        ("absent.py:f", "cannot be imported: FileNotFoundError"),
    ],
)
def test_no_such_function(module: Path, spec: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        load_function(spec)


def test_module_that_fails_on_import(tmp_path: Path) -> None:
    path = tmp_path / "failing.py"
    path.write_text("1 / 0\n")
    with pytest.raises(UsageError, match=r"ZeroDivisionError: division by zero \(failing.py:1\)"):
        load_function(f"{path}:f")


def test_labels_are_needed(module: Path) -> None:
    with pytest.raises(UsageError, match="does not say what its probabilities belong to"):
        load_victim(f"python:{module}:compare")


def test_name_of_any_callable() -> None:
    class Model:
        def __call__(self, texts: list[Any]) -> list[list[float]]:
            return [[0.5, 0.5]] * len(texts)

    victim = FunctionVictim(Model(), ["a", "b"])
    assert victim.name == "Model"
    assert victim.predict_proba([("x",)]).tolist() == [[0.5, 0.5]]
