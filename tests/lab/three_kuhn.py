"""Profiles of Kuhn poker for three: an equilibrium, and counterfactual regret minimisation written down plainly."""

import numpy as np

from pokerlab.equilibrium.policy import Chances
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.hands import private_hands
from pokerlab.games.library import named_game
from pokerlab.lab.endings import end_values
from pokerlab.lab.lines import Priors

EQUILIBRIUM = {
    "": (0, 0, 0, 0), "c": (1 / 8, 1 / 8, 0, 1 / 2), "cc": (0, 1 / 2, 0, 1),
    "ccr": (0, 0, 0, 1), "ccrf": (0, 0, 11 / 16, 1), "ccrc": (0, 0, 0, 1),
    "cr": (0, 0, 0, 1), "crf": (0, 0, 1 / 2, 1), "crc": (0, 0, 0, 1),
    "r": (0, 0, 0, 1), "rf": (0, 0, 1 / 2, 1), "rc": (0, 0, 0, 1),
}  # fmt: skip
"""By what was done, how often J, Q, K and A bet or call: one of the family of Szafron, Gibson and Sturtevant (2013, A
Parameterized Family of Equilibrium Profiles for Three-Player Kuhn Poker), in which the first player never bets."""
VALUES = (-5 / 192, -1 / 48, 3 / 64)


class Written:
    """A policy by its numbers: how often each hand bets or calls."""

    def __init__(self, often):
        self.often = often

    def chances(self, public):
        often = np.array(self.often["".join(str(played.action)[0] for played in public.betting.history)])
        legal = public.betting.legal
        actions = (FOLD, CALL) if legal.fold else (CALL, raise_to(legal.max_raise))
        return Chances(actions, np.array([1 - often, often]))


class PlainRegrets:
    """Counterfactual regret minimisation (Zinkevich et al. 2007) over all deals of a game without a board, all players
    at once; as a policy, the average."""

    def __init__(self, name, iterations):
        self.held = Priors.of(named_game(name)).holdings()
        self.hands = len(private_hands(self.held.game))
        self.regrets, self.sums = {}, {}
        for _ in range(iterations):
            self._walk(Betting.start(self.held.game), [np.ones(self.hands)] * self.held.game.players)

    def chances(self, public):
        sums = self.sums["".join(str(played.action) for played in public.betting.history)]
        return Chances(_actions(public.betting), _normal(sums))

    def _walk(self, betting, reaches):
        if betting.actor < 0:
            return end_values(betting, (), self.held)
        seat, actions = betting.actor, _actions(betting)
        key = "".join(str(played.action) for played in betting.history)
        regrets = self.regrets.setdefault(key, np.zeros((len(actions), self.hands)))
        sums = self.sums.setdefault(key, np.zeros((len(actions), self.hands)))
        now, own = _normal(np.maximum(regrets, 0)), self.held.hands[:, seat]
        values = []
        for action, often in zip(actions, now, strict=True):
            after = [reach * often if other == seat else reach for other, reach in enumerate(reaches)]
            values.append(self._walk(betting.act(action), after))
        value = sum(often[own][:, None] * of_action for often, of_action in zip(now, values, strict=True))
        others = np.prod([r[self.held.hands[:, s]] for s, r in enumerate(reaches) if s != seat], axis=0)
        for place, of_action in enumerate(values):
            regrets[place] += np.bincount(own, others * (of_action - value)[:, seat], self.hands)
        sums += reaches[seat] * now
        return value


def _actions(betting):
    legal = betting.legal
    return (*[FOLD] * legal.fold, CALL, *[raise_to(legal.max_raise)] * bool(legal.max_raise))


def _normal(numbers):
    total = numbers.sum(axis=0)
    return np.where(total > 0, numbers / np.where(total > 0, total, 1), 1 / len(numbers))
