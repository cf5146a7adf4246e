"""What the kernel that plays hands is given, in tuples.

Cards are places in the sorted deck of a game; in hold'em they are the cards themselves. A board is a place, too: 0 for
the one at the start, then those of one card more by that card, those of two, card after card (see `board_offsets`).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlab._streams import secret, stream

LANES = 32
"""Hands that are played side by side."""


class Dealing(NamedTuple):
    """What is dealt.

    - `stream`: uint64, of the cards of a match (see `_streams`); `chances`: uint64 [seat], of what agents draw there
    - `deck`: how many cards it has; `private`: how many each seat is dealt (one or two)
    - `to_come`: cards of the board still to come; `fixed`: int64 [to_come], which ones, -1 where any may
    - `reserved`: uint64, the mask of the board that is out and of the fixed cards
    - `ends`, `combos`, `keep`, `alias`: hands of two players by weight, drawn by the alias method. They stand in one
      list, from 0 to ends[0] and from there to ends[1]. Without them every hand is as likely as any other
    - `key`, `mask`: uint64, of the board that is out, as the evaluator of hold'em wants them
    - `strengths`: int32 [whole board, hand], the better the larger, of other games; empty in hold'em
    - `offsets`: int64 [to_come + 1], the places of the first board of so many cards more
    """

    stream: np.uint64
    chances: npt.NDArray[np.uint64]
    deck: np.uint64
    private: int
    to_come: int
    fixed: npt.NDArray[np.int64]
    reserved: np.uint64
    ends: npt.NDArray[np.int64]
    combos: npt.NDArray[np.int64]
    keep: npt.NDArray[np.float64]
    alias: npt.NDArray[np.int64]
    key: np.uint64
    mask: np.uint64
    strengths: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]


class Moves(NamedTuple):
    """The arrays of a `PlayTree` that a hand walks, and the policies of all seats as one: `bases` and `strides` [node]
    are those of the seat that acts, `rows` int32 [seat, board, hand], and `parts` uint16 those of all: at each place
    the parts of 65,535 that this move and those before it have."""

    level: npt.NDArray[np.int8]
    actor: npt.NDArray[np.int8]
    shown: npt.NDArray[np.int16]
    starts: npt.NDArray[np.int32]
    children: npt.NDArray[np.int32]
    bases: npt.NDArray[np.int64]
    strides: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int32]
    parts: npt.NDArray[np.uint16]


class Pots(NamedTuple):
    """What ends pay: `paid` float64 [node, seat] before the pots, and those of node i are `amounts` (chips) and `seats`
    (masks) from starts[i] to starts[i + 1]. At most as many pots as seats are at one end."""

    paid: npt.NDArray[np.float64]
    starts: npt.NDArray[np.int64]
    amounts: npt.NDArray[np.float64]
    seats: npt.NDArray[np.int64]


class Lanes(NamedTuple):
    """The hands that are being played, one in each lane: where it is (`node`, -1: no hand yet), its `number`, board
    (`boards`: its place, `levels`: cards dealt, `keys` and `masks`), cards that are out (`used`), the seats' hands
    (`combo`), how many `moves` were made, and the `places` of the chances of the next one. Chance: the `cards`' stream
    and how many numbers of it are `drawn`, and that of each seat (`chance`). Lists of lanes: `over` have ended, `due`
    wait for a card."""

    node: npt.NDArray[np.int64]
    number: npt.NDArray[np.int64]
    boards: npt.NDArray[np.int64]
    levels: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int64]
    places: npt.NDArray[np.int64]
    over: npt.NDArray[np.int64]
    due: npt.NDArray[np.int64]
    drawn: npt.NDArray[np.uint64]
    cards: npt.NDArray[np.uint64]
    keys: npt.NDArray[np.uint64]
    masks: npt.NDArray[np.uint64]
    used: npt.NDArray[np.uint64]
    combo: npt.NDArray[np.int64]
    chance: npt.NDArray[np.uint64]

    @classmethod
    def empty(cls, seats: int) -> "Lanes":
        """All lanes without a hand."""
        node, number, boards, levels, moves, places, over, due = np.zeros((8, LANES), np.int64)
        drawn, cards, keys, masks, used = np.zeros((5, LANES), np.uint64)
        combo, chance = np.zeros((LANES, seats), np.int64), np.zeros((LANES, seats), np.uint64)
        node[:] = -1
        over[:] = np.arange(LANES)
        return cls(
            node, number, boards, levels, moves, places, over, due, drawn, cards, keys, masks, used, combo, chance
        )  # fmt: skip


def board_offsets(deck: int, to_come: int) -> npt.NDArray[np.int64]:
    """int64 [to_come + 2]: places of the first board of 0, 1, 2, ... cards more than at the start; the last one is how
    many places there are. Card after card, whether or not it is out already: 1, 1 + 52, 1 + 52 + 52 * 52 in hold'em."""
    return np.cumsum([0, *(deck**cards for cards in range(to_come + 1))], dtype=np.int64)


def chance_streams(seeds: Sequence[int], order: Sequence[int]) -> npt.NDArray[np.uint64]:
    """uint64 [seat]: what the chance of each seat's agent comes from, with the number of the deal and the seat as seeds
    to follow. `seeds`: those of the match; `order`: which agent sits where. Cards do not follow from it."""
    return np.array([stream(secret(*seeds, agent)) for agent in order], np.uint64)
