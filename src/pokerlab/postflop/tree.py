"""All ways to bet a spot: its betting tree, node by node, with moves in the words of players.

The betting does not depend on which card falls, so a street's end is one DEAL node with one child.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pokerlab.betting.lines import LinedMenu
from pokerlab.betting.paths import follow, words
from pokerlab.betting.tree import BettingTree, NodeKind
from pokerlab.cards.card import as_cards, format_cards
from pokerlab.cards.ranges import Range
from pokerlab.errors import GameError, SpotError, TreeSizeError
from pokerlab.games.action import Kind
from pokerlab.postflop.spot import FLOP, LEAST_WEIGHT, PLAYERS, STREETS, Spot
from pokerlab.postflop.spot_units import as_written, line_as_written, path_in_chips, size_as_written

MOST_NODES = 2_000_000
"""Trees with more nodes are refused."""


@dataclass(frozen=True, slots=True)
class Move:
    """One choice of a player.

    - `kind`: `fold`, `check`, `call`, `bet` or `raise`
    - `amount`: chips the player has put in on this street after it; 0 for a fold and a check
    - `size`: the text of the size that gave a bet or raise (`50%`), empty otherwise
    - `decimals`: of the spot: how its text writes the amount
    """

    kind: str
    amount: int = 0
    is_all_in: bool = False
    size: str = ""
    decimals: int = 0

    def __str__(self) -> str:
        return f"{self.kind} {as_written(self.amount, self.decimals)}" if self.is_bet else self.kind

    @property
    def is_bet(self) -> bool:
        """Whether it is a bet or raise."""
        return self.kind in ("bet", "raise")


@dataclass(frozen=True, slots=True)
class SpotNode:
    """A place in the betting of a spot.

    - `street`: board cards 3, 4 or 5; of a DEAL the street that ends, of a SHOWDOWN the street in which the betting
      ended (below 5: a called all-in with cards to come)
    - `player`: at a DECISION who acts (0 = oop, 1 = ip), at an end by a fold who folded, else -1
    - `parent`: index, -1 for the root; `children`: indices, in the order fold, check or call, bets from small to large
    - `move`: what led here; None for the root and after a deal
    - `committed`: chips each put in since the start of the spot
    - `aggressor`: who bet or raised last on this street, -1 if nobody did
    """

    index: int
    kind: NodeKind
    street: int
    player: int
    parent: int
    move: Move | None
    committed: tuple[int, int]
    children: tuple[int, ...]
    aggressor: int = -1


@dataclass(frozen=True, slots=True)
class StreetCounts:
    """Nodes of a street: decisions, their moves, ends with a card to come, folds and showdowns."""

    decisions: int
    moves: int
    deals: int
    folds: int
    showdowns: int


@dataclass(frozen=True, eq=False)
class SpotTree:
    """The betting of a spot: `nodes` in preorder, the root first, as in `betting` (which has its deals)."""

    spot: Spot
    betting: BettingTree
    nodes: tuple[SpotNode, ...]

    @classmethod
    def build(cls, spot: Spot, *, most_nodes: int = MOST_NODES) -> "SpotTree":
        """The tree of a spot; a `SpotError` that says what to change if it has more than `most_nodes` nodes, or which
        added or removed line does not fit."""
        try:
            betting = BettingTree.build(spot.game(), spot.menu(), deals=True, most_nodes=most_nodes)
        except TreeSizeError:
            raise SpotError(
                f"the betting tree has more than {most_nodes:,} nodes: take fewer or larger sizes, merge near ones, "
                "or set raise_cap"
            ) from None
        except GameError as error:
            raise SpotError(line_as_written(str(error), spot.decimals)) from None
        return cls(spot, betting, tuple(_nodes(spot, betting)))

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def root(self) -> SpotNode:
        """The first decision."""
        return self.nodes[0]

    def moves(self, node: SpotNode) -> tuple[Move, ...]:
        """The moves of a DECISION node, in the order of its children."""
        return tuple(move for child in node.children if (move := self.nodes[child].move) is not None)

    def find(self, path: Sequence[str] | str) -> SpotNode:
        """The node that a line of play leads to, such as `check/bet 33/turn 7h/check`; see `betting.steps`."""
        return self.resolve(path)[0]

    def resolve(self, path: Sequence[str] | str) -> tuple[SpotNode, list[int | None]]:
        """The node at the end of a path, and the cards dealt on the way (None where the path does not say which)."""
        try:
            line = follow(self.betting, path_in_chips(path, self.spot.big_blind, self.spot.decimals))
        except GameError as error:
            raise SpotError(line_as_written(str(error), self.spot.decimals)) from None
        return self.nodes[line.node], [cards[0] if cards else None for cards in line.cards]

    def path(self, node: SpotNode) -> tuple[str, ...]:
        """The moves that lead to a node; every deal is the word `turn` or `river`."""
        steps: list[str] = []
        while node.parent >= 0:
            steps.append(STREETS[node.street] if node.move is None else str(node.move))
            node = self.nodes[node.parent]
        return tuple(reversed(steps))

    def counts(self) -> dict[int, StreetCounts]:
        """What there is on each street (3, 4, 5 board cards) that the tree has."""
        kinds = Counter((node.street, node.kind) for node in self.nodes)
        choices: Counter[int] = Counter()
        for node in self.nodes:
            if node.kind is NodeKind.DECISION:
                choices[node.street] += len(node.children)
        return {
            street: StreetCounts(
                kinds[street, NodeKind.DECISION], choices[street],
                kinds[street, NodeKind.DEAL], kinds[street, NodeKind.FOLD], kinds[street, NodeKind.SHOWDOWN],
            )
            for street in sorted({street for street, _ in kinds})
        }  # fmt: skip

    def alike(self) -> list[int]:
        """For each node a number that is the same where all that follows is the same, chips included."""
        numbers: dict[object, int] = {}
        found = [0] * len(self.nodes)
        for node in reversed(self.nodes):
            below = tuple((self.nodes[child].move, found[child]) for child in node.children)
            key = (node.kind, node.street, node.player, node.committed, below)
            found[node.index] = numbers.setdefault(key, len(numbers))
        return found

    def pot(self, node: SpotNode) -> int:
        """The chips in the middle at a node, bets that are not called yet included."""
        return self.spot.pot + sum(node.committed)

    def contested(self, node: SpotNode) -> int:
        """The pot without the uncalled part of the last bet, which goes back: what is won, and raked, at an end."""
        return self.spot.pot + 2 * min(node.committed)

    @cached_property
    def payoffs(self) -> npt.NDArray[np.float64]:
        """float64 [node, player, 3]: chips won at an end, counted from half of the starting pot, by who has the better
        hand (`betting.tree.WIN`, TIE, LOSE)."""
        is_end = (self.betting.kind == NodeKind.FOLD) | (self.betting.kind == NodeKind.SHOWDOWN)
        return np.asarray(self.betting.payoffs() - self.spot.pot / 2 * is_end[:, None, None])

    def continued(
        self, node: SpotNode, board: str | Iterable[int], oop_weights: npt.ArrayLike, ip_weights: npt.ArrayLike
    ) -> Spot:
        """The spot at the start of the next street, after a DEAL node.

        - `board`: this spot's board and the cards dealt since, one more than at the node's street
        - `oop_weights`, `ip_weights`: float [1326], how likely each hand is held there; any scale

        Its betting tree is the part of this one below the node.
        """
        spot = self.spot
        if node.kind is not NodeKind.DEAL:
            raise SpotError(f"a spot continues where a card is dealt, not at a {node.kind.name.lower()}")
        cards = as_cards(board, at_most=5, what="board")
        if len(cards) != node.street + 1 or set(cards[: len(spot.board)]) != set(spot.board):
            raise SpotError(
                f"board {format_cards(cards)}: after the {STREETS[node.street]} of {format_cards(spot.board)} it has "
                f"those cards first and {node.street + 1} in all"
            )
        put = node.committed[0]
        new = {
            "board": cards,
            "pot": spot.pot + 2 * put,
            "stacks": tuple(stack - put for stack in spot.stacks),
            "oop": _scaled(oop_weights, "oop"),
            "ip": _scaled(ip_weights, "ip"),
            "aggressor": None if node.aggressor < 0 else PLAYERS[node.aggressor],
            **self._lines_below(node),
        }
        return spot.changed(**new)

    def _lines_below(self, node: SpotNode) -> dict[str, tuple[str, ...]]:
        """The lines that are added and removed below a node, from there on."""
        menu = self.betting.menu
        if not isinstance(menu, LinedMenu):
            return {}
        add, remove = menu.lines_after(follow(self.betting, words(self.betting, node.index)).position)
        return {"add": add, "remove": remove}


def _nodes(spot: Spot, tree: BettingTree) -> Iterator[SpotNode]:
    """The nodes with what follows from those above them: kinds of bets, and who bet last."""
    starts, children = (array.tolist() for array in tree.edges)
    parents, paid = tree.parents().tolist(), tree.paid().tolist()
    kinds, streets, actors = tree.kind.tolist(), tree.street.tolist(), tree.actor.tolist()
    actions, amounts, labels = tree.action.tolist(), tree.to.tolist(), tree.label.tolist()
    aggressors = [-1] * len(tree)
    street_starts = [0] * len(tree)  # chips each had put in before the street
    for node, kind in enumerate(kinds):
        parent, move = parents[node], None
        if parent >= 0:
            is_new = streets[node] != streets[parent]
            aggressors[node] = -1 if is_new else aggressors[parent]
            start = street_starts[node] = paid[node][0] if is_new else street_starts[parent]
            mover = actors[parent]
            if actions[node] == Kind.RAISE:
                word = "bet" if aggressors[node] < 0 else "raise"
                is_all_in = start + amounts[node] == spot.effective_stack
                size = size_as_written(tree.labels[labels[node]], spot.decimals)
                move = Move(word, amounts[node], is_all_in, size, spot.decimals)
                aggressors[node] = mover
            elif actions[node] == Kind.CALL:
                chips = paid[node][mover] - start
                faced = aggressors[node] >= 0
                move = Move("call", chips, paid[node][mover] == spot.effective_stack) if faced else Move("check")
            elif actions[node] == Kind.FOLD:
                move = Move("fold")
        player = actors[parent] if kind == NodeKind.FOLD else actors[node]
        yield SpotNode(
            node, NodeKind(kind), FLOP - 1 + streets[node], player, parent, move, (paid[node][0], paid[node][1]),
            tuple(children[starts[node] : starts[node + 1]]), aggressors[node],
        )  # fmt: skip


def _scaled(weights: npt.ArrayLike, what: str) -> Range:
    """Weights of any scale as a range; hands too rare to count are left out."""
    array = np.asarray(weights, np.float64)
    largest = array.max(initial=0.0)
    if not 0 < largest < np.inf:
        raise SpotError(f"{what}: the range has no hands")
    is_rare = (array >= 0) & (array < LEAST_WEIGHT * largest)
    return Range(np.where(is_rare, 0.0, array / largest))
