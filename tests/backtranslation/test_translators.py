"""Translators: a tiny Marian model, its batches and errors; the round trip by a made-up rule."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from tiny_marian import TEXTS, save_tiny_marian

from scpn.backtranslation.marian import MarianTranslator
from scpn.backtranslation.translator import RoundTrip
from scpn.errors import ModelError, SentenceError


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_tiny_marian(tmp_path_factory.mktemp("marian") / "tiny")


@pytest.fixture(scope="module")
def translator(folder: Path) -> MarianTranslator:
    return MarianTranslator.load(folder, batch_size=2)


class Counting:
    """Gives the text with a number behind it, as often as asked."""

    def __init__(self, name: str) -> None:
        self.name = name

    def translate(self, sentences: Sequence[str], *, num: int = 1) -> list[list[tuple[str, float]]]:
        return [[(f"{text}{self.name}{n}", -float(n)) for n in range(num)] for text in sentences]


def test_round_trip_takes_the_best_pivot_and_the_best_ways_back() -> None:
    trip = RoundTrip(Counting("f"), Counting("b"))
    assert trip.name == "f+b"
    assert trip.translate(["x", "y"], num=2) == [
        [("xf0b0", 0.0), ("xf0b1", -1.0)],
        [("yf0b0", 0.0), ("yf0b1", -1.0)],
    ]


def test_translations_are_best_first_and_as_many_as_asked(translator: MarianTranslator) -> None:
    found = translator.translate(TEXTS, num=3)
    assert [len(versions) for versions in found] == [3] * len(TEXTS)
    for versions in found:
        scores = [score for _, score in versions]
        assert scores == sorted(scores, reverse=True)
        assert all(score < 0 for score in scores)
    assert len({versions[0][0] for versions in found}) > 1


def test_batches_do_not_change_translations(folder: Path, translator: MarianTranslator) -> None:
    alone = [translator.translate([text], num=2)[0] for text in TEXTS]
    together = MarianTranslator.load(folder, batch_size=16).translate(TEXTS, num=2)
    assert [[t for t, _ in v] for v in together] == [[t for t, _ in v] for v in alone]
    for left, right in zip(together, alone, strict=True):
        assert [s for _, s in left] == pytest.approx([s for _, s in right], abs=1e-4)


def test_nothing_to_translate_is_nothing(translator: MarianTranslator) -> None:
    assert translator.translate([]) == []


def test_sentence_that_is_too_long_is_named(translator: MarianTranslator) -> None:
    with pytest.raises(SentenceError, match=r"sentence 2 has \d+ pieces, tiny takes at most 64"):
        translator.translate([TEXTS[0], "The old man saw a ship. " * 20])


def test_folder_without_a_model_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be loaded as a translation model"):
        MarianTranslator.load(tmp_path)
