"""The arrays of a public tree in the order in which the vector kernels walk them.

Inner nodes and terminals are apart, and what follows a node has neighbouring places in the tables of values and of
reaches, so that a pass is a few straight loops without look-ups.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab.equilibrium.public_tree import (
    BOARD,
    COUNT,
    FIRST,
    KIND,
    PLAYER,
    REACH0,
    REACH1,
    ROW,
    TERMINAL,
    PublicTree,
)
from pokerlab.errors import GameError

CHANCE_PLAYER = 2


@dataclass(frozen=True)
class PassLayout:
    """A public tree laid out for passes.

    - `inner`: int32 [inner node, 8], a node before what follows it; columns: player (2: chance), number of children,
      row of its strategy, its place in `values`, the place of its first child there, the rows of the opponent's reach
      for player 0 and player 1, and the row of the first child's reach (of the one who does not decide)
    - `ends`: int32 [terminal, 4]: place in `values`, board, rows of reach for player 0 and 1; `pays`: float64
      [terminal, 2, 3]
    - `slot`: int64 [node], each node's place in `values`
    """

    inner: npt.NDArray[np.int32]
    ends: npt.NDArray[np.int32]
    pays: npt.NDArray[np.float64]
    slot: npt.NDArray[np.int64]

    @classmethod
    def of(cls, tree: PublicTree) -> "PassLayout":
        """Lay out a tree of two players."""
        if tree.game.players != 2:
            raise GameError(f"{tree.game.name}: equilibria are computed for two players, not {tree.game.players}")
        nodes = tree.nodes
        is_end = nodes[:, KIND] == TERMINAL
        inner = np.flatnonzero(~is_end)
        slot = np.zeros(len(nodes), np.int64)
        # Children of the inner nodes, in their order, take the places 1, 2, ...; the root has place 0.
        slot[tree.children] = np.arange(1, len(tree.children) + 1) if len(nodes) > 1 else 0
        rows = np.zeros((len(inner), 8), np.int32)
        rows[:, 0] = np.where(nodes[inner, PLAYER] < 0, CHANCE_PLAYER, nodes[inner, PLAYER])
        rows[:, 1] = nodes[inner, COUNT]
        rows[:, 2] = nodes[inner, ROW]
        rows[:, 3] = slot[inner]
        rows[:, 4] = 1 + nodes[inner, FIRST]
        rows[:, 5], rows[:, 6] = nodes[inner, REACH0], nodes[inner, REACH1]
        first_child = tree.children[nodes[inner, FIRST]]
        rows[:, 7] = np.where(rows[:, 0] == 0, nodes[first_child, REACH1], nodes[first_child, REACH0])
        ends = np.flatnonzero(is_end)
        ends = ends[np.argsort(nodes[ends, BOARD], kind="stable")]
        columns = [slot[ends], nodes[ends, BOARD], nodes[ends, REACH0], nodes[ends, REACH1]]
        return cls(rows, np.stack(columns, axis=1).astype(np.int32), tree.pays[ends].copy(), slot)
