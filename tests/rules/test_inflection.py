import pytest

from scpn.rules.inflection import (
    base_form,
    gerund,
    participle_of_past,
    past_participle,
    past_tense,
    third_person,
)


@pytest.mark.parametrize(
    ("base", "past", "participle", "present", "progressive"),
    [
        ("go", "went", "gone", "goes", "going"),
        ("stop", "stopped", "stopped", "stops", "stopping"),
        ("visit", "visited", "visited", "visits", "visiting"),
        ("refer", "referred", "referred", "refers", "referring"),
        ("carry", "carried", "carried", "carries", "carrying"),
        ("play", "played", "played", "plays", "playing"),
        ("use", "used", "used", "uses", "using"),
        ("die", "died", "died", "dies", "dying"),
        ("agree", "agreed", "agreed", "agrees", "agreeing"),
        ("watch", "watched", "watched", "watches", "watching"),
        ("write", "wrote", "written", "writes", "writing"),
        ("fix", "fixed", "fixed", "fixes", "fixing"),
        ("look", "looked", "looked", "looks", "looking"),
    ],
)
def test_forms(base: str, past: str, participle: str, present: str, progressive: str) -> None:
    assert past_tense(base) == past
    assert past_participle(base) == participle
    assert participle_of_past(past) == participle
    assert third_person(base) == present
    assert gerund(base) == progressive
    assert base_form(present, "VBZ") == base
    assert base_form(past, "VBD") == base


def test_the_base_of_an_unknown_past_is_not_guessed() -> None:
    assert base_form("glomed", "VBD") is None
    assert base_form("was", "VBD") is None
    assert base_form("running", "VBG") is None
    assert base_form("has", "VBZ") == "have"
    assert base_form("hopped", "VBD") is None
    assert base_form("hoped", "VBD") == "hope"
