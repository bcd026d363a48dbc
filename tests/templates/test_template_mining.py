import lzma
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest
from nltk.tree import Tree
from template_shards import DECLARATIVE, FRONTED, QUESTION, sample_shard, write_shard

from scpn.errors import DataError
from scpn.templates import Template, count_files, most_frequent
from scpn.templates.mining import count_templates, read_tree_file
from scpn.trees.reader import read_parse, read_tree


def test_most_frequent_by_count_then_text() -> None:
    parses = [
        read_parse("(S(NP(PRP))(VP(VBD)))"),
        read_tree("(S (VP (VB Go)))"),
        read_tree("(TOP (S (NP-SBJ (PRP I)) (VP (VBP go))))"),
        read_parse("(NP(DT)(NN))"),
        Tree("NN", ["dog"]),
        Template("S", ("VP",)),
    ]
    counts = count_templates(parses)
    mined = [(str(template), count) for template, count in most_frequent(counts, top=3)]
    assert mined == [("(S(NP)(VP))", 2), ("(S(VP))", 2), ("(NP(DT)(NN))", 1)]
    assert most_frequent(counts, top=1) == [(Template("S", ("NP", "VP")), 2)]
    assert most_frequent(count_templates([]), top=5) == []


def test_count_files_counts_both_sides_of_the_split(tmp_path: Path) -> None:
    shard = sample_shard(tmp_path / "a.parquet")
    counts, statistics = count_files([shard])
    assert {str(template): count for template, count in counts.items()} == {
        DECLARATIVE: 5,
        FRONTED: 2,
        QUESTION: 1,
    }
    assert statistics is not None
    everything, _ = count_files([tmp_path], split=None)
    assert everything[Template.parse(QUESTION)] == 3


@pytest.mark.parametrize("words", [True, False])
def test_count_files_reads_trees_and_parses(tmp_path: Path, words: bool) -> None:
    text = "(TOP (S (NP (PRP I)) (VP (VBP go))))" if words else "(S(NP(PRP))(VP(VBP)))"
    path = tmp_path / "trees.txt.xz"
    path.write_bytes(lzma.compress(f"{text}\n\n{text}\n".encode()))
    counts, statistics = count_files([path])
    assert counts == {Template("S", ("NP", "VP")): 2}
    assert statistics is None


def test_read_tree_file_error_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "trees.txt"
    path.write_text("(S (NP (PRP I)) (VP (VBP go)))\n(S (NP))\n")
    with pytest.raises(DataError, match=r"trees\.txt:2: label 'NP' has no word"):
        list(read_tree_file(path))


def test_count_files_refuses_what_is_no_labeled_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"has no \.parquet file"):
        count_files([tmp_path])
    with pytest.raises(DataError, match=r"gone\.parquet: no such file"):
        count_files([tmp_path / "gone.parquet"])
    with pytest.raises(DataError, match=r"gone\.txt: no such file"):
        count_files([tmp_path / "gone.txt"])
    (tmp_path / "bad.parquet").write_bytes(b"PAR1 not really")
    with pytest.raises(DataError, match=r"bad\.parquet: is no parquet file or a damaged one"):
        count_files([tmp_path / "bad.parquet"])
    pyarrow.parquet.write_table(pyarrow.table({"source": ["a"]}), tmp_path / "other.parquet")
    with pytest.raises(DataError, match="column 'source_length' is missing"):
        count_files([tmp_path / "other.parquet"])
    broken = write_shard(tmp_path / "broken.parquet", [("(S(NP)", DECLARATIVE, 3, 3, "train")])
    with pytest.raises(DataError, match="a template column holds no template: missing"):
        count_files([broken])
