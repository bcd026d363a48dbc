"""Finds pairs of one meaning in files of sentences, as `scpn mine` does."""

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scpn.data.sentences import Sentence, SentenceInput
from scpn.data.splitting import sentence_digest
from scpn.embeddings.embedding import BLOCK_SIZE, describe, embed_into, embedding_run
from scpn.embeddings.encoders import load_encoder
from scpn.embeddings.mining import MinedPairs, SentencePool, mine_pairs
from scpn.embeddings.protocol import identify
from scpn.embeddings.retrieval import load_faiss
from scpn.embeddings.settings import BATCH_SIZE, MiningOptions
from scpn.embeddings.streaming import read_every_sentence
from scpn.embeddings.vector_file import VectorFile
from scpn.errors import DataError, UsageError
from scpn.fileio import make_folder
from scpn.runs import OnProblem, OnProgress, PartialOutput, Progress
from scpn.runs.partial import check_unfinished, note_unfinished, refuse_existing
from scpn.runtime import Device
from scpn.tables.formats import STANDARD_INPUT, writable_kind
from scpn.tables.writing import SCORES, write_rows

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
class MinedSentences:
    """What was found.

    Attributes:
        sources: One corpus or two.
        pairs: Rows of the sentences of each pair, best first.
        num_different: Different sentences of each corpus.
    """

    sources: Sequence[SentenceInput]
    pairs: MinedPairs
    num_different: list[int]

    def records(self) -> Iterator[dict[str, Any]]:
        """Yield the pairs with the columns of `COLUMNS`; the corpora are read again for that.

        Raises:
            DataError: A corpus has changed.
        """
        sides = (self.pairs.sources, self.pairs.targets)
        if len(self.sources) == 2:
            texts = [_read_texts(s, rows) for s, rows in zip(self.sources, sides, strict=True)]
        else:
            texts = [_read_texts(self.sources[0], np.concatenate(sides))] * 2
        columns = (self.pairs.scores, self.pairs.cosines)
        for source, target, score, cosine in zip(
            *(column.tolist() for column in (*sides, *columns)), strict=True
        ):
            yield {
                "source": texts[0][source],
                "target": texts[1][target],
                "score": score,
                "cosine": cosine,
                "source_number": source + 1,
                "target_number": target + 1,
            }


def mine_files(
    sources: Sequence[SentenceInput],
    output: Path | None = None,
    *,
    options: MiningOptions | None = None,
    vectors: Sequence[Path] = (),
    model: str | None = None,
    device: Device = None,
    batch_size: int = BATCH_SIZE,
    skip_unknown: bool = False,
    resume: bool = False,
    overwrite: bool = False,
    on_progress: OnProgress | None = None,
    on_problem: OnProblem | None = None,
) -> MinedSentences:
    """Find pairs of sentences of one meaning in one corpus, or between two.

    If the run stops, vectors and neighbors are kept in a folder beside the output, and the same
    call with `resume=True` goes on.

    Args:
        sources: One corpus or two; files.
        output: A `.tsv`, `.jsonl` or `.parquet` file; None writes nothing.
        options: What decides which pairs are found; None for the defaults, which for one corpus
            retrieve all neighbors.
        vectors: Files of the corpora's vectors, as `embed_file` writes them; empty embeds them.
        model: Encoder, as `load_encoder` takes it; None is the bundled one.
        device: Where to run.
        batch_size: Sentences computed together.
        skip_unknown: Leave out sentences without a vector, which are problems then; otherwise the
            first one is an error.
        resume: Continue an unfinished run, if there is one.
        overwrite: Replace an output that is there.
        on_progress: Told how far the run is.
        on_problem: Told of each sentence without a vector.

    Raises:
        UsageError: The request cannot be carried out.
        DataError: A sentence has no vector, or a file cannot be read or written.
        ModelError: The encoder cannot be loaded or is broken.
    """
    options = options or MiningOptions(retrieval="all" if len(sources) == 1 else "max")
    run = _MiningRun(
        sources, options, vectors, model, device, batch_size, skip_unknown,
        on_progress, on_problem,
    )  # fmt: skip
    run.check()
    with ExitStack() as stack:
        if output is None:
            return run.go(Path(stack.enter_context(TemporaryDirectory())), None)
        writable_kind(output)
        refuse_existing(output, overwrite=overwrite)
        folder = output.with_name(f"{output.name}.partial")
        check_unfinished(folder, resume=resume, overwrite=overwrite)
        if not resume:
            shutil.rmtree(folder, ignore_errors=True)
        try:
            found = run.go(make_folder(folder), resume)
            write_rows(output, found.records(), columns=COLUMNS, style=SCORES)
        except BaseException as error:
            if any(chain(folder.glob("*.partial"), folder.glob("neighbors-*/*/*.npy"))):
                note_unfinished(error, folder)
            else:
                shutil.rmtree(folder, ignore_errors=True)
            raise
        shutil.rmtree(folder, ignore_errors=True)
        return found


@dataclass(frozen=True, slots=True)
class _MiningRun:
    """A request; see `mine_files`."""

    sources: Sequence[SentenceInput]
    options: MiningOptions
    vectors: Sequence[Path]
    model: str | None
    device: Device
    batch_size: int
    skip_unknown: bool
    on_progress: OnProgress | None
    on_problem: OnProblem | None

    def check(self) -> None:
        """Find what is wrong with the request before any work."""
        if not 1 <= len(self.sources) <= 2:
            raise UsageError(f"got {len(self.sources)} corpora; give one or two")
        if self.vectors and len(self.vectors) != len(self.sources):
            raise UsageError(
                f"got {len(self.vectors)} --vectors for {len(self.sources)} corpora; give one for "
                "each, or none"
            )
        if any(source.path == STANDARD_INPUT for source in self.sources):
            raise UsageError("sentences cannot be mined from standard input; they are read twice")
        if self.options.search == "approximate":
            load_faiss("--approximate")

    def go(self, folder: Path, resume: bool | None) -> MinedSentences:
        """Mine; `resume` is None where nothing is kept for another run."""
        if self.vectors:
            corpora = list(map(_load_vectors, self.vectors, self.sources))
        else:
            corpora = self._embed_all(folder, resume)
        pairs = mine_pairs(
            corpora[0],
            corpora[1] if len(corpora) == 2 else None,
            self.options,
            checkpoint=folder / f"neighbors-{self._identify(corpora)}",
            on_progress=self._report_search,
        )
        return MinedSentences(self.sources, pairs, [len(corpus.rows) for corpus in corpora])

    def _embed_all(self, folder: Path, resume: bool | None) -> list[SentencePool]:
        names = _NAMES[: len(self.sources)]
        outputs = [
            PartialOutput(
                folder / name,
                describe(source, self.model, self.skip_unknown),
                chunk_size=1,
                resume=resume,
                overwrite=True,
            )
            if resume is not None
            else None
            for name, source in zip(names, self.sources, strict=True)
        ]
        keys = [_Keys() for _ in names]
        runs = [
            embedding_run(
                source, output, stage=f"embedding {source.name}", note=key.note,
                on_progress=self.on_progress,
            )
            for source, output, key in zip(self.sources, outputs, keys, strict=True)
        ]  # fmt: skip
        encoder = load_encoder(self.model, device=self.device)
        corpora = []
        for name, run, output, key in zip(names, runs, outputs, keys, strict=True):
            if output is not None:
                output.require(encoder=identify(encoder), dimension=encoder.dimension)
            rows = VectorFile(folder / f"{name}.npy", encoder.dimension)
            with run:
                embed_into(
                    rows,
                    run,
                    encoder,
                    batch_size=self.batch_size,
                    skip_unknown=self.skip_unknown,
                    on_problem=self.on_problem,
                )
            corpora.append(SentencePool.choose(rows.load(), key.array))
        return corpora

    def _report_search(self, name: str, done: int, total: int) -> None:
        if self.on_progress is not None:
            self.on_progress(Progress(f"searching {name}", done, total))

    def _identify(self, corpora: list[SentencePool]) -> str:
        """Name what the neighbors depend on: if any of it changes, they are found anew."""
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


def _load_vectors(path: Path, source: SentenceInput) -> SentencePool:
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
            f"has {len(vectors):,} rows, but {source.name} has {len(keys.array):,} sentences; "
            "embed that corpus again",
            path=path,
        )
    return SentencePool.choose(vectors, keys.array)


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
