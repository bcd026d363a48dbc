"""The page Attack: attacks a classifier with paraphrases."""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import gradio as gr

from scpn.adversarial.protocol import Victim
from scpn.adversarial.report.rendering import render_html
from scpn.adversarial.settings import ValidityRules
from scpn.app.attack_cards import attack_box
from scpn.app.attack_report import build_page_report, frame_report
from scpn.app.attacking import (
    NUM_PROBLEMS,
    AttackProgress,
    AttackRun,
    check_attack_forms,
    example_of,
    read_set,
)
from scpn.app.cards import error_box, progress_box
from scpn.app.engine import Engine
from scpn.app.forms import load_examples
from scpn.app.limits import MAX_ATTACK_FORMS, MAX_CHARACTERS, MAX_EXAMPLES
from scpn.app.pages.running import VisitorRuns, run_buttons, switch_buttons
from scpn.app.pages.settings import build_settings_panel, read_settings
from scpn.app.queues import DIRECT, LONG
from scpn.app.uploads import explain
from scpn.app.victims import Victims
from scpn.errors import ScpnError
from scpn.templates import load_template_set

_FORMS = "scpn-2018"
_SUFFIXES = [".csv", ".tsv", ".jsonl"]


class AttackPage:
    """Builds the page and answers its events.

    Args:
        engine: The models.
        victims: The classifiers.
    """

    def __init__(self, engine: Engine, victims: Victims) -> None:
        self.engine, self.victims = engine, victims
        self._running = VisitorRuns()

    def build(self, blocks: gr.Blocks, tab: gr.Tab) -> None:
        """Add the page to the tab that is open, and its events."""
        with gr.Row(elem_classes="columns"):
            with gr.Column(scale=5, min_width=320):
                self._build_request()
            with gr.Column(scale=6, min_width=320):
                self.results = gr.HTML(elem_id="attack-results", container=False)
                self.files = gr.File(
                    label="Records and report",
                    file_count="multiple",
                    visible=False,
                    elem_id="attack-files",
                )
        self.report = gr.HTML(elem_id="attack-report", container=False)
        self._connect(blocks, tab)

    def _build_request(self) -> None:
        names = self.victims.names
        path = " A folder of this machine will do too." if self.victims.allow_paths else ""
        self.victim = gr.Dropdown(
            label="Classifier",
            info=f"What is to be tested.{path}",
            choices=names,
            value=self.victims.default,
            allow_custom_value=self.victims.allow_paths,
            elem_id="victim",
        )
        self.note = gr.HTML(elem_id="victim-note", container=False)
        self.sentence = gr.Textbox(
            label="Sentence", lines=2, max_length=MAX_CHARACTERS, elem_id="attack-sentence"
        )
        self.second = gr.Textbox(
            label="Second text", visible=False, max_length=MAX_CHARACTERS, elem_id="attack-second"
        )
        self.label = gr.Dropdown(
            label="Its right label",
            info="Leave empty: what the classifier says of the sentence as it is.",
            choices=[],
            allow_custom_value=True,
            elem_id="attack-label",
        )
        with gr.Accordion("Or a labeled file", open=False):
            self.upload = gr.File(
                label=f"Texts with labels, up to {MAX_EXAMPLES} rows: .csv, .tsv or .jsonl",
                file_types=_SUFFIXES,
                elem_id="attack-upload",
                height=120,
            )
        chosen = [str(template) for template in load_template_set(_FORMS).templates]
        known = {str(form): f"{text}  {form}" for form, text in load_examples().items()}
        with gr.Accordion("Forms to try", open=False):
            self.forms = gr.Dropdown(
                label="Forms",
                info=f"Up to {MAX_ATTACK_FORMS}.",
                choices=[(text, form) for form, text in ({f: f for f in chosen} | known).items()],
                value=chosen,
                multiselect=True,
                allow_custom_value=True,
                max_choices=MAX_ATTACK_FORMS,
                elem_id="attack-forms",
            )
        self.settings = build_settings_panel()
        self.go, self.stop = run_buttons("Attack", "attack")

    def _connect(self, blocks: gr.Blocks, tab: gr.Tab) -> None:
        private: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
        about = [self.note, self.label, self.second]
        for event in (self.victim.change, tab.select):  # loads nothing before the page is open
            event(self.look, self.victim, about, **private, **DIRECT)
        self.go.click(
            self.run,
            [
                self.victim, self.sentence, self.second, self.label, self.upload, self.forms,
                *self.settings,
            ],
            [self.results, self.files, self.report, self.go, self.stop],
            trigger_mode="once",
            **private,
            **LONG,
        )  # fmt: skip
        self.stop.click(self._running.cancel, None, self.stop, **private, **DIRECT)
        blocks.unload(self._running.forget)

    # -- events ------------------------------------------------------------------------------

    def look(self, name: str | None) -> tuple[str, Any, Any]:
        """Say what a classifier tells apart, or why it cannot be used."""
        if not name:
            message = "No classifier comes with this installation; start the app with --victim."
            return error_box(message) if not self.victims.names else "", gr.skip(), gr.skip()
        try:
            victim = self.victims.get(name)
        except ScpnError as error:
            return error_box(error), gr.update(choices=[], value=None), gr.update(visible=False)
        return (
            "",
            gr.update(choices=victim.labels, value=None),
            gr.update(visible=victim.num_texts == 2),
        )

    def run(
        self,
        request: gr.Request,
        name: str | None,
        sentence: str,
        second: str,
        label: str | None,
        path: str | None,
        forms: Sequence[str],
        *sliders: float,
    ) -> Iterator[tuple[Any, ...]]:
        """Attack one example or a file of them; shows figures as they come."""
        visitor, nothing = str(request.session_hash), (gr.update(visible=False), "")
        yield progress_box(0, 1, "Asking the classifier …"), *nothing, *switch_buttons(running=True)
        try:
            victim = self.victims.get(name)
            problems: list[str] = []
            if path is not None:
                examples, problems = read_set(path, victim)
            else:
                examples = [example_of((sentence, second), label, victim)]
            run = AttackRun(
                self.engine.paraphraser, victim, check_attack_forms(forms), read_settings(*sliders)
            )
            self._running[visitor] = run
            progress = AttackProgress(len(examples))
            for progress in run.run(examples):
                yield attack_box(progress, victim.labels), *nothing, *switch_buttons(running=True)
            progress.problems += problems[:NUM_PROBLEMS]
            yield from self._conclude(run, victim, progress, sliders)
        except ScpnError as error:
            yield error_box(explain(error, path)), *nothing, *switch_buttons(running=False)
        finally:
            self._running.pop(visitor, None)

    def _conclude(
        self,
        run: AttackRun,
        victim: Victim,
        progress: AttackProgress,
        sliders: Sequence[float],
    ) -> Iterator[tuple[Any, ...]]:
        """Show the whole of an attack, with the robustness report if it has several examples."""
        report = None
        if progress.done > 1:
            filters = read_settings(*sliders).filters
            try:
                report = build_page_report(
                    run.read_outcomes(),
                    victim=victim.name,
                    rules=ValidityRules(filters.min_similarity, filters.min_overlap),
                    parser=self.engine.paraphraser.parser,
                )
            except ScpnError as error:
                progress.problems.append(f"there is no report: no judge could be trained ({error})")
        with tempfile.TemporaryDirectory(prefix="scpn-files-") as folder:
            files = [run.save(Path(folder))]
            if report is not None:
                files.append(Path(folder, "report.html"))
                files[-1].write_text(render_html(report), encoding="utf-8")
            box = attack_box(progress, victim.labels, is_done=True, has_report=report is not None)
            shown = gr.update(visible=True, value=[str(file) for file in files])
            frame = "" if report is None else frame_report(report)
            yield box, shown, frame, *switch_buttons(running=False)
