"""`scpn robustness`: the whole experiment, from labeled data to a report."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scpn.adversarial.settings import ExperimentSettings, Kind
from scpn.cli import example_options as shared
from scpn.cli import options
from scpn.cli.derived import skip, takes_settings
from scpn.cli.options import new_app, option
from scpn.errors import UsageError

if TYPE_CHECKING:
    from scpn.adversarial.labeled_data import LabeledData
    from scpn.adversarial.report.document import RobustnessReport

app = new_app()

_EXPERIMENT, _BASELINES = ExperimentSettings.panel, "Baselines"
_LIST_WIDTH = 200  # of a table that goes into a file or a pipe


@app.command("robustness")
@takes_settings
def robustness_command(
    overrides: Annotated[
        list[str] | None,
        typer.Argument(
            help="Settings of the classifiers as key=value: bilstm.epochs=5, "
            "bag_of_words.longest=1."
        ),
    ] = None,
    *,
    train: Annotated[
        str, typer.Option(help="Labeled examples that train the victims and are augmented.")
    ],
    dev: Annotated[str, typer.Option(help="Examples to attack.")],
    test: Annotated[str | None, typer.Option(help="Examples for the test accuracy.")] = None,
    output: Annotated[
        Path,
        typer.Option(
            "--output",
            "-o",
            help="Folder for all results, with report.html, report.md and report.json.",
        ),
    ],
    templates: options.Templates = None,
    template: options.Template = None,
    text: shared.Text = None,
    text2: shared.Text2 = None,
    label: shared.Label = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Read at most this many examples of each file.")
    ] = None,
    victim: Annotated[
        Kind,
        option(
            "Family of the victim; a classifier of the other family checks labels.",
            panel=_EXPERIMENT,
        ),
    ] = ExperimentSettings.kind,
    seeds: Annotated[
        str, option("Random seeds, separated by commas.", metavar="1,2,3", panel=_EXPERIMENT)
    ] = ",".join(map(str, ExperimentSettings.seeds)),
    experiment: Annotated[ExperimentSettings, skip("kind", "seeds")],
    title: Annotated[str | None, option("Title of the report.", panel=_EXPERIMENT)] = None,
    config: Annotated[
        Path | None,
        option("YAML file of settings of the classifiers.", "--config", "-c", panel=_EXPERIMENT),
    ] = None,
    synonyms: Annotated[
        bool, option("Add a baseline: synonyms from WordNet.", "--synonyms", panel=_BASELINES)
    ] = False,
    wordnet: Annotated[
        Path | None, option("Folder of WordNet's files, if it is not installed.", panel=_BASELINES)
    ] = None,
    forward: Annotated[list[str] | None, options.forward(panel=_BASELINES)] = None,
    backward: Annotated[list[str] | None, options.backward(panel=_BASELINES)] = None,
    uncontrolled: Annotated[
        Path | None,
        option(
            "Add a baseline: a folder of a paraphraser trained with "
            "network.recurrent.control=none.",
            panel=_BASELINES,
        ),
    ] = None,
    versions: Annotated[
        int | None,
        option(
            "Paraphrases per sentence of each baseline; by default as many as templates.",
            min=1,
            panel=_BASELINES,
        ),
    ] = None,
    resume: Annotated[bool, options.resume()] = False,
    cpu: options.Cpu = False,
    generation: shared.Generation,
    workers: shared.Workers = 1,
    device: shared.Device = None,
    model: shared.Model = None,
    similarity_model: shared.SimilarityModel = None,
    critic: shared.Critic = None,
) -> None:
    """Train a classifier, attack it, augment its training data, train and attack again, report.

    scpn robustness --train train.tsv --dev dev.tsv --test test.tsv --templates scpn-2018
    --synonyms -o sst2

    scpn robustness --train train.tsv --dev dev.tsv --templates top-20 --seeds 1 bilstm.epochs=3
    -o quick

    scpn robustness --train train.tsv --dev dev.tsv --templates scpn-2018 --workers 2
    --forward "process:apertium -u eng-spa" --backward "process:apertium -u spa-eng" -o against

    --resume passes over finished stages. Validity in the report is automatic; ask people with
    'scpn rate export'.
    """
    from scpn.adversarial.baselines.selection import Baselines
    from scpn.adversarial.classifiers import ClassifierConfig
    from scpn.adversarial.robustness import RobustnessConfig
    from scpn.adversarial.robustness_run import run_robustness
    from scpn.cli.progress import RunView, report
    from scpn.config import load_config
    from scpn.runtime import prepare_training

    def read_from(path: str) -> "LabeledData":
        return shared.read_data(path, text, text2, label, limit=limit)

    prepare_training()
    with RunView(problems="problems of examples") as view:
        result = run_robustness(
            read_from(train),
            read_from(dev),
            None if test is None else read_from(test),
            shared.read_rewriting(
                generation,
                template=template,
                templates=templates,
                model=model,
                similarity_model=similarity_model,
                critic=critic,
                device=device,
                workers=workers,
            ),
            output,
            baselines=Baselines(
                synonyms=synonyms or wordnet is not None,
                wordnet=wordnet,
                forward=tuple(forward or ()),
                backward=tuple(backward or ()),
                uncontrolled=uncontrolled,
                versions=versions,
            ),
            config=RobustnessConfig(
                **vars(experiment) | {"kind": victim, "seeds": _read_seeds(seeds)},
                min_similarity=generation.filters.min_similarity,
                min_overlap=generation.filters.min_overlap,
                classifiers=load_config(ClassifierConfig, config, overrides=overrides or []),
            ),
            title=title,
            resume=resume,
            cpu=cpu,
            on_progress=view.on_progress,
            on_problem=view.problems.add,
        )
    _show(result.report)
    report(f"the report is in {', '.join(str(path) for path in result.files)}")


def _read_seeds(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError as error:
        raise UsageError(f"--seeds {text!r} must be whole numbers, such as 1,2,3") from error


def _show(document: "RobustnessReport") -> None:
    """Print the overview."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from scpn.adversarial.report.rendering import (
        describe_accuracies,
        describe_interval,
        describe_rate,
    )

    table = Table(box=None, pad_edge=False, header_style="dim")
    names = ("system", "accuracy", "broken", "validity", "broken after", "fall", "test", "after")
    for name in names:
        table.add_column(name, justify="left" if name == "system" else "right")
    for system in document.systems:
        table.add_row(
            Text(system.name),
            describe_rate(system.before.accuracy),
            describe_rate(system.before.broken_rate),
            describe_rate(system.before.validity),
            describe_rate(system.after.broken_rate) if system.after else "-",
            describe_interval(system.fall),
            describe_accuracies(system.test_before),
            describe_accuracies(system.test_after),
        )
    console = Console()
    if not console.is_terminal:
        console = Console(width=_LIST_WIDTH)
    console.print(table)
