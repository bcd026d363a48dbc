"""A model of one or several encoders whose vectors are added or concatenated."""

import dataclasses
from collections.abc import Mapping
from typing import Literal

import torch
from torch import Tensor, nn

from scpn.embeddings.averaging import SumEncoder, UnitTable
from scpn.embeddings.bags import Bags
from scpn.embeddings.recurrent import GatedAverageEncoder, LstmEncoder
from scpn.embeddings.units import UnitKind
from scpn.errors import UsageError

Composition = Literal[
    "average",
    "charagram",
    "lstm-last",
    "lstm-average",
    "blstm-average",
    "gran",
    "gran-2",
    "gran-3",
    "gran-4",
    "gran-5",
    "bigran",
]


@dataclasses.dataclass
class PartConfig:
    """One encoder of a model."""

    units: UnitKind = "word"
    """What has a vector: words, character trigrams of words, character 2- to 4-grams of the
    sentence, or sentencepieces."""
    composition: Composition = "average"
    """How unit vectors become a sentence vector; charagram is their sum, a bias and tanh."""
    size: int = 300
    """Width of the unit vectors."""
    state_size: int = 0
    """Width of LSTM states; 0 is `size`. The gated averages have states of `size`."""
    dropout: float = 0.0
    """Dropout of the elements of unit vectors."""

    def __post_init__(self) -> None:
        if self.size < 1 or self.state_size < 0:
            raise UsageError(
                f"size is {self.size} and state_size {self.state_size}; a part needs a size of at "
                "least 1, and 0 or more for its states"
            )

    @property
    def is_ordered(self) -> bool:
        """Whether the order of the units matters."""
        return self.composition not in ("average", "charagram")


@dataclasses.dataclass
class EncoderConfig:
    """The encoders of a model; they are trained jointly."""

    parts: list[PartConfig] = dataclasses.field(default_factory=lambda: [PartConfig()])
    """One is a single model, several are a mixed one."""
    mix: Literal["concatenate", "add"] = "concatenate"
    """What is done with the vectors of several parts."""
    sparse: bool = True
    """Update only the vectors of units in the batch; one process only."""

    def __post_init__(self) -> None:
        if not self.parts:
            raise UsageError("a model needs at least one part")

    @property
    def kinds(self) -> list[UnitKind]:
        """The kinds of units the parts read, each once."""
        return list(dict.fromkeys(part.units for part in self.parts))


Views = Mapping[UnitKind, Bags]
"""The same sentences as bags of each kind of unit."""


class EncoderNetwork(nn.Module):
    """Bags of units to sentence vectors.

    Args:
        config: The parts.
        sizes: Units of each kind.

    Raises:
        UsageError: Parts of different widths cannot be added.
    """

    def __init__(self, config: EncoderConfig, sizes: Mapping[UnitKind, int]) -> None:
        super().__init__()
        self.config = config
        self.parts = nn.ModuleList(
            _build_part(part, sizes[part.units], sparse=config.sparse) for part in config.parts
        )
        widths = [int(part.size) for part in self.parts]  # type: ignore[arg-type]
        if config.mix == "add" and len(set(widths)) > 1:
            raise UsageError(
                f"parts of widths {widths} cannot be added; give them one width or set "
                "mix=concatenate"
            )
        self.dimension = widths[0] if config.mix == "add" else sum(widths)

    def forward(self, views: Views) -> Tensor:
        """Sentence vectors. Shape (N, D)."""
        vectors = [
            part(views[config.units])
            for part, config in zip(self.parts, self.config.parts, strict=True)
        ]
        if self.config.mix == "add":
            return torch.stack(vectors).sum(0)
        return torch.cat(vectors, -1)

    @property
    def tables(self) -> list[tuple[UnitKind, UnitTable]]:
        """Unit vectors of each part, with the kind of unit."""
        return [
            (config.units, part.table)  # type: ignore[misc]
            for part, config in zip(self.parts, self.config.parts, strict=True)
        ]

    def remember_start(self) -> None:
        """Take the current unit vectors as the initial ones."""
        for _, table in self.tables:
            table.remember_start()

    def distance_from_start(self, views: Views) -> Tensor:
        """Squared distance of the unit vectors of a batch from their initial values.

        The papers sum over the whole table in every batch; here a vector is pulled back when its
        unit occurs, so that a batch costs what its units cost.
        """
        return torch.stack(
            [t.distance_from_start(views[kind].ids) for kind, t in self.tables]
        ).sum()

    def composition_norm(self) -> Tensor:
        """Squared norm of all parameters but the unit vectors."""
        tables = {id(table.weight) for _, table in self.tables}
        squares = [p.square().sum() for p in self.parameters() if id(p) not in tables]
        return torch.stack(squares).sum() if squares else torch.zeros(())


def _build_part(config: PartConfig, num_units: int, *, sparse: bool) -> nn.Module:
    table = UnitTable(num_units, config.size, sparse=sparse)
    if config.composition in ("average", "charagram"):
        charagram = config.composition == "charagram"
        return SumEncoder(
            table, mean=not charagram, bias=charagram, tanh=charagram, dropout=config.dropout
        )
    if config.composition in ("lstm-last", "lstm-average", "blstm-average"):
        return LstmEncoder(
            table,
            config.state_size or config.size,
            pool="last" if config.composition == "lstm-last" else "mean",
            bidirectional=config.composition == "blstm-average",
            dropout=config.dropout,
        )
    return GatedAverageEncoder(
        table,
        kind=config.composition,  # type: ignore[arg-type]
        dropout=config.dropout,
    )
