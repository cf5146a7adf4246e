"""Kernels that sample the own actions too: one line of play for each seat and deal. Arrays as in `walk_columns`.

With u the result, q the chance of the hero's own draws on the whole line and t(x) the chance of its actions after x by
its strategy s, the action a that was drawn at an infoset has regret u/q t(a)(1 - s(a)), the others -u/q t(a) s(a)
(Lanctot and others, 2009, with the others' draws by their strategies). Where others act, their strategy counts 1/q so
far in their average.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np
from numba import types

from pokerlab._jit import kernel
from pokerlab._random_kernels import STEP, mix_bits
from pokerlab.training.walk_kernels import (
    ACTION,
    ACTOR,
    CELL,
    CORRECTED,
    COUNT,
    DEALS_TYPE,
    END,
    FIRST,
    FOLDED,
    LIVE,
    LOOKED_AT,
    NEXT,
    NO_AVERAGE,
    NODE,
    PATHS_TYPE,
    PLACE,
    RANKS_TYPE,
    ROW,
    SCRATCH_TYPE,
    SETTINGS_TYPE,
    TABLES,
    TALLY_TYPE,
    add_average,
    fold_result,
    next_part,
    put_regrets,
    showdown_result,
)


@kernel(
    *(
        types.void(
            types.uint64, types.int64, DEALS_TYPE, RANKS_TYPE, SETTINGS_TYPE, PATHS_TYPE, table, SCRATCH_TYPE,
            TALLY_TYPE,
        )
        for table in TABLES
    ),
    counts=False,
)  # fmt: skip
def walk_outcomes(stream, first_number, deals, ranks, settings, paths, table, scratch, tally):
    """Iterations on one deal each, in which every seat looks at one line of play; arguments as of `walk_deals`."""
    nodes, edges, exits, exit_paid, roots = paths.nodes, paths.edges, paths.exits, paths.exit_paid, paths.roots
    templates, nexts, next_starts, bases, sights = (
        paths.templates, paths.nexts, paths.next_starts, paths.bases, paths.sights
    )  # fmt: skip
    frames, chances, values = scratch.frames, scratch.chances, scratch.values
    starts, paid, random, own = scratch.starts, scratch.paid, scratch.random, scratch.own
    average, floor, limit = settings.average, settings.floor, settings.limit
    explored, visit = settings.explored, settings.weight * settings.counts
    players = ranks.shape[1]
    counted, results = tally.touched, tally.values
    for d in range(deals.shape[0]):
        random[0] = mix_bits(stream + (np.uint64(first_number + d) + np.uint64(1)) * STEP)
        for hero in range(players):
            depth = 0
            street = 0
            drawn = 1.0  # the chance of the hero's draws so far
            starts[0] = 0
            for seat in range(players):
                paid[0, seat] = 0
                own[seat] = 1.0
            node = np.int64(roots[templates[0]])
            value = 0.0
            while True:
                first, count, actor = np.int64(nodes[node, FIRST]), np.int64(nodes[node, COUNT]), nodes[node, ACTOR]
                here = sights[templates[starts[street]]]
                cell = 2 * (bases[starts[street]] + nodes[node, ROW] * here + deals[d, actor, street] * count)
                counted[LOOKED_AT] += 1
                total = 0.0
                for k in range(count):
                    total += max(np.float64(table[cell + k]), 0.0)
                for k in range(count):
                    chances[depth, k] = max(np.float64(table[cell + k]), 0.0) / total if total > 0.0 else 1.0 / count
                if actor == hero:
                    part = next_part(random)
                    chosen = count - 1
                    for k in range(count):
                        part -= explored / count + (1.0 - explored) * chances[depth, k]
                        if part < 0.0:
                            chosen = k
                            break
                    frames[depth, NODE], frames[depth, CELL], frames[depth, ACTION] = node, cell, chosen
                    drawn *= explored / count + (1.0 - explored) * chances[depth, chosen]
                    depth += 1
                else:
                    part = next_part(random)
                    chosen = count - 1
                    for k in range(count):
                        part -= chances[depth, k]
                        if part < 0.0:
                            chosen = k
                            break
                    if average != NO_AVERAGE:
                        weight = visit / drawn
                        if average == CORRECTED:
                            for seat in range(players):
                                if seat != hero and seat != actor:
                                    weight /= own[seat]
                        add_average(table, cell + count, count, weight, chances[depth], limit, random, counted)
                    own[actor] *= chances[depth, chosen]
                target = np.int64(edges[first + chosen])
                if target >= 0:
                    node = target
                    continue
                leaving = -1 - target
                end = exits[leaving, END]
                for seat in range(players):
                    paid[street + 1, seat] = paid[street, seat] + exit_paid[leaving, seat]
                if end == NEXT:
                    start = np.int64(next_starts[nexts[starts[street]] + exits[leaving, PLACE]])
                    street += 1
                    starts[street] = start
                    node = np.int64(roots[templates[start]])
                    continue
                live = np.int64(exits[leaving, LIVE])
                if end == FOLDED:
                    value = fold_result(hero, live, paid[street + 1])
                else:
                    value = showdown_result(hero, live, paid[street + 1], ranks[d])
                break
            tail = 1.0
            scale = settings.weight * settings.units * value / drawn
            for top in range(depth - 1, -1, -1):
                node, cell, chosen = frames[top, NODE], frames[top, CELL], frames[top, ACTION]
                count = np.int64(nodes[node, COUNT])
                taken = chances[top, chosen]
                for k in range(count):
                    gain = scale * tail * ((1.0 if k == chosen else 0.0) - taken)
                    values[top, k] = max(np.float64(table[cell + k]) + gain, floor)
                put_regrets(table, cell, count, values[top], limit, random, counted)
                tail *= taken
            results[hero, 0] += value * tail / drawn
            results[hero, 1] += (value * tail / drawn) ** 2
