"""Automatic validity: whether an adversarial example keeps its meaning and its label.

An adversarial example is taken as valid if each of its new texts is similar enough to its source in
meaning and shares enough words with it, and an independent classifier gives it the gold label.
That classifier is of another family than the victim, and cross-fitted: the one that judges an
example was never trained on it. It knows nothing of examples whose *original* it gets wrong; these
are left out of numerator and denominator (Iyyer et al. 2018 ask people instead; see `rating`).
"""

import dataclasses
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean

from scpn.adversarial.outcomes import AttackOutcome, Record
from scpn.adversarial.protocol import Example, Texts, Victim
from scpn.adversarial.settings import ExperimentSettings, ValidityRules
from scpn.errors import UsageError

FOLDS = ExperimentSettings.folds
Train = Callable[[list[Example], int], Victim]
"""Trains a classifier on examples; the number is that of the fold."""


class CrossFittedJudge:
    """Classifiers for the folds of a data set, each trained on the other folds.

    Args:
        examples: The data set whose examples are to be judged.
        more: Training examples of all folds beside it, such as those of the victim; those with the
            texts of an example that is to be judged are left out.
        train: Trains the classifier of a fold.
        num_folds: Folds.

    Attributes:
        accuracy: Share of `examples` that the classifier of their fold gets right, 0 to 1.

    Raises:
        UsageError: There are fewer than two folds, or fewer examples than folds.
    """

    def __init__(
        self,
        examples: Sequence[Example],
        more: Sequence[Example],
        train: Train,
        *,
        num_folds: int = FOLDS,
    ) -> None:
        if not 2 <= num_folds <= len(examples):
            raise UsageError(
                f"{num_folds} folds of {len(examples)} examples; give 2 folds or more, and at "
                "least as many examples"
            )
        self._num_folds = num_folds
        texts = {example.texts for example in examples}
        beside = [example for example in more if example.texts not in texts]
        self._victims = [
            train([*beside, *(e for e in examples if self.fold(e.texts) != fold)], fold)
            for fold in range(num_folds)
        ]
        labels = self.labels([(example.texts, example.texts) for example in examples])
        self.accuracy = fmean(
            label == example.label for label, example in zip(labels, examples, strict=True)
        )

    def fold(self, texts: Texts) -> int:
        """The fold of an example, by its texts alone: equal examples are in one fold."""
        return zlib.crc32("\n".join(texts).encode("utf-8", "surrogatepass")) % self._num_folds

    def labels(self, pairs: Sequence[tuple[Texts, Texts]]) -> list[str]:
        """Label of each text, from the classifier that was not trained on the example.

        Args:
            pairs: Texts of an example, and the texts to judge, made from it or the same.
        """
        rows: dict[int, list[int]] = defaultdict(list)
        for row, (source, _) in enumerate(pairs):
            rows[self.fold(source)].append(row)
        found = [""] * len(pairs)
        for fold, members in rows.items():
            victim = self._victims[fold]
            best = victim.predict_proba([pairs[row][1] for row in members]).argmax(1)
            for row, index in zip(members, best, strict=True):
                found[row] = victim.labels[int(index)]
        return found


@dataclasses.dataclass(frozen=True)
class JudgedOutcome:
    """Result of the automatic check of one example.

    Attributes:
        outcome: The example and its candidates.
        is_judged: The judge is right about the original, so its answers count.
        strongest_is_valid: The candidate that fools the victim most is valid.
        valid: Records of the candidates that break it and are valid, the strongest first.
    """

    outcome: AttackOutcome
    is_judged: bool
    strongest_is_valid: bool
    valid: tuple[Record, ...]


def judge_outcomes(
    outcomes: Iterable[AttackOutcome],
    judge: CrossFittedJudge,
    *,
    rules: ValidityRules | None = None,
) -> list[JudgedOutcome]:
    """Check the candidates that break each example.

    Args:
        outcomes: Examples of the data set the judge was made for.
        judge: Gives labels.
        rules: Thresholds.
    """
    rules = rules or ValidityRules()
    known = list(outcomes)
    asked = [
        (outcome.texts, texts)
        for outcome in known
        for texts in (outcome.texts, *(tuple(record["candidate"]) for record in outcome.breaking))
    ]
    labels = iter(judge.labels(asked))
    judged = []
    for outcome in known:
        is_judged = next(labels) == outcome.label
        kept = [(record, next(labels) == outcome.label) for record in outcome.breaking]
        fine = [is_kept and rules.allow(record) for record, is_kept in kept]
        valid = tuple(record for (record, _), good in zip(kept, fine, strict=True) if good)
        judged.append(JudgedOutcome(outcome, is_judged, bool(fine) and fine[0], valid))
    return judged
