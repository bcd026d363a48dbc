"""How a run makes its paraphrases: templates, settings, models, cache, processes."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from scpn.adversarial.cache import ParaphraseCache, default_cache_path
from scpn.adversarial.candidates import CandidateMaker
from scpn.adversarial.parallel import ParallelRewriter
from scpn.adversarial.rewriters import ControlledRewriter, Rewriter
from scpn.adversarial.settings import Sides
from scpn.errors import UsageError
from scpn.paraphraser import GenerationSettings, Paraphraser
from scpn.runs import OnProblem
from scpn.runtime import Device, share_cores
from scpn.templates import Template

_ALWAYS = (
    *("beam", "rerank", "num_return", "min_overlap", "min_similarity", "max_lost", "max_added"),
    *("tokenized", "batch_size"),
)


@dataclass(frozen=True)
class ControlledRewriting:
    """Models, templates and settings of the controlled paraphraser.

    Attributes:
        templates: Forms that can be asked for.
        settings: How outputs are searched, ranked and accepted.
        model: Name or folder of the models; None is the bundled ones.
        similarity_model: Judge of meaning; None is the bundled one, "none" is none.
        critic: Critic that decides acceptance; None is the bundled one, "none" is none.
        device: Where to run.
        cache: File of paraphrases; None is the user's own, see `default_cache_path`.
        use_cache: Keep paraphrases, and use those that are kept.
        workers: Processes that paraphrase.

    Raises:
        UsageError: There is no template.
    """

    templates: tuple[Template, ...]
    settings: GenerationSettings = field(default_factory=GenerationSettings)
    model: str | None = None
    similarity_model: str | None = None
    critic: str | None = None
    device: Device = None
    cache: Path | None = None
    use_cache: bool = True
    workers: int = 1

    def __post_init__(self) -> None:
        if not self.templates:
            raise UsageError(
                "no form is asked for; give --templates SET or --template '(S(NP)(VP)(.))' "
                "('scpn templates list' shows the sets)"
            )

    def describe(self) -> dict[str, Any]:
        """All of it as plain values, for reports and for runs that are continued.

        Reports are read by people: most settings are there only if they are not the default.
        """
        values, usual = self.settings.to_dict(), GenerationSettings().to_dict()
        for each in (values, usual):
            each["sampling_seed"] = each.pop("seed")  # an attack has a seed of its own
        return {
            "model": self.model,
            "similarity_model": self.similarity_model,
            "critic": self.critic,
            "templates": [str(template) for template in self.templates],
            **{name: values[name] for name in _ALWAYS},
            **{name: value for name, value in values.items() if value != usual[name]},
        }

    def load(self) -> ControlledRewriter:
        """Load the models.

        Raises:
            UsageError: The device cannot be used.
            ModelError: There are no such models, or they are damaged.
        """
        paraphraser = Paraphraser.from_pretrained(
            self.model, judge=self.similarity_model, critic=self.critic, device=self.device
        )
        return ControlledRewriter(paraphraser, self.templates, self.settings)

    def load_in_worker(self) -> ControlledRewriter:
        """Load the models in a worker process, which uses its share of the cores."""
        share_cores(self.workers)
        return self.load()

    @contextmanager
    def open_maker(
        self,
        loaded: ControlledRewriter,
        *,
        sides: Sides = "first",
        on_problem: OnProblem | None = None,
    ) -> Iterator[CandidateMaker]:
        """Open the cache and be ready to start the processes.

        Args:
            loaded: What `load` gave.
            sides: Texts of a pair to paraphrase.
            on_problem: Called with one line if the cache was damaged.

        Yields:
            What makes candidates; the processes end with the context.

        Raises:
            UsageError: `workers` is less than 1.
            DataError: The cache cannot be used.
        """
        with ExitStack() as stack:
            cache = None
            if self.use_cache:
                path = self.cache or default_cache_path()
                cache = stack.enter_context(ParaphraseCache(path, on_problem=on_problem))
            rewriter: Rewriter = loaded
            if self.workers != 1:
                spread = ParallelRewriter(loaded, self.load_in_worker, self.workers)
                rewriter = stack.enter_context(spread)
            yield CandidateMaker(rewriter, cache, sides=sides)
