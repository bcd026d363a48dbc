"""Treebank files as training examples."""

import lzma
import random
from pathlib import Path

import pytest
from nltk import Tree

from scpn.errors import DataError
from scpn.parsing.treebank import load_treebank, plain_quotes, vary, with_top
from scpn.trees.reader import read_tree

TREE = read_tree("(S (NP (PRP She)) (VP (VBD drove) (NP (NNP Bob))) (. .))")


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n")
    return path


def test_load_treebank_by_hand(tmp_path: Path) -> None:
    path = write(
        tmp_path / "a.txt",
        "(TOP (S-1 (NP-SBJ (PRP I)) (VP (VBP say) (`` ``) (INTJ (UH no)) ('' '') "
        "(NP (-NONE- *T*-1))) (. .)))",
        "",
        "(ROOT (NP (NN rain)))",
    )
    assert load_treebank([path], max_words=6) == [
        Tree.fromstring(
            "(S (NP (PRP I)) (VP (VBP say) (`` \") (INTJ (UH no)) ('' \")) (. .))",
        ),
        Tree.fromstring("(NP (NN rain))"),
    ]


def test_longer_sentences_are_left_out_and_files_are_joined(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", str(TREE).replace("\n", " "), "(NP (NN rain))")
    packed = tmp_path / "b.txt.xz"
    packed.write_bytes(lzma.compress(b"(NP (NN snow))\n"))
    found = load_treebank([path, packed], max_words=3)
    assert [tree.leaves() for tree in found] == [["rain"], ["snow"]]


def test_no_trees_at_all_is_a_data_error(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", "(NP (DT the) (NN rain))")
    with pytest.raises(DataError, match="no tree of at most 1 words in 1 files"):
        load_treebank([path], max_words=1)


def test_broken_tree_names_its_line(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", "(NP (NN rain))", "(NP (NN rain)")
    with pytest.raises(DataError) as caught:
        load_treebank([path], max_words=9)
    assert caught.value.line == 2


def test_plain_quotes_changes_words_not_tags() -> None:
    tree = Tree.fromstring("(S (`` ``) (NN x) ('' '') (NN ``))")
    assert plain_quotes(tree).leaves() == ['"', "x", '"', '"']
    assert [tag for _, tag in plain_quotes(tree).pos()] == ["``", "NN", "''", "NN"]
    assert tree.leaves() == ["``", "x", "''", "``"]


def test_with_top_wraps() -> None:
    assert with_top(TREE).label() == "TOP"
    assert list(with_top(TREE)) == [TREE]


def test_vary_lower_cases_and_drops_final_punctuation() -> None:
    before = TREE.copy(deep=True)
    both = vary(TREE, random.Random(0), lower=1.0, unpunctuated=1.0)
    assert both.leaves() == ["she", "drove", "bob"]
    assert both.label() == "S"
    neither = vary(TREE, random.Random(0), lower=0.0, unpunctuated=0.0)
    assert neither == TREE == before


def test_vary_keeps_a_tree_that_is_only_punctuation() -> None:
    tree = Tree.fromstring("(FRAG (. .))")
    assert vary(tree, random.Random(0), lower=0.0, unpunctuated=1.0) == tree


def test_vary_is_a_function_of_the_random_state() -> None:
    def draw(seed: int) -> list[Tree]:
        rng = random.Random(seed)
        return [vary(TREE, rng, lower=0.5, unpunctuated=0.5) for _ in range(50)]

    assert draw(1) == draw(1)
    assert len({str(tree) for tree in draw(1)}) == 4
