"""Augmentation as a function for `datasets.Dataset.map`."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scpn.adversarial.augment import NEW_COLUMNS, Augmenter, augmented_rows
from scpn.adversarial.cache import ParaphraseCache
from scpn.adversarial.candidates import CandidateMaker
from scpn.adversarial.protocol import Example
from scpn.adversarial.rewriting import ControlledRewriting
from scpn.adversarial.settings import Sides
from scpn.errors import UsageError
from scpn.paraphraser.settings import GenerationSettings
from scpn.runtime import Device
from scpn.templates import Template


class DatasetAugmenter:
    """Adds accepted paraphrases to a batch of rows.

        augment = DatasetAugmenter(load_template_set("top-20").templates, per_sentence=2)
        larger = dataset.map(
            augment, batched=True, batch_size=64, features=augment.features(dataset.features)
        )

    All columns are kept, the label with them, and `NEW_COLUMNS` added; an id becomes text. A row's
    paraphrases depend on its texts and the seed alone. Models are loaded at the first call, in each
    process, so the object is small to send to others and `datasets` can tell whether it has
    changed.

    Args:
        templates: Forms that are drawn from.
        text_columns: Column of the text, or of the two texts of a pair.
        id_column: Column that says what `source_id` is; else it is the row's number, if the
            dataset is mapped `with_indices=True`, else a digest of its texts.
        per_sentence: Paraphrases wanted of a row.
        sides: Texts of a pair to paraphrase.
        include_original: Keep the rows themselves.
        seed: Another seed draws other forms.
        settings: How paraphrases are searched, ranked and accepted.
        model: Name or folder of the models; None is the bundled ones.
        similarity_model: Judge of meaning; None is the bundled one, "none" is none.
        critic: Critic that decides acceptance; None is the bundled one, "none" is none.
        device: Where to run.
        cache: File of paraphrases; None keeps none.
    """

    def __init__(
        self,
        templates: Sequence[object],
        *,
        text_columns: Sequence[str] = ("text",),
        id_column: str | None = None,
        per_sentence: int = 1,
        sides: Sides = "first",
        include_original: bool = True,
        seed: int = 0,
        settings: GenerationSettings | None = None,
        model: str | None = None,
        similarity_model: str | None = None,
        critic: str | None = None,
        device: Device = None,
        cache: str | Path | None = None,
    ) -> None:
        if isinstance(text_columns, str) or not 1 <= len(text_columns) <= 2:
            raise UsageError(f"text_columns is {text_columns!r}; it must be a list of 1 or 2 names")
        if not templates:
            raise UsageError("no template is given; name at least one")
        self.text_columns, self.id_column = tuple(text_columns), id_column
        self.per_sentence, self.sides, self.seed = per_sentence, sides, seed
        self.include_original = include_original
        self._rewriting = ControlledRewriting(
            tuple(t if isinstance(t, Template) else Template.parse(str(t)) for t in templates),
            settings=settings or GenerationSettings(),
            model=model,
            similarity_model=similarity_model,
            critic=critic,
            device=device,
        )
        self.cache = None if cache is None else Path(cache)
        self._augmenter: Augmenter | None = None

    def __getstate__(self) -> dict[str, Any]:
        """State for other processes and for hashing: no models, no open file."""
        return self.__dict__ | {"_augmenter": None}

    def __call__(
        self, batch: Mapping[str, Sequence[Any]], indices: Sequence[int] | None = None
    ) -> dict[str, list[Any]]:
        """Augment a batch.

        Args:
            batch: Values of each column.
            indices: Numbers of the rows in the dataset.

        Returns:
            The same columns and `NEW_COLUMNS`, with more rows.

        Raises:
            UsageError: There is no such column.
        """
        needed = [*self.text_columns, *([] if self.id_column is None else [self.id_column])]
        missing = [column for column in needed if column not in batch]
        if missing:
            raise UsageError(f"no column {missing[0]!r}; the columns are {', '.join(batch)}")
        size = len(batch[self.text_columns[0]])
        rows = [{column: values[k] for column, values in batch.items()} for k in range(size)]
        examples = [
            self._example(row, None if indices is None else indices[k])
            for k, row in enumerate(rows)
        ]
        if self._augmenter is None:
            self._augmenter = self._load()
        grown: dict[str, list[Any]] = {column: [] for column in (*batch, *NEW_COLUMNS)}
        for augmented in self._augmenter.augment(examples):
            for row in augmented_rows(
                augmented,
                self.text_columns,
                id_column=self.id_column,
                include_original=self.include_original,
            ):
                for column, value in row.items():
                    grown[column].append(value)
        return grown

    def features(self, features: Any) -> Any:
        """Types of the columns after the augmentation, for `Dataset.map(..., features=...)`.

        Without them a dataset guesses the types from its first batch, which may have no paraphrase.

        Args:
            features: `Dataset.features` of what is augmented.
        """
        from datasets import Features, Value

        texts = [name for name in ("source_id", "template", self.id_column) if name is not None]
        new = dict.fromkeys(texts, Value("string")) | {"similarity": Value("float64")}
        return Features({**features, **new})

    def _example(self, row: dict[str, Any], index: int | None) -> Example:
        texts = tuple(row[column] or "" for column in self.text_columns)
        if self.id_column is not None:
            name = str(row[self.id_column])
        elif index is not None:
            name = str(index)
        else:
            joined = "\n".join(texts).encode("utf-8", "surrogatepass")
            name = hashlib.blake2b(joined, digest_size=8).hexdigest()
        return Example(name, texts, "", row)

    def _load(self) -> Augmenter:
        maker = CandidateMaker(
            self._rewriting.load(),
            None if self.cache is None else ParaphraseCache(self.cache),
            sides=self.sides,
        )
        return Augmenter(maker, per_sentence=self.per_sentence, seed=self.seed)
