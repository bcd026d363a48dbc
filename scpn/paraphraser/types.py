"""What goes into the paraphraser and what comes out."""

import dataclasses
from functools import cached_property
from typing import Any

from nltk import Tree

from scpn.critic import Verdict
from scpn.errors import UsageError
from scpn.templates import Template
from scpn.trees.reader import read_parse
from scpn.trees.transform import give_words, normalize

NETWORK = "network"
"""Who wrote what the networks wrote."""

RULE = "rule:"
"""What the name of who wrote begins with if rules did; their names follow, with + between them."""

EDIT = "edit"
"""Who wrote what edits of the source's tree wrote; after `RULE` and the name of a rule and + if the
edits began with what that rule wrote."""


@dataclasses.dataclass(frozen=True)
class Control:
    """The form asked for: a template, or a full parse. Exactly one of the two is given.

    Attributes:
        template: Root and children; the parse generator fills in the rest.
        parse: Full parse without words; used as it is.
    """

    template: Template | None = None
    parse: Tree | None = None

    def __post_init__(self) -> None:
        if (self.template is None) == (self.parse is None):
            raise UsageError("a control is either a template or a full parse")

    @classmethod
    def of_template(cls, text: str | Template) -> "Control":
        """Control by a template such as `(S(NP)(VP)(.))`."""
        return cls(template=text if isinstance(text, Template) else Template.parse(text))

    @classmethod
    def of_parse(cls, text: str) -> "Control":
        """Control by a full parse such as `(S(NP(PRP))(VP(VBD))(.))`."""
        return cls(parse=normalize(read_parse(text)))

    @property
    def target(self) -> Template:
        """The template the output must have."""
        if self.template is not None:
            return self.template
        assert self.parse is not None
        return Template.of(self.parse)


@dataclasses.dataclass(frozen=True)
class FormRequest:
    """One sentence and the form it is to take.

    Attributes:
        words: Lower-cased treebank tokens.
        source_parse: Their tree.
        control: The form.
    """

    words: list[str]
    source_parse: Tree
    control: Control

    @cached_property
    def source_tree(self) -> Tree:
        """`source_parse` with the words, also where it is given without them."""
        tree = self.source_parse
        return tree if tree.leaves() else give_words(tree, self.words)

    @cached_property
    def source_template(self) -> Template:
        """The form that the sentence has."""
        return Template.of(self.source_parse)


@dataclasses.dataclass(frozen=True)
class CheckedOutput:
    """One output with its proof.

    Attributes:
        words: Lower-cased treebank tokens.
        target_parse: The full parse it was written for.
        tree: Its own parse, with words.
        template: Template of `tree`.
        template_match: Whether that is the template asked for.
        score: Length-normalized log-probability of the paraphraser, higher is better; None where
            rules wrote.
        rejected_because: Rules it fails.
        overlap: N-gram overlap with the source, 0 to 1.
        similarity: Similarity of meaning to the source, -1 to 1; None without an embedding model.
        by: Who wrote it: `NETWORK`, `EDIT`, or `RULE` and the names of the rules.
        cost: Moves that edits took.
        verdict: What the critic says; None without one.
    """

    words: list[str]
    target_parse: Tree
    tree: Tree
    template: Template
    template_match: bool
    score: float | None
    rejected_because: list[str]
    overlap: float = 0.0
    similarity: float | None = None
    by: str = NETWORK
    cost: float = 0.0
    verdict: Verdict | None = None

    @property
    def writer(self) -> str:
        """The kind of writer: "network", "edit" (also of what a rule wrote), or "rule"."""
        if self.by.startswith(RULE) and not self.by.endswith(EDIT):
            return RULE.rstrip(":")
        return NETWORK if self.by == NETWORK else EDIT

    def merit(self, meaning_weight: float) -> float:
        """What ranks outputs that are equal in match and acceptance.

        The model's score alone says how likely an output is, not what it means: similarity, or
        overlap where nothing judges it, is added with a weight.
        """
        return (self.score or 0.0) + meaning_weight * (
            self.overlap if self.similarity is None else self.similarity
        )


@dataclasses.dataclass(frozen=True)
class Paraphrase:
    """One result, as `scpn generate` prints it.

    Attributes:
        source: The sentence as given.
        template: Template asked for.
        target_parse: Full parse the paraphraser wrote for.
        paraphrase: The output.
        parse: Parse of the output, without words.
        template_match: Whether the output has the template asked for.
        score: Length-normalized log-probability, higher is better; None where rules wrote.
        ngram_overlap: F1 of the words shared with the source, 0 to 1.
        similarity: Similarity of meaning, -1 to 1; None without an embedding model.
        accepted: Whether every rule is passed.
        rejected_because: The rules that are not, each with its figure.
        by: Who wrote it: "network", or "rule:" and the names of the rules with + between them.
        same: Probability that it says what the source says; None without a critic, like the others.
        english: Probability that it is good English.
        quality: Probability of both: that a reader would call it a good paraphrase.
    """

    source: str
    template: str
    target_parse: str
    paraphrase: str
    parse: str
    template_match: bool
    score: float | None
    ngram_overlap: float
    similarity: float | None
    accepted: bool
    rejected_because: list[str]
    by: str = NETWORK
    same: float | None = None
    english: float | None = None
    quality: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """The fields, in this order."""
        return dataclasses.asdict(self)


@dataclasses.dataclass(frozen=True)
class SentenceResult:
    """What came of one sentence.

    Attributes:
        index: Its number in the input, from 0.
        source: The sentence as given.
        paraphrases: Best results of each control, in the order of the controls.
        error: Why there are none, or None.
    """

    index: int
    source: str
    paraphrases: list[Paraphrase]
    error: str | None = None
