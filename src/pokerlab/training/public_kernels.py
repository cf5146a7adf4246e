"""Kernels of public-chance sampling: all hands of two players on one board, on all lines of the betting.

What a hand does is gathered from what its sight does, and what hands regret is added up by sight. Ends are swept: hands
lie by rising rank, and what a hand beats is all that lies before it, less the hands that share a card with it (Johanson
and others: Efficient Nash Equilibrium Approximation through Monte Carlo Counterfactual Regret Minimization, 2012).
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np
from numba import types

from pokerlab._jit import kernel, record
from pokerlab.betting.tree import NodeKind
from pokerlab.training.public_columns import BoardHands, PublicPaths, PublicScratch
from pokerlab.training.walk_columns import SETTINGS_TYPES, Settings, Tally
from pokerlab.training.walk_kernels import LOOKED_AT, NO_AVERAGE

DECISION, DEAL, FOLD = int(NodeKind.DECISION), int(NodeKind.DEAL), int(NodeKind.FOLD)
NODE, ACTION = 0, 1

_SETTINGS = record(Settings, SETTINGS_TYPES)
_TALLY = record(Tally, "int64[::1], float64[:,::1]")
_TREE = record(
    PublicPaths,
    "int8[::1], int8[::1], int8[::1], int16[::1], int64[::1], int32[::1], int64[::1], int64[::1], int32[:,::1]",
)
_BOARD = record(
    BoardHands,
    "int32[:,::1], float64[::1], int64[:,::1], int64[::1], float64, float64[:,::1], float64[:,::1]",
)
_SCRATCH = record(
    PublicScratch,
    "int64[:,::1], float64[:,:,::1], float64[:,::1], float64[:,:,::1], float64[:,:,::1], float64[:,::1], "
    "float64[::1], uint64[::1]",
)


@kernel(
    types.void(types.int64, _BOARD, _SETTINGS, _TREE, types.Array(types.float32, 1, "C"), _SCRATCH, _TALLY),
    counts=False,
)
def walk_board(hero, board, settings, tree, table, scratch, tally):
    """One seat looks at all of its actions, with all of its hands against all of the other's, on one board."""
    kinds, actors, streets, live = tree.kinds, tree.actors, tree.streets, tree.live
    starts, children, cells, node_sights, paid = tree.starts, tree.children, tree.cells, tree.sights, tree.paid
    frames, reaches, values, by_action = scratch.frames, scratch.reaches, scratch.values, scratch.by_action
    chances, sums = scratch.chances, scratch.sums
    sights, prior = board.sights, board.prior
    counted, results = tally.touched, tally.values
    hands = prior.shape[0]
    other = 1 - hero
    weight, floor = settings.weight, settings.floor
    for i in range(hands):
        reaches[hero, 0, i] = prior[i]
        reaches[other, 0, i] = 1.0
    depth = 0
    node = np.int64(0)
    is_entered = True
    while True:
        if is_entered:
            kind = kinds[node]
            if kind == DEAL:
                node = np.int64(children[starts[node]])
                continue
            if kind == DECISION:
                count = starts[node + 1] - starts[node]
                known, cell = node_sights[node], 2 * cells[node]
                counted[LOOKED_AT] += known
                _match_regrets(table, cell, count, known, chances[depth])
                frames[depth, NODE], frames[depth, ACTION] = node, -1
                values[depth, :hands] = 0.0
            else:
                _end(
                    hero, kind == FOLD, live[node], paid[node], board, reaches[other, depth], scratch.by_card,
                    values[depth],
                )  # fmt: skip
                depth -= 1
        else:
            depth -= 1
        if not (is_entered and kinds[node] == DECISION):  # what comes back from below
            if depth < 0:
                break
            node = frames[depth, NODE]
            action = frames[depth, ACTION]
            street = streets[node]
            if actors[node] == hero:
                _take(sights[street], chances[depth, action], values[depth + 1], by_action[depth, action],
                      values[depth], hands)  # fmt: skip
            else:
                for i in range(hands):
                    values[depth, i] += values[depth + 1, i]
        node = frames[depth, NODE]
        count = starts[node + 1] - starts[node]
        actor, street = np.int64(actors[node]), np.int64(streets[node])
        action = frames[depth, ACTION] + 1
        is_entered = False
        while action < count:
            reached = _go_on(
                sights[street], chances[depth, action], reaches[actor, depth], reaches[actor, depth + 1], hands
            )
            if actor == hero or reached > 0.0 or settings.average != NO_AVERAGE:
                is_entered = True  # what is never done to him still counts in his own average
                break
            action += 1
        if is_entered:
            frames[depth, ACTION] = action
            passive = 1 - actor
            for i in range(hands):
                reaches[passive, depth + 1, i] = reaches[passive, depth, i]
            node = np.int64(children[starts[node] + action])
            depth += 1
            continue
        if actor == hero:
            known, cell = node_sights[node], 2 * cells[node]
            seen = sights[street]
            for k in range(count):
                sums[k, :known] = 0.0
                for i in range(hands):
                    sums[k, seen[i]] += by_action[depth, k, i] - values[depth, i]
                for s in range(known):
                    place = cell + 2 * s * count + k
                    table[place] = np.float32(max(np.float64(table[place]) + weight * sums[k, s], floor))
            if settings.average != NO_AVERAGE:
                sums[0, :known] = 0.0
                for i in range(hands):
                    sums[0, seen[i]] += reaches[hero, depth, i]
                for k in range(count):
                    for s in range(known):
                        table[cell + (2 * s + 1) * count + k] += np.float32(weight * sums[0, s] * chances[depth, k, s])
    won = 0.0
    for i in range(hands):
        won += values[0, i]
    results[hero, 0] += won
    results[hero, 1] += won * won


@kernel(counts=False)
def _match_regrets(table, cell, count, known, chances):
    """chances[action, sight] by regret matching."""
    for s in range(known):
        first = cell + 2 * s * count
        total = 0.0
        for k in range(count):
            total += max(np.float64(table[first + k]), 0.0)
        for k in range(count):
            chances[k, s] = max(np.float64(table[first + k]), 0.0) / total if total > 0.0 else 1.0 / count


@kernel(counts=False)
def _go_on(seen, chances, before, after, hands):
    """after[hand] = how likely each hand still is; returns all of them together."""
    total = 0.0
    for i in range(hands):
        after[i] = before[i] * chances[seen[i]]
        total += after[i]
    return total


@kernel(counts=False)
def _take(seen, chances, won, by_action, values, hands):
    """What an action wins, kept for itself and added by its chance."""
    for i in range(hands):
        by_action[i] = won[i]
        values[i] += chances[seen[i]] * won[i]


@kernel(counts=False)
def _end(hero, is_fold, live, paid, board, reach, by_card, out):
    """out[hand] = what each hand of the hero wins at an end, by the other's reach [hand]."""
    hands = out.shape[0]
    if is_fold:
        won = np.float64(paid[1 - hero]) if (live >> hero) & 1 else -np.float64(paid[hero])
    else:
        won = np.float64(min(paid[0], paid[1]))
    if board.tiers.shape[0] == 0:
        table = board.pairs if is_fold else board.shown
        if not is_fold and hero == 1:
            won = -won
        for i in range(hands):
            mass = 0.0
            for j in range(hands):
                mass += reach[j] * (table[i, j] if hero == 0 else table[j, i])
            out[i] = won * mass
        return
    won *= board.pair
    cards, tiers = board.cards, board.tiers
    by_card[:] = 0.0
    total = 0.0
    if is_fold:
        for i in range(hands):
            total += reach[i]
            by_card[cards[i, 0]] += reach[i]
            by_card[cards[i, 1]] += reach[i]
        for i in range(hands):
            out[i] = won * (total - by_card[cards[i, 0]] - by_card[cards[i, 1]] + reach[i])
        return
    for tier in range(tiers.shape[0] - 1):
        for i in range(tiers[tier], tiers[tier + 1]):
            out[i] = total - by_card[cards[i, 0]] - by_card[cards[i, 1]]
        for i in range(tiers[tier], tiers[tier + 1]):
            total += reach[i]
            by_card[cards[i, 0]] += reach[i]
            by_card[cards[i, 1]] += reach[i]
    by_card[:] = 0.0
    total = 0.0
    for tier in range(tiers.shape[0] - 2, -1, -1):
        for i in range(tiers[tier], tiers[tier + 1]):
            out[i] = won * (out[i] - (total - by_card[cards[i, 0]] - by_card[cards[i, 1]]))
        for i in range(tiers[tier], tiers[tier + 1]):
            total += reach[i]
            by_card[cards[i, 0]] += reach[i]
            by_card[cards[i, 1]] += reach[i]
