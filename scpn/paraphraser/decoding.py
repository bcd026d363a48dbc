"""The two searches of the pipeline: parses for templates, sentences for parses."""

import re
from collections.abc import Sequence

import torch
from nltk import Tree

from scpn.decoding.processors import (
    KnownWords,
    NeverSpecial,
    NoRepeatNgram,
    ObeysTemplate,
    OneWordPerLeaf,
    Processor,
)
from scpn.decoding.sampling import Sampling
from scpn.decoding.search import BeamSearch, Hypothesis
from scpn.decoding.stepping import Seq2SeqStepper
from scpn.errors import SentenceError, UsageError
from scpn.models.model import ControlledModel
from scpn.paraphraser.settings import GenerationSettings
from scpn.templates import Template
from scpn.tokenization.trie import build_trie
from scpn.tokenization.vocabulary import UNK, LabelVocabulary, SubwordVocabulary
from scpn.trees.labels import PHRASE_LABELS
from scpn.trees.linearize import control_tokens, from_control_tokens

REPEATED_NGRAM = 3  # no output says the same three pieces of several words twice
LONGEST_FREE_WORD = 12  # pieces of a word that need not be in a lexicon
MAX_PIECES = 500  # of a source sentence; a usual one of sixty words has a hundred
ALPHA = 1.0  # outputs of different parses are compared, so scores are means per piece
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def template_tokens(template: Template) -> list[str]:
    """Control tokens of a template: `(S(NP)(.))` is `(S`, `(NP`, `)`, `.`, `)`."""
    tokens = [f"({template.root}"]
    for child in template.children:
        tokens += [f"({child}", ")"] if child in PHRASE_LABELS else [child]
    return [*tokens, ")"]


def refusal(
    words: Sequence[str], pieces: SubwordVocabulary, *, max_words: int
) -> SentenceError | None:
    """Why a sentence is not even tried, or None.

    Args:
        words: Lower-cased.
        pieces: Subword vocabulary of the paraphraser.
        max_words: Longest sentence.
    """
    if not words:
        return SentenceError("the sentence is empty")
    if len(words) > max_words:
        return SentenceError(
            f"the sentence has {len(words)} words, at most {max_words} are allowed; split it"
        )
    try:
        num_pieces = len(pieces.encode(words))
    except SentenceError as error:
        return error
    if num_pieces > MAX_PIECES:
        return SentenceError(
            f"the sentence has {num_pieces} subword pieces, at most {MAX_PIECES} are allowed; "
            "shorten its longest words, or split it"
        )
    return None


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
    controls = [
        _known(model.labels, template_tokens(template), "template", "parse generator")
        for template in templates
    ]
    # Limits of each item alone, so that what comes out does not depend on the rest of a batch.
    limits = torch.tensor(
        [
            len(source) * 3 // 2 + 3 * len(control)
            for source, control in zip(sources, controls, strict=True)
        ]
    ).clamp(max=search.max_steps)  # a parse cut off by the search would have open brackets
    rule = ObeysTemplate(model.labels, controls, max_steps=limits)
    # The templates of one sentence share its encoding.
    number = {source: index for index, source in enumerate(dict.fromkeys(map(tuple, sources)))}
    owners = [number[tuple(source)] for source in sources]
    memory = model.encode([list(source) for source in number], owners, controls)
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
    controls = [_known(model.labels, row, "parse", "paraphraser") for row in tokens]
    memory = model.encode(sources, owners, controls)
    no_repeats = NoRepeatNgram(REPEATED_NGRAM, ends_word=pieces.ends_word)
    processors: list[Processor] = [NeverSpecial(), no_repeats]
    if model.lexicon is not None:
        tries = [build_trie(words, pieces) for words in sentences]
        processors.append(KnownWords(pieces, model.lexicon, [tries[owner] for owner in owners]))
    leaves = torch.tensor([len(_leaves(parse)) for parse in parses])
    if model.is_aligned:
        # Room for any word of the source, however many pieces it has.
        room = torch.tensor([len(sources[owner]) for owner in owners])
        limits = 3 * leaves + room + 10
        # Without a lexicon nothing else keeps a word from going on for ever.
        max_pieces = LONGEST_FREE_WORD if model.lexicon is None else MAX_PIECES
        processors.append(OneWordPerLeaf(pieces, leaves, max_pieces=max_pieces, max_steps=limits))
    longest = 3 * max(int(leaves.max()), settings.max_words) + MAX_PIECES + 10
    keys = [" ".join([*sentences[owner], *row]) for owner, row in zip(owners, tokens, strict=True)]
    search = _search(num_return, longest, settings, keys)
    stepper = Seq2SeqStepper(model.network, memory, model.alignment)
    found = search.search(stepper, len(parses), processors=processors)
    empty = [row for row, hypotheses in enumerate(found) if not hypotheses]
    if model.is_aligned and empty:
        # The rules can leave no way on, say where an emoji of many bytes repeats three of them;
        # an output that breaks a rule and is rejected for it is better than none.
        index = torch.tensor(empty)
        leaf_rule = OneWordPerLeaf(
            pieces, leaves[index], max_pieces=max_pieces, max_steps=limits[index]
        )
        search = _search(num_return, longest, settings, [keys[row] for row in empty])
        stepper = Seq2SeqStepper(model.network, memory.select(index), model.alignment)
        again = search.search(stepper, len(empty), processors=[NeverSpecial(), leaf_rule])
        for row, hypotheses in zip(empty, again, strict=True):
            found[row] = hypotheses
    return [[(_words(pieces, h.ids), h) for h in row if h.ids] for row in found]


def _words(pieces: SubwordVocabulary, ids: list[int]) -> list[str]:
    """Words of pieces, without the control characters that lone bytes can make."""
    return [_CONTROLS.sub("", word) or "_" for word in pieces.decode(ids)]


def _search(
    num_return: int, max_steps: int, settings: GenerationSettings, keys: list[str]
) -> BeamSearch | Sampling:
    if settings.temperature is not None:
        return Sampling(
            num_return=num_return,
            max_steps=max_steps,
            temperature=settings.temperature,
            top_p=settings.top_p,
            alpha=ALPHA,
            seed=settings.seed,
            keys=keys,
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


def _known(labels: LabelVocabulary, tokens: list[str], what: str, network: str) -> list[int]:
    """Ids of control tokens, each of which must be known."""
    ids = labels.encode(tokens)
    if UNK in ids:
        unknown = tokens[ids.index(UNK)]
        place = "as a phrase" if unknown.startswith("(") else "as a part of speech"
        raise UsageError(
            f"the label {unknown.lstrip('(')!r} of the {what}, {place}, is unknown to the "
            f"{network}, whose training data had none; ask for another form"
        )
    return ids
