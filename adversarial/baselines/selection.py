"""The baselines that an experiment compares the controlled paraphraser with."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scpn.adversarial.baselines.backtranslation import BackTranslation
from scpn.adversarial.baselines.checked import Baseline, CheckedRewriter
from scpn.adversarial.baselines.synonyms import SynonymReplacement
from scpn.adversarial.baselines.uncontrolled import UncontrolledRewriter
from scpn.adversarial.baselines.wordnet import Synonyms, load_wordnet
from scpn.adversarial.rewriters import ControlledRewriter, Rewriter
from scpn.backtranslation.translators import check_translators, load_trips
from scpn.paraphraser.uncontrolled import load_uncontrolled
from scpn.runtime import Device


@dataclass(frozen=True, slots=True)
class Baselines:
    """What the controlled paraphraser is compared with.

    Attributes:
        synonyms: Replace words by synonyms.
        wordnet: Folder of WordNet, or None for the one that is installed.
        forward: Translators from English; each goes with the one of `backward` at its place.
        backward: Translators into English.
        uncontrolled: Folder of a paraphraser without control, or None.
        versions: Paraphrases a sentence; None is as many as there are templates.

    Raises:
        UsageError: There is not a translator for each way.
    """

    synonyms: bool = False
    wordnet: Path | None = None
    forward: tuple[str, ...] = ()
    backward: tuple[str, ...] = ()
    uncontrolled: Path | None = None
    versions: int | None = None

    def __post_init__(self) -> None:
        check_translators(self.forward, self.backward)

    def describe(self) -> dict[str, Any]:
        """Everything that must be the same when a run is continued."""
        return {
            "synonyms": self.synonyms,
            "wordnet": self.wordnet and str(self.wordnet),
            "forward": self.forward,
            "backward": self.backward,
            "uncontrolled": self.uncontrolled and str(self.uncontrolled),
            "versions": self.versions,
        }


def load_baselines(
    baselines: Baselines, beside: ControlledRewriter, *, device: Device = None
) -> dict[str, Rewriter]:
    """Load the baselines by their names.

    Args:
        baselines: Which ones.
        beside: The controlled paraphraser; its parser, judge and settings are shared.
        device: Where models run.

    Raises:
        UsageError: There is no such program, or the paraphraser without control has one.
        ModelError: There is no such model, or it is damaged.
    """
    num = baselines.versions or len(beside.forms)
    found: dict[str, Rewriter] = {}
    if baselines.synonyms:
        synonyms = Synonyms(load_wordnet(baselines.wordnet))
        found["synonyms"] = _check(SynonymReplacement(synonyms, num=num), beside)
    if baselines.forward:
        trips = load_trips(baselines.forward, baselines.backward, device=device)
        found["back-translation"] = _check(BackTranslation(trips, num=num), beside)
    if baselines.uncontrolled is not None:
        model = load_uncontrolled(baselines.uncontrolled, beside.paraphraser, device=device)
        model.judge = beside.paraphraser.judge
        found["uncontrolled"] = UncontrolledRewriter(model, num=num, settings=beside.settings)
    return found


def _check(baseline: Baseline, beside: ControlledRewriter) -> Rewriter:
    paraphraser, settings = beside.paraphraser, beside.settings
    return CheckedRewriter(
        baseline,
        paraphraser.parser,
        judge=paraphraser.judge,
        filters=settings.filters,
        tokenized=settings.tokenized,
    )
