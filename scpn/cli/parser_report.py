"""`scpn train evaluate-parser`: figures of a parser on treebanks."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scpn.cli import options
from scpn.errors import UsageError
from scpn.fileio import write_atomically

if TYPE_CHECKING:
    from scpn.metrics.parsing import ParserFigures

_HEADER = (
    f"{'case':<6} {'source':<16} {'trees':>6} {'F1':>6} {'exact':>6} {'templ.':>6} {'sent/s':>7}"
)


def evaluate_parser_command(
    *,
    test: Annotated[
        list[str],
        typer.Option(metavar="[NAME=]FILE", help="Treebank with one tree per line; repeatable."),
    ],
    parser: Annotated[
        str | None, typer.Option(help="Parser: bundled name, folder or benepar model.")
    ] = None,
    lower: Annotated[
        bool, typer.Option("--lower/--no-lower", help="Score lower-cased text as well.")
    ] = True,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Also write the figures to this JSON file.")
    ] = None,
    device: Annotated[str | None, options.device()] = None,
) -> None:
    """Score a parser on treebanks: labeled F1, exact templates and speed, per source and overall.

    Example: scpn train evaluate-parser --parser parser --test wsj=wsj/test.txt --test qb/test.txt

    Tokens are those of the treebank. Several files under one name are one source.
    """
    from scpn.metrics.parsing import evaluate_parser, parser_signature
    from scpn.parsing import load_parser
    from scpn.parsing.treebank import load_treebank

    sources = {
        name: load_treebank(paths, max_words=1_000_000) for name, paths in name_files(test).items()
    }
    loaded = load_parser(parser, device=device)
    rows = []
    typer.echo(_HEADER)
    for row in evaluate_parser(loaded, sources, cases=["cased", "lower"] if lower else ["cased"]):
        rows.append(row)
        typer.echo(_line(row))
    signature = parser_signature(loaded)
    typer.echo(str(signature))
    if json_file is not None:
        _save(rows, str(signature), test, json_file)


def name_files(texts: Sequence[str]) -> dict[str, list[Path]]:
    """Read `[NAME=]FILE`; a file without a name is called after its folder.

    Raises:
        UsageError: A name or file is empty.
    """
    sources: dict[str, list[Path]] = {}
    for text in texts:
        name, equals, file = text.partition("=")
        path = Path(file if equals else name)
        name = name if equals else path.resolve().parent.name
        if not name or not str(file if equals else text):
            raise UsageError(f"{text!r} names no treebank; write FILE or NAME=FILE")
        sources.setdefault(name, []).append(path)
    return sources


def _line(row: "ParserFigures") -> str:
    unparsed = f"  {row.unparsed} not parsed" if row.unparsed else ""
    return (
        f"{row.case:<6} {row.source:<16} {row.num_sentences:>6} {row.f1:>6.2f} {row.exact:>6.2f} "
        f"{row.template:>6.2f} {row.sentences_per_s:>7.0f}{unparsed}"
    )


def _save(rows: Sequence["ParserFigures"], signature: str, test: list[str], path: Path) -> None:
    report: dict[str, Any] = {
        "signature": signature,
        "test": test,
        "rows": [row.to_dict() for row in rows],
    }
    with write_atomically(path) as file:
        json.dump(report, file, indent=1)
        file.write("\n")
