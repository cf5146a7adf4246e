"""The betting of the thesis's game, and how large its public tree is.

The rule that gives table 2: the pot is 2 and both have 49 behind. Each level of betting offers half the pot and all-in;
after four bets that are not all-in only all-in is left. A raise is by half of the pot after calling; a size that is at
least the stack is all-in. A called all-in is a leaf, without further cards. A node in which cards are dealt counts on
the street it ends. (The text speaks of bets of half the pot and the pot, and of half the pot from the second raise on.)
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from fractions import Fraction

POT, STACK = Fraction(2), Fraction(49)
STREETS = ("flop", "turn", "river")
BOARDS = (1, 49, 49 * 48)
"""Boards of each street after one flop, in the order they are dealt."""

HANDS = (1176, 1128, 1081)
"""Hands that are possible on each street."""

_LEVELS = 4
_HALF = Fraction(1, 2)


@dataclass(frozen=True)
class StreetNodes:
    """Nodes of one street, and the actions of its players."""

    players: Fraction = Fraction(0)
    dealers: Fraction = Fraction(0)
    leaves: Fraction = Fraction(0)
    actions: Fraction = Fraction(0)

    @property
    def nodes(self) -> Fraction:
        """All of them."""
        return self.players + self.dealers + self.leaves

    def times(self, factor: Fraction | int) -> "StreetNodes":
        """So many copies, one for each board."""
        return StreetNodes(*(getattr(self, field.name) * factor for field in fields(self)))

    def plus(self, other: "StreetNodes") -> "StreetNodes":
        """Both together."""
        return StreetNodes(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))


def street_sizes(pot: Fraction = POT, stack: Fraction = STACK) -> list[StreetNodes]:
    """Flop, turn and river as if every card to come were the same card: the sizes for one board of each street."""
    starts: Counter[tuple[Fraction, Fraction]] = Counter({(pot, stack): 1})
    sizes = []
    for street in range(len(STREETS)):
        total = StreetNodes()
        following: Counter[tuple[Fraction, Fraction]] = Counter()
        for (chips, behind), count in starts.items():
            walk = _Street(is_last=street == len(STREETS) - 1)
            walk.act(chips, behind, behind, Fraction(0), 0, opened=False)
            total = total.plus(StreetNodes(*map(Fraction, walk.counts)).times(count))
            for start, ways in walk.ends.items():
                following[start] += ways * count
        starts = following
        sizes.append(total)
    return sizes


def tree_size(boards: Sequence[Fraction | int] = BOARDS) -> list[StreetNodes]:
    """The streets of the public tree with so many (classes of) boards each."""
    return [size.times(count) for size, count in zip(street_sizes(), boards, strict=True)]


class _Street:
    """Walks all ways to bet one street."""

    def __init__(self, is_last: bool) -> None:
        self._is_last = is_last
        self.counts = [0, 0, 0, 0]  # players, dealers, leaves, actions
        self.ends: Counter[tuple[Fraction, Fraction]] = Counter()

    def act(self, pot: Fraction, mine: Fraction, other: Fraction, owed: Fraction, level: int, *, opened: bool) -> None:
        """A player with `mine` behind acts, the other has `other` behind; `opened` if a check ends the street."""
        self.counts[0] += 1
        if owed:
            self._count(2)  # fold
        if owed or opened:
            self._close(pot + owed, mine - owed)
        else:
            self.counts[3] += 1
            self.act(pot, other, mine, owed, level, opened=True)
        if other and mine > owed:
            for amount in self._bets(pot, mine, owed, level):
                self.counts[3] += 1
                self.act(pot + amount, other, mine - amount, amount - owed, level + 1, opened=True)

    def _bets(self, pot: Fraction, mine: Fraction, owed: Fraction, level: int) -> list[Fraction]:
        amount = owed + (pot + owed) * _HALF
        return [amount, mine] if level < _LEVELS and amount < mine else [mine]

    def _close(self, pot: Fraction, behind: Fraction) -> None:
        """A call or the second check."""
        if self._is_last or not behind:
            self._count(2)
        else:
            self._count(1)
            self.ends[pot, behind] += 1

    def _count(self, kind: int) -> None:
        self.counts[kind] += 1
        self.counts[3] += 1
