"""`scpn train`: the parser and the two networks."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from nltk import Tree
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

app = typer.Typer(no_args_is_help=True, help="Train the parser, the parse generator or the paraphraser.")

Overrides = Annotated[
    list[str] | None,
    typer.Argument(help="Settings as key=value, dotted for nested ones: model.d_model=384."),
]
Output = Annotated[Path, typer.Option("--output", "-o", help="Folder of the model and its checkpoint.")]
ConfigFile = Annotated[Path | None, typer.Option("--config", "-c", help="YAML file of settings.")]
Resume = Annotated[bool, typer.Option("--resume", help="Continue the run in the output folder.")]
Cpu = Annotated[bool, typer.Option("--cpu", help="Use the CPU even if there is a GPU.")]


def new_progress() -> Progress:
    """A progress bar on standard error."""
    from rich.console import Console

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        refresh_per_second=1,
    )


@app.command("parser")
def parser_command(
    overrides: Overrides = None,
    *,
    train: Annotated[list[Path], typer.Option(help="Treebank file, one tree a line; repeatable.")],
    dev: Annotated[list[Path], typer.Option(help="Treebank file for choosing the best; repeatable.")],
    output: Output,
    config: ConfigFile = None,
    resume: Resume = False,
    cpu: Cpu = False,
    dev_limit: Annotated[int, typer.Option(help="Trees of each dev file used during training.")] = 150,
) -> None:
    """Train a constituency parser from scratch.

    Example: scpn train parser --train trees/train.txt --dev trees/dev.txt -o parser steps=8000

    Two processes: accelerate launch --cpu --num_processes 2 -m scpn train parser ...
    """
    from scpn.config import load_config, save_config
    from scpn.parsing.training import ParserTrainingConfig, train_parser
    from scpn.parsing.treebank import load_treebank
    from scpn.runtime import prepare_torch

    prepare_torch()
    settings = load_config(ParserTrainingConfig, config, overrides=overrides or [])
    limit = min(settings.max_words, settings.model.encoder_max_len - 2)
    train_trees = load_treebank(train, max_words=limit)
    dev_trees = [
        tree for path in dev for tree in load_treebank([path], max_words=limit)[:dev_limit]
    ]
    output.mkdir(parents=True, exist_ok=True)
    save_config(settings, output / "training.yaml")
    with new_progress() as progress:
        bar = progress.add_task(f"{len(train_trees)} trees", total=settings.steps)
        train_parser(
            train_trees,
            dev_trees,
            config=settings,
            output=output,
            score=score_parses,
            resume=resume,
            cpu=cpu,
            report=lambda figures: progress.log(
                " ".join(f"{name} {value:.2f}" for name, value in figures.items())
            ),
            progress=lambda step, total: progress.update(bar, completed=step),
        )


def score_parses(gold: Sequence[Tree], predicted: Sequence[Tree]) -> dict[str, float]:
    """Labelled bracketing F1 and exact template accuracy, both in percent."""
    from scpn.metrics.bracketing import bracketing_scores
    from scpn.trees.transform import cut_to_depth

    same = sum(
        cut_to_depth(a, 2) == cut_to_depth(b, 2) for a, b in zip(gold, predicted, strict=True)
    )
    return {
        "f1": bracketing_scores(gold, predicted).f1,
        "template": 100 * same / len(gold),
    }
