"""What an agent is: it hears that a hand starts, sees what happens, and acts when it is its turn.

    agent.start(hand)          a hand begins: game, own seat, who sits where, and chance for this hand
    agent.observe(view)        something public happened: an action, cards, the end with what was shown
    agent.act(view, clock)     its turn: an action

An agent is handed `View`s and nothing else: no cards of others, no deck. A person, a bot and a network client are all
agents. What an agent keeps from hand to hand is its memory, which it declares, gives and takes as arrays and plain
data; it comes from what the agent hears and sees, so that hands on file can be told again.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlab._streams import stream
from pokerlab.equilibrium.policy import Chances
from pokerlab.errors import AgentError
from pokerlab.games.action import Action
from pokerlab.games.rules import Game
from pokerlab.games.view import Public, View

if TYPE_CHECKING:
    from pokerlab.tournament.facts import TournamentFacts

Arrays = dict[str, npt.NDArray[Any]]


class Memory(StrEnum):
    """What an agent keeps: nothing from hand to hand, or what it has seen in a match."""

    NONE = "none"
    MATCH = "match"


@dataclass(frozen=True)
class HandStart:
    """What an agent is told when a hand begins.

    - `game`: with the stacks of this hand; `seat`: the agent's own
    - `names`: who sits where; `number`: of the hand in its match, from 0
    - `seeds`: what chance for this hand and seat comes from
    - `tournament`: what is known of the tournament that the hand is of, if it is of one
    """

    game: Game
    seat: int
    names: tuple[str, ...] = ()
    number: int = 0
    seeds: tuple[int, ...] = (0,)
    tournament: "TournamentFacts | None" = None

    @cached_property
    def rng(self) -> np.random.Generator:
        """Chance for this hand and seat alone."""
        return np.random.default_rng(np.random.SeedSequence(self.seeds))

    @cached_property
    def stream(self) -> int:
        """The same for draws that are told by their number, see `_streams`: open agents' are, by their decisions."""
        return stream(*self.seeds)


class Clock(NamedTuple):
    """Seconds that are left for this response, for the hand, and for the match."""

    response: float = inf
    hand: float = inf
    match: float = inf

    @property
    def left(self) -> float:
        """The least of them."""
        return min(self)


NO_CLOCK = Clock()


class Agent(ABC):
    """Whoever decides.

    - `is_open`: whether it says its chances, see `open_agent`; `noted` is then told them whenever it acts by them
    - `is_limited`: whether a limit of time ends its answer by itself, as in a process of its own
    """

    memory: Memory = Memory.NONE
    is_open: bool = False
    is_limited: bool = False
    noted: Callable[[Public, Chances], None] | None = None

    def start(self, hand: HandStart) -> None:
        """A hand begins."""
        self.hand = hand

    def observe(self, view: View) -> None:  # noqa: B027 (most agents need not look)
        """Something public happened; at the end of a hand `view.is_over`, with the cards that were shown."""

    @abstractmethod
    def act(self, view: View, clock: Clock = NO_CLOCK) -> Action:
        """The action to take; it should be legal."""

    def plays(self, game: Game) -> str:
        """Why it does not play a game, in one line; empty if it does."""
        return ""

    def remember(self) -> tuple[Arrays, dict[str, Any]]:
        """The memory as arrays and plain data."""
        return {}, {}

    def recall(self, arrays: Arrays, facts: dict[str, Any]) -> None:
        """Take up a memory that `remember` gave."""
        if arrays or facts:
            raise AgentError(f"{type(self).__name__} keeps no memory")
