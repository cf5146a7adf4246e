"""Agents that can be compiled, in the compiled loop: any game, hand for hand as at the table.

    quick = HandPlay.of(game, dealer, agents)           # None if an agent or the game cannot be compiled
    quick.play((seed, match), first=0, deals=100_000, order=(0, 1, 2, 3, 4, 5))

Where `table_play` asks agents beforehand for all they would do, these decide in the loop: the game may be of any size.
"""

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from pokerlab._streams import stream
from pokerlab.agents.agent import Agent
from pokerlab.agents.expert import ExpertAgent
from pokerlab.games.compiled import compiled_rules, hand_array, why_not_compiled
from pokerlab.games.hands import MOST_HANDS
from pokerlab.games.rules import Game
from pokerlab.games.state import State
from pokerlab.lab.play_columns import chance_streams
from pokerlab.table.deals import Dealer, Shuffled

if TYPE_CHECKING:
    from pokerlab.agents.compiled_agents import CompiledAgents


class HandPlay:
    """Agents that play any number of deals in any order of the seats."""

    def __init__(self, game: Game, agents: "CompiledAgents") -> None:
        self.game, self.agents = game, agents
        self._rules, self._opening = compiled_rules(game), hand_array(State.start(game))

    @classmethod
    def of(cls, game: Game, dealer: Dealer, agents: Sequence[Agent], names: Sequence[str] = ()) -> "HandPlay | None":
        """None if an agent, the game or the dealer is none that kernels know. `names`: who sits at the table."""
        if not isinstance(dealer, Shuffled) or why_not_compiled(game) or not _has_hands(game):
            return None
        if any(agent.plays(game) or (game.start and isinstance(agent, ExpertAgent)) for agent in agents):
            return None
        from pokerlab.agents.compiled_agents import compiled_agents

        known = compiled_agents(agents, names)
        return None if known is None else cls(game, known)

    def play(self, seeds: tuple[int, ...], first: int, deals: int, order: tuple[int, ...]) -> npt.NDArray[np.float64]:
        """float64 [deal, seat]: the chips that each seat wins in so many deals from a number on; `order`: which agent
        sits where. `seeds`: those before the number of the deal."""
        from pokerlab.agents.compiled_places import fill_in
        from pokerlab.lab import hand_play_kernels

        won, progress, hand = (
            np.zeros((deals, self.game.players), np.int64),
            np.zeros(2, np.int64),
            self._opening.copy(),
        )
        while not hand_play_kernels.play_hands(
            self._rules, self._opening, self.agents, np.array(order, np.int64), np.uint64(stream(*seeds)),
            chance_streams(seeds, order), first, hand, progress, won,
        ):  # fmt: skip
            fill_in(self.agents.places)
        return won.astype(np.float64)


def _has_hands(game: Game) -> bool:
    """Whether open agents play a game: hands are dealt before the first decision, and not too many to list."""
    private = game.private_cards
    is_dealt = sum(private) == sum(private[: game.first_street + 1])
    return is_dealt and comb(len(game.deck), sum(private)) <= MOST_HANDS
