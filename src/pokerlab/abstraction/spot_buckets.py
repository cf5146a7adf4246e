"""Buckets on some boards alone: what a name that forgets sees there, without building it for all hands.

The buckets are those of `building.build_buckets`; their numbers may be others. Percentiles need the values of all hands
and little time; clusters need their centres, which are fitted to a sample anyway, and only the hands that are asked for
are assigned to them.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.abstraction.clusters import Clusterings, ClusterSettings
from pokerlab.abstraction.feature_sweeps import preflop_classes
from pokerlab.abstraction.feature_tables import STREETS, feature_index
from pokerlab.abstraction.features import Features
from pokerlab.abstraction.measures import Measures
from pokerlab.abstraction.notation import CardAbstraction, Cut, CutKind
from pokerlab.abstraction.street_cuts import ranks_of
from pokerlab.cards.combos import COMBO_COUNT
from pokerlab.errors import AbstractionError

_STREET_OF_BOARD = {0: 0, 3: 1, 4: 2, 5: 3}


class SpotBuckets:
    """A name that forgets (`ir64.ir64.ir64.64`), with one cut on each street: sights of hands on the boards that are
    asked for."""

    def __init__(
        self, name: CardAbstraction, features: Features, *, settings: ClusterSettings | None = None,
        directory: Path | None = None, threads: int | None = None,
    ) -> None:  # fmt: skip
        if any(name.remembers_before(street) for street in range(4)) or any(
            len(part.seen) > 1 or part.seen[0].kind is CutKind.PUBLIC for part in name.parts
        ):
            raise AbstractionError(f"'{name}' remembers, or has cuts inside each other: build it first")
        self.name, self.features = name, features
        nobody = lambda what, done, total: None  # noqa: E731
        self._clusters = Clusterings(features, name, settings or ClusterSettings(), directory, threads, nobody)
        self._levels: dict[int, npt.NDArray[Any]] = {}
        self._values: dict[int, npt.NDArray[Any]] = {}

    def hands(self, board: Sequence[int]) -> npt.NDArray[np.int32]:
        """int32 [1326]: the sight of every hand on a board, -1 for hands that share a card with it."""
        street = _STREET_OF_BOARD[len(board)]
        classes = feature_index(STREETS[street]).index_boards([board])[0] if street else preflop_classes()
        out = np.full(COMBO_COUNT, -1, np.int32)
        held = np.flatnonzero(classes >= 0)
        out[held] = self.of_classes(street, classes[held])
        return out

    def of_classes(self, street: int, classes: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
        """int32 [n]: the sights of classes of hands."""
        cut = self.name.parts[street].seen[0]
        if cut.kind is CutKind.ALL:
            return classes.astype(np.int32)
        if cut.kind is not CutKind.PERCENTILES:
            return self._clusters.labels_of(street, cut, classes).astype(np.int32)
        if street not in self._values:  # those against several hands take half a minute
            self._values[street] = Measures(self.features).values(street, cut)
        values = self._values[street][classes]
        return np.searchsorted(self._thresholds(street, cut), values, side="right").astype(np.int32)

    def _thresholds(self, street: int, cut: Cut) -> npt.NDArray[Any]:
        """The lowest values of all buckets but the first."""
        if street not in self._levels:
            values, masses = value_masses(self.features, street, cut)
            below = np.cumsum(masses) - masses
            buckets = (cut.count * (2 * below + masses)) // (2 * masses.sum())
            self._levels[street] = values[np.searchsorted(buckets, np.arange(1, cut.count))[
                np.arange(1, cut.count) <= buckets[-1]
            ]]  # fmt: skip
        return self._levels[street]


_MASSES: dict[tuple[str, int, int, int], tuple[npt.NDArray[Any], npt.NDArray[np.int64]]] = {}


def value_masses(features: Features, street: int, cut: Cut) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]]:
    """All different values of a measure, ascending, and int64 [value] the deals that have each."""
    key = (features.digest, street, cut.power, cut.players)
    if key not in _MASSES:
        values, weights = Measures(features).values(street, cut), features.deals(STREETS[street])
        if values.dtype == np.int16:
            masses = np.bincount(values, weights).astype(np.int64)
            known = np.flatnonzero(masses)
            _MASSES[key] = known.astype(values.dtype), masses[known]
        else:
            order, ranks = ranks_of(values)
            firsts = np.flatnonzero(np.diff(ranks[order], prepend=-1))
            _MASSES[key] = values[order[firsts]], np.bincount(ranks, weights).astype(np.int64)
    return _MASSES[key]
