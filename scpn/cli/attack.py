"""`scpn attack`: labelled examples and a classifier in; what breaks it, with proof, out."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from scpn.cli import rewriting as shared

app = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})

_ATTACK = "Attack"


@app.command("attack")
def attack_command(
    data: shared.Data,
    *,
    victim: Annotated[
        str,
        typer.Option(
            metavar="SPEC",
            help="bundled:NAME, a FOLDER of 'scpn train classifier' or of Hugging Face, hf:NAME, "
            "python:MODULE:FUNCTION or process:COMMAND.",
            rich_help_panel=_ATTACK,
        ),
    ],
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE.jsonl",
            help="Records; figures go to FILE.summary.json. Both are there when all is done.",
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
    victim_labels: Annotated[
        str | None,
        typer.Option(
            metavar="A,B,...",
            help="Its labels, in the order of its probabilities, if it does not know them.",
            rich_help_panel=_ATTACK,
        ),
    ] = None,
    victim_batch_size: Annotated[
        int | None,
        typer.Option(min=1, help="Texts it is asked about at a time.", rich_help_panel=_ATTACK),
    ] = None,
    timeout: Annotated[
        float | None,
        typer.Option(
            min=0.1, help="Seconds process:COMMAND may take for them.", rich_help_panel=_ATTACK
        ),
    ] = None,
    search: Annotated[
        Literal["all", "first", "best", "guided"],
        typer.Option(
            help="Templates tried: all; up to the first success; as many as the budget, drawn; "
            "up to the first success, those first that broke similar examples.",
            rich_help_panel=_ATTACK,
        ),
    ] = "all",
    budget: Annotated[
        int | None,
        typer.Option(min=1, help="Most templates tried on an example.", rich_help_panel=_ATTACK),
    ] = None,
    accepted_only: Annotated[
        bool,
        typer.Option(
            "--accepted-only",
            help="Do not ask the victim about rejected candidates.",
            rich_help_panel=_ATTACK,
        ),
    ] = False,
    max_failures: Annotated[
        int,
        typer.Option(
            min=1, help="Stop if the victim fails so often in a row.", rich_help_panel=_ATTACK
        ),
    ] = 5,
    seed: Annotated[int, typer.Option(help="Seed of --search best.", rich_help_panel=_ATTACK)] = 0,
    chunk_size: Annotated[
        int, typer.Option(min=1, help="Examples attacked together.", rich_help_panel=_ATTACK)
    ] = 32,
    resume: Annotated[bool, typer.Option("--resume", help="Continue a run that stopped.")] = False,
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
    """Find the examples that a classifier gets right, and wrong when they are said differently.

    scpn attack dev.csv --victim model/ --templates scpn-2018 --text sentence -o broken.jsonl

    scpn attack nli.tsv --victim python:mine:predict --victim-labels no,yes --templates top-20
    --text premise --text2 hypothesis --sides second --search guided -o broken.jsonl

    An example is broken if it was right and at least one accepted paraphrase of it is wrong.
    """
    from scpn.cli.attack_view import show
    from scpn.cli.attacking import AttackRequest, VictimRequest, attack

    request = AttackRequest(
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
        victim=VictimRequest(
            victim,
            None if victim_labels is None else tuple(victim_labels.split(",")),
            victim_batch_size,
            timeout,
        ),
        output=output,
        sides=sides,
        search=search,
        budget=budget,
        accepted_only=accepted_only,
        chunk_size=chunk_size,
        max_failures=max_failures,
        seed=seed,
        resume=resume,
        overwrite=overwrite,
    )
    tally = attack(request)
    show(tally)
    if tally.summary.failed:
        raise typer.Exit(1)
