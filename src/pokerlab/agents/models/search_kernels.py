"""The search of Vexbot: values of a betting tree for all states of the own cards, from its ends up."""

# mypy: allow-untyped-defs, no-check-untyped-defs

import numpy as np

from pokerlab._jit import kernel

DECISION, FOLD, SHOWDOWN, DEAL = 0, 1, 2, 3
"""As `betting.tree.NodeKind`."""


@kernel()
def mix_chances(rows, counts, m, prior, out):
    """out [3]: the chances of fold, call and raise from the counts [row, 3] of a context's layers, finest first, and
    the prior [3]; returns the part that is the prior's. A layer with n observations takes 1 - m^n of what is left."""
    left = 1.0
    out[:] = 0.0
    for layer in range(rows.shape[0]):
        of_row = counts[rows[layer]]
        seen = of_row[0] + of_row[1] + of_row[2]
        if seen > 0.0:
            weight = left * (1.0 - m**seen)
            for k in range(3):
                out[k] += weight * of_row[k] / seen
            left -= weight
    for k in range(3):
        out[k] += left * prior[k]
    return left


@kernel()
def mix_likelihoods(rows, shown, expected, m, out):
    """out [bin]: how much likelier than by chance each bin is at a showdown, from what was shown and what would have
    been by chance [row, bin] in a context's layers; 1 is the prior's."""
    left = 1.0
    out[:] = 0.0
    for layer in range(rows.shape[0]):
        of_row = shown[rows[layer]]
        by_chance = expected[rows[layer]]
        seen = of_row.sum()
        if seen > 0.0:
            weight = left * (1.0 - m**seen)
            for b in range(out.shape[0]):
                out[b] += weight * (of_row[b] / by_chance[b] if by_chance[b] > 0.0 else 1.0)
            left -= weight
    for b in range(out.shape[0]):
        out[b] += left


@kernel(
    "void(int64, int64, int64[::1], int8[::1], int8[::1], int8[::1], int64[:,::1], int64[:,::1], float64[:,::1],"
    " float64[:,::1], float64[:,::1], float64[:,::1], float64, float64, float64, float64[::1], float64[:,::1],"
    " int64[::1], float64[:,:,::1], float64[:,::1], float64[:,::1], float64[:,::1])"
)
def search(
    seat, start, size, kind, street, actor, acted, ended, counts, shown, expected, defaults, m, temperature, explore,
    pots, pays, states, moves, wins, priors, values,
):  # fmt: skip
    """values [node - start, state]: what `seat` wins in chips from each node of the subtree of `start` on.

    size, kind, street, actor: of the tree; acted, ended: [node, layer] rows of counts [row, 3], shown and expected
    [row, bin]; defaults: [node, 3] prior chances; pots [node], pays [node, 2]: as `BettingContexts`; states, moves,
    wins, priors: as `CardStates`. With a temperature (chips) above 0 own choices are softened. `explore`: parts of the
    pot that are added where the opponent was never seen.
    """
    chances = np.empty(3)
    likely = np.empty(wins.shape[1])
    for node in range(start + size[start] - 1, start - 1, -1):
        here = values[node - start]
        count = states[street[node]]
        if kind[node] == FOLD:
            here[:count] = pays[node, 0]
        elif kind[node] == SHOWDOWN:
            mix_likelihoods(ended[node], shown, expected, m, likely)
            for s in range(count):
                here[s] = _shown_down(priors[s], wins[s], likely, pays[node, 0], pays[node, 1])
        elif kind[node] == DEAL:
            after = values[node + 1 - start]
            for s in range(count):
                total = 0.0
                for t in range(states[street[node + 1]]):
                    total += moves[street[node], s, t] * after[t]
                here[s] = total
        elif actor[node] == seat:
            _choose(node, start, size, count, temperature, values)
        else:
            left = mix_chances(acted[node], counts, m, defaults[node], chances)
            here[:count] = explore * left * pots[node]
            child = node + 1
            # without a bet to call there is no fold: children are calls and raises
            action = 0 if defaults[node, 0] > 0.0 else 1
            while child < node + size[node]:
                after = values[child - start]
                for s in range(count):
                    here[s] += chances[action] * after[s]
                action += 1
                child += size[child]


@kernel()
def _shown_down(prior, wins, likely, win, lose):
    top = 0.0
    whole = 0.0
    for b in range(likely.shape[0]):
        mass = prior[b] * likely[b]
        whole += mass
        top += mass * wins[b]
    if whole <= 0.0:  # nothing that was ever shown is possible with these cards
        for b in range(likely.shape[0]):
            whole += prior[b]
            top += prior[b] * wins[b]
    return lose + (win - lose) * top / whole


@kernel()
def _choose(node, start, size, count, temperature, values):
    """Of every state the best child's value, or with a temperature the mean by softened choices."""
    here = values[node - start]
    here[:count] = -np.inf
    child = node + 1
    while child < node + size[node]:
        for s in range(count):
            here[s] = max(here[s], values[child - start, s])
        child += size[child]
    if temperature <= 0.0:
        return
    for s in range(count):
        total = 0.0
        whole = 0.0
        child = node + 1
        while child < node + size[node]:
            value = values[child - start, s]
            share = np.exp((value - here[s]) / temperature)
            whole += share
            total += share * value
            child += size[child]
        here[s] = total / whole
