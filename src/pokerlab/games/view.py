"""What one seat knows of a hand: the wagers, the board, its own cards, and what was shown.

A view is built from public data and the seat's own cards. It holds no reference to the state, so nothing
hidden can be reached from it, printed or pickled.
"""

from dataclasses import dataclass
from typing import NamedTuple

from pokerlab.games.betting import Betting, Legal
from pokerlab.games.rules import Game


class Public(NamedTuple):
    """What everybody knows of a hand: the wagers so far, and the board."""

    betting: Betting
    board: tuple[int, ...] = ()

    @property
    def game(self) -> Game:
        """The rules."""
        return self.betting.game


@dataclass(frozen=True, slots=True)
class View:
    """A hand as `seat` sees it; -1 is somebody who only looks on.

    `shown` has the cards of every seat that came to a showdown, and () for all others; it is all () while the
    hand is played. Cards that were dealt but not seen are `UNKNOWN` in it. The wagers in `betting` know no cards.
    """

    seat: int
    betting: Betting
    private: tuple[int, ...]
    board: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]
    is_over: bool

    @property
    def game(self) -> Game:
        """The rules."""
        return self.betting.game

    @property
    def public(self) -> Public:
        """What everybody knows."""
        return Public(self.betting, self.board)

    @property
    def is_turn(self) -> bool:
        """Whether this seat is to act."""
        return not self.is_over and self.betting.actor == self.seat

    @property
    def legal(self) -> Legal:
        """What the seat to act may do."""
        return self.betting.legal

    @property
    def to_call(self) -> int:
        """What a call costs the seat to act, in chips."""
        return self.betting.to_call
