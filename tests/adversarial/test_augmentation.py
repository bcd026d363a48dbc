from collections import Counter
from typing import Any

import pytest
from fake_attack import FORMS, FakeRewriter, example

from scpn.adversarial.augment import Augmented, Augmenter, augmented_rows, balance, most_wanted
from scpn.adversarial.candidates import CandidateMaker
from scpn.adversarial.protocol import Example
from scpn.adversarial.rewriters import SentenceParaphrases
from scpn.errors import DataError, UsageError


def augmenter(rewriter: Any = None, **options: Any) -> Augmenter:
    return Augmenter(CandidateMaker(rewriter or FakeRewriter()), **options)


def texts(augmented: Augmented) -> list[str]:
    return [candidate.texts[0] for candidate in augmented.paraphrases]


def test_as_many_as_wanted_and_no_more_are_made() -> None:
    rewriter = FakeRewriter()
    (one,) = augmenter(rewriter, per_sentence=2).augment([example("a")])
    assert len(texts(one)) == 2
    assert len(rewriter.asked) == 2
    assert set(texts(one)) <= {"a 0", "a 1", "a 2"}


def test_only_accepted_ones() -> None:
    (one,) = augmenter(per_sentence=3).augment([example("a reject0 reject2")])
    assert texts(one) == ["a reject0 reject2 1"]


def test_rejected_ones_are_replaced_by_other_forms() -> None:
    for seed in range(8):  # whichever is drawn first
        (one,) = augmenter(per_sentence=2, seed=seed).augment([example("a reject1")])
        assert sorted(texts(one)) == ["a reject1 0", "a reject1 2"]


def test_wordings_are_different() -> None:
    class Same(FakeRewriter):
        def rewrite(self, wanted: Any) -> Any:
            for result in super().rewrite(wanted):
                same = dict.fromkeys(result.paraphrases, result.paraphrases[FORMS[0]])
                yield SentenceParaphrases(result.sentence, same)

    wanted = FORMS
    (one,) = Augmenter(CandidateMaker(Same()), per_sentence=len(wanted)).augment([example("a")])
    assert len(texts(one)) == 1


def test_sentence_that_cannot_be_paraphrased() -> None:
    first, second = augmenter().augment([example("long"), example("a")])
    assert (first.paraphrases, first.error) == ([], "the sentence is too long; split it")
    assert (len(second.paraphrases), second.error) == (1, None)


def test_seed_and_texts_decide_alone() -> None:
    examples = [example(f"text {n}") for n in range(40)]

    def run(seed: int, size: int, order: int = 1) -> dict[str, list[str]]:
        made = augmenter(per_sentence=2, seed=seed, chunk_size=size).augment(examples[::order])
        return {one.example.id: texts(one) for one in made}

    assert run(1, 7) == run(1, 100) == run(1, 7, -1)
    assert run(1, 7) != run(2, 7)


def test_pairs_keep_their_other_side() -> None:
    maker = CandidateMaker(FakeRewriter(), sides="second")
    (one,) = Augmenter(maker, per_sentence=3).augment([example("a", second="b")])
    assert sorted(candidate.texts for candidate in one.paraphrases) == [
        ("a", "b 0"),
        ("a", "b 1"),
        ("a", "b 2"),
    ]


def test_bad_number() -> None:
    with pytest.raises(UsageError, match="per_sentence and chunk_size must be at least 1"):
        augmenter(per_sentence=0)


# Rows


def test_rows_keep_their_columns() -> None:
    row = {"key": 7, "text": "a", "label": "good", "note": None}
    maker = CandidateMaker(FakeRewriter(FORMS[:1]))
    (one,) = Augmenter(maker).augment([Example("7", ("a",), "good", row)])
    first, second = augmented_rows(one, ["text"], id_column="key")
    new = {"source_id": "7", "template": None, "similarity": None}
    assert first == row | new | {"key": "7"}  # as the key of a paraphrase, text
    assert second == {
        "key": "7.1",
        "text": "a 0",
        "label": "good",
        "note": None,
        "source_id": "7",
        "template": FORMS[0],
        "similarity": 0.9,
    }
    assert list(first) == list(second)
    (only,) = augmented_rows(one, ["text"], include_original=False)
    assert (only["key"], only["text"]) == (7, "a 0")


def test_column_that_is_taken() -> None:
    one = Augmented(Example("1", ("a",), "x", {"text": "a", "template": "t"}), [])
    with pytest.raises(DataError, match="has a column 'template' already, which augmentation adds"):
        next(augmented_rows(one, ["text"]))


# Balance: labels a, b, c with 6, 2 and 3 examples


def data(a: int = 6, b: int = 2, c: int = 3, *, more: str = "") -> list[Example]:
    labels = "a" * a + "b" * b + "c" * c
    return [example(f"{label} {n}{more}", label) for n, label in enumerate(labels)]


def balanced(examples: list[Example], *, per_sentence: int = 3, seed: int = 0) -> Any:
    most = most_wanted(Counter(one.label for one in examples), per_sentence)
    made = list(augmenter(per_sentence=per_sentence).augment(examples, most=most))
    return balance(
        [one.example.label for one in made], [len(one.paraphrases) for one in made], seed=seed
    )


def test_labels_become_equal() -> None:
    # b can have 2 * (1 + 3) = 8 rows, a and c more: each gets 8.
    found = balanced(data())
    assert found.target == 8
    assert found.totals == {"a": 8, "b": 8, "c": 8}
    assert most_wanted({"a": 6, "b": 2, "c": 3}, 3) == {"a": 1, "b": 3, "c": 2}
    assert sum(found.kept) == 24 - 11


def test_first_paraphrases_before_second_ones() -> None:
    found = balanced(data())
    a, b, c = found.kept[:6], found.kept[6:8], found.kept[8:]
    assert sorted(a) == [0, 0, 0, 0, 1, 1]
    assert b == [3, 3]
    assert sorted(c) == [1, 2, 2]


def test_label_that_cannot_grow_enough() -> None:
    # b can have 2 * 2 = 4 rows only; a, the largest, is not made smaller, and c gets as many as a.
    found = balanced(data(), per_sentence=1)
    assert found.target == 6
    assert found.totals == {"a": 6, "b": 4, "c": 6}
    assert found.kept == [0] * 6 + [1] * 5


def test_rejected_ones_do_not_count() -> None:
    examples = data(4, 2, 0, more=" reject0 reject1")
    found = balanced(examples)  # one accepted each: b has 4, as many as a
    assert found.totals == {"a": 4, "b": 4}
    assert found.kept == [0, 0, 0, 0, 1, 1]


def test_balance_is_drawn_by_the_seed() -> None:
    kept = {tuple(balanced(data(), seed=seed).kept) for seed in range(6)}
    assert len(kept) > 1
    assert balanced(data(), seed=3) == balanced(data(), seed=3)
