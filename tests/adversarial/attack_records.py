"""Records of attacks as `scpn attack` writes them, made by hand."""

from collections.abc import Sequence
from typing import Any

from scpn.adversarial.outcomes import AttackOutcome


def paraphrase(
    text: str, source: str, *, similarity: float | None = 0.9, overlap: float = 0.8
) -> dict[str, Any]:
    return {
        "source": source,
        "paraphrase": text,
        "parse": "(S(NP)(VP))",
        "ngram_overlap": overlap,
        "similarity": similarity,
    }


def record(
    name: str,
    text: str,
    label: str,
    *,
    right: bool = True,
    form: str | None = None,
    candidate: str = "",
    verdict: str | None = None,
    gold: float = 0.2,
    **figures: Any,
) -> dict[str, Any]:
    """One record; `gold` is the probability of the label for the candidate."""
    other = "bad" if label == "good" else "good"
    given = None if form is None else {label: gold, other: 1 - gold}
    return {
        "id": name,
        "label": label,
        "texts": [text],
        "prediction": label if right else other,
        "probabilities": {label: 0.9 if right else 0.3, other: 0.1 if right else 0.7},
        "template": form,
        "candidate": None if form is None else [candidate],
        "candidate_prediction": None if given is None else max(given, key=given.__getitem__),
        "candidate_probabilities": given,
        "verdict": verdict,
        "strongest": None,
        "accepted": None if form is None else verdict in ("broken", "held"),
        "rejected_because": None if form is None else [],
        "similarity": None if form is None else figures.get("similarity", 0.9),
        "paraphrases": None if form is None else [paraphrase(candidate, text, **figures)],
        "error": None,
    }


def outcome(
    name: str,
    text: str,
    label: str,
    *candidates: tuple[str, str, str, float],
    right: bool = True,
    **figures: Any,
) -> AttackOutcome:
    """An example and its candidates: form, text, verdict, probability of the label."""
    if not candidates:
        return AttackOutcome((record(name, text, label, right=right),))
    return AttackOutcome(
        tuple(
            record(
                name,
                text,
                label,
                right=right,
                form=form,
                candidate=candidate,
                verdict=verdict,
                gold=gold,
                **figures,
            )
            for form, candidate, verdict, gold in candidates
        )
    )


def failed(name: str, text: str, label: str) -> AttackOutcome:
    """An example the victim gave no prediction for."""
    return AttackOutcome((record(name, text, label) | {"prediction": None, "probabilities": None},))


def records_of(outcomes: Sequence[AttackOutcome]) -> list[dict[str, Any]]:
    return [dict(entry) for one in outcomes for entry in one.records]
