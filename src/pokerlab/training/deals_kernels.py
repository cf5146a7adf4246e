"""Kernels that deal hold'em hands for trainers."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab._random_kernels import stream_bits, stream_draw
from pokerlab.cards.evaluator_kernels import KEY_START, KEYS, MASKS, rank7

BOARD = 5


@kernel("void(uint64, int64, uint8[:,::1], int32[:,::1])")
def deal_holdem(stream, first_number, cards, ranks):
    """The deals with the numbers from `first_number` on.

    - cards: [deal, 2 x seats + 5]: the private cards of each seat, then the board, any order as likely as any other
    - ranks: [deal, seat], of the best five of seven cards
    """
    needed = cards.shape[1]
    for d in range(cards.shape[0]):
        drawn = stream_bits(stream, first_number + d)
        used = np.uint64(0)
        place = 0
        number = 0
        while place < needed:
            card = stream_draw(drawn, number, 52)
            number += 1
            if not used & MASKS[card]:
                used |= MASKS[card]
                cards[d, place] = card
                place += 1
        key, mask = KEY_START, np.uint64(0)
        for place in range(needed - BOARD, needed):
            key += KEYS[cards[d, place]]
            mask |= MASKS[cards[d, place]]
        for seat in range(ranks.shape[1]):
            one, other = cards[d, 2 * seat], cards[d, 2 * seat + 1]
            ranks[d, seat] = rank7(key + KEYS[one] + KEYS[other], mask | MASKS[one] | MASKS[other])
