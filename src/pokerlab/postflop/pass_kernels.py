"""One pass over all boards of a spot: the values of one player's hands, and what they teach.

The arrays of a `Plan` do not change: `boards`, `cards`, `same`, `groups`, `targets` (see `boards.Boards`); `groves`,
`nodes`, `ends`, `pays`, `deals` (see `forest.Forest`; all forests one after the other, `streets` says which part
belongs to which); `matrices`, the run-out equities by board (see `runouts`); `layout`, offsets in the working memory.

`Tables` are what is learnt: `regrets`, `sums` and `gains` by strategy row, `scales` float32 [2, node] of regrets and
sums if these are int16; `locks` and `locked` (see `nodes_kernels`); and the `numbers` of the pass.

`grouping` is None, or the arrays of `grouping.Grouping` if hands play in groups; then tables are float32.

Working memory is one flat float32 array per thread: `top` for the first street, which all threads read, and `work` for
the streets below. Reach and values of a street have a row of hands for each row of its forest.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from collections import namedtuple

import numpy as np
from numba import types
from numba.extending import overload

import pokerlab.postflop.columns as at
from pokerlab._jit import kernel
from pokerlab._lanes import load, store, zeros
from pokerlab._random_kernels import mix_bits
from pokerlab.postflop.ends_kernels import (
    add_up,
    finish,
    gather_lanes,
    multiply,
    scatter_lanes,
    sweep_showdown,
)
from pokerlab.postflop.grouping_kernels import carry_groups, learn_groups, pass_on_groups
from pokerlab.postflop.nodes_kernels import (
    AHEAD,
    AVERAGE,
    MATCHED,
    PREDICTED,
    add_children,
    ask_for,
    find_lock,
    learn_hands,
    pass_on_hands,
    take_best,
)

LANES = 16

_PLAN = (
    "int64[:,::1], uint8[:,::1], uint16[::1], uint16[:,::1], uint16[::1], int64[:,::1], int64[:,::1], int64[:,::1], "
    "int64[:,::1], float32[::1], int64[:,::1], float32[::1], int64[::1]"
)
_REST = "float32[::1], float32[:,::1], int64[:,::1], float32[::1], float32[::1], uint64, " + 3 * "float32[::1], "
_GROUPING = "Tuple((uint16[::1], uint16[::1], uint16[::1], float32[::1]))"
_FULL, _SHORT, _GROUPED = (
    f"void(int64, int64, int64, int64[::1], float32[::1], {_PLAN}, {grouping}, {table}, {table}, {_REST} int64[::1])"
    for grouping, table in (("none", "float32[::1]"), ("none", "int16[::1]"), (_GROUPING, "float32[::1]"))
)

Plan = namedtuple("Plan", "boards cards same groups targets streets groves nodes ends pays deals matrices layout")
Tables = namedtuple("Tables", "regrets sums gains scales locks locked numbers seed")


@kernel(inline=True)
def node_seed(seed, board, ordinal, player):
    """A number of its own for each node, whatever the order of the work."""
    which = (np.uint64(board) << np.uint64(33)) ^ (np.uint64(ordinal) << np.uint64(1)) ^ np.uint64(player)
    return mix_bits(seed ^ which)


def pass_on(
    grouping, offsets, kind, averages, by_reach, count, stride, width, table, regrets, sums, gains, scales, slot, seed,
    place, lock, locks, locked, keep, weight, work, source, target, scratch,
):  # fmt: skip
    """The reach of the children of one of the opponent's nodes; his strategy is added to his average."""
    raise NotImplementedError


def learn(
    grouping, offsets, mode, kind, count, stride, width, table, regrets, sums, gains, scales, slot, seed, place, lock,
    locks, locked, numbers, work, first, out, scratch,
):  # fmt: skip
    """The value of one of the hero's nodes from those of its children; what it teaches goes into the tables."""
    raise NotImplementedError


def carry(grouping, offsets, roots, stride, width, work, start, scratch):
    """What hands carry up to the street before, in the rows of values of some roots: with groups, their mean."""
    raise NotImplementedError


# Whether hands play in groups is known to the compiler: what is not needed does not slow down the rest.


@overload(pass_on, inline="always")
def _pass_on(
    grouping, offsets, kind, averages, by_reach, count, stride, width, table, regrets, sums, gains, scales, slot, seed,
    place, lock, locks, locked, keep, weight, work, source, target, scratch,
):  # fmt: skip
    return (pass_on_hands if isinstance(grouping, types.NoneType) else pass_on_groups).py_func


@overload(learn, inline="always")
def _learn(
    grouping, offsets, mode, kind, count, stride, width, table, regrets, sums, gains, scales, slot, seed, place, lock,
    locks, locked, numbers, work, first, out, scratch,
):  # fmt: skip
    return (learn_hands if isinstance(grouping, types.NoneType) else learn_groups).py_func


@overload(carry, inline="always")
def _carry(grouping, offsets, roots, stride, width, work, start, scratch):
    if isinstance(grouping, types.NoneType):
        return lambda grouping, offsets, roots, stride, width, work, start, scratch: None
    return carry_groups.py_func


@kernel(inline=True)
def group_offsets(boards, board, player):
    """Where a player's groups of hands on a board are: in `group_of`, in `depths`, and in `members` and `shares`."""
    return (
        boards[board, at.GROUPED_AT + player],
        boards[board, at.SLICE_AT + player],
        boards[board, at.MEMBER_AT + player],
    )


@kernel(inline=True)
def go_down(plan, tables, grouping, hero, mode, grove, board, work):
    """The opponent's reach at every node of a grove; his strategy is added to his average."""
    # Arrays are taken out of the tuples once: it costs a reference count, which is more than the work on few hands.
    nodes, locks, locked = plan.nodes, tables.locks, tables.locked
    regrets, sums, gains, scales, numbers = tables.regrets, tables.sums, tables.gains, tables.scales[1], tables.numbers
    other = 1 - hero
    stride, width = plan.boards[board, at.STRIDE + other], plan.boards[board, at.WIDTH + other]
    base = plan.boards[board, at.STORAGE + other]
    slots = plan.boards[board, at.SCALE_START + other]
    offsets = group_offsets(plan.boards, board, other)
    start = plan.layout[at.REACH_AT + plan.boards[board, at.LEVEL]]
    scratch = plan.layout[at.SCRATCH]
    keep, weight, by_reach = numbers[at.KEEP], numbers[at.WEIGHT], numbers[at.BY_REACH] != 0
    averages = mode == at.UPDATE and weight > 0
    kind = AVERAGE
    if mode == at.UPDATE:
        kind = PREDICTED if numbers[at.PREDICTIVE] != 0 else MATCHED
    table = sums if kind == AVERAGE else regrets  # sums are never negative
    empty = start + plan.groves[grove, at.REACH_ROWS] * stride
    for h in range(0, stride, LANES):
        store(work, empty + h, zeros())
    end = plan.groves[grove, at.NODES_END]
    for n in range(plan.groves[grove, at.NODES], end):
        ahead = n + AHEAD
        if ahead < end and nodes[ahead, at.IS_HERO] == 0:
            ask_for(table, base + nodes[ahead, at.ROW] * width, nodes[ahead, at.MOVES] * width)
            if averages:
                ask_for(sums, base + nodes[ahead, at.ROW] * width, nodes[ahead, at.MOVES] * width)
        if nodes[n, at.IS_HERO] == 1:
            continue
        place = base + nodes[n, at.ROW] * width
        source = start + nodes[n, at.REACH] * stride
        target = start + nodes[n, at.NEXT_REACH] * stride
        seed = node_seed(tables.seed, board, nodes[n, at.ORDINAL], np.int64(2))
        pass_on(
            grouping, offsets, kind, averages, by_reach, nodes[n, at.MOVES], stride, width, table, regrets, sums, gains,
            scales, slots + nodes[n, at.ORDINAL], seed, place, find_lock(locks, place), locks, locked, keep, weight,
            work, source, target, scratch,
        )  # fmt: skip


@kernel(inline=True)
def go_up(plan, tables, grouping, hero, mode, grove, board, work):
    """The hero's value at every node of a grove; what it teaches goes into the tables."""
    nodes, locks, locked = plan.nodes, tables.locks, tables.locked
    regrets, sums, gains, scales, numbers = tables.regrets, tables.sums, tables.gains, tables.scales[0], tables.numbers
    stride, width = plan.boards[board, at.STRIDE + hero], plan.boards[board, at.WIDTH + hero]
    base = plan.boards[board, at.STORAGE + hero]
    slots = plan.boards[board, at.SCALE_START + hero]
    offsets = group_offsets(plan.boards, board, hero)
    start = plan.layout[at.VALUE_AT + plan.boards[board, at.LEVEL]]
    scratch = plan.layout[at.SCRATCH]
    kind = AVERAGE
    if mode == at.UPDATE:
        kind = PREDICTED if numbers[at.PREDICTIVE] != 0 else MATCHED
    table = sums if kind == AVERAGE else regrets
    first_node, end = plan.groves[grove, at.NODES], plan.groves[grove, at.NODES_END]
    for back in range(end - first_node):
        n = end - 1 - back
        ahead = n - AHEAD
        if ahead >= first_node and nodes[ahead, at.IS_HERO] == 1 and mode != at.BEST:
            ask_for(table, base + nodes[ahead, at.ROW] * width, nodes[ahead, at.MOVES] * width)
        count = nodes[n, at.MOVES]
        first = start + nodes[n, at.FIRST_VALUE] * stride
        out = start + nodes[n, at.VALUE] * stride
        if nodes[n, at.IS_HERO] == 0:
            add_children(count, stride, work, first, out)
            continue
        place = base + nodes[n, at.ROW] * width
        lock = find_lock(locks, place)
        if mode == at.BEST:
            take_best(count, stride, sums, place, lock, locks, locked, work, first, out, scratch)
            continue
        seed = node_seed(tables.seed, board, nodes[n, at.ORDINAL], np.int64(3))
        learn(
            grouping, offsets, mode, kind, count, stride, width, table, regrets, sums, gains, scales,
            slots + nodes[n, at.ORDINAL], seed, place, lock, locks, locked, numbers, work, first, out, scratch,
        )  # fmt: skip


@kernel(inline=True)
def find_lanes(ends, lane, start_reach, other_stride, start_value, stride, offsets):
    """offsets[0:16], [16:32], [32:48] = where a batch of lanes reads its reach, writes its values and its folds."""
    for k in range(LANES):
        offsets[k] = start_reach + ends[lane + k, at.END_REACH] * other_stride
        offsets[LANES + k] = start_value + ends[lane + k, at.END_VALUE] * stride
        offsets[2 * LANES + k] = start_value + ends[lane + k, at.FOLD_VALUE] * stride


@kernel(inline=True)
def pay_ends(plan, is_raked, hero, grove, board, work, offsets):
    """The hero's values at all terminals of a grove: showdowns, then folds, then all-ins before the river."""
    cards, same, ends, pays = plan.cards, plan.same, plan.ends, plan.pays
    other = 1 - hero
    level = plan.boards[board, at.LEVEL]
    stride, other_stride = plan.boards[board, at.STRIDE + hero], plan.boards[board, at.STRIDE + other]
    count, other_count = plan.boards[board, at.HANDS + hero], plan.boards[board, at.HANDS + other]
    hands, other_hands = plan.boards[board, at.HAND_START + hero], plan.boards[board, at.HAND_START + other]
    start_reach, start_value = plan.layout[at.REACH_AT + level], plan.layout[at.VALUE_AT + level]
    by_card, lanes_in = plan.layout[at.BY_CARD], plan.layout[at.LANES_IN]
    lanes_out, lanes_fold = plan.layout[at.LANES_OUT], plan.layout[at.LANES_FOLD]
    plain, folds, runouts = (
        plan.groves[grove, at.PLAIN_SHOWDOWNS], plan.groves[grove, at.FOLDS], plan.groves[grove, at.RUNOUTS]
    )  # fmt: skip
    # rows of the matrices are the first player's hands
    row_step = plan.boards[board, at.HANDS + 1] if hero == 0 else np.int64(1)
    column_step = np.int64(1) if hero == 0 else plan.boards[board, at.HANDS + 1]
    width = ends.shape[0]
    for i in range(count, stride):
        store(work, lanes_out + i * LANES, zeros())
        store(work, lanes_fold + i * LANES, zeros())
    for lane in range(plan.groves[grove, at.SHOWDOWNS], plan.groves[grove, at.ENDS], LANES):
        is_showdown, is_runout = lane < folds, lane >= runouts
        has_folds = lane < plain or (lane >= folds and not is_runout)
        find_lanes(ends, lane, start_reach, other_stride, start_value, stride, offsets)
        gather_lanes(work, offsets, 0, other_stride, work, lanes_in)
        scale, rake = load(pays, at.SCALE * width + lane), load(pays, at.RAKE * width + lane)
        total = zeros()
        if is_showdown:
            total = sweep_showdown(
                plan.groups, plan.boards[board, at.GROUP_START], plan.boards[board, at.GROUPS], hero, cards, hands,
                other_hands, work, by_card, lanes_in, lanes_out,
            )  # fmt: skip
        elif has_folds or is_raked:
            total = add_up(cards, other_hands, other_count, work, by_card, lanes_in)
        if is_runout:
            matrix = plan.boards[board, at.MATRIX]
            multiply(plan.matrices, matrix, row_step, column_step, count, other_count, work, lanes_in, lanes_out)
            scale = scale if hero == 0 else zeros() - scale
        if is_showdown or has_folds or is_raked:
            fold_scale = load(pays, at.FOLD_SCALE * width + lane)
            finish(
                cards, same, hands, count, total, scale, rake, fold_scale, is_showdown, has_folds, is_raked, work,
                by_card, lanes_in, lanes_out, lanes_fold,
            )  # fmt: skip
        else:
            apply_scale(work, lanes_out, count, scale)
        if is_showdown or is_runout:
            scatter_lanes(work, lanes_out, work, offsets, LANES, stride)
        if has_folds:
            scatter_lanes(work, lanes_fold, work, offsets, 2 * LANES, stride)


@kernel(inline=True)
def apply_scale(work, lanes, count, scale):
    """Multiply the lanes of some hands."""
    for i in range(count):
        store(work, lanes + i * LANES, load(work, lanes + i * LANES) * scale)


@kernel(inline=True)
def gather_roots(plan, hero, grove, board, above, work):
    """The reach of a grove's roots from the deals of the street above."""
    other = 1 - hero
    level = plan.boards[board, at.LEVEL]
    parent = plan.boards[board, at.PARENT]
    stride, parent_stride = plan.boards[board, at.STRIDE + other], plan.boards[parent, at.STRIDE + other]
    count, target = plan.boards[board, at.HANDS + other], plan.boards[board, at.TARGET_START + other]
    deal = plan.streets[2 * (level - 1) + hero, at.DEAL_START] + plan.groves[grove, at.ROOT]
    targets, first_target = plan.targets, np.uint64(target)
    for r in range(plan.groves[grove, at.ROOTS]):
        source = plan.layout[at.REACH_AT + level - 1] + plan.deals[deal + r, at.DEAL_REACH] * parent_stride
        out = plan.layout[at.REACH_AT + level] + r * stride
        from_, to = np.uint64(source), np.uint64(out)  # unsigned: a negative index would have to be looked for
        for i in range(np.uint64(count)):
            work[to + i] = above[from_ + targets[first_target + i]]
        for i in range(count, stride):
            work[out + i] = np.float32(0)


@kernel(inline=True)
def scatter_roots(plan, hero, first_root, roots, board, values, start, above):
    """Add the values of a board's roots, which begin at `start` of `values`, to the deals of the street above, for
    every member of the board."""
    level = plan.boards[board, at.LEVEL]
    parent = plan.boards[board, at.PARENT]
    stride, parent_stride = plan.boards[board, at.STRIDE + hero], plan.boards[parent, at.STRIDE + hero]
    count = plan.boards[board, at.HANDS + hero]
    deal = plan.streets[2 * (level - 1) + hero, at.DEAL_START] + first_root
    # of the cards left, two are each player's
    chance = np.float32(1.0 / (48 - plan.layout[at.ROOT_CARDS] - (level - 1)))
    targets = plan.targets
    for r in range(roots):
        out = plan.layout[at.VALUE_AT + level - 1] + plan.deals[deal + r, at.DEAL_VALUE] * parent_stride
        source = start + r * stride
        target = plan.boards[board, at.TARGET_START + hero]
        from_, to, first_target = np.uint64(source), np.uint64(out), np.uint64(target)
        for _member in range(plan.boards[board, at.MEMBERS]):
            for i in range(np.uint64(count)):
                above[to + targets[first_target + i]] += values[from_ + i] * chance
            first_target += np.uint64(count)


@kernel(inline=True)
def clear_deals(plan, hero, board, work):
    """Set the values of all deals of a board to zero."""
    level = plan.boards[board, at.LEVEL]
    stride = plan.boards[board, at.STRIDE + hero]
    row = plan.streets[2 * level + hero, at.DEAL_START]
    for d in range(row, row + plan.streets[2 * level + hero, at.DEAL_COUNT]):
        out = plan.layout[at.VALUE_AT + level] + plan.deals[d, at.DEAL_VALUE] * stride
        for h in range(0, stride, LANES):
            store(work, out + h, zeros())


@kernel(_FULL, _SHORT, _GROUPED)
def run_pass(
    stages, hero, mode, chosen, weights,
    boards, cards, same, groups, targets, streets, groves, nodes, ends, pays, deals, matrices, layout, grouping,
    regrets, sums, gains, scales, locks, locked, numbers, seed, top, work, results, offsets,
):  # fmt: skip
    """One pass, or some stages of it, for the hands of `hero`.

    BEGIN goes down the first street from `weights` (float32 [hand], the opponent's), VISIT_BOARDS visits the boards
    `chosen` of the second street, FINISH goes up the first street: its values are then in `top`.
    """
    plan = Plan(boards, cards, same, groups, targets, streets, groves, nodes, ends, pays, deals, matrices, layout)
    tables = Tables(regrets, sums, gains, scales, locks, locked, numbers, seed)
    first, is_raked = np.int64(0), numbers[at.RAKED] != 0
    last_groves = np.int64(streets[4 + hero, at.GROVE_COUNT])
    # One loop for all boards and streets, so that each part stands in the compiled code once, and no arrays are handed
    # to functions: threads would wait for each other's reference counts. Visit -1 goes down the first street, the last
    # one goes up it. A board with further boards is entered, then they are visited, then it is left.
    for visit in range(-1, chosen.shape[0] + 1):
        is_top = visit == -1 or visit == chosen.shape[0]
        if visit == -1 and not stages & at.BEGIN:
            continue
        if visit == chosen.shape[0] and not stages & at.FINISH:
            continue
        if not is_top and not stages & at.VISIT_BOARDS:
            continue
        board = first if is_top else chosen[visit]
        below = first if is_top else boards[board, at.CHILDREN]
        level = boards[board, at.LEVEL]
        own_groves = streets[2 * level + hero, at.GROVE_COUNT]
        if is_top:
            count = np.int64(1)
        else:
            count = below * last_groves + 2 if below > 0 else own_groves
        for step in range(count):
            enters = leaves = True
            here, grove = board, streets[2 * level + hero, at.GROVE_START]
            if is_top:
                enters, leaves = visit == -1, visit != -1
            elif below == 0:
                grove += step
            elif step == 0:
                leaves = False
            elif step == count - 1:
                enters = False
            else:
                here = boards[board, at.FIRST_CHILD] + (step - 1) // last_groves
                grove = streets[4 + hero, at.GROVE_START] + (step - 1) % last_groves
            memory = top if is_top else work
            if enters:
                if is_top:
                    start = layout[at.REACH_AT]
                    for h in range(boards[0, at.STRIDE + 1 - hero]):
                        top[start + h] = weights[h]
                else:
                    gather_roots(plan, hero, grove, here, top if here == board else work, work)
                go_down(plan, tables, grouping, hero, mode, grove, here, memory)
                if not leaves:
                    clear_deals(plan, hero, here, memory)
            if leaves:
                if is_top:
                    clear_deals(plan, hero, here, memory)
                    for child in range(1, 1 + boards[0, at.CHILDREN]):
                        start = (child - 1) * layout[at.RESULT_STEP]
                        scatter_roots(plan, hero, first, streets[hero, at.DEAL_COUNT], child, results, start, top)
                pay_ends(plan, is_raked, hero, grove, here, memory, offsets)
                go_up(plan, tables, grouping, hero, mode, grove, here, memory)
                roots = groves[grove, at.ROOTS]
                if not is_top and numbers[at.CARRY_GROUPS] != 0:
                    stride, width = boards[here, at.STRIDE + hero], boards[here, at.WIDTH + hero]
                    start = layout[at.VALUE_AT + boards[here, at.LEVEL]]
                    where = group_offsets(boards, here, hero)
                    carry(grouping, where, roots, stride, width, work, start, layout[at.SCRATCH])
                if here != board:
                    start = layout[at.VALUE_AT + 2]
                    scatter_roots(plan, hero, groves[grove, at.ROOT], roots, here, work, start, work)
                elif not is_top:
                    stride = boards[board, at.STRIDE + hero]
                    source = layout[at.VALUE_AT + level]
                    out = (board - 1) * layout[at.RESULT_STEP] + groves[grove, at.ROOT] * stride
                    for i in range(roots * stride):
                        results[out + i] = work[source + i]
