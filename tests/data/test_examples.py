"""Training examples: both directions, damage, mixtures."""

import random
from collections import Counter

import numpy as np
import pytest
import torch

from scpn.data.examples import (
    Mixture,
    NetworkExample,
    ParaphraseExamples,
    ParseExamples,
    ReconstructionExamples,
    cut_to_template,
)
from scpn.data.packing import Packed
from scpn.tokenization.vocabulary import EOS, LabelVocabulary

LABELS = LabelVocabulary(["(S", "(NP", "(VP", "NN", "VB", ".", ")"])
ENDS_WORD = torch.arange(60) >= 30  # pieces below 30 go on


def ids(text: str) -> list[int]:
    return LABELS.encode(text.split())


ONE, OTHER = ids("(S (NP NN ) (VP VB (NP NN ) ) . )"), ids("(S (VP VB ) . )")
PAIRS = Packed.build(
    iter(
        [
            {"source": [40, 41], "target": [42], "source_parse": ONE, "target_parse": OTHER},
            {"source": [50], "target": [5, 51, 52], "source_parse": OTHER, "target_parse": ONE},
        ]
    ),
    ["source", "target", "source_parse", "target_parse"],
)
RNG = random.Random(0)


def test_paraphrase_examples_go_both_ways() -> None:
    examples = ParaphraseExamples(PAIRS, LABELS)
    assert [examples.get(i, RNG) for i in range(len(examples))] == [
        NetworkExample([40, 41], OTHER, [42, EOS]),
        NetworkExample([42], ONE, [40, 41, EOS]),
        NetworkExample([50], ONE, [5, 51, 52, EOS]),
        NetworkExample([5, 51, 52], OTHER, [50, EOS]),
    ]
    assert examples.lengths().tolist() == [3, 3, 4, 4]


def test_paraphrase_examples_with_templates() -> None:
    examples = ParaphraseExamples(PAIRS, LABELS, template_control=True)
    assert examples.get(1, RNG).control == ids("(S (NP ) (VP ) . )")


def test_parse_examples_go_both_ways() -> None:
    examples = ParseExamples(PAIRS, LABELS)
    assert len(examples) == 4
    assert examples.get(0, RNG) == NetworkExample(ONE, ids("(S (VP ) . )"), [*OTHER, EOS])
    assert examples.get(1, RNG) == NetworkExample(OTHER, ids("(S (NP ) (VP ) . )"), [*ONE, EOS])
    assert examples.lengths().tolist() == [len(ONE) + 1] * 4


@pytest.mark.parametrize(
    ("parse", "template"),
    [
        ("(S (NP NN ) (VP VB (NP NN ) ) . )", "(S (NP ) (VP ) . )"),
        ("(S NN )", "(S NN )"),
        ("(S (S (S NN ) (S NN ) ) )", "(S (S ) )"),
        ("(S . (NP (NP NN ) . ) . )", "(S . (NP ) . )"),
        ("(S (NP ) (VP ) . )", "(S (NP ) (VP ) . )"),
        ("NN", "NN"),
    ],
)
def test_cut_to_template_by_hand(parse: str, template: str) -> None:
    assert cut_to_template(ids(parse), LABELS) == ids(template)


SENTENCE = [1, 31, 32, 2, 3, 33, 31, 34, 4, 35, 36]
WORDS = [(1, 31), (32,), (2, 3, 33), (31,), (34,), (4, 35), (36,)]
TEXT = Packed.build(iter([{"source": SENTENCE, "source_parse": ONE}]), ["source", "source_parse"])


def words_of(pieces: list[int]) -> list[tuple[int, ...]]:
    words: list[tuple[int, ...]] = [()]
    for piece in pieces:
        words[-1] += (piece,)
        if ENDS_WORD[piece]:
            words.append(())
    assert words[-1] == ()
    return words[:-1]


def test_damage_keeps_some_words_whole_and_invents_none() -> None:
    examples = ReconstructionExamples(TEXT, ENDS_WORD, drop=0.5)
    kept_words, orders = [], set()
    for seed in range(400):
        example = examples.get(0, random.Random(seed))
        assert example.target == [*SENTENCE, EOS]
        assert example.control == ONE
        words = words_of(example.source)
        assert words
        assert not Counter(words) - Counter(WORDS)
        kept_words.append(len(words))
        orders.add(tuple(words))
    # The share dropped is uniform up to 1/2, a quarter on average.
    assert np.mean(kept_words) == pytest.approx(0.75 * len(WORDS), abs=0.3)
    assert min(kept_words) < 5
    assert max(kept_words) == len(WORDS)
    assert len(orders) > 300


def test_damage_without_dropping_only_disorders() -> None:
    examples = ReconstructionExamples(TEXT, ENDS_WORD, drop=0.0)
    for seed in range(20):
        assert Counter(words_of(examples.get(0, random.Random(seed)).source)) == Counter(WORDS)


def test_damage_leaves_at_least_a_word() -> None:
    examples = ReconstructionExamples(TEXT, ENDS_WORD, drop=1.0)
    assert all(examples.get(0, random.Random(seed)).source for seed in range(200))


def test_damage_follows_from_the_random_numbers() -> None:
    examples = ReconstructionExamples(TEXT, ENDS_WORD)
    results = [examples.get(0, random.Random(seed)) for seed in (1, 1, 2)]
    assert results[0] == results[1] != results[2]


def test_a_mixture_numbers_its_parts_in_a_row() -> None:
    paraphrases, damaged = (
        ParaphraseExamples(PAIRS, LABELS),
        ReconstructionExamples(TEXT, ENDS_WORD),
    )
    mixture = Mixture([(paraphrases, 1.0), (damaged, 1.0), (paraphrases, 1.0)])
    assert len(mixture) == 9
    assert mixture.lengths().tolist() == [3, 3, 4, 4, len(SENTENCE) + 1, 3, 3, 4, 4]
    assert mixture.get(3, RNG) == mixture.get(8, RNG) == paraphrases.get(3, RNG)
    assert mixture.get(4, RNG).target == [*SENTENCE, EOS]
    assert mixture.get(5, RNG) == paraphrases.get(0, RNG)


def test_an_epoch_uses_the_share_of_each_part() -> None:
    part = ParaphraseExamples(PAIRS, LABELS)  # 4 examples
    mixture = Mixture([(part, 1.0), (part, 0.5), (part, 2.25), (part, 0.0)])
    drawn = [mixture.draw_epoch(np.random.default_rng(seed)) for seed in range(20)]
    for epoch in drawn:
        counts = Counter(epoch.tolist())
        assert [counts[i] for i in range(4)] == [1, 1, 1, 1]
        assert sorted(counts[i] for i in range(4, 8)) == [0, 0, 1, 1]
        assert sorted(counts[i] for i in range(8, 12)) == [2, 2, 2, 3]
        assert not any(counts[i] for i in range(12, 16))
    assert len({tuple(epoch) for epoch in drawn}) == 20
    assert set(np.concatenate(drawn).tolist()) == set(range(12))  # thinning differs by epoch
