"""Building buckets as data, and what came out.

BucketsJob(name="ir169.64.8.8", features="features", directory="buckets").run().record()

What is there is kept (unless `anew`); clusterings are kept as they are found, so that a build which was stopped goes on
where it was.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import Field

from pokerlab._files import check_writable
from pokerlab._headers import HowMade
from pokerlab._jobs import Job, JobResult
from pokerlab.abstraction.buckets import Buckets, buckets_path
from pokerlab.abstraction.building import build_buckets
from pokerlab.abstraction.clusters import ClusterSettings, seconds_to_cluster
from pokerlab.abstraction.feature_build import Teller
from pokerlab.abstraction.features import Features
from pokerlab.abstraction.kmeans import check_sklearn
from pokerlab.abstraction.notation import CLUSTERED, STREETS, CardAbstraction, CutKind, parse_cards

_PARTS = 10
"""Parts of a distribution of masses in a record."""


class BucketsJob(Job):
    """Which buckets are built, of which features, and where.

    - `name`: in the notation (`notation.parse_cards`)
    - `features`, `directory`: the directories of tables and of buckets, by default in the user's data directory
    - `seed`, `restarts`: of clusters; `threads`: all processors by default; `anew`: build what is there as well
    """

    name: str
    features: str | None = None
    directory: str | None = None
    seed: Annotated[int, Field(ge=0)] = 0
    restarts: Annotated[int, Field(ge=0, le=100)] = 0
    threads: Annotated[int, Field(ge=1)] | None = None
    anew: bool = False

    @property
    def cards(self) -> CardAbstraction:
        """The name, read."""
        return parse_cards(self.name)

    @property
    def path(self) -> Path:
        """The file."""
        return buckets_path(str(self.cards), self.directory)

    def run(self, teller: Teller | None = None) -> "BuiltBuckets":
        """Build them, or open what is there and whole."""
        if not self.anew and self.path.exists():
            there = Buckets.open(self.path)
            if (there.about.get("seed", 0), there.about.get("restarts", 0)) == (self.seed, self.restarts):
                return BuiltBuckets(self, there, str(self.path), False)
        features = Features.open(self.features)
        has_clusters = any(cut.kind in (*CLUSTERED, CutKind.PUBLIC) for part in self.cards.parts for cut in part.seen)
        if has_clusters:
            check_sklearn()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        check_writable(self.path, 600_000_000)
        if teller and has_clusters:
            teller.say(f"{self.cards}: about {_time(expected_seconds(self.cards))} of processor time")
        with _Steps(teller) as steps:
            found = build_buckets(
                self.cards, features, settings=ClusterSettings(self.seed, self.restarts),
                directory=self.path.parent, threads=self.threads, steps=steps.tell,
            )  # fmt: skip
        found.about |= {"seed": self.seed, "restarts": self.restarts}
        found.save(self.path, HowMade(seed=self.seed))
        return BuiltBuckets(self, Buckets.open(self.path), str(self.path), True)


@dataclass(frozen=True)
class BuiltBuckets(JobResult):
    """Buckets that are there now; `is_new` if they were built just now."""

    job: BucketsJob
    buckets: Buckets
    file: str
    is_new: bool

    def record(self) -> dict[str, Any]:
        """Plain data."""
        return buckets_record(self.buckets) | {"file": self.file, "built": self.is_new}


def buckets_record(buckets: Buckets) -> dict[str, Any]:
    """What buckets are as plain data: sights, empty ones, what is remembered and how the masses are spread."""
    streets = []
    for street, part, facts in zip(STREETS, buckets.name.parts, buckets.streets, strict=True):
        shares = facts.shares
        streets.append(
            {
                "street": street, "part": str(part), "named": facts.named, "sights": facts.sights,
                "empty": facts.empty, "remembered": facts.memories, "smallest": float(shares.min()),
                "largest": float(shares.max()), "spread": _quantiles(shares),
            }
        )  # fmt: skip
    return {
        "name": str(buckets.name), "hash": buckets.hash, "features": buckets.about.get("features"),
        "clusters": buckets.about.get("clusters", {}), "streets": streets,
    }  # fmt: skip


def expected_seconds(cards: CardAbstraction) -> float:
    """About how long building takes from nothing, in seconds of one thread, as measured."""
    seconds = 5.0
    for street, part in enumerate(cards.parts):
        seconds += sum(seconds_to_cluster(street, cut) for cut in part.seen if cut.kind in (*CLUSTERED, CutKind.PUBLIC))
    if cards.remembers_before(3):
        seconds += 10.0 * len(cards.parts[3].seen)
    return seconds


class _Steps:
    """Turns steps with names into one progress bar after the other."""

    def __init__(self, teller: Teller | None) -> None:
        self._teller = teller
        self._what = ""
        self._open: Any = None
        self._progress: Callable[[int, int], None] | None = None

    def __enter__(self) -> "_Steps":
        return self

    def __exit__(self, *reason: object) -> None:
        self._close()

    def tell(self, what: str, done: int, total: int) -> None:
        """Tell that so much is done of something."""
        if self._teller is None:
            return
        if what != self._what:
            self._close()
            self._what, self._open = what, self._teller.progress(what)
            self._progress = self._open.__enter__()
        if self._progress:
            self._progress(done, total)

    def _close(self) -> None:
        if self._open is not None:
            self._open.__exit__(None, None, None)
            self._open = None


def _time(seconds: float) -> str:
    return f"{seconds:.0f} seconds" if seconds < 90 else f"{seconds / 60:.0f} minutes"


def _quantiles(shares: npt.NDArray[np.float64]) -> list[float]:
    return [float(value) for value in np.quantile(shares, np.linspace(0, 1, _PARTS + 1))]
