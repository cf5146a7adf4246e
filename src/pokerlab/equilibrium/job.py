"""Solving a small game as data, and what comes out of it.

result = SmallJob(game="leduc", algorithm="plus", nash_conv=1e-3, out="leduc.strategy").run()
result.strategy.judge().exploitability
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from pokerlab._files import check_writable
from pokerlab._jobs import Job, JobResult
from pokerlab.equilibrium.algorithms import make_solver
from pokerlab.equilibrium.checkpoint import load_checkpoint
from pokerlab.equilibrium.lp import solve_exactly
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.run import Listener, RunStep, run
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.games.library import named_game

DEFAULT_NASH_CONV = 1e-3


class SmallJob(Job):
    """Which small game is solved, how, how far, and into which files.

    - `game`: as `library.named_game` reads it; `menu`: as `parse_menu` does, every legal bet by default
    - `algorithm`: as `make_solver` takes it, with its options below; or `lp`, the linear program
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
    simultaneous: bool = False
    by_reach: bool = True
    return_new: bool = False
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
        return SmallResult(self, Strategy(tree, solution.table, {"algorithm": "lp"}), [], self.out, solution.value)

    def _iterate(self, tree: PublicTree, listener: Listener) -> "SmallResult":
        solver = make_solver(
            tree, self.algorithm, simultaneous=self.simultaneous, by_reach=self.by_reach, return_new=self.return_new,
            seed=self.seed,
        )  # fmt: skip
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
        about = {"algorithm": self.algorithm, "iterations": solver.iteration, "nash_conv": steps[-1].nash_conv}
        return SmallResult(self, Strategy(tree, solver.table(), about), steps, self.out)


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
        tree, judgement = self.strategy.tree, self.strategy.judge()
        last = self.steps[-1] if self.steps else None
        return {
            "game": tree.game.name,
            "menu": str(tree.menu),
            "algorithm": self.job.algorithm,
            "infosets": [tree.infosets(0), tree.infosets(1)],
            "public_nodes": len(tree.nodes),
            "iterations": last and last.iteration,
            "seconds": last and last.seconds,
            "value": judgement.values[0] if self.value is None else self.value,
            "value_bounds": list(judgement.value_bounds),
            "gains": list(judgement.gains),
            "nash_conv": judgement.nash_conv,
            "exploitability": judgement.exploitability,
            "steps": [step.record() for step in self.steps],
        }


def infoset_records(strategy: Strategy, most: int) -> list[dict[str, Any]]:
    """The probabilities of every infoset, plain; those of the first nodes that have more than `most` of them."""
    rows = []
    for node, place in strategy.tree.situations.items():
        possible = strategy.tree.possible(node)
        for hand, is_possible in zip(strategy.tree.deals.hands, possible.tolist(), strict=True):
            if is_possible:
                row = {"player": int(strategy.tree.nodes[node, 1]), "hand": hand, "board": place.board}
                actions = strategy.at(hand, place.history, place.board)
                rows.append(row | {"history": place.history, "actions": actions})
        if len(rows) > most:
            break
    return rows
