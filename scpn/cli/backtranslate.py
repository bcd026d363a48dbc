"""`scpn backtranslate`: sentences in, pairs of them and of what comes back from a language out."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scpn import __version__
from scpn.cli import options
from scpn.cli.options import option
from scpn.cli.partial import Outcome
from scpn.cli.sentence_run import SentenceRun, open_output
from scpn.data.sentences import Sentence, SentenceInput
from scpn.errors import SentenceError

if TYPE_CHECKING:
    from scpn.backtranslation.translator import RoundTrip, Translation

app = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})

_FILES, _TRANSLATION = "Input and output", "Translation"


@app.command("backtranslate", no_args_is_help=True)
def backtranslate_command(
    path: Annotated[
        str,
        typer.Argument(metavar="FILE", help=f"Sentences: {options.SENTENCE_FILE}"),
    ],
    *,
    output: Annotated[
        Path | None,
        option(
            ".jsonl or .tsv, there when all is done; else JSON lines go to standard output.",
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
    num: Annotated[
        int, option("Versions of each sentence, at most.", "--num", "-n", min=1, panel=_TRANSLATION)
    ] = 1,
    batch_size: Annotated[
        int, option("Sentences handed to a translator together.", min=1, panel=_TRANSLATION)
    ] = 256,
    device: Annotated[str | None, options.device(panel=_TRANSLATION)] = None,
) -> None:
    """Make paraphrase pairs by translating sentences, and translating them back.

    scpn backtranslate text.txt --forward Helsinki-NLP/opus-mt-en-cs
    --backward Helsinki-NLP/opus-mt-cs-en -n 5 -o pairs.jsonl

    scpn backtranslate text.txt --forward "process:apertium -u eng-spa"
    --backward "process:apertium -u spa-eng" -o pairs.jsonl

    The best translation goes back in the most probable ways; languages take turns. What comes back
    in the words it had is left out. 'scpn filter' and 'scpn label' take the pairs from there.
    """
    from scpn.backtranslation.translators import load_trips
    from scpn.pretrained.digest import models_digest
    from scpn.runtime import prepare_torch, resolve_device

    source = SentenceInput(path=path, kind=input_format, column=column, limit=limit)
    settings = {
        "version": __version__,
        "forward": forward,
        "backward": backward,
        "num": num,
        "batch_size": batch_size,
        "column": column,
        "limit": limit,
    }
    target = open_output(
        output, settings, chunk_size=batch_size, resume=resume, overwrite=overwrite
    )
    prepare_torch()
    # Loaded before an unfinished run is overwritten.
    trips = load_trips(forward, backward, device=resolve_device(device))
    if target is not None:
        target.require(models=[models_digest(trip) for trip in trips])
    translator = BackTranslator(trips, num)
    run = SentenceRun(
        source,
        lambda: nullcontext(lambda batches: map(translator.outcomes, batches)),
        batch_size,
        batch_size,
        stage="translating",
        has_table=False,
        nothing="no version but itself",
    )
    if run.go(target).failures.count:
        raise typer.Exit(1)


class BackTranslator:
    """Takes batches of sentences into other languages and back.

    Args:
        trips: There and back; one or more.
        num: Versions of a sentence, at most.
    """

    def __init__(self, trips: "Sequence[RoundTrip]", num: int) -> None:
        self._trips, self._num = trips, num

    def outcomes(self, batch: Sequence[Sentence]) -> Iterator[Outcome]:
        """Yield the outcome of each sentence, in order; one that fails does not harm the others."""
        good = [sentence.text for sentence in batch if sentence.error is None]
        found = iter(self._translate(good))
        for sentence in batch:
            versions = sentence.error or next(found)
            if isinstance(versions, str):
                yield Outcome(sentence.text, sentence.where, error=versions)
            else:
                records = _records(sentence.text, versions)[: self._num]
                yield Outcome(sentence.text, sentence.where, records)

    def _translate(self, texts: list[str]) -> "list[list[Translation] | str]":
        """Versions of each text, or why there is none."""
        from scpn.backtranslation.translator import take_turns

        # Each language may give a copy, which is none of the versions wanted.
        most = self._num + len(self._trips)
        try:
            return list(take_turns(self._trips, texts, num=most)) if texts else []
        except SentenceError as error:
            if len(texts) == 1:
                return [str(error)]
            return [outcome for text in texts for outcome in self._translate([text])]


def _records(text: str, versions: "list[Translation]") -> list[dict[str, object]]:
    """The pairs of a sentence, without copies of it."""
    own = _words(text)
    return [
        {"source": text, "target": version, "score": round(score, 4)}
        for version, score in versions
        if _words(version) not in ([], own)
    ]


def _words(text: str) -> list[str]:
    return text.casefold().split()
