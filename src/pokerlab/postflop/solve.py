"""From a spot to a solution.

    solution = solve(Spot(board="QsJh2h", pot=180, stack=910, oop="88+,A8s+", ip="99-22,AJs-A2s"), target=0.3)

Targets are exploitability in percent of the pot: the mean of what both players could still gain. `steps` is the
same as an iterator, for those who want to watch.
"""

import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypedDict, Unpack

from pokerlab._numbers import check_finite
from pokerlab._threads import Progress, available_threads
from pokerlab.abstraction.groups import HandGroups
from pokerlab.equilibrium.best_response import Judgement
from pokerlab.equilibrium.checkpoint import load_checkpoint
from pokerlab.equilibrium.regret import Rule
from pokerlab.equilibrium.run import RunStep, run
from pokerlab.errors import SolverError
from pokerlab.postflop.engine import DEFAULT_RULE, Engine
from pokerlab.postflop.grouping import groups_for
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.locks import HeldStrategy, Lock
from pokerlab.postflop.memory import check_memory
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import Spot

DEFAULT_TARGET = 0.5
FIRST_LOOK = 10
"""The iteration after which a run first looks how far it is."""
LATEST_LOOK = 30
"""The iterations after which a run looks again at the latest, early in it."""


class SolveSettings(TypedDict, total=False):
    """How to solve: an update rule (default `engine.DEFAULT_RULE`), 16-bit tables and the seed of their rounding,
    threads (default all), whether boards are merged up to suits (default True), locks, a player's strategy that is held
    as a whole (`Solution.held`), and groups of hands that play alike (as `grouping.groups_for` names them)."""

    rule: Rule | None
    compressed: bool
    threads: int | None
    seed: int
    isomorphism: bool
    locks: Sequence[Lock]
    held: HeldStrategy | None
    groups: str | HandGroups | None


def solve(
    spot: Spot,
    *,
    target: float | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    **settings: Unpack[SolveSettings],
) -> Solution:
    """Solve a spot until the target (percent of the pot; 0.5 if no other end is given), a number of iterations or of
    seconds is reached. With groups of hands the target is for exploitability inside them (`Engine.judge`); what the
    solution says of itself holds in the real game."""
    engine = prepare(spot, **settings)
    reached = None
    for step in steps(engine, target=target, iterations=iterations, seconds=seconds):
        reached = step
    assert reached is not None
    judgement = None if engine.layout.grouping else reached.judgement
    return Solution.of(engine, seconds=reached.seconds, judgement=judgement)


def prepare(spot: Spot, **settings: Unpack[SolveSettings]) -> Engine:
    """An engine for a spot; a `SpotError` if it would not fit into memory."""
    return make_engine(lay_out(spot, **settings), **settings)


def check_target(target: float | None) -> None:
    """A `SolverError` unless a target, in percent of the pot, is above 0 (or there is none)."""
    if target is not None and not target > 0:
        raise SolverError(f"a target is above 0% of the pot, not {target:g}%")
    if target is not None:
        check_finite(target, "a target", SolverError)


def lay_out(spot: Spot, *, progress: Progress | None = None, **settings: Unpack[SolveSettings]) -> Layout:
    """The layout of a spot, of which its size is known; `progress`: of grouping hands."""
    groups = settings.get("groups")
    if isinstance(groups, str):
        groups = groups_for(spot, groups, threads=settings.get("threads"), progress=progress)
    isomorphism, locks = settings.get("isomorphism", True), settings.get("locks", ())
    return Layout.of(spot, isomorphism=isomorphism, locks=locks, groups=groups, held=settings.get("held"))


def make_engine(layout: Layout, **settings: Unpack[SolveSettings]) -> Engine:
    """An engine for a layout; a `SpotError` if it would not fit into memory."""
    check_memory(layout, **memory_settings(**settings))
    rule, compressed = settings.get("rule") or DEFAULT_RULE, settings.get("compressed", False)
    return Engine(layout, rule, compressed=compressed, threads=settings.get("threads"), seed=settings.get("seed", 0))


def memory_settings(**settings: Unpack[SolveSettings]) -> dict[str, Any]:
    """What the memory of a solver depends on besides its layout, as `memory.size_record` and `check_memory` take it."""
    tables = 3 if (settings.get("rule") or DEFAULT_RULE).is_predictive else 2
    threads = settings.get("threads") or available_threads()
    return {"compressed": settings.get("compressed", False), "tables": tables, "threads": threads}


def steps(
    engine: Engine,
    *,
    target: float | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    checkpoint: Path | None = None,
    resume: bool = False,
    complain: Callable[[str], None] = warnings.warn,
) -> Iterator[RunStep]:
    """Run an engine and look at it now and then: more often when it is near the target (percent of the pot). An engine
    with groups of hands is judged inside them. Ends and `complain` as in `equilibrium.run.run`: a target that cannot be
    reached ends the run with a step that is `stalled`."""
    if target is None and iterations is None and seconds is None:
        target = DEFAULT_TARGET
    check_target(target)
    spent = load_checkpoint(engine, checkpoint) if checkpoint and resume and checkpoint.exists() else 0.0
    chips = None if target is None else 2 * target / 100 * engine.spot.pot
    if resume and engine.iteration:
        reached = RunStep(engine.iteration, spent, engine.judge(inside=True))
        yield reached
        if _is_over(reached, chips, iterations, seconds):
            return
    pace = _Pace(engine, chips)
    yield from run(
        _Inside(engine),
        nash_conv=chips,
        iterations=iterations,
        seconds=seconds,
        pace=pace,
        checkpoint=checkpoint,
        complain=complain,
        spent=spent,
    )


class _Inside:
    """An engine that is judged inside its groups of hands, if it has some."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.run, self.state, self.restore, self.identity = engine.run, engine.state, engine.restore, engine.identity

    @property
    def iteration(self) -> int:
        return self._engine.iteration

    def judge(self) -> Judgement:
        return self._engine.judge(inside=True)


class _Pace:
    """When to look next. A look costs about an iteration and a half. NashConv falls about like 1 / t^2 at first and
    slower later, so a run looks when most of the way to the target should be done, and every few percent when it is
    near; but never so late that what is known is older than a third of the run."""

    def __init__(self, engine: Engine, chips: float | None) -> None:
        self.engine, self.chips = engine, chips

    def __call__(self, step: RunStep | None) -> int:
        now = self.engine.iteration
        if step is None or not step.nash_conv or step.nash_conv <= 0:
            return max(FIRST_LOOK, now + max(1, now // 10))
        if self.chips is None:
            return now + max(5, now // 3)
        left = now * ((step.nash_conv / self.chips) ** 0.5 - 1)
        return now + max(2, now // 30, min(int(0.9 * left), max(LATEST_LOOK, now // 2)))


def _is_over(step: RunStep, chips: float | None, iterations: int | None, seconds: float | None) -> bool:
    assert step.nash_conv is not None
    return (
        (chips is not None and step.nash_conv <= chips)
        or (iterations is not None and step.iteration >= iterations)
        or (seconds is not None and step.seconds >= seconds)
    )
