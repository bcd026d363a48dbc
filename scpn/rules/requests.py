"""Requests and offers: "please" moves, a question becomes an imperative and back, names move."""

from collections.abc import Iterator, Mapping
from copy import deepcopy

from nltk.tree import Tree

from scpn.rules.clauses import first_tag, has_label, is_tag, shape, word_set, words
from scpn.rules.frame import COMMA, build
from scpn.rules.inversion import QUESTION_MARK, match_question
from scpn.rules.rule import Rewrite

_ASKS = word_set("can could will would")
_ACTS = word_set(
    "book find give send show tell call bring add set turn play get make help check open close "
    "remind let explain schedule reserve look cancel change update transfer order buy pay put take "
    "read search start stop confirm recommend suggest share describe list provide fix wait "
    "come stay keep remove delete switch activate increase decrease raise lower email text post "
    "connect repeat forward return reset block unlock verify review consider proceed hold try pass "
    "write print report shut leave move ask talk walk ship track locate freeze report"
)
# Only a machine or a clerk is told to do these, even where the speaker is not named.
ORDERS = word_set(
    "play book convert transfer roll flip schedule order cancel translate spell calculate remind "
    "define dial pause mute skip search find check set turn add"
)
_FEELINGS = word_set("like love want need hate miss know believe trust forgive understand see hear")
# "can you read" asks for a skill, "can you come" for an answer.
_SKILLS = word_set("read write play stop come stay wait walk talk try hold leave keep ship let")
_MINE = word_set("i me my us our myself")
_TITLES = word_set(
    "sir madam mom dad mum mother father daddy mommy guys boys girls everyone everybody honey dear "
    "darling buddy friend friends gentlemen ladies kids children doctor professor captain"
)
_LONGEST = 18
_PERIOD = Tree(".", ["."])


def ask_politely(tree: Tree) -> Iterator[Tree]:
    """ "please call me ." -> "could you please call me ?", "call me , please ."."""
    parts = _imperative(tree)
    if parts is None:
        return
    lead, act, polite = parts
    if not polite or {"thanks", "please"} & set(words(act)):
        return
    if len(words(act)) <= _LONGEST:
        yield _could_you(lead, act)
    if not has_label(act, "SBAR", ",", ":", "CC") and len(words(act)) <= 14:
        yield build([*lead, Tree("VP", [*act, COMMA, _please()]), *(_stop(tree) or [])])


def add_please(tree: Tree) -> Iterator[Tree]:
    """ "turn off the radio ." -> "please turn off the radio ."; with "me", also a question."""
    parts = _imperative(tree)
    if parts is None or parts[2]:
        return
    lead, act, _ = parts
    if not is_request(act) or len(words(act)) < 3 or has_label(act, ":", "``"):
        return
    if words(act)[0] == "let" and words(act)[2:3] != ["know"]:
        return
    if (
        not (set(words(act)) & _MINE or words(act)[0] in ORDERS)
        or len(words(act)) > _LONGEST
        or has_label(act, ",")
    ):
        return
    yield build([*lead, _please(), act, *_stop(tree)])
    if "CC" not in shape(act):
        yield _could_you(lead, act)


def is_request(act: Tree) -> bool:
    """Whether one asks another for an act: a known one, or one done for the speaker."""
    verb = words(act)[0]
    return verb in _ACTS | ORDERS or (words(act)[1:2] == ["me"] and verb not in _FEELINGS)


def command(tree: Tree) -> Iterator[Tree]:
    """ "could you call me ?" -> "please call me ."."""
    question = match_question(tree)
    if question is None or question.wh is not None or question.negation or question.before:
        return
    if question.subject is None or words(question.subject) != ["you"]:
        return
    if question.auxiliary is None or words(question.auxiliary)[0] not in _ASKS:
        return
    rest = [deepcopy(node) for node in question.rest]
    polite = [node for node in rest if words(node) == ["please"]]
    acts = [node for node in rest if words(node) not in (["please"], [","])]
    if len(acts) != 1 or acts[0].label() != "VP" or not is_tag(acts[0][0]):
        return
    act = _without_please(acts[0])
    verb = words(act)[0]
    skill = verb in _SKILLS and not (polite or "please" in words(tree))
    known = is_request(act) and not skill
    if "your" in words(act) and not set(words(act)) & _MINE:
        known = known and verb in ("check", "confirm", "verify", "review", "share", "describe")
    asks = words(act)[:2] == ["tell", "me"] and has_label(act, "SBAR")
    if asks and "please" not in words(tree):
        return  # a question put politely stays a question
    if known and first_tag(act) == "VB" and len(act) > 1:
        yield build([_please(), act, _PERIOD])


def move_name(tree: Tree) -> Iterator[Tree]:
    """ "anna , where are you ?" -> "where are you , anna ?", and back."""
    labels = shape(tree)
    if len(labels) < 4 or labels[-1] != "." or not all(isinstance(node, Tree) for node in tree):
        return
    *nodes, stop = tree
    first, last = nodes[0], nodes[-1]
    asks = tree.label() in ("SQ", "SBARQ") or (len(labels) == 4 and "VP" in labels)
    if not (asks or words(first)[-1] in _TITLES or words(last)[-1] in _TITLES):
        return
    if labels[1] == "," and _is_name(first) and "," not in labels[2:]:
        if has_label(Tree("X", nodes[2:]), ",", "CC") or labels[2] not in _OPENERS:
            return
        yield build([*nodes[2:], COMMA, first, stop], tree.label())
    elif labels[-3] == "," and _is_name(last) and labels.count(",") == 1 and labels[0] in _OPENERS:
        yield build([last, COMMA, *nodes[:-2], stop], tree.label())


_OPENERS = ("VP", "WHNP", "WHADVP", "WHADJP", "WHPP", "VBZ", "VBP", "VBD", "MD", "NP", "ADVP")


def _is_name(phrase: Tree) -> bool:
    tags = [part.label() for part in phrase.subtrees(is_tag)]
    if phrase.label() != "NP" or len(tags) > 2 or "NNS" in tags[:-1] or "JJS" in tags:
        return False
    return words(phrase)[-1] in _TITLES or tags == ["NNP"]


def _imperative(tree: Tree) -> tuple[list[Tree], Tree, bool] | None:
    """Openers, the VP without "please", and whether there was a "please", of an imperative."""
    if tree.label() != "S" or not all(isinstance(node, Tree) for node in tree):
        return None
    nodes = [node for node in tree if node.label() != "."]
    polite = False
    if nodes and words(nodes[0]) == ["please"]:
        nodes, polite = nodes[1:], True
    elif len(nodes) > 2 and words(nodes[-1]) == ["please"] and nodes[-2].label() == ",":
        nodes, polite = nodes[:-2], True
    lead: list[Tree] = []
    if len(nodes) == 3 and [nodes[0].label(), nodes[1].label()] == ["SBAR", ","]:
        lead, nodes = nodes[:2], nodes[2:]
    if len(nodes) != 1 or nodes[0].label() != "VP" or first_tag(nodes[0]) != "VB":
        return None
    act = _without_please(nodes[0])
    return lead, act, polite or len(act.leaves()) < len(nodes[0].leaves())


def _without_please(act: Tree) -> Tree:
    """A copy of a VP without a "please" at either end."""
    copy = deepcopy(act)
    for place in (0, -1):
        if len(copy) > 1 and words(copy[place]) == ["please"]:
            copy.pop(place)
    if len(copy) > 1 and copy[-1].label() == ",":
        copy.pop()
    return copy


def _could_you(lead: list[Tree], act: Tree) -> Tree:
    you = Tree("NP", [Tree("PRP", ["you"])])
    please = Tree("ADVP", [Tree("UH", ["please"])])  # what a parser takes it for in this place
    return build([*lead, Tree("MD", ["could"]), you, please, act, QUESTION_MARK], "SQ")


def _please() -> Tree:
    return Tree("INTJ", [Tree("UH", ["please"])])


def _stop(tree: Tree) -> list[Tree]:
    return [tree[-1]] if tree[-1].label() == "." else []


REQUESTS: Mapping[str, Rewrite] = {
    "request-ask": ask_politely,
    "request-please": add_please,
    "request-command": command,
    "name-move": move_name,
}
"""Loose rules of this module by their names."""
