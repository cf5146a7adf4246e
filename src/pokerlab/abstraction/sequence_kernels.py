"""Kernels that follow hands over the streets: in which cells a class can be, and how many deals each cell has."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab.abstraction.lookup_kernels import BY_BOARD, END, FIRST, sight_of_class, sights_of_classes
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.class_kernels import RENAMED, class_of_board, class_of_hand, classes_on_board, renaming_between

MASKS = CARD_MASKS.copy()
NONE = np.uint64(0)
WAYS = 20
"""Ways to get to a set of five board cards: which one came last, and which one before it."""


@kernel("void(uint8[:,::1], int32[::1], int32[:,::1], int32[:,::1])")
def ways_to_boards(boards, memory, memories, board_classes):
    """For all hands of flops or turns up to suits [n, 3 or 4], by class and way to get there (on the turn four: which
    card came last): memories[class, way] = what is remembered of it, board_classes[class, way] = class of the board.

    memory: int32 [class of the street before], or empty: then nothing is remembered; either output may be empty: then
    it is not asked for.
    """
    street = boards.shape[1] - 2
    ways = 1 if street == 1 else 4
    now = np.empty(1326, np.int64)
    before = np.empty((ways, 1326), np.int64)
    public = np.empty(ways, np.int64)
    for b in range(boards.shape[0]):
        whole = NONE
        for card in boards[b]:
            whole |= MASKS[card]
        classes_on_board(whole, street, now)
        for way in range(ways):
            turn = MASKS[boards[b, way]] if street == 2 else NONE
            public[way] = class_of_board(whole & ~turn, turn)
            if memory.shape[0]:
                classes_on_board(whole & ~turn if street == 2 else NONE, street - 1, before[way])
        for combo in range(1326):
            place = now[combo]
            if (
                place >= 0
            ):  # hands that the board's own renamings turn into each other are one class: the last one stays
                for way in range(ways):
                    if board_classes.shape[0]:
                        board_classes[place, way] = public[way]
                    if memory.shape[0]:
                        memories[place, way] = memory[before[way, combo]]


@kernel("void(uint8[:,::1], int64, int32[:,::1])")
def classes_after(deals, street, out):
    """out[i, j] = class of a hand on the street after the j-th of the cards that can come, as they ascend.

    deals: uint8 [n, cards], a hand and its board; street: that of the card to come (2 or 3); out: [n, cards left].
    """
    for i in range(deals.shape[0]):
        board = NONE
        for j in range(2, deals.shape[1]):
            board |= MASKS[deals[i, j]]
        gone = board | MASKS[deals[i, 0]] | MASKS[deals[i, 1]]
        place = 0
        for card in range(52):
            if not gone & MASKS[card]:
                out[i, place] = class_of_hand(deals[i, 0], deals[i, 1], board | MASKS[card], street)
                place += 1


@kernel("void(uint8[:,::1], uint16[::1], int32[::1], int64[:,::1], int64[:,::1], int32[:,::1])")
def memory_after_turns(boards, labels, numbers, cuts, streets, out):
    """out[b, combo] = what is remembered of every hand after a turn; boards: uint8 [n, 4], a flop and a turn card; the
    other arrays are those of `lookup_kernels`."""
    classes = np.empty(1326, np.int64)
    memory = np.empty(1326, np.int64)
    sights = np.empty(1326, np.int64)
    public = np.zeros(1326, np.int64)
    for b in range(boards.shape[0]):
        memory[:] = 0
        lying = NONE
        flop = NONE
        for street in range(3):
            flop = lying
            for j in range(0 if street < 2 else 3, 0 if street == 0 else street + 2):
                lying |= MASKS[boards[b, j]]
            classes_on_board(lying, street, classes)
            if streets[street, BY_BOARD]:
                public[:] = class_of_board(lying, NONE) if street == 1 else class_of_board(flop, lying & ~flop)
            sights_of_classes(classes, public, memory, street, labels, numbers, cuts, streets, sights)
        for combo in range(1326):
            out[b, combo] = memory[combo]


@kernel(
    "void(uint8[:,::1], int64[::1], uint64[:,::1], int32[:,::1], uint16[::1], uint16[::1], int32[::1], int64[:,::1], "
    "int64[:,::1], int64[:,::1])"
)
def count_rivers(rivers, weights, turns, memory, values, labels, numbers, cuts, streets, counts):
    """counts[value, cell] += deals of all hands on some rivers, each with each of its cards as the last one and each
    other one as the turn card.

    rivers: uint8 [n, 5], boards up to suits, each of which stands for weights [n] of them; turns: uint64 [board, 2],
    the flop and turn card (masks) of every board of the turn up to suits; memory: int32 [board, 1326], see
    `memory_after_turns`; values: uint16 [class of the river]; the other arrays are those of `lookup_kernels`, with the
    river's cuts so far (their cells are counted).
    """
    is_first = streets[3, FIRST] == streets[3, END]
    classes = np.empty(1326, np.int64)
    keys = np.empty(1326, np.uint32)
    spare = np.empty(1326, np.uint32)
    places = np.empty(257, np.int64)
    cells = np.empty((1326, WAYS), np.int32)  # of every hand before the river, for each way to get there
    for b in range(rivers.shape[0]):
        board = NONE
        for card in rivers[b]:
            board |= MASKS[card]
        way = 0
        for river in rivers[b]:
            for turn in rivers[b]:
                if turn != river:
                    flop = board & ~MASKS[river] & ~MASKS[turn]
                    row = class_of_board(flop, MASKS[turn])
                    renamed = RENAMED[renaming_between(turns[row, 0], turns[row, 1], flop, MASKS[turn])]
                    own = memory[row]
                    for combo in range(own.shape[0]):
                        cells[renamed[combo], way] = own[combo]
                    way += 1
        classes_on_board(board, 3, classes)
        size = 0
        for combo in range(1326):
            if classes[combo] >= 0:
                keys[size] = np.uint32(values[classes[combo]]) << np.uint32(16) | np.uint32(combo)
                size += 1
        # in the order of values, so that hands of one value find the counts they share still in the cache
        _sort_by_byte(keys, spare, size, np.uint32(16), places)
        _sort_by_byte(spare, keys, size, np.uint32(24), places)
        for i in range(size):
            combo = np.int64(keys[i] & np.uint32(0xFFFF))
            found, own = counts[np.int64(keys[i] >> np.uint32(16))], cells[combo]
            for way in range(WAYS):
                cell = np.int64(own[way])
                if not is_first:
                    cell, _ = sight_of_class(classes[combo], 0, cell, 3, labels, numbers, cuts, streets)
                found[cell] += weights[b]


@kernel(inline=True)
def _sort_by_byte(keys, out, size, shift, places):
    """Sort so many keys by the byte at `shift`, stable."""
    places[:] = 0
    for i in range(size):
        places[np.int64(keys[i] >> shift & np.uint32(255)) + 1] += 1
    for byte in range(256):
        places[byte + 1] += places[byte]
    for i in range(size):
        byte = np.int64(keys[i] >> shift & np.uint32(255))
        out[places[byte]] = keys[i]
        places[byte] += 1


@kernel("void(uint8[:,::1], int64, uint8[::1], uint8[::1], float32[:,:,::1])")
def count_transitions(boards, street, before, after, out):
    """out[board, b, a] += hands that are in bucket b before the last card or cards of a board, and in a after them.

    boards: uint8 [n, 3 or 4]; street: 1 or 2; before, after: uint8 [class of the street before, and of the street].
    """
    now = np.empty(1326, np.int64)
    then = np.empty(1326, np.int64)
    for b in range(boards.shape[0]):
        flop = MASKS[boards[b, 0]] | MASKS[boards[b, 1]] | MASKS[boards[b, 2]]
        whole = flop if street == 1 else flop | MASKS[boards[b, 3]]
        classes_on_board(NONE if street == 1 else flop, street - 1, then)
        classes_on_board(whole, street, now)
        for combo in range(1326):
            if now[combo] >= 0:
                out[b, before[then[combo]], after[now[combo]]] += 1
