"""Training and evaluation mode of a network."""

from collections.abc import Iterator
from contextlib import contextmanager

from torch import nn


@contextmanager
def evaluating(network: nn.Module) -> Iterator[None]:
    """Put a network into evaluation mode, and then back into the mode it was in.

    A network that is scored in the middle of its training goes on with dropout, also if the
    scoring fails.
    """
    was_training = network.training
    network.eval()
    try:
        yield
    finally:
        network.train(was_training)
