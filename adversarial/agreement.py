"""How far raters agree beyond chance."""

from collections.abc import Hashable, Sequence

from nltk.metrics.agreement import AnnotationTask

from scpn.errors import DataError


def fleiss_kappa(ratings: Sequence[Sequence[Hashable]]) -> float | None:
    """Fleiss' kappa (Fleiss 1971): (P - P_e) / (1 - P_e).

    P is the share of pairs of raters that agree, averaged over items; P_e what it would be if
    each rater answered at random with the overall frequencies of the answers.

    Args:
        ratings: For each item the answers of all raters, in any order; as many for each item.

    Returns:
        At most 1, 0 for chance; None where it is not defined: fewer than two raters, or the same
        answer everywhere.

    Raises:
        DataError: There are no items, or they have different numbers of ratings.
    """
    numbers = {len(answers) for answers in ratings}
    if len(numbers) != 1:
        raise DataError(
            f"items have {sorted(numbers)} ratings; kappa needs items, and as many ratings of each"
        )
    num_raters = numbers.pop()
    if num_raters < 2 or len({answer for row in ratings for answer in row}) < 2:
        return None
    # Scott's pi over all pairs of raters is Fleiss' kappa if each item has all ratings.
    return float(
        AnnotationTask(
            (rater, item, answer)
            for item, row in enumerate(ratings)
            for rater, answer in enumerate(row)
        ).pi()
    )
