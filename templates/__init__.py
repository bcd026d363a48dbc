"""Syntactic templates: the top two levels of a parse. This folder is installed as `scpn.templates`.

A template is a root label and the labels of its children: `(S(NP)(VP)(.))`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scpn.templates.mining import MinedTemplates, count_files, mine_templates, most_frequent
    from scpn.templates.sets import TemplateSet, available_sets, load_template_set
    from scpn.templates.statistics import TemplateStatistics, load_statistics
    from scpn.templates.suggestion import Suggestion, suggest, suggest_forms
    from scpn.templates.template import Template

# Settings are known before nltk is loaded.
_HOMES = {
    "MinedTemplates": "mining",
    "count_files": "mining",
    "mine_templates": "mining",
    "most_frequent": "mining",
    "TemplateSet": "sets",
    "available_sets": "sets",
    "load_template_set": "sets",
    "TemplateStatistics": "statistics",
    "load_statistics": "statistics",
    "Suggestion": "suggestion",
    "suggest": "suggestion",
    "suggest_forms": "suggestion",
    "Template": "template",
}
__all__ = [
    "MinedTemplates",
    "Suggestion",
    "Template",
    "TemplateSet",
    "TemplateStatistics",
    "available_sets",
    "count_files",
    "load_statistics",
    "load_template_set",
    "mine_templates",
    "most_frequent",
    "suggest",
    "suggest_forms",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
