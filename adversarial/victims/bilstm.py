"""The papers' victim: a BiLSTM over words, for sentences or for pairs of sentences.

After the baselines of *Improved Semantic Representations From Tree-Structured Long Short-Term
Memory Networks* (Tai, Socher and Manning, ACL 2015), which SCPN attacks. Where we differ: the
states of all words are pooled by their maximum and mean besides the last states; a pair is compared
by both sentence vectors, their difference and their product, and classified by one hidden layer;
a word of a pair brings along whether the other text has it; word vectors need not be GloVe.
"""

import dataclasses
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from scpn.adversarial.protocol import Texts
from scpn.adversarial.victims.checking import CheckedVictim
from scpn.config import from_dict, to_dict
from scpn.embeddings.units import split_words
from scpn.errors import ModelError, ScpnError
from scpn.fileio import make_folder, write_atomically
from scpn.nn.masking import pad
from scpn.nn.modes import evaluating
from scpn.nn.recurrent import BidirectionalLSTM
from scpn.pretrained.folder import CONFIG_NAME, load_weights, save_weights
from scpn.pretrained.precision import Precision
from scpn.runtime import Device

KIND = "bilstm"
PAD, UNKNOWN, NUM_SPECIAL = 0, 1, 2
WORD_SCALE = 0.3
"""Size of the elements of word vectors at the beginning; GloVe's are as large."""


@dataclasses.dataclass
class BilstmConfig:
    """Sizes and dropouts of the network."""

    word_size: int = 100
    """Width of word vectors; that of the word vectors it starts from, if there are any."""
    size: int = 150
    """Units of each direction of the LSTM."""
    hidden: int = 150
    """Units of the layer before the labels."""
    dropout: float = 0.5
    """Dropout of word vectors and of sentence vectors."""
    word_dropout: float = 0.1
    """Share of words that are hidden from the network in training."""
    match: bool = True
    """Pairs only: each word comes with whether the other text has it too, which makes up for word
    vectors learned from little text; false is the papers' plain form."""
    max_words: int = 200
    """Words of a text that are read; the rest is ignored."""


class BilstmNetwork(nn.Module):
    """Scores of labels from the ids of words.

    Args:
        config: Sizes.
        num_words: Rows of the word table, special ones included.
        num_labels: Labels.
        num_texts: Texts of an example, 1 or 2.
    """

    def __init__(
        self, config: BilstmConfig, *, num_words: int, num_labels: int, num_texts: int
    ) -> None:
        super().__init__()
        self.config = config
        # Sparse, since a batch touches few words of a large table.
        self.words = nn.Embedding(num_words, config.word_size, padding_idx=PAD, sparse=True)
        nn.init.normal_(self.words.weight, std=WORD_SCALE)
        with torch.no_grad():
            self.words.weight[PAD] = 0
        self.has_match = config.match and num_texts == 2
        self.encoder = BidirectionalLSTM(
            config.word_size + self.has_match, config.size, num_layers=1, dropout=0.0
        )
        width = 6 * config.size * (1 if num_texts == 1 else 4)
        self.hidden = nn.Linear(width, config.hidden)
        self.output = nn.Linear(config.hidden, num_labels)

    def encode(self, ids: Tensor, other: Tensor | None = None) -> Tensor:
        """Sentence vectors: last states, maximum and mean of the states.

        Args:
            ids: Ids of words, PAD after the end; each row has one word at least. Shape (B, S).
            other: The same of the other text, if the network looks at it. Shape (B, S').

        Returns:
            Shape (B, 6 size).
        """
        mask = ids != PAD
        match = None if other is None else find_matches(ids, other)
        if self.training and self.config.word_dropout:
            hidden = torch.rand(ids.shape, device=ids.device) < self.config.word_dropout
            ids = ids.masked_fill(hidden & mask, UNKNOWN)
        inputs = F.dropout(self.words(ids), self.config.dropout, self.training)
        if match is not None:
            inputs = torch.cat([inputs, match[..., None].to(inputs)], -1)
        states, last = self.encoder(inputs, mask)
        highest = states.masked_fill(~mask[..., None], -torch.inf).amax(1)
        mean = states.sum(1) / mask.sum(1, keepdim=True)
        return torch.cat([last, highest, mean], -1)

    def forward(self, texts: Sequence[Tensor]) -> Tensor:
        """Logits of the labels.

        Args:
            texts: For each text of an example the ids of its words. Shapes (B, S).

        Returns:
            Shape (B, labels).
        """
        others = reversed(texts) if self.has_match else [None] * len(texts)
        vectors = [self.encode(ids, other) for ids, other in zip(texts, others, strict=True)]
        if len(vectors) == 2:
            first, second = vectors
            vectors = [first, second, (first - second).abs(), first * second]
        dropout = self.config.dropout
        inputs = F.dropout(torch.cat(vectors, -1), dropout, self.training)
        hidden = F.dropout(self.hidden(inputs).relu(), dropout, self.training)
        logits: Tensor = self.output(hidden)
        return logits


def find_matches(ids: Tensor, other: Tensor) -> Tensor:
    """Which words the other text has too; an unknown word is never known to be the same.

    Args:
        ids: Ids of words. Shape (B, S).
        other: Ids of the words of the other text. Shape (B, S').

    Returns:
        Boolean, false at padding. Shape (B, S).
    """
    same = (ids[:, :, None] == other[:, None, :]).any(-1)
    return same & (ids != PAD) & (ids != UNKNOWN)


class WordIds:
    """Ids of words; those that are not listed share one.

    Args:
        words: Lower-cased words in the order of their ids.
        max_words: Words of a text that are read.
    """

    def __init__(self, words: Sequence[str], *, max_words: int) -> None:
        self.words, self.max_words = list(words), max_words
        self._id_of = {word: index for index, word in enumerate(self.words, start=NUM_SPECIAL)}

    def encode(self, text: str) -> list[int]:
        """Ids of the words of a text; a text without a word is one unknown word."""
        words = split_words(text)[: self.max_words]
        return [self._id_of.get(word, UNKNOWN) for word in words] or [UNKNOWN]


class BilstmVictim(CheckedVictim):
    """A trained BiLSTM.

    Args:
        network: The network, on any device.
        words: Words of its table.
        labels: Names of the labels.
        num_texts: Texts of an example.
        name: Name for reports.
    """

    def __init__(
        self,
        network: BilstmNetwork,
        words: Sequence[str],
        labels: Sequence[str],
        num_texts: int,
        *,
        name: str = KIND,
    ) -> None:
        super().__init__(name, labels, num_texts, batch_size=256)
        self.network = network
        self.ids = WordIds(words, max_words=network.config.max_words)

    @torch.inference_mode()
    def answer(self, texts: Sequence[Texts]) -> Tensor:
        """Probabilities of the labels. Shape (N, labels)."""
        device = self.network.words.weight.device
        columns = zip(*texts, strict=True)
        batch = [pad([self.ids.encode(text) for text in column], value=PAD) for column in columns]
        with evaluating(self.network):
            logits: Tensor = self.network([ids.to(device) for ids in batch])
        return logits.double().softmax(-1)

    def save(
        self,
        folder: Path,
        *,
        state: Mapping[str, Tensor] | None = None,
        precision: Precision = "single",
    ) -> None:
        """Write the victim into a folder.

        Args:
            folder: Made if missing.
            state: Parameters to save; None saves those of the network.
            precision: How the numbers are stored.

        Raises:
            DataError: The folder cannot be written.
        """
        make_folder(folder)
        save_weights(folder, state or self.network.state_dict(), precision=precision)
        description = {
            "kind": KIND,
            "labels": self.labels,
            "num_texts": self.num_texts,
            "config": to_dict(self.network.config),
            "words": self.ids.words,
        }
        with write_atomically(folder / CONFIG_NAME) as file:
            json.dump(description, file, ensure_ascii=False)

    @classmethod
    def load(
        cls, folder: Path, *, device: Device = None, name: str | None = None
    ) -> "BilstmVictim":
        """Read what `save` wrote.

        Raises:
            ModelError: The folder holds no BiLSTM, or it is damaged.
        """
        try:
            description: dict[str, Any] = json.loads(
                (folder / CONFIG_NAME).read_text(encoding="utf-8")
            )
            config = from_dict(BilstmConfig, description["config"])
            words, labels = description["words"], description["labels"]
            network = BilstmNetwork(
                config,
                num_words=len(words) + NUM_SPECIAL,
                num_labels=len(labels),
                num_texts=description["num_texts"],
            )
            victim = cls(network, words, labels, description["num_texts"], name=name or folder.name)
        except (OSError, KeyError, TypeError, ValueError, RuntimeError, ScpnError) as error:
            reason = str(error).splitlines()[0]
            raise ModelError(
                f"{folder} holds no BiLSTM classifier or a damaged one ({reason}); train it again"
            ) from error
        load_weights(network, folder, device=device)
        return victim
