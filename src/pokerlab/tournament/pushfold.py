"""Push/fold equilibria: solve a spot, then ask what every hand is worth.

    result = solve(PushFoldSpot.of([2000, 1500, 1000], (50, 100), payouts=(65, 35)))
    result.largest_own_gain                     what any hand could still gain, as part of the prize pool
    result.range(result.decision(0))            whom to push with
    result.judge(result.decision(0), "A5s")     is this push right, and by how much

The subgames that begin with a push are solved from the last possible pusher to the first: what happens after a push
does not depend on those who folded before (unless bunching is asked for), and the pusher's other choice, to fold, leads
to subgames that are solved already.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf

import numpy as np
import numpy.typing as npt

from pokerlab.errors import TournamentError, shorten
from pokerlab.tournament.algorithms import (
    Algorithm,
    Evaluated,
    FictitiousRanges,
    Profile,
    RegretMatching,
    gains,
    largest,
    own_gains,
)
from pokerlab.tournament.assessment import Assessment, assess_subgames, subgames_of
from pokerlab.tournament.bunching import JointPolymatrix, JointThree, assess_three, fold_weights
from pokerlab.tournament.game import PushFoldGame
from pokerlab.tournament.linear import LinearProgram
from pokerlab.tournament.ordered import MonotoneExpansion, ShrinkingNeighbourhood
from pokerlab.tournament.polymatrix import Polymatrix
from pokerlab.tournament.result import LIMIT, PushFoldResult
from pokerlab.tournament.spot import PushFoldSpot
from pokerlab.tournament.subgame import Evaluation, Subgame
from pokerlab.tournament.valuation import Valuation

Floats = npt.NDArray[np.float64]
Watch = Callable[[int, int], None]

USUAL_TARGET = 1e-4
MOST_ITERATIONS = 3000
ALGORITHMS: dict[str, Algorithm] = {
    "polymatrix": Polymatrix(),
    "regret": RegretMatching(),
    "fictitious": FictitiousRanges(),
    "fictitious-ordered": FictitiousRanges(correlated=True, ordered=True),
    "neighbourhood": ShrinkingNeighbourhood(),
    "expansion": MonotoneExpansion(),
    "lp": LinearProgram(),
}
"""By the names that the command line knows."""
_MOST_BUNCHING_ROUNDS = 12
_STILL = 0.005


def solve(
    spot: PushFoldSpot,
    algorithm: Algorithm | None = None,
    *,
    limit: float | None = None,
    target: float | None = None,
    draft: bool = False,
    most_iterations: int = MOST_ITERATIONS,
    bunching: bool = False,
    valuation: Valuation | None = None,
    start: Profile | None = None,
    progress: Watch | None = None,
) -> PushFoldResult:
    """Solve a spot until no hand could gain more than `limit` of the pool (default: a millionth) and the charts stand
    still, or the iterations are used up.

    With a `target` it stops as soon as no player can gain more than that part of the pool: quick, and charts may be far
    from settled. A `draft` solves a simpler game, in which two are all-in at most.

    Without an `algorithm`, two players are solved exactly by a linear program, more by `Polymatrix`, and to a target or
    with more than three all-in by regret matching. Other algorithms do not settle single hands, so their usual goal is
    a target of a ten-thousandth. With `bunching` folded hands count: exactly for three players, else to first order
    (see `bunching`). `progress` is called with (subgames done, all) at every step, and may raise to end the work.
    """
    began = time.perf_counter()
    for name, part in (("limit", limit), ("target", target)):
        if part is not None and not 0 <= part < inf:
            raise TournamentError(f"{name} {part:g}: it is a part of the pool, a number that is not negative")
    if draft:
        spot = replace(spot, most_all_in=2)
    game = PushFoldGame(spot, valuation)
    algorithm = algorithm or _usual_algorithm(spot, target)
    if limit is None and target is None and not isinstance(algorithm, Polymatrix | LinearProgram):
        target = USUAL_TARGET
    limit = LIMIT if limit is None else limit
    goal = _Goal(limit * spot.pool, None if target is None else target * spot.pool)
    name = type(algorithm).__name__ + (" (ordered ranges)" if algorithm.ordered else "")
    search = _Search(game, algorithm, goal, most_iterations, dict(start or {}), progress)
    judge = search.with_bunching() if bunching and spot.players > 3 else search.without_bunching()
    if bunching and spot.players == 3:
        judge = search.with_joint_deal()
        name += ", joint deal of three"
    found = judge(search.profile)
    is_settled = search.stands_still and largest(found.own_gains) <= goal.limit
    return PushFoldResult(
        **vars(found), game=game, strategies=search.profile, limit=limit, is_settled=is_settled, is_draft=draft,
        bunching=bunching, iterations=search.iterations, seconds=time.perf_counter() - began, algorithm=name,
    )  # fmt: skip


def push_fold(
    stacks: Sequence[float],
    blinds: tuple[float, float],
    *,
    payouts: Sequence[float] | None = None,
    ante: float = 0.0,
    big_blind_ante: bool = False,
    draft: bool = False,
) -> PushFoldResult:
    """The equilibrium of all-in or fold: `push_fold([10, 10, 10], (0.5, 1), payouts=[50, 30, 20])`.

    Stacks are before anything is posted, in the order of play: the small and the big blind are last. Without payouts
    chips are played for. `PushFoldSpot.of` and `solve` take everything else.
    """
    spot = PushFoldSpot.of(stacks, blinds, ante=ante, big_blind_ante=big_blind_ante, payouts=payouts)
    return solve(spot, draft=draft)


def named_algorithm(name: str) -> Algorithm:
    """The algorithm of a name, or an error that lists the names."""
    if name not in ALGORITHMS:
        raise TournamentError(f"'{shorten(name)}' is not an algorithm: {', '.join(ALGORITHMS)}")
    return ALGORITHMS[name]


def assess(game: PushFoldGame, profile: Profile) -> PushFoldResult:
    """Judge any strategies of a game: their values, and what everybody could gain."""
    began = time.perf_counter()
    found = assess_subgames(game, subgames_of(game, {}), profile)
    is_settled = largest(found.own_gains) <= LIMIT * game.spot.pool
    return PushFoldResult(
        **vars(found), game=game, strategies=profile, limit=LIMIT, is_settled=is_settled, is_draft=False,
        bunching=False, iterations=0, seconds=time.perf_counter() - began, algorithm="given",
    )  # fmt: skip


def _usual_algorithm(spot: PushFoldSpot, target: float | None) -> Algorithm:
    if spot.players == 2 and spot.bounties is None:
        return LinearProgram()
    return Polymatrix() if target is None and spot.most_all_in <= 3 else RegretMatching()


@dataclass(frozen=True)
class _Goal:
    """When to stop, in the unit of the spot: what a hand may gain, or with a `target` what a player may gain."""

    limit: float
    target: float | None

    def is_met(self, gained: Floats, own: Profile) -> bool:
        """Whether these gains of players and of hands are small enough."""
        return largest(own) <= self.limit if self.target is None else float(gained.max()) <= self.target


class _Search:
    """Subgames solved from the last pusher to the first; what was found is in `profile`.

    `stands_still`: whether no subgame was left while its charts still moved.
    """

    def __init__(
        self,
        game: PushFoldGame,
        algorithm: Algorithm,
        goal: _Goal,
        most_iterations: int,
        profile: Profile,
        progress: Watch | None,
    ) -> None:
        self.game, self.algorithm, self.goal, self.most_iterations = game, algorithm, goal, most_iterations
        self.profile, self.progress = profile, progress
        self.iterations = 0
        self.stands_still = True

    def without_bunching(self) -> Callable[[Profile], Assessment]:
        """Solve; returns what judges strategies of this game."""
        # several subgames add up: what one of them may cost a player is adjusted if the whole misses the target
        share = 0.6
        while True:
            judge = self._round({}, share)
            missed = self.goal.target is not None and float(judge(self.profile).gains.max()) > self.goal.target
            again = isinstance(self.algorithm, RegretMatching) and share > 0.05
            if not (missed and again and self.iterations < self.most_iterations):
                return judge
            share /= 2

    def with_bunching(self) -> Callable[[Profile], Assessment]:
        """Solve with the factors that the strategies themselves give, as in `without_bunching`."""
        weights: dict[int, Floats] = {}
        for _ in range(_MOST_BUNCHING_ROUNDS):
            self._round(weights, 0.6)
            weights = fold_weights(self.game, self.profile)
            judge = self._judge(weights)
            found = judge(self.profile)
            if self.goal.is_met(found.gains, found.own_gains):
                break
        return judge

    def with_joint_deal(self) -> Callable[[Profile], Assessment]:
        """Go on from what was found without bunching over the joint deal of three players, as in `without_bunching`."""
        whole, goal = JointThree(self.game), self.goal
        if goal.target is None:
            self.algorithm = JointPolymatrix(goal.limit / self.game.spot.pool)
        else:
            self.algorithm = RegretMatching(refresh=1, check_every=20)
        self.stands_still = True
        self._solve(whole, goal, self.game.walk, self._tick(0, 1))
        return partial(assess_three, whole)

    def _judge(self, weights: dict[int, Floats]) -> "partial[Assessment]":
        return partial(assess_subgames, self.game, subgames_of(self.game, weights))

    def _round(self, weights: dict[int, Floats], share: float) -> "partial[Assessment]":
        judge = self._judge(weights)
        subgames: dict[int, Subgame] = judge.args[1]
        goal = self.goal if self.goal.target is None else _Goal(self.goal.limit, share * self.goal.target)
        fold_values = self.game.walk
        self.stands_still = True
        for number, pusher in enumerate(sorted(subgames, reverse=True)):
            fold_values = self._solve(subgames[pusher], goal, fold_values, self._tick(number, len(subgames)))
            self._tick(number + 1, len(subgames))()
        return judge

    def _tick(self, done: int, total: int) -> Callable[[], None]:
        return partial(self.progress, done, total) if self.progress else lambda: None

    def _solve(self, subgame: Evaluated, goal: _Goal, fold_values: Floats, tick: Callable[[], None]) -> Floats:
        """Put the strategies of a subgame into the profile; returns the values when it is the pusher's turn."""
        known = {decision: self.profile[decision] for decision in subgame.decisions if decision in self.profile}
        start = known if len(known) == len(subgame.decisions) else None
        next_look = self.algorithm.check_every
        before: dict[bool, Profile] = {}
        for step in self.algorithm.steps(subgame, fold_values, start):
            tick()
            is_done = step.finished or step.iterations >= self.most_iterations
            looks: dict[bool, tuple[Profile, Evaluation]] = {}  # at its last strategies, and at what the step proposes
            if step.last:
                looks[False] = step.last
            if is_done or step.iterations >= next_look:
                next_look = step.iterations + max(self.algorithm.check_every, step.iterations // 3)
                if step.last and step.last[0] is step.strategies:
                    looks = {True: step.last}
                else:
                    looks[True] = step.strategies, subgame.evaluate(step.strategies, fold_values)
            for proposed, (profile, evaluation) in looks.items():
                is_met = goal.is_met(gains(subgame, profile, evaluation), own_gains(subgame, profile, evaluation))
                is_still = step.finished or _stand_still(before.get(proposed), profile)
                before[proposed] = profile
                if is_met and (is_still or goal.target is not None):
                    return self._take(profile, evaluation, step.iterations, is_still)
            if is_done:
                break
        return self._take(profile, evaluation, step.iterations, step.finished)

    def _take(self, profile: Profile, evaluation: Evaluation, iterations: int, is_still: bool) -> Floats:
        self.profile.update(profile)
        self.iterations += iterations
        self.stands_still &= is_still
        return evaluation.values


def _stand_still(before: Profile | None, now: Profile) -> bool:
    """Whether no frequency has changed by more than half a percent since the look before."""
    return before is not None and all(np.abs(now[d] - before[d]).max() <= _STILL for d in now)
