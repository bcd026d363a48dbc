"""`scpn report`: attacks of any classifier as a page with validity beside the broken rate."""

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from scpn import __version__
from scpn.cli.rate import AttackFiles, split_name
from scpn.errors import DataError, UsageError

if TYPE_CHECKING:
    from scpn.adversarial.outcomes import AttackOutcome
    from scpn.adversarial.protocol import Example

app = typer.Typer(add_completion=False, context_settings={"help_option_names": ["-h", "--help"]})


@app.command("report")
def report_command(
    attacks: AttackFiles,
    *,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="Folder for report.html, .md and .json.")
    ],
    train: Annotated[
        str | None,
        typer.Option(help="Labelled examples; the judge of labels is trained on them too."),
    ] = None,
    text: Annotated[str | None, typer.Option(help="Their column of the text.")] = None,
    text2: Annotated[str | None, typer.Option(help="Their column of the second text.")] = None,
    label: Annotated[str | None, typer.Option(help="Their column of the label.")] = None,
    judge: Annotated[
        Literal["bag-of-words", "bilstm"],
        typer.Option(help="Family of the judge; take another one than the victim's."),
    ] = "bag-of-words",
    folds: Annotated[int, typer.Option(min=2, help="Folds of the judge.")] = 5,
    min_similarity: Annotated[float, typer.Option(min=-1, max=1, help="Less is not valid.")] = 0.7,
    min_overlap: Annotated[float, typer.Option(min=0, max=1, help="Less is not valid.")] = 0.5,
    title: Annotated[str, typer.Option(help="Title of the page.")] = "Robustness",
    parser: Annotated[
        str | None, typer.Option(help="Draws trees; the bundled one if not given, 'none' for none.")
    ] = None,
) -> None:
    """Sum up attacks: accuracy, broken rate, automatic validity, by template, label and length.

    scpn report scpn=broken.jsonl --train train.tsv --text text --label label -o report

    The judge is cross-fitted: no example is judged by a classifier that was trained on it.
    """
    from scpn.adversarial.classifiers import ClassifierConfig, train_judge
    from scpn.adversarial.protocol import Example
    from scpn.adversarial.report.building import build_attack_report
    from scpn.adversarial.report.rendering import write_report
    from scpn.adversarial.validity import ValidityRules
    from scpn.adversarial.victims.scoring import check_task
    from scpn.cli.progress import StageProgress, report
    from scpn.fileio import make_folder
    from scpn.parsing import load_parser
    from scpn.runtime import prepare_torch

    prepare_torch()
    known = _read_attacks(attacks)
    examples = {
        outcome.texts: Example(outcome.id, outcome.texts, outcome.label)
        for outcomes in known.values()
        for outcome in outcomes
    }
    more = [] if train is None else _read_train(train, text, text2, label)
    if more:
        check_task(more, list(examples.values()))
    with StageProgress("steps") as progress, tempfile.TemporaryDirectory() as scratch:
        checker = train_judge(
            judge,
            list(examples.values()),
            more,
            Path(scratch),
            config=ClassifierConfig(),
            num_folds=folds,
            progress=progress.update_stage,
        )
    document = build_attack_report(
        known,
        checker,
        title=title,
        judge_kind=judge,
        rules=ValidityRules(min_similarity, min_overlap),
        signature={
            "scpn": __version__,
            "attacks": ", ".join(Path(text).name for text in attacks),
            "train": "none" if train is None else Path(train).name,
            "folds": str(folds),
        },
        parser=None if parser == "none" else load_parser(parser),
    )
    files = write_report(document, make_folder(output))
    report(f"the report is in {', '.join(str(path) for path in files)}")


def _read_train(
    path: str, text: str | None, text2: str | None, label: str | None
) -> "list[Example]":
    from scpn.cli.rewriting import ExampleReports, LabeledInput

    examples = list(LabeledInput.of(path, text, text2, label, None, None).read(ExampleReports()))
    if not examples:
        raise DataError("has no usable example; give at least one", path=path)
    return examples


def _read_attacks(attacks: list[str]) -> "dict[str, list[AttackOutcome]]":
    from scpn.adversarial.outcomes import read_outcomes

    found: dict[str, list[AttackOutcome]] = {}
    for text in attacks:
        name, path = split_name(text)
        if name in found:
            raise UsageError(f"two systems are called {name!r}; name each with NAME=FILE")
        found[name] = list(read_outcomes(path))
        if not found[name]:
            raise DataError("has no example", path=path)
    return found
