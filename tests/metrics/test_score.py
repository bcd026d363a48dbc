"""A score is printed with its unit, size and signature."""

import pytest

from scpn.errors import DataError
from scpn.metrics.score import Score, check_parallel
from scpn.metrics.signature import Signature


def test_one_line() -> None:
    score = Score("template_match", 33.75, "percent", 8, Signature.of(template="exact"))
    assert str(score) == "template_match 33.8% (n=8) [template:exact]"
    edits = Score("tree_edit_distance", 1.5, "edits", 2)
    assert str(edits) == "tree_edit_distance 1.50 edits (n=2) []"


def test_plain_values() -> None:
    score = Score("copies", 50.0, "percent", 2, Signature.of(case="lc"))
    assert score.to_dict() == {
        "name": "copies",
        "value": 50.0,
        "unit": "percent",
        "count": 2,
        "signature": "case:lc",
    }


def test_check_parallel() -> None:
    assert check_parallel("a and b", [1, 2], ["x", "y"]) == 2
    with pytest.raises(DataError, match="a and b must be equally many, got 1 and 2"):
        check_parallel("a and b", [1], [1, 2])
    with pytest.raises(DataError, match="no a and b to score"):
        check_parallel("a and b", [], [])
