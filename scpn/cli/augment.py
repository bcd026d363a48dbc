"""`scpn augment`: labeled examples in, the same with accepted paraphrases out."""

from pathlib import Path
from typing import Annotated

from scpn.adversarial.settings import AugmentSettings
from scpn.cli import example_options as shared
from scpn.cli import options
from scpn.cli.derived import skip, takes_settings
from scpn.cli.options import new_app, option

app = new_app()

_ROWS = AugmentSettings.panel


@app.command("augment")
@takes_settings
def augment_command(
    data: shared.Data,
    *,
    output: Annotated[
        Path,
        option(
            "Output file (.csv, .tsv, .jsonl or .parquet), written only on success.",
            "--output",
            "-o",
            metavar="FILE",
        ),
    ],
    templates: options.Templates = None,
    template: options.Template = None,
    text: shared.Text = None,
    text2: shared.Text2 = None,
    label: shared.Label = None,
    id_: shared.Id = None,
    limit: shared.Limit = None,
    settings: Annotated[AugmentSettings, skip("include_original")],
    exclude_original: Annotated[
        bool,
        option(
            "Write only paraphrases, not the examples themselves.",
            "--exclude-original",
            panel=_ROWS,
        ),
    ] = False,
    resume: Annotated[bool, options.resume()] = False,
    overwrite: Annotated[bool, options.overwrite()] = False,
    generation: shared.Generation,
    workers: shared.Workers = 1,
    device: shared.Device = None,
    model: shared.Model = None,
    similarity_model: shared.SimilarityModel = None,
    critic: shared.Critic = None,
    cache: shared.Cache = None,
    no_cache: shared.NoCache = False,
) -> None:
    """Add accepted paraphrases to labeled data, with templates drawn for each example.

    scpn augment train.csv --templates top-20 --text sentence --per-sentence 2 -o larger.csv

    scpn augment nli.jsonl --templates top-20 --text premise --text2 hypothesis --balance
    -o larger.jsonl

    Rows keep their columns and labels; the columns source_id, template and similarity are added.
    """
    from scpn.adversarial.augment_run import augment_file
    from scpn.cli.augment_view import show
    from scpn.cli.progress import RunView

    with RunView(decimals=1, prefix="scpn: ", problems="problems of examples") as view:
        tally = augment_file(
            shared.read_data(data, text, text2, label, id_, limit),
            shared.read_rewriting(
                generation,
                template=template,
                templates=templates,
                model=model,
                similarity_model=similarity_model,
                critic=critic,
                device=device,
                cache=cache,
                no_cache=no_cache,
                workers=workers,
            ),
            output,
            settings=settings.replace(include_original=not exclude_original),
            resume=resume,
            overwrite=overwrite,
            on_progress=view.on_progress,
            on_problem=view.problems.add,
        )
    show(tally, output)
