"""`scpn backtranslate`: sentences in, pairs of them and of what comes back from a language out."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scpn import __version__
from scpn.cli import options
from scpn.cli.options import option
from scpn.cli.partial import Outcome
from scpn.cli.sentence_run import Rephrase, SentenceRun, open_output
from scpn.data.sentences import Sentence, SentenceInput
from scpn.errors import SentenceError

if TYPE_CHECKING:
    from scpn.backtranslation.translator import RoundTrip

app = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})

_FILES, _TRANSLATION = "Input and output", "Translation"


@app.command("backtranslate", no_args_is_help=True)
def backtranslate_command(
    path: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="Sentences: .txt (one a line), .tsv, .csv, .jsonl, also .xz or .gz; '-' is "
            "standard input.",
        ),
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
    source = SentenceInput(path=path, kind=input_format, column=column, limit=limit)
    work = BackTranslating(tuple(forward), tuple(backward), num, batch_size, device)
    target = open_output(
        output, work.describe(source), chunk_size=batch_size, resume=resume, overwrite=overwrite
    )
    run = SentenceRun(
        source, work.open, batch_size, batch_size, stage="translating", has_table=False
    )
    if run.go(target).failures.count:
        raise typer.Exit(1)


@dataclass(frozen=True, slots=True)
class BackTranslating:
    """How sentences are translated and translated back.

    Attributes:
        forward: Translators from English.
        backward: Those into English.
        num: Versions of a sentence, at most.
        batch_size: Sentences translated together.
        device: Torch device; None chooses.
    """

    forward: tuple[str, ...]
    backward: tuple[str, ...]
    num: int
    batch_size: int
    device: str | None

    def describe(self, source: SentenceInput) -> dict[str, object]:
        """What must be the same for a run to be continued; the device may change."""
        from scpn.pretrained.digest import digest_of_files

        return {
            "version": __version__,
            "forward": list(self.forward),
            "backward": list(self.backward),
            "models": digest_of_files(*self.forward, *self.backward),
            "num": self.num,
            "batch_size": self.batch_size,
            "column": source.column,
            "limit": source.limit,
        }

    @contextmanager
    def open(self) -> Iterator[Rephrase]:
        """Load the translators."""
        from scpn.backtranslation.loading import load_trips
        from scpn.runtime import prepare_torch, resolve_device

        prepare_torch()
        trips = load_trips(self.forward, self.backward, device=resolve_device(self.device))
        yield lambda batches: (self._outcomes(trips, batch) for batch in batches)

    def _outcomes(self, trips: "list[RoundTrip]", batch: Sequence[Sentence]) -> Iterator[Outcome]:
        """Outcomes of a batch, in order; a sentence that fails does not harm the others."""
        good = [sentence for sentence in batch if sentence.error is None]
        found = iter(self._translate(trips, [sentence.text for sentence in good]))
        for sentence in batch:
            versions = sentence.error or next(found)
            if isinstance(versions, str):
                yield Outcome(sentence.text, sentence.where, error=versions)
            else:
                yield Outcome(sentence.text, sentence.where, _records(sentence.text, versions))

    def _translate(
        self, trips: "list[RoundTrip]", texts: list[str]
    ) -> "list[list[tuple[str, float]] | str]":
        """Versions of each text, or why there is none."""
        from scpn.backtranslation.translator import take_turns

        try:
            return list(take_turns(trips, texts, num=self.num)) if texts else []
        except SentenceError as error:
            if len(texts) == 1:
                return [str(error)]
            return [outcome for text in texts for outcome in self._translate(trips, [text])]


def _records(text: str, versions: list[tuple[str, float]]) -> list[dict[str, object]]:
    """The pairs of a sentence, without copies of it."""
    own = _words(text)
    return [
        {"source": text, "target": version, "score": round(score, 4)}
        for version, score in versions
        if _words(version) not in ([], own)
    ]


def _words(text: str) -> list[str]:
    return text.casefold().split()
