"""The classic heads-up charts: for every hand, the largest stack to push and the largest to call with."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab._threads import Progress
from pokerlab.cards.combos import CLASS_COUNT
from pokerlab.errors import TournamentError
from pokerlab.tournament.pushfold import solve
from pokerlab.tournament.spot import Spot

Floats = npt.NDArray[np.float64]

USUAL_STACKS: tuple[float, ...] = (
    *(1 + 0.2 * step for step in range(20)), *(5 + 0.5 * step for step in range(31)),
)  # fmt: skip
"""1 to 5 big blinds in fifths, up to 20 in halves."""


@dataclass(frozen=True)
class StackTable:
    """Heads-up by effective stack in big blinds, float64 each.

    - `stacks` [stack]: ascending; `push`, `call` [stack, 169]: how often each class goes all-in; `values` [stack]: of
      the small blind, in big blinds
    """

    stacks: Floats
    push: Floats
    call: Floats
    values: Floats

    def largest(self, kind: str) -> Floats:
        """float64 [169]: the largest stack of the table with which a class is played more often than not; 0 if none.

        Some hands are pushed with large and small stacks but not between: the table does not show such gaps,
        `gaps` names them.
        """
        played = self._of(kind) >= 0.5
        return np.where(played.any(axis=0), self.stacks[len(self.stacks) - 1 - played[::-1].argmax(axis=0)], 0.0)

    def gaps(self, kind: str) -> list[int]:
        """Classes that are folded with some stack below their largest."""
        below = self.stacks[:, None] <= self.largest(kind)
        return np.flatnonzero((below & (self._of(kind) < 0.5)).any(axis=0)).tolist()

    def _of(self, kind: str) -> Floats:
        if kind not in ("push", "call"):
            raise TournamentError(f"a stack table has 'push' and 'call', not '{kind}'")
        return self.push if kind == "push" else self.call


def stack_table(
    stacks: Sequence[float] = USUAL_STACKS,
    *,
    ante: float = 0.0,
    small_blind: float = 0.5,
    progress: Progress | None = None,
) -> StackTable:
    """Solve heads-up for chips at every stack (in big blinds, ascending), exactly."""
    depths = sorted({round(float(stack), 9) for stack in stacks})
    push, call = np.zeros((len(depths), CLASS_COUNT)), np.zeros((len(depths), CLASS_COUNT))
    values = np.zeros(len(depths))
    for number, stack in enumerate(depths):
        solution = solve(Spot.of([stack, stack], (small_blind, 1.0), ante=ante))
        push[number] = solution.strategies[solution.decision(0)]
        call[number] = solution.strategies[solution.decision(1, 0)]
        values[number] = solution.values[0] - stack
        if progress:
            progress(number + 1, len(depths))
    return StackTable(np.array(depths), push, call, values)
