"""Run `scpn embed`: sentences into a store on disk, and the store into the file asked for."""

import shutil
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from scpn import __version__
from scpn.cli.progress import ProblemReports, StageProgress, count_of, report
from scpn.data.sentences import SentenceInput
from scpn.errors import UsageError
from scpn.runs.partial import refuse_existing


@dataclass(frozen=True, slots=True)
class EmbeddingRun:
    """A request of `scpn embed`.

    Attributes:
        source: Where sentences come from.
        output: A .npy or .parquet file.
        model: Encoder; None is the bundled one.
        device: Torch device; None is the CPU.
        batch_size: Sentences computed together.
        skip_unknown: Rows of zeros for sentences without a vector, instead of an error.
    """

    source: SentenceInput
    output: Path
    model: str | None
    device: str | None
    batch_size: int
    skip_unknown: bool

    @property
    def partial(self) -> Path:
        """Folder of what is done."""
        return self.output.with_name(f"{self.output.name}.partial")

    def describe(self) -> dict[str, Any]:
        """What must be the same for a run to be continued; batch size and device may change."""
        from scpn.embeddings.streaming import BLOCK_SIZE

        return {
            "version": __version__,
            "model": self.model,
            "column": self.source.column,
            "limit": self.source.limit,
            "skip_unknown": self.skip_unknown,
            "kind": self.output.suffix,
            "block": BLOCK_SIZE,
        }

    def go(self, *, resume: bool, overwrite: bool) -> str:
        """Embed everything and make the file appear; returns a line that says what was done.

        Raises:
            UsageError: The output exists, or an unfinished run does and is not to be continued.
            DataError: A sentence has no vector, or a file cannot be read or written.
            ModelError: The encoder cannot be loaded or is broken.
        """
        from scpn.embeddings.encoders import load_encoder_for
        from scpn.embeddings.protocol import identify
        from scpn.embeddings.streaming import embed_into, read_every_sentence
        from scpn.embeddings.vector_store import VectorStore, write_parquet

        refuse_existing(self.output, overwrite=overwrite)
        check_partial(self.partial, resume=resume, overwrite=overwrite)
        total = self.source.count()  # before the model: the input may be missing
        encoder = load_encoder_for(self.model, self.device)
        unknown = ProblemReports("sentences without a vector")
        is_parquet = self.output.suffix == ".parquet"
        store = VectorStore(
            self.partial,
            self.describe() | {"encoder": identify(encoder)},
            dimension=encoder.dimension,
            resume=resume,
            keep_texts=is_parquet,
        )
        with ExitStack() as stack:
            stack.callback(mention_partial, self.partial)
            stack.enter_context(store)
            progress = stack.enter_context(StageProgress("sentences"))
            progress.start("embedding", total)
            embed_into(
                store,
                encoder,
                read_every_sentence(self.source),
                batch_size=self.batch_size,
                skip_unknown=self.skip_unknown,
                report=unknown.add,
                on_progress=progress.update,
            )
            if is_parquet:
                store.close()
                write_parquet(store, self.output, metadata={"model": encoder.name})
                store.remove()
            else:
                store.move_to(self.output)
        without = f", {unknown.count:,} rows of zeros" if unknown.count else ""
        return (
            f"{count_of(store.num_rows, 'vector')} of {encoder.dimension} numbers in "
            f"{self.output}{without}"
        )


def check_partial(partial: Path, *, resume: bool, overwrite: bool) -> None:
    """Check that a folder of an unfinished run, if there is one, is to be continued or replaced.

    Raises:
        UsageError: It is neither.
    """
    if partial.exists() and not (resume or overwrite):
        raise UsageError(
            f"{str(partial)!r} holds an unfinished run; continue it with --resume, or start again "
            "with --overwrite"
        )


def mention_partial(partial: Path) -> None:
    """Say what is left of a run that did not end, if there is something to continue from."""
    if any(path.is_file() for path in partial.rglob("*")):
        report(f"what is done is kept in {partial}; continue with the same command and --resume")
    else:
        shutil.rmtree(partial, ignore_errors=True)
