"""Parsers that run on benepar: our own models and every model benepar can load."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benepar import InputSentence
from benepar.integrations.downloader import locate_model
from benepar.parse_chart import ChartParser
from nltk import Tree
from torch import Tensor
from transformers import PreTrainedTokenizerBase, PreTrainedTokenizerFast

from scpn.errors import ModelError, ScpnError, SentenceError
from scpn.fileio import write_atomically
from scpn.parsing.architectures import restore_chart_parser
from scpn.parsing.chart_parser import BatchedChartParser
from scpn.parsing.protocol import Parser
from scpn.parsing.subwords import surrounding_pieces
from scpn.pretrained.folder import CONFIG_NAME, load_weights, save_weights
from scpn.pretrained.precision import Precision
from scpn.runtime import Device, resolve_device
from scpn.tokenization.treebank import tokenize
from scpn.trees.transform import normalize

KIND = "scpn-chart-parser"
# What benepar raises over a sentence: too many pieces; words of which the tokenizer leaves none.
_REFUSALS = (ValueError, IndexError, AssertionError, StopIteration, RuntimeError, ScpnError)
_BUILDER = "build_inputs_with_special_tokens"


class BeneparParser:
    """A `Parser` over a model trained by `scpn train parser`.

    Args:
        model: The network, in evaluation mode.
        name: Name for signatures.
        batch_tokens: Words in one batch, padding included.
    """

    def __init__(self, model: BatchedChartParser, *, name: str, batch_tokens: int = 2000) -> None:
        self.model, self.name, self.batch_tokens = model, name, batch_tokens
        self.max_words = model.max_words

    @classmethod
    def load(cls, folder: str | Path, *, device: Device = None) -> "BeneparParser":
        """Load a folder written by `save_chart_parser`.

        Raises:
            ModelError: A file is missing, damaged or of another kind.
        """
        folder = Path(folder)
        config = read_parser_config(folder)
        try:
            model = restore_chart_parser(config)
        except (KeyError, TypeError, AttributeError, ValueError, RuntimeError) as error:
            reason = f"{type(error).__name__}: {error}"
            raise ModelError(f"{folder / CONFIG_NAME} is damaged: {reason}") from error
        load_weights(model, folder, device=device)
        return cls(model, name=config.get("name", folder.name))

    def parse(self, sentences: Sequence[str] | Sequence[list[str]]) -> list[Tree]:
        """See `Parser.parse`."""
        return parse_or_raise(self, sentences)

    def parse_tokens(self, sentences: Sequence[list[str]]) -> list[Tree | SentenceError]:
        """See `Parser.parse_tokens`; sentences are batched by length."""
        return _parse_by_length(
            sentences, self.model.parse_batch, max_words=self.max_words, room=self._room
        )

    def _room(self, words: int) -> int:
        """Sentences of so many words in one batch."""
        # A chart is quadratic in the length, so long sentences come in smaller batches still.
        return max(1, min(self.batch_tokens // words, 60_000 // words**2))


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
        return parse_or_raise(self, sentences)

    def parse_tokens(self, sentences: Sequence[list[str]]) -> list[Tree | SentenceError]:
        """See `Parser.parse_tokens`."""
        return _parse_by_length(
            sentences,
            self._parse_batch,
            max_words=self.max_words,
            room=lambda words: self.batch_size,
        )

    def _parse_batch(self, sentences: list[list[str]]) -> list[Tree | SentenceError]:
        """Parse together; if benepar refuses, each alone, to find out which one it refuses."""
        examples = [
            InputSentence(words=words, space_after=[True] * len(words), escaped_words=words)
            for words in sentences
        ]
        try:
            return [normalize(tree) for tree in self.model.parse(examples)]
        except _REFUSALS as error:
            if len(sentences) > 1:
                return [outcome for words in sentences for outcome in self._parse_batch([words])]
            reason = str(error) or "its tokenizer finds no words in it"
            return [SentenceError(f"{self.name} cannot parse the sentence: {reason}")]


def parse_or_raise(parser: Parser, sentences: Sequence[str] | Sequence[list[str]]) -> list[Tree]:
    """`Parser.parse` by means of `Parser.parse_tokens`."""
    tokens = [tokenize(text) if isinstance(text, str) else text for text in sentences]
    trees = []
    for number, tree in enumerate(parser.parse_tokens(tokens), start=1):
        if isinstance(tree, SentenceError):
            raise SentenceError(f"sentence {number}: {tree}")
        trees.append(tree)
    return trees


def length_error(words: Sequence[str], max_words: int) -> SentenceError | None:
    """Why a sentence cannot be parsed because of its length, or None if it can."""
    if not words or not all(words):
        return SentenceError("an empty sentence has no parse")
    if len(words) > max_words:
        return SentenceError(
            f"the sentence has {len(words)} words, the parser takes at most {max_words}; split it"
        )
    return None


def _parse_by_length(
    sentences: Sequence[list[str]],
    parse_batch: Callable[[list[list[str]]], Sequence[Tree | SentenceError]],
    *,
    max_words: int,
    room: Callable[[int], int],
) -> list[Tree | SentenceError]:
    """Parse sentences of like length together, and give back the outcomes in the order asked for.

    Args:
        sentences: Lists of tokens.
        parse_batch: Parses sentences that are neither empty nor too long.
        max_words: Longest sentence that is parsed.
        room: How many sentences a batch has whose longest one has so many words.
    """
    outcomes: list[Tree | SentenceError | None] = [
        length_error(words, max_words) for words in sentences
    ]
    order = [index for index, error in enumerate(outcomes) if error is None]
    batches: list[list[int]] = []
    for index in sorted(order, key=lambda index: len(sentences[index])):
        if not batches or len(batches[-1]) >= room(len(sentences[index])):
            batches.append([])
        batches[-1].append(index)
    for batch in batches:
        trees = parse_batch([sentences[index] for index in batch])
        for index, tree in zip(batch, trees, strict=True):
            outcomes[index] = tree
    return [outcome for outcome in outcomes if outcome is not None]


def is_own_folder(folder: Path) -> bool:
    """Whether `folder` says that it holds a model of ours, of whatever kind, and not benepar's."""
    try:
        config = json.loads((folder / CONFIG_NAME).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(config, dict) and "kind" in config


def read_parser_config(folder: Path) -> dict[str, Any]:
    """The configuration of one of our parsers.

    Raises:
        ModelError: The folder is not one of our parsers.
    """
    path = folder / CONFIG_NAME
    try:
        config = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelError(
            f"{folder} is not a parser folder: {CONFIG_NAME}: {error.strerror}"
        ) from error
    except ValueError as error:
        raise ModelError(f"{path} is damaged: {error}") from error
    kind = config.get("kind") if isinstance(config, dict) else None
    if kind != KIND:
        raise ModelError(f"{folder} holds a {kind or 'model of unknown kind'!r}, not a {KIND!r}")
    found: dict[str, Any] = config
    return found


def save_chart_parser(
    model: BatchedChartParser,
    folder: Path,
    *,
    state: dict[str, Tensor],
    precision: Precision = "single",
) -> None:
    """Write weights and configuration; each file appears whole or not at all.

    Args:
        model: Gives the configuration.
        folder: Must exist.
        state: Parameters to save, for instance averaged ones.
        precision: How numbers are stored.
    """
    save_weights(folder, state, precision=precision)
    with write_atomically(folder / CONFIG_NAME) as file:
        json.dump({"kind": KIND, "name": folder.name, **model.config}, file, indent=1)
        file.write("\n")


class _PretrainedChartParser(ChartParser):  # type: ignore[misc]  # benepar has no annotations
    """benepar's parser, tolerant of what older versions of transformers saved."""

    def load_state_dict(self, state_dict: dict[str, Tensor], strict: bool = True) -> Any:
        """Load parameters; position numbers, once saved with every BERT, are left out."""
        known = self.state_dict()
        kept = {
            name: value
            for name, value in state_dict.items()
            if name in known or not name.endswith("position_ids")
        }
        return super().load_state_dict(kept, strict)


def _surround_with_special_tokens(
    tokenizer: PreTrainedTokenizerBase, ids: list[int], pair: None = None
) -> list[int]:
    """Put before and after `ids` what the tokenizer puts around a text."""
    prefix, suffix = surrounding_pieces(tokenizer)
    return [*prefix, *ids, *suffix]


def restore_special_tokens() -> None:
    """Give fast tokenizers back the method by which benepar finds their special tokens.

    transformers 5 removed `build_inputs_with_special_tokens`, without which benepar 0.2.0 loads
    no pretrained model (nikitakit/self-attentive-parser#111). Other versions are left alone.
    """
    if not hasattr(PreTrainedTokenizerFast, _BUILDER):
        setattr(PreTrainedTokenizerFast, _BUILDER, _surround_with_special_tokens)


def load_benepar_model(name_or_path: str, *, device: Device = None) -> PretrainedBeneparParser:
    """Load a model of benepar's own: a downloaded name such as `benepar_en3`, a folder or a file.

    Raises:
        ModelError: The model is not on this machine or benepar cannot load it.
    """
    restore_special_tokens()
    try:
        model = _PretrainedChartParser.from_trained(locate_model(name_or_path))
    except LookupError as error:
        if isinstance(error, KeyError | IndexError):
            raise ModelError(_cannot_load(name_or_path, error)) from error
        raise ModelError(
            f"no parser called {name_or_path!r}: not a folder, not a file, and not among the "
            f"models benepar has downloaded (benepar.download({name_or_path!r}) fetches its own)"
        ) from error
    except Exception as error:  # a damaged file makes torch and pickle raise anything
        raise ModelError(_cannot_load(name_or_path, error)) from error
    name = Path(name_or_path).name
    return PretrainedBeneparParser(model.to(resolve_device(device)).eval(), name=name)


def _cannot_load(name_or_path: str, error: Exception) -> str:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    return f"benepar cannot load {name_or_path!r}: {type(error).__name__}: {reason}"
