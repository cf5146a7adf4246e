"""Buckets of strength alone, which need no tables: hands are measured on the board and compared with borders.

    measured = MeasuredBuckets.of(Buckets.open("ir169.ir50hs2x4hs.ir50hs2x4hs.200"), Features.open())
    measured.hands("Qh7h2c")                  # int32 [1326], the same numbers as those of the buckets

That works for names whose cuts are percentiles of E[HS^k] and which forget what they saw: a class before the flop, and
then nothing but sums over the rivers to come, which are computed where they are asked for (some 10 ms on a flop, half a
millisecond on a turn, a few hundredths on a river). All borders together are a few kB.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.abstraction.buckets import Buckets
from pokerlab.abstraction.features import Features, points_to_come
from pokerlab.abstraction.lookup_kernels import FIRST, START, WIDE
from pokerlab.abstraction.measures import Measures
from pokerlab.abstraction.notation import STREETS, CardAbstraction, Cut, CutKind, StreetPart, parse_cards
from pokerlab.abstraction.street_cuts import MadeCut, cut_street
from pokerlab.cards.card import as_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import CLASS_OF_COMBO, dead_combos
from pokerlab.errors import AbstractionError

NONE_ABOVE = 2**63 - 1
"""A border that no hand reaches."""

Longs = npt.NDArray[np.int64]
Sights = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class StreetBorders:
    """A street: `borders` by cut, int64 [cell, buckets - 1], the least sum of each bucket but the first; `numbers`:
    int32 [cell], the sights (-1 where no hand is)."""

    borders: tuple[Longs, ...]
    numbers: Sights

    def sights(self, sums: Longs, powers: Sequence[int]) -> Sights:
        """int32 [hand]: the sights of hands with so many points in all; sums: [power - 1, hand]."""
        cells = np.zeros(sums.shape[1], np.int64)
        for borders, power in zip(self.borders, powers, strict=True):
            values = sums[power - 1]
            if len(borders) == 1:
                found = np.searchsorted(borders[0], values, side="right")
            else:
                found = (borders[cells] <= values[:, None]).sum(axis=1)
            cells = cells * (borders.shape[1] + 1) + found
        return np.asarray(self.numbers[cells], np.int32)


class MeasuredBuckets:
    """Buckets without tables: `name`, `hash` of the buckets whose numbers they are, `sights` by street."""

    def __init__(self, name: CardAbstraction, digest: str, streets: Sequence[StreetBorders]) -> None:
        check_measurable(name)
        self.name, self.hash, self.streets = name, digest, tuple(streets)
        self.sights = (len(np.unique(CLASS_OF_COMBO)), *(int(street.numbers.max()) + 1 for street in streets))

    @classmethod
    def of(cls, buckets: Buckets, features: Features) -> "MeasuredBuckets":
        """The borders of built buckets, found in the tables of features that they were made of; an `AbstractionError`
        if these are others now."""
        check_measurable(buckets.name)
        measures = Measures(features)
        found = []
        for street in range(1, len(STREETS)):
            part = buckets.name.parts[street]
            weights = features.weights(STREETS[street])
            nothing = np.zeros((len(weights), 1), np.int32)
            made, sights = cut_street(part, weights, nothing, 1, partial(measures.values, street), _no_labels)
            if not np.array_equal(sights[:, 0], _built_sights(buckets, street)):
                raise AbstractionError(f"'{buckets.name}' was built from other features: build it anew")
            borders = [_borders(cut, measures.values(street, cut.cut)) for cut in made.cuts]
            found.append(StreetBorders(tuple(borders), made.sight_of_cell))
        return cls(buckets.name, buckets.hash, found)

    def hands(self, board: str | Sequence[int] = ()) -> Sights:
        """int32 [1326]: the sight of every hand on a board, -1 for hands that share a card with it."""
        return self._measured(tuple(as_cards(board, at_most=5, what="board")))

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """As a file has them: `borders flop 0`, `numbers flop`, ..."""
        out: dict[str, npt.NDArray[Any]] = {}
        for name, street in zip(STREETS[1:], self.streets, strict=True):
            out |= {f"borders {name} {cut}": borders for cut, borders in enumerate(street.borders)}
            out[f"numbers {name}"] = street.numbers
        return out

    @classmethod
    def from_arrays(cls, name: str, digest: str, arrays: Mapping[str, npt.NDArray[Any]]) -> "MeasuredBuckets":
        """The buckets of a name whose arrays are those that `arrays` gave; a `ValueError` if they cannot be."""
        cards = parse_cards(name)
        check_measurable(cards)
        streets = []
        for street, part in zip(STREETS[1:], cards.parts[1:], strict=True):
            borders, cells = [], 1
            for number, cut in enumerate(part.seen):
                found = arrays[f"borders {street} {number}"]
                if found.dtype != np.int64 or found.shape != (cells, cut.count - 1) or (np.diff(found) < 0).any():
                    raise ValueError(f"its borders of the {street} are none")
                borders.append(found)
                cells *= cut.count
            numbers = arrays[f"numbers {street}"]
            known = numbers[numbers >= 0] if numbers.ndim == 1 else numbers[:0]
            if numbers.dtype != np.int32 or numbers.shape != (cells,) or not _counts_up(known):
                raise ValueError(f"its sights of the {street} are none")
            streets.append(StreetBorders(tuple(borders), numbers))
        return cls(cards, digest, streets)

    def _measured(self, board: tuple[int, ...]) -> Sights:
        street = {0: 0, 3: 1, 4: 2, 5: 3}.get(len(board))
        if street is None:
            raise AbstractionError(f"a board has 0, 3, 4 or 5 cards, not {len(board)}")
        if street == 0:
            out = np.array(CLASS_OF_COMBO, np.int32)
        else:
            powers = [cut.power for cut in self.name.parts[street].seen]
            out = self.streets[street - 1].sights(points_to_come(board, max(powers)), powers)
            out[dead_combos(cardset(board))] = -1
        return out


def is_measurable(name: CardAbstraction) -> bool:
    """Whether the buckets of a name can be measured without tables."""
    first, *later = name.parts
    return (
        len(name.parts) == len(STREETS)
        and [cut.kind for cut in first.seen] == [CutKind.ALL]
        and not name.remembers_before(len(STREETS) - 1)
        and all(_is_of_strength(part) for part in later)
    )


def check_measurable(name: CardAbstraction) -> None:
    """An `AbstractionError` if the buckets of a name cannot be measured without tables."""
    if not is_measurable(name):
        raise AbstractionError(
            f"'{name}' needs its tables: only percentiles of E[HS^k] that are forgotten need none, as in "
            "ir169.ir50hs2x4hs.ir50.50"
        )


def _is_of_strength(part: StreetPart) -> bool:
    return all(cut.kind is CutKind.PERCENTILES and cut.players == 2 for cut in part.seen)


def _no_labels(cut: Cut) -> npt.NDArray[Any]:
    raise AbstractionError(f"{cut.kind} are no percentiles")


def _built_sights(buckets: Buckets, street: int) -> npt.NDArray[np.uint16]:
    """uint16 [class]: what the file has."""
    labels, _numbers, cuts, streets = buckets.arrays
    row = cuts[streets[street, FIRST]]
    if row[WIDE] != 1:
        raise AbstractionError(f"'{buckets.name}' has too many buckets to be measured")
    end = cuts[streets[street + 1, FIRST], START] if street < len(STREETS) - 1 else len(labels)
    return labels[row[START] : end]


def _borders(made: MadeCut, values: npt.NDArray[Any]) -> Longs:
    """int64 [cell, buckets - 1]: the thresholds of a cut, in terms of what is measured."""
    assert made.levels is not None
    least = np.full(int(made.labels.max()) + 2, NONE_ABOVE, np.int64)
    for first in range(0, len(values), 1 << 22):  # not all in 64 bits at a time
        piece = slice(first, first + (1 << 22))
        np.minimum.at(least, made.labels[piece], values[piece].astype(np.int64))
    return least[np.minimum(made.levels, len(least) - 1)]


def _counts_up(numbers: Sights) -> bool:
    """Whether they are 0, 1, 2, ..."""
    return len(numbers) > 0 and np.array_equal(numbers, np.arange(len(numbers)))
