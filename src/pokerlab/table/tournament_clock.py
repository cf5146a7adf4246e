"""How long hands take, for levels that are counted in minutes."""

import time
from typing import Protocol

from pokerlab.tournament.structure import Structure


class TournamentClock(Protocol):
    """Whoever says how long a hand took. `begin` and `end` enclose it."""

    def begin(self) -> None:
        """A hand begins."""
        ...

    def end(self, players: int) -> float:
        """The seconds that the hand of so many players took."""
        ...


class VirtualClock:
    """Every hand takes what the structure says, so that simulations can be repeated."""

    def __init__(self, structure: Structure) -> None:
        self._structure = structure

    def begin(self) -> None:
        """Nothing runs."""

    def end(self, players: int) -> float:
        """By players alone."""
        return self._structure.seconds_per_hand(players)


class WallClock:
    """The seconds that pass while a hand is played; pauses do not count, nor does time when the program is down."""

    def __init__(self) -> None:
        self._passed = 0.0
        self._since: float | None = None

    def begin(self) -> None:
        """Count from 0."""
        self._passed, self._since = 0.0, time.monotonic()

    def pause(self) -> None:
        """Stand still."""
        if self._since is not None:
            self._passed += time.monotonic() - self._since
            self._since = None

    def go_on(self) -> None:
        """Run again."""
        if self._since is None:
            self._since = time.monotonic()

    @property
    def seconds(self) -> float:
        """Passed in this hand so far."""
        return self._passed + (time.monotonic() - self._since if self._since is not None else 0.0)

    def end(self, players: int) -> float:
        """What passed."""
        return self.seconds
