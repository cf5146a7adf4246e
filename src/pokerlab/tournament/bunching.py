"""Bunching: what folded hands tell about the hands still in play.

Three players: exact. The game is evaluated over the joint deal of all three classes, `showdown.joint_three`, so that
the cards of a folded hand are missing from the deck and from the board.

More players: to first order. When the first i players have folded, the chance of every class of the others is
multiplied by how much more likely each of them folds beside a player with that class, player by player, as if folded
hands did not block each other and what they take from boards did not matter.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_COUNT
from pokerlab.tournament.algorithms import Profile, Regrets, SearchStep, first_guess, given_there
from pokerlab.tournament.assessment import Assessment, assessment_of
from pokerlab.tournament.game import Decision, PushFoldGame
from pokerlab.tournament.polymatrix import Rows, finish, spread
from pokerlab.tournament.showdown import joint_three, two_way
from pokerlab.tournament.subgame import Evaluation
from pokerlab.tournament.threeway import ORDERS

Floats = npt.NDArray[Any]
Branches = Mapping[Decision, Floats]


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
    """Three players with exact bunching: every decision is evaluated over the joint deal."""

    players = 3

    def __init__(self, game: PushFoldGame) -> None:
        self.game = game
        self.decisions = list(game.decisions())

    def is_forced(self, decision: Decision) -> bool:
        """Whether the player is in without a choice."""
        return self.game.must_go_in(decision.player, decision.pot)

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

    @cached_property
    def _ends(self) -> list[tuple[tuple[int, ...], tuple[Decision, ...]]]:
        """Every way the hand can end: who is in the pot, and the decision of each player, in order; where somebody had
        none to make, the one he would have had."""
        ends: list[tuple[tuple[int, ...], tuple[Decision, ...]]] = [((), ())]
        for player in range(3):
            ends = [
                (pot + (player,) * goes, (*made, Decision(player, pot)))
                for pot, made in ends
                for goes in ((False, True) if Decision(player, pot) in self.decisions else (False,))
            ]
        return [(pot or (2,), made) for pot, made in ends]

    def evaluate(
        self,
        strategies: Mapping[Decision, Floats],
        fold_values: Floats | None = None,
        *,
        refresh: bool = True,
        wanted: Collection[Decision] | None = None,
        only: tuple[int, int] | None = None,
    ) -> Evaluation:
        """As `Subgame.evaluate`, of the whole game: nobody has folded before.

        If only some decisions are `wanted`, values and reaches are left out. With `only` (player, class) the sums are
        over the deals in which this player holds this class, and his own arrays have one entry.
        """
        details = wanted is None
        held = [slice(None)] * 3
        if only:
            held[only[0]] = slice(only[1], only[1] + 1)
        cut = (held[2], held[0], held[1])
        ones = [np.ones(CLASS_COUNT, np.float32)[part] for part in held]
        going = {
            decision: strategies[decision][held[decision.player]].astype(np.float32)
            for decision in self.decisions
        }  # fmt: skip

        def chosen(decision: Decision, pot: tuple[int, ...]) -> Floats:
            """How likely each class of a player does at a decision what leads to this pot."""
            if decision not in going:
                return ones[decision.player]
            goes = going[decision]
            return goes if decision.player in pot and pot != (2,) else 1 - goes

        def total(pot: tuple[int, ...], player: int, weights: list[Floats], keep: int) -> Floats:
            """Sum of chance times value times weights over all classes but those of player `keep`."""
            worth = self._worth[pot][player]
            if len(pot) == 1:
                return _contract(self._deal[cut], weights, keep) * float(worth)
            return _contract(worth[cut], weights, keep)

        values = np.zeros(3 if details else 0)
        worth = {decision: np.zeros((2, len(ones[decision.player]))) for decision in self.decisions}
        reaches = {decision: np.zeros(len(ones[decision.player])) for decision in self.decisions}
        for pot, made in self._ends:
            weights = [chosen(decision, pot) for decision in made]
            values += [total(pot, player, weights, 0).sum() for player in range(len(values))]
            for decision in made:
                if decision in going:
                    player = decision.player
                    free = [*weights[:player], ones[player], *weights[player + 1 :]]
                    goes = int(player in pot and pot != (2,))
                    worth[decision][goes] += total(pot, player, free, player)
                    if details:
                        reaches[decision] += _contract(self._deal[cut], free, player) * (1 - goes)
        return Evaluation(
            {decision: both[1] - both[0] for decision, both in worth.items()},
            reaches,
            {decision: both[0] for decision, both in worth.items()},
            values,
        )

    def advantages(self, strategies: Profile, rows: Rows | None = None) -> Branches:
        """By decision, float64 [169]: what all-in earns more than folding, times the chance to be there; or of some
        `rows` only."""
        found = self.evaluate(strategies, wanted=()).advantages
        return found if rows is None else {decision: found[decision][some] for decision, some in rows.items()}

    def moved(
        self, strategies: Profile, decision: Decision, hand: int, step: float, rows: Rows, before: Branches
    ) -> Branches:
        """The advantages of some rows, `before` by now, once the frequency of one hand has changed by `step`.

        Only deals with this hand change, and nothing for its own player.
        """
        strategy = strategies[decision].copy()
        strategy[hand] += step
        only = (decision.player, hand)
        was = self.evaluate(strategies, wanted=(), only=only).advantages
        now = self.evaluate({**strategies, decision: strategy}, wanted=(), only=only).advantages
        return {  # one's own advantages do not depend on what one does elsewhere
            other: before[other] if other.player == decision.player
            else before[other] + (now[other] - was[other])[some]
            for other, some in rows.items()
        }  # fmt: skip

    def reaches(self, strategies: Profile) -> Branches:
        """By decision, float64 [169]: the chance to be there."""
        return self.evaluate(strategies).reaches


def _contract(cube: Floats, weights: Sequence[Floats], keep: int) -> Floats:
    """float64 [class of player `keep`]: the sum of cube [c, a, b] times the weights of all three over the other two."""
    of_a, of_b, of_c = weights
    if keep == 2:
        return np.asarray((cube @ of_b) @ of_a * of_c, np.float64)
    if keep == 0:
        return np.asarray(of_c @ (cube @ of_b) * of_a, np.float64)
    return np.asarray(of_a @ np.tensordot(of_c, cube, 1) * of_b, np.float64)


@dataclass(frozen=True)
class JointPolymatrix:
    """Polymatrix approximations of a `JointThree`, from strategies without bunching; after regret matching where these
    are too far off. `limit`: the gain of a hand to stay below, as part of the pool."""

    limit: float
    ordered: bool = False
    check_every: int = 1

    def steps(self, subgame: JointThree, fold_values: Floats, start: Profile | None = None) -> Iterator[SearchStep]:
        """A step for every approximation."""
        whole = subgame
        free = [decision for decision in whole.decisions if not whole.is_forced(decision)]
        begun = start or first_guess(whole)
        regrets, pool = Regrets(begun, free), whole.game.spot.pool
        exact = 0.2 * self.limit  # the tables of three hands have 32 bits
        first = whole.evaluate(begun)
        spreads = {d: spread(given_there(first.advantages[d], first.reaches[d])) for d in whole.decisions}
        while True:
            found, left = finish(whole, regrets.mean(), free, spreads, pool, exact)
            yield SearchStep(found, regrets.count, finished=left <= exact)
            for _ in range(max(20, regrets.count)):
                regrets.update(whole.advantages(regrets.present))


def assess_three(whole: JointThree, profile: Profile) -> Assessment:
    """What strategies of three players are worth when folded hands count."""
    evaluation = whole.evaluate(profile)
    return assessment_of(evaluation.values, [(whole, evaluation, 1.0)], profile)
