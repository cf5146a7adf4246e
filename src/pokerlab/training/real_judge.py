"""How much a blueprint of two players loses in the real game, to a responder who tells all cards apart.

    RealJudgeJob(blueprint="limit", flops=20, directory="judging").run().record()

Every flop is a task of a run (see `jobs.run`): killed and called again, it goes on where it was. With all of them the
result is exact, up to the rounding of 32-bit numbers; with some of them it is a lower bound with an error.
"""

import random
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import Field

from pokerlab._archives import Archive, write_archive
from pokerlab._jobs import Job, JobResult
from pokerlab._memory import free_memory
from pokerlab.errors import JobError, StrategyError
from pokerlab.jobs.directory import Done
from pokerlab.jobs.inputs import Input
from pokerlab.jobs.run import run
from pokerlab.jobs.task import Task
from pokerlab.training.blueprint import Blueprint, blueprint_path
from pokerlab.training.first_street import FirstStreet, JudgedValue
from pokerlab.training.real_cards import RealCards
from pokerlab.training.response import FlopWalk
from pokerlab.training.response_plan import ResponsePlan

FORMAT = "pokerlab/response"
VERSION = 1
RESPOND = "pokerlab.training.real_judge:respond_to_flop"
FEWEST_FLOPS = 4
"""Each half has an error of its own, so two."""

Floats = npt.NDArray[np.float64]
Runner = Callable[[list[Task], Path], Iterable[Done]]


class RealJudgeJob(Job):
    """Which blueprint is judged (a file, or the name of a shipped one), on how many `flops`, dealt at random with a
    `seed` (None: all); `jobs` at a time; `directory`: where what is done is kept."""

    blueprint: str
    flops: Annotated[int, Field(ge=1)] | None = None
    seed: Annotated[int, Field(ge=0)] = 0
    jobs: Annotated[int, Field(ge=1)] | None = None
    directory: str | None = None

    @cached_property
    def _judge(self) -> "_Judge":
        return _Judge(Blueprint.open(self.blueprint))

    def dealt(self) -> tuple[list[int], Floats | None]:
        """The flops that are looked at, as numbers of those that differ up to suits, one for each that was dealt; and
        if all are, the share of each."""
        _, ways = self._judge.cards.first_boards
        if self.flops is None or self.flops >= ways.sum():
            return list(range(len(ways))), np.asarray(ways * self._judge.cards.first_share, np.float64)
        if self.flops < FEWEST_FLOPS:
            raise JobError(
                f"{self.flops} flops: the play before the flop is chosen on one half and valued on the other, so there "
                f"are at least {FEWEST_FLOPS}"
            )
        drawn = random.Random(self.seed).sample(range(int(ways.sum())), self.flops)
        return np.searchsorted(np.cumsum(ways), drawn, side="right").tolist(), None

    def tasks(self) -> list[Task]:
        """One for each flop that differs up to suits."""
        file = Input.of(blueprint_path(self.blueprint))
        boards, _ = self._judge.cards.first_boards
        digest = self._judge.plan.blueprint.cards.digest
        return [
            Task(
                RESPOND, {"board": [int(card) for card in boards[number]]}, memory=self._judge.memory,
                inputs={"blueprint": file}, depends_on=(digest,), suffix=".response", title=f"flop {number}",
            )
            for number in sorted(set(self.dealt()[0]))
        ]  # fmt: skip

    def run(self, runner: Runner | None = None) -> "RealJudgement":
        """Look at all flops and judge."""
        if self.directory:
            return self._run(Path(self.directory), runner)
        with tempfile.TemporaryDirectory() as place:
            return self._run(Path(place), runner)

    def _run(self, place: Path, runner: Runner | None) -> "RealJudgement":
        tasks = self.tasks()
        found: Iterable[Done] = runner(tasks, place) if runner else run(tasks, place, jobs=self.jobs)
        by_board = {tuple(done.task.arguments["board"]): read_values(done.path) for done in found}
        numbers, shares = self.dealt()
        boards, _ = self._judge.cards.first_boards
        values = np.array([by_board[tuple(int(card) for card in boards[number])] for number in numbers])
        return self._judge.judged(self, values, shares)


@dataclass(frozen=True)
class RealJudgement(JobResult):
    """What a best response wins in each seat, per hand in chips: exactly, or at least, with an error; `optimistic`:
    what a sample of flops says that chose the play before the flop itself, which is too much on average."""

    job: RealJudgeJob
    blueprint: Blueprint
    flops: int
    best: tuple[JudgedValue, JudgedValue]
    optimistic: tuple[float, float]
    is_exact: bool
    file: str | None = None

    @property
    def exploitability(self) -> JudgedValue:
        """The mean over both seats: what the blueprint loses on average, in chips per hand."""
        first, second = self.best
        return JudgedValue((first.value + second.value) / 2, float(np.hypot(first.error, second.error)) / 2)

    def record(self) -> dict[str, Any]:
        """Plain data, as `pokerlab train judge --json` prints it."""
        game, found = self.blueprint.game, self.exploitability
        return {
            "how": "exact" if self.is_exact else "sampled", "game": game.name, "menu": self.blueprint.menu,
            "recall": self.blueprint.recall, "cards": self.blueprint.cards.name, "flops": self.flops,
            "seed": self.job.seed, "best": [seat.value for seat in self.best],
            "errors": [seat.error for seat in self.best], "optimistic": list(self.optimistic),
            "exploitability": found.value, "error": found.error, "mbb": 1000 * found.value / game.big_blind,
            "mbb_error": 1000 * found.error / game.big_blind,
        }  # fmt: skip


class _Judge:
    """A blueprint, its betting and its cards."""

    def __init__(self, blueprint: Blueprint) -> None:
        self.plan, self.cards = ResponsePlan(blueprint), RealCards(blueprint.game)
        self.seats = [FirstStreet(self.plan, self.cards, hero) for hero in (0, 1)]

    @cached_property
    def memory(self) -> int:
        """Bytes that a flop takes, about: rows, the table of what the other does, boards."""
        plan, counts = self.plan, self.plan.blueprint.cards.counts
        rows = sum(plan.row_count(street) for street in range(1, plan.game.streets))
        actions = np.bincount(plan.tree.street, minlength=plan.game.streets)
        table = sum(int(number) * count for number, count in zip(actions, counts, strict=True))
        return 8 * rows * plan.stride + 4 * table + 4 * len(plan.chances) + 250 * 2**20

    def judged(self, job: RealJudgeJob, values: Floats, shares: Floats | None) -> RealJudgement:
        """values: float64 [flop, seat, line, class]; shares: of the flops, if all are there."""
        blueprint = self.plan.blueprint
        if shares is not None:
            whole = np.tensordot(shares, values, 1)
            one, other = (seat.best(whole[hero]) for hero, seat in enumerate(self.seats))
            best = JudgedValue(one, 0.0), JudgedValue(other, 0.0)
            return RealJudgement(job, blueprint, len(values), best, (one, other), True)
        flops = int(self.cards.first_boards[1].sum())
        halves = [seat.halves(values[:, hero] * self.cards.first_share * flops) for hero, seat in enumerate(self.seats)]
        first, second = halves
        return RealJudgement(job, blueprint, len(values), (first[0], second[0]), (first[1], second[1]), False)


def respond_to_flop(arguments: dict[str, Any], path: Path) -> dict[str, Any]:
    """The task of one flop: a file with float64 [seat, line, class]."""
    walk, reaches = walk_of(arguments["blueprint"])
    values = walk.values(tuple(arguments["board"]), reaches)
    write_archive(path, FORMAT, VERSION, {"board": arguments["board"]}, {"values": values})
    return {"board": arguments["board"]}


def read_values(path: Path) -> Floats:
    """What a task wrote."""
    archive = Archive(path, FORMAT, (VERSION,), what="a best response on a flop", error=StrategyError)
    return archive.array("values")


@lru_cache(maxsize=1)
def walk_of(file: str) -> tuple[FlopWalk, tuple[Floats, Floats]]:
    """What all flops of a blueprint share; kept for the next one in this process."""
    judge = _Judge(Blueprint.open(file))
    free = free_memory()
    if free is not None and judge.memory > free:
        raise StrategyError(
            f"a best response takes {judge.memory / 1e9:.1f} GB of memory, and {free / 1e9:.1f} GB are free"
        )
    first, second = judge.seats
    return FlopWalk(judge.plan, judge.cards), (first.reaches, second.reaches)
