import io

import pytest
from rich.console import Console
from rich.progress import Progress

from scpn.cli import progress as module
from scpn.cli.progress import RunView, StageProgress, follow_training
from scpn.runs import Progress as Event


@pytest.fixture(autouse=True)
def _always_due(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECONDS_BETWEEN_LINES", 0.0)
    monkeypatch.setattr(module, "monotonic", iter(range(0, 100, 2)).__next__)


def test_without_a_terminal_there_is_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with StageProgress("sentences", decimals=1) as progress:
        progress.start("paraphrasing", 1000)
        progress.skip(500)  # at 2 s
        progress.update(501)  # at 4 s
        progress.update(502, 499)  # at 6 s
    assert capsys.readouterr().err == (
        "paraphrasing: 501 of about 1,000 sentences, 0.5 sentences/s\n"
        "paraphrasing: 502 of about 1,000 sentences, 0.8 sentences/s\n"
    )


def test_line_with_a_note_and_an_exact_total(capsys: pytest.CaptureFixture[str]) -> None:
    with StageProgress("examples", prefix="scpn: ") as progress:
        progress.start("attacking", 10, is_exact=True)
        progress.update(4, note="1 of 3 broken")
    assert capsys.readouterr().err == (
        "scpn: attacking: 4 of 10 examples, 1 of 3 broken, 2 examples/s\n"
    )


def test_each_stage_begins_anew(capsys: pytest.CaptureFixture[str]) -> None:
    with StageProgress("steps") as progress:
        progress.update_stage("training", 4, 8)
        progress.update_stage("training", 8, 8)
        progress.update_stage("attacking", 2, 2)
    assert capsys.readouterr().err.splitlines() == [
        "training: 4 of about 8 steps, 2 steps/s",
        "training: 8 of about 8 steps, 2 steps/s",
        "attacking: 2 of about 2 steps, 1 steps/s",
    ]


def test_items_that_are_counted_are_passed_on(capsys: pytest.CaptureFixture[str]) -> None:
    with StageProgress("sentences") as progress:
        progress.start("parsing", None)
        assert list(progress.count("ab")) == ["a", "b"]
    assert capsys.readouterr().err.splitlines() == [
        "parsing: 1 sentences, 0 sentences/s",
        "parsing: 2 sentences, 0 sentences/s",
    ]


def test_events_of_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    with RunView(decimals=1, prefix="scpn: ") as view:
        assert view.on_progress is not None
        for done, skipped in ((0, 0), (3, 3), (4, 3), (5, 3)):
            view.on_progress(Event("reading", done, 9, skipped, unit="pairs", is_estimate=True))
        view.on_progress(Event("writing", 2, 5, unit="pairs", note="all well"))
    # Each look at the clock is 2 s after the one before; it starts with the third event.
    assert capsys.readouterr().err.splitlines()[-3:] == [
        "scpn: reading: 4 of about 9 pairs, 0.2 pairs/s",
        "scpn: reading: 5 of about 9 pairs, 0.3 pairs/s",
        "scpn: writing: 2 of 5 pairs, all well, 1.0 pairs/s",
    ]


def test_run_that_stops_says_what_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    def run() -> None:
        with RunView(shows_progress=False) as view:
            assert view.on_progress is None
            view.problems.add("line 3: is empty")
            error = KeyboardInterrupt()
            error.add_note("what is done is kept")
            raise error

    with pytest.raises(KeyboardInterrupt):
        run()
    assert capsys.readouterr().err == "scpn: line 3: is empty\nscpn: what is done is kept\n"


def test_figures_of_a_training_are_lines_and_its_updates_a_task() -> None:
    stream = io.StringIO()
    bar = Progress(console=Console(file=stream, width=100))
    report, progress = follow_training(bar, "bilstm", decimals=2)
    report({"step": 5.0, "accuracy": 61.238})
    progress(5, 20)
    assert "step 5.00 accuracy 61.24" in stream.getvalue()
    (task,) = bar.tasks
    assert (task.description, task.completed, task.total) == ("bilstm", 5, 20)
