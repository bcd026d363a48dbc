"""`scpn train embeddings`: sentence encoders from paraphrase pairs."""

from pathlib import Path
from typing import Annotated

import typer

from scpn.cli import options
from scpn.cli.progress import follow_training, new_bar


def embeddings_command(
    overrides: Annotated[
        list[str] | None,
        typer.Argument(help="Settings as key=value, dotted for nested ones: epochs=5."),
    ] = None,
    *,
    pairs: Annotated[
        list[str],
        typer.Option(
            metavar="[NAME=]FILE",
            help="Pairs in any form that `scpn label` reads; repeatable.",
        ),
    ],
    output: options.ModelFolder,
    config: Annotated[
        str | None,
        typer.Option("--config", "-c", metavar="PRESET|FILE", help="Preset, or YAML file."),
    ] = None,
    dev: Annotated[
        Path | None,
        typer.Option(
            help="Pairs with a gold similarity (source<TAB>target<TAB>score): the parameters "
            "with the best Pearson's r are kept. By default retrieval among held-out "
            "pairs decides."
        ),
    ] = None,
    resume: options.ResumeTraining = False,
    cpu: options.Cpu = False,
) -> None:
    """Train a sentence encoder that puts paraphrases close to each other.

    Example: scpn train embeddings --pairs pairs.tsv -o encoder --config word-trigram epochs=5
    """
    from scpn.config import load_config
    from scpn.data.readers import PairInput
    from scpn.embeddings.training import (
        EmbeddingTrainingConfig,
        find_preset,
        prepare,
        train_encoder,
    )
    from scpn.embeddings.validation import ValidationPairs
    from scpn.runtime import prepare_training

    prepare_training()
    settings = load_config(EmbeddingTrainingConfig, find_preset(config), overrides=overrides or [])
    validate = None if dev is None else ValidationPairs.read(dev).validate
    with new_bar() as bar:
        reading = bar.add_task("reading pairs", total=len(pairs))

        def count(name: str, kept: int) -> None:
            bar.log(f"{name}: {kept} pairs")
            bar.advance(reading)

        prepared = prepare(
            [PairInput.parse(text) for text in pairs],
            settings,
            name=output.resolve().name,
            progress=count,
        )
        faults = ", ".join(f"{number} {why}" for why, number in prepared.train.dropped.items())
        report, progress = follow_training(bar, f"{len(prepared.train)} pairs")
        bar.log(f"{len(prepared.train)} pairs to train on; left out: {faults or 'none'}")
        train_encoder(
            prepared,
            settings,
            output=output,
            validate=validate,
            resume=resume,
            cpu=cpu,
            report=report,
            progress=progress,
        )
