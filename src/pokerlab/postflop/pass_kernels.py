"""One pass over all boards of a spot: the values of one player's hands, and what they teach.

What is given comes in tuples, described in `columns`: the `Plan`, the `Tables`, the `Memory` and what is wanted of the
`Pass`. `grouping` is None, or the arrays of `grouping.Grouping` if hands play in groups; then tables are float32.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np
from numba import types
from numba.extending import overload

import pokerlab.postflop.columns as at
from pokerlab._jit import kernel, record
from pokerlab._lanes import load, store, zeros
from pokerlab._random_kernels import mix_bits
from pokerlab.equilibrium.rule_columns import Coefficients, Traits
from pokerlab.postflop.columns import Memory, Pass, Plan, Tables
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
    Node,
    add_children,
    adds_average,
    ask_for,
    find_lock,
    learn_hands,
    pass_on_hands,
    take_best,
)

LANES = 16

_PASS = record(
    Pass, "int64, int64, int64, uint64, boolean, boolean", record(Traits, "int64, boolean, boolean, boolean"),
    record(Coefficients, "float32, float32, float32, float32, float32, float32, float32"),
)  # fmt: skip
_PLAN = record(
    Plan,
    "int64[:,::1], uint8[:,::1], uint16[::1], uint16[:,::1], uint16[::1], int64[:,::1], int64[:,::1], int64[:,::1], "
    "int64[:,::1], float32[::1], int64[:,::1], float32[::1], int64[::1]",
)
_GROUPING = types.Tuple([*3 * [types.uint16[::1]], types.float32[::1]])
_MEMORY = record(Memory, "float32[::1], float32[::1], float32[::1], int64[::1]")
_FULL, _SHORT, _GROUPED = (
    types.void(
        _PASS, types.int64[::1], types.float32[::1], _PLAN, grouping,
        record(Tables, f"{table}, {table}, float32[::1], float32[:,::1], int64[:,::1], float32[::1]"), _MEMORY,
    )
    for grouping, table in ((types.none, "float32[::1]"), (types.none, "int16[::1]"), (_GROUPING, "float32[::1]"))
)  # fmt: skip


@kernel(inline=True)
def node_seed(seed, board, ordinal, player):
    """A number of its own for each node, whatever the order of the work."""
    which = (np.uint64(board) << np.uint64(33)) ^ (np.uint64(ordinal) << np.uint64(1)) ^ np.uint64(player)
    return mix_bits(seed ^ which)


def pass_on(grouping, offsets, node, tables, table, kind, task, work, source, target):
    """The reach of the children of one of the opponent's nodes; his strategy is added to his average."""
    raise NotImplementedError


def learn(grouping, offsets, node, tables, table, kind, task, work, first, out):
    """The value of one of the hero's nodes from those of its children; what it teaches goes into the tables."""
    raise NotImplementedError


def carry(grouping, offsets, roots, stride, width, work, start, scratch):
    """What hands carry up to the street before, in the rows of values of some roots: with groups, their mean."""
    raise NotImplementedError


# Whether hands play in groups is known to the compiler: what is not needed does not slow down the rest.


@overload(pass_on, inline="always")
def _pass_on(grouping, offsets, node, tables, table, kind, task, work, source, target):
    return (pass_on_hands if isinstance(grouping, types.NoneType) else pass_on_groups).py_func


@overload(learn, inline="always")
def _learn(grouping, offsets, node, tables, table, kind, task, work, first, out):
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
def go_down(plan, tables, grouping, task, grove, board, work):
    """The opponent's reach at every node of a grove; his strategy is added to his average."""
    nodes, other = plan.nodes, 1 - task.hero
    stride, width = plan.boards[board, at.STRIDE + other], plan.boards[board, at.WIDTH + other]
    base = plan.boards[board, at.STORAGE + other]
    slots = plan.boards[board, at.SCALE_START + other]
    offsets = group_offsets(plan.boards, board, other)
    start = plan.layout[at.REACH_AT + plan.boards[board, at.LEVEL]]
    scratch = plan.layout[at.SCRATCH]
    kind = task.traits.strategy if task.mode == at.UPDATE else np.int64(AVERAGE)
    table = tables.sums if kind == AVERAGE else tables.regrets  # sums are never negative
    empty = start + plan.groves[grove, at.REACH_ROWS] * stride
    for h in range(0, stride, LANES):
        store(work, empty + h, zeros())
    end = plan.groves[grove, at.NODES_END]
    for n in range(plan.groves[grove, at.NODES], end):
        ahead = n + AHEAD
        if ahead < end and nodes[ahead, at.IS_HERO] == 0:
            ask_for(table, base + nodes[ahead, at.ROW] * width, nodes[ahead, at.MOVES] * width)
            if adds_average(task):
                ask_for(tables.sums, base + nodes[ahead, at.ROW] * width, nodes[ahead, at.MOVES] * width)
        if nodes[n, at.IS_HERO] == 1:
            continue
        place, ordinal = base + nodes[n, at.ROW] * width, nodes[n, at.ORDINAL]
        seed = node_seed(task.seed, board, ordinal, np.int64(2))
        lock = find_lock(tables.locks, place)
        node = Node(nodes[n, at.MOVES], stride, width, place, lock, slots + ordinal, seed, scratch)
        source, target = start + nodes[n, at.REACH] * stride, start + nodes[n, at.NEXT_REACH] * stride
        pass_on(grouping, offsets, node, tables, table, kind, task, work, source, target)


@kernel(inline=True)
def go_up(plan, tables, grouping, task, grove, board, work):
    """The hero's value at every node of a grove; what it teaches goes into the tables."""
    nodes, hero, mode = plan.nodes, task.hero, task.mode
    stride, width = plan.boards[board, at.STRIDE + hero], plan.boards[board, at.WIDTH + hero]
    base = plan.boards[board, at.STORAGE + hero]
    slots = plan.boards[board, at.SCALE_START + hero]
    offsets = group_offsets(plan.boards, board, hero)
    start = plan.layout[at.VALUE_AT + plan.boards[board, at.LEVEL]]
    scratch = plan.layout[at.SCRATCH]
    kind = task.traits.strategy if mode == at.UPDATE else np.int64(AVERAGE)
    table = tables.sums if kind == AVERAGE else tables.regrets
    first_node, end = plan.groves[grove, at.NODES], plan.groves[grove, at.NODES_END]
    for back in range(end - first_node):
        n = end - 1 - back
        ahead = n - AHEAD
        if ahead >= first_node and nodes[ahead, at.IS_HERO] == 1 and mode != at.BEST:
            ask_for(table, base + nodes[ahead, at.ROW] * width, nodes[ahead, at.MOVES] * width)
        count = nodes[n, at.MOVES]
        first, out = start + nodes[n, at.FIRST_VALUE] * stride, start + nodes[n, at.VALUE] * stride
        if nodes[n, at.IS_HERO] == 0:
            add_children(count, stride, work, first, out)
            continue
        place, ordinal = base + nodes[n, at.ROW] * width, nodes[n, at.ORDINAL]
        seed = node_seed(task.seed, board, ordinal, np.int64(3))
        node = Node(count, stride, width, place, find_lock(tables.locks, place), slots + ordinal, seed, scratch)
        if mode == at.BEST:
            take_best(node, tables, work, first, out)
        else:
            learn(grouping, offsets, node, tables, table, kind, task, work, first, out)


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
                plan.tiers, plan.boards[board, at.TIER_START], plan.boards[board, at.TIERS], hero, cards, hands,
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


@kernel(_FULL, _SHORT, _GROUPED, counts=False)
def run_pass(task, chosen, weights, plan, grouping, tables, memory):
    """One pass, or some stages of it.

    BEGIN goes down the first street from `weights` (float32 [hand], the opponent's), VISIT_BOARDS visits the boards
    `chosen` of the second street, FINISH goes up the first street: its values are then in `memory.top`.
    """
    boards, streets, groves, layout = plan.boards, plan.streets, plan.groves, plan.layout
    top, work, results = memory.top, memory.work, memory.results
    stages, hero, first = task.stages, task.hero, np.int64(0)
    last_groves = np.int64(streets[4 + hero, at.GROVE_COUNT])
    # One loop for all boards and streets, so that each part stands in the compiled code once, and without reference
    # counts: threads would wait for each other's. Visit -1 goes down the first street, the last one goes up it. A board
    # with further boards is entered, then they are visited, then it is left.
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
            rows = top if is_top else work
            if enters:
                if is_top:
                    start = layout[at.REACH_AT]
                    for h in range(boards[0, at.STRIDE + 1 - hero]):
                        top[start + h] = weights[h]
                else:
                    gather_roots(plan, hero, grove, here, top if here == board else work, work)
                go_down(plan, tables, grouping, task, grove, here, rows)
                if not leaves:
                    clear_deals(plan, hero, here, rows)
            if leaves:
                if is_top:
                    clear_deals(plan, hero, here, rows)
                    for child in range(1, 1 + boards[0, at.CHILDREN]):
                        start = (child - 1) * layout[at.RESULT_STEP]
                        scatter_roots(plan, hero, first, streets[hero, at.DEAL_COUNT], child, results, start, top)
                pay_ends(plan, task.is_raked, hero, grove, here, rows, memory.lanes)
                go_up(plan, tables, grouping, task, grove, here, rows)
                roots = groves[grove, at.ROOTS]
                if not is_top and task.carries_groups:
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
