"""Texts of several sentences, paraphrased one sentence at a time, each sentence once."""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nltk.tokenize.punkt import PunktParameters, PunktSentenceTokenizer

from scpn.errors import UsageError
from scpn.paraphraser.settings import GenerationSettings
from scpn.paraphraser.types import Control, Paraphrase
from scpn.templates import Template, load_template_set
from scpn.tokenization.treebank import detokenize, tokenize

if TYPE_CHECKING:
    from scpn.paraphraser import Paraphraser

CACHE_SIZE = 1 << 14
"""Results kept, one for each sentence and template; some tens of megabytes when full."""

_ABBREVIATIONS = (
    "mr mrs ms dr prof rev gen col lt sgt capt gov sen rep hon st mt ft jr sr inc corp co ltd "
    "bros dept univ vs etc approx est vol i.e e.g u.s u.k u.n ph.d a.m p.m"
)


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Begin and end of each sentence of a text, in characters; white space around is left out.

    A sentence ends at white space only, so that no word is in two of them.
    """
    spans = _splitter().span_tokenize(text)
    # Punkt counts white space at the very beginning as part of the first sentence.
    return [(end - len(text[begin:end].lstrip()), end) for begin, end in spans if begin < end]


@cache
def _splitter() -> PunktSentenceTokenizer:
    parameters = PunktParameters()
    parameters.abbrev_types = set(_ABBREVIATIONS.split())
    return PunktSentenceTokenizer(parameters)


def read_templates(templates: str | Path | Sequence[str | Template]) -> list[Template]:
    """Templates of a set, of a file, or of a list.

    Args:
        templates: Name of a template set, a file, or templates.

    Raises:
        UsageError: There is no such set or file, or a template is malformed, or there is none.
    """
    if isinstance(templates, str | Path):
        return list(load_template_set(templates).templates)
    found = [t if isinstance(t, Template) else Template.parse(t) for t in templates]
    if not found:
        raise UsageError("no template is given; name at least one, or a template set")
    return list(dict.fromkeys(found))


class SentenceParaphraser:
    """Paraphrases sentences: loads models when first needed, and remembers results.

    It can be sent to another process, with an empty memory; models that were given by name are
    loaded there anew.

    Args:
        model: None for the bundled models, a folder, a name on the hub, or loaded models.
        settings: How outputs are searched, ranked and accepted; `num_return` does not count.
        device: Name of a torch device; None takes a GPU if there is one.
        cache_size: Results kept.
    """

    def __init__(
        self,
        model: "str | Path | Paraphraser | None" = None,
        *,
        settings: GenerationSettings | None = None,
        device: str | None = None,
        cache_size: int = CACHE_SIZE,
    ) -> None:
        self._model, self._device, self._cache_size = model, device, cache_size
        self.settings = settings or GenerationSettings()
        self._loaded: Paraphraser | None = None
        self._cache: OrderedDict[tuple[str, Template], Paraphrase | str] = OrderedDict()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_loaded": None, "_cache": OrderedDict()}

    @property
    def paraphraser(self) -> "Paraphraser":
        """The models.

        Raises:
            ModelError: There are none of that name.
            UsageError: The device cannot be used.
        """
        if self._loaded is None:
            from scpn.paraphraser import Paraphraser

            if isinstance(self._model, Paraphraser):
                self._loaded = self._model
            else:
                self._loaded = Paraphraser.from_pretrained(self._model, device=self._device)
        return self._loaded

    def paraphrase(
        self, sentences: Iterable[str], templates: Sequence[Template]
    ) -> list[list[Paraphrase | str]]:
        """Paraphrase sentences into every template; those that want the same go in one batch.

        Args:
            sentences: Plain text, or treebank tokens separated by spaces, in which case outputs
                are, too: a change of spacing alone would be an attack that proves nothing.
            templates: Forms asked for.

        Returns:
            For each sentence and template the best paraphrase, or why there is none.
        """
        sentences, templates = list(sentences), list(templates)
        found: dict[tuple[str, Template], Paraphrase | str] = {}
        wanted: dict[tuple[Template, ...], list[str]] = {}
        for sentence in dict.fromkeys(sentences):
            missing = []
            for template in templates:
                key = (sentence, template)
                if key in self._cache:
                    self._cache.move_to_end(key)
                    found[key] = self._cache[key]
                else:
                    missing.append(template)
            if missing:
                wanted.setdefault(tuple(missing), []).append(sentence)
        for group, members in wanted.items():
            for key, outcome in self._compute(members, group):
                found[key] = self._remember(key, outcome)
        return [[found[sentence, template] for template in templates] for sentence in sentences]

    def _compute(
        self, sentences: list[str], templates: tuple[Template, ...]
    ) -> Iterable[tuple[tuple[str, Template], Paraphrase | str]]:
        controls = [Control(template=template) for template in templates]
        for result in self.paraphraser.stream(sentences, controls, settings=self.settings):
            best: dict[str, Paraphrase] = {}
            for paraphrase in result.paraphrases:
                best.setdefault(paraphrase.template, paraphrase)
            for template in templates:
                outcome: Paraphrase | str = result.error or "nothing was found"
                yield (result.source, template), best.get(str(template), outcome)

    def _remember(self, key: tuple[str, Template], outcome: Paraphrase | str) -> Paraphrase | str:
        self._cache[key] = outcome
        while len(self._cache) > self._cache_size:
            self._cache.popitem(last=False)
        return outcome


def in_format_of(source: str, output: str) -> str:
    """The output as treebank tokens separated by spaces, if the source is written so.

    Args:
        source: "the film , it is said , is long ." or "The film, it is said, is long."
        output: Plain text.
    """
    tokens = tokenize(source)
    is_tokenized = source == " ".join(tokens) != detokenize(tokens)
    return " ".join(tokenize(output)) if is_tokenized else output
