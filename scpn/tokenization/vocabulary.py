"""Ids of subword pieces and of parse labels; the special ids are defined here once."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import sentencepiece
import torch

from scpn.errors import DataError, ModelError, SentenceError

PAD, BOS, EOS, UNK = 0, 1, 2, 3
NUM_SPECIAL = 4
SPECIAL_NAMES = ("<pad>", "<s>", "</s>", "<unk>")

SPACE = "\u2581"  # sentencepiece's visible space; here it ends a word instead of starting one


class SubwordVocabulary:
    """Sentencepiece over lower-cased treebank tokens, the space marked at the end of a word.

    With the mark at the end, the prefix of a sentence tells whether its last word is complete,
    which is what aligns pieces with the leaves of a parse. Characters outside the vocabulary
    fall back to bytes, so nothing is unknown and everything can be copied.

    Args:
        model: A serialized sentencepiece model.
    """

    def __init__(self, model: bytes) -> None:
        self.model = model
        self._processor = sentencepiece.SentencePieceProcessor()
        try:
            self._processor.LoadFromSerializedProto(model)
        except RuntimeError as error:
            raise ModelError(f"the subword model is damaged: {error}") from error
        self._pieces_of: dict[str, list[int]] = {}
        pieces = [self._processor.IdToPiece(index) for index in range(len(self))]
        self.ends_word = torch.tensor([piece.endswith(SPACE) for piece in pieces])
        """Which pieces complete a word. Shape (V,), bool."""
        self.is_bare_end = torch.tensor([piece == SPACE for piece in pieces])
        """Which piece is nothing but the end of a word; no word starts with it. Shape (V,)."""
        self._ends_word: list[bool] = self.ends_word.tolist()

    @classmethod
    def train(
        cls, sentences: Iterable[Sequence[str]], *, size: int, model_prefix: Path
    ) -> "SubwordVocabulary":
        """Learn byte-pair pieces from tokenized sentences.

        Args:
            sentences: Lower-cased tokens.
            size: Number of pieces, special ones and bytes included.
            model_prefix: Where sentencepiece may write `.model` and `.vocab`.

        Raises:
            DataError: The text is too small for that many pieces.
        """
        model_prefix.parent.mkdir(parents=True, exist_ok=True)
        try:
            sentencepiece.SentencePieceTrainer.Train(
                sentence_iterator=(" ".join(map(_plain, words)) for words in sentences),
                model_prefix=str(model_prefix),
                model_type="bpe",
                vocab_size=size,
                character_coverage=0.9999,
                byte_fallback=True,
                treat_whitespace_as_suffix=True,
                normalization_rule_name="identity",
                pad_id=PAD,
                bos_id=BOS,
                eos_id=EOS,
                unk_id=UNK,
                minloglevel=2,
                num_threads=2,
                max_sentence_length=8192,
            )
        except RuntimeError as error:
            raise DataError(f"no vocabulary of {size} pieces can be learned: {error}") from error
        return cls(model_prefix.with_suffix(".model").read_bytes())

    def __len__(self) -> int:
        return int(self._processor.GetPieceSize())

    def encode(self, words: Sequence[str]) -> list[int]:
        """Piece ids of lower-cased words; every word ends with a piece of `ends_word`."""
        ids: list[int] = []
        for word in words:
            pieces = self._pieces_of.get(word)
            if pieces is None:
                pieces = self._encode_word(word)
                if len(self._pieces_of) < 500_000:
                    self._pieces_of[word] = pieces
            ids += pieces
        return ids

    def _encode_word(self, word: str) -> list[int]:
        try:
            pieces: list[int] = self._processor.EncodeAsIds(_plain(word))
        except RuntimeError as error:  # half of a surrogate pair
            raise SentenceError(f"the token {word!r} is not valid Unicode") from error
        ends = [self._ends_word[piece] for piece in pieces]
        if not ends or not ends[-1] or sum(ends) != 1:
            raise SentenceError(f"the token {word!r} cannot be split into pieces")
        return pieces

    def decode(self, ids: Sequence[int]) -> list[str]:
        """Words of a sequence of piece ids, one for each piece of `ends_word`.

        Special ids are skipped. Pieces after the last end are a word too. A word of nothing
        but spaces becomes an underscore.
        """
        words: list[list[int]] = [[]]
        for index in ids:
            if index >= NUM_SPECIAL:
                words[-1].append(index)
                if self._ends_word[index]:
                    words.append([])
        texts = self._processor.DecodeIds([word for word in words if word])
        return [_plain(text) for text in texts]


def _plain(word: str) -> str:
    """The word without what sentencepiece takes for a space."""
    return "".join(word.replace(SPACE, "_").split()) or "_"


class LabelVocabulary:
    """Ids of control tokens: `(NP` opens a phrase, `)` closes it, `NN` is a tag.

    Args:
        tokens: All control tokens in the order of their ids, special ones excluded.
    """

    CLOSE = ")"

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = list(tokens)
        self._id_of = {token: index for index, token in enumerate(self.tokens, start=NUM_SPECIAL)}
        if self.CLOSE not in self._id_of:
            raise ModelError("a label vocabulary needs the closing bracket")
        self.close_id = self._id_of[self.CLOSE]
        opens = [False] * NUM_SPECIAL + [token.startswith("(") for token in self.tokens]
        self.is_open = torch.tensor(opens)
        """Which ids open a phrase. Shape (V,), bool."""
        self.is_tag = ~self.is_open
        """Which ids are tags, that is, stand for a word. Shape (V,), bool."""
        self.is_tag[:NUM_SPECIAL] = False
        self.is_tag[self.close_id] = False

    @classmethod
    def build(cls, sequences: Iterable[Sequence[str]]) -> "LabelVocabulary":
        """Collect the control tokens of some parses, sorted."""
        return cls(sorted({token for tokens in sequences for token in tokens} | {cls.CLOSE}))

    def __len__(self) -> int:
        return NUM_SPECIAL + len(self.tokens)

    def __contains__(self, token: str) -> bool:
        return token in self._id_of

    def encode(self, tokens: Sequence[str]) -> list[int]:
        """Ids of control tokens; unknown ones become UNK."""
        return [self._id_of.get(token, UNK) for token in tokens]

    def decode(self, ids: Sequence[int]) -> list[str]:
        """Control tokens of ids; special ids are skipped."""
        return [self.tokens[index - NUM_SPECIAL] for index in ids if index >= NUM_SPECIAL]
