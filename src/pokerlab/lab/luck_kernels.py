"""Kernels that take the luck out of all-ins: what the cards after the last decision were worth by ICM."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab._random_kernels import stream_draw
from pokerlab.cards.evaluator_kernels import KEY_START, KEYS, MASKS, rank7
from pokerlab.games import hand_columns as at
from pokerlab.games.hand_kernels import next_level, rank_hands
from pokerlab.tournament.icm_kernels import equities_after

MOST_ENDS = 1200
"""More than the pairs of cards that can come on turn and river, and than the boards that are drawn."""
NONE = np.uint64(0)


@kernel("void(int64[::1], int64[::1], float64[::1], int64, uint64, float64[::1])")
def find_luck(rules, hand, prizes, boards, stream, out):
    """out float64 [seat]: the value of the stacks after a settled hand of hold'em, less its mean over the cards that
    could have come after the last decision; 0 if there were none.

    The mean is over all cards, but of more than two over so many `boards`, drawn from a stream. prizes: float64 [seat],
    of the players of the hand, the best first; without rake.
    """
    out[:] = 0.0
    live, players = hand[at.LIVE], rules[at.PLAYERS]
    known = np.int64(0)
    for street in range(hand[at.STREET] + 1):
        known += rules[at.BOARD_CARDS + street]
    if live & (live - 1) == 0 or known == hand[at.BOARD_SIZE]:
        return
    starts = np.empty(players)
    for seat in range(players):
        starts[seat] = rules[at.STACKS + seat]
    keys, counts = np.empty(MOST_ENDS, np.int64), np.empty(MOST_ENDS)
    ends, values = np.empty((MOST_ENDS, players)), np.empty((MOST_ENDS, players))
    places = np.zeros(at.SEATS, np.int64)
    rank_hands(rules, hand)
    _places_of(hand, live, players, places)
    share_pots(rules, hand, places, ends[0])
    keys[0] = counts[0] = -1  # what came: not one of those the mean is over
    found = _count_orders(rules, hand, known, boards, stream, keys, counts, places, ends)
    equities_after(ends[:found], starts, prizes, values[:found])
    total = 0.0
    for end in range(1, found):
        total += counts[end]
    for end in range(1, found):
        for seat in range(players):
            out[seat] += counts[end] * values[end, seat]
    for seat in range(players):
        out[seat] = values[0, seat] - out[seat] / total
    rank_hands(rules, hand)  # as it was


@kernel()
def _count_orders(rules, hand, known, boards, stream, keys, counts, places, ends):
    """The different orders of the live hands over the cards to come, from 1 on: how often (counts) and the stacks after
    the hand (ends); returns one more than the last of them."""
    players = rules[at.PLAYERS]
    left, base_keys, base_masks = np.empty(52, np.int64), np.empty(at.SEATS, np.uint64), np.empty(at.SEATS, np.uint64)
    out = np.int64(0)
    for seat in range(players):
        base_keys[seat], base_masks[seat] = KEY_START, NONE
        for place in range(known + 2):
            card = hand[at.BOARD + place] if place < known else hand[at.PRIVATE + at.MOST_HELD * seat + place - known]
            base_keys[seat] += KEYS[card]
            base_masks[seat] |= MASKS[card]
            out |= np.int64(1) << card
    count = 0
    for card in range(52):
        if not out >> card & 1:
            left[count] = card
            count += 1
    to_come = hand[at.BOARD_SIZE] - known
    found, number = 1, np.int64(0)
    if to_come > 2:
        for _ in range(boards):
            key, mask, drawn = NONE, NONE, 0
            while drawn < to_come:
                card = left[stream_draw(stream, number, count)]
                number += 1
                if not mask & MASKS[card]:
                    key += KEYS[card]
                    mask |= MASKS[card]
                    drawn += 1
            found = _add_order(rules, hand, key, mask, base_keys, base_masks, keys, counts, places, ends, found)
        return found
    for i in range(count):
        first_key, first_mask = KEYS[left[i]], MASKS[left[i]]
        if to_come == 1:
            found = _add_order(
                rules, hand, first_key, first_mask, base_keys, base_masks, keys, counts, places, ends, found
            )
        for j in range(i if to_come == 2 else 0):
            key, mask = first_key + KEYS[left[j]], first_mask | MASKS[left[j]]
            found = _add_order(rules, hand, key, mask, base_keys, base_masks, keys, counts, places, ends, found)
    return found


@kernel()
def _add_order(rules, hand, key, mask, base_keys, base_masks, keys, counts, places, ends, found):
    """Count the order of the live hands on a board, as a new one if it was not there yet."""
    live, players = hand[at.LIVE], rules[at.PLAYERS]
    for seat in range(players):
        if live >> seat & 1:
            hand[at.RANKS + seat] = np.int64(rank7(base_keys[seat] + key, base_masks[seat] | mask))
    order = _places_of(hand, live, players, places)
    for end in range(1, found):
        if keys[end] == order:
            counts[end] += 1
            return found
    keys[found] = order
    counts[found] = 1
    share_pots(rules, hand, places, ends[found])
    return found + 1


@kernel()
def _places_of(hand, live, players, places):
    """places [seat]: how many live hands each beats; returns a number for the order."""
    order = np.int64(0)
    for seat in range(players):
        if live >> seat & 1:
            beaten = 0
            for other in range(players):
                if live >> other & 1 and hand[at.RANKS + other] < hand[at.RANKS + seat]:
                    beaten += 1
            places[seat] = beaten
            order = order * at.SEATS + beaten
    return order


@kernel()
def share_pots(rules, hand, places, ends):
    """ends float64 [seat]: the chips after a settled hand, shared exactly, if the hands had these places."""
    players, live = rules[at.PLAYERS], hand[at.LIVE]
    dead = total = np.int64(0)
    for seat in range(players):
        ante = min(rules[at.ANTES + seat], rules[at.STACKS + seat]) if rules[at.DEAD_ANTES] else 0
        ends[seat] = rules[at.STACKS + seat] - hand[at.COUNTED + seat] - ante
        dead += ante
        total += hand[at.COUNTED + seat]
    total += dead
    below, done = np.int64(-1), np.int64(0)
    while done < total:
        level, is_last = next_level(players, live, hand, below)
        amount = total - done
        if not is_last:
            amount = dead
            for seat in range(players):
                amount += min(hand[at.COUNTED + seat], level) - min(hand[at.COUNTED + seat], max(below, 0))
        best, winners = -1, 0
        for seat in range(players):
            if live >> seat & 1 and hand[at.COUNTED + seat] >= level:
                if places[seat] > best:
                    best, winners = places[seat], 1
                elif places[seat] == best:
                    winners += 1
        for seat in range(players):
            if live >> seat & 1 and hand[at.COUNTED + seat] >= level and places[seat] == best:
                ends[seat] += amount / winners
        done += amount
        below, dead = level, 0
