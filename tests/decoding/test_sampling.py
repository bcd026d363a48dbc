"""Sampling: the right frequencies, the right support, the same for the same seed."""

import math
from collections import Counter

import pytest
import torch
from table_model import TableModel, random_table
from torch import Tensor

from scpn.decoding.processors import FORBIDDEN
from scpn.decoding.sampling import Sampling
from scpn.errors import UsageError
from scpn.tokenization.vocabulary import EOS

PROBABILITIES = {3: 0.5, 4: 0.3, 5: 0.15, 6: 0.05}


def one_token(item: int, prefix: tuple[int, ...]) -> Tensor:
    """One token with the probabilities above, then the end."""
    row = torch.zeros(7)
    for token, probability in PROBABILITIES.items() if not prefix else [(EOS, 1.0)]:
        row[token] = probability
    return row.log().clamp_min(-1e9)


def draw(**settings: float) -> Counter[int]:
    search = Sampling(**{"num_return": 4000, "seed": 1, "top_p": 1.0, **settings})  # type: ignore[arg-type]
    found = search.search(TableModel(one_token), 1)[0]
    assert all(len(h.ids) == 1 and h.is_complete for h in found)
    return Counter(h.ids[0] for h in found)


def chi_square(counts: Counter[int], expected: dict[int, float]) -> float:
    total = counts.total()
    assert counts.keys() <= expected.keys()
    return sum((counts[t] - total * p) ** 2 / (total * p) for t, p in expected.items())


def test_frequencies_approach_the_distribution() -> None:
    # 3 degrees of freedom: above 16.3 with probability 0.001.
    assert chi_square(draw(temperature=1.0), PROBABILITIES) < 16.3


@pytest.mark.parametrize("temperature", [0.5, 2.0])
def test_temperature_sharpens_or_flattens(temperature: float) -> None:
    powers = {token: p ** (1 / temperature) for token, p in PROBABILITIES.items()}
    expected = {token: power / sum(powers.values()) for token, power in powers.items()}
    assert chi_square(draw(temperature=temperature), expected) < 16.3


def test_a_low_temperature_is_greedy() -> None:
    assert draw(temperature=0.01, num_return=50).keys() == {3}


@pytest.mark.parametrize(
    ("settings", "support"),
    [
        ({"top_p": 0.01}, {3}),
        ({"top_p": 0.6}, {3, 4}),  # 0.5 is not enough, 0.8 is
        ({"top_p": 0.9}, {3, 4, 5}),
        ({"top_p": 1.0}, {3, 4, 5, 6}),
    ],
)
def test_top_p_cuts_the_tail(settings: dict[str, float], support: set[int]) -> None:
    counts = draw(temperature=1.0, **settings)
    assert counts.keys() == support
    mass = sum(PROBABILITIES[token] for token in support)
    assert chi_square(counts, {token: PROBABILITIES[token] / mass for token in support}) < 16.3


def test_the_same_seed_gives_the_same_samples() -> None:
    results = []
    for seed in (5, 5, 6):
        torch.manual_seed(len(results))  # the global state has no say
        search = Sampling(num_return=3, max_steps=10, seed=seed)
        results.append(search.search(random_table(size=8), 4))
    assert results[0] == results[1]
    assert results[0] != results[2]


def test_samples_are_ranked_and_scored_as_in_beam_search() -> None:
    model = random_table(size=6)
    for item, found in enumerate(Sampling(num_return=5, max_steps=8, alpha=0.7).search(model, 3)):
        assert len(found) == 5
        scores = [h.score for h in found]
        assert scores == sorted(scores, reverse=True)
        for hypothesis in found:
            ids = (*hypothesis.ids, *([EOS] if hypothesis.is_complete else []))
            expected = sum(
                float(model.log_probs_of(item, ids[:n])[token]) for n, token in enumerate(ids)
            )
            assert hypothesis.log_prob == pytest.approx(expected, rel=1e-4)
            penalty = ((5 + len(ids)) / 6) ** 0.7
            assert hypothesis.score == pytest.approx(expected / penalty, rel=1e-4)


def test_what_does_not_end_is_cut_off() -> None:
    def endless(item: int, prefix: tuple[int, ...]) -> Tensor:
        return torch.tensor([0.0, 0.0, 0.0, 1.0]).log().clamp_min(-1e9)

    (hypothesis,) = Sampling(num_return=1, max_steps=3).search(TableModel(endless), 1)[0]
    assert (hypothesis.ids, hypothesis.is_complete) == ([3, 3, 3], False)


def test_forbidden_tokens_are_never_drawn_even_when_hot() -> None:
    def no_three(prefixes: Tensor, log_probs: Tensor, items: Tensor) -> Tensor:
        return log_probs.index_fill(1, torch.tensor([3]), FORBIDDEN)

    search = Sampling(num_return=200, temperature=1e6, top_p=1.0)
    found = search.search(TableModel(one_token), 1, processors=[no_three])[0]
    assert {h.ids[0] for h in found} == {4, 5, 6}


def test_a_sample_without_a_way_on_is_dropped() -> None:
    def stuck_after_four(prefixes: Tensor, log_probs: Tensor, items: Tensor) -> Tensor:
        if prefixes.shape[1] == 0:
            return log_probs
        return log_probs.masked_fill((prefixes[:, -1] == 4).unsqueeze(1), FORBIDDEN)

    found = Sampling(num_return=100).search(
        TableModel(one_token), 1, processors=[stuck_after_four]
    )[0]
    assert {h.ids[0] for h in found} == {3, 5}
    assert all(math.isfinite(h.score) for h in found)


def test_no_items_no_results() -> None:
    assert Sampling().search(TableModel(one_token), 0) == []


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"num_return": 0}, "num_return and max_steps must be at least 1"),
        ({"max_steps": 0}, "must be at least 1"),
        ({"temperature": 0.0}, r"temperature is 0\.0, must be above 0"),
        ({"top_p": 0.0}, r"top_p is 0\.0, must be above 0 and at most 1"),
        ({"top_p": 1.1}, r"top_p is 1\.1"),
        ({"alpha": -1.0}, r"alpha is -1\.0, must be at least 0"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, float], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        Sampling(**settings)  # type: ignore[arg-type]
