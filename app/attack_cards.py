"""Fragments of HTML for the page Attack."""

from collections.abc import Sequence
from html import escape
from typing import Any

from scpn.adversarial.bootstrap import Interval
from scpn.app.attacking import NUM_SHOWN, AttackProgress
from scpn.app.cards import color_words, error_box, progress_box, table_box
from scpn.tokenization.treebank import tokenize

_ORDER = {"broken": 0, "held": 1, "wrong before": 2, "rejected": 3}
_MARKS = {"broken": "✗", "held": "✓"}


def attack_box(
    progress: AttackProgress,
    labels: Sequence[str],
    *,
    is_done: bool = False,
    has_report: bool = False,
) -> str:
    """Show how an attack stands: figures, what broke, and the figures of each form and label.

    Args:
        progress: How far it is.
        labels: Of the classifier.
        is_done: Nothing more will come.
        has_report: The full report is shown elsewhere, so the figures are left out.
    """
    parts = [progress_box(progress.done, progress.total, _say(progress, is_done=is_done))]
    parts += [error_box(problem) for problem in progress.problems]
    shown = sorted(progress.shown, key=lambda record: _ORDER[record["verdict"]])
    if progress.total == 1 and shown:
        parts.append(_original(shown[0]))
    if shown:
        items = "".join(_attempt_card(record, with_source=progress.total > 1) for record in shown)
        parts.append(f'<div class="results"><ol>{items}</ol></div>')
    if progress.total > 1:
        if progress.summary.broken > NUM_SHOWN:
            parts.append(f"<p>The first {NUM_SHOWN} are shown; the file has all.</p>")
        if not has_report:
            parts.append(_figures(progress))
    return "".join(parts)


def _say(progress: AttackProgress, *, is_done: bool) -> str:
    summary = progress.summary
    if progress.total > 1:
        verb = "Stopped after " if progress.stopped else ""
        return (
            f"{verb}{progress.done:,} of {progress.total:,} examples: "
            f"{summary.right:,} right, {summary.broken:,} broken"
        )
    if not is_done:
        return "Saying it in other forms …"
    if summary.examples and not summary.right:
        return "The classifier is wrong about the sentence as it is, so nothing can break it."
    return "Broken." if summary.broken else "It holds: no accepted paraphrase changes the label."


def _figures(progress: AttackProgress) -> str:
    """The figures of an attack on a set so far, as `scpn attack` counts them."""
    summary = progress.summary
    rates = [
        ("right as they are", summary.accuracy),
        ("broken, of all", summary.broken_rate),
        ("broken, of those right", summary.broken_of_right),
    ]
    figures = [{"name": name, "value": _percent(rate)} for name, rate in rates]
    forms = [
        {
            "name": name,
            "tried": form.candidates,
            "accepted": form.accepted,
            "broken": form.broken,
        }
        for name, form in sorted(summary.forms.items(), key=lambda item: -item[1].broken)
    ]
    by_label = [
        {"name": name, "tried": group.examples, "accepted": group.right, "broken": group.broken}
        for name, group in summary.labels.items()
    ]
    return (
        "<h3>Figures</h3>"
        + table_box(figures, {"name": "Share of examples", "value": "Percent (95% interval)"})
        + table_box(
            forms, {"name": "Form", "tried": "Tried", "accepted": "Accepted", "broken": "Broken"}
        )
        + table_box(
            by_label,
            {"name": "Label", "tried": "Examples", "accepted": "Right", "broken": "Broken"},
        )
    )


def _percent(rate: Interval | None) -> str:
    if rate is None:
        return ""
    return f"{100 * rate.value:.1f} ({100 * rate.low:.1f} to {100 * rate.high:.1f})"


def _original(record: dict[str, Any]) -> str:
    bars = _bars(record["probabilities"], record["label"])
    return (
        f'<div class="original"><p class="output">{escape(_join(record["texts"]))}</p>{bars}</div>'
    )


def _attempt_card(record: dict[str, Any], *, with_source: bool) -> str:
    """One candidate: what it says, what the classifier makes of it, and why it counts or not."""
    verdict = record["verdict"]
    source, text = _join(record["texts"]), _join(record["candidate"])
    before = f'<p class="source">{escape(source)}</p>' if with_source else ""
    probabilities = record["candidate_probabilities"]
    bars = "" if probabilities is None else _bars(probabilities, record["label"])
    reasons = "; ".join(record["rejected_because"] or ())
    why = f" · {escape(reasons)}" if reasons else ""
    mark = _MARKS.get(verdict, "·")
    kind = {"broken": "broken", "held": "accepted"}.get(verdict, "rejected")
    return (
        f'<li class="card {kind}"><div>{before}'
        f'<p class="output">{color_words(text, tokenize(text), tokenize(source))}</p>'
        f'<p class="verdict"><span class="mark" aria-hidden="true">{mark}</span>'
        f" {escape(verdict)}{why}</p>{bars}"
        f'<p class="form-name">{escape(str(record["template"]))}</p></div></li>'
    )


def _bars(probabilities: dict[str, float], gold: str) -> str:
    """Probabilities as bars with figures; the right label is marked."""
    rows = "".join(
        f'<div class="bar"><dt>{escape(label)}{" (right)" if label == gold else ""}</dt>'
        f'<dd><meter min="0" max="1" value="{value:.4f}" aria-label="probability of '
        f'{escape(label)}"></meter> {value:.2f}</dd></div>'
        for label, value in probabilities.items()
    )
    return f'<dl class="bars">{rows}</dl>'


def _join(texts: Sequence[str]) -> str:
    return " / ".join(texts)
