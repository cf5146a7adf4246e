"""Future-game simulation: what stacks are worth is what the next hand, played well, brings.

ICM does not see that the blinds will hit the next player, or that a short stack must soon act. Here the outcome of a
hand is valued by solving the hand that follows (places moved on by one, the broke gone), and so on to a given depth;
the hand at the end of the line is valued by ICM. Every distinct outcome is a spot of its own, so the work grows quickly
with the number of players and the depth.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log

import numpy as np
import numpy.typing as npt

from pokerlab.errors import TournamentError
from pokerlab.tournament.icm import after_hand
from pokerlab.tournament.pushfold import solve
from pokerlab.tournament.spot import PushFoldSpot
from pokerlab.tournament.valuation import NextHandIgnored, Outcome, bounties_after

Floats = npt.NDArray[np.float64]

MOST_HANDS = 20_000
"""How many following hands may have to be solved."""


@dataclass(frozen=True)
class FutureGame:
    """Values by solving the next `depth` hands, each to `target` of the pool (a draft suffices: errors average out).
    `watch` is called before each of them, and may raise to end the work."""

    depth: int = 1
    target: float = 1e-3
    watch: Callable[[], None] = field(default=lambda: None, compare=False, repr=False)
    _known: dict[tuple[int, PushFoldSpot], Floats] = field(default_factory=dict, compare=False, repr=False)

    def values(self, spot: PushFoldSpot, outcomes: Sequence[Outcome]) -> Floats:
        """float64 [outcome, player], in the unit of the spot."""
        if self.depth < 1:
            return NextHandIgnored().values(spot, outcomes)
        self._check_work(outcomes)
        starts = np.array(spot.stacks)
        ends = np.array([outcome.ends for outcome in outcomes])
        # Those who are out have their prizes; what the others have is replaced by the next hand's values.
        values = ends if spot.payouts is None else after_hand(ends, starts, spot.payouts)
        values = values.copy()
        heads, won = bounties_after(spot, outcomes)
        for row, outcome in enumerate(outcomes):
            left = spot.next_players(outcome.ends.tolist())
            if len(left) > 1:
                values[row, left] = self._next_values(spot, outcome.ends, heads[row])
            elif spot.bounties is not None:
                values[row, left] += heads[row, left]
        return np.asarray(values + won, np.float64)

    def _check_work(self, outcomes: Sequence[Outcome]) -> None:
        """Refuse a depth that means more hands than can be solved, by counting how they branch."""
        following = len({tuple(outcome.ends) for outcome in outcomes if np.count_nonzero(outcome.ends) > 1})
        if following > 1 and self.depth * log(following) > log(MOST_HANDS):
            deepest = int(log(MOST_HANDS) / log(following))
            raise TournamentError(
                f"{self.depth:,} hands ahead: this hand ends in {following:,} ways, each the next hand to solve; "
                f"at most {MOST_HANDS:,} are solved, which here is {deepest} ahead"
            )

    def _next_values(self, spot: PushFoldSpot, ends: Floats, heads: Floats) -> Floats:
        following = spot.rotated(ends.tolist(), None if spot.bounties is None else heads.tolist())
        key = (self.depth, following)
        if key not in self._known:
            self.watch()
            deeper = FutureGame(self.depth - 1, self.target, self.watch, self._known)
            valuation = deeper if self.depth > 1 else None
            self._known[key] = solve(following, target=self.target, valuation=valuation).values
        return self._known[key]
