"""A transformer with the inputs and outputs of the recurrent network.

Pre-norm encoder and decoder (Vaswani et al. 2017). The decoder sees the control sequence like the
recurrent one, as a vector beside its input token: the encoded control sequence at the place where
the decoder stands (see `alignment`). It attends to the source in every layer, and the weights of
one more single-head attention on top give the copy distribution.
"""

import dataclasses
import math
from typing import Literal

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from scpn.errors import SentenceError, UsageError
from scpn.models.interface import Batch, Memory
from scpn.nn.alignment import Alignment, positions_for_training
from scpn.nn.attention import BilinearAttention
from scpn.nn.copying import mixture, target_log_probs
from scpn.nn.masking import real_tokens, take
from scpn.tokenization.vocabulary import BOS, PAD


@dataclasses.dataclass
class TransformerConfig:
    """Sizes and switches of a transformer."""

    size: int = 256
    """Width of the model."""
    num_heads: int = 4
    """Attention heads."""
    inner_size: int = 1024
    """Width of the feed-forward layers."""
    encoder_layers: int = 4
    """Layers of the source encoder."""
    control_layers: int = 2
    """Layers of the control encoder."""
    decoder_layers: int = 2
    """Layers of the decoder."""
    dropout: float = 0.1
    """Dropout of embeddings, attention weights and what each sub-layer adds."""
    control: Literal["aligned", "none"] = "aligned"
    """How the decoder sees the control sequence."""
    copy: bool = True
    """Whether the decoder can copy source tokens."""
    max_length: int = 1024
    """Longest sequence of any kind, in ids."""

    def __post_init__(self) -> None:
        if self.size % 2 or self.size % self.num_heads:
            raise UsageError(
                f"size is {self.size}, must be even and a multiple of num_heads, {self.num_heads}"
            )


@dataclasses.dataclass
class TransformerState:
    """Keys and values of all steps so far for each decoder layer, (N, heads, t, size / heads)."""

    own: list[tuple[Tensor, Tensor]]

    def select(self, index: Tensor) -> "TransformerState":
        """See `DecoderState.select`."""
        return TransformerState([(keys[index], values[index]) for keys, values in self.own])


class Attention(nn.Module):
    """Multi-head attention whose keys and values can be kept from step to step."""

    def __init__(self, size: int, num_heads: int, dropout: float) -> None:
        super().__init__()
        self.num_heads, self.dropout = num_heads, dropout
        self.query = nn.Linear(size, size)
        self.key_value = nn.Linear(size, 2 * size)
        self.output = nn.Linear(size, size)

    def _heads(self, states: Tensor) -> Tensor:
        rows, length, size = states.shape
        return states.view(rows, length, self.num_heads, size // self.num_heads).transpose(1, 2)

    def keys_values(self, states: Tensor) -> tuple[Tensor, Tensor]:
        """Project states (N, S, D) to keys and values, each (N, heads, S, D / heads)."""
        keys, values = self.key_value(states).chunk(2, -1)
        return self._heads(keys), self._heads(values)

    def forward(
        self,
        queries: Tensor,
        kept: tuple[Tensor, Tensor],
        mask: Tensor | None,
        *,
        causal: bool = False,
    ) -> Tensor:
        """Attend from queries (G N, T, D), G for each of N sequences; mask (N, S): real keys."""
        grouped = self.query(queries).reshape(len(kept[0]), -1, queries.shape[2])
        attended = F.scaled_dot_product_attention(
            self._heads(grouped),
            *kept,
            attn_mask=None if mask is None else mask[:, None, None, :],
            dropout_p=self.dropout if self.training else 0.0,
            is_causal=causal,
        )
        output: Tensor = self.output(attended.transpose(1, 2).reshape(queries.shape))
        return output


class Layer(nn.Module):
    """Pre-norm self-attention, optional attention to a source, feed-forward."""

    def __init__(self, config: TransformerConfig, *, has_source: bool) -> None:
        super().__init__()
        size = config.size
        self.own = Attention(size, config.num_heads, config.dropout)
        self.own_norm = nn.LayerNorm(size)
        self.source = Attention(size, config.num_heads, config.dropout) if has_source else None
        self.source_norm = nn.LayerNorm(size) if has_source else None
        self.inner = nn.Linear(size, config.inner_size)
        self.outer = nn.Linear(config.inner_size, size)
        self.inner_norm = nn.LayerNorm(size)
        self.dropout = nn.Dropout(config.dropout)

    def encode(self, states: Tensor, mask: Tensor) -> Tensor:
        """One encoder layer over (N, S, D)."""
        normed = self.own_norm(states)
        states = states + self.dropout(self.own(normed, self.own.keys_values(normed), mask))
        return self._feed_forward(states)

    def decode(
        self,
        states: Tensor,
        source: tuple[Tensor, Tensor],
        mask: Tensor,
        past: tuple[Tensor, Tensor] | None,
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        """One decoder layer over all steps (`past` None) or over one more step."""
        assert self.source is not None
        assert self.source_norm is not None
        normed = self.own_norm(states)
        keys, values = self.own.keys_values(normed)
        if past is not None:
            keys, values = torch.cat([past[0], keys], 2), torch.cat([past[1], values], 2)
        own = self.own(normed, (keys, values), None, causal=past is None)
        states = states + self.dropout(own)
        states = states + self.dropout(self.source(self.source_norm(states), source, mask))
        return self._feed_forward(states), (keys, values)

    def source_keys_values(self, states: Tensor) -> tuple[Tensor, Tensor]:
        """Keys and values of the source states (N, S, D) for `decode`."""
        assert self.source is not None
        return self.source.keys_values(states)

    def _feed_forward(self, states: Tensor) -> Tensor:
        inner = torch.relu(self.inner(self.inner_norm(states)))
        added: Tensor = self.dropout(self.outer(self.dropout(inner)))
        return states + added


class TransformerSeq2Seq(nn.Module):
    """The network of the module docstring; implements `Seq2Seq`.

    Args:
        config: Sizes and switches.
        vocabulary_size: Source and target ids, which share one vocabulary (copying needs it).
        control_vocabulary_size: Control ids.
        alignment: Rule for the decoder's place in the control sequence.
    """

    def __init__(
        self,
        config: TransformerConfig,
        *,
        vocabulary_size: int,
        control_vocabulary_size: int,
        alignment: Alignment,
    ) -> None:
        super().__init__()
        self.config, self.alignment = config, alignment
        size = config.size
        self.embedding = nn.Embedding(vocabulary_size, size, padding_idx=PAD)
        self.control_embedding = nn.Embedding(control_vocabulary_size, size, padding_idx=PAD)
        self.positions: Tensor
        self.register_buffer("positions", _sinusoids(config.max_length, size), persistent=False)
        self.encoder = nn.ModuleList(
            Layer(config, has_source=False) for _ in range(config.encoder_layers)
        )
        self.control_encoder = nn.ModuleList(
            Layer(config, has_source=False) for _ in range(config.control_layers)
        )
        self.decoder = nn.ModuleList(
            Layer(config, has_source=True) for _ in range(config.decoder_layers)
        )
        self.encoder_norm, self.control_norm = nn.LayerNorm(size), nn.LayerNorm(size)
        self.decoder_norm = nn.LayerNorm(size)
        self.pointer = BilinearAttention(size, size)
        self.gate = nn.Linear(2 * size, 1)
        self.output_bias = nn.Parameter(torch.zeros(vocabulary_size))
        self.dropout = nn.Dropout(config.dropout)
        for embedding in (self.embedding, self.control_embedding):
            nn.init.normal_(embedding.weight, std=size**-0.5)

    # -- encoding --------------------------------------------------------------------------

    @staticmethod
    def _layers(layers: nn.ModuleList) -> list[Layer]:
        return [layer for layer in layers if isinstance(layer, Layer)]

    def _embed(self, ids: Tensor, table: nn.Embedding, start: int = 0) -> Tensor:
        end = start + ids.shape[1]
        if end > self.config.max_length:
            raise SentenceError(
                f"a sequence of {end} ids is too long for this transformer, which was built for "
                f"max_length={self.config.max_length}; shorten it"
            )
        embedded: Tensor = table(ids) * math.sqrt(self.config.size)
        return embedded + self.positions[start:end]

    def encode_source(self, source: Tensor) -> tuple[Tensor, Tensor]:
        """See `Seq2Seq.encode_source`; the summary, unused here, is the first state."""
        states, mask = self.dropout(self._embed(source, self.embedding)), real_tokens(source)
        for layer in self._layers(self.encoder):
            states = layer.encode(states, mask)
        states = self.encoder_norm(states)
        return states, states[:, 0]

    def encode_control(self, control: Tensor) -> Tensor:
        """See `Seq2Seq.encode_control`."""
        if self.config.control == "none":
            return self.output_bias.new_zeros(*control.shape, 0)
        states = self.dropout(self._embed(control, self.control_embedding))
        for layer in self._layers(self.control_encoder):
            states = layer.encode(states, real_tokens(control))
        encoded: Tensor = self.control_norm(states)
        return encoded

    def project_source(self, states: Tensor) -> tuple[Tensor, ...]:
        """See `Seq2Seq.project_source`: keys and values, layer by layer."""
        layers = self._layers(self.decoder)
        return tuple(x for layer in layers for x in layer.source_keys_values(states))

    # -- training --------------------------------------------------------------------------

    def forward(self, batch: Batch) -> Tensor:
        """See `Seq2Seq.forward`."""
        states, _ = self.encode_source(batch.source)
        control_states = self.encode_control(batch.control)
        previous = torch.cat([torch.full_like(batch.target[:, :1], BOS), batch.target[:, :-1]], 1)
        places = positions_for_training(
            self.alignment, batch.target, batch.anchors, batch.num_units
        )
        inputs = self._embed(previous, self.embedding)
        if self.config.control != "none":
            inputs = inputs + take(control_states, places)
        hidden, mask = self.dropout(inputs), real_tokens(batch.source)
        for layer in self._layers(self.decoder):
            hidden, _ = layer.decode(hidden, layer.source_keys_values(states), mask, None)
        logits, gate, weights = self._predict(hidden, states, mask)
        if self.config.copy:
            scores = target_log_probs(logits, gate, weights, batch.source, batch.target)
        else:
            scores = torch.log_softmax(logits, -1).gather(2, batch.target.unsqueeze(2))[..., 0]
        return scores * real_tokens(batch.target)

    def _predict(self, hidden: Tensor, states: Tensor, mask: Tensor) -> tuple[Tensor, ...]:
        """Vocabulary logits (N, T, V), copy gate (N, T, 1), copy weights (N, T, S)."""
        hidden = self.decoder_norm(hidden)
        context, weights = self.pointer(hidden, states, mask)
        logits = hidden @ self.embedding.weight.T + self.output_bias
        return logits, self.gate(torch.cat([hidden, context], -1)), weights

    # -- decoding --------------------------------------------------------------------------

    def start(self, memory: Memory) -> TransformerState:
        """See `Seq2Seq.start`: no steps yet."""
        heads = self.config.num_heads
        empty = memory.states.new_zeros(len(memory.states), heads, 0, self.config.size // heads)
        return TransformerState([(empty, empty) for _ in self.decoder])

    def decode_step(
        self, memory: Memory, state: TransformerState, ids: Tensor, finished: Tensor
    ) -> tuple[Tensor, TransformerState]:
        """See `Seq2Seq.decode_step`."""
        hidden = self._embed(ids.unsqueeze(1), self.embedding, state.own[0][0].shape[2])
        if self.config.control != "none":
            hidden = hidden + memory.control_at(finished)
        mask = real_tokens(memory.source)
        own = []
        layers = self._layers(self.decoder)
        sources = zip(memory.projected[::2], memory.projected[1::2], strict=True)
        for layer, source, past in zip(layers, sources, state.own, strict=True):
            hidden, kept = layer.decode(hidden, source, mask, past)
            own.append(kept)
        logits, gate, weights = self._predict(hidden, memory.states, mask)
        if self.config.copy:
            log_probs = mixture(logits[:, 0], gate[:, 0], weights[:, 0], memory.source)
        else:
            log_probs = torch.log_softmax(logits[:, 0], -1)
        return log_probs, TransformerState(own)


def _sinusoids(length: int, size: int) -> Tensor:
    """Position encodings of Vaswani et al. 2017, section 3.5. Shape (length, size)."""
    rates = torch.exp(torch.arange(0, size, 2) * (-math.log(10_000.0) / size))
    angles = torch.arange(length).unsqueeze(1) * rates
    return torch.stack([angles.sin(), angles.cos()], -1).flatten(1)
