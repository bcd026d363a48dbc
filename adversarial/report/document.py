"""Contents of a robustness report."""

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from nltk import Tree

from scpn.adversarial.bootstrap import Interval
from scpn.adversarial.protocol import Texts
from scpn.adversarial.report.figures import AttackFigures
from scpn.adversarial.settings import ValidityRules
from scpn.adversarial.validity import JudgedOutcome
from scpn.parsing.protocol import Parser
from scpn.tokenization.treebank import tokenize
from scpn.trees.transform import draw

NUM_SHOWN = 12
_MAX_DRAWN_WORDS = 40


@dataclasses.dataclass(frozen=True)
class ShownExample:
    """A broken example that the report shows.

    Attributes:
        id: Of the example.
        label: Gold label.
        form: Form asked for.
        source: The example as it was.
        candidate: The example as it fools the victim.
        changed: For each text whether it is another one.
        before: Probability of the gold label for the source, 0 to 1.
        after: The same for the candidate.
        prediction: What the victim takes the candidate for.
        is_valid: Whether the automatic check holds it for valid; None if the judge does not know.
        similarity: Of the new text to its source, -1 to 1; None if not known.
        source_tree: Drawing of the tree of the text that changed; empty if there is none.
        candidate_tree: The same of the new text.
    """

    id: str
    label: str
    form: str
    source: Texts
    candidate: Texts
    changed: tuple[bool, ...]
    before: float
    after: float
    prediction: str
    is_valid: bool | None
    similarity: float | None
    source_tree: str
    candidate_tree: str


@dataclasses.dataclass(frozen=True)
class SystemReport:
    """Results of one system.

    Attributes:
        name: The controlled paraphraser, or a baseline.
        before: Attack on the victims that were trained on the data as it is.
        after: Attack on the victims trained on augmented data; None without augmentation.
        fall: Broken rate before minus after, paired; None without augmentation.
        added: Rows that augmentation added for each seed.
        test_before: Accuracy on the test set for each seed, 0 to 1; empty without a test set.
        test_after: The same of the victims trained on augmented data.
        examples: Broken examples to look at.
    """

    name: str
    before: AttackFigures
    after: AttackFigures | None
    fall: Interval | None
    added: list[int]
    test_before: list[float]
    test_after: list[float]
    examples: list[ShownExample]


@dataclasses.dataclass(frozen=True)
class RobustnessReport:
    """The whole experiment.

    Attributes:
        title: Of the report.
        signature: All that one must know to compare the figures, as key and value.
        sizes: Examples of each part of the data.
        seeds: Seeds of victims and augmentation.
        systems: The first is the one that the others are compared with.
        comparisons: Broken rate of the first system minus that of each other, before augmentation.
        judge: Family of the classifier that checks labels.
        judge_accuracy: Its accuracy on the examples attacked, 0 to 1.
        rules: Thresholds of validity.
    """

    title: str
    signature: Mapping[str, str]
    sizes: Mapping[str, int]
    seeds: Sequence[int]
    systems: Sequence[SystemReport]
    comparisons: Mapping[str, Interval]
    judge: str
    judge_accuracy: float
    rules: ValidityRules

    def to_dict(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        return dataclasses.asdict(self)

    @property
    def methods(self) -> list[str]:
        """How the figures were made, for the reader."""
        rules = self.rules
        return [
            "Broken: the victim is right about the example as it is and wrong about at least one "
            "accepted paraphrase of it (Iyyer et al. 2018). The broken rate is the share of all "
            "examples; the success rate is the share of those that the victim gets right.",
            "Valid (automatic): of the candidates that break an example, the one that lowers the "
            "probability of the label most is taken. It is valid if its similarity of meaning to "
            f"the source is at least {rules.min_similarity:g} (where an embedding model judged "
            f"it), its n-gram overlap at least {rules.min_overlap:g}, and an independent "
            f"classifier ({self.judge}) gives it the gold label. That classifier is trained on "
            "other examples than the one it judges (cross-fitted) and has an accuracy of "
            f"{100 * self.judge_accuracy:.1f}% on the originals. Examples whose original it gets "
            "wrong are left out of validity, above and below the line, and of the share that is "
            "broken by a valid paraphrase. No person has looked at "
            "the examples; for that there is the command scpn rate.",
            "Intervals hold 95% of bootstrap resamples of the examples, each drawn with what "
            "happened to it under all seeds. Differences are paired.",
        ]


def show_examples(
    items: Sequence[JudgedOutcome], parser: Parser | None, *, num: int = NUM_SHOWN
) -> list[ShownExample]:
    """Broken examples spread over the data set, with their trees.

    Args:
        items: Judged examples of one attack.
        parser: Draws trees; None leaves them out.
        num: How many at most.
    """
    broken = [item for item in items if item.outcome.breaking]
    step = max(1, len(broken) // num)
    return [_show(item, parser) for item in broken[::step][:num]]


def _show(item: JudgedOutcome, parser: Parser | None) -> ShownExample:
    outcome = item.outcome
    record = outcome.breaking[0]
    candidate = tuple(record["candidate"])
    changed = tuple(old != new for old, new in zip(outcome.texts, candidate, strict=True))
    place = changed.index(True) if True in changed else 0
    return ShownExample(
        id=outcome.id,
        label=outcome.label,
        form=record["template"],
        source=outcome.texts,
        candidate=candidate,
        changed=changed,
        before=record["probabilities"][outcome.label],
        after=record["candidate_probabilities"][outcome.label],
        prediction=record["candidate_prediction"],
        is_valid=item.strongest_is_valid if item.is_judged else None,
        similarity=record["similarity"],
        source_tree=draw_tree(outcome.texts[place], parser),
        candidate_tree=draw_tree(candidate[place], parser),
    )


def draw_tree(text: str, parser: Parser | None) -> str:
    """Drawing of the tree of a text in plain characters; empty if it has none or is too wide."""
    words = [word.lower() for word in tokenize(text)]
    if parser is None or not 0 < len(words) <= _MAX_DRAWN_WORDS:
        return ""
    (tree,) = parser.parse_tokens([words])
    return draw(tree) if isinstance(tree, Tree) else ""
