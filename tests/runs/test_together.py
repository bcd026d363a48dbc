from collections.abc import Sequence

import pytest

from scpn.runs import together_or_alone


def test_a_failure_costs_only_its_own_item() -> None:
    calls: list[list[int]] = []

    def invert(items: Sequence[int]) -> list[float]:
        calls.append(list(items))
        return [1 / item for item in items]

    assert list(together_or_alone([1, 2], invert, ZeroDivisionError)) == [1.0, 0.5]
    assert list(together_or_alone([], invert, ZeroDivisionError)) == []
    assert calls == [[1, 2]]
    first, failed, last = together_or_alone([1, 0, 4], invert, ZeroDivisionError)
    assert (first, last) == (1.0, 0.25)
    assert isinstance(failed, ZeroDivisionError)
    assert calls[1:] == [[1, 0, 4], [1], [0], [4]]
    assert len(list(together_or_alone([0], invert, ZeroDivisionError))) == 1
    assert len(calls) == 6
    with pytest.raises(ZeroDivisionError):
        list(together_or_alone([0], invert, ValueError))
