"""`scpn generate`: sentences in, paraphrases of the forms asked for out."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from scpn.cli.generation import Request, generate
from scpn.data.sentences import STANDARD_INPUT, SentenceInput

app = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})

_FORMS, _SEARCH, _FILES = "Forms", "Search", "Input and output"


@app.command("generate")
def generate_command(
    sentences: Annotated[
        list[str] | None,
        typer.Argument(metavar="[SENTENCE]...", help="Sentences; '-' is standard input."),
    ] = None,
    *,
    template: Annotated[
        list[str] | None,
        typer.Option(
            "--template", "-t", help="Form, such as '(S(NP)(VP)(.))'.", rich_help_panel=_FORMS
        ),
    ] = None,
    templates: Annotated[
        str | None,
        typer.Option(
            metavar="SET|FILE",
            help="All of a template set, or a file with one a line.",
            rich_help_panel=_FORMS,
        ),
    ] = None,
    parse: Annotated[
        list[str] | None,
        typer.Option(help="Full parse without words.", rich_help_panel=_FORMS),
    ] = None,
    exemplar: Annotated[
        list[str] | None,
        typer.Option(help="Sentence whose form is to be taken.", rich_help_panel=_FORMS),
    ] = None,
    input_: Annotated[
        str | None,
        typer.Option(
            "--input",
            "-i",
            metavar="FILE",
            help=".txt (one a line), .tsv, .csv, .jsonl, also .xz or .gz; '-' is standard input.",
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
        int | None, typer.Option(min=1, help="Sentences to read.", rich_help_panel=_FILES)
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help=".jsonl or .tsv, there when all is done; else a table, or JSON lines in a pipe.",
            rich_help_panel=_FILES,
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", help="Continue a run that stopped.", rich_help_panel=_FILES),
    ] = False,
    overwrite: Annotated[
        bool,
        typer.Option("--overwrite", help="Replace an output file.", rich_help_panel=_FILES),
    ] = False,
    show_rejected: Annotated[
        bool,
        typer.Option("--show-rejected", help="Rejected paraphrases too.", rich_help_panel=_FILES),
    ] = False,
    tokenized: Annotated[
        bool,
        typer.Option("--tokenized", help="Treebank tokens in and out.", rich_help_panel=_FILES),
    ] = False,
    num_return: Annotated[
        int, typer.Option(min=1, help="Paraphrases for each form.", rich_help_panel=_SEARCH)
    ] = 1,
    beam: Annotated[int, typer.Option(min=1, help="Beam width.", rich_help_panel=_SEARCH)] = 4,
    rerank: Annotated[
        int,
        typer.Option(
            min=1,
            help="Parses tried for each template; 1 is no re-ranking.",
            rich_help_panel=_SEARCH,
        ),
    ] = 4,
    min_overlap: Annotated[
        float,
        typer.Option(
            min=0,
            max=1,
            help="Reject if fewer words are shared (F1) with the sentence.",
            rich_help_panel=_SEARCH,
        ),
    ] = 0.5,
    min_similarity: Annotated[
        float,
        typer.Option(
            min=-1,
            max=1,
            help="Reject if the meaning is less alike, by the judge's cosine.",
            rich_help_panel=_SEARCH,
        ),
    ] = 0.7,
    min_score: Annotated[
        float,
        typer.Option(
            help="Reject if the paraphraser itself finds it less likely, per piece.",
            rich_help_panel=_SEARCH,
        ),
    ] = -1.3,
    sample: Annotated[
        bool,
        typer.Option("--sample", help="Draw words instead of searching.", rich_help_panel=_SEARCH),
    ] = False,
    temperature: Annotated[
        float | None,
        typer.Option(
            min=0.01,
            help="Boldness of --sample, which it implies; 1 if not given.",
            rich_help_panel=_SEARCH,
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of --sample.", rich_help_panel=_SEARCH)] = 0,
    batch_size: Annotated[
        int,
        typer.Option(min=1, help="Sentences x forms decoded together.", rich_help_panel=_SEARCH),
    ] = 32,
    device: Annotated[
        str | None, typer.Option(help="Torch device, such as cuda.", rich_help_panel=_SEARCH)
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="NAME|FOLDER", help="Models; else the bundled ones.", rich_help_panel=_SEARCH
        ),
    ] = None,
    similarity_model: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER|sentence-transformers:PATH|none",
            help="Judge of meaning; else the bundled one.",
            rich_help_panel=_SEARCH,
        ),
    ] = None,
) -> None:
    """Paraphrase sentences into the forms you name, or into suggested ones.

    scpn generate "I call you when I am home." -t "(S(SBAR)(,)(NP)(VP)(.))"

    scpn generate "She left." --exemplar "What he wants is rest."

    scpn generate -i reviews.tsv --column text --templates scpn-2018 -o out.jsonl

    cat lines.txt | scpn generate - -t "(S(NP)(VP)(.))" | head -3

    Shown are the accepted paraphrases of a sentence; if there are none, its best rejected one, with
    the reasons. A sentence that fails is reported and the others go on; the status is then 1.
    """
    from scpn.cli.controls import ControlRequest

    if sample and temperature is None:
        temperature = 1.0
    request = Request(
        source=_find_source(sentences or [], input_, input_format, column, limit),
        controls=ControlRequest.read(
            templates=template or [],
            template_set=templates,
            parses=parse or [],
            exemplars=exemplar or [],
        ),
        settings={
            "beam": beam,
            "num_return": num_return,
            "rerank": rerank,
            "batch_size": batch_size,
            "tokenized": tokenized,
            "seed": seed,
            "temperature": temperature,
            "min_overlap": min_overlap,
            "min_similarity": min_similarity,
            "min_score": min_score,
        },
        output=output,
        resume=resume,
        overwrite=overwrite,
        show_rejected=show_rejected,
        model=model,
        similarity_model=similarity_model,
        device=device,
    )
    if generate(request).failures.count:
        raise typer.Exit(1)


def _find_source(
    sentences: list[str],
    path: str | None,
    kind: str | None,
    column: str | None,
    limit: int | None,
) -> SentenceInput:
    if sentences == [STANDARD_INPUT] and path is None:
        sentences, path = [], STANDARD_INPUT
    if not sentences and path is None and not sys.stdin.isatty():
        path = STANDARD_INPUT
    return SentenceInput(sentences, path=path, kind=kind, column=column, limit=limit)
