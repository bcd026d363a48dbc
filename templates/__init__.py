"""Syntactic templates: the top two levels of a parse. This folder is installed as `scpn.templates`.

A template is a root label and the labels of its children: `(S(NP)(VP)(.))`.
"""

from scpn.templates.mining import MinedTemplates, count_files, mine_templates, most_frequent
from scpn.templates.sets import TemplateSet, available_sets, load_template_set
from scpn.templates.statistics import TemplateStatistics, load_statistics
from scpn.templates.suggestion import Suggestion, suggest, suggest_forms
from scpn.templates.template import Template

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
