"""The two heuristics of Moravčík (2011) on ordered ranges, where a range is a number 0..169: how many of the strongest
classes it holds."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_COUNT
from pokerlab.cards.preflop import strength_order
from pokerlab.tournament.algorithms import Profile, SearchStep, first_guess, range_of
from pokerlab.tournament.game import Decision
from pokerlab.tournament.subgame import Subgame

Floats = npt.NDArray[np.float64]

FIRST_JUMPS = (25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 16)
"""By number of players, the largest first change of a range (chapter 10 of the thesis)."""


@dataclass(frozen=True)
class ShrinkingNeighbourhood:
    """Chapter 10: in turn everybody takes the best range near his present one; the neighbourhood shrinks by one a
    round."""

    ordered: bool = True
    check_every: int = 100

    def steps(self, subgame: Subgame, fold_values: Floats, start: Profile | None = None) -> Iterator[SearchStep]:
        """One step for each size of the neighbourhood; the last one is finished."""
        state = _Ranges(subgame, fold_values, start)
        for number, jump in enumerate(range(FIRST_JUMPS[subgame.players], 0, -1), 1):
            changed = state.move(subgame.push, jump)
            for call in subgame.calls:
                changed |= state.move(call, jump)
                for over in subgame.overcalls[call]:
                    changed |= state.move(over, jump)
            yield SearchStep(state.profile(), number, finished=not changed or jump == 1)
            if not changed:
                return


@dataclass(frozen=True)
class MonotoneExpansion:
    """Chapter 11: the pusher widens his range class by class while that does not cost him; after each class the callers
    widen theirs as far as they gain, and after each of those the overcallers. No range ever shrinks."""

    ordered: bool = True
    check_every: int = 1000

    def steps(self, subgame: Subgame, fold_values: Floats, start: Profile | None = None) -> Iterator[SearchStep]:
        """One step for each class the pusher adds."""
        empty = {decision: np.zeros(CLASS_COUNT) for decision in subgame.decisions}
        state = _Ranges(subgame, fold_values, empty)
        number = 0
        while state.widen(subgame.push):
            number += 1
            for call in reversed(subgame.calls):
                while state.widen(call):
                    for over in reversed(subgame.overcalls[call]):
                        while state.widen(over):
                            pass
            yield SearchStep(state.profile(), number)
        yield SearchStep(state.profile(), number, finished=True)


class _Ranges:
    """Ordered ranges that change one at a time."""

    def __init__(self, subgame: Subgame, fold_values: Floats, start: Profile | None) -> None:
        self.subgame, self.fold_values = subgame, fold_values
        self.counts: dict[Decision, int] = {}
        for decision, strategy in (start or first_guess(subgame)).items():
            self.counts[decision] = CLASS_COUNT if subgame.is_forced(decision) else round(float(strategy.sum()))

    def profile(self) -> Profile:
        return {decision: range_of(count) for decision, count in self.counts.items()}

    def advantages(self, decision: Decision) -> Floats:
        """float64 [169]: what all-in gains, from the strongest class to the weakest."""
        evaluation = self.subgame.evaluate(self.profile(), self.fold_values, wanted=(decision,))
        return evaluation.advantages[decision][strength_order()]

    def move(self, decision: Decision, jump: int) -> bool:
        """Take the best range not more than `jump` classes away; whether that changes anything."""
        if self.subgame.is_forced(decision):
            return False
        count = self.counts[decision]
        low, high = max(0, count - jump), min(CLASS_COUNT, count + jump)
        earned = np.concatenate([[0.0], np.cumsum(self.advantages(decision))])[low : high + 1]
        best = low + int(np.argmax(earned))
        if earned[best - low] <= earned[count - low]:
            best = count
        self.counts[decision] = best
        return best != count

    def widen(self, decision: Decision) -> bool:
        """Add the next class if that costs nothing; whether it was added."""
        count = self.counts[decision]
        if count == CLASS_COUNT or self.advantages(decision)[count] < 0:
            return False
        self.counts[decision] = count + 1
        return True
