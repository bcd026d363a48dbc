"""From sentence and template to checked paraphrases: the one facade over all parts."""

import itertools
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from nltk import Tree

from scpn.decoding.search import BeamSearch, Hypothesis
from scpn.embeddings import SentenceEncoder, load_encoder
from scpn.errors import ModelError, ScpnError, SentenceError
from scpn.fileio import make_folder, write_atomically
from scpn.filters.acceptance import rejections
from scpn.filters.meaning import Meaning, compare_meaning
from scpn.models.model import ControlledModel
from scpn.paraphraser.decoding import refusal, search_parses, search_sentences
from scpn.paraphraser.settings import GenerationSettings
from scpn.paraphraser.types import (
    CheckedOutput,
    Control,
    FormRequest,
    Paraphrase,
    SentenceResult,
)
from scpn.parsing import load_parser, save_parser
from scpn.parsing.protocol import Parser
from scpn.pretrained import BUNDLED
from scpn.runtime import Device, resolve_device
from scpn.templates import Template
from scpn.tokenization.ngrams import ngram_overlap
from scpn.tokenization.treebank import detokenize, restore_case, split_tokens, tokenize
from scpn.trees.linearize import linearize
from scpn.trees.transform import pos_tags, remove_words

PIPELINE_NAME = "scpn.json"
MAX_PARSE_TOKENS = 400  # of a search; each parse has a limit of its own below that
PARTS = ("parser", "parse-generator", "paraphraser")
JUDGE, NO_JUDGE = "judge", "none"


class Paraphraser:
    """Parser, parse generator and paraphraser working together.

    Args:
        parser: Parses sources and checks outputs.
        parse_generator: Writes full parses for templates.
        paraphraser: Writes sentences for full parses.
        judge: Says how alike source and output are in meaning; None leaves similarity out.
    """

    def __init__(
        self,
        parser: Parser,
        parse_generator: ControlledModel,
        paraphraser: ControlledModel,
        judge: SentenceEncoder | None = None,
    ) -> None:
        self.parser, self.parse_generator, self.paraphraser = parser, parse_generator, paraphraser
        self.judge = judge
        self.stage_seconds: dict[str, float] = defaultdict(float)
        """Time spent so far in "parse", "parse generation", "paraphrase", "check" and "judge"."""

    # -- loading and saving ----------------------------------------------------------------

    @classmethod
    def from_pretrained(
        cls,
        name_or_path: str | Path | None = None,
        *,
        judge: str | Path | None = None,
        parser: str | Path | None = None,
        device: Device = None,
    ) -> "Paraphraser":
        """Load the bundled models, a folder written by `save_pretrained`, or a hub repository.

        The process is left as it is; what makes torch faster is up to `scpn.runtime`.

        Args:
            name_or_path: None for the bundled models; an existing folder; else the name of a
                repository on the Hugging Face hub, which is downloaded or taken from its cache.
            judge: Embedding model that judges meaning, as `scpn.embeddings.load_encoder` takes it;
                None is the one in the folder, else the bundled one; "none" leaves it out.
            parser: Parses instead of the folder's own, as `scpn.parsing.load_parser` takes it.
            device: Where to run.

        Raises:
            UsageError: The device cannot be used.
            ModelError: There is no such model, or a part is missing or damaged.
        """
        device = resolve_device(device)
        folder = BUNDLED if name_or_path is None else _local_folder(name_or_path)
        if not (folder / PIPELINE_NAME).is_file():
            raise ModelError(
                f"{folder} is no model folder: {PIPELINE_NAME} is missing (a folder written by "
                "save_pretrained has it, beside parser, parse-generator and paraphraser)"
            )
        return cls(
            load_parser(parser or folder / "parser", device=device),
            ControlledModel.load(folder / "parse-generator", "parse-generator", device=device),
            ControlledModel.load(folder / "paraphraser", "paraphraser", device=device),
            _load_judge(folder, judge, device=device),
        )

    def save_pretrained(self, folder: str | Path, *, half: bool = True) -> None:
        """Write the three parts into a folder that `from_pretrained` loads; the judge is not one.

        Args:
            folder: Made if missing.
            half: Store half-precision numbers.

        Raises:
            ModelError: The parser is one of benepar's own, which are not ours to copy.
        """
        save_parser(self.parser, make_folder(Path(folder) / "parser"), half=half)
        self.parse_generator.save(Path(folder) / "parse-generator", half=half)
        self.paraphraser.save(Path(folder) / "paraphraser", half=half)
        with write_atomically(Path(folder) / PIPELINE_NAME) as file:
            json.dump({"kind": "scpn-pipeline", "format": 1, "parts": list(PARTS)}, file, indent=1)
            file.write("\n")

    # -- sentences -------------------------------------------------------------------------

    def paraphrase(
        self,
        sentences: Sequence[str],
        *,
        templates: Sequence[str | Template],
        settings: GenerationSettings | None = None,
    ) -> list[list[Paraphrase]]:
        """Paraphrase sentences into every template.

        Args:
            sentences: Plain text, or treebank tokens if `settings.tokenized`.
            templates: Forms asked for.
            settings: See `GenerationSettings`.

        Returns:
            For each sentence `settings.num_return` results a template; what fails a rule is there
            too, with `accepted` false.

        Raises:
            SentenceError: A sentence is empty or too long.
        """
        controls = [Control.of_template(template) for template in templates]
        results = []
        for result in self.stream(sentences, controls, settings=settings):
            if result.error is not None:
                raise SentenceError(f"sentence {result.index + 1}: {result.error}")
            results.append(result.paraphrases)
        return results

    def stream(
        self,
        sentences: Iterable[str],
        controls: Sequence[Control] | Callable[[Tree], Sequence[Control]],
        *,
        settings: GenerationSettings | None = None,
    ) -> Iterator[SentenceResult]:
        """Paraphrase sentences one batch at a time; a bad sentence does not harm the others.

        Args:
            sentences: Read as needed.
            controls: Forms asked for of every sentence, or a function from its tree to them.
            settings: See `GenerationSettings`.

        Yields:
            One result a sentence, in order.
        """
        settings = settings or GenerationSettings()
        per_batch = settings.requests_at_a_time
        if not callable(controls):
            per_batch = max(1, per_batch // max(1, len(controls)))
        numbered = enumerate(sentences)
        while chunk := list(itertools.islice(numbered, per_batch)):
            yield from self._results(chunk, controls, settings)

    def control_of_exemplar(self, text: str, *, tokenized: bool = False) -> Control:
        """The template of a sentence whose form is to be imitated."""
        words = [word.lower() for word in (split_tokens if tokenized else tokenize)(text)]
        tree = self.parser.parse([words])[0]
        return Control(template=Template.of(tree))

    def _results(
        self,
        chunk: list[tuple[int, str]],
        controls: Sequence[Control] | Callable[[Tree], Sequence[Control]],
        settings: GenerationSettings,
    ) -> list[SentenceResult]:
        split = split_tokens if settings.tokenized else tokenize
        tokens = [split(text) for _, text in chunk]
        trees = self._parse(tokens, settings)
        requests: list[FormRequest] = []
        owners: list[int] = []
        for row, tree in enumerate(trees):
            if isinstance(tree, ScpnError):
                continue
            words = [word.lower() for word in tokens[row]]
            for control in controls(tree) if callable(controls) else controls:
                requests.append(FormRequest(words, tree, control))
                owners.append(row)
        found: dict[int, list[Paraphrase]] = defaultdict(list)
        for row, request, candidates in zip(
            owners, requests, self.decode(requests, settings=settings), strict=True
        ):
            for candidate in candidates:
                found[row].append(_record(chunk[row][1], tokens[row], request, candidate, settings))
        return [
            SentenceResult(
                index, text, found[row], str(tree) if isinstance(tree, ScpnError) else None
            )
            for row, ((index, text), tree) in enumerate(zip(chunk, trees, strict=True))
        ]

    def _parse(
        self, tokens: list[list[str]], settings: GenerationSettings
    ) -> list[Tree | SentenceError]:
        """Trees of lower-cased sentences, or why there is none."""
        lowered = [[word.lower() for word in words] for words in tokens]
        limit, pieces = min(settings.max_words, self.parser.max_words), self.paraphraser.pieces
        assert pieces is not None
        errors = [refusal(words, pieces, max_words=limit) for words in lowered]
        good = [words for words, error in zip(lowered, errors, strict=True) if error is None]
        with self._timed("parse"):
            parsed = iter(self.parser.parse_tokens(good))
        return [error or next(parsed) for error in errors]

    # -- decoding --------------------------------------------------------------------------

    def decode(
        self, requests: Sequence[FormRequest], *, settings: GenerationSettings
    ) -> list[list[CheckedOutput]]:
        """Outputs of each request, best first, `settings.num_return` at most.

        With re-ranking the order is: template match, then acceptance, then `CheckedOutput.merit`.
        """
        results: list[list[CheckedOutput]] = []
        size = settings.requests_at_a_time
        for begin in range(0, len(requests), size):
            results += self._decode_batch(requests[begin : begin + size], settings)
        return results

    def _decode_batch(
        self, requests: Sequence[FormRequest], settings: GenerationSettings
    ) -> list[list[CheckedOutput]]:
        parses = self._target_parses(requests, settings)
        owners = [row for row, trees in enumerate(parses) for _ in trees]
        flat = [tree for trees in parses for tree in trees]
        # The templates of one sentence share its encoding.
        sentences = list({tuple(request.words): request.words for request in requests}.values())
        number = {tuple(words): index for index, words in enumerate(sentences)}
        per_parse = settings.num_return if settings.rerank == 1 else max(2, settings.num_return)
        with self._timed("paraphrase"):
            hypotheses = search_sentences(
                self.paraphraser,
                sentences,
                [number[tuple(requests[row].words)] for row in owners],
                flat,
                num_return=min(per_parse, settings.beam),
                settings=settings,
            )
        return self._rank(requests, owners, flat, hypotheses, settings)

    def _target_parses(
        self, requests: Sequence[FormRequest], settings: GenerationSettings
    ) -> list[list[Tree]]:
        """Full parses to write for, of each request."""
        parses: list[list[Tree]] = [
            [] if request.control.parse is None else [request.control.parse] for request in requests
        ]
        missing = [row for row, trees in enumerate(parses) if not trees]
        generated = self.generate_parses(
            [requests[row].source_parse for row in missing],
            [requests[row].control.target for row in missing],
            num=settings.rerank,
            settings=settings,
        )
        for row, trees in zip(missing, generated, strict=True):
            parses[row] = trees
        return parses

    def generate_parses(
        self,
        source_parses: Sequence[Tree],
        templates: Sequence[Template],
        *,
        num: int,
        settings: GenerationSettings,
    ) -> list[list[Tree]]:
        """The `num` best full parses of each template for a sentence with the given parse."""
        with self._timed("parse generation"):
            return search_parses(
                self.parse_generator,
                [remove_words(tree) for tree in source_parses],
                templates,
                BeamSearch(
                    beam=max(settings.beam, num * settings.parse_beam),
                    num_return=num,
                    max_steps=MAX_PARSE_TOKENS,
                ),
            )

    def _rank(
        self,
        requests: Sequence[FormRequest],
        owners: list[int],
        parses: list[Tree],
        hypotheses: list[list[tuple[list[str], Hypothesis]]],
        settings: GenerationSettings,
    ) -> list[list[CheckedOutput]]:
        outputs = [words for found in hypotheses for words, _ in found]
        with self._timed("check"):
            trees = iter(self.parser.parse_tokens(outputs))
        meanings = iter(self._meanings(requests, owners, hypotheses))
        ranked: list[list[CheckedOutput]] = [[] for _ in requests]
        for row, parse, found in zip(owners, parses, hypotheses, strict=True):
            for words, hypothesis in found:
                tree, meaning = next(trees), next(meanings)
                # A lone tag, which some parsers give to a lone word, has no template.
                if not isinstance(tree, ScpnError) and isinstance(tree[0], Tree):
                    ranked[row].append(
                        _candidate(requests[row], words, parse, tree, hypothesis, meaning, settings)
                    )
        for candidates in ranked:
            _sort(candidates, settings)
        return [_distinct(candidates)[: settings.num_return] for candidates in ranked]

    def _meanings(
        self,
        requests: Sequence[FormRequest],
        owners: list[int],
        hypotheses: list[list[tuple[list[str], Hypothesis]]],
    ) -> Sequence[Meaning | None]:
        """How the meaning of each output compares with that of its source, if there is a judge."""
        pairs = [
            (requests[row].words, words)
            for row, found in zip(owners, hypotheses, strict=True)
            for words, _ in found
        ]
        if self.judge is None:
            return [None] * len(pairs)
        with self._timed("judge"):
            return compare_meaning(self.judge, pairs)

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.stage_seconds[stage] += time.perf_counter() - start


def _candidate(
    request: FormRequest,
    words: list[str],
    parse: Tree,
    tree: Tree,
    hypothesis: Hypothesis,
    meaning: Meaning | None,
    settings: GenerationSettings,
) -> CheckedOutput:
    asked, found = request.control.target, Template.of(tree)
    reasons = rejections(
        request.words,
        words,
        asked=str(asked),
        found=str(found),
        given=str(request.source_template),
        settings=settings.filters,
        meaning=meaning,
        score=hypothesis.score,
    )
    return CheckedOutput(
        words=words,
        target_parse=parse,
        tree=tree,
        template=found,
        template_match=asked == found,
        score=hypothesis.score,
        rejected_because=reasons,
        overlap=ngram_overlap(request.words, words),
        similarity=None if meaning is None else meaning.similarity,
    )


def _sort(candidates: list[CheckedOutput], settings: GenerationSettings) -> None:
    if settings.rerank > 1:
        candidates.sort(
            key=lambda c: (
                c.template_match,
                not c.rejected_because,
                c.merit(settings.meaning_weight),
            ),
            reverse=True,
        )
    else:
        candidates.sort(key=lambda c: c.score, reverse=True)


def _distinct(candidates: list[CheckedOutput]) -> list[CheckedOutput]:
    """The first candidate of each wording."""
    first: dict[tuple[str, ...], CheckedOutput] = {}
    for candidate in candidates:
        first.setdefault(tuple(candidate.words), candidate)
    return list(first.values())


def _record(
    text: str,
    tokens: list[str],
    request: FormRequest,
    candidate: CheckedOutput,
    settings: GenerationSettings,
) -> Paraphrase:
    cased = restore_case(candidate.words, source=tokens, source_tags=pos_tags(request.source_parse))
    return Paraphrase(
        source=text,
        template=str(request.control.target),
        target_parse=linearize(candidate.target_parse),
        paraphrase=" ".join(cased) if settings.tokenized else detokenize(cased),
        parse=linearize(candidate.tree),
        template_match=candidate.template_match,
        score=round(candidate.score, 4),
        ngram_overlap=round(candidate.overlap, 4),
        similarity=None if candidate.similarity is None else round(candidate.similarity, 4),
        accepted=not candidate.rejected_because,
        rejected_because=candidate.rejected_because,
    )


def _load_judge(
    folder: Path, judge: str | Path | None, *, device: Device
) -> SentenceEncoder | None:
    if judge == NO_JUDGE:
        return None
    if judge is None and (folder / JUDGE).is_dir():
        judge = folder / JUDGE
    return load_encoder(judge, device=device)


def _local_folder(name_or_path: str | Path) -> Path:
    """The folder itself, or that of a repository on the Hugging Face hub."""
    path = Path(name_or_path)
    if path.exists():
        return path
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(str(name_or_path)))
    except (HfHubHTTPError, HFValidationError, LocalEntryNotFoundError, OSError) as error:
        raise ModelError(
            f"no model called {str(name_or_path)!r}: not a folder here, and the hub has none or "
            f"cannot be reached ({type(error).__name__})"
        ) from error
