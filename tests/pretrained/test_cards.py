import pytest

from scpn.errors import ModelError
from scpn.pretrained import BUNDLED
from scpn.pretrained.cards import file_hashes, load_card


def test_every_bundled_model_has_a_card_and_the_hashes_hold() -> None:
    names = {path.name for path in BUNDLED.iterdir() if path.is_dir()} - {"classifiers"}
    assert names == {"critic", "judge", "parser", "parser-minilm", "parse-generator", "paraphraser"}
    for name in names:
        card = load_card(name)
        assert card.files == file_hashes(BUNDLED / name)
        assert all((card.data, card.commands, card.figures, card.limits))
        assert all({"name", "licence"} <= set(corpus) for corpus in card.data)


def test_bundled_models_are_small_together() -> None:
    assert sum(path.stat().st_size for path in BUNDLED.rglob("*") if path.is_file()) <= 91e6


def test_unknown_card_names_the_known_ones() -> None:
    with pytest.raises(ModelError, match=r"there are .*paraphraser, parse-generator, parser"):
        load_card("nothing")
