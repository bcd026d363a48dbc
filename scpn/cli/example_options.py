"""Options of the commands that paraphrase labeled examples."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scpn.cli import options
from scpn.cli.derived import skip
from scpn.cli.options import option
from scpn.errors import UsageError
from scpn.paraphraser.settings import GenerationSettings

if TYPE_CHECKING:
    from scpn.adversarial.labeled_data import LabeledData
    from scpn.adversarial.rewriting import ControlledRewriting

_DATA, _SEARCH = "Data", GenerationSettings.panel

Data = Annotated[
    str,
    typer.Argument(
        metavar="DATA",
        help="Labeled examples: .csv, .tsv, .jsonl (also .gz, .xz), .parquet, or hf:NAME[:SPLIT].",
    ),
]
Text = Annotated[
    str | None, option("Column of the text; a number if there is no header line.", panel=_DATA)
]
Text2 = Annotated[str | None, option("Column of the second text of a pair.", panel=_DATA)]
Label = Annotated[str | None, option("Column of the gold label.", panel=_DATA)]
Id = Annotated[
    str | None, option("Column of the id; by default the line number.", "--id", panel=_DATA)
]
Limit = Annotated[int | None, option("Read at most this many examples.", min=1, panel=_DATA)]
# Commands have a --seed of their own.
Generation = Annotated[GenerationSettings, skip("seed")]
Workers = Annotated[int, options.workers(panel=_SEARCH)]
Device = Annotated[str | None, options.device(panel=_SEARCH)]
Model = Annotated[str | None, options.model(panel=_SEARCH)]
SimilarityModel = Annotated[str | None, options.similarity_model(panel=_SEARCH)]
Critic = Annotated[str | None, options.critic(panel=_SEARCH)]
Cache = Annotated[
    Path | None,
    option(
        "File that keeps paraphrases for later runs; by default in the user's cache folder.",
        metavar="FILE",
        panel=_SEARCH,
    ),
]
NoCache = Annotated[bool, option("Use no cache.", "--no-cache", panel=_SEARCH)]


def read_data(
    path: str,
    text: str | None,
    text2: str | None,
    label: str | None,
    id_: str | None = None,
    limit: int | None = None,
) -> "LabeledData":
    """Which examples the options mean.

    Raises:
        UsageError: There is a second text and no first.
    """
    from scpn.adversarial.labeled_data import LabeledData

    if text2 is not None and text is None:
        raise UsageError("--text2 is given without --text; name both columns")
    texts = tuple(column for column in (text, text2) if column is not None)
    return LabeledData(path, texts, label, id_, limit)


def read_rewriting(
    settings: GenerationSettings,
    *,
    template: list[str] | None,
    templates: str | None,
    cache: Path | None = None,
    no_cache: bool = False,
    model: str | None,
    similarity_model: str | None,
    critic: str | None,
    device: str | None,
    workers: int,
) -> "ControlledRewriting":
    """How the options want paraphrases to be made.

    Raises:
        UsageError: There is no template, one is malformed, or the options contradict each other.
    """
    from scpn.adversarial.rewriting import ControlledRewriting
    from scpn.paraphraser.controls import ControlRequest

    if cache is not None and no_cache:
        raise UsageError("--cache and --no-cache contradict each other; give one of the two")
    return ControlledRewriting(
        ControlRequest.read(templates=template or [], template_set=templates).templates,
        settings,
        model=model,
        similarity_model=similarity_model,
        critic=critic,
        device=device,
        cache=cache,
        use_cache=not no_cache,
        workers=workers,
    )
