"""What an experiment gives back: tables, notes, and rows that set a printed number beside the computed one."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any

from pokerlab._charts import Chart

_NUMBER = re.compile(r"(?<!\w)(?<!\d\.)-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?(?:/[1-9]\d*)?")
_WORD = re.compile(r"[^\W\d_]{2,}")
_SAME = Fraction(1, 10**12)
"""A difference that floats make."""

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


class Verdict(StrEnum):
    """What comes of comparing a printed number with ours: the same; the same in the digits that are printed; another; a
    statement that a reader has to judge; nothing to compare with."""

    EQUAL = "equal"
    ROUNDED = "rounded"
    DIFFERENT = "different"
    IN_WORDS = "in words"
    NOT_PRINTED = "not printed"


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

    @property
    def verdict(self) -> Verdict:
        """Whether ours is what is printed; the note says it where the experiment knows better."""
        said = self.note.partition(":")[0].strip()
        if said in (Verdict.EQUAL, Verdict.ROUNDED, Verdict.DIFFERENT):
            return Verdict(said)
        if self.printed is None or self.computed is None:
            return Verdict.NOT_PRINTED
        return judge(show_exactly(self.printed), show_exactly(self.computed))

    @property
    def reason(self) -> str:
        """Why they differ, without the verdict."""
        first, _, rest = self.note.partition(":")
        return (rest if first.strip() in list(Verdict) else self.note).strip()


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
            "comparisons": [vars(comparison) | {"verdict": str(comparison.verdict)} for comparison in self.comparisons],
            "notes": list(self.notes),
            "charts": [asdict(chart) for chart in self.charts],
        }

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "Report":
        """The report of what `as_json` gives, but how it was run."""
        compared = ("what", "where", "printed", "computed", "note")
        return cls(
            record["title"], record["source"],
            [Table.of(table["title"], table["columns"], table["rows"]) for table in record["tables"]],
            [Comparison(**{name: row[name] for name in compared}) for row in record["comparisons"]],
            list(record["notes"]), [Chart(**chart) for chart in record["charts"]],
            other_spot=record["other_spot"] or "",
        )  # fmt: skip

    def as_markdown(self, pictures: Sequence[str] = ()) -> str:
        """The report as a page of Markdown; `pictures` are the file names of its charts, if they were written."""
        parts = [f"# {self.title}", self.source, *([] if self.run is None else [str(self.run)])]
        for table in [*([self.compared()] if self.comparisons else []), *self.tables]:
            parts += [f"## {table.title}", _markdown(table.columns, table.rows)]
        parts += [f"![{chart.title}]({name})" for chart, name in zip(self.charts, pictures, strict=False)]
        if self.notes:
            parts += ["## Notes", "\n".join(f"- {note}" for note in self.notes)]
        return "\n\n".join(parts) + "\n"


def judge(printed: str, computed: str) -> Verdict:
    """Compare two texts number by number: `327 (289..355)` with `326.7 (289..355)` is rounded."""
    if printed == computed:
        return Verdict.EQUAL
    if {printed, computed} == {"yes", "no"}:
        return Verdict.DIFFERENT
    theirs, ours = _NUMBER.findall(printed), _NUMBER.findall(computed)
    if not theirs or len(theirs) != len(ours) or _WORD.search(_NUMBER.sub("", printed)):
        return Verdict.IN_WORDS
    verdicts = [_judge_number(*pair) for pair in zip(theirs, ours, strict=True)]
    worst = (Verdict.DIFFERENT, Verdict.ROUNDED, Verdict.EQUAL)
    return next(verdict for verdict in worst if verdict in verdicts)


def show_exactly(cell: Cell) -> str:
    """A cell as text with all its digits; floats that are whole lose their zeros, which nobody printed (`1.9E+10`)."""
    if isinstance(cell, float) and math.isfinite(cell):
        return str(Decimal(repr(cell)).normalize())
    return str(cell) if isinstance(cell, int) and not isinstance(cell, bool) else show_cell(cell)


def show_cell(cell: Cell) -> str:
    """A cell as text: floats to six significant digits, nothing for None."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return f"{cell:,}"
    return f"{cell:.6g}" if isinstance(cell, float) else cell


def _judge_number(printed: str, computed: str) -> Verdict:
    theirs, ours = (_value(text) for text in (printed, computed))
    if abs(theirs - ours) <= _SAME * abs(theirs):
        return Verdict.EQUAL
    if "/" in printed:
        return Verdict.DIFFERENT
    last_digit = Fraction(10) ** int(Decimal(printed).as_tuple().exponent)
    return Verdict.ROUNDED if abs(theirs - ours) <= last_digit / 2 else Verdict.DIFFERENT


def _value(text: str) -> Fraction:
    numerator, _, denominator = text.partition("/")
    return Fraction(Decimal(numerator)) / Fraction(Decimal(denominator or "1"))


def _markdown(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    lines = ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
    lines += ["| " + " | ".join(show_cell(cell).replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)
