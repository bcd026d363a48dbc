"""Labeled bracketing against scores counted by hand and a second, plain implementation."""

import random
from collections import Counter
from typing import Any

import pytest
from nltk import Tree

from scpn.errors import DataError
from scpn.metrics.bracketing import BracketingScore, bracketing_scores


def score(gold: str, predicted: str, **options: Any) -> BracketingScore:
    return bracketing_scores([Tree.fromstring(gold)], [Tree.fromstring(predicted)], **options)


DOG = "(TOP (S (NP (DT the) (NN dog)) (VP (VBD saw) (NP (PRP me))) (. .)))"


def test_identical_trees_are_perfect() -> None:
    assert score(DOG, DOG) == BracketingScore(100.0, 100.0, 100.0, 100.0, 1)


def test_hand_counted_pair() -> None:
    # Gold: S(0,6) NP(0,2) VP(2,6) NP(3,4) PP(4,6) NP(5,6)... predicted puts the PP inside the NP:
    # S NP VP NP(3,4) PP NP(5,6) are shared (6 of 6 gold), the outer NP(3,6) is extra (7 predicted).
    gold = (
        "(S (NP (DT a) (NN man)) (VP (VBD saw) (NP (NNS birds))"
        " (PP (IN with) (NP (NNS glasses)))) (. .))"
    )
    predicted = (
        "(S (NP (DT a) (NN man)) (VP (VBD saw) (NP (NP (NNS birds))"
        " (PP (IN with) (NP (NNS glasses))))) (. .))"
    )
    result = score(gold, predicted)
    assert result.recall == 100.0
    assert result.precision == pytest.approx(100 * 6 / 7)
    assert result.f1 == pytest.approx(100 * 12 / 13)
    assert result.exact == 0.0


def test_wrong_label_counts_on_both_sides() -> None:
    result = score(DOG, DOG.replace("(NP (PRP", "(ADJP (PRP"))
    assert result.precision == result.recall == 75.0  # S, NP and VP of four


def test_counts_are_pooled_not_averaged() -> None:
    small = Tree.fromstring("(X (NN a))")
    wrong = Tree.fromstring("(Y (NN a))")
    big = Tree.fromstring(DOG)
    result = bracketing_scores([small, big], [wrong, big])
    assert result.precision == result.recall == result.f1 == 80.0  # 4 of 5
    assert result.exact == 50.0
    assert result.num_sentences == 2


@pytest.mark.parametrize("wrapper", ["TOP", "ROOT", "S1", ""])
def test_wrapper_is_no_constituent(wrapper: str) -> None:
    bare = DOG.removeprefix("(TOP ").removesuffix(")")
    wrapped = f"({wrapper} {bare})"
    assert score(wrapped, bare).f1 == 100.0
    assert score(bare, wrapped.replace("VP", "NP")).precision == 75.0  # of four, not of five


@pytest.mark.parametrize("tag", [",", ":", ".", "``", "''"])
def test_punctuation_attachment_is_ignored(tag: str) -> None:
    gold = f"(S (NP (NN rain)) (VP (VBZ falls)) ({tag} x))"
    predicted = f"(S (NP (NN rain)) (VP (VBZ falls) ({tag} x)))"
    assert score(gold, predicted).f1 == 100.0
    kept = score(gold, predicted, keep_punctuation=True)
    assert kept.precision == kept.recall == pytest.approx(200 / 3)  # VP has another span


@pytest.mark.parametrize("tag", ["-LRB-", "$", "#", "SYM", "HYPH"])
def test_other_symbols_are_words(tag: str) -> None:
    gold = f"(S (NP (NN rain)) (VP (VBZ falls)) ({tag} x))"
    predicted = f"(S (NP (NN rain)) (VP (VBZ falls) ({tag} x)))"
    assert score(gold, predicted).f1 == pytest.approx(200 / 3)


def test_phrase_of_punctuation_alone_vanishes() -> None:
    gold = "(S (NP (NN rain)) (PRN (: --)) (VP (VBZ falls)))"
    predicted = "(S (NP (NN rain)) (: --) (VP (VBZ falls)))"
    assert score(gold, predicted).f1 == 100.0


def test_word_one_side_calls_punctuation_is_kept() -> None:
    # Gold: S(0,3) NP(0,1) VP(1,2); predicted: S(0,3) NP(0,1) VP(1,3).
    gold = "(S (NP (NN rain)) (VP (VBZ falls)) (. hard))"
    predicted = "(S (NP (NN rain)) (VP (VBZ falls) (RB hard)))"
    assert score(gold, predicted).f1 == pytest.approx(200 / 3)


def test_particle_equals_adverb() -> None:
    assert score("(VP (VB give) (PRT (RP up)))", "(VP (VB give) (ADVP (RB up)))").f1 == 100.0


def test_tags_do_not_count() -> None:
    assert score("(NP (NN dog))", "(NP (NNP dog))").exact == 100.0


def test_function_tags_and_indices_do_not_count() -> None:
    assert score("(S (NP-SBJ-1 (NN dog)))", "(S (NP=2 (NN dog)))").f1 == 100.0


def test_trace_is_removed() -> None:
    gold = "(S (VP (VBD said) (SBAR (-NONE- 0))))"
    assert score(gold, "(S (VP (VBD said)))").f1 == 100.0


def test_unary_repetition_is_a_multiset() -> None:
    # evalb README 7.5: n = 2 gold and m = 1 predicted: precision 100%, recall 1/2; and reversed.
    once, twice = "(NP (NN dog))", "(NP (NP (NN dog)))"
    assert (score(twice, once).precision, score(twice, once).recall) == (100.0, 50.0)
    assert (score(once, twice).precision, score(once, twice).recall) == (50.0, 100.0)


def test_nothing_in_common_is_zero() -> None:
    assert score("(NP (NN dog))", "(VP (NN dog))") == BracketingScore(0.0, 0.0, 0.0, 0.0, 1)


@pytest.mark.parametrize(
    ("gold", "predicted", "message"),
    [
        (DOG, DOG.replace("dog", "cat"), "tree 1: word 2 is 'dog' in the gold tree and 'cat'"),
        (DOG, "(S (NP (DT the) (NN dog)))", "word 3 is 'saw' in the gold tree and 'nothing'"),
        ("(S (NP dog barks))", "(S (NP dog barks))", "word 'dog' stands under 'NP' without a tag"),
        ("(S (NP ) (VP ))", "(S (NP ) (VP ))", "tree 1: no words in it"),
    ],
)
def test_bad_pair_is_named(gold: str, predicted: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        score(gold, predicted)
    assert message in str(caught.value)


def test_different_numbers_of_trees() -> None:
    tree = Tree.fromstring(DOG)
    with pytest.raises(DataError, match="gold trees go on after tree 1"):
        bracketing_scores([tree, tree], [tree])
    with pytest.raises(DataError, match="predicted trees go on after tree 0"):
        bracketing_scores([], [tree])
    with pytest.raises(DataError, match="no trees to score"):
        bracketing_scores([], [])


def plain_spans(tree: Tree) -> Counter[tuple[str, int, int]]:
    """The slow way: delete the punctuation from the tree, then read every subtree's leaves."""
    numbered = tree.copy(deep=True)
    for index, position in enumerate(numbered.treepositions("leaves")):
        numbered[position] = str(index)
    for subtree in sorted(numbered.treepositions(), reverse=True):  # children before parents
        node = numbered[subtree]
        if subtree and isinstance(node, Tree) and (node.label() == "." or len(node) == 0):
            del numbered[subtree]
    order = {leaf: index for index, leaf in enumerate(numbered.leaves())}
    return Counter(
        (node.label(), order[node.leaves()[0]], order[node.leaves()[-1]])
        for node in numbered.subtrees(lambda node: node.height() > 2)
    )


def random_tree(words: list[str], tags: list[str], chance: random.Random) -> Tree:
    label = chance.choice(["S", "NP", "VP"])
    if len(words) == 1:
        return Tree(label, [Tree(tags[0], words)])
    cut = chance.randrange(1, len(words))
    children = [
        random_tree(words[:cut], tags[:cut], chance),
        random_tree(words[cut:], tags[cut:], chance),
    ]
    return Tree(label, children)


def test_agrees_with_plain_implementation_on_random_trees() -> None:
    chance = random.Random(7)
    for _ in range(200):
        length = chance.randrange(2, 9)
        words = [f"w{index}" for index in range(length)]
        tags = [chance.choice(["NN", "VB", "."]) for _ in words]
        tags[chance.randrange(length)] = "NN"
        gold, predicted = (random_tree(words, tags, chance) for _ in range(2))
        left, right = plain_spans(gold), plain_spans(predicted)
        result = bracketing_scores([gold], [predicted])
        assert result.precision == pytest.approx(100 * (left & right).total() / right.total())
        assert result.recall == pytest.approx(100 * (left & right).total() / left.total())
        assert (result.exact == 100.0) == (left == right)
