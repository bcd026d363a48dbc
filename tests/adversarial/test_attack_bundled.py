"""The real paraphraser, a few sentences, and a victim that reads one word."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from fake_attack import example

from scpn.adversarial.attack import Attack
from scpn.adversarial.augment import Augmenter
from scpn.adversarial.cache import ParaphraseCache
from scpn.adversarial.candidates import CandidateMaker
from scpn.adversarial.protocol import Texts
from scpn.adversarial.rewriters import ControlledRewriter

if TYPE_CHECKING:
    from scpn import Paraphraser

FORMS = ("(S(SBAR)(,)(NP)(VP)(.))", "(S(NP)(VP)(.))")
EXAMPLES = [
    example("She stayed at home because she was tired.", "late"),
    example("We will leave the house if it rains.", "late"),
    example("When the film ended, the children laughed.", "early"),
    example("x" * 30 + " " + "word " * 80, "late"),
]

pytestmark = pytest.mark.slow


class FirstWordVictim:
    """Says "early" if a text begins with a conjunction: what moving a clause changes."""

    name, labels, num_texts = "first word", ["early", "late"], 1

    def predict_proba(self, texts: Sequence[Texts]) -> np.ndarray:
        early = [text.split()[0].lower() in ("because", "if", "when") for (text,) in texts]
        return np.array([[0.9, 0.1] if is_early else [0.1, 0.9] for is_early in early])


def test_clause_that_moves_breaks_a_victim_that_reads_the_first_word(
    paraphraser: "Paraphraser", tmp_path: Path
) -> None:
    rewriter = ControlledRewriter(paraphraser, FORMS)
    with ParaphraseCache(tmp_path / "cache") as cache:
        maker = CandidateMaker(rewriter, cache)
        first = list(Attack(FirstWordVictim(), maker).run(EXAMPLES))
        assert (maker.num_computed, maker.num_cached) == (8, 0)
    assert [result.is_right for result in first] == [True] * 4
    broken, *_, too_long = first
    assert broken.is_broken
    attempt = next(a for a in broken.attempts if a.verdict == "broken")
    assert attempt.candidate.form == FORMS[0]
    assert attempt.candidate.texts[0].startswith("Because she was tired,")
    assert too_long.error is not None
    assert "at most 60 are allowed" in too_long.error
    with ParaphraseCache(tmp_path / "cache") as cache:
        maker = CandidateMaker(ControlledRewriter(paraphraser, FORMS), cache)
        again = list(Attack(FirstWordVictim(), maker).run(EXAMPLES))
        assert (maker.num_computed, maker.num_cached) == (0, 8)
    records = [[result.to_records() for result in results] for results in (first, again)]
    assert records[0] == records[1]


def test_each_sentence_gets_what_it_gets_alone(paraphraser: "Paraphraser") -> None:
    wanted = {one.texts[0]: [FORMS[n % 2]] for n, one in enumerate(EXAMPLES[:3])}
    results = list(ControlledRewriter(paraphraser, FORMS).rewrite(wanted))
    for result, (sentence, forms) in zip(results, wanted.items(), strict=True):
        alone = paraphraser.paraphrase([sentence], templates=forms)[0]
        (found,) = result.paraphrases.values()
        assert [p.paraphrase for p in found] == [p.paraphrase for p in alone]
        assert [p.score for p in found] == pytest.approx([p.score for p in alone], abs=2e-4)


def test_augmentation_keeps_accepted_paraphrases_only(paraphraser: "Paraphraser") -> None:
    maker = CandidateMaker(ControlledRewriter(paraphraser, FORMS))
    made = list(Augmenter(maker, per_sentence=2).augment(EXAMPLES[:2]))
    assert any(one.paraphrases for one in made)
    for one in made:
        (candidates,) = maker.make([(one.example, FORMS)])
        accepted = {c.texts for c in candidates if c.accepted and c.paraphrases[0].template_match}
        assert {p.texts for p in one.paraphrases} <= accepted - {one.example.texts}
