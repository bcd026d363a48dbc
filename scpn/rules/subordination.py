"""Coordination to subordination and back: "but" and "although", "so" and "because"."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from nltk.tree import Tree

from scpn.rules.adjunct_kinds import conjunction_of, is_adverbial_clause
from scpn.rules.clauses import (
    NEGATIONS,
    THIRD_PERSON,
    first_tag,
    has_label,
    is_pronoun,
    shape,
    word_set,
    words,
)
from scpn.rules.frame import (
    COMMA,
    build,
    is_clause,
    match_frame,
    number_of,
    pronoun_of,
    split_stop,
    subject_of,
)
from scpn.rules.rule import Rewrite

_CONCESSIONS = ("although", "though", "even though")
# "i am sorry , but ...", "you may laugh , but ...": polite openings, no first statement.
_POLITE = word_set("sorry afraid sure wish guess know idea like love appreciate thanks well yes no")
_OPENINGS = word_set(
    "well yes no yeah oh okay ok and but so then maybe perhaps either sure not sometimes"
)
# "but at least", "but in fact", "but then": they take up what was said before.
_RESUMPTIONS = word_set("that at in then still")
_QUESTIONS = ("WP", "WRB", "WDT")


def but_to_although(tree: Tree) -> Iterator[Tree]:
    """ "it rained , but we left ." -> "although it rained , we left ."."""
    parts = _contrast(tree, ("but", "yet"))
    if parts is None:
        return
    first, second, stop = parts
    if len(words(first)) > 16 or has_label(first, "UH", ":", "``"):
        return
    yield _with_opening("although", first, second, stop)


def but_to_though(tree: Tree) -> Iterator[Tree]:
    """ "it rained , but we left ." -> "it rained , though we left ."."""
    parts = _contrast(tree, ("but",))
    if parts is None:
        return
    first, second, stop = parts
    if has_label(tree, "``", ":") or " not only " in " ".join(words(first)):
        return
    if words(second)[0] in ("if", "when"):
        return
    if len(words(second)) > 14 or shape(first)[:1] != ["NP"] or shape(second)[:1] != ["NP"]:
        return
    if set(words(tree)) & {"though", "although", "still", "instead"} or len(words(first)) > 16:
        return
    *subject, predicate = first
    clause = Tree("SBAR", [Tree("IN", ["though"]), second])
    yield build([*subject, Tree("VP", [*predicate, COMMA, clause]), *stop])


def because_to_why(tree: Tree) -> Iterator[Tree]:
    """ "we left because it rained ." -> "it rained , and that is why we left ."."""
    parts = _with_reason(tree)
    if parts is None or words(parts.main)[0] == "there" or "mainly" in words(parts.main):
        return
    ordered = _rename(parts.clause, parts.main)
    if ordered is None or has_label(ordered[0], ",", "CC"):
        return
    if set(words(ordered[0])) & (THIRD_PERSON - {"this", "that", "these", "those"}):
        return
    yield _that_is_why(*ordered, parts.stop)


def so_to_therefore(tree: Tree) -> Iterator[Tree]:
    """ "it rained , so we left ." -> "it rained ; therefore , we left ."; "and that is why"."""
    parts = _consequence(tree)
    if parts is None or set(words(tree)) & {"please", "?", "that"}:
        return
    first, second, stop = parts
    if has_label(tree, "``", ":") or first_tag(second) == "MD" or len(words(second)) < 3:
        return
    therefore = Tree("ADVP", [Tree("RB", ["therefore"])])
    later = Tree("S", [therefore, COMMA, *second])
    yield build([first, Tree(":", [";"]), later, *stop])
    if first_tag(second[-1]) != "MD":
        yield _that_is_why(first, second, stop)


def although_to_but(tree: Tree) -> Iterator[Tree]:
    """ "although it rained , we left ." -> "it rained , but we left ."."""
    parts = _with_clause(tree)
    if parts is None:
        return
    if parts.conjunction not in _CONCESSIONS or words(parts.clause)[0] == "not":
        return
    ordered = _rename(parts.clause, parts.main)
    if ordered is None or "but" in words(tree):
        return
    first, second = ordered
    yield build([first, COMMA, Tree("CC", ["but"]), second, *parts.stop])


def so_to_because(tree: Tree) -> Iterator[Tree]:
    """ "it rained , so we left ." -> "because it rained , we left ."."""
    parts = _consequence(tree)
    if parts is None:
        return
    first, second, stop = parts
    if len(words(first)) > 16 or has_label(first, ":", "``", "SBARQ") or len(words(second)) < 3:
        return
    yield _with_opening("because", first, second, stop)


def because_to_so(tree: Tree) -> Iterator[Tree]:
    """ "we left because it rained ." -> "it rained , so we left ."."""
    parts = _with_reason(tree)
    if parts is None:
        return
    if has_label(parts.main, "SBAR"):
        return  # "i know he left because it rained": the reason of what?
    ordered = _rename(parts.clause, parts.main)
    if ordered is not None:
        reason, main = ordered
        yield build([reason, COMMA, Tree("RB", ["so"]), main, *parts.stop])


def name_first(tree: Tree) -> Iterator[Tree]:
    """ "the nurse slept when she was tired ." -> "when the nurse was tired , she slept ."."""
    parts = _with_clause(tree)
    if parts is None:
        return
    opening, main = parts.conjunction, parts.main
    if parts.leads or (set(words(main)) & NEGATIONS and opening in ("because", "until", "before")):
        return
    subject = subject_of(main)
    if subject is None or is_pronoun(subject):
        return
    ordered = _rename(parts.clause, main)
    if ordered is None or ordered[0] is parts.clause:
        return
    conjunction = Tree("IN", [opening])
    if opening in ("when", "whenever"):
        conjunction = Tree("WHADVP", [Tree("WRB", [opening])])
    yield build([Tree("SBAR", [conjunction, ordered[0]]), COMMA, *ordered[1], *parts.stop])


@dataclass(frozen=True)
class _Sentence:
    """A main clause with an adverbial one: "we left because it rained .".

    Attributes:
        conjunction: "because".
        clause: What it opens.
        main: The rest.
        stop: The final period or exclamation mark, if there is one.
        leads: The adverbial clause comes first.
    """

    conjunction: str
    clause: Tree
    main: Tree
    stop: tuple[Tree, ...]
    leads: bool


def _contrast(tree: Tree, links: tuple[str, ...]) -> tuple[Tree, Tree, tuple[Tree, ...]] | None:
    """Like `_two_clauses`, if the first is a statement and the second can stand beside it."""
    parts = _two_clauses(tree, links)
    if parts is None:
        return None
    first, second, _ = parts
    if words(first)[0] in _OPENINGS or set(words(first)[:6]) & _POLITE:
        return None
    return None if words(second)[0] in _OPENINGS | _RESUMPTIONS else parts


def _consequence(tree: Tree) -> tuple[Tree, Tree, tuple[Tree, ...]] | None:
    """Like `_two_clauses`, for a cause and what follows from it."""
    parts = _two_clauses(tree, ("so", "and so"))
    if parts is None:
        return None
    first, second, _ = parts
    leads_off = words(first)[0] in _OPENINGS or words(second)[0] in _OPENINGS
    return None if leads_off or has_label(first, "UH") else parts


def _two_clauses(tree: Tree, links: tuple[str, ...]) -> tuple[Tree, Tree, tuple[Tree, ...]] | None:
    """Two clauses that one of these links joins, and the stop."""
    cut = split_stop(tree)
    if tree.label() != "S" or cut is None:
        return None
    children, stop = cut
    if children and children[-1].label() == "SBAR" and words(children[-1])[0] == "so":
        children = [*children[:-1], *children[-1]]
    if not 3 <= len(children) <= 5 or children[0].label() != "S" or children[-1].label() != "S":
        return None
    link = " ".join(word for node in children[1:-1] for word in words(node) if word != ",")
    first, second = children[0], children[-1]
    if link not in links or not (is_clause(first) and is_clause(second)):
        return None
    if first_tag(second) in _QUESTIONS or has_label(second, "SQ"):
        return None
    return first, second, stop


def _with_reason(tree: Tree) -> _Sentence | None:
    """Like `_with_clause`, if the clause is the whole reason for a plain statement."""
    parts = _with_clause(tree)
    if parts is None or parts.conjunction != "because" or has_label(parts.main, "``", "SBAR"):
        return None
    text = words(parts.main)
    hedged = set(text) & (NEGATIONS | {"just", "only", "probably", "partly"})
    return None if hedged or text[0] in ("it", "this", "that") else parts


def _with_clause(tree: Tree) -> _Sentence | None:
    """A sentence cut into two plain clauses, one of them adverbial."""
    parts = _cut_clause(tree)
    if parts is None or not is_clause(parts.main) or not is_clause(parts.clause):
        return None
    return parts


def _cut_clause(tree: Tree) -> _Sentence | None:
    frame = match_frame(tree)
    if frame is None or frame.subject is None or frame.lead:
        return None
    if [node.label() for node in frame.before] == ["SBAR", ","]:
        clause = frame.before[0]
        if not is_adverbial_clause(clause):
            return None
        main = Tree("S", frame.core())
        return _Sentence(conjunction_of(clause), clause[-1], main, frame.stop, leads=True)
    predicate = frame.predicate
    if frame.before or len(predicate) < 2:
        return None
    outer = predicate.copy(deep=True)
    holder = outer
    while holder[-1].label() == "VP" and len(holder) > 1 and "CC" not in shape(holder):
        holder = holder[-1]
    clause = holder[-1]
    if not is_adverbial_clause(clause) or len(holder) < 2 or "CC" in shape(holder):
        return None
    holder.pop()
    if holder[-1].label() == ",":
        holder.pop()
    if len(holder) == 0 or (len(holder) == 1 and words(holder)[0] in ("is", "was", "'s")):
        return None
    main = Tree("S", [frame.subject, *frame.between, outer])
    return _Sentence(conjunction_of(clause), clause[-1], main, frame.stop, leads=False)


def _that_is_why(cause: Tree, effect: Tree, stop: tuple[Tree, ...]) -> Tree:
    """ "it rained , and that is why we left ."."""
    why = Tree("SBAR", [Tree("WHADVP", [Tree("WRB", ["why"])]), effect])
    that = Tree("NP", [Tree("DT", ["that"])])
    reason = Tree("S", [that, Tree("VP", [Tree("VBZ", ["is"]), why])])
    return build([cause, COMMA, Tree("CC", ["and"]), reason, *stop])


def _with_opening(conjunction: str, first: Tree, second: Tree, stop: tuple[Tree, ...]) -> Tree:
    opening = Tree("SBAR", [Tree("IN", [conjunction]), first])
    return build([opening, COMMA, *second, *stop])


def _rename(inner: Tree, main: Tree) -> tuple[Tree, Tree] | None:
    """Both clauses for the order inner, main: the name goes to the first one's subject.

    None if it is not clear whom a pronoun means.
    """
    subject, other = subject_of(main), subject_of(inner)
    if subject is None or other is None:
        return None
    pronouns = set(words(inner)) & THIRD_PERSON
    if is_pronoun(subject):
        own = set(words(main)) & THIRD_PERSON
        return (inner, main) if not own or is_pronoun(other) else None
    if not pronouns:
        return (inner, main) if not set(words(main)) & THIRD_PERSON else None
    pronoun = pronoun_of(other)
    if pronoun not in ("he", "she", "it", "they") or has_label(subject, ",", "SBAR", "EX", "CC"):
        return None
    number = number_of(subject)
    if not number or (number == "plural") != (pronoun == "they"):
        return None
    if pronoun in ("he", "she") and first_tag(subject) not in ("NNP", "DT", "PRP$"):
        return None
    if _could_be(pronoun, main[-1]) or set(words(main[-1])) & THIRD_PERSON:
        return None
    return _with_subject(inner, subject), _with_subject(main, other)


def _could_be(pronoun: str, predicate: Tree) -> bool:
    """Whether a noun of the predicate could be what a pronoun stands for."""
    tags = {
        "he": ("NNP", "NN"),
        "she": ("NNP", "NN"),
        "it": ("NN", "NNP"),
        "they": ("NNS", "NNPS"),
    }[pronoun]
    return has_label(predicate, *tags)


def _with_subject(clause: Tree, subject: Tree) -> Tree:
    copy = clause.copy(deep=True)
    old = subject_of(copy)
    for index, child in enumerate(copy):
        if child is old:
            copy[index] = subject
            break
    return copy


SUBORDINATION: Mapping[str, Rewrite] = {
    "but-although": but_to_although,
    "but-though": but_to_though,
    "because-why": because_to_why,
    "so-therefore": so_to_therefore,
    "although-but": although_to_but,
    "so-because": so_to_because,
    "because-so": because_to_so,
    "name-first": name_first,
}
"""Loose rules of this module by their names."""
