"""The attack: finds paraphrases that make a classifier give a wrong label.

An example is *broken* if the victim's prediction for it is right and its prediction for at least
one accepted paraphrase of it is wrong (Iyyer et al. 2018, section 5.2; that only accepted
paraphrases count is our reading of "after filtering"). Nothing else is ever counted as broken.
"""

import dataclasses
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

import numpy as np

from scpn.adversarial.candidates import Candidate, CandidateMaker
from scpn.adversarial.protocol import Example, Texts, Victim
from scpn.adversarial.querying import VictimQueries
from scpn.adversarial.settings import AttackSettings
from scpn.adversarial.template_order import AllTemplates, TemplateOrder
from scpn.errors import ScpnError, SentenceError, UsageError, VictimError, nearest

Verdict = Literal["broken", "held", "rejected", "wrong before"]
"""Verdict on a candidate. broken: the victim gives it a wrong label. held: the victim is right.
rejected: it is no accepted paraphrase. wrong before: the victim is wrong about the example itself.
Only the first two count."""


@dataclasses.dataclass(frozen=True)
class Attempt:
    """A candidate and what the victim predicts for it.

    Attributes:
        candidate: The example in another form.
        probabilities: Of the victim's labels, shape (labels,); None if the victim was not asked.
        prediction: The most probable label, or None.
        verdict: See `Verdict`.
    """

    candidate: Candidate
    probabilities: np.ndarray | None
    prediction: str | None
    verdict: Verdict


@dataclasses.dataclass(frozen=True)
class AttackResult:
    """Result of the attack on one example.

    Attributes:
        example: The example.
        labels: Names of the victim's labels, in the order of its probabilities.
        probabilities: Of the example as it is, shape (labels,); None if it failed.
        attempts: Its candidates, in the order in which they were tried.
        error: Why it could not be attacked, or None. If there are probabilities, the victim did
            its part and the example cannot be paraphrased; it counts as not broken.
    """

    example: Example
    labels: list[str]
    probabilities: np.ndarray | None
    attempts: list[Attempt]
    error: str | None = None

    @property
    def prediction(self) -> str | None:
        """The most probable label of the example as it is; the first of equals."""
        return None if self.probabilities is None else _best(self.labels, self.probabilities)

    @property
    def is_right(self) -> bool:
        """The victim's prediction for the unchanged example is right."""
        return self.prediction == self.example.label

    @property
    def is_broken(self) -> bool:
        """The victim is right about the example and wrong about an accepted candidate."""
        return any(attempt.verdict == "broken" for attempt in self.attempts)

    @property
    def strongest(self) -> Attempt | None:
        """The accepted candidate with the lowest probability of the label; the first of equals.

        None if the victim is wrong about the example, or no candidate is accepted.
        """
        counted = [a for a in self.attempts if a.verdict in ("broken", "held")]
        gold = self.labels.index(self.example.label) if counted else 0
        return min(counted, key=lambda a: float(_given(a.probabilities)[gold]), default=None)

    def to_records(self) -> list[dict[str, Any]]:
        """One record for each candidate, all with the same keys; one record if there is none.

        The keys: id, label, texts (of the example); prediction, probabilities (of the victim, for
        the example as it is); template, candidate (its texts), candidate_prediction,
        candidate_probabilities; verdict, which is null without a candidate; strongest; accepted,
        rejected_because, similarity; paraphrases, the new texts as `scpn generate` prints them; and
        error, why the example failed. Probabilities are rounded to six digits.
        """
        shared = {
            "id": self.example.id,
            "label": self.example.label,
            "texts": list(self.example.texts),
            "prediction": self.prediction,
            "probabilities": self._named(self.probabilities),
        }
        strongest = self.strongest
        if not self.attempts:
            return [shared | dict.fromkeys(_CANDIDATE_KEYS) | {"error": self.error}]
        return [shared | self._describe(attempt, attempt is strongest) for attempt in self.attempts]

    def _describe(self, attempt: Attempt, is_strongest: bool) -> dict[str, Any]:
        candidate = attempt.candidate
        values = (
            candidate.form,
            list(candidate.texts),
            attempt.prediction,
            self._named(attempt.probabilities),
            attempt.verdict,
            is_strongest,
            candidate.accepted,
            candidate.rejected_because,
            candidate.similarity,
            [paraphrase.to_dict() for paraphrase in candidate.paraphrases],
        )
        return dict(zip(_CANDIDATE_KEYS, values, strict=True)) | {"error": self.error}

    def _named(self, probabilities: np.ndarray | None) -> dict[str, float] | None:
        if probabilities is None:
            return None
        return {
            label: round(float(p), 6) for label, p in zip(self.labels, probabilities, strict=True)
        }


_CANDIDATE_KEYS = (
    *("template", "candidate", "candidate_prediction", "candidate_probabilities", "verdict"),
    *("strongest", "accepted", "rejected_because", "similarity", "paraphrases"),
)


class Attack:
    """Attacks a victim, one chunk of examples at a time.

    Args:
        victim: The classifier.
        maker: Makes the candidates.
        order: Which forms are tried; None tries all of the maker's rewriter.
        accepted_only: The victim is not asked about rejected candidates.
        chunk_size: Examples whose candidates are made together; a learned order learns from one
            chunk for the next.
        max_failures: The attack stops when the victim fails on this many examples in a row.
    """

    def __init__(
        self,
        victim: Victim,
        maker: CandidateMaker,
        *,
        order: TemplateOrder | None = None,
        accepted_only: bool = False,
        chunk_size: int = AttackSettings.chunk_size,
        max_failures: int = AttackSettings.max_failures,
    ) -> None:
        if chunk_size < 1 or max_failures < 1:
            raise UsageError("chunk_size and max_failures must be at least 1")
        if maker.sides != "first" and victim.num_texts < 2:
            raise UsageError(
                f"sides are {maker.sides!r}, but the victim {victim.name} reads one text"
            )
        self.victim, self.maker = victim, maker
        self.order = order or AllTemplates(maker.rewriter.forms)
        self.chunk_size = chunk_size
        self._accepted_only = accepted_only
        self._queries = VictimQueries(victim, max_failures=max_failures)

    @property
    def num_queries(self) -> int:
        """Texts, or pairs, that the victim was asked about."""
        return self._queries.num_queries

    def run(self, examples: Iterable[Example]) -> Iterator[AttackResult]:
        """Attack examples as they come.

        Raises:
            UsageError: None of the labels of the first chunk is known to the victim.
            VictimError: The victim failed on too many examples in a row.
        """
        rest = iter(examples)
        while chunk := list(itertools.islice(rest, self.chunk_size)):
            yield from self.run_chunk(chunk)

    def run_chunk(self, examples: Sequence[Example]) -> list[AttackResult]:
        """Attack some examples together; the results are those of one after the other.

        Raises:
            VictimError: The victim failed on too many examples in a row.
        """
        states = [_AttackState(example, self.victim) for example in examples]
        answers = self._queries.ask(
            [() if state.error else (state.example.texts,) for state in states]
        )
        for state, answer in zip(states, answers, strict=True):
            if isinstance(answer, VictimError):
                state.fail(answer)
            elif not state.error:
                state.original = answer[state.example.texts]
                if state.is_right or self.order.attacks_wrong:
                    state.forms = list(self.order.rank(state.example))
        while round_ := [state for state in states if state.goes_on(self.order)]:
            self._attack_round(round_)
        for state in states:
            pairs = ((attempt.candidate.form, attempt.verdict) for attempt in state.attempts)
            self.order.learn(state.example, _tried(pairs))
        return [state.result() for state in states]

    def relearn(self, example: Example, records: Iterable[Mapping[str, Any]]) -> None:
        """Let the template order learn from the records of an earlier attack."""
        self.order.learn(example, _tried((r["template"], r["verdict"]) for r in records))

    def _attack_round(self, states: "Sequence[_AttackState]") -> None:
        """Try the next form of each example, or all of them if the order does not stop."""
        forms = [state.forms[: 1 if self.order.stops else None] for state in states]
        wanted = [(state.example, names) for state, names in zip(states, forms, strict=True)]
        made = self.maker.make(wanted)
        for state, names, candidates in zip(states, forms, made, strict=True):
            del state.forms[: len(names)]
            state.fresh = [] if isinstance(candidates, SentenceError) else candidates
            if isinstance(candidates, SentenceError):
                state.fail(candidates)
        answers = self._queries.ask([state.texts(accepted=True) for state in states])
        for state, answer in zip(states, answers, strict=True):
            if isinstance(answer, VictimError):
                state.fail(answer)
        rejected = self._ask_of_rejected(states)
        for state, answer, more in zip(states, answers, rejected, strict=True):
            if not isinstance(answer, VictimError):
                state.judge(answer | more)

    def _ask_of_rejected(self, states: "Sequence[_AttackState]") -> list[dict[Texts, np.ndarray]]:
        """Answers for rejected candidates. They do not count, so a failure is ignored."""
        if self._accepted_only:
            return [{} for _ in states]
        answers = self._queries.ask([state.texts(accepted=False) for state in states])
        return [{} if isinstance(answer, VictimError) else answer for answer in answers]


class _AttackState:
    """Progress of the attack on one example."""

    def __init__(self, example: Example, victim: Victim) -> None:
        self.example, self.labels = example, victim.labels
        self.original: np.ndarray | None = None
        self.forms: list[str] = []  # still to be tried
        self.fresh: list[Candidate] = []
        self.attempts: list[Attempt] = []
        self.error = _problem(example, victim)

    @property
    def is_right(self) -> bool:
        return self.original is not None and (
            _best(self.labels, self.original) == self.example.label
        )

    def goes_on(self, order: TemplateOrder) -> bool:
        is_over = order.stops and any(a.verdict == "broken" for a in self.attempts)
        return bool(self.forms) and not self.error and not is_over

    def texts(self, *, accepted: bool) -> tuple[Texts, ...]:
        """Texts of the accepted or of the rejected candidates of this round."""
        return tuple(c.texts for c in self.fresh if c.accepted == accepted)

    def fail(self, error: ScpnError) -> None:
        self.error, self.forms, self.fresh = str(error), [], []
        if isinstance(error, VictimError):
            # Some predictions are missing, so the example counts neither as broken nor as held.
            self.original, self.attempts = None, []

    def judge(self, answers: dict[Texts, np.ndarray]) -> None:
        """Turn the candidates of this round into attempts."""
        for candidate in self.fresh:
            probabilities = answers.get(candidate.texts)
            prediction = None if probabilities is None else _best(self.labels, probabilities)
            verdict: Verdict
            if not self.is_right:
                verdict = "wrong before"
            elif not candidate.accepted:
                verdict = "rejected"
            else:
                verdict = "held" if prediction == self.example.label else "broken"
            self.attempts.append(Attempt(candidate, probabilities, prediction, verdict))
        self.fresh = []

    def result(self) -> AttackResult:
        return AttackResult(
            self.example, list(self.labels), self.original, self.attempts, self.error
        )


def _problem(example: Example, victim: Victim) -> str | None:
    """Reason why an example cannot be attacked, or None."""
    if example.label not in victim.labels:
        hint = nearest(example.label, victim.labels)
        return (
            f"the victim {victim.name} does not know the label {example.label!r}{hint}; it knows "
            f"{', '.join(victim.labels)}"
        )
    if len(example.texts) != victim.num_texts:
        return f"it has {len(example.texts)} texts, the victim reads {victim.num_texts}"
    if not all(text.strip() for text in example.texts):
        return "a text is empty"
    return None


def _tried(attempts: Iterable[tuple[str | None, str | None]]) -> dict[str, bool]:
    """Whether each form broke the example; only forms with a candidate that counts."""
    tried: dict[str, bool] = {}
    for form, verdict in attempts:
        if form is not None and verdict in ("broken", "held", "rejected"):
            tried[form] = tried.get(form, False) or verdict == "broken"
    return tried


def _best(labels: Sequence[str], probabilities: np.ndarray) -> str:
    return labels[int(np.argmax(probabilities))]


def _given(probabilities: np.ndarray | None) -> np.ndarray:
    assert probabilities is not None
    return probabilities
