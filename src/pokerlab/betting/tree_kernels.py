# mypy: allow-untyped-defs, no-check-untyped-defs
"""Kernels over betting trees in preorder."""

import numpy as np

from pokerlab._jit import kernel

CALL, RAISE = 1, 2
MOST_DEPTH = 4096


@kernel(
    "void(int64[:,::1], int64[::1], int64[:,::1], int64[::1], int64[::1], int8[::1], int8[::1], int8[::1], int16[::1], "
    "int8[::1], int32[::1])"
)
def unfold(facts, firsts, edges, sizes, size, kind, street, actor, live, action, to):
    """Write the tree below state 0 in preorder.

    facts [state, 4]: kind, street, actor, live; edges [edge, 3]: state, kind of action, chips raised to; those of state
    s are firsts[s] .. firsts[s + 1]; sizes [state]: nodes of the subtree.
    """
    states = np.empty(MOST_DEPTH, np.int64)
    nexts = np.empty(MOST_DEPTH, np.int64)  # the edge to follow next from each state on the way
    states[0], nexts[0] = 0, firsts[0]
    depth = 1
    size[0], kind[0], street[0], actor[0], live[0] = sizes[0], facts[0, 0], facts[0, 1], facts[0, 2], facts[0, 3]
    action[0], to[0] = -1, 0
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
        node += 1
        states[depth] = state
        nexts[depth] = firsts[state]
        depth += 1


@kernel("void(int64[::1], int64[::1])")
def find_parents(size, parents):
    """parents [node]: of each node of a preorder tree, from the sizes of subtrees."""
    stack = np.empty(MOST_DEPTH, np.int64)
    depth = 0
    for node in range(size.shape[0]):
        while depth > 0 and stack[depth - 1] + size[stack[depth - 1]] <= node:
            depth -= 1
        parents[node] = stack[depth - 1] if depth > 0 else -1
        stack[depth] = node
        depth += 1


@kernel(
    "void(int64[::1], int8[::1], int8[::1], int8[::1], int32[::1], int32[::1], int32[::1], int32[::1], int64, "
    "int32[:,::1])"
)
def add_up_chips(size, street, actor, action, to, antes, posted, stacks, level, paid):
    """paid [node, seat]: chips put in by each seat up to each node.

    What a seat has bet on a street is what it paid since the street's start; the stack holds that start and the level
    to match for each node on the way from the root.
    """
    seats = antes.shape[0]
    stack = np.empty(MOST_DEPTH, np.int64)
    levels = np.empty(MOST_DEPTH, np.int64)  # the bet to match at each node on the way
    base = np.empty((MOST_DEPTH, seats), np.int32)  # paid before the street of each node on the way
    depth = 0
    for node in range(size.shape[0]):
        while depth > 0 and stack[depth - 1] + size[stack[depth - 1]] <= node:
            depth -= 1
        if depth == 0:
            levels[0] = level
            for seat in range(seats):
                base[0, seat] = antes[seat]
                paid[node, seat] = antes[seat] + posted[seat]
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
