import pytest

from scpn.errors import UsageError
from scpn.filters.acceptance import rejections
from scpn.filters.meaning import Meaning
from scpn.filters.settings import FilterSettings
from scpn.filters.speech_acts import denies, new_relation

FORM = "(S(NP)(VP)(.))"


def reasons(
    source: str, output: str, *, found: str = FORM, given: str | None = None, **settings: float
) -> list[str]:
    return rejections(
        source.split(),
        output.split(),
        asked=FORM,
        found=found,
        given=given,
        settings=FilterSettings(**settings),  # type: ignore[arg-type]
    )


def test_a_good_paraphrase_breaks_no_rule() -> None:
    assert reasons("in may we met in rome .", "we met in rome in may .") == []


@pytest.mark.parametrize(
    ("source", "output", "found", "expected"),
    [
        ("we met in rome .", "we met here .", "(S(VP))", ["template is (S(VP)), not " + FORM]),
        # Two of four and two of four words: F1 is 2 * 2 / 8 = 0.5, which passes; one is 0.25.
        ("a b c d", "a x y z", FORM, ["n-gram overlap 0.25 < 0.5"]),
        ("we met .", "we met !", FORM, ["same words as the source"]),
        ("2 3 4 5 6", "2 3 4 2 3 4", FORM, ["repeats three words"]),
        ("school is n't my thing .", "school is my thing .", FORM, ["loses the negation"]),
        ("i like it .", "i never like it .", FORM, ["adds a negation"]),
        ("the car was for sale .", "the car was for the car .", FORM, ["says 'car' more often"]),
        (
            "he left as we came .",
            "when we came he left and he left .",
            FORM,
            ["says 'left' more often"],
        ),
        ("we were there .", "there we were , we were .", FORM, []),
        ("we met in ulm .", "in ulm we met \ufffd .", FORM, ["has broken letters"]),
        ("nobody came here .", "no one came here .", FORM, []),
        ("we met there .", "there we met ?", FORM, ["asks what the source states"]),
        ("we did meet there ?", "we did there meet .", FORM, ["states what the source asks"]),
        ("did we meet there ?", "there did we meet ?!", FORM, []),
        ("where did we meet", "we met where ?", FORM, []),
        ("when we met we ate .", "we ate when we met ?", FORM, ["asks what the source states"]),
    ],
)
def test_each_rule(source: str, output: str, found: str, expected: list[str]) -> None:
    assert reasons(source, output, found=found) == expected


def test_every_rule_can_be_turned_off() -> None:
    settings = {
        "min_overlap": 0,
        "require_match": False,
        "allow_copies": True,
        "allow_repeats": True,
        "allow_negation_change": True,
        "allow_question_change": True,
        "allow_subject_loss": True,
        "allow_new_relation": True,
    }
    assert reasons("not a b c", "x y z x y z", found="(S(VP))", **settings) == []
    assert reasons("a b c", "a b c", **settings) == []
    assert reasons("a b c ?", "a c b .", **settings) == []
    assert reasons("a b c .", "when a b .", given=FORM, found="(S(VP)(.))", **settings) == []


def test_several_reasons_stand_together() -> None:
    assert reasons("it is not so .", "x y z x y z", found="(S(VP))") == [
        "template is (S(VP)), not (S(NP)(VP)(.))",
        "n-gram overlap 0.00 < 0.5",
        "repeats three words",
        "loses the negation",
    ]


def test_the_form_of_a_question_is_a_question() -> None:
    form = "(SBARQ(WHADVP)(SQ)(.))"
    words = ["we", "met", "there", "."], ["where", "we", "met", "there", "."]
    settings = FilterSettings()
    found = rejections(*words, asked=form, found=form, settings=settings)
    assert found == ["asks what the source states"]
    words = ["where", "we", "met", "there", "?"], ["where", "there", "we", "met", "."]
    assert rejections(*words, asked=form, found=form, settings=settings) == []


def test_denies_looks_at_whole_words() -> None:
    assert denies(["it", "is", "n't"])
    assert not denies(["a", "note", "about", "knots"])


def test_an_impossible_threshold_is_refused() -> None:
    with pytest.raises(UsageError, match=r"min_overlap is 1\.5; it must lie between 0 and 1"):
        FilterSettings(min_overlap=1.5)


def test_similarity_is_a_rule_only_where_it_is_known() -> None:
    words = ["in", "may", "we", "met", "."], ["we", "met", "in", "may", "."]

    def judged(similarity: float | None, **settings: float) -> list[str]:
        return rejections(
            *words,
            asked=FORM,
            found=FORM,
            settings=FilterSettings(**settings),  # type: ignore[arg-type]
            meaning=None if similarity is None else Meaning(similarity),
        )

    assert judged(None) == judged(0.7) == []
    assert judged(0.694) == ["similarity 0.69 < 0.7"]
    assert judged(0.694, min_similarity=0.6) == []
    with pytest.raises(UsageError, match=r"min_similarity is 1\.5; it must lie between -1 and 1"):
        FilterSettings(min_similarity=1.5)


def test_what_the_paraphraser_finds_unlikely_is_rejected() -> None:
    words = ["in", "may", "we", "met", "."], ["we", "met", "in", "may", "."]

    def scored(score: float | None, **settings: float) -> list[str]:
        chosen = FilterSettings(**settings)  # type: ignore[arg-type]
        return rejections(*words, asked=FORM, found=FORM, settings=chosen, score=score)

    assert scored(None) == scored(-1.1) == []
    assert scored(-1.114) == ["score -1.11 < -1.1"]
    assert scored(-1.114, min_score=-2) == []


def test_content_may_be_lost_up_to_a_share_of_the_source() -> None:
    # Five content words: warm, sunny, june, met, rome.
    source = ["in", "a", "warm", "sunny", "june", "we", "met", "in", "rome", "."]
    output = ["we", "met", "in", "rome", "in", "june", "."]

    def judged(*lost: str, max_lost: float = 0.2) -> list[str]:
        settings = FilterSettings(max_lost=max_lost)
        meaning = Meaning(0.9, lost)
        return rejections(
            source, output, asked=FORM, found=FORM, settings=settings, meaning=meaning
        )

    assert judged() == judged("warm") == []
    assert judged("warm", "sunny") == ["loses 'warm', 'sunny'"]
    assert judged("warm", "sunny", max_lost=0.4) == []
    assert judged("warm", max_lost=0) == ["loses 'warm'"]
    assert judged("warm", "sunny", "june", "met") == ["loses 'warm', 'sunny', 'june'"]
    with pytest.raises(UsageError, match=r"max_lost is 1\.2; it must lie between 0 and 1"):
        FilterSettings(max_lost=1.2)


def test_content_may_be_added_up_to_a_share_of_the_output() -> None:
    # Four content words: see, sunny, june, rome.
    source, output = (
        ["a", "sunny", "june", "in", "rome"],
        ["see", "a", "sunny", "june", "in", "rome"],
    )

    def judged(*added: str, form: str = FORM, max_added: float = 0) -> list[str]:
        settings = FilterSettings(max_added=max_added)
        meaning = Meaning(0.9, added=added)
        return rejections(
            source, output, asked=form, found=form, settings=settings, meaning=meaning
        )

    assert judged() == judged("see", max_added=0.25) == []
    assert judged("see") == judged("see", max_added=0.2) == ["adds 'see'"]
    # A list's item has a number, or what the parser takes for one.
    assert judged("see", form="(S(LST)(VP)(.))") == []
    assert judged("see", "rome", form="(S(LST)(VP)(.))") == ["adds 'rome'"]


@pytest.mark.parametrize(
    ("source", "given", "found", "kept"),
    [
        ("it is made with care .", FORM, "(S(VP)(.))", False),
        ("it is made with care .", FORM, "(S(LST)(VP)(.))", False),
        ("a film of care .", "(NP(NP)(PP)(.))", "(S(ADVP)(VP)(.))", False),
        ("it is made with care .", FORM, "(S(PP)(,)(NP)(VP)(.))", True),
        ("it is made with care .", FORM, "(S(S)(VP)(.))", True),
        ("made with care , always .", "(S(VP)(,)(ADVP)(.))", "(S(VP)(.))", True),
        ("you should take care .", FORM, "(S(VP)(.))", True),
    ],
)
def test_a_statement_keeps_its_subject(source: str, given: str, found: str, kept: bool) -> None:
    def broken(**more: str | None) -> list[str]:
        words = source.split()
        settings = FilterSettings(allow_copies=True)
        return rejections(words, words, asked=found, found=found, settings=settings, **more)  # type: ignore[arg-type]

    assert broken(given=given) == ([] if kept else ["leaves out the subject"])
    assert broken() == []


@pytest.mark.parametrize(
    ("source", "output", "relation"),
    [
        ("from top to bottom it is full .", "when it is full , it is from top to bottom .", "when"),
        ("with care we return .", "if with care , we return .", "if"),
        ("tired , we left .", "because tired , we left .", "because"),
        # The same kind of relation, in other words.
        ("we left but it rained .", "although it rained , we left .", None),
        ("during the rain we left .", "while it rained , we left .", None),
        ("when it rained we left .", "we left if it rained .", None),
        ("it is like rain .", "it is as if it rained .", None),
        ("we left as it rained .", "we left because it rained .", None),
    ],
)
def test_a_relation_between_clauses_has_a_reason_in_the_source(
    source: str, output: str, relation: str | None
) -> None:
    assert new_relation(source.split(), output.split()) == relation
    expected = [] if relation is None else [f"relates by {relation!r}"]
    assert [r for r in reasons(source, output) if r.startswith("relates")] == expected
