"""What the kernels of the trainer are given, as tuples of arrays with names."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlab.training.betting_plan import BettingPlan


class Paths(NamedTuple):
    """The betting (see `BettingPlan`) and where the numbers of each start lie.

    - `bases`: int64 [start]: cells of all starts before it; a cell is an action of an infoset
    - `sights`: int64 [template]: how many sights of the cards its street has
    """

    nodes: npt.NDArray[np.int32]
    edges: npt.NDArray[np.int32]
    exits: npt.NDArray[np.int32]
    exit_paid: npt.NDArray[np.int32]
    roots: npt.NDArray[np.int32]
    sizes: npt.NDArray[np.int32]
    templates: npt.NDArray[np.int32]
    nexts: npt.NDArray[np.int64]
    next_starts: npt.NDArray[np.int32]
    bases: npt.NDArray[np.int64]
    sights: npt.NDArray[np.int64]

    @classmethod
    def of(cls, plan: BettingPlan, sights: npt.NDArray[np.int64]) -> "Paths":
        """The paths of a plan whose templates have so many sights [template] of the cards."""
        cells = plan.rows * sights
        per_start = cells[plan.templates]
        bases = np.cumsum(per_start) - per_start
        return cls(
            plan.nodes, plan.edges, plan.exits, plan.exit_paid, plan.roots, plan.sizes, plan.templates, plan.nexts,
            plan.next_starts, bases.astype(np.int64), sights.astype(np.int64),
        )  # fmt: skip

    @property
    def cells(self) -> int:
        """The actions of all infosets."""
        last = self.templates[-1]
        rows = self.nodes[self.roots[last] :][: self.sizes[last], 1].sum()
        return int(self.bases[-1] + rows * self.sights[last])


class Settings(NamedTuple):
    """How kernels walk and what they add.

    - `variant`: what is sampled besides the cards; `average`: how strategies are averaged (see `trainer`)
    - `weight`: of these iterations; `floor`: the least regret
    - `pruned`: regrets below it are skipped with the chance `skips`, but on the last street
    - `limit`: the largest number of a table of whole numbers, 0 for floats; `units`: what a chip of regret is in it,
      `counts`: what a visit is in averages
    - `explored`: the part of its walks that a seat which samples its own actions draws alike from all of them
    - `seat`: the one that learns while all others play as the table says; -1: all of them learn
    """

    variant: int
    average: int
    weight: float
    floor: float
    pruned: float
    skips: float
    limit: float = 0.0
    units: float = 1.0
    counts: float = 1.0
    explored: float = 0.0
    seat: int = -1


SETTINGS_TYPES = "int64, int64, float64, float64, float64, float64, float64, float64, float64, float64, int64"
"""Of the fields of `Settings`, as kernels take them."""


class Scratch(NamedTuple):
    """Memory of one walk: frames of decisions at which all actions are looked at, and what lies on each street.

    - `frames`: int64 [depth, 6]; `reaches`: float64 [depth, 2 + seat]; `chances`, `values`: float64 [depth, action]
    - `starts`: int64 [street]; `paid`: int64 [street + 1, seat]
    - `random`: uint64 [1]; `own`: float64 [seat]: chances of what each seat was drawn to do
    """

    frames: npt.NDArray[np.int64]
    reaches: npt.NDArray[np.float64]
    chances: npt.NDArray[np.float64]
    values: npt.NDArray[np.float64]
    starts: npt.NDArray[np.int64]
    paid: npt.NDArray[np.int64]
    random: npt.NDArray[np.uint64]
    own: npt.NDArray[np.float64]

    @classmethod
    def of(cls, plan: BettingPlan) -> "Scratch":
        """Enough for any walk of a plan."""
        players, streets = plan.game.players, plan.game.streets
        depth, most = plan.depth + 1, int(plan.nodes[:, 1].max())
        return cls(
            np.zeros((depth, 6), np.int64), np.zeros((depth, 2 + players)), np.zeros((depth, most)),
            np.zeros((depth, most)), np.zeros(streets, np.int64), np.zeros((streets + 1, players), np.int64),
            np.zeros(1, np.uint64), np.ones(players),
        )  # fmt: skip


class Tally(NamedTuple):
    """What was counted: `touched` int64 [2] infosets looked at, and how often the whole numbers of one were halved
    because they became too large; `values` float64 [seat, 2] sums of results in chips and of their squares."""

    touched: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]
