"""A report as one self-contained HTML page, as Markdown and as JSON."""

import json
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from scpn.adversarial.bootstrap import Interval
from scpn.adversarial.report.charts import Series, bar_chart
from scpn.adversarial.report.document import RobustnessReport, SystemReport
from scpn.adversarial.report.figures import GroupFigures, Rate
from scpn.fileio import write_atomically

NONE = "-"


def write_report(report: RobustnessReport, folder: Path) -> list[Path]:
    """Write `report.html`, `report.md` and `report.json` into a folder.

    Raises:
        DataError: A file cannot be written.
    """
    texts = {
        "report.html": render_html(report),
        "report.md": render_markdown(report),
        "report.json": json.dumps(report.to_dict(), ensure_ascii=False, indent=1) + "\n",
    }
    for name, text in texts.items():
        with write_atomically(folder / name) as stream:
            stream.write(text)
    return [folder / name for name in texts]


def render_html(report: RobustnessReport) -> str:
    """One page that needs nothing else: styles and pictures are in it, and no script."""
    charts = {
        "systems": Markup(_systems_chart(report)),
        "forms": [Markup(_forms_chart(system)) for system in report.systems],
        "groups": [Markup(_groups_chart(system)) for system in report.systems],
    }
    template = _environment(escape=True).get_template("report.html.j2")
    return template.render(report=report, charts=charts)


def render_markdown(report: RobustnessReport) -> str:
    """The tables and examples for a repository or a pull request."""
    return _environment(escape=False).get_template("report.md.j2").render(report=report)


def _environment(*, escape: bool) -> Environment:
    environment = Environment(
        loader=PackageLoader("scpn.adversarial.report", "pages"),
        autoescape=escape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {
        "rate": describe_rate,
        "seeds": describe_seeds,
        "interval": describe_interval,
        "accuracies": describe_accuracies,
        "cell": markdown_cell,
    }
    environment.globals["named"] = _named
    return environment


def _named(groups: Sequence[GroupFigures], name: str) -> GroupFigures | None:
    return next((group for group in groups if group.name == name), None)


def describe_rate(rate: Rate) -> str:
    """A rate in percent with its interval: "41.8 (38.5 to 45.1)"; a dash if nothing counts."""
    return NONE if rate.interval is None else describe_interval(rate.interval)


def describe_interval(interval: Interval | None) -> str:
    """A value between 0 and 1 in percent with its interval; a dash for None."""
    if interval is None:
        return NONE
    value, low, high = (100 * number for number in (interval.value, interval.low, interval.high))
    return f"{value:.1f} ({low:.1f} to {high:.1f})"


def describe_seeds(rate: Rate) -> str:
    """The rate of each seed in percent."""
    return ", ".join(NONE if value is None else f"{100 * value:.1f}" for value in rate.by_seed)


def describe_accuracies(values: list[float]) -> str:
    """Mean of some accuracies in percent and, if there are several, the lowest and the highest."""
    if not values:
        return NONE
    mean = f"{100 * fmean(values):.1f}"
    if len(values) == 1:
        return mean
    return f"{mean} ({100 * min(values):.1f} to {100 * max(values):.1f})"


def markdown_cell(value: Any) -> str:
    """Text that neither ends a table cell nor is taken for markup."""
    text = " ".join(str(value).split())
    for mark in ("\\", "|", "*", "_", "`", "<", "[", "]"):
        text = text.replace(mark, f"\\{mark}")
    return text


def _systems_chart(report: RobustnessReport) -> str:
    names = [system.name for system in report.systems]
    series = [Series("before", [system.before.broken_rate for system in report.systems])]
    if any(system.after for system in report.systems):
        series.append(
            Series(
                "after augmentation",
                [s.after.broken_rate if s.after else None for s in report.systems],
            )
        )
    series.append(
        Series("broken by a valid paraphrase", [s.before.valid_broken for s in report.systems])
    )
    return bar_chart("Broken examples of each system", names, series)


def _forms_chart(system: SystemReport) -> str:
    names = [form.name for form in system.before.forms]
    series = [Series("before", [form.broken_rate for form in system.before.forms])]
    if system.after is not None:
        later = {form.name: form.broken_rate for form in system.after.forms}
        series.append(Series("after augmentation", [later.get(name) for name in names]))
    return bar_chart(f"Examples broken by each form of {system.name}", names, series)


def _groups_chart(system: SystemReport) -> str:
    groups = [
        *((f"label {group.name}", group) for group in system.before.labels),
        *((f"{group.name} words", group) for group in system.before.lengths),
    ]
    series = [Series("before", [group.broken_rate for _, group in groups])]
    if system.after is not None:
        later = {
            **{f"label {group.name}": group.broken_rate for group in system.after.labels},
            **{f"{group.name} words": group.broken_rate for group in system.after.lengths},
        }
        series.append(Series("after augmentation", [later.get(name) for name, _ in groups]))
    title = f"Broken examples by label and length, {system.name}"
    return bar_chart(title, [name for name, _ in groups], series)
