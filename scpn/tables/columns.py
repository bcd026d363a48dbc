"""Finds a column by its name, by its number, or by the usual names."""

from collections.abc import Iterable, Sequence

from scpn.errors import DataError, UsageError, nearest


def column_number(column: str | None) -> int | None:
    """Return the number, from 1, that a column is named by; None if it is named otherwise."""
    return int(column) if column is not None and column.isascii() and column.isdigit() else None


def usual_column(names: Iterable[str], usual: Sequence[str]) -> str | None:
    """Return the first of the `usual` names that is there, as it is written there.

    Case and white space around a name do not count.
    """
    written = {name.strip().lower(): name for name in reversed(list(names))}
    return next((written[name] for name in usual if name in written), None)


def check_column(column: str, names: Iterable[str], *, path: object) -> None:
    """Check that there is a column of this name.

    Raises:
        DataError: There is none.
    """
    names = list(names)
    if column not in names:
        hint = nearest(column, names)
        raise DataError(f"has no column {column!r}{hint}; {list_columns(names)}", path=path)


def list_columns(names: Iterable[str]) -> str:
    """Say for a message what columns there are."""
    return f"its columns are {', '.join(names) or 'none'}"


def locate(
    first: Sequence[str], column: str | None, usual: Sequence[str], *, path: str, line: int
) -> tuple[int, bool]:
    """Find a column by the first row of a table, which may or may not be a header.

    Args:
        first: Cells of the first row.
        column: Name or number (from 1) of the column; None looks for the usual names, and takes
            the column that is the only one.
        usual: Names looked for, lower-case, the best first.
        path: For messages.
        line: Likewise.

    Returns:
        Index of the column, from 0, and whether the first row is a header.

    Raises:
        DataError: There is no such column.
        UsageError: None is named, and it is not clear which one is meant.
    """
    names = [cell.strip() for cell in first]
    shown = f"its first row is {shorten(', '.join(names))}"
    number = column_number(column)
    if number is not None:
        if number > len(names):
            raise DataError(
                f"has no column {number}; the first row has {len(names)}; {shown}",
                path=path,
                line=line,
            )
        return number - 1, names[number - 1].lower() in usual
    if column is not None:
        if column not in names:
            raise DataError(
                f"has no column {column!r}{nearest(column, names)}; {shown}; give a name in the "
                "header line, or a number",
                path=path,
                line=line,
            )
        return names.index(column), True
    known = usual_column(names, usual)
    if known is not None:
        return names.index(known), True
    if len(names) == 1:
        return 0, False
    raise UsageError(
        f"{path} has {len(names)} columns, none called {', '.join(usual)}; say which with --column "
        f"NAME or NUMBER; {shown}"
    )


def shorten(text: str) -> str:
    """Return at most 80 characters of a text, on one line, for a message."""
    text = " ".join(text.encode("utf-8", "replace").decode("utf-8").split())
    return text if len(text) <= 80 else f"{text[:77]}..."
