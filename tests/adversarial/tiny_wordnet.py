"""A WordNet of a few words, in the database format of the real one."""

from collections import defaultdict
from pathlib import Path

SYNSETS = {
    "noun": [["film", "movie", "motion_picture"], ["child", "kid"], ["dog"], ["dog", "frump"]],
    "verb": [["watch", "view"], ["stop", "halt"], ["sing", "croon"], ["be", "exist"]],
    "adj": [["funny", "amusing"], ["old", "aged"]],
    "adv": [["quickly", "rapidly"]],
}  # fmt: skip
EXCEPTIONS = {
    "noun": "children child\n",
    "verb": "sang sing\nstopped stop\nstopping stop\nsung sing\n",
}
_TAGS = {"noun": "n", "verb": "v", "adj": "a", "adv": "r"}
_HEADER = "  1 WordNet 3.0 Copyright of nobody: made for a test.\n"


def write_tiny_wordnet(folder: Path, *, line_end: str = "\n") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for pos, synsets in SYNSETS.items():
        data, senses = _HEADER, defaultdict(list)
        for lemmas in synsets:
            # Offsets are those of a file with plain line feeds, whatever is written.
            for lemma in lemmas:
                senses[lemma].append(f"{len(data):08d}")
            words = " ".join(f"{lemma} 0" for lemma in lemmas)
            frames = " 00" if pos == "verb" else ""
            data += (
                f"{len(data):08d} 00 {_TAGS[pos]} {len(lemmas):02x} {words} 000{frames} | gloss\n"
            )
        index = _HEADER + "".join(
            f"{lemma} {_TAGS[pos]} {len(found)} 0 {len(found)} 0 {' '.join(found)}\n"
            for lemma, found in sorted(senses.items())
        )
        write(folder / f"data.{pos}", data, line_end)
        write(folder / f"index.{pos}", index, line_end)
        write(folder / f"{pos}.exc", EXCEPTIONS.get(pos, ""), line_end)
    write(folder / "lexnames", "00 adj.all 3\n", line_end)
    write(folder / "index.sense", "", line_end)
    write(folder / "cntlist.rev", "", line_end)
    return folder


def write(path: Path, text: str, line_end: str) -> None:
    path.write_bytes(text.replace("\n", line_end).encode())
