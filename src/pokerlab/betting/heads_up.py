"""Counts of heads-up betting chip by chip: no-limit or pot-limit, any stacks, every legal bet.

Heads-up, a player who faces a bet has paid exactly the level before it. So all that later betting depends on is who
acts, that level X and the new one Y, both as chips over the whole hand. The next raise may be to Z if

    Z - Y >= Y - X    (as much as the last raise; the smallest bet is seen to by the first raise of a street),

or if Z is all-in, and in a pot-limit game if Z <= 3 Y + dead money. Hence the ways to reach (Y, Z) are a sum of the
ways to reach (X, Y) over X >= 2 Y - Z: one running sum for each Y.
"""

from collections import Counter

import numpy as np
import numpy.typing as npt

from pokerlab.betting.streets import StreetCount
from pokerlab.errors import GameError
from pokerlab.games.rules import Game, Limit

MOST_CHIPS = 3000
"""The largest stack that is counted: the work grows with its square."""


def is_chip_by_chip(game: Game) -> bool:
    """Whether this file counts a game: two players, no fixed limit, no cap, both with more than the blinds."""
    return (
        game.players == 2
        and not game.start
        and game.limit in (Limit.NONE, Limit.POT)
        and not any(cap is not None for cap in game.raise_caps)
        and min(_wholes(game)) > max(game.blinds)
    )


def count_chip_by_chip(game: Game) -> list[StreetCount]:
    """The counts of every street."""
    if not is_chip_by_chip(game):
        raise GameError(f"{game.name}: not a heads-up game without fixed limit in which both can pay the blinds")
    if max(_wholes(game)) > MOST_CHIPS:
        raise GameError(
            f"{game.name}: stacks above {MOST_CHIPS:,} chips are not counted chip by chip: count in larger chips, or "
            "with a menu of bets"
        )
    return _HeadsUp(game).count()


def _wholes(game: Game) -> tuple[int, ...]:
    return tuple(stack - ante for stack, ante in zip(game.stacks, game.antes, strict=True))


class _HeadsUp:
    """The streets of one game. Levels are chips of one player over the whole hand, antes apart."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._wholes = _wholes(game)
        self._dead = sum(game.antes)
        self._shorter = min(self._wholes)
        self._size = max(self._wholes) + 1

    def count(self) -> list[StreetCount]:
        game, level = self._game, max(self._game.blinds)
        counts = []
        starts = {level: 1}
        for street in range(game.streets):
            count = StreetCount(starts=Counter({2: sum(starts.values())}))
            # facing[player][X, Y]: ways in which he faces a bet that raised the level from X to Y
            facing = [np.zeros((self._size, self._size), object) for _ in range(2)]
            ends = Counter[int]()  # ways to go on, by level
            for at, ways in starts.items():
                self._open(count, facing, ends, street, at, ways)
            self._raise(count, facing, ends)
            count.continuing = Counter({2: sum(ends.values())})
            if street == game.streets - 1:
                count.showdowns[2] += count.continuing.pop(2)
            counts.append(count)
            starts = {at: ways for at, ways in ends.items() if ways}
        return counts

    def _open(
        self,
        count: StreetCount,
        facing: list[npt.NDArray[np.object_]],
        ends: Counter[int],
        street: int,
        level: int,
        ways: int,
    ) -> None:
        """A street up to its first raise: both players in turn check (or pay what they owe) or raise."""
        paid = list(self._game.blinds) if street == 0 else [level, level]
        first = self._game.first_to_act[street]
        for player in (first, 1 - first):
            owes = paid[player] < level
            count.sequences[2] += ways
            count.actions[2] += ways * (1 + owes)
            count.folds[1] += ways * owes
            most = self._wholes[player]
            if self._game.limit is Limit.POT:
                least = level + self._game.bets[street]
                most = min(most, max(least, level + level + paid[1 - player] + self._dead))
            least = min(level + self._game.bets[street], most)
            facing[1 - player][level, least : most + 1] += ways
            count.actions[2] += ways * (most + 1 - least)
            paid[player] = level
        ends[level] += ways

    def _raise(self, count: StreetCount, facing: list[npt.NDArray[np.object_]], ends: Counter[int]) -> None:
        """All that follows the first raises of a street, in the order of the level that is faced."""
        for level in range(1, self._size):
            for player in range(2):
                column = facing[player][:level, level]
                at_least = np.cumsum(column[::-1])[::-1]  # [X]: ways in which the level before was X or more
                ways = int(at_least[0])
                if not ways:
                    continue
                count.sequences[2] += ways
                count.actions[2] += 2 * ways  # fold and call
                count.folds[1] += ways
                if level < self._shorter:
                    ends[level] += ways
                    self._raise_over(count, facing[1 - player], player, level, at_least)
                else:
                    count.showdowns[2] += ways

    def _raise_over(
        self,
        count: StreetCount,
        faced: npt.NDArray[np.object_],
        player: int,
        level: int,
        at_least: npt.NDArray[np.object_],
    ) -> None:
        whole = self._wholes[player]
        most = whole if self._game.limit is Limit.NONE else min(whole, 3 * level + self._dead)
        targets = np.arange(level + 1, most + 1)
        ways = at_least[np.maximum(2 * level - targets, 0)]
        if most == whole:
            ways[-1] = at_least[0]
        faced[level, level + 1 : most + 1] += ways
        count.actions[2] += int(ways.sum())
