"""Cases of personal pronouns: what changes places between subject and object changes its form."""

from collections.abc import Mapping

from nltk.tree import Tree

from scpn.rules.clauses import is_pronoun, word_set, words

OBJECT_FORMS = {"i": "me", "he": "him", "she": "her", "we": "us", "they": "them", "you": "you"}
"""From subject to object; "it" has one form and may stand for anything."""
SUBJECT_FORMS = {form: subject for subject, form in OBJECT_FORMS.items()}
"""From object to subject."""
YOU = word_set("you your yours yourself")
"""The person spoken to."""
ME_AND_US = word_set("i me my mine we us our")
"""The person speaking, alone or with others."""
ANYONE_ELSE = word_set("you your yours yourself we us our they their he his she her one")
"""Anybody but the person speaking."""


def as_subject(phrase: Tree) -> Tree:
    """An NP before its verb: "him" -> "he"; what is no pronoun stays as it is."""
    return _with_form(phrase, SUBJECT_FORMS)


def as_object(phrase: Tree) -> Tree:
    """An NP behind a verb or preposition: "he" -> "him"; what is no pronoun stays as it is."""
    return _with_form(phrase, OBJECT_FORMS)


def _with_form(phrase: Tree, forms: Mapping[str, str]) -> Tree:
    if not is_pronoun(phrase):
        return phrase
    word = words(phrase)[0]
    return Tree("NP", [Tree("PRP", [forms.get(word, word)])])
