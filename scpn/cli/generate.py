"""`scpn generate`: sentences in, paraphrases of the forms asked for out."""

import sys
from pathlib import Path
from typing import Annotated

from scpn.cli import options
from scpn.cli.derived import takes_settings
from scpn.cli.options import new_app, option
from scpn.cli.outputs import SentenceView
from scpn.data.sentences import SentenceInput
from scpn.paraphraser.settings import GenerationSettings
from scpn.tables.formats import STANDARD_INPUT

app = new_app()

_SEARCH, _FILES = "Search", "Input and output"


@app.command("generate")
@takes_settings
def generate_command(
    sentences: options.Sentences = None,
    *,
    template: options.Template = None,
    templates: options.Templates = None,
    parse: Annotated[
        list[str] | None,
        option("Full parse to paraphrase into, without words; repeatable.", panel=options.FORMS),
    ] = None,
    exemplar: Annotated[
        list[str] | None,
        option("Sentence whose form is imitated; repeatable.", panel=options.FORMS),
    ] = None,
    input_: Annotated[str | None, options.sentence_file(panel=_FILES)] = None,
    column: Annotated[str | None, options.column(panel=_FILES)] = None,
    input_format: Annotated[str | None, options.input_format(panel=_FILES)] = None,
    limit: Annotated[int | None, options.limit(panel=_FILES)] = None,
    output: Annotated[
        Path | None,
        option(
            "Output file (.tsv, .csv, .jsonl or .parquet), written only on success; by default "
            "a table on a terminal, JSON lines in a pipe.",
            "--output",
            "-o",
            panel=_FILES,
            metavar="FILE",
        ),
    ] = None,
    resume: Annotated[bool, options.resume(panel=_FILES)] = False,
    overwrite: Annotated[bool, options.overwrite(panel=_FILES)] = False,
    show_rejected: Annotated[
        bool, option("Also output rejected paraphrases.", "--show-rejected", panel=_FILES)
    ] = False,
    settings: GenerationSettings,
    sample: Annotated[
        bool, option("Draw words at random; short for --temperature 1.", "--sample", panel=_SEARCH)
    ] = False,
    workers: Annotated[int, options.workers(panel=_SEARCH)] = 1,
    device: Annotated[str | None, options.device(panel=_SEARCH)] = None,
    model: Annotated[str | None, options.model(panel=_SEARCH)] = None,
    similarity_model: Annotated[str | None, options.similarity_model(panel=_SEARCH)] = None,
    critic: Annotated[str | None, options.critic(panel=_SEARCH)] = None,
) -> None:
    """Paraphrase sentences into the forms you name, or into suggested ones.

    scpn generate "I call you when I am home." -t "(S(SBAR)(,)(NP)(VP)(.))"

    scpn generate "She left." --exemplar "What he wants is rest."

    scpn generate -i reviews.tsv --column text --templates scpn-2018 -o out.jsonl

    cat lines.txt | scpn generate - -t "(S(NP)(VP)(.))" | head -3

    Each sentence gets its accepted paraphrases or, if there are none, the best rejected one with
    the reasons. A sentence that fails is reported, the others go on, and the exit status is 1.
    """
    from scpn.paraphraser import paraphrase_file
    from scpn.paraphraser.controls import ControlRequest

    if sample and settings.temperature is None:
        settings = settings.replace(temperature=1.0)
    source = _find_source(sentences or [], input_, input_format, column, limit)
    controls = ControlRequest.read(
        templates=template or [],
        template_set=templates,
        parses=parse or [],
        exemplars=exemplar or [],
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
            critic=critic,
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
