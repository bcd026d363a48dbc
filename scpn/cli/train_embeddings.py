"""`scpn train embeddings`: sentence encoders from paraphrase pairs."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scpn.cli import options
from scpn.cli.progress import follow_training, new_bar
from scpn.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from scpn.embeddings.protocol import SentenceEncoder

PRESETS = Path(__file__).parents[1] / "training" / "presets"
PREFIX = "embeddings-"


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
            help="Pairs, in any form that `scpn label` reads; repeatable.",
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
            help="Pairs with a gold similarity (source<TAB>target<TAB>score): Pearson's r with it "
            "decides which parameters are kept, instead of retrieval among held-out pairs."
        ),
    ] = None,
    resume: options.ResumeTraining = False,
    cpu: options.Cpu = False,
) -> None:
    """Train a sentence encoder: paraphrases near each other, all else apart.

    Example: scpn train embeddings --pairs pairs.tsv -o encoder --config word-trigram epochs=5
    """
    from scpn.config import load_config
    from scpn.data.readers import PairInput
    from scpn.embeddings.training import EmbeddingTrainingConfig, prepare, train_encoder
    from scpn.runtime import prepare_torch

    prepare_torch()
    settings = load_config(EmbeddingTrainingConfig, find_preset(config), overrides=overrides or [])
    validate = None if dev is None else scored_validation(dev)
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


def find_preset(name: str | None) -> Path | None:
    """File of a preset such as `word-trigram`, or of settings.

    Raises:
        UsageError: It is neither.
    """
    if name is None or Path(name).is_file():
        return None if name is None else Path(name)
    preset = PRESETS / f"{PREFIX}{name.removeprefix(PREFIX)}.yaml"
    if not preset.is_file():
        known = sorted(path.stem.removeprefix(PREFIX) for path in PRESETS.glob(f"{PREFIX}*.yaml"))
        raise UsageError(
            f"--config {name!r} is no file and no preset; the presets are {', '.join(known)}"
        )
    return preset


def scored_validation(path: Path) -> "Callable[[SentenceEncoder], dict[str, float]]":
    """Pearson's r of the cosine with a gold score, in percent.

    Raises:
        DataError: The file cannot be read, has a pair without a score, or equal scores only.
    """
    import numpy as np

    from scpn.data.readers import PairInput, read_pairs_from
    from scpn.embeddings.protocol import paired_cosine
    from scpn.errors import DataError

    pairs = list(read_pairs_from(PairInput("dev", str(path))))
    gold = [pair.score for pair in pairs if pair.score is not None]
    if len(gold) < len(pairs) or len(set(gold)) < 2:
        raise DataError(
            f"{len(gold)} of {len(pairs)} pairs have a score, {len(set(gold))} of them different; "
            "each pair needs one, and they must differ",
            path=path,
        )

    def validate(encoder: "SentenceEncoder") -> dict[str, float]:
        left = encoder.embed([pair.source for pair in pairs], unknown="zero")
        right = encoder.embed([pair.target for pair in pairs], unknown="zero")
        cosines = paired_cosine(left, right)
        if not np.ptp(cosines):
            return {"dev": 0.0}
        return {"dev": 100 * float(np.corrcoef(gold, cosines)[0, 1])}

    return validate
