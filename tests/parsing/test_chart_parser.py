"""Our faster loss and parsing against benepar's own."""

from dataclasses import dataclass

import pytest
import torch
from benepar.parse_chart import ChartParser
from nltk import Tree
from parser_models import SENTENCES, TREES, small_config, small_model

from scpn.parsing.chart_parser import BatchedChartParser
from scpn.parsing.treebank import with_top
from scpn.trees.linearize import linearize


@dataclass
class Example:
    """What benepar asks of a training example."""

    words: list[str]
    tree: Tree | None
    space_after: None = None

    def leaves(self) -> list[str]:
        return self.words

    def pos(self) -> list[tuple[str, str]]:
        return self.tree.pos() if self.tree else [(word, "UNK") for word in self.words]


def stock(model: BatchedChartParser) -> ChartParser:
    """benepar's own parser with the same parameters."""
    reference = ChartParser(
        model.tag_vocab, model.label_vocab, model.char_vocab, small_config().hparams()
    )
    reference.load_state_dict(model.state_dict())
    return reference


@pytest.mark.parametrize("seed", [0, 1])
def test_loss_and_gradients_equal_those_of_benepar(seed: int) -> None:
    model = small_model(seed=seed).train()
    reference = stock(model).train()
    trees = [with_top(tree) for tree in TREES]
    loss = model.loss(trees)
    loss.backward()
    ((_, batch),) = reference.encode_and_collate_subbatches(
        [Example(tree.leaves(), tree) for tree in trees], 100_000
    )
    expected = reference.compute_loss(batch)
    expected.backward()
    assert loss.item() > 1
    torch.testing.assert_close(loss, expected)
    ours = dict(model.named_parameters())
    for name, parameter in reference.named_parameters():
        torch.testing.assert_close(ours[name].grad, parameter.grad, rtol=1e-3, atol=1e-5, msg=name)


def test_loss_ignores_tags_it_does_not_know() -> None:
    model = small_model().eval()
    known = [with_top(Tree.fromstring("(S (NP (PRP I)) (VP (VBP go)))"))]
    unknown = [with_top(Tree.fromstring("(S (NP (PRP I)) (VP (XYZ go)))"))]
    assert 0 < model.loss(unknown).item() < model.loss(known).item()


@pytest.mark.parametrize("seed", [0, 1])
def test_parse_batch_equals_parse_of_benepar(seed: int) -> None:
    model = small_model(seed=seed).eval()
    expected = stock(model).eval().parse([Example(words, None) for words in SENTENCES])
    found = model.parse_batch(SENTENCES)
    assert [linearize(tree, words=True) for tree in found] == [
        linearize(tree[0] if tree.label() == "TOP" else tree, words=True) for tree in expected
    ]
    # The sample is not trivial: trees have inner constituents.
    assert max(tree.height() for tree in found) > 3


def test_batched_equals_single() -> None:
    model = small_model().eval()
    assert model.parse_batch(SENTENCES) == [model.parse_batch([words])[0] for words in SENTENCES]


def test_word_cache_does_not_change_trees_and_is_dropped_by_training() -> None:
    model = small_model().eval()
    first = model.parse_batch(SENTENCES)
    assert model.parse_batch(SENTENCES) == first
    with torch.no_grad():
        model.train()
        model.char_encoder.emb.weight.normal_(generator=torch.Generator().manual_seed(3))
        changed = model.eval().parse_batch(SENTENCES)
    fresh = small_model().eval()
    fresh.load_state_dict(model.state_dict())
    assert changed == fresh.parse_batch(SENTENCES)
    assert changed != first


def test_unknown_characters_and_long_words_are_parsed() -> None:
    model = small_model().eval()
    words = ["日本", "😀", "\x00", "x" * 3000, "naïve"]
    (tree,) = model.parse_batch([words])
    assert tree.leaves() == words


def test_one_word_is_a_constituent() -> None:
    (tree,) = small_model().eval().parse_batch([["Yes"]])
    assert tree.leaves() == ["Yes"]
    assert tree.height() >= 3


@pytest.mark.slow
def test_a_trained_parser_knows_its_trees() -> None:
    torch.manual_seed(0)
    model = small_model(dropout=0.1).train()
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    trees = [with_top(tree) for tree in TREES]
    for _ in range(120):
        model.loss(trees).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        optimizer.zero_grad()
    assert model.eval().parse_batch(SENTENCES) == TREES
