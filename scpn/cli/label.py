"""`scpn label`: pairs of sentences in, parsed training shards out."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from scpn.cli import options
from scpn.cli.derived import takes_settings
from scpn.cli.options import new_app
from scpn.cli.progress import RunView
from scpn.data.settings import LabelingOptions
from scpn.errors import UsageError

app = new_app()


@app.command("label", no_args_is_help=True)
@takes_settings
def label_command(
    inputs: options.PairInputs,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder for the shards.")],
    parser: Annotated[
        str | None, typer.Option(help="Parser: bundled name, folder or benepar model.")
    ] = None,
    device: Annotated[str | None, options.device()] = None,
    workers: Annotated[int, typer.Option(help="Worker processes; each loads the parser.")] = 1,
    resume: Annotated[bool, options.resume()] = False,
    settings: LabelingOptions,
    license: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=TEXT", help="License of an input, for the data card; repeatable."
        ),
    ] = None,
) -> None:
    """Parse paraphrase pairs and write Parquet shards for training, with a data card.

    Example: scpn label quotes=pairs.tsv.xz versions.jsonl -o labeled --workers 4 --dev 1000

    A run that was killed continues with --resume; nothing is lost or done twice.
    """
    from scpn.data.labeling import label_pairs
    from scpn.data.readers import PairInput
    from scpn.parsing import ParserLoader

    licenses = _read_licenses(license or [])
    with RunView() as view:
        card = label_pairs(
            [PairInput.parse(text) for text in inputs],
            output,
            parser_factory=ParserLoader(parser, device, workers),
            options=settings,
            workers=workers,
            resume=resume,
            licenses=licenses,
            on_progress=view.on_progress,
        )
    _summarize(card, output)


def _read_licenses(texts: list[str]) -> dict[str, str]:
    licenses = {}
    for text in texts:
        name, equals, license = text.partition("=")
        if not (name and equals and license):
            raise UsageError(f'license {text!r} cannot be read; write NAME="CC BY 4.0"')
        licenses[name] = license
    return licenses


def _summarize(card: dict[str, Any], output: Path) -> None:
    kept = card["kept"]
    dropped = ", ".join(f"{reason} {count:,}" for reason, count in card["dropped"].items())
    print(
        f"{sum(kept.values()):,} of {card['read']:,} pairs labeled: train {kept['train']:,}, "
        f"dev {kept['dev']:,}, test {kept['test']:,}\n"
        f"dropped: {dropped or 'none'}\n"
        f"{output / 'card.md'} describes them",
        file=sys.stderr,
    )
