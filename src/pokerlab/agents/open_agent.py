"""Open agents: what they do is a function of what everybody knows, for every hand at once; `act` is a draw from it.

Chances are rounded to parts of 65,535 before the draw, so that what is logged is exactly what was played.
"""

from abc import abstractmethod

import numpy as np
import numpy.typing as npt

from pokerlab.agents.agent import NO_CLOCK, Agent, Clock
from pokerlab.equilibrium.policy import Chances
from pokerlab.errors import AgentError
from pokerlab.games.action import Action
from pokerlab.games.hands import hand_number
from pokerlab.games.view import Public, View

WHOLE = 65_535
"""Chances add up to this many parts."""
MOST_OFF = 1e-3
"""How far chances may be from 1, added up: rounding, and no more."""


class OpenAgent(Agent):
    """An agent that is also a policy (see `equilibrium.policy`)."""

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
        column = table[:, hand_number(view.game, view.private)]
        total = float(column.sum())
        if total and not abs(total - 1) < MOST_OFF:
            raise AgentError(f"the chances of a hand add up to {total:g}, not to 1")
        parts = as_parts(column)
        return actions[draw_part(parts, int(self.hand.rng.integers(WHOLE)))]


def as_parts(chances: npt.NDArray[np.floating]) -> npt.NDArray[np.uint16]:
    """uint16 [action] or [action, hand]: chances in whole parts of 65,535, by the largest remainders (of equal ones the
    first action's); where all are 0, every action alike."""
    table = np.asarray(chances, np.float64)
    total = np.add.accumulate(table, axis=0)[-1]  # action by action: a column alone rounds as among others
    if not (np.isfinite(total).all() and (table >= 0).all()):
        raise AgentError("chances are numbers of at least 0")
    even = np.full_like(table, 1 / len(table))
    share = np.where(total > 0, np.divide(table, total, out=even.copy(), where=total > 0), even) * WHOLE
    parts = np.floor(share)
    missing = WHOLE - parts.sum(axis=0)
    order = np.argsort(parts - share, axis=0, kind="stable")  # the largest remainders first
    rank = np.argsort(order, axis=0, kind="stable")
    return np.asarray(parts + (rank < missing), np.uint16)


def draw_part(parts: npt.NDArray[np.uint16], number: int) -> int:
    """The action that a number from 0 to 65,534 draws."""
    return int(np.searchsorted(np.cumsum(parts, dtype=np.int64), number, side="right"))
