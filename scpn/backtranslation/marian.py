"""Marian models, and any other sequence-to-sequence model of transformers, as translators."""

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from scpn.backtranslation.translator import Translation
from scpn.errors import ModelError, SentenceError
from scpn.runtime import Device, resolve_device

_LENGTH_RATIO = 2  # pieces of an output for each of its input
_BUCKET = 16  # sentences whose pieces, rounded up so, are as many go together
_MIN_BEAMS = 4


class MarianTranslator:
    """A translation model of the transformers library.

    Args:
        model: A sequence-to-sequence model.
        tokenizer: Its tokenizer.
        name: Name for reports.
        batch_size: Sentences translated together.
    """

    def __init__(self, model: Any, tokenizer: Any, *, name: str, batch_size: int = 16) -> None:
        self.name = name
        self._model, self._tokenizer, self._batch_size = model, tokenizer, batch_size
        limits = (getattr(model.config, "max_position_embeddings", None), 512)
        self._max_pieces = min(limit for limit in limits if limit)

    @classmethod
    def load(
        cls, name_or_path: str | Path, *, device: Device = None, batch_size: int = 16
    ) -> "MarianTranslator":
        """Load a folder, or a repository of the hub such as Helsinki-NLP/opus-mt-en-cs.

        Raises:
            ModelError: There is no such model, or it is damaged or of another kind.
        """
        from transformers import AutoModelForSeq2SeqLM, AutoTokenizer

        try:
            tokenizer = AutoTokenizer.from_pretrained(str(name_or_path))
            model = AutoModelForSeq2SeqLM.from_pretrained(str(name_or_path))
        except (OSError, ValueError, KeyError, ImportError) as error:
            reason = " ".join(str(error).split())[:200]
            raise ModelError(
                f"{str(name_or_path)!r} cannot be loaded as a translation model ({reason}); give a "
                "folder, or a name on the hub such as Helsinki-NLP/opus-mt-en-cs"
            ) from error
        model.to(resolve_device(device)).eval()
        return cls(model, tokenizer, name=Path(name_or_path).name, batch_size=batch_size)

    @torch.inference_mode()
    def translate(self, sentences: Sequence[str], *, num: int = 1) -> list[list[Translation]]:
        """The `num` most probable translations of each sentence, best first; see `Translator`."""
        if not sentences:
            return []
        pieces = [len(ids) for ids in self._tokenizer(list(sentences))["input_ids"]]
        for number, length in enumerate(pieces, start=1):
            if length > self._max_pieces:
                raise SentenceError(
                    f"sentence {number} has {length} pieces, {self.name} takes at most "
                    f"{self._max_pieces}; split it"
                )
        found: list[list[Translation]] = [[] for _ in sentences]
        # The longest sentence of a batch sets its cost, and how long an output may be must not
        # depend on the others: so sentences of like length go together.
        order = sorted(range(len(sentences)), key=pieces.__getitem__)
        for limit, group in itertools.groupby(order, lambda row: self._limit(pieces[row])):
            rows = list(group)
            for begin in range(0, len(rows), self._batch_size):
                batch = rows[begin : begin + self._batch_size]
                versions = self._batch([sentences[row] for row in batch], num, limit)
                for row, translations in zip(batch, versions, strict=True):
                    found[row] = translations
        return found

    def _limit(self, pieces: int) -> int:
        """Most pieces of an output."""
        rounded = -(-pieces // _BUCKET) * _BUCKET
        return min(rounded * _LENGTH_RATIO, self._max_pieces)

    def _batch(self, sentences: list[str], num: int, limit: int) -> list[list[Translation]]:
        inputs = self._tokenizer(sentences, return_tensors="pt", padding=True)
        output = self._model.generate(
            **inputs.to(self._model.device),
            num_beams=max(num, _MIN_BEAMS),
            num_return_sequences=num,
            max_length=limit,
            do_sample=False,
            return_dict_in_generate=True,
            output_scores=True,
        )
        texts = self._tokenizer.batch_decode(output.sequences, skip_special_tokens=True)
        scored = list(zip(texts, output.sequences_scores.tolist(), strict=True))
        return [scored[begin : begin + num] for begin in range(0, len(scored), num)]
