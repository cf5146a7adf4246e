"""Algorithms that look for an equilibrium of a push/fold subgame, on all 169 classes with mixed strategies.

An algorithm is a small object; `steps` iterates without end, and the caller decides when to stop. Each step gives the
strategies one would play if one stopped there.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_COUNT
from pokerlab.cards.preflop import strength_order
from pokerlab.tournament.game import Decision
from pokerlab.tournament.subgame import Evaluation

Floats = npt.NDArray[np.float64]
Profile = dict[Decision, Floats]

NEVER = 1e-12
"""Hands that get to a decision less often than this count as never there."""


@dataclass(frozen=True)
class SearchStep:
    """Strategies after some iterations; `finished` if more of them would change nothing.

    - `last`: the strategies of this very iteration with their evaluation, where that was made anyway: often they are as
      good as the mean
    """

    strategies: Profile
    iterations: int
    finished: bool = False
    last: tuple[Profile, Evaluation] | None = None


class Evaluated(Protocol):
    """Decisions between all-in and fold that can be evaluated: a `Subgame`, or with bunching a whole game of three."""

    @property
    def players(self) -> int:
        """How many there are."""
        ...

    @property
    def decisions(self) -> list[Decision]:
        """Everything that is to be decided."""
        ...

    def is_forced(self, decision: Decision) -> bool:
        """Whether the player is in without a choice."""
        ...

    def evaluate(
        self,
        strategies: Mapping[Decision, Floats],
        fold_values: Floats,
        *,
        refresh: bool = True,
        wanted: Collection[Decision] | None = None,
    ) -> Evaluation:
        """What strategies are worth; see `Subgame.evaluate`."""
        ...


class Algorithm(Protocol):
    """What finds strategies for a subgame.

    - `ordered`: whether ranges are the strongest classes of a fixed order (the abstraction) instead of any classes
    """

    @property
    def ordered(self) -> bool:
        """Whether ranges are the strongest classes of a fixed order."""
        ...

    @property
    def check_every(self) -> int:
        """After how many steps it is worth to measure how good the strategies are."""
        ...

    def steps(self, subgame: Any, fold_values: Floats, start: Profile | None = None) -> Iterator[SearchStep]:
        """Iterate, from `start` if given. `subgame`: any that is `Evaluated`, or the kind that it is made for."""
        ...


def first_guess(subgame: Evaluated) -> Profile:
    """Strategies to begin with: the stronger half pushes, a quarter calls, a tenth overcalls; forced ones are
    all-in."""
    parts = {0: 0.5, 1: 0.25, 2: 0.08}
    order = strength_order()
    profile = {}
    for decision in subgame.decisions:
        strategy = np.zeros(CLASS_COUNT)
        strategy[order[: int(CLASS_COUNT * parts.get(len(decision.pot), 0.04))]] = 1.0
        profile[decision] = np.ones(CLASS_COUNT) if subgame.is_forced(decision) else strategy
    return profile


def gains(subgame: Evaluated, profile: Profile, evaluation: Evaluation) -> Floats:
    """float64 [player]: what each could gain in this subgame by a best response; every decision counts by itself."""
    out = np.zeros(subgame.players)
    for decision, advantage in evaluation.advantages.items():
        if not subgame.is_forced(decision):
            out[decision.player] += np.maximum(advantage, 0).sum() - profile[decision] @ advantage
    return out


def own_gains(subgame: Evaluated, profile: Mapping[Decision, Floats], evaluation: Evaluation) -> Profile:
    """By decision, float64 [169]: what each hand could gain by its better action, given that it is there.

    NaN where it never is, 0 where there is no choice.
    """
    return {
        decision: np.zeros(CLASS_COUNT) if subgame.is_forced(decision)
        else own_gain(profile[decision], evaluation.advantages[decision], evaluation.reaches[decision])
        for decision in subgame.decisions
    }  # fmt: skip


def own_gain(strategy: Floats, advantage: Floats, reach: Floats) -> Floats:
    """float64 [hand]: what each hand could gain by its better action, given that it is there; NaN where it never is."""
    return given_there(np.maximum(advantage, 0) - strategy * advantage, reach)


def given_there(sums: Floats, reach: Floats) -> Floats:
    """float64 [hand]: a sum over the chance to be there as a mean, NaN where the hand never is."""
    return np.asarray(np.divide(sums, reach, out=np.full(reach.shape, np.nan), where=reach > NEVER), np.float64)


def largest(gained: Mapping[Decision, Floats]) -> float:
    """The largest own gain of any hand that is ever there."""
    return max((float(np.fmax.reduce(of_hands, initial=0.0)) for of_hands in gained.values()), default=0.0)


class Regrets:
    """Predictive regret matching with regrets kept above zero (Hart and Mas-Colell 2000, Tammelin 2014; Farina, Kroer
    and Sandholm 2021), all players at once: the last advantages are expected to come again.

    `present` are the strategies to be judged next, by decision, float64 [hand]; only those of the `free` decisions
    change.
    """

    def __init__(self, start: Mapping[Decision, Floats], free: Sequence[Decision], power: float = 2.0) -> None:
        self.present: Profile = dict(start)
        self.count = 0
        self._power = power
        self._regrets = {decision: np.zeros((2, len(start[decision]))) for decision in free}
        self._sums = {decision: np.zeros(len(start[decision])) for decision in free}
        self._total = 0.0

    def update(self, advantages: Mapping[Decision, Floats]) -> None:
        """Learn from what all-in would have earned more than folding at the present strategies."""
        self.count += 1
        weight = self.count**self._power
        self._total += weight
        for decision, regret in self._regrets.items():
            strategy, advantage = self.present[decision], advantages[decision]
            more = np.array([advantage * (1 - strategy), -advantage * strategy])
            regret += more
            np.maximum(regret, 0, out=regret)
            self._sums[decision] += weight * strategy
            expected = np.maximum(regret + more, 0)
            both = expected.sum(axis=0)
            self.present[decision] = np.divide(expected[0], both, out=strategy.copy(), where=both > 0)

    def mean(self) -> Profile:
        """The mean of the strategies so far, the s-th counted s ** power times; before the first, what was given."""
        if not self.count:
            return dict(self.present)
        return {**self.present, **{decision: total / self._total for decision, total in self._sums.items()}}


@dataclass(frozen=True)
class RegretMatching:
    """Predictive regret matching; see `Regrets`. The answer is the mean of the strategies so far.

    Overcalls are evaluated anew every `refresh` steps.
    """

    power: float = 2.0
    refresh: int = 6
    ordered: bool = False
    check_every: int = 10

    def steps(self, subgame: Evaluated, fold_values: Floats, start: Profile | None = None) -> Iterator[SearchStep]:
        """Iterate without end."""
        free = [decision for decision in subgame.decisions if not subgame.is_forced(decision)]
        regrets = Regrets(start or first_guess(subgame), free, self.power)
        kept: dict[Decision, Floats] = {}
        while True:
            fresh = regrets.count % self.refresh == 0
            # between refreshes, what an overcall is worth stays as it was, and so does its strategy
            evaluation = subgame.evaluate(regrets.present, fold_values, refresh=fresh, wanted=None if fresh else ())
            last = (dict(regrets.present), evaluation) if fresh else None
            if fresh:
                kept = {d: a for d, a in evaluation.advantages.items() if len(d.pot) > 1}
            regrets.update({**kept, **evaluation.advantages})
            yield SearchStep(regrets.mean(), regrets.count, last=last)


@dataclass(frozen=True)
class FictitiousRanges:
    """Everybody answers best to how the others have played so far (Brown 1951).

    With `correlated` beliefs a player averages what his actions would have earned in each past round, as Moravčík does;
    else he answers to the others' mean strategies, taken as independent. With `ordered` the best response is sought
    among the ranges of the strongest 0..169 classes.
    """

    correlated: bool = False
    ordered: bool = False
    check_every: int = 10

    def steps(self, subgame: Evaluated, fold_values: Floats, start: Profile | None = None) -> Iterator[SearchStep]:
        """Iterate without end; the answer is the mean of all rounds, or the last round if nothing changes any more."""
        free = [decision for decision in subgame.decisions if not subgame.is_forced(decision)]
        present = dict(start or first_guess(subgame))
        means = {decision: present[decision].copy() for decision in free}
        earned = {decision: np.zeros(CLASS_COUNT) for decision in free}
        number, unchanged = 1, 0
        while True:
            believed = present if self.correlated else {**present, **means}
            evaluation = subgame.evaluate(believed, fold_values)
            same = True
            for decision in free:
                if self.correlated:
                    earned[decision] += evaluation.advantages[decision]
                    answer = best_range(earned[decision], self.ordered)
                else:
                    answer = best_range(evaluation.advantages[decision], self.ordered)
                same &= bool((answer == present[decision]).all())
                present[decision] = answer
                means[decision] += (answer - means[decision]) / (number + 1)
            number += 1
            unchanged = unchanged + 1 if same else 0
            if unchanged >= self.check_every and self.correlated:
                yield SearchStep(dict(present), number, finished=unchanged > 10 * self.check_every)
            else:
                yield SearchStep({**present, **{decision: mean.copy() for decision, mean in means.items()}}, number)


def best_range(advantages: Floats, ordered: bool) -> Floats:
    """float64 [169]: all-in with what gains by it; if `ordered`, the best of the ranges of the strongest classes."""
    if not ordered:
        return (advantages > 0).astype(np.float64)
    order = strength_order()
    count = int(np.argmax(np.concatenate([[0.0], np.cumsum(advantages[order])])))
    return range_of(count)


def range_of(count: int) -> Floats:
    """float64 [169]: the range of the strongest `count` classes."""
    strategy = np.zeros(CLASS_COUNT)
    strategy[strength_order()[:count]] = 1.0
    return strategy
