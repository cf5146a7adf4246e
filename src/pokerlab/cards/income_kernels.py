"""Kernels of income rates: what every hand wins on sorted boards from one to nine opponents with any cards."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab._random_kernels import next_random
from pokerlab.cards.combos import CLASS_OF_COMBO, COMBO_CARDS, COMBO_MASKS

FIRST = COMBO_CARDS[:, 0].copy()
SECOND = COMBO_CARDS[:, 1].copy()
CLASSES = CLASS_OF_COMBO.copy()
HAND_MASKS = COMBO_MASKS.copy()

NOWHERE = np.uint16(0xFFFF)
S32 = np.uint64(32)
LIVE_CARDS = 45
"""Cards that a board and the own hand leave."""


@kernel("void(uint64, uint16[:,::1], uint16[:,::1], int64[::1], int64[::1], float64[:,::1], float64[:,::1])")
def add_shares(seed, combos, starts, tiers, board_weights, shares, squares):
    """Over sorted boards, add up for every class the share of the pot against 1, 2, ... opponents who hold any cards.

    combos, starts, tiers: as `evaluator.SortedBoards`; board_weights: [board]; shares: [opponents - 1, 169], sums over
    hands and boards; squares: the same of what two draws differ by, as the variance of the sums.

    Opponents are dealt one after the other among the hands that do not beat the own one; the chance of such a hand is
    counted, not drawn, and the last opponent is not drawn at all: chance is left only in which cards the others hold.
    """
    most = shares.shape[0]
    state = np.empty(1, np.uint64)
    state[0] = seed
    tier_of = np.empty(1326, np.uint16)
    below = np.empty(52, np.int64)  # hands weaker than the present tier, by card they hold
    within = np.empty(52, np.int64)  # hands of the present tier and weaker ones
    gone = np.empty(2 * most + 2, np.int64)
    found = np.empty((2, most))
    for b in range(combos.shape[0]):
        hands = combos[b]
        weight = float(board_weights[b])
        tier_of[:] = NOWHERE
        for g in range(tiers[b]):
            for i in range(starts[b, g], starts[b, g + 1]):
                tier_of[hands[i]] = np.uint16(g)
        below[:] = 0
        within[:] = 0
        for g in range(tiers[b]):
            first = np.int64(starts[b, g])
            last = np.int64(starts[b, g + 1])
            for i in range(first, last):
                within[FIRST[hands[i]]] += 1
                within[SECOND[hands[i]]] += 1
            for i in range(first, last):
                hand = hands[i]
                for repeat in range(2):
                    _draw_opponents(state, hands, tier_of, g, first, last, below, within, hand, gone, found[repeat])
                of_class = CLASSES[hand]
                for k in range(most):
                    shares[k, of_class] += weight * (found[0, k] + found[1, k]) / 2
                    squares[k, of_class] += (weight * (found[0, k] - found[1, k]) / 2) ** 2
            for i in range(first, last):
                below[FIRST[hands[i]]] += 1
                below[SECOND[hands[i]]] += 1


@kernel()
def _draw_opponents(state, hands, tier_of, tier, first, last, below, within, hand, gone, out):
    """out: [opponents - 1], an unbiased estimate of the share against so many; exact against one."""
    gone[0] = FIRST[hand]
    gone[1] = SECOND[hand]
    count = 2
    mask = HAND_MASKS[hand]
    fewer = first - below[gone[0]] - below[gone[1]]  # live hands that the own one beats
    at_most = last - within[gone[0]] - within[gone[1]] + 1  # and those that it does not lose to; itself is off twice
    chance = 1.0
    ties = 0
    for k in range(out.shape[0]):
        left = LIVE_CARDS - 2 * k
        dealt = left * (left - 1) // 2
        out[k] = chance * (fewer / (1.0 + ties) + (at_most - fewer) / (2.0 + ties)) / dealt
        if k + 1 == out.shape[0]:
            return
        if at_most == 0:
            out[k + 1 :] = 0.0
            return
        chance *= at_most / dealt
        other = hands[0]
        while True:
            other = hands[np.int64(((next_random(state) >> S32) * np.uint64(last)) >> S32)]
            if not mask & HAND_MASKS[other]:
                break
        mask |= HAND_MASKS[other]
        if tier_of[other] == tier:
            ties += 1
        for card in (np.int64(FIRST[other]), np.int64(SECOND[other])):
            fewer -= below[card]
            at_most -= within[card]
            for j in range(count):  # hands with a card that was gone before are off already
                high = max(card, gone[j])
                low = min(card, gone[j])
                its_tier = tier_of[high * (high - 1) // 2 + low]
                fewer += its_tier < tier
                at_most += its_tier <= tier
            gone[count] = card
            count += 1
