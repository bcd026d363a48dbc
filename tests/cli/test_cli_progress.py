import io

import pytest
from rich.console import Console
from rich.progress import Progress

from scpn.cli import progress as module
from scpn.cli.progress import RunView, follow_training
from scpn.runs import Progress as Event


@pytest.fixture(autouse=True)
def _always_due(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECONDS_BETWEEN_LINES", 0.0)
    monkeypatch.setattr(module, "monotonic", iter(range(0, 100, 2)).__next__)


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
