"""The arithmetic of Bunten's tables, as it should be and with the slips that his numbers show.

Every number of the tables is a sum of products: the ways to end each street before, times the nodes of the street. A
`Workings` computes them; a `Slip` is a deviation that somewhere in the thesis was made instead.
"""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from itertools import pairwise

from pokerlab.betting.cardviews import all_deals, canonical_deals, one_player_deals
from pokerlab.betting.count import count_round
from pokerlab.betting.position import Walk, seeded
from pokerlab.betting.recall import IBR, formula_ends, merged_ends
from pokerlab.games.library import holdem_limit

SEQUENCES, ACTIONS, CONTINUING = "sequences", "actions", "continuing"
STREETS = ("preflop", "flop", "turn", "river")
BUCKETS = (2, 4, 8, 16)
BETS = 4


class Slip(StrEnum):
    """Something other than the true number that went into a printed one; its value says what, in words."""

    FORMULA = "the closed formula instead of the ends that can happen"
    LATER_FORMULA = "the formula's 20 ends with all in, which is for later streets, used before the flop (there 16)"
    TURN_ROW = "on the turn with nobody out before, the factor for all in instead of the one for two left"
    OMITTED = "the last product (two out on the flop) is missing in the sum"
    DOUBLE = "the total counts the nodes with all players in twice"
    FIRST_DOUBLE = "the total counts the nodes with all players in twice before the flop"
    FOUR_HANDS = "deals of four players' cards instead of three"
    COPIED = "copied from the row above"
    LABEL = "labelled Seq, but the number is SeqAct"


class Workings:
    """The nodes of one game, with perfect recall or Bunten's, and with some slips."""

    def __init__(self, players: int, ibr: bool, slips: frozenset[Slip] = frozenset()) -> None:
        self.players = players
        self.ibr = ibr
        self.slips = slips
        game = holdem_limit(players)
        self._game = game if players == 2 else seeded(game)
        self._walk = Walk(self._game)
        self._known: dict[tuple[str, int, int], int] = {}

    def nodes(self, what: str, street: int, left: int) -> int:
        """Nodes of a street of the whole hand with so many players in."""
        key = what, street, left
        if key not in self._known:
            self._known[key] = self._add_up(what, street, left)
        return self._known[key]

    def total(self, what: str, street: int) -> int:
        """The same for any number of players in."""
        numbers = [self.nodes(what, street, left) for left in range(2, self.players + 1)]
        twice = Slip.DOUBLE in self.slips or (Slip.FIRST_DOUBLE in self.slips and street == 0)
        return sum(numbers) + (numbers[-1] if twice else 0)

    def factor(self, what: str, street: int, starters: int, left: int) -> int:
        """Nodes of one round begun by some and reached by some players."""
        if what == CONTINUING:
            return self._ends(street, starters)[left]
        return int(getattr(count_round(self._walk, street, starters), what)[left])

    def deals(self, view: str) -> tuple[int, ...]:
        """Sights of the cards by street."""
        if view == "buckets":
            return BUCKETS
        if view == "all":
            return all_deals(holdem_limit(4 if Slip.FOUR_HANDS in self.slips else self.players))
        return one_player_deals(self._game) if view == "one" else _canonical_deals()

    def seen(self, what: str, view: str, street: int, *, truncated: bool = False) -> int:
        """Infosets, states or their actions of a street; truncated: cards are seen only by two players."""
        ways = self.deals(view)[street]
        if not truncated:
            return ways * self.total(what, street)
        others = sum(self.nodes(what, street, left) for left in range(3, self.players + 1))
        return ways * self.nodes(what, street, 2) + others

    def _add_up(self, what: str, street: int, left: int) -> int:
        if what == CONTINUING and street == len(STREETS) - 1:
            return 0
        paths = list(self._paths(street, left))
        if Slip.OMITTED in self.slips and street == 2 and left == 2:
            paths.remove((self.players, self.players, 2, 2))
        return sum(self._product(path, what) for path in paths)

    def _ends(self, street: int, starters: int) -> Counter[int]:
        if not self.ibr:
            return count_round(self._walk, street, starters).continuing
        if Slip.FORMULA not in self.slips or starters == 2:
            return merged_ends(self._game, IBR, street, starters)
        is_later = street > 0 or Slip.LATER_FORMULA in self.slips
        return formula_ends(starters, bets=BETS, least=0 if is_later else 1)

    def _paths(self, street: int, left: int) -> Iterator[tuple[int, ...]]:
        """Players in at the start of each street up to this one, and at the node."""

        def extend(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            if len(path) == street + 1:
                yield (*path, left)
                return
            for after in range(left, path[-1] + 1):
                yield from extend((*path, after))

        return extend((self.players,))

    def _product(self, path: tuple[int, ...], what: str) -> int:
        product = 1
        for street, (before, after) in enumerate(pairwise(path[:-1])):
            product *= self.factor(CONTINUING, street, before, after)
        street, (before, after) = len(path) - 2, path[-2:]
        if Slip.TURN_ROW in self.slips and street == 2 and path == (self.players,) * 3 + (2,):
            after = self.players
        return product * self.factor(what, street, before, after)


@cache
def _canonical_deals() -> tuple[int, ...]:
    return canonical_deals(holdem_limit())


@cache
def workings(players: int, ibr: bool, slips: frozenset[Slip] = frozenset()) -> Workings:
    """The workings, made once."""
    return Workings(players, ibr, slips)
