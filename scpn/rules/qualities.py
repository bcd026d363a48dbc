"""Qualities of things: exclaimed, in another order, of a thing or of what it has.

"the phone has a large screen" and "the screen of the phone is large" say the same, as long as the
adjective can stand after "is".
"""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import (
    NEGATIONS,
    first_tag,
    has_label,
    is_pronoun,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, Frame, build, match_statement
from scpn.rules.rule import Rewrite

_ADMIRED = word_set(
    "great excellent awesome amazing terrible horrible wonderful fantastic awful superb lovely "
    "beautiful brilliant incredible ridiculous nice stupid silly fabulous delightful strange "
    "fascinating stunning gorgeous cute sad funny delicious friendly kind rude lucky sweet clever "
    "disgusting disappointing boring rich brave exciting interesting surprising expensive cool "
    "difficult easy comfortable slow good bad pretty tender tasty fresh unfair weird cheap"
)
_SIMPLE = word_set(
    "good bad nice great big small large long short huge beautiful bright strong weak high low "
    "fresh soft heavy clear simple complex deep wide narrow thin thick sharp solid poor excellent "
    "terrible wonderful amazing awesome fantastic lovely pretty sweet pleasant elegant modern tiny "
    "cute funny clever interesting limited fair decent loud quiet dark rich warm friendly superb "
    "brilliant sturdy gorgeous stunning unique simple impressive reasonable boring confusing"
)
_SUPPORTED = word_set("so really absolutely very truly just simply incredibly extremely such")
# Of these one has what is not a part of it: "a good time", "a big problem".
_NO_PARTS = word_set(
    "time day night job way problem chance reason life lot point feel year idea choice question "
    "fan experience trip meal lunch dinner breakfast deal seat number amount understanding run "
    "taste bit list impact effect influence influx need view conversation moment stay wait "
    "selection variety range meeting talk walk sleep rest home crush headache cold fever future "
    "interest appetite advantage look laugh party lead role history date following reputation"
)
_MASSES = word_set("quality service food music coverage reception dialogue acting writing humor")
_SUITED = word_set("great good perfect bad fine excellent ideal wonderful best awesome useful nice")
_OWNERS = {"it": "its", "he": "his", "she": "her", "they": "their", "i": "my", "we": "our"}
_TAKERS = {owner: subject for subject, owner in _OWNERS.items()} | {"your": "you"}


def exclaim_how(tree: Tree) -> Iterator[Tree]:
    """ "the view is so beautiful ." -> "how beautiful the view is !"."""
    frame = _of_quality(tree)
    if frame is None or frame.subject is None or len(words(frame.subject)) > 5:
        return
    be, quality = frame.predicate
    text = words(quality)
    stressed = bool(set(text[:-1]) & _SUPPORTED) or words(tree)[-1] == "!"
    core = [part for part in quality.subtrees(is_tag) if words(part)[0] not in _SUPPORTED]
    if len(core) != 1 or core[0].label() != "JJ" or words(core[0])[0] not in _ADMIRED:
        return
    if not stressed or set(words(tree)) & NEGATIONS or "all" in words(frame.subject):
        return
    full = {"'s": "is", "'re": "are", "'m": "am"}.get(words(be)[0], words(be)[0])
    verb = Tree("VP", [Tree(be.label(), [full])])
    how = Tree("WHADJP", [Tree("WRB", ["how"]), *core])
    yield build([how, Tree("S", [frame.subject, verb]), Tree(".", ["!"])], "SBARQ")


def swap_qualities(tree: Tree) -> Iterator[Tree]:
    """ "the rule is unfair and odd ." -> "the rule is odd and unfair ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or len(frame.predicate) != 2:
        return
    verb, pair = frame.predicate
    if pair.label() != "ADJP" or not is_tag(verb) or set(words(pair)) & {"nice", "sick", "good"}:
        return
    parts = list(pair)
    degree = [parts.pop(0)] if shape(pair)[:1] == ["RB"] and shape(pair)[1:2] == ["JJ"] else []
    if degree and words(degree[0])[0] not in ("very", "so", "really", "too"):
        return
    if [part.label() for part in parts] not in (["JJ", "CC", "JJ"], ["ADJP", "CC", "ADJP"]):
        return
    if words(parts[1])[0] not in ("and", "or") or has_label(pair, "PP", "SBAR", "S", ",", "JJR"):
        return
    if len(words(parts[2])) > 1 and len(words(parts[0])) == 1:
        return  # "kind and very quick" is not "very quick and kind"
    swapped = Tree("ADJP", [*degree, parts[2], parts[1], parts[0]])
    predicate = Tree("VP", [verb, swapped])
    yield build([*frame.lead, frame.subject, *frame.between, predicate, *frame.stop])


def front_use(tree: Tree) -> Iterator[Tree]:
    """ "this spot is great for dinner ." -> "for dinner , this spot is great ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.lead or len(frame.predicate) < 2:
        return
    be, *rest = frame.predicate
    if words(be)[0] not in ("is", "was", "are", "were", "'s") or frame.between:
        return
    if len(rest) == 1 and rest[0].label() in ("ADJP", "NP") and len(rest[0]) > 1:
        rest = [Tree(rest[0].label(), list(rest[0])[:-1]), rest[0][-1]]
    if len(rest) != 2 or rest[1].label() != "PP" or words(rest[1])[0] != "for":
        return
    quality, use = rest
    if not set(words(quality)) & _SUITED or len(words(use)) > 6 or has_label(use, "PRP", "S", "CD"):
        return
    if shape(use) != ["IN", "NP"] or set(words(quality)) & {"too", "enough", *NEGATIONS}:
        return
    if not has_label(quality, "SBAR", ",", "NNP"):
        predicate = Tree("VP", [be, quality])
        yield build([use, COMMA, frame.subject, predicate, *frame.stop])


def say_part_is(tree: Tree) -> Iterator[Tree]:
    """ "the phone has a large screen ." -> "the screen of the phone is large ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or frame.lead:
        return
    predicate, owner = frame.predicate, frame.subject
    if len(predicate) != 2 or words(predicate[0])[0] not in ("has", "had") or len(owner) > 3:
        return
    part = predicate[1]
    tags = list(part.subtrees(is_tag))
    if part.label() != "NP" or words(tags[0])[0] not in ("a", "an") or len(tags) > 5:
        return
    adjective = [tag for tag in tags[1:] if tag.label() == "JJ"]
    degree = [tag for tag in tags[1:] if tag.label() == "RB"]
    nouns = [tag for tag in tags[1:] if tag.label() == "NN"]
    if len(adjective) != 1 or not nouns or len(tags) != 2 + len(degree) + len(nouns):
        return
    if words(adjective[0])[0] not in _SIMPLE or words(nouns[-1])[0] in _NO_PARTS:
        return
    if not all(words(tag)[0] in _SUPPORTED for tag in degree):
        return
    whose = words(owner)[0] if is_pronoun(owner) else ""
    if whose:
        if whose not in _OWNERS:
            return
        thing = Tree("NP", [Tree("PRP$", [_OWNERS[whose]]), *nouns])
    elif words(owner)[0] in ("the", "this", "that", "my", "our") and not has_label(owner, "PP"):
        of = Tree("PP", [Tree("IN", ["of"]), owner])
        thing = Tree("NP", [Tree("NP", [Tree("DT", ["the"]), *nouns]), of])
    else:
        return
    past = words(predicate[0])[0] == "had"
    be = Tree("VBD", ["was"]) if past else Tree("VBZ", ["is"])
    quality = Tree("ADJP", [*degree, *adjective])
    yield build([thing, Tree("VP", [be, quality]), *frame.stop])


def say_has_part(tree: Tree) -> Iterator[Tree]:
    """ "its screen is large ." -> "it has a large screen ."; also "the screen of the phone"."""
    frame = _of_quality(tree)
    if frame is None or frame.subject is None:
        return
    be, quality = frame.predicate
    tags = list(quality.subtrees(is_tag))
    if words(be)[0] not in ("is", "was") or len(tags) > 2 or words(tags[-1])[0] not in _SIMPLE:
        return
    if any(words(tag)[0] not in _SUPPORTED - {"so", "just"} for tag in tags[:-1]):
        return
    subject = frame.subject
    if shape(subject)[:1] == ["PRP$"] and set(shape(subject)[1:]) == {"NN"}:
        person = _TAKERS.get(words(subject)[0])
        if person is None:
            return
        owner, nouns = Tree("NP", [Tree("PRP", [person])]), list(subject)[1:]
    elif shape(subject) == ["NP", "PP"] and words(subject[1])[0] == "of":
        owner, nouns = subject[1][-1], list(subject[0])[1:]
        if words(subject)[0] != "the" or shape(subject[0])[1:] != ["NN"]:
            return
        if shape(owner) not in (["DT", "NN"], ["PRP$", "NN"]):
            return
    else:
        return
    if words(nouns[-1])[0] in _NO_PARTS:
        return
    then = words(be)[0] == "was"
    plain = words(owner)[0] in ("i", "you", "we", "they")
    have = "had" if then else "have" if plain else "has"
    verb = Tree("VBD" if then else "VBP" if plain else "VBZ", [have])
    first = words(tags[0])[0]
    article = Tree("DT", ["an" if first[0] in "aeiou" and first != "unique" else "a"])
    counted = [] if words(nouns[-1])[0] in _MASSES else [article]
    part = Tree("NP", [*counted, *tags, *nouns])
    yield build([owner, Tree("VP", [verb, part]), *frame.stop])


def _of_quality(tree: Tree) -> Frame | None:
    """A statement that only says how something is."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or frame.lead:
        return None
    if len(frame.predicate) != 2 or words(frame.predicate[0])[0] not in (
        "is", "was", "are", "were", "'s", "'re",
    ):  # fmt: skip
        return None
    quality = frame.predicate[1]
    if quality.label() != "ADJP" or has_label(quality, "PP", "S", "SBAR", "CC", ",", "NP"):
        return None
    if has_label(frame.subject, "EX", "SBAR", "VP", ",") or first_tag(frame.subject) == "WDT":
        return None
    return frame


QUALITIES: Mapping[str, Rewrite] = {
    "quality-how": exclaim_how,
    "quality-swap": swap_qualities,
    "quality-use": front_use,
    "quality-part": say_part_is,
    "quality-has": say_has_part,
}
"""Loose rules of this module by their names."""
