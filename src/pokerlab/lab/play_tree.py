"""A betting tree of a two-player hold'em game in the form that play-outs walk."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab.betting.tree import BettingTree, NodeKind
from pokerlab.errors import GameError
from pokerlab.games.rules import Game

BOARD = 5


@dataclass(frozen=True, eq=False)
class PlayTree:
    """Flat arrays, one entry per node of a betting tree without deals, in preorder.

    - `size`: int64, nodes of the subtree, itself included
    - `street`: int8, from 0 for the tree's first; of an end, the street on which the betting ended
    - `actor`: int8, the seat to act, -1 at an end
    - `showdown`: bool, whether hands are compared at this end
    - `starts`: int32 [node + 1] and `children`: int32: those of node i are `children[starts[i] : starts[i + 1]]`
    - `payoffs`: float64 [node, seat, 3]: chips won at an end by each seat, by who has the better hand
      (`betting.tree.WIN`, TIE, LOSE), exact, and counted from half of what lay in the middle at the start
    """

    game: Game
    size: npt.NDArray[np.int64]
    street: npt.NDArray[np.int8]
    actor: npt.NDArray[np.int8]
    showdown: npt.NDArray[np.bool_]
    starts: npt.NDArray[np.int32]
    children: npt.NDArray[np.int32]
    payoffs: npt.NDArray[np.float64]

    @classmethod
    def of(cls, tree: BettingTree) -> "PlayTree":
        """From a betting tree without deals."""
        game = tree.game
        _check(game)
        starts, children = tree.edges
        dead = game.start.dead if game.start else 0
        is_end = (tree.kind == NodeKind.FOLD) | (tree.kind == NodeKind.SHOWDOWN)
        return cls(
            game,
            tree.size,
            tree.street - tree.street[0],
            tree.actor,
            tree.kind == NodeKind.SHOWDOWN,
            starts.astype(np.int32),
            children.astype(np.int32),
            tree.payoffs() - dead / 2 * is_end[:, None, None],
        )

    def __len__(self) -> int:
        return len(self.size)

    @property
    def dealt(self) -> int:
        """The board cards that are out before the first decision."""
        return self.game.board_size(self.game.first_street)

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


def _check(game: Game) -> None:
    first = game.first_street
    is_fitting = game.ranking == "holdem" and sum(game.private_cards[: first + 1]) == sum(game.private_cards) == 2
    is_fitting &= game.board_size(first) >= 3 and set(game.board_cards[first + 1 :]) <= {1}
    if game.players != 2 or not is_fitting or sum(game.board_cards) != BOARD:
        raise GameError(
            f"{game.name}: play-outs need two players, two cards each, a board of 3 to 5 cards at the start"
        )
