"""What is not asked of what rules and edits write."""

from scpn.filters.acceptance import rejections
from scpn.filters.meaning import Meaning
from scpn.filters.settings import FilterSettings

SOURCE = ["anna", "left", "and", "we", "stayed", "."]
OUTPUT = ["because", "anna", "left", ",", "we", "stayed", "and", "anna", "rang", "."]
FORM = "(S(SBAR)(,)(NP)(VP)(.))"


def reasons(settings: FilterSettings, output: list[str] = OUTPUT) -> list[str]:
    meaning = Meaning(similarity=0.9, lost=(), added=("rang",))
    return rejections(
        SOURCE, output, asked=FORM, found=FORM, given=FORM, settings=settings, meaning=meaning
    )


def test_new_words_names_said_again_and_because_are_no_faults_of_a_rewriting() -> None:
    assert reasons(FilterSettings()) == [
        "adds 'rang'",
        "says 'anna' more often",
        "relates by 'because'",
    ]
    assert reasons(FilterSettings().for_rewritings()) == []


def test_limits_that_were_set_and_definitions_still_count() -> None:
    strict = FilterSettings(min_similarity=0.95).for_rewritings()
    assert reasons(strict) == ["similarity 0.90 < 0.95"]
    assert "same words as the source" in reasons(strict, SOURCE)
    assert "adds a negation" in reasons(strict, [*OUTPUT[:-1], "not", "."])
