"""From sentence and template to checked paraphrases: the one facade over all parts.

Writers write, the networks and the rules; what they write is checked and ranked alike.
"""

import dataclasses
import itertools
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from nltk import Tree

from scpn.critic import Critic, Verdict
from scpn.embeddings import SentenceEncoder
from scpn.errors import ModelError, ScpnError, SentenceError
from scpn.fileio import make_folder, write_atomically
from scpn.models.model import ControlledModel
from scpn.paraphraser.checking import Checker
from scpn.paraphraser.decoding import refusal
from scpn.paraphraser.edit_writer import EditWriter
from scpn.paraphraser.loading import find_critic, load_judge, local_folder
from scpn.paraphraser.network_writer import NetworkWriter
from scpn.paraphraser.ranking import rank
from scpn.paraphraser.rule_writer import RuleWriter
from scpn.paraphraser.settings import GenerationSettings, WriterNames
from scpn.paraphraser.timing import StageSeconds
from scpn.paraphraser.types import (
    CheckedOutput,
    Control,
    FormRequest,
    Paraphrase,
    SentenceResult,
)
from scpn.paraphraser.writer import Draft, Writer
from scpn.parsing import load_parser, save_parser
from scpn.parsing.protocol import Parser
from scpn.pretrained import BUNDLED
from scpn.runtime import Device, resolve_device
from scpn.templates import Template
from scpn.tokenization.treebank import detokenize, restore_case, split_tokens, tokenize
from scpn.trees.linearize import linearize
from scpn.trees.transform import pos_tags

PIPELINE_NAME = "scpn.json"
PARTS = ("parser", "parse-generator", "paraphraser")


class Paraphraser:
    """Parser, parse generator and paraphraser working together.

    Args:
        parser: Parses sources and checks outputs.
        parse_generator: Writes full parses for templates.
        paraphraser: Writes sentences for full parses.
        judge: Says how alike source and output are in meaning; None leaves similarity out.
        critic: Says how good an output is; None leaves quality out.
    """

    def __init__(
        self,
        parser: Parser,
        parse_generator: ControlledModel,
        paraphraser: ControlledModel,
        judge: SentenceEncoder | None = None,
        critic: Critic | None = None,
    ) -> None:
        self.parser, self.parse_generator, self.paraphraser = parser, parse_generator, paraphraser
        self.judge, self.critic = judge, critic
        self.stage_seconds = StageSeconds()
        """Time spent so far in "parse", "parse generation", "paraphrase", "rules", "check", "judge"
        and "critic"."""

    # -- loading and saving ----------------------------------------------------------------

    @classmethod
    def from_pretrained(
        cls,
        name_or_path: str | Path | None = None,
        *,
        judge: str | Path | None = None,
        critic: str | Path | None = None,
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
            critic: Name or folder of the critic; None is the one in the folder, else the bundled
                one if there is one; "none" leaves it out.
            parser: Parses instead of the folder's own, as `scpn.parsing.load_parser` takes it.
            device: Where to run.

        Raises:
            UsageError: The device cannot be used.
            ModelError: There is no such model, or a part is missing or damaged.
        """
        device = resolve_device(device)
        folder = BUNDLED if name_or_path is None else local_folder(name_or_path)
        if not (folder / PIPELINE_NAME).is_file():
            raise ModelError(
                f"{folder} is no model folder: {PIPELINE_NAME} is missing (a folder written by "
                "save_pretrained has it, beside parser, parse-generator and paraphraser)"
            )
        return cls(
            load_parser(parser or folder / "parser", device=device),
            ControlledModel.load(folder / "parse-generator", "parse-generator", device=device),
            ControlledModel.load(folder / "paraphraser", "paraphraser", device=device),
            load_judge(folder, judge, device=device),
            find_critic(folder, critic, device=device),
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
        with self.stage_seconds.timed("parse"):
            parsed = iter(self.parser.parse_tokens(good))
        return [error or next(parsed) for error in errors]

    # -- decoding --------------------------------------------------------------------------

    def decode(
        self, requests: Sequence[FormRequest], *, settings: GenerationSettings
    ) -> list[list[CheckedOutput]]:
        """Outputs of each request, best first, `settings.num_return` at most.

        See `scpn.paraphraser.ranking.rank` for the order.
        """
        results: list[list[CheckedOutput]] = []
        size = settings.requests_at_a_time
        for begin in range(0, len(requests), size):
            results += self._decode_batch(requests[begin : begin + size], settings)
        return results

    def _decode_batch(
        self, requests: Sequence[FormRequest], settings: GenerationSettings
    ) -> list[list[CheckedOutput]]:
        """Outputs of requests that are written together.

        The networks are slow, and read worse than rules and edits: they write only for requests
        that these leave without enough accepted outputs.
        """
        results: list[list[CheckedOutput]] = [[] for _ in requests]
        for writers in self._stages(settings):
            rows = [row for row, own in enumerate(results) if _is_wanting(own, settings)]
            written = self._write(writers, [requests[row] for row in rows], settings)
            for row, more in zip(rows, written, strict=True):
                results[row] = rank([*results[row], *more], settings)[: settings.num_return]
        return results

    def _stages(self, settings: GenerationSettings) -> list[list[Writer]]:
        """Who writes, and who writes after those."""
        rules, edits = RuleWriter(self.stage_seconds), EditWriter(self.stage_seconds)
        networks = self._network_writer()
        stages: dict[WriterNames, list[list[Writer]]] = {
            "all": [[rules, edits], [networks]],
            "rules": [[rules]],
            "edits": [[edits]],
            "network": [[networks]],
        }
        return stages[settings.writers]

    def _write(
        self,
        writers: Sequence[Writer],
        requests: Sequence[FormRequest],
        settings: GenerationSettings,
    ) -> list[list[CheckedOutput]]:
        """Checked outputs of each request, best first."""
        if not requests:
            return []
        drafts: list[list[Draft]] = [[] for _ in requests]
        for writer in writers:
            written = writer.write(requests, settings=settings)
            for own, more in zip(drafts, written, strict=True):
                own += more
        checker = Checker(self.parser, self.judge, self.critic, self.stage_seconds)
        return checker.check(requests, drafts, settings)

    def generate_parses(
        self,
        source_parses: Sequence[Tree],
        templates: Sequence[Template],
        *,
        num: int,
        settings: GenerationSettings,
    ) -> list[list[Tree]]:
        """The `num` best full parses of each template for a sentence with the given parse."""
        return self._network_writer().generate_parses(
            source_parses, templates, num=num, settings=settings
        )

    def propose_parses(
        self, requests: Sequence[FormRequest], *, settings: GenerationSettings
    ) -> list[list[Tree]]:
        """At most `settings.rerank` full parses for the form of each request, best first.

        See `GenerationSettings.proposers` for who proposes them.
        """
        return self._network_writer().propose(requests, settings=settings)

    def _network_writer(self) -> NetworkWriter:
        return NetworkWriter(
            self.parser, self.parse_generator, self.paraphraser, self.stage_seconds
        )


def _is_wanting(outputs: Sequence[CheckedOutput], settings: GenerationSettings) -> bool:
    """Whether there are fewer accepted outputs than paraphrases asked for."""
    return sum(not output.rejected_because for output in outputs) < settings.num_return


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
        score=None if candidate.score is None else round(candidate.score, 4),
        ngram_overlap=round(candidate.overlap, 4),
        similarity=None if candidate.similarity is None else round(candidate.similarity, 4),
        accepted=not candidate.rejected_because,
        rejected_because=candidate.rejected_because,
        by=candidate.by,
        **({} if candidate.verdict is None else _rounded(candidate.verdict)),
    )


def _rounded(verdict: Verdict) -> dict[str, float]:
    return {name: round(value, 4) for name, value in dataclasses.asdict(verdict).items()}
