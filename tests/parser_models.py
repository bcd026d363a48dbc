"""Small parsers and trees of our own, for the tests of parsing and of training a parser."""

from pathlib import Path

import torch

from scpn.parsing.architectures import build_chart_parser
from scpn.parsing.benepar_backend import save_chart_parser
from scpn.parsing.chart_parser import BatchedChartParser, ChartParserConfig
from scpn.parsing.treebank import with_top
from scpn.pretrained.precision import Precision
from scpn.trees.reader import read_tree

TREES = [
    read_tree(text)
    for text in (
        "(S (NP (PRP She)) (VP (VBD drove) (ADVP (RB home))) (. .))",
        "(S (NP (DT The) (NN dog)) (VP (VBZ barks)) (. .))",
        "(S (NP (DT The) (JJ old) (NN man)) (VP (VBD saw) (NP (DT a) (NN ship))) (. .))",
        "(S (PP (IN In) (NP (NN winter))) (, ,) (NP (PRP we)) (VP (VBP sleep)) (. .))",
        "(SBARQ (WHNP (WP Who)) (SQ (VP (VBD ate) (NP (DT the) (NN cake)))) (. ?))",
        "(SQ (VBZ Does) (NP (PRP he)) (VP (VB know) (NP (PRP it))) (. ?))",
        "(NP (NP (DT A) (NN cup)) (PP (IN of) (NP (NN tea))))",
        "(S (VP (VB Go) (ADVP (RB home))) (. !))",
        "(FRAG (RB Not) (NP (PRP me)) (. .))",
        "(S (S (NP (PRP He)) (VP (VBD came))) (CC and) (S (NP (PRP she)) (VP (VBD left))) (. .))",
        "(S (NP (PRP I)) (VP (VBP think) (SBAR (S (NP (PRP he)) (VP (VBZ lies))))) (. .))",
        "(S (SBAR (IN If) (S (NP (PRP it)) (VP (VBZ rains)))) (, ,) (NP (PRP we))"
        " (VP (VBP stay) (ADVP (RB inside))) (. .))",
        "(INTJ (UH Yes))",
    )
]
DROPOUTS = [
    f"{name}_dropout" for name in ("morpho_emb", "relu", "residual", "attention", "char_lstm_input")
]
SENTENCES = [tree.leaves() for tree in TREES]


def small_config(*, dropout: float | None = 0.0) -> ChartParserConfig:
    """Sizes of a parser that trains within seconds; None leaves the usual dropouts."""
    dropouts = {} if dropout is None else dict.fromkeys(DROPOUTS, dropout)
    return ChartParserConfig(
        d_model=64,
        num_layers=2,
        num_heads=4,
        d_kv=16,
        d_ff=64,
        d_label_hidden=32,
        d_tag_hidden=32,
        d_char_emb=16,
        encoder_max_len=32,
        **dropouts,
    )


def small_model(*, seed: int = 0, dropout: float = 0.0) -> BatchedChartParser:
    """An untrained parser over the labels, tags and characters of `TREES`."""
    torch.manual_seed(seed)
    model = build_chart_parser([with_top(tree) for tree in TREES], small_config(dropout=dropout))
    # Fresh span scores are near zero; larger ones make trees differ.
    with torch.no_grad():
        model.f_label[-1].weight.mul_(20)
    return model


def save_small_parser(folder: Path, *, precision: Precision = "single") -> BatchedChartParser:
    """Write an untrained parser to `folder`."""
    folder.mkdir(exist_ok=True)
    model = small_model().eval()
    save_chart_parser(model, folder, state=model.state_dict(), precision=precision)
    return model
