"""`scpn evaluate proposers`: how often the right parse is proposed for a template."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scpn.cli import options
from scpn.cli.derived import skip, takes_settings
from scpn.cli.progress import report
from scpn.cli.reports import Json, show_report
from scpn.paraphraser.settings import GenerationSettings

if TYPE_CHECKING:
    from rich.table import Table

    from scpn.evaluation.proposals import ProposalEvaluation

_SKIPPED = skip("num_return", "writers", "proposers", "tokenized")


@takes_settings
def proposers_command(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="TSV with a header: source, target; for instance pairs of `scpn derive`.",
        ),
    ],
    *,
    generation: Annotated[GenerationSettings, _SKIPPED],
    limit: Annotated[int | None, typer.Option(min=1, help="Read at most this many pairs.")] = None,
    model: Annotated[str | None, options.model()] = None,
    parser: Annotated[
        str | None, typer.Option(help="Parser of the pairs; by default that of the model.")
    ] = None,
    device: Annotated[str | None, options.device()] = None,
    json_file: Json = None,
) -> None:
    """Measure how often each proposer finds the parse of the target, and each writer its words.

    Example: scpn evaluate proposers pairs.tsv --rerank 4 --json figures.json
    """
    from scpn.evaluation import describe_model, read_evaluation_pairs
    from scpn.evaluation.proposals import evaluate_proposals
    from scpn.paraphraser import Paraphraser

    pairs = list(read_evaluation_pairs(file, limit=limit))
    evaluation = evaluate_proposals(
        Paraphraser.from_pretrained(model, parser=parser, device=device),
        pairs,
        settings=generation,
        provenance={"file": file.name} | describe_model(model),
    )
    for line, reason in evaluation.skipped:
        report(f"left out: {file}:{line}: {reason}")
    show_report(evaluation.to_dict(), json_file, lambda: [_table(evaluation)])


def _table(evaluation: "ProposalEvaluation") -> "Table":
    from rich.table import Table

    table = Table(title="The target's parse, and its very words", title_justify="left")
    for number, column in enumerate(
        ("proposer", "pairs", "parse first", "among", "no parse", "exact words", "pairs/s")
    ):
        table.add_column(column, justify="right" if number else "left")
    for row in evaluation.rows:
        counts = (row.num_pairs, row.first, row.among, row.none, row.exact)
        speed = row.num_pairs / row.seconds if row.seconds else 0.0
        table.add_row(row.proposer, *("" if n is None else str(n) for n in counts), f"{speed:.1f}")
    table.caption_justify = "left"
    table.caption = (
        "first, among: pairs whose target's parse is proposed first, or at all. exact words: the "
        "best output is the target. gold: given the parse of the target."
    )
    return table
