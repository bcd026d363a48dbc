"""Configurations: values asked for are the values got, and every mistake is named."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import pytest

from scpn.config import from_dict, load_config, save_config, to_dict
from scpn.errors import DataError, UsageError


@dataclass
class Optimizer:
    name: Literal["adam", "sgd"] = "adam"
    learning_rate: float = 1e-3
    betas: tuple[float, float] = (0.9, 0.999)
    clip: float | None = 5.0


@dataclass
class Config:
    steps: int = 100
    shuffle: bool = True
    note: str = ""
    files: list[str] = field(default_factory=list)
    sizes: tuple[int, ...] = (1, 2)
    weights: dict[str, float] = field(default_factory=dict)
    optimizer: Optimizer = field(default_factory=lambda: Optimizer(learning_rate=0.5))
    second: Optimizer | None = None


@dataclass
class Required:
    corpus: str
    size: int = 1


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_defaults_without_file() -> None:
    assert load_config(Config) == Config()


def test_file_sets_values_and_nested_default_survives(tmp_path: Path) -> None:
    path = write(tmp_path / "c.yaml", "steps: 7\noptimizer:\n  clip: null\nsizes: [3]\n")
    config = load_config(Config, path)
    assert (config.steps, config.sizes) == (7, (3,))
    assert config.optimizer.clip is None
    assert config.optimizer.learning_rate == 0.5  # the field's own default, not the class's


def test_overrides_win_over_file_and_later_over_earlier(tmp_path: Path) -> None:
    path = write(tmp_path / "c.yaml", "steps: 7\noptimizer: {name: sgd, learning_rate: 2}\n")
    config = load_config(
        Config, path, overrides=["steps=8", "steps=9", "optimizer.learning_rate=1e-3"]
    )
    assert config.steps == 9
    assert config.optimizer == Optimizer(name="sgd", learning_rate=0.001)


@pytest.mark.parametrize(
    ("override", "attribute", "expected"),
    [
        ("steps=-4", "steps", -4),
        ("shuffle=false", "shuffle", False),
        ("note=2024", "note", "2024"),
        ("note=no", "note", "no"),
        ("note=", "note", ""),
        ("note=a=b", "note", "a=b"),
        ("note=[unclosed", "note", "[unclosed"),
        ("files=[a.txt, b.txt]", "files", ["a.txt", "b.txt"]),
        ("sizes=[4, 5, 6]", "sizes", (4, 5, 6)),
        ("second.clip=2", "second", Optimizer(clip=2.0)),
        ("second={name: sgd}", "second", Optimizer(name="sgd")),
    ],
)
def test_override_value(override: str, attribute: str, expected: object) -> None:
    assert getattr(load_config(Config, overrides=[override]), attribute) == expected


@pytest.mark.parametrize("text", ["1e-3", "1E-3", ".001", "+1.e-3", "0.001"])
def test_float_accepts_every_way_of_writing_it(text: str) -> None:
    config = load_config(Config, overrides=[f"optimizer.learning_rate={text}"])
    assert config.optimizer.learning_rate == 0.001


def test_int_in_float_field_becomes_float() -> None:
    value = load_config(Config, overrides=["optimizer.learning_rate=1"]).optimizer.learning_rate
    assert isinstance(value, float)
    assert math.isinf(load_config(Config, overrides=["optimizer.clip=.inf"]).optimizer.clip or 0)


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("steps=1.5", "steps: expected int, got float 1.5"),
        ("steps=true", "steps: expected int, got bool True"),
        ("steps=null", "steps: expected int, got null"),
        ("shuffle=1", "shuffle: expected bool, got int 1"),
        ("optimizer.learning_rate=fast", "optimizer.learning_rate: expected float, got str 'fast'"),
        ("optimizer.clip=x", "optimizer.clip: expected float or null, got str 'x'"),
        ("optimizer.name=adagrad", "expected one of 'adam', 'sgd', got str 'adagrad'"),
        ("optimizer.betas=[0.9]", "expected 2 values (tuple[float, float]), got 1: [0.9]"),
        ("files=[1]", "files[0]: expected str, got int 1"),
        ("files=a.txt", "files: expected list[str], got str 'a.txt'"),
        ("optimizer=3", "optimizer: expected Optimizer, got int 3"),
        ("steps.x=1", "steps: expected int, so it has no key 'x' to set"),
        (
            "optimiser.clip=1",
            "unknown configuration key 'optimiser'; did you mean 'optimizer'?; known keys: files,",
        ),
        (
            "optimizer.learning_rat=1",
            "unknown configuration key 'optimizer.learning_rat'; did you mean 'learning_rate'?; "
            "known keys: betas, clip, learning_rate, name",
        ),
        ("steps", "override 'steps' is not of the form key=value"),
        ("=3", "override '=3' is not of the form key=value"),
        ("optimizer..clip=3", "is not of the form key=value"),
    ],
)
def test_bad_override_is_named(override: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_config(Config, overrides=[override])
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_unknown_key_in_file_names_file_and_nearest(tmp_path: Path) -> None:
    path = write(tmp_path / "c.yaml", "optimizer:\n  beta: [0.1, 0.2]\n")
    with pytest.raises(UsageError) as caught:
        load_config(Config, path)
    assert str(caught.value).startswith(f"{path}: unknown configuration key 'optimizer.beta'")
    assert "did you mean 'betas'" in str(caught.value)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"none\.yaml' does not exist or is no file"):
        load_config(Config, tmp_path / "none.yaml")
    with pytest.raises(UsageError, match="is no file"):
        load_config(Config, tmp_path)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("steps: 1\nfiles: [a, b\n", 3, "broken YAML"),
        ("steps: 1\nnote: a\nsteps: 2\n", 3, "key 'steps' appears twice"),
        ("- 1\n- 2\n", None, "expected `key: value` lines at the top level, got list [1, 2]"),
        ("steps: \x07\n", None, "broken YAML"),
    ],
)
def test_broken_yaml_names_the_line(
    tmp_path: Path, text: str, line: int | None, message: str
) -> None:
    path = write(tmp_path / "c.yaml", text)
    with pytest.raises(DataError) as caught:
        load_config(Config, path)
    assert caught.value.line == line
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


def test_file_not_utf8(tmp_path: Path) -> None:
    path = tmp_path / "c.yaml"
    path.write_bytes(b"note: \xff\xfe\n")
    with pytest.raises(DataError, match="not UTF-8"):
        load_config(Config, path)


def test_empty_file_is_defaults(tmp_path: Path) -> None:
    assert load_config(Config, write(tmp_path / "c.yaml", "# nothing\n")) == Config()


def test_required_key(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="missing configuration key 'corpus'"):
        load_config(Required)
    path = write(tmp_path / "c.yaml", "corpus: x\nsize: 2\n")
    assert load_config(Required, path) == Required("x", 2)


def test_round_trip_through_yaml(tmp_path: Path) -> None:
    config = Config(
        steps=2,
        note="no: 'quotes' # \u00e9",
        files=["1e3"],
        weights={"a": 1e-30},
        optimizer=Optimizer(learning_rate=1e-05, clip=None),
        second=Optimizer(),
    )
    path = tmp_path / "saved.yaml"
    save_config(config, path)
    assert load_config(Config, path) == config
    assert from_dict(Config, to_dict(config)) == config
    assert [entry.name for entry in tmp_path.iterdir()] == ["saved.yaml"]


def test_to_dict_is_plain() -> None:
    plain: dict[str, Any] = to_dict(Config())
    assert plain["optimizer"]["betas"] == [0.9, 0.999]
    assert plain["sizes"] == [1, 2]


def test_save_into_missing_folder_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="create it first"):
        save_config(Config(), tmp_path / "none" / "c.yaml")
    assert list(tmp_path.iterdir()) == []


def test_many_unknown_keys_report_the_first() -> None:
    wrong: Sequence[str] = ("zzz", "steps")
    with pytest.raises(UsageError, match="'zzz'; known keys:"):
        from_dict(Config, dict.fromkeys(wrong, 1))
