"""Runs of the post-flop engine that are looked at on the way, and the thesis's update rules."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerlab.equilibrium.regret import GreedyHedging, Rule, Unweighted, Vanilla
from pokerlab.errors import ExperimentError
from pokerlab.experiments.registry import ExperimentSettings

if TYPE_CHECKING:
    from pokerlab.abstraction.groups import HandGroups
    from pokerlab.postflop.engine import Engine
    from pokerlab.postflop.spot import Spot

CONSTANT = 0.175
"""The constant c with which the thesis runs CGH, unless it says otherwise."""


AS_PRINTED = Vanilla(averaging=Unweighted(), carries_groups=True)
"""CFR as Algorithms 2 and 3 have it."""


def greedy(constant: float = CONSTANT, *, returns_new: bool = True, carries_groups: bool = True) -> GreedyHedging:
    """Counterfactual greedy hedging. Section 5.6 does not say which value a node hands up; the new one is taken because
    it comes nearer to the printed numbers: a choice made by looking at them (see `kujath/convergence`)."""
    return GreedyHedging(constant, returns_new=returns_new, carries_groups=carries_groups)


def make_engine(rule: Rule, spot: "Spot", groups: "HandGroups | None" = None) -> "Engine":
    """An engine that solves a spot by a rule."""
    from pokerlab.postflop.engine import Engine

    return Engine(spot, rule, groups=groups)


@dataclass(frozen=True)
class Look:
    """Where a run stands; chips per hand in units of `unit` (see `follow`).

    - `seconds`: CPU seconds of iterating, of all threads together
    - `inside`, `real`: NashConv (the thesis's epsilon) inside the groups of hands, and in the real game
    - `first`, `second`: what best responses of the first and the second player win in the real game, counted from half
      of the pot
    """

    iteration: int
    seconds: float
    inside: float
    real: float
    first: float
    second: float


def follow(
    engine: "Engine", iterations: Iterable[int], *, unit: float, spent: float = 0.0, tick: Callable[[int], None]
) -> list[Look]:
    """Run an engine and look after so many iterations (ascending); `unit` results make a chip, `spent` are CPU seconds
    spent before, and `tick` hears of every iteration that was looked at."""
    engine.run(0)  # compiled before the clock runs
    looks = []
    for iteration in iterations:
        start = time.process_time()
        engine.run(iteration - engine.iteration)
        spent += time.process_time() - start
        real = engine.judge()
        inside = engine.judge(inside=True) if engine.layout.grouping else real
        best = real.best
        looks.append(Look(iteration, spent, *(unit * x for x in (inside.nash_conv, real.nash_conv, *best))))
        tick(iteration)
    return looks


class Kept:
    """Runs of one experiment, each kept in its checkpoint when it is done; progress over all of them, which are so many
    iterations without those that each run begins with."""

    def __init__(self, settings: ExperimentSettings, name: str, iterations: int, *, begin: int = 0) -> None:
        self._settings, self._name = settings, name
        self._done, self._total, self._begin = 0, iterations, begin

    def run(self, part: str, make: "Callable[[], Engine]", iterations: Sequence[int], *, unit: float) -> list[Look]:
        """The looks of a run; `make` gives the engine if it has to be run."""

        def compute() -> Any:
            return [list(astuple(look)) for look in follow(make(), iterations, unit=unit, tick=self._tick)]

        rows = self._settings.kept(self._name, part, compute)
        self._tick(iterations[-1])
        self._done += iterations[-1] - self._begin
        return [Look(*row) for row in rows]

    def solve(
        self,
        part: str,
        engine: "Engine",
        iterations: Sequence[int],
        *,
        unit: float,
        blocks: int = 10,
        target: float = 0.0,
    ) -> list[Look]:
        """As `run`, and the engine is run to the end: its state is kept beside the checkpoint, block by block. It
        may begin with some iterations done, and be looked at there; it ends after the block in which NashConv in the
        real game comes down to `target`."""
        from pokerlab.equilibrium.checkpoint import load_checkpoint, save_checkpoint

        path = state_path(self._settings, part)
        spent = load_checkpoint(engine, path) if path and path.exists() else 0.0
        if engine.iteration < self._begin:
            raise ExperimentError(f"{path} did not begin with {self._begin} iterations: remove it")
        saved = engine.iteration
        looks: list[Look] = []
        size = -(-len(iterations) // blocks)
        for first in range(0, len(iterations), size):
            wanted = iterations[first : first + size]
            go_on = partial(self._go_on, engine, wanted, unit, spent, path)
            looks += [Look(*row) for row in self._settings.kept(self._name, f"{part} {wanted[-1]}", go_on)]
            if engine.iteration == wanted[-1] > saved:
                spent = looks[-1].seconds
                if path:
                    save_checkpoint(engine, path, spent)
            if looks[-1].real <= target:
                break
        engine.run(looks[-1].iteration - engine.iteration)
        self._tick(iterations[-1])
        self._done += iterations[-1] - self._begin
        return looks

    def _go_on(self, engine: "Engine", wanted: Sequence[int], unit: float, spent: float, path: Path | None) -> Any:
        if engine.iteration > wanted[0]:
            raise ExperimentError(f"{path} is further than the checkpoint it belongs to: remove it")
        return [list(astuple(look)) for look in follow(engine, wanted, unit=unit, spent=spent, tick=self._tick)]

    def _tick(self, iteration: int) -> None:
        self._settings.tick(min(self._done + iteration - self._begin, self._total), self._total)


def state_path(settings: ExperimentSettings, part: str) -> Path | None:
    """Where the state of an engine is kept, beside the checkpoint of an experiment."""
    checkpoint = settings.checkpoint
    return checkpoint.with_name(f"{checkpoint.name}.{part.replace(' ', '-')}.state") if checkpoint else None


def nash_conv_at(looks: Sequence[Look], iteration: int, *, inside: bool) -> float:
    """NashConv after so many iterations, which must have been looked at."""
    found = next(look for look in looks if look.iteration == iteration)
    return found.inside if inside else found.real
