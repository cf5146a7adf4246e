"""The push/fold game of a spot: its decisions, its ends, and what every end is worth to everybody.

Each player acts once: all-in or fold. What he knows beside his hand is who is all-in before him, so a decision is the
pair (player, pot) with pot the players all-in so far. The first one in pushes, the next calls, the third overcalls.
The hand that begins with the push of one player is a subgame of its own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from pokerlab.tournament.showdown import ORDERS2
from pokerlab.tournament.spot import PushFoldSpot
from pokerlab.tournament.threeway import ORDERS
from pokerlab.tournament.valuation import NextHandIgnored, Outcome, Valuation

Floats = npt.NDArray[np.float64]
Pot = tuple[int, ...]

PLACES: dict[int, tuple[tuple[int, ...], ...]] = {1: ((0,),), 2: ORDERS2, 3: ORDERS}
"""By number of players in the pot, the weak orders of their hands."""


@dataclass(frozen=True)
class Decision:
    """A player to act, with those who are all-in before him."""

    player: int
    pot: Pot

    @property
    def kind(self) -> str:
        """push, call, overcall, or call 3, call 4..."""
        return ("push", "call", "overcall")[len(self.pot)] if len(self.pot) < 3 else f"call {len(self.pot)}"


class PushFoldGame:
    """The decisions of a spot and the values of its ends."""

    def __init__(self, spot: PushFoldSpot, valuation: Valuation | None = None) -> None:
        self.spot = spot
        self.valuation = valuation or NextHandIgnored()
        self._forced = spot.is_forced()
        self._blinds = spot.blinds()
        self._bets = np.array(spot.stacks) - spot.antes()

    def may_go_in(self, player: int, pot: Pot) -> bool:
        """Whether there is still a place for the player among those all-in."""
        if not pot and player == self.spot.players - 1:
            return False  # everybody has folded: the big blind has won
        behind = int(self._forced[player + 1 :].sum())
        return len(pot) + 1 + behind <= self.spot.most_all_in

    def must_go_in(self, player: int, pot: Pot) -> bool:
        """Whether the player is in without a choice: all-in by the blinds, or nothing to add."""
        if not self.may_go_in(player, pot):
            return False
        if self._forced[player]:
            return True
        last = self.spot.players - 1
        if player < last - 1:
            return False
        rivals = [*pot]
        if player == last - 1:
            if not self._forced[last]:
                return False
            rivals.append(last)
        return bool(rivals) and all(self._blinds[player] >= self._bets[rival] for rival in rivals)

    def decisions(self) -> Iterator[Decision]:
        """All decisions, forced ones included, pot by pot in the order of play."""
        players = self.spot.players
        for size in range(self.spot.most_all_in):
            for pot in combinations(range(players), size):
                if not self._can_be(pot):
                    continue
                for player in range(pot[-1] + 1 if pot else 0, players):
                    if self.may_go_in(player, pot):
                        yield Decision(player, pot)

    def pots(self) -> list[Pot]:
        """All sets of players that can be all-in at the end, the walk of the big blind (alone) included."""
        last = self.spot.players - 1
        found: set[Pot] = {(last,)}
        found |= {(*decision.pot, decision.player) for decision in self.decisions()}
        return sorted(found, key=lambda pot: (len(pot), pot))

    def ways_to_end(self) -> list[tuple[Pot, tuple[int, ...]]]:
        """The pots of up to three players, each with every weak order of their hands."""
        return [(pot, places) for pot in self.pots() for places in PLACES.get(len(pot), ())]

    @cached_property
    def values(self) -> dict[Pot, Floats]:
        """By pot: float64 [order, player], the value of each outcome; orders as in `PLACES`, none for more than
        three."""
        ways = self.ways_to_end()
        values = self.valuation.values(self.spot, [Outcome.of(self.spot, *way) for way in ways])
        of_pot: dict[Pot, list[int]] = {}
        for number, (pot, _) in enumerate(ways):
            of_pot.setdefault(pot, []).append(number)
        return {pot: values[numbers] for pot, numbers in of_pot.items()}

    @property
    def walk(self) -> Floats:
        """float64 [player]: the values when everybody folds."""
        return np.asarray(self.values[(self.spot.players - 1,)][0])

    def _can_be(self, pot: Sequence[int]) -> bool:
        return all(self.may_go_in(player, tuple(pot[:number])) for number, player in enumerate(pot))
