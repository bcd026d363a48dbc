"""Settings: one declaration of each, from which checks, options and controls follow.

A setting is a field of a dataclass. Its type, default, bounds and help stand at the field and
nowhere else: the dataclass refuses what is out of bounds, `scpn.cli.derived` makes options of
commands from it, and the app its controls and the signatures of its endpoints.
"""

import dataclasses
import math
from typing import Any, ClassVar, Literal, Self, get_args, get_origin, get_type_hints

from scpn.errors import UsageError

_KEY = "setting"


@dataclasses.dataclass(frozen=True)
class Declaration:
    """What is known of a setting beside its type and default.

    Attributes:
        help: What it is, with its unit.
        min: Smallest value allowed.
        above: Largest value that is too small; instead of `min`.
        max: Largest value allowed.
        label: Its name for people, in the app.
        usual: What the app offers, from and to; None offers all that is allowed.
        short: Letter of a short option.
    """

    help: str
    min: float | None = None
    above: float | None = None
    max: float | None = None
    label: str = ""
    usual: tuple[float, float] | None = None
    short: str | None = None

    @property
    def bounds(self) -> str:
        """What is allowed, such as "at least 1"; empty if there are no bounds."""
        if self.min is not None and self.max is not None:
            return f"between {self.min:g} and {self.max:g}"
        bounds = {"at least": self.min, "above": self.above, "at most": self.max}
        return " and ".join(f"{word} {x:g}" for word, x in bounds.items() if x is not None)

    def allows(self, value: float) -> bool:
        """Whether a value is within the bounds; where there are some, infinite values are not."""
        return not self.bounds or (
            math.isfinite(value)
            and (self.min is None or value >= self.min)
            and (self.above is None or value > self.above)
            and (self.max is None or value <= self.max)
        )


def setting(
    default: Any,
    help_: str,
    *,
    min: float | None = None,
    above: float | None = None,
    max: float | None = None,
    label: str = "",
    usual: tuple[float, float] | None = None,
    short: str | None = None,
) -> Any:
    """A field of a dataclass with all that there is to say of it; see `Declaration`."""
    declaration = Declaration(help_, min, above, max, label, usual, short)
    return dataclasses.field(default=default, metadata={_KEY: declaration})


@dataclasses.dataclass(frozen=True)
class Setting:
    """A declared setting, as commands and the app see it.

    Attributes:
        name: Of the field.
        type: Its annotation.
        default: Its value if nothing is said.
        panel: Heading under which it is shown.
        declaration: The rest.
    """

    name: str
    type: Any
    default: Any
    panel: str
    declaration: Declaration

    @property
    def choices(self) -> tuple[Any, ...]:
        """The values of a `Literal`; else none."""
        return get_args(self.type) if get_origin(self.type) is Literal else ()

    def check(self, value: Any, name: str | None = None) -> None:
        """Refuse a value out of bounds, or none of those of a `Literal`.

        Args:
            value: The value.
            name: What it is called in the message; None is its name.

        Raises:
            UsageError: It is not allowed.
        """
        if self.choices and value not in self.choices:
            known = ", ".join(map(str, self.choices))
            raise UsageError(f"{name or self.name} is {value!r}; it must be one of {known}")
        if value is not None and not self.declaration.allows(value):
            verb = "lie" if self.declaration.bounds.startswith("between") else "be"
            raise UsageError(
                f"{name or self.name} is {value}; it must {verb} {self.declaration.bounds}"
            )


@dataclasses.dataclass(frozen=True)
class Settings:
    """Base of frozen dataclasses whose fields are declared with `setting`, or are `Settings`.

    Every field has a default. A value out of bounds, or none of the values of a `Literal`, is a
    `UsageError`.
    """

    panel: ClassVar[str] = "Settings"
    """Heading under which its options and controls are shown."""

    def __post_init__(self) -> None:
        for setting in _declared(type(self)):
            setting.check(getattr(self, setting.name))
        self.check_together()

    def check_together(self) -> None:
        """Refuse values that contradict each other; each by itself is within its bounds.

        Raises:
            UsageError: They do.
        """

    @classmethod
    def of(cls, **values: Any) -> Self:
        """Build from fields of this class and of the settings inside it, side by side.

        Raises:
            UsageError: A value is out of bounds, or some contradict each other.
        """
        return cls().replace(**values)

    def replace(self, **values: Any) -> Self:
        """The same settings with other values, given side by side as in `of`.

        Raises:
            UsageError: A value is out of bounds, or some contradict each other.
        """
        changes = {name: values.pop(name) for name in _names(self) if name in values}
        for name in _names(self):
            inner = getattr(self, name)
            if name not in changes and isinstance(inner, Settings):
                known = values.keys() & {found.name for found in list_settings(inner)}
                if known:
                    changes[name] = inner.replace(**{key: values.pop(key) for key in known})
        return dataclasses.replace(self, **changes, **values)

    def to_dict(self) -> dict[str, Any]:
        """Names and values side by side, as `of` takes them; what a run must share to go on."""
        return {setting.name: setting.default for setting in list_settings(self)}


def list_settings(settings: Settings | type[Settings]) -> list[Setting]:
    """The declared settings of a class or an instance and of what is inside it, in order.

    The defaults are the values of the instance. Of two settings with one name the outer one counts.
    """
    instance = settings() if isinstance(settings, type) else settings
    found = {
        setting.name: dataclasses.replace(setting, default=getattr(instance, setting.name))
        for setting in _declared(type(instance))
    }
    inside = [getattr(instance, name) for name in _names(instance) if name not in found]
    for inner in inside:
        for setting in list_settings(inner) if isinstance(inner, Settings) else ():
            found.setdefault(setting.name, setting)
    return list(found.values())


def _names(settings: Settings) -> list[str]:
    return [field.name for field in dataclasses.fields(settings)]


def _declared(cls: type[Settings]) -> tuple[Setting, ...]:
    types = get_type_hints(cls)
    return tuple(
        Setting(field.name, types[field.name], field.default, cls.panel, field.metadata[_KEY])
        for field in dataclasses.fields(cls)
        if _KEY in field.metadata
    )
