"""`scpn evaluate tenths`: which part of a ranking of pairs trains the best encoder."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scpn.cli import options
from scpn.cli.derived import skip, takes_settings
from scpn.cli.options import option
from scpn.cli.progress import report
from scpn.cli.reports import Json, show_report
from scpn.embeddings.settings import EmbeddingSettings
from scpn.evaluation.settings import TenthsSettings

if TYPE_CHECKING:
    from rich.table import Table

    from scpn.evaluation.score_bins import TenthsReport

_MODEL = EmbeddingSettings.panel
_COLUMNS = {
    "2017/track5.en-en": "2017 en-en",
    "2012-2016": "mean 2012-16",
    "stsbenchmark/dev": "STS-B dev",
}


@takes_settings
def tenths_command(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="INPUT",
            help="Pairs in any form that `scpn label` reads.",
            show_default=False,
        ),
    ],
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Folder for pairs, encoders and figures.")
    ],
    data: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Test sets, see `scpn evaluate sts --help`.")
    ],
    tasks: Annotated[
        list[str] | None, typer.Option(metavar="SET", help="Folder or file of --data; repeatable.")
    ] = None,
    encoder: Annotated[str | None, options.pair_judge(panel=_MODEL)] = None,
    settings: Annotated[TenthsSettings, skip("seeds")],
    seed: Annotated[
        list[int] | None,
        option(
            f"Random seed; repeatable. By default {', '.join(map(str, TenthsSettings.seeds))}.",
            panel=TenthsSettings.panel,
        ),
    ] = None,
    config: Annotated[
        str | None,
        typer.Option(
            "--config",
            "-c",
            metavar="PRESET|FILE",
            help="Preset or YAML file, as in 'scpn train embeddings'.",
        ),
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="Setting of the training; repeatable."),
    ] = None,
    embedding: EmbeddingSettings,
    device: Annotated[str | None, option("Torch device of the encoder.", panel=_MODEL)] = None,
    cpu: Annotated[bool, typer.Option("--cpu", help="Train on the CPU even if there is a GPU.")] = (
        False
    ),
    json_file: Json = None,
) -> None:
    """Rank pairs, cut the ranking into ten parts, train an encoder on each, and compare.

    Example: scpn evaluate tenths pairs.tsv -o tenths --data sts --set epochs=3

    Without --config the encoder is a mean of word vectors. A run that was stopped continues when it
    is started again with the same options.
    """
    from scpn.config import load_config
    from scpn.data.readers import PairInput
    from scpn.embeddings.encoders import load_encoder
    from scpn.embeddings.training import EmbeddingTrainingConfig, find_preset
    from scpn.evaluation.score_bins import evaluate_tenths
    from scpn.evaluation.sts import find_similarity_sets

    if seed:
        settings = settings.replace(seeds=tuple(seed))
    training = load_config(EmbeddingTrainingConfig, find_preset(config), overrides=setting or [])
    sources = [PairInput.parse(text) for text in inputs]
    sets, missing = find_similarity_sets(data, tasks=tasks)
    if missing:
        report(f"not there, so left out: {', '.join(missing)}")
    needs_encoder = settings.rank_by == "paraphrase-score"
    result = evaluate_tenths(
        sources,
        output,
        sets,
        encoder=load_encoder(encoder, device=device) if needs_encoder else None,
        settings=settings,
        training=training,
        batch_size=embedding.batch_size,
        cpu=cpu,
        report=report,
    )
    show_report(result.to_dict(), json_file, lambda: [_table(result)])


def _table(result: "TenthsReport") -> "Table":
    from rich.table import Table

    figures = result.parts[0].figures
    shown = [name for name in _COLUMNS if name in figures] or list(figures)[:3]
    table = Table(title="Pearson x100 of an encoder trained on each part", title_justify="left")
    for number, column in enumerate(
        ["part", "scores", "trigram overlap", "tokens", *(_COLUMNS.get(n, n) for n in shown)]
    ):
        table.add_column(column, justify="right" if number else "left")
    for part in result.parts:
        cells = []
        for name in shown:
            spread = part.spread(name)
            cells.append(f"{part.mean(name):.1f}" + ("" if spread is None else f" ±{spread:.1f}"))
        table.add_row(
            str(part.number),
            f"{part.lowest:.2f} to {part.highest:.2f}",
            f"{part.trigram_overlap:.2f}",
            f"{part.length:.1f}",
            *cells,
        )
    if result.removed:
        gone = ", ".join(f"{name} {count:,}" for name, count in result.removed.most_common())
        table.caption, table.caption_justify = f"Left out before ranking: {gone}.", "left"
    return table
