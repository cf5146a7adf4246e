"""Kernels that list two players' hold'em deals by what each has seen: how many there are, and who wins."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab.abstraction.lookup_kernels import BY_BOARD, sights_of_classes
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.class_kernels import class_of_board, classes_on_board
from pokerlab.cards.combos import COMBO_CARDS
from pokerlab.cards.evaluator_kernels import KEY_START, KEYS, rank7

MASKS = CARD_MASKS.copy()
HAND_CARDS = COMBO_CARDS.astype(np.int64)
LANE = np.uint64(0xFFFF)
NONE = np.uint64(0)
HANDS = 1326
MOST_RANKS = 1 << 13
"""More than there are ranks of hands."""


@kernel(inline=True)
def ways_of_card(card, first, second):
    """How many cards a card stands for up to suits that two sets of cards do not tell apart: 0 if another one of them
    stands for it."""
    suit = card & 3
    times = np.int64(0)
    for other in range(4):
        shift, own = np.uint64(16 * other), np.uint64(16 * suit)
        alike = (first >> shift) & LANE == (first >> own) & LANE and (second >> shift) & LANE == (second >> own) & LANE
        if alike:
            if other < suit:
                return np.int64(0)
            times += 1
    return times


@kernel("void(uint64, uint64, int64[::1])")
def count_ways(first, second, out):
    """out[card] = how many cards it stands for on a board of the cards `first` and then `second` (sets): 0 for those
    that lie there, and those that another card stands for."""
    for card in range(52):
        out[card] = 0 if (first | second) & MASKS[card] else ways_of_card(card, first, second)


@kernel(
    "int64(uint8[:,::1], int64[::1], uint64, uint16[::1], int32[::1], int64[:,::1], int64[:,::1], int32[:,::1], "
    "int64[:,::1])"
)
def count_pairs(flops, weights, deck, labels, numbers, cuts, streets, parents, joint):
    """Add the deals of all turns and rivers of some flops; returns how many runs of boards there were, -1 if a sight
    does not tell what was seen before.

    - flops: uint8 [n, 3], each stands for weights [n] of them; deck: the cards that may come after them, a set
    - labels .. streets: see `lookup_kernels`
    - parents: int32 [street, sight], what was seen on the street before; -1 where nothing is known yet
    - joint: int64 [sequence, sequence]: on and below the diagonal deals in which the two players have them, above it
      those that the first wins less those that he loses
    """
    classes = np.empty(HANDS, np.int64)
    public = np.zeros(HANDS, np.int64)
    memory = np.zeros((4, HANDS), np.int64)
    sights = np.empty((4, HANDS), np.int64)
    known = np.full(joint.shape[0], -1, np.int64)
    sequences = np.empty(HANDS, np.int64)
    held, local, ranks = np.empty(HANDS, np.int64), np.empty(HANDS, np.int64), np.empty(HANDS, np.int64)
    found = np.empty(HANDS, np.int64)
    steps = np.zeros(MOST_RANKS + 1, np.int64)
    most = min(HANDS, joint.shape[0])
    below, counts = np.empty(most, np.int32), np.empty(most, np.int32)
    weaker_with, all_with = np.empty((52, most), np.int32), np.empty((52, most), np.int32)
    wins, shared = np.empty((most, most), np.int32), np.empty((most, most), np.int32)
    runs = 0
    classes_on_board(NONE, 0, classes)
    sights_of_classes(classes, public, memory[0], 0, labels, numbers, cuts, streets, sights[0])
    for f in range(flops.shape[0]):
        flop = MASKS[flops[f, 0]] | MASKS[flops[f, 1]] | MASKS[flops[f, 2]]
        classes_on_board(flop, 1, classes)
        if streets[1, BY_BOARD]:
            public[:] = class_of_board(flop, NONE)
        memory[1, :] = memory[0]
        sights_of_classes(classes, public, memory[1], 1, labels, numbers, cuts, streets, sights[1])
        for turn_card in range(52):
            turn = MASKS[turn_card]
            ways = np.int64(0)
            if deck & turn and not flop & turn:
                ways = ways_of_card(turn_card, flop, NONE)
            if ways == 0:
                continue
            classes_on_board(flop | turn, 2, classes)
            if streets[2, BY_BOARD]:
                public[:] = class_of_board(flop, turn)
            memory[2, :] = memory[1]
            sights_of_classes(classes, public, memory[2], 2, labels, numbers, cuts, streets, sights[2])
            for river_card in range(52):
                river = MASKS[river_card]
                times = np.int64(0)
                if deck & river and not (flop | turn) & river:
                    times = ways_of_card(river_card, flop, turn)
                if times == 0:
                    continue
                board = flop | turn | river
                classes_on_board(board, 3, classes)
                memory[3, :] = memory[2]
                sights_of_classes(classes, public, memory[3], 3, labels, numbers, cuts, streets, sights[3])
                # the hands from the weakest to the strongest, with numbers of their own for the sequences that occur
                key = KEY_START + KEYS[turn_card] + KEYS[river_card]
                for j in range(3):
                    key += KEYS[flops[f, j]]
                count = different = 0
                steps[:] = 0
                for combo in range(HANDS):
                    if classes[combo] < 0:
                        continue
                    one, other = HAND_CARDS[combo, 0], HAND_CARDS[combo, 1]
                    ranks[combo] = rank7(key + KEYS[one] + KEYS[other], board | MASKS[one] | MASKS[other])
                    steps[ranks[combo] + 1] += 1
                    sight = sights[3, combo]
                    for street in range(3, 0, -1):
                        seen, before = sights[street, combo], sights[street - 1, combo]
                        if parents[street, seen] < 0:
                            parents[street, seen] = before
                        elif parents[street, seen] != before:
                            return -1
                    if known[sight] < 0:
                        known[sight] = different
                        sequences[different] = sight
                        counts[different] = 0
                        different += 1
                    counts[known[sight]] += 1
                    count += 1
                for rank in range(MOST_RANKS):
                    steps[rank + 1] += steps[rank]
                for combo in range(HANDS):
                    if classes[combo] >= 0:
                        place = steps[ranks[combo]]
                        steps[ranks[combo]] += 1
                        held[place] = combo
                for place in range(count):
                    local[place] = known[sights[3, held[place]]]
                    found[place] = ranks[held[place]]
                below[:different] = 0
                for card in range(52):
                    weaker_with[card, :different] = 0
                    all_with[card, :different] = 0
                for place in range(count):
                    all_with[HAND_CARDS[held[place], 0], local[place]] += 1
                    all_with[HAND_CARDS[held[place], 1], local[place]] += 1
                wins[:different, :different] = 0
                shared[:different, :different] = 0
                first = 0
                for place in range(count):
                    if found[place] > found[first]:
                        for weaker in range(first, place):
                            number = local[weaker]
                            below[number] += 1
                            weaker_with[HAND_CARDS[held[weaker], 0], number] += 1
                            weaker_with[HAND_CARDS[held[weaker], 1], number] += 1
                        first = place
                    # hands that hold one of the same cards cannot be met
                    one, other = HAND_CARDS[held[place], 0], HAND_CARDS[held[place], 1]
                    mine, blocked = wins[local[place], :different], shared[local[place], :different]
                    weak_one, weak_other = weaker_with[one, :different], weaker_with[other, :different]
                    with_one, with_other = all_with[one, :different], all_with[other, :different]
                    for b in range(mine.shape[0]):
                        mine[b] += below[b] - weak_one[b] - weak_other[b]
                        blocked[b] += with_one[b] + with_other[b]
                weight = weights[f] * ways * times
                for a in range(different):
                    mine_at = sequences[a]
                    for b in range(different):
                        theirs_at = sequences[b]
                        if theirs_at > mine_at:
                            joint[mine_at, theirs_at] += weight * (wins[a, b] - wins[b, a])
                        else:  # a hand is blocked by itself twice, by each of its cards
                            met = np.int64(counts[a]) * counts[b] - shared[a, b] + (counts[a] if a == b else 0)
                            joint[mine_at, theirs_at] += weight * met
                for a in range(different):
                    known[sequences[a]] = -1
                runs += 1
    return runs
