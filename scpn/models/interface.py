"""What a sequence-to-sequence network with a control sequence offers to training and decoding."""

from __future__ import annotations

import dataclasses
from typing import Any, Protocol

import torch
from torch import Tensor

from scpn.nn.masking import take


@dataclasses.dataclass
class Batch:
    """Padded training examples. B sentences, S source, C control and T target positions.

    A network without control ignores the three control fields.
    """

    source: Tensor
    """Source ids. Shape (B, S)."""
    control: Tensor
    """Control ids: a parse for the paraphraser, a template for the parse generator. (B, C)."""
    anchors: Tensor
    """Control positions the decoder stands at before each unit (see `alignment`). (B, A)."""
    num_units: Tensor
    """Units in each control sequence. Shape (B,)."""
    target: Tensor
    """Target ids, each row ending in EOS. Shape (B, T)."""

    def to(self, device: torch.device) -> Batch:
        """The same batch on another device."""
        return Batch(*(getattr(self, f.name).to(device) for f in dataclasses.fields(self)))


@dataclasses.dataclass
class Memory:
    """Encoded inputs of N items; items of one sentence share their encoder work by `select`.

    Each item may stand for several hypotheses: decoding takes G N of them, G after each other for
    each item, so that the inputs need not be copied for every place of a beam.
    """

    source: Tensor
    """Source ids. Shape (N, S)."""
    states: Tensor
    """Encoder states of the source. Shape (N, S, H)."""
    summary: Tensor
    """One vector a sentence, from which the decoder starts. Shape (N, H)."""
    control: Tensor
    """Control ids. Shape (N, C)."""
    control_states: Tensor
    """Encoder states of the control sequence. Shape (N, C, K)."""
    anchors: Tensor
    """Shape (N, A)."""
    num_units: Tensor
    """Shape (N,)."""
    projected: tuple[Tensor, ...] = ()
    """What `InputEncoder.project_source` gave. Each of shape (N, ...)."""

    @classmethod
    def of(cls, network: InputEncoder, batch: Batch) -> Memory:
        """Encode the inputs of a batch."""
        states, summary = network.encode_source(batch.source)
        return cls(
            source=batch.source,
            states=states,
            summary=summary,
            control=batch.control,
            control_states=network.encode_control(batch.control),
            anchors=batch.anchors,
            num_units=batch.num_units,
            projected=network.project_source(states),
        )

    def select(self, index: Tensor) -> Memory:
        """The memory of the items in `index`, in that order, repeats allowed."""
        selected: dict[str, Any] = {
            field.name: tuple(x[index] for x in value) if isinstance(value, tuple) else value[index]
            for field in dataclasses.fields(self)
            for value in [getattr(self, field.name)]
        }
        return Memory(**selected)

    def control_at(self, finished: Tensor) -> Tensor:
        """Control state at the place of each hypothesis, from its finished units.

        Args:
            finished: Units finished so far (see `alignment`). Shape (G N,).

        Returns:
            Shape (G N, 1, K).
        """
        units = torch.minimum(finished.view(len(self.num_units), -1), self.num_units.unsqueeze(1))
        places = self.anchors.gather(1, units)
        return take(self.control_states, places).view(len(finished), 1, -1)


class DecoderState(Protocol):
    """What a decoder carries from step to step."""

    def select(self, index: Tensor) -> DecoderState:
        """The state of the items in `index`."""
        ...


class InputEncoder(Protocol):
    """The part of a network that reads a source and a control sequence."""

    def encode_source(self, source: Tensor) -> tuple[Tensor, Tensor]:
        """Source ids (B, S) to states (B, S, H) and summary (B, H)."""
        ...

    def encode_control(self, control: Tensor) -> Tensor:
        """Control ids (B, C) to states (B, C, K)."""
        ...

    def project_source(self, states: Tensor) -> tuple[Tensor, ...]:
        """What every step of decoding needs of states (B, S, H), computed once; may be nothing."""
        ...


class Seq2Seq(InputEncoder, Protocol):
    """A network that writes a target from a source under a control sequence."""

    def start(self, memory: Memory) -> DecoderState:
        """State before the first target id."""
        ...

    def decode_step(
        self, memory: Memory, state: DecoderState, ids: Tensor, finished: Tensor
    ) -> tuple[Tensor, DecoderState]:
        """One step.

        Args:
            memory: Encoded inputs of N items.
            state: State of G N hypotheses after the previous step, G for each item.
            ids: The previous target id of each, BOS at first. Shape (G N,).
            finished: Units finished so far (see `alignment`). Shape (G N,).

        Returns:
            Log-probabilities of the next id, copying included, shape (G N, V), and the new state.
        """
        ...

    def forward(self, batch: Batch) -> Tensor:
        """Log-probability of each target id, 0 at padding. Shape (B, T)."""
        ...
