"""Four and more players all-in: sampled deals, with a stated error.

The table of three does not reach here, and four all-in are rare. So the game is solved as if it ended at three, plus,
for every pot of four or more, what changes when its last player calls instead of folding: the value of the larger
showdown minus that of the smaller, times the chance to get there, over a fixed sample of deals. Strong hands are drawn
more often and weighted down. That players between fold has its chance given the pusher's hand before the first call,
and its mean after that. The strategies of these rare decisions are fitted to the sample, so their gains are a little
optimistic.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_COUNT, CLASS_OF_COMBO, COMBO_CARDS
from pokerlab.cards.evaluator import evaluate_many
from pokerlab.cards.preflop import strongest_classes
from pokerlab.tournament.game import Decision, Pot, PushFoldGame
from pokerlab.tournament.showdown import two_way
from pokerlab.tournament.valuation import Outcome

Floats = npt.NDArray[np.float64]

SAMPLES = 40_000
_STRONG, _STRONG_SHARE = 20.0, 0.75


@dataclass(frozen=True)
class SampledDeals:
    """Deals of several hands and a board: classes, ranks [sample, hand], and weights [sample] of mean 1."""

    classes: npt.NDArray[np.int64]
    ranks: npt.NDArray[np.int64]
    weights: Floats


@cache
def sampled_deals(hands: int, samples: int = SAMPLES, seed: int = 0) -> SampledDeals:
    """The sample for pots of up to `hands` players; the same seed gives the same deals."""
    rng = np.random.default_rng(seed)
    strong = np.isin(CLASS_OF_COMBO, strongest_classes(_STRONG))
    density = (1 - _STRONG_SHARE) / len(strong) + _STRONG_SHARE * strong / strong.sum()
    combos = np.empty((0, hands), np.int64)
    while len(combos) < samples:
        drawn = rng.choice(len(density), (samples, hands), p=density)
        cards = np.sort(COMBO_CARDS[drawn].reshape(samples, -1), axis=1)
        combos = np.concatenate([combos, drawn[(np.diff(cards.astype(np.int64), axis=1) > 0).all(axis=1)]])
    combos = combos[:samples]
    held = COMBO_CARDS[combos].astype(np.int64)  # [sample, hand, 2]
    keys = rng.random((samples, 52))
    np.put_along_axis(keys, held.reshape(samples, -1), 2.0, axis=1)
    boards = np.argsort(keys, axis=1)[:, :5]
    sevens = np.concatenate([held, np.repeat(boards[:, None, :], hands, axis=1)], axis=2).reshape(-1, 7)
    ranks = evaluate_many(sevens.astype(np.uint8)).reshape(samples, hands).astype(np.int64)
    weights = (1 / density[combos]).prod(axis=1)
    return SampledDeals(CLASS_OF_COMBO[combos].astype(np.int64), ranks, weights / weights.mean())


@dataclass(frozen=True)
class Correction:
    """What pots of four and more add to an evaluation: advantages, reaches and fold values by decision; values and
    their standard errors [player]."""

    advantages: dict[Decision, Floats]
    reaches: dict[Decision, Floats]
    folds: dict[Decision, Floats]
    values: Floats
    errors: Floats


class ManyWay:
    """The pots of four and more players that begin with one player's push."""

    def __init__(self, game: PushFoldGame, pusher: int) -> None:
        self.game = game
        self.decisions = [
            decision for decision in game.decisions() if len(decision.pot) >= 3 and decision.pot[0] == pusher
        ]
        self._deals = sampled_deals(game.spot.most_all_in)

    @cached_property
    def _changes(self) -> dict[Pot, tuple[Floats, Floats]]:
        """By pot: float64 [sample, player] each, the last call's change of value, and the value before it."""
        known: dict[Pot, Floats] = {}

        def values(pot: Pot) -> Floats:
            if pot not in known:
                ranks = self._deals.ranks[:, : len(pot)]
                places = (ranks[:, None, :] > ranks[:, :, None]).sum(axis=2)
                orders, which = np.unique(places, axis=0, return_inverse=True)
                outcomes = [Outcome.of(self.game.spot, pot, order.tolist()) for order in orders]
                known[pot] = self.game.valuation.values(self.game.spot, outcomes)[which.ravel()]
            return known[pot]

        found = {}
        for decision in self.decisions:
            larger = (*decision.pot, decision.player)
            found[larger] = (values(larger) - values(decision.pot), values(decision.pot))
        return found

    def correct(self, strategies: Mapping[Decision, Floats]) -> Correction:
        """What the larger pots add under these strategies."""
        deals = self._deals
        spot = self.game.spot
        out = Correction({}, {}, {}, np.zeros(spot.players), np.zeros(spot.players))
        chances = two_way()
        for decision in self.decisions:
            pot = (*decision.pot, decision.player)
            change, before = self._changes[pot]
            # the chance of everybody's action in turn, by sample; those who fold between have their own
            factors: list[tuple[Decision, Floats, bool]] = []
            for number, player in enumerate(pot):
                classes = deals.classes[:, number]
                factors.append(
                    (Decision(player, pot[:number]), strategies[Decision(player, pot[:number])][classes], True)
                )
                end = pot[number + 1] if number + 1 < len(pot) else player
                for between in range(player + 1, end):
                    folder = Decision(between, pot[: number + 1])
                    if folder in strategies:
                        calls = (
                            chances.second @ strategies[folder] if number == 0 else
                            np.full(CLASS_COUNT, float(chances.prior @ strategies[folder]))
                        )  # fmt: skip
                        factors.append((folder, 1 - calls[deals.classes[:, 0]], False))
            self._add(out, decision, pot, factors, change, before)
        return out

    def _add(
        self,
        out: Correction,
        last: Decision,
        pot: Pot,
        factors: list[tuple[Decision, Floats, bool]],
        change: Floats,
        before: Floats,
    ) -> None:
        deals = self._deals
        samples = len(deals.weights)
        weight = deals.weights / samples
        for number, (decision, _, is_in) in enumerate(factors):
            others = weight.copy()
            for place, (_, factor, _) in enumerate(factors):
                if place != number:
                    others = others * factor
            player = decision.player
            gained = others * change[:, player]
            if not is_in:  # his folding is what lets the pot grow, whatever he held
                share = -float(gained.sum()) * two_way().prior
            else:
                classes = deals.classes[:, pot.index(player)]
                share = _by_class(classes, gained)
                if decision == last:
                    out.reaches[last] = _by_class(classes, others)
                    out.folds[last] = _by_class(classes, others * before[:, player])
            out.advantages[decision] = out.advantages.get(decision, 0.0) + share
        for _, factor, _ in factors:
            weight = weight * factor
        added = weight[:, None] * change
        out.values[:] += added.sum(axis=0)
        out.errors[:] = np.sqrt(out.errors**2 + (added**2).sum(axis=0))


def _by_class(classes: npt.NDArray[np.int64], weights: Floats) -> Floats:
    return np.asarray(np.bincount(classes, weights, CLASS_COUNT), np.float64)
