import copy
import dataclasses
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
import torch
from fake_attack import FORMS, FakeParaphraser, FakeRewriter, example

from scpn.adversarial import candidates
from scpn.adversarial.cache import ParaphraseCache
from scpn.adversarial.candidates import Candidate, CandidateMaker
from scpn.adversarial.rewriters import ControlledRewriter
from scpn.errors import SentenceError, UsageError
from scpn.paraphraser.settings import GenerationSettings
from scpn.pretrained.digest import models_digest


def texts(made: "list[Candidate] | SentenceError") -> list[str]:
    assert not isinstance(made, SentenceError)
    return [candidate.texts[0] for candidate in made]


def test_candidates_come_in_the_order_asked_for() -> None:
    maker = CandidateMaker(FakeRewriter())
    made = maker.make([(example("a b"), [FORMS[2], FORMS[0]]), (example("c"), FORMS[1:2])])
    assert [texts(candidates) for candidates in made] == [["a b 2", "a b 0"], ["c 1"]]
    assert (maker.num_computed, maker.num_cached) == (3, 0)


def test_second_run_computes_nothing(tmp_path: Path) -> None:
    wanted = [(example("a"), FORMS), (example("nothing"), FORMS), (example("long"), FORMS)]
    with ParaphraseCache(tmp_path / "c") as cache:
        fresh = CandidateMaker(FakeRewriter(), cache).make(wanted)
    rewriter = FakeRewriter()
    with ParaphraseCache(tmp_path / "c") as cache:
        maker = CandidateMaker(rewriter, cache)
        again = maker.make(wanted)
    uncached = CandidateMaker(FakeRewriter()).make(wanted)
    assert repr(again) == repr(fresh) == repr(uncached)
    assert rewriter.asked == []
    assert (maker.num_computed, maker.num_cached) == (0, 9)


def test_only_what_is_missing_is_computed(tmp_path: Path) -> None:
    rewriter = FakeRewriter()
    with ParaphraseCache(tmp_path / "c") as cache:
        maker = CandidateMaker(rewriter, cache)
        maker.make([(example("a"), FORMS[:1])])
        rewriter.asked.clear()
        maker.make([(example("a"), FORMS), (example("b"), FORMS[:1])])
    assert rewriter.asked == [("a", FORMS[1]), ("a", FORMS[2]), ("b", FORMS[0])]


def test_other_rewriter_has_other_paraphrases(tmp_path: Path) -> None:
    with ParaphraseCache(tmp_path / "c") as cache:
        CandidateMaker(FakeRewriter(version=1), cache).make([(example("a"), FORMS)])
        rewriter = FakeRewriter(version=2)
        CandidateMaker(rewriter, cache).make([(example("a"), FORMS)])
    assert len(rewriter.asked) == 3


def test_another_version_has_other_paraphrases(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rewriters = [FakeRewriter() for _ in range(3)]
    with ParaphraseCache(tmp_path / "c") as cache:
        for rewriter, version in zip(rewriters, ("1.0", "1.1", "1.0"), strict=True):
            monkeypatch.setattr(candidates, "__version__", version)
            CandidateMaker(rewriter, cache).make([(example("a"), FORMS)])
    assert [len(rewriter.asked) for rewriter in rewriters] == [3, 3, 0]


def test_digest_sees_weights_words_arrays_and_functions(tmp_path: Path) -> None:
    def digest(**parts: Any) -> str:
        return models_digest(SimpleNamespace(**parts))

    linear = torch.nn.Linear(2, 2)
    kinds: list[tuple[Any, Any]] = [
        (linear, torch.nn.Linear(2, 2)),
        (np.zeros(3), np.ones(3)),
        ("a", "b"),
        (example, torch.nn.functional.softmax),
    ]
    for one, other in kinds:
        assert digest(x=one) == digest(x=one) != digest(x=other)
    assert digest(labels=["a", "b"]) != digest(labels=["b", "a"])
    assert digest(x=3) == digest(x=4)


def test_sentence_is_kept_though_a_later_one_fails(tmp_path: Path) -> None:
    class Failing(FakeRewriter):
        def rewrite(self, wanted: Any) -> Any:
            for number, result in enumerate(super().rewrite(wanted)):
                if number == 20:
                    raise KeyboardInterrupt
                yield result

    many = [(example(f"s{n}"), FORMS[:1]) for n in range(30)]
    rewriter = FakeRewriter()
    with ParaphraseCache(tmp_path / "c") as cache:
        with pytest.raises(KeyboardInterrupt):
            CandidateMaker(Failing(), cache).make(many)
        CandidateMaker(rewriter, cache).make(many)
    assert rewriter.asked[0][0] == "s20"


def test_same_sentence_is_computed_once() -> None:
    rewriter = FakeRewriter()
    pair = example("same", second="same", name="1")
    maker = CandidateMaker(rewriter, sides="both")
    maker.make([(pair, FORMS[:1]), (dataclasses.replace(pair, id="2"), FORMS[:1])])
    assert rewriter.asked == [("same", FORMS[0])]


def test_text_that_is_no_unicode_is_an_error() -> None:
    maker = CandidateMaker(FakeRewriter())
    bad, good = maker.make([(example("half \ud800"), FORMS), (example("a"), FORMS[:1])])
    assert isinstance(bad, SentenceError)
    assert "not UTF-8: U+D800 at character 6" in str(bad)
    assert texts(good) == ["a 0"]


def test_similarity_of_both_sides_is_the_lower_one() -> None:
    maker = CandidateMaker(FakeRewriter(), sides="both")
    (made,) = maker.make([(example("a", second="b"), FORMS[:1])])
    assert not isinstance(made, SentenceError)
    low = dataclasses.replace(made[0].paraphrases[1], similarity=0.3)
    candidate = dataclasses.replace(made[0], paraphrases=(made[0].paraphrases[0], low))
    assert candidate.similarity == 0.3
    unknown = dataclasses.replace(low, similarity=None)
    candidate = dataclasses.replace(made[0], paraphrases=(made[0].paraphrases[0], unknown))
    assert candidate.similarity is None


def test_unknown_sides() -> None:
    with pytest.raises(UsageError, match="sides are 'left'; they are first, second, both"):
        CandidateMaker(FakeRewriter(), sides=cast(Any, "left"))


# The controlled paraphraser


def rewriter_of(paraphraser: object, **settings: Any) -> ControlledRewriter:
    return ControlledRewriter(
        cast(Any, paraphraser), FORMS, GenerationSettings(tokenized=True, **settings)
    )


def test_each_sentence_gets_its_own_forms() -> None:
    paraphraser = FakeParaphraser()
    wanted = {"A b": [FORMS[1]], "c": [FORMS[0], FORMS[2]], "a B": [FORMS[0]]}
    results = list(rewriter_of(paraphraser).rewrite(wanted))
    assert [result.sentence for result in results] == ["A b", "c", "a B"]
    assert [list(result.paraphrases) for result in results] == list(wanted.values())
    assert results[0].paraphrases[FORMS[1]][0].paraphrase == "A b 1"
    assert paraphraser.asked[1] == ("c", (FORMS[0], FORMS[2]))


def test_groups_are_of_one_batch() -> None:
    paraphraser = FakeParaphraser()
    calls: list[list[str]] = []
    stream = paraphraser.stream

    def counted(sentences: Any, controls: Any, *, settings: Any) -> Any:
        calls.append(list(sentences))
        return stream(sentences, controls, settings=settings)

    paraphraser.stream = counted  # type: ignore[method-assign]
    wanted = {"a": FORMS, "b": FORMS[:2], "c": FORMS, "d": FORMS[:1], "e": FORMS[:1]}
    # Five requests with four parses each.
    results = list(rewriter_of(paraphraser, batch_size=20).rewrite(wanted))
    assert calls == [["a", "b"], ["c", "d", "e"]]
    assert [result.sentence for result in results] == list(wanted)
    calls.clear()
    list(rewriter_of(paraphraser, batch_size=1).rewrite(wanted))
    assert calls == [["a"], ["b"], ["c"], ["d"], ["e"]]


def test_templates_are_written_in_one_way() -> None:
    rewriter = ControlledRewriter(cast(Any, FakeParaphraser()), ["S -> NP VP .", FORMS[0]])
    assert rewriter.forms == (FORMS[0],)
    with pytest.raises(UsageError, match="no template is given"):
        ControlledRewriter(cast(Any, FakeParaphraser()), [])


def test_signature_is_of_what_changes_the_outcome() -> None:
    def signature(**settings: Any) -> Any:
        return rewriter_of(FakeParaphraser(), **settings).signature

    assert signature(batch_size=2) == signature(batch_size=9)
    assert signature(beam=3) != signature(beam=4)
    assert signature(seed=1) != signature(seed=2)


def test_digest_tells_models_apart() -> None:
    torch.manual_seed(0)
    network = torch.nn.Linear(2, 3)
    part = SimpleNamespace(name="parser", network=network, words=["a", "b"])
    model = SimpleNamespace(parser=part, other=torch.nn.Linear(1, 1), seconds={"parse": 1.0})
    same = copy.deepcopy(model)
    same.seconds["parse"] = 2.0
    assert models_digest(same) == models_digest(model)
    for change in ("weight", "own", "words", "name"):
        other = copy.deepcopy(model)
        with torch.no_grad():
            if change == "weight":
                other.parser.network.weight[0, 0] += 1e-3
            elif change == "own":
                other.other.bias += 1e-3
            elif change == "words":
                other.parser.words.append("c")
            else:
                other.parser.name = "another"
        assert models_digest(other) != models_digest(model), change
    half = copy.deepcopy(model)
    half.other.to(torch.bfloat16)
    assert models_digest(half) != models_digest(model)
