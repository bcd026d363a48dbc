"""What is accepted: thresholds of paraphrases, and of pairs of sentences."""

from dataclasses import dataclass, field, replace
from typing import ClassVar

from scpn.data.settings import DropRules, PairReading
from scpn.errors import UsageError
from scpn.settings import Settings, setting


@dataclass(frozen=True)
class FilterSettings(Settings):
    """Thresholds of acceptance.

    Those on meaning are without effect where no embedding model judges, `min_score` where there is
    no score, and `min_quality` and `hand_rules` where there is no critic.
    """

    panel: ClassVar[str] = "Acceptance"

    # The paper's 0.5; it does not say of which order the n-grams are. Ours are unigrams.
    min_overlap: float = setting(
        0.5,
        "Smallest share of words in common with the source (F1).",
        min=0,
        max=1,
        label="Least overlap of words",
    )
    min_similarity: float = setting(  # the paper's 0.7
        0.7,
        "Smallest similarity of meaning to the source, a cosine.",
        min=-1,
        max=1,
        label="Least similarity of meaning",
        usual=(0, 1),
    )
    max_lost: float = setting(
        0.2,
        "Largest share of the source's content words that the output may lose.",
        min=0,
        max=1,
        label="Most content left out",
    )
    max_added: float = setting(
        0.0,
        "Largest share of the output's content words that may be new.",
        min=0,
        max=1,
        label="Most content added",
    )
    # What a network finds unlikely itself is seldom English; the default suits the bundled one
    # (docs/experiments.md).
    min_score: float = setting(
        -1.1, "Smallest mean log-probability per piece that the paraphraser gives its output."
    )
    min_quality: float | None = setting(
        None,
        "Smallest quality that the critic gives, a probability; by default the critic's own.",
        min=0,
        max=1,
        label="Least quality",
        usual=(0, 1),
    )
    hand_rules: bool = setting(
        True,
        "Reject by the rules written by hand too where a critic decides; form, copies, broken "
        "letters and questions are always checked.",
    )
    require_match: bool = setting(
        True, "Reject an output whose parse does not have the template asked for."
    )
    allow_copies: bool = setting(
        False, "Accept an output with the same letters and digits as the source."
    )
    allow_repeats: bool = setting(
        False,
        "Accept an output that says the same three words twice, or a content word more often than "
        "the source.",
    )
    allow_negation_change: bool = setting(
        False, "Accept an output that denies what the source states, or the other way round."
    )
    allow_question_change: bool = setting(
        False, "Accept an output that asks what the source states, or the other way round."
    )
    # "is made with care", "be a film"; without effect if the source speaks to "you".
    allow_subject_loss: bool = setting(
        False, "Accept a bare predicate or a command for a source that is neither."
    )
    allow_new_relation: bool = setting(
        False, "Accept a clause with 'when', 'if' or 'because' where the source has no such clause."
    )

    def for_rewritings(self) -> "FilterSettings":
        """Return the settings for what rules and edits write.

        What they say is the source's own, so that new words ("can you tell me"), a name said again
        for a second clause and "because" for "so" are no faults, as they are of the networks.
        """
        return replace(
            self, max_lost=1.0, max_added=1.0, allow_repeats=True, allow_new_relation=True
        )


@dataclass(frozen=True)
class PairRules(Settings):
    """Limits a pair must respect.

    The defaults of the language rules were set on real text: fewer than one function word in ten
    words is what 0.2% of English sentences of 12 words and more have (2% of 6 to 8 words), and 77%
    to 98% of Dutch, Czech, Spanish, German and French ones.
    """

    panel: ClassVar[str] = DropRules.panel

    # No overlap of words is asked for, unlike in labeling: the score judges better.
    text: DropRules = field(default_factory=lambda: DropRules(min_unigram_f1=0.0))
    # Wieting and Gimpel 2018; 0.5 is the bound of Wieting et al. 2019.
    min_score: float = setting(
        0.5,
        "Smallest paraphrase score, a cosine; -1 lets all pass.",
        min=-1,
        max=1,
    )
    max_score: float = setting(
        1.0,
        "Largest paraphrase score; below 1, pairs that are too similar are dropped.",
        min=-1,
        max=1,
    )
    min_ascii_letters: float = setting(
        0.9, "Smallest share of ASCII letters in each sentence.", min=0, max=1
    )
    min_function_words: float = setting(
        0.1,
        "Smallest share of English function words, in sentences of 6 words or more.",
        min=0,
        max=1,
    )

    def check_together(self) -> None:
        """See `Settings.check_together`."""
        if self.min_score > self.max_score:
            raise UsageError(
                f"min_score is {self.min_score:g} and max_score {self.max_score:g}; needed: "
                "-1 <= min_score <= max_score <= 1"
            )


@dataclass(frozen=True)
class FilterOptions(PairReading):
    """What decides which pairs are kept."""

    rules: PairRules = field(default_factory=PairRules)
