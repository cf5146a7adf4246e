"""What a judge of hands is: it says what a hand was worth to each seat, a number with the same mean as chips."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab.games.rules import Game
from pokerlab.games.state import State
from pokerlab.lab.policy_log import LoggedPolicy
from pokerlab.table.deals import Dealer

Floats = npt.NDArray[np.float64]
Policies = Sequence[LoggedPolicy | None]


@dataclass(frozen=True)
class SeatedAgents:
    """Who sits where, as far as judges need it.

    - `agents`: the number of the agent in each seat, from 0; () if they sit in their order
    - `open_seats`: seats whose agents say what they play from, whatever happens in a hand; None: all
    - `hidden`: seats whose cards are not always known, and are therefore never used
    """

    agents: tuple[int, ...] = ()
    open_seats: frozenset[int] | None = None
    hidden: tuple[int, ...] = ()

    def agent(self, seat: int) -> int:
        """The number of the agent in a seat."""
        return self.agents[seat] if self.agents else seat

    def is_open(self, seat: int) -> bool:
        """Whether what is played there is logged."""
        return self.open_seats is None or seat in self.open_seats


EVERYBODY = SeatedAgents()
"""Agents in their order, all known and seen."""


@dataclass(frozen=True)
class Lineup:
    """Who is judged, for reports: the `game` and who dealt it, `names` of the agents, and which of them say what they
    play from (numbers, from 0)."""

    game: Game
    dealer: Dealer | None
    names: tuple[str, ...]
    opens: frozenset[int]

    def named(self, agents: Sequence[int]) -> str:
        """Some of them, by name; of agents of one name with their number."""
        found = [
            self.names[one] if self.names.count(self.names[one]) == 1 else f"{self.names[one]} ({one + 1})"
            for one in agents
            if one < len(self.names)
        ]
        return ", ".join(found) or "nobody"


class HandJudge(ABC):
    """What a hand was worth to each seat, in `unit`s (chips, or what prizes are counted in).

    - `needs_policies`: whether it reads what agents played from
    - `learns`: whether it learns from other hands than it judges, which have to be there
    - `judges_played`: whether its mean is that of the chips that were played for, not of another agent's play
    - `ratios`: what hands weigh that were judged, of judges that weigh them (see `importance`)
    """

    unit: str = "chips"
    needs_policies: bool = False
    learns: bool = False
    judges_played: bool = True
    ratios: Sequence[float] = ()

    @abstractmethod
    def __call__(self, state: State, policies: Policies = (), seating: SeatedAgents = EVERYBODY) -> Floats:
        """float64 [seat]: of a hand that is over. `policies`: by decision what its agent played from, where known."""

    def begin(self, game: Game, dealer: Dealer | None = None) -> None:  # noqa: B027 (most need not know)
        """Hands of a game follow, dealt by a dealer (by default any cards alike)."""

    def check(self, game: Game) -> None:  # noqa: B027 (most judge every game)
        """A `PokerError` if it cannot judge a game."""

    def about(self, lineup: Lineup) -> str:
        """What is known, and where its values come from, in words; empty if there is nothing to say."""
        return ""


def in_words(
    about: str, chips_needed: float | None, effective_hands: float | None = None, off_chips: float | None = None
) -> str:
    """What reports say of a judge; empty if there is nothing."""
    parts = [about] if about else []
    if chips_needed is not None:
        parts.append(f"chips alone would need {chips_needed:,.0f} hands for this interval")
    if effective_hands is not None:
        parts.append(f"as good as {effective_hands:,.0f} hands on policy")
    if off_chips is not None:
        parts.append(f"differs from chips by {off_chips:.1f} standard errors of the difference")
    return "; ".join(parts)
