"""Hugging Face sequence classifiers as victims."""

import re
from collections.abc import Sequence
from pathlib import Path

import torch
from torch import Tensor

from scpn.adversarial.protocol import Texts
from scpn.adversarial.victims.checking import BATCH_SIZE, CheckedVictim
from scpn.adversarial.victims.function import describe_error
from scpn.errors import ModelError, UsageError, VictimError
from scpn.runtime import Device

MAX_TOKENS = 512
"""Tokens of an example, at most, if the model does not say."""

_NO_NAME = re.compile(r"LABEL_\d+")


class TransformersVictim(CheckedVictim):
    """A sequence classification model with its tokenizer.

    Args:
        where: Folder or name.
        labels: Names of the labels, in the order of the model; None takes the model's own.
        num_texts: Texts it reads for one decision.
        device: Where it runs.
        batch_size: Examples of a forward pass.
        name: Name for reports; None takes that of the folder.

    Raises:
        ModelError: There is no such model, or it is no sequence classifier.
        UsageError: The number of labels is not that of the model.
    """

    def __init__(
        self,
        where: str,
        *,
        labels: Sequence[str] | None = None,
        num_texts: int = 1,
        device: Device = None,
        batch_size: int = BATCH_SIZE,
        name: str | None = None,
    ) -> None:
        from transformers import AutoModelForSequenceClassification, AutoTokenizer

        try:
            tokenizer = AutoTokenizer.from_pretrained(where)
            model, report = AutoModelForSequenceClassification.from_pretrained(
                where, output_loading_info=True
            )
        except Exception as error:  # transformers raises what its many parts raise
            raise ModelError(
                f"{where} cannot be loaded as a Hugging Face sequence classifier: "
                f"{describe_error(error)}; give a folder or a name that "
                "AutoModelForSequenceClassification knows"
            ) from error
        if report["missing_keys"]:
            missing = sorted(report["missing_keys"])
            raise ModelError(
                f"{where} is no sequence classifier: it has no weights {missing[0]!r} and "
                f"{len(missing) - 1} more; fine-tune it first"
            )
        own = [str(model.config.id2label[index]) for index in range(model.config.num_labels)]
        if labels is not None and len(labels) != len(own):
            raise UsageError(
                f"{len(labels)} labels are given for {where}, which has {len(own)}: "
                f"{', '.join(own)}"
            )
        super().__init__(
            name or Path(where).name, labels or plain_labels(own), num_texts, batch_size=batch_size
        )
        self._model = model.to(device or torch.device("cpu")).eval()
        self._tokenizer = tokenizer
        limit = getattr(model.config, "max_position_embeddings", None) or MAX_TOKENS
        self._max_tokens = min(tokenizer.model_max_length, limit, MAX_TOKENS)

    @torch.inference_mode()
    def answer(self, texts: Sequence[Texts]) -> Tensor:
        """Probabilities of the labels. Shape (N, labels).

        Raises:
            VictimError: The model raised.
        """
        columns = [list(column) for column in zip(*texts, strict=True)]
        try:
            inputs = self._tokenizer(
                *columns,
                padding=len(texts) > 1,
                truncation=True,
                max_length=self._max_tokens,
                return_tensors="pt",
            )
            logits: Tensor = self._model(**inputs.to(self._model.device)).logits
        except Exception as error:
            raise VictimError(
                f"the victim {self.name} raised {describe_error(error)} on {len(texts)} "
                f"example(s), the first being {str(texts[0])[:60]!r}"
            ) from error
        return logits.double().softmax(-1)


def plain_labels(names: Sequence[str]) -> list[str]:
    """Labels without the prefix that transformers gives those without a name: LABEL_0 is "0"."""
    if all(_NO_NAME.fullmatch(name) for name in names):
        return [name.removeprefix("LABEL_") for name in names]
    return list(names)
