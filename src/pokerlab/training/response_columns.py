"""What the kernels of best responses are given: a street's betting as short programs, and hands on boards of it."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

LANES = 16
"""Starts of a street that are looked at side by side."""

TAKE, SHOW, FOLD, NEXT, ADD, BETTER = range(6)
"""What a step does. Reaches and values lie in numbered slots, one number for each hand and lane:

- TAKE, from, to, row: reach `to` is reach `from` times what the other does with his sight, by a row of the table
- SHOW, reach, value, pay, fold: the value of a showdown with the pay of that number; and, if `fold` is a slot, of
  folding there instead, with the pay that follows
- FOLD, reach, value, pay: the value where somebody folds
- NEXT, reach, value, place: the next street follows in the rows of that place
- ADD and BETTER, value, other: the sum of two values; the better of the two
"""
KIND, FIRST, SECOND, THIRD, FOURTH = range(5)
"""Columns of `StreetColumns.steps`."""
STEPS, STEPS_END, TABLE = range(3)
"""Columns of `StreetColumns.groups`."""


class StreetColumns(NamedTuple):
    """All starts of a street, in groups of sixteen lanes that are bet alike, from different chips.

    - `groups`: int64 [group, 3]: its first step, the one after its last, where its part of the table begins
    - `steps`: int64 [step, 5]
    - `sources`, `targets`: int64 [16 group]: where the row of each lane begins; of lanes that are none a row of zeros,
      and one that nobody reads
    - `pays`: float32 [16 pay]: chips of each lane; `places`: int64 [16 place]: rows of the next street
    - `table`: float32, sixteen lanes for every row and `sights` sights
    """

    groups: npt.NDArray[np.int64]
    steps: npt.NDArray[np.int64]
    sources: npt.NDArray[np.int64]
    targets: npt.NDArray[np.int64]
    pays: npt.NDArray[np.float32]
    places: npt.NDArray[np.int64]
    table: npt.NDArray[np.float32]
    sights: int
    reach_slots: int
    value_slots: int


class BoardColumns(NamedTuple):
    """Boards of one street and the hands that are held on them, weak ones first on the last street.

    - `counts`: int64 [board] hands; `order`: int64 [board, hand] their numbers; `sights`: int64 [board, hand] of these
    - `cards`: uint8 [board x hand, 2], in the same order; `same`: uint16 [board x hand]: 0, 1, 2, ... on each board
    - `tiers`: uint16 [board x hand, 2]: where each tier of equal rank ends, for both seats; `tier_counts`:
      int64 [board]
    - `images`: int64 [board, 2]: which of `renamed`, int64 [image, hand], make of it the boards it stands for
    - `share`: the chance of each board after the one before it
    """

    counts: npt.NDArray[np.int64]
    order: npt.NDArray[np.int64]
    sights: npt.NDArray[np.int64]
    cards: npt.NDArray[np.uint8]
    same: npt.NDArray[np.uint16]
    tiers: npt.NDArray[np.uint16]
    tier_counts: npt.NDArray[np.int64]
    images: npt.NDArray[np.int64]
    renamed: npt.NDArray[np.int64]
    share: float
