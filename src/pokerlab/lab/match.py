"""Matches of agents as data: deals that are played in all rotations of the seats, judged, and summed up honestly.

    result = MatchJob(agents=("uniform", "always-call"), game="leduc", deals=10_000).run()
    result.by_agent("chips")[0].mean, result.by_agent("chips")[0].half_width()

The same cards lie at the same seats in every rotation, so that luck cancels. The mean of a deal is the unit of all
statistics; of agents that remember, a whole match is: they play each rotation as a match of its own, and forget in
between. Blocks of deals are tasks of the job runner: any number of workers gives the same match to the last bit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations
from math import inf
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import Field

from pokerlab._jobs import JobResult
from pokerlab.agents.agent import Memory
from pokerlab.equilibrium.run import Listener
from pokerlab.errors import MatchError, shorten
from pokerlab.jobs.run import Standing, run
from pokerlab.jobs.task import Task
from pokerlab.jobs.workers import Workers
from pokerlab.lab.hand_judge import HandJudge, Lineup, SeatedAgents
from pokerlab.lab.importance import effective_hands
from pokerlab.lab.intervals import BatchMeans, Sampled, beside_chips, most_errors
from pokerlab.lab.judges import named_judge
from pokerlab.lab.match_block import NO_HANDS, Block, HandWriter, write_block
from pokerlab.lab.match_directory import write_end
from pokerlab.lab.match_table import MatchTable
from pokerlab.lab.play_job import PlayJob, game_of
from pokerlab.lab.policy_log import PolicyWriter

Floats = npt.NDArray[np.float64]

LEAST_UNTIL = 100
"""Deals that are played before an interval may end a match."""
MOST_TROUBLES = 20
"""Of what went wrong, so many lines are kept of each block."""


class MatchJob(PlayJob):
    """Who plays which game, how much, and into which directory. With `until` at most so many deals: it ends when all
    intervals reach no further than that to both sides, in thousandths of a big blind per hand."""

    until: Annotated[float, Field(gt=0)] | None = None

    def run(self, listener: Listener | None = None, workers: Workers | None = None) -> "MatchResult":
        """Play it, or go on with it: what is in the directory already is not played again. With `workers`, by these
        instead of `where` it says."""
        self.check()
        self.check_judges()
        learners = self.learners()
        if self.until is not None and not any(MatchResult.in_chips(judge) for judge in self.judges):
            raise MatchError("an interval in mbb needs a judge that counts in chips")
        if self.until is not None and learners:
            raise MatchError("agents that remember play whole matches: give the number of deals, not an interval")
        tasks, blocks = self.tasks(bool(learners), tuple(self.digests().values())), list[Block]()
        result: MatchResult | None = None

        def so_far() -> str:
            return f"match, {result.first_interval}" if result else "match"

        with self.directory(learners) as directory, (listener or Listener()).progress(so_far) as progress:

            def watch(standing: Standing) -> None:
                progress(standing.done, standing.total)

            # in order, so that where it ends does not depend on who is quick
            for done in run(tasks, directory, where=workers or self.where, jobs=self.jobs, in_order=True, watch=watch):
                blocks.append(Block.load(done.path))
                result = MatchResult(self, bool(learners), self.out, tuple(blocks))
                if self.until is not None and result.is_narrow:
                    break
            assert result is not None
            if self.out:
                write_end(directory, result.record(), blocks, self.hands, self.gzip)
        return result

    def learners(self) -> list[str]:
        """The agents that keep something from hand to hand; a `PokerError` if an agent does not play the game."""
        with MatchTable.of(self) as table:
            pairs = zip(self.agents, table.agents, strict=True)
            return [name for name, agent in pairs if agent.memory is Memory.MATCH]

    def tasks(self, remembers: bool, digests: tuple[str, ...]) -> list[Task]:
        """The blocks: some deals in all seatings each, or of agents that remember a match in one seating."""
        told = {"agents", "game", "seed", "seatings", "judges", "response", "hand", "average", "strict"}
        common = self.model_dump(mode="json", include=told | ({"hands", "policies"} if self.out else set()))
        function = "pokerlab.lab.match:play_block"
        if remembers:
            wholes = [(match, seating) for match in range(self.matches) for seating in range(len(self.orders))]
            parts = [{"match": m, "seating": s, "first": 0, "deals": self.deals} for m, s in wholes]
        else:
            firsts = range(0, self.deals, self.block)
            parts = [{"first": first, "deals": min(self.block, self.deals - first)} for first in firsts]
        return [
            Task(function, common | part, cost=part["deals"], depends_on=digests, suffix=".block") for part in parts
        ]

    def result_of(self, remembers: bool, paths: Sequence[Path]) -> "MatchResult":
        """The result of blocks that were played, in their order."""
        return MatchResult(self, remembers, self.out, tuple(Block.load(path) for path in paths))

    @cached_property
    def orders(self) -> list[tuple[int, ...]]:
        """Which agent sits where: by seating, then by seat."""
        count = len(self.agents)
        if self.seatings == "all":
            return list(permutations(range(count)))
        return [tuple((seat + shift) % count for seat in range(count)) for shift in range(count)]


@dataclass(frozen=True)
class MatchResult(JobResult):
    """What was played, as far as it was.

    `remembers`: whether an agent keeps something from hand to hand, so that a match is the unit and not a deal.
    """

    job: MatchJob
    remembers: bool
    file: str | None = None
    blocks: tuple[Block, ...] = ()

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return sum(block.values[0].size // len(self.job.agents) for block in self.blocks)

    @property
    def deals(self) -> int:
        """How many deals were played, in all seatings each."""
        return self.hands // len(self.job.orders)

    @cached_property
    def big_blind(self) -> int:
        """What results are measured in, in chips."""
        return game_of(self.job.game)[0].big_blind

    def units(self, judge: str) -> Floats:
        """float64 [unit, agent]: chips per hand that each agent won in a deal, or in a whole match."""
        if judge not in self._units:
            self._units[judge] = self._find_units(judge)
        return self._units[judge]

    @cached_property
    def _units(self) -> dict[str, Floats]:
        return {}

    def _find_units(self, judge: str) -> Floats:
        place, orders = self.job.judges.index(judge), self.job.orders
        if not self.remembers:
            return np.concatenate([_by_agent(block.values[place], orders).mean(axis=1) for block in self.blocks])
        return np.asarray(self.in_time(judge).mean(axis=1), np.float64)

    def in_time(self, judge: str) -> Floats:
        """float64 [match, deal, agent]: chips per hand, deal by deal in the order in which they were played."""
        if not self.remembers:
            return self.units(judge)[None]
        place, orders = self.job.judges.index(judge), self.job.orders
        by_match: dict[int, list[Floats]] = {}
        for block in self.blocks:
            won = _by_agent(block.values[place], [orders[block.facts["seating"]]])
            by_match.setdefault(block.facts["match"], []).append(won[:, 0])
        return np.array([np.mean(parts, axis=0) for parts in by_match.values()])

    def by_batches(self, judge: str) -> list[BatchMeans]:
        """What each agent won per hand, by batches of deals that follow each other: for agents that remember."""
        return [BatchMeans.of(won) for won in np.moveaxis(self.in_time(judge), 2, 0)]

    def by_agent(self, judge: str) -> list[Sampled]:
        """What each agent won per hand, in chips."""
        return [Sampled.of(column) for column in self.units(judge).T]

    def by_seat(self, judge: str) -> list[list[Sampled]]:
        """[agent][seat]: what each agent won per hand in each seat; of agents that remember deal by deal."""
        place, orders = self.job.judges.index(judge), self.job.orders
        count = len(self.job.agents)
        won: list[list[list[Floats]]] = [[[] for _ in range(count)] for _ in range(count)]
        for block in self.blocks:
            seatings = [block.facts["seating"]] if self.remembers else range(len(orders))
            for column, seating in enumerate(seatings):
                for seat, agent in enumerate(orders[seating]):
                    won[agent][seat].append(block.values[place][:, column, seat])
        return [[Sampled.of(np.concatenate(parts)) for parts in seats] for seats in won]

    @property
    def is_narrow(self) -> bool:
        """Whether all intervals are as narrow as was asked for; only their width counts, never their sign."""
        wanted = (self.job.until or inf) * self.big_blind / 1000
        if self.deals < LEAST_UNTIL:
            return False
        return all(
            won.half_width(self.job.confidence) <= wanted
            for judge in self.job.judges
            if self.in_chips(judge)
            for won in self.by_agent(judge)
        )

    @cached_property
    def first_interval(self) -> str:
        """What is known of the first agent by the first judge, in a few words."""
        judge = self.job.judges[0]
        won, name = self.by_agent(judge)[0], shorten(self.job.agents[0])
        if won.count < 2:
            return f"{name}: too few deals for an interval"
        scale, unit = (1000 / self.big_blind, "mbb") if self.in_chips(judge) else (1.0, "prizes")
        return f"{name} {scale * won.mean:+.1f} ± {scale * won.half_width(self.job.confidence):.1f} {unit}"

    @staticmethod
    def in_chips(judge: str) -> bool:
        """Whether a judge counts in chips, so that big blinds measure it."""
        return _kind(judge)[0] == "chips"

    def about(self, judge: str) -> dict[str, Any]:
        """What is to say of a judge: what it knew, what its values are from, and what it saved."""
        return {
            "about": named_judge(judge).about(self.lineup), "chips_needed": self.chips_needed(judge),
            "effective_hands": self.effective_hands(judge), "off_chips": self.off_chips(judge),
        }  # fmt: skip

    @cached_property
    def lineup(self) -> Lineup:
        """Who is judged."""
        everybody = range(len(self.job.agents))
        opens = {agent for block in self.blocks for agent in block.facts.get("open", everybody)}
        return Lineup(*game_of(self.job.game), self.job.agents, frozenset(opens))

    def effective_hands(self, judge: str) -> float | None:
        """Of a judge that weighs hands: how many alike would say as much, (sum of weights)^2 / sum of squares."""
        found = [block.facts["weights"][judge] for block in self.blocks if judge in block.facts.get("weights", {})]
        return None if not found else effective_hands(*np.sum(found, axis=0)[1:].tolist())

    def chips_needed(self, judge: str) -> float | None:
        """How many hands chips alone would need for intervals as narrow as a judge's (the widest of them); None if
        chips were not judged beside it."""
        if not self.is_beside_chips(judge):
            return None
        chips, other = (max(self.by_agent(name), key=lambda won: won.error) for name in ("chips", judge))
        return other.chips_needed(chips, self.hands)

    def off_chips(self, judge: str) -> float | None:
        """The largest difference of what a judge and chips say of an agent, in standard errors of that difference."""
        if not self.is_beside_chips(judge):
            return None
        return most_errors(self.units(judge) - self.units("chips"))

    def is_beside_chips(self, judge: str) -> bool:
        """Whether a judge has the mean of chips, and chips were judged beside it."""
        return "chips" in self.job.judges and judge != "chips" and _kind(judge) == ("chips", True) and self.deals > 1

    @property
    def troubles(self) -> dict[str, dict[str, int]]:
        """By agent and kind, how often something went wrong."""
        found: dict[str, dict[str, int]] = {}
        for block in self.blocks:
            for name, kinds in block.facts["troubles"].items():
                for kind, count in kinds.items():
                    of_agent = found.setdefault(name, {})
                    of_agent[kind] = of_agent.get(kind, 0) + count
        return found

    def record(self) -> dict[str, Any]:
        """Plain data, as `pokerlab match --json` prints it."""
        job = self.job
        results = {}
        for judge in job.judges:
            whole, seats, in_chips = self.by_agent(judge), self.by_seat(judge), self.in_chips(judge)
            units, chips = self.units(judge), self.units("chips") if self.is_beside_chips(judge) else None
            batches = [batch.record(job.confidence) for batch in self.by_batches(judge)] if self.remembers else []
            results[judge] = [
                {
                    "agent": name,
                    **whole[number].record(job.confidence),
                    "mbb": 1000 * whole[number].mean / self.big_blind if in_chips else None,
                    "seats": [seat.record(job.confidence) for seat in seats[number]],
                    **({"batches": batches[number]} if batches else {}),
                    **(
                        {}
                        if chips is None
                        else beside_chips(units[:, number], chips[:, number], self.hands, job.confidence)
                    ),
                }
                for number, name in enumerate(job.agents)
            ]
        return {
            "game": job.game, "seed": job.seed, "deals": self.deals, "hands": self.hands, "big_blind": self.big_blind,
            "unit": "match" if self.remembers else "deal", "confidence": job.confidence, "until": job.until,
            "results": results, "troubles": self.troubles, "judges": {name: self.about(name) for name in job.judges},
            "lines": [line for block in self.blocks for line in block.facts["lines"]][:MOST_TROUBLES],
        }  # fmt: skip


def play_block(arguments: dict[str, Any], path: Path) -> dict[str, Any]:
    """Play some deals of a match in all seatings, or of agents that remember a whole match in one; a task."""
    told = {key: value for key, value in arguments.items() if key in MatchJob.model_fields and key != "deals"}
    job = MatchJob(**told, deals=arguments["deals"])
    match, first, deals = arguments.get("match", 0), arguments["first"], arguments["deals"]
    seatings = range(len(job.orders)) if "seating" not in arguments else [arguments["seating"]]
    judges = [named_judge(name) for name in job.judges]
    values = np.zeros((len(judges), deals, len(seatings), len(job.agents)))
    hands = HandWriter(told.get("hands", "none"))
    keeps = bool(told.get("policies"))
    policies = PolicyWriter() if keeps or any(judge.needs_policies for judge in judges) else None
    troubles: dict[str, dict[str, int]] = {}
    lines: list[str] = []
    with MatchTable.of(job, deals * len(seatings)) as table:
        for agent in table.agents:
            agent.noted = policies.note if policies else None
        for judge in judges:
            judge.begin(table.game, table.dealer)
        opens = [number for number, agent in enumerate(table.agents) if agent.is_open]
        quick = None if policies or hands.form != NO_HANDS else table.quick(deals * len(seatings))
        if quick:
            for column, seating in enumerate(seatings):
                values[0, :, column] = quick.play((job.seed, match), first, deals, job.orders[seating])
        for number, deal in enumerate(range(first, first + deals) if not quick else ()):
            for column, seating in enumerate(seatings):
                played = table.play(match, deal, job.orders[seating])
                replaced = [trouble.seat for trouble in played.troubles if trouble.replaced]
                known = policies.finish(played.state, replaced) if policies else ()
                seated = seated_as(job.orders[seating], opens)
                for place, judge in enumerate(judges):
                    values[place, number, column] = judge(played.state, known, seated)
                of_all = (match * deals + deal) * len(job.orders) + seating + 1
                hands.add(played.state, played.names, match * deals + deal, of_all)
                for trouble in played.troubles:
                    name = played.names[trouble.seat]
                    of_agent = troubles.setdefault(name, {})
                    of_agent[trouble.what] = of_agent.get(trouble.what, 0) + 1
                    if len(lines) < MOST_TROUBLES:
                        lines.append(f"deal {deal}, {name}: {trouble.what}, {trouble.line}")
    facts = {"troubles": troubles, "lines": lines, "match": match, "seating": arguments.get("seating", 0)}
    facts |= {"open": opens, "weights": weights_of(job.judges, judges)}
    write_block(path, values, facts, hands, policies if keeps else None)
    return {"hands": int(values[0].size // len(job.agents)), "troubles": sum(map(len, troubles.values()))}


def seated_as(order: Sequence[int], opens: Sequence[int]) -> SeatedAgents:
    """What judges need to know of an order of the agents, of whom some say what they play from."""
    return SeatedAgents(tuple(order), frozenset(seat for seat, agent in enumerate(order) if agent in opens))


def weights_of(names: Sequence[str], judges: Sequence[HandJudge]) -> dict[str, list[float]]:
    """What hands weighed, of judges that weigh them: how many, the sum, and that of squares."""
    found = {name: np.array(judge.ratios) for name, judge in zip(names, judges, strict=True) if len(judge.ratios)}
    return {name: [len(ratios), float(ratios.sum()), float((ratios**2).sum())] for name, ratios in found.items()}


@lru_cache(maxsize=256)
def _kind(judge: str) -> tuple[str, bool]:
    """The unit of a judge, and whether its mean is that of what was played."""
    known = named_judge(judge)
    return known.unit, known.judges_played


def _by_agent(values: Floats, orders: Sequence[tuple[int, ...]]) -> Floats:
    """float64 [deal, seating, agent]: from values by seat."""
    found = np.empty_like(values)
    for column, order in enumerate(orders):
        found[:, column, list(order)] = values[:, column]
    return found
