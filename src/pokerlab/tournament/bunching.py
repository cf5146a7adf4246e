"""Bunching: what folded hands tell about the hands still in play.

Three players: exact. The game is evaluated over the joint deal of all three classes, `showdown.joint_three`, so that
the cards of a folded hand are missing from the deck and from the board.

More players: to first order. When the first i players have folded, the chance of every class of the others is
multiplied by how much more likely each of them folds beside a player with that class, player by player, as if folded
hands did not block each other and what they take from boards did not matter.
"""

from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_COUNT
from pokerlab.tournament.algorithms import Profile
from pokerlab.tournament.game import Decision, PushFoldGame
from pokerlab.tournament.showdown import joint_three, two_way
from pokerlab.tournament.threeway import ORDERS

Floats = npt.NDArray[Any]
Branches = dict[Decision, Floats]


def fold_weights(game: PushFoldGame, profile: Profile) -> dict[int, Floats]:
    """By pusher: float64 [169], the factor on each class when everybody before him has folded."""
    chances = two_way()
    weights: dict[int, Floats] = {}
    factor = np.ones(CLASS_COUNT)
    for pusher in range(game.spot.players - 1):
        weights[pusher] = factor
        decision = Decision(pusher, ())
        if decision in profile:
            folding = 1 - profile[decision]
            mean = float(chances.prior @ folding)
            if mean > 0:
                factor = factor * (chances.second @ folding) / mean
    return weights


class JointThree:
    """Three players with exact bunching: advantages of every decision over the joint deal."""

    def __init__(self, game: PushFoldGame) -> None:
        self.game = game
        self.decisions = list(game.decisions())
        self.free = [decision for decision in self.decisions if not game.must_go_in(decision.player, decision.pot)]

    @cached_property
    def _deal(self) -> npt.NDArray[np.float32]:
        """float32 [c, a, b]: the chance of three classes."""
        return np.asarray(joint_three().sum(axis=1), np.float32)

    @cached_property
    def _worth(self) -> dict[tuple[int, ...], Floats]:
        """By pot: float32 [player, c, a, b], chance times value; for one in the pot the value only, [player]."""
        found: dict[tuple[int, ...], Floats] = {}
        for pot in self.game.pots():
            values = self.game.values[pot]
            if len(pot) == 1:
                found[pot] = values[0].astype(np.float32)
                continue
            if len(pot) == 3:
                by_order = values
            else:
                one, two = pot
                # the order of the two in the pot is all that counts of an order of three
                signs = [int(np.sign(places[one] - places[two])) for places in ORDERS]
                by_order = np.array([values[sign + 1] for sign in signs])
            weights = by_order.T.astype(np.float32)
            joint = joint_three()
            found[pot] = np.stack([np.einsum("o,coab->cab", row, joint) for row in weights])
        return found

    def evaluate(self, profile: Profile, *, details: bool = True) -> tuple[Floats, Branches, Branches, Branches]:
        """Values [player]; by decision advantages, fold values and reaches [169], each times the chance to get there.

        Without `details` only advantages and fold values.
        """
        worth, deal = self._worth, self._deal
        ones = np.ones(CLASS_COUNT, np.float32)

        def plays(player: int, *pot: int) -> Floats:
            return np.asarray(profile.get(Decision(player, pot), 0 * ones), np.float32)

        push, push2 = plays(0), plays(1)
        call1, call2, over, call3 = plays(1, 0), plays(2, 0), plays(2, 0, 1), plays(2, 1)

        def total(
            pot: tuple[int, ...], player: int, weights: tuple[Floats, Floats, Floats], keep: int | None
        ) -> Floats:
            """Sum of chance times value times weights over all classes but those of player `keep`."""
            cube, factor = (deal, worth[pot][player]) if len(pot) == 1 else (worth[pot][player], np.float32(1))
            of_a, of_b, of_c = weights
            if keep == 2:
                return np.asarray((cube @ of_b) @ of_a * of_c * factor, np.float64)
            if keep == 0:
                return np.asarray(of_c @ (cube @ of_b) * of_a * factor, np.float64)
            flat = of_c @ cube.reshape(CLASS_COUNT, -1)
            return np.asarray(of_a @ flat.reshape(CLASS_COUNT, CLASS_COUNT) * of_b * factor, np.float64)

        def chance(weights: tuple[Floats, Floats, Floats], keep: int) -> Floats:
            of_a, of_b, of_c = weights
            if not details:
                return np.zeros(CLASS_COUNT)
            if keep == 2:
                return np.asarray((deal @ of_b) @ of_a * of_c, np.float64)
            if keep == 0:
                return np.asarray(of_c @ (deal @ of_b) * of_a, np.float64)
            flat = of_c @ deal.reshape(CLASS_COUNT, -1)
            return np.asarray(of_a @ flat.reshape(CLASS_COUNT, CLASS_COUNT) * of_b, np.float64)

        no = [1 - strategy for strategy in (push, push2, call1, call2, over, call3)]
        stay, stay2, fold1, fold2, no_over, fold3 = no

        def pushed(player: int, of_a: Floats, keep: int) -> Floats:
            """After the first player's push, with weight of_a on his classes."""
            return (
                total((0,), player, (of_a, fold1, fold2), keep)
                + total((0, 1), player, (of_a, call1, no_over), keep)
                + total((0, 2), player, (of_a, fold1, call2), keep)
                + total((0, 1, 2), player, (of_a, call1, over), keep)
            )

        def unopened(player: int, of_a: Floats, keep: int) -> Floats:
            """After the first player's fold."""
            return (
                total((2,), player, (of_a, stay2, ones), keep)
                + total((1,), player, (of_a, push2, fold3), keep)
                + total((1, 2), player, (of_a, push2, call3), keep)
            )

        players = range(3) if details else ()
        values = np.array([float((pushed(p, push, 0) + unopened(p, stay, 0)).sum()) for p in players])
        branches: dict[Decision, tuple[Floats, Floats, Floats]] = {}  # all-in, fold, reach
        branches[Decision(0, ())] = (pushed(0, ones, 0), unopened(0, ones, 0), chance((ones, ones, ones), 0))
        branches[Decision(1, ())] = (
            total((1,), 1, (stay, ones, fold3), 1) + total((1, 2), 1, (stay, ones, call3), 1),
            total((2,), 1, (stay, ones, ones), 1),
            chance((stay, ones, ones), 1),
        )
        branches[Decision(1, (0,))] = (
            total((0, 1), 1, (push, ones, no_over), 1) + total((0, 1, 2), 1, (push, ones, over), 1),
            total((0,), 1, (push, ones, fold2), 1) + total((0, 2), 1, (push, ones, call2), 1),
            chance((push, ones, ones), 1),
        )
        branches[Decision(2, (0,))] = (
            total((0, 2), 2, (push, fold1, ones), 2),
            total((0,), 2, (push, fold1, ones), 2),
            chance((push, fold1, ones), 2),
        )
        branches[Decision(2, (1,))] = (
            total((1, 2), 2, (stay, push2, ones), 2),
            total((1,), 2, (stay, push2, ones), 2),
            chance((stay, push2, ones), 2),
        )
        branches[Decision(2, (0, 1))] = (
            total((0, 1, 2), 2, (push, call1, ones), 2),
            total((0, 1), 2, (push, call1, ones), 2),
            chance((push, call1, ones), 2),
        )
        wanted = {decision: branches[decision] for decision in self.decisions}
        return (
            values,
            {decision: both[0] - both[1] for decision, both in wanted.items()},
            {decision: both[1] for decision, both in wanted.items()},
            {decision: both[2] for decision, both in wanted.items()},
        )


def gains_with_three(whole: JointThree, profile: Profile, advantages: Branches) -> Floats:
    """float64 [player]: what each of three players could gain by a best response when folded hands count."""
    gained = np.zeros(3)
    for decision in whole.free:
        advantage = advantages[decision]
        gained[decision.player] += np.maximum(advantage, 0).sum() - profile[decision] @ advantage
    return gained


def solve_with_three(
    game: PushFoldGame, target: float, most_iterations: int
) -> tuple[Profile, Floats, Floats, Floats, Branches, Branches, dict[Decision, float], int]:
    """Regret matching over the joint deal of three players.

    Strategies, values, gains, (no) sampling errors, values of all-in and fold by decision, how often each comes up, and
    the number of iterations.
    """
    whole = JointThree(game)
    present: Profile = {decision: np.ones(CLASS_COUNT) for decision in whole.decisions}
    present |= {decision: np.full(CLASS_COUNT, 0.5) for decision in whole.free}
    regrets = {decision: np.zeros((2, CLASS_COUNT)) for decision in whole.free}
    means = {decision: np.zeros(CLASS_COUNT) for decision in whole.free}
    total, number, check = 0.0, 0, 20
    while True:
        _, advantages, _, _ = whole.evaluate(present, details=False)
        number += 1
        total += number**2
        for decision in whole.free:
            strategy, advantage, regret = present[decision], advantages[decision], regrets[decision]
            regret += np.array([advantage * (1 - strategy), -advantage * strategy])
            np.maximum(regret, 0, out=regret)
            means[decision] += number**2 * strategy
            both = regret.sum(axis=0)
            present[decision] = np.divide(regret[0], both, out=strategy.copy(), where=both > 0)
        if number < check and number < most_iterations:
            continue
        check += max(20, number // 3)
        profile = {**present, **{decision: mean / total for decision, mean in means.items()}}
        values, advantages, folds, reaches = whole.evaluate(profile)
        gained = gains_with_three(whole, profile, advantages)
        if gained.max() <= target * game.spot.pool or number >= most_iterations:
            break
    fold, all_in = {}, {}
    for decision in whole.decisions:
        there = reaches[decision] > 1e-12
        blank = np.full(CLASS_COUNT, np.nan)
        fold[decision] = np.divide(folds[decision], reaches[decision], out=blank.copy(), where=there)
        more = np.divide(advantages[decision], reaches[decision], out=blank.copy(), where=there)
        all_in[decision] = fold[decision] + more
    often = {decision: float(reach.sum()) for decision, reach in reaches.items()}
    return profile, values, np.maximum(gained, 0), np.zeros(3), all_in, fold, often, number
