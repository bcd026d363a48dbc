"""Mega-batches: which pairs, which negatives, and whose gradient."""

from typing import Any

import numpy as np
import pytest
import torch
from encoder_models import known_units
from torch import Tensor
from torch.nn import functional as F

from scpn.embeddings.bags import Bags
from scpn.embeddings.megabatches import MegaBatches, ObjectiveConfig
from scpn.embeddings.network import EncoderConfig, EncoderNetwork, PartConfig
from scpn.errors import DataError, UsageError

NUM_PAIRS, NUM_UNITS = 40, 90


def new_batches(**settings: Any) -> MegaBatches:
    """Pairs 2n and 2n + 1 of eighty texts of one to nine units."""
    rng = np.random.default_rng(1)
    lists = [rng.integers(0, NUM_UNITS, rng.integers(1, 10)).tolist() for _ in range(80)]
    config = {"batch_size": 5, "mega_batches": 3, "annealing": 0} | settings
    extra = {name: config.pop(name) for name in ("batches_per_update", "ordered") if name in config}
    return MegaBatches(
        {"word": Bags.from_lists(lists)},
        np.arange(80).reshape(-1, 2),
        config=ObjectiveConfig(**config),
        seed=7,
        **extra,
    )


def new_network(*, seed: int = 1, sparse: bool = False, **part: Any) -> EncoderNetwork:
    torch.manual_seed(seed)
    config = EncoderConfig([PartConfig(**{"size": 8} | part)], sparse=sparse)
    return EncoderNetwork(config, {"word": NUM_UNITS})


def gradient(network: EncoderNetwork) -> Tensor:
    table = network.tables[0][1]
    assert table.weight.grad is not None
    found = table.weight.grad.to_dense().clone()
    table.weight.grad = None
    return found


# -- which pairs ---------------------------------------------------------------------------------


def test_an_epoch_has_every_pair_once_and_the_next_another_order() -> None:
    batches = new_batches(batch_size=8)
    epochs = [np.concatenate([batches.rows(n) for n in range(5 * e, 5 * e + 5)]) for e in (0, 1)]
    assert all(sorted(epoch) == list(range(NUM_PAIRS)) for epoch in epochs)
    assert list(epochs[0]) != list(epochs[1])


def test_mega_batches_of_one_size() -> None:
    batches = new_batches()
    assert [batches.span(n) for n in (0, 2, 3, 8, 9)] == [(0, 3), (0, 3), (3, 3), (6, 3), (9, 3)]


def test_mega_batches_grow_by_one_every_so_many_updates() -> None:
    batches = new_batches(mega_batches=4, annealing=4)
    sizes, number = [], 0
    while number < 30:
        start, size = batches.span(number)
        assert start == number
        assert all(batches.span(n) == (start, size) for n in range(start, start + size))
        sizes.append(size)
        number += size
    # Begun at updates 0 1 2 3 | 4 6 | 8 11 | 14 18 22 26: M is 1 + update // 4, at most 4.
    assert sizes == [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4]
    assert new_batches(mega_batches=4, annealing=4).span(21) == (18, 4)


def test_mega_batches_count_updates_of_several_batches() -> None:
    batches = new_batches(batches_per_update=2)
    assert [batches.span(n) for n in (0, 5, 6)] == [(0, 6), (0, 6), (6, 6)]


def test_pool_holds_both_sides_of_its_mini_batches() -> None:
    batches = new_batches()
    pool = batches.pool(4)
    pairs = np.concatenate([batches.rows(n) for n in (3, 4, 5)])
    assert pool.texts.tolist() == batches.pairs[pairs].tolist()
    everything = torch.from_numpy(np.concatenate([pool.texts[:, 0], pool.texts[:, 1]]))
    expected = batches.views["word"].select(everything)
    assert torch.equal(pool.views["word"].ids, expected.ids)
    assert torch.equal(pool.views["word"].starts, expected.starts)


# -- loss and gradient ---------------------------------------------------------------------------


def plain_loss(
    network: EncoderNetwork, batches: MegaBatches, number: int, *, start: int, size: int
) -> Tensor:
    """The loss of a mini-batch, pair by pair, negatives by brute force from `network` itself."""

    def embed(text: int) -> Tensor:
        bags = batches.views["word"].select(torch.tensor([text]))
        return network.tables[0][1].weight[bags.ids.long()].mean(0)

    pool = [p for n in range(start, start + size) for p in batches.pairs[batches.rows(n)].tolist()]
    total = torch.zeros(())
    for left, right in batches.pairs[batches.rows(number)].tolist():
        others = [text for pair in pool if pair != [left, right] for text in pair]
        for anchor, other in ((left, right), (right, left))[: batches.config.sides]:
            with torch.no_grad():
                hardest = max(
                    others,
                    key=lambda t: float(F.cosine_similarity(embed(anchor), embed(t), dim=0)),
                )
            near = F.cosine_similarity(embed(anchor), embed(other), dim=0)
            far = F.cosine_similarity(embed(anchor), embed(hardest), dim=0)
            total = total + (batches.config.margin - near + far).clamp(min=0)
    return total


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("sides", [1, 2])
def test_every_mini_batch_contributes_its_gradient(sides: int, sparse: bool) -> None:
    batches, network = new_batches(sides=sides), new_network(sparse=sparse)
    total, expected_total = torch.zeros(NUM_UNITS, 8), torch.zeros(NUM_UNITS, 8)
    for number in (3, 4, 5):
        loss, weight = batches.loss(network, number)
        assert weight == 5
        loss.backward()
        found = gradient(network)
        expected_loss = plain_loss(new_network(), batches, number, start=3, size=3)
        plain = new_network()
        plain_loss(plain, batches, number, start=3, size=3).backward()
        expected = gradient(plain)
        torch.testing.assert_close(loss, expected_loss)
        torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-6)
        assert found.abs().sum() > 0.1
        total += found
        expected_total += expected
    torch.testing.assert_close(total, expected_total, rtol=1e-4, atol=1e-6)


def test_negatives_are_those_of_the_parameters_at_the_start_of_the_mega_batch() -> None:
    batches, network = new_batches(), new_network()
    first = batches.negatives(network, 3)
    network.load_state_dict(new_network(seed=2).state_dict())
    assert torch.equal(batches.negatives(network, 4), first)
    assert torch.equal(batches.negatives(network, 5), first)
    changed = new_batches().negatives(network, 3)
    assert not torch.equal(changed, first)


def test_negatives_survive_in_the_state() -> None:
    batches, network = new_batches(), new_network()
    first = batches.negatives(network, 3)
    resumed = new_batches()
    resumed.load_state_dict(batches.state_dict())
    assert torch.equal(resumed.negatives(new_network(seed=2), 4), first)
    resumed.load_state_dict(new_batches().state_dict())
    assert not torch.equal(resumed.negatives(new_network(seed=2), 4), first)


def test_search_is_without_dropout_and_leaves_chance_alone() -> None:
    batches = new_batches(negatives="mix")
    noisy, quiet = new_network(dropout=0.5), new_network()
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    chosen = batches.negatives(noisy.train(), 0)
    assert torch.equal(torch.rand(3), expected)
    assert noisy.training
    assert torch.equal(chosen, new_batches(negatives="mix").negatives(quiet, 0))


def test_a_smaller_pool_has_easier_negatives() -> None:
    network = new_network()
    losses = [
        sum(new_batches(mega_batches=m).loss(network, n)[0].item() for n in range(8))
        for m in (1, 2, 8)
    ]
    assert losses[0] < losses[1] < losses[2]


# -- noise and penalties -------------------------------------------------------------------------


def test_scrambling_shuffles_both_sides_of_its_share_of_pairs() -> None:
    views = {"word": Bags.from_lists([list(range(30)) for _ in range(80)])}
    changed = []
    batches = MegaBatches(
        views,
        np.arange(80).reshape(-1, 2),
        config=ObjectiveConfig(batch_size=40, mega_batches=1, annealing=0, scrambling=0.3),
        seed=3,
        ordered=frozenset({"word"}),
    )
    for number in range(20):
        rows = batches.pool(number).views["word"].ids.view(2, 40, 30)
        assert (rows.sort(-1).values == torch.arange(30)).all()
        moved = (rows != torch.arange(30)).any(-1)
        assert torch.equal(moved[0], moved[1])
        assert not torch.equal(rows[0][moved[0]], rows[1][moved[1]])
        changed.append(float(moved[0].double().mean()))
    assert 0.26 < np.mean(changed) < 0.34


def test_units_of_averages_are_not_scrambled() -> None:
    plain, scrambled = new_batches(), new_batches(scrambling=1.0)
    assert torch.equal(plain.pool(0).views["word"].ids, scrambled.pool(0).views["word"].ids)


def test_word_dropout_leaves_out_its_share_and_never_a_whole_text() -> None:
    batches = new_batches(word_dropout=0.4)
    bags = Bags.from_lists([[n] * 50 for n in range(80)] + [[7]] * 200)
    torch.manual_seed(1)
    kept = batches._damage(bags)
    assert 0.57 < len(kept.ids[kept.owners < 80]) / 4000 < 0.63
    assert (kept.lengths > 0).all()
    assert torch.equal(kept.ids, torch.where(kept.owners < 80, kept.owners, 7).int())


@pytest.mark.parametrize("sparse", [False, True])
def test_pull_to_the_start_by_hand(sparse: bool) -> None:
    settings = {"mega_batches": 1, "batch_size": 4}
    network = new_network(sparse=sparse)
    network.remember_start()
    with torch.no_grad():
        network.tables[0][1].weight += 0.5
    plain = new_batches(**settings)
    pulled = new_batches(**settings, initial_l2=0.01)
    base = plain.loss(network, 0)[0]
    total, weight = pulled.loss(network, 0)
    rows = torch.cat([torch.arange(8), plain.negatives(network, 0)[0]])
    touched = plain.pool(0).views["word"].select(rows).ids.unique()
    # Eight numbers of each touched row have moved by a half; the penalty counts for each pair.
    assert float(total - base) == pytest.approx(4 * 0.01 * len(touched) * 8 * 0.25, rel=1e-4)
    base.backward()
    without = gradient(network)
    total.backward()
    difference = gradient(network) - without
    assert difference[touched] == pytest.approx(4 * 0.01 * 2 * 0.5, rel=1e-3)
    assert difference.abs().sum() == pytest.approx(0.04 * len(touched) * 8, rel=1e-3)
    assert weight == 4


def test_norm_of_the_composition_by_hand() -> None:
    units = known_units()
    config = EncoderConfig([PartConfig("ngram", "charagram", size=3), PartConfig("word", size=2)])
    network = EncoderNetwork(config, {kind: len(units[kind]) for kind in config.kinds})
    network.parts[0].bias.data.copy_(torch.tensor([1.0, -2.0, 0.0]))  # type: ignore[union-attr]
    assert float(network.composition_norm()) == 5.0
    assert float(new_network().composition_norm()) == 0.0


# -- bad settings --------------------------------------------------------------------------------


def test_one_pair_has_no_negative() -> None:
    batches = new_batches(batch_size=1, mega_batches=1)
    with pytest.raises(DataError, match="pair 1 of 1 in a pool has no negative"):
        batches.loss(new_network(), 0)


def test_no_pairs_are_an_error() -> None:
    with pytest.raises(DataError, match="no pairs to train on"):
        MegaBatches({}, np.zeros((0, 2), dtype=int), config=ObjectiveConfig(), seed=1)


@pytest.mark.parametrize(
    ("settings", "message"),
    [({"sides": 3}, "sides is 3, must be 1 or 2"), ({"mega_batches": 0}, "must be at least 1")],
)
def test_impossible_settings(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        ObjectiveConfig(**settings)
