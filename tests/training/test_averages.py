"""Which average is that of counterfactual regret minimisation: what an infoset counts while strategies stay the same.

The average of the theory weighs a strategy at an infoset by the chance that the own actions lead there. With three
players sampling weighs it by the other opponents' chances too; `corrected` divides them out.
"""

import numpy as np
import pytest
from test_trainer import Small

from pokerlab.training.betting_plan import COUNT, FIRST, PLACE, ROW
from pokerlab.training.recipe import Average, Recipe

DEALS = {"kuhn3": 60_000, "leduc3": 40_000}


def own_chances(small, strategy):
    """{(start, node, sight): (seat, chance of the own actions that lead there)} and the chance of each sight."""
    plan, cards, paths = small.plan, small.cards, small.trainer.paths
    hands = len(cards.deals.hands)
    found = {}

    def chance(start, node, sight, action):
        count = int(plan.nodes[node, COUNT])
        known = int(paths.sights[plan.templates[start]])
        return float(strategy[int(paths.bases[start]) + int(plan.nodes[node, ROW]) * known + sight * count + action])

    def visit(start, node, street, before):
        seat = int(plan.nodes[node, 2])
        for sight in range(int(paths.sights[plan.templates[start]])):
            reach = 1.0
            for then, place, when, action in before[seat]:
                reach *= chance(then, place, sight if when == street else sight % hands, action)
            found[start, node, sight] = seat, reach
        if max(found[start, node, sight][1] for sight in range(int(paths.sights[plan.templates[start]]))) < 0.15:
            return  # too seldom to be counted
        for k in range(int(plan.nodes[node, COUNT])):
            target = int(plan.edges[plan.nodes[node, FIRST] + k])
            after = [*before]
            after[seat] = [*before[seat], (start, node, street, k)]
            if target >= 0:
                visit(start, target, street, after)
            elif plan.exits[-1 - target, 0] == 2:
                follows = int(plan.next_starts[plan.nexts[start] + plan.exits[-1 - target, PLACE]])
                visit(follows, int(plan.roots[plan.templates[follows]]), street + 1, after)

    visit(0, int(plan.roots[plan.templates[0]]), 0, [[] for _ in range(plan.game.players)])
    return found


def counted(name, average):
    """By infoset: how much it counted, and how much it should in the average of the theory."""
    small = Small(name, Recipe(average=average, seed=4))
    trainer, plan = small.trainer, small.plan
    rng = np.random.default_rng(1)
    trainer.table[:] = 0
    for start in range(plan.starts):  # regrets so large that nothing changes them: strategies stay
        template = int(plan.templates[start])
        known, root = int(trainer.paths.sights[template]), int(plan.roots[template])
        for node in range(root, root + int(plan.sizes[template])):
            count = int(plan.nodes[node, COUNT])
            first = 2 * (int(trainer.paths.bases[start]) + int(plan.nodes[node, ROW]) * known)
            rows = trainer.table[first : first + 2 * known * count].reshape(known, 2, count)
            rows[:, 0] = 1e9 * rng.uniform(0.3, 0.7, (known, count))
    strategy = trainer.strategy(current=True)
    trainer.run(DEALS[name])
    seen, chances = small.cards.of_all_deals, small.cards.deals.chances
    dealt = [[np.bincount(seen[:, seat, street], chances, count) for street, count in enumerate(small.cards.counts)]
             for seat in range(plan.game.players)]  # fmt: skip
    pairs = []
    for (start, node, sight), (seat, reach) in own_chances(small, strategy).items():
        share = float(dealt[seat][int(plan.start_streets[start])][sight])
        expected = DEALS[name] * (plan.game.players - 1) * share * reach
        if expected < 1_000:
            continue
        count = int(plan.nodes[node, COUNT])
        known = int(trainer.paths.sights[plan.templates[start]])
        first = 2 * (int(trainer.paths.bases[start]) + int(plan.nodes[node, ROW]) * known + sight * count) + count
        pairs.append((float(trainer.table[first : first + count].sum()), expected))
    return np.array(pairs).T


@pytest.mark.parametrize("name", DEALS)
def test_the_corrected_one_counts_by_the_own_chances(name):
    found, expected = counted(name, Average.CORRECTED)
    assert len(found) > 20
    ratio = found / expected
    assert ratio.mean() == pytest.approx(1, abs=0.03)
    assert (np.abs(ratio - 1) < 0.25).mean() > 0.95  # what is left is noise of the draws


@pytest.mark.parametrize("name", DEALS)
def test_the_cheap_one_counts_by_the_other_opponents_too(name):
    found, expected = counted(name, Average.VISITS)
    ratio = found / expected
    assert ratio.min() < 0.5
    assert ratio.mean() < 0.9


def test_snapshots_count_all_infosets_alike():
    from pokerlab.training.recipe import LinearPeriods

    small = Small("kuhn3", Recipe(average=Average.SNAPSHOTS, weights=LinearPeriods(500)))
    small.trainer.run(2_000)
    plan, paths = small.plan, small.trainer.paths
    known = int(paths.sights[0])
    for node in range(len(plan.nodes)):
        count = int(plan.nodes[node, COUNT])
        first = 2 * int(plan.nodes[node, ROW]) * known
        rows = small.trainer.table[first : first + 2 * known * count].reshape(known, 2, count)
        weights = rows[:, 1].sum(axis=1)
        assert set(np.round(weights, 3)) <= {0.0, 4.0, 7.0, 9.0, 10.0}  # from the period in which they are known first
    assert small.judge().nash_conv < 1
