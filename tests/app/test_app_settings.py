"""The sliders say what the declared settings say."""

import gradio as gr
import pytest

from scpn.app.pages.settings import build_settings_panel, read_settings
from scpn.errors import UsageError
from scpn.paraphraser import GenerationSettings


def test_sliders_begin_with_the_defaults_within_their_bounds() -> None:
    with gr.Blocks():
        sliders = build_settings_panel()
    assert read_settings(*(slider.value for slider in sliders)) == GenerationSettings()
    assert [slider.label for slider in sliders[:2]] == ["Paraphrases per form", "Beam width"]
    for slider in sliders:
        assert slider.minimum <= slider.value <= slider.maximum
        assert slider.step == (1 if slider.maximum > 1 else 0.05)


def test_what_sliders_say_together_is_checked() -> None:
    assert read_settings(2, 3.0, 1, 0, 0, 1, 1).beam == 3
    with pytest.raises(UsageError, match="raise beam or rerank"):
        read_settings(5, 1, 1, 0.5, 0.7, 0.2, 0)
