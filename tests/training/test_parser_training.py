"""Training a parser: batches by number, resumption, and that it learns its trees."""

import dataclasses
from pathlib import Path
from typing import Any

import parser_models
import pytest
import torch
from nltk import Tree
from parser_models import small_config
from stop_error import StopError
from tiny_encoder import write_tiny_encoder
from typer.testing import CliRunner

from scpn.cli.main import build_app
from scpn.errors import ModelError, UsageError
from scpn.metrics.parsing import score_parses
from scpn.parsing import load_parser
from scpn.parsing.architectures import build_chart_parser
from scpn.parsing.treebank import with_top
from scpn.training.optimizers import rates_over_encoder
from scpn.training.parser import ParserTrainingConfig, TreeBatches, batch_loss, train_parser
from scpn.training.trainer import TrainerConfig

TREES = parser_models.TREES[:2] + parser_models.TREES[3:12]
SMALL = small_config(dropout=None)


def config(*, batch_size: int = 4, lower: float = 0.5, **trainer: Any) -> ParserTrainingConfig:
    settings = {"steps": 6, "evaluate_every": 2, "warmup_steps": 2, "ema_decay": 0.9} | trainer
    return ParserTrainingConfig(
        model=SMALL, trainer=TrainerConfig(**settings), batch_size=batch_size, lower=lower
    )


def train(output: Path, settings: ParserTrainingConfig, **options: Any) -> Any:
    defaults: dict[str, Any] = {"score": score_parses, "cpu": True}
    return train_parser(
        options.pop("trees", TREES), TREES, config=settings, output=output, **(defaults | options)
    )


def plain(batch: list[Tree]) -> list[str]:
    return [" ".join(tree.leaves()).lower().rstrip(" .?!") for tree in batch]


# -- batches -----------------------------------------------------------------------------------


def test_an_epoch_holds_every_tree_once() -> None:
    batches = TreeBatches(TREES, config=config(batch_size=4), seed=1)
    expected = sorted(plain(TREES))
    epochs = [[plain(batches.draw(3 * epoch + n)) for n in range(3)] for epoch in range(2)]
    for epoch in epochs:
        assert sorted(len(batch) for batch in epoch) == [3, 4, 4]
        assert sorted(sentence for batch in epoch for sentence in batch) == expected
    assert epochs[0] != epochs[1]


def test_a_batch_depends_on_its_number_alone() -> None:
    first, second = (TreeBatches(TREES, config=config(), seed=1) for _ in range(2))
    forward = [first.draw(number) for number in range(9)]
    backward = [second.draw(number) for number in reversed(range(9))]
    assert forward == backward[::-1]
    other = TreeBatches(TREES, config=config(), seed=2)
    assert forward != [other.draw(number) for number in range(9)]


def test_trees_of_a_batch_have_similar_lengths() -> None:
    trees = [Tree("S", [Tree("NN", ["w"])] * n) for n in range(1, 41)]
    settings = dataclasses.replace(config(batch_size=8), unpunctuated=0.0)
    batches = TreeBatches(trees, config=settings, seed=1)
    for number in range(5):
        lengths = [len(tree.leaves()) for tree in batches.draw(number)]
        assert max(lengths) - min(lengths) == 7


def test_trees_stand_under_top_and_case_varies() -> None:
    upper = TreeBatches(TREES, config=config(lower=0.0), seed=1)
    lower = TreeBatches(TREES, config=config(lower=1.0), seed=1)
    for number in range(3):
        assert {tree.label() for tree in upper.draw(number)} == {"TOP"}
        assert all(tree.leaves()[0][0].isupper() for tree in upper.draw(number))
        assert all(tree.leaves()[0].islower() for tree in lower.draw(number))


def test_batch_loss_is_summed_over_sentences() -> None:
    trees = [with_top(tree) for tree in TREES[:3]]
    torch.manual_seed(0)
    model = build_chart_parser(trees, SMALL).eval()
    loss, weight = batch_loss(model, trees)
    assert weight.item() == 3
    torch.testing.assert_close(loss, 3 * model.loss(trees))


# -- runs --------------------------------------------------------------------------------------


def test_crashed_and_resumed_equals_uninterrupted(tmp_path: Path) -> None:
    def stop(step: int, total: int) -> None:
        if step == 3:
            raise StopError

    train(tmp_path / "whole", config())
    with pytest.raises(StopError):
        train(tmp_path / "parts", config(), progress=stop)
    train(tmp_path / "parts", config(), resume=True)
    for name in ("model.safetensors", "training.yaml"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "parts" / name).read_bytes()
    one, two = (
        torch.load(tmp_path / name / "checkpoint.pt", weights_only=True)["model"]
        for name in ("whole", "parts")
    )
    assert all(torch.equal(value, two[name]) for name, value in one.items())


def test_result_is_what_was_saved(tmp_path: Path) -> None:
    parser = train(tmp_path / "run", config(steps=2))
    words = [tree.leaves() for tree in TREES]
    assert load_parser(tmp_path / "run").parse(words) == parser.parse(words)
    assert (tmp_path / "run/log.csv").read_text().startswith("step,seconds,loss,f1,template\n")


def test_changed_settings_or_trees_are_refused(tmp_path: Path) -> None:
    train(tmp_path / "run", config(steps=2))
    before = (tmp_path / "run/training.yaml").read_bytes()
    with pytest.raises(UsageError, match="holds a run already"):
        train(tmp_path / "run", config(steps=3))
    with pytest.raises(ModelError, match=r"task.batch_size: 4, now 5"):
        train(tmp_path / "run", config(steps=2, batch_size=5), resume=True)
    with pytest.raises(ModelError, match=r"task.trees: 11, now 10"):
        train(tmp_path / "run", config(steps=2), resume=True, trees=TREES[1:])
    with pytest.raises(ModelError, match=r"task.checksum"):
        train(tmp_path / "run", config(steps=2), resume=True, trees=TREES[::-1])
    assert (tmp_path / "run/training.yaml").read_bytes() == before


def test_a_dev_sentence_that_is_too_long_counts_as_wrong(tmp_path: Path) -> None:
    long = Tree("S", [Tree("NN", ["w"])] * 31)
    figures: list[dict[str, float]] = []
    train_parser(
        TREES,
        [long],
        config=config(steps=1),
        output=tmp_path / "run",
        score=score_parses,
        cpu=True,
        report=figures.append,
    )
    assert figures[0]["f1"] == 0


@pytest.mark.slow
def test_it_learns_its_trees(tmp_path: Path) -> None:
    settings = config(steps=300, evaluate_every=100, batch_size=11, learning_rate=3e-3)
    settings = dataclasses.replace(settings, unpunctuated=0.0)
    parser = train(tmp_path / "run", settings)
    words = [tree.leaves() for tree in TREES]
    assert score_parses(TREES, parser.parse(words)) == {"f1": 100, "template": 100}
    lower = [[word.lower() for word in sentence] for sentence in words]
    assert [tree.label() for tree in parser.parse(lower)] == [tree.label() for tree in TREES]


# -- over a pretrained encoder -------------------------------------------------------------------


@pytest.fixture
def over_encoder(tmp_path: Path) -> ParserTrainingConfig:
    model = dataclasses.replace(SMALL, encoder=str(write_tiny_encoder(tmp_path / "encoder")))
    return dataclasses.replace(config(), model=model, encoder_learning_rate=1e-4)


def test_the_encoder_has_a_learning_rate_of_its_own() -> None:
    rate = rates_over_encoder(1e-3, encoder_rate=1e-4)
    assert rate("subwords.model.encoder.layer.0.output.dense.weight") == 1e-4
    assert rate("project_subwords.weight") == 1e-3
    assert rate("encoder.layers.0.ff.linear1.linear_c.weight") == 1e-3


@pytest.mark.parametrize("sparse", [True, False])
def test_crashed_and_resumed_equals_uninterrupted_over_an_encoder(
    tmp_path: Path, over_encoder: ParserTrainingConfig, sparse: bool
) -> None:
    def stop(step: int, total: int) -> None:
        if step == 3:
            raise StopError

    settings = dataclasses.replace(over_encoder, sparse=sparse)
    train(tmp_path / "whole", settings)
    with pytest.raises(StopError):
        train(tmp_path / "parts", settings, progress=stop)
    parser = train(tmp_path / "parts", settings, resume=True)
    for name in ("model.safetensors", "training.yaml"):
        assert (tmp_path / "whole" / name).read_bytes() == (tmp_path / "parts" / name).read_bytes()
    words = [tree.leaves() for tree in TREES]
    assert load_parser(tmp_path / "whole").parse(words) == parser.parse(words)


@pytest.mark.slow
def test_over_an_encoder_it_learns_its_trees(
    tmp_path: Path, over_encoder: ParserTrainingConfig
) -> None:
    trainer = dataclasses.replace(
        over_encoder.trainer, steps=200, evaluate_every=100, learning_rate=3e-3
    )
    settings = dataclasses.replace(
        over_encoder, trainer=trainer, encoder_learning_rate=1e-3, batch_size=11, unpunctuated=0.0
    )
    parser = train(tmp_path / "run", settings)
    words = [tree.leaves() for tree in TREES]
    assert score_parses(TREES, parser.parse(words)) == {"f1": 100, "template": 100}


# -- the commands ------------------------------------------------------------------------------


@pytest.mark.slow
def test_commands_train_resume_and_evaluate(tmp_path: Path) -> None:
    path, output = tmp_path / "trees.txt", tmp_path / "run"
    path.write_text("\n".join(" ".join(str(tree).split()) for tree in TREES) + "\n")
    sizes = [f"model.{key}={value}" for key, value in dataclasses.asdict(SMALL).items()]
    arguments = ["train", "parser", "--train", str(path), "--dev", str(path), "-o", str(output)]
    arguments += ["--cpu", *sizes, "trainer.steps=4", "trainer.evaluate_every=2"]
    first = CliRunner().invoke(build_app(), arguments)
    assert first.exit_code == 0, first.output
    again = CliRunner().invoke(build_app(), arguments)
    assert isinstance(again.exception, UsageError)
    assert CliRunner().invoke(build_app(), [*arguments, "--resume"]).exit_code == 0
    report = tmp_path / "report.json"
    arguments = ["train", "evaluate-parser", "--parser", str(output), "--json", str(report)]
    arguments += ["--test", f"a={path}", "--test", f"b={path}"]
    shown = CliRunner().invoke(build_app(), arguments)
    assert shown.exit_code == 0, shown.output
    rows = shown.stdout.splitlines()
    assert [row.split()[:2] for row in rows[1:7]] == [
        [case, source] for case in ("cased", "lower") for source in ("a", "b", "all")
    ]
    assert "parser:run" in rows[7]
    assert report.exists()
