"""Measures control and quality: on labeled pairs, and on sentences times templates."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scpn.evaluation.measures import Item, Output
    from scpn.evaluation.models import describe_model
    from scpn.evaluation.pair_evaluation import PairEvaluation, RowResult, evaluate_pairs
    from scpn.evaluation.pairs import EvaluationPair, count_evaluation_pairs, read_evaluation_pairs
    from scpn.evaluation.settings import ROWS, EvaluationSettings
    from scpn.evaluation.sweep import SweepEvaluation, evaluate_sweep
    from scpn.paraphraser.uncontrolled import load_uncontrolled

# Settings are known before torch is loaded.
_HOMES = {
    "ROWS": "scpn.evaluation.settings",
    "EvaluationPair": "scpn.evaluation.pairs",
    "EvaluationSettings": "scpn.evaluation.settings",
    "Item": "scpn.evaluation.measures",
    "Output": "scpn.evaluation.measures",
    "PairEvaluation": "scpn.evaluation.pair_evaluation",
    "RowResult": "scpn.evaluation.pair_evaluation",
    "SweepEvaluation": "scpn.evaluation.sweep",
    "count_evaluation_pairs": "scpn.evaluation.pairs",
    "describe_model": "scpn.evaluation.models",
    "evaluate_pairs": "scpn.evaluation.pair_evaluation",
    "evaluate_sweep": "scpn.evaluation.sweep",
    "load_uncontrolled": "scpn.paraphraser.uncontrolled",
    "read_evaluation_pairs": "scpn.evaluation.pairs",
}
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


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
