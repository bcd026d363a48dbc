"""Run `scpn mine`: vectors of one corpus or two, the search, and the texts of what was found."""

import hashlib
import json
import shutil
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from scpn import __version__
from scpn.cli.embedding_run import check_partial, mention_partial
from scpn.cli.progress import ProblemReports, StageProgress, count_of, report
from scpn.data.sentences import Sentence, SentenceInput
from scpn.data.splitting import sentence_digest
from scpn.embeddings.encoders import load_encoder_for
from scpn.embeddings.mining import Corpus, MinedPairs, MiningOptions, mine_pairs
from scpn.embeddings.protocol import identify
from scpn.embeddings.streaming import BLOCK_SIZE, embed_into, read_every_sentence
from scpn.embeddings.vector_store import VectorStore
from scpn.errors import DataError, UsageError
from scpn.evaluation.mining import evaluate_mining, read_gold_pairs
from scpn.runs.partial import refuse_existing
from scpn.tables.formats import STANDARD_INPUT, writable_kind
from scpn.tables.writing import SCORES, json_line, write_rows

if TYPE_CHECKING:
    from scpn.embeddings import SentenceEncoder

COLUMNS = {
    "source": str,
    "target": str,
    "score": float,
    "cosine": float,
    "source_number": int,
    "target_number": int,
}
"""Of the output; numbers are those of the sentences in their corpus, from 1."""

_NAMES = ("source", "target")


@dataclass(frozen=True, slots=True)
class MiningRun:
    """A request of `scpn mine`.

    Attributes:
        sources: One corpus or two.
        options: What decides which pairs are found.
        output: File to write; None writes to standard output.
        vectors: Files of the corpora's vectors; empty embeds them.
        gold: File of right pairs; None reports no figures.
        model: Encoder; None is the bundled one.
        device: Torch device; None is the CPU.
        batch_size: Sentences computed together.
        skip_unknown: Leave out sentences without a vector, instead of an error.
    """

    sources: list[SentenceInput]
    options: MiningOptions
    output: Path | None
    vectors: list[Path]
    gold: Path | None
    model: str | None
    device: str | None
    batch_size: int
    skip_unknown: bool

    def go(self, *, resume: bool, overwrite: bool) -> None:
        """Mine, write and report.

        Raises:
            UsageError: The request cannot be carried out.
            DataError: A sentence has no vector, or a file cannot be read or written.
            ModelError: The encoder cannot be loaded or is broken.
        """
        gold = self._check(resume=resume, overwrite=overwrite)
        with ExitStack() as stack:
            if self.output is None:
                folder = Path(stack.enter_context(TemporaryDirectory()))
            else:
                folder = self.output.with_name(f"{self.output.name}.partial")
                check_partial(folder, resume=resume, overwrite=overwrite)
                if folder.exists() and not resume:
                    shutil.rmtree(folder)
                stack.callback(mention_partial, folder)
            progress = stack.enter_context(StageProgress("sentences"))
            corpora = self._load_corpora(folder, progress, resume=resume)
            pairs = mine_pairs(
                corpora[0],
                corpora[1] if len(corpora) == 2 else None,
                self.options,
                checkpoint=folder / f"neighbors-{self._identify(corpora)}",
                on_progress=lambda stage, done, total: progress.update_stage(
                    f"searching {stage}", done, total
                ),
            )
            self._write(pairs)
            shutil.rmtree(folder, ignore_errors=True)
        rows = [len(corpus.rows) for corpus in corpora]
        where = f" in {self.output}" if self.output else ""
        report(
            f"{count_of(len(pairs), 'pair')}{where} from {' and '.join(f'{n:,}' for n in rows)} "
            "different sentences"
        )
        if gold is not None:
            for line in evaluate_mining(
                pairs, gold, within_one_corpus=len(corpora) == 1
            ).describe():
                report(line)

    def _check(self, *, resume: bool, overwrite: bool) -> "set[tuple[int, int]] | None":
        """Find what is wrong with the request before any work; returns the right pairs."""
        if any(source.path == STANDARD_INPUT for source in self.sources):
            raise UsageError("sentences cannot be mined from standard input; they are read twice")
        if self.output is not None:
            writable_kind(self.output)
            refuse_existing(self.output, overwrite=overwrite)
        if self.options.search == "approximate":
            from scpn.embeddings.retrieval import load_faiss

            load_faiss("--approximate")
        return None if self.gold is None else read_gold_pairs(self.gold)

    def _load_corpora(self, folder: Path, progress: StageProgress, *, resume: bool) -> list[Corpus]:
        if self.vectors:
            return [
                _load_vectors(path, source)
                for path, source in zip(self.vectors, self.sources, strict=True)
            ]
        totals = [source.count() for source in self.sources]
        encoder = load_encoder_for(self.model, self.device)
        unknown = ProblemReports("sentences without a vector")
        corpora = []
        for name, source, total in zip(_NAMES, self.sources, totals, strict=False):
            progress.start(f"embedding {source.name}", total)
            corpora.append(
                self._embed(folder / name, source, encoder, unknown, progress, resume=resume)
            )
        if unknown.count:
            report(f"{count_of(unknown.count, 'sentence')} left out")
        return corpora

    def _embed(
        self,
        folder: Path,
        source: SentenceInput,
        encoder: "SentenceEncoder",
        unknown: ProblemReports,
        progress: StageProgress,
        *,
        resume: bool,
    ) -> Corpus:
        run = {
            "version": __version__,
            "model": self.model,
            "encoder": identify(encoder),
            "column": source.column,
            "limit": source.limit,
            "skip_unknown": self.skip_unknown,
            "block": BLOCK_SIZE,
        }
        keys = _Keys()
        with VectorStore(folder, run, dimension=encoder.dimension, resume=resume) as store:
            embed_into(
                store,
                encoder,
                keys.note(read_every_sentence(source)),
                batch_size=self.batch_size,
                skip_unknown=self.skip_unknown,
                report=unknown.add,
                on_progress=progress.update,
            )
        return Corpus.choose(store.load(), keys.array)

    def _identify(self, corpora: list[Corpus]) -> str:
        """Name what the neighbours depend on: if any of it changes, they are found anew."""
        digest = hashlib.blake2b(digest_size=8)
        settings = [self.model, self.options.neighbors, self.options.search, self.options.effort]
        for path in self.vectors:
            status = path.stat()
            settings += [str(path), status.st_size, status.st_mtime_ns]
        digest.update(json.dumps(settings).encode())
        for corpus in corpora:
            digest.update(corpus.keys.tobytes())
            digest.update(corpus.rows.chosen.tobytes())
        return digest.hexdigest()

    def _write(self, pairs: MinedPairs) -> None:
        sides = (pairs.sources, pairs.targets)
        if len(self.sources) == 2:
            texts = [_read_texts(s, rows) for s, rows in zip(self.sources, sides, strict=True)]
        else:
            texts = [_read_texts(self.sources[0], np.concatenate(sides))] * 2
        records = _records(pairs, texts[0], texts[1])
        if self.output is not None:
            write_rows(self.output, records, columns=COLUMNS, style=SCORES)
            return
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", errors="replace")
        sys.stdout.writelines(json_line(r, decimals=SCORES.decimals) for r in records)
        sys.stdout.flush()


class _Keys:
    """Keys of the sentences that go by; equal for one text up to case, spacing, punctuation."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def note(self, sentences: Iterable[Sentence]) -> Iterator[Sentence]:
        """Pass sentences on."""
        for sentence in sentences:
            self._bytes += sentence_digest(sentence.text)
            yield sentence

    @property
    def array(self) -> NDArray[np.uint64]:
        """Shape (sentences,)."""
        return np.frombuffer(bytes(self._bytes), dtype="<u8")


def _load_vectors(path: Path, source: SentenceInput) -> Corpus:
    """Take the vectors of a corpus from a file.

    Raises:
        DataError: It is no matrix of numbers, has NaN, or as many rows as there are sentences.
    """
    try:
        vectors = np.load(path, mmap_mode="r")
    except (ValueError, EOFError) as error:
        reason = str(error).splitlines()[0]
        raise DataError(f"is no .npy file of numbers ({reason})", path=path) from error
    if not isinstance(vectors, np.ndarray):
        raise DataError("holds several arrays; give the .npy file of one matrix", path=path)
    if vectors.ndim != 2 or vectors.dtype.kind != "f":
        raise DataError(
            f"holds {vectors.dtype} of shape {vectors.shape}; a matrix of floats with a row for "
            "each sentence is needed, as 'scpn embed' writes it",
            path=path,
        )
    for begin in range(0, len(vectors), BLOCK_SIZE):
        finite = np.isfinite(vectors[begin : begin + BLOCK_SIZE]).all(axis=1)
        if not finite.all():
            row = begin + int(np.argmin(finite)) + 1
            raise DataError(f"row {row:,} has NaN or infinity; embed the corpus again", path=path)
    keys = _Keys()
    for _ in keys.note(read_every_sentence(source)):
        pass
    if len(keys.array) != len(vectors):
        raise DataError(
            f"has {count_of(len(vectors), 'row')}, but {source.name} has "
            f"{count_of(len(keys.array), 'sentence')}; embed that corpus again",
            path=path,
        )
    return Corpus.choose(vectors, keys.array)


def _read_texts(source: SentenceInput, rows: NDArray[np.int64]) -> dict[int, str]:
    """Text of each of `rows`; the corpus is read again, since it may not fit into memory."""
    wanted = set(rows.tolist())
    last = max(wanted, default=-1)
    texts = {}
    for row, sentence in enumerate(read_every_sentence(source)):
        if row > last:
            break
        if row in wanted:
            texts[row] = sentence.text
    if len(texts) < len(wanted):
        raise DataError("changed while it was mined; run again", path=source.name)
    return texts


def _records(
    pairs: MinedPairs, sources: dict[int, str], targets: dict[int, str]
) -> Iterator[dict[str, Any]]:
    for source, target, score, cosine in zip(
        pairs.sources.tolist(),
        pairs.targets.tolist(),
        pairs.scores.tolist(),
        pairs.cosines.tolist(),
        strict=True,
    ):
        yield {
            "source": sources[source],
            "target": targets[target],
            "score": score,
            "cosine": cosine,
            "source_number": source + 1,
            "target_number": target + 1,
        }
