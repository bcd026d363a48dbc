"""Reading pairs for evaluation: what is accepted, and what each bad line gets."""

import gzip
from pathlib import Path

import pytest

from scpn.data.pairs import LabeledPair
from scpn.data.shards import ShardHeader, shard_path, write_shard
from scpn.errors import DataError, UsageError
from scpn.evaluation import count_evaluation_pairs, read_evaluation_pairs
from scpn.trees.reader import read_parse

HEADER = "source\ttarget\tsource_parse\ttarget_parse\n"
ROW = "She left\tHe stayed\t(ROOT (S (NP (PRP)) (VP (VBD))))\t(S(NP-SBJ(PRP))(VP(VBD)))\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "pairs.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_reads_parses_without_wrapper_and_function_tags(tmp_path: Path) -> None:
    (pair,) = read_evaluation_pairs(write(tmp_path, HEADER + ROW))
    assert (pair.number, pair.source, pair.target) == (2, ["she", "left"], ["he", "stayed"])
    assert pair.source_parse == pair.target_parse == read_parse("(S(NP(PRP))(VP(VBD)))")


def test_reads_sentences_alone_in_any_column(tmp_path: Path) -> None:
    text = "id\ttarget\tsource\n\n7\t`` Go ''\t-LRB- a\n"
    (pair,) = read_evaluation_pairs(write(tmp_path, text))
    assert (pair.number, pair.source, pair.target) == (3, ["(", "a"], ['"', "go", '"'])
    assert pair.source_parse is None
    assert pair.target_parse is None


def test_reads_compressed_files_up_to_a_limit(tmp_path: Path) -> None:
    path = tmp_path / "pairs.tsv.gz"
    path.write_bytes(gzip.compress((HEADER + ROW * 3 + "\n").encode()))
    assert [pair.number for pair in read_evaluation_pairs(path, limit=2)] == [2, 3]
    assert count_evaluation_pairs(path) == 3
    assert count_evaluation_pairs(path, limit=2) == 2


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "names no column 'source'"),
        ("sources\ttarget\na\tb\n", 1, "names no column 'source'; did you mean 'sources'?"),
        ("source\ttarget\tsource_parse\n", 1, "the column source_parse alone"),
        ("source\ttarget\na\tb\na\n", 3, "1 columns where the first row has 2"),
        ("source\ttarget\na\t \n", 2, "the target is empty"),
        (HEADER + "a\tb\t(NP(NN)\t(NP(NN))\n", 2, "the source_parse is no parse: missing"),
        (HEADER + "a\tb\t(NP(NN))\t(-NONE-)\n", 2, "the target_parse is no parse: tree has only"),
        (HEADER + "a b\tb\t(NP(NN))\t(NP(NN))\n", 2, "1 tags for the 2 words of the source"),
    ],
)
def test_bad_line_is_named(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(DataError) as error:
        list(read_evaluation_pairs(path))
    assert str(error.value).startswith(f"{path}:{line}: ")
    assert message in str(error.value)


def test_counting_checks_the_header(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="names no column 'source'"):
        count_evaluation_pairs(write(tmp_path, "a\tb\n"))


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no such file"):
        count_evaluation_pairs(tmp_path / "none.tsv")


def test_split_of_a_tsv_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no splits"):
        read_evaluation_pairs(write(tmp_path, HEADER + ROW), split="dev")


def test_reads_a_split_of_shards(tmp_path: Path) -> None:
    parse = "(S(NP(PRP))(VP(VBD)))"
    template = "(S(NP)(VP))"
    pairs = [
        LabeledPair(
            f"She{n} left",
            "He stayed",
            parse,
            parse,
            template,
            template,
            2,
            2,
            0.0,
            0.0,
            None,
            "own",
            n,
            split,
        )
        for n, split in enumerate(["train", "dev", "test", "dev"])
    ]
    header = ShardHeader("p", 0, "r", {"own": 4}, {})
    write_shard(shard_path(tmp_path, 0), pairs, header=header)
    found = list(read_evaluation_pairs(tmp_path))
    assert [pair.source[0] for pair in found] == ["she1", "she3"]
    assert found[0].target_parse == read_parse(parse)
    assert count_evaluation_pairs(tmp_path) == 2
    (test,) = read_evaluation_pairs(shard_path(tmp_path, 0), split="test")
    assert test.source[0] == "she2"
    with pytest.raises(UsageError, match="split 'all' does not exist"):
        list(read_evaluation_pairs(tmp_path, split="all"))
