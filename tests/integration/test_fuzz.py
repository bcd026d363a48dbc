"""Whatever comes in: a result, or an error of ours."""

import contextlib
import unicodedata
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scpn.errors import ScpnError, UsageError
from scpn.paraphraser import Control, GenerationSettings
from scpn.templates import Template
from scpn.trees.labels import PHRASE_LABELS, POS_TAGS

if TYPE_CHECKING:
    from scpn import Paraphraser

pytestmark = pytest.mark.slow

WORDS = st.sampled_from(
    "the a she dog left it , . ? ! ( ) \" '' `` -- n't 's cannot $5 <s> &amp; ... -LRB-".split()  # noqa: SIM905
)
ODD = st.characters(categories=["Cs", "Cc", "Cf", "Co", "Cn", "Zs", "So", "Mn"])
TEXTS = st.one_of(
    st.text(max_size=60),
    st.text(ODD, max_size=30),
    st.lists(st.one_of(WORDS, st.text(max_size=6)), max_size=20).map(" ".join),
    st.lists(WORDS, min_size=50, max_size=80).map(" ".join),
)
TEMPLATES = st.one_of(
    st.builds(
        lambda root, children: f"({root}{''.join(f'({child})' for child in children)})",
        st.sampled_from(["S", "NP", "SBARQ", "SQ", "FRAG", "SINV", "VP", "X"]),
        st.lists(st.sampled_from(PHRASE_LABELS + POS_TAGS), min_size=1, max_size=6),
    ),
    st.text("()SNPV.-> ,:", max_size=20),
)


@settings(
    max_examples=300,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(
    sentences=st.lists(TEXTS, min_size=1, max_size=4),
    templates=st.lists(TEMPLATES, min_size=1, max_size=2),
    tokenized=st.booleans(),
    temperature=st.sampled_from([None, 1.5]),
)
def test_generate_raises_nothing_but_our_own_errors(
    paraphraser: "Paraphraser",
    sentences: list[str],
    templates: list[str],
    tokenized: bool,
    temperature: float | None,
) -> None:
    options = GenerationSettings(
        beam=2, rerank=2, tokenized=tokenized, temperature=temperature, max_words=30
    )
    try:
        controls = [Control.of_template(template) for template in templates]
        results = list(paraphraser.stream(sentences, controls, settings=options))
    except UsageError:  # the templates; sentences never raise
        return
    assert [result.source for result in results] == sentences
    for result in results:
        assert (result.error is None) or not result.paraphrases
        for paraphrase in result.paraphrases:
            assert paraphrase.paraphrase
            assert paraphrase.paraphrase.encode("utf-8")
            assert not any(unicodedata.category(c) == "Cc" for c in paraphrase.paraphrase)
            assert not (paraphrase.accepted and "\ufffd" in paraphrase.paraphrase)
            assert Template.parse(paraphrase.template) in {c.target for c in controls}


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(text=st.text(max_size=40))
def test_controls_raise_nothing_but_our_own_errors(text: str) -> None:
    for build in (Control.of_template, Control.of_parse):
        with contextlib.suppress(ScpnError):
            assert build(text).target.children
