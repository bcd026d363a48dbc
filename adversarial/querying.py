"""Queries to a victim: each text once, and a failure costs only the example it belongs to."""

import itertools
from collections.abc import Sequence

import numpy as np

from scpn.adversarial.protocol import Texts, Victim
from scpn.adversarial.settings import AttackSettings
from scpn.adversarial.victims.checking import check_probabilities
from scpn.errors import VictimError
from scpn.runs import together_or_alone


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
        asked = [group for group in questions if group]
        if not asked:
            self._num_failures = 0  # nothing failed this time
        found = iter(together_or_alone(asked, self._predict, VictimError))
        return [self._note(next(found)) if group else {} for group in questions]

    def _note(
        self, answer: dict[Texts, np.ndarray] | VictimError
    ) -> dict[Texts, np.ndarray] | VictimError:
        """Count failures in a row.

        Raises:
            VictimError: There are too many.
        """
        if not isinstance(answer, VictimError):
            self._num_failures = 0
            return answer
        self._num_failures += 1
        if self._num_failures >= self._max_failures:
            raise VictimError(
                f"the victim failed on {self._num_failures} examples in a row, so the attack "
                f"stops; the last time: {answer}"
            ) from answer
        return answer

    def _predict(self, groups: Sequence[Sequence[Texts]]) -> list[dict[Texts, np.ndarray]]:
        """Probabilities of the texts of each group; a text in several is asked about once."""
        texts = list(dict.fromkeys(itertools.chain.from_iterable(groups)))
        matrix = check_probabilities(
            self._victim.predict_proba(texts),
            name=self._victim.name,
            num_examples=len(texts),
            labels=self._victim.labels,
        )
        self.num_queries += len(texts)
        known = dict(zip(texts, matrix, strict=True))
        return [{text: known[text] for text in group} for group in groups]
