from typing import Any, cast

import pytest
from fake_attack import FORMS, FakeRewriter, KeywordVictim, example

from scpn.adversarial.attack import Attack
from scpn.adversarial.candidates import CandidateMaker
from scpn.adversarial.template_order import LearnedOrder, build_order, draw_order
from scpn.errors import UsageError

A, B, C = FORMS


@pytest.mark.parametrize(
    ("name", "budget", "message"),
    [
        ("every", None, "search is 'every'; searches are all, first, best, guided"),
        ("all", 3, "the search 'all' has no budget"),
        ("best", None, "the search 'best' needs a budget"),
        ("first", 0, "the budget is 0; it must be at least 1"),
    ],
)
def test_bad_requests(name: str, budget: int | None, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        build_order(cast(Any, name), FORMS, budget=budget)


def test_order_and_budget() -> None:
    assert build_order("all", FORMS).rank(example("a")) == list(FORMS)
    assert build_order("first", FORMS, budget=2).rank(example("a")) == [A, B]
    assert build_order("guided", FORMS, budget=2).rank(example("a")) == [A, B]


def test_drawn_forms_depend_on_seed_and_texts_alone() -> None:
    forms = [str(number) for number in range(50)]
    order = build_order("best", forms, budget=7, seed=1)
    drawn = order.rank(example("a", name="1"))
    assert len(set(drawn)) == 7
    assert order.rank(example("a", "other label", name="2")) == drawn
    assert order.rank(example("b")) != drawn
    assert build_order("best", forms, budget=7, seed=2).rank(example("a")) != drawn
    assert sorted(draw_order(forms, example("a"), seed=1)) == sorted(forms)


def test_forms_drawn_are_spread_evenly() -> None:
    order = build_order("best", FORMS, budget=1)
    drawn = [order.rank(example(f"text {n}"))[0] for n in range(600)]
    # 200 each; five standard deviations of a binomial are 58.
    assert all(142 < drawn.count(form) < 258 for form in FORMS)


def test_learned_order_starts_with_what_broke_before() -> None:
    order = LearnedOrder(FORMS)
    order.learn(example("one"), {A: False, B: False, C: True})
    order.learn(example("two"), {A: False, B: True})
    assert order.rank(example("three"))[0] == C
    for number in range(3):
        order.learn(example(f"again {number}"), {C: False})
    assert order.rank(example("three")) == [B, C, A]


def test_chance_by_hand() -> None:
    # Two trials of A: "red car" (good) held, "blue car" (bad) broke. The prior weight is 2.
    order = LearnedOrder([A, B])
    order.learn(example("red car", "good"), {A: False})
    order.learn(example("blue car", "bad"), {A: True})
    everywhere = (2 * 1 + 1) / (2 + 2)
    for_label = (2 * everywhere + 0) / (2 + 1)
    # Words and pairs: {red, car, red car} and {green, car, green car} share one of three.
    alike = 1 / 3
    expected = (2 * for_label + alike * 0 + alike * 1) / (2 + alike + alike)
    assert order._chances(example("green car", "good")) == pytest.approx([expected, 1.0])


def test_never_tried_comes_before_what_failed() -> None:
    order = LearnedOrder(FORMS)
    order.learn(example("one"), {A: True, B: False})
    assert order.rank(example("two")) == [A, C, B]


def test_similar_examples_count_most() -> None:
    order = LearnedOrder([A, B])
    order.learn(example("the old film was fun"), {A: True, B: False})
    order.learn(example("nobody ever called us back"), {A: False, B: True})
    assert order.rank(example("the old film was long")) == [A, B]
    assert order.rank(example("nobody ever called me back")) == [B, A]


def test_learned_order_needs_fewer_paraphrases() -> None:
    # Form 2 breaks every example, the others none.
    examples = [example(f"good k2 x{n}") for n in range(40)]
    computed = {}
    for name in ("first", "guided"):
        maker = CandidateMaker(FakeRewriter())
        order = build_order(cast(Any, name), FORMS)
        results = Attack(KeywordVictim(), maker, order=order, chunk_size=4).run(examples)
        assert all(result.is_broken for result in results)
        computed[name] = maker.num_computed
    # First: three forms each. Guided: three each in the first chunk, then one each.
    assert computed == {"first": 120, "guided": 4 * 3 + 36}


def test_guided_attack_learns_the_same_from_records() -> None:
    texts = ["good k1", "good k2 day", "good", "meh", "good k0 reject0", "good nothing"]
    examples = [example(f"{text} x{n}") for n, text in enumerate(texts * 3)]

    def attack() -> Attack:
        order = build_order("guided", FORMS)
        return Attack(KeywordVictim(), CandidateMaker(FakeRewriter()), order=order, chunk_size=4)

    whole, resumed = attack(), attack()
    expected = [result.to_records() for result in whole.run(examples)]
    for one, records in zip(examples[:8], expected[:8], strict=True):
        resumed.relearn(one, records)
    assert [r.to_records() for r in resumed.run(examples[8:])] == expected[8:]
