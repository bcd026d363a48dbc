"""The two searches of the pipeline: parses for templates, sentences for parses."""

from collections.abc import Sequence

import torch
from nltk import Tree

from scpn.decoding.processors import (
    NeverSpecial,
    NoRepeatNgram,
    ObeysTemplate,
    OneWordPerLeaf,
    Processor,
)
from scpn.decoding.sampling import Sampling
from scpn.decoding.search import BeamSearch, Hypothesis
from scpn.decoding.stepping import Seq2SeqStepper
from scpn.errors import UsageError
from scpn.models.model import ControlledModel
from scpn.paraphraser.records import GenerationSettings
from scpn.templates import Template
from scpn.tokenization.vocabulary import UNK, LabelVocabulary
from scpn.trees.labels import PHRASE_LABELS
from scpn.trees.linearize import control_tokens, from_control_tokens

REPEATED_NGRAM = 3  # no output says the same three pieces twice
ALPHA = 1.0  # outputs of different parses are compared, so scores are means per piece


def template_tokens(template: Template) -> list[str]:
    """Control tokens of a template: `(S(NP)(.))` is `(S`, `(NP`, `)`, `.`, `)`."""
    tokens = [f"({template.root}"]
    for child in template.children:
        tokens += [f"({child}", ")"] if child in PHRASE_LABELS else [child]
    return [*tokens, ")"]


@torch.inference_mode()
def search_parses(
    model: ControlledModel,
    source_parses: Sequence[Tree],
    templates: Sequence[Template],
    search: BeamSearch,
) -> list[list[Tree]]:
    """Full parses that obey their templates, best first.

    Args:
        model: A parse generator.
        source_parses: Parse of each source sentence, without words.
        templates: One for each source parse.
        search: Beam and n-best.
    """
    if not templates:
        return []
    sources = [model.labels.encode(control_tokens(parse)) for parse in source_parses]
    controls = [_known(model.labels, template_tokens(template)) for template in templates]
    # Limits of each item alone, so that what comes out does not depend on the rest of a batch.
    limits = torch.tensor(
        [
            len(source) * 3 // 2 + 3 * len(control)
            for source, control in zip(sources, controls, strict=True)
        ]
    )
    rule = ObeysTemplate(model.labels, controls, max_steps=limits)
    memory = model.encode(sources, list(range(len(sources))), controls)
    stepper = Seq2SeqStepper(model.network, memory, model.alignment)
    found = search.search(stepper, len(controls), processors=[rule])
    return [
        [from_control_tokens(model.labels.decode(h.ids)) for h in hypotheses]
        for hypotheses in found
    ]


@torch.inference_mode()
def search_sentences(
    model: ControlledModel,
    sentences: Sequence[list[str]],
    owners: list[int],
    parses: Sequence[Tree],
    *,
    num_return: int,
    settings: GenerationSettings,
) -> list[list[tuple[list[str], Hypothesis]]]:
    """Sentences written for full parses, best first.

    Args:
        model: A paraphraser.
        sentences: Lower-cased words of the distinct sources, each encoded once.
        owners: Which sentence each parse belongs to.
        parses: Full parses without words.
        num_return: Outputs of each parse.
        settings: Beam, sampling.

    Returns:
        For each parse the words and the hypothesis of its outputs.
    """
    if not parses:
        return []
    pieces = model.pieces
    assert pieces is not None
    sources = [pieces.encode(words) for words in sentences]
    tokens = [control_tokens(parse) for parse in parses]
    if model.config.template_control:
        tokens = [template_tokens(Template.of(parse)) for parse in parses]
    controls = [model.labels.encode(row) for row in tokens]
    memory = model.encode(sources, owners, controls)
    processors: list[Processor] = [NeverSpecial(), NoRepeatNgram(REPEATED_NGRAM)]
    leaves = torch.tensor([len(_leaves(parse)) for parse in parses])
    if model.is_aligned:
        processors.append(OneWordPerLeaf(pieces, leaves, max_steps=3 * leaves + 10))
    longest = 3 * max(int(leaves.max()), settings.max_words) + 10
    search = _search(num_return, longest, settings)
    stepper = Seq2SeqStepper(model.network, memory, model.alignment)
    found = search.search(stepper, len(parses), processors=processors)
    return [[(pieces.decode(h.ids), h) for h in row if h.ids] for row in found]


def _search(num_return: int, max_steps: int, settings: GenerationSettings) -> BeamSearch | Sampling:
    if settings.temperature is not None:
        return Sampling(
            num_return=num_return,
            max_steps=max_steps,
            temperature=settings.temperature,
            top_p=settings.top_p,
            alpha=ALPHA,
            seed=settings.seed,
        )
    return BeamSearch(
        beam=settings.beam,
        num_return=num_return,
        max_steps=max_steps,
        alpha=ALPHA,
        groups=settings.groups,
    )


def _leaves(parse: Tree) -> list[Tree]:
    return list(parse.subtrees(lambda node: len(node) == 0))


def _known(labels: LabelVocabulary, tokens: list[str]) -> list[int]:
    ids = labels.encode(tokens)
    if UNK in ids:
        unknown = tokens[ids.index(UNK)].lstrip("(")
        raise UsageError(f"the label {unknown!r} of the template is unknown to the parse generator")
    return ids
