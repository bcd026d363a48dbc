"""Fragments of HTML: everything is escaped, nothing is said by color alone."""

from scpn.app.attack_cards import attack_box
from scpn.app.attacking import AttackProgress
from scpn.app.cards import (
    color_words,
    error_box,
    notice,
    paraphrase_card,
    question_card,
    table_box,
    tree_box,
)
from scpn.paraphraser import Paraphrase
from scpn.trees.reader import read_tree

EVIL = "<script>alert(1)</script>"


def paraphrase(text: str, *, accepted: bool = True) -> Paraphrase:
    return Paraphrase(
        source="She drove home.",
        template="(S(NP)(VP)(.))",
        target_parse="(S(NP(PRP))(VP(VBD))(.))",
        paraphrase=text,
        parse="(S(NP(PRP))(VP(VBD))(.))",
        template_match=True,
        score=-0.5,
        ngram_overlap=0.75,
        similarity=0.9,
        accepted=accepted,
        rejected_because=[] if accepted else [f"overlap {EVIL}"],
    )


def test_words_are_marked_where_they_stand() -> None:
    html = color_words(
        "Home, she always drove.",
        ["Home", ",", "she", "always", "drove", "."],
        ["she", "drove", "home"],
    )
    assert html == (
        '<span class="moved" title="moved">Home</span>, she '
        '<span class="new" title="new">always</span> drove.'
    )


def test_card_says_verdict_figures_and_reasons() -> None:
    html = paraphrase_card(paraphrase("She left.", accepted=False), source_words=["She", "drove"])
    for shown in ("rejected", "0.75", "0.90", "(S(NP)(VP)(.))", "<svg", "overlap &lt;script"):
        assert shown in html


def test_no_fragment_lets_markup_through() -> None:
    record = {
        "id": "1", "label": EVIL, "texts": [EVIL], "prediction": EVIL, "error": None,
        "probabilities": {EVIL: 0.9}, "template": EVIL, "candidate": [EVIL],
        "candidate_prediction": EVIL, "candidate_probabilities": {EVIL: 0.1}, "verdict": "broken",
        "strongest": True, "accepted": True, "rejected_because": [EVIL],
    }  # fmt: skip
    progress = AttackProgress(2, done=1, shown=[record], problems=[EVIL])
    progress.summary.add([record])
    fragments = [
        error_box(EVIL),
        notice(EVIL),
        question_card([EVIL], number=1, total=2),
        table_box([{"a": EVIL}], {"a": EVIL}),
        tree_box(read_tree("(S (NN dog))"), title=EVIL, caption=EVIL),
        paraphrase_card(paraphrase(f"She {EVIL} left.", accepted=False), source_words=[EVIL]),
        attack_box(progress, [EVIL]),
        color_words(EVIL, [EVIL], []),
    ]
    for fragment in fragments:
        assert "<script" not in fragment
        assert "&lt;" in fragment
