"""Tells by words and template whether a sentence denies, asks, commands or relates clauses."""

import re
from collections.abc import Sequence

from scpn.rules.clauses import word_set

NEGATIONS = word_set(
    "n't not no never none nobody nothing nowhere neither nor without hardly scarcely barely"
)
"""Words that deny; losing or gaining the only one turns a sentence around."""

QUESTION_OPENERS = word_set(
    "who whom whose which what when where why how do does did is are was were am has have had can "
    "could will would shall should may might must"
)
"""Lower-cased words that a question without its mark may begin with."""

_RELATIONS = [
    (frozenset(openers.split()), frozenset(others.split()))
    for openers, others in (
        ("although though while whereas", "but yet however despite spite even nevertheless still"),
        ("because since", "'cause cuz as for so therefore thus due given from ever"),
        ("if unless when whenever while", "whether as once where case then time during should"),
    )
]
"""Relations between clauses: words that open such a clause, and words that mean the same."""

_LABEL = re.compile(r"\(([^()]+)\)")
_NO_SUBJECT = frozenset(["LST", "ADVP", "PP", "INTJ", "CC", "RB", "UH", ",", ":", "``"])
"""What may stand before the predicate of a sentence without being its subject."""


def asks(words: Sequence[str], template: str = "") -> bool:
    """Whether a sentence is a question: it has a question mark, or the form of one."""
    return any(word.startswith("?") for word in words) or template.startswith(("(SBARQ", "(SQ"))


def may_ask(words: Sequence[str]) -> bool:
    """Whether a lower-cased sentence is a question, or one whose mark was left out."""
    opens = bool(words) and words[0] in QUESTION_OPENERS and words[-1] not in (".", "!")
    return opens or asks(words)


def denies(words: Sequence[str]) -> bool:
    """Whether a lower-cased sentence has a word of negation."""
    return not NEGATIONS.isdisjoint(words)


def is_predicate(template: str) -> bool:
    """Whether a template is that of a predicate without a subject, such as a command.

    >>> is_predicate("(S(VP)(.))"), is_predicate("(S(ADVP)(NP)(VP)(.))")
    (True, False)
    """
    labels = _LABEL.findall(template)
    if not template.startswith("(S(") or "VP" not in labels:
        return False
    return _NO_SUBJECT.issuperset(labels[: labels.index("VP")])


def may_command(words: Sequence[str]) -> bool:
    """Whether a command can say what a lower-cased sentence says: it speaks to "you" or "us"."""
    return not {"you", "let"}.isdisjoint(words)


def new_relation(source: Sequence[str], output: Sequence[str]) -> str | None:
    """The first word of the output that relates clauses in a way no word of the source does.

    A form with a subordinate clause asks for such a word, and a paraphraser finds one whether or
    not the source has anything to relate. Of 1,417 ParaNMT references that the judge finds alike
    ten have one.
    """
    said = set(source)
    for before, word in zip(["", *output], output, strict=False):
        kinds = [kind for kind in _RELATIONS if word in kind[0]]
        if kinds and before != "as" and not any(said & (kind[0] | kind[1]) for kind in kinds):
            return word
    return None
