"""What goes into the paraphraser and what comes out."""

import dataclasses
import math
from functools import cached_property
from typing import Any

from nltk import Tree

from scpn.errors import UsageError
from scpn.filters.acceptance import FilterSettings
from scpn.templates import Template
from scpn.trees.reader import read_parse
from scpn.trees.transform import normalize

_COUNTS = ("beam", "num_return", "rerank", "parse_beam", "batch_size", "max_words", "groups")


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
class GenerationSettings:
    """How outputs are searched, ranked and accepted.

    Attributes:
        beam: Width of the search for sentences.
        num_return: Paraphrases for each sentence and control.
        rerank: Target parses tried for each template; outputs are parsed and those that match the
            template come first, then those that pass the filters, then those with the best merit
            (`CheckedOutput.merit`). 1 takes the parse generator's best and the paraphraser's best.
        parse_beam: Width of the search for parses, for each one that is tried, but no less than
            `beam`. Of a beam as wide as what is taken from it the last parses are poor: four from
            24 instead of four from four make a quarter more outputs pass (docs/experiments.md).
        meaning_weight: What similarity weighs beside the score in an output's merit. The default
            was chosen on dev pairs (docs/experiments.md); 1000 ranks by similarity, the score only
            breaking ties.
        batch_size: Sentences times controls times parses decoded together.
        temperature: If given, outputs are sampled at this temperature instead of searched.
        top_p: Nucleus of sampling.
        groups: Groups of diverse beam search; 1 is plain beam search.
        max_words: Longest source sentence.
        tokenized: Sentences are treebank tokens separated by spaces, and so are outputs.
        seed: Seed of sampling.
        filters: What is accepted.
    """

    beam: int = 4
    num_return: int = 1
    rerank: int = 4
    parse_beam: int = 6
    meaning_weight: float = 4.0
    batch_size: int = 128
    temperature: float | None = None
    top_p: float = 0.95
    groups: int = 1
    max_words: int = 60
    tokenized: bool = False
    seed: int = 0
    filters: FilterSettings = dataclasses.field(default_factory=FilterSettings)

    def __post_init__(self) -> None:
        for name in _COUNTS:
            if getattr(self, name) < 1:
                raise UsageError(f"{name} is {getattr(self, name)}; it must be at least 1")
        if not 0 <= self.meaning_weight < math.inf:
            raise UsageError(f"meaning_weight is {self.meaning_weight}; it must be 0 or more")
        if self.num_return > self.beam * self.rerank:
            raise UsageError(
                f"num_return is {self.num_return}, but a beam of {self.beam} with {self.rerank} "
                f"parses gives at most {self.beam * self.rerank} outputs; raise beam or rerank"
            )
        if self.beam % self.groups:
            raise UsageError(
                f"a beam of {self.beam} cannot be split into {self.groups} equal groups"
            )
        if self.temperature is not None and not self.temperature > 0:
            raise UsageError(f"temperature is {self.temperature}; it must be above 0")
        if not 0 < self.top_p <= 1:
            raise UsageError(f"top_p is {self.top_p}; it must be above 0 and at most 1")

    @property
    def requests_at_a_time(self) -> int:
        """Sentences times controls decoded together: each has `rerank` parses."""
        return max(1, self.batch_size // self.rerank)

    @classmethod
    def of(cls, **values: Any) -> "GenerationSettings":
        """Build settings from fields of this class and of `FilterSettings` side by side.

        Raises:
            UsageError: They contradict each other.
        """
        names = values.keys() & {field.name for field in dataclasses.fields(FilterSettings)}
        filters = FilterSettings(**{name: values.pop(name) for name in names})
        return cls(**values, filters=filters)

    def to_dict(self) -> dict[str, Any]:
        """Fields of this class and of `FilterSettings` side by side, as `of` takes them."""
        values = dataclasses.asdict(self)
        filters: dict[str, Any] = values.pop("filters")
        return values | filters


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
        score: Length-normalized log-probability of the paraphraser; higher is better.
        rejected_because: Rules it fails.
        overlap: N-gram overlap with the source, 0 to 1.
        similarity: Similarity of meaning to the source, -1 to 1; None without an embedding model.
    """

    words: list[str]
    target_parse: Tree
    tree: Tree
    template: Template
    template_match: bool
    score: float
    rejected_because: list[str]
    overlap: float = 0.0
    similarity: float | None = None

    def merit(self, meaning_weight: float) -> float:
        """What ranks outputs that are equal in match and acceptance.

        The model's score alone says how likely an output is, not what it means: similarity, or
        overlap where nothing judges it, is added with a weight.
        """
        return self.score + meaning_weight * (
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
        score: Length-normalized log-probability; higher is better.
        ngram_overlap: F1 of the words shared with the source, 0 to 1.
        similarity: Similarity of meaning, -1 to 1; None without an embedding model.
        accepted: Whether every rule is passed.
        rejected_because: The rules that are not, each with its figure.
    """

    source: str
    template: str
    target_parse: str
    paraphrase: str
    parse: str
    template_match: bool
    score: float
    ngram_overlap: float
    similarity: float | None
    accepted: bool
    rejected_because: list[str]

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
