"""`scpn evaluate sts`: how well an encoder agrees with people about similarity."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scpn.cli import options
from scpn.cli.derived import skip, takes_settings
from scpn.cli.options import option
from scpn.cli.progress import new_bar, report
from scpn.cli.reports import Json, show_report
from scpn.embeddings.settings import EmbeddingSettings
from scpn.errors import UsageError
from scpn.evaluation.settings import ClassificationSettings

if TYPE_CHECKING:
    from collections.abc import Callable


@takes_settings
def sts_command(
    *,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER",
            help="Folder of test sets of semantic textual similarity; layout above.",
        ),
    ] = None,
    tasks: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SET",
            help="Folder in --data, such as 2012, or one of its files, such as "
            "stsbenchmark/dev; repeatable. By default all that the papers report.",
        ),
    ] = None,
    word_similarity: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Folder of word pairs: NAME.tsv with score<TAB>word<TAB>word."
        ),
    ] = None,
    classification: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Folder of SentEval's transfer tasks; layout above."),
    ] = None,
    classification_tasks: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="MR, CR, SUBJ, MPQA, SST, TREC, MRPC or SICK-E; repeatable. By default all.",
        ),
    ] = None,
    classifiers: Annotated[ClassificationSettings, skip("inner_folds", "strengths", "seed")],
    encoder: Annotated[
        str | None,
        option(
            "Encoder to evaluate; by default the bundled judge.",
            metavar=options.ENCODER,
            panel=EmbeddingSettings.panel,
        ),
    ] = None,
    embedding: EmbeddingSettings,
    device: Annotated[str | None, options.device(panel=EmbeddingSettings.panel)] = None,
    json_file: Json = None,
) -> None:
    """Compare the cosines of sentence embeddings with human judgments, beside the papers' rows.

    Example: scpn evaluate sts --data sts --encoder runs/word-trigram --json figures.json

    --data holds a folder for each group of test sets: 2012, 2013, 2014, 2015, 2016 (each a year of
    SemEval: MSRpar.tsv, headlines.tsv, ...), stsbenchmark (dev.tsv, test.tsv), sick (test.tsv),
    2017 (track5.en-en.tsv), twitter (test.tsv). A file holds score<TAB>sentence<TAB>sentence, one
    pair a line, and may end in .gz or .xz. What is not there is left out, and named. Any other
    folder of such files is evaluated if --tasks names it.

    --classification holds mr, cr, subj, mpqa (all.tsv), sst2 (train, dev, test; train.phrases.tsv
    is preferred), trec, mrpc (train, test), sick_e (train, dev or trial, test), with
    label<TAB>sentence or, for the last two, label<TAB>sentence<TAB>sentence.
    """
    if data is None and word_similarity is None and classification is None:
        raise UsageError(
            "nothing to evaluate on; give --data, --word-similarity or --classification with a "
            "folder"
        )
    if tasks and data is None:
        raise UsageError("--tasks names folders of --data; give --data FOLDER as well")
    if classification_tasks and classification is None:
        raise UsageError("--classification-tasks needs --classification FOLDER")
    from scpn.embeddings.encoders import load_encoder
    from scpn.evaluation.embedding_report import EmbeddingData, evaluate_embeddings

    source = EmbeddingData.find(
        data,
        tasks=tasks,
        word_similarity=word_similarity,
        classification=classification,
        classification_tasks=classification_tasks,
        settings=classifiers,
    )
    if source.missing:
        report(f"not there, so left out: {', '.join(source.missing)}")
    model = load_encoder(encoder, device=device)
    with _progress(source.num_steps) as on_progress:
        result = evaluate_embeddings(
            model, source, batch_size=embedding.batch_size, on_progress=on_progress
        )
    from scpn.cli.embedding_tables import embedding_tables

    show_report(result.to_dict(), json_file, lambda: embedding_tables(result))


@contextmanager
def _progress(total: int) -> "Iterator[Callable[[str], None]]":
    """A bar on standard error that names what was done last."""
    with new_bar() as bar:
        task = bar.add_task("test sets", total=total)
        yield lambda name: bar.update(task, advance=1, description=name)
