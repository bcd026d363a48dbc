"""Examples for raters, drawn from attacks."""

import dataclasses
import random
from collections.abc import Sequence
from pathlib import Path

from scpn.adversarial.outcomes import AttackOutcome, read_outcomes
from scpn.adversarial.rating_sheet import RatedExample
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


def draw_examples(
    attacks: Sequence[tuple[str, str | Path]], *, num: int = 100, seed: int = 0
) -> DrawnExamples:
    """Draw broken examples of each attack, each with the candidate that fools the victim most.

    Args:
        attacks: Name of each system and its file.
        num: Examples of each system.
        seed: Another seed draws others.

    Raises:
        UsageError: Two systems have one name, or the attacks are on other labels.
        DataError: A file cannot be read or is no attack.
    """
    names = [name for name, _ in attacks]
    if len(set(names)) < len(names):
        raise UsageError(
            f"systems are called {', '.join(names)}; name each differently with NAME=FILE"
        )
    generator = random.Random(seed)
    examples: list[RatedExample] = []
    seen: dict[tuple[str, ...], RatedExample] = {}
    labels: dict[str, None] = {}
    for name, path in attacks:
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
