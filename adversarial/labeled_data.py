"""Labeled examples as the input of a run."""

import dataclasses
import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from scpn.adversarial.examples import Columns, find_columns, read_examples
from scpn.adversarial.protocol import Example
from scpn.errors import DataError
from scpn.runs import Items, OnProblem


@dataclasses.dataclass(frozen=True, slots=True)
class LabeledData:
    """A file or dataset of labeled examples, see `read_examples`.

    Attributes:
        path: File or dataset.
        texts: Columns of the texts; empty looks for usual names.
        label: Column of the label, or None, which looks for usual names.
        id: Column of the id, or None for the number of the line.
        limit: Examples to read; None reads all.
    """

    path: str
    texts: tuple[str, ...] = ()
    label: str | None = None
    id: str | None = None
    limit: int | None = None

    def read(self, on_problem: OnProblem | None = None) -> Iterator[Example]:
        """Stream the examples.

        Args:
            on_problem: Called with a line for each example that is left out.

        Raises:
            UsageError: The kind of file is unknown, or there are more than two text columns.
            DataError: The file cannot be read, or it lacks a column.
        """
        return read_examples(
            self.path,
            text_columns=self.texts,
            label_column=self.label,
            id_column=self.id,
            limit=self.limit,
            on_error=lambda error: on_problem(str(error)) if on_problem is not None else None,
        )

    def read_all(self, on_problem: OnProblem | None = None) -> list[Example]:
        """Read the examples.

        Raises:
            UsageError: The kind of file is unknown, or there are more than two text columns.
            DataError: The file cannot be read, lacks a column, or has no usable example.
        """
        examples = list(self.read(on_problem))
        if not examples:
            raise DataError("has no usable example; give at least one", path=self.path)
        return examples

    def items(self, on_problem: OnProblem | None = None) -> Items[Example]:
        """The examples as the items of a run."""
        return example_items(self.read(on_problem), self.path, lambda: sum(1 for _ in self.read()))

    def describe(self) -> dict[str, Any]:
        """What must be the same for a run to be continued."""
        return {"columns": [*self.texts, self.label, self.id], "limit": self.limit}

    def columns_of(self, example: Example) -> Columns:
        """The columns in which the parts of an example stand.

        Raises:
            DataError: A column is not there, or it is not clear which one is meant.
        """
        return find_columns(
            example.row,
            text_columns=self.texts,
            label_column=self.label,
            id_column=self.id,
            path=self.path,
        )


def example_items(
    examples: Iterable[Example], name: str, count: Callable[[], int | None]
) -> Items[Example]:
    """Examples as the items of a run.

    Args:
        examples: Read once.
        name: Of where they come from, for messages.
        count: How many there are.
    """
    return Items(
        examples,
        name=name,
        noun="example",
        content=lambda example: json.dumps([example.id, example.label, *example.texts]),
        where=lambda example: f"example {example.id}",
        count=count,
        wanted="usable example",
    )
