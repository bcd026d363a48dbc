"""`scpn similarity`: pairs of sentences in, the cosine of their vectors out."""

from pathlib import Path
from typing import Annotated

import typer

from scpn.cli import options
from scpn.errors import UsageError

app = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})


@app.command("similarity", no_args_is_help=True)
def similarity_command(
    inputs: Annotated[
        list[str],
        typer.Argument(
            metavar="PAIRS | A B",
            help="Pairs: .tsv (source, tab, target; or a header with these), .jsonl, .parquet or "
            "hf:...; or two parallel text files, line by line. Also .xz or .gz.",
            show_default=False,
        ),
    ],
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help=".jsonl or .tsv, there when all is done; else JSON lines in a pipe.",
        ),
    ] = None,
    scores_only: Annotated[
        bool, typer.Option("--scores-only", help="Only the figures, one a line.")
    ] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="Pairs to read.")] = None,
    model: Annotated[str | None, options.encoder()] = None,
    device: Annotated[str | None, options.device()] = None,
    batch_size: Annotated[int, options.sentences_at_a_time()] = 128,
    skip_unknown: Annotated[
        bool,
        typer.Option(
            "--skip-unknown",
            help="0 for a pair with a side that is empty or unknown; else it is an error.",
        ),
    ] = False,
    resume: Annotated[bool, options.resume()] = False,
    overwrite: Annotated[bool, options.overwrite()] = False,
) -> None:
    """Say how alike the two sentences of each pair are in meaning, from -1 to 1.

    Example: scpn similarity english.txt paraphrases.txt --scores-only > scores.txt
    """
    from scpn.cli.similarity_run import SimilarityRun
    from scpn.data.readers import PairInput

    if len(inputs) > 2:
        raise UsageError(f"got {len(inputs)} inputs; give one file of pairs or two parallel files")
    if scores_only and output is not None:
        raise UsageError("--scores-only goes to standard output; leave out --output")
    if output is None and (resume or overwrite):
        option = "--resume" if resume else "--overwrite"
        raise UsageError(f"{option} is about a file; name it with --output")
    run = SimilarityRun(
        PairInput.parse("::".join(inputs)),
        limit=limit,
        model=model,
        device=device,
        batch_size=batch_size,
        skip_unknown=skip_unknown,
    )
    if output is None:
        run.print(scores_only=scores_only)
    else:
        run.write(output, resume=resume, overwrite=overwrite)
