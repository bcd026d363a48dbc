"""`scpn mine`: one corpus or two in, pairs of sentences with one meaning out."""

from pathlib import Path
from typing import Annotated

import typer

from scpn.data.sentences import SentenceInput
from scpn.errors import UsageError

app = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})

_MINING, _FILES, _MODEL = "Mining", "Input and output", "Model"


@app.command("mine", no_args_is_help=True)
def mine_command(
    corpora: Annotated[
        list[str],
        typer.Argument(
            metavar="CORPUS [OTHER]",
            help="Sentences: .txt (one a line), .tsv, .csv, .jsonl, also .xz or .gz. One corpus: "
            "paraphrases within it; two: pairs between them.",
            show_default=False,
        ),
    ],
    *,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help=".tsv, .jsonl or .parquet, there when all is done; else JSON lines in a pipe.",
            rich_help_panel=_FILES,
        ),
    ] = None,
    column: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|NUMBER|KEY",
            help="Column (numbers from 1) or JSON key of the sentence; else text, sentence or "
            "source.",
            rich_help_panel=_FILES,
        ),
    ] = None,
    input_format: Annotated[
        str | None,
        typer.Option(
            metavar="txt|tsv|csv|jsonl", help="If the name does not say.", rich_help_panel=_FILES
        ),
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option(min=1, help="Sentences to read of each corpus.", rich_help_panel=_FILES),
    ] = None,
    vectors: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE.npy",
            help="Vectors from 'scpn embed' for each corpus, in their order; no model is loaded.",
            rich_help_panel=_FILES,
        ),
    ] = None,
    gold: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Right pairs, two sentence numbers a line: report precision, recall and F1.",
            rich_help_panel=_FILES,
        ),
    ] = None,
    skip_unknown: Annotated[
        bool,
        typer.Option(
            "--skip-unknown",
            help="Leave out what is empty, unreadable or unknown; else it is an error.",
            rich_help_panel=_FILES,
        ),
    ] = False,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Continue a run that stopped.", rich_help_panel=_FILES),
    ] = False,
    overwrite: Annotated[
        bool,
        typer.Option("--overwrite", help="Replace an output file.", rich_help_panel=_FILES),
    ] = False,
    neighbors: Annotated[
        int,
        typer.Option("--neighbors", "-k", min=1, help="Of a sentence.", rich_help_panel=_MINING),
    ] = 4,
    margin: Annotated[
        str, typer.Option(metavar="ratio|distance|absolute", rich_help_panel=_MINING)
    ] = "ratio",
    retrieval: Annotated[
        str | None,
        typer.Option(
            metavar="all|forward|backward|intersection|max",
            help="all: each sentence with each neighbour (default for one corpus); forward: each "
            "with its best; backward: from the other corpus; intersection: both; max: best first, "
            "each sentence once (default for two).",
            rich_help_panel=_MINING,
        ),
    ] = None,
    min_score: Annotated[
        float | None,
        typer.Option(help="Smallest margin score; none keeps all.", rich_help_panel=_MINING),
    ] = None,
    top: Annotated[
        int | None,
        typer.Option(min=1, help="Pairs to keep, best first.", rich_help_panel=_MINING),
    ] = None,
    approximate: Annotated[
        bool,
        typer.Option(
            "--approximate",
            help="Search through a graph, for large corpora; misses a few neighbors.",
            rich_help_panel=_MINING,
        ),
    ] = False,
    effort: Annotated[
        int,
        typer.Option(
            min=1,
            help="Of --approximate: candidates kept in view; more is slower and misses less.",
            rich_help_panel=_MINING,
        ),
    ] = 64,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FOLDER|sentence-transformers:PATH",
            help="Encoder; else the bundled one.",
            rich_help_panel=_MODEL,
        ),
    ] = None,
    device: Annotated[
        str | None, typer.Option(help="Torch device, such as cuda.", rich_help_panel=_MODEL)
    ] = None,
    batch_size: Annotated[
        int, typer.Option(min=1, help="Sentences computed together.", rich_help_panel=_MODEL)
    ] = 128,
) -> None:
    """Find pairs of sentences with one meaning, by the margin of their cosine.

    scpn mine corpus.txt -o paraphrases.tsv --min-score 1.2

    scpn mine english.txt german.txt -o bitext.tsv --model multilingual-encoder

    The score compares the cosine of two sentences with those they have with their nearest
    neighbours. Repeated sentences count once; a pair of one text (up to case, spacing and
    punctuation) is none. The search needs faiss, small inputs do without:
    pip install "scpn[mine]"
    """
    from scpn.cli.mining_run import MiningRun
    from scpn.embeddings.mining import MiningOptions

    if len(corpora) > 2:
        raise UsageError(f"got {len(corpora)} corpora; give one or two")
    if vectors and len(vectors) != len(corpora):
        raise UsageError(
            f"got {len(vectors)} --vectors for {len(corpora)} corpora; give one for each, or none"
        )
    if output is None and (resume or overwrite):
        option = "--resume" if resume else "--overwrite"
        raise UsageError(f"{option} is about a file; name it with --output")
    options = MiningOptions(
        neighbors=neighbors,
        margin=margin,  # type: ignore[arg-type]  # MiningOptions checks it
        retrieval=retrieval or ("all" if len(corpora) == 1 else "max"),  # type: ignore[arg-type]
        min_score=min_score,
        top=top,
        search="approximate" if approximate else "exact",
        effort=effort,
    )
    MiningRun(
        [
            SentenceInput(path=path, kind=input_format, column=column, limit=limit)
            for path in corpora
        ],
        options,
        output=output,
        vectors=vectors or [],
        gold=gold,
        model=model,
        device=device,
        batch_size=batch_size,
        skip_unknown=skip_unknown,
    ).go(resume=resume, overwrite=overwrite)
