"""Passes over a public tree with a vector of hands at every node. Arrays are described in `public_tree` and `deals`."""

# mypy: allow-untyped-defs, no-check-untyped-defs

from numba import types

from pokerlab._jit import kernel, record
from pokerlab.equilibrium.rule_columns import (
    CONSTANT,
    FLOOR,
    HEDGED,
    KEEP,
    NEGATIVE,
    POSITIVE,
    PREDICTED,
    VISIT,
    WEIGHT,
    Traits,
)

# columns of the inner nodes and of the terminals, see `layout.PassLayout`
PLAYER, COUNT, ROW, SLOT, FIRST, REACH0, NEXT_REACH = 0, 1, 2, 3, 4, 5, 7
END_SLOT, END_BOARD, END_REACH0 = 0, 1, 2

# Where actions are equally good, rounding leaves regrets of this size: they are none, and the strategy is uniform.
NOISE = 1e-13
# what a pass does at the nodes of the player whose values it computes
FOLLOW, BEST, RECORD_BEST = 0, 1, 2


# Helpers are inlined and index whole arrays: a slice, or an array handed to a function, costs a reference count, which
# is more than the work on a few hands.


@kernel(inline=True)
def spread_reach(hero, inner, strategy, reach):
    """Down the tree: the opponent's reach of every node, by his hands. reach: [reach row, hand]."""
    hands = reach.shape[1]
    for h in range(hands):
        reach[0, h] = 1.0
    for n in range(inner.shape[0]):
        if inner[n, PLAYER] == 1 - hero:
            source = inner[n, REACH0 + hero]
            target = inner[n, NEXT_REACH]
            row = inner[n, ROW]
            for k in range(inner[n, COUNT]):
                for h in range(hands):
                    reach[target + k, h] = reach[source, h] * strategy[row + k, h]


@kernel(inline=True)
def add_to_average(hero, inner, strategy, reach, keep, weight, by_reach, average):
    """Add the opponent's strategy to his average, weighted by his own reach (or not)."""
    hands = reach.shape[1]
    for n in range(inner.shape[0]):
        if inner[n, PLAYER] == 1 - hero:
            target = inner[n, NEXT_REACH]
            row = inner[n, ROW]
            for k in range(inner[n, COUNT]):
                for h in range(hands):
                    chosen = reach[target + k, h] if by_reach else strategy[row + k, h]
                    average[row + k, h] = average[row + k, h] * keep + weight * chosen


@kernel(inline=True)
def pay_terminals(hero, ends, pays, matrices, reach, values):
    """Values of all terminals by the hands of `hero`.

    pays: [terminal, player, 3]; matrices: [player, board, 3, hand of his, hand of the other].
    """
    hands = values.shape[1]
    for e in range(ends.shape[0]):
        slot = ends[e, END_SLOT]
        board = ends[e, END_BOARD]
        source = ends[e, END_REACH0 + hero]
        meet, lead, tie = pays[e, hero, 0], pays[e, hero, 1], pays[e, hero, 2]
        for i in range(hands):
            total = 0.0
            if lead != 0.0:
                for j in range(hands):
                    total += lead * matrices[hero, board, 1, i, j] * reach[source, j]
            if meet != 0.0:
                for j in range(hands):
                    total += meet * matrices[hero, board, 0, i, j] * reach[source, j]
            if tie != 0.0:
                for j in range(hands):
                    total += tie * matrices[hero, board, 2, i, j] * reach[source, j]
            values[slot, i] = total


@kernel(inline=True)
def add_children(n, inner, values):
    """The value of a chance node or an opponent's node: the sum over what follows."""
    slot, first = inner[n, SLOT], inner[n, FIRST]
    for h in range(values.shape[1]):
        total = 0.0
        for k in range(inner[n, COUNT]):
            total += values[first + k, h]
        values[slot, h] = total


@kernel(inline=True)
def update_regrets(n, inner, values, numbers, t, predict, regret, strategy, prediction, renew, returns_new):
    """Regret matching at a node of the player himself; writes his value, his regrets and, if `renew`, his strategy."""
    first, count, row, slot = inner[n, FIRST], inner[n, COUNT], inner[n, ROW], inner[n, SLOT]
    positive, negative, floor = numbers[t, POSITIVE], numbers[t, NEGATIVE], numbers[t, FLOOR]
    for h in range(values.shape[1]):
        value = 0.0
        for k in range(count):
            value += strategy[row + k, h] * values[first + k, h]
        for k in range(count):
            old = regret[row + k, h]
            gain = values[first + k, h] - value
            regret[row + k, h] = max(old * (positive if old > 0.0 else negative) + gain, floor)
            if predict:
                prediction[row + k, h] = gain
        if renew:
            match_regrets(row, count, h, regret, prediction, predict, strategy)
            if returns_new:
                value = 0.0
                for k in range(count):
                    value += strategy[row + k, h] * values[first + k, h]
        values[slot, h] = value


@kernel(inline=True)
def match_regrets(row, count, h, regret, prediction, predict, strategy):
    """The strategy in proportion to positive regrets (with the last gain counted twice if `predict`)."""
    total = 0.0
    for k in range(row, row + count):
        total += max(regret[k, h] + (prediction[k, h] if predict else 0.0), 0.0)
    for k in range(row, row + count):
        if total > NOISE:
            strategy[k, h] = max(regret[k, h] + (prediction[k, h] if predict else 0.0), 0.0) / total
        else:
            strategy[k, h] = 1.0 / count


@kernel(inline=True)
def hedge_greedily(n, inner, values, visit, constant, strategy, returns_new):
    """Counterfactual greedy hedging at the visit-th visit of a node."""
    first, count, row, slot = inner[n, FIRST], inner[n, COUNT], inner[n, ROW], inner[n, SLOT]
    for h in range(values.shape[1]):
        best = 0
        value = 0.0
        for k in range(count):
            value += strategy[row + k, h] * values[first + k, h]
            if values[first + k, h] >= values[first + best, h]:
                best = k  # of equal ones the largest bet, which is the last
        rest = 1.0
        for k in range(count):
            if k != best:
                shrunk = (visit - 1.0) / visit * strategy[row + k, h] - constant / (visit * count)
                strategy[row + k, h] = max(shrunk, 0.0)
                rest -= strategy[row + k, h]
        strategy[row + best, h] = rest
        if returns_new:
            value = 0.0
            for k in range(count):
                value += strategy[row + k, h] * values[first + k, h]
        values[slot, h] = value


@kernel(
    types.void(
        types.int32[:, ::1], types.int32[:, ::1], types.float64[:, :, ::1], types.float64[:, :, :, :, ::1],
        types.float64[:, ::1], record(Traits, "int64, boolean, boolean, boolean"), *6 * [types.float64[:, ::1]],
    )
)  # fmt: skip
def iterate(inner, ends, pays, matrices, numbers, traits, regret, strategy, average, prediction, reach, values):
    """Iterations of a solver, one for each row of numbers (see `rule_columns`).

    regret, strategy, average, prediction: [row, hand]; reach: [reach row, hand] and values: [place, hand] are scratch.
    """
    hedges, predicts = traits.strategy == HEDGED, traits.strategy == PREDICTED
    for t in range(numbers.shape[0]):
        for hero in range(2):
            spread_reach(hero, inner, strategy, reach)
            if not hedges and numbers[t, WEIGHT] > 0.0:
                keep, weight = numbers[t, KEEP], numbers[t, WEIGHT]
                add_to_average(hero, inner, strategy, reach, keep, weight, traits.is_by_reach, average)
            pay_terminals(hero, ends, pays, matrices, reach, values)
            for back in range(inner.shape[0]):
                n = inner.shape[0] - 1 - back
                if inner[n, PLAYER] != hero:
                    add_children(n, inner, values)
                elif hedges:
                    visit, constant = numbers[t, VISIT], numbers[t, CONSTANT]
                    hedge_greedily(n, inner, values, visit, constant, strategy, traits.returns_new)
                else:
                    update_regrets(
                        n, inner, values, numbers, t, predicts, regret, strategy, prediction,
                        not traits.is_simultaneous, traits.returns_new,
                    )  # fmt: skip
        if traits.is_simultaneous and not hedges:
            for n in range(inner.shape[0]):
                if inner[n, PLAYER] < 2:
                    for h in range(values.shape[1]):
                        match_regrets(inner[n, ROW], inner[n, COUNT], h, regret, prediction, predicts, strategy)


@kernel(
    "void(int64, int64, int32[:,::1], int32[:,::1], float64[:,:,::1], float64[:,:,:,:,::1],"
    " float64[:,::1], float64[:,::1], float64[:,::1], float64[:,::1])"
)
def evaluate(hero, mode, inner, ends, pays, matrices, strategy, response, reach, values):
    """values[place, hand] = what each hand of `hero` wins there, times the chance that opponent and deal get there.

    mode FOLLOW: hero plays `strategy` too; BEST: he plays as well as he can; RECORD_BEST: and what he plays is written
    to `response` [row, hand] (of equal actions the last).
    """
    spread_reach(hero, inner, strategy, reach)
    pay_terminals(hero, ends, pays, matrices, reach, values)
    for back in range(inner.shape[0]):
        n = inner.shape[0] - 1 - back
        if inner[n, PLAYER] != hero:
            add_children(n, inner, values)
            continue
        first, count, row, slot = inner[n, FIRST], inner[n, COUNT], inner[n, ROW], inner[n, SLOT]
        for h in range(values.shape[1]):
            if mode == FOLLOW:
                total = 0.0
                for k in range(count):
                    total += strategy[row + k, h] * values[first + k, h]
                values[slot, h] = total
                continue
            best = 0
            for k in range(1, count):
                if values[first + k, h] >= values[first + best, h]:
                    best = k
            values[slot, h] = values[first + best, h]
            if mode == RECORD_BEST:
                for k in range(count):
                    response[row + k, h] = 1.0 if k == best else 0.0


@kernel("void(int64, int32[:,::1], float64[:,::1], float64, float64[:,::1], float64[:,::1])")
def accumulate(hero, inner, strategy, weight, reach, average):
    """Add the strategy of hero's opponent, weighted by his own reach, to his average; reach is scratch."""
    spread_reach(hero, inner, strategy, reach)
    add_to_average(hero, inner, strategy, reach, 1.0, weight, True, average)
