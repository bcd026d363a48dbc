"""Parsers that run on benepar: our own models and every model benepar can load."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import safetensors.torch
import torch
from benepar.nkutil import HParams
from nltk import Tree
from torch import Tensor

from scpn.errors import ModelError, SentenceError
from scpn.fileio import write_atomically
from scpn.parsing.chart_parser import ScratchChartParser
from scpn.tokenization.treebank import tokenize
from scpn.trees.transform import normalize

CONFIG_NAME, WEIGHTS_NAME = "config.json", "model.safetensors"
KIND = "scpn-chart-parser"


class BeneparParser:
    """A `Parser` over a model trained by `scpn train parser`.

    Args:
        model: The network, in evaluation mode.
        name: Name for signatures.
        batch_tokens: Words in one batch, padding included.
    """

    def __init__(self, model: ScratchChartParser, *, name: str, batch_tokens: int = 2000) -> None:
        self.model, self.name, self.batch_tokens = model, name, batch_tokens
        self.max_words = model.max_words

    @classmethod
    def load(cls, folder: str | Path, *, device: torch.device | None = None) -> "BeneparParser":
        """Load a folder written by `save_scratch_parser`.

        Raises:
            ModelError: A file is missing, damaged or of another kind.
        """
        folder = Path(folder)
        config = read_parser_config(folder)
        model = ScratchChartParser(
            config["tag_vocab"],
            config["label_vocab"],
            config["char_vocab"],
            HParams(**config["hparams"]),
        )
        weights = folder / WEIGHTS_NAME
        try:
            state = safetensors.torch.load_file(weights)
            model.load_state_dict({name: value.float() for name, value in state.items()})
        except (OSError, safetensors.SafetensorError, RuntimeError) as error:
            reason = str(error).splitlines()[0]
            raise ModelError(f"{weights} cannot be loaded: {reason}") from error
        return cls(model.to(device or torch.device("cpu")).eval(), name=config["name"])

    def parse(self, sentences: Sequence[str] | Sequence[list[str]]) -> list[Tree]:
        """See `Parser.parse`."""
        tokens = [tokenize(text) if isinstance(text, str) else text for text in sentences]
        trees = []
        for number, tree in enumerate(self.parse_tokens(tokens), start=1):
            if isinstance(tree, SentenceError):
                raise SentenceError(f"sentence {number}: {tree}")
            trees.append(tree)
        return trees

    def parse_tokens(self, sentences: Sequence[list[str]]) -> list[Tree | SentenceError]:
        """See `Parser.parse_tokens`; sentences are batched by length."""
        parsed: list[Tree | SentenceError | None] = [
            length_error(words, self.max_words) for words in sentences
        ]
        order = sorted(
            (index for index, error in enumerate(parsed) if error is None),
            key=lambda index: len(sentences[index]),
        )
        for batch in _batches(order, sentences, self.batch_tokens):
            trees = self.model.parse_batch([sentences[index] for index in batch])
            for index, tree in zip(batch, trees, strict=True):
                parsed[index] = tree
        return [tree for tree in parsed if tree is not None]


class PretrainedBeneparParser:
    """A `Parser` over any model benepar itself can load, such as `benepar_en3`.

    Its labels are mapped to ours: function tags stripped, root wrapper dropped.

    Args:
        model: A `benepar.parse_chart.ChartParser`.
        name: Name for signatures.
        batch_size: Sentences in one batch.
    """

    def __init__(self, model: Any, *, name: str, batch_size: int = 32) -> None:
        self.model, self.name, self.batch_size = model, name, batch_size
        # Subword models count pieces, not words; four hundred words fit every released one.
        self.max_words = 400

    def parse(self, sentences: Sequence[str] | Sequence[list[str]]) -> list[Tree]:
        """See `Parser.parse`."""
        tokens = [tokenize(text) if isinstance(text, str) else text for text in sentences]
        trees = []
        for number, tree in enumerate(self.parse_tokens(tokens), start=1):
            if isinstance(tree, SentenceError):
                raise SentenceError(f"sentence {number}: {tree}")
            trees.append(tree)
        return trees

    def parse_tokens(self, sentences: Sequence[list[str]]) -> list[Tree | SentenceError]:
        """See `Parser.parse_tokens`."""
        from benepar import InputSentence

        parsed: list[Tree | SentenceError | None] = [
            length_error(words, self.max_words) for words in sentences
        ]
        order = [index for index, error in enumerate(parsed) if error is None]
        order.sort(key=lambda index: len(sentences[index]))
        for begin in range(0, len(order), self.batch_size):
            batch = order[begin : begin + self.batch_size]
            examples = [
                InputSentence(
                    words=sentences[index],
                    space_after=[True] * len(sentences[index]),
                    escaped_words=sentences[index],
                )
                for index in batch
            ]
            for index, tree in zip(batch, self.model.parse(examples), strict=True):
                parsed[index] = normalize(tree)
        return [tree for tree in parsed if tree is not None]


def length_error(words: Sequence[str], max_words: int) -> SentenceError | None:
    """Why a sentence cannot be parsed because of its length, or None if it can."""
    if not words or not all(words):
        return SentenceError("an empty sentence has no parse")
    if len(words) > max_words:
        return SentenceError(
            f"the sentence has {len(words)} words, the parser takes at most {max_words}; split it"
        )
    return None


def _batches(
    order: list[int], sentences: Sequence[list[str]], batch_tokens: int
) -> list[list[int]]:
    """Cut length-sorted sentence numbers into batches of at most `batch_tokens` padded words."""
    batches: list[list[int]] = []
    for index in order:
        words = len(sentences[index])
        # A chart is quadratic in the length, so long sentences come in smaller batches still.
        room = max(1, min(batch_tokens // words, 60_000 // words**2))
        if not batches or len(batches[-1]) >= room:
            batches.append([])
        batches[-1].append(index)
    return batches


def is_parser_folder(folder: Path) -> bool:
    """Whether `folder` looks like one of our parsers rather than one of benepar's."""
    path = folder / CONFIG_NAME
    return folder.is_dir() and (not path.is_file() or KIND in path.read_text(encoding="utf-8")[:200])


def read_parser_config(folder: Path) -> dict[str, Any]:
    """The configuration of one of our parsers.

    Raises:
        ModelError: The folder is not one of our parsers.
    """
    path = folder / CONFIG_NAME
    try:
        config: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelError(f"{folder} is not a parser folder: {CONFIG_NAME}: {error.strerror}") from error
    except ValueError as error:
        raise ModelError(f"{path} is damaged: {error}") from error
    if config.get("kind") != KIND:
        raise ModelError(f"{folder} holds a {config.get('kind', 'model of unknown kind')!r}, not a {KIND!r}")
    return config


def save_scratch_parser(
    model: ScratchChartParser, folder: Path, *, state: dict[str, Tensor], half: bool = False
) -> None:
    """Write weights and configuration; each file appears whole or not at all.

    Args:
        model: Gives the configuration.
        folder: Must exist.
        state: Parameters to save, for instance averaged ones.
        half: Store half-precision numbers.
    """
    dtype = torch.float16 if half else torch.float32
    tensors = {
        name: value.detach().to("cpu", dtype).contiguous() if value.is_floating_point() else value
        for name, value in state.items()
    }
    with write_atomically(folder / WEIGHTS_NAME, "wb") as file:
        file.write(safetensors.torch.save(tensors))
    with write_atomically(folder / CONFIG_NAME) as file:
        json.dump({"kind": KIND, "name": folder.name, **model.config}, file, indent=1)
        file.write("\n")


def load_benepar_model(name_or_path: str, *, device: torch.device | None = None) -> PretrainedBeneparParser:
    """Load a model of benepar's own: a downloaded name such as `benepar_en3`, a folder or a file.

    Raises:
        ModelError: The model is not on this machine or benepar cannot load it.
    """
    from benepar.integrations.downloader import load_trained_model

    try:
        model = load_trained_model(name_or_path)
    except LookupError as error:
        raise ModelError(
            f"no parser called {name_or_path!r}: not a folder, not a file, and not among the models "
            f"benepar has downloaded (benepar.download({name_or_path!r}) fetches its own)"
        ) from error
    except (OSError, RuntimeError, KeyError, AttributeError, TypeError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise ModelError(f"benepar cannot load {name_or_path!r}: {reason}") from error
    return PretrainedBeneparParser(model.to(device or torch.device("cpu")).eval(), name=Path(name_or_path).name)
