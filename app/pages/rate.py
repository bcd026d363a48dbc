"""The page Rate: a blind sheet, one question at a time."""

import tempfile
from pathlib import Path
from typing import Any

import gradio as gr

from scpn.app.cards import error_box, notice, progress_box, question_card
from scpn.app.queues import DIRECT
from scpn.app.rating import RatingSession
from scpn.app.uploads import explain
from scpn.errors import ScpnError
from scpn.fileio import make_folder

_STORAGE_KEY = "scpn-rating"
_NOT_SECRET = "scpn"  # the browser's store is the rater's own; it must outlive the server


class RatePage:
    """Builds the page and answers its events."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="scpn-rating-")

    def build(self, blocks: gr.Blocks) -> None:
        """Add the page to the tab that is open, and its events."""
        # Answers are kept in the rater's browser too, so that none is lost with the page.
        self.kept = gr.BrowserState({}, storage_key=_STORAGE_KEY, secret=_NOT_SECRET)
        self.session = gr.State()
        with gr.Column(elem_classes="narrow"):
            gr.Markdown(
                "Judge texts without knowing where they come from. Send the sheet that "
                "`scpn rate export` wrote, answer, and give the finished sheet back.",
                elem_classes="hint",
            )
            self.file = gr.File(
                label="Sheet (.csv)", file_types=[".csv"], elem_id="rate-file", height=120
            )
            self.progress = gr.HTML(elem_id="rate-progress", container=False)
            self.question = gr.HTML(elem_id="rate-question", container=False)
            self.answer = gr.Radio(
                label="Your answer", visible=False, elem_id="rate-answer", elem_classes="answers"
            )
            with gr.Row(elem_classes="actions"):
                self.back = gr.Button("Back", visible=False, elem_id="rate-back", size="md")
                self.skip = gr.Button("Skip", visible=False, elem_id="rate-skip", size="md")
            self.save = gr.DownloadButton(
                "Save the sheet", visible=False, variant="primary", elem_id="rate-save"
            )
        self._connect()

    def _connect(self) -> None:
        quick: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden", **DIRECT}
        shown = [
            self.session, self.kept, self.progress, self.question, self.answer, self.back,
            self.skip, self.save,
        ]  # fmt: skip
        state = [self.session, self.kept]
        self.file.change(self.open, [self.file, self.kept], shown, **quick)
        self.answer.input(self.rate, [*state, self.answer], shown, trigger_mode="once", **quick)
        self.back.click(self.go_back, state, shown, **quick)
        self.skip.click(self.go_on, state, shown, **quick)

    # -- events ------------------------------------------------------------------------------

    def open(self, path: str | None, kept: dict[str, Any]) -> tuple[Any, ...]:
        """Begin with a sheet, or go on with one that was begun."""
        if path is None:
            return self._show(None, kept)
        try:
            session = RatingSession.open(path)
        except ScpnError as error:
            return self._show(None, kept, problem=explain(error, path))
        session.take(kept.get(session.digest, {}))
        session.go_to_open()
        return self._show(session, kept)

    def rate(
        self, session: RatingSession | None, kept: dict[str, Any], answer: str
    ) -> tuple[Any, ...]:
        """Note an answer and go on to the next question that has none."""
        if session is None:
            return self._show(None, kept)
        session.rate(answer)
        # Only the sheet in hand: a browser's store is small.
        return self._show(session, {session.digest: session.answers})

    def go_back(self, session: RatingSession | None, kept: dict[str, Any]) -> tuple[Any, ...]:
        """Show the question before."""
        if session is not None:
            session.move(-1)
        return self._show(session, kept)

    def go_on(self, session: RatingSession | None, kept: dict[str, Any]) -> tuple[Any, ...]:
        """Show the next question."""
        if session is not None:
            session.move(1)
        return self._show(session, kept)

    def _show(
        self, session: RatingSession | None, kept: dict[str, Any], problem: str = ""
    ) -> tuple[Any, ...]:
        hidden = gr.update(visible=False)
        if session is None:
            box = error_box(problem) if problem else ""
            return None, kept, box, "", hidden, hidden, hidden, hidden
        done, total = len(session.answers), len(session.rows)
        row = session.current
        answer = gr.update(
            visible=True,
            label=row.question,
            choices=[(row.explain(choice), choice) for choice in row.choices],
            value=session.answers.get(row.name),
        )
        text = f"{done} of {total} answered"
        box = progress_box(done, total, text)
        if done == total:
            box += notice("All answered. Save the sheet and give it back.")
        card = question_card(row.texts, number=session.position + 1, total=total)
        moving = gr.update(visible=True)
        return session, kept, box, card, answer, moving, moving, self._file(session)

    def _file(self, session: RatingSession) -> Any:
        folder = make_folder(Path(self._folder.name, session.token))
        path = folder / "ratings.csv"
        session.save(path)
        return gr.update(visible=bool(session.answers), value=str(path))
