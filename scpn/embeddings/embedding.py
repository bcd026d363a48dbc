"""Embeds any number of sentences into a file of vectors, as `scpn embed` does."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from scpn import __version__
from scpn.data.sentences import Sentence, SentenceInput
from scpn.embeddings.encoders import load_encoder
from scpn.embeddings.protocol import SentenceEncoder, identify
from scpn.embeddings.settings import BATCH_SIZE
from scpn.embeddings.streaming import embed_sentences, read_every_sentence
from scpn.embeddings.vector_file import VectorFile, write_parquet
from scpn.errors import UsageError
from scpn.runs import ItemResult, Items, OnProblem, OnProgress, PartialOutput, ResumableRun
from scpn.runs.partial import Record
from scpn.runtime import Device

SUFFIXES = (".npy", ".parquet")
"""Kinds of output file."""

BLOCK_SIZE = 8192
"""Sentences embedded together, after which a run can be continued."""

Block = list[Sentence]


@dataclass(slots=True)
class EmbeddingCounts:
    """Figures of a run.

    Attributes:
        vectors: Rows of the output.
        dimension: Numbers of a row.
    """

    vectors: int
    dimension: int


def embed_file(
    source: SentenceInput,
    output: Path,
    *,
    model: str | None = None,
    device: Device = None,
    batch_size: int = BATCH_SIZE,
    skip_unknown: bool = False,
    resume: bool = False,
    overwrite: bool = False,
    on_progress: OnProgress | None = None,
    on_problem: OnProblem | None = None,
) -> EmbeddingCounts:
    """Embed sentences: row i of the output is the vector of sentence i.

    If the run stops, what is done is kept beside the output, and the same call with `resume=True`
    goes on and gives the same bytes.

    Args:
        source: Where sentences come from; a blank line of a file counts as one.
        output: A `.npy` file of single precision, or `.parquet` with `text` and `embedding`.
        model: Encoder, as `load_encoder` takes it; None is the bundled one.
        device: Where to run.
        batch_size: Sentences computed together.
        skip_unknown: Rows of zeros for sentences without a vector, which are problems then;
            otherwise the first one is an error.
        resume: Continue an unfinished run, if there is one.
        overwrite: Replace an output that is there.
        on_progress: Told how far the run is.
        on_problem: Told of each sentence without a vector.

    Raises:
        UsageError: The output exists, or an unfinished run does and is not to be continued, or was
            another one.
        DataError: A sentence has no vector, or a file cannot be read or written.
        ModelError: The encoder cannot be loaded or is broken.
    """
    if output.suffix not in SUFFIXES:
        raise UsageError(f"--output {str(output)!r} must end in {' or '.join(SUFFIXES)}")
    unfinished = PartialOutput(
        output,
        describe(source, model, skip_unknown) | {"kind": output.suffix},
        chunk_size=1,
        resume=resume,
        overwrite=overwrite,
    )
    is_parquet = output.suffix == ".parquet"
    run = embedding_run(source, unfinished, stage="embedding", on_progress=on_progress)
    encoder = load_encoder(model, device=device)
    unfinished.require(encoder=identify(encoder), dimension=encoder.dimension)
    vectors = VectorFile(output.with_name(f"{output.name}.partial.npy"), encoder.dimension)

    def write(target: Path, records: Iterable[Record]) -> None:
        if is_parquet:
            texts = (record["texts"] for record in records)
            write_parquet(vectors, texts, target, metadata={"model": encoder.name})
        else:
            vectors.move_to(target)

    try:
        with run:
            embed_into(
                vectors,
                run,
                encoder,
                batch_size=batch_size,
                skip_unknown=skip_unknown,
                keep_texts=is_parquet,
                on_problem=on_problem,
            )
            run.finish(write)
    finally:
        if not unfinished.path.exists():
            vectors.remove()
    return EmbeddingCounts(vectors.num_rows, vectors.dimension)


def describe(source: SentenceInput, model: str | None, skip_unknown: bool) -> dict[str, Any]:
    """What must be the same for an embedding to be continued; batch size and device may change."""
    return {
        "version": __version__,
        "model": model,
        "column": source.column,
        "limit": source.limit,
        "skip_unknown": skip_unknown,
        "block": BLOCK_SIZE,
    }


def embedding_run(
    source: SentenceInput,
    output: PartialOutput | None,
    *,
    stage: str,
    note: Callable[[Iterator[Sentence]], Iterator[Sentence]] = iter,
    on_progress: OnProgress | None = None,
) -> ResumableRun[Block]:
    """The run that `embed_into` takes: an item is a block of sentences.

    Args:
        source: Where sentences come from.
        output: Keeps which blocks are done, with chunks of one item; None keeps nothing.
        stage: Name for progress.
        note: Passes the sentences on and may take note of each.
        on_progress: Told how far the run is.

    Raises:
        DataError: The input cannot be read, or has no sentence.
    """
    sentences = note(read_every_sentence(source))
    blocks = Items(
        iter(lambda: list(islice(sentences, BLOCK_SIZE)), []),
        name=source.name,
        noun="block",
        content=lambda block: "".join(f"{len(s.text)} {s.text}" for s in block),
        where=lambda block: f"the block that begins with {block[0].where}",
        count=source.count,
        is_estimate=True,
        size=len,
        unit="sentences",
    )
    return ResumableRun(blocks, chunk_size=1, output=output, stage=stage, on_progress=on_progress)


def embed_into(
    vectors: VectorFile,
    run: ResumableRun[Block],
    encoder: SentenceEncoder,
    *,
    batch_size: int = BATCH_SIZE,
    skip_unknown: bool = False,
    keep_texts: bool = False,
    on_problem: OnProblem | None = None,
) -> None:
    """Embed the sentences of a run into a file; what an earlier run has done is not done again.

    Args:
        vectors: The file; holds the rows of all sentences afterwards.
        run: See `embedding_run`; it must be open.
        encoder: The model.
        batch_size: Sentences computed together.
        skip_unknown: See `embed_sentences`.
        keep_texts: Keep the sentences of each block in its record, as `texts`.
        on_problem: Told of each sentence without a vector, of this run only.

    Raises:
        DataError: See `embed_sentences`; or a file cannot be written.
        UsageError: The sentences are not those of the earlier run.
        ModelError: See `embed_sentences`.
    """

    def embed(blocks: Iterator[list[Block]]) -> Iterator[list[ItemResult]]:
        with vectors.continued(run.counts.skipped):
            for (block,) in blocks:
                vectors.append(
                    embed_sentences(
                        encoder,
                        block,
                        batch_size=batch_size,
                        skip_unknown=skip_unknown,
                        report=on_problem,
                    )
                )
                record = {"texts": [sentence.text for sentence in block]} if keep_texts else {}
                yield [ItemResult([record])]

    run.go(embed)
