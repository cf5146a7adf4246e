"""Kernels that follow hands over the streets: in which cells a class can be, and how many deals each cell has."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab.abstraction.lookup_kernels import levels_reached
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.class_kernels import RENAMED, class_of_board, class_of_hand, classes_on_board, renaming_between

MASKS = CARD_MASKS.copy()
NONE = np.uint64(0)


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


@kernel(
    "void(uint8[:,::1], int64, int32[::1], int64, int64, int64[::1])",
    "void(uint8[:,::1], int64, int64[::1], int64, int64, int64[::1])",
)
def sum_powers_after(deals, street, values, shift, power, out):
    """out[i] = sum over the cards that can come of (the value of the hand with it, without its `shift` lowest bits) to
    the given power.

    deals: uint8 [n, cards], a hand and its board; street: that of the card to come (2 or 3); values: [class].
    """
    for i in range(deals.shape[0]):
        board = NONE
        for j in range(2, deals.shape[1]):
            board |= MASKS[deals[i, j]]
        gone = board | MASKS[deals[i, 0]] | MASKS[deals[i, 1]]
        total = np.int64(0)
        for card in range(52):
            if not gone & MASKS[card]:
                value = values[class_of_hand(deals[i, 0], deals[i, 1], board | MASKS[card], street)]
                factor = np.int64(value) >> shift
                product = factor
                for _ in range(power - 1):
                    product *= factor
                total += product
        out[i] = total


@kernel("void(uint8[:,::1], int64, uint16[::1], uint8[:,::1])")
def count_labels_after(deals, street, labels, out):
    """out[i, label] = how many of the cards that can come make a hand one of that label.

    deals: uint8 [n, cards], a hand and its board; street: that of the card to come (2 or 3); labels: uint16 [class].
    """
    for i in range(deals.shape[0]):
        board = NONE
        for j in range(2, deals.shape[1]):
            board |= MASKS[deals[i, j]]
        gone = board | MASKS[deals[i, 0]] | MASKS[deals[i, 1]]
        out[i, :] = 0
        for card in range(52):
            if not gone & MASKS[card]:
                out[i, labels[class_of_hand(deals[i, 0], deals[i, 1], board | MASKS[card], street)]] += 1


@kernel("void(uint8[:,::1], uint16[::1], int64, uint16[:,::1])")
def names_on_rivers(rivers, names, nobody, out):
    """out[b, combo] = what the class of every hand on a river is called; `nobody` where it shares a card with it.

    rivers: uint8 [n, 5]; names: uint16 [class of the river]; out: uint16 [n, 1326].
    """
    classes = np.empty(1326, np.int64)
    for b in range(rivers.shape[0]):
        board = NONE
        for card in rivers[b]:
            board |= MASKS[card]
        classes_on_board(board, 3, classes)
        for combo in range(1326):
            out[b, combo] = names[classes[combo]] if classes[combo] >= 0 else nobody


@kernel(
    "void(uint8[:,::1], int64[::1], int64[:,::1], uint64[::1], uint16[:,:,::1], int32[:,::1], int64[:,::1], "
    "int32[::1], int64[:,::1])"
)
def count_rivers(turns, weights, rows, rivers, names, memories, cuts, levels, counts):
    """counts[cell, value] += deals of all hands on all rivers that follow some turns, in all ways to get there.

    - turns: uint8 [n, 4], sets of four cards up to suits, each of which stands for weights [n] of them
    - rows: int64 [n, 48]: the river up to suits that each card makes of a turn, cards ascending; rivers: uint64 [river]
    - names: uint16 [cut, river, 1326]: the labels of all cuts so far, and in the end the value that is counted (its
      largest one, the last column of counts, for hands that share a card with the river)
    - memories: int32 [class of the turn, way]: what is remembered after it, for each card that can have come last
    - cuts: int64 [cut, 2]: how many buckets each cut so far has, and where its thresholds are in `levels` (-1: the
      label is the bucket), as in `lookup_kernels`
    """
    ways = memories.shape[1]
    last = cuts.shape[0]
    classes = np.empty(1326, np.int64)
    found = np.empty((last + 1, 48, 1326), np.uint16)
    cells = np.empty(ways, np.int64)
    times = np.empty(ways, np.int64)
    for b in range(turns.shape[0]):
        turn = NONE
        for card in turns[b]:
            turn |= MASKS[card]
        place = 0
        for card in range(52):
            if not turn & MASKS[card]:
                river = rivers[rows[b, place]]
                renamed = RENAMED[renaming_between(turn | MASKS[card], NONE, river, NONE)]
                for cut in range(last + 1):
                    own = names[cut, rows[b, place]]
                    for combo in range(renamed.shape[0]):
                        found[cut, place, combo] = own[renamed[combo]]
                place += 1
        classes_on_board(turn, 2, classes)
        for combo in range(1326):
            if classes[combo] < 0:
                continue
            # most ways to get there are remembered as the same: each is counted once, so many times
            different = 0
            for way in range(ways):
                cell = np.int64(memories[classes[combo], way])
                known = 0
                while known < different and cells[known] != cell:
                    known += 1
                if known == different:
                    cells[known] = cell
                    times[known] = 0
                    different += 1
                times[known] += weights[b] * 4 // ways
            for known in range(different):
                more = times[known]
                if last == 0:
                    own_counts = counts[cells[known]]
                    for place in range(48):
                        own_counts[found[0, place, combo]] += more
                    continue
                for place in range(48):
                    cell = cells[known]
                    for cut in range(last):
                        label = np.int64(found[cut, place, combo])
                        if cuts[cut, 1] >= 0:
                            first = cuts[cut, 1] + cell * (cuts[cut, 0] - 1)
                            label = levels_reached(levels, first, cuts[cut, 0] - 1, label)
                        cell = cell * cuts[cut, 0] + label
                    counts[cell, found[last, place, combo]] += more


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
