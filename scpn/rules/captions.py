"""Fragments and captions: a noun with what it does or where it is, made a sentence or a clause.

Only of an indefinite noun that is seen somewhere or does something: of "a fine film with a cast of
stars" nobody says that there is one.
"""

from collections.abc import Iterator, Mapping, Sequence

from nltk.tree import Tree

from scpn.rules.clauses import (
    first_tag,
    has_coordinated_verbs,
    has_label,
    head_noun,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import build
from scpn.rules.inflection import base_form, gerund
from scpn.rules.nouns import is_person
from scpn.rules.rule import Rewrite

_SPATIAL = word_set(
    "in on at near under behind inside outside across above beside beneath below by atop against "
    "along around between next over"
)
_INDEFINITE = word_set(
    "a an two three four five six seven eight nine ten some several many one another numerous"
)
# Of these a fragment says what something is, not what there is.
_JUDGED = word_set(
    "film movie story comedy drama romance thriller documentary tale piece work look portrait "
    "waste mix blend triumph mess way reminder time exercise experience one thing lot bit example "
    "performance success failure attempt version book novel song album show series episode ending "
    "plot idea question matter point fun word view close-up shot picture image photo photograph "
    "video sort kind type place product deal price quality service close item gift value addition "
    "job treat joy pleasure disappointment"
)
_PEOPLE = word_set(
    "man woman boy girl person people men women boys girls child children kid kids guy guys lady "
    "player players skier surfer snowboarder skateboarder couple group crowd family baby toddler "
    "worker officer policeman rider bicyclist cyclist motorcyclist chef cook waiter waitress "
    "workers student students teacher doctor nurse athlete batter catcher pitcher team male "
    "jockey umpire female adult adults teenager teenagers ladies gentleman musician singer band "
    "farmer soldier soldiers fisherman dancer dancers friend friends runner runners"
)
# What is seen being done in a picture, in the simple present.
_ACTIONS = word_set(
    "stand sit walk run ride play jump hold lie skate ski swim dance sing climb hang eat drink "
    "wait pose speak talk bark fly float look watch lead pull drive perform surf lean smile laugh "
    "wear carry throw kick hit read cook cut graze race chase march gather work rest sleep crawl "
    "roll slide leap stare point sail paddle push wave clap cheer shout whistle chirp meow growl"
)
# Participles of a state that a parser takes for the past tense.
_DONE = word_set(
    "parked seated dressed covered surrounded filled decorated topped displayed attached stacked "
    "located placed painted loaded packed gathered lined mounted perched"
)
_GROUPS = word_set("group couple crowd team band family pair number lot variety")
_SINGULAR = word_set("a an one another")


def complete_caption(tree: Tree) -> Iterator[Tree]:
    """ "a man riding a horse ." -> "a man is riding a horse .", also "a cat on a mat ."."""
    parts = _caption(tree)
    if parts is None:
        return
    noun, rest, stop = parts
    verb = _be(noun)
    if verb is None or (rest.label() == "PP" and words(rest)[0] in ("with", "by", "over")):
        return
    if not _has_chain(rest):
        yield build([noun, Tree("VP", [verb, rest]), *stop])


def assert_caption(tree: Tree) -> Iterator[Tree]:
    """ "a man riding a horse ." -> "there is a man riding a horse ."."""
    parts = _caption(tree)
    if parts is None:
        return
    noun, rest, stop = parts
    verb = _be(noun)
    if verb is not None:
        there = Tree("NP", [Tree("EX", ["there"])])
        yield build([there, Tree("VP", [verb, Tree("NP", [noun, rest])]), *stop])


def assert_action(tree: Tree) -> Iterator[Tree]:
    """ "a dog runs on the beach ." -> "there is a dog running on the beach ."."""
    if tree.label() != "S" or shape(tree) not in (["NP", "VP"], ["NP", "VP", "."]):
        return
    noun, predicate, *stop = tree
    if words(tree)[-1] == "?" or words(noun)[0] not in _INDEFINITE or not is_tag(predicate[0]):
        return
    if has_label(noun, "SBAR", ",", ":", "CC", "VP") or len(words(tree)) < 5:
        return
    verb, head = _be(noun), predicate[0]
    base = base_form(words(head)[0], head.label()) if head.label() in ("VBZ", "VBP") else None
    if verb is None or base not in _ACTIONS or has_coordinated_verbs(predicate):
        return
    act = Tree("VP", [Tree("VBG", [gerund(base)]), *list(predicate)[1:]])
    there = Tree("NP", [Tree("EX", ["there"])])
    yield build([there, Tree("VP", [verb, Tree("NP", [noun, act])]), *stop])


def expand_caption(tree: Tree) -> Iterator[Tree]:
    """ "a man riding a horse ." -> "a man who is riding a horse ."."""
    parts = _caption(tree)
    if parts is None or parts[1].label() != "VP":
        return
    noun, rest, stop = parts
    verb, pronoun = _be(noun), _relative_of(noun)
    if verb is None or ("NP" in shape(noun) and not _is_pair(noun)) or _has_chain(rest):
        return
    inner = Tree("S", [Tree("VP", [verb, rest])])
    clause = Tree("SBAR", [Tree("WHNP", [pronoun]), inner])
    yield build([noun, clause, *stop], "NP")


def reduce_caption(tree: Tree) -> Iterator[Tree]:
    """ "a man who is riding a horse ." -> "a man riding a horse ."."""
    parts = _split(tree)
    if parts is None or tree.label() != "NP" or parts[1].label() != "SBAR":
        return
    noun, clause, stop = parts
    if len(clause) != 2 or words(clause[0])[0] not in ("who", "that", "which"):
        return
    if shape(clause[1]) != ["VP"] or noun.label() != "NP":
        return
    predicate = clause[1][0]
    if len(predicate) == 2 and words(predicate[0])[0] in ("is", "are"):
        rest = predicate[1]
        if rest.label() == "VP" and first_tag(rest) in ("VBG", "VBN") and rest[0].label() != "CC":
            yield build([noun, rest, *stop], "NP")


def _caption(tree: Tree) -> tuple[Tree, Tree, Sequence[Tree]] | None:
    """The indefinite noun, what is said of it, and the period of a fragment."""
    parts = _split(tree)
    if parts is None:
        return None
    noun, rest, _ = parts
    bare = first_tag(noun) in ("NNS", "JJ") and is_person(noun) and _base_noun(noun)[-1:] in "sn"
    if noun.label() != "NP" or _base_noun(noun) in _JUDGED | {""}:
        return None
    if words(noun)[0] not in _INDEFINITE and not bare:
        return None
    if has_label(noun, "SBAR", ",", ":", "VP") or len(words(tree)) < 5:
        return None
    if has_label(noun, "CC") and not (_is_pair(noun) and rest.label() == "VP"):
        return None
    if rest.label() == "VP":
        known = first_tag(rest) in ("VBG", "VBN") and is_tag(rest[0])
        known = known or (first_tag(rest) == "VBD" and words(rest)[0] in _DONE)
        known = known and words(rest)[0] not in ("including", "starring", "featuring", "being")
        return parts if known and words(rest)[0] not in ("called", "named", "based") else None
    if tree.label() == "NP" and rest.label() == "PP" and shape(rest) == ["IN", "NP"]:
        spatial = words(rest)[0] in _SPATIAL or words(rest)[0] == "with"
        clear = not has_label(rest, ",", ":", "VB", "VBP", "VBZ", "VBD", "MD")
        return parts if spatial and clear else None
    return None


def _is_pair(noun: Tree) -> bool:
    """ "a man and a woman"."""
    if shape(noun) != ["NP", "CC", "NP"] or words(noun[1]) != ["and"]:
        return False
    return all(words(part)[0] in _INDEFINITE and not has_label(part, "CC") for part in noun[::2])


def _has_chain(rest: Tree) -> bool:
    """Whether a participle hangs on a noun inside, as in "wearing a hat standing in a field"."""
    nouns = rest.subtrees(lambda node: node.label() == "NP")
    return any(shape(node)[1:2] == ["VP"] and first_tag(node[1]) == "VBG" for node in nouns)


def _split(tree: Tree) -> tuple[Tree, Tree, Sequence[Tree]] | None:
    """Two phrases and what ends them."""
    if tree.label() not in ("NP", "S") or not all(isinstance(child, Tree) for child in tree):
        return None
    stop = [tree[-1]] if tree[-1].label() == "." and words(tree)[-1] == "." else []
    nodes = list(tree)[: len(tree) - len(stop)]
    while len(nodes) == 1 and nodes[0].label() == "NP" and len(nodes[0]) == 2:
        nodes = list(nodes[0])
    return (nodes[0], nodes[1], stop) if len(nodes) == 2 and not is_tag(nodes[0]) else None


def _base_noun(noun: Tree) -> str:
    base = noun
    while not is_tag(base[0]) and base[0].label() == "NP":
        base = base[0]
    word = head_noun(base)[0]
    return word if word == words(base)[-1] else ""


def _be(noun: Tree) -> Tree | None:
    """The form of "be" that agrees with an indefinite noun; None if its number is unclear."""
    if _is_pair(noun):
        return Tree("VBP", ["are"])
    first = words(noun)[0]
    base = noun
    while not is_tag(base[0]) and base[0].label() == "NP":
        base = base[0]
    head, tag = head_noun(base)
    if head in _GROUPS and shape(noun) == ["NP", "PP"]:
        return Tree("VBZ", ["is"]) if head not in ("number", "lot", "couple") else None
    if tag == "NN" and first in _SINGULAR:
        return Tree("VBZ", ["is"])
    return Tree("VBP", ["are"]) if tag == "NNS" and first not in _SINGULAR else None


def _relative_of(noun: Tree) -> Tree:
    person = _base_noun(noun) in _PEOPLE
    return Tree("WP", ["who"]) if person else Tree("WDT", ["that"])


CAPTIONS: Mapping[str, Rewrite] = {
    "caption-complete": complete_caption,
    "caption-there": assert_caption,
    "caption-action": assert_action,
    "caption-expand": expand_caption,
    "caption-reduce": reduce_caption,
}
"""Loose rules of this module by their names."""
