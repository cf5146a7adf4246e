"""Kernels that deal and play hands."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab._lanes import prefetch
from pokerlab._random_kernels import STEP, mix_bits
from pokerlab.cards.combos import COMBO_COUNT
from pokerlab.cards.equity_kernels import HAND_KEYS, HAND_MASKS
from pokerlab.cards.evaluator_kernels import KEYS, MASKS, rank7

S32, LOW32 = np.uint64(32), np.uint64(0xFFFFFFFF)
DECK = np.uint64(52)
UNIT = np.float32(2.0**-24)
S40 = np.uint64(40)
ZERO, ONE, TOLERANCE = np.float32(0), np.float32(1), np.float32(1e-3)
LANES = 32  # hands that are played side by side


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


@kernel(
    "int64(uint64, int64, int64, uint64, uint64, int64, int64[::1], int64[::1], float64[::1], int64[::1],"
    " int8[::1], int8[::1], boolean[::1], int32[::1], int32[::1],"
    " int64[::1], int64[::1], int32[:,:,::1], float32[::1], int64[::1],"
    " int64[:,::1], int32[::1])"
)
def play_hands(
    seed, hands, most_tries, board_key, board_mask, to_come, ends, combos, keep, alias,
    street, actor, showdown, starts, children,
    bases, strides, rows, chances, fixed, counts, ends_of_hands,
):  # fmt: skip
    """Deal and play so many hands; returns how many deals it took, or -1 if `most_tries` did not suffice.

    Both hands are drawn by weight (alias method: ends, combos, keep, alias), anew until they do not collide, and cards
    of the board as they are needed. Tree arrays as in `PlayTree`; bases and strides [node] are those of the policy of
    the seat that acts, rows [seat, board, 1326] and chances those of both policies. counts [node, 3] += 1 at the end
    that is reached and by who has the better hand (WIN, TIE, LOSE of seat 0; 0 where nobody asks).

    fixed [2]: the next cards of the board, -1 where any may come; no hand holds one of them. ends_of_hands [hands], or
    empty if nobody asks: 3 * node + outcome of each hand, in the order in which they were dealt.
    """
    state = seed
    tries = 0
    dealt = 0
    at = np.full(LANES, -1, np.int64)  # the node at which each lane's hand is; -1: no hand yet
    number = np.zeros(LANES, np.int64)  # of each lane's hand; those beyond the last one keep lanes busy
    boards = np.zeros(LANES, np.int64)
    turns = np.zeros(LANES, np.int64)
    levels = np.zeros(LANES, np.int64)
    combo = np.zeros((LANES, 2), np.int64)
    keys = np.zeros(LANES, np.uint64)
    masks = np.zeros(LANES, np.uint64)
    places = np.zeros(LANES, np.int64)
    ended = np.arange(LANES)  # lanes whose hand is over
    due = np.zeros(LANES, np.int64)  # lanes that wait for a card of the board
    over = LANES
    waiting = 0
    playing = 0
    reserved = np.uint64(0)
    for level in range(to_come):
        if fixed[level] >= 0:
            reserved |= MASKS[fixed[level]]
    # Every round, each lane makes one move. Lanes that need something else are listed without a branch. What a move
    # needs of memory (the row of a hand on a new board, then its chances) is fetched while other lanes are served.
    # This is why cards of the board come before new hands. Indices are unsigned in moves: signed ones are tested for
    # counting from the end, which takes a sixth of all time.
    while True:
        for k in range(waiting):
            lane = due[k]
            used = reserved | masks[lane] | HAND_MASKS[combo[lane, 0]] | HAND_MASKS[combo[lane, 1]]
            state, card = draw_card(state, fixed[levels[lane]], used)
            masks[lane] |= MASKS[card]
            keys[lane] += KEYS[card]
            levels[lane] += 1
            boards[lane] = 1 + card if levels[lane] == 1 else 53 + 52 * turns[lane] + card
            turns[lane] = card
            place = boards[lane] * COMBO_COUNT
            prefetch(rows, place + combo[lane, 0])
            prefetch(rows, place + combo[lane, 1] + rows.shape[1] * COMBO_COUNT)
        for k in range(over):
            lane = ended[k]
            node = at[lane]
            if node >= 0:
                outcome = 0
                if showdown[node]:
                    state, outcome = show_down(
                        state, combo[lane, 0], combo[lane, 1], keys[lane], masks[lane], levels[lane], to_come, fixed,
                        reserved,
                    )  # fmt: skip
                is_counted = np.int64(number[lane] < hands)
                counts[node, outcome] += is_counted
                playing -= is_counted
                if number[lane] < ends_of_hands.shape[0]:
                    ends_of_hands[number[lane]] = 3 * node + outcome
            while True:
                tries += 1
                if tries > most_tries:
                    return -1
                state, i = draw_by_weight(state, np.int64(0), ends[0], keep, alias)
                state, j = draw_by_weight(state, ends[0], ends[1], keep, alias)
                if not HAND_MASKS[combos[i]] & HAND_MASKS[combos[j]]:
                    break
            combo[lane, 0], combo[lane, 1] = combos[i], combos[j]
            keys[lane], masks[lane] = board_key, board_mask
            levels[lane] = turns[lane] = boards[lane] = at[lane] = 0
            number[lane] = dealt
            playing += np.int64(dealt < hands)
            dealt += 1
        if playing == 0:
            return tries
        for lane in range(LANES):
            node = np.uint64(at[lane])
            seat = np.uint64(actor[node])
            row = rows[seat, np.uint64(boards[lane]), np.uint64(combo[lane, seat])]
            places[lane] = bases[node] + strides[node] * np.int64(row)
            prefetch(chances, places[lane])
        over = 0
        waiting = 0
        for lane in range(LANES):
            before = np.uint64(at[lane])
            first = np.int64(starts[before])
            moves = np.int64(starts[before + np.uint64(1)]) - first
            state, move = draw_move(state, chances, places[lane], moves)
            node = np.int64(children[np.uint64(first + move)])
            at[lane] = node
            is_end = actor[np.uint64(node)] < 0
            ended[over] = lane
            over += is_end
            due[waiting] = lane
            waiting += (not is_end) & (levels[lane] < street[np.uint64(node)])


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
