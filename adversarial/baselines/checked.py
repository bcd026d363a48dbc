"""Outputs of a baseline, parsed and filtered like those of the controlled paraphraser."""

import dataclasses
import itertools
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from types import SimpleNamespace
from typing import Any, Protocol, cast

from nltk import Tree

from scpn.adversarial.rewriters import SentenceParaphrases
from scpn.embeddings.protocol import SentenceEncoder
from scpn.errors import SentenceError
from scpn.filters.acceptance import rejections
from scpn.filters.meaning import Meaning, compare_meaning
from scpn.filters.settings import FilterSettings
from scpn.paraphraser.types import Paraphrase
from scpn.parsing.protocol import Parser
from scpn.pretrained.digest import models_digest
from scpn.runs import together_or_alone
from scpn.templates import Template
from scpn.tokenization.ngrams import ngram_overlap
from scpn.tokenization.treebank import detokenize, split_tokens, tokenize
from scpn.trees.linearize import linearize

_CHUNK_SIZE = 32
_MAX_WORDS = 60


@dataclasses.dataclass(frozen=True)
class Source:
    """A sentence to paraphrase.

    Attributes:
        tokens: Treebank tokens, cased.
        tree: Its tree, lower-cased.
        forms: What is asked for of it.
    """

    tokens: list[str]
    tree: Tree
    forms: tuple[str, ...]

    @cached_property
    def template(self) -> Template:
        """The form that the sentence has."""
        return Template.of(self.tree)


@dataclasses.dataclass(frozen=True)
class Version:
    """A paraphrase of a baseline.

    Attributes:
        form: What was asked for.
        words: Treebank tokens, cased.
        score: Higher is better.
    """

    form: str
    words: list[str]
    score: float


class Baseline(Protocol):
    """Paraphrases sentences, without checking the results.

    Attributes:
        name: Name for reports.
        forms: Names of its versions of a sentence, best first.
        signature: All that changes what comes out, in plain values.
    """

    name: str
    forms: tuple[str, ...]
    signature: Mapping[str, Any]

    def versions(self, sources: Sequence[Source]) -> list[list[Version]]:
        """Versions of each sentence, of the forms asked for; there may be none.

        Raises:
            SentenceError: A sentence cannot be processed.
        """
        ...


class CheckedRewriter:
    """A baseline as a `Rewriter`: its versions get a parse, figures and reasons for rejection.

    The rules are those of the controlled paraphraser but for one: no template was asked for, so
    none can be missed. The `template` of a record is the form, its `target_parse` is empty.

    Args:
        baseline: What writes the versions.
        parser: Parses sources and versions.
        judge: Says how alike two texts are in meaning; None leaves `similarity` open.
        filters: What is accepted.
        tokenized: Sentences are treebank tokens separated by spaces, and so are versions.
    """

    def __init__(
        self,
        baseline: Baseline,
        parser: Parser,
        *,
        judge: SentenceEncoder | None = None,
        filters: FilterSettings | None = None,
        tokenized: bool = False,
    ) -> None:
        self.name, self.forms = baseline.name, baseline.forms
        self._baseline, self._parser, self._judge = baseline, parser, judge
        self._filters = dataclasses.replace(filters or FilterSettings(), require_match=False)
        self._tokenized = tokenized
        self.signature: Mapping[str, Any] = {
            "baseline": dict(baseline.signature),
            "models": models_digest(cast(Any, SimpleNamespace(parser=parser, judge=judge))),
            "judge": judge and judge.name,
            "filters": dataclasses.asdict(self._filters),
            "tokenized": tokenized,
        }

    def rewrite(self, wanted: Mapping[str, Sequence[str]]) -> Iterator[SentenceParaphrases]:
        """See `Rewriter.rewrite`; a sentence that fails does not harm the others."""
        rest = iter(wanted.items())
        while chunk := dict(itertools.islice(rest, _CHUNK_SIZE)):
            yield from self._rewrite_chunk(chunk)

    def _rewrite_chunk(self, wanted: Mapping[str, Sequence[str]]) -> list[SentenceParaphrases]:
        split = split_tokens if self._tokenized else tokenize
        tokens = [split(sentence) for sentence in wanted]
        sources: dict[str, Source] = {}
        errors: dict[str, str] = {}
        for (sentence, forms), words, tree in zip(
            wanted.items(), tokens, self._parse(tokens), strict=True
        ):
            if isinstance(tree, Tree):
                sources[sentence] = Source(words, tree, tuple(forms))
            else:
                errors[sentence] = str(tree)
        found: dict[tuple[str, str], list[Paraphrase]] = defaultdict(list)
        for record in self._check(sources, self._versions(sources, errors)):
            found[record.source, record.template].append(record)
        return [
            SentenceParaphrases(
                sentence, {form: found[sentence, form] for form in forms}, errors.get(sentence)
            )
            for sentence, forms in wanted.items()
        ]

    def _parse(self, sentences: Sequence[list[str]]) -> list[Tree | SentenceError]:
        """Trees of lower-cased sentences, or why there is none."""
        limit = min(self._parser.max_words, _MAX_WORDS)
        errors: list[SentenceError | None] = [
            SentenceError(f"the sentence has {len(words)} words; it must have 1 to {limit}")
            if not 0 < len(words) <= limit
            else None
            for words in sentences
        ]
        good = [
            [word.lower() for word in words]
            for words, error in zip(sentences, errors, strict=True)
            if error is None
        ]
        parsed = iter(self._parser.parse_tokens(good))
        return [error or next(parsed) for error in errors]

    def _versions(
        self, sources: Mapping[str, Source], errors: dict[str, str]
    ) -> dict[str, list[Version]]:
        """Versions of each sentence; one that fails is noted in `errors`."""
        found: dict[str, list[Version]] = {}
        results = together_or_alone(list(sources.values()), self._baseline.versions, SentenceError)
        for sentence, result in zip(sources, results, strict=True):
            if isinstance(result, SentenceError):
                errors[sentence] = str(result)
            else:
                found[sentence] = result
        return found

    def _check(
        self, sources: Mapping[str, Source], versions: Mapping[str, list[Version]]
    ) -> Iterator[Paraphrase]:
        """Records of all versions that can be parsed, in their order."""
        flat = [(key, version) for key, found in versions.items() for version in found]
        trees = self._parse([version.words for _, version in flat])
        join = " ".join if self._tokenized else detokenize
        texts = [join(version.words) for _, version in flat]
        meanings = self._meanings([(sources[key].tokens, version.words) for key, version in flat])
        for (key, version), tree, text, meaning in zip(flat, trees, texts, meanings, strict=True):
            # A lone tag, which some parsers give to a lone word, has no template.
            if isinstance(tree, Tree) and isinstance(tree[0], Tree):
                yield self._record(key, sources[key], version, tree, text, meaning)

    def _meanings(self, pairs: Sequence[tuple[list[str], list[str]]]) -> Sequence[Meaning | None]:
        """How the meanings of each pair compare, lower-cased as in the paraphraser."""
        if self._judge is None:
            return [None] * len(pairs)
        lowered = [([w.lower() for w in one], [w.lower() for w in two]) for one, two in pairs]
        return compare_meaning(self._judge, lowered)

    def _record(
        self,
        text: str,
        source: Source,
        version: Version,
        tree: Tree,
        output: str,
        meaning: Meaning | None,
    ) -> Paraphrase:
        before, after = ([word.lower() for word in w] for w in (source.tokens, version.words))
        template = str(Template.of(tree))
        reasons = rejections(
            before,
            after,
            asked=template,
            found=template,
            given=str(source.template),
            settings=self._filters,
            meaning=meaning,
        )
        return Paraphrase(
            source=text,
            template=version.form,
            target_parse="",
            paraphrase=output,
            parse=linearize(tree),
            template_match=True,
            score=round(version.score, 4),
            ngram_overlap=round(ngram_overlap(before, after), 4),
            similarity=None if meaning is None else round(meaning.similarity, 4),
            accepted=not reasons,
            rejected_because=reasons,
            by=self.name,
        )
