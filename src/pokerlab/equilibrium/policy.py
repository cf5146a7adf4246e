"""The one question to every strategy: what does it do here, with every hand?

    actions, table = policy.chances(state.public)
    table[:, hand_number(game, cards)]

Strategies of small games, solutions of spots and push/fold results answer it; judges, agents and translators ask it.
"""

from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pokerlab.games.action import Action
from pokerlab.games.rules import Game
from pokerlab.games.view import Public


class Chances(NamedTuple):
    """What a policy does in a public situation.

    - `actions`: those it considers, all legal: fold, check or call, then raises from small to large
    - `table`: float32 [action, hand], how likely each is; hands as in `games.hands.private_hands`. A column adds up to
      1, or is 0 where a hand cannot be held or the policy knows nothing about it
    """

    actions: tuple[Action, ...]
    table: npt.NDArray[np.float32]


class Policy(Protocol):
    """Whatever plays: the chance of every action for every hand, in any public situation of its game."""

    @property
    def game(self) -> Game:
        """The game that it plays, from where it begins."""
        ...

    def chances(self, public: Public) -> Chances:
        """What it does in a situation of its game in which a seat has to act; a `PokerError` if the situation is not
        one of the game, or has bets that it does not know."""
        ...
