"""The experiments by name. An author's package registers its own:

    @experiment("moravcik/icm", "Naive against dynamic-programming ICM")
    def icm(settings: ExperimentSettings) -> Report: ...

Modules of experiments import heavy packages inside their functions, because listing the names imports them all.
"""

import csv
import json
import math
import os
import pkgutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from functools import cache, wraps
from importlib import import_module
from pathlib import Path
from typing import Any

from pokerlab._archives import read_archive, write_archive
from pokerlab._headers import HowMade
from pokerlab._numbers import check_seed
from pokerlab._threads import Progress
from pokerlab.errors import ExperimentError, shorten
from pokerlab.experiments.report import Report, RunFacts

CHECKPOINT_FORMAT = "pokerlab/experiment-checkpoint"
CHECKPOINT_VERSION = 2
_WHAT = "a checkpoint of an experiment"


class Scale(StrEnum):
    """How much of an experiment is run: `small` in about a minute, `full` as published."""

    SMALL = "small"
    FULL = "full"


@dataclass(frozen=True)
class ExperimentSettings:
    """What every experiment is given.

    - `progress`: called with (done, total) from time to time
    - `checkpoint`: a file that keeps the parts of a long run
    """

    scale: Scale = Scale.SMALL
    seed: int = 0
    progress: Progress | None = None
    checkpoint: Path | None = None

    def __post_init__(self) -> None:
        check_seed(self.seed, ExperimentError)

    @property
    def is_full(self) -> bool:
        """Whether the published size is wanted."""
        return self.scale is Scale.FULL

    def tick(self, done: int, total: int) -> None:
        """Report progress, if somebody listens."""
        if self.progress:
            self.progress(done, total)

    def kept(self, name: str, part: str, compute: Callable[[], Any]) -> Any:
        """A part of the experiment `name`, in plain JSON: from the checkpoint if there, else computed and kept."""
        if self.checkpoint is None:
            return compute()
        parts, spent = self.read_parts(name)
        if part not in parts:
            clock = _Clock()
            parts[part] = compute()
            spent[part] = clock.passed()
            content = {"run": self._run(name), "parts": parts, "spent": spent}
            made = HowMade(seconds=sum(seconds for seconds, _ in spent.values()), seed=self.seed)
            write_archive(self.checkpoint, CHECKPOINT_FORMAT, CHECKPOINT_VERSION, content, {}, made=made)
        return parts[part]

    def read_parts(self, name: str) -> "tuple[dict[str, Any], dict[str, tuple[float, float]]]":
        """The parts kept of the experiment `name`, and what was spent on them (seconds by the clock and of processors)
        as far as it is known; none if there is no checkpoint, an error if the file is of something else."""
        if self.checkpoint is None or not self.checkpoint.exists():
            return {}, {}
        try:
            content = _read_checkpoint(self.checkpoint)
            kept, parts = dict(content["run"]), dict(content["parts"])
            spent = {part: (float(seconds), float(cpu)) for part, (seconds, cpu) in content.get("spent", {}).items()}
            if not all(0 <= number < math.inf for pair in spent.values() for number in pair):
                raise ValueError("no such times")
        except OSError as error:
            raise ExperimentError(f"{self.checkpoint}: cannot be read: {error.strerror or error}") from None
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
            raise ExperimentError(f"{self.checkpoint} is not {_WHAT}, or is damaged") from None
        if kept != self._run(name):
            theirs, ours = (
                ", ".join(f"{key} {value}" for key, value in run.items()) for run in (kept, self._run(name))
            )
            raise ExperimentError(
                f"{self.checkpoint} is the checkpoint of another run: {shorten(theirs, 150)}; not {ours}"
            )
        return parts, spent

    def _run(self, name: str) -> dict[str, Any]:
        return {"name": name, "scale": str(self.scale), "seed": self.seed}


@dataclass(frozen=True)
class Cost:
    """What a run takes: seconds of processor time in all, and megabytes at most, measured; or `estimated` from a part
    that was run, in proportion to the work that is left."""

    seconds: float
    megabytes: int
    estimated: bool = False

    def __str__(self) -> str:
        return f"{'~' if self.estimated else ''}{_duration(self.seconds)}, {_memory(self.megabytes)}"


Run = Callable[[ExperimentSettings], Report]


@dataclass(frozen=True)
class Experiment:
    """A registered experiment: `author/name`, what it shows, and the function that runs it."""

    name: str
    title: str
    run: Run

    @property
    def author(self) -> str:
        """Whose experiment it is: the name up to the slash."""
        return self.name.partition("/")[0]

    @property
    def costs(self) -> dict[Scale, Cost]:
        """What it takes by scale, as far as it was measured (`costs.csv`)."""
        return _costs().get(self.name, {})


_EXPERIMENTS: dict[str, Experiment] = {}


def experiment(name: str, title: str) -> Callable[[Run], Run]:
    """Register a function as the experiment `name`, in the form `author/subject`. Its reports will say how it was run
    and how long that took."""

    def register(run: Run) -> Run:
        if name in _EXPERIMENTS and _EXPERIMENTS[name].run.__module__ != run.__module__:
            raise ValueError(f"two experiments are called '{name}'")
        _EXPERIMENTS[name] = Experiment(name, title, timed := _timed(name, run))
        return timed

    return register


def all_experiments() -> list[Experiment]:
    """Every experiment of every author, by name."""
    for author in pkgutil.iter_modules([str(Path(__file__).parent)]):
        if author.ispkg:
            package = import_module(f"pokerlab.experiments.{author.name}")
            for module in pkgutil.iter_modules(package.__path__):
                import_module(f"{package.__name__}.{module.name}")
    return [_EXPERIMENTS[name] for name in sorted(_EXPERIMENTS)]


def of_author(author: str) -> list[Experiment]:
    """The experiments of an author, such as `kujath`; none if there is no such author."""
    return [found for found in all_experiments() if found.author == author]


@cache
def _costs() -> dict[str, dict[Scale, Cost]]:
    found: dict[str, dict[Scale, Cost]] = {}
    with (Path(__file__).parent / "costs.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            cost = Cost(float(row["cpu_seconds"]), int(row["megabytes"]), row["how"] == "estimated")
            found.setdefault(row["name"], {})[Scale(row["scale"])] = cost
    return found


def _duration(seconds: float) -> str:
    if seconds < 60:
        return f"{max(round(seconds), 1)} s"
    return f"{seconds / 60:.0f} min" if seconds < 3600 else f"{seconds / 3600:.2g} h"


def _memory(megabytes: int) -> str:
    return f"{megabytes} MB" if megabytes < 1000 else f"{megabytes / 1000:.2g} GB"


def _read_checkpoint(path: Path) -> dict[str, Any]:
    """What a checkpoint holds. Version 1 was plain JSON; it is still read."""
    with path.open("rb") as file:
        is_text = file.read(1) == b"{"
    if is_text:
        content = json.loads(path.read_text("utf-8"))
        if content["format"] != f"{CHECKPOINT_FORMAT}/1":
            raise ValueError("another format")
        return dict(content)
    content, _ = read_archive(path, CHECKPOINT_FORMAT, (CHECKPOINT_VERSION,), what=_WHAT, error=ExperimentError)
    return content


def _timed(name: str, run: Run) -> Run:
    @wraps(run)
    def timed(settings: ExperimentSettings) -> Report:
        parts, spent = settings.read_parts(name)
        clock = _Clock()
        report = run(settings)
        seconds, cpu_seconds = (sum(column) for column in zip(clock.passed(), *spent.values(), strict=True))
        is_whole = parts.keys() == spent.keys()
        report.run = RunFacts(str(settings.scale), settings.seed, seconds, cpu_seconds, bool(parts), is_whole)
        return report

    return timed


class _Clock:
    """What has passed since it was made."""

    def __init__(self) -> None:
        self._start = time.monotonic(), _cpu_seconds()

    def passed(self) -> tuple[float, float]:
        """Seconds by the clock, and of all processors together."""
        seconds, cpu_seconds = self._start
        return time.monotonic() - seconds, _cpu_seconds() - cpu_seconds


def _cpu_seconds() -> float:
    """Processor time of this process, all its threads, and processes it has waited for."""
    return sum(os.times()[:4])


def find(name: str) -> Experiment:
    """The experiment of that name, or a clear error."""
    experiments = {found.name: found for found in all_experiments()}
    if name not in experiments:
        near = get_close_matches(name, experiments, 1, 0.4)
        hint = f" (did you mean '{near[0]}'?)" if near else ""
        raise ExperimentError(f"'{shorten(name)}' is not an experiment{hint}; 'pokerlab reproduce' lists them")
    return experiments[name]
