"""The table of a match: a game, who deals, the agents with their time, and where their chance comes from."""

from collections.abc import Sequence
from functools import cached_property
from math import inf

from pokerlab._streams import secret
from pokerlab.agents.agent import Agent
from pokerlab.agents.process_agent import ProcessAgent
from pokerlab.agents.registry import named_agent
from pokerlab.errors import MatchError, shorten
from pokerlab.games.rules import Game
from pokerlab.lab.hand_play import HandPlay
from pokerlab.lab.play_job import PlayJob, game_of
from pokerlab.lab.table_play import TablePlay
from pokerlab.table.deals import Dealer
from pokerlab.table.hand import Limits, PlayedHand, play_hand


class MatchTable:
    """A game, who deals, and the agents that play it."""

    def __init__(self, job: PlayJob, game: Game, dealer: Dealer, agents: Sequence[Agent], hands: int) -> None:
        self.job, self.game, self.dealer, self.agents = job, game, dealer, agents
        self.limits = Limits(job.response or inf, job.hand or inf, (job.average or inf) * hands, job.strict)
        self.spent = [0.0] * len(agents)

    @classmethod
    def of(cls, job: PlayJob, hands: int = 1) -> "MatchTable":
        """With time for so many hands."""
        game, dealer = game_of(job.game)
        if len(job.agents) != game.players:
            raise MatchError(f"{game.name} has {game.players} seats; agents given: {len(job.agents)}")
        table = cls(job, game, dealer, [named_agent(name) for name in job.agents], hands)
        for name, agent in zip(job.agents, table.agents, strict=True):
            if why := agent.plays(game):
                table.close()
                raise MatchError(f"{shorten(name)}: {why}")
        return table

    def quick(self, hands: int) -> TablePlay | HandPlay | None:
        """The compiled loop, where it can play so many hands: it says nothing but the chips that were won."""
        if self.job.judges != ("chips",) or self.limits.are_set:
            return None
        tables = TablePlay.of(self.game, self.dealer, self.agents, most_questions=hands)
        return tables or HandPlay.of(self.game, self.dealer, self.agents, self.names)

    def play(self, match: int, deal: int, order: Sequence[int]) -> PlayedHand:
        """A deal of a match with the agents in their seats (`order`: which one sits where). Names tell agents of one
        kind apart. From what an agent knows of its own chance, neither the cards follow nor what others draw."""
        seeds = [(secret(self.job.seed, match, agent), deal, seat) for seat, agent in enumerate(order)]
        played = play_hand(
            self.game, self.dealer.deck(self.job.seed, match, deal), [self.agents[agent] for agent in order],
            names=[self.names[agent] for agent in order], number=deal, seeds=seeds, limits=self.limits,
            spent=[self.spent[agent] for agent in order],
        )  # fmt: skip
        for agent, seconds in zip(order, played.seconds, strict=True):
            self.spent[agent] += seconds
        return played

    @cached_property
    def names(self) -> list[str]:
        """By agent."""
        given = self.job.agents
        return [name if given.count(name) == 1 else f"{name} ({number + 1})" for number, name in enumerate(given)]

    def close(self) -> None:
        """Programs that play are ended."""
        for agent in self.agents:
            if isinstance(agent, ProcessAgent):
                agent.close()

    def __enter__(self) -> "MatchTable":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
