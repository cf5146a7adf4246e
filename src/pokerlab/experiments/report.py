"""What an experiment gives back: tables, notes, and rows that set a printed number beside the computed one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

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


@dataclass
class Report:
    """The result of one experiment run."""

    title: str
    source: str
    tables: list[Table] = field(default_factory=list)
    comparisons: list[Comparison] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        """Plain dictionaries and lists."""
        return {
            "title": self.title,
            "source": self.source,
            "tables": [
                {"title": t.title, "columns": list(t.columns), "rows": [list(row) for row in t.rows]}
                for t in self.tables
            ],
            "comparisons": [vars(comparison) for comparison in self.comparisons],
            "notes": list(self.notes),
        }

    def as_markdown(self) -> str:
        """The report as a page of Markdown."""
        parts = [f"# {self.title}", self.source]
        if self.comparisons:
            rows = [(c.what, c.where, c.printed, c.computed, c.note) for c in self.comparisons]
            parts += ["## Printed and computed", _markdown(("what", "where", "printed", "computed", "note"), rows)]
        for table in self.tables:
            parts += [f"## {table.title}", _markdown(table.columns, table.rows)]
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
