"""The solver: vector CFR over all hands at once, on the flat layout.

    engine = Engine(spot)
    engine.run(100)
    engine.judge().nash_conv     # chips

An iteration is a pass for each player in turn. Work is split over boards; every board's result is added in the same
order, so the number of threads changes nothing, to the last bit.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab._archives import Arrays
from pokerlab._numbers import check_seed
from pokerlab._threads import available_threads, hold_interrupts, map_in_order
from pokerlab.abstraction.groups import HandGroups
from pokerlab.cards.combos import COMBO_MASKS
from pokerlab.equilibrium.best_response import Judgement
from pokerlab.equilibrium.regret import Discounted, Rule
from pokerlab.equilibrium.rule_columns import MATCHED, Coefficients
from pokerlab.errors import SolverError, SpotError
from pokerlab.postflop import columns as at
from pokerlab.postflop.columns import LOCK_MASK, LOCK_PLACE, Memory, Pass, Plan, Tables
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.locks import HeldStrategy, PlacedLock, lock_tables
from pokerlab.postflop.runouts import runout_equities
from pokerlab.postflop.spot import Spot

Floats = npt.NDArray[np.float32]

DEFAULT_RULE = Discounted(1.5, 0.25, 4.0)
"""Reached 0.5% and 0.1% of the pot in the least time on the benchmark spots (bench/postflop.py --rules). Where negative
regrets are forgotten faster (beta 0), as many iterations are needed, but lines that nobody played for long come back
all at once: exploitability rose to 2.6 times its best on turn1, once, near iteration 430."""
PIECES = 12
"""Pieces of work per thread and pass."""
LEAST_MEETING = 1e-5
"""The least part of all pairs of hands, by weight, that must be able to meet: below it, what hands win is the rounding
of sums of 32-bit numbers."""
ROUNDING = 1e-5
"""How far a best response may seem to lose, as a part of the chips at stake, by rounding alone."""
_NONE = np.zeros(0, np.int64)

Work = Callable[[npt.NDArray[np.int64], int], None]


class Engine:
    """Solves one spot by iterations of an update rule.

    - `regrets`, `sums`: float32 or int16 [cell], see `layout`
    - `iteration`: how many are done
    - `watch`: called after each iteration with its number, if set
    """

    def __init__(
        self,
        spot: Spot | Layout,
        rule: Rule | None = None,
        *,
        compressed: bool = False,
        threads: int | None = None,
        seed: int = 0,
        groups: HandGroups | Sequence[HandGroups] | None = None,
    ) -> None:
        """Hands of a group (see `Layout.of`) play alike."""
        if isinstance(spot, Layout) and groups is not None:
            raise SolverError("groups of hands belong to the layout: make it with them")
        self.layout = spot if isinstance(spot, Layout) else Layout.of(spot, groups=groups)
        self.spot = self.layout.spot
        self.rule = rule or DEFAULT_RULE
        self.threads = threads or available_threads()
        self.seed = check_seed(seed, SolverError)
        self.iteration = 0
        self._traits = self.rule.traits
        if self.rule.simultaneous:
            raise SolverError(f"{self.rule}: players are updated one after the other on post-flop spots")
        if compressed and (self.rule.strategy != MATCHED or not self._traits.is_by_reach):
            raise SolverError(f"{self.rule} needs 32-bit tables: leave out the compression")
        if compressed and self.layout.grouping:
            raise SolverError("groups of hands need 32-bit tables: leave out the compression")
        self._is_raked = self.spot.rake_of(self.spot.pot) > 0
        self._allocate(compressed)
        self._prepare()
        self._pool: ThreadPoolExecutor | None = None
        self.watch: Callable[[int], None] | None = None

    def run(self, iterations: int) -> None:
        """Do so many iterations; with 0 the kernels are compiled."""
        if not iterations:
            self._call(self._task(0, at.FOLLOW), _NONE, 0)
        mode = at.UPDATE if self.rule.is_averaged else at.HEDGE
        for t in range(self.iteration + 1, self.iteration + 1 + iterations):
            task = self._task(0, mode, t, inside=True)
            with hold_interrupts():
                self._pass(task)
                self._pass(task._replace(hero=1, seed=self._pass_seed(t, 1)))
                self.iteration = t
            if self.watch:
                self.watch(t)

    def judge(self, *, inside: bool = False) -> Judgement:
        """What both players win with the average strategies, and with best responses to them; chips per hand, counted
        from half of the pot.

        `inside` the abstraction, best responses play the hands of a group alike, and values are carried up as the
        solver does it. (Where a later street joins hands that were apart, a response that is best street by street is
        not always the best one: this is then a lower bound of what could be gained.)
        """
        inside = inside and self.layout.grouping is not None
        values = [self._mean(hero, self.values(hero, at.FOLLOW, inside=inside)) for hero in (0, 1)]
        if not self._is_raked and not inside:
            values[1] = -values[0]
        mode = at.BEST_OF_GROUP if inside else at.BEST
        first, second = (self._mean(hero, self.values(hero, mode, inside=inside)) for hero in (0, 1))
        judgement = Judgement((values[0], values[1]), (first, second))
        if not inside:
            judgement.check(ROUNDING * (self.spot.pot + self.spot.effective_stack))
        return judgement

    def values(self, hero: int, mode: int = at.FOLLOW, *, inside: bool = False) -> Floats:
        """float32 [hand]: what each of hero's hands wins at the root against the opponent's average strategy, in chips
        times the weight of the opponent's hands it meets; `inside` as in `judge`."""
        self._pass(self._task(hero, mode, inside=inside))
        start = self._top_offsets[at.VALUE_AT]
        return self._top[start : start + self.layout.boards.table[0, at.HANDS + hero]].copy()

    def set_locks(self, locks: Sequence[PlacedLock], held: HeldStrategy | None = None) -> None:
        """Fix strategies from now on. Locks that tell suits apart need a layout made with them."""
        layout = self.layout
        if (locks or held) and layout.grouping:
            raise SolverError("strategies of single hands cannot be fixed where groups of hands play")
        self._locks, self._locked = lock_tables(locks, layout.boards, layout.storages, layout.first_street, held)

    def average(self, board: int, player: int) -> Floats:
        """float32 [row, hand]: a player's average strategy on a board; rows as in `layout.storages` of its street."""
        strategy = self._rows(board, player)
        if self.layout.grouping:
            row = self.layout.boards.table[board]
            start, hands = int(row[at.GROUPED_AT + player]), int(row[at.HANDS + player])
            strategy = strategy[:, self.layout.grouping.group_of[start : start + hands]]
        for rows in self.layout.storages[self.layout.boards.table[board, at.LEVEL]].by_moves[player]:
            sums = strategy[rows]
            totals = sums.sum(axis=1, keepdims=True)
            shares = np.float32(1 / rows.shape[1])
            strategy[rows] = np.where(totals > 0, sums / np.where(totals > 0, totals, 1), shares)
        self._put_locked(board, player, strategy)
        return strategy

    def _put_locked(self, board: int, player: int, strategy: Floats) -> None:
        row = self.layout.boards.table[board]
        stride, start, hands = (int(row[column + player]) for column in (at.STRIDE, at.STORAGE, at.HANDS))
        inside = (self._locks[:, LOCK_PLACE] >= start) & (self._locks[:, LOCK_PLACE] < start + len(strategy) * stride)
        for place, mask_at, rows_at in self._locks[inside].tolist():
            first = (place - start) // stride
            count = (self._locked_end(rows_at) - rows_at) // stride
            mask = self._locked[mask_at : mask_at + hands] > 0
            locked = self._locked[rows_at : rows_at + count * stride].reshape(count, stride)[:, :hands]
            strategy[first : first + count][:, mask] = locked[:, mask]

    def _locked_end(self, rows_at: int) -> int:
        """Where the locked strategy that begins there ends: at the next node's mask."""
        later = np.searchsorted(self._locks[:, LOCK_MASK], rows_at)
        return int(self._locks[later, LOCK_MASK]) if later < len(self._locks) else len(self._locked)

    def set_average(self, board: int, player: int, strategy: Floats) -> None:
        """Let a player's average strategy on a board be float32 [row, hand]."""
        if self.sums.dtype != np.float32:
            raise SolverError("strategies can be set in 32-bit tables only")
        if self.layout.grouping:
            raise SolverError("strategies of single hands cannot be set where groups of hands play")
        self.layout.rows_of(self.sums, board, player)[:, : strategy.shape[1]] = strategy

    def street_values(self, hero: int, level: int) -> Iterator[tuple[int, Floats]]:
        """For each board of the first (level 0) or second street (1): its number, and float32 [value row, hand] what
        hero's hands win at every node if both play their averages, in chips (counted from half of the pot) times the
        weight of the opponent's hands that come there. Rows as in `layout.forests[2 * level + hero].rows`."""
        task = self._task(hero, at.FOLLOW)
        table, forest = self.layout.boards.table, self.layout.forests[2 * level + hero]
        if level == 0:
            self._pass(task)
        else:
            self._call(task._replace(stages=at.BEGIN), _NONE, 0)
        for board in self.layout.boards.at_level(level).tolist():
            memory = self._top if level == 0 else self._work[0]
            if level:
                self._call(task._replace(stages=at.VISIT_BOARDS), np.array([board]), 0)
            stride, hands = int(table[board, at.STRIDE + hero]), int(table[board, at.HANDS + hero])
            start = self._offsets[at.VALUE_AT + level]
            rows = len(forest.rows)
            yield board, memory[start : start + rows * stride].reshape(rows, stride)[:, :hands].copy()

    def _rows(self, board: int, player: int) -> Floats:
        """float32 [row, hand or group]: the sums of a player on a board."""
        hands = None if self.layout.grouping else self.layout.boards.table[board, at.HANDS + player]
        return self.layout.rows_of(self.sums, board, player)[:, :hands].astype(np.float32)

    @property
    def is_compressed(self) -> bool:
        """Whether its tables have 16 bits."""
        return self.sums.dtype == np.int16

    @property
    def mass(self) -> float:
        """The total weight of all pairs of hands that can meet."""
        return self._mass

    def state(self) -> Arrays:
        """All that is needed to go on later, to the last bit."""
        tables = {"regrets": self.regrets, "sums": self.sums, "gains": self.gains, "scales": self.scales}
        return tables | {"iteration": np.array(self.iteration)}

    def restore(self, state: Arrays) -> None:
        """Take up a state that `state` gave. An engine with 32-bit tables also takes that of one with 16 bits."""
        if state["regrets"].dtype == np.int16 and self.regrets.dtype == np.float32:
            state = self._widened(state)
        for name in ("regrets", "sums", "gains", "scales"):
            if state[name].dtype != getattr(self, name).dtype:
                raise SolverError("the checkpoint has 32-bit tables: leave out the compression")
            if state[name].shape != getattr(self, name).shape:
                raise SolverError(f"the checkpoint's {name} are not of this spot")
            setattr(self, name, state[name])
        self.iteration = int(state["iteration"])

    def _widened(self, state: Arrays) -> Arrays:
        """A state of 16-bit tables with 32 bits: every number times the scale of its node."""
        if state["regrets"].shape != self.regrets.shape or state["scales"].shape != (2, self.layout.slots):
            raise SolverError("the checkpoint's tables are not of this spot")
        layout = self.layout
        wide = {name: np.empty(layout.cells, np.float32) for name in ("regrets", "sums")}
        for board, row in enumerate(layout.boards.table):
            for player in (0, 1):
                slots = row[at.SCALE_START + player] + layout.storages[row[at.LEVEL]].ordinals[player]
                for scales, (name, table) in zip(state["scales"], wide.items(), strict=True):
                    rows = layout.rows_of(state[name], board, player)
                    layout.rows_of(table, board, player)[:] = rows * scales[slots][:, None]
        return {**state, **wide, "scales": self.scales}

    def identity(self) -> dict[str, str]:
        """What must be equal for a state to fit."""
        locked = hashlib.sha256(self._locks.tobytes() + self._locked.tobytes()).hexdigest()[:16]
        options = f"by_reach={self._traits.is_by_reach}, return_new={self._traits.returns_new}"  # as they were once
        boards = f"{len(self.layout.boards.table)} boards"
        if grouping := self.layout.grouping:
            groups = hashlib.sha256(grouping.group_of.tobytes()).hexdigest()[:16]
            boards += f", groups {groups}"
        return {
            "spot": self.spot.to_toml(),
            "locks": locked if len(self._locks) else "none",
            "solver": f"{self.rule} {options} seed {self.seed} {boards}",
        }

    def _mean(self, hero: int, values: Floats) -> float:
        with np.errstate(invalid="ignore", over="ignore"):  # of damaged tables: whoever asks checks what comes out
            return float(self.weights[hero][: len(values)].astype(np.float64) @ values / self._mass)

    def _allocate(self, compressed: bool) -> None:
        kind = np.int16 if compressed else np.float32
        layout = self.layout
        self.regrets = np.zeros(layout.cells, kind)
        self.sums = np.zeros(layout.cells, kind)
        self.gains = np.zeros(layout.cells if self.rule.is_predictive else 0, np.float32)
        self.scales = np.zeros((2, layout.slots if compressed else 1), np.float32)
        top_size, self._top_offsets = layout.work_cells(shared=True)
        work_size, work_offsets = layout.work_cells(shared=False)
        self._offsets = self._top_offsets.copy()
        self._top = np.zeros(top_size, np.float32)
        self._check_scratch(work_offsets)
        for level in (1, 2):
            self._offsets[[at.REACH_AT + level, at.VALUE_AT + level]] = work_offsets[
                [at.REACH_AT + level, at.VALUE_AT + level]
            ]
        self._work = [np.zeros(work_size, np.float32) for _ in range(self.threads)]
        boards = int(layout.boards.table[0, at.CHILDREN])
        self._results = np.zeros(max(1, boards * layout.result_step), np.float32)
        self._lane_offsets = [np.zeros(64, np.int64) for _ in range(self.threads)]
        self.set_locks(layout.locks, layout.held)

    def _check_scratch(self, work_offsets: npt.NDArray[np.int64]) -> None:
        scratch = [at.BY_CARD, at.LANES_IN, at.LANES_OUT, at.LANES_FOLD, at.SCRATCH]
        assert (self._top_offsets[scratch] == work_offsets[scratch]).all()

    def _prepare(self) -> None:
        layout, boards = self.layout, self.layout.boards
        self.weights = []
        for player, source in enumerate((self.spot.oop, self.spot.ip)):
            padded = np.zeros(boards.table[0, at.STRIDE + player], np.float32)
            hands = boards.hands(0, player)
            padded[: len(hands)] = source.weights[hands]
            self.weights.append(padded)
        self._mass = _meeting_mass(boards.hands(0, 0), boards.hands(0, 1), self.spot)
        arrays = (boards.table, boards.hand_cards, boards.same, boards.tiers, boards.targets, *_join(layout))
        self._plan = Plan._make([*arrays, self._runouts(), self._offsets])
        self._grouping = layout.grouping.arrays if layout.grouping else None
        self._pieces = _balanced(boards.table, self.threads)

    def _runouts(self) -> Floats:
        boards = self.layout.boards
        matrices = np.zeros(self.layout.matrix_cells, np.float32)
        wanted = [b for b in range(len(boards.table)) if boards.table[b, at.MATRIX] >= 0]

        def fill(board: int) -> None:
            first, second = boards.hands(board, 0), boards.hands(board, 1)
            start = boards.table[board, at.MATRIX]
            equities = runout_equities(boards.cards[board], first, second)
            matrices[start : start + equities.size] = equities.ravel()

        for _ in map_in_order(fill, wanted, threads=self.threads):
            pass
        return matrices

    def _task(self, hero: int, mode: int, iteration: int = 1, *, inside: bool = False) -> Pass:
        """A whole pass: of an iteration, or one in which nothing is learnt."""
        return Pass(
            stages=at.BEGIN | at.VISIT_BOARDS | at.FINISH,
            hero=hero,
            mode=mode,
            seed=self._pass_seed(iteration, hero),
            is_raked=self._is_raked,
            carries_groups=inside and self.rule.carries_groups and self._grouping is not None,
            traits=self._traits,
            numbers=Coefficients._make(self.rule.numbers(iteration, 1)[0].astype(np.float32)),
        )

    def _pass_seed(self, iteration: int, hero: int) -> np.uint64:
        return np.uint64((_spread(self.seed) + 2 * iteration + hero) % 2**64)

    def _pass(self, task: Pass) -> None:
        if self.threads == 1 or len(self._pieces) <= 1:
            self._call(task, np.concatenate([*self._pieces, _NONE]), 0)
            return
        begin, visit, finish = (task._replace(stages=stage) for stage in (at.BEGIN, at.VISIT_BOARDS, at.FINISH))
        self._call(begin, _NONE, 0)
        self._in_threads(lambda piece, thread: self._call(visit, piece, thread))
        self._call(finish, _NONE, 0)

    def _call(self, task: Pass, chosen: npt.NDArray[np.int64], thread: int) -> None:
        from pokerlab.postflop import pass_kernels

        tables = Tables(self.regrets, self.sums, self.gains, self.scales, self._locks, self._locked)
        memory = Memory(self._top, self._work[thread], self._results, self._lane_offsets[thread])
        pass_kernels.run_pass(task, chosen, self.weights[1 - task.hero], self._plan, self._grouping, tables, memory)

    def _in_threads(self, work: Work) -> None:
        """Let every piece be done by whichever thread is free."""
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads)
        queue = iter(list(self._pieces))
        jobs = [self._pool.submit(_take_pieces, queue, work, thread) for thread in range(self.threads)]
        for job in jobs:
            job.result()


def _spread(seed: int) -> int:
    """A seed with its bits moved so far that seeds and iterations add up to different numbers."""
    return seed << 40 | seed >> 24


def _take_pieces(queue: Iterator[npt.NDArray[np.int64]], work: Work, thread: int) -> None:
    for piece in queue:
        work(piece, thread)


def _balanced(table: npt.NDArray[np.int64], threads: int) -> list[npt.NDArray[np.int64]]:
    """The boards of the second street in pieces of about equal work, the largest board first."""
    boards = np.arange(1, 1 + table[0, at.CHILDREN])
    if not len(boards):
        return []
    cost = (1 + table[boards, at.CHILDREN]) * table[boards, at.STRIDE : at.STRIDE + 2].sum(axis=1)
    count = min(len(boards), 1 if threads == 1 else PIECES * threads)
    pieces: list[list[int]] = [[] for _ in range(count)]
    load = np.zeros(count)
    for board in boards[np.argsort(-cost, kind="stable")]:
        lightest = int(load.argmin())
        pieces[lightest].append(int(board))
        load[lightest] += cost[board - 1]
    return [np.array(sorted(piece), np.int64) for piece in pieces]


def _meeting_mass(first: npt.NDArray[np.uint16], second: npt.NDArray[np.uint16], spot: Spot) -> float:
    """The weight of all pairs of hands that can meet; a `SpotError` if that is next to nothing."""
    meet = (COMBO_MASKS[first][:, None] & COMBO_MASKS[second][None, :]) == 0
    weights = spot.oop.weights[first], spot.ip.weights[second]
    mass = float(weights[0] @ meet @ weights[1])
    part = mass / float(weights[0].sum() * weights[1].sum())
    if part < LEAST_MEETING:
        raise SpotError(
            f"oop and ip: only {part:.1g} of all pairs of hands, by weight, can meet; at least {LEAST_MEETING:g} must"
        )
    return mass


def _join(layout: Layout) -> tuple[npt.NDArray[Any], ...]:
    """All forests one after the other, and where each begins."""
    forests = layout.forests
    streets = np.zeros((6, 4), np.int64)
    grove_rows = nodes = ends = deals = 0
    groves = []
    for place, forest in enumerate(forests):
        streets[place] = grove_rows, len(forest.groves), deals, len(forest.deals)
        shifted = forest.groves.copy()
        shifted[:, [at.NODES, at.NODES_END]] += nodes
        shifted[:, [at.SHOWDOWNS, at.PLAIN_SHOWDOWNS, at.FOLDS, at.RUNOUTS, at.ENDS]] += ends
        groves.append(shifted)
        grove_rows, nodes = grove_rows + len(forest.groves), nodes + len(forest.nodes)
        ends, deals = ends + len(forest.ends), deals + len(forest.deals)
    return (
        streets,
        np.concatenate(groves),
        np.concatenate([forest.nodes for forest in forests]),
        np.concatenate([forest.ends for forest in forests]),
        np.hstack([forest.pays for forest in forests]).ravel(),
        np.concatenate([forest.deals for forest in forests]),
    )
