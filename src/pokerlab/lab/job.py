"""Play of solutions as data, and what comes out of it.

result = SimulationJob(first="long.sol", second="short.sol", hands=10_000_000).run()
result.both_seats
"""

import time
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from pokerlab._jobs import Job, JobResult
from pokerlab.equilibrium.run import Listener
from pokerlab.errors import LabError
from pokerlab.lab.play import PlayResult
from pokerlab.lab.simulation import Match, Seating, SeatResult, deviations_of
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import PLAYERS, Spot


class SimulationJob(Job):
    """Which solutions play each other, in both seats, and how much.

    - `first`, `second`: files of solutions of one spot; without a second the first plays itself, once
    - `hands`: to be played in each seating; `node`: see `simulation.Match`
    - `confidence`: of the intervals, 0..1; `check`: whether the expectation is computed, too
    """

    first: str
    second: str | None = None
    hands: Annotated[int, Field(ge=1)] = 10_000_000
    node: str = ""
    seed: int = 0
    confidence: float = 0.95
    check: bool = True
    threads: Annotated[int, Field(ge=1)] | None = None

    def run(self, listener: Listener | None = None) -> "SimulationResult":
        """Let them play. Ctrl-C ends the play with what was played, if that is enough for a result."""
        return _Play(self, listener or Listener()).result()


@dataclass(frozen=True)
class PlayedMatch:
    """A match with its hands: the `names` of both solutions (oop, ip), what happened, and the seconds it took."""

    names: tuple[str, str]
    seating: Seating
    seconds: float


@dataclass(frozen=True)
class SimulationResult(JobResult):
    """What was played: one match for each seating. `match`: what both have in common, the spot and the node."""

    job: SimulationJob
    match: Match
    played: list[PlayedMatch]
    file: str | None = None

    @property
    def both_seats(self) -> list[tuple[str, SeatResult]]:
        """What each solution wins in both seats together; nothing if there was one seating."""
        if len(self.played) < 2:
            return []
        (one, two), (three, four) = (played.seating.seats for played in self.played)
        first, second = self.played[0].names
        return [(first, one + four), (second, two + three)]

    def record(self) -> dict[str, Any]:
        """Plain data, as `pokerlab simulate --json` prints it."""
        job, spot, deviations = self.job, self.match.spot, deviations_of(self.job.confidence)
        return {
            "spot": spot.to_dict(),
            "node": job.node,
            "seed": job.seed,
            "confidence": job.confidence,
            "seatings": [
                {
                    "hands": seating.hands,
                    "seconds": seconds,
                    "reached": seating.reached,
                    "frequency": seating.frequency,
                    "frequency_error": seating.frequency_error,
                    "expected_frequency": seating.expected_frequency,
                    "seats": [
                        {"player": player, "solution": name, **_seat_record(seat, spot, deviations)}
                        for player, name, seat in zip(PLAYERS, names, seating.seats, strict=True)
                    ],
                }
                for names, seating, seconds in ((one.names, one.seating, one.seconds) for one in self.played)
            ],
            "both_seats": [
                {"solution": name, **_seat_record(seat, spot, deviations)} for name, seat in self.both_seats
            ],
        }


class _Play:
    """A job under way."""

    def __init__(self, job: SimulationJob, listener: Listener) -> None:
        deviations_of(job.confidence)
        self._job, self._listener = job, listener
        first = Solution.open(job.first)
        self._solutions = first, first if job.second is None else Solution.open(job.second)
        self._names = job.first, job.second or job.first
        self._is_stopped = False

    def result(self) -> SimulationResult:
        played: list[PlayedMatch] = []
        for oop in (0,) if self._job.second is None else (0, 1):
            job, names, ip = self._job, (self._names[oop], self._names[1 - oop]), 1 - oop
            against = "itself" if job.second is None else f"{names[1]} in position"
            match = Match(self._solutions[oop], self._solutions[ip], job.node, threads=job.threads)
            try:
                played.append(self._play(match, names, [job.seed, oop], f"{names[0]} against {against}"))
            except (KeyboardInterrupt, LabError) as trouble:
                if not played or (isinstance(trouble, LabError) and not self._is_stopped):
                    raise
                self._listener.say(f"stopped: {names[0]} did not play enough hands against {against}")
                self._is_stopped = True
            if self._is_stopped:
                break
        return SimulationResult(self._job, match, played)

    def _play(self, match: Match, names: tuple[str, str], seed: list[int], what: str) -> PlayedMatch:
        """Play; what there is until then if Ctrl-C ends it."""
        job = self._job
        last: PlayResult | None = None
        with self._listener.wait("getting ready: values, strategies, kernels (see pokerlab warmup)"):
            _ = match.expected if job.check else None, match.duel
        started = time.monotonic()
        try:
            with self._listener.progress(what) as progress:
                for result in match.duel.playing(job.hands, seed=seed, threads=job.threads, progress=progress):
                    last = result
        except KeyboardInterrupt:
            if last is None:
                raise
            self._is_stopped = True
            self._listener.say(f"stopped after {last.hands:,} hands")
        seconds = time.monotonic() - started
        assert last is not None
        return PlayedMatch(names, match.judge(last, check=job.check), seconds)


def _seat_record(seat: SeatResult, spot: Spot, deviations: float) -> dict[str, Any]:
    blind = spot.big_blind
    mean, error = seat.estimate.mean, seat.estimate.error
    return {
        "mean": spot.amount(mean),
        "error": spot.amount(error),
        "interval": [spot.amount(end) for end in seat.estimate.interval(deviations)],
        "milli_big_blinds": None if blind is None else 1000 * mean / blind,
        "milli_big_blinds_error": None if blind is None else 1000 * error / blind,
        "expected": None if seat.expected is None else spot.amount(seat.expected),
        "deviations": seat.deviations,
    }
