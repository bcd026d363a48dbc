"""Reading parsed clauses for the movement rules: subject and predicate, heads, adjuncts, pronouns.

Everything is a question about one tree with words; nothing here changes a tree. The lists of
words are closed on purpose: a rule that does not know a word leaves the sentence alone.
"""

import re
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass

from nltk.tree import Tree


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


THIRD_PERSON = word_set(
    "he she it they him her them his hers its their theirs himself herself itself "
    "themselves this that these those such one ones another others former latter both"
)
PRONOUNS = THIRD_PERSON | word_set(
    "i you we me us my your our mine yours ours myself yourself ourselves"
)
BE = word_set("is are was were am be been being 's 're 'm")
HAVE = word_set("has have had 've having")
FINITE = ("VBD", "VBZ", "VBP", "MD")
"""Tags of finite verbs, those that take a subject."""
COMMENT_VERBS = word_set("be tell say put sum begin start conclude quote make summarize have")
"""Of infinitives that comment on the sentence: "to be honest"."""
AUXILIARIES = word_set("do does did can could will would should may might must 'd 'll")
"""Verbs before a bare verb."""
PLAIN_BE = word_set("is are was were")
"""Finite forms of "be" that are whole words."""
INDEFINITE = word_set("a an two three four five six seven eight some several many")
"""What a phrase begins with that brings something new into a picture."""
NEGATIONS = word_set("not n't never no nobody nothing none hardly neither nor few little")
SUBORDINATORS = word_set(
    "when whenever if because although though while since before after unless until once"
)
TIME_NOUNS = word_set(
    "year years month months week weeks day days morning evening afternoon night "
    "weekend summer winter spring autumn century centuries decade decades season hour "
    "hours minute minutes monday tuesday wednesday thursday friday saturday sunday "
    "january february march april may june july august september october november "
    "december christmas easter thanksgiving noon midnight dawn dusk sunset sunrise p.m. "
    "a.m. o'clock"
)
EVENTS = word_set(
    "war meeting game match election death birth lunch dinner breakfast supper school "
    "work graduation wedding funeral show concert lesson class party trip storm battle "
    "revolution earthquake accident crash attack ceremony exam race interview "
    "independence retirement release speech season event college university"
)
_TIME_ADVERBS = word_set(
    "yesterday today tomorrow recently currently nowadays tonight sometimes "
    "occasionally eventually originally initially previously"
)
# Nouns that make of a preposition a connective ("in fact") or a manner, not a place.
_NO_PLACE = word_set(
    "fact addition turn general particular contrast conclusion short summary example "
    "instance words word hand hands least way ways order case cases opinion view "
    "reality truth essence effect total sense response return exchange spite regard "
    "respect terms question mind time times moment part parts end beginning first last "
    "point cost expense rate speed cause account basis behalf average contrary purpose "
    "fire foot sight age length love trouble danger response comparison search favor "
    "favour honor honour charge control need hopes hope attempt effort manner fashion "
    "form light process result tests side top other others context instances level extent "
    "event aftermath wake all surface"
)
_PLACE_WORDS = word_set("in on at near under behind inside outside across throughout")
_GLUED = re.compile(r"(?!www)[a-z]{2,}[.!?][a-z]{3,}")
_YEAR = re.compile(r"(1\d{3}|20\d\d)s?|'?\d0s")


@dataclass(frozen=True)
class Clause:
    """A main clause cut up: `before` subject `between` predicate `stop`.

    Attributes:
        before: What stands before the subject: adjuncts, commas, a conjunction.
        subject: The NP; None for an imperative.
        between: Adverbs between subject and predicate.
        predicate: The VP.
        stop: The final period or exclamation mark.
    """

    before: tuple[Tree, ...]
    subject: Tree | None
    between: tuple[Tree, ...]
    predicate: Tree
    stop: Tree

    def core(self) -> list[Tree]:
        """Subject, adverbs and predicate."""
        return [
            *([self.subject] if self.subject is not None else []),
            *self.between,
            self.predicate,
        ]

    def core_words(self) -> list[str]:
        """Lower-cased words of `core`."""
        return [word for node in self.core() for word in words(node)]


def sentence(children: Sequence[Tree]) -> Tree:
    """Return a new S over copies of the children."""
    return Tree("S", [deepcopy(child) for child in children])


def words(node: Tree) -> list[str]:
    """Return the lower-cased words of a phrase."""
    return [str(leaf).lower() for leaf in node.leaves()]


def is_tag(node: Tree) -> bool:
    """Whether the node is a part-of-speech tag over one word."""
    return len(node) == 1 and not isinstance(node[0], Tree)


def shape(node: Tree) -> list[str]:
    """Return the labels of the children."""
    return [child.label() for child in node if isinstance(child, Tree)]


def has_label(node: Tree, *labels: str) -> bool:
    """Whether the phrase holds, at any depth below its top, a phrase or tag with a label."""
    return any(part.label() in labels for part in node.subtrees() if part is not node)


def has_coordinated_verbs(node: Tree) -> bool:
    """Whether two predicates or clauses are joined somewhere inside, so that scope is unclear."""
    return any(
        part.label() in ("VP", "S", "UCP") and "CC" in shape(part) for part in node.subtrees()
    )


def match_clause(tree: Tree) -> Clause | None:
    """Cut up a declarative or imperative main clause; None for any other sentence."""
    if tree.label() != "S" or len(tree) < 2 or not all(isinstance(child, Tree) for child in tree):
        return None
    *rest, predicate, stop = tree
    if _is_garbled(tree):
        return None
    if stop.label() != "." or words(stop)[0] not in (".", "!") or predicate.label() != "VP":
        return None
    between: list[Tree] = []
    while rest and rest[-1].label() == "ADVP":
        between.insert(0, rest.pop())
    if rest and rest[-1].label() == "NP":
        subject = rest.pop()
        if first_tag(predicate) not in FINITE or has_label(subject, "WP", "WDT"):
            return None
        return Clause(tuple(rest), subject, tuple(between), predicate, stop)
    if first_tag(predicate) == "VB" and not between and (not rest or rest[-1].label() == ","):
        return Clause(tuple(rest), None, (), predicate, stop)
    return None


def _is_garbled(tree: Tree) -> bool:
    """Whether words are glued ("home.they") or a dash stands alone; parses of these fail."""
    return any(word == "-" or _GLUED.fullmatch(word) for word in words(tree))


def first_tag(node: Tree) -> str:
    """Return the tag of the first word of a phrase."""
    while not is_tag(node):
        node = node[0]
    return str(node.label())


def main_predicate(predicate: Tree) -> Tree:
    """Return the VP of the main verb, below the auxiliaries: "left" in "had not left"."""
    while True:
        inner = [child for child in predicate if child.label() == "VP"]
        if len(inner) != 1 or not is_tag(predicate[0]):
            return predicate
        predicate = inner[0]


def main_verb(predicate: Tree) -> str:
    """Return the main verb, lower-case; "" if the phrase does not begin with one."""
    node = main_predicate(predicate)[0]
    return words(node)[0] if is_tag(node) and node.label().startswith("V") else ""


def head_noun(phrase: Tree) -> tuple[str, str]:
    """Return word (lower-case) and tag of the head of an NP: the last noun before any modifier."""
    node = phrase
    while node and not is_tag(node) and node[0].label() == "NP" and shape(node)[-1] != "NN":
        node = node[0]
    for child in reversed(list(node)):
        if isinstance(child, Tree) and is_tag(child) and child.label()[:2] in ("NN", "CD", "PR"):
            return words(child)[0], str(child.label())
    return "", ""


def is_pronoun(phrase: Tree) -> bool:
    """Whether the NP is one personal pronoun."""
    return [part.label() for part in phrase.subtrees(is_tag)] == ["PRP"]


def has_time_head(phrase: Tree) -> bool:
    """Whether an NP names a time: "1999", "the winter of 1990", "monday morning"."""
    word, _ = head_noun(phrase)
    return word in TIME_NOUNS or _YEAR.fullmatch(word) is not None


def subordinator(node: Tree) -> str:
    """Return the conjunction of an adverbial clause ("when", "as soon as"), or ""."""
    if node.label() != "SBAR" or shape(node)[-1:] != ["S"] or shape(node[-1])[:2] != ["NP", "VP"]:
        return ""
    opening = " ".join(word for child in list(node)[:-1] for word in words(child))
    if opening == "as soon as" or opening in SUBORDINATORS:
        return opening
    return ""


def is_time(node: Tree) -> bool:
    """Whether a phrase is an adjunct of time: "in 1999", "last week", "two years ago", "today"."""
    text = words(node)
    if node.label() == "PP" and shape(node) == ["IN", "NP"]:
        if text[0] in (
            "in",
            "on",
            "at",
            "since",
            "until",
            "by",
            "for",
            "during",
            "after",
            "before",
        ):
            return _is_time_object(text[0], node[1])
        return False
    if node.label() == "NP":
        if len(text) == 1:
            return text[0] in ("yesterday", "today", "tomorrow", "tonight")
        opens = text[0] in ("last", "next", "every", "this") or text[:2] == ["the", "next"]
        return len(text) <= 4 and text[-1] in TIME_NOUNS and opens
    if node.label() == "ADVP":
        if len(text) == 1:
            return text[0] in _TIME_ADVERBS
        return text[-1] == "ago" and len(text) <= 4
    return False


def _is_time_object(preposition: str, phrase: Tree) -> bool:
    word, _ = head_noun(phrase)
    text = words(phrase)
    if set(text) & PRONOUNS or has_label(phrase, "SBAR", "S", "VP", ",", "CC"):
        return bool(text[0] == "this" and text[-1] in TIME_NOUNS and len(text) == 2)
    if text[0] == "like":
        return False
    if preposition == "for":
        return word in TIME_NOUNS and word.endswith("s") and len(text) <= 4
    if preposition in ("after", "before", "during"):
        return word in EVENTS or has_time_head(phrase)
    return has_time_head(phrase) and not (preposition == "by" and text[0] == "the")


def is_circumstance(node: Tree) -> bool:
    """Whether a phrase names source, cause or obstacle: "according to x", "despite the rain"."""
    text = " ".join(words(node))
    opens = text.startswith(
        ("according to ", "despite ", "in spite of ", "because of ", "thanks to ", "due to ")
    )
    return node.label() == "PP" and opens and not set(words(node)) & PRONOUNS


def is_place(node: Tree) -> bool:
    """Whether a PP names a place or a work ("in france", "in the film"), by exclusion of others."""
    if node.label() != "PP" or shape(node) != ["IN", "NP"] or words(node)[0] not in _PLACE_WORDS:
        return False
    word, tag = head_noun(node[1])
    text = words(node[1])
    if has_label(node, "SBAR", "S", ",", "VP") or set(text) & PRONOUNS:
        return False
    return tag in ("NN", "NNS", "NNP", "NNPS") and not set(text) & _NO_PLACE and word != ""
