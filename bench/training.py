"""The trainer: infosets looked at per second and thread, with tables that fit into the cache and tables that do not,
beside a plain recursion and OpenSpiel; two threads; iterations of public-chance sampling."""

import time

import numpy as np
import pyspiel

from measure import Goal, best_seconds
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.cards.combos import CLASS_OF_COMBO
from pokerlab.games.action import CALL
from pokerlab.games.library import named_game
from pokerlab.games.state import State
from pokerlab.training.betting_plan import BettingPlan
from pokerlab.training.blueprint import Blueprint
from pokerlab.training.card_sights import ListedSights
from pokerlab.training.deal_source import Batch, HoldemDeals, ListedDeals
from pokerlab.training.recipe import Recipe, Variant
from pokerlab.training.trainer import Trainer
from recursive_walk import walk_recursively

DEALS = 20_480
CASES = (("7 MB", (50, 50, 50, 50), 12e6), ("1.2 GB", (169, 5000, 9000, 9000), 6e6))


class DrawnSights:
    """Sights that are numbers drawn alike: what the table costs, without the cards."""

    name = "drawn"

    def __init__(self, counts: tuple[int, ...]) -> None:
        self.counts, self.cards = counts, self
        rng = np.random.default_rng(1)
        self._sights = rng.integers(0, counts, (DEALS, 2, len(counts))).astype(np.int32)
        self._ranks = rng.integers(0, 1000, (DEALS, 2)).astype(np.int32)

    def draw(self, seed: int, first: int, count: int) -> Batch:
        places = np.arange(first, first + count) % DEALS
        return Batch(self._sights[places], self._ranks[places])


class FewClasses:
    """Hold'em hands by their class before the flop: what the walk costs, without the look-up of buckets."""

    name, digest, counts = "classes", "0", (169, 169, 169, 169)

    def on_board(self, board: tuple[int, ...]) -> np.ndarray:
        return CLASS_OF_COMBO.astype(np.int32)


def against_recursion() -> Goal:
    """The table of 7 MB, ours and a plain recursion, infosets per second of processor time."""
    plan = BettingPlan.build(named_game("holdem-limit"))
    source = DrawnSights((50, 50, 50, 50))
    ours, other = Trainer(plan, source, threads=1), Trainer(plan, source, threads=1)
    batch, paths = source.draw(0, 0, 4_096), other.paths
    touched, random = np.zeros(1, np.int64), np.ones(1, np.int64)

    def recursive() -> None:
        walk_recursively(
            batch.sights, batch.ranks, paths.nodes, paths.edges, paths.exits, paths.exit_paid, paths.roots,
            paths.templates, paths.nexts, paths.next_starts, paths.bases, paths.sights, other.table, random, touched,
        )  # fmt: skip

    paces = [0.0, 0.0]
    ours.run(4_096)
    recursive()
    for _ in range(4):
        before, began = ours.touched, time.process_time()
        ours.run(4_096)
        paces[0] = max(paces[0], (ours.touched - before) / (time.process_time() - began))
        before, began = int(touched[0]), time.process_time()
        recursive()
        paces[1] = max(paces[1], (int(touched[0]) - before) / (time.process_time() - began))
    print(f"infosets a second: ours {paces[0] / 1e6:.1f} M, plain recursion {paces[1] / 1e6:.1f} M")
    return Goal("infosets per second against a plain recursion", paces[0] / paces[1], 2)


def against_openspiel() -> Goal:
    """An iteration (every player once) of external sampling on Leduc."""
    game = named_game("leduc")
    trainer = Trainer(BettingPlan.build(game), ListedDeals(ListedSights(game)), threads=1)
    solver = pyspiel.ExternalSamplingMCCFRSolver(pyspiel.load_game("leduc_poker"), seed=1)

    def theirs() -> None:
        for _ in range(200):
            solver.run_iteration()

    ours_seconds, their_seconds = best_seconds(lambda: trainer.run(20_480), theirs, rounds=4, clock=time.process_time)
    ours_seconds, their_seconds = ours_seconds / 20_480, their_seconds / 200
    print(f"Leduc, an iteration: ours {1e6 * ours_seconds:.2f} us, OpenSpiel {1e6 * their_seconds:.0f} us")
    return Goal("an iteration of external sampling on Leduc against OpenSpiel", their_seconds / ours_seconds, 40)


def two_threads() -> Goal:
    """Wall-clock time of one thread and two, on a table that fits into the cache: means something on idle machines."""
    plan = BettingPlan.build(named_game("holdem-limit"))
    trainers = [Trainer(plan, DrawnSights((50, 50, 50, 50)), threads=threads) for threads in (1, 2)]
    one, two = best_seconds(
        *(lambda trainer=trainer: trainer.run(DEALS) for trainer in trainers), rounds=4, clock=time.monotonic
    )
    return Goal("two threads against one, wall-clock", one / two, 1.8)


def public_chance(name: str, menu: str, milliseconds: float) -> Goal:
    """An iteration (both seats, all hands of one board) of public-chance sampling."""
    game = named_game(name)
    plan = BettingPlan.build(game, parse_menu(menu))
    trainer = Trainer(plan, HoldemDeals(game, FewClasses()), Recipe(variant=Variant.PUBLIC), threads=1)
    (seconds,) = best_seconds(lambda: trainer.run(4), rounds=3, clock=time.process_time)
    print(f"{name} {menu}: {250 * seconds:.1f} ms an iteration of public-chance sampling")
    return Goal(f"{milliseconds:g} ms against an iteration, {name} {menu}", milliseconds / (250 * seconds), 1)


def asked() -> Goal:
    """`chances(public)` of the shipped limit blueprint on a river, for all 1,326 hands, the board being known."""
    blueprint = Blueprint.open("limit")
    state = State.start(blueprint.game, list(range(3, 48, 5)))
    for _ in range(6):
        state = state.act(CALL)
    public = state.public
    (seconds,) = best_seconds(lambda: [blueprint.chances(public) for _ in range(200)], rounds=5)
    print(f"chances(public) on a river: {5e3 * seconds:.0f} us")
    return Goal("50 us against chances(public)", 50e-6 / (seconds / 200), 1)


def main() -> list[Goal]:
    goals = [
        asked(),
        against_recursion(),
        against_openspiel(),
        two_threads(),
        public_chance("holdem-nolimit:stack=10000", "fcpa", 25),
        public_chance("holdem-limit", "*", 100),
    ]
    plan = BettingPlan.build(named_game("holdem-limit"))
    for what, counts, wanted in CASES:
        trainer = Trainer(plan, DrawnSights(counts), threads=1)
        trainer.run(DEALS)
        best = 0.0
        for _ in range(3):
            before, began = trainer.touched, time.process_time()
            trainer.run(DEALS)
            best = max(best, (trainer.touched - before) / (time.process_time() - began))
        print(f"limit hold'em, a table of {what}: {best / 1e6:.1f} M infosets a second and thread")
        goals.append(Goal(f"infosets per second against {wanted / 1e6:g} M, {what}", best / wanted, 1))
    return goals


if __name__ == "__main__":
    print(*main(), sep="\n")
