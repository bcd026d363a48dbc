"""Rules as a writer: every sentence that one rule, or one rule after another, makes of a sentence.

Strict rules (`scpn.rules.movement.RULES`) are safe by themselves and make training pairs. Loose
rules reach many more sentences and are sometimes wrong: what they write must be judged, by a parser
(does the output have the form?) and a critic (does it say the same, in good English?).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from nltk.tree import Tree

from scpn.rules.acquaintance import ACQUAINTANCE
from scpn.rules.adverbs import ADVERBS
from scpn.rules.askings import ASKINGS
from scpn.rules.aspects import ASPECTS
from scpn.rules.captions import CAPTIONS
from scpn.rules.clefts import CLEFTS
from scpn.rules.clipped import CLIPPED
from scpn.rules.commands import COMMANDS
from scpn.rules.constructions import CONSTRUCTIONS
from scpn.rules.converses import CONVERSES
from scpn.rules.coordination import COORDINATION
from scpn.rules.copulas import COPULAS
from scpn.rules.denials import DENIALS
from scpn.rules.depictions import DEPICTIONS
from scpn.rules.equations import EQUATIONS
from scpn.rules.equivalents import EQUIVALENTS
from scpn.rules.existence import EXISTENCE
from scpn.rules.feelings import FEELINGS
from scpn.rules.fronting import FRONTING
from scpn.rules.giving import GIVING
from scpn.rules.indirect import INDIRECT
from scpn.rules.inquiries import INQUIRIES
from scpn.rules.it_clefts import IT_CLEFTS
from scpn.rules.likelihood import LIKELIHOOD
from scpn.rules.manners import MANNERS
from scpn.rules.modals import MODALS
from scpn.rules.movement import RULES, is_regular
from scpn.rules.needs import NEEDS
from scpn.rules.openings import OPENINGS
from scpn.rules.parentheses import PARENTHESES
from scpn.rules.participles import PARTICIPLES
from scpn.rules.pictures import PICTURES
from scpn.rules.possibilities import POSSIBILITIES
from scpn.rules.predicates import PREDICATES
from scpn.rules.qualities import QUALITIES
from scpn.rules.quantifiers import QUANTIFIERS
from scpn.rules.question_nouns import QUESTION_NOUNS
from scpn.rules.question_wording import QUESTION_WORDING
from scpn.rules.questions import QUESTIONS
from scpn.rules.reduced_relatives import REDUCED_RELATIVES
from scpn.rules.relatives import RELATIVES
from scpn.rules.reports import REPORTS
from scpn.rules.requests import REQUESTS
from scpn.rules.rewording import REWORDING
from scpn.rules.rule import Rewrite, Rule, WriterRule
from scpn.rules.scenes import SCENES
from scpn.rules.sentence_adverbs import SENTENCE_ADVERBS
from scpn.rules.sequences import SEQUENCES
from scpn.rules.shapes import part_phrases
from scpn.rules.sounds import SOUNDS
from scpn.rules.subjects import SUBJECTS
from scpn.rules.subordination import SUBORDINATION
from scpn.rules.tellings import TELLINGS
from scpn.rules.timings import TIMINGS
from scpn.rules.titles import TITLES
from scpn.rules.verdicts import VERDICTS
from scpn.rules.voices import VOICES
from scpn.rules.wording import WORDING

LIMIT = 40
_CLITICS = ("'s", "n't", "'re", "'ll", "'ve", "'d", "'m")
_LONGEST = 60


@dataclass(frozen=True)
class Rewriting:
    """A sentence that rules wrote.

    Attributes:
        words: Its tokens.
        tree: Its tree as the rules left it, with words; a parser may see it another way.
        rules: Names of the rules that were applied, in order; keys of `WRITER_RULES`.
    """

    words: tuple[str, ...]
    tree: Tree
    rules: tuple[str, ...]


def _once(rule: Rule) -> Rewrite:
    """The writer's form of a rule with at most one result."""

    def rewrite(tree: Tree) -> Iterator[Tree]:
        result = rule(tree)
        if result is not None:
            yield result

    return rewrite


_LOOSE: tuple[Mapping[str, Rewrite], ...] = (
    COORDINATION,
    QUESTIONS,
    ASKINGS,
    QUESTION_NOUNS,
    QUESTION_WORDING,
    TITLES,
    ACQUAINTANCE,
    POSSIBILITIES,
    INDIRECT,
    INQUIRIES,
    CAPTIONS,
    SCENES,
    PICTURES,
    DEPICTIONS,
    SOUNDS,
    VERDICTS,
    FEELINGS,
    QUALITIES,
    DENIALS,
    EQUATIONS,
    MODALS,
    ADVERBS,
    REQUESTS,
    NEEDS,
    COMMANDS,
    PREDICATES,
    FRONTING,
    OPENINGS,
    TIMINGS,
    REPORTS,
    TELLINGS,
    SUBORDINATION,
    SENTENCE_ADVERBS,
    WORDING,
    PARTICIPLES,
    RELATIVES,
    CLEFTS,
    CLIPPED,
    VOICES,
    SUBJECTS,
    REDUCED_RELATIVES,
    IT_CLEFTS,
    COPULAS,
    PARENTHESES,
    GIVING,
    CONVERSES,
    SEQUENCES,
    EXISTENCE,
    LIKELIHOOD,
    MANNERS,
    QUANTIFIERS,
    EQUIVALENTS,
    ASPECTS,
    CONSTRUCTIONS,
    REWORDING,
)
"""The loose rules, one mapping for each module of them; a new module is one line here."""

_LATE = (REDUCED_RELATIVES, EQUIVALENTS, ASPECTS, CONSTRUCTIONS, REWORDING)
"""Of the loose rules those that keep a sentence's form; of second steps they are the last."""
_SLIGHT = (
    *("expand", "contract", "purpose-short"),
    *("that-insert", "that-drop", "relative-insert", "relative-drop"),
)
"""Rules whose change is too little to be a paraphrase alone."""

WRITER_RULES: Mapping[str, WriterRule] = {
    **{
        name: WriterRule(_once(rule), strict=True, slight=name in _SLIGHT)
        for name, rule in RULES.items()
    },
    **{
        name: WriterRule(rule, late=rules in _LATE, slight=name in _SLIGHT)
        for rules in _LOOSE
        for name, rule in rules.items()
    },
}
"""Every rule of the writer by its name, in the order they are tried."""


def rewrite(
    tree: Tree,
    *,
    depth: int = 2,
    limit: int = LIMIT,
    rules: Mapping[str, WriterRule] = WRITER_RULES,
) -> list[Rewriting]:
    """Return what rules make of a sentence, without repeats, shortest chains of rules first.

    Of chains of one length those come first that end in a rule that may change the form. What only
    slight rules changed is no paraphrase and is left out.

    Args:
        tree: A lower-cased tree with words, in this project's conventions.
        depth: Longest chain of rules; no rule is applied twice in a chain.
        limit: At most so many rewritings.
        rules: Rules by name.
    """
    if not 2 <= len(tree.leaves()) <= _LONGEST or not is_regular(tree):
        return []
    seen = {tuple(tree.leaves())}
    found: list[Rewriting] = []
    last = [Rewriting(tuple(tree.leaves()), part_phrases(tree), ())]
    early = {name: rule for name, rule in rules.items() if not rule.late}
    late = {name: rule for name, rule in rules.items() if rule.late}
    for _ in range(depth):
        longer: list[Rewriting] = []
        for part in (early, late):
            longer += _extend(last, part, seen, limit - len(found) - len(longer))
        found += [each for each in longer if not all(rules[name].slight for name in each.rules)]
        last = longer
    return found


def _extend(
    chains: list[Rewriting],
    rules: Mapping[str, WriterRule],
    seen: set[tuple[str, ...]],
    limit: int,
) -> Iterator[Rewriting]:
    """Yield the new sentences that one more rule makes; `seen` grows by them."""
    for chain in chains:
        for name, rule in rules.items():
            if name in chain.rules:
                continue
            for result in rule.rewrite(chain.tree):
                written = tuple(str(leaf) for leaf in result.leaves())
                if written in seen or _has_loose_clitic(written):
                    continue
                if limit <= 0:
                    return
                limit -= 1
                seen.add(written)
                yield Rewriting(written, result, (*chain.rules, name))


def _has_loose_clitic(words: tuple[str, ...]) -> bool:
    """Whether a clitic such as "'s" or "n't" has no word before it to lean on."""
    return any(
        word in _CLITICS and not (place and words[place - 1][-1:].isalnum())
        for place, word in enumerate(words)
    )
