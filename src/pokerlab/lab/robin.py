"""Round robins: every agent against every other, on the same deals, and who is the best.

result = RobinJob(agents=("uniform", "always-call", "always-raise"), game="leduc", deals=2000).run()
result.table("chips"), result.totals("chips"), result.first("chips")
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._charts import Chart
from pokerlab._jobs import JobResult
from pokerlab.equilibrium.run import Listener
from pokerlab.errors import MatchError
from pokerlab.jobs.run import Standing, run
from pokerlab.lab.intervals import Sampled
from pokerlab.lab.match import MatchJob, MatchResult, PlayJob, game_of
from pokerlab.lab.match_directory import write_end

Floats = npt.NDArray[np.float64]

RESAMPLES = 4000
MOST_POINTS = 400


class RobinJob(PlayJob):
    """Which agents play each other: all groups of as many as the game has seats."""

    def run(self, listener: Listener | None = None) -> "RobinResult":
        """Play it, or go on with it."""
        self.check()
        seats = game_of(self.game)[0].players
        if len(set(self.agents)) != len(self.agents):
            raise MatchError("an agent is named twice: each plays every other once")
        if len(self.agents) < seats:
            raise MatchError(f"{len(self.agents)} agents cannot fill {seats} seats")
        tables = self.tables()
        learners = sorted({name for table in tables for name in table.learners()})
        # if one remembers, all play whole matches: only what was played alike can be added up
        tasks = [table.tasks(bool(learners), tuple(table.digests().values())) for table in tables]
        with self.directory(learners) as directory, (listener or Listener()).progress("round robin") as progress:

            def watch(standing: Standing) -> None:
                progress(standing.done, standing.total)

            every = [task for of_table in tasks for task in of_table]
            paths = {
                done.task.name: done.path
                for done in run(every, directory, where=self.where, jobs=self.jobs, watch=watch)
            }
            matches = [
                table.result_of(bool(learners), [paths[task.name] for task in of_table])
                for table, of_table in zip(tables, tasks, strict=True)
            ]
            result = RobinResult(self, tuple(matches), self.out, tuple(learners))
            if self.out:
                blocks = [block for match in matches for block in match.blocks]
                write_end(directory, result.record(), blocks, self.hands, self.gzip)
        return result

    def tables(self) -> list[MatchJob]:
        """The matches: every group of as many agents as there are seats."""
        common, seats = self.model_dump(exclude={"agents"}), game_of(self.game)[0].players
        return [MatchJob(**common, agents=group) for group in combinations(self.agents, seats)]


@dataclass(frozen=True)
class RobinResult(JobResult):
    """The matches of a round robin; `learners`: the agents that remember."""

    job: RobinJob
    matches: tuple[MatchResult, ...]
    file: str | None = None
    learners: tuple[str, ...] = ()

    @cached_property
    def big_blind(self) -> int:
        """What results are measured in, in chips."""
        return self.matches[0].big_blind

    def table(self, judge: str) -> list[list[Sampled | None]]:
        """[row][column]: chips per hand that the row's agent won where the column's sat at the table; None: itself."""
        names = self.job.agents
        found: list[list[Sampled | None]] = [[None] * len(names) for _ in names]
        for row, name in enumerate(names):
            for column, other in enumerate(names):
                if row != column:
                    found[row][column] = Sampled.of(self._won(judge, name, other))
        return found

    def totals(self, judge: str) -> list[Sampled]:
        """Chips per hand of each agent over all its matches."""
        return [Sampled.of(column) for column in self._units(judge).T]

    def first(self, judge: str, seed: int = 0) -> list[float]:
        """How likely each agent is the best, by drawing the deals again and again from those that were played."""
        units = self._units(judge)
        rng = np.random.default_rng(seed)
        best = np.zeros(units.shape[1])
        for _ in range(RESAMPLES // 100):
            drawn = rng.multinomial(len(units), np.full(len(units), 1 / len(units)), size=100)
            means = drawn @ units
            is_best = means >= means.max(axis=1, keepdims=True) - 1e-12
            best += (is_best / is_best.sum(axis=1, keepdims=True)).sum(axis=0)
        return [float(share) for share in best / best.sum()]

    def bankrolls(self, judge: str) -> Chart:
        """What each agent has won after so many deals, in chips."""
        units = self._units(judge)
        hands = sum(match.hands for match in self.matches) / len(units)
        played = np.cumsum(units, axis=0) * hands * len(self.matches[0].job.agents) / len(self.job.agents)
        step = max(1, len(units) // MOST_POINTS)
        lines = {
            name: [(float(deal + 1), float(played[deal, number])) for deal in range(0, len(units), step)]
            for number, name in enumerate(self.job.agents)
        }
        return Chart(f"{self.job.game}, {judge}", "deals", "chips", lines)

    def _units(self, judge: str) -> Floats:
        """float64 [unit, agent]: chips per hand over all matches of an agent, deal by deal, or match by match."""
        return np.stack([self._won(judge, name) for name in self.job.agents], axis=1)

    def _won(self, judge: str, name: str, against: str | None = None) -> Floats:
        parts = [
            match.units(judge)[:, match.job.agents.index(name)]
            for match in self.matches
            if name in match.job.agents and against in (None, *match.job.agents)
        ]
        return np.asarray(np.mean(parts, axis=0), np.float64)

    def record(self) -> dict[str, Any]:
        """Plain data, as `pokerlab robin --json` prints it."""
        job = self.job
        results = {}
        for judge in job.judges:
            first, totals = self.first(judge), self.totals(judge)
            results[judge] = [
                {
                    "agent": name,
                    **totals[row].record(job.confidence),
                    "mbb": 1000 * totals[row].mean / self.big_blind if MatchResult.in_chips(judge) else None,
                    "first": first[row],
                    "against": {
                        other: won.record(job.confidence)
                        for other, won in zip(job.agents, wins, strict=True)
                        if won is not None
                    },
                }
                for row, (name, wins) in enumerate(zip(job.agents, self.table(judge), strict=True))
            ]
        return {
            "game": job.game, "seed": job.seed, "deals": self.matches[0].deals, "big_blind": self.big_blind,
            "hands": sum(match.hands for match in self.matches), "confidence": job.confidence, "results": results,
            "troubles": [match.troubles for match in self.matches if match.troubles],
        }  # fmt: skip
