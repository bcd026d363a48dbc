"""A critic reads the best outputs: it ranks those that match and decides what is accepted."""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from scripted_pipeline import (
    AGAIN,
    MOVED,
    OTHER,
    PLAIN,
    SOURCE,
    run,
    scripted_paraphraser,
    write,
)
from tiny_pipeline import tiny_paraphraser

from scpn.critic import Verdict
from scpn.errors import UsageError
from scpn.filters.settings import FilterSettings
from scpn.paraphraser import GenerationSettings, Paraphraser, loading


class TableCritic:
    """Knows the quality of some outputs; others are worth nothing."""

    threshold = 0.6

    def __init__(self, odds: Mapping[str, float] | None = None, **qualities: float) -> None:
        self.qualities, self.writer_odds = qualities, odds or {}
        self.batches: list[list[str]] = []

    def judge(self, pairs: Sequence[tuple[Sequence[str], Sequence[str]]]) -> list[Verdict]:
        self.batches.append([" ".join(output) for _, output in pairs])
        assert {" ".join(source) for source, _ in pairs} <= {SOURCE}
        names = {MOVED: "moved", AGAIN: "again", OTHER: "other", PLAIN: "plain"}
        values = [self.qualities.get(names[" ".join(output)], 0.0) for _, output in pairs]
        return [Verdict(0.9, 0.12345, value) for value in values]


@pytest.fixture
def paraphraser(tmp_path: Path) -> Paraphraser:
    return scripted_paraphraser(tmp_path)


def test_quality_ranks_what_matches_and_stands_in_the_record(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    paraphraser.critic = critic = TableCritic(moved=0.7, again=0.8, plain=0.99)
    write(monkeypatch, [(MOVED, -0.1), (PLAIN, -0.2)], [(AGAIN, -0.9)])
    found = run(paraphraser)
    assert [(p.paraphrase.lower(), p.quality) for p in found] == [
        (AGAIN, 0.8),
        (MOVED, 0.7),
        (PLAIN, 0.99),
    ]
    assert [p.accepted for p in found] == [True, True, False]
    assert (found[0].same, found[0].english) == (0.9, 0.1235)
    assert len(critic.batches) == 1
    # What a strict rule wrote comes first, unless the critic rejects it.
    for moved, expected in ((0.7, (MOVED, "rule:front-phrase")), (0.5, (AGAIN, "edit"))):
        paraphraser.critic = TableCritic(moved=moved, again=0.8, plain=0.99)
        best = run(paraphraser, writers="all")[0]
        assert (best.paraphrase.lower(), best.by) == expected


def test_what_is_below_the_threshold_is_rejected_with_its_figure(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    paraphraser.critic = TableCritic(moved=0.59, again=0.6)
    write(monkeypatch, [(MOVED, -0.1), (AGAIN, -0.9)])
    good, bad = run(paraphraser)
    assert good.accepted
    assert bad.rejected_because == ["quality 0.59 < 0.6"]
    good, bad = run(paraphraser, filters=FilterSettings(min_quality=0.5))
    assert good.accepted
    assert bad.accepted
    found = run(paraphraser, filters=FilterSettings(min_quality=0.7))
    assert [p.rejected_because for p in found] == [["quality 0.60 < 0.7"], ["quality 0.59 < 0.7"]]
    with pytest.raises(UsageError, match=r"min_quality is 1\.5; it must lie between 0 and 1"):
        FilterSettings(min_quality=1.5)


def test_who_wrote_counts_beside_the_texts(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Odds of 1 to 1 for an edit become 3 to 1, and 4 to 1 for the networks 1 to 1.
    odds = {"edit": math.log(3), "network": math.log(1 / 4), "rule": 9.0}
    paraphraser.critic = TableCritic(odds, again=0.5, moved=0.8)
    write(monkeypatch, [(MOVED, -0.1), (AGAIN, -0.9)])
    found = {p.by: p.quality for p in run(paraphraser, writers="all", num_return=4)}
    assert found["edit"] == 0.75
    found = {p.paraphrase.lower(): p.quality for p in run(paraphraser)}
    assert found[MOVED] == 0.5


def test_the_critic_reads_the_best_few_and_whatever_is_returned(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    paraphraser.critic = critic = TableCritic(moved=0.7, again=0.8, other=0.9)
    write(monkeypatch, [(MOVED, -0.1), (OTHER, -0.2)], [(AGAIN, -0.3), (PLAIN, -0.4)])
    (found,) = run(paraphraser, num_return=1, critic_candidates=2)
    assert found.paraphrase.lower() == AGAIN
    assert critic.batches == [[MOVED, AGAIN]]
    three = run(paraphraser, num_return=3, critic_candidates=1)
    assert critic.batches[-1] == [MOVED, AGAIN, OTHER]
    assert all(p.quality is not None for p in three)


def test_rules_written_by_hand_can_be_left_to_the_critic(
    paraphraser: Paraphraser, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(monkeypatch, [(OTHER, -5.0), (PLAIN, -0.1)])
    for critic, hand_rules, expected in (
        (TableCritic(other=0.9), True, ["n-gram overlap 0.31 < 0.5", "score -5.00 < -1.1"]),
        (TableCritic(other=0.9), False, []),
        (TableCritic(other=0.1), False, ["quality 0.10 < 0.6"]),
        (None, False, ["n-gram overlap 0.31 < 0.5", "score -5.00 < -1.1"]),
    ):
        paraphraser.critic = critic
        settings = FilterSettings(hand_rules=hand_rules)
        found = {p.paraphrase.lower(): p for p in run(paraphraser, filters=settings)}
        assert found[OTHER].rejected_because == expected
        # What is a matter of definition is not left to anybody.
        assert found[PLAIN].rejected_because[:2] == [
            "template is (S(NP)(VP)(.)), not (S(PP)(,)(NP)(VP)(.))",
            "same words as the source",
        ]


def test_the_critic_of_the_folder_comes_before_the_bundled_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[Any] = []

    def load_critic(name: str | Path, *, device: Any = None) -> TableCritic:
        loaded.append(name)
        return TableCritic()

    monkeypatch.setattr(loading, "load_critic", load_critic)
    monkeypatch.setattr(loading, "BUNDLED", tmp_path / "bundled")
    folder = tmp_path / "model"
    tiny_paraphraser(tmp_path).save_pretrained(folder)

    def critic_of(critic: str | None = None) -> Any:
        return Paraphraser.from_pretrained(folder, judge="none", critic=critic).critic

    assert critic_of() is None
    (tmp_path / "bundled" / "critic").mkdir(parents=True)
    assert isinstance(critic_of(), TableCritic)
    (folder / "critic").mkdir()
    critic_of()
    critic_of("mine")
    assert critic_of("none") is None
    assert loaded == [tmp_path / "bundled" / "critic", folder / "critic", "mine"]


def test_at_least_one_candidate_is_read() -> None:
    with pytest.raises(UsageError, match="critic_candidates is 0; it must be at least 1"):
        GenerationSettings(critic_candidates=0)
