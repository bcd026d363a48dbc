"""Figures of a report by hand, and a page that needs nothing else and escapes what it shows."""

import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from attack_records import failed, outcome
from nltk import Tree

from scpn.adversarial.bootstrap import Interval
from scpn.adversarial.outcomes import AttackOutcome
from scpn.adversarial.report.charts import Series, bar_chart
from scpn.adversarial.report.document import RobustnessReport, SystemReport, show_examples
from scpn.adversarial.report.figures import (
    AttackFigures,
    Rate,
    compare_broken,
    summarize_attack,
)
from scpn.adversarial.report.rendering import (
    describe_accuracies,
    render_html,
    render_markdown,
    write_report,
)
from scpn.adversarial.settings import ValidityRules
from scpn.adversarial.validity import JudgedOutcome
from scpn.errors import SentenceError

LONG = "one two three four five six seven eight nine ten eleven"
HOSTILE = "<script>alert('x')</script> & \"quoted\" | `code` [link](http://a.b)"


def judged(item: AttackOutcome, *, known: bool = True, valid: bool = False) -> JudgedOutcome:
    breaking = tuple(item.breaking) if valid else ()
    return JudgedOutcome(item, known, valid, breaking)


FIRST = [
    judged(
        outcome("1", "a b", "good", ("f", "b a", "broken", 0.2), ("g", "b", "held", 0.9)),
        valid=True,
    ),
    judged(outcome("2", "a c", "good", ("f", "c a", "broken", 0.1), ("g", "c", "broken", 0.3))),
    judged(outcome("3", LONG, "bad", ("f", "x", "held", 0.9), ("g", "y", "rejected", 0.1))),
    judged(outcome("4", "d", "bad", ("f", "e", "wrong before", 0.1), right=False), known=False),
    judged(failed("5", "e", "bad")),
]
SECOND = [
    judged(outcome("1", "a b", "good", ("f", "b a", "held", 0.8))),
    judged(outcome("2", "a c", "good", ("f", "c a", "broken", 0.1)), known=False),
    judged(outcome("3", LONG, "bad", ("f", "x", "held", 0.9))),
    judged(outcome("4", "d", "bad", ("f", "e", "held", 0.6))),
]


def test_figures_of_one_seed_by_hand() -> None:
    figures = summarize_attack([FIRST])
    assert (figures.examples, figures.failed) == (5, 1)
    assert figures.accuracy.value == 3 / 4
    assert figures.broken_rate.value == 2 / 4
    assert figures.broken_of_right.value == 2 / 3
    assert figures.accuracy_under_attack.value == 1 / 4
    assert figures.validity.value == 1 / 2
    # The judge knows 1, 2 and 3; one of them is broken by a valid candidate.
    assert figures.valid_broken.value == 1 / 3


def test_figures_by_form_label_and_length_by_hand() -> None:
    figures = summarize_attack([FIRST])
    # Of the examples that are right: 1, 2 and 3.
    assert [(f.name, f.candidates, f.accepted, f.broken, f.valid) for f in figures.forms] == [
        ("f", 3, 3, 2, 1),
        ("g", 3, 2, 1, 0),
    ]
    assert [f.broken_rate.value for f in figures.forms] == [2 / 3, 1 / 3]
    labels = [(g.name, g.examples, g.accuracy.value, g.broken_rate.value) for g in figures.labels]
    assert labels == [("bad", 2, 0.5, 0.0), ("good", 2, 1.0, 1.0)]
    lengths = [(g.name, g.examples, g.broken_rate.value) for g in figures.lengths]
    assert lengths == [("1-10", 3, 2 / 3), ("11-20", 1, 0.0)]


def test_figures_of_two_seeds_are_ratios_of_sums() -> None:
    figures = summarize_attack([FIRST, SECOND])
    # Broken: 2 of 4 and 1 of 4; right: 3 of 4 and 4 of 4.
    assert figures.broken_rate.value == 3 / 8
    assert figures.broken_rate.by_seed == [2 / 4, 1 / 4]
    assert figures.broken_of_right.value == pytest.approx(3 / 7)
    # Broken and known to the judge: 1 and 2 under the first seed, none under the second.
    assert figures.validity.value == 1 / 2
    assert figures.validity.by_seed == [1 / 2, None]
    assert figures.broken_rate.interval is not None
    assert figures.broken_rate.interval.count == 4


def test_paired_difference_is_over_shared_examples() -> None:
    fall = compare_broken([FIRST], [SECOND])
    # Examples 1 to 4: 1 - 0, 1 - 1, 0 - 0, 0 - 0.
    assert fall is not None
    assert (fall.value, fall.count) == (0.25, 4)
    assert compare_broken([FIRST[:1]], [SECOND[1:]]) is None


def test_figures_of_an_attack_that_broke_nothing_have_gaps_not_zeros() -> None:
    figures = summarize_attack([[judged(outcome("1", "a", "good"))]])
    assert figures.broken_rate.value == 0.0
    assert figures.validity.value is None
    assert figures.forms == []


class CountingParser:
    """A flat tree of the words; a text with "none" has none."""

    name, max_words = "counting", 60

    def parse(self, sentences: Sequence[str] | Sequence[list[str]]) -> list[Tree]:
        raise NotImplementedError

    def parse_tokens(self, sentences: Sequence[list[str]]) -> list[Tree | SentenceError]:
        return [
            SentenceError("none")
            if "none" in words
            else Tree("S", [Tree("NN", [word]) for word in words])
            for words in sentences
        ]


def test_examples_show_source_and_candidate_with_their_trees() -> None:
    shown = show_examples(FIRST, CountingParser())
    assert [example.id for example in shown] == ["1", "2"]
    first, second = shown
    assert (first.source, first.candidate, first.changed) == (("a b",), ("b a",), (True,))
    assert (first.before, first.after, first.prediction) == (0.9, 0.2, "bad")
    assert (first.is_valid, second.is_valid) == (True, False)
    assert "NN" in first.source_tree
    assert first.source_tree != first.candidate_tree
    assert show_examples(FIRST, None)[0].source_tree == ""
    assert len(show_examples(FIRST * 10, None, num=3)) == 3
    unknown = judged(outcome("9", "none", "good", ("f", "z", "broken", 0.1)), known=False)
    (example,) = show_examples([unknown], CountingParser())
    assert (example.source_tree, example.is_valid) == ("", None)


def report(*, hostile: bool = False, augmented: bool = True) -> RobustnessReport:
    items = list(FIRST)
    if hostile:
        items.append(
            judged(outcome(HOSTILE, HOSTILE, "good", (HOSTILE, HOSTILE + "!", "broken", 0.1)))
        )
    before = summarize_attack([items])
    after: AttackFigures | None = summarize_attack([SECOND]) if augmented else None
    systems = [
        SystemReport(
            name,
            before,
            after,
            Interval(0.25, 0.1, 0.4, 0.95, 4) if augmented else None,
            [7] if augmented else [],
            [0.8, 0.82],
            [0.79, 0.81] if augmented else [],
            show_examples(items, CountingParser()),
        )
        for name in ("scpn", HOSTILE if hostile else "synonyms")
    ]
    return RobustnessReport(
        title=HOSTILE if hostile else "Robustness",
        signature={"version": HOSTILE if hostile else "1"},
        sizes={"train": 1000, "dev": 5},
        seeds=[1],
        systems=systems,
        comparisons={systems[1].name: Interval(0.1, 0.0, 0.2, 0.95, 4)},
        judge="bag-of-words",
        judge_accuracy=0.75,
        rules=ValidityRules(),
    )


class Page(HTMLParser):
    """Notes elements, attributes that load something, and whether all is closed."""

    VOID = frozenset(["meta", "br", "hr", "img", "link", "input"])

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for key, value in attrs if key in ("src", "href", "xlink:href")]
        self.links += [key for key, _ in attrs if key.startswith("on")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def parse(html: str) -> Page:
    page = Page()
    page.feed(html)
    page.close()
    assert page.open == []
    return page


@pytest.mark.parametrize("hostile", [False, True])
@pytest.mark.parametrize("augmented", [False, True])
def test_page_loads_nothing_and_runs_nothing(hostile: bool, augmented: bool) -> None:
    html = render_html(report(hostile=hostile, augmented=augmented))
    page = parse(html)
    assert page.links == []
    assert not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    assert "@import" not in html
    assert "url(" not in html
    assert page.tags.count("svg") == 1 + 2 * 2


def test_hostile_text_stands_in_the_page_as_text() -> None:
    page = parse(render_html(report(hostile=True)))
    assert any(HOSTILE in text for text in page.text)


def test_page_has_the_figures_in_percent() -> None:
    text = " ".join(" ".join(parse(render_html(report())).text).split())
    for figure in (
        "50.0 (",
        "66.7 (",
        "25.0 (10.0 to 40.0)",
        "81.0 (80.0 to 82.0)",
        "75.0%",
        "dev 5 examples; seeds 1.",
    ):
        assert figure in text, figure
    assert "similarity of meaning to the source is at least 0.7" in text
    assert "Rows added to the training set, seed by seed: 7." in text


def test_markdown_has_whole_tables_and_escapes_cells() -> None:
    text = render_markdown(report(hostile=True))
    for block in re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE):
        rows = block.splitlines()
        widths = {len(re.findall(r"(?<!\\)\|", row)) for row in rows}
        assert len(widths) == 1, block
    assert "\\<script>" in text
    assert "[link]" not in text
    assert "| scpn | 80.0 (" in text


def test_chart_is_well_formed_and_draws_what_it_says() -> None:
    rates = [Rate(Interval(0.25, 0.1, 0.5, 0.95, 9), [0.25]), Rate(None, [None])]
    svg = bar_chart(
        "a & b", ["x < y", "none"], [Series("before", rates), Series("b", [None, None])]
    )
    root = ElementTree.fromstring(svg)
    name = "{http://www.w3.org/2000/svg}"
    assert root.attrib["aria-label"] == "a & b"
    bars = [e for e in root.iter(f"{name}rect") if e.attrib["height"] == "14"]
    # The axis ends at 60%, the first fifth above 50%: 430 units wide, 25/60 of them are filled.
    assert [float(bar.attrib["width"]) for bar in bars] == [pytest.approx(430 * 25 / 60, abs=0.1)]
    texts = [e.text for e in root.iter(f"{name}text")]
    assert "x < y" in texts
    assert texts[-2:] != texts[:2]
    assert "25.0" in texts
    assert "60%" in texts


def test_accuracies_are_mean_and_range() -> None:
    assert describe_accuracies([]) == "-"
    assert describe_accuracies([0.8]) == "80.0"
    assert describe_accuracies([0.8, 0.9]) == "85.0 (80.0 to 90.0)"


def test_three_files_are_written_and_json_has_all_figures(tmp_path: Path) -> None:
    paths = write_report(report(), tmp_path)
    assert [path.name for path in paths] == ["report.html", "report.md", "report.json"]
    value = json.loads(paths[2].read_text())
    assert value["systems"][0]["before"]["broken_rate"]["interval"]["value"] == 0.5
    assert value["systems"][0]["examples"][0]["candidate"] == ["b a"]
