"""`scpn generate`: sentences in, paraphrases of the forms asked for out."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from scpn.cli import options
from scpn.cli.options import option
from scpn.cli.outputs import SentenceView
from scpn.data.sentences import SentenceInput
from scpn.tables.formats import STANDARD_INPUT

app = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})

_SEARCH, _FILES = "Search", "Input and output"


@app.command("generate")
def generate_command(
    sentences: options.Sentences = None,
    *,
    template: options.Template = None,
    templates: options.Templates = None,
    parse: Annotated[
        list[str] | None, option("Full parse without words.", panel=options.FORMS)
    ] = None,
    exemplar: Annotated[
        list[str] | None, option("Sentence whose form is to be taken.", panel=options.FORMS)
    ] = None,
    input_: Annotated[str | None, options.sentence_file(panel=_FILES)] = None,
    column: Annotated[str | None, options.column(panel=_FILES)] = None,
    input_format: Annotated[str | None, options.input_format(panel=_FILES)] = None,
    limit: Annotated[int | None, options.limit(panel=_FILES)] = None,
    output: Annotated[
        Path | None,
        option(
            ".jsonl or .tsv, there when all is done; else a table, or JSON lines in a pipe.",
            "--output",
            "-o",
            panel=_FILES,
            metavar="FILE",
        ),
    ] = None,
    resume: Annotated[bool, options.resume(panel=_FILES)] = False,
    overwrite: Annotated[bool, options.overwrite(panel=_FILES)] = False,
    show_rejected: Annotated[
        bool, option("Rejected paraphrases too.", "--show-rejected", panel=_FILES)
    ] = False,
    tokenized: Annotated[
        bool, option("Treebank tokens in and out.", "--tokenized", panel=_FILES)
    ] = False,
    num_return: Annotated[int, options.num_return(panel=_SEARCH)] = 1,
    beam: Annotated[int, options.beam(panel=_SEARCH)] = 4,
    rerank: Annotated[
        int, option("Parses tried for each template; 1 is no re-ranking.", panel=_SEARCH, min=1)
    ] = 4,
    meaning_weight: Annotated[
        float,
        option(
            "What similarity weighs beside the score in re-ranking; 1000 ranks by similarity.",
            panel=_SEARCH,
            min=0,
        ),
    ] = 4.0,
    min_overlap: Annotated[
        float,
        option(
            "Reject if fewer words are shared (F1) with the sentence.", panel=_SEARCH, min=0, max=1
        ),
    ] = 0.5,
    min_similarity: Annotated[
        float,
        option(
            "Reject if the meaning is less alike, by the judge's cosine.",
            panel=_SEARCH,
            min=-1,
            max=1,
        ),
    ] = 0.7,
    max_lost: Annotated[
        float,
        option(
            "Reject if a larger share of the content words has nothing that stands for it.",
            panel=_SEARCH,
            min=0,
            max=1,
        ),
    ] = 0.2,
    max_added: Annotated[
        float,
        option(
            "Reject if a larger share of the content words stands for nothing in the source.",
            panel=_SEARCH,
            min=0,
            max=1,
        ),
    ] = 0.0,
    min_score: Annotated[
        float,
        option("Reject if the paraphraser itself finds it less likely, per piece.", panel=_SEARCH),
    ] = -1.1,
    sample: Annotated[
        bool, option("Draw words instead of searching.", "--sample", panel=_SEARCH)
    ] = False,
    temperature: Annotated[
        float | None,
        option("Boldness of --sample, which it implies; 1 if not given.", panel=_SEARCH, min=0.01),
    ] = None,
    seed: Annotated[int, option("Seed of --sample.", panel=_SEARCH)] = 0,
    batch_size: Annotated[int, options.forms_at_a_time(panel=_SEARCH)] = 128,
    workers: Annotated[int, options.workers(panel=_SEARCH)] = 1,
    device: Annotated[str | None, options.device(panel=_SEARCH)] = None,
    model: Annotated[str | None, options.model(panel=_SEARCH)] = None,
    similarity_model: Annotated[str | None, options.similarity_model(panel=_SEARCH)] = None,
) -> None:
    """Paraphrase sentences into the forms you name, or into suggested ones.

    scpn generate "I call you when I am home." -t "(S(SBAR)(,)(NP)(VP)(.))"

    scpn generate "She left." --exemplar "What he wants is rest."

    scpn generate -i reviews.tsv --column text --templates scpn-2018 -o out.jsonl

    cat lines.txt | scpn generate - -t "(S(NP)(VP)(.))" | head -3

    Shown are the accepted paraphrases of a sentence; if there are none, its best rejected one, with
    the reasons. A sentence that fails is reported and the others go on; the status is then 1.
    """
    from scpn.paraphraser import GenerationSettings, paraphrase_file
    from scpn.paraphraser.controls import ControlRequest

    if sample and temperature is None:
        temperature = 1.0
    source = _find_source(sentences or [], input_, input_format, column, limit)
    controls = ControlRequest.read(
        templates=template or [],
        template_set=templates,
        parses=parse or [],
        exemplars=exemplar or [],
    )
    settings = GenerationSettings.of(
        beam=beam,
        num_return=num_return,
        rerank=rerank,
        meaning_weight=meaning_weight,
        batch_size=batch_size,
        tokenized=tokenized,
        seed=seed,
        temperature=temperature,
        min_overlap=min_overlap,
        min_similarity=min_similarity,
        max_lost=max_lost,
        max_added=max_added,
        min_score=min_score,
    )
    with SentenceView(source, output, nothing="none accepted", has_table=True) as view:
        counts = paraphrase_file(
            source,
            output,
            controls=controls,
            settings=settings,
            show_rejected=show_rejected,
            model=model,
            similarity_model=similarity_model,
            device=device,
            workers=workers,
            resume=resume,
            overwrite=overwrite,
            on_result=view.on_result,
            on_progress=view.on_progress,
            on_problem=view.problems.add,
        )
    view.conclude(counts)


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
