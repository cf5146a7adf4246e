"""Local best response against an agent of a large game, as data: hands that are played, and what they say.

    result = LbrJob(agent="always-fold", game="holdem-nolimit", setting="fcpa", deals=200).run()
    result.sampled.mean, result.sampled.half_width()        # chips per hand that the agent loses at least, on average

The agent's cards decide what it does and which cards are gone, no more: the response sees a range, and what a hand pays
is the mean over all hands of it. Every deal is played in both seats with the same cards. The luck of the cards and of
what the agent drew (`aivat`) is taken out, as much of it as the other deals say is best.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import Field

from pokerlab._archives import read_archive, write_archive
from pokerlab._jobs import Job, JobResult
from pokerlab._numbers import check_seed
from pokerlab._streams import draw, stream
from pokerlab.agents.agent import Agent, HandStart
from pokerlab.agents.registry import files_of, named_agent
from pokerlab.equilibrium.run import Listener
from pokerlab.errors import AgentError, LabError, MatchError, shorten
from pokerlab.games.betting import Betting
from pokerlab.games.hands import hand_number
from pokerlab.games.rules import Game
from pokerlab.jobs.run import Standing, run
from pokerlab.jobs.task import Task
from pokerlab.lab.aivat import luck_of_known
from pokerlab.lab.endings import mean_squares, mean_values
from pokerlab.lab.exact_judges import next_street
from pokerlab.lab.intervals import Sampled
from pokerlab.lab.lbr import ExactLoss, LocalBestResponse, Setting, exact_loss
from pokerlab.lab.lines import Acted, Dealt, Floats, HandLine, Priors
from pokerlab.lab.play_job import digest_of, game_of
from pokerlab.lab.value_functions import PlaysOpen, PotShare, said
from pokerlab.table.deals import Dealer

FORMAT = "pokerlab/lbr-block"
MOST_EXACT = 1_000
"""Deals of private hands of games that are small enough to be gone through."""
FINE = 2**30
"""Parts that an agent's chances are drawn from here."""
FOLDS = 10
"""Parts of the deals, each of which is judged by what the others say."""


def usual_setting(game: str) -> str:
    """As most results are published: 56 sizes on turn and river, in games of fewer streets everywhere."""
    return "56@34" if game_of(game)[0].streets == 4 else "56"


class LbrJob(Job):
    """Whom it plays, how, and how long.

    - `agent`: an open one, by name; `game`: by name, or the file of a spot; `setting`: see `lbr.Setting`
    - `deals`: each in both seats; `block`: deals in a task; `out`: a directory in which the same command goes on
    """

    agent: str
    game: str = "holdem-nolimit"
    setting: str = "56@34"
    deals: Annotated[int, Field(ge=1)] = 1000
    seed: int = 0
    confidence: Annotated[float, Field(gt=0, lt=1)] = 0.95
    block: Annotated[int, Field(ge=1)] = 50
    jobs: Annotated[int, Field(ge=1)] | None = None
    where: str = "processes"
    out: str | None = None

    def run(self, listener: Listener | None = None) -> "LbrResult":
        """Play it, or go on with it; of small games the exact loss is found instead."""
        check_seed(self.seed, LabError)
        game, _ = game_of(self.game)
        setting, agent = Setting.parse(self.setting, game), _open_agent(self.agent, game)
        if not game.start and Priors.of(game).count() <= MOST_EXACT:
            return LbrResult(self, exact=exact_loss(agent, game, setting))
        told = self.model_dump(include={"agent", "game", "setting", "seed"})
        digests = tuple(digest_of(path) for path in files_of(self.agent))
        tasks = [
            Task(
                "pokerlab.lab.lbr_job:play_block",
                told | {"first": first, "deals": min(self.block, self.deals - first)},
                depends_on=digests, suffix=".block",
            )
            for first in range(0, self.deals, self.block)
        ]  # fmt: skip
        with self._directory() as directory, (listener or Listener()).progress("local best response") as progress:

            def watch(standing: Standing) -> None:
                progress(standing.done, standing.total)

            done = run(tasks, directory, where=self.where, jobs=self.jobs, in_order=True, watch=watch)
            played = np.concatenate([_read(one.path) for one in done])
        return LbrResult(self, played)

    @contextmanager
    def _directory(self) -> "Iterator[Path]":
        if self.out:
            yield Path(self.out)
            return
        with tempfile.TemporaryDirectory() as directory:
            yield Path(directory) / "lbr"


class PlayedResponse(NamedTuple):
    """A hand of the response, in chips: what it `won` as a mean over the agent's range; what is to be added for `luck`,
    0 on average; and the mean of the `square`s of what it might have won."""

    won: float
    luck: float
    square: float


@dataclass(frozen=True)
class LbrResult(JobResult):
    """`played`: float64 [deal, seat, 3], a `PlayedResponse` in each seat; or `exact`, of a small game."""

    job: LbrJob
    played: Floats | None = None
    exact: ExactLoss | None = None
    file: str | None = None

    @cached_property
    def big_blind(self) -> int:
        """What results are measured in, in chips."""
        return game_of(self.job.game)[0].big_blind

    @cached_property
    def won(self) -> Floats:
        """float64 [deal, seat]: chips that the response won in each seat, less luck."""
        if self.played is None:
            raise LabError("the loss is known exactly: nothing was sampled")
        return np.stack([without_luck(seat[:, 0], seat[:, 1]) for seat in np.moveaxis(self.played, 1, 0)], axis=1)

    @property
    def sampled(self) -> Sampled:
        """Chips per hand that the response won, by deals."""
        return Sampled.of(self.won.mean(axis=1))

    @property
    def seats(self) -> list[Sampled]:
        """The same by the response's seat."""
        return [Sampled.of(column) for column in self.won.T]

    @property
    def chips_needed(self) -> float | None:
        """How many hands chips alone, each with one hand of the agent, would need for the same interval; None where
        nothing is left to chance, or is not known."""
        if self.played is None or len(self.played) < 2 or not self.sampled.error > 1e-9 * self.big_blind:
            return None
        won, _, square = np.moveaxis(self.played.mean(axis=0), 1, 0)
        return float((square - won**2).mean() / self.sampled.error**2)

    @property
    def about(self) -> str:
        """What was known, and where values come from."""
        known = f"known: {self.job.agent}, its whole range"
        if self.exact:
            return f"{known}; every deal and line"
        return f"{known}; value function {PotShare.origin}, as much of it as other deals say"

    def record(self) -> dict[str, Any]:
        """Plain data, as `pokerlab lbr --json` prints it."""
        told = {
            "agent": self.job.agent, "game": self.job.game, "setting": self.job.setting, "big_blind": self.big_blind,
            "about": self.about,
        }  # fmt: skip
        if self.exact:
            mean = sum(self.exact.local) / 2
            exact = {"seats": self.exact.local, "best": self.exact.best, "mbb": 1000 * mean / self.big_blind}
            return told | {"is_exact": True, "mean": mean, **exact}
        found = self.sampled
        seats = [seat.record(self.job.confidence) for seat in self.seats]
        return told | {
            "is_exact": False, "deals": found.count, "hands": 2 * found.count, "seed": self.job.seed,
            "confidence": self.job.confidence, **found.record(self.job.confidence),
            "mbb": 1000 * found.mean / self.big_blind, "seats": seats, "chips_needed": self.chips_needed,
        }  # fmt: skip


def without_luck(won: Floats, luck: Floats) -> Floats:
    """float64 [deal]: won + b luck, with b by least squares of all other parts of the deals than the one it is used in,
    so that the mean stays."""
    out = won.astype(np.float64)
    parts = np.arange(len(won)) % FOLDS
    for part in np.unique(parts):
        others = parts != part
        if others.sum() > 1:
            chips, terms = won[others] - won[others].mean(), luck[others] - luck[others].mean()
            square = float(terms @ terms)
            out[~others] -= luck[~others] * (float(terms @ chips) / square if square > 0 else 0.0)
    return out


def play_block(arguments: dict[str, Any], path: Path) -> dict[str, Any]:
    """Play some deals in both seats; a task."""
    game, dealer = game_of(arguments["game"])
    agent = _open_agent(arguments["agent"], game)
    setting, first, deals = Setting.parse(arguments["setting"], game), arguments["first"], arguments["deals"]
    table = ResponseTable(agent, game, dealer, setting)
    played = [[table.play(seat, arguments["seed"], first + number) for seat in range(2)] for number in range(deals)]
    write_archive(path, FORMAT, 2, {}, {"played": np.array(played, np.float64)})
    return {"hands": 2 * deals}


class ResponseTable:
    """An open agent and the response to it, in either seat."""

    def __init__(self, agent: PlaysOpen, game: Game, dealer: Dealer, setting: Setting) -> None:
        self.agent, self.game, self.dealer = agent, game, dealer
        self._responses = [LocalBestResponse(agent, game, seat, setting) for seat in range(2)]
        self._priors, self._share = Priors.of(game, dealer), PotShare()
        self._start = self._share.at_start(self._priors)

    def play(self, seat: int, *seeds: int) -> PlayedResponse:
        """One hand with the response in a seat."""
        game, agent, other = self.game, self.agent, 1 - seat
        deck, count = self.dealer.deck(*seeds), sum(game.private_cards)
        hands, to_come = [hand_number(game, deck[i * count : (i + 1) * count]) for i in range(2)], deck[2 * count :]
        dealt, held = hands[other], self._priors.holdings({seat: hands[seat]})
        start = game.start.board if game.start else ()
        betting, board, weights, drawn = Betting.start(game), start, held.prior, stream(*seeds, seat)
        steps: list[Dealt | Acted] = []
        if isinstance(agent, Agent):
            agent.start(HandStart(game, other))
        while betting.actor >= 0:
            if next_street(game, betting, board) is not None:
                size = game.board_size(betting.street)
                cards = to_come[len(board) - len(start) : size - len(start)]
                steps.append(Dealt(betting, board, cards))
                board, weights = (*board, *cards), weights * held.apart(cards)
                continue
            if betting.actor == seat:
                action = self._responses[seat].choose(betting, board, held, weights)
                steps.append(Acted(betting, board, (action,), 0, None))
            else:
                actions, table = said(agent, betting, board)
                chances = np.cumsum(table[:, dealt])
                point = draw(drawn, len(betting.history), FINE) / FINE * chances[-1]
                place = min(int(np.searchsorted(chances, point, side="right")), len(actions) - 1)
                weights = weights * table[place, held.hands[:, other]]
                steps.append(Acted(betting, board, actions, place, np.asarray(table, np.float64)))
                action = actions[place]
            betting = betting.act(action)
        found, squares = mean_values(betting, board, held), mean_squares(betting, board, held)
        if found is None or squares is None:
            raise LabError(f"{game.name}: the mean over the cards to come would take too long")
        line = HandLine(game, tuple(steps), betting, board)
        luck = luck_of_known(line, held, (other,), self._share, self._start)[0, seat]
        won, square = (weights @ part[:, seat] / weights.sum() for part in (found, squares))
        return PlayedResponse(float(won), float(luck), float(square))


def _open_agent(text: str, game: Game) -> PlaysOpen:
    agent = named_agent(text)
    if not agent.is_open or agent.memory != "none":
        raise AgentError(f"{shorten(text)} does not say its chances: a local best response needs them")
    if why := agent.plays(game):
        raise MatchError(f"{shorten(text)}: {why}")
    for seat in range(game.players):
        agent.start(HandStart(game, seat))
    return agent  # type: ignore[return-value]


def _read(path: Path) -> Floats:
    _, arrays = read_archive(path, FORMAT, (2,), what="a block of hands", error=LabError)
    return np.asarray(arrays["played"], np.float64)
