"""From labeled pairs and parsed text to packed ids: vocabularies are made once and kept."""

import dataclasses
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from scpn.data.packing import MAX_ID, Packed
from scpn.data.pairs import LabeledPair
from scpn.data.shards import read_pairs
from scpn.errors import DataError, UsageError
from scpn.fileio import make_folder, read_lines, write_atomically
from scpn.models.model import SUBWORDS_NAME
from scpn.tokenization.trie import frequent_words
from scpn.tokenization.vocabulary import UNK, LabelVocabulary, SubwordVocabulary
from scpn.trees.labels import PHRASE_LABELS, POS_TAGS
from scpn.trees.linearize import control_tokens
from scpn.trees.reader import read_parse, read_trees

PAIR_FIELDS = ["source", "target", "source_parse", "target_parse"]
TEXT_FIELDS = ["source", "source_parse"]


@dataclasses.dataclass
class CorpusConfig:
    """How text becomes training data."""

    vocabulary_size: int = 8000
    """Subword pieces."""
    vocabulary_sentences: int = 400_000
    """Sentences from which the pieces are learned."""
    subwords: str = ""
    """Folder of a paraphraser whose pieces are taken over, so that training can start from it;
    empty learns new ones."""
    max_parse_tokens: int = 150
    """Pairs with a longer parse, in control tokens, are left out."""
    keep_same_parse: float = 0.25
    """Share of training pairs kept among those whose two parses are equal. They teach wording but
    no control; the original code drops them all. Dev and test keep all."""
    keep_same_template: float = 0.5
    """The same share for pairs whose parses differ below an equal template."""
    min_word_count: int = 3
    """Occurrences from which a word of the training data may be written by a paraphraser."""

    def __post_init__(self) -> None:
        if not 0 < self.vocabulary_size <= MAX_ID:
            raise UsageError(
                f"vocabulary_size is {self.vocabulary_size}, must be from 1 to {MAX_ID}"
            )


@dataclasses.dataclass
class Corpus:
    """Packed training data and its vocabularies."""

    labels: LabelVocabulary
    pieces: SubwordVocabulary
    pairs: dict[str, Packed]
    """Split name to pairs with the fields source, target, source_parse, target_parse."""
    text: Packed | None
    """Parsed sentences with the fields source and source_parse."""
    words: list[str] | None = None
    """Words frequent enough for a paraphraser to write; None in folders that lack them."""


def prepare_corpus(
    folder: Path, *, shards: Sequence[Path], trees: Sequence[Path], config: CorpusConfig
) -> Corpus:
    """Pack labeled pairs and parsed text into `folder`, or load what is there.

    Args:
        folder: Where vocabularies and packed data live.
        shards: Folders or files of labeled pairs; their splits are kept.
        trees: Files of one tree with words a line, for the reconstruction objective.
        config: See `CorpusConfig`.

    Raises:
        DataError: The folder holds no packed data and no shards were given, or input is broken.
        UsageError: The folder was packed with other settings.
    """
    if (folder / "corpus.json").exists():
        _check_settings(folder, config)
    else:
        if not shards:
            raise DataError("holds no packed data; name labeled shards with --pairs", path=folder)
        _build(folder, shards, trees, config)
    return load_corpus(folder)


def _check_settings(folder: Path, config: CorpusConfig) -> None:
    packed_with = json.loads((folder / "corpus.json").read_text(encoding="utf-8"))
    for name, value in dataclasses.asdict(config).items():
        if packed_with.get(name, value) != value:
            raise UsageError(
                f"{folder} was packed with corpus.{name}={packed_with[name]}, not {value}; "
                "choose another --packed folder or leave the setting as it was"
            )


def load_corpus(folder: Path) -> Corpus:
    """Load what `prepare_corpus` wrote."""
    try:
        labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
        pieces = SubwordVocabulary((folder / "subwords.model").read_bytes())
    except (OSError, ValueError) as error:
        raise DataError(f"not a complete folder of packed data: {error}", path=folder) from error
    pairs = {
        split: Packed.load(folder / split)
        for split in ("train", "dev", "test")
        if (folder / split).exists()
    }
    text = Packed.load(folder / "text") if (folder / "text").exists() else None
    words = None
    if (folder / "words.txt").exists():
        words = [word for _, word in read_lines(folder / "words.txt")]
    return Corpus(LabelVocabulary(labels), pieces, pairs, text, words)


def _build(
    folder: Path, shards: Sequence[Path], trees: Sequence[Path], config: CorpusConfig
) -> None:
    pieces = _make_pieces(folder, shards, config)
    labels = LabelVocabulary(_known_control_tokens())
    with write_atomically(folder / "labels.json") as file:
        json.dump(labels.tokens, file)
    for split in ("train", "dev", "test"):
        thin = config if split == "train" else None
        records = (
            _pair_record(pair, pieces, labels)
            for path in shards
            for pair in _thinned(read_pairs(path, split=split), thin)
        )
        packed = Packed.build(_usable(records, config.max_parse_tokens), PAIR_FIELDS)
        if len(packed):
            packed.save(folder / split)
    if trees:
        records = (
            {"source": source, "source_parse": parse}
            for path in trees
            for source, parse in _tree_ids(path, pieces, labels)
        )
        Packed.build(_usable(records, config.max_parse_tokens), TEXT_FIELDS).save(folder / "text")
    write_words(folder, pieces, min_count=config.min_word_count)
    with write_atomically(folder / "corpus.json") as file:
        json.dump(dataclasses.asdict(config), file)


def _make_pieces(folder: Path, shards: Sequence[Path], config: CorpusConfig) -> SubwordVocabulary:
    if not config.subwords:
        return SubwordVocabulary.train(
            _vocabulary_text(shards, config.vocabulary_sentences),
            size=config.vocabulary_size,
            model_prefix=folder / "subwords",
        )
    try:
        model = (Path(config.subwords) / SUBWORDS_NAME).read_bytes()
    except OSError as error:
        raise UsageError(
            f"corpus.subwords: {config.subwords} is no folder of a paraphraser: {error.strerror}"
        ) from error
    with write_atomically(make_folder(folder) / "subwords.model", "wb") as file:
        file.write(model)
    return SubwordVocabulary(model)


def write_words(folder: Path, pieces: SubwordVocabulary, *, min_count: int) -> None:
    """Collect the frequent words of packed training data into `words.txt`."""
    fields = [("train", "source"), ("train", "target"), ("text", "source")]
    packed = {
        split: Packed.load(folder / split) for split, _ in fields if (folder / split).exists()
    }
    sentences = (
        pieces.decode(packed[split][field][row])
        for split, field in fields
        if split in packed
        for row in range(len(packed[split]))
    )
    with write_atomically(folder / "words.txt") as file:
        file.writelines(f"{word}\n" for word in frequent_words(sentences, min_count=min_count))


def _thinned(pairs: Iterable[LabeledPair], config: CorpusConfig | None) -> Iterator[LabeledPair]:
    """All pairs whose templates differ, and shares of the others; all of them without `config`."""
    rng = random.Random(0)
    for pair in pairs:
        keep = 1.0
        if config is not None and pair.source_parse == pair.target_parse:
            keep = config.keep_same_parse
        elif config is not None and pair.source_template == pair.target_template:
            keep = config.keep_same_template
        if rng.random() < keep:
            yield pair


def _known_control_tokens() -> list[str]:
    """Every label of the treebanks, so that no legal template is unknown to a model."""
    phrases = sorted(f"({label}" for label in PHRASE_LABELS)
    return [*phrases, *sorted(POS_TAGS), LabelVocabulary.CLOSE]


def _vocabulary_text(shards: Sequence[Path], limit: int) -> Iterator[list[str]]:
    number = 0
    for path in shards:
        for pair in read_pairs(path, split="train"):
            # Only one side: the other one says nearly the same words.
            yield pair.source.lower().split()
            number += 1
            if number == limit:
                return


def _pair_record(
    pair: LabeledPair, pieces: SubwordVocabulary, labels: LabelVocabulary
) -> dict[str, list[int]]:
    return {
        "source": pieces.encode(pair.source.lower().split()),
        "target": pieces.encode(pair.target.lower().split()),
        "source_parse": labels.encode(control_tokens(read_parse(pair.source_parse))),
        "target_parse": labels.encode(control_tokens(read_parse(pair.target_parse))),
    }


def _tree_ids(
    path: Path, pieces: SubwordVocabulary, labels: LabelVocabulary
) -> Iterator[tuple[list[int], list[int]]]:
    for tree in read_trees((text for _, text in read_lines(path)), path=path):
        words = [word.lower() for word in tree.leaves()]
        yield pieces.encode(words), labels.encode(control_tokens(tree))


def _usable(
    records: Iterable[dict[str, list[int]]], max_parse: int
) -> Iterator[dict[str, list[int]]]:
    """Records with a source whose parses are short and have no label unknown to us.

    An unknown label, stored as UNK, would neither open a phrase nor stand for a word, so that the
    places in the parse would not be those of the words.
    """
    for record in records:
        parses = [ids for name, ids in record.items() if name.endswith("parse")]
        is_known = all(UNK not in ids for ids in parses)
        if is_known and max(map(len, parses)) <= max_parse and record["source"]:
            yield record
