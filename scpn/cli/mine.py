"""`scpn mine`: one corpus or two in, pairs of sentences with one meaning out."""

import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from scpn.cli import options
from scpn.cli.derived import skip, takes_settings
from scpn.cli.options import option
from scpn.cli.progress import RunView, count_of, report
from scpn.data.sentences import SentenceInput
from scpn.embeddings.settings import RETRIEVAL_HELP, MiningOptions, Retrieval
from scpn.errors import UsageError

if TYPE_CHECKING:
    from scpn.embeddings.corpus_mining import MinedSentences

app = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})

_MINING, _FILES, _MODEL = MiningOptions.panel, "Input and output", "Model"


@app.command("mine", no_args_is_help=True)
@takes_settings
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
        option(
            ".tsv, .jsonl or .parquet, there when all is done; else JSON lines in a pipe.",
            "--output",
            "-o",
            panel=_FILES,
        ),
    ] = None,
    column: Annotated[str | None, options.column(panel=_FILES)] = None,
    input_format: Annotated[str | None, options.input_format(panel=_FILES)] = None,
    limit: Annotated[
        int | None, option("Sentences to read of each corpus.", panel=_FILES, min=1)
    ] = None,
    vectors: Annotated[
        list[Path] | None,
        option(
            "Vectors from 'scpn embed' for each corpus, in their order; no model is loaded.",
            panel=_FILES,
            metavar="FILE.npy",
        ),
    ] = None,
    gold: Annotated[
        Path | None,
        option(
            "Right pairs, two sentence numbers a line: report precision, recall and F1.",
            panel=_FILES,
            metavar="FILE",
        ),
    ] = None,
    skip_unknown: Annotated[
        bool,
        option(
            "Leave out what is empty, unreadable or unknown; else it is an error.",
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
            "Search through a graph, for large corpora; misses a few neighbors.",
            "--approximate",
            panel=_MINING,
        ),
    ] = False,
    model: Annotated[str | None, options.encoder(panel=_MODEL)] = None,
    device: Annotated[str | None, options.device(panel=_MODEL)] = None,
    batch_size: Annotated[int, options.sentences_at_a_time(panel=_MODEL)] = 128,
) -> None:
    """Find pairs of sentences with one meaning, by the margin of their cosine.

    scpn mine corpus.txt -o paraphrases.tsv --min-score 1.2

    scpn mine english.txt german.txt -o bitext.tsv --model multilingual-encoder

    The score compares the cosine of two sentences with those they have with their nearest
    neighbours. Repeated sentences count once; a pair of one text (up to case, spacing and
    punctuation) is none. The search needs faiss, small inputs do without:
    pip install "scpn[mine]"
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
            batch_size=batch_size,
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
