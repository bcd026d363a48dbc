"""Relative clauses and appositions: into clauses of their own, and to the front."""

from collections.abc import Iterator, Mapping
from copy import deepcopy

from nltk.tree import Tree

from scpn.rules.clauses import (
    BE,
    EVENTS,
    FINITE,
    THIRD_PERSON,
    first_tag,
    has_coordinated_verbs,
    has_label,
    has_time_head,
    head_noun,
    is_pronoun,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, build, is_clause, match_frame, match_statement, number_of
from scpn.rules.nouns import pronoun_for
from scpn.rules.rule import Rewrite

# After these, "which" stands for all that was said: "..., which means that".
_OF_CLAUSE = word_set(
    "means meant suggests suggested makes made saves saved shows showed proves proved leads led "
    "causes caused allows allowed helps helped explains explained is was seems seemed gives gave"
)
_SUPERLATIVES = word_set("best worst only main first last biggest largest greatest most next "
    "reason problem goal highlight key purpose capital aim result answer")  # fmt: skip
_ARTICLES = ("a", "an", "the")


def relative_to_clause(tree: Tree) -> Iterator[Tree]:
    """ "he met the twins , who sang ." -> "he met the twins , and they sang ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.lead:
        return
    copy = Tree("S", deepcopy([*frame.before, *frame.core()]))
    holder = copy[-1]
    while len(holder[-1]) and isinstance(holder[-1][0], Tree) and holder[-1].label() != "SBAR":
        holder = holder[-1]
        if holder.label() == "PP" and words(holder)[0] in ("in", "with", "of", "from", "at"):
            return
    relative = holder[-1]
    if relative.label() != "SBAR" or shape(relative) != ["WHNP", "S"] or len(holder) < 3:
        return
    pronoun = words(relative[0])
    if pronoun not in (["which"], ["who"]) or holder[-2].label() != ",":
        return
    if shape(relative[1]) != ["VP"] or first_tag(relative[1]) not in FINITE:
        return
    antecedent = Tree("NP", list(holder)[:-2])
    subject = _taken_up(antecedent, pronoun[0], words(relative[1])[0], holder.label())
    if subject is None or len(words(relative)) < 4:
        return
    del holder[-2:]
    if not is_clause(copy) or has_coordinated_verbs(copy[-1]):
        return
    second = Tree("S", [subject, relative[1][0]])
    yield build([copy, COMMA, Tree("CC", ["and"]), second, *frame.stop])


def relative_to_place(tree: Tree) -> Iterator[Tree]:
    """ "he went to lima , where he met us ." -> "he went to lima , and there he met us ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.lead:
        return
    copy = Tree("S", deepcopy([*frame.before, *frame.core()]))
    holder = copy[-1]
    while holder[-1].label() in ("VP", "PP", "NP") and isinstance(holder[-1][0], Tree):
        holder = holder[-1]
    relative = holder[-1]
    if relative.label() != "SBAR" or shape(relative) != ["WHADVP", "S"] or len(holder) < 3:
        return
    if words(relative[0]) != ["where"] or holder[-2].label() != "," or not is_clause(relative[1]):
        return
    del holder[-2:]
    if not is_clause(copy) or has_coordinated_verbs(copy[-1]) or len(words(relative)) < 4:
        return
    second = Tree("S", [Tree("ADVP", [Tree("RB", ["there"])]), *relative[1]])
    yield build([copy, COMMA, Tree("CC", ["and"]), second, *frame.stop])


def relative_to_predicate(tree: Tree) -> Iterator[Tree]:
    """ "ann , who sang , left ." -> "ann sang and left ."."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between:
        return
    subject = frame.subject
    if shape(subject)[1:] not in ([",", "SBAR", ","], [",", "SBAR"]):
        return
    who, relative = subject[0], subject[2]
    tag = first_tag(frame.predicate)
    if shape(relative) != ["WHNP", "S"] or words(relative[0])[0] not in ("who", "which"):
        return
    if shape(relative[1]) != ["VP"] or first_tag(relative[1]) not in ("VBD", "VBZ", "VBP"):
        return
    if has_coordinated_verbs(relative) or has_coordinated_verbs(frame.predicate):
        return
    if tag not in ("VBD", "VBZ", "VBP") or has_label(relative, ",", "SBAR"):
        return
    both = Tree("VP", [relative[1][0], Tree("CC", ["and"]), frame.predicate])
    yield build([*frame.lead, who, both, *frame.stop])


def relative_to_second_predicate(tree: Tree) -> Iterator[Tree]:
    """ "ann is a nurse , who sang ." -> "ann is a nurse and sang ."; also "a nurse who sang"."""
    frame = match_statement(tree)
    if frame is None or frame.subject is None or frame.between or len(frame.predicate) != 2:
        return
    verb, said = frame.predicate
    if words(verb)[0] not in ("is", "was") or said.label() != "NP" or said[-1].label() != "SBAR":
        return
    relative = said[-1]
    if shape(relative) != ["WHNP", "S"] or shape(relative[1]) != ["VP"] or len(said) > 3:
        return
    pronoun, first = words(relative[0]), first_tag(relative[1])
    if pronoun not in (["who"], ["which"], ["that"]) or first not in ("VBD", "VBZ"):
        return
    if words(said)[0] not in ("a", "an") or has_coordinated_verbs(relative):
        return
    if words(frame.subject)[0] in ("it", "this", "that", "there", "what") or len(said) < 2:
        return
    kind = Tree("NP", [part for part in list(said)[:-1] if part.label() != ","])
    vague = words(kind)[-1] in ("person", "man", "woman", "thing", "one", "kind", "type", "sort")
    if vague or len(words(kind)) < 2 or has_label(kind, "SBAR", "CC"):
        return
    left, right = Tree("VP", [verb, kind]), relative[1][0]
    both = Tree("VP", [left, Tree("CC", ["and"]), right])
    yield build([*frame.lead, frame.subject, both, *frame.stop])


def lead_with_apposition(tree: Tree) -> Iterator[Tree]:
    """ "ann lee , a nurse , agreed ." -> "a nurse , ann lee agreed ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.before or frame.lead:
        return
    subject = frame.subject
    if shape(subject) not in (["NP", ",", "NP", ","], ["NP", ",", "NP"]):
        return
    name, apposition = subject[0], subject[2]
    if first_tag(name) != "NNP" or words(apposition)[0] not in _ARTICLES:
        return
    if has_label(apposition, ":", "S") or set(words(apposition)) & THIRD_PERSON:
        return
    if has_label(name, "CC", ",") or not 2 <= len(words(apposition)) <= 14:
        return
    core = [name, *frame.between, frame.predicate]
    yield build([apposition, COMMA, *core, *frame.stop])


def swap_around_copula(tree: Tree) -> Iterator[Tree]:
    """ "the best part was the soup ." -> "the soup was the best part ." and back."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.before or frame.between or frame.lead:
        return
    predicate = frame.predicate
    if shape(predicate)[1:] != ["NP"] or words(predicate[0])[0] not in ("is", "was"):
        return
    left, right = frame.subject, predicate[1]
    if is_pronoun(left) or is_pronoun(right) or has_label(tree, ",", "EX"):
        return
    if any(words(side)[0] in ("this", "that", "there", "it", "what") for side in (left, right)):
        return
    if min(len(words(left)), len(words(right))) < 2 or "ever" in words(tree):
        return
    unique = set(words(left)[:4]) & _SUPERLATIVES or set(words(right)[:4]) & _SUPERLATIVES
    definite = all(first_tag(side) in ("DT", "NNP", "PRP$") for side in (left, right))
    if not unique or not definite or any(words(side)[0] in ("a", "an") for side in (left, right)):
        return
    if set(words(right)) & THIRD_PERSON or number_of(left) != number_of(right) != "":
        return
    yield build([right, Tree("VP", [predicate[0], left]), *frame.stop])


def _taken_up(antecedent: Tree, pronoun: str, verb: str, label: str) -> Tree | None:
    """The subject that takes up an antecedent: "they", "this town"; None if it is not clear."""
    number = number_of(antecedent)
    noun, tag = head_noun(antecedent)
    if pronoun == "who":
        word = pronoun_for(antecedent) if number == "singular" else "they"
        known = word in ("he", "she", "they") and number and not has_label(antecedent, "CC")
        return Tree("NP", [Tree("PRP", [word])]) if known else None
    if label != "NP" or verb in _OF_CLAUSE - BE:
        return Tree("NP", [Tree("DT", ["this"])])
    if tag not in ("NN", "NNS") or not number or has_time_head(antecedent) or noun in EVENTS:
        return None
    if noun.endswith("ing") or (number == "singular" and first_tag(antecedent) != "DT"):
        return None
    determiner = "these" if number == "plural" else "this"
    return Tree("NP", [Tree("DT", [determiner]), Tree(tag, [noun])])


RELATIVES: Mapping[str, Rewrite] = {
    "relative-clause": relative_to_clause,
    "relative-place": relative_to_place,
    "relative-predicate": relative_to_predicate,
    "relative-second": relative_to_second_predicate,
    "apposition-lead": lead_with_apposition,
    "copula-swap": swap_around_copula,
}
"""Loose rules of this module by their names."""
