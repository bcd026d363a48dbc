"""`scpn train critic`: critics of outputs, from what readers said of some."""

from pathlib import Path
from typing import Annotated

import typer

from scpn.cli import options
from scpn.cli.progress import follow_training, new_bar


def critic_command(
    overrides: Annotated[
        list[str] | None,
        typer.Argument(
            help="Settings as key=value: encoder=FOLDER, initial=critic, batch_size=16."
        ),
    ] = None,
    *,
    readings: Annotated[
        list[Path] | None,
        typer.Option(
            help="Pairs that readers graded: source, paraphrase, and a grade (0, 1, 2) or labels; "
            "repeatable."
        ),
    ] = None,
    dev: Annotated[
        list[Path],
        typer.Option(help="Readings for choosing the best parameters; repeatable."),
    ],
    text: Annotated[
        list[Path] | None,
        typer.Option(
            help="Trees from `scpn parse --lower`, of which more examples are made: good ones by "
            "rules, bad ones by errors on purpose; repeatable."
        ),
    ] = None,
    output: options.ModelFolder,
    config: options.ConfigFile = None,
    resume: options.ResumeTraining = False,
    cpu: options.Cpu = False,
) -> None:
    """Train a critic, which says how good an output is, on what readers said of outputs.

    Example: scpn train critic --readings graded.tsv --dev held-out.tsv -o my-critic initial=critic

    With initial=critic it goes on from the bundled critic, which needs some hundred readings of
    your texts. With encoder=FOLDER it starts from a pretrained encoder and needs many thousands.
    """
    from scpn.config import load_config
    from scpn.critic.training import CriticTrainingConfig, load_readings, train_critic
    from scpn.runtime import prepare_training

    prepare_training()
    settings = load_config(CriticTrainingConfig, config, overrides=overrides or [])
    train_readings = load_readings(readings or (), trees=text or ())
    dev_readings = load_readings(dev)
    with new_bar() as bar:
        report, progress = follow_training(
            bar, f"{len(train_readings):,} readings", settings.trainer.steps, decimals=1
        )
        train_critic(
            train_readings,
            dev_readings,
            config=settings,
            output=output,
            resume=resume,
            cpu=cpu,
            report=report,
            progress=progress,
        )
