"""Signatures are written in order, read back, and refuse what could not be read back."""

import pytest

from scpn.errors import UsageError
from scpn.metrics.signature import Signature


def test_written_in_order() -> None:
    signature = Signature.of(parser="scpn-chart:1", template="exact", depth=3, case=None, lc=True)
    assert str(signature) == "parser:scpn-chart:1|template:exact|depth:3|case:none|lc:yes"


def test_read_back() -> None:
    signature = Signature.of(parser="benepar:en3", seed=0)
    assert Signature.parse(str(signature)) == signature
    assert Signature.parse("") == Signature()


def test_extended_replaces_in_place_and_appends() -> None:
    signature = Signature.of(a=1, b=2).extended({"a": 3, "c-d": False})
    assert str(signature) == "a:3|b:2|c-d:no"
    assert signature.to_dict() == {"a": "3", "b": "2", "c-d": "no"}


def test_equal_signatures_are_one_key() -> None:
    assert len({Signature.of(a=1), Signature.of(a="1")}) == 1


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ((("a:b", "1"),), "signature key 'a:b' must be a word"),
        ((("", "1"),), "signature key '' must be a word"),
        ((("a", "1|2"),), "signature value '1|2' of 'a' must be one line"),
        ((("a", "1"), ("a", "2")), "signature key 'a' appears twice"),
    ],
)
def test_unreadable_entries_are_refused(entries: tuple[tuple[str, str], ...], message: str) -> None:
    with pytest.raises(UsageError, match=message.replace("|", r"\|")):
        Signature(entries)


def test_text_without_colon_is_refused() -> None:
    with pytest.raises(UsageError, match="'exact' in 'template:x\\|exact' is not of the form"):
        Signature.parse("template:x|exact")
