"""Charts of lines: as text for a terminal, and as PNG where matplotlib is installed."""

import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pokerlab.errors import ChartError

Points = Sequence[tuple[float, float]]
_MARKS = "ox+*#@%&=~abcdefghijklmnpqrstuvwyz"
_COLOURS = 10
_STYLES = ("-", "--", ":", "-.")
_MOST_DOTS = 60
"""Longer lines are drawn without a dot at each point."""


def check_chart_file(path: Path) -> None:
    """A `ChartError` where a chart cannot be drawn into a file of that name: ask before long work."""
    if path.suffix.lower() != ".png":
        raise ChartError(f"{path}: charts are PNG pictures, as {path.stem or 'chart'}.png")
    check_matplotlib()


def check_matplotlib(instead: str = "") -> None:
    """A `ChartError` where PNG charts cannot be drawn, with what could be had `instead`: ask before long work."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        hint = f" ({instead})" if instead else ""
        raise ChartError(f"PNG charts need matplotlib: pip install 'pokerlab[plot]'{hint}") from None


@dataclass(frozen=True)
class Chart:
    """Lines of points (x, y) by name; with `log_x` or `log_y` only positive points are drawn."""

    title: str
    x_label: str
    y_label: str
    lines: Mapping[str, Points]
    log_x: bool = False
    log_y: bool = False

    def as_text(self, width: int = 68, height: int = 20) -> str:
        """The chart in characters: one mark per line, the range of the axes at their ends. `width` columns and a margin
        for the labels, together within 80 unless it is given."""
        drawn = {name: self._visible(points) for name, points in self.lines.items()}
        everything = [point for points in drawn.values() for point in points]
        if not everything:
            return f"{self.title}\n(no points)"
        xs, ys = [x for x, _ in everything], [y for _, y in everything]
        grid = [[" "] * width for _ in range(height)]
        for mark, points in zip(_MARKS * (1 + len(drawn) // len(_MARKS)), drawn.values(), strict=False):
            for x, y in points:
                column = round(_share(x, min(xs), max(xs)) * (width - 1))
                grid[height - 1 - round(_share(y, min(ys), max(ys)) * (height - 1))][column] = mark
        top, bottom = (self._label(value, self.log_y) for value in (max(ys), min(ys)))
        left, right = (self._label(value, self.log_x) for value in (min(xs), max(xs)))
        margin = max(len(top), len(bottom))
        labels = [top, *[""] * (height - 2), bottom]
        lines = [f"{label:>{margin}} |{''.join(row).rstrip()}" for label, row in zip(labels, grid, strict=True)]
        axis = f"{'':>{margin}} +{'-' * width}"
        below = f"{'':>{margin}}  {left}{self.x_label.center(width - len(left) - len(right))}{right}"
        legend = "  ".join(f"{mark} {name}" for mark, name in zip(_MARKS * 9, drawn, strict=False))
        return "\n".join([f"{self.title} ({self.y_label})", *lines, axis, below, legend])

    def as_png(self) -> bytes:
        """The chart as a PNG picture; needs matplotlib."""
        check_matplotlib()
        from matplotlib.figure import Figure

        figure = Figure(figsize=(8, 5), layout="constrained")
        axes = figure.add_subplot()
        for number, (name, points) in enumerate(self.lines.items()):
            dot = "." if len(points) <= _MOST_DOTS else ""
            style = _STYLES[number // _COLOURS % len(_STYLES)]
            colour = f"C{number % _COLOURS}"
            xs, ys = ([point[axis] for point in points] for axis in (0, 1))
            axes.plot(xs, ys, color=colour, linestyle=style, marker=dot, label=name)
        axes.set(title=self.title, xlabel=self.x_label, ylabel=self.y_label)
        if self.log_x:
            axes.set_xscale("log")
        if self.log_y:
            axes.set_yscale("log")
        axes.grid(visible=True, alpha=0.3)
        axes.legend(fontsize="small")
        content = io.BytesIO()
        figure.savefig(content, format="png", dpi=120)
        return content.getvalue()

    def _visible(self, points: Points) -> list[tuple[float, float]]:
        """The points on the scale of the axes, without those a logarithm cannot show."""
        kept = [(x, y) for x, y in points if (x > 0 or not self.log_x) and (y > 0 or not self.log_y)]
        return [(math.log10(x) if self.log_x else x, math.log10(y) if self.log_y else y) for x, y in kept]

    @staticmethod
    def _label(value: float, is_log: bool) -> str:
        return f"{10**value if is_log else value:.3g}"


def _share(value: float, low: float, high: float) -> float:
    return (value - low) / (high - low) if high > low else 0.0
