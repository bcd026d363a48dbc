import pytest
from hypothesis import given
from hypothesis import strategies as st

from scpn.trees.labels import KNOWN_LABELS, PHRASE_LABELS, POS_TAGS, normalize_label


@pytest.mark.parametrize(
    ("label", "plain"),
    [
        ("NP-SBJ-1", "NP"),
        ("NP=2", "NP"),
        ("NP-SBJ=2", "NP"),
        ("ADVP|PRT", "ADVP"),
        ("WHNP-12", "WHNP"),
        ("PRP$", "PRP$"),
        ("-LRB-", "-LRB-"),
        ("-RRB-", "-RRB-"),
        ("-NONE-", "-NONE-"),
        ("-LCB-", "-LRB-"),
        ("(", "-LRB-"),
        ("]", "-RRB-"),
        ('"', "''"),
        ("``", "``"),
        ("''", "''"),
        ("”", "''"),
        ("“", "``"),
        (".", "."),
        (":", ":"),
        ("-", "-"),
        ("", ""),
    ],
)
def test_normalize_label(label: str, plain: str) -> None:
    assert normalize_label(label) == plain


@pytest.mark.parametrize("label", sorted(KNOWN_LABELS))
def test_known_labels_are_plain(label: str) -> None:
    assert normalize_label(label) == label


def test_phrases_and_tags_are_disjoint_and_sorted() -> None:
    assert not set(PHRASE_LABELS) & set(POS_TAGS)
    assert list(PHRASE_LABELS) == sorted(PHRASE_LABELS)
    assert list(POS_TAGS) == sorted(POS_TAGS)


@given(st.text(alphabet="NPSBJ-=|(\"'1", max_size=8))
def test_normalize_label_twice_is_once(label: str) -> None:
    assert normalize_label(normalize_label(label)) == normalize_label(label)
