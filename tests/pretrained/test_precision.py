"""How numbers are stored."""

import pytest
import torch

from scpn.pretrained.precision import compress, expand


def test_bytes_with_a_scale_for_each_row_by_hand() -> None:
    table = torch.tensor([[1.27, -0.64, 0.0], [0.0, 0.0, 0.0], [254.0, 1.0, -3.0]])
    stored = compress({"table": table, "bias": torch.ones(2)}, "byte")
    assert stored["table"].dtype == torch.int8
    # 1.27 / 127 = 0.01; 254 / 127 = 2, and 1 / 2 rounds to the even 0.
    assert stored["table"].tolist() == [[127, -64, 0], [0, 0, 0], [127, 0, -2]]
    assert stored["table.row_scales"].tolist() == pytest.approx([0.01, 0.0, 2.0], rel=1e-3)
    assert stored["bias"].dtype == torch.float16
    back = expand(stored)
    assert set(back) == {"table", "bias"}
    torch.testing.assert_close(
        back["table"],
        torch.tensor([[1.27, -0.64, 0.0], [0.0, 0.0, 0.0], [254.0, 0.0, -4.0]]),
        rtol=1e-3,
        atol=1e-6,
    )


@pytest.mark.parametrize(
    ("precision", "largest"), [("single", 0.0), ("half", 5e-4), ("byte", 1 / 253)]
)
def test_error_relative_to_the_largest_of_a_row(precision: str, largest: float) -> None:
    table = torch.randn(50, 40, generator=torch.Generator().manual_seed(1)) * 10 ** torch.linspace(
        -4, 2, 50
    ).unsqueeze(1)
    back = expand(compress({"table": table}, precision))["table"]  # type: ignore[arg-type]
    error = (back - table).abs().amax(1) / table.abs().amax(1)
    assert float(error.max()) <= largest
