"""Buckets of small games, by the notation and the code of those of hold'em.

    sights = named_sights(named_game("leduc"), "2.all")     # of three ranks before the board two are told apart
    alike = alike_hands(tree, "2.all")                       # the same, for the rows of a public tree
    solved = solve_exactly(tree, alike=alike)                # `lp`: an equilibrium of players who tell no more apart
    judge_inside(tree, alike, solved.table), Judge(tree).judge(solved.table)

Strength is measured as in hold'em: against one random hand, over all boards that can follow.
"""

from math import gcd

import numpy as np
import numpy.typing as npt

from pokerlab.abstraction.notation import Cut, CutKind, StreetPart, parse_cards
from pokerlab.abstraction.street_cuts import StreetCut, cut_street
from pokerlab.equilibrium.best_response import Judge, Judgement, Table
from pokerlab.equilibrium.deals import Deals
from pokerlab.equilibrium.public_tree import BOARD, COUNT, DECISION, FIRST, KIND, PLAYER, ROW, TERMINAL, PublicTree
from pokerlab.errors import AbstractionError, SolverError
from pokerlab.games.rules import Game

_DIGITS = 12
"""Values that differ by less are equal: sums of chances are floats here."""


def named_sights(game: Game, name: str, deals: Deals | None = None) -> tuple[npt.NDArray[np.int32], ...]:
    """By street int32 [board * hand]: what is seen of each hand on each board of the street, numbered densely; -1 for
    hands that cannot be held there. Boards are those that may lie on the street, in the order of `Deals`."""
    return tuple(sights for sights, _ in cut_game(game, name, deals))


def cut_game(game: Game, name: str, deals: Deals | None = None) -> list[tuple[npt.NDArray[np.int32], StreetCut]]:
    """The same, with what came out of every street."""
    deals = deals or Deals.of(game)
    cards = parse_cards(name, deals.lying.shape[1])
    found: list[tuple[npt.NDArray[np.int32], StreetCut]] = []
    memory_of: dict[tuple[int, int], int] = {}
    memories = 1
    for part in cards.parts:
        street = _Street(deals, part.place.street)
        before = [memory_of[street.board_before(board), hand] if found else 0 for board, hand in street.held]
        memory = np.array(before, np.int32).reshape(-1, 1)
        made, sights = _cut(part, street, memory, memories)
        out = np.full(len(street.boards) * len(deals.hands), -1, np.int32)
        for (board, hand), sight in zip(street.held, sights[:, 0].tolist(), strict=True):
            out[street.boards.index(board) * len(deals.hands) + hand] = sight
            memory_of[board, hand] = int(made.memory_of_sight[sight])
        found.append((out, made))
        memories = made.memories
    return found


def alike_hands(tree: PublicTree, name: str) -> npt.NDArray[np.int64]:
    """int64 [row, hand]: for a tree's tables, row * hands + hand of the first entry that is one with an entry because
    the bets are the same and the cards are seen as the same: other hands, and other boards."""
    sights = named_sights(tree.game, name, tree.deals)
    alike = np.arange(tree.rows * tree.hands).reshape(tree.rows, tree.hands)
    boards = [np.unique(lying).tolist() for lying in tree.deals.lying.T]
    first_of: dict[tuple[str, int], int] = {}
    for node, situation in tree.situations.items():
        row, count, board = (int(tree.nodes[node, column]) for column in (ROW, COUNT, BOARD))
        street = situation.history.count("/")
        first = boards[street].index(board) * tree.hands
        for hand, sight in enumerate(sights[street][first : first + tree.hands].tolist()):
            if sight >= 0:
                same = first_of.setdefault((situation.history, sight), row * tree.hands + hand)
                alike[row : row + count, hand] = same + tree.hands * np.arange(count)
    return alike


def judge_inside(tree: PublicTree, alike: npt.NDArray[np.int64], table: Table) -> Judgement:
    """How far strategies are from equilibrium if best responses, too, must play what is seen as one (`alike_hands`)
    alike; of names that forget, at least so far."""
    if not tree.is_zero_sum or tree.game.players != 2:
        raise SolverError(f"{tree.game.name}: best responses inside buckets need a zero-sum game of two players")
    values = Judge(tree).judge(table).values
    return Judgement(values, tuple(_best_inside(tree, alike, table, player) for player in range(2)))


def _best_inside(tree: PublicTree, alike: npt.NDArray[np.int64], table: Table, player: int) -> float:
    """What a best response wins that plays alike what is seen as one, in chips per hand."""
    depths, reach = np.zeros(len(tree.nodes), np.int64), np.ones((len(tree.nodes), tree.hands))
    for node, (kind, who, _, first, count, row) in enumerate(tree.nodes[:, :6].tolist()):
        for k, child in enumerate(tree.children[first : first + count].tolist()):
            depths[child] = depths[node] + 1
            is_other = kind == DECISION and who != player
            reach[child] = reach[node] * table[row + k] if is_other else reach[node]
    values = np.zeros((len(tree.nodes), tree.hands))  # times the chance of the deal and the other player's reach
    sums = np.zeros(tree.rows * tree.hands)
    for depth in range(int(depths.max()), -1, -1):  # what is seen as one has as many moves behind it
        nodes = np.flatnonzero(depths == depth).tolist()
        is_own = (tree.nodes[nodes, KIND] == DECISION) & (tree.nodes[nodes, PLAYER] == player)
        for node in np.array(nodes)[is_own].tolist():
            first, count, row = tree.nodes[node, [FIRST, COUNT, ROW]].tolist()
            np.add.at(sums, alike[row : row + count], values[tree.children[first : first + count]])
        for node, own in zip(nodes, is_own.tolist(), strict=True):
            kind, first, count, row = tree.nodes[node, [KIND, FIRST, COUNT, ROW]].tolist()
            after = values[tree.children[first : first + count]]
            if kind == TERMINAL:
                pay = np.tensordot(tree.pays[node, 0], tree.deals.matrices[tree.nodes[node, BOARD]], axes=1)
                values[node] = pay @ reach[node] if player == 0 else -(reach[node] @ pay)
            elif own:
                best = sums[alike[row : row + count]].argmax(axis=0)
                values[node] = after[best, np.arange(tree.hands)]
            else:
                values[node] = after.sum(axis=0)
    return float(values[0].sum())


def _cut(
    part: StreetPart, street: "_Street", memory: npt.NDArray[np.int32], memories: int
) -> tuple[StreetCut, npt.NDArray[np.int32]]:
    def labels(cut: Cut) -> npt.NDArray[np.int32]:
        if cut.kind is not CutKind.ALL:
            raise AbstractionError(f"'{part}': small games have percentiles, and every hand for itself ('all')")
        return np.arange(len(street.held), dtype=np.int32)

    def values(cut: Cut) -> npt.NDArray[np.float64]:
        if cut.players != 2:
            raise AbstractionError(f"'{part}': strength in small games is against one hand")
        return street.strengths(cut.power)

    return cut_street(part, street.weights(), memory, memories, values, labels)


class _Street:
    """The hands that can be held on the boards of a street, and how strong they are."""

    def __init__(self, deals: Deals, street: int) -> None:
        self.deals, self.street = deals, street
        self.boards: list[int] = np.unique(deals.lying[:, street]).tolist()
        pairs = np.column_stack([deals.lying[:, street], deals.held[:, 0]])
        known, self._number = np.unique(pairs, axis=0, return_inverse=True)
        self._number = self._number.reshape(-1)
        self.held: list[tuple[int, int]] = [(int(board), int(hand)) for board, hand in known]

    def board_before(self, board: int) -> int:
        """The board of the street before, on which it was remembered."""
        row = int(np.flatnonzero(self.deals.lying[:, self.street] == board)[0])
        return int(self.deals.lying[row, self.street - 1])

    def weights(self) -> npt.NDArray[np.uint8]:
        """uint8 [hand on a board]: how often each is dealt, in the smallest whole numbers."""
        chances = np.bincount(self._number, self.deals.chances)
        counts = np.rint(chances / self.deals.chances.min()).astype(np.int64)
        counts //= gcd(*counts.tolist())
        if counts.max() > 255:
            raise AbstractionError("the hands of this game are dealt too unevenly to be cut into percentiles")
        return np.asarray(counts, np.uint8)

    def strengths(self, power: int) -> npt.NDArray[np.float64]:
        """float64 [hand on a board]: E[HS^k]."""
        deals = self.deals
        ends = np.column_stack([deals.lying[:, -1], deals.held[:, 0]])
        _, end = np.unique(ends, axis=0, return_inverse=True)
        end = end.reshape(-1)
        won = np.sign(deals.ranks[:, 0] - deals.ranks[:, 1]) / 2 + 0.5
        mass = np.bincount(end, deals.chances)
        strength = np.bincount(end, deals.chances * won) / mass
        sums = np.bincount(self._number, deals.chances * strength[end] ** power)
        return np.round(sums / np.bincount(self._number, deals.chances), _DIGITS)
