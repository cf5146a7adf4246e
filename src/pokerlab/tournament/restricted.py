"""A subgame in which only some hands of every decision are open: those whose two actions are nearly equal.

Most hands are clear, and a solver need not carry them along. Clear folds leave the game: the chances of three players'
classes shrink from 169 x 169 x 169 to some ten thousand triples per overcall. Clear overcalls are summed up once. Who
uses this checks the result in the whole subgame, and opens further hands if they would gain there.

What happens after a call depends on the strategies of the overcallers only. It is kept as long as those stay the same,
so that a change of the push or of a call costs next to nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab.tournament.game import Decision
from pokerlab.tournament.showdown import joint_three, two_way
from pokerlab.tournament.subgame import ROUNDING, Subgame
from pokerlab.tournament.threeway import ORDERS

Floats = npt.NDArray[np.float64]
Hands = Mapping[Decision, npt.NDArray[np.int64]]
Profile = Mapping[Decision, Floats]


class RestrictedSubgame:
    """The pushes, calls and overcalls of a subgame with `hands` by decision, int64 [hand]: the classes that are kept.

    For overcalls, `sure` are further classes, int64 [hand], that are always all-in. All others fold. Strategies,
    advantages and reaches are by decision, float64 [hand], over the classes that are kept.
    """

    def __init__(self, subgame: Subgame, fold_value: float, hands: Hands, sure: Hands) -> None:
        self.subgame = subgame
        self.hands = hands
        pusher = subgame.pusher
        pushing = hands[subgame.push]
        values = subgame.game.values
        self._prior = subgame.prior[pushing]
        self._fold_value = fold_value
        self._steal = values[(pusher,)][0, pusher:]
        self._second = {call: subgame.second[np.ix_(pushing, hands[call])] for call in subgame.calls}
        self._overcallers: dict[Decision, _Overcalls] = {}
        for call in subgame.calls:
            orders = two_way().orders2[np.ix_(np.arange(3), pushing, hands[call])].reshape(3, -1)
            duel = values[(pusher, call.player)].T[pusher:] @ orders
            overs = [_Overcall(subgame, over, hands, sure[over]) for over in subgame.overcalls[call]]
            self._overcallers[call] = _Overcalls(duel, overs, call.player - pusher + 1)

    @property
    def decisions(self) -> list[Decision]:
        """Those that are played here."""
        return list(self.hands)

    def advantages(self, strategies: Profile, rows: Hands | None = None) -> dict[Decision, Floats]:
        """By decision, as in `subgame.Evaluation`, over the hands that are kept; or of some `rows` of these only, int64
        [row] by decision."""
        subgame, pusher = self.subgame, self.subgame.pusher
        found: dict[Decision, Floats] = {}
        arrivals, calling = self._arrivals(strategies)
        after = np.tile(self._steal, (len(self._prior), 1))  # [a, player from the pusher on]
        for number in reversed(range(len(subgame.calls))):
            call, second = subgame.calls[number], self._second[subgame.calls[number]]
            seat = call.player - pusher
            met = arrivals[number][:, None] * second
            overcallers = self._overcallers[call]
            shown = overcallers.settle(strategies).reshape(seat + 1, *met.shape)
            arrival = (met * strategies[call]).ravel()
            for over in overcallers.overs:
                if rows is None or over.decision in rows:
                    wanted = over.every if rows is None else rows[over.decision]
                    found[over.decision] = over.advantage(arrival, wanted)
            found[call] = np.einsum("ab,ab->b", met, shown[seat]) - after[:, seat] @ met
            called = second * strategies[call]
            after = after[:, :seat] * (1 - calling[number][:, None]) + np.einsum("ab,pab->ap", called, shown[:seat])
        found[subgame.push] = self._prior * (after[:, 0] - self._fold_value)
        if rows is None:
            return found
        return {d: found[d] if len(d.pot) > 1 else found[d][wanted] for d, wanted in rows.items()}

    def moved(
        self, strategies: Profile, decision: Decision, hand: int, step: float, rows: Hands, before: Profile
    ) -> dict[Decision, Floats]:
        """The advantages of some rows, `before` by now, once the frequency of one hand has changed by `step`."""
        strategy = strategies[decision].copy()
        strategy[hand] += step
        return self.advantages({**strategies, decision: strategy}, rows)

    def reaches(self, strategies: Profile) -> dict[Decision, Floats]:
        """By decision, as in `subgame.Evaluation`, over the hands that are kept."""
        arrivals, _ = self._arrivals(strategies)
        found = {self.subgame.push: self._prior}
        for call, arrived in zip(self.subgame.calls, arrivals, strict=True):
            met = arrived[:, None] * self._second[call]
            found[call] = met.sum(axis=0)
            overcallers = self._overcallers[call]
            overcallers.settle(strategies)
            found |= {over.decision: over.reach((met * strategies[call]).ravel()) for over in overcallers.overs}
        return found

    def _arrivals(self, strategies: Profile) -> tuple[list[Floats], list[Floats]]:
        """By call, float64 [a] each: the chance that the pusher is in with a and nobody called before, and that of the
        call then."""
        reach = self._prior * strategies[self.subgame.push]
        arrivals, calling = [], []
        for call in self.subgame.calls:
            arrivals.append(reach)
            calling.append(self._second[call] @ strategies[call])
            reach = reach * (1 - calling[-1])
        return arrivals, calling


class _Overcall:
    """An overcall, over its own hands c and the pairs (a, b) of pusher's and caller's hands that it meets.

    - `chance` float32 [c, pair]: of the hand, given the pair; `worth` [c, pair]: that times the own value of the
      showdown; `others` [player, c, pair]: times that of the players from the pusher to the one before
    - set by `update` for some strategy: `taken` float64 [pair] the chance of the overcall, `paid` [player, pair] that
      times the values of the others
    - set by who knows the other overcalls: `open` [pair] the chance that nobody overcalled before, `folded` [pair] the
      value of folding
    """

    def __init__(self, subgame: Subgame, decision: Decision, hands: Hands, sure: npt.NDArray[np.int64]) -> None:
        from pokerlab.tournament import pushfold_kernels

        pushing, calling = hands[subgame.push], hands[Decision(decision.pot[1], decision.pot[:1])]
        own = hands[decision]
        values = subgame.game.values[(*decision.pot, decision.player)].T[subgame.pusher : decision.player + 1]
        values = np.ascontiguousarray(np.vstack([values, np.ones(len(ORDERS))]))
        factors = subgame.per_joint[np.ix_(pushing, calling)].astype(np.float64)
        sums = np.empty((len(values), *factors.shape))
        tables = np.empty((len(values), len(own), factors.size), np.float32)

        def add(classes: npt.NDArray[np.int64]) -> Floats:
            weights = subgame.weights[classes]
            pushfold_kernels.sum_thirds(joint_three(), pushing, calling, classes, weights, factors, values, sums)
            return sums.reshape(len(values), -1)

        for row in range(len(own)):
            tables[:, row] = add(own[row : row + 1])
        self.decision = decision
        self.every = np.arange(len(own))
        self.others, self.worth, self.chance = tables[:-2], tables[-2], tables[-1]
        self.strategy = np.zeros(len(own))
        always = add(sure)
        self.taken, self.paid = always[-1].copy(), always[:-2].copy()
        self.open = self.folded = np.zeros(factors.size)

    def update(self, strategy: Floats) -> bool:
        """Take a strategy over; whether anything changed."""
        from pokerlab.tournament import pushfold_kernels

        more = strategy - self.strategy
        changed = np.flatnonzero(more)
        if not len(changed):
            return False
        more = more[changed]
        pushfold_kernels.add_rows(self.chance, changed, more, self.taken)
        for table, sums in zip(self.others, self.paid, strict=True):
            pushfold_kernels.add_rows(table, changed, more, sums)
        self.strategy = strategy.copy()
        return True

    def advantage(self, arrival: Floats, rows: npt.NDArray[np.int64]) -> Floats:
        """float64 [row]: what the overcall is better than folding times its chance, of some hands."""
        from pokerlab.tournament import pushfold_kernels

        met = arrival * self.open
        won, kept = np.empty(len(rows)), np.empty(len(rows))
        pushfold_kernels.dot_rows(self.worth, rows, met, won)
        pushfold_kernels.dot_rows(self.chance, rows, met * self.folded, kept)
        return won - kept

    def reach(self, arrival: Floats) -> Floats:
        """float64 [c]: the chance to be there."""
        from pokerlab.tournament import pushfold_kernels

        out = np.empty(len(self.every))
        pushfold_kernels.dot_rows(self.chance, self.every, arrival * self.open, out)
        return out


@dataclass
class _Overcalls:
    """What follows a call: `duel` [player, pair] the values of a showdown of two, `overs` in the order of play.

    `seats`: how many players, from the pusher on, still have a use for the values: up to the caller.
    """

    duel: Floats
    overs: list[_Overcall]
    seats: int
    _shown: Floats | None = None

    def settle(self, strategies: Profile) -> Floats:
        """float64 [player, pair]: the values after the call, from the pusher to the caller."""
        changed = [over.update(strategies[over.decision]) for over in self.overs]
        if self._shown is not None and not any(changed):
            return self._shown
        still = np.ones(self.duel.shape[1])
        stays = [np.where(over.taken > 1 - ROUNDING, 0.0, 1 - over.taken) for over in self.overs]
        for over, stay in zip(self.overs, stays, strict=True):
            over.open = still
            still = still * stay
        values = self.duel
        for over, stay in zip(reversed(self.overs), reversed(stays), strict=True):
            seat = len(over.others)
            over.folded = values[seat]
            values = values[:seat] * stay + over.paid
        self._shown = values[: self.seats]
        return self._shown
