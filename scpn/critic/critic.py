"""The trained critic: network and encoder, saved and loaded together."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from torch import Tensor

from scpn.config import from_dict, to_dict
from scpn.critic.network import CriticConfig, CriticNetwork
from scpn.critic.readings import LABELS
from scpn.critic.verdict import Verdict
from scpn.errors import ModelError, UsageError
from scpn.fileio import make_folder
from scpn.nn.modes import evaluating
from scpn.parsing.subwords import SubwordEncoder
from scpn.pretrained import bundled_folder
from scpn.pretrained.folder import (
    CONFIG_NAME,
    load_weights,
    read_description,
    save_weights,
    write_description,
)
from scpn.pretrained.precision import Precision
from scpn.runtime import Device
from scpn.tokenization.treebank import detokenize

KIND, FORMAT = "scpn-critic", 1


class PairCritic:
    """A critic that was trained on readings; see `scpn.critic.Critic`.

    Args:
        network: The network.
        config: What it was made with.
        name: Name for reports.
        threshold: Least `quality` of an output that should be accepted.
        writer_odds: See `scpn.critic.Critic`.
    """

    def __init__(
        self,
        network: CriticNetwork,
        *,
        config: CriticConfig,
        name: str,
        threshold: float = 0.5,
        writer_odds: Mapping[str, float] | None = None,
    ) -> None:
        self.network, self.config, self.name = network, config, name
        self.threshold, self.writer_odds = threshold, dict(writer_odds or {})

    def judge(
        self, pairs: Sequence[tuple[Sequence[str], Sequence[str]]], *, batch_size: int = 32
    ) -> list[Verdict]:
        """See `scpn.critic.Critic`; pairs of about one length are read together.

        Raises:
            UsageError: The batch size is below 1.
        """
        texts = [(_text(source), _text(paraphrase)) for source, paraphrase in pairs]
        same, english, good = (LABELS.index(name) for name in ("same", "english", "good"))
        return [
            Verdict(same=row[same], english=row[english], quality=row[good])
            for row in self.predict(texts, batch_size=batch_size).tolist()
        ]

    @torch.inference_mode()
    def predict(self, texts: Sequence[tuple[str, str]], *, batch_size: int = 32) -> Tensor:
        """Probability of each of `LABELS` for pairs of texts, shape (N, 5).

        Raises:
            UsageError: The batch size is below 1.
        """
        if batch_size < 1:
            raise UsageError(f"batch_size is {batch_size}, must be at least 1")
        order = sorted(range(len(texts)), key=lambda index: sum(map(len, texts[index])))
        result = torch.zeros(len(texts), len(LABELS))
        with evaluating(self.network):
            for begin in range(0, len(order), batch_size):
                rows = order[begin : begin + batch_size]
                result[rows] = self.network([texts[row] for row in rows]).sigmoid().cpu()
        return result

    def save(
        self,
        folder: Path,
        *,
        state: Mapping[str, Tensor] | None = None,
        precision: Precision = "single",
    ) -> None:
        """Write weights and description; each file appears whole or not at all.

        Args:
            folder: Made if missing.
            state: Parameters to save instead of the current ones.
            precision: How numbers are stored.
        """
        make_folder(folder)
        save_weights(folder, state or self.network.state_dict(), precision=precision)
        write_description(
            folder,
            {
                "kind": KIND,
                "format": FORMAT,
                "name": self.name,
                "threshold": self.threshold,
                "writer_odds": self.writer_odds,
                "network": to_dict(self.config),
                "encoder": self.network.subwords.description(),
            },
        )

    @classmethod
    def load(cls, folder: Path, *, device: Device = None) -> "PairCritic":
        """Load a saved critic, in evaluation mode.

        Raises:
            ModelError: A file is missing, damaged, or of another kind of model.
        """
        description = read_description(folder, kind=KIND, format_=FORMAT)
        try:
            config = from_dict(CriticConfig, description["network"])
            network = CriticNetwork(
                SubwordEncoder.from_description(description["encoder"]), config=config
            )
            critic = cls(
                network,
                config=config,
                name=str(description["name"]),
                threshold=float(description["threshold"]),
                writer_odds={
                    str(writer): float(odds)
                    for writer, odds in description.get("writer_odds", {}).items()
                },
            )
        except (KeyError, TypeError, ValueError, AttributeError, UsageError) as error:
            raise ModelError(f"{folder / CONFIG_NAME} is damaged: {error}") from error
        load_weights(network, folder, device=device)
        return critic


def load_critic(
    name_or_path: str | os.PathLike[str] = "critic", *, device: Device = None
) -> PairCritic:
    """Load a critic: a bundled one by its name, or a folder of `scpn train critic`.

    Raises:
        ModelError: There is none, or it is damaged.
    """
    return PairCritic.load(bundled_folder(name_or_path) or Path(name_or_path), device=device)


def _text(tokens: Sequence[str]) -> str:
    """Tokens as readers saw them in training: plain lower-cased text."""
    return detokenize([token.lower() for token in tokens])
