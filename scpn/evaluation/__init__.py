"""Measures control and quality: on labelled pairs, and on sentences times templates."""

from scpn.evaluation.measures import Item, Output
from scpn.evaluation.models import describe_model
from scpn.evaluation.pair_evaluation import (
    ROWS,
    EvaluationSettings,
    PairEvaluation,
    RowResult,
    evaluate_pairs,
)
from scpn.evaluation.pairs import EvaluationPair, count_evaluation_pairs, read_evaluation_pairs
from scpn.evaluation.sweep import SweepEvaluation, evaluate_sweep
from scpn.paraphraser.uncontrolled import load_uncontrolled

__all__ = [
    "ROWS",
    "EvaluationPair",
    "EvaluationSettings",
    "Item",
    "Output",
    "PairEvaluation",
    "RowResult",
    "SweepEvaluation",
    "count_evaluation_pairs",
    "describe_model",
    "evaluate_pairs",
    "evaluate_sweep",
    "load_uncontrolled",
    "read_evaluation_pairs",
]
