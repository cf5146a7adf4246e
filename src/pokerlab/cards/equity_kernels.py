"""Kernels that count who wins: hand against hand over sorted boards, enumerated deals, and sampled deals."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab._random_kernels import next_random
from pokerlab.cards.combos import CLASS_OF_COMBO, COMBO_CARDS, COMBO_MASKS
from pokerlab.cards.evaluator_kernels import KEYS, MASKS, rank7

FIRST = COMBO_CARDS[:, 0].copy()
SECOND = COMBO_CARDS[:, 1].copy()
CLASSES = CLASS_OF_COMBO.copy()
HAND_MASKS = COMBO_MASKS.copy()
HAND_KEYS = KEYS[FIRST] + KEYS[SECOND]

NONE = np.uint64(0)
DECK = np.uint64(52)
LOW32 = np.uint64(0xFFFFFFFF)
S11 = np.uint64(11)
S32 = np.uint64(32)


@kernel("void(uint16[:,::1], uint16[:,::1], int64[::1], int64[::1], float64[::1], float64[:,::1])")
def count_against(combos, starts, tiers, board_weights, opposing, out):
    """Over sorted boards, add up for every hand the opposing weight it beats, ties with, and meets at all.

    combos, starts, tiers: as `evaluator.SortedBoards`; board_weights: [board]; opposing: [1326], weight of each
    opposing hand; out: [3, 1326].
    """
    by_card = np.empty(52)
    for b in range(combos.shape[0]):
        by_card[:] = 0.0
        below = 0.0
        weight = float(board_weights[b])
        hands = combos[b]
        for g in range(tiers[b]):
            first = starts[b, g]
            last = starts[b, g + 1]
            for i in range(first, last):
                hand = hands[i]
                out[0, hand] += weight * (below - by_card[FIRST[hand]] - by_card[SECOND[hand]])
                out[1, hand] -= weight * (below - by_card[FIRST[hand]] - by_card[SECOND[hand]])
            for i in range(first, last):
                hand = hands[i]
                mass = opposing[hand]
                below += mass
                by_card[FIRST[hand]] += mass
                by_card[SECOND[hand]] += mass
            for i in range(first, last):
                # The hand itself was taken off twice, once with each card.
                hand = hands[i]
                met = below - by_card[FIRST[hand]] - by_card[SECOND[hand]] + opposing[hand]
                out[1, hand] += weight * met
        for i in range(hands.shape[0]):
            hand = hands[i]
            met = below - by_card[FIRST[hand]] - by_card[SECOND[hand]] + opposing[hand]
            out[2, hand] += weight * met


@kernel("void(uint16[:,::1], uint16[:,::1], int64[::1], int64[::1], int32[:,::1], int32[:,::1])")
def count_classes(combos, starts, tiers, board_weights, wins, reaches):
    """Over sorted boards, count the pairs of hands by class: wins[a, b] += pairs where a hand of class a beats one of
    class b, reaches[a, b] += pairs where it beats or ties it. The tables have 176 columns, of which 169 count.
    """
    columns = wins.shape[1]
    below = np.empty(columns, np.int32)  # by class, the hands weaker than the present tier
    by_card = np.empty((52, columns), np.int32)  # the same, by card they hold
    for b in range(combos.shape[0]):
        below[:] = 0
        by_card[:, :] = 0
        weight = np.int32(board_weights[b])
        hands = combos[b]
        for g in range(tiers[b]):
            first = starts[b, g]
            last = starts[b, g + 1]
            for i in range(first, last):
                hand = hands[i]
                _add_row(wins[CLASSES[hand]], weight, below, by_card[FIRST[hand]], by_card[SECOND[hand]])
            for i in range(first, last):
                hand = hands[i]
                below[CLASSES[hand]] += 1
                by_card[FIRST[hand], CLASSES[hand]] += 1
                by_card[SECOND[hand], CLASSES[hand]] += 1
            for i in range(first, last):
                hand = hands[i]
                _add_row(reaches[CLASSES[hand]], weight, below, by_card[FIRST[hand]], by_card[SECOND[hand]])
                reaches[CLASSES[hand], CLASSES[hand]] += weight  # the hand itself, taken off twice


@kernel()
def _add_row(row, weight, below, with_first, with_second):
    for k in range(row.shape[0]):
        row[k] += weight * (below[k] - with_first[k] - with_second[k])


@kernel("void(uint8[:,::1], int64[::1], uint64, uint64, int64[::1], int64[::1], float64[::1], float64[:,::1])")
def enumerate_deals(boards, board_weights, fixed_key, fixed_mask, ends, hands, weights, out):
    """Every way to deal each player a hand of his list, on every board.

    boards: [board, cards], completions of the fixed cards; hands, weights: all players' lists one after the other,
    ending at ends [player]; out: [player + 1, 2], by player the weight of deals won alone and of pots shared (each
    pot counted by the share), in the last row the weight of all deals.
    """
    players = ends.shape[0]
    ranks = np.empty(hands.shape[0], np.uint16)
    live = np.empty(hands.shape[0], np.bool_)
    choice = np.empty(players, np.int64)
    taken = np.empty(players + 1, np.uint64)
    chance = np.empty(players + 1)
    best = np.empty(players + 1, np.uint16)
    for b in range(boards.shape[0]):
        key = fixed_key
        mask = fixed_mask
        for j in range(boards.shape[1]):
            key += KEYS[boards[b, j]]
            mask |= MASKS[boards[b, j]]
        for i in range(hands.shape[0]):
            hand = hands[i]
            live[i] = not mask & HAND_MASKS[hand]
            if live[i]:
                ranks[i] = rank7(key + HAND_KEYS[hand], mask | HAND_MASKS[hand])
        taken[0] = NONE
        chance[0] = float(board_weights[b])
        best[0] = 0
        choice[0] = -1
        p = 0
        while p >= 0:
            # Move player p to the next hand that collides with nobody before him.
            i = choice[p] + 1
            while i < ends[p] and (not live[i] or taken[p] & HAND_MASKS[hands[i]]):
                i += 1
            choice[p] = i
            if i == ends[p]:
                p -= 1
                continue
            taken[p + 1] = taken[p] | HAND_MASKS[hands[i]]
            chance[p + 1] = chance[p] * weights[i]
            best[p + 1] = max(best[p], ranks[i])
            if p + 1 < players:
                choice[p + 1] = ends[p] - 1
                p += 1
            else:
                _pay(choice, ranks, best[players], chance[players], out)


@kernel()
def _pay(choice, ranks, best, chance, out):
    """Credit the deal's weight to its winners."""
    players = choice.shape[0]
    winners = 0
    for p in range(players):
        winners += ranks[choice[p]] == best
    for p in range(players):
        if ranks[choice[p]] == best:
            if winners == 1:
                out[p, 0] += chance
            else:
                out[p, 1] += chance / winners
    out[players, 0] += chance
    out[players, 1] += chance * (winners > 1)


@kernel()
def _follow(state, starts, chances, node):
    """The edge that a random number chooses among those of a node (see `deal_graph.DealGraph`)."""
    chance = float(next_random(state) >> S11) * 2.0**-53
    low = starts[node]
    high = starts[node + 1] - 1
    while low < high:
        middle = (low + high) >> 1
        if chance < chances[middle]:
            high = middle
        else:
            low = middle + 1
    return low


@kernel(
    "int64(uint64, int64, int64, int64, uint64, uint64, uint64, int64[::1], int64[::1], float64[::1], int64[::1],"
    " int64, int64[::1], int64[::1], int64[::1], float64[::1], float64[:,::1])"
)
def sample_deals(
    seed, samples, most_tries, missing, fixed_key, fixed_mask, blocked, ends, hands, keep, alias,
    joint, starts, edge_hands, nexts, chances, out,
):  # fmt: skip
    """Deal `samples` random deals; returns the number of tries it took, or -1 if `most_tries` did not suffice.

    The first `joint` players' hands are drawn together from a graph of their deals (starts, edge_hands, nexts, chances:
    as `deal_graph.DealGraph`), the others' one by one by weight (alias method: keep, alias as hands), all anew until no
    two collide; then `missing` board cards, none of them `blocked` (the fixed and the dead cards). out: [player, 3],
    number of pots won alone, sum of shares, sum of squared shares.
    """
    players = ends.shape[0]
    state = np.empty(1, np.uint64)
    state[0] = seed
    choice = np.empty(players, np.int64)
    ranks = np.empty(players, np.uint16)
    tries = 0
    done = 0
    while done < samples:
        tries += 1
        if tries > most_tries:
            return -1
        mask = blocked
        node = np.int64(0)
        for p in range(joint):
            edge = _follow(state, starts, chances, node)
            choice[p] = edge_hands[edge]
            mask |= HAND_MASKS[hands[choice[p]]]
            node = nexts[edge]
        first = ends[joint - 1] if joint else np.int64(0)
        collides = False
        for p in range(joint, players):
            bits = next_random(state)
            i = first + np.int64(((bits >> S32) * np.uint64(ends[p] - first)) >> S32)
            if float(bits & LOW32) * 2.0**-32 >= keep[i]:
                i = alias[i]
            if mask & HAND_MASKS[hands[i]]:
                collides = True
                break
            mask |= HAND_MASKS[hands[i]]
            choice[p] = i
            first = ends[p]
        if collides:
            continue
        board_key = fixed_key
        board_mask = fixed_mask
        drawn = 0
        while drawn < missing:
            card = ((next_random(state) >> S32) * DECK) >> S32
            if not (mask | board_mask | blocked) & MASKS[card]:
                board_mask |= MASKS[card]
                board_key += KEYS[card]
                drawn += 1
        best = np.uint16(0)
        for p in range(players):
            hand = hands[choice[p]]
            ranks[p] = rank7(board_key + HAND_KEYS[hand], board_mask | HAND_MASKS[hand])
            best = max(best, ranks[p])
        winners = 0
        for p in range(players):
            winners += ranks[p] == best
        share = 1.0 / winners
        for p in range(players):
            # without a branch: who wins is a coin toss, and a branch would be guessed wrong half of the time
            won = share if ranks[p] == best else 0.0
            out[p, 0] += won == 1.0
            out[p, 1] += won
            out[p, 2] += won * won
        done += 1
    return tries
