"""Endpoints for programs: the same functions as the pages, with data in and out.

Their names stay; `docs/app.md` shows a client.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gradio as gr

from scpn.app import analysis
from scpn.app.attacking import AttackRun, check_attack_forms, example_of
from scpn.app.engine import Engine
from scpn.app.forms import judge_template, load_examples
from scpn.app.limits import MAX_FORMS, MAX_SENTENCES
from scpn.app.queues import LONG, MODELS, QUICK
from scpn.app.victims import Victims
from scpn.errors import ScpnError, UsageError
from scpn.filters.settings import FilterSettings
from scpn.paraphraser.settings import GenerationSettings
from scpn.trees.linearize import linearize


@contextmanager
def _errors_as_lines() -> Iterator[None]:
    """Show programs an error of ours as its one line; Gradio hides all others."""
    try:
        yield
    except ScpnError as error:
        raise gr.Error(str(error)) from error


class Programs:
    """What programs may ask for.

    Args:
        engine: The models.
        victims: The classifiers.
    """

    def __init__(self, engine: Engine, victims: Victims) -> None:
        self._engine, self._victims = engine, victims

    @_errors_as_lines()
    def analyze(self, sentence: str) -> dict[str, Any]:
        """Parse a sentence and suggest forms for it."""
        found = analysis.analyze(self._engine, sentence)
        return {
            "sentence": sentence,
            "tree": linearize(found.tree, words=True),
            "template": None if found.template is None else str(found.template),
            "suggestions": [
                {
                    "template": str(form.template),
                    "example": form.example,
                    "probability": form.probability,
                }
                for form in found.forms
            ],
        }

    def check_template(self, text: str) -> dict[str, Any]:
        """Say whether a text is a template, and which it was probably meant to be."""
        verdict = judge_template(text, load_examples())
        return {
            "template": None if verdict.template is None else str(verdict.template),
            "message": verdict.message,
            "nearest": None if verdict.nearest is None else str(verdict.nearest),
        }

    @_errors_as_lines()
    def predict_parses(self, sentence: str, templates: list[str]) -> list[str]:
        """Fill templates in for a sentence: the full parse of each that is found best."""
        return analysis.predict_parses(self._engine, sentence, templates)

    @_errors_as_lines()
    def paraphrase(
        self,
        sentence: str,
        templates: list[str],
        parses: list[str] | None = None,
        exemplar: str = "",
        number: int = GenerationSettings.num_return,
        beam: int = GenerationSettings.beam,
        rerank: int = GenerationSettings.rerank,
        min_overlap: float = FilterSettings.min_overlap,
        min_similarity: float = FilterSettings.min_similarity,
        max_lost: float = FilterSettings.max_lost,
        max_added: float = FilterSettings.max_added,
    ) -> list[dict[str, Any]]:
        """Paraphrase a sentence into templates, the form of an exemplar, or full parses."""
        wanted = list(templates)
        if exemplar:
            wanted.append(str(analysis.form_of_exemplar(self._engine, exemplar)))
        controls = analysis.read_controls(wanted, "\n".join(parses or ()))
        settings = GenerationSettings.of(
            num_return=number,
            beam=beam,
            rerank=rerank,
            min_overlap=min_overlap,
            min_similarity=min_similarity,
            max_lost=max_lost,
            max_added=max_added,
        )
        results = analysis.paraphrase_each(self._engine, sentence, controls, settings)
        return [found.to_dict() for result in results for found in result.paraphrases]

    @_errors_as_lines()
    def batch(self, sentences: list[str], templates: list[str]) -> list[dict[str, Any]]:
        """Paraphrase sentences; one that fails has an entry with `error`, and harms no other.

        Without templates each sentence gets the three forms that suit it best.
        """
        if not 0 < len(sentences) <= MAX_SENTENCES or len(templates) > MAX_FORMS:
            raise UsageError(
                f"{len(sentences)} sentences and {len(templates)} templates: a batch has 1 to "
                f"{MAX_SENTENCES} sentences and at most {MAX_FORMS} templates"
            )
        controls = analysis.batch_controls(self._engine, templates)
        records = []
        for result in self._engine.paraphraser.stream(sentences, controls):
            self._engine.check_open()  # a batch may go on for minutes
            found = [paraphrase.to_dict() for paraphrase in result.paraphrases]
            records.append(
                {
                    "index": result.index,
                    "source": result.source,
                    "error": result.error,
                    "paraphrases": found,
                }
            )
        return records

    def victims(self) -> list[str]:
        """Names of the classifiers that may be attacked."""
        return self._victims.names

    @_errors_as_lines()
    def attack(
        self, victim: str, texts: list[str], templates: list[str], label: str = ""
    ) -> list[dict[str, Any]]:
        """Attack one example; the records are those of `scpn attack`.

        Without a label, what the classifier says of the example as it is counts as right.
        """
        classifier = self._victims.get(victim)
        example = example_of(texts, label, classifier)
        forms = check_attack_forms(templates)
        run = AttackRun(self._engine.paraphraser, classifier, forms, GenerationSettings())
        return run.attack_one(example)


def add_endpoints(engine: Engine, victims: Victims) -> None:
    """Add the endpoints to the interface that is being built."""
    programs = Programs(engine, victims)
    gr.api(programs.analyze, api_name="analyze", **QUICK)
    gr.api(programs.check_template, api_name="check_template", **QUICK)
    gr.api(programs.predict_parses, api_name="predict_parses", **MODELS)
    gr.api(programs.paraphrase, api_name="paraphrase", **MODELS)
    gr.api(programs.batch, api_name="batch", **LONG)
    gr.api(programs.victims, api_name="victims", **QUICK)
    gr.api(programs.attack, api_name="attack", **LONG)
