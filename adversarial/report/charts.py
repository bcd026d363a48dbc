"""Bar charts with intervals, as SVG that stands in the page itself."""

import dataclasses
from collections.abc import Sequence
from html import escape

from scpn.adversarial.report.figures import Rate

COLORS = ("#2f6690", "#e08e45", "#5b8c5a", "#8d5a97")
_LABEL_WIDTH, _PLOT_WIDTH, _VALUE_WIDTH = 250, 430, 70
_BAR, _GAP, _TOP, _BOTTOM = 16, 14, 34, 26
_LABEL_LETTERS = 36


@dataclasses.dataclass(frozen=True)
class Series:
    """Bars of one color.

    Attributes:
        name: For the legend.
        rates: One a group; None leaves a gap.
    """

    name: str
    rates: Sequence[Rate | None]


def bar_chart(title: str, groups: Sequence[str], series: Sequence[Series]) -> str:
    """Horizontal bars in percent with their intervals.

    Args:
        title: What is shown, for readers that cannot see it.
        groups: Names at the left.
        series: One bar a group each.

    Returns:
        An `svg` element; all text in it is escaped.
    """
    group_height = len(series) * _BAR + _GAP
    height = _TOP + len(groups) * group_height + _BOTTOM
    width = _LABEL_WIDTH + _PLOT_WIDTH + _VALUE_WIDTH
    limit = _limit(series)
    parts = [_legend(series), *_axis(limit, height)]
    for number, group in enumerate(groups):
        top = _TOP + number * group_height
        middle = top + len(series) * _BAR / 2 + 4
        parts.append(
            f'<text x="{_LABEL_WIDTH - 8}" y="{middle:.1f}" text-anchor="end">'
            f"{escape(_clip(group))}</text>"
        )
        for place, one in enumerate(series):
            rate = one.rates[number]
            if rate is not None and rate.interval is not None:
                color = COLORS[place % len(COLORS)]
                parts.append(_bar(rate, top + place * _BAR, limit, color))
    return (
        f'<svg class="chart" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{escape(title, quote=True)}" xmlns="http://www.w3.org/2000/svg">'
        f"<title>{escape(title)}</title>{''.join(parts)}</svg>"
    )


def _bar(rate: Rate, top: float, limit: float, color: str) -> str:
    assert rate.interval is not None
    low, value, high = (
        _LABEL_WIDTH + _PLOT_WIDTH * number / limit
        for number in (rate.interval.low, rate.interval.value, rate.interval.high)
    )
    middle = top + (_BAR - 2) / 2
    return (
        f'<rect x="{_LABEL_WIDTH}" y="{top:.1f}" width="{value - _LABEL_WIDTH:.1f}" '
        f'height="{_BAR - 2}" fill="{color}"/>'
        f'<path d="M{low:.1f} {middle:.1f}H{high:.1f}M{low:.1f} {middle - 4:.1f}v8'
        f'M{high:.1f} {middle - 4:.1f}v8" class="whisker"/>'
        f'<text x="{max(value, high) + 6:.1f}" y="{middle + 4:.1f}" class="value">'
        f"{100 * rate.interval.value:.1f}</text>"
    )


def _axis(limit: float, height: float) -> list[str]:
    parts = []
    for tick in range(5):
        x = _LABEL_WIDTH + _PLOT_WIDTH * tick / 4
        parts.append(
            f'<path d="M{x:.1f} {_TOP - 4}V{height - _BOTTOM + 4}" class="grid"/>'
            f'<text x="{x:.1f}" y="{height - 6}" text-anchor="middle" class="tick">'
            f"{100 * limit * tick / 4:g}%</text>"
        )
    return parts


def _legend(series: Sequence[Series]) -> str:
    parts, x = [], _LABEL_WIDTH
    for place, one in enumerate(series):
        color = COLORS[place % len(COLORS)]
        parts.append(
            f'<rect x="{x}" y="6" width="12" height="12" fill="{color}"/>'
            f'<text x="{x + 17}" y="16">{escape(one.name)}</text>'
        )
        x += 40 + 8 * len(one.name)
    return "".join(parts)


def _limit(series: Sequence[Series]) -> float:
    """End of the axis: the highest interval, rounded up to 0.2, 0.4, ..., 1."""
    highs = [rate.interval.high for one in series for rate in one.rates if rate and rate.interval]
    steps = max(1, -int(-max(highs, default=1.0) * 5 // 1))
    return min(5, steps) / 5


def _clip(text: str) -> str:
    return text if len(text) <= _LABEL_LETTERS else f"{text[: _LABEL_LETTERS - 1]}…"
