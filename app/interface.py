"""Builds the interface from its pages; knows no models and no ports."""

from importlib import resources
from typing import Any

import gradio as gr

from scpn.app.api import add_endpoints
from scpn.app.engine import Engine
from scpn.app.pages.attack import AttackPage
from scpn.app.pages.batch import BatchPage
from scpn.app.pages.paraphrase import ParaphrasePage
from scpn.app.pages.rate import RatePage
from scpn.app.victims import Victims

TITLE = "scpn"
_HEADER = """<header class="site"><h1>scpn</h1>
<p>Say a sentence in another form, and see the proof.</p></header>"""
_A_DAY_S = 24 * 3600


def build_interface(engine: Engine, victims: Victims) -> gr.Blocks:
    """Build all pages.

    Args:
        engine: The models; they need not be loaded yet.
        victims: The classifiers that may be attacked.
    """
    # Uploads and downloads are copies of Gradio's own; what is a day old is deleted.
    with gr.Blocks(
        title=TITLE, analytics_enabled=False, delete_cache=(3600, _A_DAY_S), fill_width=True
    ) as blocks:
        # First, so that the names are theirs: Gradio renames what comes later under the same name.
        add_endpoints(engine, victims)
        gr.HTML(_HEADER, container=False)
        with gr.Tabs(elem_id="pages"):
            with gr.Tab("Paraphrase", id="paraphrase"):
                ParaphrasePage(engine).build(blocks)
            with gr.Tab("Batch", id="batch"):
                BatchPage(engine).build(blocks)
            with gr.Tab("Attack", id="attack") as tab:
                AttackPage(engine, victims).build(blocks, tab)
            with gr.Tab("Rate", id="rate"):
                RatePage().build(blocks)
    return blocks


def build_theme() -> gr.themes.Base:
    """One accent color, quiet grays, fonts that come with Gradio or the system."""
    theme: gr.themes.Base = gr.themes.Base(
        primary_hue="teal", secondary_hue="teal", neutral_hue="stone", text_size="md",
        radius_size="md",
        font=[_local("IBM Plex Sans"), "ui-sans-serif", "system-ui", "sans-serif"],
        font_mono=[_local("IBM Plex Mono"), "ui-monospace", "Consolas", "monospace"],
    ).set(
        body_background_fill="#faf9f7",
        body_background_fill_dark="#161514",
        button_primary_background_fill="*primary_700",
        button_primary_background_fill_hover="*primary_800",
        button_primary_text_color="white",
        button_primary_background_fill_dark="*primary_700",
        button_primary_background_fill_hover_dark="*primary_600",
        block_background_fill="transparent",
        block_background_fill_dark="transparent",
        block_border_width="0px",
        block_shadow="none",
        block_padding="0px",
        input_border_width="1px",
        input_background_fill="white",
        input_background_fill_dark="#1f1d1b",
        checkbox_background_color_selected="*primary_700",
        checkbox_border_color_selected="*primary_700",
        checkbox_background_color_selected_dark="*primary_600",
        slider_color="*primary_700",
        slider_color_dark="*primary_500",
        block_label_text_weight="700",
        block_title_text_weight="700",
        block_title_text_color="*body_text_color",
        block_info_text_color="*body_text_color_subdued",
        body_text_color_subdued="*neutral_600",
        body_text_color_subdued_dark="*neutral_400",
        button_large_text_weight="700",
        button_medium_text_weight="700",
        layout_gap="20px",
    )  # fmt: skip
    return theme


def _local(name: str) -> Any:
    # The SemiBold files that come with Gradio 6.31 lack the Latin letters; Bold has them.
    return gr.themes.utils.fonts.LocalFont(name, weights=(400, 700))


def read_style() -> str:
    """The style sheet of the pages."""
    return resources.files("scpn.app").joinpath("style.css").read_text(encoding="utf-8")
