"""A place in the betting of a hand under a menu: what can follow, and what all that follows depends on.

Walks, counts and trees of bets stand on this file; the rules themselves are those of `games.betting`.
"""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from pokerlab.betting.menu import EVERY_BET, Choice, Menu
from pokerlab.errors import GameError
from pokerlab.games.betting import Betting
from pokerlab.games.rules import Game, Limit


class Position(NamedTuple):
    """The wagers so far, and what the menu remembers of them."""

    betting: Betting
    memory: Hashable = None


class Branch(NamedTuple):
    """An action of the menu and the position it leads to."""

    choice: Choice
    position: Position


@dataclass(frozen=True)
class Walk:
    """All ways to bet a game with the bets of a menu."""

    game: Game
    menu: Menu = EVERY_BET

    @property
    def start(self) -> Position:
        """The first decision of a hand."""
        self.menu.check(self.game)
        return Position(Betting.start(self.game), self.menu.first(self.game))

    def street_start(self, street: int, live: int) -> Position:
        """The start of a later street on which the seats of a mask are in and nobody has bet or is short.

        Stacks are those of a hand in which everybody only matched the blinds.
        """
        game = self.game
        level = max(game.blinds)
        stacks = tuple(stack - ante - level for stack, ante in zip(game.stacks, game.antes, strict=True))
        if street < 1 or live & (live - 1) == 0 or min(stacks) <= 0:
            raise GameError(f"{game.name}: street {street} cannot begin with the seats {live:#b}")
        first = game.first_to_act[street]
        seats = [seat % game.players for seat in range(first, first + game.players)]
        actor = next(seat for seat in seats if live >> seat & 1)
        betting = Betting(
            game, street, actor, 0, game.bets[street], 0, (0,) * game.players, stacks, live, live, live, 0, ()
        )
        return Position(betting, self.menu.first(game))

    def branches(self, position: Position) -> list[Branch]:
        """The actions of the menu and where they lead."""
        (betting, memory), menu = position, self.menu
        found = []
        for choice in menu.offer(betting, memory):
            after = betting.act(choice.action).without_history()
            now = None if memory is None else menu.then(memory, betting, choice, after)
            found.append(Branch(choice, Position(after, now)))
        return found

    def future(self, position: Position) -> Hashable:
        """What the shape of all later betting depends on: positions with the same key have equal subtrees.

        In a fixed-limit game whose stacks never bind, seats and amounts do not matter; with equal stacks, seats do not.
        """
        if self.is_uniform:
            return uniform_future(position.betting)
        if self._is_even:
            return self._even_future(position.betting)
        return self.future_of_seats(position)

    def future_of_seats(self, position: Position) -> Hashable:
        """The same, but the later betting is equal seat by seat and chip by chip too."""
        betting = position.betting
        street, live, waiting = betting.street, betting.live, betting.waiting
        if self.is_uniform:
            owing = tuple([betting.level > bet for bet in betting.bets])
            return street, betting.actor, betting.raises, live, waiting, owing
        chips = tuple(
            [
                pair if live >> seat & 1 else None
                for seat, pair in enumerate(zip(betting.bets, betting.stacks, strict=True))
            ]
        )
        is_counted = self.game.raise_caps[street] is not None or self.menu.looks_at_raises
        raises = betting.raises if is_counted else min(betting.raises, 1)
        pot = betting.pot if self._pot_matters else 0
        return (
            street, betting.actor, betting.level, betting.last_raise, raises, chips, waiting, betting.acted, pot,
            position.memory,
        )  # fmt: skip

    @cached_property
    def is_uniform(self) -> bool:
        """Whether the limit is fixed, the number of raises is capped, and no stack is too short for all of them."""
        game = self.game
        caps = [cap for cap in game.raise_caps if cap is not None]
        if game.start or game.limit is not Limit.FIXED or not self.menu.is_uniform:
            return False
        if len(caps) < game.streets or not all(caps):
            return False
        most = max(game.antes) + max(game.blinds) + sum(cap * bet for cap, bet in zip(caps, game.bets, strict=True))
        return most <= min(game.stacks)

    @cached_property
    def _is_even(self) -> bool:
        """Whether all who are in have equally much at the start of every street, and no seat has its own past."""
        return has_even_stacks(self.game) and self.menu.is_uniform

    def _even_future(self, betting: Betting) -> Hashable:
        """As for all seats, but only the bets of those who wait to act, in order, and how many others are in.

        The others have matched the level. Who has acted before matters only after an all-in for less than a full
        raise, and with equal stacks nobody can raise over one.
        """
        bets, actor, waiting = betting.bets, betting.actor, betting.waiting
        seats = len(bets)
        owed = tuple([bets[seat % seats] for seat in range(actor, actor + seats) if waiting >> (seat % seats) & 1])
        raises = betting.raises if self.game.raise_caps[betting.street] is not None else 0
        behind = betting.stacks[actor] + bets[actor]
        others = (betting.live & ~waiting).bit_count()
        pot = betting.pot if self._pot_matters else 0
        return betting.street, betting.level, betting.last_raise, raises, owed, others, behind, pot

    @cached_property
    def _pot_matters(self) -> bool:
        return self.game.limit is Limit.POT or self.menu.looks_at_pot


def uniform_future(betting: Betting) -> Hashable:
    """Street, raises made, who is waiting to act (in order: does he owe anything?) and how many others are in."""
    actor, waiting, level, bets = betting.actor, betting.waiting, betting.level, betting.bets
    seats = len(bets)
    owing = tuple([level > bets[seat % seats] for seat in range(actor, actor + seats) if waiting >> (seat % seats) & 1])
    return betting.street, betting.raises, owing, (betting.live & ~waiting).bit_count()


def has_even_stacks(game: Game) -> bool:
    """Whether all players can put in equally much, antes apart, and more than the blinds."""
    if game.start:
        return False
    wholes = {stack - ante for stack, ante in zip(game.stacks, game.antes, strict=True)}
    return len(wholes) == 1 and wholes.pop() > max(game.blinds)


def progress_rank(betting: Betting) -> tuple[int, int, int]:
    """A number that grows with every action: positions in its order come after all that lead to them."""
    return betting.street, betting.level, -betting.waiting.bit_count()


def seeded(game: Game) -> Game:
    """The same game in the betting order of Bunten's programme.

    One player has seeded the pot with a whole bet and acts first on every street; the others have posted nothing.
    He may check or raise, a player folds only when he faces a bet, and a round ends when everyone has acted and
    the bets match. The seed counts as the first of the bets that the cap allows.
    """
    if game.limit is not Limit.FIXED:
        raise GameError(f"{game.name}: the seed order is for games with a fixed limit")
    if not any(game.blinds):
        raise GameError(f"{game.name}: the seed order replaces blinds, and this game has none")
    blinds = (game.bets[0], *(0,) * (game.players - 1))
    return replace(game, name=f"{game.name} (seed order)", blinds=blinds, first_to_act=(0,) * game.streets)
