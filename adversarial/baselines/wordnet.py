"""Finds WordNet: in a folder, in a Python package that carries it, or in NLTK's data."""

import atexit
import importlib.util
import shutil
import tempfile
import warnings
from collections import defaultdict
from functools import cached_property
from pathlib import Path
from typing import Any

import nltk
from nltk.corpus import wordnet as nltk_wordnet
from nltk.corpus.reader.wordnet import WordNetCorpusReader

from scpn.errors import ModelError

_PACKAGE, _PACKAGE_FOLDER = "wn", "data/wordnet-3.0"  # wn 0.0.23, of the makers of NLTK
_POS = {"NN": "n", "VB": "v", "JJ": "a", "RB": "r"}  # tags begin so; comparatives are left out
_TAGS = frozenset(["NN", "NNS", "VB", "VBP", "VBZ", "VBG", "VBD", "VBN", "JJ", "RB"])
_LIGHT_VERBS = frozenset(["be", "have", "do"])
_HOW_TO = (
    "install it with: pip install 'scpn[wordnet]', or with: python -m nltk.downloader wordnet, or "
    "name a folder that has its files (data.noun, index.noun, ...) with --wordnet"
)


class _EnglishReader(WordNetCorpusReader):  # type: ignore[misc]
    """NLTK's reader without the tables that link other languages, which need NLTK's own data."""

    def map_wn(self, version: str = "wordnet") -> None:
        """No link to the synsets of another version."""


class Synonyms:
    """Synonyms with the inflection of the word they replace.

    Args:
        reader: WordNet.
        num_senses: Most frequent senses of a word that count; 1 is the most cautious.
    """

    def __init__(self, reader: Any, *, num_senses: int = 1) -> None:
        self._reader, self.num_senses = reader, num_senses
        self.version = str(reader.get_version())

    def of(self, word: str, tag: str) -> list[str]:
        """Single words that mean the same, most frequent sense first; there may be none.

        Args:
            word: Lower-cased.
            tag: Its part of speech.
        """
        if tag not in _TAGS:
            return []
        pos = _POS[tag[:2]]
        lemma = self._reader.morphy(word, pos)
        if lemma is None or (pos == "v" and lemma in _LIGHT_VERBS):
            return []
        found: dict[str, None] = {}
        for synset in self._reader.synsets(lemma, pos)[: self.num_senses]:
            for name in synset.lemma_names():
                if name != lemma and name.isalpha() and name.islower():
                    inflected = self._inflect(name, tag)
                    if inflected is not None:
                        found[inflected] = None
        found.pop(word, None)
        return list(found)

    def _inflect(self, lemma: str, tag: str) -> str | None:
        """The form of a lemma that a tag asks for, or None if it is irregular in several ways."""
        if tag in ("NNS", "VBZ"):
            return self._irregular(lemma, "n", "") if tag == "NNS" else add_s(lemma)
        if tag == "VBG":
            return self._irregular(lemma, "v", "ing")
        if tag in ("VBD", "VBN"):
            return self._irregular(lemma, "v", "ed")
        return lemma

    def _irregular(self, lemma: str, pos: str, ending: str) -> str | None:
        listed = self._exceptions[pos].get(lemma, [])
        fitting = [form for form in listed if form.endswith(ending)]
        others = [form for form in listed if not form.endswith("ing")]
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
        if ending == "ed" and others:
            return None  # "sing": sang or sung
        return {"": add_s, "ing": add_ing, "ed": add_ed}[ending](lemma)

    @cached_property
    def _exceptions(self) -> dict[str, dict[str, list[str]]]:
        """Irregular forms of nouns and verbs by lemma."""
        forms: dict[str, dict[str, list[str]]] = {"n": defaultdict(list), "v": defaultdict(list)}
        for pos, name in (("n", "noun.exc"), ("v", "verb.exc")):
            with self._reader.open(name) as stream:
                for line in stream:
                    form, *lemmas = line.split()
                    for lemma in lemmas:
                        forms[pos][lemma].append(form)
        return forms


def load_wordnet(folder: str | Path | None = None) -> WordNetCorpusReader:
    """Load WordNet.

    Args:
        folder: Where its database files are; None looks for the package `wn` 0.0.23, whose data
            files are used and not its code, then in NLTK's data.

    Raises:
        ModelError: There is none, or it is damaged.
    """
    carried = _package_folder()
    if folder is None and carried is None:
        try:
            nltk_wordnet.ensure_loaded()
        except LookupError as error:
            raise ModelError(f"WordNet is not here; {_HOW_TO}") from error
        return nltk_wordnet
    place = (Path(folder) if folder is not None else carried or Path()).resolve()
    try:
        return _open_reader(_with_line_feeds(place))
    except (OSError, ValueError, AssertionError, IndexError, AttributeError) as error:
        reason = " ".join(str(error).split())[:120]
        raise ModelError(f"{place} has no readable WordNet ({reason}); {_HOW_TO}") from error


def _open_reader(folder: Path) -> _EnglishReader:
    if str(folder) not in nltk.data.path:
        nltk.data.path.append(str(folder))  # NLTK opens files in the folders of this list only
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # of other languages, not used here
        return _EnglishReader(str(folder), None)


def _with_line_feeds(folder: Path) -> Path:
    r"""The folder, or a temporary copy if its lines end in "\r\n", which shifts all offsets.

    The package `wn` was packed so. The copy goes when the process ends.
    """
    with (folder / "data.adv").open("rb") as stream:
        if not stream.readline().endswith(b"\r\n"):
            return folder
    copy = tempfile.mkdtemp(prefix="scpn-wordnet-")
    atexit.register(shutil.rmtree, copy, ignore_errors=True)
    for path in folder.iterdir():
        (Path(copy) / path.name).write_bytes(path.read_bytes().replace(b"\r\n", b"\n"))
    return Path(copy).resolve()


def add_s(word: str) -> str:
    """Third person or plural of a regular word."""
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return f"{word}es"
    return f"{word[:-1]}ies" if _ends_in_consonant_y(word) else f"{word}s"


def add_ed(word: str) -> str:
    """Past of a regular verb whose last letter is not doubled."""
    if word.endswith("e"):
        return f"{word}d"
    return f"{word[:-1]}ied" if _ends_in_consonant_y(word) else f"{word}ed"


def add_ing(word: str) -> str:
    """Participle of a verb whose last letter is not doubled."""
    if word.endswith("ie"):
        return f"{word[:-2]}ying"
    if word.endswith("e") and not word.endswith(("ee", "oe", "ye")):
        return f"{word[:-1]}ing"
    return f"{word}ing"


def _ends_in_consonant_y(word: str) -> bool:
    return word.endswith("y") and word[-2:-1] not in ("", *"aeiou")


def _package_folder() -> Path | None:
    found = importlib.util.find_spec(_PACKAGE)
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent / _PACKAGE_FOLDER
    return folder if folder.is_dir() else None
