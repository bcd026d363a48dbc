"""A default has one home, which is not the command: options take theirs from the library."""

import ast
from collections.abc import Iterator
from pathlib import Path

CLI = Path(__file__).parents[2] / "scpn" / "cli"

# One process unless more are asked for; and a seed is as good as another.
ALLOWED = {("workers", 1), ("seed", 0)}


def defaults(function: ast.FunctionDef) -> Iterator[tuple[str, ast.expr]]:
    """Name and default of each option of a command; nothing of a function that is none."""
    if "Annotated" not in ast.unparse(function.args):
        return
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    named = [*positional[len(positional) - len(arguments.defaults) :], *arguments.kwonlyargs]
    values = [*arguments.defaults, *arguments.kw_defaults]
    for argument, value in zip(named, values, strict=True):
        if value is not None:
            yield argument.arg, value


def literals(source: str) -> list[tuple[str, object]]:
    """Defaults that are numbers or words; None, flags and names of constants are none."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return [
        (name, value.value)
        for function in functions
        for name, value in defaults(function)
        if isinstance(value, ast.Constant) and not isinstance(value.value, bool | None)
    ]


def test_no_command_declares_a_default() -> None:
    found = {
        f"{path.name}: {name} = {value!r}"
        for path in CLI.glob("*.py")
        for name, value in literals(path.read_text(encoding="utf-8"))
        if (name, value) not in ALLOWED
    }
    assert not found, "\n".join(sorted(found))


def test_what_counts_as_a_literal() -> None:
    source = """
def command(
    a: Annotated[int, x] = 3,
    *,
    b: Word = "word",
    c: Annotated[bool, x] = True,
    d: Annotated[int | None, x] = None,
    e: Annotated[int, x] = Settings.e,
    f: Annotated[int, x],
): ...


def show(table: Table, width: int = 80): ...
"""
    assert literals(source) == [("a", 3), ("b", "word")]
