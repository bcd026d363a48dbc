"""Beam search over tables in which everything is known."""

import math

import pytest
import torch
from table_model import TableModel, every_output, random_table
from torch import Tensor

from scpn.decoding.processors import FORBIDDEN
from scpn.decoding.search import BeamSearch, Hypothesis
from scpn.errors import UsageError
from scpn.tokenization.vocabulary import EOS

SIZE = 6  # tokens 3, 4, 5 and the end
A, B, C = 3, 4, 5


def table(rows: dict[tuple[int, ...], dict[int, float]]) -> TableModel:
    """A model from probabilities of next tokens; what is not named is impossible."""

    def log_probs_of(item: int, prefix: tuple[int, ...]) -> Tensor:
        row = torch.zeros(SIZE)
        for token, probability in rows.get(prefix, {EOS: 1.0}).items():
            row[token] = probability
        return row.log().clamp_min(FORBIDDEN)

    return TableModel(log_probs_of)


def penalty(length: int, alpha: float) -> float:
    return float(((5 + length) / 6) ** alpha)


def search_all(model: TableModel, item: int, *, max_steps: int, alpha: float) -> list[Hypothesis]:
    found = [
        Hypothesis(ids, log_prob, log_prob / penalty(len(ids) + 1, alpha))
        for ids, log_prob in every_output(model, item, size=SIZE, max_steps=max_steps)
    ]
    return sorted(found, key=lambda h: h.score, reverse=True)


def assert_same(found: list[Hypothesis], expected: list[Hypothesis]) -> None:
    assert [h.ids for h in found] == [h.ids for h in expected]
    assert [h.log_prob for h in found] == pytest.approx([h.log_prob for h in expected], rel=1e-5)
    assert [h.score for h in found] == pytest.approx([h.score for h in expected], rel=1e-5)


def never_settle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scpn.decoding.search._Run._is_settled", lambda *_: False)


def test_scores_worked_out_by_hand() -> None:
    model = table({(): {A: 0.6, B: 0.4}, (A,): {EOS: 0.5, C: 0.5}, (B,): {EOS: 1.0}})
    found = BeamSearch(beam=4, num_return=3, max_steps=5, alpha=0.8).search(model, 1)[0]
    # B: ln 0.4 over (7/6)^0.8; AC: ln 0.3 over (8/6)^0.8; A: ln 0.3 over (7/6)^0.8.
    assert [h.ids for h in found] == [[B], [A, C], [A]]
    assert [h.log_prob for h in found] == pytest.approx([math.log(p) for p in (0.4, 0.3, 0.3)])
    expected = [-0.9163 / 1.1312, -1.2040 / 1.2588, -1.2040 / 1.1312]
    assert [h.score for h in found] == pytest.approx(expected, rel=1e-3)
    assert all(h.is_complete for h in found)


def test_a_greedy_choice_can_be_wrong_and_a_beam_right() -> None:
    model = table({(): {A: 0.6, B: 0.4}, (A,): {A: 0.35, B: 0.35, C: 0.3}})
    assert BeamSearch(beam=1, alpha=0.0).search(model, 1)[0][0].ids[0] == A
    assert BeamSearch(beam=2, alpha=0.0).search(model, 1)[0][0].ids == [B]


def test_the_length_penalty_favours_longer_outputs() -> None:
    model = table({(): {EOS: 0.5, A: 0.5}, (A,): {B: 0.9, C: 0.1}})
    assert BeamSearch(beam=3, alpha=0.0).search(model, 1)[0][0].ids == []
    assert BeamSearch(beam=3, alpha=1.0).search(model, 1)[0][0].ids == [A, B]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("alpha", [0.0, 0.8])
def test_a_wide_beam_equals_exhaustive_search(seed: int, alpha: float) -> None:
    model = random_table(size=SIZE, seed=seed)
    search = BeamSearch(beam=250, num_return=20, max_steps=5, alpha=alpha)
    for item, found in enumerate(search.search(model, 2)):
        assert_same(found, search_all(model, item, max_steps=5, alpha=alpha)[:20])


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("num_return", [1, 3])
def test_without_a_length_penalty_early_stop_never_loses_the_best(
    seed: int, num_return: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run() -> tuple[list[Hypothesis], int]:
        model = random_table(size=SIZE, seed=seed, sharpness=3.0)
        search = BeamSearch(beam=4, num_return=num_return, max_steps=12, alpha=0.0)
        return search.search(model, 1)[0], model.num_steps

    early, steps = run()
    never_settle(monkeypatch)
    late, all_steps = run()
    assert_same(early, late)
    assert steps <= all_steps


def test_early_stop_saves_steps() -> None:
    model = table({(): {A: 0.9, EOS: 0.1}, (A,): {EOS: 0.9, B: 0.1}, (A, B): {C: 1.0}})
    BeamSearch(beam=2, max_steps=50, alpha=0.0).search(model, 1)
    assert model.num_steps <= 3


def test_with_a_length_penalty_early_stop_can_lose_a_long_output(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A and B end at once, each ln 0.3 / (7/6) = -1.03. AC and BC stand at ln 0.2: -1.21 if they
    # ended next, but A and nine certain C are ln 0.2 / (15/6 + 1/6) = -0.60.
    ways = {(first,): {EOS: 0.6, C: 0.4} for first in (A, B)}
    certain = {(first, *[C] * n): {C: 1.0} for first in (A, B) for n in range(1, 9)}
    model = table({(): {A: 0.5, B: 0.5}, **ways, **certain})
    search = BeamSearch(beam=2, max_steps=11, alpha=1.0)
    (early,) = search.search(model, 1)[0]
    never_settle(monkeypatch)
    (late,) = search.search(model, 1)[0]
    assert (early.ids, late.ids) == ([A], [A] + [C] * 9)
    assert early.score == pytest.approx(math.log(0.3) / (7 / 6), rel=1e-3)
    assert late.score == pytest.approx(math.log(0.2) / (16 / 6), rel=1e-3)


def test_n_best_lists_are_distinct_and_in_order() -> None:
    found = BeamSearch(beam=8, num_return=8, max_steps=6).search(random_table(size=SIZE), 3)
    for hypotheses in found:
        scores = [h.score for h in hypotheses]
        assert scores == sorted(scores, reverse=True)
        assert len({tuple(h.ids) for h in hypotheses}) == len(hypotheses) == 8


@pytest.mark.parametrize("groups", [1, 2])
def test_batched_equals_single(groups: int) -> None:
    search = BeamSearch(beam=4, num_return=3, max_steps=9, groups=groups)
    together = search.search(random_table(size=SIZE), 5)
    for item in range(5):
        model = random_table(size=SIZE)
        alone = TableModel(lambda _, prefix, i=item, m=model: m.log_probs_of(i, prefix))
        assert_same(together[item], search.search(alone, 1)[0])


def test_what_does_not_end_is_cut_off() -> None:
    model = table({(): {A: 1.0}, (A,): {A: 0.75, B: 0.25}, (A, A): {C: 1.0}, (A, B): {C: 1.0}})
    found = BeamSearch(beam=2, num_return=2, max_steps=2, alpha=0.0).search(model, 1)[0]
    assert [h.ids for h in found] == [[A, A], [A, B]]
    assert not any(h.is_complete for h in found)
    assert [h.log_prob for h in found] == pytest.approx([math.log(0.75), math.log(0.25)])


def test_what_ended_comes_before_what_is_cut_off() -> None:
    model = table({(): {A: 0.9, EOS: 0.1}, (A,): {A: 1.0}, (A, A): {A: 1.0}})
    found = BeamSearch(beam=2, num_return=2, max_steps=3, alpha=0.0).search(model, 1)[0]
    assert [(h.ids, h.is_complete) for h in found] == [([], True)]


def test_the_last_step_can_be_the_end() -> None:
    model = table({(): {A: 1.0}, (A,): {EOS: 1.0}})
    found = BeamSearch(beam=1, max_steps=2).search(model, 1)[0]
    assert [(h.ids, h.is_complete) for h in found] == [([A], True)]


def test_no_items_no_results() -> None:
    assert BeamSearch().search(random_table(size=SIZE), 0) == []


def test_processors_see_prefixes_and_items() -> None:
    def only_c_for_item_one(prefixes: Tensor, log_probs: Tensor, items: Tensor) -> Tensor:
        assert prefixes.shape[0] == log_probs.shape[0] == items.shape[0]
        rule = torch.full_like(log_probs, FORBIDDEN)
        rule[:, EOS if prefixes.shape[1] == 2 else C] = 0.0
        return torch.where((items == 1).unsqueeze(1), rule, log_probs)

    search = BeamSearch(beam=2, max_steps=6)
    plain = search.search(random_table(size=SIZE), 3)
    ruled = search.search(random_table(size=SIZE), 3, processors=[only_c_for_item_one])
    assert_same(ruled[0], plain[0])
    assert_same(ruled[2], plain[2])
    assert (ruled[1][0].ids, ruled[1][0].log_prob) == ([C, C], 0.0)


def test_nothing_allowed_nothing_returned() -> None:
    def nothing(prefixes: Tensor, log_probs: Tensor, items: Tensor) -> Tensor:
        return log_probs.masked_fill((items == 0).unsqueeze(1), FORBIDDEN)

    found = BeamSearch(beam=2).search(random_table(size=SIZE), 2, processors=[nothing])
    assert found[0] == []
    assert len(found[1]) == 1


def test_groups_differ_and_pay_nothing_for_it_in_the_end() -> None:
    model = table({(): {A: 0.7, B: 0.2, C: 0.1}})
    plain = BeamSearch(beam=2, num_return=2, groups=2, diversity=0.0, alpha=0.0)
    assert [h.ids for h in plain.search(model, 1)[0]] == [[A]]  # both groups find the same
    diverse = BeamSearch(beam=2, num_return=2, groups=2, diversity=2.0, alpha=0.0)
    found = diverse.search(model, 1)[0]
    assert [h.ids for h in found] == [[A], [B]]
    assert [h.log_prob for h in found] == pytest.approx([math.log(0.7), math.log(0.2)])


def test_the_price_decides_when_groups_differ() -> None:
    # ln(0.7 / 0.2) = 1.2528: below that price the second group takes A, above it B.
    model = table({(): {A: 0.7, B: 0.2, C: 0.1}})
    for diversity, expected in ((1.2, 1), (1.3, 2)):
        search = BeamSearch(beam=2, num_return=2, groups=2, diversity=diversity, alpha=0.0)
        assert len(search.search(model, 1)[0]) == expected


def test_what_two_groups_find_counts_once() -> None:
    # Both groups end with A first; the search must go on for a second output.
    model = table({(): {A: 0.6, B: 0.4}, (A,): {EOS: 0.9, C: 0.1}, (B,): {EOS: 0.9, C: 0.1}})
    search = BeamSearch(beam=4, num_return=4, groups=2, diversity=0.0, max_steps=6, alpha=0.0)
    assert [h.ids for h in search.search(model, 1)[0]] == [[A], [B], [A, C], [B, C]]


def test_one_group_is_plain_beam_search() -> None:
    one = BeamSearch(beam=4, num_return=4, groups=1, diversity=5.0, max_steps=8)
    plain = BeamSearch(beam=4, num_return=4, max_steps=8)
    model = random_table(size=SIZE)
    for found, expected in zip(one.search(model, 3), plain.search(model, 3), strict=True):
        assert_same(found, expected)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"beam": 0}, "beam is 0 and max_steps is 150, both must be at least 1"),
        ({"max_steps": 0}, "max_steps is 0"),
        ({"beam": 2, "num_return": 3}, "num_return is 3, must be from 1 to the beam, 2"),
        ({"num_return": 0}, "num_return is 0"),
        ({"beam": 4, "groups": 3}, "a beam of 4 cannot be split into 3 equal groups"),
        ({"groups": 0}, "into 0 equal groups"),
        ({"alpha": -0.1}, r"alpha is -0\.1"),
        ({"diversity": -1.0}, "at least 0"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, float], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        BeamSearch(**settings)  # type: ignore[arg-type]
