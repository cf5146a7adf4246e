"""The counts of one street, by the number of players still in."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class StreetCount:
    """Numbers of nodes and actions of one street over a whole hand, each by how many players are in.

    `starts` are the ways to begin the street. `folds` are terminal nodes where one player is left, `showdowns` those
    where the betting of the hand is over with several in.
    """

    starts: Counter[int] = field(default_factory=Counter)
    sequences: Counter[int] = field(default_factory=Counter)
    actions: Counter[int] = field(default_factory=Counter)
    continuing: Counter[int] = field(default_factory=Counter)
    folds: Counter[int] = field(default_factory=Counter)
    showdowns: Counter[int] = field(default_factory=Counter)

    @property
    def terminals(self) -> Counter[int]:
        """All nodes at which the betting of the hand ends."""
        return self.folds + self.showdowns

    @property
    def nodes(self) -> int:
        """Decision and terminal nodes (a continuing node is the first decision of the next street)."""
        return self.sequences.total() + self.terminals.total()

    def add(self, other: "StreetCount", times: int) -> None:
        """Add the counts of a round that is played in so many places."""
        for name in vars(self):
            mine = getattr(self, name)
            for players, count in getattr(other, name).items():
                mine[players] += times * count
