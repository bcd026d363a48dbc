"""`scpn mine`: one corpus or two in, pairs of sentences with the same meaning out."""

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from scpn.cli import options
from scpn.cli.derived import skip, takes_settings
from scpn.cli.options import new_app, option
from scpn.cli.progress import RunView, count_of, report
from scpn.data.sentences import SentenceInput
from scpn.embeddings.settings import RETRIEVAL_HELP, EmbeddingSettings, MiningOptions, Retrieval
from scpn.errors import UsageError

if TYPE_CHECKING:
    from scpn.embeddings.corpus_mining import MinedSentences

app = new_app()

_MINING, _FILES, _MODEL = MiningOptions.panel, "Input and output", EmbeddingSettings.panel


@app.command("mine", no_args_is_help=True)
@takes_settings
def mine_command(
    corpora: Annotated[
        list[str],
        typer.Argument(
            metavar="CORPUS",
            help="Sentences: .txt (one sentence per line), .tsv, .csv, .jsonl (plain, .gz or "
            ".xz) or .parquet. With one corpus, paraphrases within it are found; with "
            "two, pairs between them.",
            show_default=False,
        ),
    ],
    *,
    output: Annotated[
        Path | None,
        option(
            "Output file (.tsv, .csv, .jsonl or .parquet), written only on success; by default "
            "JSON lines on standard output.",
            "--output",
            "-o",
            panel=_FILES,
        ),
    ] = None,
    column: Annotated[str | None, options.column(panel=_FILES)] = None,
    input_format: Annotated[str | None, options.input_format(panel=_FILES)] = None,
    limit: Annotated[
        int | None, option("Read at most this many sentences of each corpus.", panel=_FILES, min=1)
    ] = None,
    vectors: Annotated[
        list[Path] | None,
        option(
            "Vectors of each corpus from 'scpn embed', in the same order; no model is loaded.",
            panel=_FILES,
            metavar="FILE.npy",
        ),
    ] = None,
    gold: Annotated[
        Path | None,
        option(
            "True pairs, two sentence numbers per line; precision, recall and F1 are reported.",
            panel=_FILES,
            metavar="FILE",
        ),
    ] = None,
    skip_unknown: Annotated[
        bool,
        option(
            "Leave out sentences that are empty, unreadable or unknown, instead of failing.",
            "--skip-unknown",
            panel=_FILES,
        ),
    ] = False,
    resume: Annotated[bool, options.resume(panel=_FILES)] = False,
    overwrite: Annotated[bool, options.overwrite(panel=_FILES)] = False,
    settings: Annotated[MiningOptions, skip("retrieval", "search")],
    retrieval: Annotated[
        str | None,
        option(RETRIEVAL_HELP, panel=_MINING, metavar="|".join(get_args(Retrieval))),
    ] = None,
    approximate: Annotated[
        bool,
        option(
            "Approximate search in a graph, for large corpora; it misses a few neighbors.",
            "--approximate",
            panel=_MINING,
        ),
    ] = False,
    model: Annotated[str | None, options.encoder(panel=_MODEL)] = None,
    device: Annotated[str | None, options.device(panel=_MODEL)] = None,
    embedding: EmbeddingSettings,
) -> None:
    r"""Find pairs of sentences with the same meaning, by the margin of their cosine.

    scpn mine corpus.txt -o paraphrases.tsv --min-score 1.2

    scpn mine english.txt german.txt -o bitext.tsv --model multilingual-encoder

    The score compares the cosine of two sentences with their cosines to their nearest neighbors.
    Repeated sentences count once; sentences that differ only in case, spacing or punctuation are no
    pair. Large inputs need faiss:
    pip install "scpn\[mine]"
    """
    from scpn.embeddings.corpus_mining import mine_files
    from scpn.evaluation.mining import evaluate_mining, read_gold_pairs

    if output is None and (resume or overwrite):
        option = "--resume" if resume else "--overwrite"
        raise UsageError(f"{option} is about a file; name it with --output")
    options = settings.replace(
        retrieval=retrieval or ("all" if len(corpora) == 1 else "max"),
        search="approximate" if approximate else "exact",
    )
    right = None if gold is None else read_gold_pairs(gold)
    with RunView(problems="sentences without a vector") as view:
        found = mine_files(
            [
                SentenceInput(path=path, kind=input_format, column=column, limit=limit)
                for path in corpora
            ],
            output,
            options=options,
            vectors=vectors or [],
            model=model,
            device=device,
            batch_size=embedding.batch_size,
            skip_unknown=skip_unknown,
            resume=resume,
            overwrite=overwrite,
            on_progress=view.on_progress,
            on_problem=view.problems.add,
        )
    if output is None:
        _print_records(found)
    if view.problems.count:
        report(f"{count_of(view.problems.count, 'sentence')} left out")
    sizes = " and ".join(f"{number:,}" for number in found.num_different)
    where = f" in {output}" if output else ""
    report(f"{count_of(len(found.pairs), 'pair')}{where} from {sizes} different sentences")
    if right is not None:
        figures = evaluate_mining(found.pairs, right, within_one_corpus=len(corpora) == 1)
        for line in figures.describe():
            report(line)


def _print_records(found: "MinedSentences") -> None:
    from scpn.tables.writing import SCORES, json_line

    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    sys.stdout.writelines(json_line(r, decimals=SCORES.decimals) for r in found.records())
    sys.stdout.flush()
