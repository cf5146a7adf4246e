"""Many tournaments of agents: what they win of what they pay, and how far that can be trusted.

    job = TournamentJob(structure=named_structure("turbo").record(), agents=("uniform", "always-call"), count=1000)
    job.run().agents[0].roi.mean

A tournament is the unit of all statistics; with `duplicate` it is a tournament in all rotations of the agents. Agents
of one name are one line: the mean over them. Blocks of tournaments are tasks of the job runner: any number of processes
gives the same numbers.
"""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import Field, field_validator

from pokerlab._files import open_atomically
from pokerlab._jobs import Job, JobResult
from pokerlab._numbers import check_seed
from pokerlab.agents.expert import ExpertAgent
from pokerlab.agents.places import make_table, read_table, table_path
from pokerlab.agents.process_agent import ProcessAgent
from pokerlab.agents.registry import files_of, named_agent
from pokerlab.equilibrium.run import Listener
from pokerlab.errors import DataError, LabError, MatchError, shorten
from pokerlab.jobs.run import Standing, run
from pokerlab.jobs.task import Task
from pokerlab.jobs.workers import Workers
from pokerlab.lab.intervals import Sampled
from pokerlab.lab.play_job import digest_of
from pokerlab.lab.tournament_block import TournamentBlock
from pokerlab.tournament.standing import TournamentStanding
from pokerlab.tournament.structure import Structure

Floats = npt.NDArray[np.float64]

LEAST_FOR_TEST = 10
"""Places are tested against equal chances where there are so many times as many units as places."""
LEAST_FOR_TABLE = 200
"""Tournaments for which the table of places is made: fewer meet so few boards that working these out takes less."""


class TournamentJob(Job):
    """Which agents play which structure, how often, and what is kept.

    - `structure`: the keys of its file (`Structure.record`); `agents`: by name, see `agents.registry`
    - `count`: tournaments; with `duplicate` each is played in all rotations of the agents
    - `confidence`: of the intervals; `block`: tournaments in a task; `jobs`, `where`: see `jobs.run`
    - `hands`: a file of all hands (PHH); `checkpoint`: the directory that keeps blocks, from which a run goes on
    """

    structure: dict[str, Any]
    agents: tuple[str, ...]
    count: Annotated[int, Field(ge=1, le=100_000_000)] = 1000
    seed: int = 0
    duplicate: bool = False
    confidence: Annotated[float, Field(gt=0, lt=1)] = 0.95
    block: Annotated[int, Field(ge=1)] = 100
    hands: str | None = None
    checkpoint: str | None = None
    jobs: Annotated[int, Field(ge=1)] | None = None
    where: str = "processes"

    @field_validator("agents", mode="before")
    @classmethod
    def _as_names(cls, given: Any) -> Any:
        return tuple(given) if isinstance(given, list) else given  # as TOML and JSON write them

    def run(self, listener: Listener | None = None, workers: Workers | None = None) -> "TournamentResult":
        """Play them, or go on: blocks in the checkpoint are not played again."""
        self.check()
        self._prepare(listener or Listener())
        paths: list[Path] = []
        blocks: list[TournamentBlock] = []
        told = {"structure": self.structure, "agents": list(self.agents), "seed": self.seed}
        with self._directory() as directory, (listener or Listener()).progress("tournaments") as progress:

            def watch(how_far: Standing) -> None:
                progress(how_far.done, how_far.total)

            about = {"tournaments": {**told, "duplicate": self.duplicate}}
            for done in run(
                self.tasks(), directory, where=workers or self.where, jobs=self.jobs, in_order=True, watch=watch,
                about=about,
            ):  # fmt: skip
                blocks.append(TournamentBlock.load(done.path))
                paths.append(done.path)
            if self.hands:
                with open_atomically(Path(self.hands)) as file:
                    for path in paths:
                        file.write(TournamentBlock.text_of(path))
        return TournamentResult(self, tuple(blocks), self.hands)

    def check(self) -> None:
        """A `PokerError` of what is wrong before anything is played."""
        check_seed(self.seed, LabError)
        structure = self.checked_structure
        game = TournamentStanding.start(structure, self.agents, self.seed).next_hand().game
        for name in dict.fromkeys(self.agents):
            agent = named_agent(name)
            try:
                if why := agent.plays(game):
                    raise MatchError(f"{shorten(name)}: {why}")
            finally:
                if isinstance(agent, ProcessAgent):
                    agent.close()

    def _prepare(self, listener: Listener) -> None:
        """Work out the places of hands on all boards, once and for all, if players by rules will ask for many."""
        path = table_path()
        if self.count < LEAST_FOR_TABLE or not self._has_players_by_rules() or read_table(path) is not None:
            return
        try:
            with listener.progress("places of hands on boards, once") as progress:
                make_table(path, progress)
        except DataError as error:
            listener.warn(f"{error}; boards are worked out as they come up")

    def _has_players_by_rules(self) -> bool:
        inside = (name for name in dict.fromkeys(self.agents) if not name.startswith("process:"))
        return any(isinstance(named_agent(name), ExpertAgent) for name in inside)

    @property
    def checked_structure(self) -> Structure:
        """The structure, for so many agents."""
        structure = Structure.of(self.structure)
        structure.check_entrants(len(self.agents))
        return structure

    def tasks(self) -> list[Task]:
        """The blocks."""
        common = {
            "structure": self.structure, "agents": list(self.agents), "seed": self.seed, "duplicate": self.duplicate,
            "hands": self.hands is not None,
        }  # fmt: skip
        digests = tuple(digest_of(path) for path in sorted({p for name in self.agents for p in files_of(name)}))
        size = max(1, self.block // (len(self.agents) if self.duplicate else 1))
        function = "pokerlab.lab.tournament_play:play_block"
        return [
            Task(
                function, {**common, "first": first, "count": (count := min(size, self.count - first))}, cost=count,
                depends_on=digests, suffix=".block",
            )
            for first in range(0, self.count, size)
        ]  # fmt: skip

    @contextmanager
    def _directory(self) -> Iterator[Path]:
        if self.checkpoint:
            yield Path(self.checkpoint)
            return
        with tempfile.TemporaryDirectory() as directory:
            yield Path(directory) / "tournaments"


@dataclass(frozen=True)
class AgentResult:
    """What an agent (or all of one name) made of its tournaments.

    - `roi`: prizes and bounties less what it paid, in parts of what it paid; `adjusted`: the same with luck in all-ins
      removed
    - `in_money`: how often it won a prize; `places`: how often each place (those who share places have parts of each)
    - `p_value`: of the places against equal chances; None where there are too few tournaments
    - `hands`: that it was dealt; `level`: at which it went out, or won
    """

    name: str
    count: int
    roi: Sampled
    adjusted: Sampled
    in_money: Sampled
    places: tuple[float, ...]
    p_value: float | None
    hands: float
    level: float


@dataclass(frozen=True)
class TournamentResult(JobResult):
    """What was played."""

    job: TournamentJob
    blocks: tuple[TournamentBlock, ...]
    file: str | None = None

    @cached_property
    def structure(self) -> Structure:
        """The structure."""
        return self.job.checked_structure

    @property
    def tournaments(self) -> int:
        """How many were played, rotations counted."""
        return int(sum(block.places.shape[0] * block.places.shape[1] for block in self.blocks))

    @property
    def hands(self) -> int:
        """How many hands were played: as many as the last who were left were dealt."""
        return int(sum(block.hands.max(axis=2).sum() for block in self.blocks))

    @cached_property
    def agents(self) -> list[AgentResult]:
        """By name, in the order in which they were given."""
        return [self._agent(name) for name in dict.fromkeys(self.job.agents)]

    @property
    def troubles(self) -> dict[str, dict[str, int]]:
        """By agent and kind, how often something went wrong."""
        found: dict[str, dict[str, int]] = {}
        for block in self.blocks:
            for name, kinds in (block.troubles or {}).items():
                for kind, count in kinds.items():
                    found.setdefault(name, {})[kind] = found.get(name, {}).get(kind, 0) + count
        return found

    def column(self, name: str) -> Floats:
        """float64 [tournament, rotation, agent]: a column of all blocks."""
        return np.concatenate([getattr(block, name) for block in self.blocks]).astype(np.float64)

    def unit_roi(self, *, adjusted: bool = False) -> Floats:
        """float64 [tournament, rotation, agent]: what each won of what it paid, less 1."""
        won = self.column("prizes") + self.column("bounties") - (self.column("luck") if adjusted else 0.0)
        return won / self.structure.cost - 1

    def _agent(self, name: str) -> AgentResult:
        which = [number for number, other in enumerate(self.job.agents) if other == name]

        def units(values: Floats) -> Floats:
            """float64 [unit]: the mean over rotations and over agents of the name."""
            return np.asarray(values[:, :, which].mean(axis=(1, 2)), np.float64)

        by_place = self._by_place(which)
        return AgentResult(
            name, len(which), Sampled.of(units(self.unit_roi())), Sampled.of(units(self.unit_roi(adjusted=True))),
            Sampled.of(units((self.column("prizes") > 0).astype(np.float64))),
            tuple(by_place.mean(axis=0).tolist()), self._p_value(which),
            float(units(self.column("hands")).mean()), float(units(self.column("levels")).mean()),
        )  # fmt: skip

    def _by_place(self, which: Sequence[int]) -> Floats:
        """float64 [unit, place]: how often agents had each place, those who share some a part of each."""
        first, shared = self.column("places")[:, :, which, None], self.column("shared")[:, :, which, None]
        place = np.arange(1, len(self.job.agents) + 1)
        parts = np.where((place >= first) & (place < first + shared), 1 / shared, 0.0)
        return np.asarray(parts.mean(axis=(1, 2)), np.float64)

    def _p_value(self, which: Sequence[int]) -> float | None:
        """Of equal chances for every place, by Hotelling's T-squared over units; of agents that are all alike, the
        first one's places."""
        from scipy.special import fdtrc

        players = len(self.job.agents)
        parts = self._by_place(which[:1] if len(which) == players else which)
        units, free = len(parts), players - 1
        if units < LEAST_FOR_TEST * players:
            return None
        off = parts - 1 / players
        mean, covariance = off.mean(axis=0)[:free], np.cov(off.T)[:free, :free]
        squared = float(units * mean @ np.linalg.pinv(covariance, hermitian=True) @ mean)
        return float(fdtrc(free, units - free, squared * (units - free) / (free * (units - 1))))

    def record(self) -> dict[str, Any]:
        """Plain data, as `pokerlab tournament simulate --json` prints it."""
        job, sure = self.job, self.job.confidence
        return {
            "structure": self.structure.name, "players": len(job.agents), "count": job.count, "seed": job.seed,
            "duplicate": job.duplicate, "tournaments": self.tournaments, "hands": self.hands,
            "cost": self.structure.cost, "fee": self.structure.fee, "currency": self.structure.currency,
            "confidence": sure, "unit": "rotations of a tournament" if job.duplicate else "tournament",
            "agents": [
                {
                    "agent": agent.name, "seats": agent.count, "roi": agent.roi.record(sure),
                    "roi_without_luck": agent.adjusted.record(sure), "in_the_money": agent.in_money.record(sure),
                    "places": list(agent.places), "places_p_value": agent.p_value, "hands": agent.hands,
                    "level": agent.level,
                }
                for agent in self.agents
            ],
            "troubles": self.troubles,
        }  # fmt: skip
