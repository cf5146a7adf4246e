"""The size of a game: its betting times its cards, and the memory that solving it takes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from pokerlab.betting.cardviews import ALL, CardView
from pokerlab.betting.count import count_bets
from pokerlab.betting.menu import EVERY_BET, Menu
from pokerlab.betting.recall import Recall, count_merged
from pokerlab.betting.streets import StreetCount
from pokerlab.games.rules import Game

GIGABYTE = 10**9
PERFECT = "perfect"
"""The recall that merges nothing."""


class Precision(IntEnum):
    """Bytes per infoset and action while solving."""

    DOUBLES = 16
    """A regret and a sum of strategies, each of eight bytes (Bunten)."""
    SINGLES = 8
    """The same in single precision."""
    SHORTS = 4
    """The same as 16-bit numbers with a scale per node and stochastic rounding."""


DISK_BYTES = 1
"""Bytes per infoset and action of a stored strategy: a probability in 255 steps."""


def count_game(game: Game, menu: Menu = EVERY_BET, recall: str = PERFECT) -> list[StreetCount]:
    """The counts of every street, with perfect recall of the betting or less (see `recall.Recall`)."""
    if recall.strip() == PERFECT:
        return count_bets(game, menu)
    return count_merged(game, Recall.parse(recall), menu)


@dataclass(frozen=True)
class StreetSize:
    """One street of a game: nodes of the betting times sights of the cards.

    With the view `all` these are states of the game and their actions, else infosets and their actions.
    """

    infosets: int
    actions: int
    continuing: int
    terminals: int


@dataclass(frozen=True)
class GameSize:
    """How large a game is, street by street.

    `truncated`: cards are seen only where at most two players are left (truncated multiplayer nodes): a node with more
    of them counts once.
    """

    counts: Sequence[StreetCount]
    view: CardView
    truncated: bool = False

    @property
    def streets(self) -> list[StreetSize]:
        """The size of each street."""
        return [
            StreetSize(
                self._seen(count.sequences, ways),
                self._seen(count.actions, ways),
                self._seen(count.continuing, ways),
                self._seen(count.terminals, ways),
            )
            for count, ways in zip(self.counts, self.view.ways, strict=True)
        ]

    @property
    def total(self) -> StreetSize:
        """The sum over the streets."""
        streets = self.streets
        return StreetSize(
            sum(s.infosets for s in streets),
            sum(s.actions for s in streets),
            sum(s.continuing for s in streets),
            sum(s.terminals for s in streets),
        )

    @property
    def are_states(self) -> bool:
        """Whether the view sees all cards, so that nodes are states of the game."""
        return self.view.name == ALL

    def memory(self, per_action: int = Precision.SINGLES) -> int:
        """Bytes for solving."""
        return self.total.actions * per_action

    def disk(self, per_action: int = DISK_BYTES) -> int:
        """Bytes of a stored strategy."""
        return self.total.actions * per_action

    def _seen(self, numbers: Counter[int], ways: int) -> int:
        return sum(number * (1 if self.truncated and players > 2 else ways) for players, number in numbers.items())
