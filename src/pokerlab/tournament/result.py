"""A solved push/fold spot: strategies, what they are worth, what every hand could still gain; questions about hands.

An **own gain** is what one hand of one decision could gain by its better action, given that it is dealt and gets there,
while everybody else plays on. A result is settled when no own gain is above a limit and the charts stand still. Since
everybody decides once in a hand, no player can then gain more than the limit either. The opposite is not true: charts
that cost a player next to nothing may be far from settled.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_OF_COMBO, class_index
from pokerlab.cards.ranges import Range
from pokerlab.errors import TournamentError
from pokerlab.tournament.algorithms import Profile, largest
from pokerlab.tournament.game import Decision, PushFoldGame
from pokerlab.tournament.spot import PushFoldSpot

Floats = npt.NDArray[np.float64]

LIMIT = 1e-6
"""What a hand may still gain in a settled result, as part of the pool."""

_MIXED = 0.0005  # frequencies this near to 0 or 1 are shown as such


@dataclass(frozen=True)
class HandValue:
    """One hand class at one decision: values of both actions in the unit of the spot, how often all-in is played, and
    what the hand could gain by its better action; all NaN but the frequency if it never gets there."""

    all_in: float
    fold: float
    frequency: float
    own_gain: float
    is_indifferent: bool

    @property
    def difference(self) -> float:
        """What all-in earns more than folding."""
        return self.all_in - self.fold

    @property
    def is_right(self) -> bool:
        """Whether all-in is at least as good as folding."""
        return self.difference >= 0


@dataclass(frozen=True)
class Assessment:
    """What strategies are worth.

    - `values`: float64 [player], expected value of the hand before the cards are dealt, in chips or in prizes
    - `gains`: float64 [player], what each could gain by a best response, in the same unit
    - `own_gains`: by decision, float64 [169], what each hand could gain, in the same unit (NaN where it never is there)
    - `sampling_error`: float64 [player], standard errors of the values if four or more all-in were sampled, else zeros
    - `all_in`, `fold`: by decision, float64 [169], values of the two actions (NaN where the hand never gets there)
    - `reached`: by decision, how often it comes up
    """

    values: Floats
    gains: Floats
    own_gains: dict[Decision, Floats]
    sampling_error: Floats
    all_in: dict[Decision, Floats]
    fold: dict[Decision, Floats]
    reached: dict[Decision, float]


@dataclass(frozen=True)
class PushFoldResult(Assessment):
    """Strategies of a spot and what they are worth.

    - `strategies`: by decision, float64 [169], the chance of all-in by class
    - `limit`: what a hand may gain, as part of the pool; `is_settled` if none gains more and the charts stand still
    - `is_draft`: whether a draft was asked for
    - `mixed`: the result that this one makes pure, see `purified`
    """

    game: PushFoldGame
    strategies: Profile
    limit: float
    is_settled: bool
    is_draft: bool
    iterations: int
    seconds: float
    algorithm: str
    assess: Callable[[Profile], Assessment] = field(repr=False, compare=False)
    mixed: "PushFoldResult | None" = None

    @property
    def spot(self) -> PushFoldSpot:
        """What was solved."""
        return self.game.spot

    @property
    def epsilon(self) -> float:
        """The largest gain of a player, as part of the pool."""
        return float(self.gains.max()) / self.spot.pool

    @property
    def largest_own_gain(self) -> float:
        """The largest gain of a hand that gets to its decision, as part of the pool."""
        return largest(self.own_gains) / self.spot.pool

    @property
    def gains_in_chips(self) -> Floats:
        """float64 [player]: the gains in chips: their part of the pool times all chips in play."""
        return self.gains * (sum(self.spot.stacks) / self.spot.pool)

    def decisions(self) -> list[Decision]:
        """Every decision of the spot, pushes first."""
        return sorted(self.strategies, key=lambda decision: (len(decision.pot), decision.pot, decision.player))

    def decision(self, player: int, *pot: int) -> Decision:
        """The decision of a player when `pot` are all-in before him."""
        found = Decision(player, tuple(pot))
        if found not in self.strategies:
            raise TournamentError(f"player {player} has no decision after all-in of {list(pot)}")
        return found

    def range(self, decision: Decision, *, digits: int = 3) -> Range:
        """The range that goes all-in, frequencies rounded to so many digits."""
        return Range(np.round(self.strategies[decision], digits)[CLASS_OF_COMBO].clip(0, 1))

    def percent(self, decision: Decision) -> float:
        """How much of all hands goes all-in, in percent."""
        return 100 * float(self.strategies[decision][CLASS_OF_COMBO].mean())

    def comes_up(self, decision: Decision) -> bool:
        """Whether any hand ever gets to this decision; if not, its strategy means nothing."""
        return not np.isnan(self.fold[decision]).all()

    def indifferent(self, decision: Decision) -> npt.NDArray[np.bool_]:
        """bool [169]: hands that play both actions, and to which these are worth the same within the limit."""
        strategy = self.strategies[decision]
        is_mixed = (strategy > _MIXED) & (strategy < 1 - _MIXED)
        difference = np.abs(self.all_in[decision] - self.fold[decision])
        return np.asarray(is_mixed & (difference <= self.limit * self.spot.pool))

    def judge(self, decision: Decision, hand: str) -> HandValue:
        """What all-in and fold are worth with a hand class such as A5s."""
        index = class_index(hand)
        return HandValue(
            float(self.all_in[decision][index]), float(self.fold[decision][index]),
            float(self.strategies[decision][index]), float(self.own_gains[decision][index]),
            bool(self.indifferent(decision)[index]),
        )  # fmt: skip

    def purified(self) -> "PushFoldResult":
        """Every hand takes the action that it plays more often; the new gains say what that costs.

        To an indifferent hand both actions are worth the same, but the others could now answer differently.
        """
        began = time.perf_counter()
        pure = {decision: (strategy >= 0.5).astype(np.float64) for decision, strategy in self.strategies.items()}
        found = self.assess(pure)
        is_settled = self.is_settled and largest(found.own_gains) <= self.limit * self.spot.pool
        seconds = self.seconds + time.perf_counter() - began
        return replace(self, **vars(found), strategies=pure, is_settled=is_settled, seconds=seconds, mixed=self)
