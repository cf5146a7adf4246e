"""What the kernels of public-chance sampling are given: the whole betting as a tree, and all hands on one board."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlab.betting.tree import BettingTree
from pokerlab.training.betting_plan import ROW, BettingPlan
from pokerlab.training.small_games import decision_places
from pokerlab.training.walk_columns import Paths


class PublicPaths(NamedTuple):
    """The betting of two players as a tree; children follow their parents.

    - `kinds`: int8 [node] (see `betting.tree.NodeKind`); `actors`, `streets`: int8; `live`: int16, who is in
    - `starts`: int64 [node + 1], where the children of each begin in `children` int32
    - `cells`: int64 [node]: where the table has what is decided there; `sights`: int64 [node]: of how many sights
    - `paid`: int32 [node, seat]: chips put in so far
    """

    kinds: npt.NDArray[np.int8]
    actors: npt.NDArray[np.int8]
    streets: npt.NDArray[np.int8]
    live: npt.NDArray[np.int16]
    starts: npt.NDArray[np.int64]
    children: npt.NDArray[np.int32]
    cells: npt.NDArray[np.int64]
    sights: npt.NDArray[np.int64]
    paid: npt.NDArray[np.int32]

    @classmethod
    def of(cls, plan: BettingPlan, paths: Paths) -> "PublicPaths":
        """The whole tree of a plan."""
        tree = BettingTree.build(plan.game, plan.menu, deals=True)
        cells, sights = np.zeros(len(tree), np.int64), np.zeros(len(tree), np.int64)
        for node, (start, decision) in decision_places(tree, plan).items():
            sights[node] = paths.sights[plan.templates[start]]
            cells[node] = paths.bases[start] + int(plan.nodes[decision, ROW]) * sights[node]
        starts, children = tree.edges
        return cls(
            tree.kind.astype(np.int8), tree.actor.astype(np.int8), tree.street.astype(np.int8),
            tree.live.astype(np.int16), np.asarray(starts, np.int64), np.asarray(children, np.int32), cells, sights,
            np.ascontiguousarray(tree.paid(), np.int32),
        )  # fmt: skip


class BoardHands(NamedTuple):
    """All hands of a game on one board, by rising rank.

    - `sights`: int32 [street, hand]; `prior`: float64 [hand], the chance of each
    - `cards`: int64 [hand, 2], `tiers`: int64 [tier + 1], where hands of equal rank begin: two different hands have the
      chance `pair`, unless they share a card
    - or, where there are no tiers, `pairs`: float64 [hand, hand], the chances of hands of the first and the second
      seat; `shown`: the same where the first wins, less those where the second does
    """

    sights: npt.NDArray[np.int32]
    prior: npt.NDArray[np.float64]
    cards: npt.NDArray[np.int64]
    tiers: npt.NDArray[np.int64]
    pair: float
    pairs: npt.NDArray[np.float64]
    shown: npt.NDArray[np.float64]


class PublicScratch(NamedTuple):
    """Memory of one walk: `frames` int64 [depth, 2]; `reaches` float64 [seat, depth, hand]; `values` float64
    [depth, hand]; `by_action` float64 [depth, action, hand]; `chances` float64 [depth, action, sight]; `sums` float64
    [action, sight]; `by_card` float64 [52]; `random` uint64 [1]."""

    frames: npt.NDArray[np.int64]
    reaches: npt.NDArray[np.float64]
    values: npt.NDArray[np.float64]
    by_action: npt.NDArray[np.float64]
    chances: npt.NDArray[np.float64]
    sums: npt.NDArray[np.float64]
    by_card: npt.NDArray[np.float64]
    random: npt.NDArray[np.uint64]

    @classmethod
    def of(cls, plan: BettingPlan, paths: Paths, hands: int) -> "PublicScratch":
        """Enough for any walk of a plan."""
        depth, most, sights = plan.depth + 2, int(plan.nodes[:, 1].max()), int(paths.sights.max())
        return cls(
            np.zeros((depth, 2), np.int64), np.zeros((2, depth, hands)), np.zeros((depth, hands)),
            np.zeros((depth, most, hands)), np.zeros((depth, most, sights)), np.zeros((most, sights)), np.zeros(52),
            np.zeros(1, np.uint64),
        )  # fmt: skip
