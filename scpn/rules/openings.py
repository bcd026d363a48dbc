"""What stands before the subject: its comma, and the way back into the sentence."""

from collections.abc import Iterator, Mapping

from nltk.tree import Tree

from scpn.rules.adjunct_kinds import (
    conjunction_of,
    is_adverbial_clause,
    is_circumstance_phrase,
    is_duration,
    is_place_phrase,
    is_purpose,
    is_reduced_clause,
    is_time_phrase,
)
from scpn.rules.clauses import (
    AUXILIARIES,
    BE,
    COMMENT_VERBS,
    HAVE,
    NEGATIONS,
    THIRD_PERSON,
    first_tag,
    has_coordinated_verbs,
    has_label,
    is_pronoun,
    is_time,
    main_predicate,
    main_verb,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import COMMA, Frame, build, match_frame, number_of, pronoun_of
from scpn.rules.rule import Rewrite

_BREAKS = (",", ":", "-LRB-", "PRN", "``", "''")
# Openings that take no comma, and those that need theirs.
_NO_COMMA = word_set("then there here so now and maybe perhaps that thus only not never")
_NEEDS_COMMA = word_set("however therefore furthermore moreover nevertheless besides also well")
_LOOSE_ADVERBS = word_set(
    "now then soon sometimes finally suddenly recently eventually maybe perhaps usually often "
    "currently first clearly apparently thus"
)
_TAILS = word_set("with for in on at through under without among within across from during over")
_CONNECTIVES = word_set(
    "fact addition turn general particular contrast conclusion short summary example instance "
    "words hand way reason result course end beginning case meantime all least most first once "
    "moment regard respect terms extent opinion view"
)
_PLAIN_CONJUNCTIONS = word_set(
    "when whenever if because although though before after unless until once as"
)
_MOVES_AS_ONE = frozenset(["even though", "as soon as", "as long as", "even if", "even when"])
_LONG = 9


def add_comma(tree: Tree) -> Iterator[Tree]:
    """ "in 1945 the war ended ." -> "in 1945 , the war ended ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or len(frame.before) != 1:
        return
    opening = frame.before[0]
    text = words(opening)
    if text in (["so"], ["now"], ["then"]) and frame.lead:
        return
    fits = opening.label() == "PP" or is_adverbial_clause(opening)
    if opening.label() in ("ADVP", "NP") and not set(text) & _NO_COMMA:
        fits = is_time_phrase(opening) or is_time(opening) or text[-1].endswith("ly")
    fits = fits or (opening.label() == "ADVP" and text in (["now"], ["then"]))
    if fits:
        yield _with_opening(frame, [opening, COMMA])


def drop_comma(tree: Tree) -> Iterator[Tree]:
    """ "in 1945 , the war ended ." -> "in 1945 the war ended ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None:
        return
    if [node.label() for node in frame.before][1:] != [","]:
        return
    opening = frame.before[0]
    text = words(opening)
    if has_label(opening, ",", ":") or len(text) > 4 or text[0] in _NEEDS_COMMA:
        return
    if first_tag(frame.subject) not in ("PRP", "DT", "PRP$", "EX"):
        return
    fits = opening.label() == "ADVP" and text[0] in _LOOSE_ADVERBS and len(text) == 1
    if fits or is_time_phrase(opening) or is_time(opening) or is_place_phrase(opening):
        yield _with_opening(frame, [opening])


def move_to_end(tree: Tree) -> Iterator[Tree]:
    """ "when it rained , people left ." -> "people left when it rained ."."""
    frame = match_frame(tree)
    if frame is None or not frame.before:
        return
    opening, *comma = frame.before
    if [node.label() for node in comma] not in ([], [","]) or not _can_take(frame):
        return
    clause = is_adverbial_clause(opening)
    if clause and not _clause_may_follow(opening, frame):
        return
    if not clause and not _phrase_may_follow(opening, frame):
        return
    core = _with_names(opening, frame) if clause else (frame.core(), opening)
    if core is None:
        return
    own_comma = conjunction_of(opening) in ("although", "though", "even though")
    *subject, predicate = core[0]
    tail = [COMMA, core[1]] if own_comma else [core[1]]
    yield build([*frame.lead, *subject, Tree("VP", [*predicate, *tail]), *frame.stop])


def move_behind_subject(tree: Tree) -> Iterator[Tree]:
    """ "working hard , the clerk won ." -> "the clerk , working hard , won ."."""
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.lead or frame.between:
        return
    if [node.label() for node in frame.before][1:] != [","]:
        return
    opening = frame.before[0]
    subject = frame.subject
    if is_pronoun(subject) or has_label(subject, ",", "SBAR", "EX") or len(words(subject)) > 6:
        return
    if words(subject)[0] in ("there", "this", "that", "it", "these", "those"):
        return
    participle = opening.label() == "S" and first_tag(opening) in ("VBG", "VBN")
    loose = is_circumstance_phrase(opening) or is_reduced_clause(opening)
    apposition = opening.label() == "NP" and first_tag(opening) == "DT" and not is_time(opening)
    loose = loose or (opening.label() == "PP" and not _opens_story(opening))
    if not (participle or loose or apposition) or has_label(opening, ":", "-LRB-"):
        return
    if apposition and (first_tag(subject) != "NNP" or is_time_phrase(opening)):
        return
    if set(words(opening)) & (THIRD_PERSON - {"this", "that", "these", "those", "its", "their"}):
        return
    if 2 <= len(words(opening)) <= 20 and len(words(frame.predicate)) > 1:
        inner = [subject, COMMA, opening, COMMA]
        short = opening.label() == "PP" and len(words(opening)) <= 3
        named = inner if short else [Tree("NP", inner)]
        yield build([*named, frame.predicate, *frame.stop])


def move_before_subject(tree: Tree) -> Iterator[Tree]:
    """ "the clerk , working hard , won ." -> "working hard , the clerk won ."."""
    labels = shape(tree)
    if tree.label() != "S" or labels[:2] != ["NP", ","] or labels[3:5] != [",", "VP"]:
        return
    subject, _, inner, _, *rest = tree
    if not 5 <= len(tree) <= 6 or tree[-1].label() not in ("VP", "."):
        return
    participle = inner.label() in ("S", "VP") and first_tag(inner) in ("VBG", "VBN")
    movable = participle or is_adverbial_clause(inner) or is_circumstance_phrase(inner)
    if movable or is_reduced_clause(inner) or is_time_phrase(inner):
        yield build([inner, COMMA, subject, *rest])


def _with_opening(frame: Frame, opening: list[Tree]) -> Tree:
    return build([*frame.lead, *opening, *frame.core(), *frame.stop])


def _opens_story(opening: Tree) -> bool:
    """Whether a phrase sets time or place, which a subject does not like behind itself."""
    return is_time_phrase(opening) or is_time(opening) or is_place_phrase(opening)


def _can_take(frame: Frame) -> bool:
    """Whether an adjunct at the end would belong to the main verb and to nothing else."""
    predicate = frame.predicate
    if has_label(predicate, "SBAR", *_BREAKS) or has_coordinated_verbs(predicate):
        return False
    if frame.subject is not None and has_label(frame.subject, ",", "SBAR"):
        return False
    text = words(predicate)
    if text[-1] in AUXILIARIES | BE | HAVE | {"to", "not", "n't"}:
        return False
    return not set(text) & {"so", "such", "too", "enough", "as", "than", "that"}


def _clause_may_follow(opening: Tree, frame: Frame) -> bool:
    conjunction = conjunction_of(opening)
    if conjunction not in _PLAIN_CONJUNCTIONS | _MOVES_AS_ONE or has_label(opening, *_BREAKS):
        return False
    if conjunction in ("because", "until", "as") and set(frame.core_words()) & NEGATIONS:
        return False
    if has_label(frame.predicate, "S") and conjunction not in ("if", "because", "although"):
        return False
    return main_verb(frame.predicate) not in ("know", "see", "ask", "tell", "wonder", "remember")


def _phrase_may_follow(opening: Tree, frame: Frame) -> bool:
    text = words(opening)
    predicate = frame.predicate
    if has_label(predicate, "S") or has_label(opening, *_BREAKS) or frame.subject is None:
        return False
    rest = set(frame.core_words())
    when = is_time_phrase(opening) or is_time(opening) or is_duration(opening)
    if when and opening.label() != "ADVP":
        return len(words(predicate)) <= 14
    if is_purpose(opening, "", [frame.subject, frame.subject]) and opening.label() == "S":
        return text[1] not in COMMENT_VERBS and not rest & (THIRD_PERSON | NEGATIONS)
    if is_reduced_clause(opening):
        return len(main_predicate(predicate)) > 1 and not rest & (THIRD_PERSON | NEGATIONS)
    if rest & THIRD_PERSON - {"it", "he", "she", "they"}:
        return False
    if text[0] in ("despite", "because", "due", "thanks", "instead", "without", "according"):
        return is_circumstance_phrase(opening) and not rest & NEGATIONS
    if len(main_predicate(predicate)) < 2 or len(words(predicate)) > _LONG:
        return False
    if is_place_phrase(opening):
        return True
    plain = opening.label() == "PP" and shape(opening) == ["IN", "NP"] and text[0] in _TAILS
    return plain and not set(text) & (_CONNECTIVES | THIRD_PERSON) and not rest & NEGATIONS


def _with_names(opening: Tree, frame: Frame) -> tuple[list[Tree], Tree] | None:
    """Main clause and adverbial clause in their new order, the name first; None if unclear.

    "when the nurse was tired , she slept" becomes "the nurse slept when she was tired".
    """
    core = frame.core()
    if not set(frame.core_words()) & THIRD_PERSON:
        return core, opening
    inner = next((part for part in opening[-1] if part.label() == "NP"), None)
    if inner is None or frame.subject is None:
        return None
    if is_pronoun(inner):
        return core, opening
    pronoun = pronoun_of(frame.subject)
    if pronoun not in ("he", "she", "it", "they") or has_label(inner, ",", "SBAR", "EX"):
        return None
    others = set(words(frame.predicate)) & THIRD_PERSON
    if (number_of(inner) == "plural") != (pronoun == "they") or others or not number_of(inner):
        return None
    if pronoun in ("he", "she", "they") and _names_another(opening, inner):
        return None
    if pronoun == "it" and _names_another(opening, inner):
        return None
    swapped = opening.copy(deep=True)
    clause = swapped[-1]
    for index, part in enumerate(clause):
        if part == inner:
            clause[index] = frame.subject
            break
    return [inner, *core[1:]], swapped


def _names_another(opening: Tree, subject: Tree) -> bool:
    """Whether a clause names more than its subject, so that a pronoun could mean that."""
    nouns = [part for part in opening.subtrees() if part.label() in ("NN", "NNS", "NNP", "PRP")]
    own = [part for part in subject.subtrees() if part.label() in ("NN", "NNS", "NNP", "PRP")]
    return len(nouns) > len(own)


OPENINGS: Mapping[str, Rewrite] = {
    "opening-end": move_to_end,
    "opening-inside": move_behind_subject,
    "opening-outside": move_before_subject,
    "opening-comma-add": add_comma,
    "opening-comma-drop": drop_comma,
}
"""Loose rules of this module by their names."""
