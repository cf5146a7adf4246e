"""Update rules: how a solver turns what an iteration showed into the next strategy.

A rule is a small object that gives the coefficients of iteration t = 1, 2, ...; the engines do the rest:

    R := R * (positive if R > 0 else negative) + gain,  at least floor
    strategy in proportion to max(R, 0)                 (R + last gain if predicted)
    average := average * keep + weight * reach * strategy

A rule that hedges keeps neither regrets nor an average; its strategy is the result. What a rule is besides its
coefficients are fields that every rule has: how strategies are averaged, and what goes up the tree.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field, fields
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from pokerlab._numbers import check_finite
from pokerlab.equilibrium.rule_columns import FLOOR, HEDGED, MATCHED, PREDICTED, Coefficients, Traits
from pokerlab.errors import SolverError

MOST_POWER = 100.0
"""The largest exponent of a discount: beyond it there is none, or nothing is left."""


@dataclass(frozen=True)
class Averaging:
    """How strategies enter the average."""

    is_by_reach: ClassVar[bool] = True

    def at(self, rule: "Rule", iteration: int) -> Coefficients:
        """The coefficients of an iteration of a rule that averages so."""
        return rule.at(iteration)


@dataclass(frozen=True)
class ByReach(Averaging):
    """In proportion to how often the player's own moves come to the node: the average of the theory."""


@dataclass(frozen=True)
class Unweighted(Averaging):
    """Alike, however seldom the player comes to the node: Kujath's Algorithm 3. It need not come to an equilibrium."""

    is_by_reach = False


@dataclass(frozen=True)
class Sparse(Averaging):
    """By reach, of iterations 1, 1 + every, 1 + 2 every, ... only. It saves the way to the table of the average in all
    others. It costs more than that: strategies swing, and those that are left out would have cancelled what is taken.
    Leduc after 1,000 iterations of Discounted(1.5, 0.25, 4): NashConv 0.0004, with every second one 0.0007, with every
    tenth 0.006."""

    every: int = 2

    def __post_init__(self) -> None:
        if self.every < 1:
            raise SolverError(f"sparse averages are of every iteration or every so many, not every {self.every}")

    def at(self, rule: "Rule", iteration: int) -> Coefficients:
        """Where iterations are left out, what they would have kept of the average is made up for later."""
        numbers = rule.at(iteration)
        if (iteration - 1) % self.every:
            return numbers._replace(weight=0.0)
        since = range(max(1, iteration - self.every + 1), iteration + 1)
        return numbers._replace(keep=math.prod(rule.at(t).keep for t in since))


@dataclass(frozen=True)
class NoAverage(Averaging):
    """Not at all: the last strategy is the result of a rule that hedges."""


@dataclass(frozen=True, kw_only=True)
class Rule(ABC):
    """An update rule: coefficients by iteration, a kind of strategy (`rule_columns`), and variants.

    - `averaging`: how strategies enter the average
    - `returns_new`: what a node hands up is the value of the strategy just updated (Kujath's section 4.3)
    - `simultaneous`: both players answer the same strategies, instead of the second answering the first's new one
      (small games only)
    - `carries_groups`: where hands play in groups, what a hand carries up to the street before is the mean of its group
      (Kujath's section 5.4.1.2), not its own value
    """

    strategy: ClassVar[int] = MATCHED
    averaging: Averaging = ByReach()
    returns_new: bool = False
    simultaneous: bool = False
    carries_groups: bool = False

    @abstractmethod
    def at(self, iteration: int) -> Coefficients:
        """The coefficients of an iteration, counted from 1."""

    @property
    def is_averaged(self) -> bool:
        """Whether the result is the average over iterations, not the last strategy."""
        return self.strategy != HEDGED

    @property
    def is_predictive(self) -> bool:
        """Whether the last gains are kept too, because they are expected to come again."""
        return self.strategy == PREDICTED

    @property
    def traits(self) -> Traits:
        """What is the same in all iterations, checked."""
        if self.is_averaged == isinstance(self.averaging, NoAverage):
            raise SolverError(f"{self}: a rule that hedges keeps no average, and others do")
        if self.simultaneous and not self.is_averaged:
            raise SolverError(f"{self}: a rule that hedges changes strategies in place, not both at once")
        return Traits(self.strategy, self.averaging.is_by_reach, self.returns_new, self.simultaneous)

    def numbers(self, first: int, count: int) -> npt.NDArray[np.float64]:
        """float64 [iteration, column]: the coefficients of `count` iterations from `first` on, checked; columns as in
        `rule_columns`."""
        rows = [self.averaging.at(self, first + place) for place in range(count)]
        table = np.array(rows, np.float64).reshape(-1, len(Coefficients._fields))
        is_fine = np.isfinite(table)
        is_fine[:, FLOOR] |= table[:, FLOOR] == -np.inf
        if not is_fine.all():
            raise SolverError(f"{self}: its numbers are not finite in iteration {first} or soon after")
        return table

    def __str__(self) -> str:
        """Its parameters, and in what it differs from the usual."""
        own = sorted(fields(self), key=lambda part: part.kw_only is True)
        shown = [part.name for part in own if not part.kw_only or getattr(self, part.name) != part.default]
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in shown)})"


@dataclass(frozen=True)
class Vanilla(Rule):
    """Regret matching (Zinkevich, Johanson, Bowling, Piccione: Regret Minimization in Games with Incomplete
    Information, 2007)."""

    def at(self, iteration: int) -> Coefficients:
        """Regrets and strategies are added up."""
        return Coefficients()


@dataclass(frozen=True)
class Plus(Rule):
    """CFR+ with linear averaging (Tammelin: Solving Large Imperfect Information Games Using CFR+, 2014): regrets never
    fall below zero."""

    def at(self, iteration: int) -> Coefficients:
        """The t-th strategy has weight t."""
        return Coefficients(floor=0.0, weight=float(iteration))


@dataclass(frozen=True)
class Discounted(Rule):
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
            positive=discount_of(before, self.alpha),
            negative=discount_of(before, self.beta),
            keep=(before / iteration) ** self.gamma,
        )


@dataclass(frozen=True)
class Linear(Rule):
    """Linear CFR: iteration t counts t times, in regrets and in the average (Discounted(1, 1, 1))."""

    def at(self, iteration: int) -> Coefficients:
        """As `Discounted(1, 1, 1)`."""
        return Discounted(1.0, 1.0, 1.0).at(iteration)


@dataclass(frozen=True)
class Predictive(Rule):
    """Predictive CFR+ with quadratic averaging (Farina, Kroer, Sandholm: Faster Game Solving via Predictive Blackwell
    Approachability, 2021): the last gain is expected to come again."""

    strategy = PREDICTED

    def at(self, iteration: int) -> Coefficients:
        """The t-th strategy has weight t squared."""
        return Coefficients(floor=0.0, weight=float(iteration) ** 2)


@dataclass(frozen=True)
class GreedyHedging(Rule):
    """Counterfactual greedy hedging (Kujath: CGH, section 5.6 of his thesis on near-lossless card groups).

    At the n-th visit all probabilities but that of the best action (of equal ones the largest bet) shrink by a factor
    (n - 1) / n and then by c / (n k) with k actions, down to zero at most; the best action takes the rest.
    """

    strategy = HEDGED
    averaging: Averaging = field(default=NoAverage(), kw_only=True)
    c: float = 0.175

    def __post_init__(self) -> None:
        object.__setattr__(self, "c", check_finite(self.c, "the constant of greedy hedging", SolverError))
        if self.c < 0:
            raise SolverError(f"greedy hedging needs a constant of at least 0, not {self.c}")

    def at(self, iteration: int) -> Coefficients:
        """Every iteration visits every node once."""
        return Coefficients(constant=self.c, visit=float(iteration))


def discount_of(iteration: int, power: float) -> float:
    """What `Discounted` multiplies regrets by after an iteration."""
    if iteration == 0:
        return 0.0 if power > 0 else 0.5 if power == 0 else 1.0
    try:
        grown: float = float(iteration) ** power
    except OverflowError:
        return 1.0
    return grown / (grown + 1)
