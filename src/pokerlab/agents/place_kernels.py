"""Kernels that find the place of a hand among all hands on a board, as `places.hand_places` does.

What flops and turns say is kept for every board up to suits; a loop that meets a new one stops, and whoever runs it
fills it in (`compiled_places`). Rivers are found in the loop.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlab._jit import kernel, record
from pokerlab.cards.combos import COMBO_COUNT
from pokerlab.cards.evaluator_kernels import MASKS, combo_of, sort_boards
from pokerlab.cards.strength_kernels import count_points
from pokerlab.games import hand_columns as at

SLOTS = 1 << 16
BOARDS = 1_755 + 16_432
"""Flops and turns up to suits."""
RIVER_HANDS = 1_081
MOST_POINTS = 1_980
NONE, LANE, RANKS = np.uint64(0), np.uint64(16), np.uint64(0x1FFF)
SPREAD = np.uint64(0x9E3779B97F4A7C15)
SLOT_SHIFT = np.uint64(48)
UNKNOWN = -1.0


class Places(NamedTuple):
    """Places of hands, 0 the strongest and 1 the weakest.

    - `before`: float32 [1326], before the flop
    - `keys`: uint64 [slot], boards up to suits as sets of cards, 0 for none; `slots`: int64 [slot], their rows; `rows`:
      float32 [board, 1326]
    - `asked`: uint64 [1], a board that is not there
    - `river`: float32 [1326], of the board `river_key` uint64 [1]
    """

    before: npt.NDArray[np.float32]
    keys: npt.NDArray[np.uint64]
    slots: npt.NDArray[np.int64]
    rows: npt.NDArray[np.float32]
    asked: npt.NDArray[np.uint64]
    river: npt.NDArray[np.float32]
    river_key: npt.NDArray[np.uint64]


PLACES = record(Places, "float32[::1], uint64[::1], int64[::1], float32[:,::1], uint64[::1], float32[::1], uint64[::1]")


@kernel()
def find_place(places, hand, seat):
    """The place of a seat's hand on the board; UNKNOWN (-1) if the board has to be filled in first."""
    first = hand[at.PRIVATE + at.MOST_HELD * seat]
    second = hand[at.PRIVATE + at.MOST_HELD * seat + 1]
    if hand[at.BOARD_SIZE] == 0:
        return np.float64(places.before[combo_of(first, second)])
    mask = NONE
    for place in range(hand[at.BOARD_SIZE]):
        mask |= MASKS[hand[at.BOARD + place]]
    if hand[at.BOARD_SIZE] == 5:
        if places.river_key[0] != mask:
            rank_river(hand[at.BOARD : at.BOARD + 5], places.river)
            places.river_key[0] = mask
        return np.float64(places.river[combo_of(first, second)])
    key, mine, others = _without_suits(mask, first, second)
    slot = find_slot(places.keys, key)
    if places.keys[slot] == NONE:
        places.asked[0] = key
        return UNKNOWN
    return np.float64(places.rows[places.slots[slot], combo_of(mine, others)])


@kernel("int64(uint64[::1], uint64)")
def find_slot(keys, key):
    """The slot of a board, or the empty one where it belongs."""
    slot = np.int64((key * SPREAD) >> SLOT_SHIFT)
    while keys[slot] != NONE and keys[slot] != key:
        slot = (slot + 1) & (SLOTS - 1)
    return slot


@kernel("void(int64[::1], float32[::1])")
def rank_river(board, out):
    """out [1326]: the part of all hands on a river board [5] that is stronger, equal ones counted half; 1 where hand
    and board share a card."""
    cards = np.empty((1, 5), np.uint8)
    for place in range(5):
        cards[0, place] = board[place]
    combos = np.empty((1, RIVER_HANDS), np.uint16)
    ranks = np.empty((1, RIVER_HANDS), np.uint16)
    starts = np.empty((1, RIVER_HANDS + 1), np.uint16)
    tiers = np.empty(1, np.int64)
    points = np.empty((1, COMBO_COUNT), np.int16)
    sort_boards(cards, combos, ranks, starts, tiers)
    count_points(combos, starts, tiers, points)
    below = np.zeros(MOST_POINTS + 2, np.int64)
    for hand in combos[0]:
        below[points[0, hand] + 1] += 1
    for value in range(MOST_POINTS + 1):
        below[value + 1] += below[value]
    out[:] = 1.0
    for hand in combos[0]:
        middle = (below[points[0, hand]] + below[points[0, hand] + 1]) / 2
        out[hand] = 1 - middle / RIVER_HANDS


@kernel()
def _without_suits(mask, first, second):
    """A board and a hand with suits so named that equal boards are equal: the suit with the largest set of ranks is the
    first one. Suits with the same set can be exchanged."""
    s0, s1 = np.int64(0), np.int64(0)
    key = NONE
    taken = np.int64(0)
    for new in range(4):
        best, which = NONE, np.int64(-1)
        for suit in range(4):
            held = (mask >> (LANE * np.uint64(suit))) & RANKS
            if not taken >> suit & 1 and (which < 0 or held > best):
                best, which = held, np.int64(suit)
        taken |= np.int64(1) << which
        key |= best << (LANE * np.uint64(new))
        if first & 3 == which:
            s0 = np.int64(new)
        if second & 3 == which:
            s1 = np.int64(new)
    return key, (first & ~3) | s0, (second & ~3) | s1
