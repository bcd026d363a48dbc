"""Which forms are tried on an example, in which order, and when to stop."""

import random
from collections.abc import Mapping, Sequence
from typing import Protocol, get_args

import numpy as np
from scipy.sparse import csr_matrix, vstack
from sklearn.feature_extraction.text import HashingVectorizer

from scpn.adversarial.protocol import Example
from scpn.adversarial.settings import OrderName
from scpn.errors import UsageError

PRIOR_WEIGHT = 2.0
"""How many trials the general success rate counts as, beside those on similar examples."""


class TemplateOrder(Protocol):
    """Chooses the templates that are tried on each example, and their order.

    Attributes:
        stops: Forms are tried one after the other, up to the first that breaks the example; else
            all of them together.
        attacks_wrong: Examples that the victim gets wrong anyway are paraphrased too. They are
            never broken, but another victim may get them right, and then finds them in the cache.
    """

    stops: bool
    attacks_wrong: bool

    def rank(self, example: Example) -> list[str]:
        """Forms to try, in order."""
        ...

    def learn(self, example: Example, tried: Mapping[str, bool]) -> None:
        """Learn which of the tried forms broke an example."""
        ...


def build_order(
    name: OrderName, forms: Sequence[str], *, budget: int | None = None, seed: int = 0
) -> TemplateOrder:
    """Build an order by name.

    Args:
        name: `all` tries every form; `first` stops at the first success; `best` tries as many as
            the budget allows, drawn for each example, to find the strongest; `guided` stops at the
            first success, and begins with what broke similar examples.
        forms: In the order in which they are tried.
        budget: Most forms tried on one example; None is all of them.
        seed: Of the drawing of `best`.

    Raises:
        UsageError: The name is unknown, or the budget does not fit it.
    """
    if name not in get_args(OrderName):
        raise UsageError(f"search is {name!r}; searches are {', '.join(get_args(OrderName))}")
    if budget is not None and budget < 1:
        raise UsageError(f"the budget is {budget}; it must be at least 1")
    if name == "all":
        if budget is not None:
            raise UsageError("the search 'all' has no budget; use --search best, first or guided")
        return AllTemplates(forms)
    if name == "best":
        if budget is None:
            raise UsageError("the search 'best' needs a budget, the forms tried on each example")
        return DrawnTemplates(forms, budget, seed=seed)
    return FirstSuccess(forms, budget) if name == "first" else LearnedOrder(forms, budget)


class AllTemplates:
    """Every form on every example: the protocol of Iyyer et al. 2018, section 5.2."""

    stops, attacks_wrong = False, True

    def __init__(self, forms: Sequence[str]) -> None:
        self._forms = list(forms)

    def rank(self, example: Example) -> list[str]:
        """See `TemplateOrder.rank`."""
        return self._forms

    def learn(self, example: Example, tried: Mapping[str, bool]) -> None:
        """Learns nothing."""


class FirstSuccess(AllTemplates):
    """The forms in their own order, up to the first success."""

    stops, attacks_wrong = True, False

    def __init__(self, forms: Sequence[str], budget: int | None = None) -> None:
        super().__init__(list(forms)[:budget])


class DrawnTemplates(AllTemplates):
    """A number of forms, drawn for each example by the seed and its texts alone."""

    stops, attacks_wrong = False, False

    def __init__(self, forms: Sequence[str], budget: int, *, seed: int = 0) -> None:
        super().__init__(forms)
        self._budget, self._seed = min(budget, len(forms)), seed

    def rank(self, example: Example) -> list[str]:
        """See `TemplateOrder.rank`."""
        return draw_order(self._forms, example, seed=self._seed)[: self._budget]


class LearnedOrder:
    """Forms in the order of how likely they are to break the example, up to the first success.

    The chance of form f on example x with label y is estimated from the trials so far, those on
    similar examples counting most:

        p(f, x) = (m p(f, y) + sum_i k(x, x_i) b_i) / (m + sum_i k(x, x_i))

    over the examples x_i of any label on which f was tried, with b_i = 1 if it broke them, and k
    the cosine of their words and pairs of words, which carry the form of a sentence as well as its
    subject. p(f, y) is the rate for the label, drawn in the same way towards that of all labels,
    and that towards 1, so that what was never tried comes before what failed. m is `PRIOR_WEIGHT`.
    """

    stops, attacks_wrong = True, False

    def __init__(self, forms: Sequence[str], budget: int | None = None) -> None:
        self._forms, self._budget = list(forms), budget
        self._vectorizer = HashingVectorizer(n_features=1 << 18, ngram_range=(1, 2), norm="l2")
        # Of the examples seen; what is new is joined to the rest when it is next needed.
        self._vectors: list[csr_matrix] = []
        self._trials = [np.zeros((0, 2, len(self._forms)))]
        self._labels: list[str] = []

    def rank(self, example: Example) -> list[str]:
        """See `TemplateOrder.rank`; ties keep the order of the forms."""
        order = np.argsort(-self._chances(example), kind="stable")[: self._budget]
        return [self._forms[index] for index in order]

    def learn(self, example: Example, tried: Mapping[str, bool]) -> None:
        """See `TemplateOrder.learn`."""
        if not tried:
            return
        row = [[form in tried for form in self._forms], [tried.get(f, False) for f in self._forms]]
        self._trials.append(np.array([row], dtype=float))
        self._vectors.append(self._vectorizer.transform([" ".join(example.texts)]))
        self._labels.append(example.label)

    def _chances(self, example: Example) -> np.ndarray:
        """Estimated chance of each form. Shape (forms,)."""
        if len(self._trials) > 1:
            self._trials = [np.concatenate(self._trials)]
        tried, broke = self._trials[0][:, 0], self._trials[0][:, 1]
        everywhere = np.ones(len(self._labels))
        same_label = np.array([label == example.label for label in self._labels], dtype=float)
        chances = np.ones(len(self._forms))
        for weights in (everywhere, same_label, self._similarities(example)):
            successes, trials = weights @ broke, weights @ tried
            chances = (PRIOR_WEIGHT * chances + successes) / (PRIOR_WEIGHT + trials)
        return chances

    def _similarities(self, example: Example) -> np.ndarray:
        """Cosine of each example seen with this one. Shape (seen,)."""
        if not self._vectors:
            return np.zeros(0)
        if len(self._vectors) > 1:
            self._vectors = [vstack(self._vectors, "csr")]
        vector = self._vectorizer.transform([" ".join(example.texts)])
        # Signs of the hashing can make a cosine negative; unlike is not less than nothing.
        cosines: np.ndarray = np.asarray((self._vectors[0] @ vector.T).toarray()).ravel()
        return cosines.clip(min=0.0)


def draw_order(forms: Sequence[str], example: Example, *, seed: int) -> list[str]:
    """The forms in a random order that depends on the seed and the texts, and on nothing else."""
    drawn = list(forms)
    random.Random("\n".join([str(seed), *example.texts])).shuffle(drawn)
    return drawn
