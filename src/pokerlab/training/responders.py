"""Trained responders: one seat learns against a blueprint in all others, and is valued on deals that it has not seen.

    RespondJob(blueprint="three.blueprint", iterations=1_000_000, deals=500_000).run().record()

What a seat gains this way is a lower bound of what it could gain, for any number of players: the responder may see its
cards through finer buckets than the others, and remember more of the betting.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from pydantic import Field

from pokerlab._jobs import Job, JobResult
from pokerlab._streams import stream
from pokerlab._threads import Progress
from pokerlab.errors import JobError, StrategyError
from pokerlab.games.action import Kind
from pokerlab.training.betting_plan import ACTOR, COUNT, END, NEXT, PLACE, ROW, BettingPlan
from pokerlab.training.blueprint import Blueprint
from pokerlab.training.card_sights import CardSights, MeasuredSights, sights_of
from pokerlab.training.choices import Average
from pokerlab.training.deal_source import Batch, DealSource, deals_of
from pokerlab.training.first_street import JudgedValue
from pokerlab.training.listed_job import whole_chances
from pokerlab.training.recipe import Recipe
from pokerlab.training.trainer import Trainer
from pokerlab.training.walk_columns import Scratch, Settings, Tally

FRESH = 1_000_003
"""Added to the seed of training: deals that are valued come from this seed."""
PIECES = 64
"""Deals are valued in so many pieces, whose means differ as the error says."""

Longs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


class RespondJob(Job):
    """Which blueprint is answered, in which `seats` (None: all, one after the other), through which `cards` and with
    which `recall` of the betting (None: the blueprint's own); `iterations` of training and `deals` to value each."""

    blueprint: str
    seats: tuple[int, ...] | None = None
    cards: str | None = None
    recall: str | None = None
    buckets_dir: str | None = None
    iterations: Annotated[int, Field(ge=1)] = 1_000_000
    deals: Annotated[int, Field(ge=PIECES)] = 500_000
    seed: Annotated[int, Field(ge=0)] = 0
    threads: Annotated[int, Field(ge=1)] | None = None

    def run(self, progress: Progress | None = None) -> "Responded":
        """Train and value a responder in each seat."""
        blueprint = Blueprint.open(self.blueprint)
        players = blueprint.game.players
        seats = tuple(range(players)) if self.seats is None else self.seats
        if not seats or any(not 0 <= seat < players for seat in seats):
            raise JobError(f"seats {', '.join(map(str, seats))}: {blueprint.game.name} has seats 0 to {players - 1}")
        found = []
        for number, seat in enumerate(seats):
            if progress:
                progress(number, len(seats))
            found.append(self._responded(blueprint, seat))
        if progress:
            progress(len(seats), len(seats))
        return Responded(self, blueprint, tuple(found))

    def _responded(self, blueprint: Blueprint, seat: int) -> "SeatGain":
        game = blueprint.game
        own = sights_of(game, self.cards, self.buckets_dir) if self.cards else _looked_up(blueprint, self.buckets_dir)
        plan = BettingPlan.build(game, blueprint.plan.menu, self.recall) if self.recall else blueprint.plan
        responder = Responder(blueprint, plan, seat, own, seed=self.seed, threads=self.threads)
        responder.trainer.run(self.iterations)
        return responder.gain(self.deals, self.seed + FRESH)


@dataclass(frozen=True)
class SeatGain:
    """What a responder wins in a seat, what the blueprint wins there itself, and the difference on the same deals, in
    chips per hand."""

    seat: int
    won: JudgedValue
    blueprint: JudgedValue
    gain: JudgedValue


@dataclass(frozen=True)
class Responded(JobResult):
    """What responders gain, seat by seat."""

    job: RespondJob
    blueprint: Blueprint
    seats: tuple[SeatGain, ...]
    file: str | None = None

    @property
    def total(self) -> JudgedValue:
        """The gains of all seats together: a lower bound of NashConv if all are there."""
        gains = [seat.gain for seat in self.seats]
        return JudgedValue(sum(gain.value for gain in gains), float(np.sqrt(sum(gain.error**2 for gain in gains))))

    def record(self) -> dict[str, Any]:
        """Plain data, as `pokerlab train respond --json` prints it."""
        seats = [
            {
                "seat": found.seat, "won": found.won.value, "blueprint": found.blueprint.value,
                "gain": found.gain.value, "error": found.gain.error,
            }
            for found in self.seats
        ]  # fmt: skip
        job = self.job
        return {
            "game": self.blueprint.game.name, "menu": self.blueprint.menu, "recall": self.blueprint.recall,
            "cards": self.blueprint.cards.name, "responder_cards": job.cards or self.blueprint.cards.name,
            "responder_recall": job.recall or self.blueprint.recall, "iterations": job.iterations, "deals": job.deals,
            "seed": job.seed, "seats": seats, "total": self.total.value, "error": self.total.error,
        }  # fmt: skip


class Responder:
    """One seat that learns, in a table in which all others are what the blueprint does.

    plan: the betting as the responder remembers it, of the blueprint's game and menu and at least as much; own: what it
    sees of its cards.
    """

    def __init__(
        self, blueprint: Blueprint, plan: BettingPlan, seat: int, own: CardSights, *, seed: int = 0,
        threads: int | None = None,
    ) -> None:  # fmt: skip
        self.seat, self.blueprint, self.plan = seat, blueprint, plan
        others = deals_of(blueprint.game, _looked_up(blueprint, None))
        self.source = SeatDeals(others, deals_of(blueprint.game, own), seat)
        recipe = Recipe(average=Average.CURRENT, seed=seed)
        self.trainer = Trainer(plan, self.source, recipe, threads=threads, seat=seat)
        fill(self.trainer, blueprint, but=seat)

    def gain(self, deals: int, seed: int) -> SeatGain:
        """What it wins on deals of another seed, and what the blueprint wins on them in its seat."""
        own = _means(self.trainer, self.seat, deals, seed)
        source = SeatDeals(self.source.others, self.source.others, self.seat)
        plain = Trainer(self.blueprint.plan, source, self.trainer.recipe, threads=1, seat=self.seat)
        fill(plain, self.blueprint)
        usual = _means(plain, self.seat, deals, seed)
        return SeatGain(self.seat, _estimate(own), _estimate(usual), _estimate(own - usual))


def won_against(
    blueprint: Blueprint, others: "Blueprint | SimplePlay", *, deals: int, seed: int = 0, directory: str | None = None
) -> JudgedValue:
    """What a blueprint wins per hand, in chips, on average over all seats, against another one of the same game, menu,
    recall and buckets in all other seats, or against something simple there.

    Its own actions are all looked at, and count by their chances, so that few deals say much.
    """
    source = deals_of(blueprint.game, _looked_up(blueprint, directory))
    if isinstance(others, Blueprint) and others.cards.digest != blueprint.cards.digest:
        raise StrategyError(f"{others.cards.name} and {blueprint.cards.name}: blueprints with different buckets")
    found = []
    for seat in range(blueprint.game.players):
        trainer = Trainer(blueprint.plan, source, Recipe(average=Average.CURRENT), threads=1, seat=seat)
        if isinstance(others, Blueprint):
            fill(trainer, others, but=seat)
        for rest in range(blueprint.game.players):
            if rest != seat and not isinstance(others, Blueprint):
                fill_simply(trainer, others, rest)
        fill(trainer, blueprint, only=seat)
        found.append(_means(trainer, seat, deals, seed))
    return _estimate(np.mean(found, axis=0))


class SimplePlay(StrEnum):
    """What others may do instead of a blueprint."""

    CALL = "always-call"
    RAISE = "always-raise"
    """By the least that the menu has."""
    UNIFORM = "uniform"


def fill_simply(trainer: Trainer, play: SimplePlay, seat: int) -> None:
    """Write into a table, as regrets, what a seat does that plays simply."""
    plan, paths = trainer.plan, trainer.paths
    for start in range(plan.starts):
        template = int(plan.templates[start])
        sights, root = int(paths.sights[template]), int(plan.roots[template])
        for node in range(root, root + int(plan.sizes[template])):
            if plan.nodes[node, ACTOR] != seat:
                continue
            kinds = [action.kind for action in plan.actions_at(node)]
            wanted = (
                kinds.index(Kind.RAISE) if play is SimplePlay.RAISE and Kind.RAISE in kinds else kinds.index(Kind.CALL)
            )
            first, count = 2 * (int(paths.bases[start]) + int(plan.nodes[node, ROW]) * sights), len(kinds)
            rows = trainer.table[first : first + 2 * sights * count].reshape(sights, 2 * count)
            rows[:, :count] = 1 if play is SimplePlay.UNIFORM else 0
            rows[:, wanted] = 1


def _means(trainer: Trainer, seat: int, deals: int, seed: int) -> Floats:
    """float64 [piece]: what a seat wins on average if everybody plays as the table says; nothing is learnt."""
    from pokerlab.training import walk_kernels

    scratch, size = Scratch.of(trainer.plan), deals // PIECES
    settings = Settings(0, 0, 0.0, -np.inf, -np.inf, 0.0, seat=seat)
    means = np.empty(PIECES)
    for piece in range(PIECES):
        tally = Tally(np.zeros(2, np.int64), np.zeros((trainer.plan.game.players, 2)))
        batch = trainer.source.draw(seed, piece * size, size)
        walk_kernels.walk_deals(
            np.uint64(stream(seed, 1)), piece * size, batch.sights, batch.ranks, settings, trainer.paths,
            trainer.table, scratch, tally,
        )  # fmt: skip
        means[piece] = tally.values[seat, 0] / size
    return means


class SeatDeals:
    """Deals that one seat sees through its own buckets."""

    def __init__(self, others: DealSource, own: DealSource, seat: int) -> None:
        self.others, self.own, self.seat = others, own, seat
        self.cards = _SeatCards(others.cards, own.cards)

    def draw(self, seed: int, first: int, count: int) -> Batch:
        """The deals with the numbers from `first` on."""
        batch = self.others.draw(seed, first, count)
        if self.own is self.others:
            return batch
        batch.sights[:, self.seat] = self.own.draw(seed, first, count).sights[:, self.seat]
        return batch


class _SeatCards:
    """The more of two bucketings: a table has room for both."""

    def __init__(self, others: CardSights, own: CardSights) -> None:
        self.name, self.digest = f"{own.name} against {others.name}", f"{own.digest} {others.digest}"
        self.counts = tuple(max(pair) for pair in zip(others.counts, own.counts, strict=True))

    def of_deals(self, private: npt.NDArray[np.uint8], boards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
        """Seats see different things: deals are drawn, not looked up."""
        raise StrategyError(f"{self.name}: cards are looked up by seat")

    def on_board(self, board: tuple[int, ...]) -> npt.NDArray[np.int32]:
        """Seats see different things."""
        raise StrategyError(f"{self.name}: cards are looked up by seat")


def fill(trainer: Trainer, blueprint: Blueprint, *, but: int = -1, only: int = -1) -> None:
    """Write into a table, as regrets, what a blueprint does in all seats, or all `but` one, or `only` one: its chances,
    which regret matching gives back."""
    plan, known, chances = trainer.plan, blueprint.plan, whole_chances(blueprint)
    matched = matching_starts(plan, known)
    for template in range(len(plan.roots)):
        starts = np.flatnonzero(plan.templates == template)
        root, size = int(plan.roots[template]), int(plan.sizes[template])
        theirs = int(known.templates[matched[starts[0]]])
        sights, seen = int(trainer.paths.sights[template]), int(blueprint.paths.sights[theirs])
        offset = int(known.roots[theirs]) - root
        for node in range(root, root + size):
            actor = int(plan.nodes[node, ACTOR])
            if actor == but or only not in (-1, actor):
                continue
            count = int(plan.nodes[node, COUNT])
            inside = (np.arange(seen)[:, None] * count + np.arange(count)).ravel()
            source = blueprint.paths.bases[matched[starts]] + int(known.nodes[node + offset, ROW]) * seen
            target = trainer.paths.bases[starts] + int(plan.nodes[node, ROW]) * sights
            found = chances[source[:, None] + inside].reshape(len(starts), seen, count)
            places = 2 * (target[:, None, None] + np.arange(seen)[:, None] * count) + np.arange(count)
            trainer.table[places] = found


def matching_starts(plan: BettingPlan, coarser: BettingPlan) -> Longs:
    """int64 [start]: for each start of a plan the one of a plan of the same betting that remembers no more; a
    `StrategyError` if that one remembers what this one forgets."""
    found = np.full(plan.starts, -1, np.int64)
    found[0] = 0
    if plan is coarser:
        return np.arange(plan.starts)
    for street in range(plan.game.streets - 1):
        for start in np.flatnonzero(plan.start_streets == street).tolist():
            other = int(found[start])
            mine, theirs = (_followers(one, at) for one, at in ((plan, start), (coarser, other)))
            before = found[mine]
            found[mine] = theirs
            if ((before >= 0) & (before != theirs)).any() or (found[mine] != theirs).any():
                raise StrategyError(
                    f"a responder with the recall '{plan.recall}' forgets what the blueprint's remembers: "
                    f"'{coarser.recall}'"
                )
    return found


def _followers(plan: BettingPlan, start: int) -> Longs:
    """int64 [exit]: the starts that follow a start, by the exits of its template that go on, in their order."""
    template = int(plan.templates[start])
    root, size = int(plan.roots[template]), int(plan.sizes[template])
    nodes = plan.nodes[root : root + size]
    edges = plan.edges[nodes[0, 0] : int(nodes[-1, 0] + nodes[-1, COUNT])]
    exits = plan.exits[-1 - edges[edges < 0]]
    return np.asarray(plan.next_starts[plan.nexts[start] + exits[exits[:, END] == NEXT, PLACE]], np.int64)


def _looked_up(blueprint: Blueprint, directory: str | None) -> CardSights:
    """The sights of a blueprint; of one that measures hands on the board, which is slow, those of the built buckets."""
    cards = blueprint.cards
    if not isinstance(cards, MeasuredSights):
        return cards
    built = sights_of(blueprint.game, cards.name, directory)
    if built.digest != cards.digest:
        raise StrategyError(f"{cards.name}: other buckets are built here than the blueprint was trained with")
    return built


def _estimate(means: Floats) -> JudgedValue:
    return JudgedValue(float(means.mean()), float(means.std(ddof=1) / np.sqrt(len(means))))
