"""Options of commands that follow from declared settings: one for each setting.

    @app.command("generate")
    @takes_settings
    def generate_command(*, settings: Annotated[GenerationSettings, skip("tokenized")]) -> None:

gives the command `--beam`, `--rerank` and so on, with defaults, bounds and help from the
declaration, and calls the function with the settings that the options make.
"""

import functools
import inspect
from collections.abc import Callable
from typing import Annotated, Any, TypeVar, get_args, get_origin

import typer

from scpn.settings import Setting, Settings, list_settings

R = TypeVar("R")


class skip(frozenset[str]):  # noqa: N801
    """Names of settings that are no options of a command."""

    def __new__(cls, *names: str) -> "skip":
        """Take the names one by one."""
        return super().__new__(cls, names)


def takes_settings(command: Callable[..., R]) -> Callable[..., R]:
    """Turn each parameter of a command that is `Settings` into options.

    Raises:
        ValueError: Two options would have one name.
    """
    parameters: list[inspect.Parameter] = []
    taken: dict[str, tuple[type[Settings], list[Setting]]] = {}
    for parameter in inspect.signature(command, eval_str=True).parameters.values():
        cls, skipped = _settings_class(parameter.annotation)
        if cls is None:
            parameters.append(parameter)
            continue
        taken[parameter.name] = cls, _options(cls, skipped)
        parameters += map(_parameter, taken[parameter.name][1])

    @functools.wraps(command)
    def run(**values: Any) -> R:
        for name, (cls, options) in taken.items():
            for setting in options:
                setting.check(values[setting.name], _flag(setting))
            values[name] = cls.of(**{each.name: values.pop(each.name) for each in options})
        return command(**values)

    # Typer looks at both.
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _settings_class(annotation: Any) -> tuple[type[Settings] | None, frozenset[str]]:
    """The settings that an annotation stands for, and those of them that are skipped."""
    skipped: frozenset[str] = frozenset()
    if get_origin(annotation) is Annotated:
        annotation, *more = get_args(annotation)
        skipped = next((part for part in more if isinstance(part, skip)), skipped)
    is_settings = isinstance(annotation, type) and issubclass(annotation, Settings)
    return (annotation if is_settings else None), skipped


def _options(cls: type[Settings], skipped: frozenset[str]) -> list[Setting]:
    settings = list_settings(cls)
    if unknown := skipped - {setting.name for setting in settings}:
        raise ValueError(f"{cls.__name__} has no settings {', '.join(sorted(unknown))}")
    return [setting for setting in settings if setting.name not in skipped]


def _parameter(setting: Setting) -> inspect.Parameter:
    declaration = setting.declaration
    flags = [_flag(setting), *([f"-{declaration.short}"] if declaration.short else [])]
    if setting.default is True:
        flags[0] += f"/--no{flags[0][1:]}"
    bounds = f" ({declaration.bounds})" if declaration.bounds else ""
    # Bounds and choices are checked here: typer's message does not say what it got.
    option = typer.Option(
        *flags,
        help=declaration.help + bounds,
        rich_help_panel=setting.panel,
        metavar="|".join(map(str, setting.choices)) or None,
    )
    return inspect.Parameter(
        setting.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=setting.default,
        annotation=Annotated[str if setting.choices else setting.type, option],
    )


def _flag(setting: Setting) -> str:
    return f"--{setting.name.replace('_', '-')}"
