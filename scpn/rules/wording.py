"""Small words: contractions, "that", "in order to", "no" and "not any", "of" and "'s".

These keep the form at the top of the tree; they are a second step after a rule that changes it, or
give a sentence in its own form.
"""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import (
    BE,
    first_tag,
    has_label,
    head_noun,
    is_pronoun,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.inflection import base_form
from scpn.rules.phrases import change_one
from scpn.rules.rule import Rewrite

_NOT_FORMS = {"ca": "can", "wo": "will", "sha": "shall"}
_SHORT_VERBS = {
    ("is", "VBZ"): "'s", ("are", "VBP"): "'re", ("am", "VBP"): "'m", ("will", "MD"): "'ll",
    ("have", "VBP"): "'ve", ("would", "MD"): "'d",
}  # fmt: skip
_LONG_VERBS = {"'re": "are", "'m": "am", "'ll": "will", "'ve": "have"}
_NEGATED = word_set("is are was were do does did has have had would could should")
_BELIEFS = word_set(
    "say says said think thinks thought know knows knew believe believes believed hope hopes hoped "
    "guess suppose feel feels felt hear heard realize realized find found see saw show shows "
    "showed mean means claim claims claimed suggest suggests believe insist agree agreed wish"
)
_RELATIONS = word_set(
    "capital population economy government president king queen author director founder leader "
    "owner history name height age birthplace headquarters parliament mayor manager editor "
    "creator inventor designer producer publisher composer writer son daughter wife husband "
    "mother father brother sister size length value weight color leader captain chairman chief "
    "members citizens inhabitants borders coast climate culture people constitution mascot "
    "gender genre profession occupation nationality religion language currency birthday"
)
_NO_RELATIVE = word_set("way reason time day place moment fact this that it all here now")
_ASIDES = word_set("think guess know say said suppose believe can")
# A clause with "that" after these says what they are: nothing in it is left out.
_CONTENTS = word_set(
    "probability possibility chance idea fact news claim belief hope evidence feeling view theory "
    "notion doubt risk impression sense rumor conclusion opinion sign proof fear danger extent "
    "assumption argument statement announcement knowledge condition point so case thought"
)


def expand_contractions(tree: Tree) -> Iterator[Tree]:
    """ "it 's late and i ca n't stay ." -> "it is late and i can not stay ."."""
    if "ai" in tree.leaves():
        return  # "ai n't" has no full form
    copy = tree.copy(deep=True)
    changed = False
    for phrase in copy.subtrees(lambda node: node.label() == "VP"):
        for index, tag in enumerate(phrase):
            if is_tag(tag):
                following = phrase[index + 1] if index + 1 < len(phrase) else None
                changed |= _expand(tag, following)
    if changed:
        yield copy


def _expand(tag: Tree, following: Tree | None) -> bool:
    """Write a short form in full, in place; whether there was one that is clear."""
    word = words(tag)[0]
    full = _LONG_VERBS.get(word)
    if word == "n't":
        full = "not"
    elif word in _NOT_FORMS and following is not None and words(following)[0] == "n't":
        full = _NOT_FORMS[word]
    elif word == "'s" and tag.label() == "VBZ" and following is not None:
        passive = following.label() == "VP" and first_tag(following) == "VBN"
        if has_label(following, "NNS") and following.label() == "NP":
            return False
        if not passive:
            full = "is"
        elif words(following)[0] in ("been", "got", "gotten", "become", "had"):
            full = "has"
    elif word == "'d" and tag.label() == "MD" and following is not None:
        full = "would" if first_tag(following) in ("VB", "RB") else None
    if full is None:
        return False
    tag[0] = full
    return True


def contract(tree: Tree) -> Iterator[Tree]:
    """ "it is late and i do not care ." -> "it 's late and i do n't care ."."""
    copy = tree.copy(deep=True)
    changed = False
    gapped = [node for node in copy.subtrees() if node.label() == "SBAR" and _has_gap(node)]
    for phrase in copy.subtrees(lambda node: shape(node)[-1:] == ["VP"] or "VP" in shape(node)):
        for subject, predicate in zip(list(phrase), list(phrase)[1:], strict=False):
            if predicate.label() != "VP" or is_tag(predicate):
                continue
            if any(phrase is clause[-1] for clause in gapped) and _is_last_stressed(predicate):
                continue
            changed |= _contract(subject, predicate)
    if changed:
        yield copy


def _has_gap(clause: Tree) -> bool:
    """Whether something is missing in a clause: "what it is yet", "than it is now"."""
    return clause[0].label().startswith("WH") or words(clause)[0] in ("than", "as")


def _is_last_stressed(predicate: Tree) -> bool:
    """Whether nothing but adverbs follows the verb, so that it is stressed and stays long."""
    return all(part.label() in ("ADVP", "RB", "PP", "SBAR") for part in list(predicate)[1:])


def _contract(subject: Tree, predicate: Tree) -> bool:
    """Shorten the verb of a clause, or its "not", in place; whether that was possible."""
    verb = predicate[0]
    if not is_tag(verb) or len(predicate) < 2:
        return False
    word = words(verb)[0]
    if words(predicate[1]) == ["not"] and is_tag(predicate[1]):
        if word not in _NEGATED and word not in ("can", "will"):
            return False
        verb[0] = {"can": "ca", "will": "wo"}.get(word, word)
        predicate[1][0] = "n't"
        return True
    short = _SHORT_VERBS.get((word, verb.label()))
    if short is None or subject.label() != "NP" or words(predicate[1]) == ["n't"]:
        return False
    plain = is_pronoun(subject) or (words(subject) == ["there"] and short == "'s")
    if not plain or (word == "have" and predicate[1].label() != "VP"):
        return False
    verb[0] = short
    return True


def insert_that(tree: Tree) -> Iterator[Tree]:
    """ "he said she left ." -> "he said that she left ."."""

    def change(phrase: Tree) -> bool:
        if len(phrase) < 2 or not is_tag(phrase[0]):
            return False
        clause = phrase[-1]
        if (
            clause.label() != "SBAR"
            or shape(clause) != ["S"]
            or words(phrase[0])[0] not in _BELIEFS
        ):
            return False
        if len(phrase) != 2 or shape(clause[0])[:2] != ["NP", "VP"] or words(clause)[0] == "that":
            return False
        clause.insert(0, Tree("IN", ["that"]))
        return True

    return change_one(tree, "VP", change)


def drop_relative(tree: Tree) -> Iterator[Tree]:
    """ "the book that i read is old ." -> "the book i read is old ."."""

    def change(phrase: Tree) -> bool:
        if shape(phrase) != ["NP", "SBAR"]:
            return False
        clause = phrase[1]
        if shape(clause) != ["WHNP", "S"] or words(clause[0])[0] not in ("that", "which", "whom"):
            return False
        if len(words(clause[0])) > 1 or shape(clause[1])[:2] != ["NP", "VP"]:
            return False
        if not is_pronoun(clause[1][0]) and len(words(clause[1][0])) > 3:
            return False
        if words(phrase[0])[-1] in _CONTENTS:
            return False
        del clause[0]
        return True

    return change_one(tree, "NP", change)


def insert_relative(tree: Tree) -> Iterator[Tree]:
    """ "the book i read is old ." -> "the book that i read is old ."."""

    def change(phrase: Tree) -> bool:
        if shape(phrase) != ["NP", "SBAR"]:
            return False
        clause = phrase[1]
        if shape(clause) != ["S"] or shape(clause[0])[:2] != ["NP", "VP"]:
            return False
        if words(phrase[0])[-1] in _NO_RELATIVE or words(clause)[-1] in _ASIDES:
            return False
        if words(clause)[0] == "there":
            return False
        clause.insert(0, Tree("WHNP", [Tree("WDT", ["that"])]))
        return True

    return change_one(tree, "NP", change)


def spell_purpose(tree: Tree) -> Iterator[Tree]:
    """ "he left early in order to rest ." -> "he left early to rest ."."""

    def change(phrase: Tree) -> bool:
        if words(phrase)[:3] != ["in", "order", "to"]:
            return False
        clause = phrase[-1]
        if clause.label() != "S" or words(clause)[0] != "to":
            return False
        phrase[:] = [clause]
        phrase.set_label("S")
        return True

    return change_one(tree, "SBAR", change)


def deny_any(tree: Tree) -> Iterator[Tree]:
    """ "we have no milk ." -> "we do n't have any milk ."."""

    def change(phrase: Tree) -> bool:
        if shape(phrase)[1:2] != ["NP"] or not is_tag(phrase[0]):
            return False
        verb, noun = phrase[0], phrase[1]
        if first_tag(noun) != "DT" or words(noun)[0] != "no" or len(words(noun)) < 2:
            return False
        if {"than", "more", "less", "longer"} & set(words(noun)):
            return False
        if head_noun(noun)[0] in ("one", "doubt", "wonder", "way", "idea", "problem", "time", ""):
            return False
        first = noun
        while not is_tag(first[0]):
            first = first[0]
        if words(verb)[0] in BE and words(verb)[0] not in ("am", "'m", "be", "been", "being", "'s"):
            first[0] = Tree("DT", ["any"])
            phrase.insert(1, Tree("RB", ["n't"]))
            return words(verb)[0] != "'re"
        base = base_form(words(verb)[0], verb.label())
        support = {"VBZ": "does", "VBP": "do", "VBD": "did"}.get(verb.label())
        if base != "have" or support is None:
            return False
        first[0] = Tree("DT", ["any"])
        inner = Tree("VP", [Tree("VB", [base]), *list(phrase)[1:]])
        phrase[:] = [Tree(verb.label(), [support]), Tree("RB", ["n't"]), inner]
        return True

    return change_one(tree, "VP", change)


def possess(tree: Tree) -> Iterator[Tree]:
    """ "the population of france grew ." -> "france 's population grew ."."""

    def change(phrase: Tree) -> bool:
        if shape(phrase) != ["NP", "PP"]:
            return False
        thing, possessor = phrase
        text = words(thing)
        if text[0] != "the" or text[-1] not in _RELATIONS or shape(possessor) != ["IN", "NP"]:
            return False
        owner = possessor[1]
        flat = all(is_tag(node) for node in owner)
        if (
            words(possessor)[0] != "of"
            or not flat
            or len(owner) > 3
            or has_label(owner, "POS", "CC")
        ):
            return False
        if first_tag(owner) not in ("NNP", "DT", "PRP$") or words(owner)[-1].endswith("s"):
            return False
        phrase[:] = [Tree("NP", [*owner, Tree("POS", ["'s"])]), *list(thing)[1:]]
        return True

    return change_one(tree, "NP", change)


def spell_possession(tree: Tree) -> Iterator[Tree]:
    """ "france 's population grew ." -> "the population of france grew ."."""
    if list(tree.leaves()).count("'s") > 1:
        return

    def change(phrase: Tree) -> bool:
        if len(phrase) < 2 or phrase[0].label() != "NP":
            return False
        owner = phrase[0]
        if owner[-1].label() != "POS" or len(owner) > 5:
            return False
        if not all(is_tag(node) for node in [*list(phrase)[1:], *owner]):
            return False
        if first_tag(owner) not in ("NNP", "DT") or any(n.label() == "CD" for n in phrase):
            return False
        if words(phrase)[-1] not in _RELATIONS:
            return False
        holder = Tree("NP", list(owner)[:-1])
        thing = Tree("NP", [Tree("DT", ["the"]), *list(phrase)[1:]])
        phrase[:] = [thing, Tree("PP", [Tree("IN", ["of"]), holder])]
        return True

    yield from change_one(tree, "NP", change)


WORDING: Mapping[str, Rewrite] = {
    "possess": possess,
    "possess-of": spell_possession,
    "relative-drop": drop_relative,
    "relative-insert": insert_relative,
    "that-insert": insert_that,
    "purpose-short": spell_purpose,
    "deny-any": deny_any,
    "expand": expand_contractions,
    "contract": contract,
}
"""Loose rules of this module by their names."""
