"""The page Paraphrase: one sentence, its tree, forms to choose, and what comes of them."""

from collections.abc import Iterator, Sequence
from typing import Any

import gradio as gr

from scpn.app.analysis import (
    Analysis,
    analyze,
    form_of_exemplar,
    paraphrase_each,
    predict_parses,
    read_controls,
)
from scpn.app.cards import (
    empty_card,
    error_box,
    notice,
    paraphrase_card,
    pending_card,
    results_box,
    tree_box,
)
from scpn.app.engine import Engine
from scpn.app.forms import Form, form_of, judge_template, load_examples
from scpn.app.limits import MAX_CHARACTERS, MAX_FORMS
from scpn.app.pages.settings import build_settings_panel, read_settings
from scpn.app.queues import DIRECT, MODELS
from scpn.errors import ScpnError
from scpn.templates import Template
from scpn.templates.full_parse import read_full_parse
from scpn.tokenization.treebank import tokenize

FIRST_SENTENCE = "She drove home because she was tired."
_LINK_JS = """(sentence, forms) => {
  const query = new URLSearchParams();
  if (sentence) query.set("sentence", sentence);
  for (const form of forms || []) query.append("template", form);
  const link = `${location.origin}${location.pathname}?${query}`;
  history.replaceState(null, "", link);
  if (navigator.clipboard) navigator.clipboard.writeText(link).catch(() => {});
  return [sentence, forms];
}"""


class ParaphrasePage:
    """Builds the page and answers its events.

    Args:
        engine: The models.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def build(self, blocks: gr.Blocks) -> None:
        """Add the page to the tab that is open, and its events."""
        with gr.Row(elem_classes="columns"):
            with gr.Column(scale=5, min_width=320):
                self._build_request()
            with gr.Column(scale=6, min_width=320):
                self.tree = gr.HTML(elem_id="source-tree", container=False)
                self.results = gr.HTML(elem_id="results", container=False)
        self._connect(blocks)

    def _build_request(self) -> None:
        self.sentence = gr.Textbox(
            label="Sentence",
            elem_id="sentence",
            lines=2,
            max_lines=4,
            max_length=MAX_CHARACTERS,
            placeholder="Type or paste an English sentence",
        )
        self.forms = gr.CheckboxGroup(
            label="Say it in another form",
            info="These suit your sentence. Choose one or several.",
            elem_id="forms",
            elem_classes="chips",
        )
        with gr.Accordion("Another form", open=False, elem_id="more-forms"):
            self._build_own_form()
        with gr.Accordion("Edit the full parse", open=False, elem_id="full-parse"):
            gr.Markdown("The form is filled in word class by word class before a sentence is "
                        "written. Predict the filled-in parses, change them, and paraphrase.",
                        elem_classes="hint")  # fmt: skip
            self.predict = gr.Button("Predict", size="sm", elem_id="predict")
            self.parses = gr.Textbox(
                label="Full parses, one a line",
                value="",
                elem_id="parses",
                lines=3,
                max_lines=8,
                max_length=MAX_CHARACTERS * MAX_FORMS,
            )
            self.parse_hint = gr.HTML(container=False)
        self.settings = build_settings_panel()
        with gr.Row(elem_classes="actions"):
            self.go = gr.Button("Paraphrase", variant="primary", elem_id="go", scale=3)
            self.link = gr.Button("Copy link", elem_id="link", scale=1, min_width=140)

    def _build_own_form(self) -> None:
        self.own = gr.Textbox(
            label="Your own form",
            info="A root and its parts, such as (S(PP)(,)(NP)(VP)(.)) or S -> PP , NP VP .",
            elem_id="own-form",
            max_length=MAX_CHARACTERS,
        )
        self.own_hint = gr.HTML(elem_id="own-hint", container=False)
        with gr.Row():
            self.nearest = gr.Button(visible=False, size="sm", elem_id="nearest")
            self.add_own = gr.Button("Add form", size="sm", elem_id="add-own")
        self.exemplar = gr.Textbox(
            label="Or a sentence to imitate",
            placeholder="When it rains, I read.",
            elem_id="exemplar",
            max_length=MAX_CHARACTERS,
        )
        self.exemplar_hint = gr.HTML(container=False)
        self.add_exemplar = gr.Button("Add its form", size="sm", elem_id="add-exemplar")

    def _connect(self, blocks: gr.Blocks) -> None:
        sentence, forms = self.sentence, self.forms
        # Private: programs have endpoints of their own, which return data instead of pictures.
        private: dict[str, Any] = {"api_visibility": "private", "show_progress": "hidden"}
        quick = private | DIRECT
        shown = [sentence, forms, self.tree]
        blocks.load(self.open, None, shown, **quick)
        # Of a text box always `change`: Gradio's `input` comes with keys that write a character
        # only, not with Backspace, pasting, or the keyboard of a phone.
        sentence.change(
            self.look, [sentence, forms], [forms, self.tree, self.parses],
            trigger_mode="always_last", **quick,
        )  # fmt: skip
        forms.input(lambda: "", None, self.parses, **quick)
        own_hints = [self.own_hint, self.nearest]
        self.own.change(self.check_own, self.own, own_hints, trigger_mode="always_last", **quick)
        self.nearest.click(self.use_nearest, self.own, self.own, **quick)
        for event in (self.own.submit, self.add_own.click):
            event(
                self.add, [self.own, sentence, forms], [self.own, self.own_hint, forms], **quick
            )  # fmt: skip
        for event in (self.exemplar.submit, self.add_exemplar.click):
            event(
                self.imitate, [self.exemplar, sentence, forms],
                [self.exemplar, self.exemplar_hint, forms], **quick,
            )  # fmt: skip
        self.predict.click(
            self.fill_in, [sentence, forms], [self.parses, self.parse_hint], **private | MODELS
        )
        self.parses.change(
            self.check_parses, self.parses, self.parse_hint, trigger_mode="always_last", **quick
        )
        request = [sentence, forms, self.parses, *self.settings]
        for event in (self.go.click, sentence.submit):
            event(
                self.paraphrase, request, self.results,
                trigger_mode="once", **private | MODELS,
            )  # fmt: skip
        self.link.click(lambda sentence, forms: None, [sentence, forms], None, js=_LINK_JS, **quick)

    # -- events ------------------------------------------------------------------------------

    def open(self, request: gr.Request) -> tuple[str, Any, str]:
        """Fill the page from its address, or with an example; the change of it does the rest."""
        query = request.query_params
        sentence = (query.get("sentence") or FIRST_SENTENCE)[:MAX_CHARACTERS]
        wanted = [judge_template(text, ()).template for text in query.getlist("template")]
        chosen = [str(template) for template in wanted if template is not None][:MAX_FORMS]
        loading = "The models are being loaded; this takes some seconds."
        return sentence, _choices([], chosen), notice(loading) if self.engine.is_loading else ""

    def look(self, sentence: str, chosen: Sequence[str]) -> tuple[Any, str, str]:
        """Draw the tree of a sentence and offer forms; what was chosen stays chosen."""
        if not sentence.strip():
            return _choices([], chosen), "", ""
        try:
            found = analyze(self.engine, sentence)
        except ScpnError as error:
            return _choices([], chosen), error_box(error), ""
        return _choices(found.forms, chosen), _draw(found), ""

    def check_own(self, text: str) -> tuple[str, Any]:
        """Say, while a form is typed, whether it is one."""
        if not text.strip():
            return "", gr.update(visible=False)
        verdict = judge_template(text, load_examples())
        if verdict.template is not None:
            example = form_of(verdict.template).example
            return notice(f"✓ {example or verdict.template}"), gr.update(visible=False)
        label = f"Use {verdict.nearest}"
        found = verdict.nearest is not None
        return error_box(verdict.message), gr.update(visible=found, value=label)

    def use_nearest(self, text: str) -> str:
        """Replace what was typed by the nearest form."""
        return str(judge_template(text, load_examples()).nearest or text)

    def add(self, text: str, sentence: str, chosen: Sequence[str]) -> tuple[str, str, Any]:
        """Add a form of one's own to those chosen."""
        verdict = judge_template(text, ())
        if verdict.template is None:
            return text, error_box(verdict.message), gr.skip()
        return "", "", self._choose(verdict.template, sentence, chosen)

    def imitate(self, text: str, sentence: str, chosen: Sequence[str]) -> tuple[str, str, Any]:
        """Add the form of a sentence to those chosen."""
        try:
            template = form_of_exemplar(self.engine, text)
        except ScpnError as error:
            return text, error_box(error), gr.skip()
        return text, notice(f"✓ {template}"), self._choose(template, sentence, chosen)

    def fill_in(self, sentence: str, chosen: Sequence[str]) -> tuple[Any, Any]:
        """Predict the full parses of the forms chosen; the change of them draws them."""
        try:
            return "\n".join(predict_parses(self.engine, sentence, chosen)), gr.skip()
        except ScpnError as error:
            return gr.skip(), error_box(error)

    def check_parses(self, text: str) -> str:
        """Draw the parses while they are edited, or say what is wrong with them."""
        boxes = []
        for number, line in enumerate(filter(str.strip, text.splitlines()), start=1):
            try:
                boxes.append(tree_box(read_full_parse(line), title=f"Full parse {number}"))
            except ScpnError as error:
                boxes.append(error_box(f"line {number}: {error}"))
        return "".join(boxes[:MAX_FORMS])

    def paraphrase(
        self, sentence: str, chosen: Sequence[str], parses: str, *sliders: float
    ) -> Iterator[str]:
        """Write the paraphrases, and show each as soon as it is there."""
        try:
            controls = read_controls(chosen, parses)
            settings = read_settings(*sliders)
            words = tokenize(sentence)
            targets = [control.target for control in controls]
            cards: list[str] = []
            yield _progress(cards, targets, 0)
            results = paraphrase_each(self.engine, sentence, controls, settings)
            for number, result in enumerate(results, start=1):
                cards += [
                    paraphrase_card(found, source_words=words) for found in result.paraphrases
                ] or [empty_card(targets[number - 1])]
                yield _progress(cards, targets, number)
        except ScpnError as error:
            yield error_box(error)

    def _choose(self, template: Template, sentence: str, chosen: Sequence[str]) -> Any:
        """Offer what suits the sentence, with one more form chosen."""
        forms, _, _ = self.look(sentence, list(dict.fromkeys([*chosen, str(template)])))
        return forms


def _choices(forms: Sequence[Form], chosen: Sequence[str]) -> Any:
    """Offer the forms chosen, if they are not among those suggested, and those suggested."""
    suggested = {str(form.template): form for form in forms}
    own = [form_of(Template.parse(text)) for text in chosen if text not in suggested]
    offered = [*own, *suggested.values()]
    return gr.CheckboxGroup(
        choices=[(form.label, str(form.template)) for form in offered], value=list(chosen)
    )


def _draw(found: Analysis) -> str:
    caption = "" if found.template is None else f"Form: {found.template}"
    return tree_box(found.tree, title=f"Tree of: {found.sentence}", caption=caption)


def _progress(cards: Sequence[str], targets: Sequence[Template], done: int) -> str:
    waiting = [pending_card(target) for target in targets[done:]]
    status = f"Form {done + 1} of {len(targets)} …" if waiting else ""
    return results_box([*cards, *waiting], status=status)
