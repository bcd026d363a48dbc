"""The BiLSTM over padded input."""

import torch

from scpn.nn.recurrent import BidirectionalLSTM


def test_output_does_not_depend_on_padding() -> None:
    torch.manual_seed(0)
    lstm = BidirectionalLSTM(3, 4, 2, 0.0).double().eval()
    long, short = torch.randn(1, 6, 3).double(), torch.randn(1, 4, 3).double()
    junk = torch.full((1, 2, 3), 7.0).double()
    states, last = lstm(
        torch.cat([torch.cat([short, junk], 1), long]),
        torch.tensor([[True] * 4 + [False] * 2, [True] * 6]),
    )
    short_states, short_last = lstm(short, torch.ones(1, 4, dtype=torch.bool))
    long_states, long_last = lstm(long, torch.ones(1, 6, dtype=torch.bool))
    torch.testing.assert_close(states[:1, :4], short_states)
    torch.testing.assert_close(states[1:], long_states)
    torch.testing.assert_close(last, torch.cat([short_last, long_last]))
    assert (states[0, 4:] == 0).all()


def test_last_state_is_the_end_of_each_direction() -> None:
    torch.manual_seed(0)
    lstm = BidirectionalLSTM(3, 4, 1, 0.0)
    states, last = lstm(torch.randn(1, 5, 3), torch.ones(1, 5, dtype=torch.bool))
    torch.testing.assert_close(last[0, :4], states[0, -1, :4])
    torch.testing.assert_close(last[0, 4:], states[0, 0, 4:])
