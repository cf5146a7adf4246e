"""Kernels that count the weak orders of three hands on sorted boards. What they count is defined in `threeway`."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab.cards.combos import CLASS_OF_COMBO, COMBO_CARDS, COMBO_MASKS

FIRST = COMBO_CARDS[:, 0].astype(np.int64)
SECOND = COMBO_CARDS[:, 1].astype(np.int64)
CLASSES = CLASS_OF_COMBO.astype(np.int64)
HAND_MASKS = COMBO_MASKS.copy()

LANES = 32
"""A card's table has a lane for each kind of partner: its rank for another suit, 16 + rank for the same suit."""

_SUITED = 16 * (FIRST % 4 == SECOND % 4)
LANE_OF_SECOND = SECOND // 4 + _SUITED  # in the table of the first card, where the second one is counted
LANE_OF_FIRST = FIRST // 4 + _SUITED

BELOW, EQUAL, ABOVE = 0, 1, 2


def _class_of_lane():
    """int64 [13, 32]: the class of a card of this rank with a partner of this lane; 169 where there is none."""
    table = np.full((13, LANES), 169, np.int64)
    for hand in range(1326):
        table[FIRST[hand] // 4, LANE_OF_SECOND[hand]] = CLASSES[hand]
        table[SECOND[hand] // 4, LANE_OF_FIRST[hand]] = CLASSES[hand]
    return table


CLASS_OF_LANE = _class_of_lane()  # type: ignore[no-untyped-call]


@kernel()
def _move(by_class, by_card, category, hand, step):
    """Count a hand in (step 1) or out of (step -1) one category."""
    by_class[category, CLASSES[hand]] += step
    by_card[FIRST[hand], category, LANE_OF_SECOND[hand]] += step
    by_card[SECOND[hand], category, LANE_OF_FIRST[hand]] += step


@kernel()
def _hide(by_card, categories, card, step):
    """Take (step -1) the hands that hold `card` out of the tables of their other cards, or put them back."""
    for other in range(52):
        if other != card:
            hand = _hand(card, other)
            if categories[hand] >= 0:
                by_card[other, categories[hand], _lane(other, card)] += step


@kernel()
def _hand(card, other):
    high = max(card, other)
    return (high * (high - 1) >> 1) + min(card, other)


@kernel()
def _lane(card, partner):
    return (partner >> 2) + (16 if (card ^ partner) & 3 == 0 else 0)


@kernel()
def _without(out, by_class, by_card, category, hand):
    """out[class] = hands of a category that share no card with `hand` (which is not among them)."""
    for k in range(out.shape[0]):
        out[k] = by_class[category, k]
    for lane in range(LANES):
        out[CLASS_OF_LANE[FIRST[hand] // 4, lane]] -= by_card[FIRST[hand], category, lane]
        out[CLASS_OF_LANE[SECOND[hand] // 4, lane]] -= by_card[SECOND[hand], category, lane]


@kernel(
    "void(uint16[:,::1], uint16[:,::1], int64[::1], int64[::1], int64[::1], float32[:,::1], float32[:,::1],"
    " int16[:,:,:,::1], int16[:,:,:,::1], int16[:,:,::1], int32[:,:,:,::1])"
)
def count_three(combos, starts, tiers, row_starts, rows, above, below, clashes, turned, tie_clashes, ties):
    """For every hand y on sorted boards: the hands x above or equal to it, and the hands z that go with them.

    combos, starts, tiers: as `evaluator.SortedBoards`.

    Strict orders x > y > z. The hands y of class B have the rows row_starts[B] and following of above and below
    [row, 176]: hands by class that are stronger or weaker than y and share no card with it, in float32 because what
    is wanted is a matrix product; rows [169] counts them. clashes [169, 13, 32, 32] and turned, which has its last two
    axes exchanged: how often x and z share a card, by class of y, rank of that card, lane of x, lane of z.

    Ties, by kind: x = y > z, x = y = z, z > x = y. ties [169, 169, 3, 176], by class of y, class of x, kind, class of
    z: triples where z may still share cards with x; tie_clashes [169, 169 * 2, 96] how often it does, by class of y,
    class and card of x, kind and lane of z. Only classes of x not above that of y count.
    """
    by_class = np.empty((3, 176), np.int16)
    by_card = np.empty((52, 3, LANES), np.int16)
    flat_by_card = by_card.reshape(52, 3 * LANES)
    categories = np.empty(1326, np.int8)
    free = np.empty((3, 176), np.int16)  # of each category, the hands that share no card with y
    shared = np.empty((13, LANES, LANES), np.int16)  # pairs (above, below) that share a card, by its rank, and lanes
    flat_shared = shared.reshape(-1)
    flat_clashes = clashes.reshape(clashes.shape[0], -1)
    held = np.empty(176, np.int16)
    for b in range(combos.shape[0]):
        hands = combos[b]
        by_class[:, :] = 0
        by_card[:, :, :] = 0
        shared[:, :, :] = 0
        categories[:] = -1
        for i in range(hands.shape[0]):
            categories[hands[i]] = ABOVE
            _move(by_class, by_card, ABOVE, hands[i], 1)
        for g in range(tiers[b]):
            equal = hands[starts[b, g] : starts[b, g + 1]]
            held[:] = 0
            for i in range(equal.shape[0]):
                y = equal[i]
                categories[y] = EQUAL
                _move(by_class, by_card, ABOVE, y, -1)
                _move(by_class, by_card, EQUAL, y, 1)
                _subtract(shared[FIRST[y] >> 2, LANE_OF_SECOND[y]], by_card[FIRST[y], BELOW])
                _subtract(shared[SECOND[y] >> 2, LANE_OF_FIRST[y]], by_card[SECOND[y], BELOW])
                held[CLASSES[y]] += 1
            for y_class in range(169):
                if held[y_class]:
                    _add_times(flat_clashes[y_class], flat_shared, held[y_class])
            for i in range(equal.shape[0]):
                y = equal[i]
                y_class = CLASSES[y]
                _without(free[BELOW], by_class, by_card, BELOW, y)
                _without(free[EQUAL], by_class, by_card, EQUAL, y)
                _without(free[ABOVE], by_class, by_card, ABOVE, y)
                free[EQUAL, y_class] += 1  # y itself, taken off twice
                row = row_starts[y_class] + rows[y_class]
                rows[y_class] += 1
                _copy(above[row], free[ABOVE])
                _copy(below[row], free[BELOW])
                _unshare(clashes[y_class], turned[y_class], by_card, categories, FIRST[y], SECOND[y])
                for x_class in range(y_class + 1):
                    if held[x_class] and free[EQUAL, x_class]:
                        tied = ties[y_class, x_class]
                        for kind in range(3):
                            _add_times(tied[kind], free[kind], np.int32(free[EQUAL, x_class]))
                        tied[EQUAL, x_class] += free[EQUAL, x_class]  # z = x shares both cards and clashes twice
                _hide(by_card, categories, FIRST[y], -1)
                _hide(by_card, categories, SECOND[y], -1)
                tied_clashes = tie_clashes[y_class]
                for j in range(equal.shape[0]):
                    x = equal[j]
                    x_class = CLASSES[x]
                    if x_class <= y_class and not HAND_MASKS[x] & HAND_MASKS[y]:
                        _add(tied_clashes[2 * x_class], flat_by_card[FIRST[x]])
                        _add(tied_clashes[2 * x_class + 1], flat_by_card[SECOND[x]])
                _hide(by_card, categories, FIRST[y], 1)
                _hide(by_card, categories, SECOND[y], 1)
            for i in range(equal.shape[0]):
                y = equal[i]
                categories[y] = BELOW
                _move(by_class, by_card, EQUAL, y, -1)
                _move(by_class, by_card, BELOW, y, 1)
                for lane in range(LANES):
                    shared[FIRST[y] >> 2, lane, LANE_OF_SECOND[y]] += by_card[FIRST[y], ABOVE, lane]
                    shared[SECOND[y] >> 2, lane, LANE_OF_FIRST[y]] += by_card[SECOND[y], ABOVE, lane]


@kernel()
def _unshare(clashes, turned, by_card, categories, one, two):
    """Take from the pairs (above, below) that share a card those that hold a card of y = (one, two)."""
    for card in (one, two):
        rank = card >> 2
        for lane in range(LANES):
            if by_card[card, ABOVE, lane]:
                _add_times(clashes[rank, lane], by_card[card, BELOW], -by_card[card, ABOVE, lane])
    for card in range(52):
        if card in (one, two):
            continue
        category = categories[_hand(card, one)]
        other_category = categories[_hand(card, two)]
        if category < 0:
            continue  # the card is on the board
        rank = card >> 2
        lane = _lane(card, one)
        other_lane = _lane(card, two)
        if category == ABOVE:
            _subtract(clashes[rank, lane], by_card[card, BELOW])
            if other_category == BELOW:
                clashes[rank, lane, other_lane] += 1
        elif category == BELOW:
            _subtract(turned[rank, lane], by_card[card, ABOVE])
            if other_category == ABOVE:
                clashes[rank, other_lane, lane] += 1
        if other_category == ABOVE:
            _subtract(clashes[rank, other_lane], by_card[card, BELOW])
        elif other_category == BELOW:
            _subtract(turned[rank, other_lane], by_card[card, ABOVE])


@kernel()
def _add(row, more):
    for k in range(row.shape[0]):
        row[k] += more[k]


@kernel()
def _subtract(row, less):
    for k in range(row.shape[0]):
        row[k] -= less[k]


@kernel()
def _add_times(row, more, times):
    for k in range(row.shape[0]):
        row[k] += times * more[k]


@kernel()
def _copy(row, values):
    for k in range(row.shape[0]):
        row[k] = values[k]
