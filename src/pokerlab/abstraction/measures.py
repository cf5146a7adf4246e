"""The exact values that percentiles are made of: E[HS^k] of every class, and E[share^k] against more hands.

Powers of shares against two and three hands are no tables of their own: they are added up over the cards to come, as
whole numbers, so that hands of equal value have equal sums. For sums to fit, shares are cut to steps of 1/2^20 of the
pot or less where they are squared, of 1/2^13 or less for cubes.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._threads import map_in_order
from pokerlab.abstraction.feature_tables import CLASS_COUNTS, STREETS, feature_index, find_table
from pokerlab.abstraction.features import Features
from pokerlab.abstraction.notation import NOW, Cut

_CHUNK = 1 << 17
_LARGEST_SUM = 2**62


class Measures:
    """The values of cuts by percentiles, from tables of features."""

    def __init__(
        self, features: Features, steps: Callable[[str, int, int], None] | None = None, threads: int | None = None
    ) -> None:
        self.features, self.threads = features, threads
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
        return self._added(2, np.require(self.features.table("river", share), np.int32, ("C", "W")), shift, power)

    def _over_turns(self, turns: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        return self._added(1, turns)

    def _added(self, street: int, values: npt.NDArray[Any], shift: int = 0, power: int = 1) -> npt.NDArray[np.int64]:
        """int64 [class]: powers of the values of the next street's classes, added up over the cards to come."""
        from pokerlab.abstraction import sequence_kernels as kernels

        index, total = feature_index(STREETS[street]), CLASS_COUNTS[STREETS[street]]
        out = np.empty(total, np.int64)

        def fill(first: int) -> None:
            last = min(first + _CHUNK, total)
            deals = index.unindex(np.arange(first, last))
            kernels.sum_powers_after(deals, street + 1, values, shift, power, out[first:last])

        def count(done: int, pieces: int) -> None:
            self._tell(f"{STREETS[street]}: powers of shares", done, pieces)

        for _ in map_in_order(fill, range(0, total, _CHUNK), threads=self.threads, progress=count):
            pass
        return out

    def _over_flops(self, flops: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """int64 [class before the flop]: sums over the rivers of a hand, of which flops and their cards to come have
        each in 20 ways: which two cards come last, and in which order."""
        index = feature_index("flop")
        weights = self.features.deals("flop")
        parts = np.zeros((2, CLASS_COUNTS["preflop"]), np.int64)  # of all hands of a class, high and low: they are long
        for first in range(0, index.size, _CHUNK):
            last = min(first + _CHUNK, index.size)
            hands = feature_index("preflop").index(index.unindex(np.arange(first, last))[:, :2].copy())
            np.add.at(parts[0], hands, (flops[first:last] >> 32) * weights[first:last])
            np.add.at(parts[1], hands, (flops[first:last] & 0xFFFFFFFF) * weights[first:last])
        deals = self.features.deals("preflop").tolist()
        ways = zip(*parts.tolist(), deals, strict=True)
        return np.array([((high << 32) + low) // (20 * hands) for high, low, hands in ways], np.int64)
