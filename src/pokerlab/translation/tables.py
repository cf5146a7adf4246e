"""The table of a policy on the tree of a small game: then the exact judge can take it.

A translated strategy is a strategy of the real game. Its table is written seat by seat; below an own action that it
never takes nothing needs to be said, since no best response of the other looks there: such rows check or call.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Generic, TypeVar

import numpy as np

from pokerlab.equilibrium.best_response import Table
from pokerlab.equilibrium.policy import Chances, Policy
from pokerlab.equilibrium.public_tree import BOARD, CHANCE, COUNT, DECISION, FIRST, KIND, PLAYER, ROW, PublicTree
from pokerlab.errors import StrategyError
from pokerlab.games.action import Action, Kind
from pokerlab.games.betting import Betting
from pokerlab.games.hands import private_hands
from pokerlab.games.view import Public
from pokerlab.translation.translated import Translated

Known = TypeVar("Known")


def full_table(translated: Translated, tree: PublicTree, seats: Sequence[int] = (0, 1)) -> Table:
    """float64 [row, hand]: what a translated strategy does at every decision of the real game's tree.

    The tree has every bet that it makes; rows of seats that are not asked for check or call.
    """
    _check_game(translated, tree)
    table = _calling(tree)
    for seat in seats:
        writer = _Writer(tree, seat, table, translated.played, translated.then)
        writer.write(translated.follower.start(seat))
    return table


def policy_table(policy: Policy, tree: PublicTree, seats: Sequence[int] = (0, 1)) -> Table:
    """The same of any policy of the tree's game."""
    _check_game(policy, tree)
    table = _calling(tree)
    for seat in seats:
        writer = _Writer(
            tree, seat, table,
            lambda betting, board: policy.chances(Public(betting, board)),
            lambda betting, action, board: betting.act(action),
        )  # fmt: skip
        writer.write(Betting.start(tree.game))
    return table


class _Writer(Generic[Known]):
    """Walks a tree with what is `Known` of a hand: what one seat does there, and what is known after an action."""

    def __init__(
        self,
        tree: PublicTree,
        seat: int,
        table: Table,
        chances: Callable[[Known, tuple[int, ...]], Chances],
        then: Callable[[Known, Action, tuple[int, ...]], Known],
    ) -> None:
        self.tree, self.seat, self.table, self.chances, self.then = tree, seat, table, chances, then
        self.boards = [_board_cards(tree, board) for board in range(len(tree.deals.boards))]
        hands = private_hands(tree.game)
        self.columns = []
        for cards in self.boards:
            free = [number for number, hand in enumerate(hands) if not set(hand) & set(cards)]
            held = [[number for number in free if tree.hand_of[number] == hand] for hand in range(tree.hands)]
            self.columns.append([numbers[0] if numbers else -1 for numbers in held])

    def write(self, start: Known) -> None:
        """Write all rows of the seat that it comes to."""
        todo = [(0, start)]
        while todo:
            todo += self._below(*todo.pop())

    def _below(self, node: int, state: Known) -> list[tuple[int, Known]]:
        tree = self.tree
        kind, player, board, first, count, row = (
            int(tree.nodes[node, column]) for column in (KIND, PLAYER, BOARD, FIRST, COUNT, ROW)
        )
        children = tree.children[first : first + count].tolist()
        if kind == CHANCE:
            return [(child, state) for child in children]
        if kind != DECISION:
            return []
        cards = self.boards[board]
        actions = [tree.betting.action_of(int(tree.places[child])) for child in children]
        taken = list(range(count))
        if player == self.seat:
            taken = self._put(row, actions, self.chances(state, cards), board)
        return [(children[k], self.then(state, actions[k], cards)) for k in taken]

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


def _check_game(policy: Policy, tree: PublicTree) -> None:
    if tree.game != policy.game:
        raise StrategyError(f"a table of {tree.game.name} for a strategy that plays {policy.game.name}")


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
