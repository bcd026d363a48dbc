"""What the commands that paraphrase labelled examples share: their input, their paraphrases."""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from scpn.cli import options
from scpn.cli.options import option
from scpn.cli.progress import ProblemReports, StageProgress, report
from scpn.errors import UsageError
from scpn.paraphraser.run import load_paraphraser

if TYPE_CHECKING:
    from scpn.adversarial.cache import ParaphraseCache
    from scpn.adversarial.protocol import Example
    from scpn.adversarial.rewriters import ControlledRewriter, Rewriter
    from scpn.paraphraser.controls import ControlRequest

_DATA, _SEARCH = "Data", "Paraphrases"

Data = Annotated[
    str,
    typer.Argument(
        metavar="DATA", help=".csv, .tsv, .jsonl (also .gz, .xz), .parquet, or hf:NAME[:SPLIT]."
    ),
]
Text = Annotated[
    str | None, option("Column of the text; a number if there is no header line.", panel=_DATA)
]
Text2 = Annotated[str | None, option("Column of the second text of a pair.", panel=_DATA)]
Label = Annotated[str | None, option("Column of the gold label.", panel=_DATA)]
Id = Annotated[
    str | None, option("Column of the id; else the number of the line.", "--id", panel=_DATA)
]
Limit = Annotated[int | None, option("Examples to read.", min=1, panel=_DATA)]
Sides = Annotated[
    Literal["first", "second", "both"], option("Which text of a pair is paraphrased.", panel=_DATA)
]
Beam = Annotated[int, options.beam(panel=_SEARCH)]
Rerank = Annotated[int, option("Parses tried for each template.", min=1, panel=_SEARCH)]
NumReturn = Annotated[int, options.num_return(panel=_SEARCH)]
MinOverlap = Annotated[
    float, option("Reject if fewer words are shared (F1).", min=0, max=1, panel=_SEARCH)
]
MinSimilarity = Annotated[
    float, option("Reject if the meaning is less alike.", min=-1, max=1, panel=_SEARCH)
]
MaxLost = Annotated[
    float,
    option("Reject if a larger share of the content is left out.", min=0, max=1, panel=_SEARCH),
]
MaxAdded = Annotated[
    float, option("Reject if a larger share of the content is new.", min=0, max=1, panel=_SEARCH)
]
Tokenized = Annotated[
    bool, option("Texts are treebank tokens, and so are outputs.", "--tokenized", panel=_SEARCH)
]
BatchSize = Annotated[int, options.forms_at_a_time(panel=_SEARCH)]
Workers = Annotated[int, options.workers(panel=_SEARCH)]
Device = Annotated[str | None, options.device(panel=_SEARCH)]
Model = Annotated[str | None, options.model(panel=_SEARCH)]
SimilarityModel = Annotated[str | None, options.similarity_model(panel=_SEARCH)]
Cache = Annotated[
    Path | None,
    option(
        "Where paraphrases are kept for the next time; else in the user's cache folder.",
        metavar="FILE",
        panel=_SEARCH,
    ),
]
NoCache = Annotated[bool, option("Keep and use none.", "--no-cache", panel=_SEARCH)]


@dataclass(frozen=True, slots=True)
class LabeledInput:
    """Where labelled examples come from.

    Attributes:
        path: File or dataset.
        texts: Columns of the texts; empty looks for usual names.
        label: Column of the label, or None, which looks for usual names.
        id: Column of the id, or None for the number of the line.
        limit: Examples to read; None reads all.
    """

    path: str
    texts: tuple[str, ...] = ()
    label: str | None = None
    id: str | None = None
    limit: int | None = None

    @classmethod
    def of(
        cls,
        path: str,
        text: str | None,
        text2: str | None,
        label: str | None,
        id_: str | None,
        limit: int | None,
    ) -> "LabeledInput":
        """Check the options.

        Raises:
            UsageError: There is a second text and no first.
        """
        if text2 is not None and text is None:
            raise UsageError("--text2 is given without --text; name both columns")
        texts = tuple(column for column in (text, text2) if column is not None)
        return cls(path, texts, label, id_, limit)

    def read(self, reports: "ExampleReports | None" = None) -> "Iterator[Example]":
        """Stream the examples; what is wrong with the others is reported, or passed over."""
        from scpn.adversarial.examples import read_examples

        return read_examples(
            self.path,
            text_columns=self.texts,
            label_column=self.label,
            id_column=self.id,
            limit=self.limit,
            on_error=(lambda error: None) if reports is None else lambda e: reports.add(str(e)),
        )

    def count(self) -> int:
        """Examples there are, for a progress bar."""
        return sum(1 for _ in self.read())


class ExampleReports(ProblemReports):
    """Says what is wrong with examples."""

    noun = "problems of examples"


@dataclass(frozen=True, slots=True)
class RewritingRequest:
    """How paraphrases are made.

    Attributes:
        controls: The templates.
        settings: Fields of `GenerationSettings` and of its `FilterSettings`.
        model: Name or folder of the models; None is the bundled ones.
        similarity_model: Judge of meaning; None is the bundled one, "none" is none.
        device: Torch device; None chooses.
        cache: File of paraphrases; None is the user's own.
        no_cache: Neither keep nor use paraphrases.
        workers: Processes that paraphrase.
    """

    controls: "ControlRequest"
    settings: dict[str, Any]
    model: str | None = None
    similarity_model: str | None = None
    device: str | None = None
    cache: Path | None = None
    no_cache: bool = False
    workers: int = 1

    @classmethod
    def of(
        cls,
        *,
        template: list[str] | None,
        templates: str | None,
        model: str | None,
        similarity_model: str | None,
        device: str | None,
        cache: Path | None,
        no_cache: bool,
        workers: int,
        **settings: Any,
    ) -> "RewritingRequest":
        """Check the options.

        Raises:
            UsageError: There is no template, one is malformed, or the options contradict each
                other.
        """
        from scpn.paraphraser.controls import ControlRequest

        controls = ControlRequest.read(templates=template or [], template_set=templates)
        if not controls:
            raise UsageError(
                "no form is asked for; give --templates SET or --template '(S(NP)(VP)(.))' "
                "('scpn templates list' shows the sets)"
            )
        if cache is not None and no_cache:
            raise UsageError("--cache and --no-cache contradict each other; give one of the two")
        return cls(controls, settings, model, similarity_model, device, cache, no_cache, workers)

    def describe(self) -> dict[str, Any]:
        """What changes the paraphrases."""
        return {
            "model": self.model,
            "similarity_model": self.similarity_model,
            "templates": self.controls.to_dict()["templates"],
            **self.settings,
        }

    def load(self) -> "ControlledRewriter":
        """Load the models.

        Raises:
            UsageError: The settings contradict each other, or the device cannot be used.
            ModelError: There are no such models, or they are damaged.
        """
        from scpn.adversarial.rewriters import ControlledRewriter
        from scpn.paraphraser import GenerationSettings

        settings = GenerationSettings.of(**self.settings)
        paraphraser = load_paraphraser(self.model, self.similarity_model, self.device)
        return ControlledRewriter(paraphraser, self.controls.templates, settings)

    def load_in_worker(self) -> "ControlledRewriter":
        """As `load`, in one of several processes, which share the cores."""
        from scpn.runtime import share_cores

        share_cores(self.workers)
        return self.load()

    def spread(self, rewriter: "ControlledRewriter") -> "AbstractContextManager[Rewriter]":
        """The rewriter in as many processes as are asked for, which end with the context."""
        from scpn.adversarial.parallel import ParallelRewriter

        if self.workers == 1:
            return nullcontext(rewriter)
        return ParallelRewriter(rewriter, self.load_in_worker, self.workers)

    @contextmanager
    def open_cache(self) -> "Iterator[ParaphraseCache | None]":
        """Open the cache, if there is to be one.

        Raises:
            DataError: It cannot be used.
        """
        from scpn.adversarial.cache import ParaphraseCache, default_cache_path

        if self.no_cache:
            yield None
            return
        with ParaphraseCache(self.cache or default_cache_path(), on_problem=report) as cache:
            yield cache


def new_example_progress() -> StageProgress:
    """Progress over examples."""
    return StageProgress("examples", decimals=1, prefix="scpn: ")


def report_stages(seconds: Mapping[str, float]) -> None:
    """Say how the time of a run is shared by its stages, the longest first."""
    total = sum(seconds.values())
    if total > 0:
        stages = sorted(seconds.items(), key=lambda stage: -stage[1])
        shares = ", ".join(f"{name} {100 * taken / total:.0f}%" for name, taken in stages)
        report(f"{total:,.1f} s of work: {shares}")
