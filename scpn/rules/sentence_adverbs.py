"""Adverbs of the whole sentence: in front, in the middle, and as "it is clear that"."""

from collections.abc import Iterator, Mapping
from copy import deepcopy

from nltk.tree import Tree

from scpn.rules.clauses import (
    BE,
    HAVE,
    NEGATIONS,
    first_tag,
    has_coordinated_verbs,
    has_label,
    is_tag,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, Frame, build, match_frame
from scpn.rules.rule import Rewrite

# These open a sentence as well as they stand in its middle; `scpn.rules.adverbs` has more.
_LEADS = word_set(
    "soon later basically essentially unfortunately luckily sadly ironically evidently hopefully "
    "presently thus therefore nevertheless nonetheless consequently instead indeed supposedly "
    "arguably possibly perhaps immediately interestingly similarly accordingly inexplicably "
    "officially theoretically technically surprisingly meanwhile lately regularly understandably"
)
_TO_MIDDLE = word_set(
    "actually usually often sometimes recently currently originally initially eventually finally "
    "suddenly soon ultimately basically essentially typically generally traditionally fortunately "
    "unfortunately obviously apparently evidently certainly undoubtedly presently previously "
    "occasionally thus therefore consequently supposedly allegedly reportedly arguably possibly "
    "immediately gradually inexplicably presumably normally historically officially technically "
    "theoretically now subsequently regularly then probably"
)
_AFTER_SUBJECT = word_set(
    "however therefore nevertheless nonetheless meanwhile moreover furthermore instead indeed "
    "consequently unfortunately fortunately ironically similarly"
)
_QUICK = word_set("suddenly finally eventually immediately soon")
_JUDGMENTS = {
    "clearly": "clear",
    "obviously": "obvious",
    "evidently": "evident",
    "possibly": "possible",
    "perhaps": "possible",
    "maybe": "possible",
    "surprisingly": "surprising",
    "unfortunately": "unfortunate",
    "fortunately": "fortunate",
    "interestingly": "interesting",
    "ironically": "ironic",
    "probably": "likely",
}
_ADVERBS = {
    "clear": "clearly", "obvious": "obviously", "evident": "evidently", "possible": "perhaps",
    "likely": "probably", "probable": "probably", "unfortunate": "unfortunately",
    "fortunate": "fortunately", "apparent": "apparently", "surprising": "surprisingly",
}  # fmt: skip


def lead_with_adverb(tree: Tree) -> Iterator[Tree]:
    """ "they usually come late ." -> "usually , they come late ."."""
    for rest, adverb in _middle_adverbs(tree):
        if words(adverb)[0] not in _LEADS or set(words(rest.predicate)[:3]) & NEGATIONS:
            continue
        yield build([*rest.lead, adverb, COMMA, *rest.core(), *rest.stop])


def put_adverb_in_middle(tree: Tree) -> Iterator[Tree]:
    """ "usually , they come late ." -> "they usually come late ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or not frame.before or frame.between:
        return
    adverb, *comma = frame.before
    if adverb.label() not in ("ADVP", "RB") or [node.label() for node in comma] not in ([], [","]):
        return
    word = words(adverb)[0]
    if len(words(adverb)) != 1 or words(frame.subject)[0] in ("there", "here"):
        return
    if word in _TO_MIDDLE and not has_coordinated_verbs(frame.predicate):
        bare = Frame(frame.lead, (), frame.subject, (), frame.predicate, frame.stop)
        placed = _with_middle(bare, adverb)
        if placed is not None:
            yield placed
    plain = not has_label(frame.subject, ",", "SBAR", "EX", "POS")
    if comma and word in _AFTER_SUBJECT and 1 < len(words(frame.subject)) <= 6 and plain:
        subject = Tree("NP", [frame.subject, COMMA, adverb, COMMA])  # so parsers see it
        yield build([*frame.lead, subject, frame.predicate, *frame.stop])


def adverb_to_judgment(tree: Tree) -> Iterator[Tree]:
    """ "clearly , it works ." -> "it is clear that it works ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.lead:
        return
    options: list[tuple[Frame, Tree]] = list(_middle_adverbs(tree))
    if frame.before and frame.before[0].label() == "ADVP":
        if [node.label() for node in frame.before[1:]] not in ([], [","]):
            return
        bare = Frame((), (), frame.subject, frame.between, frame.predicate, frame.stop)
        options.append((bare, frame.before[0]))
    for rest, adverb in options:
        adjective = _JUDGMENTS.get(" ".join(words(adverb)))
        if adjective is None or (adjective == "clear" and not frame.before):
            continue  # "he clearly said": a manner
        if words(frame.subject) == ["that"]:
            continue
        clause = Tree("SBAR", [Tree("IN", ["that"]), Tree("S", rest.core())])
        quality = Tree("ADJP", [Tree("JJ", [adjective])])
        predicate = Tree("VP", [Tree("VBZ", ["is"]), quality, clause])
        yield build([Tree("NP", [Tree("PRP", ["it"])]), predicate, *rest.stop])


def judgment_to_adverb(tree: Tree) -> Iterator[Tree]:
    """ "it is clear that it works ." -> "clearly , it works ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.before or words(frame.subject) != ["it"]:
        return
    predicate = frame.predicate
    flat = [part for part in predicate if part.label() != "ADVP"]
    if len(flat) == 2 and flat[1].label() == "ADJP" and shape(flat[1])[-1:] == ["SBAR"]:
        flat = [flat[0], Tree("ADJP", list(flat[1])[:-1]), flat[1][-1]]
    if [part.label() for part in flat[1:]] != ["ADJP", "SBAR"]:
        return
    if words(flat[0])[0] not in ("is", "'s") or len(words(flat[1])) != 1 or len(flat[2]) > 2:
        return
    adverb = _ADVERBS.get(words(flat[1])[0])
    content = flat[2][-1]
    if adverb is None or content.label() != "S" or shape(content)[:1] != ["NP"]:
        return
    if words(flat[2])[0] in ("if", "when", "to", "for", "what", "how", "why"):
        return
    if adverb == "probably":
        inner = match_frame(Tree("S", [*content, *frame.stop]))
        placed = (
            None if inner is None else _with_middle(inner, Tree("ADVP", [Tree("RB", [adverb])]))
        )
        if placed is not None:
            yield placed
        return
    yield build([*frame.lead, Tree("ADVP", [Tree("RB", [adverb])]), COMMA, *content, *frame.stop])


def then_to_front(tree: Tree) -> Iterator[Tree]:
    """ "he then left ." -> "then he left ."."""
    for rest, adverb in _middle_adverbs(tree):
        if words(adverb) in (["then"], ["now"]):
            yield build([*rest.lead, adverb, *rest.core(), *rest.stop])


def shift_parenthesis(tree: Tree) -> Iterator[Tree]:
    """ "the plan , however , failed ." -> "however , the plan failed ."."""
    labels = shape(tree)
    if tree.label() == "S" and labels[:5] == ["NP", ",", "ADVP", ",", "VP"] and len(tree) <= 6:
        subject, _, adverb, _, *rest = tree
        if words(adverb)[0] in _AFTER_SUBJECT | {"though"} and len(words(adverb)) == 1:
            word = "however" if words(adverb) == ["though"] else words(adverb)[0]
            yield build([Tree("ADVP", [Tree("RB", [word])]), COMMA, subject, *rest])


def _middle_adverbs(tree: Tree) -> Iterator[tuple[Frame, Tree]]:
    """The sentence without an adverb of its middle, and the adverb."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.before:
        return
    if first_tag(frame.subject) == "EX":
        return
    for index, adverb in enumerate(frame.between):
        kept = (*frame.between[:index], *frame.between[index + 1 :])
        if adverb.label() == "ADVP" and len(words(adverb)) == 1:
            yield (
                Frame(frame.lead, frame.before, frame.subject, kept, frame.predicate, frame.stop),
                adverb,
            )
    predicate = frame.predicate
    if len(predicate) < 3 or predicate[1].label() != "ADVP" or len(words(predicate[1])) != 1:
        return
    if not is_tag(predicate[0]) or not _is_auxiliary(predicate):
        return
    if predicate[2].label() in (",", "CC") or words(predicate[0])[-1] == ",":
        return
    adverb = predicate[1]
    kept_predicate = Tree("VP", [predicate[0], *list(predicate)[2:]])
    rest = Frame(frame.lead, frame.before, frame.subject, frame.between, kept_predicate, frame.stop)
    yield rest, adverb


def _is_auxiliary(predicate: Tree) -> bool:
    first = words(predicate[0])[0]
    if first_tag(predicate) == "MD" or first in BE:
        return True
    return "VP" in shape(predicate) and first in HAVE | {"do", "does", "did", "'d"}


def _with_middle(frame: Frame, adverb: Tree) -> Tree | None:
    """The sentence with an adverb before its full verb or after its first auxiliary."""
    predicate = deepcopy(frame.predicate)
    if frame.subject is None or not is_tag(predicate[0]):
        return None
    lead = [*frame.lead, *frame.before, frame.subject, *frame.between]
    if _is_auxiliary(predicate):
        negated = len(predicate) > 1 and words(predicate[1])[0] in ("not", "n't", "never")
        if (
            negated
            or len(predicate) < 2
            or (words(adverb)[0] in _QUICK and first_tag(predicate) != "MD")
        ):
            return None
        predicate.insert(1, deepcopy(adverb))
        return build([*lead, predicate, *frame.stop])
    if words(predicate[0])[0] in HAVE and first_tag(predicate) == "MD":
        return None
    return build([*lead, adverb, predicate, *frame.stop])


SENTENCE_ADVERBS: Mapping[str, Rewrite] = {
    "adverb-lead": lead_with_adverb,
    "adverb-inside": put_adverb_in_middle,
    "then-front": then_to_front,
    "adverb-judgment": adverb_to_judgment,
    "judgment-adverb": judgment_to_adverb,
    "parenthesis-front": shift_parenthesis,
}
"""Loose rules of this module by their names."""
