"""Declared settings: bounds, choices, settings inside settings."""

import dataclasses
import math
from typing import Any, ClassVar, Literal

import pytest

from scpn.errors import UsageError
from scpn.settings import Settings, list_settings, setting


@dataclasses.dataclass(frozen=True, slots=True)
class Inner(Settings):
    panel: ClassVar[str] = "Inside"
    share: float = setting(0.5, "A share.", min=0, max=1)
    size: int = setting(3, "A size.", min=1)


@dataclasses.dataclass(frozen=True, slots=True)
class Outer(Settings):
    size: int = setting(10, "Another size.", min=1)
    heat: float | None = setting(None, "A temperature.", above=0)
    mass: float = setting(1.0, "A probability.", above=0, max=1)
    kind: Literal["a", "b"] = setting("a", "A kind.")
    free: float = setting(0.0, "Anything.")
    inner: Inner = dataclasses.field(default_factory=lambda: Inner(share=0.25))

    def check_together(self) -> None:
        if self.inner.size > self.size:
            raise UsageError("the inner size is larger")


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"size": 0}, "size is 0; it must be at least 1"),
        ({"heat": 0.0}, "heat is 0.0; it must be above 0"),
        ({"heat": math.nan}, "heat is nan; it must be above 0"),
        ({"heat": math.inf}, "heat is inf; it must be above 0"),
        ({"mass": 1.5}, "mass is 1.5; it must be above 0 and at most 1"),
        ({"kind": "c"}, "kind is 'c'; it must be one of a, b"),
        ({"share": -1}, "share is -1; it must lie between 0 and 1"),
        ({"size": 2}, "the inner size is larger"),
    ],
)
def test_bad_values_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        Outer.of(**values)
    assert str(caught.value) == message


def test_bounds_themselves_are_allowed() -> None:
    assert Outer(size=3, mass=1, heat=None, free=-math.inf, inner=Inner(1, 1)).inner.share == 1


def test_values_find_their_place_side_by_side() -> None:
    # The outer size counts; the inner default is that of the field, not of the class.
    settings = Outer.of(size=4, share=0.75, kind="b")
    assert settings == Outer(size=4, kind="b", inner=Inner(share=0.75))
    assert settings.replace(free=2.0) == Outer(size=4, kind="b", free=2.0, inner=Inner(share=0.75))
    assert Outer.of().inner.share == 0.25
    assert Outer.of(**settings.to_dict()) == settings


def test_an_unknown_name_is_a_mistake_of_the_program() -> None:
    with pytest.raises(TypeError, match="unknown"):
        Outer.of(unknown=1)


def test_the_list_has_each_name_once_with_its_default_and_panel() -> None:
    found = {each.name: (each.default, each.panel) for each in list_settings(Outer)}
    assert found["size"] == (10, "Settings")
    assert found["share"] == (0.25, "Inside")
    assert list(found) == ["size", "heat", "mass", "kind", "free", "share"]
    assert [each.type for each in list_settings(Inner)] == [float, int]
