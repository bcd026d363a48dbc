"""What search asks of a model: start, then one step at a time."""

import dataclasses
from typing import Any, Protocol

import torch
from torch import Tensor

from scpn.nn.alignment import Alignment
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


class Encoded(Protocol):
    """Encoded inputs of N items, such as `scpn.models.interface.Memory`."""

    num_units: Tensor
    """Units in the control sequence of each item. Shape (N,)."""

    def select(self, index: Tensor) -> Any:
        """The encoded inputs of the items in `index`."""
        ...


class StepNetwork(Protocol):
    """The part of `scpn.models.interface.Seq2Seq` that decoding needs.

    A step takes G hypotheses after each other for each item of the memory.
    """

    def start(self, memory: Any) -> Any:
        """State before the first target id."""
        ...

    def decode_step(
        self, memory: Any, state: Any, ids: Tensor, finished: Tensor
    ) -> tuple[Tensor, Any]:
        """Log-probabilities of the next id, shape (N, V), and the new state."""
        ...


@dataclasses.dataclass
class SteppingState:
    """State of N hypotheses."""

    items: Tensor
    """Which item each hypothesis belongs to. Shape (N,)."""
    memory: Any
    """Encoded inputs of those items, once for every G hypotheses (see `StepNetwork`)."""
    inner: Any
    """What the network carries from step to step."""


class Seq2SeqStepper:
    """A `StepModel` over a network and its encoded inputs.

    Prefixes and row numbers may be on another device than the network.

    Args:
        network: In evaluation mode.
        memory: Encoded inputs of the items to decode.
        alignment: The network's rule for its place in the control sequence.
    """

    def __init__(self, network: StepNetwork, memory: Encoded, alignment: Alignment) -> None:
        self.network, self.memory, self.alignment = network, memory, alignment

    def start(self, rows: Tensor) -> SteppingState:
        """See `StepModel.start`."""
        rows = rows.to(self.memory.num_units.device)
        memory = self._inputs(rows)
        places = torch.arange(len(memory.num_units), device=rows.device)
        each = places.repeat_interleave(len(rows) // max(1, len(places)))
        return SteppingState(rows, memory, self.network.start(memory).select(each))

    def step(self, state: SteppingState, prefixes: Tensor) -> tuple[Tensor, SteppingState]:
        """See `StepModel.step`."""
        device = state.items.device
        if prefixes.shape[1]:
            ids = prefixes[:, -1].to(device)
            finished = self.alignment.finished_units(prefixes)[:, -1].to(device)
        else:
            ids, finished = torch.full_like(state.items, BOS), torch.zeros_like(state.items)
        log_probs, inner = self.network.decode_step(state.memory, state.inner, ids, finished)
        return log_probs, SteppingState(state.items, state.memory, inner)

    def select(self, state: SteppingState, rows: Tensor) -> SteppingState:
        """See `StepModel.select`; a mere change of places within items copies no inputs."""
        rows = rows.to(state.items.device)
        items, memory = state.items[rows], state.memory
        if not torch.equal(items, state.items):
            memory = self._inputs(items)
        return SteppingState(items, memory, state.inner.select(rows))

    def _inputs(self, items: Tensor) -> Any:
        """Encoded inputs, once for each run of hypotheses of one item if all runs are as long."""
        distinct, lengths = torch.unique_consecutive(items, return_counts=True)
        is_even = len(lengths) > 0 and bool((lengths == lengths[0]).all())
        return self.memory.select(distinct if is_even else items)
