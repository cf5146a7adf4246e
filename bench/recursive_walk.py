"""External sampling as one would write it down: a compiled function that calls itself, handed a dozen and a half arrays
each time. The yardstick of `training`; its draws are its own."""

import numba
import numpy as np

FIRST, COUNT, ACTOR, ROW = 0, 1, 2, 3
END, LIVE, PLACE = 0, 1, 2
FOLDED, NEXT = 0, 2


@numba.njit(nogil=True, error_model="numpy")
def visit(
    node, start, street, hero, paid, sights, ranks, nodes, edges, exits, exit_paid, roots, templates, nexts,
    next_starts, bases, counts, table, random, touched,
):  # fmt: skip
    """What the hero wins from a decision on, in chips; regrets and averages are changed on the way."""
    touched[0] += 1
    first, count, actor = nodes[node, FIRST], nodes[node, COUNT], nodes[node, ACTOR]
    here = counts[templates[start]]
    cell = 2 * (bases[start] + nodes[node, ROW] * here + sights[actor, street] * count)
    chances = np.empty(count)
    total = 0.0
    for k in range(count):
        chances[k] = max(table[cell + k], 0.0)
        total += chances[k]
    for k in range(count):
        chances[k] = chances[k] / total if total > 0 else 1.0 / count
    if actor == hero:
        values = np.empty(count)
        value = 0.0
        for k in range(count):
            values[k] = follow(
                np.int64(edges[first + k]), start, street, hero, paid, sights, ranks, nodes, edges, exits, exit_paid,
                roots, templates, nexts, next_starts, bases, counts, table, random, touched,
            )  # fmt: skip
            value += chances[k] * values[k]
        for k in range(count):
            table[cell + k] += values[k] - value
        return value
    random[0] = (random[0] * 6364136223846793005 + 1442695040888963407) & 0x7FFFFFFFFFFFFFFF
    part = (random[0] >> 10) / 2.0**53
    chosen = count - 1
    for k in range(count):
        part -= chances[k]
        if part < 0:
            chosen = k
            break
    for k in range(count):
        table[cell + count + k] += chances[k]
    return follow(
        np.int64(edges[first + chosen]), start, street, hero, paid, sights, ranks, nodes, edges, exits, exit_paid,
        roots, templates, nexts, next_starts, bases, counts, table, random, touched,
    )  # fmt: skip


@numba.njit(nogil=True, error_model="numpy")
def follow(
    target, start, street, hero, paid, sights, ranks, nodes, edges, exits, exit_paid, roots, templates, nexts,
    next_starts, bases, counts, table, random, touched,
):  # fmt: skip
    """The same from an edge on: a decision, the next street or an end (two players)."""
    if target < 0:
        leaving = -1 - target
        paid = paid + exit_paid[leaving]
        if exits[leaving, END] != NEXT:
            if exits[leaving, END] == FOLDED:
                return float(paid[1 - hero]) if exits[leaving, LIVE] >> hero & 1 else -float(paid[hero])
            matched = min(paid[0], paid[1])
            return float(matched * np.sign(ranks[hero] - ranks[1 - hero]))
        start = np.int64(next_starts[nexts[start] + exits[leaving, PLACE]])
        street += 1
        target = np.int64(roots[templates[start]])
    return visit(
        target, start, street, hero, paid, sights, ranks, nodes, edges, exits, exit_paid, roots, templates, nexts,
        next_starts, bases, counts, table, random, touched,
    )  # fmt: skip


@numba.njit(nogil=True, error_model="numpy")
def walk_recursively(
    deals, ranks, nodes, edges, exits, exit_paid, roots, templates, nexts, next_starts, bases, counts, table, random,
    touched,
):  # fmt: skip
    """Every seat walks every deal once."""
    for d in range(deals.shape[0]):
        for hero in range(2):
            visit(
                np.int64(roots[templates[0]]), np.int64(0), 0, hero, np.zeros(2, np.int64), deals[d], ranks[d], nodes,
                edges, exits, exit_paid, roots, templates, nexts, next_starts, bases, counts, table, random, touched,
            )  # fmt: skip
