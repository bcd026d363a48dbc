"""Queries to a victim: each text once, and a failure costs only the example it belongs to."""

from collections.abc import Sequence

import numpy as np

from scpn.adversarial.protocol import Texts, Victim
from scpn.adversarial.settings import AttackSettings
from scpn.adversarial.victims.checking import check_probabilities
from scpn.errors import VictimError

"""Examples in a row on which a victim may fail before an attack stops."""


class VictimQueries:
    """Asks a victim, each text once, and finds out which example it is that makes it fail.

    Args:
        victim: The classifier.
        max_failures: Examples in a row on which it may fail.

    Attributes:
        num_queries: Texts, or pairs, that it gave probabilities for.
    """

    def __init__(self, victim: Victim, *, max_failures: int = AttackSettings.max_failures) -> None:
        self._victim, self._max_failures = victim, max_failures
        self._num_failures = 0  # in a row
        self.num_queries = 0

    def ask(
        self, questions: Sequence[Sequence[Texts]]
    ) -> list[dict[Texts, np.ndarray] | VictimError]:
        """Probabilities of the texts of each example, or the error if the victim fails on it.

        Args:
            questions: Texts of each example; there may be none.

        Raises:
            VictimError: It failed on too many examples in a row.
        """
        together = list(dict.fromkeys(texts for group in questions for texts in group))
        try:
            known = self._predict(together)
        except VictimError as error:
            if sum(bool(group) for group in questions) == 1:
                self._count(error)
                return [error if group else {} for group in questions]
        else:
            self._num_failures = 0
            return [{texts: known[texts] for texts in group} for group in questions]
        return [self._ask_alone(group) for group in questions]

    def _ask_alone(self, group: Sequence[Texts]) -> dict[Texts, np.ndarray] | VictimError:
        try:
            known = self._predict(list(dict.fromkeys(group)))
        except VictimError as error:
            self._count(error)
            return error
        if group:
            self._num_failures = 0
        return known

    def _count(self, error: VictimError) -> None:
        self._num_failures += 1
        if self._num_failures >= self._max_failures:
            raise VictimError(
                f"the victim failed on {self._num_failures} examples in a row, so the attack "
                f"stops; the last time: {error}"
            ) from error

    def _predict(self, texts: list[Texts]) -> dict[Texts, np.ndarray]:
        if not texts:
            return {}
        matrix = check_probabilities(
            self._victim.predict_proba(texts),
            name=self._victim.name,
            num_examples=len(texts),
            labels=self._victim.labels,
        )
        self.num_queries += len(texts)
        return dict(zip(texts, matrix, strict=True))
