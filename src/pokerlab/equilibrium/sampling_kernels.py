"""Sampled iterations over a public tree. Arrays are described in `public_tree` and `deals`."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel
from pokerlab._random_kernels import next_fraction

DECISION, CHANCE, TERMINAL = 0, 1, 2
KIND, PLAYER, BOARD, FIRST, COUNT, ROW, END, REACH0 = 0, 1, 2, 3, 4, 5, 6, 7
CHANCE_SAMPLING, EXTERNAL_SAMPLING, PURE = 0, 1, 2
EVERY = -1  # no single child was chosen


@kernel(inline=True)
def positive_part(regret, row, count, h):
    """The sum of positive regrets at a node."""
    total = 0.0
    for k in range(row, row + count):
        total += max(np.float64(regret[k, h]), 0.0)
    return total


@kernel(inline=True)
def chance_of(regret, row, count, h, total, k):
    """The probability of an action under regret matching, given the sum of positive regrets."""
    return max(np.float64(regret[row + k, h]), 0.0) / total if total > 0.0 else 1.0 / count


@kernel(inline=True)
def draw_action(regret, row, count, h, total, fraction):
    """An action drawn by regret matching with a random number in [0, 1)."""
    chosen = count - 1
    for k in range(count):
        fraction -= chance_of(regret, row, count, h, total, k)
        if fraction < 0.0:
            chosen = k
            break
    return chosen


@kernel(inline=True)
def draw_deal(cumulative, fraction):
    """The index of a deal drawn by its chance."""
    return min(np.searchsorted(cumulative, fraction, side="right"), cumulative.shape[0] - 1)


@kernel(inline=True)
def dealt_child(v, nodes, children, outcomes, deal):
    """Which child of a chance node has the board of a deal."""
    chosen = 0
    for k in range(nodes[v, COUNT]):
        board = nodes[children[nodes[v, FIRST] + k], BOARD]
        for s in range(3, outcomes.shape[1]):
            if outcomes[deal, s] == board:
                chosen = k
    return chosen


@kernel(
    "void(int64, int64, uint64[::1], float64[::1], int64[:,::1], int64[:,::1], int64[::1], float64[:,:,::1],"
    " float64[:,::1], float64[:,::1], int64[:,::1], float64[:,::1])",
    "void(int64, int64, uint64[::1], float64[::1], int64[:,::1], int64[:,::1], int64[::1], float64[:,:,::1],"
    " int64[:,::1], int64[:,::1], int64[:,::1], float64[:,::1])",
)
def sample_deals(
    variant, iterations, state, cumulative, outcomes, nodes, children, pays, regret, average, marks, numbers
):
    """Iterations on one sampled deal each: the whole betting (CHANCE_SAMPLING) or sampled opposing actions as well
    (EXTERNAL_SAMPLING, PURE). Each player is the traverser once.

    regret, average: [row, hand], integers for PURE; scratch: marks [3, node] and numbers [2, node].
    """
    # marks[0]: is the node to be visited; marks[1]: its chosen child; marks[2]: the nodes in order of their visit
    # numbers[0]: reach of the opponent; numbers[1]: values
    size = nodes.shape[0]
    for _ in range(iterations):
        deal = draw_deal(cumulative, next_fraction(state))
        sign = np.float64(outcomes[deal, 2])
        for hero in range(2):
            visited = 0
            for v in range(size):
                marks[0, v] = 0
            marks[0, 0] = 1
            numbers[0, 0] = 1.0
            v = 0
            while v < size:
                if marks[0, v] == 0:
                    v = nodes[v, END]
                    continue
                marks[2, visited] = v
                visited += 1
                first, count, row = nodes[v, FIRST], nodes[v, COUNT], nodes[v, ROW]
                chosen = EVERY
                reach = numbers[0, v]
                if nodes[v, KIND] == CHANCE:
                    chosen = dealt_child(v, nodes, children, outcomes, deal)
                elif nodes[v, KIND] == DECISION:
                    h = outcomes[deal, nodes[v, PLAYER]]
                    total = positive_part(regret, row, count, h)
                    if nodes[v, PLAYER] != hero and variant == CHANCE_SAMPLING:
                        for k in range(count):
                            chance = chance_of(regret, row, count, h, total, k)
                            average[row + k, h] += reach * chance
                            numbers[0, children[first + k]] = reach * chance
                            marks[0, children[first + k]] = 1
                    elif nodes[v, PLAYER] != hero:
                        chosen = draw_action(regret, row, count, h, total, next_fraction(state))
                        if variant == PURE:
                            average[row + chosen, h] += 1
                        else:
                            for k in range(count):
                                average[row + k, h] += chance_of(regret, row, count, h, total, k)
                    else:
                        for k in range(count):
                            numbers[0, children[first + k]] = reach
                            marks[0, children[first + k]] = 1
                if chosen != EVERY:
                    numbers[0, children[first + chosen]] = reach
                    marks[0, children[first + chosen]] = 1
                marks[1, v] = chosen
                v += 1
            for place in range(visited - 1, -1, -1):
                v = marks[2, place]
                first, count, row = nodes[v, FIRST], nodes[v, COUNT], nodes[v, ROW]
                if nodes[v, KIND] == TERMINAL:
                    tie = pays[v, hero, 2] if sign == 0.0 else 0.0
                    numbers[1, v] = (pays[v, hero, 0] + pays[v, hero, 1] * sign + tie) * numbers[0, v]
                elif marks[1, v] != EVERY:
                    numbers[1, v] = numbers[1, children[first + marks[1, v]]]
                elif nodes[v, PLAYER] != hero:
                    value = 0.0
                    for k in range(count):
                        value += numbers[1, children[first + k]]
                    numbers[1, v] = value
                else:
                    h = outcomes[deal, hero]
                    total = positive_part(regret, row, count, h)
                    if variant == PURE:
                        value = numbers[
                            1, children[first + draw_action(regret, row, count, h, total, next_fraction(state))]
                        ]
                    else:
                        value = 0.0
                        for k in range(count):
                            value += chance_of(regret, row, count, h, total, k) * numbers[1, children[first + k]]
                    for k in range(count):
                        regret[row + k, h] += numbers[1, children[first + k]] - value
                    numbers[1, v] = value


@kernel(
    "void(int64, float64, uint64[::1], float64[::1], int64[:,::1], int64[:,::1], int64[::1], float64[:,:,::1],"
    " float64[:,::1], float64[:,::1], int64[:,::1], float64[:,::1])"
)
def sample_outcomes(
    iterations, explore, state, cumulative, outcomes, nodes, children, pays, regret, average, marks, numbers
):
    """Iterations on one sampled line each (outcome sampling). The traverser explores: with chance `explore` he draws
    any action alike.

    scratch: marks [2, depth], numbers [3, depth].
    """
    # marks[0]: the traverser's nodes on the line; marks[1]: his actions there
    # numbers[0]: opponent's reach there; numbers[1]: chance of both playing on after the action; numbers[2]: of it
    for _ in range(iterations):
        deal = draw_deal(cumulative, next_fraction(state))
        sign = np.float64(outcomes[deal, 2])
        for hero in range(2):
            depth = 0
            v = 0
            own, other, sampled = 1.0, 1.0, 1.0
            while nodes[v, KIND] != TERMINAL:
                first, count, row = nodes[v, FIRST], nodes[v, COUNT], nodes[v, ROW]
                if nodes[v, KIND] == CHANCE:
                    v = children[first + dealt_child(v, nodes, children, outcomes, deal)]
                    continue
                h = outcomes[deal, nodes[v, PLAYER]]
                total = positive_part(regret, row, count, h)
                if nodes[v, PLAYER] != hero:
                    k = draw_action(regret, row, count, h, total, next_fraction(state))
                    chance = chance_of(regret, row, count, h, total, k)
                    other *= chance
                    sampled *= chance
                    for earlier in range(depth):
                        numbers[1, earlier] *= chance
                else:
                    for k in range(count):
                        average[row + k, h] += own / sampled * chance_of(regret, row, count, h, total, k)
                    if next_fraction(state) < explore:
                        k = min(np.int64(next_fraction(state) * count), count - 1)
                    else:
                        k = draw_action(regret, row, count, h, total, next_fraction(state))
                    chance = chance_of(regret, row, count, h, total, k)
                    for earlier in range(depth):
                        numbers[1, earlier] *= chance
                    marks[0, depth], marks[1, depth] = v, k
                    numbers[0, depth], numbers[1, depth], numbers[2, depth] = other, 1.0, chance
                    depth += 1
                    own *= chance
                    sampled *= explore / count + (1.0 - explore) * chance
                v = children[first + k]
            tie = pays[v, hero, 2] if sign == 0.0 else 0.0
            utility = (pays[v, hero, 0] + pays[v, hero, 1] * sign + tie) / sampled
            h = outcomes[deal, hero]
            for place in range(depth):
                v = marks[0, place]
                # numbers[1] is the chance of playing on after the action; with the action's own chance, from the node
                weight = utility * numbers[0, place] * numbers[1, place]
                for k in range(nodes[v, COUNT]):
                    gain = 1.0 if k == marks[1, place] else 0.0
                    regret[nodes[v, ROW] + k, h] += weight * (gain - numbers[2, place])


@kernel(
    "void(int64, uint64[::1], float64[::1], int64[:,::1], float64[::1], int64[:,::1], int64[::1], float64[:,:,::1],"
    " float64[:,:,:,:,::1], float64[:,::1], float64[:,::1], int64[:,::1], float64[:,::1], float64[:,::1])"
)
def sample_boards(
    iterations, state, cumulative, outcomes, board_chances, nodes, children, pays, matrices, regret, average,
    marks, reach, values,
):  # fmt: skip
    """Iterations on one sampled run of public cards each, with all hands (public chance sampling).

    board_chances: [board]; scratch: marks [2, node], reach [reach row, hand], values [node, hand].
    """
    size, hands = nodes.shape[0], values.shape[1]
    for _ in range(iterations):
        deal = draw_deal(cumulative, next_fraction(state))
        for hero in range(2):
            visited = 0
            for v in range(size):
                marks[0, v] = 0
            marks[0, 0] = 1
            for h in range(hands):
                reach[0, h] = 1.0
            v = 0
            while v < size:
                if marks[0, v] == 0:
                    v = nodes[v, END]
                    continue
                marks[1, visited] = v
                visited += 1
                first, count, row = nodes[v, FIRST], nodes[v, COUNT], nodes[v, ROW]
                if nodes[v, KIND] == CHANCE:
                    marks[0, children[first + dealt_child(v, nodes, children, outcomes, deal)]] = 1
                elif nodes[v, KIND] == DECISION:
                    for k in range(count):
                        marks[0, children[first + k]] = 1
                    if nodes[v, PLAYER] != hero:
                        source = nodes[v, REACH0 + hero]
                        for h in range(hands):
                            total = positive_part(regret, row, count, h)
                            for k in range(count):
                                chance = reach[source, h] * chance_of(regret, row, count, h, total, k)
                                reach[nodes[children[first + k], REACH0 + hero], h] = chance
                                average[row + k, h] += chance
                v += 1
            for place in range(visited - 1, -1, -1):
                v = marks[1, place]
                first, count, row = nodes[v, FIRST], nodes[v, COUNT], nodes[v, ROW]
                if nodes[v, KIND] == TERMINAL:
                    board, source = nodes[v, BOARD], nodes[v, REACH0 + hero]
                    for i in range(hands):
                        value = 0.0
                        for part in range(3):
                            for j in range(hands):
                                value += pays[v, hero, part] * matrices[hero, board, part, i, j] * reach[source, j]
                        values[v, i] = value / board_chances[board]
                elif nodes[v, KIND] == CHANCE:
                    child = children[first + dealt_child(v, nodes, children, outcomes, deal)]
                    for h in range(hands):
                        values[v, h] = values[child, h]
                else:
                    for h in range(hands):
                        value = 0.0
                        total = positive_part(regret, row, count, h)
                        for k in range(count):
                            chance = chance_of(regret, row, count, h, total, k) if nodes[v, PLAYER] == hero else 1.0
                            value += chance * values[children[first + k], h]
                        if nodes[v, PLAYER] == hero:
                            for k in range(count):
                                regret[row + k, h] += values[children[first + k], h] - value
                        values[v, h] = value
