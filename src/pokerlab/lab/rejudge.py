"""Hands that are stored, judged again: of matches and round robins as they were played, and of any logs.

    judged_again(Path("runs/match"), ("chips", "allin")).by_agent("allin")
    judged_log(records, ("chips", "allin")).rows("allin")

A match is judged deal by deal, as it was played, and what its agents said they played from is held against what they
did. In other logs hands of one number with the same cards at the same seats are one deal; else each hand stands for
itself.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import prod
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pokerlab.agents.agent import HandStart
from pokerlab.agents.open_agent import OpenAgent, as_parts
from pokerlab.agents.registry import named_agent
from pokerlab.cards.unseen import all_seen
from pokerlab.equilibrium.run import Listener
from pokerlab.errors import GameError, LabError, MatchError, RecordError, TournamentError, shorten
from pokerlab.games.rules import Game
from pokerlab.games.state import State
from pokerlab.games.view import Public
from pokerlab.jobs.directory import RunDirectory
from pokerlab.lab.hand_judge import EVERYBODY, HandJudge, Lineup, SeatedAgents
from pokerlab.lab.importance import effective_hands
from pokerlab.lab.judges import named_judge
from pokerlab.lab.lines import line_of
from pokerlab.lab.log_result import LogResult
from pokerlab.lab.luck_judges import Aivat, Chance, Importance, LuckJudge, Mivat
from pokerlab.lab.match import MatchJob, MatchResult, seated_as, weights_of
from pokerlab.lab.match_block import Block
from pokerlab.lab.match_directory import Claim, read_claim
from pokerlab.lab.mivat import MivatValues, cross_fitted
from pokerlab.lab.play_job import PlayJob, digest_of, game_of
from pokerlab.lab.policy_log import LoggedPolicy, check_played
from pokerlab.lab.robin import RobinJob, RobinResult
from pokerlab.records.record import HandRecord
from pokerlab.table.deals import Dealer

Floats = npt.NDArray[np.float64]

PARTS = 10
"""Into so many parts hands are cut to learn from: each is judged by what the others say."""
KINDS: dict[str, type[PlayJob]] = {"MatchJob": MatchJob, "RobinJob": RobinJob}


def judged_again(
    directory: Path,
    judges: Sequence[str],
    *,
    confidence: float | None = None,
    weights_file: Path | None = None,
    listener: Listener | None = None,
) -> MatchResult | RobinResult:
    """The result of the match or round robin in a directory by other judges; of one that was ended, as far as it is.
    `weights_file`: where what `mivat` learns from all blocks is written."""
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
    game, dealer = game_of(job.game)
    matches, done = list[MatchResult](), 0
    with (listener or Listener()).progress("judge") as progress:
        for table, blocks in zip(judged, stored, strict=True):
            assert isinstance(table, MatchJob)
            again = []
            for block in blocks:
                named = [named_judge(name) for name in judges]
                found = judged_block(block, game, named, table, dealer)
                again.append(replace(found, facts=found.facts | {"weights": weights_of(judges, named)}))
                done += 1
                progress(done, sum(map(len, stored)))
            again = _learnt(again, game, judges, weights_file)
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


def judged_block(
    block: Block, game: Game, judges: Sequence[HandJudge], job: MatchJob | None = None, dealer: Dealer | None = None
) -> Block:
    """The block with what its hands are worth to other judges; a `MatchError` if it does not fit itself. `job` and
    `dealer`: whose it is, and who dealt, for judges that need to know."""
    deals, seatings, seats = block.values.shape[1:]
    values = np.zeros((len(judges), deals * seatings, seats))
    log, count = block.policies(game), 0
    learning = [judge for judge in judges if isinstance(judge, Mivat) and not judge.file]
    features = []
    for judge in judges:
        judge.begin(game, dealer)
    for count, state in enumerate(block.states(game), 1):
        if count > deals * seatings:
            break
        try:
            policies = log.hand(count - 1) if log else ()
            if log:
                check_played(state, policies)
            seating = _seating(block, job, (count - 1) % seatings) if job else EVERYBODY
            for place, judge in enumerate(judges):
                values[place, count - 1] = (
                    state.payoffs if judge in learning else judge(state, policies, seating)
                )  # fmt: skip
            features += [judge.features(state)[0] for judge in learning[:1]]
        except (GameError, LabError, IndexError) as error:
            raise MatchError(f"{block.path}: hand {count}: {error}") from None
    if count != deals * seatings:
        raise MatchError(f"{block.path}: it has {count} hands, and results of {deals * seatings}")
    facts = block.facts | ({"features": np.array(features)} if features else {})
    return replace(block, values=values.reshape(len(judges), deals, seatings, seats), facts=facts)


def _seating(block: Block, job: MatchJob, column: int) -> SeatedAgents:
    """Who sat where in a hand of a deal."""
    order = job.orders[block.facts["seating"] if block.values.shape[2] == 1 else column]
    return seated_as(order, block.facts.get("open", order))


def _learnt(blocks: list[Block], game: Game, judges: Sequence[str], weights_file: Path | None) -> list[Block]:
    """The blocks with what `mivat` makes of them, each by what is learnt from all others; few blocks are cut by deals
    into `PARTS` in all."""
    places = [place for place, name in enumerate(judges) if name.strip() == "mivat"]
    if not places:
        if weights_file:
            raise LabError("weights are learnt by the judge mivat: name it")
        return blocks
    cuts, parts = -(-PARTS // len(blocks)), []
    for block in blocks:
        of_deals = block.facts["features"].reshape(block.values.shape[1], -1, block.facts["features"].shape[2])
        for deals in np.array_split(np.arange(len(of_deals)), min(cuts, len(of_deals))):
            luck = of_deals[deals].reshape(-1, of_deals.shape[2])
            parts.append((luck, block.values[places[0]][deals].ravel()))
    found, weights = cross_fitted(game, parts)
    if weights_file:
        MivatValues(weights).save(weights_file, game)
    again, estimates, done = [], np.concatenate(found), 0
    for block in blocks:
        values, shape = block.values.copy(), block.values.shape[1:]
        values[places] = estimates[done : done + prod(shape)].reshape(shape)
        done += prod(shape)
        facts = {name: fact for name, fact in block.facts.items() if name != "features"}
        again.append(replace(block, values=values, facts=facts))
    return again


def judged_log(
    records: Iterable[HandRecord],
    judges: Sequence[str],
    *,
    plays: Mapping[str, str] | None = None,
    dealer: Dealer | None = None,
    on_broken: Callable[[RecordError, int], None] | None = None,
) -> LogResult:
    """Hands of any source, by player. One that cannot be judged raises a `RecordError`; with `on_broken` that is handed
    over instead, with the number of the hand from 0, and the next hand follows.

    `plays`: by player the agent that he played as, for judges that need to know; `dealer`: who dealt, if not any cards
    alike. A player whose cards are not in every hand is never looked at by `chance`: what is shown in the end depends
    on what happened.
    """
    named = {name: named_judge(name) for name in judges}
    if any(isinstance(judge, LuckJudge) for judge in named.values()):
        records = list(records)
    judging = _LogJudges(named, plays or {}, records if isinstance(records, list) else [], dealer)
    sums: dict[tuple[object, ...], dict[str, dict[str, list[float]]]] = {}
    hands = 0
    for number, record in enumerate(records):
        try:
            values = judging.hand(record)
        except RecordError as error:
            if on_broken is None:
                raise
            on_broken(error, number)
            continue
        key = _deal(record, hands)
        of_deal = sums.setdefault(key, {name: {} for name in judges})
        judging.judged.append((key, record.players))
        hands += 1
        for judge, won in values.items():
            for player, value in zip(record.players, won.tolist(), strict=True):
                of_deal[judge].setdefault(player, []).append(value)
    judging.learn(sums)
    units: dict[str, dict[str, list[float]]] = {name: {} for name in judges}
    for of_deal in sums.values():
        for judge, players in of_deal.items():
            for player, parts in players.items():
                units[judge].setdefault(player, []).append(float(np.mean(parts)))
    if not hands:
        raise LabError("there is no hand to judge")
    effective = {name: effective_hands(*found[1:]) for name, found in weights_of(judges, list(named.values())).items()}
    return LogResult(units, hands, len(sums), {name: judging.about(name) for name in judges}, effective)


class _LogJudges:
    """The judges of a log, and what is known of its players."""

    def __init__(
        self,
        judges: dict[str, HandJudge],
        plays: Mapping[str, str],
        records: Sequence[HandRecord],
        dealer: Dealer | None,
    ) -> None:
        self.judges, self.records, self.plays = judges, records, plays
        self.names = [
            *plays,
            *dict.fromkeys(name for record in records for name in record.players if name not in plays),
        ]
        self.agents = {name: named_agent(text) for name, text in plays.items()}
        for name, agent in self.agents.items():
            if not isinstance(agent, OpenAgent) or agent.memory != "none":
                raise LabError(f"{shorten(name)}: '{shorten(plays[name])}' does not say its chances")
            if records and all(name not in record.players for record in records):
                raise LabError(f"'{shorten(name)}' plays in none of the hands")
        self.unseen = {
            name
            for record in records
            for name, hand in zip(record.players, record.private, strict=True)
            if not all_seen(hand) or not hand
        }  # fmt: skip
        shown = tuple(f"{name} (as {plays[name]})" if name in plays else name for name in self.names)
        opens = frozenset(range(len(plays)))
        self.lineup = Lineup(records[0].game, dealer, shown, opens) if records else None
        if records and dealer:
            for judge in judges.values():
                judge.begin(records[0].game, dealer)
        self.kind: tuple[object, ...] | None = None
        self.features: list[tuple[Floats, Floats]] = []
        self.judged: list[tuple[tuple[object, ...], tuple[str, ...]]] = []

    def hand(self, record: HandRecord) -> dict[str, Floats]:
        """float64 [seat] by judge: in big blinds, or in prizes; a `RecordError` if the hand cannot be judged."""
        game = record.game
        kind = (game.limit, game.ranking, game.private_cards, game.board_cards, game.deck)
        if self.kind not in (None, kind):
            raise RecordError(f"a hand of {game.name} among those of another game: judge each game for itself")
        self.kind = kind
        try:
            state = record.final()
            if not state.is_over:
                raise RecordError("the hand is not played to its end")
            seating, policies = self._seating(record), self._policies(record, state)
            found, learnt = {}, []
            for name, judge in self.judges.items():
                if isinstance(judge, Mivat) and not judge.file:
                    luck, chips = judge.features(state)
                    learnt = [(luck / game.big_blind, chips / game.big_blind)]
                    found[name] = chips / game.big_blind
                else:
                    won = judge(state, policies, seating)
                    found[name] = won / (game.big_blind if judge.unit == "chips" else 1.0)
            self.features += learnt
        except (GameError, TournamentError, LabError) as error:
            raise RecordError(str(error)) from None
        return found

    def learn(self, sums: "dict[tuple[object, ...], dict[str, dict[str, list[float]]]]") -> None:
        """What `mivat` makes of hands: in ten parts, each by what is learnt from the others."""
        learning = [name for name, judge in self.judges.items() if isinstance(judge, Mivat) and not judge.file]
        if not learning or not self.features:
            return
        if len({luck.shape for luck, _ in self.features}) > 1:
            raise LabError("mivat: hands of different numbers of players are not learnt from together")
        parts = np.array_split(np.arange(len(self.features)), min(PARTS, len(self.features)))
        blocks = [
            tuple(np.concatenate([self.features[hand][which] for hand in part.tolist()]) for which in range(2))
            for part in parts
        ]
        found = cross_fitted(self.records[0].game, [(luck, chips) for luck, chips in blocks])[0]
        estimates = np.concatenate(found).reshape(len(self.features), -1).tolist()
        filled: dict[tuple[object, ...], int] = {}
        for (key, players), values in zip(self.judged, estimates, strict=True):
            for player, value in zip(players, values, strict=True):
                place = filled.get((key, player), 0)
                sums[key][learning[0]][player][place] = value
                filled[key, player] = place + 1

    def about(self, name: str) -> str:
        """What a judge knew, in words."""
        judge = self.judges[name]
        if self.lineup is None:
            return ""
        words, unseen = judge.about(self.lineup), ", ".join(sorted(self.unseen - {*self.agents}))
        if isinstance(judge, Chance) and self.unseen:
            return words.replace("all cards", f"all cards but those of {', '.join(sorted(self.unseen))}")
        if isinstance(judge, Aivat | Importance) and unseen:
            words += f"; the cards of {unseen} only where hands are compared"
            if isinstance(judge, Aivat) or judge.gea or judge.target:
                words += ", which biases (docs/judging.md)"
        return words

    def _seating(self, record: HandRecord) -> SeatedAgents:
        if not self.records:
            return EVERYBODY
        agents = tuple(self.names.index(name) for name in record.players)
        opens = frozenset(seat for seat, name in enumerate(record.players) if name in self.agents)
        hidden = tuple(seat for seat, name in enumerate(record.players) if name in self.unseen)
        return SeatedAgents(agents, opens, hidden)

    def _policies(self, record: HandRecord, state: State) -> list[LoggedPolicy | None]:
        """What the players whose play is known played from, decision by decision."""
        if not self.agents or not any(judge.needs_policies for judge in self.judges.values()):
            return []
        found: list[LoggedPolicy | None] = []
        for step in line_of(state).decisions:
            agent = self.agents.get(record.players[step.seat])
            if agent is None:
                found.append(None)
                continue
            agent.start(HandStart(record.game, step.seat))
            actions, table = agent.chances(Public(step.betting, step.board))  # type: ignore[attr-defined]
            found.append(LoggedPolicy(actions, as_parts(table)))
        try:
            check_played(state, found)
        except LabError as error:
            told = ", ".join(f"{name}={text}" for name, text in self.plays.items())
            raise LabError(f"it was not played as said ({told}): {error}") from None
        return found


def _deal(record: HandRecord, number: int) -> tuple[object, ...]:
    """What hands of one deal have in common."""
    if record.hand_id and all(all_seen(hand) for hand in record.private):
        return record.hand_id, record.private, frozenset(record.players)
    return (number,)
