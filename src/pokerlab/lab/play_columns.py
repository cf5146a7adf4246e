"""What the kernel that plays hands is given, in tuples."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

LANES = 32
"""Hands that are played side by side."""


class Dealing(NamedTuple):
    """What is dealt. Hands of both players stand in one list, from 0 to ends[0] and from there to ends[1], and are
    drawn by the alias method: `combos`, `keep` and `alias` are by place in the list.

    - `key`, `mask`: uint64, of the board that is out, as the evaluator wants them; `to_come`: cards of it still to come
    - `fixed`: int64 [2], the next cards of the board, -1 where any may come; no hand holds one of them
    - `reserved`: uint64, the mask of those cards
    """

    key: np.uint64
    mask: np.uint64
    to_come: int
    ends: npt.NDArray[np.int64]
    combos: npt.NDArray[np.int64]
    keep: npt.NDArray[np.float64]
    alias: npt.NDArray[np.int64]
    fixed: npt.NDArray[np.int64]
    reserved: np.uint64


class Moves(NamedTuple):
    """The arrays of a `PlayTree` that a hand walks, and both policies as one: `bases` and `strides` [node] are those of
    the seat that acts, `rows` int32 [seat, board, 1326], and `chances` those of both."""

    street: npt.NDArray[np.int8]
    actor: npt.NDArray[np.int8]
    showdown: npt.NDArray[np.bool_]
    starts: npt.NDArray[np.int32]
    children: npt.NDArray[np.int32]
    bases: npt.NDArray[np.int64]
    strides: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int32]
    chances: npt.NDArray[np.float32]


class Lanes(NamedTuple):
    """The hands that are being played, one in each lane: where it is (`node`, -1: no hand yet), its `number`, board
    (`boards`: its place, `turns`: its last card, `levels`: cards dealt, `keys` and `masks`), both players' `combo`, and
    the `places` of the chances of its next move. Lists of lanes: `over` have ended, `due` wait for a card."""

    node: npt.NDArray[np.int64]
    number: npt.NDArray[np.int64]
    boards: npt.NDArray[np.int64]
    turns: npt.NDArray[np.int64]
    levels: npt.NDArray[np.int64]
    combo: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint64]
    masks: npt.NDArray[np.uint64]
    places: npt.NDArray[np.int64]
    over: npt.NDArray[np.int64]
    due: npt.NDArray[np.int64]

    @classmethod
    def empty(cls) -> "Lanes":
        """All lanes without a hand."""
        node, number, boards, turns, levels, places, over, due = np.zeros((8, LANES), np.int64)
        keys, masks = np.zeros((2, LANES), np.uint64)
        node[:] = -1
        over[:] = np.arange(LANES)
        combo = np.zeros((LANES, 2), np.int64)
        return cls(node, number, boards, turns, levels, combo, keys, masks, places, over, due)
