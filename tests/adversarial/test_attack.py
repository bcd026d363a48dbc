from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from fake_attack import FORMS, FakeRewriter, KeywordVictim, example

from scpn.adversarial.attack import Attack, AttackResult
from scpn.adversarial.candidates import CandidateMaker
from scpn.adversarial.protocol import Example, Texts
from scpn.adversarial.querying import VictimQueries
from scpn.adversarial.summary import AttackSummary
from scpn.adversarial.template_order import build_order
from scpn.errors import UsageError, VictimError


def attack(*examples: Example, victim: Any = None, **options: Any) -> list[AttackResult]:
    maker = CandidateMaker(FakeRewriter())
    return list(Attack(victim or KeywordVictim(), maker, **options).run(examples))


def verdicts(result: AttackResult) -> list[str]:
    return [attempt.verdict for attempt in result.attempts]


def test_broken_is_right_before_and_wrong_after() -> None:
    (result,) = attack(example("good k1"))
    assert (result.prediction, result.is_right, result.is_broken) == ("good", True, True)
    assert verdicts(result) == ["held", "broken", "held"]
    assert [a.prediction for a in result.attempts] == ["good", "bad", "good"]


def test_wrong_before_is_never_broken() -> None:
    # The victim says "bad" of it, and "good" of what form 1 gives.
    (result,) = attack(example("k1"))
    assert [a.prediction for a in result.attempts] == ["bad", "good", "bad"]
    assert verdicts(result) == ["wrong before"] * 3
    assert not result.is_broken


def test_rejected_paraphrase_never_breaks() -> None:
    (result,) = attack(example("good k1 reject1"))
    assert verdicts(result) == ["held", "rejected", "held"]
    assert result.attempts[1].prediction == "bad"
    assert not result.is_broken


def test_wrong_paraphrase_of_a_wrong_example_is_not_broken() -> None:
    (result,) = attack(example("k0", "good"), example("x", "good"))[:1]
    assert not result.is_broken


def test_strongest_has_the_lowest_probability_of_the_label() -> None:
    (result,) = attack(example("good k1 k2"))
    assert verdicts(result) == ["held", "broken", "broken"]
    assert result.strongest is result.attempts[1]  # the first of equals
    (rejected,) = attack(example("good k1 reject1"))
    assert rejected.strongest is rejected.attempts[0]
    (wrong,) = attack(example("bland"))
    assert wrong.strongest is None


def test_victim_is_asked_about_each_text_once() -> None:
    victim = KeywordVictim()
    attack(example("good", name="1"), example("good", name="2"), victim=victim)
    assert sorted(victim.asked) == [("good",), ("good 0",), ("good 1",), ("good 2",)]


def test_rejected_candidates_are_not_asked_about_on_request() -> None:
    victim = KeywordVictim()
    (result,) = attack(example("good k1 reject1"), victim=victim, accepted_only=True)
    assert ("good k1 reject1 1",) not in victim.asked
    assert result.attempts[1].probabilities is None
    assert result.attempts[1].prediction is None
    assert verdicts(result) == ["held", "rejected", "held"]


def test_sentence_that_cannot_be_paraphrased_counts_as_not_broken() -> None:
    (result,) = attack(example("good long"))
    assert result.is_right
    assert not result.is_broken
    assert result.error == "the sentence is too long; split it"
    (record,) = result.to_records()
    assert record["probabilities"] == {"bad": 0.1, "good": 0.9}
    assert record["verdict"] is record["candidate"] is None


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (example("good", "god"), "does not know the label 'god'; did you mean 'good'?"),
        (example("good", second="more"), "it has 2 texts, the victim reads 1"),
        (example("  ", name="4"), "a text is empty"),
        (example("good raise"), "the victim raised ValueError: no"),
    ],
)
def test_bad_example_is_reported_and_harms_no_other(bad: Example, message: str) -> None:
    first, second, third = attack(example("good k1"), bad, example("good k2"))
    assert second.error is not None
    assert message in second.error
    assert second.probabilities is None
    assert not second.is_broken
    assert verdicts(first) == ["held", "broken", "held"]
    assert verdicts(third) == ["held", "held", "broken"]


class FragileVictim(KeywordVictim):
    """Raises on what form 2 makes of a sentence with "fragile"."""

    def predict_proba(self, texts: Sequence[Texts]) -> np.ndarray:
        if any(row[0].endswith("fragile 2") for row in texts):
            raise VictimError("too hot")
        return super().predict_proba(texts)


def test_failure_on_a_candidate_takes_the_example_out() -> None:
    results = attack(example("good fragile"), example("good k1"), victim=FragileVictim())
    assert (results[0].error, results[0].probabilities, results[0].attempts) == (
        "too hot",
        None,
        [],
    )
    assert results[1].is_broken


def test_failure_on_a_rejected_candidate_costs_nothing_that_counts() -> None:
    fragile = [example(f"good {name} k1 reject2 fragile", name=name) for name in "abcd"]
    results = attack(*fragile, victim=FragileVictim(), max_failures=9)
    assert [result.error for result in results] == [None] * 4
    for result in results:
        assert verdicts(result) == ["held", "broken", "rejected"]
        assert result.attempts[2].probabilities is None


def test_failures_in_a_row_stop_the_attack() -> None:
    bad = [example(f"raise {n}") for n in range(3)]
    with pytest.raises(VictimError, match="failed on 3 examples in a row, so the attack stops"):
        attack(*bad, max_failures=3)
    results = attack(*bad[:2], example("good"), *bad[:2], max_failures=3)
    assert [result.error is None for result in results] == [False, False, True, False, False]


class WrongShape(KeywordVictim):
    def predict_proba(self, texts: Sequence[Texts]) -> np.ndarray:
        return super().predict_proba(texts)[:, :1]


class NotANumber(KeywordVictim):
    def predict_proba(self, texts: Sequence[Texts]) -> np.ndarray:
        return super().predict_proba(texts) * np.nan


@pytest.mark.parametrize(("victim", "message"), [(WrongShape(), "(1, 1)"), (NotANumber(), "NaN")])
def test_answer_that_is_no_prediction(victim: KeywordVictim, message: str) -> None:
    (result,) = attack(example("good"), victim=victim)
    assert result.error is not None
    assert message in result.error


@pytest.mark.parametrize("chunk_size", [1, 2, 7])
@pytest.mark.parametrize("name", ["all", "first", "best"])
def test_chunks_change_nothing(name: Any, chunk_size: int) -> None:
    texts = ["good k1", "k1", "good", "good long", "good k0 reject0 k2", "nothing good", "raise"]
    examples = [example(text) for text in texts] * 2

    def run(size: int) -> list[list[dict[str, Any]]]:
        order = build_order(name, FORMS, budget=2 if name == "best" else None)
        results = attack(*examples, order=order, chunk_size=size)
        return [result.to_records() for result in results]

    assert run(chunk_size) == run(100)


def test_first_success_stops() -> None:
    rewriter, victim = FakeRewriter(), KeywordVictim()
    order = build_order("first", FORMS)
    run = Attack(victim, CandidateMaker(rewriter), order=order)
    broken, held, wrong = run.run_chunk([example("good k1"), example("good"), example("meh")])
    assert verdicts(broken) == ["held", "broken"]
    assert verdicts(held) == ["held"] * 3
    assert verdicts(wrong) == []  # never broken, so not paraphrased
    assert [s for s, _ in rewriter.asked].count("good k1") == 2
    assert wrong.probabilities is not None


def test_pair_is_attacked_on_the_side_asked_for() -> None:
    pair = example("good k1", second="k2 day")
    for sides in ("first", "second"):
        maker = CandidateMaker(FakeRewriter(), sides=sides)  # type: ignore[arg-type]
        (result,) = Attack(KeywordVictim(2), maker).run([pair])
        assert verdicts(result) == ["held", "broken", "broken"]
        changed = result.attempts[0].candidate.texts
        assert (
            changed == {"first": ("good k1 0", "k2 day"), "second": ("good k1", "k2 day 0")}[sides]
        )
    maker = CandidateMaker(FakeRewriter(), sides="both")
    (result,) = Attack(KeywordVictim(2), maker).run([pair])
    assert result.attempts[1].candidate.texts == ("good k1 1", "k2 day 1")


def test_both_sides_must_be_accepted() -> None:
    maker = CandidateMaker(FakeRewriter(), sides="both")
    pair = example("good k1", second="reject1 day")
    (result,) = Attack(KeywordVictim(2), maker).run([pair])
    assert verdicts(result) == ["held", "rejected", "held"]
    candidate = result.attempts[1].candidate
    assert candidate.rejected_because == ["second: same words as the source"]
    assert len(result.to_records()[1]["paraphrases"]) == 2


def test_sides_need_a_second_text() -> None:
    with pytest.raises(UsageError, match="the victim keyword reads one text"):
        Attack(KeywordVictim(), CandidateMaker(FakeRewriter(), sides="both"))
    with pytest.raises(UsageError, match="has one text; name the second column with --text2"):
        CandidateMaker(FakeRewriter(), sides="second").make([(example("good"), FORMS)])


def test_records_have_the_same_keys() -> None:
    texts = ["good k1", "meh", "good long", "raise", "good nothing"]
    results = attack(*(example(text) for text in texts))
    records = [record for result in results for record in result.to_records()]
    assert len({tuple(record) for record in records}) == 1
    first = results[0].to_records()
    assert [record["verdict"] for record in first] == ["held", "broken", "held"]
    assert [record["strongest"] for record in first] == [False, True, False]
    assert first[1]["candidate_probabilities"] == {"bad": 0.8, "good": 0.2}
    assert first[1]["paraphrases"][0]["paraphrase"] == "good k1 1"
    assert len(results[4].to_records()) == 1


def test_summary_by_hand() -> None:
    texts = ["good k1", "good k1 k2", "good", "good reject0", "meh", "good long", "raise"]
    results = attack(*(example(text) for text in texts), example("ugly k0", "bad"))
    summary = AttackSummary()
    for result in results:
        summary.add(result.to_records())
    assert (summary.examples, summary.failed, summary.unparaphrased) == (7, 1, 1)
    assert (summary.right, summary.broken) == (6, 3)
    assert summary.accuracy is not None
    assert summary.broken_rate is not None
    assert summary.broken_of_right is not None
    assert summary.accuracy.value == pytest.approx(6 / 7)
    assert summary.broken_rate.value == pytest.approx(3 / 7)
    assert summary.broken_of_right.value == pytest.approx(3 / 6)
    figures = summary.to_dict()
    # Six right ones less the one that cannot be paraphrased; "meh" is wrong and does not count.
    assert figures["by_template"] == {
        FORMS[0]: {"candidates": 5, "accepted": 4, "broken": 1},
        FORMS[1]: {"candidates": 5, "accepted": 5, "broken": 2},
        FORMS[2]: {"candidates": 5, "accepted": 5, "broken": 1},
    }
    assert figures["by_label"] == {
        "good": {"examples": 6, "right": 5, "broken": 2},
        "bad": {"examples": 1, "right": 1, "broken": 1},
    }


def test_summary_of_nothing() -> None:
    figures = AttackSummary().to_dict()
    assert figures["broken_rate"] is None
    assert figures["examples"] == 0


def test_queries_counts_what_was_answered() -> None:
    queries = VictimQueries(KeywordVictim())
    first, second, third = queries.ask([[("a",), ("b",)], [("raise",)], []])
    assert isinstance(second, VictimError)
    assert not isinstance(first, VictimError)
    assert sorted(first) == [("a",), ("b",)]
    assert third == {}
    assert queries.num_queries == 2
