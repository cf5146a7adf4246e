"""Many flops in one report: of a job, of a directory in the data directory, of the library.

A source is named `job:ID`; `dir:NAME`, the directory `flops/NAME` with a run of `pokerlab flops` or with solutions; or
`library:HASH`, the solutions of the library that are of one spot but for the flop. Its flops are named
`flop:SOURCE:BOARD` among solutions, and are opened where they are. Directories from elsewhere are put there
(`adopt_directory`).
"""

import hashlib
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any

from pokerlab._archives import read_header
from pokerlab._toml import read_toml
from pokerlab.cards.card import format_cards, parse_cards
from pokerlab.errors import JobError, PokerError, SolutionError
from pokerlab.jobs.directory import RunDirectory
from pokerlab.postflop.flop_report import FlopRow, Record, flop_rows
from pokerlab.postflop.flop_subsets import asked_flops
from pokerlab.postflop.flops import (
    SOLVE,
    but_the_flop,
    chosen_flops,
    flop_record,
    solved_flops,
)
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.solution_file import FORMAT
from pokerlab.postflop.spot import FLOP, Spot
from pokerlab.postflop.spot_reader import parse_toml
from pokerlab.web.data import DataDirectory, Shelf
from pokerlab.web.job_process import FLOPS, RUN
from pokerlab.web.limits import RefusedError
from pokerlab.web.messages.flops import FlopsReportQuestion
from pokerlab.web.queue import JobQueue

PREFIX = "flop:"
MOST_FILES = 2000
"""Solutions of a directory that are looked at."""


@dataclass(frozen=True)
class _Source:
    """`weights`: by flop, None if each counts as often as it comes; `paths`: by flop where it is, read when asked."""

    spot: dict[str, Any]
    title: str
    records: list[Record]
    paths: dict[str, Path]
    total: int | None = None
    weights: dict[str, float] | None = None


class FlopSources:
    """All sources of many flops."""

    def __init__(self, data: DataDirectory, queue: JobQueue) -> None:
        self._data, self._queue = data, queue
        self._records: dict[Path, tuple[int, Record]] = {}

    def rows(self) -> list[dict[str, Any]]:
        """What there is to report on; solutions of one spot on at least two flops."""
        rows: list[dict[str, Any]] = []
        for job in reversed(self._queue.jobs.values()):
            if job.kind == "flops":
                rows.append({"source": f"job:{job.id}", "title": job.title, "flops": None, "job": job.record()})
        for path in sorted(self._directories()):
            boards = [board for board, _ in _solutions(path)] if not _is_run(path) else []
            rows.append({"source": f"dir:{path.name}", "title": path.name, "flops": len(boards) or None, "job": None})
        for name, solved in self._by_spot().items():
            title = next((spot.name for spot, _ in solved if spot.name), "") or "solutions of the library"
            rows.append({"source": f"library:{name}", "title": title, "flops": len(solved), "job": None})
        return rows

    def report(self, asked: FlopsReportQuestion) -> dict[str, Any]:
        """Means over flops, of those that are solved."""
        found = self._source(asked.source)
        about = {
            "source": asked.source, "title": found.title, "spot": found.spot, "node": asked.node, "by": asked.by,
            "where": asked.where, "weighted": found.weights is not None, "done": len(found.records),
            "total": found.total,
        }  # fmt: skip
        if not found.records:
            return about | {"nodes": [], "rows": [], "mean": None}

        def rows_by(by: str) -> list[FlopRow]:
            return flop_rows(found.records, node=asked.node, by=by, weights=found.weights, where=asked.where)

        rows, (mean,) = rows_by(asked.by), rows_by("all")
        nodes = [{"line": node.line, "player": ("oop", "ip")[node.player]} for node in rows[0].nodes]
        return about | {"nodes": nodes, "rows": [_plain(row.record()) for row in rows], "mean": _plain(mean.record())}

    def path(self, name: str) -> Path:
        """The file of `flop:SOURCE:BOARD`; a `RefusedError` if there is none."""
        source, _, board = name.removeprefix(PREFIX).rpartition(":")
        try:
            wanted = set(parse_cards(board))
        except PokerError:
            raise RefusedError(f"'{board}' is no flop", 404, "name") from None
        for there, path in self._source(source).paths.items():
            if set(parse_cards(there)) == wanted:
                return path
        raise RefusedError("that flop is not solved there", 404, "name")

    def _source(self, source: str) -> _Source:
        kind, _, name = source.partition(":")
        if kind == "job":
            return self._job(name)
        if kind == "dir":
            path = next((path for path in self._directories() if path.name == name), None)
            if path is not None:
                return _run(path, None, None, name) if _is_run(path) else self._folder(path)
        if kind == "library" and name in self._by_spot():
            return self._solved(self._by_spot()[name])
        raise RefusedError("there is nothing about many flops of that name", 404, "source")

    def _job(self, name: str) -> _Source:
        job = self._queue.find(name)
        if job.kind != "flops":
            raise RefusedError("that job is not about many flops", 409, "source")
        content = read_toml(job.directory / "asked.toml", JobError)
        asked = content.pop(FLOPS, {"only": []})
        weights = (
            _weights(Spot(**content).to_toml(), json.dumps(asked)) if "sample" in asked or "subset" in asked else None
        )
        return _run(job.directory / RUN, Spot(**content), weights, job.title)

    def _folder(self, path: Path) -> _Source:
        """Solutions in a directory; of several spots, that with the most flops."""
        by_spot: dict[str, list[tuple[Spot, Path]]] = {}
        for _, file in _solutions(path):
            spot = _spot_of(file)
            by_spot.setdefault(_key(spot), []).append((spot, file))
        if not by_spot:
            raise RefusedError(f"there are no solutions on a flop in '{path.name}'", 404, "source")
        return self._solved(max(by_spot.values(), key=len), path.name)

    def _solved(self, solved: list[tuple[Spot, Path]], title: str = "") -> _Source:
        records, paths = [], {}
        for spot, path in solved:
            record = self._record(spot, path)
            records.append(record)
            paths[record["board"]] = path
        spot = solved[0][0]
        return _Source(spot.to_dict(), title or spot.name or "solutions of the library", records, paths, len(records))

    def _record(self, spot: Spot, path: Path) -> Record:
        """What is to know of a solution; found once for each version of the file."""
        changed = path.stat().st_mtime_ns
        if self._records.get(path, (0,))[0] != changed:
            (flop,) = chosen_flops(spot, [format_cards(spot.board)])
            self._records[path] = changed, flop_record(Solution.open(path)) | {"ways": flop.ways}
        return self._records[path][1]

    def _by_spot(self) -> dict[str, list[tuple[Spot, Path]]]:
        """Solutions of the library by their spot but for the flop; of equal flops the newest."""
        by_spot: dict[str, dict[str, tuple[Spot, Path]]] = {}
        for path in self._data.solutions.files().values():
            try:
                spot = _spot_of(path)
            except PokerError:
                continue
            if len(spot.board) == FLOP:
                by_spot.setdefault(_key(spot), {}).setdefault(format_cards(sorted(spot.board)), (spot, path))
        return {name: list(solved.values()) for name, solved in by_spot.items() if len(solved) > 1}

    def _directories(self) -> Iterator[Path]:
        return (path for path in self._data.flops.iterdir() if path.is_dir() and not path.is_symlink())


def adopt_directory(data: DataDirectory, path: Path) -> str:
    """Put a run of `pokerlab flops`, or the solutions on flops in a directory, into the data directory, unless the same
    is there; the name of the source. Where the file system lets us a file is not copied, but has a second name."""
    there = {item: (path / item).stat().st_size for item in _flop_files(path)}
    if not there:
        raise SolutionError(f"{path}: there are no solutions on flops in it")
    wanted = path.resolve().name
    for name in (wanted if number == 1 else f"{wanted}-{number}" for number in count(1)):
        place = data.flops / name
        if not place.exists():
            break
        if all((place / item).exists() and (place / item).stat().st_size == size for item, size in there.items()):
            return f"dir:{name}"
    temporary = data.imports / name
    for item in there:
        (temporary / item).parent.mkdir(parents=True, exist_ok=True)
        _take(path / item, temporary / item)
    temporary.replace(place)
    return f"dir:{name}"


def _flop_files(path: Path) -> list[Path]:
    """From a directory on what makes a run, or its solutions on flops; links are left out."""
    if _is_run(path):
        files = [item.relative_to(path) for item in sorted(path.rglob("*")) if item.is_file() and not item.is_symlink()]
        return files if any(item.parts[0] == "results" for item in files) else []
    found = []
    for item in sorted(path.glob("*.sol")):
        with suppress(PokerError):
            if not item.is_symlink() and len(_spot_of(item).board) == FLOP:
                found.append(Path(item.name))
    return found


def _take(source: Path, place: Path) -> None:
    try:
        os.link(source, place)
    except OSError:
        shutil.copyfile(source, place)


def _run(directory: Path, spot: Spot | None, weights: dict[str, float] | None, title: str) -> _Source:
    """The flops of a run; without a spot, of that of its first task."""
    place = RunDirectory(directory)
    tasks = [task for task in place.tasks() if task.function == SOLVE]
    if spot is None and tasks:
        spot = Spot(**tasks[0].arguments["spot"], board=tasks[0].arguments["board"])
    if spot is None:
        return _Source({}, title, [], {})
    content = but_the_flop(spot)
    tasks = [task for task in tasks if task.arguments["spot"] == content]
    paths = {task.arguments["board"]: place.path_of(task) for task in tasks if place.done(task)}
    records = solved_flops(directory, spot, weights)
    return _Source(spot.to_dict(), title, records, paths, len(tasks) or None, weights)


@lru_cache(32)
def _weights(toml: str, asked: str) -> dict[str, float]:
    return {flop.board: flop.weight for flop in asked_flops(Spot(**parse_toml(toml)), json.loads(asked))}


def _is_run(path: Path) -> bool:
    return (path / "manifest.json").exists()


def _solutions(directory: Path) -> list[tuple[str, Path]]:
    """By name the solution files of a directory, links left out."""
    return list(Shelf(directory, ".sol", "solution").files().items())[:MOST_FILES]


def _spot_of(path: Path) -> Spot:
    """The spot of a solution, from its header."""
    try:
        header = read_header(path, SolutionError)
        if header["format"] != FORMAT:
            raise SolutionError(f"{path.name} is no solution")
        return Spot(**header["spot"])
    except (KeyError, TypeError, OSError):
        raise SolutionError(f"{path.name} cannot be read") from None


def _key(spot: Spot) -> str:
    return hashlib.sha256(json.dumps(but_the_flop(spot), sort_keys=True).encode()).hexdigest()[:16]


def _plain(record: Record) -> Record:
    """A row without all other decisions."""
    return {key: value for key, value in record.items() if key != "nodes"}
