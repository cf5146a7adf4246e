"""Open agents: what they do is a function of what everybody knows, for every hand at once; `act` is a draw from it.

Chances are rounded to parts of 65,535 before the draw, so that what is logged is exactly what was played.
"""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import isfinite

import numpy as np
import numpy.typing as npt

from pokerlab._streams import WHOLE, draw
from pokerlab.agents.agent import NO_CLOCK, Agent, Clock
from pokerlab.betting.menu import Menu
from pokerlab.equilibrium.policy import Chances
from pokerlab.errors import AgentError
from pokerlab.games.action import Action
from pokerlab.games.hands import hand_number
from pokerlab.games.view import Public, View

MOST_OFF = 1e-3
"""How far chances may be from 1, added up: rounding, and no more."""


class OpenAgent(Agent):
    """An agent that is also a policy (see `equilibrium.policy`).

    `is_table`: what it does in a situation of a game is the same in every hand, whoever sits where. Such agents can be
    asked beforehand, and play in a compiled loop. `menu`: the bets that it knows; None for any.
    """

    is_table = False
    menu: Menu | None = None

    is_open = True

    @abstractmethod
    def chances(self, public: Public) -> Chances:
        """The chance of every action for every private hand, by public facts and what `start` said; never by the own
        cards, and without a change of the agent."""

    def act(self, view: View, clock: Clock = NO_CLOCK) -> Action:
        """One draw from `chances`."""
        public = view.public
        actions, table = chances = self.chances(public)
        if self.noted:
            self.noted(public, chances)
        if len(actions) == 1:
            return actions[0]
        column = table[:, hand_number(view.game, view.private)].tolist()
        total = sum(column)
        if total and not abs(total - 1) < MOST_OFF:
            raise AgentError(f"the chances of a hand add up to {total:g}, not to 1")
        return actions[draw_part(column_parts(column), draw(self.hand.stream, len(view.betting.history), WHOLE))]


def as_parts(chances: npt.NDArray[np.floating]) -> npt.NDArray[np.uint16]:
    """uint16 [action] or [action, hand]: chances in whole parts of 65,535, by the largest remainders (of equal ones the
    first action's); where all are 0, every action alike."""
    table = np.asarray(chances, np.float64)
    total = sum(table, start=np.zeros(table.shape[1:]))  # one after the other, as `column_parts` and kernels add
    if not (np.isfinite(total).all() and (table >= 0).all()):
        raise AgentError("chances are numbers of at least 0")
    even = np.full_like(table, 1 / len(table))
    share = np.where(total > 0, np.divide(table, total, out=even.copy(), where=total > 0), even) * WHOLE
    parts = np.floor(share)
    missing = WHOLE - parts.sum(axis=0)
    order = np.argsort(parts - share, axis=0, kind="stable")  # the largest remainders first
    rank = np.argsort(order, axis=0, kind="stable")
    return np.asarray(parts + (rank < missing), np.uint16)


def column_parts(chances: Sequence[float]) -> list[int]:
    """The same of the actions of one hand, which is much quicker."""
    total = 0.0
    for chance in chances:  # one after the other, as kernels add: `sum` is more exact from Python 3.12 on
        total += chance
    if not (isfinite(total) and min(chances) >= 0):
        raise AgentError("chances are numbers of at least 0")
    shares = [chance / total * WHOLE for chance in chances] if total > 0 else [1 / len(chances) * WHOLE] * len(chances)
    parts = [int(share) for share in shares]
    if missing := WHOLE - sum(parts):
        by_remainder = sorted(range(len(parts)), key=lambda place: parts[place] - shares[place])
        for place in by_remainder[:missing]:
            parts[place] += 1
    return parts


def draw_part(parts: Iterable[int], number: int) -> int:
    """The action that a number from 0 to 65,534 draws."""
    for action, last in enumerate(accumulate(parts)):
        if number < last:
            return action
    raise AgentError(f"{number} is not below {WHOLE}")
