"""Solving a small game as data, and what comes out of it.

result = SmallJob(game="leduc", algorithm="plus", nash_conv=1e-3, out="leduc.strategy").run()
result.strategy.judge().exploitability
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from pokerlab._files import check_writable
from pokerlab._headers import HowMade
from pokerlab._jobs import Job, JobResult
from pokerlab.equilibrium.algorithms import make_solver
from pokerlab.equilibrium.checkpoint import load_checkpoint
from pokerlab.equilibrium.lp import solve_exactly
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.report import strategy_record
from pokerlab.equilibrium.run import Listener, RunStep, run
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.games.library import named_game

DEFAULT_NASH_CONV = 1e-3


class SmallJob(Job):
    """Which small game is solved, how, how far, and into which files.

    - `game`: as `library.named_game` reads it; `menu`: as `parse_menu` does, every legal bet by default
    - `algorithm`: as `make_solver` takes it; or `lp`, the linear program
    - `nash_conv` (chips), `iterations`, `seconds`: the first one reached is the end; 0.001 chips if none is given
    - `keep_suits`: do not merge suits that never matter
    - `out`: the file of the strategy; `checkpoint`: that of the run's state; `resume`: whether to go on from it
    """

    game: str
    menu: str = ""
    algorithm: str = "discounted"
    nash_conv: Annotated[float, Field(ge=0)] | None = None
    iterations: int | None = None
    seconds: float | None = None
    seed: int = 0
    keep_suits: bool = False
    out: str | None = None
    checkpoint: str | None = None
    resume: bool = False

    def run(self, listener: Listener | None = None) -> "SmallResult":
        """Solve the game and write the file. Ctrl-C leaves the checkpoint."""
        for path in (self.out, self.checkpoint):
            if path:
                check_writable(Path(path))
        tree = PublicTree.build(named_game(self.game), self.menu or None, keep_suits=self.keep_suits)
        solve = self._solve_exactly if self.algorithm == "lp" else self._iterate
        result = solve(tree, listener or Listener())
        if self.out:
            result.strategy.save(self.out)
        return result

    def _solve_exactly(self, tree: PublicTree, listener: Listener) -> "SmallResult":
        listener.say("solving the linear program")
        solution = solve_exactly(tree)
        return SmallResult(self, Strategy(tree, solution.table, HowMade("lp")), [], self.out, solution.value)

    def _iterate(self, tree: PublicTree, listener: Listener) -> "SmallResult":
        solver = make_solver(tree, self.algorithm, seed=self.seed)
        limits: dict[str, Any] = {"nash_conv": self.nash_conv, "iterations": self.iterations, "seconds": self.seconds}
        if all(limit is None for limit in limits.values()):
            limits["nash_conv"] = DEFAULT_NASH_CONV
        kept = Path(self.checkpoint) if self.checkpoint else None
        spent = load_checkpoint(solver, kept) if kept and self.resume and kept.exists() else 0.0
        steps: list[RunStep] = []
        with listener.watch(solver) as report:
            for step in run(solver, **limits, checkpoint=kept, complain=listener.warn, spent=spent):
                steps.append(step)
                report(step)
        if not steps:  # the checkpoint had reached the limit already
            steps.append(RunStep(solver.iteration, spent, solver.judge()))
        last = steps[-1]
        judged = {} if last.judgement is None else {"values": last.judgement.values, "best": last.judgement.best}
        made = HowMade(self.algorithm, solver.iteration, last.seconds, self.seed, judged)
        return SmallResult(self, Strategy(tree, solver.table(), made), steps, self.out)


@dataclass(frozen=True)
class SmallResult(JobResult):
    """A solved game.

    - `steps`: how the run went; empty if it was solved exactly
    - `value`: of the game to player 0 in chips per hand, if it was
    """

    job: SmallJob
    strategy: Strategy
    steps: list[RunStep]
    file: str | None = None
    value: float | None = None

    def record(self) -> dict[str, Any]:
        """Plain data, as `pokerlab small --json` prints it."""
        last = self.steps[-1] if self.steps else None
        return strategy_record(self.strategy) | {
            "algorithm": self.job.algorithm,
            "iterations": last and last.iteration,
            "seconds": last and last.seconds,
            **({} if self.value is None else {"value": self.value}),
            "steps": [step.record() for step in self.steps],
        }
