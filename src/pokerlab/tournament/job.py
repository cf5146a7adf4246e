"""Solving a push/fold spot as data, and what comes out of it.

result = PushFoldJob(stacks=(2000, 1500, 1000), blinds=(50, 100), payouts=(65, 35), out="bubble.pf").run()
result.found.epsilon
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict, Field, field_validator

from pokerlab._files import check_writable
from pokerlab._jobs import Job, JobResult
from pokerlab.equilibrium.run import Listener
from pokerlab.tournament.future import FutureGame
from pokerlab.tournament.game import Decision
from pokerlab.tournament.pushfold import MOST_ITERATIONS, named_algorithm, solve
from pokerlab.tournament.report import pushfold_record
from pokerlab.tournament.result import PushFoldResult
from pokerlab.tournament.spot import PushFoldSpot

Numbers = tuple[float, ...]


class PushFoldJob(Job):
    """Which spot is solved, how, how far, and into which file.

    - `stacks`, `blinds`, `ante`, `big_blind_ante`, `ante_first`, `payouts`, `bounties`, `progressive`,
      `most_all_in`: see `PushFoldSpot`
    - `algorithm`: by its name, as `pushfold.named_algorithm` takes it; the usual one if there is none
    - `limit`: what a hand may still gain, as part of the pool; `iterations`: at most, per pusher
    - `draft`, `bunching`: see `pushfold.solve`; `future`: so many next hands are solved for what outcomes are worth
    - `purify`: every mixed hand takes its more frequent action; `out`: the file of the result
    """

    model_config = ConfigDict(allow_inf_nan=True)  # the spot says better what is wrong with a number

    stacks: Numbers
    blinds: tuple[float, float]
    ante: float = 0.0
    big_blind_ante: bool = False
    ante_first: bool = False
    payouts: Numbers | None = None
    bounties: Numbers | None = None
    progressive: float = 0.5
    most_all_in: int = 3
    algorithm: str | None = None
    limit: float | None = None
    iterations: Annotated[int, Field(ge=1)] = MOST_ITERATIONS
    draft: bool = False
    bunching: bool = False
    future: Annotated[int, Field(ge=0)] = 0
    purify: bool = False
    out: str | None = None

    @field_validator("stacks", "blinds", "payouts", "bounties", mode="before")
    @classmethod
    def _as_numbers(cls, given: Any) -> Any:
        return tuple(given) if isinstance(given, list) else given  # as TOML and JSON write them

    def spot(self) -> PushFoldSpot:
        """The spot, checked."""
        return PushFoldSpot.of(
            self.stacks, self.blinds, ante=self.ante, big_blind_ante=self.big_blind_ante, payouts=self.payouts,
            ante_first=self.ante_first,
            most_all_in=self.most_all_in, bounties=self.bounties, progressive=self.progressive,
        )  # fmt: skip

    def run(self, listener: Listener | None = None) -> "SolvedPushFold":
        """Solve the spot and write the file."""
        if self.out:
            check_writable(Path(self.out))
        spot, algorithm = self.spot(), named_algorithm(self.algorithm) if self.algorithm else None
        valuation = FutureGame(self.future) if self.future else None
        with (listener or Listener()).progress("push/fold") as progress:
            found = solve(
                spot, algorithm, limit=self.limit, draft=self.draft, most_iterations=self.iterations,
                bunching=self.bunching, valuation=valuation, progress=progress,
            )  # fmt: skip
        if self.purify:
            found = found.purified()
        if self.out:
            found.save(Path(self.out))
        return SolvedPushFold(self, found, self.out)


@dataclass(frozen=True)
class SolvedPushFold(JobResult):
    """A solved push/fold spot."""

    job: PushFoldJob
    found: PushFoldResult
    file: str | None = None

    def record(self, decisions: Sequence[Decision] | None = None, hand: str | None = None) -> dict[str, Any]:
        """Plain data, as `pokerlab pushfold --json` prints it."""
        return pushfold_record(self.found, decisions, hand)
