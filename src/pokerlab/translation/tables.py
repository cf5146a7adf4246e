"""The table of a policy on the tree of a small game: then the exact judge can take it.

A translated strategy is a strategy of the real game. Its table is written seat by seat; below an own action that it
never takes nothing needs to be said, since no best response of the other looks there: such rows check or call.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from pokerlab.equilibrium.best_response import Table
from pokerlab.equilibrium.policy import Chances
from pokerlab.equilibrium.public_tree import BOARD, CHANCE, COUNT, DECISION, FIRST, KIND, PLAYER, ROW, PublicTree
from pokerlab.errors import StrategyError
from pokerlab.games.action import Action, Kind
from pokerlab.games.hands import private_hands
from pokerlab.translation.shadow import Shadow
from pokerlab.translation.translated import Translated


def full_table(translated: Translated, tree: PublicTree, seats: Sequence[int] = (0, 1)) -> Table:
    """float64 [row, hand]: what a translated strategy does at every decision of the real game's tree.

    The tree has every bet that it makes; rows of seats that are not asked for check or call.
    """
    if tree.game != translated.game:
        raise StrategyError(f"a table of {tree.game.name} for a strategy that plays {translated.game.name}")
    table = _calling(tree)
    for seat in seats:
        _Writer(translated, tree, seat, table).write()
    return table


class _Writer:
    """Walks a tree with the shadow of one seat."""

    def __init__(self, translated: Translated, tree: PublicTree, seat: int, table: Table) -> None:
        self.translated, self.tree, self.seat, self.table = translated, tree, seat, table
        self.boards = [_board_cards(tree, board) for board in range(len(tree.deals.boards))]
        hands = private_hands(tree.game)
        self.columns = []
        for cards in self.boards:
            free = [number for number, hand in enumerate(hands) if not set(hand) & set(cards)]
            held = [[number for number in free if tree.hand_of[number] == hand] for hand in range(tree.hands)]
            self.columns.append([numbers[0] if numbers else -1 for numbers in held])

    def write(self) -> None:
        todo = [(0, self.translated.follower.start(self.seat))]
        while todo:
            todo += self._below(*todo.pop())

    def _below(self, node: int, shadow: Shadow) -> list[tuple[int, Shadow]]:
        tree = self.tree
        kind, player, board, first, count, row = (
            int(tree.nodes[node, column]) for column in (KIND, PLAYER, BOARD, FIRST, COUNT, ROW)
        )
        children = tree.children[first : first + count].tolist()
        if kind == CHANCE:
            return [(child, shadow) for child in children]
        if kind != DECISION:
            return []
        cards = self.boards[board]
        actions = [tree.betting.action_of(int(tree.places[child])) for child in children]
        taken = list(range(count))
        if player == self.seat:
            taken = self._put(row, actions, self.translated.played(shadow, cards), board)
        return [(children[k], self.translated.then(shadow, actions[k], cards)) for k in taken]

    def _put(self, row: int, actions: list[Action], chances: Chances, board: int) -> list[int]:
        """Write the rows of a decision; which actions are ever taken."""
        columns = self.columns[board]
        part = np.zeros((len(actions), len(columns)))
        for action, chance in zip(chances.actions, chances.table, strict=True):
            if action not in actions:
                raise StrategyError(f"{self.tree.game.name} with menu '{self.tree.menu}' lacks the bet {action}")
            part[actions.index(action)] = [chance[column] if column >= 0 else 0 for column in columns]
        total = part.sum(axis=0)
        calls = np.array([float(action.kind is Kind.CALL) for action in actions])
        self.table[row : row + len(actions)] = np.where(total > 0, part / np.where(total > 0, total, 1), calls[:, None])
        return np.flatnonzero(part.any(axis=1)).tolist()


def _calling(tree: PublicTree) -> Table:
    """float64 [row, hand]: check or call at every decision."""
    table = np.zeros((tree.rows, tree.hands))
    nodes = tree.nodes[tree.nodes[:, KIND] == DECISION]
    counts = nodes[:, COUNT]
    within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
    places = tree.places[tree.children[np.repeat(nodes[:, FIRST], counts) + within]]
    rows = np.repeat(nodes[:, ROW], counts) + within
    table[rows[tree.betting.action[places] == Kind.CALL]] = 1
    return table


def _board_cards(tree: PublicTree, board: int) -> tuple[int, ...]:
    """Cards that lie on a board of the tree: of those that it does not tell apart, any."""
    cards: tuple[int, ...] = ()
    counts = (count for count in tree.game.board_cards if count)
    for text in tree.deals.boards[board].text.split():
        left = [card for card in tree.game.cards if card not in cards]
        cards += next(dealt for dealt in combinations(left, next(counts)) if tree.deals.text_of(dealt) == text)
    return cards
