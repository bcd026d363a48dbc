"""SCPN's network (Iyyer et al. 2018): BiLSTM encoder, two-layer LSTM decoder, attention, copy.

    z_t = control state for step t
    h_t = LSTM([w_{t-1}; z_t], h_{t-1})
    a_t = softmax(h_tᵀ W e_i),  c_t = Σ a_ti e_i
    logits = E tanh(W_o [h_t; c_t])
    g_t = sigmoid(v_inᵀ[w_{t-1}; z_t] + v_attᵀ c_t + v_hidᵀ h_t)
    p = g_t copy(a_t) + (1 - g_t) softmax(logits)

`control` says what z_t is: "attention", the paper's Σ softmax(h_{t-1}ᵀ W p_i) p_i over the encoded
control sequence; "aligned", the encoded control sequence at the place where the decoder stands
(see `alignment`), which needs no recurrence through the attention and so trains in one LSTM call;
"none", the paper's uncontrolled ablation. Differences from the published code: copying and
generating mix in probability space, output and input embeddings are tied, the readout has a tanh,
there is dropout, and unknown input becomes bytes instead of being dropped.
"""

import dataclasses
from typing import Literal

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from scpn.models.interface import Batch, Memory
from scpn.nn.alignment import Alignment, positions_for_training
from scpn.nn.attention import BilinearAttention
from scpn.nn.copying import mixture, target_log_probs
from scpn.nn.masking import real_tokens, take
from scpn.nn.recurrent import BidirectionalLSTM
from scpn.tokenization.vocabulary import BOS, PAD


@dataclasses.dataclass
class RecurrentConfig:
    """Sizes and switches of a recurrent network."""

    embedding_size: int = 256
    """Width of token embeddings; output embeddings are tied to the input ones."""
    encoder_size: int = 256
    """Units of the source encoder in each direction."""
    encoder_layers: int = 1
    """Layers of the source encoder."""
    control_embedding_size: int = 64
    """Width of control label embeddings."""
    control_size: int = 128
    """Units of the control encoder in each direction."""
    decoder_size: int = 384
    """Units of each decoder layer."""
    decoder_layers: int = 2
    """Layers of the decoder."""
    dropout: float = 0.2
    """Dropout of embeddings, between decoder layers and before the output."""
    control: Literal["attention", "aligned", "none"] = "aligned"
    """How the decoder sees the control sequence."""
    copy: bool = True
    """Whether the decoder can copy source tokens."""


@dataclasses.dataclass
class RecurrentState:
    """Hidden and cell states after a step, each of shape (layers, N, H)."""

    hidden: Tensor
    cell: Tensor

    def select(self, index: Tensor) -> "RecurrentState":
        """See `DecoderState.select`."""
        return RecurrentState(self.hidden[:, index], self.cell[:, index])


class RecurrentSeq2Seq(nn.Module):
    """The network of the module docstring; implements `Seq2Seq`.

    Args:
        config: Sizes and switches.
        vocabulary_size: Source and target ids, which share one vocabulary (copying needs it).
        control_vocabulary_size: Control ids.
        alignment: Rule for the decoder's place in the control sequence.
    """

    def __init__(
        self,
        config: RecurrentConfig,
        *,
        vocabulary_size: int,
        control_vocabulary_size: int,
        alignment: Alignment,
    ) -> None:
        super().__init__()
        self.config, self.alignment = config, alignment
        source_size = 2 * config.encoder_size
        control_size = 0 if config.control == "none" else 2 * config.control_size
        input_size = config.embedding_size + control_size
        self.embedding = nn.Embedding(vocabulary_size, config.embedding_size, padding_idx=PAD)
        self.encoder = BidirectionalLSTM(
            config.embedding_size, config.encoder_size, config.encoder_layers, config.dropout
        )
        if control_size:
            self.control_embedding = nn.Embedding(
                control_vocabulary_size, config.control_embedding_size, padding_idx=PAD
            )
            self.control_encoder = BidirectionalLSTM(
                config.control_embedding_size, config.control_size, 1, config.dropout
            )
        if config.control == "attention":
            self.control_attention = BilinearAttention(config.decoder_size, control_size)
        self.initial = nn.Linear(source_size, config.decoder_size)
        self.decoder = nn.LSTM(
            input_size,
            config.decoder_size,
            config.decoder_layers,
            batch_first=True,
            dropout=config.dropout if config.decoder_layers > 1 else 0.0,
        )
        self.attention = BilinearAttention(config.decoder_size, source_size)
        self.readout = nn.Linear(config.decoder_size + source_size, config.embedding_size)
        self.output_bias = nn.Parameter(torch.zeros(vocabulary_size))
        self.gate = nn.Linear(input_size + source_size + config.decoder_size, 1)
        self.dropout = nn.Dropout(config.dropout)
        nn.init.normal_(self.embedding.weight, std=config.embedding_size**-0.5)

    # -- encoding --------------------------------------------------------------------------

    def encode_source(self, source: Tensor) -> tuple[Tensor, Tensor]:
        """See `Seq2Seq.encode_source`; the summary is the last state of both directions."""
        embedded = self.dropout(self.embedding(source))
        states, summary = self.encoder(embedded, real_tokens(source))
        return states, summary

    def encode_control(self, control: Tensor) -> Tensor:
        """See `Seq2Seq.encode_control`; empty states without control."""
        if self.config.control == "none":
            return self.output_bias.new_zeros(*control.shape, 0)
        embedded = self.dropout(self.control_embedding(control))
        states: Tensor = self.control_encoder(embedded, real_tokens(control))[0]
        return states

    def project_source(self, states: Tensor) -> tuple[Tensor, ...]:
        """See `Seq2Seq.project_source`; nothing, the attention projects its queries."""
        return ()

    # -- training --------------------------------------------------------------------------

    def forward(self, batch: Batch) -> Tensor:
        """See `Seq2Seq.forward`."""
        memory = Memory.of(self, batch)
        previous = torch.cat([torch.full_like(batch.target[:, :1], BOS), batch.target[:, :-1]], 1)
        embedded = self.dropout(self.embedding(previous))
        if self.config.control == "attention":
            inputs, hidden = self._stepwise(memory, embedded)
        else:
            places = positions_for_training(
                self.alignment, batch.target, batch.anchors, batch.num_units
            )
            inputs = self._with_control(embedded, take(memory.control_states, places))
            start = self.start(memory)
            hidden, _ = self.decoder(inputs, (start.hidden, start.cell))
        logits, gate, weights = self._predict(memory, inputs, hidden)
        if self.config.copy:
            scores = target_log_probs(logits, gate, weights, memory.source, batch.target)
        else:
            scores = torch.log_softmax(logits, -1).gather(2, batch.target.unsqueeze(2))[..., 0]
        return scores * real_tokens(batch.target)

    def _with_control(self, embedded: Tensor, control: Tensor) -> Tensor:
        """Append control states (B, T, K) to the embeddings (B, T, D)."""
        return embedded if self.config.control == "none" else torch.cat([embedded, control], -1)

    def _stepwise(self, memory: Memory, embedded: Tensor) -> tuple[Tensor, Tensor]:
        """Decoder inputs and states where z_t depends on h_{t-1}; both of shape (B, T, ...)."""
        state = self.start(memory)
        inputs, outputs = [], []
        for step in range(embedded.shape[1]):
            step_input = self._attended(memory, state, embedded[:, step : step + 1])
            hidden, (last, cell) = self.decoder(step_input, (state.hidden, state.cell))
            state = RecurrentState(last, cell)
            inputs.append(step_input)
            outputs.append(hidden)
        return torch.cat(inputs, 1), torch.cat(outputs, 1)

    def _attended(self, memory: Memory, state: RecurrentState, embedded: Tensor) -> Tensor:
        """Append z_t of the paper to the embedding of one step (N, 1, D)."""
        query = state.hidden[-1].unsqueeze(1)
        context, _ = self.control_attention(
            query, memory.control_states, real_tokens(memory.control)
        )
        return torch.cat([embedded, context], -1)

    def _predict(
        self, memory: Memory, inputs: Tensor, hidden: Tensor
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Vocabulary logits (B, T, V), copy gate (B, T, 1), attention weights (B, T, S)."""
        context, weights = self.attention(hidden, memory.states, real_tokens(memory.source))
        readout = torch.tanh(self.readout(torch.cat([hidden, context], -1)))
        logits = F.linear(self.dropout(readout), self.embedding.weight, self.output_bias)
        return logits, self.gate(torch.cat([inputs, context, hidden], -1)), weights

    # -- decoding --------------------------------------------------------------------------

    def start(self, memory: Memory) -> RecurrentState:
        """See `Seq2Seq.start`: every layer starts from the encoder's summary, cells from zero."""
        first = torch.tanh(self.initial(memory.summary))
        hidden = first.unsqueeze(0).repeat(self.config.decoder_layers, 1, 1)
        return RecurrentState(hidden, torch.zeros_like(hidden))

    def decode_step(
        self, memory: Memory, state: RecurrentState, ids: Tensor, finished: Tensor
    ) -> tuple[Tensor, RecurrentState]:
        """See `Seq2Seq.decode_step`."""
        embedded = self.embedding(ids).unsqueeze(1)
        if self.config.control == "attention":
            inputs = self._attended(memory, state, embedded)
        else:
            inputs = self._with_control(embedded, memory.control_at(finished))
        hidden, (last, cell) = self.decoder(inputs, (state.hidden, state.cell))
        logits, gate, weights = self._predict(memory, inputs, hidden)
        if self.config.copy:
            log_probs = mixture(logits[:, 0], gate[:, 0], weights[:, 0], memory.source)
        else:
            log_probs = torch.log_softmax(logits[:, 0], -1)
        return log_probs, RecurrentState(last, cell)
