"""The classic heads-up charts: for every hand, the stacks to push and to call with."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
import numpy.typing as npt

from pokerlab._threads import Progress
from pokerlab.cards.combos import CLASS_COUNT
from pokerlab.errors import TournamentError
from pokerlab.tournament.algorithms import Profile
from pokerlab.tournament.polymatrix import Polymatrix
from pokerlab.tournament.pushfold import solve
from pokerlab.tournament.spot import PushFoldSpot

Floats = npt.NDArray[np.float64]
Interval = tuple[float, float]

USUAL_STACKS: tuple[float, ...] = tuple(round(1 + 0.1 * step, 1) for step in range(191))
"""1 to 20 big blinds in tenths."""

TOLERANCE = 0.02
"""Gaps in which all-in never costs more than this, in big blinds, are closed: near some limits hands go in and out."""

KINDS = ("push", "call")


@dataclass(frozen=True)
class StackTable:
    """Heads-up by effective stack in big blinds, float64 each.

    - `stacks` [stack]: ascending
    - `push`, `call` [stack, 169]: how often each class goes all-in; `push_gains`, `call_gains`: what all-in earns more
      than folding, in big blinds
    - `values` [stack]: of the small blind, in big blinds
    """

    stacks: Floats
    push: Floats
    call: Floats
    push_gains: Floats
    call_gains: Floats
    values: Floats

    @property
    def grid(self) -> str:
        """The stacks of the table in words: `1 to 20 big blinds in steps of 0.1`."""
        steps = np.diff(self.stacks)
        if not len(steps):
            return f"{self.stacks[0]:g} big blinds"
        low, high = f"{steps.min():.3g}", f"{steps.max():.3g}"
        ends = f"{self.stacks[0]:g} to {self.stacks[-1]:g} big blinds"
        return f"{ends} in steps of {low}" + ("" if low == high else f" to {high}")

    def intervals(self, kind: str, tolerance: float = TOLERANCE) -> list[list[Interval]]:
        """By class, the stacks of the table, from and to, with which it is all-in more often than not.

        Gaps in which all-in never costs more than `tolerance` are closed.
        """
        often, gains = (self.push, self.push_gains) if self._check(kind) == "push" else (self.call, self.call_gains)
        return [_intervals(self.stacks, often[:, k] >= 0.5, gains[:, k] >= -tolerance) for k in range(CLASS_COUNT)]

    def largest(self, kind: str) -> Floats:
        """float64 [169]: the largest stack of the table with which a class is played more often than not; 0 if none.

        With a smaller stack it may be wrong: see `intervals`.
        """
        return np.array([found[-1][1] if found else 0.0 for found in self.intervals(kind)])

    def gaps(self, kind: str) -> list[int]:
        """Classes that are folded with some stack of the table below their largest."""
        lowest = float(self.stacks[0])
        found = self.intervals(kind)
        return [k for k, of_class in enumerate(found) if of_class and (len(of_class) > 1 or of_class[0][0] > lowest)]

    def text(self, interval: Interval) -> str:
        """An interval as it is printed: `5.1-7.1`, `up to 2.3` from the lowest stack of the table, `4+` to its end."""
        low, high = interval
        if low == self.stacks[0]:
            return f"{high:g}+" if high == self.stacks[-1] else f"up to {high:g}"
        return f"{low:g}+" if high == self.stacks[-1] else f"{low:g}-{high:g}" if low < high else f"{low:g}"

    def _check(self, kind: str) -> str:
        if kind not in KINDS:
            raise TournamentError(f"a stack table has 'push' and 'call', not '{kind}'")
        return kind


def stack_table(
    stacks: Sequence[float] = USUAL_STACKS,
    *,
    ante: float = 0.0,
    small_blind: float = 0.5,
    progress: Progress | None = None,
) -> StackTable:
    """Solve heads-up for chips at every stack (in big blinds), exactly; each begins where the one before ended."""
    for stack in stacks:
        if not (isfinite(stack) and stack > 0):
            raise TournamentError(f"stack {stack:g} of the table: stacks are above 0 big blinds")
    depths = sorted({round(float(stack), 9) for stack in stacks})
    if not depths:
        raise TournamentError("a stack table needs at least one stack")
    often, gains, values = np.zeros((2, len(depths), CLASS_COUNT)), np.zeros((2, len(depths), CLASS_COUNT)), []
    start: Profile | None = None
    for number, stack in enumerate(depths):
        spot = PushFoldSpot.of([stack, stack], (small_blind, 1.0), ante=ante)
        result = solve(spot, Polymatrix(), start=start)
        if not result.is_settled:
            result = solve(spot)
        start = result.strategies
        for kind, decision in enumerate((result.decision(0), result.decision(1, 0))):
            often[kind, number] = result.strategies[decision]
            gains[kind, number] = np.nan_to_num(result.all_in[decision] - result.fold[decision])
        values.append(result.values[0] - stack)
        if progress:
            progress(number + 1, len(depths))
    return StackTable(np.array(depths), often[0], often[1], gains[0], gains[1], np.array(values))


def _intervals(stacks: Floats, played: npt.NDArray[np.bool_], harmless: npt.NDArray[np.bool_]) -> list[Interval]:
    """Runs of stacks that are played; two runs are one if all between them is harmless."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], played, [False]]).astype(np.int8)))
    found: list[tuple[int, int]] = []
    for first, after in edges.reshape(-1, 2).tolist():
        if found and harmless[found[-1][1] : first].all():
            found[-1] = (found[-1][0], after)
        else:
            found.append((first, after))
    return [(float(stacks[first]), float(stacks[after - 1])) for first, after in found]
