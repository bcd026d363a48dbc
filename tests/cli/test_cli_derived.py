"""Options that follow from declared settings."""

import dataclasses
from typing import Annotated, Any, ClassVar, Literal

import pytest
import typer
from typer.testing import CliRunner

from scpn.cli.derived import skip, takes_settings
from scpn.errors import UsageError
from scpn.settings import Settings, setting


@dataclasses.dataclass(frozen=True)
class Rules(Settings):
    panel: ClassVar[str] = "Rules"
    min_share: float = setting(0.5, "Smallest share.", min=0, max=1)
    allow_copies: bool = setting(False, "Accept copies.")
    strict: bool = setting(True, "Refuse the rest.")


@dataclasses.dataclass(frozen=True)
class Search(Settings):
    panel: ClassVar[str] = "Search"
    beam: int = setting(4, "Width of the beam.", min=1, short="b")
    kind: Literal["exact", "fast"] = setting("exact", "How it is searched.")
    temperature: float | None = setting(None, "Boldness.", above=0)
    rules: Rules = dataclasses.field(default_factory=Rules)

    def check_together(self) -> None:
        if self.kind == "exact" and self.temperature is not None:
            raise UsageError("an exact search has no temperature")


WIDE = {"COLUMNS": "150"}  # so that no message is broken into lines


def command_of(function: Any) -> Any:
    app = typer.Typer(add_completion=False)
    app.command()(takes_settings(function))
    return app


def run(*arguments: str) -> Any:
    """What a command with `Search` gets, or its error."""
    got: list[Search] = []

    def command(name: str, *, number: int = 1, search: Search) -> None:
        got.append(search)

    result = CliRunner().invoke(command_of(command), ["name", *arguments], env=WIDE)
    return got[0] if got else result


def test_without_options_the_defaults_are_those_declared() -> None:
    assert run() == Search()


def test_each_setting_is_an_option() -> None:
    flags = ["--beam", "2", "--kind", "fast", "--temperature", "0.5", "--min-share", "0.25"]
    wanted = Search(2, "fast", 0.5, Rules(0.25, True, False))
    assert run(*flags, "--allow-copies", "--no-strict") == wanted
    assert run("-b", "7") == Search(7)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--beam", "0"], "--beam is 0; it must be at least 1"),
        (["--min-share", "1.5"], "--min-share is 1.5; it must lie between 0 and 1"),
        (["--temperature", "0"], "--temperature is 0.0; it must be above 0"),
        (["--kind", "slow"], "--kind is 'slow'; it must be one of exact, fast"),
        (["--temperature", "1"], "an exact search has no temperature"),
    ],
)
def test_what_is_out_of_bounds_is_refused(arguments: list[str], message: str) -> None:
    error = run(*arguments).exception
    assert isinstance(error, UsageError)
    assert str(error) == message


def test_a_flag_that_is_off_cannot_be_turned_off() -> None:
    result = run("--no-allow-copies")
    assert result.exit_code == 2
    assert "No such option" in result.output


def test_help_has_text_default_and_panel() -> None:
    text = run("--help").output
    for part in ("Width of the beam.", "[default: 4]", "Search", "Rules", "(at least 1)"):
        assert part in text
    assert text.index("Search") < text.index("--beam") < text.index("Rules")


def test_settings_can_be_skipped() -> None:
    got = []

    def command(*, beam: int = 9, search: Annotated[Search, skip("beam", "strict")]) -> None:
        got.append((beam, search))

    assert CliRunner().invoke(command_of(command), ["--min-share", "1"]).exit_code == 0
    assert got == [(9, Search(rules=Rules(1.0)))]


def test_an_option_of_two_meanings_or_a_misspelt_name_is_a_mistake_of_the_program() -> None:
    def twice(*, beam: int = 9, search: Search) -> None: ...

    def misspelt(*, search: Annotated[Search, skip("bean")]) -> None: ...

    with pytest.raises(ValueError, match="duplicate parameter name: 'beam'"):
        takes_settings(twice)
    with pytest.raises(ValueError, match="Search has no settings bean"):
        takes_settings(misspelt)
