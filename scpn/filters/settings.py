"""What is accepted: thresholds of paraphrases."""

from dataclasses import dataclass
from typing import ClassVar

from scpn.settings import Settings, setting


@dataclass(frozen=True)
class FilterSettings(Settings):
    """Thresholds of acceptance.

    Those on meaning are without effect where no embedding model judges, and `min_score` where there
    is no score.
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
        "Largest share of the source's content words that no word of the output stands for.",
        min=0,
        max=1,
        label="Most content left out",
    )
    max_added: float = setting(
        0.0,
        "Largest share of the output's content words that stand for no word of the source.",
        min=0,
        max=1,
        label="Most content added",
    )
    # What a network finds unlikely itself is seldom English; the default suits the bundled one
    # (docs/experiments.md).
    min_score: float = setting(
        -1.1, "Smallest mean log-probability that the paraphraser gives a piece of its output."
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
