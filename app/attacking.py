"""Attacks for the page Attack, which shows figures as they come."""

import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scpn.adversarial.outcomes import AttackOutcome, read_outcomes
from scpn.adversarial.protocol import Example, Texts, Victim
from scpn.adversarial.summary import AttackSummary
from scpn.app.limits import MAX_ATTACK_FORMS, MAX_EXAMPLES, check_text
from scpn.errors import DataError, UsageError

if TYPE_CHECKING:
    from scpn.paraphraser import GenerationSettings, Paraphraser

_AT_ONCE = 4  # few, so that a cancelled attack ends soon
NUM_SHOWN = 30
NUM_PROBLEMS = 5


@dataclass(slots=True)
class AttackProgress:
    """Progress of an attack.

    Attributes:
        total: Examples to attack.
        done: Examples attacked.
        summary: The figures so far.
        shown: Records of the first examples that are broken; of all candidates if there is only
            one example.
        problems: Examples that failed, the first ones.
        stopped: It was cancelled.
    """

    total: int
    done: int = 0
    summary: AttackSummary = field(default_factory=AttackSummary)
    shown: list[dict[str, Any]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    stopped: bool = False

    def add(self, records: list[dict[str, Any]]) -> None:
        """Add the records of one example; the summary has them already."""
        self.done += 1
        if records[0]["error"] is not None and len(self.problems) < NUM_PROBLEMS:
            self.problems.append(f"{records[0]['id']}: {records[0]['error']}")
        if self.total == 1:
            self.shown += [record for record in records if record["verdict"] is not None]
        elif len(self.shown) < NUM_SHOWN and any(r["verdict"] == "broken" for r in records):
            self.shown.append(next(record for record in records if record["strongest"]))


class AttackRun:
    """One attack; its records are kept in a file until they are asked for.

    Args:
        paraphraser: The models.
        victim: The classifier.
        templates: Forms to try.
        settings: How paraphrases are searched and accepted.
    """

    def __init__(
        self,
        paraphraser: "Paraphraser",
        victim: Victim,
        templates: Sequence[str],
        settings: "GenerationSettings",
    ) -> None:
        from scpn.adversarial.attack import Attack
        from scpn.adversarial.candidates import CandidateMaker
        from scpn.adversarial.rewriters import ControlledRewriter

        maker = CandidateMaker(ControlledRewriter(paraphraser, templates, settings))
        self._attack = Attack(victim, maker, chunk_size=_AT_ONCE)
        self._cancelled = threading.Event()
        self._folder = tempfile.TemporaryDirectory(prefix="scpn-attack-")
        self._file = Path(self._folder.name, "attack.jsonl")

    def cancel(self) -> None:
        """Stop after the examples that are in work; what is done is kept."""
        self._cancelled.set()

    def run(self, examples: Sequence[Example]) -> Iterator[AttackProgress]:
        """Attack the examples; yields the same progress again and again.

        Raises:
            VictimError: The classifier failed again and again.
        """
        from scpn.adversarial.attack_run import attack_examples
        from scpn.adversarial.labeled_data import example_items
        from scpn.runs import PartialOutput, ResumableRun
        from scpn.tables.writing import write_rows

        progress = AttackProgress(len(examples))
        wanted = takewhile(lambda _: not self._cancelled.is_set(), examples)
        output = PartialOutput(self._file, {}, chunk_size=_AT_ONCE)
        items = example_items(wanted, "the examples", lambda: len(examples))
        with ResumableRun(items, chunk_size=_AT_ONCE, output=output) as run:
            for _, records in attack_examples(run, self._attack, progress.summary):
                progress.add(records)
                if progress.done % _AT_ONCE == 0:
                    yield progress
            run.finish(write_rows)
        progress.stopped = progress.done < progress.total
        yield progress

    def attack_one(self, example: Example) -> list[dict[str, Any]]:
        """Attack one example and return its records.

        Raises:
            VictimError: The classifier failed.
        """
        (result,) = self._attack.run_chunk([example])
        return result.to_records()

    def read_outcomes(self) -> list[AttackOutcome]:
        """The examples attacked so far, with their candidates."""
        return list(read_outcomes(self._file))

    def save(self, folder: Path) -> Path:
        """Write the records, as `scpn attack` writes them, and delete what was kept."""
        target = folder / "attack.jsonl"
        target.write_bytes(self._file.read_bytes())
        self._folder.cleanup()
        return target


def example_of(texts: Sequence[str], label: str | None, victim: Victim) -> Example:
    """Make an example of what was typed.

    Args:
        texts: One text, or two.
        label: The right label; None takes what the classifier says now.
        victim: The classifier.

    Raises:
        UsageError: A text is empty or too long, or the label is none of the classifier's.
        VictimError: The classifier failed.
    """
    names = ("sentence", "second text")
    checked: Texts = tuple(
        check_text(text, name) for text, name in zip(texts[: victim.num_texts], names, strict=False)
    )
    if not label:
        label = victim.labels[int(victim.predict_proba([checked])[0].argmax())]
    if label not in victim.labels:
        raise UsageError(
            f"the label {label[:40]!r} is none of the classifier's, which are "
            f"{', '.join(victim.labels)}"
        )
    return Example("1", checked, label)


def read_set(path: str | Path, victim: Victim) -> tuple[list[Example], list[str]]:
    """Read labeled examples from a file, and the problems of those left out.

    Raises:
        UsageError: The kind of file is not supported.
        DataError: It cannot be read, or has no usable example.
    """
    from scpn.adversarial.examples import read_examples

    problems: list[str] = []
    examples = list(
        read_examples(
            path,
            labels=victim.labels,
            limit=MAX_EXAMPLES,
            on_error=lambda error: problems.append(str(error)),
        )
    )
    if not examples:
        reason = f" ({problems[0]})" if problems else ""
        raise DataError(f"has no example that can be attacked{reason}", path=path)
    if len(examples[0].texts) != victim.num_texts:
        raise UsageError(
            f"the classifier reads {victim.num_texts} text(s), but the file has "
            f"{len(examples[0].texts)} in each row"
        )
    return examples, problems


def check_attack_forms(templates: Sequence[str]) -> list[str]:
    """Return the forms to try, as they are written.

    Raises:
        UsageError: There is none, there are too many, or one cannot be read.
    """
    from scpn.templates import Template

    if not 0 < len(templates) <= MAX_ATTACK_FORMS:
        raise UsageError(
            f"{len(templates)} forms are chosen; an attack takes 1 to {MAX_ATTACK_FORMS}"
        )
    return [str(Template.parse(text)) for text in templates]
