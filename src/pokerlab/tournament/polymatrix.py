"""Exact equilibria of push/fold subgames: regret matching until they are near, then polymatrix approximations.

Iterated polymatrix approximation (Govindan and Wilson 2004): at some strategies, what all-in earns more than folding is
developed for every hand to first order in the frequencies of all others. The game so obtained, in which every hand is
an agent of its own, is solved exactly (`complementarity`); its equilibrium is where the next round begins. Near an
equilibrium this is Newton's method: one to three rounds reach the limits of 64-bit numbers. There is no guarantee, so
a round that does not bring the hands nearer to their best actions is taken back, and regret matching goes on.

Only hands whose two actions are nearly equal can change, so only these take part; the others stay as they are.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pokerlab.cards.combos import CLASS_COUNT
from pokerlab.errors import TournamentError
from pokerlab.tournament.algorithms import (
    Profile,
    Regrets,
    SearchStep,
    first_guess,
    given_there,
    largest,
    own_gain,
    own_gains,
)
from pokerlab.tournament.complementarity import solve_in_box
from pokerlab.tournament.game import Decision
from pokerlab.tournament.restricted import RestrictedSubgame
from pokerlab.tournament.subgame import Evaluation, Subgame

Floats = npt.NDArray[np.float64]
Branches = Mapping[Decision, Floats]
Rows = Mapping[Decision, npt.NDArray[np.int64]]

EXACT = 1e-10
"""Own gains below this part of the pool are rounding."""

_ITERATIONS = 40  # of regret matching before the first approximation, doubled when it fails
_TRIES = 6
_PASSES = 12
_ROUNDS = 8
_MARGIN = 1e-2  # hands are clear if their actions differ by more than this part of the decision's largest difference
_NEAR = 3e-3  # the same for the agents of an approximation
_MOST_AGENTS = 300
_SETTLED = 1e-6  # own gains in the whole subgame below this part of the pool are rounding of its 32-bit numbers
_LEFT_OVER = 2e-3  # frequencies this near to 0 or 1 are left from early iterations


@dataclass(frozen=True)
class Polymatrix:
    """Regret matching on the hands that matter, then polymatrix approximations; see the module.

    Begins without overcalls; these and further hands are taken in as they gain in the whole subgame.
    """

    ordered: bool = False
    check_every: int = 1

    def steps(self, subgame: Subgame, fold_values: Floats, start: Profile | None = None) -> Iterator[SearchStep]:
        """A step for every look at the whole subgame, a dozen at most; finished if more would change nothing."""
        if subgame.game.spot.most_all_in > 3:
            raise TournamentError("polymatrix approximations are for three all-in at most: more are sampled")
        search = _Search(subgame, float(fold_values[subgame.pusher]))
        profile = dict(start) if start else search.begin()
        before: Profile | None = None
        is_exact = False
        for number in range(_PASSES):
            evaluation = subgame.evaluate(profile, fold_values)
            left = largest(own_gains(subgame, profile, evaluation)) / subgame.game.spot.pool
            is_same = before is not None and all((profile[decision] == before[decision]).all() for decision in profile)
            finished = is_exact and (left < _SETTLED or is_same)
            yield SearchStep(profile, search.iterations, finished, last=(profile, evaluation))
            if finished:
                return
            before = profile
            profile, is_exact = search.improve(profile, evaluation, is_near=start is not None or number > 0)


class Playable(Protocol):
    """A game in which every hand of some decisions goes all-in or folds."""

    def advantages(self, strategies: Profile, rows: Rows | None = None) -> Branches:
        """By decision, float64 [hand]: what all-in earns more than folding times the chance to be there; of all hands,
        or of some `rows` of these."""
        ...

    def moved(
        self, strategies: Profile, decision: Decision, hand: int, step: float, rows: Rows, before: Branches
    ) -> Branches:
        """The advantages of some rows, `before` by now, once the frequency of one hand has changed by `step`."""
        ...

    def reaches(self, strategies: Profile) -> Branches:
        """By decision, float64 [hand]: the chance to be there."""
        ...


def finish(
    game: Playable,
    profile: Profile,
    free: Sequence[Decision],
    spreads: Mapping[Decision, float],
    pool: float,
    exact: float = EXACT,
) -> tuple[Profile, float]:
    """Iterated polymatrix approximation of strategies that are near an equilibrium.

    The best strategies found, and the largest own gain of a hand, as part of the pool; not above `exact` if they are an
    equilibrium but for rounding. `spreads` by decision: by how much the actions of a hand may differ, in the unit of
    the pool; what is near depends on it.
    """
    present = dict(profile)
    for decision in free:
        strategy = np.where(present[decision] < _LEFT_OVER, 0.0, present[decision])
        present[decision] = np.where(strategy > 1 - _LEFT_OVER, 1.0, strategy)
    best: tuple[Profile, float] = present, np.inf
    in_vain = 0
    for _ in range(_ROUNDS):
        advantages = game.advantages(present)
        agents = _Agents.of(present, advantages, game.reaches(present), {d: spreads[d] for d in free}, pool, exact)
        in_vain = 0 if agents.worst < best[1] else in_vain + 1
        if agents.worst < best[1]:
            best = present, agents.worst
        if agents.worst <= exact or in_vain > 1:
            break
        moved = agents.equilibrium(game, present, advantages)
        if moved is None:
            break
        present = moved
    return best


def spread(edges: Floats) -> float:
    """The largest difference between the actions of a hand, of those that are ever there."""
    return float(np.fmax.reduce(np.abs(edges), initial=0.0))


@dataclass(frozen=True)
class _Agents:
    """The hands that take part in an approximation, flat over the decisions.

    - `rows`: by decision, which hands
    - `scales` [agent]: from an advantage to a part of the pool, given that the hand is there
    - `worst`: the largest own gain of any hand, as part of the pool
    """

    rows: dict[Decision, npt.NDArray[np.int64]]
    scales: Floats
    worst: float

    @classmethod
    def of(
        cls,
        profile: Profile,
        advantages: Branches,
        reaches: Branches,
        spreads: Mapping[Decision, float],
        pool: float,
        exact: float,
    ) -> "_Agents":
        away = {}  # how far from equal the actions are; 0 for hands that gain by a change
        worst = 0.0
        for decision, spread in spreads.items():
            advantage, reach = advantages[decision], reaches[decision]
            gained = own_gain(profile[decision], advantage, reach) / pool
            worst = max(worst, largest({decision: gained}))
            away[decision] = np.where(gained > exact, 0.0, np.abs(given_there(advantage, reach)) / (spread or np.nan))
        every = np.concatenate([np.zeros(0), *(some[some < _NEAR] for some in away.values())])
        limit = float(np.partition(every, _MOST_AGENTS)[_MOST_AGENTS]) if len(every) > _MOST_AGENTS else _NEAR
        rows = {decision: np.flatnonzero((some < limit) | (some == 0)) for decision, some in away.items()}
        rows = {decision: some for decision, some in rows.items() if len(some)}
        scales = [1 / (reaches[decision][some] * pool) for decision, some in rows.items()]
        return cls(rows, np.concatenate([np.zeros(0), *scales]), worst)

    def equilibrium(self, game: Playable, profile: Profile, advantages: Branches) -> Profile | None:
        """The strategies with those of the agents replaced by an equilibrium of the approximation, if one is found."""
        present = np.concatenate([profile[decision][some] for decision, some in self.rows.items()])
        before = {decision: advantages[decision][some] for decision, some in self.rows.items()}
        slopes = self._slopes(game, profile, before)
        found = solve_in_box(np.concatenate([*before.values()]) * self.scales - slopes @ present, slopes)
        if found is None:
            return None
        moved = dict(profile)
        ends = np.cumsum([len(some) for some in self.rows.values()])
        for (decision, some), frequencies in zip(self.rows.items(), np.split(found, ends[:-1]), strict=True):
            moved[decision] = moved[decision].copy()
            moved[decision][some] = frequencies.round(12)
        return moved

    def _slopes(self, game: Playable, profile: Profile, before: Branches) -> Floats:
        """float64 [agent, agent]: how what all-in earns more changes with the frequency of each other hand.

        It is affine in every single frequency, so a difference of any size is exact.
        """
        columns = []
        for decision, some in self.rows.items():
            for hand in some.tolist():
                step = 0.5 if profile[decision][hand] < 0.5 else -0.5
                after = game.moved(profile, decision, hand, step, self.rows, before)
                columns.append(
                    np.concatenate([after[other] - before[other] for other in self.rows]) * self.scales / step
                )
        return np.column_stack(columns)


class _Search:
    """What does not change while the equilibrium of a subgame is looked for; `free` are the decisions with a choice."""

    def __init__(self, subgame: Subgame, fold_value: float) -> None:
        self.subgame, self.fold_value = subgame, fold_value
        self.pool = subgame.game.spot.pool
        self.free = [decision for decision in subgame.decisions if not subgame.is_forced(decision)]
        self.iterations = 0

    def begin(self) -> Profile:
        """Strategies near the equilibrium of the game without overcalls."""
        profile = first_guess(self.subgame)
        for decision in self.free:
            if len(decision.pot) > 1:
                profile[decision] = np.zeros(CLASS_COUNT)
        kept = _Kept(
            {decision: np.arange(CLASS_COUNT if len(decision.pot) < 2 else 0) for decision in profile},
            {decision: np.flatnonzero(strategy) for decision, strategy in profile.items() if len(decision.pot) > 1},
        )
        regrets = Regrets(kept.small(profile), self.free)
        self._iterate(regrets, RestrictedSubgame(self.subgame, self.fold_value, kept.hands, kept.sure), _ITERATIONS)
        return kept.whole(regrets.mean())

    def improve(self, profile: Profile, evaluation: Evaluation, *, is_near: bool) -> tuple[Profile, bool]:
        """An equilibrium of the subgame with the hands that matter at these strategies, and whether it is exact.

        Unless the strategies are near one, it begins with regret matching.
        """
        start = dict(profile)
        edges = {d: given_there(evaluation.advantages[d], evaluation.reaches[d]) for d in profile}
        spreads = {decision: spread(edge) for decision, edge in edges.items()}
        for decision in self.free:
            if not start[decision].any():  # nobody overcalled so far: begin with the best answer to that
                start[decision] = (edges[decision] > 0).astype(np.float64)
        kept = _Kept.of(start, {decision: edges[decision] for decision in self.free}, spreads)
        game = RestrictedSubgame(self.subgame, self.fold_value, kept.hands, kept.sure)
        present = kept.small(start)
        best: tuple[Profile, float] = present, np.inf
        regrets = Regrets(present, self.free)
        for number in range(_TRIES):
            if number or not is_near:
                self._iterate(regrets, game, _ITERATIONS * 2**number)
            found = finish(game, regrets.mean(), self.free, spreads, self.pool)
            if found[1] < best[1]:
                best = found
            if best[1] <= EXACT:
                break
        return kept.whole(best[0]), best[1] <= EXACT

    def _iterate(self, regrets: Regrets, game: RestrictedSubgame, count: int) -> None:
        for _ in range(count):
            regrets.update(game.advantages(regrets.present))
        self.iterations += count


@dataclass(frozen=True)
class _Kept:
    """Which classes of every decision take part, int64 [hand]; and of overcalls, which are surely all-in."""

    hands: dict[Decision, npt.NDArray[np.int64]]
    sure: dict[Decision, npt.NDArray[np.int64]]

    @classmethod
    def of(cls, profile: Profile, edges: Branches, spreads: Mapping[Decision, float]) -> "_Kept":
        """Hands with a choice whose actions are nearly equal, that play both or the worse one; of pushes and calls also
        all that are in."""
        hands, sure = {}, {}
        for decision, strategy in profile.items():
            is_open = np.zeros(CLASS_COUNT, np.bool_)
            if decision in edges:
                edge = edges[decision]
                is_mixed, is_wrong = (strategy > 0) & (strategy < 1), np.where(strategy > 0, edge < 0, edge > 0)
                is_open = (np.abs(edge) <= _MARGIN * spreads[decision]) | is_mixed | is_wrong
            if len(decision.pot) < 2:
                hands[decision] = np.flatnonzero(is_open | (strategy > 0))
            else:
                hands[decision] = np.flatnonzero(is_open)
                sure[decision] = np.flatnonzero(~is_open & (strategy > 0))
        return cls(hands, sure)

    def small(self, profile: Profile) -> Profile:
        """The strategies of the hands that take part."""
        return {decision: profile[decision][classes] for decision, classes in self.hands.items()}

    def whole(self, small: Profile) -> Profile:
        """Strategies of all 169 classes from those of the hands that take part."""
        found = {decision: np.zeros(CLASS_COUNT) for decision in self.hands}
        for decision, classes in self.hands.items():
            found[decision][classes] = small[decision]
            found[decision][self.sure.get(decision, classes[:0])] = 1.0
        return found
