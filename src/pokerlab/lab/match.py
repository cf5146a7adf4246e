"""Matches of agents as data: deals that are played in all rotations of the seats, judged, and summed up honestly.

    result = MatchJob(agents=("uniform", "always-call"), game="leduc", deals=10_000).run()
    result.agents["chips"][0].mean, result.agents["chips"][0].half_width()

The same cards lie at the same seats in every rotation, so that luck cancels. The mean of a deal is the unit of all
statistics; of agents that remember, a whole match is: they play each rotation as a match of its own, and forget in
between. Blocks of deals are tasks of the job runner: any number of workers gives the same match to the last bit.
"""

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from math import inf
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import numpy.typing as npt
from pydantic import Field, field_validator

from pokerlab._jobs import Job, JobResult
from pokerlab._numbers import check_seed
from pokerlab.agents.agent import Agent, Memory
from pokerlab.agents.process_agent import ProcessAgent
from pokerlab.agents.registry import files_of, named_agent
from pokerlab.equilibrium.run import Listener
from pokerlab.errors import LabError, MatchError, shorten
from pokerlab.games.library import named_game
from pokerlab.games.rules import Game
from pokerlab.jobs.run import Standing, run
from pokerlab.jobs.task import Task
from pokerlab.jobs.workers import Workers
from pokerlab.lab.intervals import BatchMeans, Sampled
from pokerlab.lab.judges import named_judge
from pokerlab.lab.match_block import NO_HANDS, Block, HandsKept, HandWriter, write_block
from pokerlab.lab.match_directory import ELSEWHERE, Claim, claim, write_end
from pokerlab.lab.policy_log import PolicyWriter
from pokerlab.lab.table_play import TablePlay
from pokerlab.postflop.spot import Spot
from pokerlab.records.phh_writer import format_phh
from pokerlab.records.record import HandRecord, unknown_hands
from pokerlab.table.deals import Dealer, FromRanges, Shuffled
from pokerlab.table.hand import Limits, PlayedHand, play_hand

Floats = npt.NDArray[np.float64]

LEAST_UNTIL = 100
"""Deals that are played before an interval may end a match."""
MOST_TROUBLES = 20
"""Of what went wrong, so many lines are kept of each block."""


class PlayJob(Job):
    """What matches and round robins have in common.

    - `agents`: by name, see `agents.registry`; `game`: by name, or the TOML file of a post-flop spot
    - `deals`: each played in `seatings` (rotations, or all orders of the agents)
    - `matches`: of agents that remember, so many independent matches of so many deals
    - `judges`: see `judges`; `confidence`: of the intervals
    - `response`, `hand`: seconds that agents have; `average`: seconds for each hand over a whole block; `strict`: late
      answers are replaced by check or fold
    - `out`: the directory of blocks, manifest and results; `block`: deals in a task; `jobs`, `where`: see `jobs.run`
    - `hands`, `policies`: whether, and in which format, the directory keeps hands and what agents played from; `gzip`
      packs the file of all hands
    """

    agents: tuple[str, ...]
    game: str
    deals: Annotated[int, Field(ge=1)] = 1000
    matches: Annotated[int, Field(ge=1)] = 1
    seed: int = 0
    seatings: Literal["rotations", "all"] = "rotations"
    judges: Annotated[tuple[str, ...], Field(min_length=1)] = ("chips",)
    confidence: Annotated[float, Field(gt=0, lt=1)] = 0.95
    response: Annotated[float, Field(gt=0)] | None = None
    hand: Annotated[float, Field(gt=0)] | None = None
    average: Annotated[float, Field(gt=0)] | None = None
    strict: bool = False
    out: str | None = None
    hands: HandsKept = "acpc"
    gzip: bool = False
    policies: bool = True
    block: Annotated[int, Field(ge=1)] = 500
    jobs: Annotated[int, Field(ge=1)] | None = None
    where: str = "processes"

    @field_validator("agents", "judges", mode="before")
    @classmethod
    def _as_names(cls, given: Any) -> Any:
        return tuple(given) if isinstance(given, list) else given  # as TOML and JSON write them

    @contextmanager
    def directory(self, learners: Sequence[str]) -> Iterator[Path]:
        """Where it is played: `out`, which may hold no other match, or a directory that is removed in the end.
        `learners`: the agents that remember."""
        if self.out is None:
            with tempfile.TemporaryDirectory() as directory:
                yield Path(directory) / "match"
            return
        told = self.model_dump(mode="json", exclude=ELSEWHERE)
        claim(Path(self.out), Claim(type(self).__name__, told, tuple(learners), self.digests()))
        yield Path(self.out)

    @property
    def files(self) -> list[str]:
        """The files that decide what is played."""
        spots = [self.game] if self.game.endswith(".toml") else []
        return sorted({*spots, *(path for name in self.agents for path in files_of(name))})

    def digests(self) -> dict[str, str]:
        """Their digests, by path."""
        return {path: digest_of(path) for path in self.files}

    def check(self) -> None:
        """A `PokerError` of what is wrong before anything is played."""
        check_seed(self.seed, LabError)
        game = game_of(self.game)[0]
        for judge in self.judges:
            named_judge(judge).check(game)
        if self.out and self.hands == "phh":
            format_phh(HandRecord(game, (), unknown_hands(game)))


class MatchJob(PlayJob):
    """Who plays which game, how much, and into which directory. With `until` at most so many deals: it ends when all
    intervals reach no further than that to both sides, in thousandths of a big blind per hand."""

    until: Annotated[float, Field(gt=0)] | None = None

    def run(self, listener: Listener | None = None, workers: Workers | None = None) -> "MatchResult":
        """Play it, or go on with it: what is in the directory already is not played again. With `workers`, by these
        instead of `where` it says."""
        self.check()
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
        with _Table.of(self) as table:
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
        return named_judge(judge).unit == "chips"

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
            batches = [batch.record(job.confidence) for batch in self.by_batches(judge)] if self.remembers else []
            results[judge] = [
                {
                    "agent": name,
                    **whole[number].record(job.confidence),
                    "mbb": 1000 * whole[number].mean / self.big_blind if in_chips else None,
                    "seats": [seat.record(job.confidence) for seat in seats[number]],
                    **({"batches": batches[number]} if batches else {}),
                }
                for number, name in enumerate(job.agents)
            ]
        return {
            "game": job.game, "seed": job.seed, "deals": self.deals, "hands": self.hands, "big_blind": self.big_blind,
            "unit": "match" if self.remembers else "deal", "confidence": job.confidence, "until": job.until,
            "results": results, "troubles": self.troubles,
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
    policies = PolicyWriter() if told.get("policies") else None
    troubles: dict[str, dict[str, int]] = {}
    lines: list[str] = []
    with _Table.of(job, deals * len(seatings)) as table:
        for agent in table.agents:
            agent.noted = policies.note if policies else None
        quick = None if policies or hands.form != NO_HANDS else table.quick(deals * len(seatings))
        if quick:
            for column, seating in enumerate(seatings):
                values[0, :, column] = quick.play((job.seed, match), first, deals, job.orders[seating])
        for number, deal in enumerate(range(first, first + deals) if not quick else ()):
            for column, seating in enumerate(seatings):
                played = table.play(match, deal, seating)
                replaced = [trouble.seat for trouble in played.troubles if trouble.replaced]
                known = policies.finish(played.state, replaced) if policies else ()
                for place, judge in enumerate(judges):
                    values[place, number, column] = judge(played.state, known)
                of_all = (match * deals + deal) * len(job.orders) + seating + 1
                hands.add(played.state, played.names, match * deals + deal, of_all)
                for trouble in played.troubles:
                    name = played.names[trouble.seat]
                    of_agent = troubles.setdefault(name, {})
                    of_agent[trouble.what] = of_agent.get(trouble.what, 0) + 1
                    if len(lines) < MOST_TROUBLES:
                        lines.append(f"deal {deal}, {name}: {trouble.what}, {trouble.line}")
    facts = {"troubles": troubles, "lines": lines, "match": match, "seating": arguments.get("seating", 0)}
    write_block(path, values, facts, hands, policies)
    return {"hands": int(values[0].size // len(job.agents)), "troubles": sum(map(len, troubles.values()))}


class _Table:
    """A game, who deals, and the agents that play it."""

    def __init__(self, job: MatchJob, game: Game, dealer: Dealer, agents: Sequence[Agent], hands: int) -> None:
        self.job, self.game, self.dealer, self.agents = job, game, dealer, agents
        self.limits = Limits(job.response or inf, job.hand or inf, (job.average or inf) * hands, job.strict)
        self.spent = [0.0] * len(agents)

    @classmethod
    def of(cls, job: MatchJob, hands: int = 1) -> "_Table":
        """With time for so many hands."""
        game, dealer = game_of(job.game)
        if len(job.agents) != game.players:
            raise MatchError(f"{game.name} has {game.players} seats; agents given: {len(job.agents)}")
        table = cls(job, game, dealer, [named_agent(name) for name in job.agents], hands)
        for name, agent in zip(job.agents, table.agents, strict=True):
            if why := agent.plays(game):
                table.close()
                raise MatchError(f"{shorten(name)}: {why}")
        return table

    def quick(self, hands: int) -> TablePlay | None:
        """The compiled loop, where it can play so many hands: it says nothing but the chips that were won."""
        if self.job.judges != ("chips",) or self.limits.are_set:
            return None
        return TablePlay.of(self.game, self.dealer, self.agents, most_questions=hands)

    def play(self, match: int, deal: int, seating: int) -> PlayedHand:
        """A deal of a match with the agents in their seats. Names tell agents of one kind apart."""
        order = self.job.orders[seating]
        seeds = [(self.job.seed, match, deal, seat, agent) for seat, agent in enumerate(order)]
        played = play_hand(
            self.game, self.dealer.deck(self.job.seed, match, deal), [self.agents[agent] for agent in order],
            names=[self.names[agent] for agent in order], number=deal, seeds=seeds, limits=self.limits,
            spent=[self.spent[agent] for agent in order],
        )  # fmt: skip
        for agent, seconds in zip(order, played.seconds, strict=True):
            self.spent[agent] += seconds
        return played

    @cached_property
    def names(self) -> list[str]:
        """By agent."""
        given = self.job.agents
        return [name if given.count(name) == 1 else f"{name} ({number + 1})" for number, name in enumerate(given)]

    def close(self) -> None:
        for agent in self.agents:
            if isinstance(agent, ProcessAgent):
                agent.close()

    def __enter__(self) -> "_Table":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def digest_of(path: str) -> str:
    """The digest of a file."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def game_of(text: str) -> tuple[Game, Dealer]:
    """A game and who deals it: by name, or a spot in a file, whose hands are dealt by its ranges."""
    if text.endswith(".toml"):
        spot = Spot.read(Path(text))
        game = spot.game()
        return game, FromRanges(game, (spot.oop, spot.ip))
    game = named_game(text)
    return game, Shuffled(game)


def _by_agent(values: Floats, orders: Sequence[tuple[int, ...]]) -> Floats:
    """float64 [deal, seating, agent]: from values by seat."""
    found = np.empty_like(values)
    for column, order in enumerate(orders):
        found[:, column, list(order)] = values[:, column]
    return found
