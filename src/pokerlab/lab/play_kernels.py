"""Kernels that deal and play hands."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np
from numba import types

from pokerlab._jit import kernel, record
from pokerlab._lanes import prefetch
from pokerlab._random_kernels import STEP, mix_bits
from pokerlab.cards.combos import COMBO_COUNT
from pokerlab.cards.equity_kernels import HAND_KEYS, HAND_MASKS
from pokerlab.cards.evaluator_kernels import KEYS, MASKS, rank7
from pokerlab.lab.play_columns import LANES, Dealing, Lanes, Moves

S32, LOW32 = np.uint64(32), np.uint64(0xFFFFFFFF)
DECK = np.uint64(52)
UNIT = np.float32(2.0**-24)
S40 = np.uint64(40)
ZERO, ONE, TOLERANCE = np.float32(0), np.float32(1), np.float32(1e-3)

_DEALING = record(
    Dealing, "uint64, uint64, int64, int64[::1], int64[::1], float64[::1], int64[::1], int64[::1], uint64"
)
_MOVES = record(
    Moves,
    "int8[::1], int8[::1], boolean[::1], int32[::1], int32[::1], int64[::1], int64[::1], int32[:,:,::1], float32[::1]",
)
_LANES = record(
    Lanes,
    "int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[:,::1], uint64[::1], uint64[::1], int64[::1], "
    "int64[::1], int64[::1]",
)


@kernel(inline=True)
def draw_card(state, fixed, used):
    """The next card of the board: the fixed one, or if that is -1 any that is not used; also the new random state."""
    card = fixed
    while card < 0:
        state += STEP
        drawn = np.int64(((mix_bits(state) >> S32) * DECK) >> S32)
        if not used & MASKS[drawn]:
            card = drawn
    return state, card


@kernel(inline=True)
def draw_by_weight(state, start, end, keep, alias):
    """One of a player's hands by the alias method, as a place in the lists; also the new random state."""
    state += STEP
    bits = mix_bits(state)
    place = start + np.int64(((bits >> S32) * np.uint64(end - start)) >> S32)
    other = alias[place]
    return state, other if float(np.int64(bits & LOW32)) * 2.0**-32 >= keep[place] else place


@kernel(inline=True)
def show_down(state, mine, theirs, key, mask, level, to_come, fixed, reserved):
    """Who has the better hand when the rest of the board is dealt; also the new random state."""
    used = reserved | mask | HAND_MASKS[mine] | HAND_MASKS[theirs]
    for street in range(level, to_come):
        state, card = draw_card(state, fixed[street], used)
        used |= MASKS[card]
        mask |= MASKS[card]
        key += KEYS[card]
    ours = rank7(key + HAND_KEYS[mine], mask | HAND_MASKS[mine])
    their_rank = rank7(key + HAND_KEYS[theirs], mask | HAND_MASKS[theirs])
    return state, 1 - np.int64(ours > their_rank) + np.int64(ours < their_rank)


@kernel(inline=True)
def draw_move(state, chances, place, moves):
    """One of so many moves by the chances from `place` on; also the new random state."""
    state += STEP
    left = np.float32(np.int64(mix_bits(state) >> S40)) * UNIT - chances[np.uint64(place)]
    move = np.int64(left >= ZERO)
    # two moves or three, without a branch: which of them comes next cannot be foreseen
    left -= chances[np.uint64(place + np.int64(moves > 1))]
    move += np.int64(left >= ZERO) & np.int64(moves > 2)
    for m in range(2, moves - 1):
        left -= chances[place + m]
        move += left >= ZERO
    return state, min(move, moves - 1)


@kernel(inline=True)
def deal_board(state, deals, moves, lanes, lane):
    """The next card of a lane's board; returns the new random state."""
    mine, theirs = lanes.combo[lane, 0], lanes.combo[lane, 1]
    used = deals.reserved | lanes.masks[lane] | HAND_MASKS[mine] | HAND_MASKS[theirs]
    state, card = draw_card(state, deals.fixed[lanes.levels[lane]], used)
    lanes.masks[lane] |= MASKS[card]
    lanes.keys[lane] += KEYS[card]
    lanes.levels[lane] += 1
    lanes.boards[lane] = 1 + card if lanes.levels[lane] == 1 else 53 + 52 * lanes.turns[lane] + card
    lanes.turns[lane] = card
    place = lanes.boards[lane] * COMBO_COUNT
    prefetch(moves.rows, place + mine)
    prefetch(moves.rows, place + theirs + moves.rows.shape[1] * COMBO_COUNT)
    return state


@kernel(inline=True)
def end_hand(state, deals, moves, lanes, lane):
    """Who wins a hand that is over (0 where nobody asks); also the new random state."""
    outcome = 0
    if moves.showdown[lanes.node[lane]]:
        state, outcome = show_down(
            state, lanes.combo[lane, 0], lanes.combo[lane, 1], lanes.keys[lane], lanes.masks[lane], lanes.levels[lane],
            deals.to_come, deals.fixed, deals.reserved,
        )  # fmt: skip
    return state, outcome


@kernel(inline=True)
def deal_hands(state, deals, lanes, lane, tries):
    """Both hands of a lane, drawn anew until they do not collide or no tries are left; also the new random state and
    the tries left, -1 if they did not suffice."""
    while tries > 0:
        tries -= 1
        state, i = draw_by_weight(state, np.int64(0), deals.ends[0], deals.keep, deals.alias)
        state, j = draw_by_weight(state, deals.ends[0], deals.ends[1], deals.keep, deals.alias)
        mine, theirs = deals.combos[i], deals.combos[j]
        if not HAND_MASKS[mine] & HAND_MASKS[theirs]:
            lanes.combo[lane, 0], lanes.combo[lane, 1] = mine, theirs
            lanes.keys[lane], lanes.masks[lane] = deals.key, deals.mask
            lanes.levels[lane] = lanes.turns[lane] = lanes.boards[lane] = lanes.node[lane] = 0
            return state, tries
    return state, np.int64(-1)


@kernel(inline=True)
def make_moves(state, moves, lanes):
    """One move in each lane; lanes whose hand is over and those that wait for a card are listed without a branch.
    Returns the new random state and how many they are. Indices are unsigned: signed ones are tested for counting from
    the end, which takes a sixth of all time."""
    for lane in range(LANES):
        node = np.uint64(lanes.node[lane])
        seat = np.uint64(moves.actor[node])
        row = moves.rows[seat, np.uint64(lanes.boards[lane]), np.uint64(lanes.combo[lane, seat])]
        lanes.places[lane] = moves.bases[node] + moves.strides[node] * np.int64(row)
        prefetch(moves.chances, lanes.places[lane])
    over = waiting = 0
    for lane in range(LANES):
        before = np.uint64(lanes.node[lane])
        first = np.int64(moves.starts[before])
        count = np.int64(moves.starts[before + np.uint64(1)]) - first
        state, move = draw_move(state, moves.chances, lanes.places[lane], count)
        node = np.int64(moves.children[np.uint64(first + move)])
        lanes.node[lane] = node
        is_end = moves.actor[np.uint64(node)] < 0
        lanes.over[over] = lane
        over += is_end
        lanes.due[waiting] = lane
        waiting += (not is_end) & (lanes.levels[lane] < moves.street[np.uint64(node)])
    return state, over, waiting


@kernel(
    types.int64(
        types.uint64, types.int64, types.int64, _DEALING, _MOVES, _LANES, types.int64[:, ::1], types.int32[::1]
    ),
    counts=False,
)
def play_hands(seed, hands, most_tries, deals, moves, lanes, counts, ends_of_hands):
    """Deal and play so many hands (see `play_columns`); returns how many deals it took, or -1 if `most_tries` did not
    suffice.

    counts [node, 3] += 1 at the end that is reached and by who has the better hand (WIN, TIE, LOSE of seat 0; 0 where
    nobody asks). ends_of_hands [hands], or empty if nobody asks: 3 * node + outcome of each hand, in the order in which
    they were dealt.
    """
    state = seed
    tries = most_tries
    dealt = playing = waiting = 0  # hands beyond the last one keep lanes busy
    over = LANES
    # Every round, each lane makes one move. What a move needs of memory (the row of a hand on a new board, then its
    # chances) is fetched while other lanes are served. This is why cards of the board come before new hands.
    while True:
        for k in range(waiting):
            state = deal_board(state, deals, moves, lanes, lanes.due[k])
        for k in range(over):
            lane = lanes.over[k]
            node, number = lanes.node[lane], lanes.number[lane]
            if node >= 0:
                state, outcome = end_hand(state, deals, moves, lanes, lane)
                is_counted = np.int64(number < hands)
                counts[node, outcome] += is_counted
                playing -= is_counted
                if number < ends_of_hands.shape[0]:
                    ends_of_hands[number] = 3 * node + outcome
            state, tries = deal_hands(state, deals, lanes, lane, tries)
            if tries < 0:
                return np.int64(-1)
            lanes.number[lane] = dealt
            playing += np.int64(dealt < hands)
            dealt += 1
        if playing == 0:
            return most_tries - tries
        state, over, waiting = make_moves(state, moves, lanes)


@kernel("int64(float32[::1], int64[::1], int64[::1], int64[::1], int64)")
def find_wrong(chances, bases, strides, moves, rows):
    """The place in the lists of the first node one of whose rows of moves is no chances that add up to 1, or -1."""
    for row in range(rows):
        for i in range(bases.shape[0]):
            first = bases[i] + strides[i] * row
            total = np.float32(0)
            is_fine = True
            for m in range(moves[i]):
                total += chances[first + m]
                is_fine &= chances[first + m] >= ZERO
            if not (is_fine and abs(total - ONE) <= TOLERANCE):
                return i
    return -1
