"""Edits write beside rules and networks."""

from pathlib import Path

import pytest
from scripted_pipeline import (
    AGAIN,
    ASKED,
    FULL,
    MOVED,
    OTHER,
    SOURCE,
    TREES,
    run,
    scripted_paraphraser,
    write,
)

from scpn.filters.settings import FilterSettings
from scpn.paraphraser import Control, FormRequest, GenerationSettings, Paraphraser
from scpn.paraphraser.edit_writer import EditWriter
from scpn.paraphraser.timing import StageSeconds
from scpn.rules.rewriting import WRITER_RULES
from scpn.trees.reader import read_parse, read_tree

STRICT = {name: rule for name, rule in WRITER_RULES.items() if rule.strict}
GAVE = read_tree(
    "(S (NP (PRP he)) (VP (VBD gave) (NP (PRP her)) (NP (DT a) (NN book))"
    " (SBAR (IN when) (S (NP (PRP it)) (VP (VBD rained))))) (. .))"
)


@pytest.fixture
def paraphraser(tmp_path: Path) -> Paraphraser:
    return scripted_paraphraser(tmp_path)


def test_edits_write_what_no_rule_does(paraphraser: Paraphraser) -> None:
    paraphraser.parse_generator = paraphraser.paraphraser = None  # type: ignore[assignment]
    request = FormRequest(SOURCE.split(), TREES[0], Control.of_template(ASKED))
    (drafts,) = EditWriter(StageSeconds(), STRICT).write([request], settings=GenerationSettings())
    assert [(" ".join(draft.words), draft.by) for draft in drafts[:2]] == [
        (MOVED, "rule:front-phrase"),
        (AGAIN, "edit"),
    ]
    assert drafts[0].cost <= drafts[1].cost
    assert drafts[0].target_parse == read_parse(FULL)


def test_edits_that_begin_with_a_rule_name_it() -> None:
    request = FormRequest(GAVE.leaves(), GAVE, Control.of_template("(S(SBAR)(,)(NP)(VP)(.))"))
    (drafts,) = EditWriter(StageSeconds(), STRICT).write([request], settings=GenerationSettings())
    found = {" ".join(draft.words): draft.by for draft in drafts}
    assert found["when it rained , he gave her a book ."] == "rule:front-clause"
    assert found["when it rained , he gave a book to her ."] == "rule:dative-to+edit"


def test_edits_for_a_full_parse_have_all_its_labels() -> None:
    for parse, number in ((FULL, 2), ("(S(PP(IN)(NP(NN)))(,)(NP(PRP))(VP(VBD))(.))", 0)):
        request = FormRequest(SOURCE.split(), TREES[0], Control.of_parse(parse))
        (drafts,) = EditWriter(StageSeconds(), STRICT).write(
            [request], settings=GenerationSettings()
        )
        assert len(drafts) == number


def test_edits_rank_between_single_rules_and_the_networks(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(monkeypatch, [(OTHER, -0.1)])
    found = run(paraphraser, writers="all", filters=FilterSettings(min_overlap=0))
    assert [p.by for p in found] == ["rule:front-phrase", "edit", "network"]
