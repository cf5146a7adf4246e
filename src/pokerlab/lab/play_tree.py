"""A betting tree in the form that play-outs walk."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pokerlab.betting.tree import BettingTree, NodeKind
from pokerlab.errors import GameError
from pokerlab.games.pots import after_rake, settle
from pokerlab.games.rules import Game
from pokerlab.lab.play_columns import Pots


@dataclass(frozen=True, eq=False)
class PlayTree:
    """Flat arrays, one entry per node of a betting tree without deals, in preorder.

    - `betting`: the tree that it was made of
    - `size`: int64, nodes of the subtree, itself included
    - `street`: int8, from 0 for the tree's first; of an end, the street on which the betting ended
    - `level`: int8, the cards of the board that come between the tree's first street and this one
    - `actor`: int8, the seat to act, -1 at an end
    - `shown`: int16, mask of the seats whose hands are compared at this end, 0 if none are
    - `starts`: int32 [node + 1] and `children`: int32: those of node i are `children[starts[i] : starts[i + 1]]`
    """

    betting: BettingTree
    size: npt.NDArray[np.int64]
    street: npt.NDArray[np.int8]
    level: npt.NDArray[np.int8]
    actor: npt.NDArray[np.int8]
    shown: npt.NDArray[np.int16]
    starts: npt.NDArray[np.int32]
    children: npt.NDArray[np.int32]

    @classmethod
    def of(cls, tree: BettingTree) -> "PlayTree":
        """From a betting tree without deals."""
        game = tree.game
        starts, children = tree.edges
        first = game.board_size(game.first_street)
        levels = np.array([game.board_size(street) - first for street in range(game.streets)], np.int8)
        return cls(
            tree,
            tree.size,
            tree.street - tree.street[0],
            levels[tree.street],
            tree.actor,
            np.where(tree.kind == NodeKind.SHOWDOWN, tree.live, np.int16(0)),
            starts.astype(np.int32),
            children.astype(np.int32),
        )

    def __len__(self) -> int:
        return len(self.size)

    @property
    def game(self) -> Game:
        """The rules."""
        return self.betting.game

    @property
    def dealt(self) -> int:
        """The board cards that are out before the first decision."""
        return self.game.board_size(self.game.first_street)

    @cached_property
    def payoffs(self) -> npt.NDArray[np.float64]:
        """float64 [node, seat, 3], of two players: chips won at an end by each seat, by who has the better hand
        (`betting.tree.WIN`, TIE, LOSE), exact, and counted from half of what lay in the middle at the start."""
        dead = self.game.start.dead if self.game.start else 0
        return self.betting.payoffs() - dead / 2 * (self.actor < 0)[:, None, None]

    @cached_property
    def pots(self) -> Pots:
        """What ends pay to any number of seats, as a table does: nothing of what lay in the middle is counted off."""
        game, tree, paid = self.game, self.betting, self.betting.paid()
        before, starts = np.zeros(paid.shape), np.zeros(len(self) + 1, np.int64)
        amounts: list[float] = []
        seats: list[int] = []
        for node in range(len(self)):
            if self.actor[node] < 0:
                chips = paid[node].tolist()
                settlement = settle(game, chips, int(tree.live[node]))
                before[node] = np.negative(chips)
                if settlement.uncalled:
                    before[node, settlement.uncalled_seat] += settlement.uncalled
                seen = bool(self.shown[node]) or game.board_size(int(tree.street[node])) > 0
                for amount, of_pot in after_rake(game.rake, settlement.pots, board_seen=seen):
                    amounts.append(float(amount))
                    seats.append(sum(1 << seat for seat in of_pot))
            starts[node + 1] = len(amounts)
        return Pots(before, starts, np.array(amounts, np.float64), np.array(seats, np.int64))

    def action_counts(self) -> npt.NDArray[np.int64]:
        """int64 [node]: how many moves there are, 0 at an end."""
        return np.diff(self.starts).astype(np.int64)

    def line(self, *moves: int) -> int:
        """The node that a line of moves leads to, each given by its place among the moves."""
        node = 0
        for move in moves:
            after = self.children[self.starts[node] : self.starts[node + 1]]
            if not 0 <= move < len(after):
                raise GameError(f"node {node} has {len(after)} moves, there is no move {move}")
            node = int(after[move])
        return node
