"""Kernels of listed games: passes over one street's betting with a vector of sights at every node.

`nodes`: int64 [node, 4], in preorder; columns ACTOR (-1 where nobody decides), FIRST and COUNT (its `children`, int64,
as numbers of nodes), ROW (its first row in tables of strategies). A table has float32 or float64 [row, sight].
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from pokerlab._jit import kernel

ACTOR, FIRST, COUNT, ROW = 0, 1, 2, 3
FOLLOW, BEST, LEARN = 0, 1, 2
POSITIVE, NEGATIVE, FLOOR = 0, 1, 2


@kernel("int64(int64, int64[:,::1], int64[::1], int64[::1], int64[::1])")
def number_rows(player, nodes, children, roots, rows):
    """rows[node] = the row of a player's reach there; only his own actions change it. Roots have the first rows, in
    their order. Returns how many rows there are."""
    count = 0
    for r in range(roots.shape[0]):
        rows[roots[r]] = count
        count += 1
    for node in range(nodes.shape[0]):
        for k in range(nodes[node, COUNT]):
            child = children[nodes[node, FIRST] + k]
            if nodes[node, ACTOR] == player:
                rows[child] = count
                count += 1
            else:
                rows[child] = rows[node]
    return count


@kernel(
    *(
        f"void(int64, int64[:,::1], int64[::1], int64[::1], {table}, {table}, float64, float64, {table})"
        for table in ("float32[:,::1]", "float64[:,::1]")
    )
)
def go_down(player, nodes, children, rows, strategy, reach, keep, weight, average):
    """A player's reach of every node of a street from that of its roots; if `weight` is above 0, his strategy is added
    to his average: what was there counts `keep`."""
    sights = reach.shape[1]
    for node in range(nodes.shape[0]):
        if nodes[node, ACTOR] != player:
            continue
        source, first, row = rows[node], nodes[node, FIRST], nodes[node, ROW]
        for k in range(nodes[node, COUNT]):
            target = rows[children[first + k]]
            for s in range(sights):
                reach[target, s] = reach[source, s] * strategy[row + k, s]
            if weight > 0.0:
                for s in range(sights):
                    average[row + k, s] = average[row + k, s] * keep + weight * reach[target, s]


@kernel(
    *(
        f"void(int64, int64, int64[:,::1], int64[::1], float64[::1], {table}, {table}, {table})"
        for table in ("float32[:,::1]", "float64[:,::1]")
    )
)
def go_up(hero, mode, nodes, children, numbers, values, strategy, regrets):
    """The hero's values of every node of a street from those of its ends.

    FOLLOW: he plays his strategy; BEST: the best action with every sight; LEARN: regrets are matched (see
    `equilibrium.regret`; numbers: POSITIVE, NEGATIVE, FLOOR), and the new strategy is written.
    """
    sights = values.shape[1]
    for back in range(nodes.shape[0]):
        node = nodes.shape[0] - 1 - back
        count = nodes[node, COUNT]
        if count == 0:
            continue
        first, row = nodes[node, FIRST], nodes[node, ROW]
        child = children[first]
        if nodes[node, ACTOR] != hero:
            for s in range(sights):
                values[node, s] = values[child, s]
            for k in range(1, count):
                child = children[first + k]
                for s in range(sights):
                    values[node, s] += values[child, s]
            continue
        if mode == BEST:
            for s in range(sights):
                values[node, s] = values[child, s]
            for k in range(1, count):
                child = children[first + k]
                for s in range(sights):
                    values[node, s] = max(values[node, s], values[child, s])
            continue
        for s in range(sights):
            values[node, s] = strategy[row, s] * values[child, s]
        for k in range(1, count):
            child = children[first + k]
            for s in range(sights):
                values[node, s] += strategy[row + k, s] * values[child, s]
        if mode == LEARN:
            positive, negative, floor = numbers[POSITIVE], numbers[NEGATIVE], numbers[FLOOR]
            for k in range(count):
                child = children[first + k]
                for s in range(sights):
                    old = regrets[row + k, s]
                    kept = old * (positive if old > 0.0 else negative)
                    regrets[row + k, s] = max(kept + (values[child, s] - values[node, s]), floor)
            for s in range(sights):
                total = 0.0
                for k in range(count):
                    total += max(regrets[row + k, s], 0.0)
                share = 1.0 / total if total > 1e-30 else 0.0
                even = 0.0 if total > 1e-30 else 1.0 / count
                for k in range(count):
                    strategy[row + k, s] = max(regrets[row + k, s], 0.0) * share + even


@kernel(*(f"void(int32[::1], int64[::1], {table}, {table})" for table in ("float32[:,::1]", "float64[:,::1]")))
def deal_down(parents, sources, above, reach):
    """reach[r, sight] = above[sources[r], what was seen before it]: into the roots of a street."""
    for r in range(sources.shape[0]):
        for s in range(parents.shape[0]):
            reach[r, s] = above[sources[r], parents[s]]


@kernel(
    *(f"void(int32[::1], int64[::1], int64[::1], {table}, {table})" for table in ("float32[:,::1]", "float64[:,::1]"))
)
def deal_up(parents, roots, targets, values, above):
    """above[targets[r], seen before] = the sum of values[roots[r], sight] over the sights that may follow."""
    for r in range(roots.shape[0]):
        for s in range(above.shape[1]):
            above[targets[r], s] = 0.0
        for s in range(parents.shape[0]):
            above[targets[r], parents[s]] += values[roots[r], s]
