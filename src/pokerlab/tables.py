"""The data files that ship with pokerlab, how each is made, and making one as data.

TableJob(name="threeway", out="threeway.npz", jobs=2).run()
"""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import Annotated, Any, Self

import numpy as np
from pydantic import Field, model_validator

from pokerlab._files import check_writable
from pokerlab._jobs import Job, JobResult
from pokerlab.cards import evaluator_tables, income, pairs, preflop, starting
from pokerlab.cards.datafile import Arrays, data_path, read_arrays, write_arrays
from pokerlab.equilibrium.run import Listener
from pokerlab.errors import DataError, shorten
from pokerlab.jobs.workers import Workers
from pokerlab.postflop import flop_choice, flop_subsets
from pokerlab.tournament import starting_ranges, threeway


@dataclass(frozen=True)
class Building:
    """How a table is built: so many processes or threads (`jobs`; None: all cores) or `where` workers are, in a
    `directory` that keeps what is done, and whom to tell."""

    directory: Path
    jobs: int | None
    where: str | Workers
    listener: Listener


@dataclass(frozen=True)
class DataTable:
    """A shipped file, what it is, and what computes it; `has_tasks` if that is a run of many tasks, which may be done
    elsewhere."""

    path: Path
    what: str
    build: Callable[[Building], Arrays]
    has_tasks: bool = False


def _build_income(how: Building) -> Arrays:
    with how.listener.progress("income rates") as progress:
        return income.income_table_arrays(income.build_income_table(threads=how.jobs, progress=progress))


def _build_pairs(how: Building) -> Arrays:
    with how.listener.progress("pairs of hands") as progress:
        return pairs.pair_table_arrays(pairs.build_pair_table(threads=how.jobs, progress=progress))


def _build_preflop(how: Building) -> Arrays:
    with how.listener.progress("preflop table") as progress:
        return preflop.class_table_arrays(preflop.build_class_table(threads=how.jobs, progress=progress))


def _build_starting(how: Building) -> Arrays:
    with how.listener.progress("starting ranges") as progress:
        return starting_ranges.build_starting_ranges(progress)


def _build_subsets(how: Building) -> Arrays:
    with how.listener.progress("equities on all flops") as progress:
        return flop_choice.build_subsets(threads=how.jobs, progress=progress)


def _build_threeway(how: Building) -> Arrays:
    with how.listener.progress("three-way table") as progress:
        table = threeway.build_three_way_table(how.directory, where=how.where, jobs=how.jobs, progress=progress)
    return threeway.table_arrays(table)


TABLES = {
    "evaluator": DataTable(
        data_path(evaluator_tables.FILE_NAME), "hand ranks by key", lambda _: evaluator_tables.build()
    ),
    "income": DataTable(data_path(income.FILE_NAME), "income rates of classes, 2 to 10 hands dealt", _build_income),
    "pairs": DataTable(data_path(pairs.FILE_NAME), "win and tie counts, hand against hand", _build_pairs),
    "preflop": DataTable(data_path(preflop.FILE_NAME), "win and tie counts, class against class", _build_preflop),
    "starting": DataTable(data_path(starting.FILE_NAME), "starting ranges: push and call by position", _build_starting),
    "subsets": DataTable(
        flop_subsets.DATA / flop_subsets.FILE_NAME, "25 to 200 flops that stand for all", _build_subsets
    ),
    "threeway": DataTable(
        threeway.DATA / threeway.FILE_NAME, "orders of three classes all-in", _build_threeway, has_tasks=True
    ),
}
"""By name."""


def find_table(name: str) -> DataTable:
    """The table of a name, or an error that lists the names."""
    if name not in TABLES:
        raise DataError(f"'{shorten(name)}' is not a table: {', '.join(TABLES)}")
    return TABLES[name]


class TableJob(Job):
    """Which table is made, and into which file.

    - `out`: the file; the shipped one by default. A long work is kept in a directory beside it, `.run`, and goes on
      from there if it was stopped
    - `jobs`: processes or threads, all cores by default; `where`: see `jobs.run.run`, for a table with many tasks
    """

    name: str
    out: str | None = None
    jobs: Annotated[int, Field(ge=1)] | None = None
    where: str = "processes"

    @model_validator(mode="after")
    def _check_where(self) -> Self:
        if self.where != "processes" and not find_table(self.name).has_tasks:
            having = ", ".join(name for name, table in TABLES.items() if table.has_tasks)
            raise ValueError(f"{self.name} is made here, in one piece (in tasks, which others can do: {having})")
        return self

    def run(self, listener: Listener | None = None, workers: Workers | None = None) -> "BuiltTable":
        """Compute the table and write its file; `workers` do it instead of those of `where`."""
        table = find_table(self.name)
        path = Path(self.out) if self.out else table.path
        check_writable(path)
        directory = path.with_name(path.name + ".run")
        write_arrays(path, table.build(Building(directory, self.jobs, workers or self.where, listener or Listener())))
        rmtree(directory, ignore_errors=True)
        return BuiltTable(self, str(path))

    def differences(self, listener: Listener | None = None) -> list[str]:
        """Compute the table and compare it with the shipped one: the names of arrays that differ."""
        table = find_table(self.name)
        shipped = read_arrays(table.path.name, table.path.parent)
        with tempfile.TemporaryDirectory() as directory:
            how = Building(Path(directory) / "run", self.jobs, self.where, listener or Listener())
            computed = table.build(how)
        return sorted(
            key
            for key in shipped.keys() | computed.keys()
            if key not in shipped or key not in computed or not np.array_equal(shipped[key], computed[key])
        )


@dataclass(frozen=True)
class BuiltTable(JobResult):
    """A table that was made."""

    job: TableJob
    file: str

    def record(self) -> dict[str, Any]:
        """Plain data."""
        return {"name": self.job.name, "file": self.file, "bytes": Path(self.file).stat().st_size}
