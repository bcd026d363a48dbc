"""The copying mixture against a plain loop; the training shortcut against the mixture."""

import math

import pytest
import torch
from torch import Tensor

from scpn.nn.copying import mixture, target_log_probs


def by_loop(logits: Tensor, gate: Tensor, attention: Tensor, source: Tensor) -> list[list[float]]:
    result = []
    for row in range(len(logits)):
        copy = 1 / (1 + math.exp(-float(gate[row, 0])))
        exponentials = [math.exp(float(x)) for x in logits[row]]
        probabilities = [(1 - copy) * x / sum(exponentials) for x in exponentials]
        for weight, index in zip(attention[row].tolist(), source[row].tolist(), strict=True):
            probabilities[index] += copy * weight
        result.append([math.log(p) for p in probabilities])
    return result


def random_inputs(rows: tuple[int, ...], *, seed: int = 0) -> tuple[Tensor, ...]:
    """Logits, gate, attention; vocabulary of 7, source of 5."""
    torch.manual_seed(seed)
    return (
        torch.randn(*rows, 7, dtype=torch.double),
        torch.randn(*rows, 1, dtype=torch.double),
        torch.softmax(torch.randn(*rows, 5, dtype=torch.double), -1),
    )


SOURCE = torch.tensor([[3, 4, 3, 5, 0], [6, 6, 6, 1, 2]])


def test_mixture_equals_a_loop() -> None:
    logits, gate, attention = random_inputs((2,))
    expected = torch.tensor(by_loop(logits, gate, attention, SOURCE), dtype=torch.double)
    torch.testing.assert_close(mixture(logits, gate, attention, SOURCE), expected)


def test_mixture_worked_out_by_hand() -> None:
    # Copy with probability 1/2; half of that from each of two places that both hold word 1.
    logits = torch.zeros(1, 4)
    result = mixture(logits, torch.zeros(1, 1), torch.tensor([[0.5, 0.5]]), torch.tensor([[1, 1]]))
    expected = torch.tensor([[0.125, 0.625, 0.125, 0.125]]).log()
    torch.testing.assert_close(result, expected)


@pytest.mark.parametrize("gate", [-50.0, -1.0, 0.0, 3.0, 50.0])
def test_mixture_sums_to_one(gate: float) -> None:
    logits, _, attention = random_inputs((2,))
    total = mixture(logits, torch.full((2, 1), gate).double(), attention, SOURCE).exp().sum(-1)
    torch.testing.assert_close(total, torch.ones(2).double())


def test_target_log_probs_are_the_gathered_mixture_with_its_gradients() -> None:
    target = torch.tensor([[3, 5, 0, 2], [6, 1, 1, 3]])
    gradients, values = [], []
    for way in ("mixture", "targets"):
        inputs = [x.requires_grad_() for x in random_inputs((2, 4))]
        if way == "targets":
            value = target_log_probs(*inputs, SOURCE, target)
        else:
            repeated = SOURCE.unsqueeze(1).expand(2, 4, 5).flatten(0, 1)
            full = mixture(*(x.flatten(0, 1) for x in inputs), repeated).view(2, 4, 7)
            value = full.gather(2, target.unsqueeze(2))[..., 0]
        (value * torch.arange(1, 9).view(2, 4)).sum().backward()
        gradients.append([x.grad for x in inputs])
        values.append(value.detach())
    torch.testing.assert_close(values[1], values[0])
    for one, other in zip(*gradients, strict=True):
        torch.testing.assert_close(one, other)


def test_gradients_are_finite_at_the_extremes() -> None:
    logits = torch.tensor([[[90.0, -90.0, 0.0]]], requires_grad=True)
    gate = torch.tensor([[[200.0]]], requires_grad=True)
    attention = torch.tensor([[[1.0, 0.0]]], requires_grad=True)
    target = torch.tensor([[1]])  # impossible to copy, next to impossible to generate
    value = target_log_probs(logits, gate, attention, torch.tensor([[0, 2]]), target)
    value.sum().backward()
    assert torch.isfinite(value).all()
    for tensor in (logits, gate, attention):
        assert tensor.grad is not None
        assert torch.isfinite(tensor.grad).all()
