"""A cross-encoder that aligns the words of a source and its paraphrase."""

import dataclasses
from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn import functional

from scpn.critic.readings import LABELS
from scpn.parsing.subwords import SubwordEncoder


@dataclasses.dataclass
class CriticConfig:
    """Sizes of the network above the encoder."""

    width: int = 192
    """Units of the comparison."""
    dropout: float = 0.1
    """Dropout of the comparison."""


class CriticNetwork(nn.Module):
    """Reads both texts at once with a pretrained encoder, then compares word with word.

    A pretrained encoder of this size learns little about pairs from some thousand readings. Its
    vectors of a word in both texts are alike from the start, though, so the pieces of each text
    are aligned softly with those of the other (Parikh et al. 2016; Chen et al. 2017, ESIM). Beside
    them stand four cosines of each piece with the closest one of the other text: as pieces without
    context, which is 1 for a word that was kept; together with the next piece, which is 1 for two
    neighbors that were; and in the middle and at the top of the encoder.

    Args:
        subwords: The encoder.
        config: Sizes.
    """

    MAX_PIECES = 128
    """Pieces of each text that are read; the rest of a longer text is left out."""

    def __init__(self, subwords: SubwordEncoder, *, config: CriticConfig) -> None:
        super().__init__()
        self.subwords = subwords
        size, width, dropout = subwords.size, config.width, config.dropout
        self.compare = nn.Sequential(nn.Linear(4 * size + 4, width), nn.GELU(), nn.Dropout(dropout))
        self.conclude = nn.Sequential(
            nn.Linear(size + 6 * (width + 4), width),
            nn.GELU(),
            nn.Dropout(dropout),
            nn.Linear(width, len(LABELS)),
        )

    def forward(self, pairs: Sequence[tuple[str, str]]) -> Tensor:
        """Logits of `LABELS`, shape (B, 5).

        Args:
            pairs: B texts of a source and its paraphrase; a source may be empty.
        """
        pieces, inside, kinds, texts = self._rows(pairs)
        # Some encoders know one kind of text only.
        types = {"token_type_ids": kinds} if self.subwords.num_kinds > 1 else {}
        hidden = self.subwords.model(
            input_ids=pieces, attention_mask=inside, output_hidden_states=True, **types
        ).hidden_states
        other = (texts[0].unsqueeze(2) & texts[1].unsqueeze(1)) | (
            texts[1].unsqueeze(2) & texts[0].unsqueeze(1)
        )
        alike = _cosines(self.subwords.piece_embeddings(pieces))
        closest = torch.stack(
            [
                _closest(alike, other),
                _closest(_with_next(alike), other),
                _closest(_cosines(hidden[len(hidden) // 2]), other),
                _closest(_cosines(hidden[-1]), other),
            ],
            dim=2,
        )
        top = hidden[-1]
        scores = (top @ top.transpose(1, 2)) / top.shape[-1] ** 0.5
        # Pieces beside an empty text have nothing to be aligned with.
        aligned = (scores.masked_fill(~other, -1e4).softmax(-1) * other.to(top.dtype)) @ top
        compared = self.compare(
            torch.cat([top, aligned, top - aligned, top * aligned, closest.to(top.dtype)], dim=2)
        )
        pooled = [pool for text in texts for pool in _pool(compared, text)]
        pooled += [pool for text in texts for pool in _pool(closest.to(top.dtype), text)]
        logits: Tensor = self.conclude(torch.cat([top[:, 0], *pooled], dim=1))
        return logits.float()

    def _rows(
        self, pairs: Sequence[tuple[str, str]]
    ) -> tuple[Tensor, Tensor, Tensor, tuple[Tensor, Tensor]]:
        """Pieces, mask of the places inside, number of the text, mask of each text; (B, T) each."""
        prefix, suffix = self.subwords.prefix, self.subwords.suffix
        room = self.subwords.max_pieces - len(prefix) - 2 * len(suffix)
        limit = min(self.MAX_PIECES, room // 2)
        encoded = self.subwords.tokenizer.encode_batch(
            [text for pair in pairs for text in pair], add_special_tokens=False
        )
        rows, kinds = [], []
        for source, paraphrase in zip(encoded[::2], encoded[1::2], strict=True):
            first, second = source.ids[:limit], paraphrase.ids[:limit]
            rows.append(prefix + first + suffix + second + suffix)
            # Numbers 2 and 3: pieces around the texts, which have nothing to be compared with.
            marks = [2] * len(prefix), [2] * len(suffix), [3] * len(suffix)
            kinds.append(
                [*marks[0], *(0 for _ in first), *marks[1], *(1 for _ in second), *marks[2]]
            )
        width = max(map(len, rows))
        device = next(self.parameters()).device
        padding = self.subwords.padding
        pieces = torch.tensor([row + [padding] * (width - len(row)) for row in rows])
        numbers = torch.tensor([row + [4] * (width - len(row)) for row in kinds], device=device)
        inside = (numbers < 4).long()
        masks = (numbers == 0, numbers == 1)
        return pieces.to(device), inside, numbers.remainder(2) * inside, masks


def _cosines(vectors: Tensor) -> Tensor:
    """Cosine of each place with each other one, shape (B, T, T)."""
    unit = functional.normalize(vectors.float(), dim=-1)
    return unit @ unit.transpose(1, 2)


def _with_next(cosines: Tensor) -> Tensor:
    """Mean cosine of each two places and of the places that follow them, shape (B, T, T)."""
    following = functional.pad(cosines[:, 1:, 1:], (0, 1, 0, 1))
    return (cosines + following) / 2


def _closest(cosines: Tensor, other: Tensor) -> Tensor:
    """Largest cosine of each place with a place of the other text, shape (B, T)."""
    return cosines.masked_fill(~other, -1.0).amax(-1)


def _pool(vectors: Tensor, mask: Tensor) -> list[Tensor]:
    """Mean, maximum and minimum over the places of a text, zero if it is empty; (B, width) each."""
    inside = mask.unsqueeze(2)
    count = inside.sum(1)
    highest = vectors.masked_fill(~inside, -1e4).amax(1)
    lowest = vectors.masked_fill(~inside, 1e4).amin(1)
    is_there = (count > 0).to(vectors.dtype)
    return [
        (vectors * inside).sum(1) / count.clamp(min=1),
        highest * is_there,
        lowest * is_there,
    ]
