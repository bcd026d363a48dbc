"""A chart parser from scratch: word vectors from characters, and from plain text if there are any.

One thing is added to benepar's character LSTM: a word may bring a fixed vector learned from plain
text (`scpn.word_vectors`), which is projected and added to the vector its characters give. Without
word vectors the parameters are those of benepar. Each distinct word of a batch goes through the
character LSTM once, and at parsing time its vector is kept for later batches.
"""

from collections.abc import Sequence
from typing import Any

import torch
from benepar.char_lstm import CharacterLSTM, RetokenizerForCharLSTM
from benepar.nkutil import HParams
from torch import Tensor, nn

from scpn.parsing.chart_parser import BatchedChartParser

SENTENCE_START, SENTENCE_STOP = object(), object()
WordKey = Any  # a word, or one of the two sentinels above


class CharacterChartParser(BatchedChartParser):
    """A chart parser over characters.

    Args:
        tag_vocab: Part-of-speech tags.
        label_vocab: Constituent labels, unary chains joined; 0 is "no constituent".
        char_vocab: Characters.
        hparams: `ChartParserConfig.hparams`.
        words: Lower-cased words that have a vector; none gives the parameters of benepar.
        vector_size: Width of the word vectors.
    """

    def __init__(
        self,
        tag_vocab: dict[str, int],
        label_vocab: dict[str, int],
        char_vocab: dict[str, int],
        hparams: HParams,
        *,
        words: Sequence[str] = (),
        vector_size: int = 0,
    ) -> None:
        super().__init__(tag_vocab, label_vocab, char_vocab, hparams)
        if words:
            self.config |= {"words": " ".join(words), "vector_size": vector_size}
            # Row 0 is for words without a vector.
            self.register_buffer("word_vectors", torch.zeros(len(words) + 1, vector_size))
            self.word_projection = nn.Linear(vector_size, self.d_model // 2, bias=False)
            self.word_vector_dropout = hparams.word_vector_dropout
        self._word_row = {word: row for row, word in enumerate(words, start=1)}
        self._vector_of: dict[WordKey, int] = {}
        self._vectors: list[Tensor] = []

    def train(self, mode: bool = True) -> "CharacterChartParser":
        """Switch mode; cached word vectors are dropped because parameters may change."""
        if mode:
            self._vector_of.clear()
            self._vectors.clear()
        super().train(mode)
        return self

    def embed(self, sentences: Sequence[Sequence[str]]) -> tuple[Tensor, Tensor]:
        """See `BatchedChartParser.embed`."""
        keys = [[SENTENCE_START, *words, SENTENCE_STOP] for words in sentences]
        distinct: list[WordKey] = list(dict.fromkeys(key for row in keys for key in row))
        table, row_of = self._word_table(distinct)
        width = max(len(row) for row in keys)
        index = torch.zeros(len(keys), width, dtype=torch.long)
        mask = torch.zeros(len(keys), width, dtype=torch.bool)
        for number, row in enumerate(keys):
            index[number, : len(row)] = torch.tensor([row_of[key] for key in row])
            mask[number, : len(row)] = True
        mask = mask.to(self.device)
        return table[index.to(self.device)] * mask.unsqueeze(-1), mask

    def embed_words(self, words: Sequence[WordKey]) -> Tensor:
        """Character-LSTM vector of each word, computed without batching by sentence.

        Args:
            words: W words or sentence boundary sentinels.

        Returns:
            Shape (W, d_model / 2).
        """
        encoder: CharacterLSTM = self.char_encoder
        char_ids = [self._char_ids(word) for word in words]
        packed = nn.utils.rnn.pack_sequence(char_ids, enforce_sorted=False).to(self.device)
        embedded = nn.utils.rnn.PackedSequence(
            encoder.char_dropout(encoder.emb(packed.data)),
            packed.batch_sizes,
            packed.sorted_indices,
            packed.unsorted_indices,
        )
        _, (last, _) = encoder.lstm(embedded)
        vectors = torch.cat([last[0], last[1]], -1)
        return vectors + self._from_text(words) if self._word_row else vectors

    def _from_text(self, words: Sequence[WordKey]) -> Tensor:
        """What the word vectors add; nothing for a word without one. Shape (W, d_model / 2)."""
        rows = torch.tensor(
            [self._word_row.get(word.lower(), 0) if isinstance(word, str) else 0 for word in words],
            device=self.device,
        )
        if self.training:
            rows = rows.masked_fill(torch.rand(rows.shape) < self.word_vector_dropout, 0)
        projected: Tensor = self.word_projection(self.word_vectors[rows])
        return projected

    def _char_ids(self, word: WordKey) -> Tensor:
        codes = RetokenizerForCharLSTM
        if word is SENTENCE_START:
            inner = [self.char_vocab[codes.CHAR_START_SENTENCE]] * 3
        elif word is SENTENCE_STOP:
            inner = [self.char_vocab[codes.CHAR_STOP_SENTENCE]] * 3
        else:
            inner = [self.char_vocab.get(char, codes.CHAR_ID_UNK) for char in word]
        start, stop = self.char_vocab[codes.CHAR_START_WORD], self.char_vocab[codes.CHAR_STOP_WORD]
        return torch.tensor([start, *inner, stop])

    def _word_table(self, words: list[WordKey]) -> tuple[Tensor, dict[WordKey, int]]:
        """Vectors of `words` and the row of each; from the cache when not training."""
        if self.training:
            return self.embed_words(words), {word: row for row, word in enumerate(words)}
        if len(self._vector_of) > 400_000:
            self.train(True).eval()
        new = [word for word in words if word not in self._vector_of]
        for begin in range(0, len(new), 4096):
            chunk = new[begin : begin + 4096]
            for word, vector in zip(chunk, self.embed_words(chunk), strict=True):
                self._vector_of[word] = len(self._vectors)
                self._vectors.append(vector)
        table = torch.stack([self._vectors[self._vector_of[word]] for word in words])
        return table, {word: row for row, word in enumerate(words)}
