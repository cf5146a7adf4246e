"""What an experiment gives back: tables, notes, and rows that set a printed number beside the computed one."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from pokerlab._charts import Chart

Cell = str | int | float | bool | None


@dataclass(frozen=True)
class Table:
    """A table of results; every row has one cell per column."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @classmethod
    def of(cls, title: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> "Table":
        """A table from any sequences; a row of another length is an error of the caller."""
        table = cls(title, tuple(columns), tuple(tuple(row) for row in rows))
        if any(len(row) != len(table.columns) for row in table.rows):
            raise ValueError(f"a row of the table '{title}' does not have {len(table.columns)} cells")
        return table


@dataclass(frozen=True)
class Comparison:
    """One printed number (or statement) beside ours.

    - `where`: the place in the publication (`section 5.3.2`, `table 4.4`)
    - `note`: why they differ, if they do
    """

    what: str
    where: str
    printed: Cell
    computed: Cell
    note: str = ""


@dataclass(frozen=True)
class RunFacts:
    """How an experiment was run.

    - `seconds`: by the clock; `cpu_seconds`: of all processors together
    - `is_resumed`: whether parts came from a checkpoint; `is_whole`: whether their time is known and counted
    """

    scale: str
    seed: int
    seconds: float
    cpu_seconds: float
    is_resumed: bool = False
    is_whole: bool = True

    def __str__(self) -> str:
        spent = f"{self.seconds:.3g} s, {self.cpu_seconds:.3g} s of processor time"
        rest = f" (parts from a checkpoint {'included' if self.is_whole else 'not counted'})" if self.is_resumed else ""
        return f"Run at {self.scale} scale with seed {self.seed}: {spent}{rest}."


@dataclass
class Report:
    """The result of one experiment run; `run` is filled in by the registry, `other_spot` by `set_apart`."""

    title: str
    source: str
    tables: list[Table] = field(default_factory=list)
    comparisons: list[Comparison] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    charts: list[Chart] = field(default_factory=list)
    run: RunFacts | None = None
    other_spot: str = ""

    def set_apart(self, other_spot: str) -> None:
        """Say that what was computed is about another spot than the publication's, and which. Then no printed number
        stands beside a computed one: there is nothing to compare."""
        self.other_spot = other_spot
        self.comparisons = [replace(comparison, printed=None) for comparison in self.comparisons]

    def compared(self) -> Table:
        """The comparisons as a table."""
        if self.other_spot:
            rows = [(c.what, c.where, c.computed, c.note) for c in self.comparisons]
            title = f"Computed in another spot than the published one: {self.other_spot}"
            return Table.of(title, ("what", "where", "computed", "note"), rows)
        both = [(c.what, c.where, c.printed, c.computed, c.note) for c in self.comparisons]
        return Table.of("Printed and computed", ("what", "where", "printed", "computed", "note"), both)

    def as_json(self) -> dict[str, Any]:
        """Plain dictionaries and lists."""
        return {
            **({} if self.run is None else asdict(self.run)),
            "title": self.title,
            "source": self.source,
            "tables": [
                {"title": t.title, "columns": list(t.columns), "rows": [list(row) for row in t.rows]}
                for t in self.tables
            ],
            "other_spot": self.other_spot or None,
            "comparisons": [vars(comparison) for comparison in self.comparisons],
            "notes": list(self.notes),
            "charts": [asdict(chart) for chart in self.charts],
        }

    def as_markdown(self, pictures: Sequence[str] = ()) -> str:
        """The report as a page of Markdown; `pictures` are the file names of its charts, if they were written."""
        parts = [f"# {self.title}", self.source, *([] if self.run is None else [str(self.run)])]
        for table in [*([self.compared()] if self.comparisons else []), *self.tables]:
            parts += [f"## {table.title}", _markdown(table.columns, table.rows)]
        parts += [f"![{chart.title}]({name})" for chart, name in zip(self.charts, pictures, strict=False)]
        if self.notes:
            parts += ["## Notes", "\n".join(f"- {note}" for note in self.notes)]
        return "\n\n".join(parts) + "\n"


def show_cell(cell: Cell) -> str:
    """A cell as text: floats to six significant digits, nothing for None."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return f"{cell:,}"
    return f"{cell:.6g}" if isinstance(cell, float) else cell


def _markdown(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    lines = ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
    lines += ["| " + " | ".join(show_cell(cell).replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)
