"""The BiLSTM over padded input."""

import torch
from torch import nn

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


def test_equals_torch_s_lstm_of_packed_sequences_with_its_gradients() -> None:
    torch.manual_seed(0)
    lstm = BidirectionalLSTM(3, 4, 2, 0.0).double()
    lengths = torch.tensor([6, 1, 4])
    mask = torch.arange(6) < lengths.unsqueeze(1)
    inputs = torch.randn(3, 6, 3).double().requires_grad_()

    packed = nn.utils.rnn.pack_padded_sequence(
        inputs, lengths, batch_first=True, enforce_sorted=False
    )
    outputs, (last, _) = lstm.lstm(packed)
    expected = nn.utils.rnn.pad_packed_sequence(outputs, batch_first=True)[0]
    expected_last = torch.cat([last[-2], last[-1]], -1)

    states, found_last = lstm(inputs, mask)
    torch.testing.assert_close(states, expected)
    torch.testing.assert_close(found_last, expected_last)
    weights = [inputs, *lstm.parameters()]
    found = torch.autograd.grad(states.pow(2).sum() + found_last.sum(), weights)
    wanted = torch.autograd.grad(expected.pow(2).sum() + expected_last.sum(), weights)
    torch.testing.assert_close(found, wanted)


def test_dropout_between_layers_is_on_in_training_only() -> None:
    torch.manual_seed(0)
    lstm = BidirectionalLSTM(3, 4, 2, 0.5)
    inputs, mask = torch.randn(2, 5, 3), torch.ones(2, 5, dtype=torch.bool)
    first, second = lstm(inputs, mask)[0], lstm(inputs, mask)[0]
    assert not torch.equal(first, second)
    lstm.eval()
    torch.testing.assert_close(lstm(inputs, mask)[0], lstm(inputs, mask)[0])
