"""`scpn train classifier`: classifiers to attack, for sentences or for pairs of sentences."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scpn.cli import options
from scpn.cli.progress import follow_training, new_bar
from scpn.errors import UsageError, nearest
from scpn.fileio import make_folder, write_atomically

if TYPE_CHECKING:
    from scpn.adversarial.protocol import Example
    from scpn.adversarial.victims import CheckedVictim

KINDS = ("bilstm", "bag-of-words")
FIGURES_NAME = "figures.json"


def classifier_command(
    overrides: Annotated[
        list[str] | None,
        typer.Argument(help="Settings as key=value, dotted for nested ones: model.size=100."),
    ] = None,
    *,
    train: Annotated[
        list[str],
        typer.Option(
            help="Labelled examples: .csv, .tsv, .jsonl, .parquet or hf:NAME[:SPLIT]; repeatable."
        ),
    ],
    dev: Annotated[str, typer.Option(help="Examples for choosing the best parameters.")],
    test: Annotated[
        str | None, typer.Option(help="Examples for the final figure, used for nothing else.")
    ] = None,
    text: Annotated[
        str | None,
        typer.Option(
            help="Column of the text: its name, or its number where files have no header line. "
            "Looked for if not given."
        ),
    ] = None,
    text2: Annotated[str | None, typer.Option(help="Column of the second text of a pair.")] = None,
    label: Annotated[str | None, typer.Option(help="Column of the label.")] = None,
    output: options.ModelFolder,
    kind: Annotated[str, typer.Option(help=f"{' or '.join(KINDS)}.")] = "bilstm",
    config: options.ConfigFile = None,
    resume: options.ResumeTraining = False,
    cpu: options.Cpu = False,
) -> None:
    """Train a classifier to attack: the papers' BiLSTM, or a linear one on word n-grams.

    Example: scpn train classifier --train train.tsv --dev dev.tsv --text sentence --label label
    -o victim

    Attack it with: scpn attack dev.tsv --victim victim
    """
    from scpn.adversarial.victims.scoring import check_task

    if kind not in KINDS:
        raise UsageError(f"--kind {kind!r} is unknown{nearest(kind, KINDS)}; {', '.join(KINDS)}")
    if text2 is not None and text is None:
        raise UsageError("--text2 needs --text, the column of the first text")
    columns = [column for column in (text, text2) if column is not None]
    parts = {
        "train": [example for path in train for example in _read(path, columns, label)],
        "dev": _read(dev, columns, label),
        "test": [] if test is None else _read(test, columns, label),
    }
    check_task(parts["train"], parts["dev"], parts["test"])
    sizes = {name: len(examples) for name, examples in parts.items() if examples}
    typer.echo(", ".join(f"{name} {size:,}" for name, size in sizes.items()), err=True)
    fit = _train_bilstm if kind == "bilstm" else _train_bag_of_words
    victim = fit(parts["train"], parts["dev"], output, config, overrides or [], resume, cpu)
    _report(victim, parts, output)


def _read(path: str, columns: list[str], label: str | None) -> "list[Example]":
    from scpn.adversarial.examples import read_examples

    return list(read_examples(path, text_columns=columns, label_column=label))


def _train_bilstm(
    train: "list[Example]",
    dev: "list[Example]",
    output: Path,
    config: Path | None,
    overrides: list[str],
    resume: bool,
    cpu: bool,
) -> "CheckedVictim":
    from scpn.adversarial.victims.bilstm_training import BilstmTrainingConfig, train_bilstm
    from scpn.config import load_config
    from scpn.runtime import prepare_torch

    prepare_torch()
    settings = load_config(BilstmTrainingConfig, config, overrides=overrides)
    with new_bar() as bar:
        report, progress = follow_training(bar, "bilstm")
        return train_bilstm(
            train,
            dev,
            config=settings,
            output=output,
            resume=resume,
            cpu=cpu,
            report=report,
            progress=progress,
        )


def _train_bag_of_words(
    train: "list[Example]",
    dev: "list[Example]",
    output: Path,
    config: Path | None,
    overrides: list[str],
    resume: bool,
    cpu: bool,
) -> "CheckedVictim":
    from scpn.adversarial.victims.bag_of_words import (
        CONFIG_NAME,
        BagOfWordsConfig,
        train_bag_of_words,
    )
    from scpn.config import load_config, save_config

    if (output / CONFIG_NAME).exists() and not resume:
        raise UsageError(f"{output} holds a model already; choose another folder")
    settings = load_config(BagOfWordsConfig, config, overrides=overrides)
    make_folder(output)
    victim = train_bag_of_words(train, dev, config=settings)
    victim.save(output)
    save_config(settings, output / "training.yaml")
    return victim


def _report(victim: "CheckedVictim", parts: "dict[str, list[Example]]", output: Path) -> None:
    """Print the accuracy on each held-out part, beside that of the most frequent label."""
    from collections import Counter

    from scpn.adversarial.victims.scoring import accuracy

    most = Counter(example.label for example in parts["train"]).most_common(1)[0][0]
    figures: dict[str, Any] = {}
    for name in ("dev", "test"):
        if not parts[name]:
            continue
        share = sum(example.label == most for example in parts[name]) / len(parts[name])
        figures[name] = {
            "examples": len(parts[name]),
            "accuracy": round(accuracy(victim, parts[name]), 2),
            "most_frequent_label": round(100 * share, 2),
        }
        typer.echo(
            f"{name} accuracy {figures[name]['accuracy']:.1f} of {len(parts[name]):,} examples "
            f"(always {most!r}: {100 * share:.1f})"
        )
    with write_atomically(output / FIGURES_NAME) as file:
        json.dump(figures, file, indent=2)
