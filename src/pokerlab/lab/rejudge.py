"""Hands that are stored, judged again: of matches and round robins as they were played, and of any logs.

    judged_again(Path("runs/match"), ("chips", "allin")).by_agent("allin")
    judged_log(records, ("chips", "allin")).rows("allin")

A match is judged deal by deal, as it was played, and what its agents said they played from is held against what they
did. In other logs hands of one number with the same cards at the same seats are one deal; else each hand stands for
itself.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.cards.unseen import all_seen
from pokerlab.equilibrium.run import Listener
from pokerlab.errors import GameError, LabError, MatchError, RecordError, TournamentError
from pokerlab.games.rules import Game
from pokerlab.jobs.directory import RunDirectory
from pokerlab.lab.intervals import Sampled
from pokerlab.lab.judges import HandJudge, named_judge
from pokerlab.lab.match import MatchJob, MatchResult, PlayJob, digest_of, game_of
from pokerlab.lab.match_block import Block
from pokerlab.lab.match_directory import Claim, read_claim
from pokerlab.lab.policy_log import check_played
from pokerlab.lab.robin import RobinJob, RobinResult
from pokerlab.records.record import HandRecord

Floats = npt.NDArray[np.float64]

KINDS: dict[str, type[PlayJob]] = {"MatchJob": MatchJob, "RobinJob": RobinJob}


def judged_again(
    directory: Path, judges: Sequence[str], *, confidence: float | None = None, listener: Listener | None = None
) -> MatchResult | RobinResult:
    """The result of the match or round robin in a directory by other judges; of one that was ended, as far as it is."""
    there = read_claim(directory)
    if there.kind not in KINDS:
        raise MatchError(f"{directory}: match.json is damaged")
    job = KINDS[there.kind](**there.job, out=str(directory))
    if job.game in there.files and digest_of(job.game) != there.files[job.game]:
        raise MatchError(f"{job.game} has changed since {directory} was played")
    new = {"judges": tuple(judges), "confidence": confidence or job.confidence}
    asked = type(job)(**job.model_dump() | new)
    asked.check()
    tables = job.tables() if isinstance(job, RobinJob) else [job]
    judged = asked.tables() if isinstance(asked, RobinJob) else [asked]
    stored = [_blocks(directory, table, there) for table in tables if isinstance(table, MatchJob)]
    game, matches, done = game_of(job.game)[0], list[MatchResult](), 0
    with (listener or Listener()).progress("judge") as progress:
        for table, blocks in zip(judged, stored, strict=True):
            again = []
            for block in blocks:
                again.append(judged_block(block, game, [named_judge(name) for name in judges]))
                done += 1
                progress(done, sum(map(len, stored)))
            assert isinstance(table, MatchJob)
            matches.append(MatchResult(table, bool(there.learners), str(directory), tuple(again)))
    if isinstance(asked, RobinJob):
        return RobinResult(asked, tuple(matches), str(directory), there.learners)
    return matches[0]


def _blocks(directory: Path, job: MatchJob, there: Claim) -> list[Block]:
    """The blocks of a match that count: those before the first that is missing, and no more than its result has."""
    place = RunDirectory(directory)
    digests = tuple(there.files.get(path, "") for path in job.files)
    done = [place.done(task) for task in job.tasks(bool(there.learners), digests)]
    whole = done[: done.index(None)] if None in done else done
    if there.learners:  # a match counts once it was played in all seatings
        whole = whole[: len(whole) // len(job.orders) * len(job.orders)]
    found = [Block.load(one.path) for one in whole if one is not None]
    if job.until is not None and (directory / "result.json").exists():
        counted = json.loads((directory / "result.json").read_bytes())["deals"]
        deals = np.cumsum([block.values.shape[1] for block in found])
        found = found[: int(np.searchsorted(deals, counted)) + 1]
    if not found:
        raise MatchError(f"{directory}: no block of {', '.join(job.agents)} is there yet")
    return found


def judged_block(block: Block, game: Game, judges: Sequence[HandJudge]) -> Block:
    """The block with what its hands are worth to other judges; a `MatchError` if it does not fit itself."""
    deals, seatings, seats = block.values.shape[1:]
    values = np.zeros((len(judges), deals * seatings, seats))
    log, count = block.policies(game), 0
    for count, state in enumerate(block.states(game), 1):
        if count > deals * seatings:
            break
        try:
            policies = log.hand(count - 1) if log else ()
            if log:
                check_played(state, policies)
            for place, judge in enumerate(judges):
                values[place, count - 1] = judge(state, policies)
        except (GameError, LabError, IndexError) as error:
            raise MatchError(f"{block.path}: hand {count}: {error}") from None
    if count != deals * seatings:
        raise MatchError(f"{block.path}: it has {count} hands, and results of {deals * seatings}")
    return replace(block, values=values.reshape(len(judges), deals, seatings, seats))


@dataclass(frozen=True)
class LogResult:
    """What players won in a log: `units` by judge and player, each unit the mean of a deal's hands, in big blinds per
    hand (or in prizes); `hands` that were judged, `deals` how many units they are."""

    units: dict[str, dict[str, list[float]]]
    hands: int
    deals: int

    def rows(self, judge: str) -> list[tuple[str, Sampled]]:
        """Of each player, who won most first."""
        found = [(name, Sampled.of(values)) for name, values in self.units[judge].items()]
        return sorted(found, key=lambda row: -row[1].mean)

    def record(self, confidence: float) -> dict[str, Any]:
        """Plain data, as `pokerlab judge --json` prints it."""
        results = {
            judge: [{"player": name, **won.record(confidence)} for name, won in self.rows(judge)]
            for judge in self.units
        }  # fmt: skip
        return {"hands": self.hands, "units": self.deals, "confidence": confidence, "results": results}


def judged_log(
    records: Iterable[HandRecord], judges: Sequence[str], *, on_broken: Callable[[RecordError], None] | None = None
) -> LogResult:
    """Hands of any source, by player. One that cannot be judged raises a `RecordError`; with `on_broken` it is handed
    over instead, and the next hand follows."""
    named = {name: named_judge(name) for name in judges}
    sums: dict[tuple[object, ...], dict[str, dict[str, list[float]]]] = {}
    hands = 0
    for record in records:
        try:
            values = _judged_hand(record, named)
        except RecordError as error:
            if on_broken is None:
                raise
            on_broken(error)
            continue
        of_deal = sums.setdefault(_deal(record, hands), {name: {} for name in judges})
        hands += 1
        for judge, won in values.items():
            for player, value in zip(record.players, won.tolist(), strict=True):
                of_deal[judge].setdefault(player, []).append(value)
    units: dict[str, dict[str, list[float]]] = {name: {} for name in judges}
    for of_deal in sums.values():
        for judge, players in of_deal.items():
            for player, parts in players.items():
                units[judge].setdefault(player, []).append(float(np.mean(parts)))
    if not hands:
        raise LabError("there is no hand to judge")
    return LogResult(units, hands, len(sums))


def _judged_hand(record: HandRecord, judges: dict[str, HandJudge]) -> dict[str, Floats]:
    """float64 [seat] by judge: in big blinds, or in prizes; a `RecordError` if the hand cannot be judged."""
    try:
        state = record.final()
        if not state.is_over:
            raise RecordError("the hand is not played to its end")
        blind = record.game.big_blind
        return {
            name: judge(state) / (blind if judge.unit == "chips" else 1.0) for name, judge in judges.items()
        }  # fmt: skip
    except (GameError, TournamentError) as error:
        raise RecordError(str(error)) from None


def _deal(record: HandRecord, number: int) -> tuple[object, ...]:
    """What hands of one deal have in common."""
    if record.hand_id and all(all_seen(hand) for hand in record.private):
        return record.hand_id, record.private, frozenset(record.players)
    return (number,)
