"""Kernels that look buckets up: of one hand, of dealt hands on all streets, of all hands of a board.

They share four arrays (`buckets.Buckets.arrays`), in which everything lies one after the other:

- `labels`: uint16, a label for each class of hands or boards; large ones take two places, the lower part first
- `numbers`: int32, thresholds, numbers of sights, and what is remembered of them
- `cuts`: int64 [cut, 5], columns KIND, START, WIDE, COUNT, LEVELS: a cut gives a bucket 0 .. COUNT - 1 by the label
  that lies at START + WIDE * class; BY_LEVELS by how many of the thresholds of its cell, COUNT - 1 of them from
  `numbers[LEVELS + cell * (COUNT - 1)]` on, are not above it
- `streets`: int64 [street, 6], columns FIRST and END (its cuts), SIGHTS (`numbers[SIGHTS + cell]` is the sight; -1: the
  cell is), KEPT (`numbers[KEPT + sight]` is what is remembered of it; -1: nothing, -2: all), INSIDE (whether cuts are
  made inside what is remembered), BY_BOARD (whether a cut looks at the board)

A cell is what is remembered and the buckets so far, as one number; a sight is a cell that occurs, numbered densely.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.class_kernels import class_of_board, class_of_hand, classes_on_board

MASKS = CARD_MASKS.copy()
NONE = np.uint64(0)

KIND, START, WIDE, COUNT, LEVELS = range(5)
"""Columns of `cuts`."""
BY_LABEL, BY_LEVELS, BY_CLASS, BY_BOARD_LABEL = range(4)
"""Kinds of cuts: the label is the bucket; it is compared with thresholds; the class is the bucket; the label of the
board is the bucket."""
FIRST, END, SIGHTS, KEPT, INSIDE, BY_BOARD = range(6)
"""Columns of `streets`."""
NOTHING, ALL = -1, -2
"""Values of KEPT."""
BLOCK = 256
"""Deals that are looked up together, so that waiting for memory overlaps."""


@kernel(inline=True)
def _label(labels, start, wide, index):
    place = start + wide * index
    if wide == 1:
        return np.int64(labels[place])
    return np.int64(labels[place]) | np.int64(labels[place + 1]) << 16


@kernel(inline=True)
def levels_reached(numbers, first, size, label):
    """How many of the ascending thresholds that lie at `first` are not above a label; without branches that chance
    decides."""
    low = first
    left = size
    while left > 0:
        half = (left + 1) >> 1
        low += half if numbers[low + half - 1] <= label else 0
        left -= half
    return low - first


@kernel(inline=True)
def _bucket(labels, numbers, kind, start, wide, count, levels, cell, hand, board):
    """The bucket of a hand's class, or of a board's, inside a cell."""
    if kind == BY_CLASS:
        return hand
    if kind == BY_BOARD_LABEL:
        return _label(labels, start, wide, board)
    label = _label(labels, start, wide, hand)
    if kind == BY_LABEL:
        return label
    return levels_reached(numbers, levels + cell * (count - 1), count - 1, label)


@kernel(counts=False)
def sight_of_class(hand, board, memory, street, labels, numbers, cuts, streets):
    """The sight of a hand's class on a street (and its board's, if BY_BOARD), given what is remembered; and what is
    remembered after it."""
    cell = memory if streets[street, INSIDE] else np.int64(0)
    for c in range(streets[street, FIRST], streets[street, END]):
        count = cuts[c, COUNT]
        cell = cell * count + _bucket(
            labels, numbers, cuts[c, KIND], cuts[c, START], cuts[c, WIDE], count, cuts[c, LEVELS], cell, hand, board
        )
    if streets[street, SIGHTS] >= 0:
        cell = np.int64(numbers[streets[street, SIGHTS] + cell])
    kept = streets[street, KEPT]
    if kept >= 0:
        return cell, np.int64(numbers[kept + cell])
    return cell, cell if kept == ALL else np.int64(0)


@kernel(counts=False)
def look_up_hand(card, other, board, last, labels, numbers, cuts, streets, out):
    """out[street] = sight of a hand (two cards) on each street up to `last`; board: uint8 [5], out: int32 [4]."""
    lying = NONE
    memory = np.int64(0)
    for street in range(last + 1):
        flop = lying
        for j in range(0 if street < 2 else street + 1, 0 if street == 0 else street + 2):
            lying |= MASKS[board[j]]
        public = np.int64(0)
        if streets[street, BY_BOARD]:
            public = class_of_board(lying if street == 1 else flop, NONE if street == 1 else lying & ~flop)
        hand = class_of_hand(card, other, lying, street)
        out[street], memory = sight_of_class(hand, public, memory, street, labels, numbers, cuts, streets)


@kernel(
    "void(uint8[:,::1], uint8[:,::1], int64, int64, uint16[::1], int32[::1], int64[:,::1], int64[:,::1], int32[:,::1])"
)
def look_up_deals(private, boards, first, last, labels, numbers, cuts, streets, out):
    """out[deal, street - first] = sights of dealt hands on the streets `first` to `last`.

    private: uint8 [n, 2]; boards: uint8 [n, 5], cards as they came. What is remembered at `first` must be nothing.
    """
    classes = np.empty(BLOCK, np.int64)
    public = np.zeros(BLOCK, np.int64)
    memory = np.empty(BLOCK, np.int64)
    found = np.empty(BLOCK, np.int64)
    masks = np.empty(BLOCK, np.uint64)
    for start in range(0, private.shape[0], BLOCK):
        size = min(BLOCK, private.shape[0] - start)
        memory[:] = 0
        masks[:] = NONE
        for street in range(first, last + 1):
            for j in range(0 if street == first or street < 2 else street + 1, 0 if street == 0 else street + 2):
                for i in range(size):
                    masks[i] |= MASKS[boards[start + i, j]]
            for i in range(size):
                classes[i] = class_of_hand(private[start + i, 0], private[start + i, 1], masks[i], street)
            if streets[street, BY_BOARD]:
                for i in range(size):
                    turn = MASKS[boards[start + i, 3]] if street == 2 else NONE
                    public[i] = class_of_board(masks[i] & ~turn, turn)
            sights_of_classes(classes[:size], public, memory, street, labels, numbers, cuts, streets, found)
            for i in range(size):
                out[start + i, street - first] = found[i]


@kernel("void(uint8[::1], int64, int64[::1], uint16[::1], int32[::1], int64[:,::1], int64[:,::1], int32[::1])")
def look_up_board(board, street, memory, labels, numbers, cuts, streets, out):
    """out[combo] = sight of every hand on a board of a street, -1 where it shares a card with it.

    board: uint8 [cards], as they came; memory: int64 [1326], what is remembered of each hand before the street, and
    after it when this is done; out: int32 [1326].
    """
    classes = np.empty(1326, np.int64)
    found = np.empty(1326, np.int64)
    public = np.zeros(1326, np.int64)
    lying = NONE
    for j in range(board.shape[0]):
        lying |= MASKS[board[j]]
    classes_on_board(lying, street, classes)
    if streets[street, BY_BOARD]:
        turn = MASKS[board[3]] if street == 2 else NONE
        public[:] = class_of_board(lying & ~turn, turn)
    sights_of_classes(classes, public, memory, street, labels, numbers, cuts, streets, found)
    for combo in range(1326):
        out[combo] = found[combo]


@kernel(counts=False)
def sights_of_classes(classes, public, memory, street, labels, numbers, cuts, streets, out):
    """out[i] = sights of hands whose classes are known (-1: none) and, if BY_BOARD, those of their boards (public);
    memory[i] becomes what is remembered after the street. All are int64 [n]."""
    size = classes.shape[0]
    for i in range(size):
        memory[i] = memory[i] if streets[street, INSIDE] else 0
    for c in range(streets[street, FIRST], streets[street, END]):
        kind, start, wide, count = cuts[c, KIND], cuts[c, START], cuts[c, WIDE], cuts[c, COUNT]
        # labels first, each on its own: then waiting for memory overlaps
        if kind == BY_CLASS:
            for i in range(size):
                out[i] = max(classes[i], 0)
        elif kind == BY_BOARD_LABEL:
            for i in range(size):
                out[i] = _label(labels, start, wide, public[i])
        elif wide == 1:
            for i in range(size):
                out[i] = labels[start + max(classes[i], 0)]
        else:
            for i in range(size):
                out[i] = _label(labels, start, wide, max(classes[i], 0))
        if kind == BY_LEVELS:
            for i in range(size):
                out[i] = levels_reached(numbers, cuts[c, LEVELS] + memory[i] * (count - 1), count - 1, out[i])
        for i in range(size):
            memory[i] = memory[i] * count + out[i]
    sights, kept = streets[street, SIGHTS], streets[street, KEPT]
    for i in range(size):
        sight = np.int64(numbers[sights + memory[i]]) if sights >= 0 else memory[i]
        out[i] = sight if classes[i] >= 0 else -1
        memory[i] = np.int64(numbers[kept + max(sight, 0)]) if kept >= 0 else (sight if kept == ALL else 0)
