"""A network with its vocabularies: built from a configuration, saved, loaded."""

import dataclasses
from functools import cached_property
from pathlib import Path
from typing import Literal

import torch
from torch import Tensor

from scpn.config import from_dict, to_dict
from scpn.errors import ModelError, UsageError
from scpn.fileio import read_lines, write_atomically
from scpn.models.interface import Memory
from scpn.models.recurrent import RecurrentConfig, RecurrentSeq2Seq
from scpn.models.transformer import TransformerConfig, TransformerSeq2Seq
from scpn.nn.alignment import Alignment, ChildAlignment, LeafAlignment
from scpn.nn.masking import pad
from scpn.pretrained.folder import (
    CONFIG_NAME,
    load_weights,
    read_bytes,
    read_description,
    save_weights,
    write_description,
)
from scpn.runtime import Device
from scpn.tokenization.trie import Trie, build_trie
from scpn.tokenization.vocabulary import LabelVocabulary, SubwordVocabulary

Role = Literal["parse-generator", "paraphraser"]
Network = RecurrentSeq2Seq | TransformerSeq2Seq
SUBWORDS_NAME, WORDS_NAME = "subwords.model", "words.txt"
FORMAT = 1


@dataclasses.dataclass
class NetworkConfig:
    """Which network, and its sizes."""

    kind: Literal["recurrent", "transformer"] = "recurrent"
    """The paper's LSTM network, or a transformer with the same inputs and outputs."""
    recurrent: RecurrentConfig = dataclasses.field(default_factory=RecurrentConfig)
    """Settings if `kind` is recurrent."""
    transformer: TransformerConfig = dataclasses.field(default_factory=TransformerConfig)
    """Settings if `kind` is transformer."""
    template_control: bool = False
    """Paraphraser only, an ablation: give the template instead of the full parse."""


class ControlledModel:
    """A network in its role.

    The parse generator reads control tokens (of the source parse) and writes control tokens; the
    paraphraser reads and writes subword pieces. Both see control tokens as control.

    Args:
        role: What the network is for.
        config: Which network.
        labels: Vocabulary of control tokens.
        pieces: Vocabulary of the paraphraser; the parse generator has none.
        words: Words the paraphraser may write beside those of the source; None is no limit.
    """

    def __init__(
        self,
        role: Role,
        config: NetworkConfig,
        labels: LabelVocabulary,
        pieces: SubwordVocabulary | None = None,
        *,
        words: list[str] | None = None,
    ) -> None:
        if (pieces is None) == (role == "paraphraser"):
            raise UsageError("a paraphraser needs subword pieces, a parse generator has none")
        self.role, self.config, self.labels, self.pieces = role, config, labels, pieces
        self.words = words
        if pieces is not None and config.template_control and self.is_aligned:
            raise UsageError(
                "a template has no leaves to align words with; with template_control=true set "
                "kind=recurrent and recurrent.control=attention"
            )
        self.alignment: Alignment = (
            ChildAlignment(labels) if pieces is None else LeafAlignment(pieces, labels)
        )
        self.network = self._build_network()

    def _build_network(self) -> Network:
        size = len(self.labels) if self.pieces is None else len(self.pieces)
        if self.config.kind == "recurrent":
            return RecurrentSeq2Seq(
                self.config.recurrent,
                vocabulary_size=size,
                control_vocabulary_size=len(self.labels),
                alignment=self.alignment,
            )
        return TransformerSeq2Seq(
            self.config.transformer,
            vocabulary_size=size,
            control_vocabulary_size=len(self.labels),
            alignment=self.alignment,
        )

    @cached_property
    def lexicon(self) -> Trie | None:
        """Trie of `words`."""
        if self.words is None or self.pieces is None:
            return None
        return build_trie(self.words, self.pieces)

    @property
    def device(self) -> torch.device:
        """Where the parameters are."""
        return next(self.network.parameters()).device

    @property
    def is_aligned(self) -> bool:
        """Whether the decoder is told its place in the control sequence."""
        config = self.config
        chosen = config.transformer if config.kind == "transformer" else config.recurrent
        return chosen.control == "aligned"

    def encode(
        self, sources: list[list[int]], owners: list[int], controls: list[list[int]]
    ) -> Memory:
        """Encode for decoding: each source and each control sequence once.

        Args:
            sources: Ids of the distinct sources.
            owners: For each item, which source it has.
            controls: For each item, its control ids.

        Returns:
            Memory of the items.
        """
        source, control = pad(sources).to(self.device), pad(controls).to(self.device)
        states, summary = self.network.encode_source(source)
        anchors = [self.alignment.anchors(row) for row in controls]
        index = torch.tensor(owners, device=self.device)
        return Memory(
            source=source[index],
            states=states[index],
            summary=summary[index],
            control=control,
            control_states=self.network.encode_control(control),
            anchors=pad(anchors).to(self.device),
            num_units=torch.tensor([len(row) - 1 for row in anchors], device=self.device),
            projected=tuple(x[index] for x in self.network.project_source(states)),
        )

    def save(
        self, folder: Path, *, state: dict[str, Tensor] | None = None, half: bool = False
    ) -> None:
        """Write weights, configuration and vocabularies; each file appears whole or not at all.

        Args:
            folder: Made if missing.
            state: Parameters to save instead of the current ones, for instance averaged ones.
            half: Store half-precision numbers.
        """
        folder.mkdir(parents=True, exist_ok=True)
        save_weights(
            folder, state or self.network.state_dict(), precision="half" if half else "single"
        )
        if self.pieces is not None:
            with write_atomically(folder / SUBWORDS_NAME, "wb") as file:
                file.write(self.pieces.model)
        if self.words is not None:
            with write_atomically(folder / WORDS_NAME) as file:
                file.writelines(f"{word}\n" for word in self.words)
        description = {
            "kind": f"scpn-{self.role}",
            "format": FORMAT,
            "network": to_dict(self.config),
            "labels": self.labels.tokens,
        }
        write_description(folder, description)

    @classmethod
    def load(cls, folder: Path, role: Role, *, device: Device = None) -> "ControlledModel":
        """Load a saved model, in evaluation mode.

        Raises:
            ModelError: A file is missing, damaged, or of a model in another role.
        """
        description = read_description(folder, kind=f"scpn-{role}", format_=FORMAT)
        pieces, words = None, None
        if role == "paraphraser":
            pieces = SubwordVocabulary(read_bytes(folder / SUBWORDS_NAME))
        if (folder / WORDS_NAME).exists():
            words = [word for _, word in read_lines(folder / WORDS_NAME)]
        try:
            config = from_dict(NetworkConfig, description["network"])
            labels = LabelVocabulary(description["labels"])
            model = cls(role, config, labels, pieces, words=words)
        except (AttributeError, KeyError, TypeError, UsageError) as error:
            raise ModelError(f"{folder / CONFIG_NAME} is damaged: {error}") from error
        load_weights(model.network, folder, device=device)
        return model
