"""Kernels of the hand evaluator. All bit work is in uint64: a signed operand would turn it into floats."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

import pokerlab.cards.evaluator_tables as evaluator_tables
from pokerlab._jit import kernel, popcount
from pokerlab.cards.cardset import CARD_MASKS

# Tables are globals on purpose: Numba freezes them into constants. As arguments they would cost a reference count
# per call of a helper, more than the whole evaluation.
_TABLES = evaluator_tables.load()
OFFSETS5, OFFSETS6, OFFSETS7 = (_TABLES[f"offsets{size}"] for size in (5, 6, 7))
VALUES5, VALUES6, VALUES7 = (_TABLES[f"values{size}"] for size in (5, 6, 7))
FLUSHES = _TABLES["flushes"]
KEYS = evaluator_tables.card_keys()
MASKS = CARD_MASKS.copy()

KEY_START = np.uint64(evaluator_tables.KEY_START)
FLUSH_BITS = np.uint64(evaluator_tables.FLUSH_BITS)
CLUBS_BIT, DIAMONDS_BIT, HEARTS_BIT = (np.uint64(8 << (32 + 4 * suit)) for suit in range(3))
COLUMN_BITS = np.uint64(evaluator_tables.COLUMN_BITS)
COLUMN_MASK = np.uint64((1 << evaluator_tables.COLUMN_BITS) - 1)
LOW32 = np.uint64(0xFFFFFFFF)
SUIT_RANKS = np.uint64(0x1FFF)
NONE = np.uint64(0)
SEVEN = np.uint64(7)
LANE1, LANE2, LANE3 = np.uint64(16), np.uint64(32), np.uint64(48)

# Added to a board's key, this carries into FLUSH_BITS for every suit with three or more cards.
TWO_MORE = np.uint64(0x2222 << 32)

# Sorting packs a hand into rank << 11 | combo and sorts the 13 bits of the rank by two digits.
COMBO_BITS = np.uint32(11)
COMBO_MASK = np.uint32(2047)
DIGIT_MASK = np.uint32(127)
HIGH_DIGIT = np.uint32(18)
ONE = np.uint32(1)


@kernel()
def flush_rank(key, mask):
    """The rank of a hand whose key shows a flush."""
    lane = NONE if key & CLUBS_BIT else (LANE1 if key & DIAMONDS_BIT else (LANE2 if key & HEARTS_BIT else LANE3))
    return FLUSHES[(mask >> lane) & SUIT_RANKS]


@kernel()
def plain5(key):
    """The rank of a five-card hand known to be no flush."""
    low = key & LOW32
    return VALUES5[(low & COLUMN_MASK) + OFFSETS5[low >> COLUMN_BITS]]


@kernel()
def plain6(key):
    """As `plain5`, for six cards."""
    low = key & LOW32
    return VALUES6[(low & COLUMN_MASK) + OFFSETS6[low >> COLUMN_BITS]]


@kernel()
def plain7(key):
    """As `plain5`, for seven cards."""
    low = key & LOW32
    return VALUES7[(low & COLUMN_MASK) + OFFSETS7[low >> COLUMN_BITS]]


@kernel()
def rank5(key, mask):
    """The rank of a five-card hand from the sum of its card keys and the union of its card masks."""
    return flush_rank(key, mask) if key & FLUSH_BITS else plain5(key)


@kernel()
def rank6(key, mask):
    """As `rank5`, for six cards."""
    return flush_rank(key, mask) if key & FLUSH_BITS else plain6(key)


@kernel()
def rank7(key, mask):
    """As `rank5`, for seven cards."""
    return flush_rank(key, mask) if key & FLUSH_BITS else plain7(key)


@kernel("void(uint8[:,::1], uint16[::1])")
def evaluate_hands(cards, out):
    """out[i] = rank of the hand cards[i], 5 to 7 cards each, which must differ (not checked)."""
    _evaluate(cards, False, out)


@kernel("boolean(uint8[:,::1], uint16[::1])")
def evaluate_checked(cards, out):
    """As `evaluate_hands`; whether every hand's cards differ. The count of cards costs about a seventh of the rate."""
    return _evaluate(cards, True, out) == NONE


@kernel()
def _evaluate(cards, check, out):
    """Fill `out` with ranks; returns 0, or a number above 0 if hands were to be checked and one has a card twice."""
    size = np.uint64(cards.shape[1])
    wrong = NONE
    if size == SEVEN:
        for i in range(out.shape[0]):
            key = KEY_START
            mask = NONE
            for j in range(7):
                key += KEYS[cards[i, j]]
                mask |= MASKS[cards[i, j]]
            if check and popcount(mask) != SEVEN:  # its key may lead out of the tables
                wrong = SEVEN
                continue
            out[i] = rank7(key, mask)
        return wrong
    for i in range(out.shape[0]):
        key = KEY_START
        mask = NONE
        for j in range(cards.shape[1]):
            key += KEYS[cards[i, j]]
            mask |= MASKS[cards[i, j]]
        if check and popcount(mask) != size:
            wrong = size
            continue
        out[i] = rank5(key, mask) if cards.shape[1] == 5 else rank6(key, mask)
    return wrong


@kernel()
def rank_sized(size, key, mask):
    """The rank of a hand of `size` cards, 5 to 7."""
    if size == 7:
        return rank7(key, mask)
    if size == 6:
        return rank6(key, mask)
    return rank5(key, mask)


@kernel()
def lay_board(board, by_suit, live, keys, masks):
    """Fill `live`, `keys`, `masks` with the cards not on the board; returns the board's key and mask.

    Cards ascend, or come suit by suit: then neighbours differ in rank, and a counting sort does not have to wait
    for its own last increment.
    """
    key = KEY_START
    mask = NONE
    for j in range(board.shape[0]):
        key += KEYS[board[j]]
        mask |= MASKS[board[j]]
    n = 0
    for place in range(52):
        card = 4 * (place % 13) + place // 13 if by_suit else place
        if not mask & MASKS[card]:
            live[n] = card
            keys[n] = KEYS[card]
            masks[n] = MASKS[card]
            n += 1
    return key, mask


@kernel()
def combo_of(card, other):
    """The index 0..1325 of the hand of two different cards."""
    high = max(card, other)
    return (high * (high - 1) >> 1) + min(card, other)


@kernel("void(uint8[:,::1], uint16[:,::1])")
def rank_boards(boards, out):
    """out[b, combo] = rank of each hand on board b (3 to 5 cards), 0 where hand and board share a card."""
    live = np.empty(52, np.uint32)
    keys = np.empty(52, np.uint64)
    masks = np.empty(52, np.uint64)
    cards = boards.shape[1] + 2
    for b in range(boards.shape[0]):
        board_key, board_mask = lay_board(boards[b], False, live, keys, masks)
        plain = cards == 7 and not (board_key + TWO_MORE) & FLUSH_BITS
        out[b] = 0
        for i in range(1, 54 - cards):
            high = live[i]
            row = out[b, combo_of(high, 0) : combo_of(high, 0) + high]  # the hands of this high card, by low card
            key = board_key + keys[i]
            mask = board_mask | masks[i]
            if plain:
                for j in range(i):
                    row[live[j]] = plain7(key + keys[j])
            elif cards == 7:
                for j in range(i):
                    row[live[j]] = rank7(key + keys[j], mask | masks[j])
            else:
                for j in range(i):
                    row[live[j]] = rank_sized(cards, key + keys[j], mask | masks[j])


@kernel()
def sort_by_rank(packed, spare, n, low_counts, high_counts):
    """Sort packed[:n] (rank << 11 | combo) by rank, stable, in two passes over 7-bit digits."""
    low_counts[:] = 0
    high_counts[:] = 0
    for i in range(n):
        low_counts[(packed[i] >> COMBO_BITS) & DIGIT_MASK] += ONE
        high_counts[packed[i] >> HIGH_DIGIT] += ONE
    low_start = np.uint32(0)
    high_start = np.uint32(0)
    for digit in range(128):
        count = low_counts[digit]
        low_counts[digit] = low_start
        low_start += count
        count = high_counts[digit]
        high_counts[digit] = high_start
        high_start += count
    for i in range(n):
        digit = (packed[i] >> COMBO_BITS) & DIGIT_MASK
        place = low_counts[digit]
        low_counts[digit] = place + ONE
        spare[place] = packed[i]
    for i in range(n):
        digit = spare[i] >> HIGH_DIGIT
        place = high_counts[digit]
        high_counts[digit] = place + ONE
        packed[place] = spare[i]


@kernel("void(uint8[:,::1], uint16[:,::1], uint16[:,::1], uint16[:,::1], int64[::1])")
def sort_boards(boards, combos, ranks, starts, tiers):
    """Per board (3 to 5 cards) all live hands by ascending rank, and where each tier of equal rank starts.

    combos, ranks: [board, hand]; starts: [board, hand + 1], closed by the number of hands; tiers: [board].
    """
    live = np.empty(52, np.uint32)
    keys = np.empty(52, np.uint64)
    masks = np.empty(52, np.uint64)
    packed = np.empty(combos.shape[1], np.uint32)
    spare = np.empty(combos.shape[1], np.uint32)
    low_counts = np.empty(128, np.uint32)
    high_counts = np.empty(128, np.uint32)
    cards = boards.shape[1] + 2
    for b in range(boards.shape[0]):
        board_key, board_mask = lay_board(boards[b], True, live, keys, masks)
        plain = cards == 7 and not (board_key + TWO_MORE) & FLUSH_BITS
        n = 0
        for i in range(1, 54 - cards):
            key = board_key + keys[i]
            mask = board_mask | masks[i]
            part = packed[n : n + i]
            for j in range(i):
                rank = plain7(key + keys[j]) if plain else rank_sized(cards, key + keys[j], mask | masks[j])
                part[j] = np.uint32(rank) << COMBO_BITS | np.uint32(combo_of(live[i], live[j]))
            n += i
        sort_by_rank(packed, spare, n, low_counts, high_counts)
        tiers[b] = _unpack_sorted(packed, combos[b], ranks[b], starts[b])


@kernel()
def _unpack_sorted(packed, combos, ranks, starts):
    """Split sorted hands into combos and ranks, note where tiers start; returns the number of tiers."""
    tier = 0
    previous = np.uint32(0)
    for i in range(combos.shape[0]):
        rank = packed[i] >> COMBO_BITS
        combos[i] = packed[i] & COMBO_MASK
        ranks[i] = rank
        starts[tier] = i  # without a branch: overwritten until a tier really begins here
        tier += rank != previous
        previous = rank
    starts[tier] = combos.shape[0]
    return tier
