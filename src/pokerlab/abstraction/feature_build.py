"""Building the tables of features: what is there and whole stays, what is missing or damaged is made.

FeaturesJob(directory="features", jobs=2).run()

The work is a run of tasks (see `jobs.run`) in the directory `building` beside the files, which goes on where it was
stopped and is removed when all files are whole.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from shutil import disk_usage, rmtree
from typing import Annotated, Any, Protocol

import numpy as np
import numpy.typing as npt
from pydantic import Field

from pokerlab._archives import Archive, archive_writer, laid_out
from pokerlab._files import check_writable
from pokerlab._jobs import Job, JobResult
from pokerlab._threads import Progress
from pokerlab.abstraction.feature_sweeps import (
    RIVER_ROW_BYTES,
    board_index,
    check_part,
    merged_rivers,
    merged_starts,
    open_part,
    river_tasks,
    start_tasks,
)
from pokerlab.abstraction.feature_tables import (
    FILES,
    FORMAT,
    OCHS_FILE,
    VERSION,
    FeatureTable,
    features_directory,
    file_tables,
)
from pokerlab.abstraction.features import map_table, open_file
from pokerlab.abstraction.ochs import merged_ochs, ochs_tasks, starting_clusters
from pokerlab.errors import AbstractionError
from pokerlab.jobs.run import Standing, run
from pokerlab.jobs.task import Task
from pokerlab.jobs.workers import Workers

BUILDING = "building"
_OCHS = f"{OCHS_FILE}.features"


class Teller(Protocol):
    """Who is told how the work goes."""

    def say(self, text: str) -> None:
        """A line."""

    def progress(self, what: str) -> AbstractContextManager[Progress]:
        """A part of the work that counts what it has done."""


class _Nobody:
    def say(self, text: str) -> None:
        pass

    def progress(self, what: str) -> AbstractContextManager[Progress]:
        return nullcontext(lambda done, total: None)


class FeaturesJob(Job):
    """Which tables are built, and where.

    - `directory`: see `features_directory`
    - `ochs`: also strengths against clusters of starting hands
    - `jobs`: processes, all cores by default; `where`: see `jobs.run.run`
    - `collect`: workers do not see the directory: they are sent what they read
    """

    directory: str | None = None
    ochs: bool = False
    jobs: Annotated[int, Field(ge=1)] | None = None
    where: str = "processes"
    collect: bool = False

    @property
    def place(self) -> Path:
        """The directory."""
        return features_directory(self.directory)

    @property
    def files(self) -> list[str]:
        """The names of the files that are wanted."""
        return [name for name in FILES if self.ochs or name != _OCHS]

    def run(self, teller: Teller | None = None, workers: Callable[[], Workers] | None = None) -> "BuiltFeatures":
        """Build what is missing or damaged; `workers`, asked for anew for each street, do it instead of those of
        `where`."""
        teller = teller or _Nobody()
        missing = self.missing(teller)
        if missing:
            needed = disk_needed(missing)
            check_room(self.place, needed)
            teller.say(
                f"{self.place}: {', '.join(missing)} to build; {_size(needed)} of disk are needed meanwhile, "
                f"{_size(sum(file_bytes(name) for name in self.files))} in the end"
            )
            _Build(self, teller, workers).make(missing)
        rmtree(self.place / BUILDING, ignore_errors=True)
        return BuiltFeatures(self, str(self.place), tuple(missing))

    def missing(self, teller: Teller | None = None) -> list[str]:
        """The files that are not there, or not whole; all their data are checked. Damage is told."""
        found = []
        for name in self.files:
            try:
                if (self.place / name).exists():
                    check_file(self.place / name)
                    continue
            except AbstractionError as error:
                if teller:
                    teller.say(f"{str(error).split(' (', 1)[0]}: it is built anew")
            found.append(name)
        return found


@dataclass(frozen=True)
class BuiltFeatures(JobResult):
    """Tables that are there now; `built` are the names of the files that were made."""

    job: FeaturesJob
    file: str
    built: tuple[str, ...]

    def record(self) -> dict[str, Any]:
        """Plain data."""
        files = [
            {"file": name, "bytes": (self.job.place / name).stat().st_size, "built": name in self.built}
            for name in self.job.files
        ]
        return {"directory": self.file, "files": files}


def check_file(path: Path) -> None:
    """An `AbstractionError` if a file of features is not whole: all data are looked at."""
    archive = open_file(path)
    for table in file_tables(path.name):
        map_table(archive, table)


def file_bytes(name: str) -> int:
    """About the bytes of a file."""
    return sum(table.bytes for table in file_tables(name))


def disk_needed(missing: Iterable[str]) -> int:
    """Bytes of disk that building these files takes while it lasts: the files, and parts of the same size; rows of
    all rivers for all but OCHS."""
    names = list(missing)
    parts = sum(2 * file_bytes(name) for name in names if name != "river.features")
    rows = board_index(5).size * RIVER_ROW_BYTES if set(names) - {_OCHS} else 0
    return parts + rows + (file_bytes("river.features") if "river.features" in names else 0)


def check_room(directory: Path, needed: int) -> None:
    """An `AbstractionError` if the disk has less room; what an earlier build has left there counts."""
    check_writable(directory / FILES[0])
    building = directory / BUILDING / "results"
    there = sum(file.stat().st_size for file in building.iterdir()) if building.is_dir() else 0
    free = disk_usage(directory).free
    if free + there < needed:
        raise AbstractionError(
            f"{directory}: {_size(needed)} of disk are needed, {_size(free)} are free: choose another with --dir"
        )


@dataclass
class _Build:
    """The work of one call."""

    job: FeaturesJob
    teller: Teller
    workers: Callable[[], Workers] | None
    directory: Path = field(init=False)

    def __post_init__(self) -> None:
        self.directory = self.job.place / BUILDING

    def make(self, missing: Sequence[str]) -> None:
        """Make files."""
        if set(missing) - {_OCHS}:
            self._make_sweeps(set(missing))
        if _OCHS in missing:
            self._make_ochs()

    def _make_ochs(self) -> None:
        preflop = open_file(self.job.place / "preflop.features")
        clusters = starting_clusters(preflop.array("histogram"), preflop.array("deals")).tolist()
        parts = self._done("OCHS", ochs_tasks(clusters))
        self.teller.say("writing the table of OCHS")
        write_tables(self.job.place / _OCHS, lambda name: merged_ochs(parts), clusters=clusters)

    def _make_sweeps(self, missing: set[str]) -> None:
        rivers = self._done("rivers", river_tasks())
        if missing & {"river.features", "preflop.features"}:
            self.teller.say("writing the tables of the river")
            river, preflop = merged_rivers(rivers)
            write_tables(self.job.place / "preflop.features", preflop.__getitem__)
            write_tables(self.job.place / "river.features", river.pop)
        for street in ("turn", "flop"):
            if f"{street}.features" in missing:
                sent = [part.path for part in rivers] if self.job.collect else None
                parts = self._done(f"{street}s", start_tasks(street, sent))
                self.teller.say(f"writing the tables of the {street}")
                tables = {table.name: table for table in file_tables(f"{street}.features")}

                def made(name: str, parts: list[Archive] = parts, tables: dict[str, FeatureTable] = tables) -> Any:
                    return merged_starts(parts, tables[name])

                write_tables(self.job.place / f"{street}.features", made)

    def _done(self, what: str, tasks: list[Task]) -> list[Archive]:
        """The results of tasks, in order; one that is damaged is done again."""
        for _ in range(2):
            files = [done.path for done in self._run(what, tasks)]
            found = [(path, _opened(path)) for path in files]
            whole = [part for _, part in found if part]
            if len(whole) == len(files):
                return whole
            for path in [path for path, part in found if not part]:
                self.teller.say(f"{path} is damaged: it is made anew")
                path.unlink()
        raise AbstractionError(f"{self.directory}: parts are damaged as soon as they are written")

    def _run(self, what: str, tasks: list[Task]) -> Iterator[Any]:
        told = 0
        with self.teller.progress(what) as progress:

            def watch(standing: Standing) -> None:
                nonlocal told
                for note in standing.notes[told:]:
                    self.teller.say(note)
                told = len(standing.notes)
                progress(standing.done, standing.total)

            where = self.workers() if self.workers else self.job.where
            yield from run(tasks, self.directory, where=where, jobs=self.job.jobs, in_order=True, watch=watch)


def write_tables(path: Path, made: Callable[[str], npt.NDArray[Any]], **about: Any) -> None:
    """Write a file of features, table by table as `made` gives them by name."""
    tables = file_tables(path.name)
    parts = laid_out((table.name, table.kind, table.shape) for table in tables)
    said = {"street": tables[0].street, "tables": {table.name: table.what for table in tables}, **about}
    with archive_writer(path, FORMAT, VERSION, said, parts) as writer:
        for table in tables:
            array = np.ascontiguousarray(made(table.name), table.kind)
            if array.shape != table.shape:
                raise ValueError(f"{table.name} of the {table.street} is {array.shape}, not {table.shape}")
            writer.write(array.reshape(-1).view(np.uint8).data)


def _opened(path: Path) -> Archive | None:
    """What a task has left, if it is whole."""
    try:
        part = open_part(path)
        check_part(part)
    except AbstractionError:
        return None
    return part


def _size(count: int) -> str:
    return f"{count / 1e9:.1f} GB"
