"""The attacker inside OpenAttack itself; `make test-textattack` has it."""

import numpy as np
import pytest
from fake_models import CLAUSE_FIRST, PHRASE_FIRST, FakeModels

pytest.importorskip("OpenAttack")

import OpenAttack
from OpenAttack.attack_assist.goal import ClassifierGoal
from OpenAttack.tags import TAG_English
from OpenAttack.text_process.tokenizer import Tokenizer

from scpn import Paraphraser
from scpn.adversarial.bridges import openattack
from scpn.adversarial.bridges.openattack import DEFAULT_TEMPLATES, SCPNAttacker

TABLE = {
    "We left as it rained.": {CLAUSE_FIRST: "As it rained, we left.", PHRASE_FIRST: "In it left."},
    "Nobody saw us.": {CLAUSE_FIRST: "If us, nobody saw."},
}


class FirstWord(OpenAttack.Classifier):
    """Predicts 1 for texts that begin with some words."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def get_prob(self, input_: list[str]) -> np.ndarray:
        return np.array(
            [[0.0, 1.0] if text.startswith(self.words) else [1.0, 0.0] for text in input_]
        )

    def get_pred(self, input_: list[str]) -> np.ndarray:
        return self.get_prob(input_).argmax(axis=1)


class Spaces(Tokenizer):
    """For the report; OpenAttack's own downloads data."""

    TAGS = {TAG_English}  # noqa: RUF012

    def do_tokenize(self, x: str, pos_tagging: bool) -> list[str]:
        return [(word, "other") for word in x.split()] if pos_tagging else x.split()

    def do_detokenize(self, x: list[str]) -> str:
        return " ".join(x)


def test_templates_are_those_of_the_original() -> None:
    from OpenAttack.attackers import scpn

    assert scpn.DEFAULT_TEMPLATES == DEFAULT_TEMPLATES


def test_is_an_attacker_of_openattack() -> None:
    assert issubclass(SCPNAttacker, OpenAttack.attackers.ClassificationAttacker)
    assert openattack._Attacker is OpenAttack.attackers.ClassificationAttacker
    original = OpenAttack.attackers.SCPNAttacker
    attacker = SCPNAttacker(model=FakeModels({}))
    assert {tag.name for tag in attacker.TAGS} == {"get_pred", "english"}
    for name in ("gen_paraphrase", "attack"):
        assert callable(getattr(original, name))
        assert callable(getattr(attacker, name))


def test_call_goes_away_from_the_prediction_or_towards_a_target() -> None:
    attacker = SCPNAttacker([PHRASE_FIRST, CLAUSE_FIRST], model=FakeModels(TABLE))
    victim = FirstWord("We", "In")
    assert attacker(victim, {"x": "We left as it rained."}) == "As it rained, we left."
    assert attacker(victim, {"x": "We left as it rained.", "target": 1}) == "In it left."
    assert attacker(FirstWord("So"), {"x": "We left as it rained."}) is None


def test_goals_of_openattack_are_checked() -> None:
    attacker = SCPNAttacker([CLAUSE_FIRST], model=FakeModels(TABLE))
    found = attacker.attack(FirstWord("We"), "We left as it rained.", ClassifierGoal(1, False))
    assert found == "As it rained, we left."


def test_evaluation_of_openattack_runs() -> None:
    attacker = SCPNAttacker([PHRASE_FIRST, CLAUSE_FIRST], model=FakeModels(TABLE))
    evaluation = OpenAttack.AttackEval(attacker, FirstWord("We", "In"), tokenizer=Spaces())
    dataset = [
        {"x": "We left as it rained.", "y": 1},
        {"x": "Nobody saw us.", "y": 0},
        {"x": "This one is too long.", "y": 0},
    ]
    results = list(evaluation.ieval(dataset))
    assert [result["result"] for result in results] == ["As it rained, we left.", None, None]
    # The text itself, two paraphrases, and OpenAttack's check of the result.
    assert [r["metrics"]["Victim Model Queries"] for r in results] == [4, 2, 1]
    summary = evaluation.eval(dataset)
    assert summary["Total Attacked Instances"] == 3
    assert summary["Successful Instances"] == 1


def test_bundled_models_break_a_victim(paraphraser: Paraphraser) -> None:
    attacker = SCPNAttacker(DEFAULT_TEMPLATES[-1:], model=paraphraser)
    found = attacker(FirstWord("We"), {"x": "We went home because it was late."})
    assert found == "Because it was late, we went home."
