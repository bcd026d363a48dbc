"""Captions with their parts in other places: what a room has, what a picture shows, who wears what.

As in `captions`, only what is indefinite is moved: "the house with a garden" is a certain house.
"""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import (
    INDEFINITE,
    first_tag,
    has_coordinated_verbs,
    has_label,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, build, match_statement, number_of, split_stop
from scpn.rules.nouns import is_person
from scpn.rules.rule import Rewrite
from scpn.rules.small_phrases import pronoun

_PICTURES = word_set(
    "picture image photo photograph painting drawing video shot photos pictures images close-up"
)
_ROOMS = word_set(
    "room bathroom kitchen bedroom office restroom restaurant park city street harbor garden yard "
    "field store shop station area lobby hallway parking lot beach studio classroom town"
)
_HOLDERS = _ROOMS | word_set(
    "building table plate bowl house desk tower bed shelf counter toilet bus train truck car boat "
    "plane wall sink vase tray sign clock box stove refrigerator couch chair fence pole bench lamp "
    "window door tree basket cup bag shirt cake bike bicycle motorcycle ship church home computer "
    "laptop apartment pan cabinet dresser nightstand mirror bathtub shower airplane jet"
)
_ALONE = word_set(
    "man woman boy girl dog cat person lady guy child baby bird horse vehicle train engine bus "
    "truck car crowd helicopter motorcycle officer player surfer skier snowboarder skateboarder"
)
_ARTICLES = ("a", "an")


def supply_article(tree: Tree) -> Iterator[Tree]:
    """ "man feeding two dogs ." -> "a man feeding two dogs ."."""
    if tree.label() not in ("NP", "S") or words(tree)[-1] == "?" or len(words(tree)) < 4:
        return
    path: tuple[int, ...] = (0,)
    while not is_tag(tree[path]) and not is_tag(tree[(*path, 0)]):
        path = (*path, 0)
    base = tree[path]
    if is_tag(base) or base.label() != "NP" or len(path) > 3 or len(base) > 3:
        return
    tags, text = shape(base), words(base)
    known = all(is_tag(part) and part.label() in ("NN", "NNP", "JJ", "VBN") for part in base)
    if not known or tags[-1] not in ("NN", "NNP") or text[-1] not in _ALONE:
        return
    rest = [part.label() for part in tree.subtrees(is_tag)][len(base) : len(base) + 2]
    if rest[:1] not in (["VBG"], ["VBZ"], ["IN"], ["VBN"], ["CC"]) or has_label(tree, "MD", ":"):
        return
    copy = tree.copy(deep=True)
    article = "an" if text[0][0] in "aeiou" else "a"
    copy[path].insert(0, Tree("DT", [article]))
    yield copy


def show(tree: Tree) -> Iterator[Tree]:
    """ "a photo of a cat in a tree ." -> "this is a photo of ...", "a photo that shows ..."."""
    cut = split_stop(tree)
    if tree.label() not in ("NP", "S") or cut is None:
        return
    children, stop = cut
    if len(children) == 1 and shape(children[0])[:1] == ["NP"]:
        children = list(children[0])
    if len(children) != 2 or children[0].label() != "NP" or has_label(tree, "SBAR", ":"):
        return
    picture, content = children
    if words(picture)[0] not in _ARTICLES or words(picture)[-1] not in _PICTURES:
        return
    link = words(content)[0]
    if content.label() not in ("PP", "VP") or link not in ("of", "showing") or len(content) < 2:
        return
    be = Tree("VP", [Tree("VBZ", ["is"]), Tree("NP", [picture, content])])
    yield build([Tree("NP", [Tree("DT", ["this"])]), be, *stop])
    if len(content) == 2 and content[1].label() == "NP":
        shows = Tree("S", [Tree("VP", [Tree("VBZ", ["shows"]), content[1]])])
        clause = Tree("SBAR", [Tree("WHNP", [Tree("WDT", ["that"])]), shows])
        yield build([picture, clause, *stop], "NP")


def say_has(tree: Tree) -> Iterator[Tree]:
    """ "a room with two beds ." -> "a room that has two beds .", "in a room , there are ..."."""
    parts = _furnished(tree)
    if parts is None:
        return
    place, things, stop = parts
    inner = Tree("S", [Tree("VP", [Tree("VBZ", ["has"]), things])])
    yield build([place, Tree("SBAR", [Tree("WHNP", [Tree("WDT", ["that"])]), inner]), *stop], "NP")
    first = things
    while shape(first)[:1] == ["NP"]:
        first = first[0]
    number = number_of(first) if "CC" not in shape(first) else ""
    head = words(place)[-1]
    if head in _ROOMS and number and words(first)[0] in INDEFINITE | {"lots"}:
        be = Tree("VBP", ["are"]) if number == "plural" else Tree("VBZ", ["is"])
        preposition = "on" if head in ("street", "beach") else "in"
        where = Tree("PP", [Tree("IN", [preposition]), place])
        yield build([where, COMMA, pronoun("there"), Tree("VP", [be, things]), *stop])


def _furnished(tree: Tree) -> tuple[Tree, Tree, tuple[Tree, ...]] | None:
    """A place or thing, what it is with, and the stop of a caption."""
    cut = split_stop(tree)
    if tree.label() not in ("NP", "S") or cut is None:
        return None
    children, stop = cut
    if len(children) == 1 and shape(children[0])[:1] == ["NP"]:
        children = list(children[0])
    while len(children) == 2 and shape(children[0]) == ["NP", "PP"]:
        # "a room with a bed | next to a lamp" is read as one
        inner, more = children
        children = [inner[0], Tree("PP", [*inner[1], more])]
    if len(children) != 2 or children[1].label() != "PP" or words(children[1])[0] != "with":
        return None
    place, what = children
    if words(place)[0] not in _ARTICLES or not all(is_tag(part) for part in place):
        return None
    if words(place)[-1] not in _HOLDERS or is_person(place) or has_label(tree, "SBAR", ":", "PRP"):
        return None
    things = what[1] if len(what) == 2 else Tree("NP", list(what)[1:])
    return (place, things, stop) if things.label() == "NP" and len(words(things)) > 1 else None


def lead_with_wearing(tree: Tree) -> Iterator[Tree]:
    """ "a man wearing a hat rides by ." -> "wearing a hat , a man rides by ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.lead or frame.between:
        return
    subject = frame.subject
    if shape(subject) != ["NP", "VP"] or words(subject)[0] not in INDEFINITE:
        return
    being, state = subject
    if first_tag(state) not in ("VBG", "VBN") or not is_tag(state[0]) or not is_person(being):
        return
    if words(state)[0] not in ("wearing", "holding", "carrying", "dressed", "using"):
        return
    if has_coordinated_verbs(tree) or has_label(state, "SBAR", ",") or len(words(state)) > 10:
        return
    if first_tag(frame.predicate) not in ("VBZ", "VBP") or has_label(frame.predicate, "SBAR"):
        return
    yield build([Tree("S", [state]), COMMA, being, frame.predicate, *frame.stop])


DEPICTIONS: Mapping[str, Rewrite] = {
    "depiction-article": supply_article,
    "depiction-show": show,
    "depiction-has": say_has,
    "depiction-wearing": lead_with_wearing,
}
"""Loose rules of this module by their names."""
