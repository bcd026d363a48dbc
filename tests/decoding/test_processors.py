"""Constraints against brute force and under fuzzing."""

import itertools
import random
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from table_model import TableModel
from torch import Tensor

from scpn.data.examples import cut_to_template
from scpn.decoding.processors import (
    FORBIDDEN,
    NeverSpecial,
    NoRepeatNgram,
    ObeysTemplate,
    OneWordPerLeaf,
)
from scpn.decoding.sampling import Sampling
from scpn.decoding.search import BeamSearch
from scpn.errors import UsageError
from scpn.tokenization.vocabulary import BOS, EOS, NUM_SPECIAL, PAD, UNK, LabelVocabulary
from scpn.trees.linearize import from_control_tokens

PHRASES, TAGS = ["(S", "(NP", "(VP", "(SBAR"], ["NN", "VB", "DT", ".", ","]
LABELS = LabelVocabulary([*PHRASES, *TAGS, ")"])


def noise(size: int, seed: int, bias: dict[int, float] | None = None) -> TableModel:
    """An untrained network: random but fixed distributions, some tokens favoured."""

    def log_probs_of(item: int, prefix: tuple[int, ...]) -> Tensor:
        generator = torch.Generator().manual_seed(hash((seed, item, *prefix)) % 2**31)
        logits = 2 * torch.randn(size, generator=generator)
        for token, value in (bias or {}).items():
            logits[token] += value
        return torch.log_softmax(logits, 0)

    return TableModel(log_probs_of)


def test_special_tokens_are_never_chosen() -> None:
    result = NeverSpecial()(torch.zeros(2, 0).long(), torch.zeros(2, 6), torch.arange(2))
    assert (result <= FORBIDDEN).tolist() == [[True, True, False, True, False, False]] * 2
    assert {PAD, BOS, UNK} == {0, 1, 3}


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_no_repeated_ngram_equals_brute_force(n: int) -> None:
    rng = random.Random(n)
    size = 7
    for length in range(10):
        rows = [[rng.randrange(4, size) for _ in range(length)] for _ in range(20)]
        prefixes = torch.tensor(rows, dtype=torch.long).view(20, length)
        result = NoRepeatNgram(n)(prefixes, torch.zeros(20, size), torch.arange(20))
        for row, token in itertools.product(range(20), range(4, size)):
            text = [*rows[row], token]
            grams = [tuple(text[i : i + n]) for i in range(len(text) - n + 1)]
            repeats = len(grams) > 0 and grams[-1] in grams[:-1]
            assert bool(result[row, token] <= FORBIDDEN) == repeats, (rows[row], token)


def test_an_ngram_of_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="has 0 tokens, must have 1 or more"):
        NoRepeatNgram(0)


# Pieces 4-7 go on, 8-12 end a word, 13 is the bare end of a word.
PIECES: Any = SimpleNamespace(ends_word=torch.arange(14) >= 8, is_bare_end=torch.arange(14) == 13)


def words_of(ids: list[int]) -> list[list[int]]:
    words: list[list[int]] = [[]]
    for piece in ids:
        words[-1].append(piece)
        if piece >= 8:
            words.append([])
    assert words[-1] == []
    return words[:-1]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("search", [BeamSearch(beam=3, num_return=3), Sampling(num_return=3)])
@pytest.mark.parametrize("bias", [{}, {EOS: 5.0}, {13: 5.0}, {5: 6.0, 6: 6.0}])
def test_one_word_per_leaf_whatever_the_network_wants(
    seed: int, search: BeamSearch | Sampling, bias: dict[int, float]
) -> None:
    leaves = torch.tensor([1, 5, 12, 3])
    rules = [NeverSpecial(), OneWordPerLeaf(PIECES, leaves, max_pieces=4)]
    found = search.search(noise(14, seed, bias), 4, processors=rules)
    for number, hypotheses in zip(leaves.tolist(), found, strict=True):
        assert len(hypotheses) == 3
        for hypothesis in hypotheses:
            words = words_of(hypothesis.ids)
            assert hypothesis.is_complete
            assert len(words) == number
            assert max(map(len, words)) <= 4
            assert all(word != [13] for word in words)


@pytest.mark.parametrize("search_type", [BeamSearch, Sampling])
@pytest.mark.parametrize("slack", [1, 2, 5])
def test_one_word_per_leaf_in_time(search_type: Any, slack: int) -> None:
    leaves = torch.tensor([2, 6, 4])
    steps = 6 + slack
    rules = [NeverSpecial(), OneWordPerLeaf(PIECES, leaves, max_steps=steps)]
    search = search_type(num_return=2, max_steps=steps)
    found = search.search(noise(14, 3, {5: 6.0, 6: 6.0}), 3, processors=rules)
    for number, hypotheses in zip(leaves.tolist(), found, strict=True):
        assert [len(words_of(h.ids)) for h in hypotheses] == [number, number]
        assert all(h.is_complete for h in hypotheses)


def test_the_longest_word_is_counted_from_the_start() -> None:
    rule = OneWordPerLeaf(PIECES, torch.tensor([2]), max_pieces=3)
    for prefix, must_end in (([4], False), ([4, 5], True), ([8, 4], False), ([8, 4, 5], True)):
        row = rule(torch.tensor([prefix]), torch.zeros(1, 14), torch.tensor([0]))[0]
        assert bool(row[4] <= FORBIDDEN) == must_end, prefix
        assert row[9] == 0


def test_impossible_word_limits_are_refused() -> None:
    with pytest.raises(UsageError, match="max_pieces is 0, must be at least 1"):
        OneWordPerLeaf(PIECES, torch.tensor([2]), max_pieces=0)
    with pytest.raises(UsageError, match="max_steps is 7, must be above the number of leaves, 7"):
        OneWordPerLeaf(PIECES, torch.tensor([2, 7]), max_steps=7)


def template_ids(root: str, children: list[str]) -> list[int]:
    tokens = [root]
    for child in children:
        tokens += [child, ")"] if child.startswith("(") else [child]
    return LABELS.encode([*tokens, ")"])


def assert_obeys(ids: list[int], template: list[int], max_steps: int, max_depth: int) -> None:
    tokens = LABELS.decode(ids)
    assert len(tokens) == len(ids) <= max_steps - 1
    tree = from_control_tokens(tokens)  # raises unless well-bracketed and without empty phrases
    assert cut_to_template(ids, LABELS) == template
    assert tree.height() <= max_depth + 2  # preterminals without words


TEMPLATES = st.tuples(
    st.sampled_from(PHRASES), st.lists(st.sampled_from(PHRASES + TAGS), min_size=1, max_size=8)
)


@settings(max_examples=60, deadline=None)
@given(
    templates=st.lists(TEMPLATES, min_size=1, max_size=4),
    slack=st.sampled_from([0, 1, 2, 3, 7, 20]),
    max_depth=st.sampled_from([3, 25]),
    bias=st.dictionaries(st.integers(0, len(LABELS) - 1), st.sampled_from([-8.0, 8.0]), max_size=4),
    seed=st.integers(0, 10**6),
    sample=st.booleans(),
)
def test_every_parse_obeys_its_template_and_is_complete(
    templates: list[tuple[str, list[str]]],
    slack: int,
    max_depth: int,
    bias: dict[int, float],
    seed: int,
    sample: bool,
) -> None:
    controls = [template_ids(root, children) for root, children in templates]
    needed = int(ObeysTemplate(LABELS, controls, max_steps=1).shortest().max())
    rule = ObeysTemplate(LABELS, controls, max_steps=needed + slack, max_depth=max_depth)
    search = (
        Sampling(num_return=3, max_steps=needed + slack, temperature=1.5, seed=seed)
        if sample
        else BeamSearch(beam=4, num_return=2, max_steps=needed + slack)
    )
    found = search.search(noise(len(LABELS), seed, bias), len(controls), processors=[rule])
    for template, hypotheses in zip(controls, found, strict=True):
        assert hypotheses
        for hypothesis in hypotheses:
            assert hypothesis.is_complete
            assert_obeys(hypothesis.ids, template, needed + slack, max_depth)


def test_the_shortest_parse_worked_out_by_hand() -> None:
    # (S (NP tag ) (VP tag ) . ) and the end: 1 + 3 + 3 + 1 + 1 + 1; (S NN ) and the end: 4.
    templates = [template_ids("(S", ["(NP", "(VP", "."]), template_ids("(S", ["NN"])]
    assert ObeysTemplate(LABELS, templates, max_steps=99).shortest().tolist() == [10, 4]


def test_every_legal_parse_of_the_length_is_allowed() -> None:
    """The rule forbids nothing that could still be finished: counted against brute force."""
    labels = LabelVocabulary(["(A", "t", ")"])
    opened, tag, close = labels.encode(["(A", "t", ")"])
    template = [opened, opened, close, close]  # (A (A ) )
    max_steps = 11

    def is_legal(ids: tuple[int, ...]) -> bool:
        try:
            from_control_tokens(labels.decode(ids))
        except UsageError:
            return False
        return cut_to_template(ids, labels) == template

    expected = {
        (opened, *ids, close)
        for length in range(max_steps - 2)
        for ids in itertools.product((opened, tag, close), repeat=length)
        if is_legal((opened, *ids, close))
    }
    rule = ObeysTemplate(labels, [template], max_steps=max_steps)
    search = BeamSearch(beam=300, num_return=300, max_steps=max_steps)
    uniform = TableModel(lambda item, prefix: torch.full((NUM_SPECIAL + 3,), 1 / 7).log())
    found = search.search(uniform, 1, processors=[rule])[0]
    assert {tuple(h.ids) for h in found} == expected
    assert len(expected) > 10


def test_a_limit_below_the_shortest_parse_is_refused() -> None:
    templates = [template_ids("(S", ["NN"]), template_ids("(S", ["(NP", "(VP", "."])]
    rule = ObeysTemplate(LABELS, templates, max_steps=9)
    with pytest.raises(UsageError, match="takes 10 tokens, max_steps is 9; raise it or use a temp"):
        BeamSearch(max_steps=9).search(noise(len(LABELS), 0), 2, processors=[rule])


def test_limits_can_differ_between_items_which_then_do_not_depend_on_each_other() -> None:
    controls = [template_ids("(S", ["(NP", "(VP", "."]), template_ids("(NP", ["DT", "(NP"])]
    limits, network = [12, 19], noise(len(LABELS), 4, {LABELS.close_id: -3.0})
    search = BeamSearch(beam=4, num_return=2, max_steps=max(limits))
    rule = ObeysTemplate(LABELS, controls, max_steps=torch.tensor(limits))
    together = search.search(network, 2, processors=[rule])
    for item, (control, limit) in enumerate(zip(controls, limits, strict=True)):
        rule = ObeysTemplate(LABELS, [control], max_steps=limit)
        alone = TableModel(lambda _, prefix, i=item: network.log_probs_of(i, prefix))
        settings = BeamSearch(beam=4, num_return=2, max_steps=limit)
        found = settings.search(alone, 1, processors=[rule])[0]
        assert [h.ids for h in together[item]] == [h.ids for h in found]
        for hypothesis in found:
            assert_obeys(hypothesis.ids, control, limit, 25)


def test_steps_for_words_can_differ_between_items() -> None:
    leaves, limits = torch.tensor([3, 3]), torch.tensor([4, 9])
    rules = [NeverSpecial(), OneWordPerLeaf(PIECES, leaves, max_steps=limits)]
    search = BeamSearch(beam=2, max_steps=9)
    found = search.search(noise(14, 1, {5: 9.0, 6: 9.0}), 2, processors=rules)
    assert [len(hypotheses[0].ids) for hypotheses in found] == [3, 8]
    assert [len(words_of(hypotheses[0].ids)) for hypotheses in found] == [3, 3]


def test_no_templates_no_trouble() -> None:
    rule = ObeysTemplate(LABELS, [], max_steps=9)
    assert BeamSearch().search(noise(len(LABELS), 0), 0, processors=[rule]) == []
    assert rule.shortest().tolist() == []


def test_an_ngram_inside_one_word_may_come_again() -> None:
    ends_word = torch.tensor([False] * 8)
    ends_word[[4, 5]] = True
    rule = NoRepeatNgram(3, ends_word=ends_word)
    # 6 7 4 is one word of three pieces; 5 is a word. After "6 7" 4 may follow again, but after
    # "7 4" 5 may not, since that would say the end of one word and the next word again.
    for prefix, token, is_banned in (
        ([6, 7, 4, 5, 6, 7], 4, False),
        ([6, 7, 4, 5, 6, 7, 4], 5, True),
        ([4, 5, 4, 6, 4, 5], 4, True),
    ):
        result = rule(torch.tensor([prefix]), torch.zeros(1, 8), torch.tensor([0]))
        assert (result[0, token] < 0) == is_banned, prefix
