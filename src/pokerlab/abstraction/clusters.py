"""Clusters of hands and boards by k-means, each found once and kept in a file of its own.

- `emd`: histograms of river strength under the earth mover's distance;
- `ochs`: river strengths against clusters of starting hands, Euclidean;
- `pa`: histograms over the clusters of the next street (at most `MOST_NEXT` of them: if the name has more there, a
  coarser clustering of the same kind stands for them), Euclidean;
- `pub`: boards, by the chances to go from each bucket before the card to each one after it (ten percentiles by
  E[HS^2]), Euclidean; on the turn inside the clusters of the flop, if these are remembered.

Points are weighted by deals. Clusters are numbered by strength: by the mean of E[HS^2] of their hands (boards: of all
hands on them).
"""

import hashlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from pokerlab._archives import Archive, write_archive
from pokerlab._numbers import check_seed
from pokerlab._threads import map_in_order
from pokerlab.abstraction.feature_tables import CLASS_COUNTS, STREETS, feature_index
from pokerlab.abstraction.features import Features
from pokerlab.abstraction.kmeans import (
    SAMPLE_PER_CENTRE,
    SEEDING_PER_CENTRE,
    FittedCentres,
    Points,
    assign,
    check_sklearn,
    fit,
    ordered,
)
from pokerlab.abstraction.measures import Measures
from pokerlab.abstraction.notation import CardAbstraction, Cut, CutKind
from pokerlab.abstraction.public_boards import cluster_boards
from pokerlab.abstraction.street_cuts import percentile_levels
from pokerlab.errors import AbstractionError

FORMAT = "pokerlab/clusters"
VERSION = 1
MOST_NEXT = 100
"""Clusters of the next street that a potential-aware histogram counts."""
CLUSTERS, CENTRES = ".clusters", ".centres"
"""Suffixes: of a clustering, and of its centres before all hands are assigned."""
_CHUNK = 1 << 18
_PIECE = 1 << 13
Kept = TypeVar("Kept")
Steps = Callable[[str, int, int], None]


@dataclass(frozen=True)
class ClusterSettings:
    """How clusters are found: a seed, and from how many seedings (0: three, but one for more than 1,000 clusters)."""

    seed: int = 0
    restarts: int = 0

    def __post_init__(self) -> None:
        check_seed(self.seed, AbstractionError)
        if not 0 <= self.restarts <= 100:
            raise AbstractionError(f"{self.restarts} restarts: 1 to 100, or 0 for as many as are usual")

    def restarts_for(self, count: int) -> int:
        """How many seedings are tried for so many clusters."""
        return self.restarts or (3 if count <= 1000 else 1)


@dataclass(frozen=True)
class Clustering:
    """`labels` [class]: the cluster of every hand or board; `centres` float32 [cluster, d]; `about`: how it was made,
    and how far points are from their centres."""

    labels: npt.NDArray[Any]
    centres: npt.NDArray[np.float32]
    about: dict[str, Any]


class Clusterings:
    """The clusterings that a name needs, from files where they are there."""

    def __init__(
        self, features: Features, cards: CardAbstraction, settings: ClusterSettings, directory: Path | None,
        threads: int | None, steps: Steps,
    ) -> None:  # fmt: skip
        self.features, self.cards, self.settings = features, cards, settings
        self.directory, self.threads, self._tell = directory, threads, steps
        self._found: dict[str, Clustering] = {}
        self._fits: dict[str, FittedCentres] = {}
        self._to_come: dict[str, _PointsToCome] = {}

    def labels(self, street: int, cut: Cut) -> npt.NDArray[Any]:
        """[class]: the clusters of a cut of the name."""
        return self._get(street, cut).labels

    def centres(self) -> dict[str, npt.NDArray[Any]]:
        """By street and kind: the centres of all that were needed."""
        return {key: found.centres for key, found in self._found.items()}

    def records(self) -> dict[str, Any]:
        """By street and kind: how each was made."""
        return {key: found.about for key, found in self._found.items()}

    def _get(self, street: int, cut: Cut) -> Clustering:
        key = self._key(street, cut)
        if key not in self._found:
            self._found[key] = self._read(key) or self._make(key, street, cut)
        return self._found[key]

    def _key(self, street: int, cut: Cut) -> str:
        return f"{STREETS[street]} {cut.kind}{cut.count}" + self._depends_on(street, cut)

    def _depends_on(self, street: int, cut: Cut) -> str:
        """What else of the name a clustering depends on."""
        if cut.kind is CutKind.POTENTIAL_AWARE:
            after = self._next_cut(street)
            inner = self._depends_on(street + 1, after)
            return f" of {after.text(self.cards.parts[street + 1].place, is_mixed=True)}{inner}"
        if cut.kind is CutKind.PUBLIC and street == 2 and (flop := self._remembered_boards()):
            return f" in pub{flop.count}"
        return ""

    def _next_cut(self, street: int) -> Cut:
        """What hands are told apart by on the next street."""
        hands = [cut for cut in self.cards.parts[street + 1].seen if cut.kind is not CutKind.PUBLIC]
        first = hands[0] if hands else Cut(CutKind.PERCENTILES, 1)
        if first.kind is CutKind.ALL:
            first = Cut(CutKind.OPPONENT_CLUSTERS if street == 2 else CutKind.EARTH_MOVER, MOST_NEXT)
        return replace(first, count=min(first.count, MOST_NEXT))

    def _remembered_boards(self) -> Cut | None:
        kept = self.cards.parts[1].remembered
        return kept[0] if kept and kept[0].kind is CutKind.PUBLIC else None

    def _make(self, key: str, street: int, cut: Cut) -> Clustering:
        check_sklearn()
        started = time.process_time()
        if cut.kind is CutKind.PUBLIC:
            flop = self._remembered_boards() if street == 2 else None
            inside = self._get(1, flop).labels if flop else None
            labels, centres = cluster_boards(
                self.features, street, cut.count, self.settings.seed, inside,
                lambda done, total: self._tell(key, done, total),
            )  # fmt: skip
            found = Clustering(labels, centres, {"seed": self.settings.seed, "of": "boards"})
        else:
            found = self._cluster_hands(key, street, cut)
        about = found.about | {"cpu_seconds": round(time.process_time() - started, 1)}
        found = replace(found, about=about)
        self._keep(self._path(key), key, about, {"labels": found.labels, "centres": found.centres})
        if fitted := self._path(key, CENTRES):
            fitted.unlink(missing_ok=True)
        return found

    def _cluster_hands(self, key: str, street: int, cut: Cut) -> Clustering:
        fitted = self._fitted(key, street, cut)
        total, is_absolute = CLASS_COUNTS[STREETS[street]], fitted.centres.is_absolute
        labels, distances = assign(
            fitted.centres, self._points(street, cut).chunks, total, self.threads,
            lambda done, all_: self._tell(f"{key}: hands", done, all_),
        )  # fmt: skip
        weights = np.asarray(self.features.deals(STREETS[street]), np.float64)
        order = _by_strength(self.features, street, labels, weights, cut.count)
        place = np.empty(cut.count, np.int32)
        place[order] = np.arange(cut.count, dtype=np.int32)
        kept = np.uint16 if cut.count <= 1 << 16 else np.int32
        mean = float(np.average(distances, weights=weights))
        about = {
            "seed": fitted.seed, "restarts": list(fitted.restarts), "rounds": fitted.rounds, "sample": fitted.sample,
            "mean_distance": mean if is_absolute else mean**0.5, "empty": int(cut.count - len(np.unique(labels))),
        }  # fmt: skip
        return Clustering(place[labels].astype(kept), fitted.centres.points[order], about)

    def _fitted(self, key: str, street: int, cut: Cut) -> FittedCentres:
        """Centres, fitted to a sample of the hands; kept in a file until the clustering is there."""
        if key not in self._fits:
            self._fits[key] = self._read_centres(key) or self._fit(key, street, cut)
        return self._fits[key]

    def _fit(self, key: str, street: int, cut: Cut) -> FittedCentres:
        total = CLASS_COUNTS[STREETS[street]]
        rng = np.random.default_rng([self.settings.seed, street, cut.count])
        size = min(total, max(SAMPLE_PER_CENTRE * cut.count, 50_000))
        chosen = np.sort(rng.choice(total, size, replace=False)) if size < total else np.arange(total)
        fitted = fit(
            self._points(street, cut).at(chosen),
            np.asarray(self.features.deals(STREETS[street])[chosen], np.float64), cut.count,
            is_absolute=cut.kind is CutKind.EARTH_MOVER, seed=self.settings.seed,
            restarts=self.settings.restarts_for(cut.count), threads=self.threads,
            progress=lambda done, all_: self._tell(f"{key}: centres", done, all_),
        )  # fmt: skip
        about = {name: getattr(fitted, name) for name in ("seed", "restarts", "rounds", "sample")}
        about["is_absolute"] = fitted.centres.is_absolute
        arrays = {"points": fitted.centres.points, "direction": fitted.centres.direction}
        self._keep(self._path(key, CENTRES), key, about, arrays)
        return fitted

    def labels_of(self, street: int, cut: Cut, classes: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
        """[n]: the clusters of some hands alone, which takes less time than to cluster all; they are those of `labels`
        with other numbers."""
        key = self._key(street, cut)
        if key in self._found or (self._path(key) or Path("?")).exists():
            return self.labels(street, cut)[classes]
        points = self._points(street, cut)
        labels, _ = self._fitted(key, street, cut).centres.nearest(points.at(classes))
        return labels

    def _points(self, street: int, cut: Cut) -> "_HandPoints | _PointsToCome":
        if cut.kind is CutKind.EARTH_MOVER:
            return _HandPoints(self.features.table(STREETS[street], "histogram"), _cumulative)
        if cut.kind is CutKind.OPPONENT_CLUSTERS:
            return _HandPoints(self.features.table("river", "ochs"), lambda rows: rows.astype(np.float32))
        of, after = STREETS[street] + self._depends_on(street, cut), self._next_cut(street)
        if of in self._to_come:  # the same for any number of clusters
            return self._to_come[of]
        if after.kind is CutKind.PERCENTILES:
            labels = percentiles_of_all(self.features, street + 1, after, self._tell)
        else:
            labels = self._get(street + 1, after).labels
        self._to_come[of] = _PointsToCome(street, np.require(labels, np.uint16, ("C", "W")), after.count, self.threads)
        return self._to_come[of]

    def _path(self, key: str, suffix: str = CLUSTERS) -> Path | None:
        if self.directory is None:
            return None
        facts = f"{self.features.digest} {self.settings.seed} {self.settings.restarts}"
        digest = hashlib.sha256(facts.encode()).hexdigest()[:8]
        return self.directory / "clusters" / f"{key.replace(' ', '-')}-{digest}{suffix}"

    def _read(self, key: str) -> Clustering | None:
        def read(archive: Archive) -> Clustering:
            return Clustering(archive.array("labels"), archive.array("centres"), dict(archive.metadata["about"]))

        return self._kept(self._path(key), key, read)

    def _read_centres(self, key: str) -> FittedCentres | None:
        def read(archive: Archive) -> FittedCentres:
            about = archive.metadata["about"]
            centres = ordered(archive.array("points"), archive.array("direction"), bool(about["is_absolute"]))
            restarts = tuple(float(mean) for mean in about["restarts"])
            return FittedCentres(centres, int(about["seed"]), restarts, int(about["rounds"]), int(about["sample"]))

        return self._kept(self._path(key, CENTRES), key, read)

    def _kept(self, path: Path | None, key: str, read: Callable[[Archive], Kept]) -> Kept | None:
        """What an earlier build has left of a key, if it is there and whole."""
        if path is None or not path.exists():
            return None
        try:
            archive = Archive(path, FORMAT, (VERSION,), what="a file of clusters", error=AbstractionError)
            return read(archive) if archive.metadata.get("key") == key else None
        except (AbstractionError, KeyError, TypeError, ValueError):
            return None  # damaged: it is made anew

    def _keep(self, path: Path | None, key: str, about: dict[str, Any], arrays: dict[str, npt.NDArray[Any]]) -> None:
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_archive(path, FORMAT, VERSION, {"key": key, "about": about}, arrays)


def percentiles_of_all(features: Features, street: int, cut: Cut, steps: Steps | None = None) -> npt.NDArray[np.int32]:
    """int32 [class]: percentiles of all hands of a street."""
    weights = features.weights(STREETS[street])
    values = Measures(features, steps).values(street, cut)
    _, labels = percentile_levels(values, weights, np.zeros((len(weights), 1), np.int32), 1, cut.count)
    return labels


def seconds_to_cluster(street: int, cut: Cut) -> float:
    """About how long a clustering takes, in seconds of one thread, as measured."""
    if cut.kind is CutKind.PUBLIC:
        return 30.0
    hands, sample = CLASS_COUNTS[STREETS[street]], max(SAMPLE_PER_CENTRE * cut.count, 50_000)
    looks = 2e-8 * cut.count**0.5  # seconds for one hand: most centres are not looked at
    seeding = 2e-9 * cut.count**2 * SEEDING_PER_CENTRE * 50
    fitting = ClusterSettings().restarts_for(cut.count) * (15 * min(sample, hands) * looks + seeding)
    counting = {1: 2.0, 2: 25.0}[street] if cut.kind is CutKind.POTENTIAL_AWARE else 0.0
    return float(fitting + hands * looks + counting)


@dataclass(frozen=True)
class _HandPoints:
    """The points of all hands, made of the rows of a table when they are asked for."""

    table: npt.NDArray[Any]
    made: Callable[[npt.NDArray[Any]], Points]

    def at(self, rows: npt.NDArray[np.int64]) -> Points:
        return np.ascontiguousarray(self.made(np.asarray(self.table[rows])))

    def chunks(self) -> Iterator[tuple[int, Points]]:
        for first in range(0, len(self.table), _CHUNK):
            yield first, np.ascontiguousarray(self.made(np.asarray(self.table[first : first + _CHUNK])))


@dataclass(frozen=True)
class _PointsToCome:
    """Potential-aware points, counted when they are asked for: how many of the cards to come lead to each of `count`
    labels [class] of the next street."""

    street: int
    labels: npt.NDArray[np.uint16]
    count: int
    threads: int | None

    def at(self, rows: npt.NDArray[np.int64]) -> Points:
        from pokerlab.abstraction import sequence_kernels as kernels

        counts = np.empty((len(rows), self.count), np.uint8)

        def fill(first: int) -> None:
            here = slice(first, first + _PIECE)
            deals = feature_index(STREETS[self.street]).unindex(rows[here])
            kernels.count_labels_after(deals, self.street + 1, self.labels, counts[here])

        for _ in map_in_order(fill, range(0, len(rows), _PIECE), threads=self.threads):
            pass
        return counts.astype(np.float32)

    def chunks(self) -> Iterator[tuple[int, Points]]:
        total = CLASS_COUNTS[STREETS[self.street]]
        for first in range(0, total, _CHUNK):
            yield first, self.at(np.arange(first, min(first + _CHUNK, total)))


def _cumulative(rows: npt.NDArray[Any]) -> Points:
    """Cumulative histograms, as shares: their L1 distance is the earth mover's distance in parts of the scale."""
    sums = np.cumsum(rows, axis=1, dtype=np.float32)
    return (sums[:, :-1] / sums[:, -1:]).astype(np.float32)


def _by_strength(
    features: Features, street: int, labels: npt.NDArray[np.int32], weights: npt.NDArray[np.float64], count: int
) -> npt.NDArray[np.int64]:
    """int64 [cluster]: the clusters from weak to strong."""
    values = features.values(STREETS[street], "points" if street == 3 else "hs2")
    masses = np.bincount(labels, weights, count)
    sums = np.bincount(labels, weights * values, count)
    return np.argsort(sums / np.maximum(masses, 1), kind="stable")
