"""What search asks of a model: start, then one step at a time."""

from typing import Any, Protocol

import torch
from torch import Tensor

from scpn.models.alignment import Alignment
from scpn.models.interface import Memory, Seq2Seq
from scpn.tokenization.vocabulary import BOS


class StepModel(Protocol):
    """A model that can be asked for the next token of many prefixes at once."""

    def start(self, rows: Tensor) -> Any:
        """State of one hypothesis for each item in `rows`. Shape (N,)."""
        ...

    def step(self, state: Any, prefixes: Tensor) -> tuple[Tensor, Any]:
        """Log-probabilities of the next token, shape (N, V), and the state after it.

        Args:
            state: What `start`, `step` or `select` returned for these N hypotheses.
            prefixes: Tokens so far, without BOS. Shape (N, t).
        """
        ...

    def select(self, state: Any, rows: Tensor) -> Any:
        """State of the hypotheses `rows`, in that order, repeats allowed."""
        ...


class Seq2SeqStepper:
    """A `StepModel` over a network and its encoded inputs.

    Args:
        network: In evaluation mode.
        memory: Encoded inputs of the items to decode.
        alignment: The network's rule for its place in the control sequence.
    """

    def __init__(self, network: Seq2Seq, memory: Memory, alignment: Alignment) -> None:
        self.network, self.memory, self.alignment = network, memory, alignment

    def start(self, rows: Tensor) -> Any:
        """See `StepModel.start`."""
        memory = self.memory.select(rows)
        return memory, self.network.start(memory)

    def step(self, state: Any, prefixes: Tensor) -> tuple[Tensor, Any]:
        """See `StepModel.step`."""
        memory, inner = state
        if prefixes.shape[1]:
            ids = prefixes[:, -1]
            finished = self.alignment.finished_units(prefixes)[:, -1]
        else:
            ids = torch.full_like(memory.num_units, BOS)
            finished = torch.zeros_like(memory.num_units)
        log_probs, inner = self.network.decode_step(memory, inner, ids, finished)
        return log_probs, (memory, inner)

    def select(self, state: Any, rows: Tensor) -> Any:
        """See `StepModel.select`."""
        memory, inner = state
        return memory.select(rows), inner.select(rows)
