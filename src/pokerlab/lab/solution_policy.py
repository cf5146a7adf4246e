"""Solutions of post-flop spots in the form that play-outs need.

Of a solution only the chances of moves are taken. The betting and what it pays are those of the rules of a hand, so
that no value of the solver has a part in a play-out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab._memory import free_memory
from pokerlab.betting.tree import BettingTree, NodeKind
from pokerlab.cards.card import format_cards
from pokerlab.cards.combos import COMBO_COUNT
from pokerlab.cards.suits import PERMUTED_COMBOS, SUIT_PERMUTATIONS
from pokerlab.errors import LabError
from pokerlab.lab.play import BOARDS, TablePolicy, board_place
from pokerlab.lab.play_tree import PlayTree
from pokerlab.postflop.memory import in_words
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.solution_file import FileStore
from pokerlab.postflop.solution_store import KeptBoard
from pokerlab.postflop.spot import PLAYERS, RIVER, STREETS
from pokerlab.postflop.tree import SpotTree

_Member = tuple[tuple[int, ...], npt.NDArray[np.int64], npt.NDArray[np.int64]]
"""A board by the cards after the first one, the suits that it has instead of the kept board's, and its hands [1326]."""


@dataclass(frozen=True, eq=False)
class SpotPlay:
    """The betting of a spot as play-outs walk it.

    - `play`: the nodes, with chips as in the spot, counted from half of the pot each
    - `places`: int64 [node of the spot's betting tree]: the same node in `play`; of a deal, the decision after it
    """

    tree: SpotTree
    play: PlayTree
    places: npt.NDArray[np.int64]

    @classmethod
    def of(cls, tree: SpotTree) -> "SpotPlay":
        """The same betting without its deals."""
        is_move = tree.betting.kind != NodeKind.DEAL
        play = PlayTree.of(BettingTree.build(tree.betting.game, tree.betting.menu))
        return cls(tree, play, np.cumsum(is_move) - is_move)


def solution_policies(tree: SpotPlay, oop: Solution, ip: Solution) -> tuple[TablePolicy, TablePolicy]:
    """How one solution plays the first seat and another one, or the same, the second.

    Boards that differ by a renaming of suits share what is kept for one of them. Takes 4 bytes for every hand of a
    player on every kept board and each of his moves there, together as much as one of the solver's two 32-bit tables;
    and on a flop 30 MB to find them. A solution must hold the strategies of all streets.
    """
    seats = [_Seat(tree, solution, player) for player, solution in enumerate((oop, ip))]
    needed, free = 4 * sum(seat.cells for seat in seats), free_memory()
    if free is not None and needed > free:
        raise LabError(f"the strategies take {in_words(needed)} of memory, {in_words(free)} are free")
    chances = np.empty(sum(seat.cells for seat in seats), np.float32)  # one array, which duels need not copy
    first = seats[0].policy(chances, 0)
    return first, seats[1].policy(chances, seats[0].cells)


def check_same_spot(first: Solution, second: Solution) -> None:
    """A `LabError` that says what differs, unless two solutions are of the same game: board, pot, stacks that can be
    lost, rake, betting and both ranges. Names, blinds and the way in which sizes are written do not matter."""
    one, two = first.spot, second.spot
    facts: list[tuple[str, object, object]] = [
        ("board", format_cards(sorted(one.board)), format_cards(sorted(two.board))),
        ("pot", one.pot, two.pot),
        ("stack", one.effective_stack, two.effective_stack),
        ("rake", str(one.rake), str(two.rake)),
    ]
    for what, mine, theirs in facts:
        if mine != theirs:
            raise LabError(f"the solutions are of different spots: {what} {mine} and {theirs}")
    for player, name in enumerate(PLAYERS):
        if not np.array_equal(one.live(player).weights, two.live(player).weights):
            raise LabError(f"the solutions are of different spots: the ranges of {name} differ")
    if _betting(first.tree) != _betting(second.tree):
        raise LabError("the solutions are of different spots: the betting differs (compare pokerlab tree)")


def check_all_streets(solution: Solution) -> None:
    """A `LabError` unless a solution holds the strategies of all streets."""
    if solution.store.deepest < RIVER:
        name = f"{solution.store.path}: " if isinstance(solution.store, FileStore) else ""
        raise LabError(
            f"{name}strategies up to the {STREETS[solution.store.deepest]} only; solve the spot again and store all "
            "streets (without --streets)"
        )


class _Seat:
    """One player's part of a solution: for each street a table [hand on a kept board, move of any of his nodes]."""

    def __init__(self, tree: SpotPlay, solution: Solution, player: int) -> None:
        check_all_streets(solution)
        self.tree, self.solution, self.player = tree, solution, player
        self.boards = solution.store.boards
        self.hands = [solution.store.hands(number, player) for number in range(len(self.boards))]
        streets = range(len(solution.spot.board), RIVER + 1)
        nodes = [node for node in tree.tree.nodes if node.kind is NodeKind.DECISION and node.player == player]
        self.nodes = {street: [node for node in nodes if node.street == street] for street in streets}
        self.widths = {street: sum(len(node.children) for node in self.nodes[street]) for street in streets}
        self.starts, held = [], dict.fromkeys(streets, 0)
        for board, hands in zip(self.boards, self.hands, strict=True):
            self.starts.append(held[len(board.cards)])
            held[len(board.cards)] += len(hands)
        self.held = held
        self.cells = sum(held[street] * self.widths[street] for street in streets)

    def policy(self, chances: npt.NDArray[np.float32], offset: int) -> TablePolicy:
        """The policy, its chances written into an array from an offset on."""
        count = len(self.tree.play)
        bases, strides = np.full(count, -1, np.int64), np.zeros(count, np.int64)
        tables = {}
        for street, nodes in self.nodes.items():
            width, size = self.widths[street], self.held[street] * self.widths[street]
            tables[street] = chances[offset : offset + size].reshape(self.held[street], width)
            for node in nodes:
                place = self.tree.places[node.index]
                bases[place], strides[place] = offset + self.solution.first_row(node), width
            offset += size
        for number, board in enumerate(self.boards):
            first = self.starts[number]
            table = tables[len(board.cards)][first : first + len(self.hands[number])]
            if table.size:
                table[:] = self.solution.store.strategies(number, self.player).T
        return TablePolicy(chances, bases, strides, self._rows())

    def _rows(self) -> npt.NDArray[np.int32]:
        """int32 [board, 1326], see `TablePolicy`."""
        rows = np.full((BOARDS[RIVER - len(self.solution.spot.board)], COMBO_COUNT), -1, np.int32)
        for number, members in enumerate(_members(self.boards)):
            hands = self.hands[number]
            slots = self.starts[number] + np.arange(len(hands))
            for cards, _, renamed in members:
                rows[board_place(cards), renamed[hands]] = slots
        return rows


def _members(boards: Sequence[KeptBoard]) -> list[list[_Member]]:
    """For each kept board all boards that it stands for: those of its parent, each with every renaming of its own."""
    found: list[list[_Member]] = [[((), np.arange(4), np.arange(COMBO_COUNT))]]
    for board in boards[1:]:
        last = board.cards[-1]
        members = []
        for cards, suits, combos in found[board.parent]:
            for renaming in board.renamings:
                new = suits[SUIT_PERMUTATIONS[renaming]]
                card = last & ~3 | int(new[last & 3])
                members.append(((*cards, card), new, combos[PERMUTED_COMBOS[renaming]]))
        found.append(members)
    return found


def _betting(tree: SpotTree) -> Sequence[tuple[object, ...]]:
    return [(node.kind, node.street, node.player, node.parent, node.committed) for node in tree.nodes]
