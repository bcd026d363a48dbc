"""Labeled shards and trees become packed ids."""

from pathlib import Path

import pytest
from network_corpus import labeled_pair, write_pairs, write_trees

from scpn.errors import DataError, UsageError
from scpn.tokenization.vocabulary import UNK
from scpn.training.corpus import CorpusConfig, load_corpus, prepare_corpus

CONFIG = CorpusConfig(vocabulary_size=300, keep_same_template=1)


def test_pairs_and_trees_are_packed(tmp_path: Path) -> None:
    shards = [write_pairs(tmp_path / "pairs", splits=("train", "dev"))]
    trees = [write_trees(tmp_path / "trees.txt")]
    corpus = prepare_corpus(tmp_path / "packed", shards=shards, trees=trees, config=CONFIG)
    assert set(corpus.pairs) == {"train", "dev"}  # no test pairs, no test folder
    assert len(corpus.pairs["train"]) + len(corpus.pairs["dev"]) == 8 * 4 * 7
    dev = corpus.pairs["dev"]
    assert corpus.pieces.decode(dev["source"][0]) == ["the", "dog", "helped", "the", "boy", "."]
    target = " ".join(corpus.pieces.decode(dev["target"][0]))
    assert target == "the boy was helped by the dog ."
    active = "(S (NP DT NN ) (VP VBD (NP DT NN ) ) . )"
    assert " ".join(corpus.labels.decode(dev["source_parse"][0])) == active
    assert corpus.labels.decode(dev["target_parse"][0])[:7] == [
        "(S",
        "(NP",
        "DT",
        "NN",
        ")",
        "(VP",
        "VBD",
    ]
    assert corpus.text is not None
    assert len(corpus.text) == 8 * 4
    assert corpus.pieces.decode(corpus.text["source"][0]) == ["the", "dog", "chased", "."]
    tokens = corpus.labels.decode(corpus.text["source_parse"][0])
    assert " ".join(tokens) == "(S (NP DT NN ) (VP VBD ) . )"


def test_words_and_leaves_agree(tmp_path: Path) -> None:
    shards = [write_pairs(tmp_path / "pairs")]
    corpus = prepare_corpus(tmp_path / "packed", shards=shards, trees=[], config=CONFIG)
    train = corpus.pairs["train"]
    for row, side in ((0, "source"), (3, "target"), (100, "target")):
        words = corpus.pieces.ends_word[train[side][row]].sum()
        leaves = corpus.labels.is_tag[train[f"{side}_parse"][row]].sum()
        assert words == leaves


def test_packed_data_are_loaded_again_without_their_sources(tmp_path: Path) -> None:
    shards = [write_pairs(tmp_path / "pairs")]
    first = prepare_corpus(tmp_path / "packed", shards=shards, trees=[], config=CONFIG)
    again = prepare_corpus(tmp_path / "packed", shards=[], trees=[], config=CONFIG)
    assert again.labels.tokens == first.labels.tokens
    assert again.text is None
    assert len(again.pairs["train"]) == len(first.pairs["train"])
    assert again.pairs["train"]["target"][5] == first.pairs["train"]["target"][5]


def test_pairs_with_long_or_unknown_parses_are_left_out(tmp_path: Path) -> None:
    long = "(S" + "(NP(DT)(NN))" * 20 + ")"
    extra = [
        labeled_pair("dog", "saw", "cat", split="train", target_parse=long),
        labeled_pair("dog", "saw", "cat", split="train", source_parse="(S(NEVER(NN)))"),
        labeled_pair("dog", "saw", "cat", split="train", target_parse="(S(NEVER))"),
    ]
    shards = [write_pairs(tmp_path / "pairs", *extra)]
    config = CorpusConfig(vocabulary_size=300, max_parse_tokens=60, keep_same_template=1)
    corpus = prepare_corpus(tmp_path / "packed", shards=shards, trees=[], config=config)
    train = corpus.pairs["train"]
    assert len(train) == 8 * 4 * 7
    for name in ("source_parse", "target_parse"):
        assert all(UNK not in train[name][row] for row in range(len(train)))


def test_nothing_to_pack_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="holds no packed data; name labeled shards with --pairs"):
        prepare_corpus(tmp_path / "packed", shards=[], trees=[], config=CONFIG)


def test_a_broken_tree_is_named(tmp_path: Path) -> None:
    path = tmp_path / "trees.txt"
    path.write_text("(S (NN a))\n(S (NN b)\n")
    with pytest.raises(DataError, match=r"trees\.txt:2: "):
        prepare_corpus(
            tmp_path / "packed",
            shards=[write_pairs(tmp_path / "pairs")],
            trees=[path],
            config=CONFIG,
        )
    # What is half-made is not taken for packed data, and is made anew.
    path.write_text("(S (NN a))\n")
    corpus = prepare_corpus(
        tmp_path / "packed", shards=[tmp_path / "pairs"], trees=[path], config=CONFIG
    )
    assert corpus.text is not None
    assert len(corpus.text) == 1


@pytest.mark.parametrize("name", ["labels.json", "subwords.model"])
def test_a_folder_without_vocabularies_is_refused(name: str, tmp_path: Path) -> None:
    shards = [write_pairs(tmp_path / "pairs")]
    prepare_corpus(tmp_path / "packed", shards=shards, trees=[], config=CONFIG)
    (tmp_path / "packed" / name).unlink()
    with pytest.raises(DataError, match="not a complete folder of packed data"):
        load_corpus(tmp_path / "packed")


@pytest.mark.parametrize("size", [0, 70_000])
def test_a_vocabulary_that_does_not_fit_is_refused(size: int) -> None:
    with pytest.raises(UsageError, match=f"vocabulary_size is {size}, must be from 1 to 65535"):
        CorpusConfig(vocabulary_size=size)


def test_training_pairs_without_change_of_form_are_thinned(tmp_path: Path) -> None:
    # The 8 * 4 * 7 pairs of write_pairs turn active into passive within (S(NP)(VP)(.)).
    shards = [write_pairs(tmp_path / "pairs")]
    sizes = {}
    for share in (0.0, 0.5, 1.0):
        config = CorpusConfig(vocabulary_size=300, keep_same_template=share)
        folder = tmp_path / str(share)
        corpus = prepare_corpus(folder, shards=shards, trees=[], config=config)
        sizes[share] = len(corpus.pairs["train"]) if "train" in corpus.pairs else 0
    assert sizes[0.0] == 0
    assert sizes[0.0] < sizes[0.5] < sizes[1.0]


def test_packed_data_of_other_settings_are_refused(tmp_path: Path) -> None:
    shards = [write_pairs(tmp_path / "pairs")]
    prepare_corpus(tmp_path / "packed", shards=shards, trees=[], config=CONFIG)
    other = CorpusConfig(vocabulary_size=301, keep_same_template=1)
    with pytest.raises(UsageError, match=r"packed with corpus.vocabulary_size=300, not 301"):
        prepare_corpus(tmp_path / "packed", shards=[], trees=[], config=other)


def test_pieces_of_a_folder_that_has_none_are_an_error(tmp_path: Path) -> None:
    shards = [write_pairs(tmp_path / "pairs")]
    settings = CorpusConfig(vocabulary_size=300, subwords=str(tmp_path))
    with pytest.raises(UsageError, match=r"corpus.subwords: .* is no folder of a paraphraser"):
        prepare_corpus(tmp_path / "packed", shards=shards, trees=[], config=settings)
