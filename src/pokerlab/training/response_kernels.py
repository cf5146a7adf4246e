"""Kernels of best responses in the real game: all hands of one seat against all of the other's, on boards of a street.

Sixteen starts of a street that are bet alike lie side by side (see `_lanes`). What the other may hold is followed down
the betting; ends are swept by rank as the post-flop engine does (`postflop.ends_kernels`); and the responder takes
what is better for each of his hands.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np
from numba import types

from pokerlab._jit import kernel, record
from pokerlab._lanes import larger, largest, load, splat, store, zeros
from pokerlab.postflop.ends_kernels import DECK, add_up, finish, gather_lanes, scatter_lanes, sweep_showdown
from pokerlab.training.response_columns import (
    ADD,
    BETTER,
    FIRST,
    FOLD,
    FOURTH,
    KIND,
    LANES,
    NEXT,
    SECOND,
    SHOW,
    STEPS,
    STEPS_END,
    TABLE,
    TAKE,
    THIRD,
    BoardColumns,
    StreetColumns,
)

DOWN, UP = 0, 1
"""Modes: what the other may hold is handed to the next street, or what hands win is taken from it."""

_STREET = record(
    StreetColumns,
    "int64[:,::1], int64[:,::1], int64[::1], int64[::1], float32[::1], int64[::1], float32[::1], int64, int64, int64",
)
_BOARDS = record(
    BoardColumns,
    "int64[::1], int64[:,::1], int64[:,::1], uint8[:,::1], uint16[::1], uint16[:,::1], int64[::1], int64[:,::1], "
    "int64[:,::1], float64",
)
_FLOATS = types.Array(types.float32, 1, "C")


@kernel(types.void(types.int64, _STREET, _BOARDS, types.int64, _FLOATS, _FLOATS, _FLOATS, _FLOATS), counts=False)
def respond(mode, street, boards, stride, reaches, below, values, work):
    """DOWN: `below` gets the other's reach at all starts of the next street, on the one board that is given. UP: what
    every hand wins by a best response, from `below` where the next street follows, is added to `values`, for each
    board and its images, times its share.

    Rows of `reaches`, `below` and `values` are flat, `stride` numbers each; work: float32 [(slots + 3) x stride x 16 +
    52 x 16], as many slots as the street has.
    """
    groups, steps, sources, targets = street.groups, street.steps, street.sources, street.targets
    pays, places, table, sights = street.pays, street.places, street.table, street.sights
    counts, order, seen, cards = boards.counts, boards.order, boards.sights, boards.cards
    tiers, tier_counts, images, renamed = boards.tiers, boards.tier_counts, boards.images, boards.renamed
    same = boards.same
    share = splat(np.float32(boards.share))
    size = stride * LANES
    by_hand = np.int64(DECK * LANES)
    summed = by_hand + size
    passed = summed + size
    reach_slots = passed + size
    value_slots = reach_slots + street.reach_slots * size
    width = order.shape[1]
    for group in range(groups.shape[0]):
        first_lane = group * LANES
        gather_lanes(reaches, sources, first_lane, stride, work, by_hand)
        most = zeros()
        for hand in range(stride):
            most = larger(most, load(work, by_hand + hand * LANES))
        is_met = largest(most) > np.float32(0.0)
        if not is_met and mode == UP:
            continue
        if mode == UP:
            gather_lanes(values, targets, first_lane, stride, work, summed)
        for board in range(counts.shape[0]):
            count = counts[board]
            start = board * width
            for i in range(count):
                store(work, reach_slots + i * LANES, load(work, by_hand + order[board, i] * LANES))
            for step in range(groups[group, STEPS], groups[group, STEPS_END]):
                kind = steps[step, KIND]
                first, second = steps[step, FIRST], steps[step, SECOND]
                third, fourth = steps[step, THIRD], steps[step, FOURTH]
                if kind == TAKE:
                    source = reach_slots + first * size
                    target = reach_slots + second * size
                    row = groups[group, TABLE] + third * sights * LANES
                    for i in range(count):
                        chance = load(table, row + seen[board, i] * LANES)
                        store(work, target + i * LANES, load(work, source + i * LANES) * chance)
                elif kind == NEXT:
                    if mode == DOWN:
                        _hand_down(
                            work, reach_slots + first * size, passed, count, stride, order[board], below, places,
                            third * LANES,
                        )  # fmt: skip
                    else:
                        gather_lanes(below, places, third * LANES, stride, work, passed)
                        for i in range(count):
                            won = load(work, passed + order[board, i] * LANES)
                            store(work, value_slots + second * size + i * LANES, won)
                elif mode == DOWN:
                    continue
                elif kind == SHOW:
                    reach, out = reach_slots + first * size, value_slots + second * size
                    total = sweep_showdown(
                        tiers, start, tier_counts[board], 0, cards, start, start, work, np.int64(0), reach, out
                    )
                    pay, lost = load(pays, third * LANES), load(pays, (third + 1) * LANES)
                    has_folds = fourth >= 0
                    fold = value_slots + (fourth if has_folds else second) * size
                    finish(
                        cards, same, start, count, total, pay, zeros(), lost, True, has_folds, False, work,
                        np.int64(0), reach, out, fold,
                    )  # fmt: skip
                elif kind == FOLD:
                    reach, out = reach_slots + first * size, value_slots + second * size
                    total = add_up(cards, start, count, work, np.int64(0), reach)
                    pay = load(pays, third * LANES)
                    finish(
                        cards, same, start, count, total, zeros(), zeros(), pay, False, True, False, work,
                        np.int64(0), reach, passed, out,
                    )  # fmt: skip
                else:
                    one, other = value_slots + first * size, value_slots + second * size
                    if kind == ADD:
                        for i in range(0, count * LANES, LANES):
                            store(work, one + i, load(work, one + i) + load(work, other + i))
                    elif kind == BETTER:
                        for i in range(0, count * LANES, LANES):
                            store(work, one + i, larger(load(work, one + i), load(work, other + i)))
            if mode == UP:
                for image in range(images[board, 0], images[board, 1]):
                    for i in range(count):
                        place = summed + renamed[image, order[board, i]] * LANES
                        store(work, place, load(work, place) + load(work, value_slots + i * LANES) * share)
        if mode == UP:
            scatter_lanes(work, summed, values, targets, first_lane, stride)


@kernel(counts=False)
def _hand_down(work, source, passed, count, stride, order, below, places, first):
    """Reaches in the order of a board to rows of the next street by hand."""
    for hand in range(stride):
        store(work, passed + hand * LANES, zeros())
    for i in range(count):
        store(work, passed + order[i] * LANES, load(work, source + i * LANES))
    scatter_lanes(work, passed, below, places, first, stride)
