"""The data card of a folder of shards: contents, dropped pairs with reasons, licenses."""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scpn.data.pair_limits import REASONS
from scpn.data.shards import FORMAT_VERSION, find_shards, read_header, read_tables
from scpn.data.splitting import SPLITS
from scpn.fileio import write_atomically

COVERAGE = (10, 20, 50, 100)
"""How many of the most frequent templates the card gives the coverage of."""

_UNKNOWN_LICENSE = "not stated"
_BIN = 5


def build_card(
    folder: Path, *, run: Mapping[str, Any], licenses: Mapping[str, str]
) -> dict[str, Any]:
    """Count what the shards of a folder hold.

    Args:
        folder: The shards.
        run: Parser, options and inputs, as in `run.json`.
        licenses: Corpus name -> license.

    Returns:
        JSON-ready: parser, options, sources (name, file, bytes, licence, read, kept, dropped),
        kept (pairs per split), dropped (per reason), templates (number of different ones,
        coverage of the most frequent, the most frequent with counts), lengths (histogram in
        bins of five tokens).
    """
    read: Counter[str] = Counter()
    dropped: dict[str, Counter[str]] = {source["name"]: Counter() for source in run["inputs"]}
    for shard in find_shards(folder):
        header = read_header(shard)
        read.update(header.read)
        for corpus, reasons in header.dropped.items():
            dropped[corpus].update(reasons)
    kept: Counter[tuple[str, str]] = Counter()
    templates: Counter[str] = Counter()
    lengths: Counter[int] = Counter()
    columns = ["corpus", "split", "source_template", "target_template", "source_length",
               "target_length"]  # fmt: skip
    for table in read_tables(folder, columns=columns):
        values = {name: table[name].to_pylist() for name in columns}
        kept.update(zip(values["corpus"], values["split"], strict=True))
        for side in ("source", "target"):
            templates.update(values[f"{side}_template"])
            lengths.update(length // _BIN * _BIN for length in values[f"{side}_length"])
    total = sum(dropped.values(), Counter())
    return {
        "format": FORMAT_VERSION,
        "parser": run["parser"],
        "options": run["options"],
        "sources": [
            {
                **source,
                # Spelled as in the cards of earlier versions.
                "licence": licenses.get(source["name"], _UNKNOWN_LICENSE),
                "read": read[source["name"]],
                "kept": sum(kept[source["name"], split] for split in SPLITS),
                "dropped": _in_order(dropped[source["name"]]),
            }
            for source in run["inputs"]
        ],
        "read": read.total(),
        "kept": {
            split: sum(n for (_, where), n in kept.items() if where == split) for split in SPLITS
        },
        "dropped": _in_order(total),
        "templates": _describe_templates(templates),
        "lengths": {f"{low}-{low + _BIN - 1}": lengths[low] for low in sorted(lengths)},
    }


def write_card(
    folder: Path, *, run: Mapping[str, Any], licenses: Mapping[str, str]
) -> dict[str, Any]:
    """Write `card.json` and `card.md` beside the shards, and return the card."""
    card = build_card(folder, run=run, licenses=licenses)
    with write_atomically(folder / "card.json") as stream:
        json.dump(card, stream, indent=2, ensure_ascii=False)
        stream.write("\n")
    with write_atomically(folder / "card.md") as stream:
        stream.write(render_card(card))
    return card


def render_card(card: Mapping[str, Any]) -> str:
    """Return the card as Markdown."""
    kept, templates = card["kept"], card["templates"]
    return "\n".join(
        [
            "# Labelled paraphrase pairs",
            "",
            f"{sum(kept.values()):,} pairs of {card['read']:,} read: "
            + ", ".join(f"{split} {kept[split]:,}" for split in SPLITS)
            + f". Parser: {card['parser']}. No sentence is in two splits.",
            "",
            "## Sources",
            "",
            *_table(
                ("source", "file", "read", "kept", "licence"),
                [
                    (s["name"], s["file"], f"{s['read']:,}", f"{s['kept']:,}", s["licence"])
                    for s in card["sources"]
                ],
            ),
            "",
            "## Dropped",
            "",
            *_table(("reason", "pairs"), [(r, f"{n:,}") for r, n in card["dropped"].items()]),
            "",
            "## Templates",
            "",
            f"{templates['different']:,} different ones over both sides. Share covered by the "
            "most frequent: "
            + ", ".join(f"{n}: {share:.1%}" for n, share in templates["coverage"].items())
            + ".",
            "",
            *_table(
                ("template", "sentences"),
                [(f"`{text}`", f"{n:,}") for text, n in templates["most_frequent"][:20]],
            ),
            "",
            "## Length of both sides, in tokens",
            "",
            *_table(("tokens", "sentences"), [(b, f"{n:,}") for b, n in card["lengths"].items()]),
            "",
            "## Options",
            "",
            "```json",
            json.dumps(card["options"], indent=2),
            "```",
            "",
        ]
    )


def _describe_templates(templates: Counter[str]) -> dict[str, Any]:
    ranked = sorted(templates.items(), key=lambda item: (-item[1], item[0]))
    total = templates.total()
    return {
        "different": len(ranked),
        "coverage": {
            str(n): round(sum(count for _, count in ranked[:n]) / total, 4) if total else 0.0
            for n in COVERAGE
        },
        "most_frequent": [list(item) for item in ranked[: COVERAGE[-1]]],
    }


def _in_order(reasons: Counter[str]) -> dict[str, int]:
    return {reason: reasons[reason] for reason in REASONS if reasons[reason]}


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    lines = [head, ("---",) * len(head), *rows]
    return [
        f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines
    ]
