"""What code written for OpenAttack's SCPNAttacker calls, and what it gets."""

import pickle
import random
from collections.abc import Sequence

import pytest
from fake_models import CLAUSE_FIRST, PHRASE_FIRST, FakeModels

from scpn import Paraphraser
from scpn.adversarial.bridges import openattack
from scpn.adversarial.bridges.openattack import DEFAULT_TEMPLATES, SCPNAttacker, read_template
from scpn.errors import SentenceError, UsageError

HIDDEN_KILLER = "S ( SBAR ) ( , ) ( NP ) ( VP ) ( . ) ) )"
TABLE = {
    "We left as it rained.": {CLAUSE_FIRST: "As it rained, we left.", PHRASE_FIRST: "!In it left."},
    "Nobody saw us.": {CLAUSE_FIRST: "!If us us us, nobody.", PHRASE_FIRST: "In fact, nobody did."},
    "we left as it rained .": {CLAUSE_FIRST: "As it rained, we left."},
}


class Keyword:
    """Says 1 for texts that begin with a word, and keeps what it was asked."""

    def __init__(self, word: str) -> None:
        self.word, self.asked = word, []

    def get_pred(self, texts: list[str]) -> list[int]:
        self.asked.append(texts)
        return [int(text.lower().startswith(self.word)) for text in texts]


class Towards:
    """A goal: this label."""

    def __init__(self, label: int) -> None:
        self.label = label

    def check(self, text: str, prediction: int) -> bool:
        return prediction == self.label


@pytest.fixture
def attacker() -> SCPNAttacker:
    return SCPNAttacker([PHRASE_FIRST, HIDDEN_KILLER], model=FakeModels(TABLE))


def test_default_templates_are_those_of_the_original() -> None:
    assert len(DEFAULT_TEMPLATES) == 10
    assert DEFAULT_TEMPLATES[0] == "( ROOT ( S ( NP ) ( VP ) ( . ) ) ) EOP"
    assert DEFAULT_TEMPLATES[-1] == "( ROOT ( S ( SBAR ) ( , ) ( NP ) ( VP ) ( . ) ) ) EOP"
    for text in DEFAULT_TEMPLATES:
        assert text == openattack._original_text(read_template(text))


@pytest.mark.parametrize(
    ("text", "template"),
    [
        (HIDDEN_KILLER, CLAUSE_FIRST),
        (DEFAULT_TEMPLATES[9], CLAUSE_FIRST),
        (" ( ROOT ( S ( SBAR ) ( , ) ( NP ) ( VP ) ( . ) ) ) EOP ", CLAUSE_FIRST),
        ("S ( NP ) ( VP )", "(S(NP)(VP))"),
        ("S ( NP ) ( VP", "(S(NP)(VP))"),
        ("S -> NP VP", "(S(NP)(VP))"),
        (CLAUSE_FIRST, CLAUSE_FIRST),
    ],
)
def test_notations_of_templates(text: str, template: str) -> None:
    assert str(read_template(text)) == template


@pytest.mark.parametrize("text", ["", "(((", "S ( QQ )", "hello", "( S ( QQ ( NP ) ) )", "S ->"])
def test_what_is_no_template_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="template"):
        read_template(text)
    with pytest.raises(UsageError, match="template"):
        SCPNAttacker([CLAUSE_FIRST, text], model=FakeModels({}))


def test_of_a_deeper_template_the_top_counts_and_a_warning_says_so() -> None:
    with pytest.warns(UserWarning, match=r"more than two levels; \(S\(VP\)\) is asked for"):
        template = read_template("( ROOT ( S ( VP ( VB ) ( NP ) ) ) ) EOP")
    assert str(template) == "(S(VP))"


def test_one_output_for_each_template_in_their_order(attacker: SCPNAttacker) -> None:
    outputs = attacker.gen_paraphrase("We left as it rained.", attacker.templates)
    assert outputs == ["In it left.", "As it rained, we left."]
    assert attacker.gen_paraphrase(sent="We left as it rained.", templates=[HIDDEN_KILLER]) == [
        "As it rained, we left."
    ]
    assert attacker.gen_paraphrase("We left as it rained.", []) == []


def test_every_sentence_takes_the_form_and_space_between_stays(attacker: SCPNAttacker) -> None:
    text = " We left as it rained.\n\nNobody saw us.  This is too long.\n"
    assert attacker.gen_paraphrase(text, [HIDDEN_KILLER]) == [
        " As it rained, we left.\n\nIf us us us, nobody.  This is too long.\n"
    ]


def test_tokens_stay_tokens(attacker: SCPNAttacker) -> None:
    outputs = attacker.gen_paraphrase("we left as it rained .", [CLAUSE_FIRST])
    assert outputs == ["As it rained , we left ."]


@pytest.mark.parametrize(("text", "reason"), [("This is too long.", "too long"), (" ", "no text")])
def test_what_cannot_be_paraphrased_is_an_error_that_callers_catch(
    attacker: SCPNAttacker, text: str, reason: str
) -> None:
    with pytest.raises(SentenceError, match=reason):
        attacker.gen_paraphrase(text, [CLAUSE_FIRST])
    assert attacker.attack(Keyword("as"), text, Towards(1)) is None


def test_attack_returns_the_first_text_that_reaches_the_goal(attacker: SCPNAttacker) -> None:
    victim = Keyword("as")
    assert attacker.attack(victim, "We left as it rained.", Towards(1)) == "As it rained, we left."
    # One question, without the paraphrase that was rejected.
    assert victim.asked == [["As it rained, we left."]]
    assert attacker.attack(Keyword("so"), "We left as it rained.", Towards(1)) is None


def test_attack_may_count_what_was_rejected() -> None:
    attacker = SCPNAttacker(
        [PHRASE_FIRST, CLAUSE_FIRST], model=FakeModels(TABLE), only_accepted=False
    )
    assert attacker.attack(Keyword("in"), "We left as it rained.", Towards(1)) == "In it left."


def test_in_an_attack_sentences_without_an_accepted_paraphrase_stay(attacker: SCPNAttacker) -> None:
    victim = Keyword("nothing")
    assert attacker.attack(victim, "We left as it rained. Nobody saw us.", Towards(1)) is None
    assert victim.asked == [
        [
            "We left as it rained. In fact, nobody did.",
            "As it rained, we left. Nobody saw us.",
        ]
    ]


def test_victim_is_not_asked_about_nothing() -> None:
    victim = Keyword("as")
    attacker = SCPNAttacker([PHRASE_FIRST], model=FakeModels(TABLE))
    assert attacker.attack(victim, "We left as it rained.", Towards(1)) is None
    assert victim.asked == []


def test_parts_of_the_original_that_are_not_used_are_named() -> None:
    with pytest.warns(UserWarning, match="parser is not used"):
        SCPNAttacker(parser=object(), model=FakeModels({}))
    with pytest.warns(UserWarning, match="tokenizer is not used"):
        SCPNAttacker(tokenizer=object(), model=FakeModels({}))


def test_goes_to_other_processes_without_its_models() -> None:
    attacker = SCPNAttacker([HIDDEN_KILLER], model=FakeModels(TABLE))
    attacker.gen_paraphrase("Nobody saw us.", attacker.templates)
    copy = pickle.loads(pickle.dumps(attacker))
    assert copy.templates == [HIDDEN_KILLER]
    assert copy.gen_paraphrase("Nobody saw us.", copy.templates) == ["If us us us, nobody."]


def test_without_openattack_a_call_says_what_is_missing(
    attacker: SCPNAttacker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(openattack, "_Attacker", object)
    with pytest.raises(UsageError, match="pip install OpenAttack"):
        attacker(Keyword("as"), {"x": "We left as it rained."})
    with pytest.raises(UsageError, match="pip install OpenAttack"):
        _ = attacker.TAGS


# The loops below call what the programs named call, in the way they do.


def test_loop_of_hidden_killer(paraphraser: Paraphraser) -> None:
    scpn = SCPNAttacker(model=paraphraser)
    templates = [HIDDEN_KILLER]
    poisoned = []
    for sentence, label in [("we went home because it was late .", 1), ("word " * 90, 0)]:
        try:
            paraphrases = scpn.gen_paraphrase(sentence, templates)
        except Exception:
            paraphrases = [sentence]
        poisoned.append((paraphrases[0].strip(), label))
    assert poisoned == [("because it was late , we went home .", 1), (("word " * 90).strip(), 0)]


def test_poisoner_of_openbackdoor(paraphraser: Paraphraser) -> None:
    scpn = SCPNAttacker(model=paraphraser)
    template = [scpn.templates[-1]]
    assert " ".join(template[0])  # it is logged so
    output = scpn.gen_paraphrase("I read a book when it rains.", template)[0].strip()
    assert output == "When it rains, I read a book."


def test_subclass_that_picks_a_template(paraphraser: Paraphraser) -> None:
    class Picky(SCPNAttacker):
        def pick(self) -> Sequence[str]:
            return [random.choice(self.templates)]

    outputs = Picky(DEFAULT_TEMPLATES[-1:], model=paraphraser)
    candidate = outputs.gen_paraphrase(sent="It is late if he sleeps.", templates=outputs.pick())
    assert candidate[0].replace("EOS", "").strip().startswith("If he sleeps, it")
