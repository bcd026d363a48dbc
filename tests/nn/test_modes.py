"""Evaluation mode for a while."""

import pytest
import torch
from torch import nn

from scpn.nn.modes import evaluating


@pytest.mark.parametrize("was_training", [True, False])
def test_nothing_is_dropped_and_the_mode_comes_back(was_training: bool) -> None:
    network = nn.Sequential(nn.Dropout(0.9)).train(was_training)
    ones = torch.ones(1000)
    with evaluating(network):
        assert torch.equal(network(ones), ones)
    assert network.training is network[0].training is was_training
    with pytest.raises(ValueError, match="bad input"), evaluating(network):
        raise ValueError("bad input")
    assert network.training is network[0].training is was_training
