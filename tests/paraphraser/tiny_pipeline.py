"""Parser, parse generator and paraphraser with random weights, small enough for a unit test."""

from pathlib import Path
from typing import Any

import torch

from scpn.models.model import ControlledModel, NetworkConfig
from scpn.models.recurrent import RecurrentConfig
from scpn.models.transformer import TransformerConfig
from scpn.paraphraser import Paraphraser
from scpn.parsing import load_parser
from scpn.parsing.architectures import build_chart_parser
from scpn.parsing.benepar_backend import save_chart_parser
from scpn.parsing.chart_parser import ChartParserConfig
from scpn.parsing.protocol import Parser
from scpn.parsing.treebank import with_top
from scpn.tokenization.vocabulary import LabelVocabulary, SubwordVocabulary
from scpn.trees.linearize import control_tokens
from scpn.trees.reader import read_tree
from scpn.trees.transform import remove_words

TREES = [
    read_tree(text)
    for text in (
        "(S (NP (PRP she)) (VP (VBD drove) (ADVP (RB home))) (. .))",
        "(S (NP (DT the) (NN dog)) (VP (VBZ barks)) (. .))",
        "(S (NP (DT the) (JJ old) (NN man)) (VP (VBD saw) (NP (DT a) (NN ship))) (. .))",
        "(S (PP (IN in) (NP (NN winter))) (, ,) (NP (PRP we)) (VP (VBP sleep)) (. .))",
        "(SBARQ (WHNP (WP who)) (SQ (VP (VBD ate) (NP (DT the) (NN cake)))) (. ?))",
        "(NP (NP (DT a) (NN cup)) (PP (IN of) (NP (NN tea))))",
        "(S (SBAR (IN if) (S (NP (PRP it)) (VP (VBZ rains)))) (, ,) (NP (PRP we))"
        " (VP (VBP stay) (ADVP (RB inside))) (. .))",
        "(FRAG (RB not) (NP (PRP me)) (. .))",
    )
]
SENTENCES = [
    "She drove home.",
    "The dog barks.",
    "The old man saw a ship.",
    "In winter, we sleep.",
    "If it rains, we stay inside.",
]
TEMPLATES = ["(S(NP)(VP)(.))", "(S(PP)(,)(NP)(VP)(.))", "(NP(NP)(PP))"]
RECURRENT = RecurrentConfig(
    embedding_size=16, encoder_size=12, control_embedding_size=8, control_size=8, decoder_size=16
)
TRANSFORMER = TransformerConfig(size=16, num_heads=2, inner_size=16, encoder_layers=1)
SIZES = {
    "d_model": 32,
    "num_layers": 1,
    "num_heads": 2,
    "d_kv": 16,
    "d_ff": 32,
    "d_label_hidden": 16,
    "d_tag_hidden": 16,
    "d_char_emb": 8,
}


def tiny_labels() -> LabelVocabulary:
    return LabelVocabulary.build(control_tokens(remove_words(tree)) for tree in TREES)


def tiny_pieces(folder: Path) -> SubwordVocabulary:
    return SubwordVocabulary.train(
        [tree.leaves() for tree in TREES] * 3, size=310, model_prefix=folder / "subwords"
    )


def tiny_parser(folder: Path) -> Parser:
    """A chart parser whose trees are random but differ from sentence to sentence."""
    torch.manual_seed(3)
    model = build_chart_parser([with_top(tree) for tree in TREES], ChartParserConfig(**SIZES))
    with torch.no_grad():
        model.f_label[-1].weight.mul_(20)
    folder.mkdir(exist_ok=True)
    save_chart_parser(model, folder, state=model.state_dict())
    return load_parser(folder)


def tiny_model(role: Any, pieces: SubwordVocabulary | None, kind: Any) -> ControlledModel:
    torch.manual_seed(1)
    config = NetworkConfig(kind=kind, recurrent=RECURRENT, transformer=TRANSFORMER)
    model = ControlledModel(role, config, tiny_labels(), pieces)
    model.network.eval()
    with torch.no_grad():
        for parameter in model.network.parameters():
            parameter.mul_(2)  # far from uniform, so that hypotheses are no near ties
        # Short outputs: phrases close soon, words end soon.
        is_end = torch.arange(len(model.labels)) == model.labels.close_id
        model.network.output_bias[is_end if pieces is None else pieces.ends_word] += 5
    return model


def tiny_paraphraser(folder: Path, *, kind: str = "recurrent") -> Paraphraser:
    """All three parts; `folder` is for what they write while they are built."""
    return Paraphraser(
        tiny_parser(folder / "parser"),
        tiny_model("parse-generator", None, kind),
        tiny_model("paraphraser", tiny_pieces(folder), kind),
    )
