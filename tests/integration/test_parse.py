"""`scpn parse` with the real parser, and its speed."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sample_sentences import SENTENCES

from scpn.tokenization.treebank import tokenize
from scpn.trees.reader import read_tree

if TYPE_CHECKING:
    from conftest import RunScpn

    from scpn import Paraphraser

pytestmark = pytest.mark.slow

MIN_SENTENCES_PER_S = 40  # of one busy core; an idle machine with two does ten times that


def test_trees_hold_the_words_of_their_sentences(tmp_path: Path, run_scpn: "RunScpn") -> None:
    source, output = tmp_path / "in.txt", tmp_path / "out.txt"
    source.write_text("".join(f"{sentence}\n" for sentence in SENTENCES), encoding="utf-8")
    run_scpn("parse", "--file", source, "--output", output)
    trees = [read_tree(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert [tree.leaves() for tree in trees] == [tokenize(sentence) for sentence in SENTENCES]


def test_a_bad_line_is_reported_and_leaves_an_empty_one(run_scpn: "RunScpn") -> None:
    text = f"She left.\n\n{'word ' * 10_000}\nHe stayed.\n"
    result = run_scpn("parse", "--no-words", input=text, status=1)
    first, *empty, last = result.stdout.splitlines()
    assert first.startswith("(")
    assert last.startswith("(")
    assert empty == ["", ""]
    assert "line 2: " in result.stderr
    assert "line 3: the sentence has 10000 words" in result.stderr


def test_drawing(run_scpn: "RunScpn") -> None:
    drawing = run_scpn("parse", "--pretty", "She drove home.").stdout
    assert len(drawing.splitlines()) > 3
    assert all(word in drawing for word in ("She", "drove", "home", "."))


def test_speed(paraphraser: "Paraphraser") -> None:
    sentences = [[w.lower() for w in tokenize(sentence)] for sentence in SENTENCES] * 20
    paraphraser.parser.parse(sentences[:20])
    start = time.process_time()
    trees = paraphraser.parser.parse(sentences)
    seconds = time.process_time() - start
    assert len(trees) == 400
    assert len(sentences) / seconds > MIN_SENTENCES_PER_S


def test_the_parser_over_a_pretrained_encoder_is_bundled(run_scpn: "RunScpn") -> None:
    done = run_scpn("parse", "--parser", "parser-minilm", "She left because it was late.")
    assert done.returncode == 0, done.stderr
    assert done.stdout == (
        "(S(NP(PRP She))(VP(VBD left)(SBAR(IN because)(S(NP(PRP it))(VP(VBD was)"
        "(ADJP(JJ late))))))(. .))\n"
    )
