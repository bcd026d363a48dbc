"""`scpn train classifier`: classifiers to attack, for sentences or for pairs of sentences."""

from typing import Annotated

import typer

from scpn.adversarial.settings import ExperimentSettings
from scpn.cli import options
from scpn.cli.progress import follow_training, new_bar
from scpn.errors import UsageError, nearest


def classifier_command(
    overrides: Annotated[
        list[str] | None,
        typer.Argument(help="Settings as key=value, dotted for nested ones: model.size=100."),
    ] = None,
    *,
    train: Annotated[
        list[str],
        typer.Option(
            help="Labeled examples: .csv, .tsv, .jsonl, .parquet or hf:NAME[:SPLIT]; repeatable."
        ),
    ],
    dev: Annotated[str, typer.Option(help="Examples for choosing the best parameters.")],
    test: Annotated[
        str | None, typer.Option(help="Examples for the test accuracy, used for nothing else.")
    ] = None,
    text: Annotated[
        str | None,
        typer.Option(
            help="Column of the text: its name, or its number if there is no header line; by "
            "default it is guessed."
        ),
    ] = None,
    text2: Annotated[str | None, typer.Option(help="Column of the second text of a pair.")] = None,
    label: Annotated[str | None, typer.Option(help="Column of the label.")] = None,
    output: options.ModelFolder,
    kind: Annotated[
        str, typer.Option(help="Family of the classifier: bilstm or bag-of-words.")
    ] = ExperimentSettings.kind,
    config: options.ConfigFile = None,
    resume: options.ResumeTraining = False,
    cpu: options.Cpu = False,
) -> None:
    """Train a classifier to attack: the papers' BiLSTM, or a linear one on word n-grams.

    Example: scpn train classifier --train train.tsv --dev dev.tsv --text sentence --label label
    -o victim

    Attack it with: scpn attack dev.tsv --victim victim
    """
    from scpn.adversarial.examples import read_examples
    from scpn.adversarial.victims.training import CONFIGS, train_classifier
    from scpn.config import load_config
    from scpn.runtime import prepare_training

    if kind not in CONFIGS:
        raise UsageError(
            f"--kind {kind!r} is unknown{nearest(kind, CONFIGS)}; {', '.join(CONFIGS)}"
        )
    if text2 is not None and text is None:
        raise UsageError("--text2 needs --text, the column of the first text")
    columns = [column for column in (text, text2) if column is not None]
    files = {"train": train, "dev": [dev], "test": [] if test is None else [test]}
    parts = {
        name: [e for p in paths for e in read_examples(p, text_columns=columns, label_column=label)]
        for name, paths in files.items()
    }
    sizes = ", ".join(f"{name} {len(part):,}" for name, part in parts.items() if part)
    typer.echo(sizes, err=True)
    prepare_training()
    settings = load_config(CONFIGS[kind], config, overrides=overrides or [])
    with new_bar() as bar:
        show_figures, show_step = follow_training(bar, kind)
        trained = train_classifier(
            **parts,
            config=settings,
            output=output,
            resume=resume,
            cpu=cpu,
            report=show_figures,
            progress=show_step,
        )
    for name, figures in trained.figures.items():
        typer.echo(
            f"{name} accuracy {figures.accuracy:.1f} of {figures.examples:,} examples "
            f"(always {trained.most_frequent!r}: {figures.most_frequent_label:.1f})"
        )
