"""Quick push/fold charts: an approximation of the equilibrium of a spot in a fraction of a millisecond.

    charts = quick_charts(PushFoldSpot.of([2000, 1500, 1000], (50, 100), payouts=(65, 35)))
    charts.gains(Decision(0, ()))            by class, what all-in earns more than folding
    charts.strategy(Decision(0, ()))

For play that cannot wait for a solver: simulations of tournaments, and the first answer at a table. While ranges are
looked for they are the first classes of an order, as in Moravčík's abstraction, so that all sums over a range can be
looked up; card removal counts between the two hands of a showdown. In the end every class is judged by itself against
the ranges found (his chapter 15). At most two are all-in while ranges are looked for; overcalls are judged against the
ranges of both, as if their hands were independent; of more than two those with the most chips count. Who is all-in by
his ante alone pushes nobody out: later players push as if he had folded, but at every end he has a chance to win what
he can (`quick_kernels.BEATS`), which on the bubble is what counts.
docs/players.md has what that costs against full solves.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_COUNT
from pokerlab.cards.preflop import strength_order
from pokerlab.errors import TournamentError
from pokerlab.tournament.game import Decision, PushFoldGame
from pokerlab.tournament.quick_kernels import SHORT, Tables
from pokerlab.tournament.showdown import two_way
from pokerlab.tournament.spot import PushFoldSpot
from pokerlab.tournament.valuation import Outcome

Floats = npt.NDArray[np.float64]

PUSH_AGAINST, CALL_AGAINST = 0.2, 0.4
"""The classes are ordered by their equity against so much of the strongest: pushes against callers, calls against
pushers."""


@cache
def quick_tables() -> Tables:
    """See `quick_kernels.Tables`."""
    chances = two_way()
    push_order, call_order = (_order_against(part) for part in (PUSH_AGAINST, CALL_AGAINST))
    by_class = (chances.second * chances.orders2).transpose(1, 2, 0)  # [a, b, order]
    called = _prefix_sums(by_class[:, call_order], 1)
    # [b, a, order]: of the caller's class, the pusher's in his order, orders as the pusher sees them
    by_caller = chances.second[:, :, None] * chances.orders2.transpose(2, 1, 0)
    pushed = _prefix_sums(by_caller[:, push_order], 1)
    joint = chances.joint * chances.orders2
    both = joint.transpose(1, 2, 0)[push_order][:, call_order]
    met = _prefix_sums(_prefix_sums(both, 0), 1)
    totals = met.sum(axis=2, keepdims=True)
    met = np.divide(met, totals, out=np.full_like(met, 1 / 3), where=totals > 0)
    masses = [np.concatenate([[0.0], np.cumsum(chances.prior[order])]) for order in (push_order, call_order)]
    return Tables(push_order, call_order, masses[0], masses[1], called, pushed, met)


@dataclass(frozen=True)
class QuickCharts:
    """The charts of a spot.

    - `forced`: bool [player], all-in by ante and blind; `by_ante`: by the ante alone
    - `pushes`: float64 [player], `calls`: float64 [pusher, caller]: ranges as places in the orders of `quick_tables`
    - `values`: float64 [player, player]: what everybody can expect when it is a player's turn and nobody is in
    """

    spot: PushFoldSpot
    stacks: Floats
    forced: npt.NDArray[np.bool_]
    by_ante: npt.NDArray[np.bool_]
    steals: Floats
    duels: Floats
    pushes: Floats
    calls: Floats
    values: Floats

    def gains(self, decision: Decision) -> Floats:
        """float64 [169]: what all-in earns more than folding, by class, in the unit of the spot."""
        from pokerlab.tournament import quick_kernels

        tables, out = quick_tables(), np.zeros(CLASS_COUNT)
        pot = self._main_pot(decision)
        if not pot:
            if decision.player == self.spot.players - 1:
                raise TournamentError("the big blind has won if nobody is all-in")
            quick_kernels.push_gains(
                tables, self.stacks, self.forced, self.steals, self.duels, self.calls, self.values, decision.player, out
            )
        elif len(pot) == 1:
            quick_kernels.call_gains(
                tables, self.stacks, self.forced, self.steals, self.duels, self.pushes, self.calls, pot[0],
                decision.player, out,
            )  # fmt: skip
        else:
            return self._overcall_gains((pot[0], pot[1], decision.player))
        return out

    def strategy(self, decision: Decision) -> Floats:
        """float64 [169]: 1 for the classes that are all-in."""
        if self.forced[decision.player]:
            return np.ones(CLASS_COUNT)
        return (self.gains(decision) > 0).astype(np.float64)

    def range(self, decision: Decision) -> Floats:
        """float64 [169]: the ordered range of a push or call that others answer."""
        tables, pot = quick_tables(), self._main_pot(decision)
        order = tables.call_order if pot else tables.push_order
        place = self.calls[pot[0], decision.player] if pot else self.pushes[decision.player]
        found = np.zeros(CLASS_COUNT)
        found[order] = np.clip(place - np.arange(CLASS_COUNT), 0, 1)
        return found

    def _main_pot(self, decision: Decision) -> tuple[int, ...]:
        """The two at most of those who are in that a decision is judged against.

        Somebody with a big blind at most, less than half of what the player has, pushes nobody out either: to call him
        all-in is a push against all who are still to act.
        """
        most = min(self.spot.big_blind, SHORT * self.stacks[decision.player])
        pot = [player for player in decision.pot if not self.by_ante[player] and self.stacks[player] > most]
        if not pot and decision.player == self.spot.players - 1:
            pot = list(decision.pot)
        return tuple(sorted(sorted(pot, key=lambda player: -self.stacks[player])[:2]))

    def _overcall_gains(self, pot: tuple[int, int, int]) -> Floats:
        """Of the last of the pot, behind a pusher and a caller."""
        from pokerlab.tournament import quick_kernels

        spot = self.spot
        values, out = np.empty(len(quick_kernels.STRICT)), np.empty(CLASS_COUNT)
        if spot.bounties is None:
            stakes, dead = _posted(spot)
            quick_kernels.overcall_values(
                self.stacks, stakes, dead, np.array(spot.stacks), _prizes(spot), spot.payouts is None, self.by_ante,
                np.array(pot, np.int64), values,
            )  # fmt: skip
        else:
            ends = [(pot, tuple(places)) for places in quick_kernels.STRICT.tolist()]
            values[:] = _with_survivors(self.game, self.by_ante, ends)[:, pot[-1]]
        quick_kernels.overcall_gains(
            quick_tables(), *two_way_wins(), values, self.duels, self.pushes, self.calls, *pot, out
        )
        return out

    @cached_property
    def game(self) -> PushFoldGame:
        """The decisions of the spot and the values of its ends."""
        return PushFoldGame(self.spot)


def quick_charts(spot: PushFoldSpot) -> QuickCharts:
    """The charts of a spot."""
    from pokerlab.tournament import quick_kernels

    players = spot.players
    forced = spot.is_forced()
    by_ante = forced & (spot.blinds() == 0)
    stakes, dead = _posted(spot)
    stacks = np.array(spot.stacks) - (spot.antes() if spot.big_blind_ante else 0.0)
    walk, steals = np.empty(players), np.zeros((players, players))
    duels = np.zeros((players, players, 3, players))
    if spot.bounties is None:
        starts = np.array(spot.stacks)
        quick_kernels.value_ends(
            starts, stacks, stakes, dead, _prizes(spot), spot.payouts is None, by_ante, walk, steals, duels
        )
    else:
        pots: list[tuple[int, ...]] = [(player,) for player in range(players - 1)]
        pots += [(one, other) for one in range(players) for other in range(one + 1, players)]
        ends = [(pot, places) for pot in pots for places in (_ONE if len(pot) == 1 else _TWO)]
        ends.append(((players - 1,), (0,)))
        values = _with_survivors(PushFoldGame(spot), by_ante, ends)
        walk[:] = values[-1]
        for (pot, places), value in zip(ends[:-1], values, strict=False):
            if len(pot) == 1:
                steals[pot[0]] = value
            else:
                duels[pot[0], pot[1], _TWO.index(places)] = value
    game = PushFoldGame(spot)
    stuck = np.array([game.must_go_in(player, ()) for player in range(players)])
    pushes, calls, expected = np.zeros(players), np.zeros((players, players)), np.zeros((players, players))
    quick_kernels.find_ranges(
        quick_tables(), stacks, forced, by_ante, stuck, walk, steals, duels, pushes, calls, expected
    )
    return QuickCharts(spot, stacks, forced, by_ante, steals, duels, pushes, calls, expected)


_ONE: tuple[tuple[int, ...], ...] = ((0,),)
_TWO: tuple[tuple[int, ...], ...] = ((0, 1), (0, 0), (1, 0))


def _with_survivors(
    game: PushFoldGame, by_ante: npt.NDArray[np.bool_], ends: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]
) -> Floats:
    """float64 [end, player]: the values of ends (who is all-in, and the places of their hands); as
    `quick_kernels.add_survivors`."""
    from pokerlab.tournament.quick_kernels import BEATS

    spot = game.spot
    out = []
    for pot, places in ends:
        others = [player for player in np.flatnonzero(by_ante).tolist() if player not in pot]
        is_walk = pot == (spot.players - 1,)
        each = 1 / (len(others) + BEATS[0 if is_walk else len(pot)])
        ways = [Outcome.of(spot, pot, places)]
        ways += [Outcome.of(spot, (*pot, other), (*(place + 1 for place in places), 0)) for other in others]
        weights = np.array([1 - each * len(others), *[each] * len(others)])
        out.append(weights @ game.valuation.values(spot, ways))
    return np.array(out)


def _posted(spot: PushFoldSpot) -> tuple[Floats, float]:
    """float64 [player]: what everybody has staked; and the chips that are nobody's."""
    antes = spot.antes()
    if spot.big_blind_ante:
        return spot.blinds(), float(antes.sum())
    return spot.blinds() + antes, 0.0


def _prizes(spot: PushFoldSpot) -> Floats:
    """float64 [player]: the prizes, zeros included."""
    prizes = np.zeros(spot.players)
    prizes[: len(spot.payouts or ())] = spot.payouts or ()
    return prizes


@cache
def two_way_wins() -> tuple[Floats, Floats]:
    """float64 [169, 169] each: the chance of an opposing class, and the part of it that is beaten (ties count half)."""
    chances = two_way()
    return np.ascontiguousarray(chances.second), chances.second * (chances.orders2[0] + chances.orders2[1] / 2)


def _order_against(part: float) -> npt.NDArray[np.int64]:
    """int64 [169]: the classes by their equity against a part of the strongest hands."""
    chances = two_way()
    order = strength_order()
    mass = np.cumsum(chances.prior[order])
    range_ = np.zeros(CLASS_COUNT)
    range_[order[mass <= part]] = 1.0
    second, won = two_way_wins()
    equity = (won * range_).sum(axis=1) / np.maximum((second * range_).sum(axis=1), 1e-12)
    return np.argsort(-equity, kind="stable").astype(np.int64)


def _prefix_sums(array: Floats, axis: int) -> Floats:
    sums = np.cumsum(array, axis=axis)
    shape = list(sums.shape)
    shape[axis] = 1
    return np.ascontiguousarray(np.concatenate([np.zeros(shape), sums], axis=axis))
