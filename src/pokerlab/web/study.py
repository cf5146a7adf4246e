"""Spots and solutions, looked at: what `pokerlab tree` and `pokerlab show` do, for many pages at once.

A `Solution` is not made for threads: each open one has a lock, and only its holder asks. A few stay open.
"""

import filecmp
import hashlib
import shutil
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pokerlab._archives import Archive, read_header
from pokerlab._files import open_atomically
from pokerlab._headers import HowMade
from pokerlab._memory import free_memory
from pokerlab._threads import available_threads
from pokerlab.errors import PokerError, SolutionError, SpotError, shorten
from pokerlab.postflop.flop_file import open_flop
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.memory import check_memory, size_record
from pokerlab.postflop.report import (
    RunoutRow,
    column_record,
    flat_records,
    flat_runouts,
    known,
    place_record,
    runouts,
    runouts_record,
    solution_record,
)
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.solution_file import FORMAT, READ_VERSIONS
from pokerlab.postflop.spot import PLAYERS, RIVER, STREETS, Spot
from pokerlab.postflop.spot_reader import SpotFieldsError
from pokerlab.postflop.tree import SpotTree
from pokerlab.postflop.tree_report import node_records, street_records
from pokerlab.postflop.view import NodeView
from pokerlab.web.checking import spot_content
from pokerlab.web.data import DataDirectory
from pokerlab.web.flops import PREFIX, FlopSources
from pokerlab.web.messages.solutions import CompareQuestion, ExportQuestion, NodeQuestion, RunoutsQuestion
from pokerlab.web.messages.spots import SpotQuestion

MOST_OPEN = 8
"""Solutions that stay open."""
MOST_NODES = 2000
"""Nodes of a betting tree that are sent at once."""
MOST_TREE = 500_000
"""Nodes of a betting tree that is laid out while somebody types."""


def check_spot(asked: SpotQuestion) -> dict[str, Any]:
    """What is wrong with a spot, by key; or its canonical text, its betting tree and the memory it takes."""
    try:
        content = spot_content(asked.toml, asked.spot)
        content.pop("job", None)  # what a file may say of how to solve it
        spot = Spot(**content)
        tree = SpotTree.build(spot, most_nodes=MOST_TREE)
        top = tree.find(asked.node)
        layout = Layout.of(spot, tree=tree)
    except SpotFieldsError as error:
        return {"errors": [{"field": key, "line": line} for key, line in error.problems]}
    except SpotError as error:
        return {"errors": [{"field": _key_of(str(error)), "line": str(error)}]}
    last = {text: street for street, text in STREETS.items()}[asked.street] if asked.street else top.street
    nodes = node_records(tree, top, last, asked.depth)
    threads = available_threads()
    return {
        "errors": [],
        "toml": spot.to_toml(),
        "spot": spot.to_dict(),
        "streets": street_records(tree),
        "nodes": nodes[:MOST_NODES],
        "left_out": max(0, len(nodes) - MOST_NODES),
        "size": size_record(layout, threads=threads),
        "size_compressed": size_record(layout, compressed=True, threads=threads),
        "free_memory": free_memory(),
        "note": _trouble(layout, threads, compressed=False),
        "note_compressed": _trouble(layout, threads, compressed=True),
    }


def _trouble(layout: Layout, threads: int, *, compressed: bool) -> str | None:
    """Why a solver of this layout would not fit into memory, as `pokerlab solve` says it."""
    try:
        check_memory(layout, compressed=compressed, tables=2, threads=threads)
    except SpotError as error:
        return str(error)
    return None


def _key_of(line: str) -> str:
    """The key that an error begins with; `add` for single lines, which name themselves."""
    key = line.split(": ", 1)[0]
    return key if key in ("stack", *Spot.model_fields) else "add" if line.startswith("line '") else ""


@dataclass
class _Open:
    """An open solution: which file it was, and who may ask it now."""

    solution: Solution
    version: str
    lock: threading.Lock = field(default_factory=threading.Lock)


class Library:
    """The library of solutions, and flops of many by their names (`web.flops`)."""

    def __init__(self, data: DataDirectory, flops: FlopSources) -> None:
        self._data, self._flops = data, flops
        self._lock = threading.Lock()
        self._open: OrderedDict[str, _Open] = OrderedDict()
        self._rows: dict[str, tuple[str, dict[str, Any]]] = {}

    def rows(self) -> list[dict[str, Any]]:
        """What there is; what cannot be read says why."""
        rows = []
        for name, path in self._data.solutions.files().items():
            try:
                version = _version(path)
            except FileNotFoundError:
                continue
            if self._rows.get(name, ("",))[0] != version:
                self._rows[name] = version, _summary(name, path)
            rows.append(self._rows[name][1])
        return rows

    def find(self, name: str) -> Path:
        """The file of a solution; a `RefusedError` if there is none."""
        return self._flops.path(name) if name.startswith(PREFIX) else self._data.solutions.find(name)

    def facts(self, name: str) -> dict[str, Any]:
        """What a solution solves, and how far."""
        with self.opened(name) as solution:
            return {"name": name, "toml": solution.spot.to_toml(), **solution_record(solution)}

    def tag(self, asked: NodeQuestion) -> str:
        """A text that is another one where the answer may be: of the file, and of what is asked."""
        facts = (_version(self.find(asked.name)), asked.model_dump_json())
        return hashlib.sha256("\0".join(facts).encode()).hexdigest()[:24]

    def node(self, asked: NodeQuestion) -> dict[str, Any]:
        """A node with a player's hands, and the line that leads there."""
        with self.opened(asked.name) as solution:
            view = solution.at(asked.path)
            must_solve = len(view.board) == RIVER > solution.store.deepest
            found = column_record(view, _player(asked.player, view)) if asked.wait or not must_solve else None
            return {"place": place_record(view), "line": list(_line(view, is_known=found is not None)), "found": found}

    def runouts(self, asked: RunoutsQuestion, tell: Callable[[RunoutRow, Sequence[str]], None]) -> dict[str, Any]:
        """A node over all cards; `tell` gets each as soon as it is known."""
        with self.opened(asked.name) as solution:
            return runouts_record(runouts(solution, asked.path, found=tell), asked.by)

    def table(self, asked: ExportQuestion) -> list[dict[str, Any]]:
        """A table in flat records, for CSV."""
        with self.opened(asked.name) as solution:
            if asked.by:
                return flat_runouts(runouts_record(runouts(solution, asked.path), asked.by))
            view = solution.at(asked.path)
            return flat_records(view, _player(asked.player, view), None, [asked.table])

    def compare(self, asked: CompareQuestion) -> dict[str, Any]:
        """A node of two solutions, whose moves may differ."""
        found = {}
        for place, name in (("a", asked.a), ("b", asked.b)):
            with self.opened(name) as solution:
                view = solution.at(asked.path)
                found[place] = column_record(view, _player(asked.player, view))
        return found

    @contextmanager
    def opened(self, name: str) -> Iterator[Solution]:
        """A solution, for whoever asks it alone meanwhile. A file that was written anew is opened anew."""
        path = self.find(name)
        version = _version(path)
        with self._lock:
            held = self._open.pop(name, None)
            if held is None or held.version != version:
                held = _Open(open_flop(path) if path.suffix == ".flop" else Solution.open(path), version)
            self._open[name] = held
            while len(self._open) > MOST_OPEN:
                self._open.popitem(last=False)
        with held.lock:
            yield held.solution


def check_file(path: Path) -> None:
    """A `SolutionError` if a file that somebody sent is no solution, or any part of it is damaged."""
    solution = Solution.open(path)
    if read_header(path, SolutionError)["version"] == 1:
        raise SolutionError("a file of version 1 has no checksums: open and save it with this program first")
    archive = Archive(path, FORMAT, READ_VERSIONS, what="a solution", error=SolutionError)
    for part in archive.parts.values():
        archive.view(part.start, part.end, part.name)
    _ = solution.root.overall_ev


def adopt(data: DataDirectory, path: Path, wanted: str = "") -> str:
    """Put a copy of a solution file into the library, unless an equal one is there; its name, as `wanted` if it can
    be."""
    check_file(path)
    for name, there in data.solutions.files().items():
        if there.stat().st_size == path.stat().st_size and filecmp.cmp(there, path, shallow=False):
            return name
    name = data.solutions.free_name(wanted or path.stem)
    with path.open("rb") as source, open_atomically(data.solutions.place(name)) as copy:
        shutil.copyfileobj(source, copy)
    return name


def _summary(name: str, path: Path) -> dict[str, Any]:
    status = path.stat()
    row: dict[str, Any] = {"name": name, "size": status.st_size, "changed": status.st_mtime}
    try:
        header = read_header(path, SolutionError)
        if header["format"] != FORMAT or header["version"] == 1:
            raise SolutionError("it is no solution, or of an early version")
        if header["version"] not in READ_VERSIONS:
            raise SolutionError(
                f"it is of version {header['version']}, and this program reads {READ_VERSIONS[-1]} at most"
            )
        spot, made = header["spot"], HowMade.of(header)
        gains = [float(best) - float(value) for best, value in zip(*_judged(made.judged), strict=True)]
        stacks, big_blind = spot.get("stacks") or [spot["stack"]] * 2, spot.get("big_blind")
        streets = [street for street in STREETS.values() if f"strategies of the {street}" in _arrays(header)]
        row |= {
            "title": shorten(spot.get("name", ""), 100), "board": str(spot["board"]), "pot": int(spot["pot"]),
            "big_blind": None if big_blind is None else int(big_blind),
            "stacks": [int(stack) for stack in stacks], "streets": streets, "iterations": made.iterations,
            "percent_of_pot": known(50 * sum(gains) / int(spot["pot"])), "locks": len(header["locks"]),
        }  # fmt: skip
    except PokerError as error:
        row["trouble"] = str(error).replace(str(path), path.name)
    except (KeyError, TypeError, ValueError, ArithmeticError, AttributeError):
        row["trouble"] = "its header cannot be read"
    return row


def _judged(judged: Mapping[str, Any]) -> tuple[list[float], list[float]]:
    return list(judged["best"]), list(judged["values"])


def _arrays(header: Mapping[str, Any]) -> set[str]:
    return {str(array["name"]) for array in header["arrays"]}


def _version(path: Path) -> str:
    status = path.stat()
    return f"{status.st_ino}-{status.st_mtime_ns}-{status.st_size}"


def _player(name: str | None, view: NodeView) -> int:
    return (view.player or 0) if name is None else PLAYERS.index(name)


def _line(view: NodeView, *, is_known: bool) -> Iterator[dict[str, Any]]:
    """The steps to a node from the start, each with its choices; the last is the node itself."""
    solution, steps = view.solution, view.path.split("/") if view.path else []
    for count in range(len(steps) + 1):
        here = solution.at("/".join(steps[:count])) if count < len(steps) else view
        frequencies = [known(part) for part in here.frequencies.values()] if here.player is not None and (
            is_known or len(here.board) < RIVER
        ) else [None] * len(here.moves)  # fmt: skip
        yield {
            "node": here.path,
            "player": None if here.player is None else PLAYERS[here.player],
            "pot": here.pot,
            "moves": [str(move) for move in here.moves],
            "frequencies": frequencies,
            "all_in": [move.is_all_in for move in here.moves],
            "goes_on": [f"{here.path}/{move}".lstrip("/") in here.next_paths for move in here.moves],
            "chosen": steps[count] if count < len(steps) else None,
        }
