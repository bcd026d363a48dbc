"""The sliders that Paraphrase, Batch and Attack have in common."""

from typing import Any

import gradio as gr

from scpn.paraphraser.settings import GenerationSettings
from scpn.settings import Setting, list_settings

_ROWS = (
    ("num_return", "beam", "rerank"),
    ("min_overlap", "min_similarity", "max_lost", "max_added"),
)
_STEPS = {int: 1, float: 0.05}


def build_settings_panel() -> list[gr.Slider]:
    """Add a closed panel with sliders, in the order in which `read_settings` takes their values."""
    sliders = []
    with gr.Accordion("Search and thresholds", open=False):
        for row in _shown():
            with gr.Row():
                sliders += [_slider(setting) for setting in row]
    return sliders


def read_settings(*values: float) -> GenerationSettings:
    """Return the settings that the sliders stand for.

    Raises:
        UsageError: They contradict each other.
    """
    shown = [setting for row in _shown() for setting in row]
    return GenerationSettings.of(
        **{each.name: each.type(value) for each, value in zip(shown, values, strict=True)}
    )


def _shown() -> list[list[Setting]]:
    known = {setting.name: setting for setting in list_settings(GenerationSettings)}
    return [[known[name] for name in row] for row in _ROWS]


def _slider(setting: Setting) -> Any:
    declared = setting.declaration
    low, high = declared.usual or (declared.min, declared.max)
    return gr.Slider(low, high, setting.default, step=_STEPS[setting.type], label=declared.label)
