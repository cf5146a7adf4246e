"""How a trainer goes about it: what an iteration samples, how it is weighed, what is averaged, what is skipped.

Recipe()                                        external sampling, every iteration alike
Recipe(weights=LinearPeriods(), average=Average.CORRECTED, pruning=Pruning())
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import NamedTuple

from pokerlab._numbers import check_seed
from pokerlab.equilibrium.regret import discount_of
from pokerlab.errors import SolverError
from pokerlab.training.choices import Average, Numbers, Variant, Weighing

NEVER = -1e30
"""A regret that none is below."""


class Factors(NamedTuple):
    """What regrets above and below 0, and the average, are multiplied by."""

    positive: float
    negative: float
    kept: float


@dataclass(frozen=True)
class Weights(ABC):
    """How much iterations count: `period` of them count alike."""

    period: int = 10_000

    def __post_init__(self) -> None:
        if self.period < 1:
            raise SolverError(f"a period has at least one iteration, not {self.period}")

    @abstractmethod
    def at(self, period: int) -> float:
        """What each iteration of a period, counted from 0, counts."""

    def after(self, period: int) -> Factors | None:
        """What is done to the whole table at the end of a period; None for nothing."""
        return None


@dataclass(frozen=True)
class AlikePeriods(Weights):
    """All iterations count alike."""

    def at(self, period: int) -> float:
        """One."""
        return 1.0


@dataclass(frozen=True)
class LinearPeriods(Weights):
    """Iterations of the n-th period count n times."""

    def at(self, period: int) -> float:
        """Counted from 1."""
        return period + 1.0


@dataclass(frozen=True)
class DiscountedPeriods(Weights):
    """After the n-th period regrets and averages are multiplied as in Discounted CFR after its n-th iteration."""

    alpha: float = 1.5
    beta: float = 0.0
    gamma: float = 2.0

    def at(self, period: int) -> float:
        """One: what came before is made smaller instead."""
        return 1.0

    def after(self, period: int) -> Factors | None:
        """By the powers alpha, beta and gamma."""
        number = period + 1
        kept = (number / (number + 1)) ** self.gamma
        return Factors(discount_of(number, self.alpha), discount_of(number, self.beta), kept)


def weights_of(name: Weighing, period: int) -> Weights:
    """The weights of a name."""
    kinds: dict[Weighing, type[Weights]] = {
        Weighing.ALIKE: AlikePeriods, Weighing.LINEAR: LinearPeriods, Weighing.DISCOUNTED: DiscountedPeriods,
    }  # fmt: skip
    return kinds[name](period)


@dataclass(frozen=True)
class Pruning:
    """Actions with a regret below `below` chips are skipped with a chance, but never on the last street."""

    below: float = -1000.0
    chance: float = 0.95

    def __post_init__(self) -> None:
        if not (self.below < 0 and 0 <= self.chance < 1):
            raise SolverError("actions are skipped by regrets below 0, with a chance of at least 0 and below 1")


@dataclass(frozen=True)
class Recipe:
    """All that decides, with game, betting and cards, what a run finds.

    - `floor`: no regret falls below it (chips)
    - `numbers`: what the table is made of
    - `explored`: with outcome sampling, how often a seat draws its action from all alike
    """

    variant: Variant = Variant.EXTERNAL
    average: Average = Average.VISITS
    weights: Weights = AlikePeriods()
    pruning: Pruning | None = None
    floor: float = NEVER
    seed: int = 0
    numbers: Numbers = Numbers.FLOAT32
    explored: float = 0.6

    def __post_init__(self) -> None:
        check_seed(self.seed, SolverError)
        if not self.floor < 0:
            raise SolverError(f"the least regret is below 0, not {self.floor:g}")
        if self.pruning and self.pruning.below <= self.floor:
            raise SolverError(
                "regrets must be able to fall below the limit of skipping, which the floor does not allow"
            )
        if self.variant not in (Variant.EXTERNAL, Variant.PURE) and self.pruning:
            raise SolverError(f"actions are skipped where others' are sampled, not by {self.variant} sampling")
        if not 0 < self.explored <= 1:
            raise SolverError(f"the part of actions drawn alike is above 0 and at most 1, not {self.explored:g}")
        if self.numbers is not Numbers.FLOAT32 and self.variant is Variant.PUBLIC:
            raise SolverError("public-chance sampling adds small parts of chips: its tables are float32")

    def __str__(self) -> str:
        """What differs from the usual."""
        differing = [
            f"{part.name}={value if isinstance(value, StrEnum) else repr(value)}"
            for part in fields(self)
            if (value := getattr(self, part.name)) != part.default
        ]
        return f"Recipe({', '.join(differing)})"
