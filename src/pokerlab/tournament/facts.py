"""What everybody at the table knows of a tournament when a hand begins; what agents are told."""

from dataclasses import dataclass
from functools import cached_property
from math import inf

from pokerlab.tournament.structure import Level, Structure


@dataclass(frozen=True)
class TournamentFacts:
    """A tournament before a hand. Chips are counted before anything is posted, money in cents.

    - `structure`: what was known before the first hand; `hand`: how many hands were played before this one
    - `level`: its blinds and ante; `hands_left`, `seconds_left`: until the next one begins with a new hand (infinity
      where levels are counted in the other unit)
    - `stacks`: chips by seat of the table, 0 for those who are out; `seats`: the table's seat of each seat of the hand
    - `button`: the table's seat that has the button, which may be empty
    - `prizes`: still to be won, the best first, one for each player left (0: no prize)
    - `bounties`: on the heads by seat of the table, 0 for those who are out; empty if there are none
    """

    structure: Structure
    hand: int
    level: Level
    hands_left: float
    seconds_left: float
    stacks: tuple[int, ...]
    seats: tuple[int, ...]
    button: int
    prizes: tuple[int, ...]
    bounties: tuple[int, ...] = ()

    @property
    def players_left(self) -> int:
        """How many have chips."""
        return len(self.seats)

    @cached_property
    def hand_stacks(self) -> tuple[int, ...]:
        """Chips by seat of the hand."""
        return tuple(self.stacks[seat] for seat in self.seats)

    @cached_property
    def hand_bounties(self) -> tuple[int, ...]:
        """Bounties by seat of the hand; empty if there are none."""
        return tuple(self.bounties[seat] for seat in self.seats) if self.bounties else ()

    @property
    def next_level(self) -> Level:
        """The level after this one."""
        return self.structure.level(self.level.number + 1)

    @property
    def left(self) -> float:
        """Hands or seconds until the next level, whichever the structure counts."""
        return self.seconds_left if self.hands_left == inf else self.hands_left
