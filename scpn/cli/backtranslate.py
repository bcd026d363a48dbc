"""`scpn backtranslate`: sentences in, pairs with their back-translations out."""

from pathlib import Path
from typing import Annotated

import typer

from scpn.backtranslation.settings import BackTranslationSettings
from scpn.cli import options
from scpn.cli.derived import takes_settings
from scpn.cli.options import new_app, option
from scpn.cli.outputs import SentenceView
from scpn.data.sentences import SentenceInput

app = new_app()

_FILES, _TRANSLATION = "Input and output", BackTranslationSettings.panel


@app.command("backtranslate", no_args_is_help=True)
@takes_settings
def backtranslate_command(
    path: Annotated[
        str,
        typer.Argument(metavar="FILE", help=options.SENTENCE_FILE),
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
    limit: Annotated[int | None, options.limit(panel=_FILES)] = None,
    resume: Annotated[bool, options.resume(panel=_FILES)] = False,
    overwrite: Annotated[bool, options.overwrite(panel=_FILES)] = False,
    forward: Annotated[list[str], options.forward(panel=_TRANSLATION)],
    backward: Annotated[list[str], options.backward(panel=_TRANSLATION)],
    settings: BackTranslationSettings,
    device: Annotated[str | None, options.device(panel=_TRANSLATION)] = None,
) -> None:
    """Make paraphrase pairs by translating sentences, and translating them back.

    scpn backtranslate text.txt --forward Helsinki-NLP/opus-mt-en-cs
    --backward Helsinki-NLP/opus-mt-cs-en -n 5 -o pairs.jsonl

    scpn backtranslate text.txt --forward "process:apertium -u eng-spa"
    --backward "process:apertium -u spa-eng" -o pairs.jsonl

    The best translation of a sentence is translated back; the most probable results are its
    versions, and languages take turns. A version with the same words as the sentence is left out.
    'scpn filter' and 'scpn label' read the pairs.
    """
    from scpn.backtranslation.run import backtranslate_file

    source = SentenceInput(path=path, kind=input_format, column=column, limit=limit)
    with SentenceView(source, output, nothing="no version but itself", has_table=False) as view:
        counts = backtranslate_file(
            source,
            output,
            forward=forward,
            backward=backward,
            settings=settings,
            device=device,
            resume=resume,
            overwrite=overwrite,
            on_result=view.on_result,
            on_progress=view.on_progress,
            on_problem=view.problems.add,
        )
    view.conclude(counts)
