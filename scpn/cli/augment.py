"""`scpn augment`: labelled examples in; the same with accepted paraphrases of them out."""

from pathlib import Path
from typing import Annotated

import typer

from scpn.cli import rewriting as shared

app = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})

_ROWS = "Rows"


@app.command("augment")
def augment_command(
    data: shared.Data,
    *,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help=".csv, .tsv, .jsonl or .parquet, there when all is done.",
        ),
    ],
    templates: shared.TemplatesOption = None,
    template: shared.TemplateOption = None,
    text: shared.Text = None,
    text2: shared.Text2 = None,
    label: shared.Label = None,
    id_: shared.Id = None,
    limit: shared.Limit = None,
    sides: shared.Sides = "first",
    per_sentence: Annotated[
        int,
        typer.Option(
            "--per-sentence",
            "-n",
            min=1,
            help="Accepted paraphrases wanted of each example.",
            rich_help_panel=_ROWS,
        ),
    ] = 1,
    balance: Annotated[
        bool,
        typer.Option(
            "--balance",
            help="Keep so many of each label that labels become equally frequent.",
            rich_help_panel=_ROWS,
        ),
    ] = False,
    exclude_original: Annotated[
        bool,
        typer.Option("--exclude-original", help="Only paraphrases.", rich_help_panel=_ROWS),
    ] = False,
    seed: Annotated[
        int, typer.Option(help="Seed of the templates drawn.", rich_help_panel=_ROWS)
    ] = 0,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace an output file.")] = False,
    beam: shared.Beam = 4,
    rerank: shared.Rerank = 4,
    num_return: shared.NumReturn = 1,
    min_overlap: shared.MinOverlap = 0.5,
    min_similarity: shared.MinSimilarity = 0.7,
    tokenized: shared.Tokenized = False,
    batch_size: shared.BatchSize = 32,
    device: shared.Device = None,
    model: shared.Model = None,
    similarity_model: shared.SimilarityModel = None,
    cache: shared.Cache = None,
    no_cache: shared.NoCache = False,
) -> None:
    """Add accepted paraphrases to labelled data, in templates drawn for each example.

    scpn augment train.csv --templates top-20 --text sentence --per-sentence 2 -o larger.csv

    scpn augment nli.jsonl --templates top-20 --text premise --text2 hypothesis --balance
    -o larger.jsonl

    Rows keep their columns and labels; added are source_id, template and similarity. A run that was
    stopped goes on where it was when it is started again, since paraphrases are in the cache.
    """
    from scpn.cli.augmenting import AugmentRequest, augment, show

    request = AugmentRequest(
        source=shared.LabeledInput.of(data, text, text2, label, id_, limit),
        rewriting=shared.RewritingRequest.of(
            template=template,
            templates=templates,
            model=model,
            similarity_model=similarity_model,
            device=device,
            cache=cache,
            no_cache=no_cache,
            beam=beam,
            rerank=rerank,
            num_return=num_return,
            min_overlap=min_overlap,
            min_similarity=min_similarity,
            tokenized=tokenized,
            batch_size=batch_size,
        ),
        output=output,
        sides=sides,
        per_sentence=per_sentence,
        balance=balance,
        include_original=not exclude_original,
        seed=seed,
        overwrite=overwrite,
    )
    show(augment(request), request)
