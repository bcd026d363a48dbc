"""Which paraphrases of a sentence are shown."""

from collections.abc import Sequence

from scpn.paraphraser.types import Paraphrase


def choose(paraphrases: Sequence[Paraphrase]) -> list[Paraphrase]:
    """Return the accepted paraphrases of a sentence or, if there are none, the best rejected one.

    The best has the fewest reasons against it, then the template asked for, then the highest
    quality, similarity and score, in this order.
    """
    accepted = [paraphrase for paraphrase in paraphrases if paraphrase.accepted]
    if accepted or not paraphrases:
        return accepted
    return [max(paraphrases, key=_standing)]


def _standing(paraphrase: Paraphrase) -> tuple[float, ...]:
    return (
        -len(paraphrase.rejected_because),
        paraphrase.template_match,
        paraphrase.quality or 0.0,
        paraphrase.similarity or 0.0,
        paraphrase.score or 0.0,
    )
