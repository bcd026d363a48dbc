"""`scpn train`: parsers, the two networks of a paraphraser, and all other models."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scpn.cli import options
from scpn.cli.options import new_app
from scpn.cli.parser_report import evaluate_parser_command
from scpn.cli.progress import follow_training, new_bar
from scpn.cli.train_classifier import classifier_command
from scpn.cli.train_critic import critic_command
from scpn.cli.train_embeddings import embeddings_command
from scpn.cli.train_word_vectors import word_vectors_command
from scpn.training.settings import DEV_LIMIT

if TYPE_CHECKING:
    from scpn.models.model import Role

app = new_app(
    no_args_is_help=True,
    help="Train parsers, paraphrasers, critics, sentence encoders and classifiers.",
)

Overrides = Annotated[
    list[str] | None,
    typer.Argument(help="Settings as key=value, dotted for nested ones: model.d_model=384."),
]


@app.command("parser")
def parser_command(
    overrides: Overrides = None,
    *,
    train: Annotated[
        list[Path], typer.Option(help="Treebank file with one tree per line; repeatable.")
    ],
    dev: Annotated[
        list[Path], typer.Option(help="Treebank file for choosing the best parameters; repeatable.")
    ],
    output: options.ModelFolder,
    config: options.ConfigFile = None,
    resume: options.ResumeTraining = False,
    cpu: options.Cpu = False,
    dev_limit: Annotated[
        int, typer.Option(help="Trees of each dev file used during training.")
    ] = DEV_LIMIT,
) -> None:
    """Train a constituency parser from scratch.

    Example: scpn train parser --train train.txt --dev dev.txt -o parser trainer.steps=8000

    Two processes: torchrun --nproc_per_node 2 -m scpn train parser ...
    """
    from scpn.config import load_config
    from scpn.metrics.parsing import score_parses
    from scpn.runtime import prepare_training
    from scpn.training.parser import ParserTrainingConfig, load_trees, train_parser

    prepare_training()
    settings = load_config(ParserTrainingConfig, config, overrides=overrides or [])
    train_trees, dev_trees = load_trees(train, dev, settings, dev_limit=dev_limit)
    with new_bar() as bar:
        report, progress = follow_training(
            bar, f"{len(train_trees)} trees", settings.trainer.steps, decimals=2
        )
        train_parser(
            train_trees,
            dev_trees,
            config=settings,
            output=output,
            score=score_parses,
            resume=resume,
            cpu=cpu,
            report=report,
            progress=progress,
        )


app.command("evaluate-parser")(evaluate_parser_command)
app.command("word-vectors")(word_vectors_command)
app.command("classifier")(classifier_command)
app.command("embeddings")(embeddings_command)
app.command("critic")(critic_command)


PairFiles = Annotated[
    list[Path] | None,
    typer.Option("--pairs", help="Labeled shards from `scpn label`; repeatable."),
]
TreeFiles = Annotated[
    list[Path] | None,
    typer.Option("--text", help="Trees from `scpn parse --lower`, for reconstruction; repeatable."),
]
Packed = Annotated[
    Path,
    typer.Option(
        help="Folder of packed data and vocabularies that both networks share; made at first use."
    ),
]


@app.command("parse-generator")
def parse_generator_command(
    overrides: Overrides = None,
    *,
    output: options.ModelFolder,
    packed: Packed,
    pairs: PairFiles = None,
    text: TreeFiles = None,
    config: options.ConfigFile = None,
    resume: options.ResumeTraining = False,
    cpu: options.Cpu = False,
) -> None:
    """Train the network that turns a source parse and a template into a full parse.

    Example: scpn train parse-generator --pairs labeled --packed packed -o parse-generator

    Two processes: torchrun --nproc_per_node 2 -m scpn train parse-generator ...
    """
    _train("parse-generator", overrides, output, packed, pairs, text, config, resume, cpu)


@app.command("paraphraser")
def paraphraser_command(
    overrides: Overrides = None,
    *,
    output: options.ModelFolder,
    packed: Packed,
    pairs: PairFiles = None,
    text: TreeFiles = None,
    config: options.ConfigFile = None,
    resume: options.ResumeTraining = False,
    cpu: options.Cpu = False,
    parser: Annotated[
        str | None, typer.Option(help="Parser that checks outputs; by default the bundled one.")
    ] = None,
) -> None:
    """Train the network that writes a sentence in the form of a full parse.

    Example: scpn train paraphraser --pairs labeled --text trees.txt --packed packed -o paraphraser

    Two processes: torchrun --nproc_per_node 2 -m scpn train paraphraser ...
    """
    _train("paraphraser", overrides, output, packed, pairs, text, config, resume, cpu, parser)


@app.command("assemble")
def assemble_command(
    *,
    parser: Annotated[Path, typer.Option(help="Folder from `scpn train parser`.")],
    parse_generator: Annotated[
        Path, typer.Option(help="Folder from `scpn train parse-generator`.")
    ],
    paraphraser: Annotated[Path, typer.Option(help="Folder from `scpn train paraphraser`.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the finished model.")],
    full: Annotated[
        bool, typer.Option("--full", help="Store 32-bit numbers instead of 16-bit ones.")
    ] = False,
) -> None:
    """Put three trained parts into one folder for `scpn generate --model`.

    Example: scpn train assemble --parser p --parse-generator g --paraphraser s -o my-model
    """
    from scpn.models.model import ControlledModel
    from scpn.paraphraser import Paraphraser
    from scpn.parsing import load_parser

    pipeline = Paraphraser(
        load_parser(parser, device="cpu"),
        ControlledModel.load(parse_generator, "parse-generator", device="cpu"),
        ControlledModel.load(paraphraser, "paraphraser", device="cpu"),
    )
    pipeline.save_pretrained(output, half=not full)
    size = sum(path.stat().st_size for path in output.rglob("*") if path.is_file())
    typer.echo(f"{output}: {size / 1e6:.1f} MB")


def _train(
    role: "Role",
    overrides: list[str] | None,
    output: Path,
    packed: Path,
    pairs: list[Path] | None,
    text: list[Path] | None,
    config: Path | None,
    resume: bool,
    cpu: bool,
    parser: str | None = None,
) -> None:
    from scpn.config import load_config
    from scpn.runtime import prepare_training
    from scpn.training.networks import NetworkTrainingConfig, train_from_files

    prepare_training()
    settings = load_config(NetworkTrainingConfig, config, overrides=overrides or [])
    with new_bar() as bar:
        report, progress = follow_training(bar, role, settings.trainer.steps)
        train_from_files(
            role,
            packed,
            shards=pairs or [],
            trees=text or [],
            config=settings,
            output=output,
            parser=parser,
            resume=resume,
            cpu=cpu,
            report=report,
            progress=progress,
        )
