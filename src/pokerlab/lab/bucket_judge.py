"""What a bucketing costs: how it divides hands, and how exploitable play is that cannot tell hands of a bucket apart.

    JudgeBuckets(names=("ir50.ir50.ir50.50", "ir169.iremd50.iremd50.ochs50")).run().record()

For every name and street: how large buckets are, how far apart the hands of a bucket are in E[HS] and in their
histograms (earth mover's distance to the bucket's mean, in parts of the scale), and which part of the variance of
E[HS] the buckets explain; on a sample of hands drawn as they are dealt. Then the truth: spots are solved with the
buckets as groups of hands that play alike, and judged inside the groups and in the real game.

Names that forget and have one cut a street are judged without being built; others must have been.
"""

import time
from dataclasses import dataclass, field
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import Field

from pokerlab._examples import examples_directory
from pokerlab._jobs import Job, JobResult
from pokerlab.abstraction.buckets import Buckets, buckets_path
from pokerlab.abstraction.clusters import ClusterSettings
from pokerlab.abstraction.feature_tables import STREETS, find_table
from pokerlab.abstraction.features import Features
from pokerlab.abstraction.notation import parse_cards
from pokerlab.abstraction.spot_buckets import SpotBuckets
from pokerlab.cards.card import format_cards
from pokerlab.equilibrium.run import Listener
from pokerlab.errors import AbstractionError
from pokerlab.postflop.bucket_groups import Sights, bucket_groups
from pokerlab.postflop.solve import prepare, steps
from pokerlab.postflop.spot import Spot

SAMPLE = 60_000
"""Hands of each street whose distances are measured."""


class JudgeBuckets(Job):
    """Which buckets are judged, and on which spots.

    - `names`: in the notation; `spots`: files of spots, flops or turns
    - `target`: percent of the pot to which spots are solved inside the buckets, or `iterations` at most
    - `seed`: of the sample, and of clusters
    """

    names: Annotated[tuple[str, ...], Field(min_length=1)]
    spots: tuple[str, ...] = ()
    features: str | None = None
    directory: str | None = None
    target: Annotated[float, Field(gt=0)] = 0.3
    iterations: Annotated[int, Field(ge=1)] = 1000
    threads: Annotated[int, Field(ge=1)] | None = None
    seed: Annotated[int, Field(ge=0)] = 0

    def run(self, listener: Listener | None = None) -> "JudgedBuckets":
        """Judge them all."""
        listener = listener or Listener()
        features = Features.open(self.features)
        spots = [Spot.read(path) for path in self.spots]
        sources = [self._source(name, features) for name in self.names]
        total = len(sources) * (1 + len(spots))
        judged = []
        with listener.progress("judging buckets") as told:
            for number, (name, source) in enumerate(zip(self.names, sources, strict=True)):
                streets = [street_facts(source, features, street, self.seed) for street in (1, 2, 3)]
                told(number * (1 + len(spots)) + 1, total)
                results = []
                for place, spot in enumerate(spots):
                    results.append(self._solved(source, spot))
                    told(number * (1 + len(spots)) + 2 + place, total)
                judged.append(JudgedName(str(parse_cards(name)), tuple(streets), tuple(results)))
        exact = [self._solved(None, spot) for spot in spots]
        return JudgedBuckets(self, tuple(judged), tuple(exact))

    def _source(self, name: str, features: Features) -> Sights:
        cards = parse_cards(name)
        if buckets_path(str(cards), self.directory).exists():
            return Buckets.open(str(cards), self.directory)
        place = buckets_path(str(cards), self.directory).parent
        try:
            return SpotBuckets(
                cards, features, settings=ClusterSettings(self.seed), directory=place, threads=self.threads
            )
        except AbstractionError as error:
            raise AbstractionError(f"{error}: pokerlab buckets build {cards}") from None

    def _solved(self, source: Sights | None, spot: Spot) -> "SolvedSpot":
        started = time.process_time()
        groups = bucket_groups(source, spot.board) if source else None
        engine = prepare(spot, groups=groups, threads=self.threads)
        for _ in steps(engine, target=self.target, iterations=self.iterations, complain=lambda text: None):
            pass
        inside, outside = engine.judge(inside=True), engine.judge()
        scale = 100 / spot.pot
        sizes = [float(np.mean(count)) for count in groups.counts] if groups else []
        return SolvedSpot(
            f"{spot.name or 'spot'} ({format_cards(spot.board)})",
            engine.iteration, scale * inside.exploitability, scale * outside.exploitability,
            scale * outside.values[0], sizes, time.process_time() - started,
        )  # fmt: skip


@dataclass(frozen=True)
class StreetSpread:
    """How a bucketing divides a street: `buckets` in the sample, the share of the `largest`; `spread`: root mean square
    of E[HS] within buckets; `histogram`: mean earth mover's distance of histograms to their bucket's mean (None
    on the river); the part of the variance of E[HS] that buckets have `explained`."""

    street: str
    buckets: int
    largest: float
    spread: float
    histogram: float | None
    explained: float
    masses: tuple[float, ...] = field(repr=False)


@dataclass(frozen=True)
class SolvedSpot:
    """A spot solved with the buckets as groups: exploitability `inside` them and in the `real` game, in percent of the
    pot; the first player's value; how many groups a board has on each street, in the mean."""

    spot: str
    iterations: int
    inside: float
    real: float
    value: float
    groups: list[float]
    cpu_seconds: float


@dataclass(frozen=True)
class JudgedName:
    """A name that was judged."""

    name: str
    streets: tuple[StreetSpread, ...]
    spots: tuple[SolvedSpot, ...]


@dataclass(frozen=True)
class JudgedBuckets(JobResult):
    """Names judged on the same spots; `exact`: the spots solved with every hand for itself."""

    job: JudgeBuckets
    names: tuple[JudgedName, ...]
    exact: tuple[SolvedSpot, ...]
    file: str | None = None

    def record(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "target": self.job.target,
            "names": [
                {
                    "name": judged.name,
                    "streets": [_street_record(street) for street in judged.streets],
                    "spots": [_spot_record(spot) for spot in judged.spots],
                }
                for judged in self.names
            ],
            "every_hand": [_spot_record(spot) for spot in self.exact],
        }


def street_facts(source: Sights, features: Features, street: int, seed: int = 0) -> StreetSpread:
    """How buckets divide a street, on a sample of dealt hands."""
    rng = np.random.default_rng([seed, street])
    deck = np.argsort(rng.random((SAMPLE, 52)), axis=1)[:, :7].astype(np.uint8)
    private, boards = np.ascontiguousarray(deck[:, :2]), np.ascontiguousarray(deck[:, 2:])
    classes = _classes(private, boards, street)
    if isinstance(source, Buckets):
        sights = source.deals(private, boards, street)
    else:
        assert isinstance(source, SpotBuckets)
        sights = source.of_classes(street, classes)
    name = STREETS[street]
    measure = "points" if street == 3 else "hs1"
    strength = np.asarray(features.table(name, measure)[classes] / find_table(name, measure).most, np.float64)
    known, numbers, counts = np.unique(sights, return_inverse=True, return_counts=True)
    means = np.bincount(numbers, strength) / counts
    within = float(np.mean((strength - means[numbers]) ** 2))
    histogram = None if street == 3 else _histogram_spread(features, name, classes, numbers, counts)
    masses = np.sort(counts / len(sights))[::-1]
    return StreetSpread(
        name, len(known), float(masses[0]), within**0.5, histogram, 1 - within / float(strength.var()),
        tuple(float(mass) for mass in masses[:: max(1, len(masses) // 200)]),
    )  # fmt: skip


def _histogram_spread(
    features: Features, street: str, classes: npt.NDArray[np.int64], numbers: npt.NDArray[np.int64],
    counts: npt.NDArray[np.int64],
) -> float:  # fmt: skip
    sums = np.cumsum(features.table(street, "histogram")[classes], axis=1, dtype=np.float64)
    points = (sums / sums[:, -1:])[:, :-1]
    means = np.zeros((len(counts), points.shape[1]))
    np.add.at(means, numbers, points)
    means /= counts[:, None]
    return float(np.abs(points - means[numbers]).sum(axis=1).mean())


def _classes(private: npt.NDArray[np.uint8], boards: npt.NDArray[np.uint8], street: int) -> npt.NDArray[np.int64]:
    from pokerlab.cards.class_kernels import classes_of_deals

    out = np.empty(len(private), np.int64)
    classes_of_deals(private, boards, street, out)
    return out


def _street_record(street: StreetSpread) -> dict[str, Any]:
    return {
        "street": street.street, "buckets": street.buckets, "largest": street.largest, "spread": street.spread,
        "histogram_spread": street.histogram, "explained": street.explained,
    }  # fmt: skip


def _spot_record(spot: SolvedSpot) -> dict[str, Any]:
    return {
        "spot": spot.spot, "iterations": spot.iterations, "inside": spot.inside, "real": spot.real,
        "value": spot.value, "groups": spot.groups, "cpu_seconds": spot.cpu_seconds,
    }  # fmt: skip


def default_spots() -> tuple[str, ...]:
    """The shipped spots that buckets are judged on."""
    return tuple(str(examples_directory() / name) for name in ("turn1.toml", "flop2.toml"))
