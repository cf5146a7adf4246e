"""Kernels that deal and play hands, and settle them."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np
from numba import types

from pokerlab._jit import kernel, record
from pokerlab._lanes import prefetch
from pokerlab._random_kernels import seeded, stream_bits, stream_draw
from pokerlab._streams import WHOLE
from pokerlab.cards.equity_kernels import HAND_KEYS, HAND_MASKS
from pokerlab.cards.evaluator_kernels import KEYS, MASKS, rank7
from pokerlab.lab.play_columns import LANES, Dealing, Lanes, Moves, Pots

S32, LOW32 = np.uint64(32), np.uint64(0xFFFFFFFF)
ZERO, ONE = np.uint64(0), np.uint64(1)
PARTS = np.uint64(WHOLE)
WHOLE_PARTS = np.int64(WHOLE)
TOLERANCE = 1e-3

_DEALING = record(
    Dealing,
    "uint64, uint64[::1], uint64, int64, int64, int64[::1], uint64, int64[::1], int64[::1], float64[::1], int64[::1], "
    "uint64, uint64, int32[:,::1], int64[::1]",
)
_MOVES = record(
    Moves,
    "int8[::1], int8[::1], int16[::1], int32[::1], int32[::1], int64[::1], int64[::1], int32[:,:,::1], uint16[::1]",
)
_POTS = record(Pots, "float64[:,::1], int64[::1], float64[::1], int64[::1]")
_LANES = record(
    Lanes,
    "int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], uint64[::1], "
    "uint64[::1], uint64[::1], uint64[::1], uint64[::1], int64[:,::1], uint64[:,::1]",
)


@kernel(inline=True)
def draw_card(stream, drawn, fixed, used, deck):
    """The next card: the fixed one, or if that is -1 any that is not used; also how many numbers are drawn by then."""
    card = fixed
    while card < 0:
        place = stream_draw(stream, drawn, deck)
        drawn += ONE
        if not used & MASKS[place]:
            card = place
    return card, drawn


@kernel(inline=True)
def place_by_weight(bits, start, end, keep, alias):
    """One of a player's hands by the alias method, as a place in the lists."""
    place = start + np.int64(((bits >> S32) * np.uint64(end - start)) >> S32)
    return alias[place] if float(np.int64(bits & LOW32)) * 2.0**-32 >= keep[place] else place


@kernel(inline=True)
def deal_card(deals, lanes, lane):
    """The next card of a lane's board."""
    level = lanes.levels[lane]
    used = lanes.used[lane]
    card, drawn = draw_card(lanes.cards[lane], lanes.drawn[lane], deals.fixed[level], used, deals.deck)
    lanes.drawn[lane] = drawn
    lanes.used[lane] = used | MASKS[card]
    lanes.masks[lane] |= MASKS[card]
    lanes.keys[lane] += KEYS[card]
    within = (lanes.boards[lane] - deals.offsets[level]) * np.int64(deals.deck) + card
    lanes.boards[lane] = deals.offsets[level + 1] + within
    lanes.levels[lane] = level + 1


@kernel(inline=True)
def deal_board(deals, moves, lanes, lane):
    """The cards that a lane's next move waits for."""
    while lanes.levels[lane] < moves.level[lanes.node[lane]]:
        deal_card(deals, lanes, lane)
    hands = moves.rows.shape[2]
    place = lanes.boards[lane] * hands
    for seat in range(moves.rows.shape[0]):
        prefetch(moves.rows, place + lanes.combo[lane, seat] + seat * moves.rows.shape[1] * hands)


@kernel(inline=True)
def end_hand(deals, moves, lanes, lane, ranks):
    """If hands are compared at the end of a lane's hand: the ranks of all that are, from 1 on; ranks: int32 [seat]."""
    shown = moves.shown[lanes.node[lane]]
    if shown == 0:
        return
    while lanes.levels[lane] < deals.to_come:
        deal_card(deals, lanes, lane)
    whole = lanes.boards[lane] - deals.offsets[deals.to_come]
    for seat in range(ranks.shape[0]):
        if (shown >> seat) & 1:
            hand = lanes.combo[lane, seat]
            if deals.strengths.shape[0]:
                ranks[seat] = 1 + deals.strengths[whole, hand]
            else:
                rank = rank7(lanes.keys[lane] + HAND_KEYS[hand], lanes.masks[lane] | HAND_MASKS[hand])
                ranks[seat] = 1 + np.int32(rank)


@kernel(inline=True)
def deal_by_weight(deals, lanes, lane, tries):
    """Both hands of a lane, drawn anew until they do not collide or no tries are left; returns the tries left, -1 if
    they did not suffice."""
    stream, drawn = lanes.cards[lane], ZERO
    while tries > 0:
        tries -= 1
        i = place_by_weight(stream_bits(stream, drawn), np.int64(0), deals.ends[0], deals.keep, deals.alias)
        j = place_by_weight(stream_bits(stream, drawn + ONE), deals.ends[0], deals.ends[1], deals.keep, deals.alias)
        drawn += ONE + ONE
        mine, theirs = deals.combos[i], deals.combos[j]
        if not HAND_MASKS[mine] & HAND_MASKS[theirs]:
            lanes.combo[lane, 0], lanes.combo[lane, 1] = mine, theirs
            lanes.used[lane] = deals.reserved | HAND_MASKS[mine] | HAND_MASKS[theirs]
            lanes.drawn[lane] = drawn
            return tries
    return np.int64(-1)


@kernel(inline=True)
def deal_any(deals, lanes, lane):
    """Private cards of all seats, one seat after the other, every hand as likely as any other."""
    drawn, used = ZERO, deals.reserved
    for seat in range(lanes.combo.shape[1]):
        first, drawn = draw_card(lanes.cards[lane], drawn, np.int64(-1), used, deals.deck)
        used |= MASKS[first]
        hand = first
        if deals.private == 2:
            second, drawn = draw_card(lanes.cards[lane], drawn, np.int64(-1), used, deals.deck)
            used |= MASKS[second]
            high, low = max(first, second), min(first, second)
            hand = high * (high - 1) // 2 + low
        lanes.combo[lane, seat] = hand
    lanes.used[lane], lanes.drawn[lane] = used, drawn


@kernel(inline=True)
def deal_hands(deals, lanes, lane, number, tries):
    """A new hand in a lane: its streams, and everybody's private cards; returns the tries left, -1 for too few."""
    lanes.cards[lane] = seeded(deals.stream, number)
    for seat in range(lanes.combo.shape[1]):
        lanes.chance[lane, seat] = seeded(seeded(deals.chances[seat], number), seat)
    lanes.levels[lane] = lanes.boards[lane] = lanes.node[lane] = lanes.moves[lane] = 0
    lanes.keys[lane], lanes.masks[lane] = deals.key, deals.mask
    if deals.ends.shape[0]:
        return deal_by_weight(deals, lanes, lane, tries)
    deal_any(deals, lanes, lane)
    return tries


@kernel(inline=True)
def choose_move(drawn, parts, place, moves):
    """One of so many moves by a number below 65,535 and the parts from `place` on."""
    first = np.int64(parts[np.uint64(place)])
    # two moves or three, without a branch: which of them comes next cannot be foreseen; the last one has all parts
    second = np.int64(parts[np.uint64(place + np.int64(moves > 1))])
    move = np.int64(drawn >= first) + np.int64(drawn >= second)
    for m in range(2, moves - 1):
        move += np.int64(drawn >= np.int64(parts[place + m]))
    return move


@kernel(inline=True)
def make_moves(moves, lanes):
    """One move in each lane; lanes whose hand is over and those that wait for a card are listed without a branch.
    Returns how many they are. Indices are unsigned: signed ones are tested for counting from the end, which takes a
    sixth of all time."""
    for lane in range(LANES):
        node = np.uint64(lanes.node[lane])
        seat = np.uint64(moves.actor[node])
        row = moves.rows[seat, np.uint64(lanes.boards[lane]), np.uint64(lanes.combo[lane, seat])]
        lanes.places[lane] = moves.bases[node] + moves.strides[node] * np.int64(row)
        prefetch(moves.parts, lanes.places[lane])
    over = waiting = 0
    for lane in range(LANES):
        before = np.uint64(lanes.node[lane])
        first = np.int64(moves.starts[before])
        count = np.int64(moves.starts[before + ONE]) - first
        stream = lanes.chance[lane, np.uint64(moves.actor[before])]
        drawn = stream_draw(stream, lanes.moves[lane], PARTS)
        move = choose_move(drawn, moves.parts, lanes.places[lane], count)
        lanes.moves[lane] += 1
        node = np.int64(moves.children[np.uint64(first + move)])
        lanes.node[lane] = node
        is_end = moves.actor[np.uint64(node)] < 0
        lanes.over[over] = lane
        over += is_end
        lanes.due[waiting] = lane
        waiting += (not is_end) & (lanes.levels[lane] < moves.level[np.uint64(node)])
    return over, waiting


@kernel(
    types.int64(types.int64, types.int64, types.int64, _DEALING, _MOVES, _LANES, types.int32[::1], types.int32[:, ::1]),
    counts=False,
)
def play_hands(first, hands, most_tries, deals, moves, lanes, ends, ranks):
    """Deal and play so many hands from a number on (see `play_columns`); returns the tries left to deal two hands that
    do not collide, or -1 if `most_tries` did not suffice.

    ends int32 [hand]: the node at which each ended. ranks int32 [hand, seat]: of the hands that were compared, from 1
    on, the better the larger; must be 0.
    """
    tries = most_tries
    dealt = playing = waiting = 0  # hands beyond the last one keep lanes busy
    over = LANES
    # Every round, each lane makes one move. What a move needs of memory (the row of a hand on a new board, then its
    # chances) is fetched while other lanes are served. This is why cards of the board come before new hands.
    while True:
        for k in range(waiting):
            deal_board(deals, moves, lanes, lanes.due[k])
        for k in range(over):
            lane = lanes.over[k]
            number = lanes.number[lane]
            if lanes.node[lane] >= 0 and number < hands:
                ends[number] = lanes.node[lane]
                end_hand(deals, moves, lanes, lane, ranks[number])
                playing -= 1
            tries = deal_hands(deals, lanes, lane, first + dealt, tries)
            if tries < 0:
                return tries
            lanes.number[lane] = dealt
            playing += np.int64(dealt < hands)
            dealt += 1
        if playing == 0:
            return tries
        over, waiting = make_moves(moves, lanes)


@kernel("void(int32[::1], int32[:,::1], int64[:,::1])")
def count_outcomes(ends, ranks, counts):
    """Of two players' hands, as `play_hands` gives them: counts [node, 3] += 1 by who has the better one (WIN, TIE,
    LOSE of seat 0; 0 where none are compared), and ends [hand] become 3 * node + outcome."""
    for hand in range(ends.shape[0]):
        outcome = np.int64(ranks[hand, 0] == ranks[hand, 1]) + 2 * np.int64(ranks[hand, 0] < ranks[hand, 1])
        outcome *= np.int64(ranks[hand, 0] > 0)
        counts[ends[hand], outcome] += 1
        ends[hand] = 3 * ends[hand] + outcome


@kernel(types.void(types.int32[::1], types.int32[:, ::1], _POTS, types.boolean, types.float64[:, ::1]))
def settle_hands(ends, ranks, pots, whole, out):
    """What each seat wins, in chips: out float64 [hand, seat], of hands as `play_hands` gives them. Pots are shared
    exactly, or in `whole` chips as a table pays them (see `games.pots`)."""
    for hand in range(ends.shape[0]):
        node = ends[hand]
        out[hand] = pots.paid[node]
        for pot in range(pots.starts[node], pots.starts[node + 1]):
            seats, best, winners = pots.seats[pot], np.int32(-1), 0
            for seat in range(ranks.shape[1]):
                if (seats >> seat) & 1 and ranks[hand, seat] >= best:
                    winners = 1 + winners * np.int64(ranks[hand, seat] == best)
                    best = ranks[hand, seat]
            share = pots.amounts[pot] / winners
            odd = 0.0
            if whole:
                share = np.floor(share)
                odd = pots.amounts[pot] - winners * share
            for seat in range(ranks.shape[1]):
                if (seats >> seat) & 1 and ranks[hand, seat] == best:
                    out[hand, seat] += share + (1.0 if odd > 0 else 0.0)
                    odd -= 1.0


@kernel("int64(float32[::1], int64[::1], int64[::1], int64[::1], int64, uint16[::1])")
def add_up_parts(chances, bases, strides, moves, rows, parts):
    """The chances of some nodes in parts of 65,535, rounded as `agents.open_agent.as_parts` does, each with those of
    the moves before it added. Returns the place in the lists of the first node one of whose rows of moves is no chances
    that add up to 1, or -1."""
    rests = np.empty(max(1, moves.max()) if moves.shape[0] else 1)
    for i in range(bases.shape[0]):
        for row in range(rows):
            first = bases[i] + strides[i] * row
            total = 0.0
            is_fine = True
            for m in range(moves[i]):
                total += np.float64(chances[first + m])
                is_fine &= chances[first + m] >= 0
            if not (is_fine and abs(total - 1) <= TOLERANCE):
                return i
            missing = WHOLE_PARTS
            for m in range(moves[i]):
                share = np.float64(chances[first + m]) / total * WHOLE_PARTS
                least = np.int64(np.floor(share))
                parts[first + m] = least
                rests[m] = share - least
                missing -= least
            while missing > 0:
                largest = 0
                for m in range(1, moves[i]):
                    if rests[m] > rests[largest]:
                        largest = m
                parts[first + largest] += np.uint16(1)
                rests[largest] = -1.0
                missing -= 1
            for m in range(1, moves[i]):
                parts[first + m] += parts[first + m - 1]
    return -1
