"""Builds chart parsers of either kind: new ones for training, or those that a folder holds."""

from collections.abc import Sequence
from typing import Any

import torch
from benepar.char_lstm import RetokenizerForCharLSTM
from benepar.decode_chart import ChartDecoder
from benepar.nkutil import HParams
from nltk import Tree

from scpn.errors import UsageError
from scpn.parsing.character_parser import CharacterChartParser
from scpn.parsing.chart_parser import BatchedChartParser, ChartParserConfig
from scpn.parsing.encoder_parser import EncoderChartParser
from scpn.parsing.subwords import SubwordEncoder
from scpn.word_vectors import WordVectors


def build_chart_parser(
    trees: Sequence[Tree], config: ChartParserConfig, *, vectors: WordVectors | None = None
) -> BatchedChartParser:
    """Make an untrained parser whose vocabularies come from `trees`.

    Args:
        trees: Training trees under a TOP node.
        config: Where word vectors come from, sizes and dropouts.
        vectors: Word vectors from plain text; they stay as they are in training.

    Raises:
        UsageError: There are both word vectors and an encoder.
        ModelError: The encoder cannot be loaded.
    """
    names = sorted({tag for tree in trees for _, tag in tree.pos()})
    tags = {"UNK": 0, **{tag: index for index, tag in enumerate(names, start=1)}}
    labels = ChartDecoder.build_vocab(trees)
    if config.encoder:
        if vectors is not None:
            raise UsageError(
                "a parser takes word vectors or a pretrained encoder, not both; "
                "leave out word_vectors or model.encoder"
            )
        subwords = SubwordEncoder.from_pretrained(config.encoder)
        return EncoderChartParser(tags, labels, config.hparams(), subwords=subwords)
    words, size = (vectors.words, vectors.vectors.shape[1]) if vectors else ([], 0)
    model = CharacterChartParser(
        tags,
        labels,
        RetokenizerForCharLSTM.build_vocab([tree.leaves() for tree in trees]),
        config.hparams(),
        words=words,
        vector_size=size,
    )
    if vectors:
        # Of the size of character vectors, whose parts lie within 1.
        scaled = torch.from_numpy(vectors.vectors) * size**0.5
        model.word_vectors[1:] = scaled
    return model


def restore_chart_parser(config: dict[str, Any]) -> BatchedChartParser:
    """Make a parser with random parameters from `BatchedChartParser.config`.

    Raises:
        KeyError, TypeError, AttributeError, ValueError, RuntimeError: `config` is damaged.
    """
    tags, labels, hparams = config["tag_vocab"], config["label_vocab"], HParams(**config["hparams"])
    if "encoder" in config:
        subwords = SubwordEncoder.from_description(config["encoder"])
        return EncoderChartParser(tags, labels, hparams, subwords=subwords)
    return CharacterChartParser(
        tags,
        labels,
        config["char_vocab"],
        hparams,
        words=config.get("words", "").split(),
        vector_size=config.get("vector_size", 0),
    )
