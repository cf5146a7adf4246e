"""Hands one after the other at one table: the button moves on, and stacks may carry on from hand to hand.

    session = Session(game, Shuffled(game), agents, names, seed=1, carries_on=True)
    played = session.play()
    session.stacks, session.won                  # chips of each player

Where stacks carry on, as at a cash table, whoever has nothing left buys in anew for the stack of the game.
"""

from collections.abc import Sequence
from dataclasses import replace

from pokerlab._streams import secret
from pokerlab.agents.agent import Agent
from pokerlab.errors import MatchError
from pokerlab.games.rules import Game
from pokerlab.table.deals import Dealer
from pokerlab.table.hand import NO_LIMITS, Limits, PlayedHand, play_hand


class Session:
    """Players at a table. Player 0 has seat 0 in the first hand; after each hand everybody moves on by one seat.

    - `stacks`: chips that each player has in front; `won`: chips won or lost so far, without what was bought in
    - `number`: hands that were played
    """

    def __init__(
        self,
        game: Game,
        dealer: Dealer,
        agents: Sequence[Agent],
        names: Sequence[str],
        *,
        seed: int = 0,
        carries_on: bool = False,
        limits: Limits = NO_LIMITS,
    ) -> None:
        if carries_on and game.start:
            raise MatchError(f"{game.name} begins in the middle of a hand: its stacks cannot carry on")
        self.game, self.dealer, self.agents, self.names = game, dealer, agents, names
        self.seed, self.carries_on, self.limits = seed, carries_on, limits
        self.stacks, self.won, self.number = list(game.stacks), [0] * game.players, 0
        self._secrets = [
            secret(seed, player) for player in range(game.players)
        ]  # what agents are told: no deck follows

    @property
    def order(self) -> list[int]:
        """Which player has each seat in the next hand."""
        return [(self.number + seat) % self.game.players for seat in range(self.game.players)]

    def play(self) -> PlayedHand:
        """The next hand; a `MatchError` if an agent does not play with these stacks."""
        order, game = self.order, self.game
        if self.carries_on:
            game = replace(game, stacks=tuple(self.stacks[player] for player in order))
            for player in order:
                if why := self.agents[player].plays(game):
                    raise MatchError(f"{self.names[player]}: {why}")
        played = play_hand(
            game, self.dealer.deck(self.seed, self.number), [self.agents[player] for player in order],
            names=[self.names[player] for player in order], number=self.number,
            seeds=[(self._secrets[player], self.number, seat) for seat, player in enumerate(order)], limits=self.limits,
        )  # fmt: skip
        self.number += 1
        for player, chips in zip(order, played.payoffs, strict=True):
            self.won[player] += chips
            if self.carries_on:
                self.stacks[player] = self.stacks[player] + chips or self.game.stacks[player]
        return played
