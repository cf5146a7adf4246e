"""Push/fold equilibria: solve a spot, then ask what every hand is worth.

    solution = solve(Spot.of([2000, 1500, 1000], (50, 100), payouts=(65, 35)))
    solution.epsilon                                what anybody could still gain, as part of the prize pool
    solution.range(solution.decision(0))            whom to push with
    solution.judge(solution.decision(0), "A5s")     is this push right, and by how much

The subgames that begin with a push are solved from the last possible pusher to the first: what happens after a push
does not depend on those who folded before (unless bunching is asked for), and the pusher's other choice, to fold, leads
to subgames that are solved already.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_OF_COMBO, class_index
from pokerlab.cards.ranges import Range
from pokerlab.errors import TournamentError
from pokerlab.tournament.algorithms import Algorithm, Profile, RegretMatching, gains
from pokerlab.tournament.bunching import fold_weights, solve_with_three
from pokerlab.tournament.game import Decision, PushFoldGame
from pokerlab.tournament.linear import LinearProgram
from pokerlab.tournament.spot import Spot
from pokerlab.tournament.subgame import Evaluation, Subgame
from pokerlab.tournament.valuation import Valuation

Floats = npt.NDArray[np.float64]
Watch = Callable[[int, int], None]

DEFAULT_TARGET = 1e-4
MOST_ITERATIONS = 3000
_BUNCHING_ROUNDS = 4


@dataclass(frozen=True)
class HandValue:
    """One hand class at one decision: values of both actions in the unit of the spot, and how often all-in is
    played."""

    all_in: float
    fold: float
    frequency: float

    @property
    def difference(self) -> float:
        """What all-in earns more than folding."""
        return self.all_in - self.fold

    @property
    def is_right(self) -> bool:
        """Whether all-in is at least as good as folding."""
        return self.difference >= 0


@dataclass(frozen=True)
class Solution:
    """Strategies of a spot and what they are worth.

    - `strategies`: by decision, float64 [169], the chance of all-in by class
    - `values`: float64 [player], expected value of the hand before the cards are dealt, in chips or in prizes
    - `gains`: float64 [player], what each could gain by a best response, in the same unit
    - `sampling_error`: float64 [player], standard errors of the values if four or more all-in were sampled, else zeros
    - `all_in`, `fold`: by decision, float64 [169], values of the two actions (NaN where the hand never gets there)
    """

    game: PushFoldGame
    strategies: Profile
    values: Floats
    gains: Floats
    sampling_error: Floats
    all_in: dict[Decision, Floats]
    fold: dict[Decision, Floats]
    reached: dict[Decision, float]
    iterations: int
    seconds: float
    algorithm: str

    @property
    def spot(self) -> Spot:
        """What was solved."""
        return self.game.spot

    @property
    def epsilon(self) -> float:
        """The largest gain, as part of the pool."""
        return float(self.gains.max()) / self.spot.pool

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

    def judge(self, decision: Decision, hand: str) -> HandValue:
        """What all-in and fold are worth with a hand class such as A5s."""
        index = class_index(hand)
        values = self.all_in[decision][index], self.fold[decision][index]
        return HandValue(float(values[0]), float(values[1]), float(self.strategies[decision][index]))


def solve(
    spot: Spot,
    algorithm: Algorithm | None = None,
    *,
    target: float = DEFAULT_TARGET,
    most_iterations: int = MOST_ITERATIONS,
    bunching: bool = False,
    valuation: Valuation | None = None,
    start: Profile | None = None,
    progress: Watch | None = None,
) -> Solution:
    """Solve a spot until nobody can gain more than `target` of the pool, or the iterations are used up.

    Without an `algorithm`, two players are solved exactly by a linear program and more by regret matching. With
    `bunching` folded hands count: exactly for three players, else to first order (see `bunching`). `progress` is called
    with (subgames done, all).
    """
    began = time.perf_counter()
    game = PushFoldGame(spot, valuation)
    if algorithm is None:
        algorithm = LinearProgram() if spot.players == 2 and spot.bounties is None else RegretMatching()
    name = type(algorithm).__name__ + (" (ordered ranges)" if algorithm.ordered else "")
    if bunching and spot.players == 3:
        return _as_solution(game, *solve_with_three(game, target, most_iterations), "RegretMatching (bunching)", began)
    pushers = [player for player in range(spot.players - 1) if game.may_go_in(player, ())]
    weights: dict[int, Floats] = {}
    profile: Profile = dict(start or {})
    iterations = 0
    share = 0.6  # several subgames add up: what one of them may cost is adjusted if the whole misses the target
    rounds = _BUNCHING_ROUNDS if bunching else 1
    while True:
        subgames = {pusher: Subgame(game, pusher, weights.get(pusher)) for pusher in pushers}
        fold_values = game.walk
        for number, pusher in enumerate(reversed(pushers)):
            used, fold_values = _solve_subgame(
                subgames[pusher], algorithm, fold_values, share * target * spot.pool, most_iterations, profile
            )
            iterations += used
            if progress:
                progress(number + 1, len(pushers))
        parts = _assess(game, subgames, profile)
        rounds -= 1
        missed = float(parts[1].max()) > target * spot.pool
        if bunching and rounds > 0:
            weights = fold_weights(game, profile)
        elif missed and isinstance(algorithm, RegretMatching) and share > 0.05 and iterations < most_iterations:
            share /= 2
        else:
            return _as_solution(game, profile, *parts, iterations, name, began)


def assess(game: PushFoldGame, profile: Profile) -> Solution:
    """Judge any strategies of a game: their values, and what everybody could gain."""
    began = time.perf_counter()
    pushers = [player for player in range(game.spot.players - 1) if game.may_go_in(player, ())]
    subgames = {pusher: Subgame(game, pusher) for pusher in pushers}
    return _as_solution(game, profile, *_assess(game, subgames, profile), 0, "given", began)


def _solve_subgame(
    subgame: Subgame, algorithm: Algorithm, fold_values: Floats, target: float, most_iterations: int, profile: Profile
) -> tuple[int, Floats]:
    """Put the strategies of a subgame into `profile`; returns iterations and the values when it is the pusher's
    turn."""
    known = {decision: profile[decision] for decision in subgame.decisions if decision in profile}
    start = known if len(known) == len(subgame.decisions) else None
    next_check = algorithm.check_every
    for step in algorithm.steps(subgame, fold_values, start):
        if step.last and gains(subgame, *step.last).max() <= target:
            profile.update(step.last[0])
            return step.iterations, step.last[1].values
        done = step.finished or step.iterations >= most_iterations
        if not done and step.iterations < next_check:
            continue
        next_check = step.iterations + max(algorithm.check_every, step.iterations // 3)
        evaluation = subgame.evaluate(step.strategies, fold_values)
        if done or gains(subgame, step.strategies, evaluation).max() <= target:
            break
    profile.update(step.strategies)
    return step.iterations, evaluation.values


Parts = tuple[Floats, Floats, Floats, dict[Decision, Floats], dict[Decision, Floats], dict[Decision, float]]


def _assess(game: PushFoldGame, subgames: dict[int, Subgame], profile: Profile) -> Parts:
    """Values, gains, values of all-in and fold by decision, and how often each decision comes up."""
    evaluations: dict[int, Evaluation] = {}
    values = game.walk
    for pusher in sorted(subgames, reverse=True):
        evaluations[pusher] = subgames[pusher].evaluate(profile, values, details=True)
        values = evaluations[pusher].values
    gained = np.zeros(game.spot.players)
    errors = np.zeros(game.spot.players)
    all_in: dict[Decision, Floats] = {}
    fold: dict[Decision, Floats] = {}
    reached: dict[Decision, float] = {}
    folded = 1.0
    for pusher in sorted(subgames):
        subgame, found = subgames[pusher], evaluations[pusher]
        gained += folded * gains(subgame, profile, found)
        if found.errors is not None:
            errors = np.sqrt(errors**2 + (folded * found.errors) ** 2)
        for decision in subgame.decisions:
            reach = found.reaches[decision]
            there = reach > 1e-12
            fold[decision] = np.divide(found.folds[decision], reach, out=np.full(reach.shape, np.nan), where=there)
            more = np.divide(found.advantages[decision], reach, out=np.full(reach.shape, np.nan), where=there)
            all_in[decision] = fold[decision] + more
            reached[decision] = folded * float(reach.sum())
        folded *= 1 - float(found.reaches[subgame.push] @ profile[subgame.push])
    return values, np.maximum(gained, 0.0), errors, all_in, fold, reached


def _as_solution(
    game: PushFoldGame,
    profile: Profile,
    values: Floats,
    gained: Floats,
    errors: Floats,
    all_in: dict[Decision, Floats],
    fold: dict[Decision, Floats],
    reached: dict[Decision, float],
    iterations: int,
    algorithm: str,
    began: float,
) -> Solution:
    seconds = time.perf_counter() - began
    return Solution(game, profile, values, gained, errors, all_in, fold, reached, iterations, seconds, algorithm)
