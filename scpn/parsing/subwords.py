"""Word vectors from a pretrained encoder over subwords, whichever `transformers` can load."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from transformers import AutoTokenizer, PreTrainedTokenizerBase

from scpn.errors import ModelError

# Models of transformers take two seconds to import, and the bundled parser needs none.
if TYPE_CHECKING:
    from transformers import PreTrainedModel


class SubwordEncoder(nn.Module):
    """A transformer over pieces of words, whose output at the last piece stands for the word.

    What it needs besides parameters is plain data (`description`), so that whoever saves it
    needs neither the encoder it came from nor a particular version of `transformers`. A sentence
    with more pieces than the transformer has positions is read in windows, cut between words.

    Args:
        model: The transformer.
        tokenizer: Cuts a word into pieces.
        prefix: Numbers of the pieces that stand before a text.
        suffix: Numbers of the pieces that stand after it.
        padding: Number of the piece that fills up short rows.
        unknown: Number of the piece for a word of which the tokenizer leaves nothing.
        max_pieces: Longest row, prefix and suffix included.
    """

    MAX_PIECES = 512  # longer rows cost more than windows, even where there are positions for them
    MAX_WORD_PIECES = 32  # of a longer word, the last ones are read

    model: "PreTrainedModel"

    def __init__(
        self,
        model: "PreTrainedModel",
        tokenizer: Tokenizer,
        *,
        prefix: Sequence[int],
        suffix: Sequence[int],
        padding: int,
        unknown: int,
        max_pieces: int,
    ) -> None:
        super().__init__()
        if getattr(model, "pooler", None) is not None:
            model.register_module("pooler", None)  # one vector of the sentence; nobody reads it
        self.model, self.tokenizer = model, tokenizer
        self.prefix, self.suffix = list(prefix), list(suffix)
        self.padding, self.unknown, self.max_pieces = padding, unknown, max_pieces
        self._pieces: dict[str, list[int]] = {}

    @classmethod
    def from_pretrained(cls, name_or_path: str) -> "SubwordEncoder":
        """Load an encoder with its parameters: a folder or a name on the hub.

        Raises:
            ModelError: There is no such encoder, or it is of a kind that cannot be used.
        """
        from transformers import AutoModel

        try:
            model = AutoModel.from_pretrained(name_or_path).float()
            tokenizer = AutoTokenizer.from_pretrained(name_or_path)
        except Exception as error:  # a damaged file makes it raise anything
            reason = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise ModelError(
                f"{name_or_path!r} cannot be loaded as an encoder: {reason}; "
                "give a folder or hub name that transformers.AutoModel loads"
            ) from error
        if not tokenizer.is_fast or model.config.is_encoder_decoder:
            raise ModelError(
                f"{name_or_path!r} is no encoder with a fast tokenizer; "
                "choose a model of one stack of layers, such as BERT"
            )
        prefix, suffix = surrounding_pieces(tokenizer)
        backend = tokenizer.backend_tokenizer
        backend.no_padding()
        backend.no_truncation()
        positions = getattr(model.config, "max_position_embeddings", cls.MAX_PIECES)
        unknown = tokenizer.unk_token_id
        return cls(
            model,
            backend,
            prefix=prefix,
            suffix=suffix,
            padding=tokenizer.pad_token_id or 0,
            unknown=(prefix + suffix + [0])[0] if unknown is None else unknown,
            max_pieces=min(cls.MAX_PIECES, positions, tokenizer.model_max_length),
        )

    @classmethod
    def from_description(cls, description: dict[str, Any]) -> "SubwordEncoder":
        """Make an encoder with random parameters from what `description` gave.

        Raises:
            KeyError, TypeError, ValueError: `description` is damaged.
        """
        from transformers import AutoConfig, AutoModel

        rest = dict(description)
        config = AutoConfig.for_model(**rest.pop("transformer"))
        try:
            tokenizer = Tokenizer.from_str(json.dumps(rest.pop("tokenizer")))
        except Exception as error:  # tokenizers raises nothing narrower
            raise ValueError(f"tokenizer: {error}") from error
        model = AutoModel.from_config(config)  # type: ignore[no-untyped-call]
        return cls(model, tokenizer, **rest)

    def description(self) -> dict[str, Any]:
        """Everything but the parameters, fit for JSON."""
        config: dict[str, Any] = json.loads(self.model.config.to_json_string())
        for key in ("_name_or_path", "transformers_version", "dtype", "torch_dtype"):
            config.pop(key, None)
        return {
            "transformer": config,
            "tokenizer": json.loads(self.tokenizer.to_str()),
            "prefix": self.prefix,
            "suffix": self.suffix,
            "padding": self.padding,
            "unknown": self.unknown,
            "max_pieces": self.max_pieces,
        }

    @property
    def size(self) -> int:
        """Width of the vectors."""
        return int(self.model.config.hidden_size)

    @property
    def num_kinds(self) -> int:
        """Kinds of texts that the transformer can tell apart in one row."""
        return int(getattr(self.model.config, "type_vocab_size", 1))

    @property
    def piece_embeddings(self) -> nn.Embedding:
        """Table of the vectors of pieces that enter the transformer."""
        embeddings = self.model.get_input_embeddings()
        assert isinstance(embeddings, nn.Embedding)
        return embeddings

    def forward(self, sentences: Sequence[Sequence[str]]) -> tuple[Tensor, Tensor]:
        """Vectors of each word and of both sentence boundaries.

        Args:
            sentences: B lists of words.

        Returns:
            The vectors, shape (B, T + 2, size), zero behind the end of a sentence; and the mask
            of the places inside, shape (B, T + 2).
        """
        rows, places = self._rows(sentences)
        device = next(self.model.parameters()).device
        width = max(len(row) for row in rows)
        pieces = torch.tensor([row + [self.padding] * (width - len(row)) for row in rows])
        lengths = torch.tensor([len(row) for row in rows])
        inside = torch.arange(width) < lengths.unsqueeze(1)
        hidden = self.model(
            input_ids=pieces.to(device), attention_mask=inside.to(device)
        ).last_hidden_state
        length = max(len(place) for place in places)
        index = torch.tensor(
            [[r * width + c for r, c in place] + [0] * (length - len(place)) for place in places]
        )
        sizes = torch.tensor([len(place) for place in places])
        mask = (torch.arange(length) < sizes.unsqueeze(1)).to(device)
        vectors = hidden.flatten(0, 1)[index.to(device)]
        return vectors * mask.unsqueeze(-1), mask

    def _rows(
        self, sentences: Sequence[Sequence[str]]
    ) -> tuple[list[list[int]], list[list[tuple[int, int]]]]:
        """Rows of pieces, and for each sentence the (row, column) of boundaries and words."""
        self._cut_words(sentences)
        rows: list[list[int]] = []
        places = []
        for words in sentences:
            row = list(self.prefix)
            place = [(len(rows), max(0, len(row) - 1))]
            for word in words:
                pieces = self._pieces[word]
                if len(row) + len(pieces) + len(self.suffix) > self.max_pieces:
                    rows.append(row + self.suffix)
                    row = list(self.prefix)
                row += pieces
                place.append((len(rows), len(row) - 1))
            place.append((len(rows), len(row) if self.suffix else len(row) - 1))
            rows.append(row + self.suffix)
            places.append(place)
        return rows, places

    def _cut_words(self, sentences: Sequence[Sequence[str]]) -> None:
        """Fill the cache with the pieces of the words of `sentences`."""
        if len(self._pieces) > 400_000:
            self._pieces.clear()
        new = list({word for words in sentences for word in words if word not in self._pieces})
        # After a space, because byte-level tokenizers write words within a text differently;
        # half a surrogate pair is no text to the tokenizer.
        texts = [" " + word.encode("utf-8", "replace").decode("utf-8") for word in new]
        encodings = self.tokenizer.encode_batch(texts, add_special_tokens=False)
        room = min(self.MAX_WORD_PIECES, self.max_pieces - len(self.prefix) - len(self.suffix))
        for word, encoding in zip(new, encodings, strict=True):
            self._pieces[word] = encoding.ids[-room:] or [self.unknown]


def surrounding_pieces(tokenizer: PreTrainedTokenizerBase) -> tuple[list[int], list[int]]:
    """Numbers of the pieces that `tokenizer` puts before and after a text."""
    plain: list[int] = tokenizer("a", add_special_tokens=False)["input_ids"]
    surrounded: list[int] = tokenizer("a")["input_ids"]
    begin = next(
        start for start in range(len(surrounded)) if surrounded[start : start + len(plain)] == plain
    )
    return surrounded[:begin], surrounded[begin + len(plain) :]
