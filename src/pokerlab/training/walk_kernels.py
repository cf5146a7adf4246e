"""Kernels of the trainer: walks through the betting of sampled deals. Arrays are described in `walk_columns`.

One infoset's numbers lie together: the regrets of its actions, then what its average strategy was added up from.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np
from numba import types

from pokerlab._jit import kernel, record
from pokerlab._lanes import prefetch
from pokerlab._random_kernels import STEP, mix_bits
from pokerlab.training.walk_columns import SETTINGS_TYPES, Paths, Scratch, Settings, Tally

FIRST, COUNT, ACTOR, ROW = 0, 1, 2, 3
END, LIVE, PLACE = 0, 1, 2
FOLDED, SHOWN, NEXT = 0, 1, 2
EXTERNAL, CHANCE, PURE = 0, 1, 2
LOOKED_AT, HALVED = 0, 1
NO_AVERAGE, BY_VISITS, CORRECTED = 0, 1, 2
NODE, STREET, CELL, ACTION, DRAWN, HERO = 0, 1, 2, 3, 4, 5
MINE, OTHERS, SEATS = 0, 1, 2

PATHS_TYPE = record(
    Paths,
    "int32[:,::1], int32[::1], int32[:,::1], int32[:,::1], int32[::1], int32[::1], int32[::1], int64[::1], int32[::1], "
    "int64[::1], int64[::1]",
)
SETTINGS_TYPE = record(Settings, SETTINGS_TYPES)
SCRATCH_TYPE = record(
    Scratch,
    "int64[:,::1], float64[:,::1], float64[:,::1], float64[:,::1], int64[::1], int64[:,::1], uint64[::1], float64[::1]",
)
TALLY_TYPE = record(Tally, "int64[::1], float64[:,::1]")
DEALS_TYPE = types.Array(types.int32, 3, "C")
RANKS_TYPE = types.Array(types.int32, 2, "C")
TABLES = tuple(types.Array(kind, 1, "C") for kind in (types.float32, types.int32, types.int16))
"""What tables are made of."""


@kernel(inline=True)
def next_part(random):
    """A random float64 in [0, 1); random: uint64 [1]."""
    random[0] += STEP
    return np.float64(np.int64(mix_bits(random[0]) >> np.uint64(11))) * 2.0**-53


@kernel(inline=True)
def put(table, place, value, limit, random):
    """Write a number into a table; into one of whole numbers (its `limit` is above 0) rounded up or down by chance, so
    that it is right on average."""
    if limit > 0.0:
        whole = np.floor(value)
        if next_part(random) < value - whole:
            whole += 1.0
        table[place] = np.int64(whole)
    else:
        table[place] = np.float32(value)


@kernel(inline=True)
def add_average(table, first, count, weight, chances, limit, random, counted):
    """Add a strategy, chances: [action], to an average that lies at `first`. Whole numbers that become too large are
    halved, all of them, so that their proportions stay on average."""
    if limit > 0.0:
        largest = 0.0
        for k in range(count):
            largest = max(largest, np.float64(table[first + k]) + weight * chances[k])
        if largest >= limit:
            counted[HALVED] += 1
            factor = 1.0
            while factor * largest >= limit:
                factor *= 0.5
            for k in range(count):
                put(table, first + k, factor * (np.float64(table[first + k]) + weight * chances[k]), limit, random)
        else:
            for k in range(count):
                put(table, first + k, np.float64(table[first + k]) + weight * chances[k], limit, random)
    else:
        for k in range(count):
            table[first + k] += np.float32(weight * chances[k])


@kernel(inline=True)
def put_regrets(table, first, count, regrets, limit, random, counted):
    """Write the regrets [action] of an infoset; whole numbers that are too large are halved, all of them."""
    factor = 1.0
    if limit > 0.0:
        largest = 0.0
        for k in range(count):
            largest = max(largest, abs(regrets[k]))
        if largest >= limit:
            counted[HALVED] += 1
            while factor * largest >= limit:
                factor *= 0.5
    for k in range(count):
        put(table, first + k, factor * regrets[k], limit, random)


@kernel(inline=True)
def fold_result(hero, live, paid):
    """What a seat wins, in chips, when the one seat of the mask `live` is left; paid: [seat]."""
    if (live >> hero) & 1 == 0:
        return -np.float64(paid[hero])
    won = 0
    for seat in range(paid.shape[0]):
        if seat != hero:
            won += paid[seat]
    return np.float64(won)


@kernel(inline=True)
def showdown_result(hero, live, paid, ranks):
    """What a seat wins, in chips and parts of them, when hands are compared: pots by what was paid, ties share."""
    won = -np.float64(paid[hero])
    if (live >> hero) & 1 == 0:
        return won
    below = 0
    while below < paid[hero]:
        level = paid[hero]
        for seat in range(paid.shape[0]):
            if (live >> seat) & 1 and below < paid[seat] < level:
                level = paid[seat]
        pot = 0
        winners = 1
        for seat in range(paid.shape[0]):
            pot += max(min(paid[seat], level) - below, 0)
            if seat != hero and (live >> seat) & 1 and paid[seat] >= level:
                if ranks[seat] > ranks[hero]:
                    winners = 0
                elif ranks[seat] == ranks[hero] and winners:
                    winners += 1
        if winners:
            won += np.float64(pot) / winners
        below = level
    return won


@kernel(
    *(
        types.void(
            types.uint64,
            types.int64,
            DEALS_TYPE,
            RANKS_TYPE,
            SETTINGS_TYPE,
            PATHS_TYPE,
            table,
            SCRATCH_TYPE,
            TALLY_TYPE,
        )
        for table in TABLES
    ),
    counts=False,
)
def walk_deals(stream, first_number, deals, ranks, settings, paths, table, scratch, tally):
    """Iterations on one deal each, in which every seat looks once at all of its actions.

    - stream, first_number: chance for deal i comes from number first_number + i of the stream
    - deals: [deal, seat, street] sights of the cards; ranks: [deal, seat], the larger wins
    - table: [2 x cell]
    """
    nodes, edges, exits, exit_paid, roots = paths.nodes, paths.edges, paths.exits, paths.exit_paid, paths.roots
    templates, nexts, next_starts, bases, sights = (
        paths.templates, paths.nexts, paths.next_starts, paths.bases, paths.sights
    )  # fmt: skip
    frames, reaches, chances, values = scratch.frames, scratch.reaches, scratch.chances, scratch.values
    starts, paid, random, own = scratch.starts, scratch.paid, scratch.random, scratch.own
    variant, average, weight, floor = settings.variant, settings.average, settings.weight, settings.floor
    limit, visit = settings.limit, weight * settings.counts
    players, last_street = ranks.shape[1], starts.shape[0] - 1
    counted, results = tally.touched, tally.values
    touched = 0
    for d in range(deals.shape[0]):
        random[0] = mix_bits(stream + (np.uint64(first_number + d) + np.uint64(1)) * STEP)
        for hero in range(players):
            if settings.seat >= 0 and hero != settings.seat:
                continue
            skips = settings.skips > 0.0 and next_part(random) < settings.skips
            depth = 0
            street = 0
            mine, others = 1.0, 1.0
            starts[0] = 0
            for seat in range(players):
                paid[0, seat] = 0
                own[seat] = 1.0
            node = np.int64(roots[templates[0]])
            edge = np.int64(-1)  # what is followed next; -1: the node is looked at first
            while True:
                if edge < 0:
                    first, count, actor = np.int64(nodes[node, FIRST]), np.int64(nodes[node, COUNT]), nodes[node, ACTOR]
                    base, here = bases[starts[street]], sights[templates[starts[street]]]
                    cell = 2 * (base + nodes[node, ROW] * here + deals[d, actor, street] * count)
                    touched += 1
                    total = 0.0
                    for k in range(count):
                        total += max(np.float64(table[cell + k]), 0.0)
                    share = 1.0 / total if total > 0.0 else 0.0
                    even = 0.0 if total > 0.0 else 1.0 / count
                    if actor == hero or variant == CHANCE:
                        for k in range(first, first + count):  # the numbers of what follows come while others are read
                            target = np.int64(edges[k])
                            if target >= 0:
                                seen = deals[d, nodes[target, ACTOR], street]
                                prefetch(table, 2 * (base + nodes[target, ROW] * here + seen * nodes[target, COUNT]))
                        frames[depth, NODE], frames[depth, STREET], frames[depth, CELL] = node, street, cell
                        frames[depth, ACTION], frames[depth, DRAWN], frames[depth, HERO] = -1, -1, actor
                        reaches[depth, MINE], reaches[depth, OTHERS] = mine, others
                        if average == CORRECTED:
                            for seat in range(players):
                                reaches[depth, SEATS + seat] = own[seat]
                        for k in range(count):
                            chances[depth, k] = max(np.float64(table[cell + k]), 0.0) * share + even
                            values[depth, k] = 0.0
                        if variant == PURE:
                            part = next_part(random)
                            chosen = count - 1
                            for k in range(count):
                                part -= chances[depth, k]
                                if part < 0.0:
                                    chosen = k
                                    break
                            frames[depth, DRAWN] = chosen
                        if actor == hero and variant == CHANCE and average != NO_AVERAGE:
                            add_average(
                                table, cell + count, count, visit * mine, chances[depth], limit, random, counted
                            )
                        depth += 1
                    else:
                        part = next_part(random) * (total if total > 0.0 else np.float64(count))
                        chosen = count - 1
                        for k in range(count):
                            part -= max(np.float64(table[cell + k]), 0.0) if total > 0.0 else 1.0
                            if part < 0.0:
                                chosen = k
                                break
                        if average != NO_AVERAGE:
                            added = visit
                            if average == CORRECTED:
                                for seat in range(players):
                                    if seat != hero and seat != actor:
                                        added /= own[seat]
                            for k in range(count):
                                if variant == PURE:
                                    chances[depth, k] = 1.0 if k == chosen else 0.0
                                else:
                                    chances[depth, k] = max(np.float64(table[cell + k]), 0.0) * share + even
                            add_average(table, cell + count, count, added, chances[depth], limit, random, counted)
                        if average == CORRECTED:
                            own[actor] *= max(np.float64(table[cell + chosen]), 0.0) * share + even
                        edge = first + chosen
                value = 0.0
                is_known = False
                if edge >= 0:
                    target = np.int64(edges[edge])
                    edge = np.int64(-1)
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
                    is_known = True
                while depth > 0:
                    top = depth - 1
                    node, cell, k = frames[top, NODE], frames[top, CELL], frames[top, ACTION]
                    first, count = np.int64(nodes[node, FIRST]), np.int64(nodes[node, COUNT])
                    is_own = frames[top, HERO] == hero
                    if is_known:
                        values[top, k] = value
                    street = frames[top, STREET]
                    k += 1
                    while k < count:
                        if is_own:
                            is_hopeless = chances[top, k] == 0.0 and table[cell + k] < settings.pruned
                            if not (skips and is_hopeless and street < last_street):
                                break
                            values[top, k] = np.nan
                        elif chances[top, k] > 0.0 or (average != NO_AVERAGE and reaches[top, MINE] > 0.0):
                            break  # what is never done to him still counts in his own average
                        k += 1
                    if k < count:
                        frames[top, ACTION] = k
                        edge = first + k
                        mine, others = reaches[top, MINE], reaches[top, OTHERS]
                        if is_own:
                            mine *= chances[top, k]
                        else:
                            others *= chances[top, k]
                        if average == CORRECTED:
                            for seat in range(players):
                                own[seat] = reaches[top, SEATS + seat]
                        break
                    value = 0.0
                    if frames[top, DRAWN] >= 0:
                        value = values[top, frames[top, DRAWN]]
                    else:
                        for k in range(count):
                            if chances[top, k] > 0.0:
                                value += chances[top, k] * values[top, k]
                    is_known = True
                    if is_own:
                        scale = weight * reaches[top, OTHERS] * settings.units
                        for k in range(count):
                            gain = values[top, k] - value
                            before = np.float64(table[cell + k])
                            # what was skipped is no number, and stays
                            values[top, k] = max(before + scale * gain, floor) if gain == gain else before
                        put_regrets(table, cell, count, values[top], limit, random, counted)
                    depth -= 1
                if edge < 0:
                    break
            results[hero, 0] += value
            results[hero, 1] += value * value
    counted[LOOKED_AT] += touched


@kernel(*(types.void(types.float32, types.float32, types.float32, PATHS_TYPE, table) for table in TABLES))
def discount(positive, negative, kept, paths, table):
    """Multiply all regrets above and below 0, and all averages, by factors; whole numbers are cut off towards 0."""
    for start in range(paths.templates.shape[0]):
        template = paths.templates[start]
        sights = paths.sights[template]
        root = paths.roots[template]
        for node in range(root, root + paths.sizes[template]):
            count = np.int64(paths.nodes[node, COUNT])
            cell = 2 * (paths.bases[start] + paths.nodes[node, ROW] * sights)
            for place in range(cell, cell + 2 * sights * count, 2 * count):
                for k in range(count):
                    regret = table[place + k]
                    table[place + k] = regret * (positive if regret > 0.0 else negative)
                    table[place + count + k] = table[place + count + k] * kept


@kernel(*(types.void(types.float64, PATHS_TYPE, table) for table in TABLES))
def take_snapshot(weight, paths, table):
    """Add the current strategy of every infoset to its average, with a weight; whole numbers are cut off."""
    for start in range(paths.templates.shape[0]):
        template = paths.templates[start]
        sights = paths.sights[template]
        root = paths.roots[template]
        for node in range(root, root + paths.sizes[template]):
            count = np.int64(paths.nodes[node, COUNT])
            cell = 2 * (paths.bases[start] + paths.nodes[node, ROW] * sights)
            for place in range(cell, cell + 2 * sights * count, 2 * count):
                total = 0.0
                for k in range(count):
                    total += max(np.float64(table[place + k]), 0.0)
                if total > 0.0:  # else nothing is known of it yet
                    for k in range(count):
                        share = max(np.float64(table[place + k]), 0.0) / total
                        table[place + count + k] = table[place + count + k] + weight * share


@kernel(*(types.int64(types.int64, PATHS_TYPE, table, types.Array(types.float32, 1, "C")) for table in TABLES))
def strategies(part, paths, table, out):
    """The chances of all actions, out: [cell]: by averages (part 1), or by regrets (part 0); every action alike where
    nothing is known. Returns how many infosets are known."""
    known = 0
    for start in range(paths.templates.shape[0]):
        template = paths.templates[start]
        sights = paths.sights[template]
        root = paths.roots[template]
        for node in range(root, root + paths.sizes[template]):
            count = np.int64(paths.nodes[node, COUNT])
            cell = paths.bases[start] + paths.nodes[node, ROW] * sights
            for place in range(cell, cell + sights * count, count):
                source = 2 * place + part * count
                total = 0.0
                for k in range(count):
                    total += max(np.float64(table[source + k]), 0.0)
                known += total > 0.0
                for k in range(count):
                    share = max(np.float64(table[source + k]), 0.0)
                    out[place + k] = np.float32(share / total if total > 0.0 else 1.0 / count)
    return known


@kernel(
    types.void(
        types.Array(types.float32, 1, "C"), types.Array(types.int64, 1, "C"), types.Array(types.int64, 1, "C"),
        types.Array(types.int64, 1, "C"), types.Array(types.int64, 1, "C"), types.float64, types.float64, PATHS_TYPE,
        TABLES[0],
    )
)  # fmt: skip
def spread(strategy, bases, coarse_sights, matched, firsts, chips, visits, paths, table):
    """Begin every infoset with the strategy [coarse cell] of the coarser sight that its own is matched with.

    bases: [start] and coarse_sights: [template] are those of the strategy; matched: sights, those of a template from
    `firsts` [template] on, -1 for none; chips, visits: what regrets and averages are of a chance of 1.
    """
    for start in range(paths.templates.shape[0]):
        template = paths.templates[start]
        sights, several, first = paths.sights[template], coarse_sights[template], firsts[template]
        root = paths.roots[template]
        for node in range(root, root + paths.sizes[template]):
            count, row = np.int64(paths.nodes[node, COUNT]), np.int64(paths.nodes[node, ROW])
            for s in range(sights):
                if matched[first + s] >= 0:
                    source = bases[start] + row * several + matched[first + s] * count
                    place = 2 * (paths.bases[start] + row * sights + s * count)
                    for k in range(count):
                        table[place + k] = np.float32(chips * strategy[source + k])
                        table[place + count + k] = np.float32(visits * strategy[source + k])
