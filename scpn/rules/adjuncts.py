"""Movement of adjuncts: clauses, times, places and adverbs, to the front of a sentence and back.

Each rule takes a parsed sentence and returns a new tree, or None where it does not apply. A rule
leaves a sentence alone when the moved phrase could attach elsewhere in its new place, or when a
pronoun would come before what it stands for.
"""

from copy import deepcopy

from nltk.tree import Tree

from scpn.rules.clauses import (
    AUXILIARIES,
    BE,
    COMMENT_VERBS,
    HAVE,
    NEGATIONS,
    PRONOUNS,
    THIRD_PERSON,
    Clause,
    first_tag,
    has_coordinated_verbs,
    has_label,
    is_circumstance,
    is_place,
    is_pronoun,
    is_tag,
    is_time,
    main_predicate,
    main_verb,
    match_clause,
    sentence,
    shape,
    subordinator,
    word_set,
    words,
)

_BREAKS = (",", ":", "-LRB-", "-RRB-", "``", "''", "PRN")
# Verbs whose "if" and "when" open a question or an object: "ask if", "remember when".
_TAKES_QUESTION = word_set(
    "ask asks asked asking wonder wonders wondered wondering know knows knew known "
    "knowing see sees saw seeing seen tell tells told telling say says said check "
    "checked decide decided doubt care cares cared matter matters remember remembers "
    "remembered find finds found sure hate hates hated love loves loved like likes "
    "liked mind appreciate determine understand learn learned explain explains "
    "explained describe describes described depends depend forget forgot imagine guess "
    "choose wish sounds looked looks look feels felt seems seemed think thought notice "
    "noticed"
)
# Before a conjunction these belong to it ("only when", "two days after") and must not stay behind.
_MODIFIES_CONJUNCTION = word_set(
    "only even just especially particularly long shortly soon right so as than except "
    "not years year days day minutes months weeks hours hour minute month week moments "
    "ever immediately partly mainly simply exactly except time times moment case way "
    "seconds like unless perhaps probably maybe and or but sometime early late do not "
    "n't"
)
# Verbs whose time phrase is an argument: it says how long, or fills the frame of the verb.
_NEEDS_TIME = word_set(
    "last lasts lasted take takes took taken taking spend spends spent spending date "
    "dates dated schedule scheduled set wait waits waited waiting look looks looked "
    "named name run runs ran go goes went gone turn turned remain remained extend "
    "extended stay stayed come comes came occur occurs be being been is are was were 's "
    "'re 'm am"
)
_MANNER = word_set(
    "quickly slowly carefully quietly gently softly silently loudly happily sadly "
    "angrily nervously calmly eagerly politely proudly rapidly cautiously patiently "
    "carelessly cheerfully quietly gracefully firmly neatly"
)
_INITIAL_TO_MIDDLE = word_set(
    "suddenly finally eventually recently immediately gradually slowly quickly quietly "
    "carefully occasionally sometimes usually often currently originally previously "
    "subsequently initially ultimately generally typically traditionally historically "
    "normally already soon"
)
# "to be honest": a comment on the sentence, not a purpose.
_FINAL_TIMES = word_set("ago yesterday today tomorrow tonight sometimes nowadays")
# These order the sentences of a text as often as they say when, except before a past tense.
_ONLY_BEFORE_PAST = word_set("finally eventually ultimately suddenly soon slowly quickly")
_PARENTHETICALS = frozenset(
    ["however", "therefore", "of course", "for example", "for instance", "in fact", "moreover"]
)


def unfront(tree: Tree) -> Tree | None:
    """ "When it rained , people left ." -> "people left when it rained ."."""
    clause = match_clause(tree)
    if clause is None or len(clause.before) not in (1, 2, 3):
        return None
    before = list(clause.before)
    lead = [before.pop(0)] if before[0].label() == "CC" else []
    comma = before.pop() if len(before) == 2 and before[1].label() == "," else None
    if len(before) != 1:
        return None
    (moved,) = before
    if comma is None and not is_time(moved):
        return None
    if not (
        _is_movable_clause(moved) or is_time(moved) or is_circumstance(moved) or is_place(moved)
    ):
        return None
    if len(clause.predicate) < 2 and main_verb(clause.predicate) in BE | HAVE | AUXILIARIES:
        return None  # "if you can , you should": the verb is left out
    if subordinator(moved) == "while" and not has_label(moved, "VBG"):
        return None  # it may contrast; after the main clause it would tell the time
    if moved.label() == "ADVP" and words(moved)[-1] not in _FINAL_TIMES:
        return None
    if not _can_follow(moved, clause) or _loses_antecedent(moved, clause.core_words()):
        return None
    return sentence([*lead, *clause.core(), moved, clause.stop])


def unfront_nonfinite(tree: Tree) -> Tree | None:
    """Turn "after leaving school , she taught ." into "she taught after leaving school ."."""
    clause = match_clause(tree)
    if clause is None or clause.subject is None:
        return None
    if [node.label() for node in clause.before] not in (["S", ","], ["PP", ","]):
        return None
    moved = clause.before[0]
    purpose = shape(moved) == ["VP"] and first_tag(moved) == "TO"
    if purpose and words(moved)[1] in COMMENT_VERBS:
        return None
    opens = words(moved)[0] in ("after", "before", "by", "without", "since")
    gerund = opens and shape(moved) == ["IN", "S"] and first_tag(moved[1]) == "VBG"
    if not (purpose or gerund) or has_label(moved, *_BREAKS) or not _can_follow(moved, clause):
        return None
    rest = [word for node in (*clause.between, clause.predicate) for word in words(node)]
    if set(rest) & (THIRD_PERSON | NEGATIONS) or len(clause.predicate) < 2:
        return None
    return sentence([*clause.core(), moved, clause.stop])


def front_clause(tree: Tree) -> Tree | None:
    """ "people left when it rained ." -> "when it rained , people left ."."""
    return _front(tree, clausal=True)


def front_phrase(tree: Tree) -> Tree | None:
    """ "the war ended in 1945 ." -> "in 1945 , the war ended ."."""
    return _front(tree, clausal=False)


def drop_then(tree: Tree) -> Tree | None:
    """ "if it rains , then we stay ." -> "we stay if it rains ."."""
    clause = match_clause(tree)
    if clause is None:
        return None
    before = clause.before
    if [node.label() for node in before] != ["SBAR", ",", "ADVP"] or words(before[2]) != ["then"]:
        return None
    if subordinator(before[0]) != "if" or not _can_follow(before[0], clause):
        return None
    if _loses_antecedent(before[0], clause.core_words()):
        return None
    return sentence([*clause.core(), before[0], clause.stop])


def adverb_to_middle(tree: Tree) -> Tree | None:
    """ "suddenly , the door opened ." -> "the door suddenly opened ."."""
    clause = match_clause(tree)
    if clause is None or clause.subject is None or clause.between or not clause.before:
        return None
    adverb, *comma = clause.before
    if [node.label() for node in comma] not in ([","], []) or adverb.label() != "ADVP":
        return None
    if len(words(adverb)) != 1 or words(adverb)[0] not in _INITIAL_TO_MIDDLE:
        return None
    if has_coordinated_verbs(clause.predicate) or words(clause.subject)[0] == "there":
        return None
    predicate = deepcopy(clause.predicate)
    place = _after_auxiliary(predicate)
    if place is None:
        return None
    plain_past = place == 0 and first_tag(predicate) == "VBD"
    if words(adverb)[0] in _ONLY_BEFORE_PAST and not plain_past:
        return None
    predicate.insert(place, deepcopy(adverb))
    return sentence([clause.subject, predicate, clause.stop])


def adverb_to_front(tree: Tree) -> Tree | None:
    """ "the door suddenly opened ." -> "suddenly , the door opened ."."""
    clause = match_clause(tree)
    if clause is None or clause.subject is None or len(clause.between) != 1 or clause.before:
        return None
    (adverb,) = clause.between
    if len(words(adverb)) != 1 or words(adverb)[0] not in _INITIAL_TO_MIDDLE - {"often", "already"}:
        return None
    comma = Tree(",", [","])
    return sentence([adverb, comma, clause.subject, clause.predicate, clause.stop])


def adverb_to_end(tree: Tree) -> Tree | None:
    """ "she quickly closed the door ." -> "she closed the door quickly ."."""
    clause = match_clause(tree)
    if clause is None or clause.subject is None or len(clause.between) != 1 or clause.before:
        return None
    (adverb,) = clause.between
    if words(adverb)[0] not in _MANNER or len(words(adverb)) != 1:
        return None
    if has_coordinated_verbs(clause.predicate) or has_label(
        clause.predicate, "S", "SBAR", *_BREAKS
    ):
        return None
    if main_verb(clause.predicate) in BE or len(words(clause.predicate)) > 9:
        return None
    return sentence([clause.subject, clause.predicate, adverb, clause.stop])


def adverb_from_end(tree: Tree) -> Tree | None:
    """ "she closed the door quickly ." -> "she quickly closed the door ."."""
    clause = match_clause(tree)
    if clause is None or clause.subject is None or clause.between or clause.before:
        return None
    verb_phrase = clause.predicate
    if shape(verb_phrase)[-1] != "ADVP" or first_tag(verb_phrase) not in ("VBD", "VBZ", "VBP"):
        return None
    adverb = verb_phrase[-1]
    if words(adverb)[0] not in _MANNER or len(words(adverb)) != 1 or shape(verb_phrase)[1] == "VP":
        return None
    if main_verb(verb_phrase) in BE | HAVE or has_coordinated_verbs(verb_phrase):
        return None
    rest = Tree("VP", list(verb_phrase)[:-1])
    return sentence([clause.subject, adverb, rest, clause.stop])


def parenthetical_to_middle(tree: Tree) -> Tree | None:
    """ "however , the plan failed ." -> "the plan , however , failed ."."""
    clause = match_clause(tree)
    if clause is None or clause.subject is None or clause.between:
        return None
    if [node.label() for node in clause.before][1:] != [","]:
        return None
    moved, comma = clause.before
    if " ".join(words(moved)) not in _PARENTHETICALS or has_label(clause.subject, ",", "SBAR"):
        return None
    if words(clause.subject)[0] == "there" or len(words(clause.subject)) > 8:
        return None
    return sentence([clause.subject, comma, moved, comma, clause.predicate, clause.stop])


def parenthetical_to_front(tree: Tree) -> Tree | None:
    """ "the plan , however , failed ." -> "however , the plan failed ."."""
    if shape(tree)[1:] != [",", "ADVP", ",", "VP", "."] and shape(tree)[1:] != [
        ",", "PP", ",", "VP", ".",
    ]:  # fmt: skip
        return None
    subject, comma, moved, _, predicate, stop = tree
    if subject.label() != "NP" or " ".join(words(moved)) not in _PARENTHETICALS:
        return None
    return sentence([moved, comma, subject, predicate, stop])


def _front(tree: Tree, *, clausal: bool) -> Tree | None:
    clause = match_clause(tree)
    if clause is None or clause.before:
        return None
    predicate = deepcopy(clause.predicate)
    holder = main_predicate(predicate)
    if len(holder) < 2 or has_coordinated_verbs(predicate):
        return None
    moved = holder.pop()
    core = [*([clause.subject] if clause.subject is not None else []), *clause.between, predicate]
    rest = [word for node in core for word in words(node)]
    if has_label(predicate, *_BREAKS) or rest[-1] in _MODIFIES_CONJUNCTION:
        return None
    allowed = _clause_may_front(moved, rest) if clausal else _phrase_may_front(moved, clause)
    if not allowed or _ambiguous_clauses(predicate, moved) or _precedes_antecedent(moved, rest):
        return None
    if len(rest) < 2 or (is_tag(rest_last := holder[-1]) and words(rest_last)[0] in BE):
        return None
    return sentence([moved, Tree(",", [","]), *core, clause.stop])


def _clause_may_front(moved: Tree, rest: list[str]) -> bool:
    if not _is_movable_clause(moved) or set(rest) & _TAKES_QUESTION:
        return False
    if rest[0] == "it" and len(rest) > 1 and rest[1] in BE:
        return False  # a cleft, or "it 's a shame when ..."
    if rest[0] in ("this", "that", "these", "those") or rest[-1] == "hanged":
        return False
    return subordinator(moved) != "because" or not set(rest) & NEGATIONS


def _phrase_may_front(moved: Tree, clause: Clause) -> bool:
    if clause.subject is None or not (is_time(moved) or is_circumstance(moved)):
        return False
    holder = main_predicate(clause.predicate)
    is_only_complement = len(holder) == 2
    verb = main_verb(clause.predicate)
    if verb in _NEEDS_TIME and (is_only_complement or verb not in BE):
        return False
    return not has_label(clause.subject, "SBAR")


def _is_movable_clause(node: Tree) -> bool:
    """An adverbial clause with a subject of its own and no inner punctuation."""
    return subordinator(node) != "" and not has_label(node, *_BREAKS) and len(words(node)) >= 3


def _ambiguous_clauses(predicate: Tree, moved: Tree) -> bool:
    """Whether another clause competes for the adjunct, as in "he said she left today"."""
    if has_label(predicate, "SBAR", "SQ", "SINV"):
        return True
    robust = subordinator(moved) in ("if", "because", "although", "though", "unless")
    return not robust and has_label(predicate, "S")


def _can_follow(moved: Tree, clause: Clause) -> bool:
    if has_label(clause.predicate, *_BREAKS) or has_coordinated_verbs(clause.predicate):
        return False
    if clause.subject is not None and has_label(clause.subject, ","):
        return False
    if subordinator(moved) == "because" and set(clause.core_words()) & NEGATIONS:
        return False
    return not _ambiguous_clauses(clause.predicate, moved)


def _loses_antecedent(moved: Tree, core: list[str]) -> bool:
    """Whether the main clause would now name by pronoun what only the moved phrase names."""
    return bool(set(core) & THIRD_PERSON) and not is_time(moved) and not _has_pronoun_subject(moved)


def _precedes_antecedent(moved: Tree, rest: list[str]) -> bool:
    """Whether fronting puts a name before the pronoun that was not it, or tears off an "it"."""
    if is_time(moved):
        return False
    text = set(words(moved))
    if moved.label() == "PP":
        return bool(text & PRONOUNS)
    return bool(set(rest) & THIRD_PERSON) and not _has_pronoun_subject(moved)


def _has_pronoun_subject(node: Tree) -> bool:
    return node.label() == "SBAR" and is_pronoun(node[-1][0])


def _after_auxiliary(predicate: Tree) -> int | None:
    """Position of a middle adverb: before a full verb, after "be" or an auxiliary and negation."""
    first = words(predicate[0])[0]
    if first_tag(predicate) == "MD" or first in BE or (first in HAVE and "VP" in shape(predicate)):
        if len(predicate) > 1 and predicate[1].label() == "RB":
            return None
        return 1
    if first in ("do", "does", "did") and "VP" in shape(predicate):
        return None
    return 0 if is_tag(predicate[0]) else None
