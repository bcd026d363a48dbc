"""Places in the control sequence, worked out by hand."""

from types import SimpleNamespace

import torch
from hypothesis import given
from hypothesis import strategies as st

from scpn.nn.alignment import ChildAlignment, LeafAlignment, positions_for_training
from scpn.tokenization.vocabulary import BOS, EOS, PAD, LabelVocabulary

LABELS = LabelVocabulary(["(S", "(NP", "(VP", "PRP", "VBD", "NN", ".", ")"])
#                 ids:      4     5      6      7      8      9    10   11
# Pieces 4, 5, 6 go on; 7, 8, 9 end a word.
PIECES = SimpleNamespace(ends_word=torch.tensor([False] * 7 + [True] * 3))
PARSE = ["(S", "(NP", "PRP", ")", "(VP", "VBD", "(NP", "NN", ")", ")", ".", ")"]


def ids(text: str) -> list[int]:
    return LABELS.encode(text.split())


def test_leaf_anchors_are_the_tags_and_the_last_bracket() -> None:
    alignment = LeafAlignment(PIECES, LABELS)
    #  0   1   2   3 4   5   6   7  8 9 10 11
    # (S (NP PRP ) (VP VBD (NP NN ) ) . )
    assert alignment.anchors(LABELS.encode(PARSE)) == [2, 5, 7, 10, 11]


def test_words_are_counted_when_their_last_piece_is_written() -> None:
    alignment = LeafAlignment(PIECES, LABELS)
    prefixes = torch.tensor([[4, 5, 7, 8, 6, 9, EOS, PAD], [9, 9, 9, 9, 9, EOS, PAD, PAD]])
    assert alignment.finished_units(prefixes).tolist() == [
        [0, 0, 1, 2, 2, 3, 3, 3],
        [1, 2, 3, 4, 5, 5, 5, 5],
    ]


def test_leaf_positions_for_training() -> None:
    alignment = LeafAlignment(PIECES, LABELS)
    control = LABELS.encode(PARSE)  # leaves at 2, 5, 7, 10
    target = torch.tensor([[4, 7, 8, 5, 9, 9, EOS], [9, 9, 9, 9, 9, 9, EOS]])
    anchors = torch.tensor([alignment.anchors(control)] * 2)
    places = positions_for_training(alignment, target, anchors, torch.tensor([4, 4]))
    # Before a piece the decoder stands at the leaf of the word that piece belongs to; too many
    # words (second row) stay at the end.
    assert places.tolist() == [[2, 2, 5, 7, 7, 10, 11], [2, 5, 7, 10, 11, 11, 11]]


def test_child_anchors_are_the_starts_of_children_and_the_last_bracket() -> None:
    alignment = ChildAlignment(LABELS)
    assert alignment.anchors(ids("(S (NP ) (VP ) . )")) == [1, 3, 5, 6]
    # The same rule on a full parse.
    assert alignment.anchors(LABELS.encode(PARSE)) == [1, 4, 10, 11]


def test_children_are_counted_when_they_close() -> None:
    alignment = ChildAlignment(LABELS)
    parse = torch.tensor([[*LABELS.encode(PARSE), EOS, PAD]])
    #                                         (S NP P )  VP V NP N )  )  .  )  eos
    assert alignment.depths(parse).tolist() == [[1, 2, 2, 1, 2, 2, 3, 3, 2, 1, 1, 0, 0, 0]]
    assert alignment.finished_units(parse).tolist() == [[0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 3, 3, 3, 3]]


def test_child_positions_for_training() -> None:
    alignment = ChildAlignment(LABELS)
    target = torch.tensor([[*LABELS.encode(PARSE), EOS]])
    anchors = torch.tensor([alignment.anchors(ids("(S (NP ) (VP ) . )"))])
    places = positions_for_training(alignment, target, anchors, torch.tensor([3]))
    assert places.tolist() == [[1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 5, 6, 6]]


def test_prefixes_can_be_on_their_own() -> None:
    alignment = ChildAlignment(LABELS)
    parse = LABELS.encode(PARSE)
    whole = alignment.finished_units(torch.tensor([parse]))[0]
    for length in range(1, len(parse) + 1):
        part = alignment.finished_units(torch.tensor([parse[:length]]))
        assert part[0, -1] == whole[length - 1]


@given(st.lists(st.sampled_from([BOS, PAD, 4, 5, 6, 7, 8, 9]), min_size=1, max_size=20))
def test_units_never_fall(prefix: list[int]) -> None:
    counts = LeafAlignment(PIECES, LABELS).finished_units(torch.tensor([prefix]))[0].tolist()
    assert counts == [sum(p >= 7 for p in prefix[: i + 1]) for i in range(len(prefix))]
