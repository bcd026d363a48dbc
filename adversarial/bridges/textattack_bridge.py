"""Controlled paraphrases in TextAttack: a transformation, an augmenter and an attack recipe.

Made for TextAttack 0.3.11 (QData/TextAttack), whose own sentence transformations drop the second
text of a pair and the index maps that its constraints and loggers read; these keep both. One step
rewrites one sentence into one template, so that a search over a long text finds out which
sentences matter.
"""

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import textattack
from textattack.constraints.pre_transformation import RepeatModification
from textattack.goal_functions import UntargetedClassification
from textattack.search_methods import GreedySearch
from textattack.shared import AttackedText
from textattack.shared.utils import words_from_text
from tqdm import tqdm

from scpn.adversarial.bridges.sentences import (
    SentenceParaphraser,
    in_format_of,
    read_templates,
    sentence_spans,
)
from scpn.errors import UsageError
from scpn.paraphraser.settings import GenerationSettings
from scpn.paraphraser.types import Paraphrase
from scpn.templates import Template

if TYPE_CHECKING:
    from scpn.paraphraser import Paraphraser

NAME = "controlled-paraphrase"
"""Name of recipe, transformation and augmenter on TextAttack's command line; see `register`."""

TEMPLATE_SET = "scpn-2018"
_TEXTS_TOGETHER = 32


@dataclass(frozen=True, slots=True)
class TextSentence:
    """A sentence of an attacked text.

    Attributes:
        text: As it is written there.
        column: Name of its column.
        span: Begin and end in the text of the column, in characters.
        words: Its words, as numbers of words of the whole attacked text.
    """

    text: str
    column: str
    span: tuple[int, int]
    words: range


def split_sentences(text: AttackedText) -> list[TextSentence]:
    """The sentences of all columns of an attacked text, in order."""
    sentences, first = [], 0
    for column, content in text._text_input.items():
        for begin, end in sentence_spans(content):
            num_words = len(words_from_text(content[begin:end]))
            words = range(first, first + num_words)
            sentences.append(TextSentence(content[begin:end], column, (begin, end), words))
            first += num_words
    return sentences


def replace_sentence(text: AttackedText, sentence: TextSentence, paraphrase: Paraphrase) -> Any:
    """A new attacked text with one sentence rewritten; all else stays letter by letter.

    All words of the new sentence count as modified, since it was rewritten as a whole: with
    `RepeatModification` it is not rewritten again. In `original_index_map` an old word leads to
    the same word in the new sentence, wherever that moved to, or to -1.

    Args:
        text: The text before.
        sentence: One of its sentences.
        paraphrase: What replaces it; it is found as `attack_attrs["paraphrase"]`.
    """
    output = in_format_of(sentence.text, paraphrase.paraphrase)
    columns = text._text_input.copy()
    content, (begin, end) = columns[sentence.column], sentence.span
    columns[sentence.column] = f"{content[:begin]}{output}{content[end:]}"
    old, new = sentence.words, words_from_text(output)
    growth = len(new) - len(old)
    moved = _align([text.words[index] for index in old], new)

    def place(index: int) -> int:
        if index in old:
            offset = moved[index - old.start]
            return -1 if offset is None else old.start + offset
        return index + growth if index >= old.stop else index

    attributes = text.attack_attrs
    rewritten = set(range(old.start, old.stop + growth))
    modified = {place(i) for i in attributes["modified_indices"] if i not in old} | rewritten
    kept = {"label_names": attributes["label_names"]} if "label_names" in attributes else {}
    return AttackedText(
        columns,
        attack_attrs={
            **kept,
            "newly_modified_indices": rewritten,
            "modified_indices": modified,
            "original_index_map": np.array(
                [place(int(i)) for i in attributes["original_index_map"]], dtype=int
            ),
            "previous_attacked_text": text,
            "paraphrase": paraphrase,
        },
    )


def _align(old: Sequence[str], new: Sequence[str]) -> list[int | None]:
    """For each old word the place of an equal new word, each new word used once."""
    places: dict[str, deque[int]] = defaultdict(deque)
    for index, word in enumerate(new):
        places[word.lower()].append(index)
    return [places[w.lower()].popleft() if places[w.lower()] else None for w in old]


class ControlledParaphrase(textattack.transformations.Transformation):  # type: ignore[misc]
    """Rewrites one sentence of a text into one of the templates.

    A sentence is rewritten if any of its words may be modified, so pre-transformation constraints
    work: `RepeatModification` keeps paraphrases of paraphrases out, `InputColumnModification` a
    column. Sentences and templates of a text are decoded in one batch, and each sentence once.

    Args:
        templates: A template set, a file, or templates.
        model: None for the bundled models, a folder, a name on the hub, or loaded models.
        settings: How outputs are searched, ranked and accepted.
        device: Name of a torch device; None takes a GPU if there is one.
        columns: Columns of the text that may be rewritten; None is all.
        only_accepted: Leave out paraphrases that fail a rule.

    Raises:
        UsageError: There is no such template set, or a template is malformed.
    """

    def __init__(
        self,
        templates: str | Path | Sequence[str | Template] = TEMPLATE_SET,
        *,
        model: "str | Path | Paraphraser | None" = None,
        settings: GenerationSettings | None = None,
        device: str | None = None,
        columns: Sequence[str] | None = None,
        only_accepted: bool = True,
    ) -> None:
        self._forms = read_templates(templates)
        # As TextAttack prints it.
        self.templates = templates if isinstance(templates, str) else [str(t) for t in self._forms]
        if isinstance(columns, str):
            raise UsageError(f"columns are {columns!r}; give a list of names: [{columns!r}]")
        self.columns, self.only_accepted = columns, only_accepted
        self._sentences = SentenceParaphraser(model, settings=settings, device=device)

    @property
    def deterministic(self) -> bool:
        """Whether the same text always gives the same, so that TextAttack may keep it."""
        return self._sentences.settings.temperature is None

    def prepare(self, texts: Iterable[str | AttackedText]) -> None:
        """Paraphrase the sentences of many texts ahead, in large batches, to be found later.

        Args:
            texts: A few hundred at most; see `CACHE_SIZE` for what is remembered.
        """
        attacked = (t if isinstance(t, AttackedText) else AttackedText(t) for t in texts)
        sentences = (s.text for text in attacked for s in self._rewritable(text))
        self._sentences.paraphrase(sentences, self._forms)

    def _rewritable(self, text: AttackedText) -> Iterator[TextSentence]:
        for sentence in split_sentences(text):
            if self.columns is None or sentence.column in self.columns:
                yield sentence

    def _get_transformations(
        self, current_text: AttackedText, indices_to_modify: Iterable[int]
    ) -> list[AttackedText]:
        allowed = set(indices_to_modify)
        sentences = [s for s in self._rewritable(current_text) if not allowed.isdisjoint(s.words)]
        rows = self._sentences.paraphrase((s.text for s in sentences), self._forms)
        found: dict[str, AttackedText] = {}
        for sentence, outcomes in zip(sentences, rows, strict=True):
            for paraphrase in filter(self._is_wanted, outcomes):
                text = replace_sentence(current_text, sentence, paraphrase)  # type: ignore[arg-type]
                found.setdefault(text.text, text)
        return list(found.values())

    def _is_wanted(self, outcome: Paraphrase | str) -> bool:
        return not isinstance(outcome, str) and (outcome.accepted or not self.only_accepted)

    def extra_repr_keys(self) -> list[str]:
        """What TextAttack prints of it."""
        return ["templates", "columns", "only_accepted"]


class ControlledParaphraseAugmenter(textattack.augmentation.Augmenter):  # type: ignore[misc]
    """Augments texts with controlled paraphrases.

    Where TextAttack's augmenter gives the text itself if nothing else is found, this one gives
    nothing: a copy with a label is no new example.

    Args:
        templates: A template set, a file, or templates.
        pct_words_to_swap: Share of the words to be in rewritten sentences; the default rewrites
            one sentence, 1 rewrites all that can be.
        transformations_per_example: New texts for each text, at most.
        high_yield: All new texts that were found, not only so many.
        fast_augment: Stop as soon as there are enough.
        enable_advanced_metrics: Return TextAttack's perplexity and USE score, too; it downloads
            models for them.
        options: The rest of what `ControlledParaphrase` takes.
    """

    def __init__(
        self,
        templates: str | Path | Sequence[str | Template] = TEMPLATE_SET,
        *,
        pct_words_to_swap: float = 0.1,
        transformations_per_example: int = 1,
        high_yield: bool = False,
        fast_augment: bool = False,
        enable_advanced_metrics: bool = False,
        **options: Any,
    ) -> None:
        super().__init__(
            ControlledParaphrase(templates, **options),
            constraints=[RepeatModification()],
            pct_words_to_swap=pct_words_to_swap,
            transformations_per_example=transformations_per_example,
            high_yield=high_yield,
            fast_augment=fast_augment,
            enable_advanced_metrics=enable_advanced_metrics,
        )

    def augment(self, text: Any) -> Any:
        """New texts for a text; none if no paraphrase of any of its sentences is accepted.

        Args:
            text: Text, or an ordered dictionary from columns to texts, which comes out as
                TextAttack prints it, `Premise: ...` and so on.
        """
        original = AttackedText(text).printable_text()
        result = super().augment(text)
        if self.advanced_metrics:
            return ([new for new in result[0] if new != original], *result[1:])
        return [new for new in result if new != original]

    def augment_many(self, text_list: Iterable[Any], show_progress: bool = False) -> list[Any]:
        """New texts for each of many texts, decoded in batches across texts.

        Args:
            text_list: See `augment`.
            show_progress: Show a bar.
        """
        texts, results = list(text_list), []
        with tqdm(total=len(texts), desc="Augmenting data...", disable=not show_progress) as bar:
            for begin in range(0, len(texts), _TEXTS_TOGETHER):
                chunk = texts[begin : begin + _TEXTS_TOGETHER]
                self.transformation.prepare(chunk)
                for text in chunk:
                    results.append(self.augment(text))
                    bar.update()
        return results


class SCPNIyyer2018(textattack.attack_recipes.AttackRecipe):  # type: ignore[misc]
    """Adversarial Example Generation with Syntactically Controlled Paraphrase Networks.

    Iyyer, Wieting, Gimpel, Zettlemoyer, NAACL 2018: sentences are rewritten into each template
    until the prediction changes. The paper tries all templates on texts of one sentence; in longer
    texts the search is greedy, one sentence more in each step.
    """

    @staticmethod
    def build(
        model_wrapper: Any,
        templates: str | Path | Sequence[str | Template] = TEMPLATE_SET,
        **options: Any,
    ) -> Any:
        """Build the attack.

        Args:
            model_wrapper: The classifier to attack.
            templates: A template set, a file, or templates.
            options: The rest of what `ControlledParaphrase` takes.
        """
        return textattack.Attack(
            UntargetedClassification(model_wrapper),
            [RepeatModification()],
            ControlledParaphrase(templates, **options),
            GreedySearch(),
        )


def attack(model_wrapper: Any) -> Any:
    """The recipe as it is, for `textattack attack --attack-from-file <this file>`."""
    return SCPNIyyer2018.build(model_wrapper)


def register() -> None:
    """Make recipe, transformation and augmenter known to TextAttack's command line by `NAME`.

    Its tables hold dotted names, which it evaluates; `python -m scpn.adversarial.bridges` calls
    this and then TextAttack's own command line.
    """
    from textattack import attack_args, augment_args

    for module, table, item in (
        (textattack.attack_recipes, attack_args.ATTACK_RECIPE_NAMES, SCPNIyyer2018),
        (
            textattack.transformations,
            attack_args.BLACK_BOX_TRANSFORMATION_CLASS_NAMES,
            ControlledParaphrase,
        ),
        (
            textattack.augmentation,
            augment_args.AUGMENTATION_RECIPE_NAMES,
            ControlledParaphraseAugmenter,
        ),
    ):
        setattr(module, item.__name__, item)
        table[NAME] = f"{module.__name__}.{item.__name__}"
