"""Relative clauses in full and cut short: "a hut that was built in 1850", "a hut built in 1850".

They keep the form at the top of the tree, like the rules of `scpn.rules.wording`.
"""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import (
    PLAIN_BE,
    first_tag,
    has_label,
    head_noun,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import number_of
from scpn.rules.inflection import base_of_gerund, past_tense, third_person
from scpn.rules.nouns import is_person
from scpn.rules.phrases import change_one
from scpn.rules.rule import Rewrite

_STATES = word_set("located situated based found known used called made composed involved")
_STATE_VERBS = word_set(
    "live contain include belong want need lack consist resemble own lead feature cover know "
    "remain exist date deal cost weigh measure range"
)
_PARTICIPLE_ENDINGS = ("ed", "en", "wn", "ilt", "ght", "und", "eld", "ept", "ade", "ent")
_RELATIVES = ("who", "that", "which")
# Behind these a participle says what the noun is about, or is the verb's own complement.
_NO_RELATIVE = word_set(
    "trouble time difficulty difficulties problem problems fun experience luck money way point use "
    "it him her them me us you one those things something nothing anything everything"
)
_NO_CLAUSE = word_set(
    "missing including regarding according following starting concerning considering depending "
    "beginning being having given compared based ranging called named"
)
_TAKES_PARTICIPLE = word_set(
    "see sees saw seen hear hears heard watch watched watching find finds found catch caught keep "
    "keeps kept leave left have has had get gets got show shows showing spend spends spent feel "
    "felt want wants wanted notice noticed like likes remember stop need needs 's is was 've"
)


def shorten_relative(tree: Tree) -> Iterator[Tree]:
    """ "it is a hut that was built in 1850 ." -> "it is a hut built in 1850 ."."""

    def change(phrase: Tree) -> bool:
        if phrase[-1].label() != "SBAR" or len(phrase) < 2 or phrase[0].label() != "NP":
            return False
        clause = phrase[-1]
        if shape(clause) != ["WHNP", "S"] or shape(clause[1]) != ["VP"]:
            return False
        predicate = clause[1][0]
        if words(clause[0]) not in ([word] for word in _RELATIVES) or len(predicate) != 2:
            return False
        if words(predicate[0])[0] not in PLAIN_BE or len(words(predicate[1])) < 3:
            return False
        said = predicate[1]
        participle = said.label() == "VP" and is_tag(said[0]) and said[0].label() in ("VBN", "VBG")
        apposition = said.label() == "NP" and phrase[-2].label() == ","
        if not (participle or apposition) or words(said)[0] == "being":
            return False
        phrase[-1] = said
        return True

    yield from change_one(tree, "NP", change)


def fill_relative(tree: Tree) -> Iterator[Tree]:
    """ "it is a hut built in 1850 ." -> "it is a hut that was built in 1850 .".

    Only verbs of states are filled up beside "built": "a man who stands at a rail" is another man
    than "a man standing at a rail", and what does something may be another than the noun before it.
    """
    past = _is_past(tree)
    if past is None or set(words(tree)) & _TAKES_PARTICIPLE & _verbs(tree):
        return

    def change(phrase: Tree) -> bool:
        if shape(phrase) != ["NP", "VP"] or not is_tag(phrase[1][0]):
            return False
        thing, participle = phrase
        number = number_of(thing)
        noun = head_noun(thing)[0]
        if not number or noun in _NO_RELATIVE or words(participle)[0] in _NO_CLAUSE:
            return False
        if len(words(participle)) < 3 or has_label(thing, "CC", ",", "POS"):
            return False
        if first_tag(participle) == "VBN" and {"had", "has", "have"} & set(words(tree)):
            return False  # "he had a tooth pulled"
        finite = _finite(participle, plural=number == "plural", past=past)
        if finite is None:
            return False
        pronoun = "who" if is_person(thing) else "that"
        tag = "WP" if pronoun == "who" else "WDT"
        clause = [Tree("WHNP", [Tree(tag, [pronoun])]), Tree("S", [finite])]
        phrase[1] = Tree("SBAR", clause)
        return True

    yield from change_one(tree, "NP", change)


def _finite(participle: Tree, *, plural: bool, past: bool) -> Tree | None:
    """ "built in 1850" -> "was built in 1850"; "living here" -> "lives here"."""
    head, *rest = participle
    if head.label() in ("VBN", "VBD"):
        if not words(head)[0].endswith(_PARTICIPLE_ENDINGS):
            return None  # "a chemistry set for christmas"
        if any(part.label() not in ("PP", "ADVP") for part in rest):
            return None
        # what somebody did, or when, is over
        before = past or (
            words(head)[0] not in _STATES
            and any(words(part)[0] in ("by", "in", "on") for part in rest)
        )
        forms = ("were", "was") if before else ("are", "is")
        verb = Tree("VBD" if before else "VBZ", [forms[0 if plural else 1]])
        return Tree("VP", [verb, Tree("VP", [Tree("VBN", words(head)), *rest])])
    base = base_of_gerund(words(head)[0]) if head.label() == "VBG" else None
    if base not in _STATE_VERBS:
        return None
    if past:
        return Tree("VP", [Tree("VBD", [past_tense(base)]), *rest])
    form = Tree("VBP", [base]) if plural else Tree("VBZ", [third_person(base)])
    return Tree("VP", [form, *rest])


def _is_past(tree: Tree) -> bool | None:
    """Whether the main verb is past; None where there is no finite one."""
    predicate = next((node for node in tree if node.label() == "VP"), None)
    if tree.label() != "S" or predicate is None:
        return None
    tag = first_tag(predicate)
    return tag == "VBD" if tag in ("VBD", "VBZ", "VBP") else None


def _verbs(tree: Tree) -> set[str]:
    """Words that have a phrase with a participle behind them in their own verb phrase."""
    holders = (node for node in tree.subtrees() if node.label() == "VP" and is_tag(node[0]))
    return {
        words(holder[0])[0]
        for holder in holders
        if any(part.label() == "NP" and shape(part) == ["NP", "VP"] for part in holder[1:])
        and words(holder[0])[0] not in ("is", "was")
    }


REDUCED_RELATIVES: Mapping[str, Rewrite] = {
    "relative-shorten": shorten_relative,
    "relative-fill": fill_relative,
}
"""Loose rules of this module by their names."""
