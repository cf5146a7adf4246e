"""The exact values that percentiles are made of: E[HS^k] of every class, and E[share^k] against more hands.

Powers of shares against two and three hands are no tables of their own: they are added up over the cards to come, as
whole numbers, so that hands of equal value have equal sums. For sums to fit, shares are cut to steps of 1/2^20 of the
pot or less where they are squared, of 1/2^13 or less for cubes.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.abstraction.feature_tables import CLASS_COUNTS, STREETS, feature_index, find_table
from pokerlab.abstraction.features import Features
from pokerlab.abstraction.notation import NOW, Cut

CARDS_LEFT = {1: 47, 2: 46}
"""By street: cards that can come after it, from the point of view of a hand."""
_CHUNK = 1 << 18
_LARGEST_SUM = 2**62


class Measures:
    """The values of cuts by percentiles, from tables of features."""

    def __init__(self, features: Features, steps: Callable[[str, int, int], None] | None = None) -> None:
        self.features = features
        self._tell = steps or (lambda what, done, total: None)
        self._sums: dict[tuple[int, int, int], npt.NDArray[np.int64]] = {}

    def values(self, street: int, cut: Cut) -> npt.NDArray[Any]:
        """[class]: what hands are ordered by, whole numbers."""
        name = STREETS[street]
        if cut.players == 2:
            return self.features.table(name, "points" if street == 3 or cut.power == NOW else f"hs{cut.power}")
        share = f"share{cut.players - 1}"
        if street == 3 or cut.power == 1:
            return self.features.table(name, share)
        return self._sum_of_powers(street, cut.power, cut.players)

    def _sum_of_powers(self, street: int, power: int, players: int) -> npt.NDArray[np.int64]:
        key = (street, power, players)
        if key not in self._sums:
            if street == 2:
                found = self._over_rivers(power, players)
            elif street == 1:
                found = self._over_turns(self._sum_of_powers(2, power, players))
            else:
                found = self._over_flops(self._sum_of_powers(1, power, players))
            self._sums[key] = found
        return self._sums[key]

    def _over_rivers(self, power: int, players: int) -> npt.NDArray[np.int64]:
        share = f"share{players - 1}"
        most = find_table("river", share).most
        assert most is not None
        shift = 0
        while 2_200_000 * (int(most) >> shift) ** power > _LARGEST_SUM:  # all rivers of a hand before the flop
            shift += 1
        table = self.features.table("river", share)
        return self._added(2, lambda classes: (table[classes].astype(np.int64) >> shift) ** power)

    def _over_turns(self, turns: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        return self._added(1, lambda classes: turns[classes])

    def _added(
        self, street: int, worth: Callable[[npt.NDArray[np.int32]], npt.NDArray[np.int64]]
    ) -> npt.NDArray[np.int64]:
        total = CLASS_COUNTS[STREETS[street]]
        out = np.empty(total, np.int64)
        for first, classes in next_classes(street):
            out[first : first + len(classes)] = worth(classes).sum(axis=1)
            self._tell(f"{STREETS[street]}: powers of shares", min(first + len(classes), total), total)
        return out

    def _over_flops(self, flops: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        index = feature_index("flop")
        weights = self.features.deals("flop")
        out = np.zeros(CLASS_COUNTS["preflop"], np.int64)
        for first in range(0, index.size, _CHUNK):
            last = min(first + _CHUNK, index.size)
            hands = feature_index("preflop").index(index.unindex(np.arange(first, last))[:, :2].copy())
            np.add.at(out, hands, flops[first:last] // 8 * weights[first:last])  # an eighth: sums stay below 2**63
        return np.asarray(out // self.features.deals("preflop"), np.int64)


def next_classes(street: int, chunk: int = _CHUNK) -> Any:
    """Chunks of the classes of the flop or turn: the first class, and int32 [class, card] the classes they become with
    each card that can come."""
    from pokerlab.abstraction import sequence_kernels as kernels

    index = feature_index(STREETS[street])
    for first in range(0, index.size, chunk):
        deals = index.unindex(np.arange(first, min(first + chunk, index.size)))
        classes = np.empty((len(deals), CARDS_LEFT[street]), np.int32)
        kernels.classes_after(deals, street + 1, classes)
        yield first, classes
