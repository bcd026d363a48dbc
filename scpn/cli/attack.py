"""`scpn attack`: labeled examples and a classifier in, paraphrases that break it out."""

from pathlib import Path
from typing import Annotated

import typer

from scpn.adversarial.settings import AttackSettings
from scpn.cli import example_options as shared
from scpn.cli import options
from scpn.cli.derived import takes_settings
from scpn.cli.options import new_app, option

app = new_app()

_ATTACK = "Attack"


@app.command("attack")
@takes_settings
def attack_command(
    data: shared.Data,
    *,
    victim: Annotated[
        str,
        option(
            "Classifier to attack: bundled:NAME, a FOLDER of 'scpn train classifier' or of "
            "Hugging Face, hf:NAME, python:MODULE:FUNCTION or process:COMMAND.",
            panel=_ATTACK,
            metavar="SPEC",
        ),
    ],
    output: Annotated[
        Path,
        option(
            "Records; figures go to FILE.summary.json. Both are written only on success.",
            "--output",
            "-o",
            metavar="FILE.jsonl",
        ),
    ],
    templates: options.Templates = None,
    template: options.Template = None,
    text: shared.Text = None,
    text2: shared.Text2 = None,
    label: shared.Label = None,
    id_: shared.Id = None,
    limit: shared.Limit = None,
    victim_labels: Annotated[
        str | None,
        option(
            "Labels of the victim in the order of its probabilities, if it does not know them.",
            panel=_ATTACK,
            metavar="A,B,...",
        ),
    ] = None,
    victim_batch_size: Annotated[
        int | None, option("Texts given to the classifier at a time.", panel=_ATTACK, min=1)
    ] = None,
    timeout: Annotated[
        float | None,
        option("Seconds that process:COMMAND may take to answer.", panel=_ATTACK, min=0.1),
    ] = None,
    settings: AttackSettings,
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
    """Find examples that a classifier gets wrong once they are paraphrased.

    scpn attack dev.csv --victim model/ --templates scpn-2018 --text sentence -o broken.jsonl

    scpn attack nli.tsv --victim python:mine:predict --victim-labels no,yes --templates top-20
    --text premise --text2 hypothesis --sides second --search guided -o broken.jsonl

    An example is broken if the classifier is right about it and wrong about at least one accepted
    paraphrase.
    """
    from scpn.adversarial.attack_run import attack_file
    from scpn.adversarial.victims import VictimSpec
    from scpn.cli.attack_view import AttackView, show

    with AttackView() as view:
        tally = attack_file(
            shared.read_data(data, text, text2, label, id_, limit),
            VictimSpec(
                victim,
                None if victim_labels is None else tuple(victim_labels.split(",")),
                victim_batch_size,
                timeout,
            ),
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
            settings=settings,
            resume=resume,
            overwrite=overwrite,
            on_progress=view.on_progress,
            on_problem=view.problems.add,
        )
    show(tally)
    if tally.summary.failed:
        raise typer.Exit(1)
