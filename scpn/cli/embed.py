"""`scpn embed`: sentences in, a matrix of vectors out."""

from pathlib import Path
from typing import Annotated

import typer

from scpn.cli import options
from scpn.cli.derived import takes_settings
from scpn.cli.options import new_app
from scpn.cli.progress import RunView, count_of, report
from scpn.data.sentences import SentenceInput
from scpn.embeddings.settings import EmbeddingSettings
from scpn.tables.formats import STANDARD_INPUT

app = new_app()

_MODEL = EmbeddingSettings.panel


@app.command("embed", no_args_is_help=True)
@takes_settings
def embed_command(
    sentences: options.Sentences = None,
    *,
    input_: Annotated[str | None, options.sentence_file()] = None,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            help="Output file: .npy, a row per sentence in order; or .parquet with text and "
            "embedding.",
        ),
    ],
    column: Annotated[str | None, options.column()] = None,
    input_format: Annotated[str | None, options.input_format()] = None,
    limit: Annotated[int | None, options.limit()] = None,
    model: Annotated[str | None, options.encoder(panel=_MODEL)] = None,
    device: Annotated[str | None, options.device(panel=_MODEL)] = None,
    settings: EmbeddingSettings,
    skip_unknown: Annotated[
        bool,
        typer.Option(
            "--skip-unknown",
            help="Write a row of zeros for a sentence that is empty, unreadable or unknown, "
            "instead of failing.",
        ),
    ] = False,
    resume: Annotated[bool, options.resume()] = False,
    overwrite: Annotated[bool, options.overwrite()] = False,
) -> None:
    """Turn sentences into vectors: row i of the output belongs to sentence i.

    Example: scpn embed -i corpus.txt -o corpus.npy

    Vectors are single precision and not scaled to length 1. The input may be larger than memory;
    a run that was killed continues with --resume and gives the same bytes.
    """
    from scpn.embeddings.embedding import embed_file

    if sentences == [STANDARD_INPUT] and input_ is None:
        sentences, input_ = [], STANDARD_INPUT
    source = SentenceInput(
        sentences or [], path=input_, kind=input_format, column=column, limit=limit
    )
    with RunView(problems="sentences without a vector") as view:
        counts = embed_file(
            source,
            output,
            model=model,
            device=device,
            batch_size=settings.batch_size,
            skip_unknown=skip_unknown,
            resume=resume,
            overwrite=overwrite,
            on_progress=view.on_progress,
            on_problem=view.problems.add,
        )
    zeros = f", {view.problems.count:,} rows of zeros" if view.problems.count else ""
    report(f"{count_of(counts.vectors, 'vector')} of {counts.dimension} numbers in {output}{zeros}")
