"""Aspect in pictures: what someone does there is told as an event or as in progress."""

from collections.abc import Callable, Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import (
    NEGATIONS,
    first_tag,
    has_label,
    head_noun,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import number_of
from scpn.rules.inflection import base_form, base_of_gerund, gerund, third_person
from scpn.rules.nouns import is_person
from scpn.rules.rule import Rewrite

DYNAMIC = word_set(
    "sit stand walk run ride play jump hold look watch talk speak eat drink sing dance swim throw "
    "catch hit kick climb surf ski bark fly sleep lie smile laugh wave push pull carry cross wait "
    "pose lean perform cut cook drive hang rest graze chase roll swing wear try prepare fight dig "
    "work read write paint wash brush stare point listen clap cheer cry snore cough whistle shout "
    "race float rush splash blow chew lick hike march stroll skate slide fall leap start "
    "make use do take land get go come approach pass give put turn move speed"
)
"""Verbs of what one sees or hears someone do."""

_ANIMATE = word_set(
    "dog dogs puppy puppies cat cats kitten horse horses bird birds animal animals cow cows "
    "giraffe giraffes elephant elephants zebra zebras bear bears sheep duck ducks bicyclist "
    "someone skier surfer skateboarder snowboarder biker rider runner player batter pitcher "
    "climber swimmer"
)
_MANY = word_set("two three four five six several some many")


def tell_in_progress(tree: Tree) -> Iterator[Tree]:
    """ "a man rides a horse ." -> "a man is riding a horse ."."""

    def change(clause: Tree) -> bool:
        parts = _scene(clause)
        if parts is None:
            return False
        subject, predicate = parts
        verb = predicate[0]
        if verb.label() not in ("VBZ", "VBP") or {"VP", "CC"} & {*shape(predicate)}:
            return False
        base = base_form(words(verb)[0], verb.label())
        if base not in DYNAMIC or (base == "look" and words(predicate)[1:2] == ["like"]):
            return False
        be = Tree("VBZ", ["are" if number_of(subject) == "plural" else "is"])
        act = Tree("VP", [Tree("VBG", [gerund(base)]), *list(predicate)[1:]])
        clause[1] = Tree("VP", [be, act])
        return True

    return _change_all(tree, change)


def tell_as_event(tree: Tree) -> Iterator[Tree]:
    """ "a man is riding a horse ." -> "a man rides a horse ."."""

    def change(clause: Tree) -> bool:
        parts = _scene(clause)
        if parts is None:
            return False
        subject, predicate = parts
        if shape(predicate)[1:] != ["VP"] or words(predicate[0])[0] not in ("is", "are"):
            return False
        act = predicate[1]
        if first_tag(act) != "VBG" or not is_tag(act[0]):
            return False
        base = base_of_gerund(words(act)[0])
        if base is None or base not in DYNAMIC:
            return False
        plural = number_of(subject) == "plural"
        verb = Tree("VBP", [base]) if plural else Tree("VBZ", [third_person(base)])
        clause[1] = Tree("VP", [verb, *list(act)[1:]])
        return True

    return _change_all(tree, change)


def _scene(clause: Tree) -> tuple[Tree, Tree] | None:
    """Subject and predicate of a clause such as a caption has: "a man rides a horse"."""
    if clause.label() != "S" or shape(clause)[:2] != ["NP", "VP"] or len(clause) > 3:
        return None
    subject, predicate = clause[0], clause[1]
    text = {*words(clause)}
    if text & {"i", "you", "we", "my", "your", "our", "if", "when", "every"} or text & NEGATIONS:
        return None
    if not number_of(subject) or not is_tag(predicate[0]) or not is_animate(subject):
        return None
    opens = words(subject)[0] in ("a", "an") or words(subject)[0] in _MANY
    return (subject, predicate) if opens and not has_label(predicate, "MD") else None


def is_animate(noun: Tree) -> bool:
    """Whether an NP names a person or an animal."""
    return is_person(noun) or head_noun(noun)[0] in _ANIMATE


def _change_all(tree: Tree, change: Callable[[Tree], bool]) -> Iterator[Tree]:
    """A copy of a tree with every clause changed that `change` can change, if any."""
    copy = tree.copy(deep=True)
    changed = [change(node) for node in list(copy.subtrees(lambda node: node.label() == "S"))]
    if any(changed):
        yield copy


ASPECTS: Mapping[str, Rewrite] = {
    "tell-in-progress": tell_in_progress,
    "tell-as-event": tell_as_event,
}
"""Loose rules of this module by their names."""
