"""How the suits of a deal can share its cards: what the index of deals up to suits is counted from.

A suit's **shape** counts its cards per round, as a number in mixed radix (first round lowest, `rounds[r] + 1` values
each); the four shapes of a deal, descending, are its **kind**.
"""

from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
import numpy.typing as npt


class DealKinds:
    """All kinds of deals of the given rounds.

    - `radices`: int64 [round]; `suit_sizes`: int64 [shape], the ways to choose the ranks of a suit
    - `kinds`: int64 [kind, 4], in ascending order; `starts`: int64 [kind + 1], the first index of each, and the size
    """

    def __init__(self, *rounds: int) -> None:
        self.rounds = rounds
        self.radices = np.cumprod([1, *(count + 1 for count in rounds[:-1])]).astype(np.int64)
        self.shape_count = prod(count + 1 for count in rounds)
        self.suit_sizes = np.array([self._suit_size(shape) for shape in range(self.shape_count)], np.int64)
        self.kinds = self._all_kinds()
        self.starts = np.cumsum([0, *(self._kind_size(kind) for kind in self.kinds)]).astype(np.int64)

    def counts(self, shape: int) -> tuple[int, ...]:
        """The cards per round of a suit of this shape."""
        return tuple(int(shape // radix) % (count + 1) for radix, count in zip(self.radices, self.rounds, strict=True))

    def _suit_size(self, shape: int) -> int:
        """The ways to choose the ranks of a suit of this shape."""
        ways, left = 1, 13
        for count in self.counts(shape):
            ways *= comb(left, count)
            left -= count
        return ways

    def _all_kinds(self) -> npt.NDArray[np.int64]:
        # The radices make shapes add up like their counts, so only sums with the right counts qualify.
        target = sum(int(radix) * count for radix, count in zip(self.radices, self.rounds, strict=True))
        kinds = [
            tuple(sorted(shapes, reverse=True))
            for shapes in combinations_with_replacement(range(self.shape_count), 4)
            if sum(shapes) == target and tuple(map(sum, zip(*map(self.counts, shapes), strict=True))) == self.rounds
        ]
        return np.array(sorted(kinds), np.int64)

    def _kind_size(self, kind: npt.NDArray[np.int64]) -> int:
        shapes, runs = np.unique(kind, return_counts=True)
        return prod(
            comb(int(self.suit_sizes[shape]) + int(run) - 1, int(run)) for shape, run in zip(shapes, runs, strict=True)
        )
