"""Tells the kind of a table by the suffix of its name, with or without .gz and .xz."""

from pathlib import Path

from scpn.errors import UsageError

STANDARD_INPUT = "-"
HUB_PREFIX = "hf:"
"""What names of Hugging Face datasets, and of folders of such, begin with."""

COMPRESSIONS = (".gz", ".xz")
WRITABLE = (".tsv", ".csv", ".jsonl", ".parquet")
"""Suffixes of files that can be written; those of text also with one of `COMPRESSIONS`."""

_KINDS = {
    ".txt": "txt", ".tsv": "tsv", ".tab": "tsv", ".csv": "csv",
    ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet",
}  # fmt: skip


def kind_of(where: str | Path) -> str | None:
    """Return "txt", "tsv", "csv", "jsonl", "parquet" or "hub"; None if the name tells nothing."""
    if str(where).startswith(HUB_PREFIX):
        return "hub"
    bare = without_compression(where)
    kind = _KINDS.get(bare.suffix.lower())
    # Parquet is compressed inside; readers cannot open it compressed once more.
    return None if kind == "parquet" and bare != Path(where) else kind


def without_compression(path: str | Path) -> Path:
    """Return a path without .gz or .xz at its end."""
    path = Path(path)
    return path.with_suffix("") if path.suffix in COMPRESSIONS else path


def writable_kind(path: str | Path) -> str:
    """Return the kind of table that a file named `path` becomes.

    Raises:
        UsageError: It is of no kind that can be written.
    """
    kind = kind_of(path)
    if kind is None or f".{kind}" not in WRITABLE:
        raise UsageError(
            f"--output {str(path)!r} must end in {', '.join(WRITABLE[:-1])} or {WRITABLE[-1]}; "
            "text may also end in .gz or .xz"
        )
    return kind
