"""The page Batch: a file of sentences in, a file of paraphrases out."""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import gradio as gr

from scpn.app.analysis import batch_controls
from scpn.app.batch_run import BatchProgress, BatchRun
from scpn.app.cards import error_box, notice, progress_box, table_box
from scpn.app.engine import Engine
from scpn.app.forms import load_examples
from scpn.app.limits import MAX_FORMS, MAX_SENTENCES, MAX_UPLOAD, TABLE_SUFFIXES
from scpn.app.pages.running import VisitorRuns, run_buttons, switch_buttons
from scpn.app.pages.settings import build_settings_panel, read_settings
from scpn.app.queues import DIRECT, LONG
from scpn.app.uploads import explain, open_upload, preview
from scpn.errors import ScpnError, UsageError
from scpn.templates.suggestion import NUM_SUGGESTED

_NUM_PREVIEWED = 5
_COLUMNS = {
    "row": "Row",
    "source": "Sentence",
    "paraphrase": "Paraphrase",
    "template": "Form",
    "quality": "Quality",
    "similarity": "Similarity",
    "ngram_overlap": "Overlap",
    "by": "Written by",
}


class BatchPage:
    """Builds the page and answers its events.

    Args:
        engine: The models.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._running = VisitorRuns()

    def build(self, blocks: gr.Blocks) -> None:
        """Add the page to the tab that is open, and its events."""
        with gr.Row(elem_classes="columns"):
            with gr.Column(scale=5, min_width=320):
                self._build_request()
            with gr.Column(scale=6, min_width=320):
                self.progress = gr.HTML(elem_id="batch-progress", container=False)
                self.files = gr.File(
                    label="Results", file_count="multiple", visible=False, elem_id="batch-files"
                )
                self.table = gr.HTML(elem_id="batch-table", container=False)
        self._connect(blocks)

    def _build_request(self) -> None:
        gr.Markdown(
            f"One sentence a line, or a table. Up to {MAX_UPLOAD.upper()} and {MAX_SENTENCES:,} "
            "sentences. The file stays on the machine that runs this app.",
            elem_classes="hint",
        )
        self.file = gr.File(
            label="File: .csv, .tsv, .txt or .jsonl",
            file_types=list(TABLE_SUFFIXES),
            elem_id="batch-file",
            height=120,
        )
        self.column = gr.Dropdown(
            label="Column with the sentences", visible=False, elem_id="batch-column"
        )
        self.preview = gr.HTML(elem_id="batch-preview", container=False)
        self.forms = gr.Dropdown(
            label="Forms",
            info=f"Leave empty: each sentence gets the {NUM_SUGGESTED} that suit it best.",
            choices=[
                (f"{example}  {form}", str(form)) for form, example in load_examples().items()
            ],
            multiselect=True,
            allow_custom_value=True,
            max_choices=MAX_FORMS,
            elem_id="batch-forms",
        )
        self.keep_rejected = gr.Checkbox(label="Keep rejected paraphrases too", value=False)
        self.settings = build_settings_panel()
        self.go, self.stop = run_buttons("Paraphrase all", "batch", interactive=False)

    def _connect(self, blocks: gr.Blocks) -> None:
        private: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
        quick = private | DIRECT
        self.file.change(self.look, self.file, [self.column, self.preview, self.go], **quick)
        self.column.input(self.show_column, [self.file, self.column], self.preview, **quick)
        self.go.click(
            self.run,
            [self.file, self.column, self.forms, self.keep_rejected, *self.settings],
            [self.progress, self.table, self.files, self.go, self.stop],
            trigger_mode="once",
            **private,
            **LONG,
        )
        self.stop.click(self._running.cancel, None, self.stop, **quick)
        blocks.unload(self._running.forget)

    # -- events ------------------------------------------------------------------------------

    def look(self, path: str | None) -> tuple[Any, str, Any]:
        """Find the columns of a file that was sent, and show its first sentences."""
        hidden, off = gr.update(visible=False, value=None), gr.update(interactive=False)
        if path is None:
            return hidden, "", off
        try:
            upload = open_upload(path)
        except ScpnError as error:
            return hidden, error_box(explain(error, path)), off
        column = gr.update(
            visible=bool(upload.columns), choices=upload.columns, value=upload.column
        )
        return column, self.show_column(path, upload.column), gr.update(interactive=True)

    def show_column(self, path: str, column: str | None) -> str:
        """Show the first sentences of a column."""
        try:
            rows = preview(open_upload(path), column, rows=_NUM_PREVIEWED)
        except ScpnError as error:
            return error_box(explain(error, path))
        shown = [{"text": row.text if row.error is None else row.error} for row in rows]
        return table_box(shown, {"text": "The first sentences"})

    def run(
        self,
        request: gr.Request,
        path: str,
        column: str | None,
        forms: Sequence[str],
        keep_rejected: bool,
        *sliders: float,
    ) -> Iterator[tuple[Any, ...]]:
        """Go through the file; shows progress, the first results, and at the end the files."""
        visitor = str(request.session_hash)
        try:
            upload = open_upload(path)
            sentences = list(upload.read(column))
            if not sentences:
                raise UsageError("the file has no sentence in this column; choose another")
            controls = batch_controls(self.engine, forms or [])
            settings = read_settings(*sliders)
        except ScpnError as error:
            yield error_box(explain(error, path)), "", gr.update(), *switch_buttons(running=False)
            return
        hidden = gr.update(visible=False)
        waiting = progress_box(0, len(sentences), f"0 of {len(sentences):,} sentences")
        yield waiting, "", hidden, *switch_buttons(running=True)
        run = BatchRun(self.engine.paraphraser, controls, settings, keep_rejected=keep_rejected)
        self._running[visitor] = run
        progress = BatchProgress(len(sentences))
        try:
            for progress in run.run(sentences):
                box = progress_box(progress.done, progress.total, _say(progress))
                yield box, _table(progress), hidden, *switch_buttons(running=True)
        except ScpnError as error:  # what is done is kept
            progress.stopped = True
            progress.errors.append(str(error))
        finally:
            self._running.pop(visitor, None)
        with tempfile.TemporaryDirectory(prefix="scpn-files-") as folder:
            paths = [str(file) for file in run.save(Path(folder))]
            files = gr.update(visible=bool(progress.written), value=paths)
            yield _conclude(progress), _table(progress), files, *switch_buttons(running=False)


def _table(progress: BatchProgress) -> str:
    return table_box(progress.shown, _COLUMNS)


def _say(progress: BatchProgress) -> str:
    text = f"{progress.done:,} of {progress.total:,} sentences, {progress.written:,} paraphrases"
    if 0 < progress.done < progress.total:
        left = progress.seconds / progress.done * (progress.total - progress.done)
        text += f", about {_duration(left)} left"
    return text


def _conclude(progress: BatchProgress) -> str:
    verb = "Stopped after" if progress.stopped else "Done:"
    text = f"{verb} {_say(progress).split(', about')[0]}, {progress.seconds:.0f} s"
    if progress.unaccepted:
        text += f"; {progress.unaccepted:,} sentences have no accepted one"
    boxes = [progress_box(progress.done, progress.total, text)]
    boxes += [error_box(error) for error in progress.errors]
    if progress.failed > len(progress.errors):
        boxes.append(notice(f"{progress.failed - len(progress.errors):,} more failed"))
    return "".join(boxes)


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
