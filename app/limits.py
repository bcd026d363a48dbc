"""How much one request may ask for, so that one visitor cannot keep the others waiting."""

from collections.abc import Sequence

from scpn.errors import UsageError

MAX_CHARACTERS = 600
"""Characters of a sentence, an exemplar, a form or a line with a parse."""

MAX_FORMS = 8
"""Forms of one request."""

MAX_SENTENCES = 5000
"""Sentences of one batch."""

MAX_EXAMPLES = 500
"""Labeled examples of one attack."""

MAX_ATTACK_FORMS = 16
"""Forms of one attack."""

MAX_UPLOAD = "20mb"
"""Size of a file."""

MAX_REQUEST = 8 * 2**20
"""Bytes of a request that is no upload; the largest batch that a program may send has 3 MB."""

MAX_WAITING = 40
"""Requests that wait, over all queues; the next is told to come again."""

TABLE_SUFFIXES = (".csv", ".tsv", ".txt", ".jsonl")
"""Kinds of file that are read."""


def check_text(text: str, what: str) -> str:
    """Return the text stripped, if it is neither empty nor too long.

    Raises:
        UsageError: It is empty or too long.
    """
    text = text.strip()
    if not text:
        raise UsageError(f"the {what} is empty; type one")
    if len(text) > MAX_CHARACTERS:
        raise UsageError(
            f"the {what} has {len(text):,} characters, at most {MAX_CHARACTERS} are taken; "
            "shorten it, or use `scpn generate`"
        )
    return text


def check_forms(forms: Sequence[object]) -> None:
    """Check the number of forms of a request.

    Raises:
        UsageError: There is none, or there are too many.
    """
    if not forms:
        raise UsageError("no form is chosen; choose one above, or write your own")
    if len(forms) > MAX_FORMS:
        raise UsageError(
            f"{len(forms)} forms are chosen, at most {MAX_FORMS} are taken; leave some out"
        )
