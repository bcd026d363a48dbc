from pathlib import Path

import pytest
import torch

from scpn.decoding.processors import FORBIDDEN, KnownWords, OneWordPerLeaf
from scpn.decoding.sampling import Sampling
from scpn.tokenization.trie import build_trie
from scpn.tokenization.vocabulary import EOS, SubwordVocabulary

LEXICON = ["the", "dog", "runs", "running"]
SOURCES = [["zorro", "runs"], ["the", "qwerty"]]


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> SubwordVocabulary:
    prefix: Path = tmp_path_factory.mktemp("known") / "pieces"
    sentences = [["the", "dog", "runs"], ["a", "running", "dog"], ["runs", "the"]] * 20
    return SubwordVocabulary.train(sentences, size=285, model_prefix=prefix)


@pytest.fixture(scope="module")
def rule(pieces: SubwordVocabulary) -> KnownWords:
    sources = [build_trie(words, pieces) for words in SOURCES]
    return KnownWords(pieces, build_trie(LEXICON, pieces), sources)


def allowed(rule: KnownWords, prefix: list[int], item: int, size: int) -> set[int]:
    prefixes = torch.tensor([prefix], dtype=torch.long).view(1, -1)
    scores = rule(prefixes, torch.zeros(1, size), torch.tensor([item]))
    return set((scores[0] > FORBIDDEN / 2).nonzero()[:, 0].tolist())


def test_a_word_starts_like_a_word_of_the_lexicon_or_of_the_source(
    rule: KnownWords, pieces: SubwordVocabulary
) -> None:
    for item, source in enumerate(SOURCES):
        starts = {pieces.encode([word])[0] for word in LEXICON + source}
        assert allowed(rule, [], item, len(pieces)) == {EOS, *starts}
        after_a_word = pieces.encode(["dog"])
        assert allowed(rule, after_a_word, item, len(pieces)) == {EOS, *starts}


def test_inside_a_word_only_its_continuations_are_allowed(
    rule: KnownWords, pieces: SubwordVocabulary
) -> None:
    zorro = pieces.encode(["zorro"])
    assert len(zorro) > 2  # the vocabulary has never seen it
    prefix = [*pieces.encode(["the"]), *zorro[:-1]]
    assert allowed(rule, prefix, 0, len(pieces)) == {zorro[-1]}
    # The other item's source has no such word.
    assert zorro[-1] not in allowed(rule, prefix, 1, len(pieces))


class AnyPiece:
    """A step model that likes all pieces equally."""

    def __init__(self, size: int) -> None:
        self.size = size

    def start(self, rows: torch.Tensor) -> None:
        return None

    def step(self, state: None, prefixes: torch.Tensor) -> tuple[torch.Tensor, None]:
        return torch.log_softmax(torch.zeros(len(prefixes), self.size), -1), None

    def select(self, state: None, rows: torch.Tensor) -> None:
        return None


def test_random_outputs_have_known_words_only(rule: KnownWords, pieces: SubwordVocabulary) -> None:
    leaves = OneWordPerLeaf(pieces, torch.tensor([4, 6]))
    search = Sampling(num_return=20, max_steps=80, top_p=1.0, temperature=1.0)
    found = search.search(AnyPiece(len(pieces)), 2, processors=[rule, leaves])
    for hypotheses, source, length in zip(found, SOURCES, (4, 6), strict=True):
        assert len(hypotheses) == 20
        for hypothesis in hypotheses:
            words = pieces.decode(hypothesis.ids)
            assert len(words) == length
            assert set(words) <= set(LEXICON) | set(source)
