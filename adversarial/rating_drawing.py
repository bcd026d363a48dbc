"""Draws examples from attacks and writes the sheet for raters, as `scpn rate export` does."""

import dataclasses
import random
from collections.abc import Sequence
from pathlib import Path

from scpn.adversarial.outcomes import AttackOutcome, read_outcomes, split_name
from scpn.adversarial.rating_sheet import RatedExample, RatingKey, write_sheet
from scpn.adversarial.settings import SheetSettings
from scpn.errors import UsageError

_MAX_CLEAN = 1000


@dataclasses.dataclass(frozen=True)
class DrawnExamples:
    """Examples that are drawn for a sheet.

    Attributes:
        examples: To be judged.
        clean: For controls: examples none of whose paraphrases is judged, if there are any.
        labels: Names of the labels.
    """

    examples: list[RatedExample]
    clean: list[RatedExample]
    labels: list[str]


def draw_sheet(
    attacks: Sequence[str | Path],
    sheet: Path,
    key: Path | None = None,
    *,
    settings: SheetSettings | None = None,
    overwrite: bool = False,
) -> RatingKey:
    """Draw broken examples and write a sheet for raters that hides where they come from.

    Args:
        attacks: Files of the systems, `FILE` or `NAME=FILE`.
        sheet: CSV file to write, one copy for each rater to fill in.
        key: JSON file to write; None is `key_path(sheet)`.
        settings: None for the defaults.
        overwrite: Replace files that are there; a sheet may have been filled in.

    Raises:
        UsageError: Two systems have one name, the attacks broke nothing, or a file is there
            already.
        DataError: A file cannot be read or written, or is no attack.
    """
    settings = settings or SheetSettings()
    drawn = draw_examples(attacks, num=settings.num, seed=settings.seed)
    return write_sheet(
        drawn.examples,
        drawn.clean,
        labels=drawn.labels,
        sheet=sheet,
        key=key or key_path(sheet),
        num_controls=settings.controls,
        seed=settings.seed,
        overwrite=overwrite,
        provenance={"attacks": list(map(str, attacks)), "num": settings.num},
    )


def key_path(sheet: Path) -> Path:
    """Where the key of a sheet is if nothing else is said: `sheet.key.json` beside `sheet.csv`."""
    return sheet.with_suffix(".key.json")


def draw_examples(
    attacks: Sequence[str | Path],
    *,
    num: int = SheetSettings.num,
    seed: int = SheetSettings.seed,
) -> DrawnExamples:
    """Draw broken examples of each attack, each with the candidate that fools the victim most.

    Args:
        attacks: Files of the systems, `FILE` or `NAME=FILE`.
        num: Examples of each system.
        seed: Another seed draws others.

    Raises:
        UsageError: Two systems have one name, or the attacks are on other labels.
        DataError: A file cannot be read or is no attack.
    """
    files = list(map(split_name, attacks))
    names = [name for name, _ in files]
    if len(set(names)) < len(names):
        raise UsageError(
            f"systems are called {', '.join(names)}; name each differently with NAME=FILE"
        )
    generator = random.Random(seed)
    examples: list[RatedExample] = []
    seen: dict[tuple[str, ...], RatedExample] = {}
    labels: dict[str, None] = {}
    for name, path in files:
        broken = []
        for outcome in read_outcomes(path):
            labels.update(dict.fromkeys(outcome.records[0]["probabilities"] or ()))
            if outcome.is_counted and len(seen) < _MAX_CLEAN:
                seen.setdefault(outcome.texts, _example(name, outcome, outcome.texts))
            if outcome.breaking:
                adversarial = tuple(outcome.breaking[0]["candidate"])
                broken.append(_example(name, outcome, adversarial))
        examples += generator.sample(broken, min(num, len(broken)))
    rated = {example.texts for example in examples}
    unrated = [example for texts, example in seen.items() if texts not in rated]
    return DrawnExamples(examples, unrated or list(seen.values()), list(labels))


def _example(system: str, outcome: AttackOutcome, texts: tuple[str, ...]) -> RatedExample:
    return RatedExample(system, outcome.id, outcome.label, outcome.texts, texts)
