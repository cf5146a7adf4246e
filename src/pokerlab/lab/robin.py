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
from pokerlab.jobs.workers import Workers
from pokerlab.lab.intervals import Sampled, beside_chips
from pokerlab.lab.judges import named_judge
from pokerlab.lab.match import MatchJob, MatchResult
from pokerlab.lab.match_directory import write_end
from pokerlab.lab.play_job import PlayJob, game_of

Floats = npt.NDArray[np.float64]

RESAMPLES = 4000
MOST_POINTS = 400
WINDOWS = 20
"""Parts of a match in which the winnings of agents that learn are shown."""


class RobinJob(PlayJob):
    """Which agents play each other: all sets of as many as the game has seats."""

    def run(self, listener: Listener | None = None, workers: Workers | None = None) -> "RobinResult":
        """Play it, or go on with it."""
        self.check()
        self.check_judges()
        seats = game_of(self.game)[0].players
        if len(set(self.agents)) != len(self.agents):
            raise MatchError("an agent is named twice: each plays every other once")
        if len(self.agents) < seats:
            raise MatchError(f"{len(self.agents)} agents cannot fill {seats} seats")
        tables, learners = self.tables(), self.learners()
        # if one remembers, all play whole matches: only what was played alike can be added up
        tasks = [table.tasks(bool(learners), tuple(table.digests().values())) for table in tables]
        with self.directory(learners) as directory, (listener or Listener()).progress("round robin") as progress:

            def watch(standing: Standing) -> None:
                progress(standing.done, standing.total)

            every = [task for of_table in tasks for task in of_table]
            paths = {
                done.task.name: done.path
                for done in run(every, directory, where=workers or self.where, jobs=self.jobs, watch=watch)
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

    def learners(self) -> list[str]:
        """The agents that keep something from hand to hand; a `PokerError` if an agent does not play the game."""
        return sorted({name for table in self.tables() for name in table.learners()})

    def tables(self) -> list[MatchJob]:
        """The matches: every set of as many agents as there are seats."""
        common, seats = self.model_dump(exclude={"agents"}), game_of(self.game)[0].players
        return [MatchJob(**common, agents=chosen) for chosen in combinations(self.agents, seats)]


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
        """What each agent has won after so many deals, in chips (or prizes); if agents remember, in a mean match."""
        lines = {}
        for name in self.job.agents:
            tables = [match for match in self.matches if name in match.job.agents]
            won = np.cumsum(self._in_time(judge, name).mean(axis=0)) * len(tables) * len(tables[0].job.orders)
            shown = np.unique(np.linspace(0, len(won) - 1, min(len(won), MOST_POINTS)).astype(int)).tolist()
            lines[name] = [(float(deal + 1), float(won[deal])) for deal in shown]
        return Chart(f"{self.job.game}, {judge}", "deals", named_judge(judge).unit, lines)

    def over_time(self, judge: str) -> "dict[str, list[tuple[int, Sampled]]]":
        """Of agents that remember, what they won per hand in each of some windows of a match: the last deal of the
        window, and chips with their error over matches."""
        found = {}
        for name in self.learners:
            parts = np.array_split(self._in_time(judge, name), min(WINDOWS, self.job.deals), axis=1)
            ends = np.cumsum([part.shape[1] for part in parts]).tolist()
            found[name] = [(end, Sampled.of(part.mean(axis=1))) for end, part in zip(ends, parts, strict=True)]
        return found

    def learning(self, judge: str) -> Chart:
        """The same as a chart, in thousandths of a big blind (or prizes) per hand."""
        scale, unit = self.scale(judge)
        lines = {
            name: [(float(end), scale * won.mean) for end, won in windows]
            for name, windows in self.over_time(judge).items()
        }
        if not lines:
            raise MatchError("no agent remembers: there is nothing to see of what agents learn")
        return Chart(f"{self.job.game}, {judge}: winnings over time", "deals", unit, lines)

    def about(self, judge: str) -> dict[str, Any]:
        """What is to say of a judge: what it knew, what its values are from, and what it saved over all matches."""
        needed = [match.chips_needed(judge) for match in self.matches]
        weights = [match.effective_hands(judge) for match in self.matches]
        off = [match.off_chips(judge) for match in self.matches]
        told = list(dict.fromkeys(match.about(judge)["about"] for match in self.matches))
        alike = f" (at the first table, and alike at {len(self.matches) - 1} others)" if len(told) > 1 else ""
        return {
            "about": told[0] + alike,
            "chips_needed": None if None in needed else sum(hands for hands in needed if hands is not None),
            "effective_hands": None if None in weights else sum(hands for hands in weights if hands is not None),
            "off_chips": max((errors for errors in off if errors is not None), default=None),
        }  # fmt: skip

    def scale(self, judge: str) -> tuple[float, str]:
        """What a judge's numbers are multiplied by to be shown, and what they are in then."""
        return (1000 / self.big_blind, "mbb/hand") if MatchResult.in_chips(judge) else (1.0, "prizes/hand")

    def _in_time(self, judge: str, name: str) -> Floats:
        """float64 [match, deal]: chips per hand over all matches of an agent, in the order of play."""
        tables = [match for match in self.matches if name in match.job.agents]
        parts = [match.in_time(judge)[:, :, match.job.agents.index(name)] for match in tables]
        return np.asarray(np.mean(parts, axis=0), np.float64)

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

    def _beside(self, judge: str, name: str, against: str | None = None) -> dict[str, Any]:
        hands = sum(
            match.hands
            for match in self.matches
            if name in match.job.agents and against in (None, *match.job.agents)
        )  # fmt: skip
        won, chips = (self._won(which, name, against) for which in (judge, "chips"))
        return beside_chips(won, chips, hands, self.job.confidence)

    def record(self) -> dict[str, Any]:
        """Plain data, as `pokerlab robin --json` prints it."""
        job = self.job
        results = {}
        for judge in job.judges:
            first, totals, in_time = self.first(judge), self.totals(judge), self.over_time(judge)
            is_beside = all(match.is_beside_chips(judge) for match in self.matches)
            results[judge] = [
                {
                    "agent": name,
                    **totals[row].record(job.confidence),
                    "mbb": 1000 * totals[row].mean / self.big_blind if MatchResult.in_chips(judge) else None,
                    "first": first[row],
                    "against": {
                        other: won.record(job.confidence) | (self._beside(judge, name, other) if is_beside else {})
                        for other, won in zip(job.agents, wins, strict=True)
                        if won is not None
                    },
                    **(self._beside(judge, name) if is_beside else {}),
                    **(
                        {"over_time": [{"deals": end, **won.record(job.confidence)} for end, won in in_time[name]]}
                        if name in in_time
                        else {}
                    ),
                }
                for row, (name, wins) in enumerate(zip(job.agents, self.table(judge), strict=True))
            ]
        return {
            "game": job.game, "seed": job.seed, "deals": self.matches[0].deals, "big_blind": self.big_blind,
            "hands": sum(match.hands for match in self.matches), "confidence": job.confidence, "results": results,
            "unit": "match" if self.learners else "deal", "judges": {name: self.about(name) for name in job.judges},
            "troubles": [match.troubles for match in self.matches if match.troubles],
        }  # fmt: skip
