"""Networks and rules write for one request; what they write is checked and ranked alike."""

from pathlib import Path

import pytest
from scripted_pipeline import (
    AGAIN,
    ASKED,
    FULL,
    MOVED,
    OTHER,
    PLAIN,
    SOURCE,
    TREES,
    ScriptedParser,
    run,
    scripted_paraphraser,
    write,
)

from scpn.errors import UsageError
from scpn.paraphraser import Control, FormRequest, GenerationSettings, Paraphraser
from scpn.paraphraser.network_writer import NetworkWriter
from scpn.paraphraser.rule_writer import RuleWriter, joined_form
from scpn.paraphraser.timing import StageSeconds
from scpn.paraphraser.writer import Draft
from scpn.rules.rewriting import WRITER_RULES
from scpn.templates import Template
from scpn.trees.linearize import linearize
from scpn.trees.reader import read_parse, read_tree
from scpn.trees.transform import remove_words

STRICT = {name: rule for name, rule in WRITER_RULES.items() if rule.strict}
GAVE = read_tree(
    "(S (NP (PRP he)) (VP (VBD gave) (NP (PRP her)) (NP (DT a) (NN book))"
    " (SBAR (IN when) (S (NP (PRP it)) (VP (VBD rained))))) (. .))"
)


@pytest.fixture
def paraphraser(tmp_path: Path) -> Paraphraser:
    return scripted_paraphraser(tmp_path)


def test_rules_and_networks_write_both(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(monkeypatch, [(AGAIN, -0.1)], [(OTHER, -0.2)])
    found = run(paraphraser, writers="all")
    # Of those that match and are accepted, what rules wrote comes first, whatever the score.
    assert [(p.paraphrase.lower(), p.by, p.score, p.accepted) for p in found] == [
        (MOVED, "rule:front-phrase", None, True),
        (AGAIN, "edit", None, True),
        (OTHER, "network", -0.2, False),
    ]
    assert found[0].target_parse == FULL


@pytest.mark.parametrize(
    ("writers", "by"),
    [("network", ["network"]), ("rules", ["rule:front-phrase"])],
)
def test_one_of_them_can_be_asked_alone(
    writers: str, by: list[str], paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(monkeypatch, [(AGAIN, -0.1)])
    assert [p.by for p in run(paraphraser, writers=writers)] == by


def test_networks_write_only_where_nothing_else_is_accepted(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def write_nothing(
        self: NetworkWriter, requests: list[FormRequest], *, settings: GenerationSettings
    ) -> list[list[Draft]]:
        asked.append(len(requests))
        return [[] for _ in requests]

    monkeypatch.setattr(NetworkWriter, "write", write_nothing)
    assert [p.by for p in run(paraphraser, writers="all", num_return=1)] == ["rule:front-phrase"]
    assert asked == []
    assert len(run(paraphraser, writers="all", num_return=3)) == 2  # two are accepted, not three
    assert asked == [1]


def test_rules_alone_ask_no_network(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    paraphraser.parse_generator = paraphraser.paraphraser = None  # type: ignore[assignment]
    drafts = RuleWriter(StageSeconds(), STRICT).write(
        [FormRequest(SOURCE.split(), TREES[0], Control.of_template(ASKED))],
        settings=GenerationSettings(writers="rules"),
    )
    assert drafts == [[Draft(MOVED.split(), read_parse(FULL), "rule:front-phrase")]]


def test_the_same_words_count_for_the_rules(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(monkeypatch, [(MOVED, -0.1)])
    assert [p.by for p in run(paraphraser, writers="all")] == ["rule:front-phrase", "edit"]


def test_a_rule_whose_output_the_parser_sees_otherwise_comes_after_a_match(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(paraphraser.parser, ScriptedParser)
    paraphraser.parser.trees[tuple(MOVED.split())] = read_tree(
        "(S (NP (NN in) (NNP may) (, ,) (PRP we)) (VP (VBD met) (PP (IN in) (NP (NNP rome))))"
        " (. .))"
    )
    write(monkeypatch, [(AGAIN, -3.0)], [(PLAIN, -0.1)])
    for rerank in (4, 1):
        found = run(paraphraser, writers="all", rerank=rerank)
        assert [p.by for p in found].index("edit") < [p.by for p in found].index(
            "rule:front-phrase"
        )
        rule = next(p for p in found if p.by == "rule:front-phrase")
        assert rule.rejected_because[0].startswith("template is (S(NP)(VP)(.)), not")


def test_without_re_ranking_rules_come_before_the_scores(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(monkeypatch, [(PLAIN, 0.0), (AGAIN, -0.1)])
    found = run(paraphraser, writers="all", rerank=1)
    assert [p.paraphrase.lower() for p in found] == [MOVED, AGAIN, PLAIN]


def test_chains_of_rules_come_after_single_ones_and_are_named() -> None:
    request = FormRequest(GAVE.leaves(), GAVE, Control.of_template("(S(SBAR)(,)(NP)(VP)(.))"))
    (drafts,) = RuleWriter(StageSeconds(), STRICT).write([request], settings=GenerationSettings())
    assert [(" ".join(draft.words), draft.by) for draft in drafts] == [
        ("when it rained , he gave her a book .", "rule:front-clause"),
        ("when it rained , he gave a book to her .", "rule:front-clause+dative-to"),
    ]


def test_of_a_full_parse_every_label_counts() -> None:
    control = Control.of_parse(
        "(S(SBAR(IN)(S(NP(PRP))(VP(VBD))))(,)(NP(PRP))(VP(VBD)(NP(DT)(NN))(PP(TO)(NP(PRP))))(.))"
    )
    request = FormRequest(GAVE.leaves(), remove_words(GAVE), control)  # its words are known
    (drafts,) = RuleWriter(StageSeconds(), STRICT).write([request], settings=GenerationSettings())
    assert [draft.by for draft in drafts] == ["rule:front-clause+dative-to"]
    other = Control.of_parse("(S(SBAR(IN)(S))(,)(NP(PRP))(VP(VBD))(.))")
    request = FormRequest(GAVE.leaves(), GAVE, other)
    assert RuleWriter(StageSeconds(), STRICT).write([request], settings=GenerationSettings()) == [
        []
    ]


def test_a_phrase_moved_to_the_end_may_be_a_part_of_the_verb_phrase() -> None:
    tree = read_tree(
        "(S (SBAR (IN when) (S (NP (PRP it)) (VP (VBD rained)))) (, ,) (NP (PRP we))"
        " (VP (VBD left)) (. .))"
    )
    for form in ("(S(NP)(VP)(.))", "(S(NP)(VP)(SBAR)(.))"):
        request = FormRequest(tree.leaves(), tree, Control.of_template(form))
        (drafts,) = RuleWriter(StageSeconds(), STRICT).write(
            [request], settings=GenerationSettings()
        )
        assert [draft.by for draft in drafts] == ["rule:unfront"]
    for form, joined in (
        ("(S(NP)(VP)(PP)(SBAR)(.))", "(S(NP)(VP)(.))"),
        ("(S(NP)(VP)(,)(SBAR)(.))", "(S(NP)(VP)(,)(SBAR)(.))"),
        ("(S(PP)(NP)(VP))", "(S(PP)(NP)(VP))"),
    ):
        assert str(joined_form(Template.parse(form))) == joined


def test_unknown_writers_are_refused() -> None:
    with pytest.raises(UsageError, match="writers is 'people'; it must be one of all, network"):
        GenerationSettings(writers="people")  # type: ignore[arg-type]


def test_a_joined_parse_has_the_form_that_was_asked_for() -> None:
    words = ["when", "it", "rained", ",", "we", "left", "."]
    tree = read_tree(
        "(S (SBAR (IN when) (S (NP (PRP it)) (VP (VBD rained)))) (, ,) (NP (PRP we))"
        " (VP (VBD left)) (. .))"
    )
    request = FormRequest(words, tree, Control.of_template("(S(NP)(VP)(.))"))
    [drafts] = RuleWriter(StageSeconds()).write([request], settings=GenerationSettings())
    parses = {draft.by: linearize(draft.target_parse) for draft in drafts}
    clause = "(SBAR(IN)(S(NP(PRP))(VP(VBD))))"
    assert parses["rule:unfront"] == f"(S(NP(PRP))(VP(VBD){clause})(.))"
