"""The trainer: Monte Carlo counterfactual regret minimisation over large tables, for any number of players.

    plan = BettingPlan.build(game, menu, "ibr")
    trainer = Trainer(plan, HoldemDeals(game, buckets), Recipe(weights=LinearPeriods()))
    trainer.run(1_000_000)
    trainer.strategy()                     # float32 [cell]

An iteration deals once, and every seat in turn looks at all of its actions in that deal (Lanctot, Waugh, Zinkevich,
Bowling: Monte Carlo Sampling for Regret Minimization in Extensive Games, 2009). Threads share the table without locks.
One thread and a seed give the same table to the last bit, however the run is cut into pieces.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from pokerlab._archives import Arrays
from pokerlab._memory import free_memory
from pokerlab._streams import stream
from pokerlab._threads import available_threads
from pokerlab.errors import SolverError
from pokerlab.training.betting_plan import BettingPlan
from pokerlab.training.choices import Average, Numbers, Variant
from pokerlab.training.deal_source import DealSource
from pokerlab.training.public_boards import PublicBoards, public_boards
from pokerlab.training.public_columns import PublicPaths, PublicScratch
from pokerlab.training.recipe import NEVER, Recipe
from pokerlab.training.walk_columns import Paths, Scratch, Settings, Tally

CHUNK = 2_048
"""Deals that a thread is given at a time."""
PUBLIC_CHUNK = 8
"""Boards with all hands that a thread is given at a time."""
CELL_BYTES = 8

Floats = npt.NDArray[np.float32]


class Trainer:
    """A table that learns.

    - `table`: float32 (or whole numbers) [2 x cell]: for each infoset the regrets of its actions (chips, or `units`
      of them), then what the average is of
    - `iteration`: deals so far; `touched`: infosets looked at; `halved`: how often the whole numbers of an infoset
      became too large and were halved
    - `values`, `errors`: what each seat has won per hand on average, in chips, while learning, and its standard error
    - `seat`: the one that learns while the others play as the table says (external, chance and pure sampling); -1: all
    """

    def __init__(
        self, plan: BettingPlan, source: DealSource, recipe: Recipe | None = None, *, threads: int | None = None,
        seat: int = -1,
    ) -> None:  # fmt: skip
        self.plan, self.source, self.recipe, self.seat = plan, source, recipe or Recipe(), seat
        self.threads = available_threads() if threads is None else threads
        if self.threads < 1:
            raise SolverError(f"at least one thread trains, not {threads}")
        if len(source.cards.counts) != plan.game.streets:
            raise SolverError(
                f"{source.cards.name} has {len(source.cards.counts)} streets, {plan.game.name} {plan.game.streets}"
            )
        self.paths = Paths.of(plan, np.array(source.cards.counts, np.int64)[plan.streets])
        kind = np.dtype(str(self.recipe.numbers))
        check_table(plan.actions, source.cards.counts, 2 * kind.itemsize)
        self.table = np.zeros(2 * self.paths.cells, kind)
        self.iteration = 0
        self._scratch = [Scratch.of(plan) for _ in range(self.threads)]
        self._tallies = [Tally(np.zeros(2, np.int64), np.zeros((plan.game.players, 2))) for _ in range(self.threads)]
        self._public = self._public_walks() if self.recipe.variant is Variant.PUBLIC else []
        self._stream = np.uint64(stream(self.recipe.seed, 1))

    def run(self, iterations: int) -> None:
        """Run so many iterations more."""
        for _ in self.steps(iterations):
            pass

    def steps(self, iterations: int) -> Iterator[int]:
        """Run so many iterations more, a chunk at a time; gives the iterations done so far after each."""
        weights, last = self.recipe.weights, self.iteration + iterations
        with ThreadPoolExecutor(self.threads) as pool:
            while self.iteration < last:
                period = self.iteration // weights.period
                border = min(last, (period + 1) * weights.period)
                chunk = PUBLIC_CHUNK if self._public else CHUNK
                self._step(pool, min(border - self.iteration, chunk * self.threads), weights.at(period))
                if self.iteration % weights.period == 0:
                    self._end_period(period)
                yield self.iteration

    @property
    def touched(self) -> int:
        """Infosets looked at, each time counted."""
        return sum(int(tally.touched[0]) for tally in self._tallies)

    @property
    def halved(self) -> int:
        """How often the whole numbers of an infoset were halved."""
        return sum(int(tally.touched[1]) for tally in self._tallies)

    @property
    def units(self) -> float:
        """What a chip of regret is in a table of whole numbers: all chips of the game are a 32nd of the largest of 16
        bits, or a 2,048th of that of 32."""
        chips = sum(self.plan.game.stacks)
        return {Numbers.FLOAT32: 1.0, Numbers.INT32: 2**20 / chips, Numbers.INT16: 2**10 / chips}[self.recipe.numbers]

    @property
    def values(self) -> tuple[float, ...]:
        """What each seat has won per hand while learning, in chips."""
        return tuple((self._sums[:, 0] / max(self.iteration, 1)).tolist())

    @property
    def errors(self) -> tuple[float, ...]:
        """The standard errors of `values`."""
        count = max(self.iteration, 1)
        spread = self._sums[:, 1] / count - (self._sums[:, 0] / count) ** 2
        return tuple(np.sqrt(np.maximum(spread, 0) / count).tolist())

    def strategy(self, *, current: bool = False) -> Floats:
        """float32 [cell]: the average strategy, or the current one; every action alike where nothing is known."""
        out = np.empty(self.paths.cells, np.float32)
        self._strategies(out, current=current)
        return out

    def known(self) -> int:
        """How many infosets have been come to, of all in the table."""
        return self._strategies(np.empty(self.paths.cells, np.float32), current=False)

    def state(self) -> Arrays:
        """All that is needed to go on later; the table is not copied."""
        return {
            "iteration": np.array(self.iteration),
            "table": self.table,
            "touched": np.array([self.touched, self.halved]),
            "sums": self._sums,
        }

    def restore(self, state: Arrays) -> None:
        """Take up a state that `state` gave."""
        if state["table"].shape != self.table.shape or state["table"].dtype != self.table.dtype:
            raise SolverError(f"a table of {state['table'].size // 2:,} cells, not of {self.paths.cells:,}")
        self.table = state["table"]  # its memory too: a large table is not there twice
        self.iteration = int(state["iteration"])
        for tally in self._tallies:
            tally.touched[:], tally.values[:] = 0, 0
        self._tallies[0].touched[:], self._tallies[0].values[:] = state["touched"], state["sums"]

    def identity(self) -> dict[str, str]:
        """What must be equal for a state to fit."""
        return {
            "game": repr(self.plan.game), "menu": str(self.plan.menu), "recall": self.plan.recall,
            "cards": self.source.cards.name, "buckets": self.source.cards.digest, "recipe": repr(self.recipe),
        }  # fmt: skip

    @property
    def _sums(self) -> npt.NDArray[np.float64]:
        return np.asarray(np.sum([tally.values for tally in self._tallies], axis=0))

    def _step(self, pool: ThreadPoolExecutor, count: int, weight: float) -> None:
        recipe = self.recipe
        is_whole = recipe.numbers is not Numbers.FLOAT32
        units = self.units
        settings = Settings(
            list(Variant).index(recipe.variant), _AVERAGES[recipe.average], float(weight),
            max(units * recipe.floor, NEVER), units * recipe.pruning.below if recipe.pruning else NEVER,
            float(recipe.pruning.chance) if recipe.pruning else 0.0,
            float(np.iinfo(self.table.dtype).max) if is_whole else 0.0, units,
            256.0 if recipe.numbers is Numbers.INT32 else 1.0, float(recipe.explored), self.seat,
        )  # fmt: skip
        borders = np.linspace(self.iteration, self.iteration + count, self.threads + 1).astype(int).tolist()
        numbers = range(self.threads)
        for _ in pool.map(self._walk, numbers, borders[:-1], borders[1:], [settings] * self.threads):
            pass
        self.iteration += count

    def _walk(self, thread: int, first: int, last: int, settings: Settings) -> None:
        from pokerlab.training import outcome_kernels, public_kernels, walk_kernels

        if self._public:
            boards, tree, scratch = self._public[thread]
            for number in range(first, last):
                board = boards.draw(self.recipe.seed, number)
                for hero in (0, 1):
                    public_kernels.walk_board(hero, board, settings, tree, self.table, scratch, self._tallies[thread])
        elif first < last:
            batch = self.source.draw(self.recipe.seed, first, last - first)
            is_outcome = self.recipe.variant is Variant.OUTCOME
            walk = outcome_kernels.walk_outcomes if is_outcome else walk_kernels.walk_deals
            walk(
                self._stream, first, batch.sights, batch.ranks, settings, self.paths, self.table,
                self._scratch[thread], self._tallies[thread],
            )  # fmt: skip

    def _public_walks(self) -> list[tuple[PublicBoards, PublicPaths, PublicScratch]]:
        """By thread what a walk over all hands of a board needs."""
        if self.plan.game.players != 2:
            raise SolverError(f"public-chance sampling is for two players, not for {self.plan.game.players}")
        boards, tree = public_boards(self.source), PublicPaths.of(self.plan, self.paths)
        return [(boards, tree, PublicScratch.of(self.plan, self.paths, boards.hands)) for _ in range(self.threads)]

    def _end_period(self, period: int) -> None:
        from pokerlab.training import walk_kernels

        weights = self.recipe.weights
        if self.recipe.average is Average.SNAPSHOTS:
            walk_kernels.take_snapshot(float(weights.at(period)), self.paths, self.table)
        if factors := weights.after(period):
            positive, negative, kept = (np.float32(factor) for factor in factors)
            walk_kernels.discount(positive, negative, kept, self.paths, self.table)

    def _strategies(self, out: Floats, *, current: bool) -> int:
        from pokerlab.training import walk_kernels

        part = 0 if current or self.recipe.average is Average.CURRENT else 1
        return int(walk_kernels.strategies(part, self.paths, self.table, out))


_AVERAGES = {Average.CURRENT: 0, Average.VISITS: 1, Average.CORRECTED: 2, Average.SNAPSHOTS: 0}


def check_table(actions: Sequence[int], counts: Sequence[int], bytes_each: int = CELL_BYTES) -> None:
    """A `SolverError` if a table of so many actions and sights, by street, does not fit into memory: it says how many
    sights would."""
    cells = sum(of_street * sights for of_street, sights in zip(actions, counts, strict=True))
    free = free_memory()
    if free is None or cells * bytes_each <= free:
        return
    left = free // bytes_each - actions[0] * counts[0]
    most = int(left // max(sum(actions[1:]), 1))
    hint = f"with {counts[0]:,} sights on the first street, {most:,} on each later one would fit"
    raise SolverError(
        f"a table of {cells:,} cells takes {cells * bytes_each / 1e9:.1f} GB, and {free / 1e9:.1f} GB are free: "
        f"{hint if most > 0 else 'no buckets are few enough'}; less recall or fewer bets take less too"
    )
