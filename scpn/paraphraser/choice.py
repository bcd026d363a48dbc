"""Which paraphrases of a sentence are shown."""

from collections.abc import Sequence

from scpn.paraphraser.types import Paraphrase


def choose(paraphrases: Sequence[Paraphrase]) -> list[Paraphrase]:
    """Return the accepted paraphrases of a sentence or, if there are none, the best rejected one.

    The best has the fewest reasons against it, then the template asked for, then the highest
    similarity, then the highest score.
    """
    accepted = [paraphrase for paraphrase in paraphrases if paraphrase.accepted]
    if accepted or not paraphrases:
        return accepted
    return [max(paraphrases, key=_standing)]


def _standing(paraphrase: Paraphrase) -> tuple[int, bool, float, float]:
    reasons, similarity = paraphrase.rejected_because, paraphrase.similarity or 0.0
    return -len(reasons), paraphrase.template_match, similarity, paraphrase.score or 0.0
