"""Update rules: how a solver turns what an iteration showed into the next strategy.

A rule is a small object that gives the coefficients of iteration t = 1, 2, ...; the engines do the rest:

    R := R * (positive if R > 0 else negative) + gain,  at least floor
    strategy in proportion to max(R, 0)                 (R + last gain if predictive)
    average := average * keep + weight * reach * strategy

`GreedyHedging` keeps neither regrets nor an average; its strategy is the result.
"""

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from pokerlab._numbers import check_finite
from pokerlab.errors import SolverError

NO_FLOOR = -1e300
MOST_POWER = 100.0
"""The largest exponent of a discount: beyond it there is none, or nothing is left."""


class Coefficients(NamedTuple):
    """What an engine needs to know of a rule at one iteration. `greedy` is the constant c of hedging, -1 for others."""

    positive: float = 1.0
    negative: float = 1.0
    floor: float = NO_FLOOR
    keep: float = 1.0
    weight: float = 1.0
    predictive: float = 0.0
    greedy: float = -1.0


class Rule(Protocol):
    """An update rule."""

    def at(self, iteration: int) -> Coefficients:
        """The coefficients of an iteration, counted from 1."""
        ...

    @property
    def is_averaged(self) -> bool:
        """Whether the result is the average over iterations, not the last strategy."""
        ...


def coefficients(rule: Rule, first: int, count: int) -> npt.NDArray[np.float64]:
    """float64 [iteration, 7]: the coefficients of `count` iterations from `first` on, checked.

    Kernels look into tables by them: a rule has regrets and an average in every iteration, or in none.
    """
    rows = [rule.at(first + place) for place in range(count)]
    table = np.array(rows, np.float64).reshape(-1, len(Coefficients._fields))
    if not np.isfinite(table).all():
        raise SolverError(f"{rule!r}: its numbers are not finite in iteration {first} or soon after")
    if any((row.greedy < 0) != rule.is_averaged for row in rows):
        raise SolverError(f"{rule!r}: only rules of greedy hedging give no average, and in every iteration")
    return table


@dataclass(frozen=True)
class _Averaged:
    @property
    def is_averaged(self) -> bool:
        """The result is the average strategy."""
        return True


@dataclass(frozen=True)
class Vanilla(_Averaged):
    """Regret matching (Zinkevich, Johanson, Bowling, Piccione: Regret Minimization in Games with Incomplete
    Information, 2007)."""

    def at(self, iteration: int) -> Coefficients:
        """Regrets and strategies are added up."""
        return Coefficients()


@dataclass(frozen=True)
class Plus(_Averaged):
    """CFR+ with linear averaging (Tammelin: Solving Large Imperfect Information Games Using CFR+, 2014): regrets never
    fall below zero."""

    def at(self, iteration: int) -> Coefficients:
        """The t-th strategy has weight t."""
        return Coefficients(floor=0.0, weight=float(iteration))


@dataclass(frozen=True)
class Discounted(_Averaged):
    """Discounted CFR (Brown, Sandholm: Solving Imperfect-Information Games via Discounted Regret Minimization, 2019).

    After iteration t positive regrets are multiplied by t^alpha / (t^alpha + 1), negative ones by the same with beta,
    and the t-th strategy counts in proportion to t^gamma.
    """

    alpha: float = 1.5
    beta: float = 0.0
    gamma: float = 2.0

    def __post_init__(self) -> None:
        for name in ("alpha", "beta", "gamma"):
            power = check_finite(getattr(self, name), f"discounted regrets, {name}", SolverError)
            least = 0.0 if name == "gamma" else -MOST_POWER
            if not least <= power <= MOST_POWER:
                raise SolverError(f"discounted regrets, {name}: {power:g} is not between {least:g} and {MOST_POWER:g}")
            object.__setattr__(self, name, power)  # 4 and 4.0 are the same rule, also in a checkpoint

    def at(self, iteration: int) -> Coefficients:
        """Discounts are applied before the next gains are added."""
        before = iteration - 1
        return Coefficients(
            positive=_discount(before, self.alpha),
            negative=_discount(before, self.beta),
            keep=(before / iteration) ** self.gamma,
        )


@dataclass(frozen=True)
class Linear(_Averaged):
    """Linear CFR: iteration t counts t times, in regrets and in the average (Discounted(1, 1, 1))."""

    def at(self, iteration: int) -> Coefficients:
        """As `Discounted(1, 1, 1)`."""
        return Discounted(1.0, 1.0, 1.0).at(iteration)


@dataclass(frozen=True)
class Predictive(_Averaged):
    """Predictive CFR+ with quadratic averaging (Farina, Kroer, Sandholm: Faster Game Solving via Predictive Blackwell
    Approachability, 2021): the last gain is expected to come again."""

    def at(self, iteration: int) -> Coefficients:
        """The t-th strategy has weight t squared."""
        return Coefficients(floor=0.0, weight=float(iteration) ** 2, predictive=1.0)


@dataclass(frozen=True)
class GreedyHedging:
    """Counterfactual greedy hedging (Kujath: CGH, section 5.6 of his thesis on near-lossless card groups).

    At the n-th visit all probabilities but that of the best action (of equal ones the largest bet) shrink by a factor
    (n - 1) / n and then by c / (n k) with k actions, down to zero at most; the best action takes the rest.
    """

    c: float = 0.175

    def __post_init__(self) -> None:
        object.__setattr__(self, "c", check_finite(self.c, "the constant of greedy hedging", SolverError))
        if self.c < 0:
            raise SolverError(f"greedy hedging needs a constant of at least 0, not {self.c}")

    @property
    def is_averaged(self) -> bool:
        """The last strategy is the result."""
        return False

    def at(self, iteration: int) -> Coefficients:
        """The constant."""
        return Coefficients(greedy=self.c)


def _discount(iteration: int, power: float) -> float:
    if iteration == 0:
        return 0.0 if power > 0 else 0.5 if power == 0 else 1.0
    try:
        grown: float = float(iteration) ** power
    except OverflowError:
        return 1.0
    return grown / (grown + 1)
