"""One player pushes: what every later decision is worth, given everybody's strategies.

The chances of this game. Hands are dealt when a player acts, from the deck without the hands that are all-in: card
removal among those in the pot is exact, and hands that were folded tell nothing (`weights` may say otherwise, see
`bunching`). So a hand that is folded goes back into the deck, which keeps the game consistent: chances add up to one,
and who gains what somebody else loses. A subgame does not depend on what players before the pusher would have done.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_COUNT
from pokerlab.tournament.game import Decision, PushFoldGame
from pokerlab.tournament.manyway import Correction, ManyWay
from pokerlab.tournament.showdown import joint_three, order_permutation, two_way
from pokerlab.tournament.threeway import ORDERS

Floats = npt.NDArray[np.float64]
Singles = npt.NDArray[np.float32]
Strategies = Mapping[Decision, Floats]

_NEGLIGIBLE = 1e-9

ROUNDING = 1e-6
"""The chance of a fold below this is what is left of 1 minus a sum of 32-bit numbers."""


@dataclass(frozen=True)
class Evaluation:
    """What a subgame is worth under some strategies.

    - `advantages`: by decision, float64 [169]: by how much all-in is better than folding, times the chance that the
      hand gets there with this class (of the decision's player), given that it is the pusher's turn
    - `reaches`: by decision, float64 [169]: that chance
    - `folds`: by decision, float64 [169]: the value of folding times that chance
    - `values`: float64 [player], expected values when it is the pusher's turn
    - `errors`: float64 [player], their standard errors where four or more all-in were sampled, else None
    """

    advantages: dict[Decision, Floats]
    reaches: dict[Decision, Floats]
    folds: dict[Decision, Floats]
    values: Floats
    errors: Floats | None = None


class Subgame:
    """The decisions that follow when all before `pusher` have folded.

    `weights` [169] reweights the chance of every class for every player (bunching). `prior` [169] is the chance of a
    class, `second` [169, 169] that of another player's class given the first's.
    """

    def __init__(self, game: PushFoldGame, pusher: int, weights: Floats | None = None) -> None:
        self.game = game
        self.pusher = pusher
        self.players = game.spot.players
        self.push = Decision(pusher, ())
        self.calls = [
            Decision(player, (pusher,))
            for player in range(pusher + 1, self.players)
            if game.may_go_in(player, (pusher,))
        ]
        self.overcalls = {
            call: [
                Decision(player, (pusher, call.player))
                for player in range(call.player + 1, self.players)
                if game.may_go_in(player, (pusher, call.player))
            ]
            for call in self.calls
        }
        chances = two_way()
        self.prior, self.second, self._joint = chances.prior, chances.second, chances.joint
        self.weights = np.ones(CLASS_COUNT) if weights is None else weights
        if weights is not None:
            self.prior = self.prior * weights / (self.prior @ weights)
            self.second = self.second * weights
            self.second /= self.second.sum(axis=1, keepdims=True)
        self._three_way: dict[Decision, _Overcalled] = {}
        self._many = ManyWay(game, pusher) if game.spot.most_all_in > 3 else None
        self._correction: Correction | None = None

    @property
    def decisions(self) -> list[Decision]:
        """The push, the calls, the overcalls, and what follows them."""
        later = self._many.decisions if self._many else []
        return [self.push, *self.calls, *(over for call in self.calls for over in self.overcalls[call]), *later]

    def is_forced(self, decision: Decision) -> bool:
        """Whether the player is in without a choice."""
        return self.game.must_go_in(decision.player, decision.pot)

    @cached_property
    def _duels(self) -> "dict[Decision, npt.NDArray[np.floating]]":
        """By call: [player, a, b], the values of a showdown of two; float32 suffices where overcalls are mixed in."""
        orders = two_way().orders2
        found = {call: np.tensordot(self.game.values[(self.pusher, call.player)].T, orders, 1) for call in self.calls}
        return {call: value.astype(np.float32) if self.overcalls[call] else value for call, value in found.items()}

    @cached_property
    def per_joint(self) -> Singles:
        """float32 [a, b]: turns a (weighted) chance of three classes into one given the first two."""
        if (self.weights == 1).all():
            return (1 / self._joint).astype(np.float32)
        from pokerlab.tournament import pushfold_kernels

        sums = np.zeros(len(ORDERS) * CLASS_COUNT**2, np.float32)
        every = np.arange(CLASS_COUNT)
        pushfold_kernels.add_orders(joint_three(), every, self.weights.astype(np.float32), sums)
        return np.asarray(1 / sums.reshape(len(ORDERS), CLASS_COUNT, CLASS_COUNT).sum(axis=0), np.float32)

    def evaluate(
        self,
        strategies: Strategies,
        fold_values: Floats,
        *,
        refresh: bool = True,
        wanted: Collection[Decision] | None = None,
    ) -> Evaluation:
        """Values and advantages; fold_values float64 [player] are the values if the pusher folds.

        Without `refresh` the outcomes of overcalls are taken as they were at the last evaluation: these rare and costly
        parts change slowly while a solver runs. If only some decisions are `wanted`, overcalls that are not among them
        are left out of the result.
        """
        pusher, second = self.pusher, self.second
        advantages: dict[Decision, Floats] = {}
        reaches: dict[Decision, Floats] = {}
        folds: dict[Decision, Floats] = {}
        reach = self.prior * strategies[self.push]
        arrivals, calling = [], []
        for call in self.calls:
            arrivals.append(reach)
            calling.append(second @ strategies[call])
            reach = reach * (1 - calling[-1])
        steal = self.game.values[(pusher,)][0]
        after = np.tile(steal, (CLASS_COUNT, 1))  # [a, player]: the values when all calls up to here were folds
        for number in reversed(range(len(self.calls))):
            call = self.calls[number]
            met = arrivals[number][:, None] * second  # [a, b]: the chance of both hands at this decision
            showdown = self._after_call(call, strategies, met, advantages, reaches, folds, refresh, wanted)
            reaches[call] = met.sum(axis=0)
            folds[call] = after[:, call.player] @ met
            advantages[call] = (met * showdown[call.player]).sum(axis=0) - folds[call]
            called = second * strategies[call]
            after = after * (1 - calling[number][:, None]) + np.einsum("ab,pab->ap", called, showdown)
        reaches[self.push] = self.prior
        folds[self.push] = self.prior * fold_values[pusher]
        advantages[self.push] = self.prior * after[:, pusher] - folds[self.push]
        played = self.prior * strategies[self.push]
        values = played @ after + (1 - played.sum()) * fold_values
        if not self._many:
            return Evaluation(advantages, reaches, folds, values)
        if refresh or self._correction is None:
            self._correction = self._many.correct(strategies)
        more = self._correction
        for decision, advantage in more.advantages.items():
            if wanted is None or decision in wanted or len(decision.pot) < 2:
                advantages[decision] = advantages.get(decision, 0.0) + advantage
        return Evaluation(
            advantages, {**reaches, **more.reaches}, {**folds, **more.folds}, values + more.values, more.errors
        )

    def _after_call(
        self,
        call: Decision,
        strategies: Strategies,
        met: Floats,
        advantages: dict[Decision, Floats],
        reaches: dict[Decision, Floats],
        folds: dict[Decision, Floats],
        refresh: bool,
        wanted: Collection[Decision] | None,
    ) -> npt.NDArray[np.floating]:
        """float [player, a, b]: the values once a player has called; notes those of the overcalls on the way."""
        values = self._duels[call]
        overs = self.overcalls[call]
        if not overs:
            return values
        for over in overs:
            known = self._three_way.get(over)
            if known is None or (refresh and not np.array_equal(known.strategy, strategies[over])):
                self._three_way[over] = self._add_up(over, strategies[over])
        arrival = met * strategies[call]
        arrivals = []
        for over in overs:
            arrivals.append(arrival)
            arrival = arrival * self._three_way[over].stays
        values = values.copy()
        for over, reach in zip(reversed(overs), reversed(arrivals), strict=True):
            if wanted is None or over in wanted:
                found = self._overcall(over, reach, values[over.player])
                advantages[over], reaches[over], folds[over] = found
            known = self._three_way[over]
            values *= known.stays
            values += known.values
        return values

    def _add_up(self, over: Decision, strategy: Floats) -> "_Overcalled":
        """The outcome of an overcall by every pair of hands it may meet.

        If it is known for a similar strategy, only the classes that differ are added.
        """
        from pokerlab.tournament import pushfold_kernels

        known = self._three_way.get(over)
        more = strategy if known is None else strategy - known.strategy
        changed = np.flatnonzero(np.abs(more) > _NEGLIGIBLE)
        held = np.flatnonzero(strategy > _NEGLIGIBLE)
        if known is None or len(changed) >= len(held):
            sums, more, changed = np.zeros(len(ORDERS) * CLASS_COUNT**2, np.float32), strategy, held
        else:
            sums = known.sums
        pushfold_kernels.add_orders(joint_three(), changed, (more * self.weights)[changed].astype(np.float32), sums)
        values = self.game.values[(*over.pot, over.player)]
        weights = np.ascontiguousarray(np.column_stack([values, np.ones(len(ORDERS))]).T, np.float32)
        found = np.empty((len(weights), CLASS_COUNT**2), np.float32)
        pushfold_kernels.weigh_orders(sums.reshape(len(ORDERS), -1), weights, self.per_joint.ravel(), found)
        by_hands = found.reshape(-1, CLASS_COUNT, CLASS_COUNT)
        stays = 1 - by_hands[-1]
        stays[stays < ROUNDING] = 0
        return _Overcalled(strategy.copy(), stays, by_hands[:-1], sums)

    def _overcall(
        self, over: Decision, reach: Floats, fold_values: npt.NDArray[np.floating]
    ) -> tuple[Floats, Floats, Floats]:
        """What an overcall is better than folding times its chance, that chance, and the value of folding times it,
        float64 [169] each; reach, fold_values: [a, b]."""
        from pokerlab.tournament import pushfold_kernels

        firsts, seconds = (np.ascontiguousarray(part) for part in np.nonzero(reach > _NEGLIGIBLE * reach.max()))
        weights = (reach[firsts, seconds] * self.per_joint[firsts, seconds]).astype(np.float32)
        folds = fold_values[firsts, seconds].astype(np.float32)
        values = self.game.values[(*over.pot, over.player)][:, over.player].astype(np.float32)
        out = np.empty((3, CLASS_COUNT))
        pushfold_kernels.sum_pairs(joint_three(), _FROM_FIRST, firsts, seconds, weights, folds, values, out)
        out *= self.weights
        return out[0], out[1], out[2]


@dataclass(frozen=True)
class _Overcalled:
    """Of an overcall with some strategy, float32: the chance [a, b] that it is folded, and the chance of the overcall
    times the values [player, a, b] of the showdown; sums [o, a, b] (flat) is what they were computed from."""

    strategy: Floats
    stays: Singles
    values: Singles
    sums: Singles


_FROM_FIRST = order_permutation((2, 0, 1))
"""`joint_three` has the third player's class on its first axis; with the pusher there, orders have other numbers."""
