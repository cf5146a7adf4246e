"""Agents without a thought: yardsticks, and what the theses call the trivial bots."""

import math
from functools import lru_cache

import numpy as np

from pokerlab.agents.open_agent import OpenAgent
from pokerlab.equilibrium.policy import Chances
from pokerlab.games.action import CALL, FOLD, Action, raise_to
from pokerlab.games.betting import Legal
from pokerlab.games.view import Public

MOST_LISTED = 1_000


def _with_every_hand(public: Public, actions: tuple[Action, ...], chances: tuple[float, ...] = (1.0,)) -> Chances:
    game = public.game
    return _alike(actions, chances, math.comb(len(game.deck), sum(game.private_cards)))


@lru_cache(maxsize=4096)
def _alike(actions: tuple[Action, ...], chances: tuple[float, ...], hands: int) -> Chances:
    return Chances(actions, np.broadcast_to(np.array(chances, np.float32)[:, None], (len(actions), hands)))


class _Simple(OpenAgent):
    is_table = True


class AlwaysFold(_Simple):
    """Folds whenever it may, else checks. A yardstick of the computer poker competitions."""

    def chances(self, public: Public) -> Chances:
        """One action, whatever it holds."""
        return _with_every_hand(public, (FOLD,) if public.betting.legal.fold else (CALL,))


class AlwaysCall(_Simple):
    """Checks and calls. A yardstick of the computer poker competitions."""

    def chances(self, public: Public) -> Chances:
        """One action, whatever it holds."""
        return _with_every_hand(public, (CALL,))


class AlwaysRaise(_Simple):
    """Raises as little as it may, else calls. A yardstick of the computer poker competitions."""

    def chances(self, public: Public) -> Chances:
        """One action, whatever it holds."""
        legal = public.betting.legal
        return _with_every_hand(public, (raise_to(legal.min_raise),) if legal.max_raise else (CALL,))


class Random(_Simple):
    """Folds, calls and raises with equal chances; a raise is to any legal amount, all equally likely.

    With more than a thousand amounts those are spread evenly from the smallest to the largest.
    """

    def chances(self, public: Public) -> Chances:
        """The three kinds alike."""
        legal = public.betting.legal
        amounts = _amounts(legal)
        plain = [FOLD] * legal.fold + [CALL]
        kinds = len(plain) + bool(amounts)
        chances = (*[1 / kinds] * len(plain), *[1 / kinds / len(amounts) for _ in amounts])
        return _with_every_hand(public, (*plain, *map(raise_to, amounts)), chances)


class Uniform(_Simple):
    """Every legal action with the same chance, each amount of a raise for itself: where solvers of small games begin.

    With more than a thousand amounts those are spread evenly from the smallest to the largest.
    """

    def chances(self, public: Public) -> Chances:
        """All actions alike."""
        legal = public.betting.legal
        actions = (*[FOLD] * legal.fold, CALL, *map(raise_to, _amounts(legal)))
        return _with_every_hand(public, actions, (1 / len(actions),) * len(actions))


def _amounts(legal: Legal) -> list[int]:
    if not legal.max_raise:
        return []
    span = legal.max_raise - legal.min_raise + 1
    if span <= MOST_LISTED:
        return list(range(legal.min_raise, legal.max_raise + 1))
    spread = np.linspace(legal.min_raise, legal.max_raise, MOST_LISTED)
    return [round(amount) for amount in spread.tolist()]
