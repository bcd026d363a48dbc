"""Settings of evaluations: on pairs, by classifiers on vectors, on parts of a ranking."""

from dataclasses import dataclass, field, replace
from typing import ClassVar, Literal

from scpn.errors import UsageError, nearest
from scpn.paraphraser.settings import GenerationSettings
from scpn.settings import Settings, setting

ROWS: dict[str, str] = {
    "copy": "copy the source",
    "gold": "gold parse",
    "generated": "generated parse",
    "reranked": "generated parse, re-ranked",
    "generator": "parse generator alone",
    "uncontrolled": "uncontrolled",
}
"""Name of each row -> its title. What a row does:

* copy: the source itself;
* gold: the paraphraser given the full parse of the target, its best output;
* generated: the template of the target, completed by the parse generator, one parse, one output;
* reranked: several parses and outputs, those that match the template first;
* generator: the parse that the generator makes of the source's parse and the target's template;
* uncontrolled: another paraphraser, which sees the source alone.
"""

Ranking = Literal["paraphrase-score", "trigram-overlap", "own-score"]


@dataclass(frozen=True)
class EvaluationSettings(Settings):
    """What is evaluated on pairs, and how.

    Of `generation`, what it says of re-ranking and n-best is not used.
    """

    panel: ClassVar[str] = "Rows"

    rows: tuple[str, ...] = setting(
        ("copy", "gold", "generated", "reranked", "generator"), "Names of rows, see `ROWS`."
    )
    rerank: int = setting(
        GenerationSettings.rerank,
        "Parses tried for each template in the re-ranked row.",
        min=2,
    )
    # Outputs are always parsed by our own parser; the parses of the file are those of the sources
    # and of the row "copy".
    reparse: bool = setting(True, "Compare with parses of the parser, not with those of the file.")
    generation: GenerationSettings = field(default_factory=GenerationSettings)

    def check_together(self) -> None:
        """See `Settings.check_together`."""
        for name in self.rows:
            if name not in ROWS:
                raise UsageError(
                    f"no row is called {name!r}{nearest(name, ROWS)}; rows are {', '.join(ROWS)}"
                )
        if not self.rows or len(set(self.rows)) < len(self.rows):
            raise UsageError("name at least one row, and each once")

    @property
    def single(self) -> GenerationSettings:
        """One parse, one output, written by the networks."""
        return replace(
            self.generation, rerank=1, num_return=1, writers="network", proposers="network"
        )

    @property
    def reranking(self) -> GenerationSettings:
        """Several parses, the best output."""
        return replace(self.generation, rerank=self.rerank, num_return=1)


@dataclass(frozen=True)
class ClassificationSettings(Settings):
    """How classifiers on the vectors of sentences are trained and tested."""

    panel: ClassVar[str] = "Classification"

    folds: int = setting(
        10,
        "Folds of the cross-validation of MR, CR, SUBJ and MPQA, which have no test file.",
        min=2,
    )
    # SentEval takes as many as outside, at twice the time.
    inner_folds: int = setting(
        5, "Folds of the cross-validation that chooses C inside the training part.", min=2
    )
    # Those of SentEval.
    strengths: tuple[float, ...] = setting(
        tuple(2.0**power for power in range(-2, 4)), "Values of C to choose from."
    )
    seed: int = setting(1111, "Random seed of the division into parts.")


@dataclass(frozen=True)
class TenthsSettings(Settings):
    """What is ranked, and how it is cut."""

    panel: ClassVar[str] = "Ranking"

    rank_by: Ranking = setting(
        "paraphrase-score",
        "Figure that ranks. paraphrase-score: the cosine of the encoder; trigram-overlap: trigrams "
        "in common; own-score: the score in the file, of a translation for instance.",
    )
    parts: int = setting(10, "Parts of the ranking.", min=2)
    pairs: int = setting(
        20_000,
        "Pairs drawn from each part to train on; fewer if the smallest part has fewer.",
        min=2,
    )
    # Each part is trained once with each, and with other pairs of it.
    seeds: tuple[int, ...] = setting((1, 2, 3), "Random seeds.")

    def check_together(self) -> None:
        """See `Settings.check_together`."""
        if not self.seeds or len(set(self.seeds)) < len(self.seeds):
            raise UsageError("name at least one seed, and each once")
