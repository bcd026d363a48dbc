"""The sliders that Paraphrase and Batch have in common."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import gradio as gr

if TYPE_CHECKING:
    from scpn.paraphraser import GenerationSettings


@dataclass(frozen=True, slots=True)
class SettingsPanel:
    """Sliders, in the order in which `read_settings` takes their values.

    Attributes:
        sliders: The components.
    """

    sliders: list[gr.Slider]


def build_settings_panel() -> SettingsPanel:
    """Add a closed panel with the sliders."""
    with gr.Accordion("Search and thresholds", open=False):
        with gr.Row():
            number = gr.Slider(1, 5, 1, step=1, label="Paraphrases per form")
            beam = gr.Slider(1, 8, 4, step=1, label="Beam width", info="Wider is slower.")
            rerank = gr.Slider(1, 8, 4, step=1, label="Parses tried per form")
        with gr.Row():
            overlap = gr.Slider(0, 1, 0.5, step=0.05, label="Least overlap of words")
            similarity = gr.Slider(0, 1, 0.7, step=0.05, label="Least similarity of meaning")
            lost = gr.Slider(0, 1, 0.2, step=0.05, label="Most content left out")
            added = gr.Slider(0, 1, 0, step=0.05, label="Most content added")
    return SettingsPanel([number, beam, rerank, overlap, similarity, lost, added])


def read_settings(
    number: float,
    beam: float,
    rerank: float,
    overlap: float,
    similarity: float,
    lost: float,
    added: float,
    **more: Any,
) -> "GenerationSettings":
    """Return the settings that the sliders stand for.

    Raises:
        UsageError: They contradict each other.
    """
    from scpn.paraphraser import GenerationSettings

    return GenerationSettings.of(
        num_return=int(number),
        beam=int(beam),
        rerank=int(rerank),
        min_overlap=float(overlap),
        min_similarity=float(similarity),
        max_lost=float(lost),
        max_added=float(added),
        **more,
    )
