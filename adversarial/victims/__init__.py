"""Classifiers that are attacked, behind one protocol."""

from scpn.adversarial.victims.checking import CheckedVictim, check_probabilities
from scpn.adversarial.victims.function import FunctionVictim
from scpn.adversarial.victims.victim_specs import VictimSpec, bundled_classifiers, load_victim

__all__ = [
    "CheckedVictim",
    "FunctionVictim",
    "VictimSpec",
    "bundled_classifiers",
    "check_probabilities",
    "load_victim",
]
