"""Clipped sentences of reviews and talk made whole: "works well", "great phone", "let 's go"."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.clauses import first_tag, has_label, is_tag, shape, word_set, words
from scpn.rules.frame import COMMA, build, split_stop
from scpn.rules.rule import Rewrite

_OF_THINGS = word_set(
    "looks works does fits comes seems sounds feels has makes takes tastes holds smells keeps "
    "goes gets gives runs needs performs charges cleans cuts lasts arrives plays reads stays "
    "tells contains includes provides helps deserves"
)
_BY_ME = word_set(
    "bought ordered purchased received had got loved used tried cashed enjoyed liked hated "
    "expected wanted found gave returned went installed thought needed recommended watched saw "
    "read paid stayed visited came ate replaced"
)
_MINE = word_set("love loved like hate enjoy wish hope recommend need want thank appreciate")
_MOODS = word_set(
    "happy pleased disappointed satisfied sorry impressed excited glad unhappy grateful "
    "dissatisfied"
)
_JUDGMENTS = word_set(
    "great good nice excellent awesome amazing terrible bad horrible perfect wonderful fantastic "
    "poor awful superior superb fast friendly slow fresh lovely decent solid beautiful "
    "outstanding delicious mediocre rude cheap reasonable comfortable clean tasty fabulous "
    "brilliant weak incredible okay expensive boring durable easy useful handy sturdy ridiculous "
    "disappointing worthless useless fine cute cool reliable professional quick"
)
_NO_HEADS = word_set(
    "day morning night evening luck job way thing things idea time times man news lot one ones "
    "question point grief god work try bye afternoon stuff example place people guys"
)


def supply_subject(tree: Tree) -> Iterator[Tree]:
    """ "works well ." -> "it works well ."; "bought it in may ." -> "i bought it in may ."."""
    cut = split_stop(tree)
    if tree.label() != "S" or cut is None or has_label(tree, "``"):
        return
    children, stop = cut
    labels = [part.label() for part in children]
    if labels not in (["VP"], ["ADVP", "VP"]) or len(words(tree)) < 3:
        return
    verb = words(children[-1])[0]
    tag = first_tag(children[-1])
    if labels[0] == "ADVP" and words(children[0])[0] not in ("highly", "really", "just", "also"):
        return
    mine = verb in _BY_ME and tag in ("VBD", "VBN", "VB", "VBP")
    mine = mine or (verb in _MINE and tag in ("VB", "VBP", "NN", "NNP"))
    pronoun = "i" if mine and "your" not in words(tree) else ""
    if tag == "VBZ" and verb in _OF_THINGS | {"does"}:
        pronoun = "it"
    if pronoun:
        yield build([Tree("NP", [Tree("PRP", [pronoun])]), *children, *stop])


def complete_judgment(tree: Tree) -> Iterator[Tree]:
    """ "great food and poor service ." -> "the food is great , and the service is poor ."."""
    cut = split_stop(tree)
    if tree.label() != "NP" or cut is None or has_label(tree, ",", ":", "SBAR", "``"):
        return
    children, stop = cut
    if len(children) == 1 and children[0].label() == "NP" and not is_tag(children[0][0]):
        children = list(children[0])
    labels = [part.label() for part in children]
    if labels == ["NP", "CC", "NP"] and words(children[1])[0] in ("and", "but"):
        first, second = _judge(children[0]), _judge(children[2])
        if first is not None and second is not None:
            yield build([first, COMMA, children[1], second, *stop])
        return
    if labels == ["NP", "PP"] and words(children[1])[0] == "for":
        clause = _judge(children[0])
        if clause is not None:
            yield build([clause[0], Tree("VP", [*clause[1], children[1]]), *stop])
    elif labels and all(label[:2] in ("NN", "JJ", "RB", "AD") for label in labels):
        clause = _judge(Tree("NP", children))
        if clause is not None:
            yield build([*clause, *stop])


def _judge(phrase: Tree) -> Tree | None:
    """ "the food is great" of "great food"."""
    tags = shape(phrase)
    if not all(is_tag(part) for part in phrase) or len(phrase) < 2:
        return None
    degree = 1 if words(phrase)[0] in ("very", "really") else 0
    quality, nouns = list(phrase)[: degree + 1], list(phrase)[degree + 1 :]
    if words(quality[-1])[0] not in _JUDGMENTS or not 1 <= len(nouns) <= 3:
        return None
    if any(not tag.startswith("NN") for tag in tags[degree + 1 :]):
        return None
    if words(nouns[-1])[0] in _NO_HEADS:
        return None
    plural = nouns[-1].label() == "NNS"
    be = Tree("VBP", ["are"]) if plural else Tree("VBZ", ["is"])
    subject = Tree("NP", [Tree("DT", ["the"]), *nouns])
    return Tree("S", [subject, Tree("VP", [be, Tree("ADJP", quality)])])


def supply_mood(tree: Tree) -> Iterator[Tree]:
    """ "very happy with it ." -> "i am very happy with it ."; "very durable" -> "it is ..."."""
    cut = split_stop(tree)
    if tree.label() not in ("FRAG", "ADJP", "S") or cut is None:
        return
    children, stop = cut
    if len(children) == 1 and children[0].label() == "ADJP":
        children = list(children[0])
    labels = [part.label() for part in children]
    size = 1 if labels[:1] == ["RB"] else 0
    if labels[size : size + 1] != ["JJ"] or any(x in ("NP", ",", "S") for x in labels):
        return
    adjective = words(children[size])[0]
    mood = adjective in _MOODS
    if not mood and adjective not in _JUDGMENTS:
        return
    if any(label not in ("RB", "JJ", "PP", "ADVP") for label in labels) or len(words(tree)) < 3:
        return
    pronoun, be = ("i", Tree("VBP", ["am"])) if mood else ("it", Tree("VBZ", ["is"]))
    subject = Tree("NP", [Tree("PRP", [pronoun])])
    yield build([subject, Tree("VP", [be, Tree("ADJP", children)]), *stop])


def ask_shall_we(tree: Tree) -> Iterator[Tree]:
    """ "let 's wait here ." -> "shall we wait here ?", "why do n't we wait here ?"."""
    cut = split_stop(tree)
    if tree.label() != "S" or cut is None:
        return
    children, _ = cut
    opening = children[:-1]
    if not children or children[-1].label() != "VP" or words(children[-1])[:2] != ["let", "'s"]:
        return
    if any(part.label() not in ("ADVP", "PP", ",", "INTJ") for part in opening):
        return
    plan = children[-1][-1]
    if shape(plan) != ["NP", "VP"] or "CC" in shape(tree) or words(plan[1])[0] in ("say", "see"):
        return
    if set(words(tree)) & {"not", "n't", "never", "just", "but", "alone", "face"}:
        return
    act, mark = plan[1], Tree(".", ["?"])
    we = Tree("NP", [Tree("PRP", ["we"])])
    if opening:
        return
    yield build([Tree("MD", ["shall"]), we, act, mark], "SQ")
    why = Tree("WHADVP", [Tree("WRB", ["why"])])
    yield build(
        [why, Tree("SQ", [Tree("VBP", ["do"]), Tree("RB", ["n't"]), we, act]), mark], "SBARQ"
    )


def advise_against(tree: Tree) -> Iterator[Tree]:
    """ "do n't be so harsh ." -> "you should n't be so harsh ."."""
    cut = split_stop(tree)
    if tree.label() != "S" or cut is None or len(cut[0]) != 1 or cut[0][0].label() != "VP":
        return
    predicate, stop = cut[0][0], cut[1]
    if shape(predicate) != ["VB", "RB", "VP"] or words(predicate)[0] != "do":
        return
    act = predicate[2]
    text = words(act)
    idle = text[0] in ("worry", "forget", "mention", "bother", "get", "know", "say", "mind", "tell")
    if idle or len(text) < 3 or set(text) & {"please", "or", "and"}:
        return
    should = Tree("VP", [Tree("MD", ["should"]), predicate[1], act])
    yield build([Tree("NP", [Tree("PRP", ["you"])]), should, *stop])


CLIPPED: Mapping[str, Rewrite] = {
    "clipped-subject": supply_subject,
    "clipped-judgment": complete_judgment,
    "clipped-mood": supply_mood,
    "shall-we": ask_shall_we,
    "advise-against": advise_against,
}
"""Loose rules of this module by their names."""
