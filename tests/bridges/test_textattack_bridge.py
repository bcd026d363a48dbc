"""The parts for TextAttack, with TextAttack itself; `make test-textattack` has it."""

import csv
import pickle
import random
import sys
from collections import OrderedDict
from pathlib import Path

import pytest
from fake_models import CLAUSE_FIRST, PHRASE_FIRST, FakeModels

pytest.importorskip("textattack")

import textattack
from textattack.attack_results import FailedAttackResult, SkippedAttackResult
from textattack.constraints.overlap import BLEU, MaxWordsPerturbed
from textattack.constraints.pre_transformation import (
    InputColumnModification,
    MaxWordIndexModification,
    RepeatModification,
    StopwordModification,
)
from textattack.constraints.semantics.sentence_encoders import SentenceEncoder
from textattack.goal_functions import UntargetedClassification
from textattack.models.wrappers import ModelWrapper
from textattack.search_methods import BeamSearch
from textattack.shared import AttackedText
from textattack.transformations import CompositeTransformation, WordSwapQWERTY

from scpn import Paraphraser
from scpn.adversarial.bridges import textattack_bridge
from scpn.adversarial.bridges.textattack_bridge import (
    NAME,
    ControlledParaphrase,
    ControlledParaphraseAugmenter,
    SCPNIyyer2018,
    register,
    split_sentences,
)
from scpn.errors import UsageError

FORMS = [CLAUSE_FIRST, PHRASE_FIRST]
TABLE = {
    "It rained hard.": {PHRASE_FIRST: "Hard it rained down there."},
    "We stayed home.": {CLAUSE_FIRST: "At home, we stayed.", PHRASE_FIRST: "!No home home home."},
    "Who saw us?": {CLAUSE_FIRST: "Us, who saw?"},
}
TWO = "It rained hard. We stayed home."


class FirstWord(ModelWrapper):
    """Label 1 for texts, or second texts, that begin with one of some words."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.model = None

    def __call__(self, texts: list[str | tuple[str, ...]]) -> list[list[float]]:
        texts = [text if isinstance(text, str) else text[1] for text in texts]
        return [[0.1, 0.9] if text.lower().startswith(self.words) else [0.8, 0.2] for text in texts]


def make(**options: object) -> tuple[ControlledParaphrase, FakeModels]:
    models = FakeModels(TABLE)
    return ControlledParaphrase(FORMS, model=models, **options), models


def texts_of(found: list[AttackedText]) -> list[str]:
    return [text.text for text in found]


def test_sentences_know_their_words() -> None:
    text = AttackedText(OrderedDict(premise=f" {TWO} ", hypothesis="Who saw us?"))
    found = split_sentences(text)
    assert [(s.text, s.column, s.span, s.words) for s in found] == [
        ("It rained hard.", "premise", (1, 16), range(0, 3)),
        ("We stayed home.", "premise", (17, 32), range(3, 6)),
        ("Who saw us?", "hypothesis", (0, 11), range(6, 9)),
    ]
    for sentence in found:
        words = [text.words[index] for index in sentence.words]
        assert words == textattack.shared.utils.words_from_text(sentence.text)


def test_one_sentence_is_rewritten_in_each_step() -> None:
    transformation, models = make()
    text = AttackedText(TWO)
    found = transformation(text)
    assert texts_of(found) == [
        "Hard it rained down there. We stayed home.",
        "It rained hard. At home, we stayed.",
    ]
    assert len(models.calls) == 1, "sentences and templates go together"
    transformation(text)
    assert len(models.calls) == 1, "and once"
    for new in found:
        assert new.attack_attrs["previous_attacked_text"] is text
        assert new.attack_attrs["last_transformation"] is transformation
    assert found[1].attack_attrs["paraphrase"].template == CLAUSE_FIRST


def test_indices_of_words_are_kept_over_two_steps() -> None:
    transformation, _ = make()
    # Words: It0 rained1 hard2 We3 stayed4 home5 -> ... At3 home4 we5 stayed6.
    second = transformation(AttackedText(TWO))[1]
    assert second.attack_attrs["original_index_map"].tolist() == [0, 1, 2, 5, 6, 4]
    assert second.attack_attrs["modified_indices"] == {3, 4, 5, 6}
    assert second.attack_attrs["newly_modified_indices"] == {3, 4, 5, 6}
    # Then Hard0 it1 rained2 down3 there4, and the rest moves by two.
    both = transformation(second, [RepeatModification()])
    assert texts_of(both) == ["Hard it rained down there. At home, we stayed."]
    attributes = both[0].attack_attrs
    assert attributes["original_index_map"].tolist() == [1, 2, 0, 7, 8, 6]
    assert attributes["newly_modified_indices"] == {0, 1, 2, 3, 4}
    assert attributes["modified_indices"] == set(range(9))
    assert both[0].convert_from_original_idxs([2, 5]) == [0, 6]
    # All is rewritten: nothing more.
    assert transformation(both[0], [RepeatModification()]) == []


def test_words_that_are_gone_lead_nowhere() -> None:
    models = FakeModels({"We all left, all of us.": {CLAUSE_FIRST: "All of us left."}})
    text = AttackedText("We all left, all of us.")
    new = ControlledParaphrase([CLAUSE_FIRST], model=models)(text)[0]
    # We all left all of us -> All of us left; the second "all" finds none that is free.
    assert new.attack_attrs["original_index_map"].tolist() == [-1, 0, 3, -1, 1, 2]


def test_pairs_keep_the_other_text() -> None:
    pair = OrderedDict(premise="We stayed home.", hypothesis="Who saw us?")
    transformation, _ = make()
    found = transformation(AttackedText(pair))
    assert [text.tokenizer_input for text in found] == [
        ("At home, we stayed.", "Who saw us?"),
        ("We stayed home.", "Us, who saw?"),
    ]
    assert all(text.column_labels == ["premise", "hypothesis"] for text in found)
    assert found[0].attack_attrs["original_index_map"].tolist() == [2, 3, 1, 4, 5, 6]
    only = make(columns=["hypothesis"])[0](AttackedText(pair))
    assert texts_of(only) == [found[1].text]
    keep = InputColumnModification(["premise", "hypothesis"], {"premise"})
    assert texts_of(transformation(AttackedText(pair), [keep])) == [found[1].text]


def test_pre_transformation_constraints_choose_sentences() -> None:
    transformation, models = make()
    text = AttackedText(TWO)
    assert texts_of(transformation(text, [MaxWordIndexModification(2)])) == [
        "Hard it rained down there. We stayed home."
    ]
    assert models.calls == [(["It rained hard."], FORMS)], "the other is not even tried"
    assert len(transformation(text, [StopwordModification()])) == 2
    assert transformation(text, indices_to_modify=[]) == []


def test_rejected_paraphrases_are_left_out_unless_wanted() -> None:
    text = AttackedText("We stayed home.")
    assert texts_of(make()[0](text)) == ["At home, we stayed."]
    found = make(only_accepted=False)[0](text)
    assert texts_of(found) == ["At home, we stayed.", "No home home home."]
    assert found[1].attack_attrs["paraphrase"].rejected_because == ["repeats three words"]


@pytest.mark.parametrize("text", ["", "   ", "!!!", "Too long for the models."])
def test_texts_that_cannot_be_paraphrased_give_nothing(text: str) -> None:
    transformation, _ = make()
    assert transformation(AttackedText(text)) == []


def test_many_texts_are_prepared_together() -> None:
    transformation, models = make()
    transformation.prepare([TWO, "Who saw us?", "We stayed home."])
    assert [sentences for sentences, _ in models.calls] == [
        ["It rained hard.", "We stayed home.", "Who saw us?"]
    ]
    prepared = transformation(AttackedText(TWO))
    assert len(models.calls) == 1
    assert texts_of(prepared) == texts_of(make()[0](AttackedText(TWO)))


def test_bad_requests_are_refused() -> None:
    with pytest.raises(UsageError, match=r"give a list of names: \['premise'\]"):
        ControlledParaphrase(columns="premise")
    with pytest.raises(UsageError, match="no template set or file 'top-21'; did you mean 'top-20'"):
        ControlledParaphrase("top-21")


class Lengths(SentenceEncoder):
    """An encoder of its own, to see that TextAttack's constraints find what they need."""

    def encode(self, sentences: list[str]) -> list[list[float]]:
        return [[float(len(sentence)), 100.0] for sentence in sentences]


@pytest.mark.parametrize(
    ("constraint", "passes"),
    [
        (BLEU(1), True),
        (MaxWordsPerturbed(max_num_words=1), False),
        (Lengths(threshold=0.9), True),
        (Lengths(threshold=0.9, window_size=2), True),
        (Lengths(threshold=1.1), False),
    ],
)
def test_constraints_of_textattack_apply(
    constraint: textattack.constraints.Constraint, passes: bool
) -> None:
    transformation, _ = make()
    attack = textattack.Attack(
        UntargetedClassification(FirstWord("at")),
        [RepeatModification(), constraint],
        transformation,
        BeamSearch(2),
    )
    result = attack.attack("We stayed home.", 0)
    assert isinstance(result, FailedAttackResult) is not passes


def test_goes_together_with_other_transformations() -> None:
    transformation, _ = make()
    both = CompositeTransformation([transformation, WordSwapQWERTY()])
    found = both(AttackedText(TWO), [RepeatModification()])
    assert "It rained hard. At home, we stayed." in texts_of(found)
    swapped = next(t for t in found if t.words[3:] == ["We", "stayed", "home"])
    again = transformation(swapped, [RepeatModification()])
    assert [text.text for text in again if text.text.endswith("At home, we stayed.")]


def test_greedy_search_rewrites_sentence_after_sentence() -> None:
    # Only a text that begins with "hard" and ends with "stayed" counts as broken.
    class Both(FirstWord):
        def __call__(self, texts: list[str]) -> list[list[float]]:
            scores = [
                0.1 + 0.4 * text.startswith("Hard") + 0.4 * text.endswith("stayed.")
                for text in texts
            ]
            return [[1 - score, score] for score in scores]

    attack = SCPNIyyer2018.build(Both(), FORMS, model=FakeModels(TABLE))
    result = attack.attack(TWO, 0)
    assert result.perturbed_text() == "Hard it rained down there. At home, we stayed."
    assert result.num_queries == 4, "the text itself, two in the first step, one in the second"
    before, after = result.diff_color("ansi")
    red = "\x1b[91m{}\x1b[0m".format
    assert before == f"{red('It')} rained {red('hard')}. {red('We')} stayed home."
    assert after.count("\x1b[") == 2 * len(["Hard", "it", "down", "there", "At", "we"])
    assert isinstance(attack.attack(TWO, 1), SkippedAttackResult)


def test_attack_can_go_to_another_process() -> None:
    attack = SCPNIyyer2018.build(FirstWord("at"), FORMS, model=FakeModels(TABLE))
    attack.attack("We stayed home.", 0)
    copy = pickle.loads(pickle.dumps(attack))
    assert copy.attack("We stayed home.", 0).perturbed_text() == "At home, we stayed."
    assert str(copy) == str(attack)
    assert "ControlledParaphrase" in str(attack)


def test_augmenter_gives_new_texts_only() -> None:
    random.seed(1)
    augmenter = ControlledParaphraseAugmenter(
        FORMS, model=FakeModels(TABLE), transformations_per_example=3
    )
    one = ["Hard it rained down there. We stayed home.", "It rained hard. At home, we stayed."]
    assert set(augmenter.augment(TWO)) <= set(one)
    assert augmenter.augment("Too long for the models.") == []
    augmenter.high_yield = True
    assert sorted(augmenter.augment(TWO)) == sorted(one)
    whole = ControlledParaphraseAugmenter(FORMS, model=FakeModels(TABLE), pct_words_to_swap=1)
    assert whole.augment(TWO) == ["Hard it rained down there. At home, we stayed."]


def test_augmenting_many_texts_is_augmenting_each() -> None:
    texts = [TWO, "Who saw us?", "Too long for the models.", "We stayed home.", TWO]
    models = FakeModels(TABLE)
    augmenter = ControlledParaphraseAugmenter(FORMS, model=models)
    random.seed(7)
    together = augmenter.augment_many(texts)
    assert len(models.calls) == 1
    random.seed(7)
    fresh = ControlledParaphraseAugmenter(FORMS, model=FakeModels(TABLE))
    assert together == [fresh.augment(text) for text in texts]
    assert together[2] == []


# TextAttack's own loading, and its command line, with the bundled models.

VICTIM = """
from textattack.models.wrappers import ModelWrapper


class FirstWord(ModelWrapper):
    model = None

    def __call__(self, texts):
        return [[0.1, 0.9] if text.startswith("We") else [0.8, 0.2] for text in texts]


model = FirstWord()
"""
DATASET = """
import textattack

dataset = textattack.datasets.Dataset([
    ("We went home because it was late.", 1),
    ("We will stay at home if it rains tomorrow.", 1),
    ("They read the old book.", 1),
])
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Options that name a victim and a dataset."""
    (tmp_path / "victim.py").write_text(VICTIM)
    (tmp_path / "data.py").write_text(DATASET)
    monkeypatch.chdir(tmp_path)
    return ["--model-from-file", "victim.py", "--dataset-from-file", "data.py", "-n", "-1"]


def run_textattack(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    from textattack.commands.textattack_cli import main

    monkeypatch.setattr(sys, "argv", ["textattack", *arguments])
    main()


def read_log(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.mark.slow
@pytest.mark.parametrize(
    "how",
    [
        pytest.param(["--attack-from-file", textattack_bridge.__file__], id="file"),
        pytest.param(["--attack-recipe", NAME], id="recipe"),
        pytest.param(
            [
                "--transformation", f"{NAME}^templates=['{CLAUSE_FIRST}']",
                "--search-method", "greedy", "--goal-function", "untargeted-classification",
                "--constraints", "repeat",
            ],
            id="parts",
        ),
    ],
)  # fmt: skip
def test_attacks_from_the_command_line(
    how: list[str], files: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if how[0] != "--attack-from-file":
        register()
    run_textattack(
        monkeypatch, "attack", *how, *files, "--log-to-csv", "log.csv", "--csv-coloring-style",
        "plain", "--disable-stdout",
    )  # fmt: skip
    rows = read_log(tmp_path / "log.csv")
    assert [row["result_type"] for row in rows] == ["Successful", "Successful", "Skipped"]
    assert rows[0]["original_text"] == "We went home because it was late."
    for row in rows[:2]:
        assert not row["perturbed_text"].startswith("We")
    if how[0] == "--transformation":
        assert rows[0]["perturbed_text"] == "Because it was late, we went home."


@pytest.mark.slow
def test_augments_from_the_command_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.csv").write_text("label,text\n1,We went home because it was late.\n")
    register()
    run_textattack(
        monkeypatch, "augment", "--recipe", NAME, "--input-csv", "in.csv", "--input-column", "text",
        "--output-csv", "out.csv", "--transformations-per-example", "2", "--exclude-original",
    )  # fmt: skip
    rows = read_log(Path("out.csv"))
    assert len(rows) == 2
    assert all(row["label"] == "1" and row["text"] for row in rows)


def test_texts_of_bundled_models_keep_their_format(paraphraser: Paraphraser) -> None:
    transformation = ControlledParaphrase([CLAUSE_FIRST], model=paraphraser)
    text = "we went home because it was late . nobody saw us ."
    assert "because it was late , we went home . nobody saw us ." in texts_of(
        transformation(AttackedText(text))
    )
