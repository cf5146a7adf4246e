# mypy: allow-untyped-defs, no-check-untyped-defs
"""Kernels over betting trees in preorder."""

import numpy as np

from pokerlab._jit import kernel

CALL, RAISE = 1, 2


@kernel(
    "void(int64[:,::1], int64[::1], int64[:,::1], int64[::1], int64, int64[::1], int8[::1], int8[::1], int8[::1], "
    "int16[::1], int8[::1], int32[::1], int32[::1])"
)
def unfold(facts, firsts, edges, sizes, depths, size, kind, street, actor, live, action, to, label):
    """Write the tree below state 0 in preorder.

    facts [state, 4]: kind, street, actor, live; edges [edge, 4]: state, kind of action, chips raised to, label; those
    of state s are firsts[s] .. firsts[s + 1]; sizes [state]: nodes of the subtree; depths: nodes on the longest way
    down; label [node], or empty if labels are not wanted.
    """
    states = np.empty(depths, np.int64)
    nexts = np.empty(depths, np.int64)  # the edge to follow next from each state on the way
    states[0], nexts[0] = 0, firsts[0]
    depth = 1
    size[0], kind[0], street[0], actor[0], live[0] = sizes[0], facts[0, 0], facts[0, 1], facts[0, 2], facts[0, 3]
    action[0], to[0] = -1, 0
    labelled = label.shape[0] > 0
    if labelled:
        label[0] = -1
    node = 1
    while depth > 0:
        edge = nexts[depth - 1]
        if edge == firsts[states[depth - 1] + 1]:
            depth -= 1
            continue
        nexts[depth - 1] = edge + 1
        state = edges[edge, 0]
        size[node] = sizes[state]
        kind[node] = facts[state, 0]
        street[node] = facts[state, 1]
        actor[node] = facts[state, 2]
        live[node] = facts[state, 3]
        action[node] = edges[edge, 1]
        to[node] = edges[edge, 2]
        if labelled:
            label[node] = edges[edge, 3]
        node += 1
        states[depth] = state
        nexts[depth] = firsts[state]
        depth += 1


@kernel("void(int64[::1], int64, int64[::1])")
def find_parents(size, depths, parents):
    """parents [node]: of each node of a preorder tree, from the sizes of subtrees."""
    stack = np.empty(depths, np.int64)
    depth = 0
    for node in range(size.shape[0]):
        while depth > 0 and stack[depth - 1] + size[stack[depth - 1]] <= node:
            depth -= 1
        parents[node] = stack[depth - 1] if depth > 0 else -1
        stack[depth] = node
        depth += 1


@kernel(
    "void(int64[::1], int8[::1], int8[::1], int8[::1], int32[::1], int64, int32[::1], int32[::1], int32[::1], int64, "
    "int32[:,::1])"
)
def add_up_chips(size, street, actor, action, to, depths, before, posted, stacks, level, paid):
    """paid [node, seat]: chips put in by each seat up to each node; `before` [seat] those before the root's street, and
    `posted` [seat] those on it; `stacks` [seat] what a seat can have put in at most, `level` the bet to match.

    What a seat has bet on a street is what it paid since the street's start; the stack holds that start and the level
    to match for each node on the way from the root.
    """
    seats = before.shape[0]
    stack = np.empty(depths, np.int64)
    levels = np.empty(depths, np.int64)  # the bet to match at each node on the way
    base = np.empty((depths, seats), np.int32)  # paid before the street of each node on the way
    depth = 0
    for node in range(size.shape[0]):
        while depth > 0 and stack[depth - 1] + size[stack[depth - 1]] <= node:
            depth -= 1
        if depth == 0:
            levels[0] = level
            for seat in range(seats):
                base[0, seat] = before[seat]
                paid[node, seat] = before[seat] + posted[seat]
        else:
            up = depth - 1
            parent = stack[up]
            mover = actor[parent]
            now = levels[up]
            for seat in range(seats):
                paid[node, seat] = paid[parent, seat]
            if action[node] == RAISE:
                now = to[node]
                paid[node, mover] = base[up, mover] + to[node]
            elif action[node] == CALL:
                paid[node, mover] = max(paid[node, mover], min(base[up, mover] + now, stacks[mover]))
            new_street = street[node] != street[parent]
            levels[depth] = 0 if new_street else now
            for seat in range(seats):
                base[depth, seat] = paid[node, seat] if new_street else base[up, seat]
        stack[depth] = node
        depth += 1
