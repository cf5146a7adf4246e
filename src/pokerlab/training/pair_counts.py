"""Two players' hold'em through buckets with perfect recall, listed: all deals of both, counted exactly.

PairsJob(cards="2.4.8.16", jobs=2).run().cards                # ListedCards

All 2,554,656 runs of flop, turn and river up to suits are gone through, in tasks of a run that goes on where it was
stopped (see `jobs.run`). The counts lie in a file beside that of the buckets, under checksums, and are for these
buckets only.
"""

from dataclasses import dataclass
from pathlib import Path
from shutil import rmtree
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import Field

from pokerlab._archives import Archive, write_archive
from pokerlab._files import check_writable
from pokerlab._jobs import Job, JobResult
from pokerlab.abstraction.buckets import Buckets, buckets_path
from pokerlab.abstraction.feature_build import Teller
from pokerlab.abstraction.feature_sweeps import board_counts, board_index
from pokerlab.cards.cardset import cardset
from pokerlab.errors import AbstractionError
from pokerlab.jobs.run import run
from pokerlab.jobs.task import Task
from pokerlab.training.listed_cards import MOST_SEQUENCES, ListedCards, forgets

FORMAT = "pokerlab/pairs"
PART_FORMAT = "pokerlab/pairs-part"
VERSION = 1
SUFFIX = ".pairs"
PARTS = 16
RUNS = 2_554_656
"""Flops, turns and rivers as they come, up to suits."""
COUNT = "pokerlab.training.pair_counts:count_part"

FULL_DECK = cardset(range(52))

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]


class PairsJob(Job):
    """Which buckets are listed: `cards`, a name or a file, in `directory` as `Buckets.open` takes them; `jobs` at a
    time."""

    cards: str
    directory: str | None = None
    jobs: Annotated[int, Field(ge=1)] | None = None

    @property
    def path(self) -> Path:
        """The file of the counts."""
        return buckets_path(self.cards, self.directory).with_suffix(SUFFIX)

    def run(self, teller: Teller | None = None) -> "ListedPairs":
        """Count, or open what is there and whole."""
        buckets = Buckets.open(self.cards, self.directory)
        check_sequences(buckets)
        if self.path.exists():
            return ListedPairs(self, read_pairs(self.path, buckets), str(self.path), False)
        sequences = buckets.sights[3]
        check_writable(self.path, 8 * sequences**2 * (PARTS + 1))
        building = self.path.with_suffix(".counting")
        joint, parents = np.zeros((sequences, sequences), np.int64), np.full((4, sequences), -1, np.int32)
        runs = 0
        for path in self._parts(buckets, building, teller):
            part = Archive(path, PART_FORMAT, (VERSION,), what="a part of counted deals", error=AbstractionError)
            joint += part.array("joint")
            parents = merged(parents, part.array("parents"), str(buckets.name))
            runs += int(part.metadata["runs"])
        if runs != RUNS:
            raise AbstractionError(f"{building}: {runs:,} runs of boards were counted, not {RUNS:,}")
        about = {"name": str(buckets.name), "hash": buckets.hash}
        write_archive(self.path, FORMAT, VERSION, about, {"joint": joint, "parents": parents})
        rmtree(building, ignore_errors=True)
        return ListedPairs(self, listed(str(buckets.name), joint, parents, buckets.sights), str(self.path), True)

    def _parts(self, buckets: Buckets, building: Path, teller: Teller | None) -> list[Path]:
        assert buckets.file
        arguments = {"buckets": str(buckets.file), "hash": buckets.hash, "of": PARTS}
        tasks = [
            Task(
                COUNT, arguments | {"part": part}, memory=300 * 2**20 + 8 * buckets.sights[3] ** 2, suffix=".part",
                title=f"flops {part + 1} of {PARTS}",
            )
            for part in range(PARTS)
        ]  # fmt: skip
        if teller is None:
            return [done.path for done in run(tasks, building, jobs=self.jobs)]
        teller.say(
            f"{buckets.name}: {buckets.sights[3]:,} sequences, {RUNS:,} runs of boards: half an hour of a processor"
        )
        with teller.progress("deals of two players") as progress:
            watched = run(tasks, building, jobs=self.jobs, watch=lambda now: progress(now.done, now.total))
            return [done.path for done in watched]


@dataclass(frozen=True)
class ListedPairs(JobResult):
    """Listed cards; `is_new` if they were counted just now."""

    job: PairsJob
    cards: ListedCards
    file: str
    is_new: bool

    def record(self) -> dict[str, Any]:
        """Plain data."""
        return {"cards": self.cards.name, "sequences": self.cards.counts[-1], "file": self.file, "new": self.is_new}


def count_part(arguments: dict[str, Any], path: Path) -> dict[str, Any]:
    """Count the deals of a part of the flops: a file."""
    buckets = Buckets.open(Path(arguments["buckets"]))
    if buckets.hash != arguments["hash"]:
        raise AbstractionError(f"{arguments['buckets']} has changed since the work began")
    flops = board_index(3).unindex(np.arange(arguments["part"], board_index(3).size, arguments["of"]))
    joint, parents, runs = count_flops(buckets, flops)
    arrays: dict[str, npt.NDArray[Any]] = {"joint": joint, "parents": parents}
    write_archive(path, PART_FORMAT, VERSION, {"runs": runs, "hash": buckets.hash}, arrays)
    return {"runs": runs}


def count_flops(buckets: Buckets, flops: npt.NDArray[np.uint8], deck: int = FULL_DECK) -> tuple[Longs, Ints, int]:
    """The deals of some canonical flops [n, 3] (see `pair_kernels.count_pairs`), what was seen before each sight on
    each street, and how many runs of boards there were; `deck`: the set of cards that may come after them."""
    from pokerlab.training import pair_kernels

    sequences = max(buckets.sights)
    joint = np.zeros((buckets.sights[3],) * 2, np.int64)
    parents = np.full((4, sequences), -1, np.int32)
    flops = np.ascontiguousarray(flops)
    runs = pair_kernels.count_pairs(flops, board_counts(flops), np.uint64(deck), *buckets.arrays, parents, joint)
    if runs < 0:
        raise forgets(str(buckets.name))
    return joint, parents, int(runs)


def read_pairs(path: Path, buckets: Buckets) -> ListedCards:
    """The listed cards in a file; an `AbstractionError` if it is damaged or for other buckets."""
    archive = Archive(path, FORMAT, (VERSION,), what="a file of counted deals", error=AbstractionError)
    if archive.metadata.get("hash") != buckets.hash:
        raise AbstractionError(f"{path} is for other buckets of the name {buckets.name}: remove it to count anew")
    return listed(str(buckets.name), archive.array("joint"), archive.array("parents"), buckets.sights)


def listed(name: str, joint: Longs, parents: Ints, sights: tuple[int, ...]) -> ListedCards:
    """Counts as listed cards; sights that never occur come after the first one."""
    met = np.tril(joint) + np.tril(joint, -1).T
    led = np.triu(joint, 1) - np.triu(joint, 1).T
    return ListedCards.of_pairs(name, [np.maximum(parents[s, : sights[s]], 0) for s in (1, 2, 3)], met, led)


def merged(parents: Ints, others: Ints, name: str) -> Ints:
    """What two parts of the boards say was seen before each sight."""
    if ((parents != others) & (parents >= 0) & (others >= 0)).any():
        raise forgets(name)
    return np.maximum(parents, others)


def check_sequences(buckets: Buckets) -> None:
    """An `AbstractionError` if buckets have too many sequences, or forget."""
    if not buckets.name.remembers_before(3):
        raise forgets(str(buckets.name))
    if buckets.sights[3] > MOST_SEQUENCES:
        raise AbstractionError(
            f"{buckets.name} has {buckets.sights[3]:,} sequences; at most {MOST_SEQUENCES:,} are listed"
        )
