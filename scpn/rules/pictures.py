"""What is seen, told as captions do: "a man rides a horse" is a man riding a horse.

Only of an indefinite being that does something now: "a dog needs water" is no picture.
"""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import (
    BE,
    INDEFINITE,
    NEGATIONS,
    first_tag,
    has_label,
    is_pronoun,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, Frame, build, is_clause, match_statement, number_of
from scpn.rules.inflection import base_form, gerund
from scpn.rules.nouns import is_person, pronoun_for
from scpn.rules.rule import Rewrite

_SEEN = word_set(
    "sing sit stand lie ride run walk jump play hold carry wear look watch climb swim fly chase "
    "catch throw kick hit eat drink read write dance talk speak smile laugh perform work prepare "
    "cook paint clean wash push pull fall slide ski surf skate skateboard row fish sleep rest "
    "wait pose point wave cross enter leave pass drive race fight bark lean bend stretch balance "
    "hang reach attempt try practice compete listen yell shout cry stare gaze stroll hike crawl "
    "splash dive float leap roll bite chew lick sniff dig shake spin swing tackle dribble bat "
    "pitch bowl use examine show display stack build repair sell buy take make do get put cut "
    "open pour feed pet kiss hug follow lead help guide travel move march gather relax enjoy "
    "celebrate meet head"
)
_BEINGS = word_set(
    "dog cat horse bird puppy elephant giraffe bear sheep cow monkey animal bull train bus car "
    "plane boat truck skateboarder snowboarder surfer skier player biker cyclist group crowd "
    "rider racer climber runner skater swimmer team band"
)
_DRESSED = word_set("dressed seated gathered surrounded parked covered")
_FINITE_NOW = ("VBZ", "VBP")
_THINGS = word_set("dog puppy cat bird horse elephant bear cow train bus car plane boat truck")


def tell_as_caption(tree: Tree) -> Iterator[Tree]:
    """ "a man rides a horse ." -> "a man riding a horse ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None:
        return
    if words(frame.subject) == ["there"]:
        yield from _tell_there(frame)
    if not _is_seen(frame):
        return
    action = _action(frame.predicate)
    if action is not None and not has_label(frame.subject, "VP", "SBAR", ","):
        yield build([frame.subject, action, *frame.stop], "NP")


def _tell_there(frame: Frame) -> Iterator[Tree]:
    """ "there is a dog on the lawn ." -> "a dog on the lawn ."."""
    parts = [part for part in frame.predicate if part.label() != "ADVP"]
    if len(parts) < 2 or words(parts[0])[0] not in ("is", "are") or frame.between or frame.lead:
        return
    seen, *rest = parts[1:]
    if seen.label() != "NP" or not _is_being(seen) or has_label(seen, "SBAR", ",", ":"):
        return
    if len(words(seen)) < 4 and not rest:
        return
    if len(parts) == len(frame.predicate) and all(part.label() in ("PP", "VP") for part in rest):
        whole = [seen, *rest] if rest else list(seen)
        yield build([*whole, *frame.stop], "NP")


def tell_apart(tree: Tree) -> Iterator[Tree]:
    """ "a man sings while his dog barks ." -> "a man sings , and his dog barks ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or not _is_now(frame.predicate):
        return
    *core, clause = frame.predicate
    while core and core[-1].label() == ",":
        core.pop()
    if clause.label() != "SBAR" or words(clause)[0] not in ("while", "as") or len(clause) != 2:
        return
    content = clause[-1]
    if len(core) < 1 or not is_clause(content) or not _is_now(content[-1]):
        return
    if words(core[-1])[-1] in ("just", "same", "so", "as", "such", "even") or _denies(tree):
        return
    if is_pronoun(content[0]) and is_pronoun(frame.subject):
        return
    if is_pronoun(content[0]) and any(has_label(part, "NN", "NNP", "NNS") for part in core):
        return
    if set(words(tree)) & {"you", "generations", "if", "?", "i"}:
        return
    first = Tree("S", [frame.subject, Tree("VP", core)])
    yield build([*frame.lead, first, COMMA, Tree("CC", ["and"]), content, *frame.stop])


def tell_second_action(tree: Tree) -> Iterator[Tree]:
    """ "two boys are in the water , holding a net ." -> "..., and they are holding a net ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or not _is_now(frame.predicate):
        return
    *core, second = frame.predicate
    if len(core) == 1 and words(core[0])[0] in BE and second.label() == "VP":
        *inner, second = second
        while inner and inner[-1].label() == ",":
            inner.pop()
        core = [core[0], Tree("VP", inner)] if inner else []
    elif core and core[-1].label() == "NP":
        return
    if len(core) < 2 or "CC" in shape(frame.predicate):
        return
    act = _participle(second)
    pronoun = _taking_up(frame.subject)
    if act is None or not pronoun or _denies(tree):
        return
    while core[-1].label() == ",":
        core.pop()
    be = Tree("VBP", ["are"]) if pronoun == "they" else Tree("VBZ", ["is"])
    subject = Tree("NP", [Tree("PRP", [pronoun])])
    left = Tree("S", [frame.subject, Tree("VP", core)])
    right = Tree("S", [subject, Tree("VP", [be, act])])
    yield build([*frame.lead, left, COMMA, Tree("CC", ["and"]), right, *frame.stop])


def _is_seen(frame: Frame) -> bool:
    """Whether the subject is some being: "a man", "two dogs in the snow"."""
    if frame.subject is None or frame.between or frame.lead or not _is_being(frame.subject):
        return False
    return not has_label(frame.predicate, "``", ":", "MD", "VBD")


def _is_being(phrase: Tree) -> bool:
    """Whether a phrase names some being or vehicle: "a man", "two dogs", "children"."""
    base = phrase
    while not is_tag(base[0]) and base[0].label() == "NP":
        base = base[0]
    head, tags = words(base)[-1], shape(base)
    bare = tags[-1] == "NNS" and all(tag in ("JJ", "NN", "NNS", "VBG") for tag in tags)
    if words(base)[0] not in INDEFINITE and not (bare and is_person(phrase)):
        return False
    return is_person(phrase) or head in _BEINGS or head.removesuffix("s") in _BEINGS


def _action(predicate: Tree) -> Tree | None:
    """The predicate in its form with "ing"; None if it is no action of now."""
    if shape(predicate) == ["VP", "CC", "VP"]:
        first, second = _action(predicate[0]), _action(predicate[2])
        if first is None or second is None or words(predicate[1]) != ["and"]:
            return None
        return Tree("VP", [first, predicate[1], second])
    if "CC" in shape(predicate) and shape(predicate)[1:3] != ["CC", "VBZ"]:
        return None
    verb, *rest = predicate
    if not is_tag(verb) or not rest or verb.label() not in _FINITE_NOW:
        return None
    if words(verb)[0] in ("is", "are"):
        form = words(rest[0])[0]
        doing = form.endswith("ing") if first_tag(rest[0]) == "VBG" else form in _DRESSED
        return rest[0] if doing and len(rest) == 1 and rest[0].label() == "VP" else None
    if _has_other_clause(rest):
        return None
    done: list[Tree] = []
    for part in predicate:
        if part.label() not in _FINITE_NOW:
            done.append(part)
            continue
        base = base_form(words(part)[0], part.label())
        if base not in _SEEN:
            return None
        done.append(Tree("VBG", [gerund(base)]))
    return Tree("VP", done)


def _has_other_clause(rest: list[Tree]) -> bool:
    """Whether a clause with a subject follows, which would stay finite."""
    return any(part.label() == "S" and shape(part)[:1] == ["NP"] for part in rest)


def _is_now(predicate: Tree) -> bool:
    return first_tag(predicate) in _FINITE_NOW


def _denies(tree: Tree) -> bool:
    return bool(set(words(tree)) & NEGATIONS)


def _participle(node: Tree) -> Tree | None:
    """The VP of "holding a net" or "while holding a net"."""
    if node.label() == "SBAR" and words(node)[0] == "while" and shape(node) == ["IN", "S"]:
        node = node[-1]
    if node.label() == "S" and shape(node) == ["VP"]:
        node = node[0]
    if node.label() != "VP" or first_tag(node) != "VBG" or not is_tag(node[0]) or len(node) < 2:
        return None
    return None if words(node)[0] in ("being", "having", "including", "using") else node


def _taking_up(subject: Tree) -> str:
    """The pronoun for an indefinite subject, too."""
    if has_label(subject, "CC", "SBAR", ",", "EX", "VP") or is_pronoun(subject):
        return ""
    if number_of(subject) == "plural" and words(subject)[0] in INDEFINITE | {"the"}:
        return "they"
    base = subject
    while not is_tag(base[0]) and base[0].label() == "NP":
        base = base[0]
    return "it" if words(base)[-1] in _THINGS else pronoun_for(subject)


PICTURES: Mapping[str, Rewrite] = {
    "picture-caption": tell_as_caption,
    "picture-apart": tell_apart,
    "picture-second": tell_second_action,
}
"""Loose rules of this module by their names."""
