"""Attack and augmentation of a file: from Python, from the command line, and resumed, the same."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command_line import invoke
from fake_attack import FORMS, FakeParaphraser, predict

from scpn.adversarial import augment_run
from scpn.adversarial.attack_run import AttackSettings, attack_file, summary_path
from scpn.adversarial.augment_run import AugmentSettings, augment_file
from scpn.adversarial.labeled_data import LabeledData
from scpn.adversarial.rewriting import ControlledRewriting
from scpn.adversarial.victims import FunctionVictim, VictimSpec
from scpn.cli.attack import app as attack_command
from scpn.cli.augment import app as augment_command
from scpn.errors import DataError, UsageError
from scpn.paraphraser import GenerationSettings
from scpn.runs import Progress
from scpn.templates import Template

pytestmark = pytest.mark.usefixtures("fake_paraphraser")
TEMPLATES = tuple(part for form in FORMS for part in ("-t", form))
VICTIM = VictimSpec("python:fake_attack:predict", ("bad", "good"))
REWRITING = ControlledRewriting(
    tuple(map(Template.parse, FORMS)), GenerationSettings(tokenized=True), use_cache=False
)
TEXTS = ("good k1", "bad", "good reject1", "good long", "good k2", "nothing good", "good day")


@pytest.fixture
def data(tmp_path: Path) -> LabeledData:
    path = tmp_path / "dev.csv"
    rows = [f"{text} {n},good,{n}" for n in range(3) for text in TEXTS]
    path.write_text("text,label,note\n" + "\n".join([*rows, "dull,bad,"]) + "\n")
    return LabeledData(str(path))


def attack(data: LabeledData, output: Path, **options: Any) -> None:
    settings = AttackSettings(search="guided", chunk_size=3)
    attack_file(data, VICTIM, REWRITING, output, settings=settings, **options)


def augment(data: LabeledData, output: Path, **options: Any) -> None:
    settings = AugmentSettings(per_sentence=2, balance=True)
    augment_file(data, REWRITING, output, settings=settings, **options)


def stop_at(number: int) -> Callable[[Progress], None]:
    """A callback that ends the run like Ctrl-C once so many examples are done."""

    def follow(event: Progress) -> None:
        if event.done == number:
            raise KeyboardInterrupt

    return follow


def test_attack_is_that_of_the_command(data: LabeledData, tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    attack(data, one)
    victim = ("--victim", VICTIM.spec, "--victim-labels", "bad,good")
    options = (*TEMPLATES, "--search", "guided", "--chunk-size", 3, "--tokenized", "--no-cache")
    invoke(attack_command, data.path, *victim, *options, "-o", two)
    assert one.read_bytes() == two.read_bytes()
    assert summary_path(one).read_bytes() == summary_path(two).read_bytes()


class ClosedOnce(FunctionVictim):
    """A classifier that can tell whether it was closed."""

    is_closed = False

    def close(self) -> None:
        self.is_closed = True


def test_a_classifier_may_be_an_object_a_name_or_a_specification(
    data: LabeledData, tmp_path: Path
) -> None:
    settings = AttackSettings(search="guided", chunk_size=3)
    attack(data, tmp_path / "specified.jsonl")
    victim = ClosedOnce(predict, ["bad", "good"])
    given = tmp_path / "given.jsonl"
    with pytest.raises(KeyboardInterrupt):
        attack_file(data, victim, REWRITING, given, settings=settings, on_progress=stop_at(8))
    attack_file(data, victim, REWRITING, given, settings=settings, resume=True)
    assert given.read_bytes() == (tmp_path / "specified.jsonl").read_bytes()
    assert json.loads(summary_path(given).read_text())["victim"] == "predict"
    assert not victim.is_closed
    with pytest.raises(UsageError, match="does not say what its probabilities belong to"):
        attack_file(data, "python:fake_attack:predict", REWRITING, tmp_path / "x.jsonl")
    pairs = FunctionVictim(predict, ["bad", "good"], num_texts=2)
    with pytest.raises(UsageError, match=r"reads 2 text\(s\), not 1; name as many text columns"):
        attack_file(data, pairs, REWRITING, tmp_path / "x.jsonl")


def test_another_object_does_not_go_on_with_the_run(data: LabeledData, tmp_path: Path) -> None:
    output = tmp_path / "out.jsonl"
    with pytest.raises(KeyboardInterrupt):
        attack(data, output, on_progress=stop_at(8))
    victim = FunctionVictim(predict, ["bad", "good"], name="another")
    settings = AttackSettings(search="guided", chunk_size=3)
    with pytest.raises(UsageError, match=r'victim was .*, now it is "another"'):
        attack_file(data, victim, REWRITING, output, settings=settings, resume=True)


def test_attack_that_goes_on_is_as_if_never_stopped(
    data: LabeledData, tmp_path: Path, fake_paraphraser: FakeParaphraser
) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    attack(data, whole)
    with pytest.raises(KeyboardInterrupt) as stopped:
        attack(data, cut, on_progress=stop_at(8))
    assert "continue with the same command and --resume" in stopped.value.__notes__[0]
    with pytest.raises(UsageError, match="holds an unfinished run"):
        attack(data, cut)
    events: list[Progress] = []
    problems: list[str] = []
    fake_paraphraser.asked.clear()
    attack(data, cut, resume=True, on_progress=events.append, on_problem=problems.append)
    assert not {text for text, _ in fake_paraphraser.asked} & {f"{t} 0" for t in TEXTS[:6]}
    assert cut.read_bytes() == whole.read_bytes()
    assert summary_path(cut).read_bytes() == summary_path(whole).read_bytes()
    assert (events[-1].done, events[-1].total, events[-1].skipped) == (22, 22, 6)
    assert problems[0] == "example 5: the sentence is too long; split it"
    assert len(problems) == 3


def test_augmentation_is_that_of_the_command(data: LabeledData, tmp_path: Path) -> None:
    one, two = tmp_path / "one.parquet", tmp_path / "two.parquet"
    augment(data, one)
    options = (*TEMPLATES, "-n", 2, "--balance", "--tokenized", "--no-cache")
    invoke(augment_command, data.path, *options, "-o", two)
    assert one.read_bytes() == two.read_bytes()


def test_augmentation_that_goes_on_is_as_if_never_stopped(
    data: LabeledData,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    fake_paraphraser: FakeParaphraser,
) -> None:
    monkeypatch.setattr(augment_run, "CHUNK_SIZE", 4)
    whole, cut = tmp_path / "whole.csv", tmp_path / "cut.csv"
    augment(data, whole)
    with pytest.raises(KeyboardInterrupt):
        augment(data, cut, on_progress=stop_at(9))
    assert not cut.exists()
    fake_paraphraser.asked.clear()
    augment(data, cut, resume=True)
    done = {f"{text} 0" for text in TEXTS} | {f"{TEXTS[0]} 1"}
    assert not {text for text, _ in fake_paraphraser.asked} & done
    assert cut.read_bytes() == whole.read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cut.csv", "dev.csv", "whole.csv"]


def test_other_data_or_settings_do_not_go_on(
    data: LabeledData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(augment_run, "CHUNK_SIZE", 4)
    cut = tmp_path / "cut.csv"
    with pytest.raises(KeyboardInterrupt):
        augment(data, cut, on_progress=stop_at(9))
    with pytest.raises(UsageError, match="per_sentence was 2, now it is 1"):
        augment_file(data, REWRITING, cut, settings=AugmentSettings(balance=True), resume=True)
    path = Path(data.path)
    path.write_text(path.read_text().replace("bad 0", "another 0"))
    with pytest.raises(UsageError, match="example 3 is another example than before"):
        augment(data, cut, resume=True)


def test_data_without_an_example(tmp_path: Path) -> None:
    empty = tmp_path / "empty.csv"
    empty.write_text("text,label\n,good\n")
    problems: list[str] = []
    with pytest.raises(DataError, match="has no usable example; give at least one"):
        augment(LabeledData(str(empty)), tmp_path / "out.csv", on_problem=problems.append)
    assert "the text in column 'text' is empty" in problems[0]
