"""The betting of a two-player hold'em game in the form that play-outs walk: every node judged by the rules of a hand.

The moves may come from anywhere, such as the tree that a solver used. They are taken one by one as the rules allow
them, and what is paid in the end is settled by the rules too, so that nothing of a solver's arithmetic is trusted.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab.betting.tree import BettingTree
from pokerlab.errors import GameError
from pokerlab.games.action import Action, Kind
from pokerlab.games.betting import Betting
from pokerlab.games.pots import Pot, after_rake, award, settle
from pokerlab.games.rules import Game, Limit

BOARD = 5
WIN, TIE, LOSE = 0, 1, 2
"""Last index of `payoffs`: the hand of seat 0 is better than, equal to, or worse than that of seat 1."""

_RANKS = ((1, 0), (0, 0), (0, 1))


@dataclass(frozen=True, eq=False)
class PlayTree:
    """Flat arrays, one entry per node, in preorder.

    - `size`: int64, nodes of the subtree, itself included
    - `street`: int8, from 0; of an end, the street on which the betting ended
    - `actor`: int8, the seat to act, -1 at an end
    - `showdown`: bool, whether hands are compared at this end
    - `starts`: int32 [node + 1] and `children`: int32: those of node i are `children[starts[i] : starts[i + 1]]`
    - `payoffs`: float64 [node, seat, 3]: chips won at an end by each seat, by who has the better hand (WIN, TIE, LOSE);
      a pot that cannot be halved is shared in half chips
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
        """From a betting tree."""
        actions = [
            Action(Kind(kind), to) for kind, to in zip(tree.action[1:].tolist(), tree.to[1:].tolist(), strict=True)
        ]
        return cls.follow(tree.game, tree.parents()[1:].tolist(), actions)

    @classmethod
    def follow(cls, game: Game, parents: Sequence[int], actions: Sequence[Action]) -> "PlayTree":
        """From moves in preorder: node i + 1 follows node `parents[i]` by `actions[i]`; node 0 decides first."""
        _check(game)
        places = [Betting.start(game)]
        for parent, action in zip(parents, actions, strict=True):
            if not 0 <= parent < len(places):
                raise GameError(f"node {len(places)} cannot follow node {parent}: a tree is given in preorder")
            places.append(places[parent].act(action))
        children: list[list[int]] = [[] for _ in places]
        for node, parent in enumerate(parents, 1):
            children[parent].append(node)
        for node, (place, after) in enumerate(zip(places, children, strict=True)):
            if place.is_over != (not after):
                raise GameError(f"node {node}: {'nothing' if not after else 'an action'} follows, against the rules")
        count = len(places)
        starts = np.cumsum([0, *map(len, children)]).astype(np.int32)
        payoffs = np.zeros((count, 2, 3))
        for node, place in enumerate(places):
            if place.is_over:
                payoffs[node] = _payoffs(place)
        is_end = np.array([place.is_over for place in places])
        return cls(
            game,
            _sizes(parents),
            np.array([min(place.street, game.streets - 1) for place in places], np.int8),
            np.array([place.actor for place in places], np.int8),
            is_end & np.array([place.live == 0b11 for place in places]),
            starts,
            np.array([node for after in children for node in after], np.int32),
            payoffs,
        )

    def __len__(self) -> int:
        return len(self.size)

    @property
    def dealt(self) -> int:
        """The board cards that are out before the first decision."""
        return self.game.board_cards[0]

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


def postflop_game(pot: int, stacks: tuple[int, int], *, board_cards: int = 3, smallest_bet: int = 1) -> Game:
    """Hold'em from a board of 3 to 5 cards on: `pot` chips are in the middle, `stacks` behind; seat 0 acts first."""
    streets = BOARD + 1 - board_cards
    if not 1 <= streets <= 3:
        raise GameError(f"a post-flop game begins with 3 to 5 board cards, not {board_cards}")
    antes = (pot - pot // 2, pot // 2)
    return Game(
        "holdem-postflop",
        Limit.NONE,
        stacks=(stacks[0] + antes[0], stacks[1] + antes[1]),
        blinds=(0, 0),
        antes=antes,
        bets=(smallest_bet,) * streets,
        raise_caps=(None,) * streets,
        private_cards=(2,) + (0,) * (streets - 1),
        board_cards=(board_cards,) + (1,) * (streets - 1),
        first_to_act=(0,) * streets,
        dead_antes=True,
    )


def _check(game: Game) -> None:
    cards = game.board_cards
    is_fitting = game.ranking == "holdem" and game.private_cards[0] == 2 and cards[0] >= 3 and set(cards[1:]) <= {1}
    if game.players != 2 or not is_fitting or sum(cards) != BOARD:
        raise GameError(
            f"{game.name}: play-outs need two players, two cards each, a board of 3 to 5 cards at the start"
        )


def _payoffs(place: Betting) -> npt.NDArray[np.float64]:
    """float64 [seat, 3]. Amounts are doubled while they are shared, so that halves are exact."""
    game = place.game
    pots, uncalled, uncalled_seat = settle(game, place.paid, place.live)
    doubled = [Pot(2 * pot.amount, pot.seats) for pot in after_rake(game, pots, board_seen=True)]
    result = np.empty((2, 3))
    for outcome, ranks in enumerate(_RANKS):
        won = [-2 * chips for chips in place.paid]
        if uncalled:
            won[uncalled_seat] += 2 * uncalled
        award(doubled, ranks, won)
        result[:, outcome] = np.array(won) / 2
    return result


def _sizes(parents: Sequence[int]) -> npt.NDArray[np.int64]:
    sizes = np.ones(len(parents) + 1, np.int64)
    for node in range(len(parents), 0, -1):
        sizes[parents[node - 1]] += sizes[node]
    for node, parent in enumerate(parents, 1):
        if not parent < node < parent + sizes[parent]:
            raise GameError(
                f"node {node} is not among the nodes that follow node {parent}: a tree is given in preorder"
            )
    return sizes
