"""The linear program of a listed game of two players: its exact value (see `equilibrium.lp`).

Plans and values are by sight on the street of a decision; on later streets what follows is by what was seen before.
"""

from functools import cached_property

import numpy as np
import numpy.typing as npt

from pokerlab.betting.tree import NodeKind
from pokerlab.equilibrium.lp import SparseRows, maximised
from pokerlab.errors import SolverError
from pokerlab.training.listed_game import MEET, ListedGame

Longs = npt.NDArray[np.int64]

MOST_NUMBERS = 20_000_000
"""In the matrix of a program: larger ones take gigabytes, and days."""


def listed_value(game: ListedGame) -> float:
    """The value of a listed game of two players to player 0, in chips per hand."""
    if game.players != 2:
        raise SolverError(f"{game.tree.game.name}: the linear program is for two players, not {game.players}")
    counts = game.cards.counts
    ends = sum(
        len(ends.nodes) * count**2 for bets, count in zip(game.streets, counts, strict=True)
        for ends in bets.ends.values()
    )  # fmt: skip
    if ends > MOST_NUMBERS:
        raise SolverError(
            f"{game.tree.game.name}: a linear program of {ends:,} results is too large (at most {MOST_NUMBERS:,}); "
            "vector CFR comes as near as is wanted"
        )
    program = _Program(game)
    name = f"{game.tree.game.name} {game.cards.name}"
    limits, sums = (rows.matrix(len(program.objective)) for rows in (program.limits, program.sums))
    result = maximised(name, program.objective, limits, sums, program.plan_size)
    return float(-result.fun) + program.constant


class _Program:
    """Player 0's plan [row, sight] of each street, then player 1's values [decision, sight]; as in `equilibrium.lp`."""

    def __init__(self, game: ListedGame) -> None:
        self.game, self.tree = game, game.tree
        self.sums, self.limits = SparseRows(), SparseRows()
        self.constant = 0.0
        size = len(self.tree)
        self.first = np.full(size, -1, np.int64)
        """By node after an action: of player 0 the first variable of the action, of player 1 its first limit."""
        variables = 0
        for node in self._decisions(0):
            for child in self.tree.children(node):
                self.first[child] = variables
                variables += self._sights(node)
        self.plan_size = variables
        self.value_of = np.full(size, -1, np.int64)
        for node in self._decisions(1):
            self.value_of[node] = variables
            variables += self._sights(node)
        self.objective = np.zeros(variables)
        for node in self._decisions(1):
            sights = np.arange(self._sights(node))
            for child in self.tree.children(node):
                self.first[child] = self.limits.rows
                self.limits.put(self.limits.rows + sights, self.value_of[node] + sights, 1.0)
                self.limits.right += [0.0] * len(sights)
        self._pays = self._end_tables()
        self._walk()

    def _decisions(self, player: int) -> list[int]:
        found = np.flatnonzero((self.tree.kind == NodeKind.DECISION) & (self.tree.actor == player))
        return [int(node) for node in found]

    def _sights(self, node: int) -> int:
        return self.game.cards.counts[int(self.tree.street[node])]

    def _end_tables(self) -> dict[int, list[tuple[float, npt.NDArray[np.float64]]]]:
        """By node of the tree: chips of player 0 and the table [his sight, the other's] they are multiplied with."""
        cards = self.game.cards
        found: dict[int, list[tuple[float, npt.NDArray[np.float64]]]] = {}
        for street, bets in enumerate(self.game.streets):
            for kind, ends in bets.ends.items():
                table = cards.on_street(cards.meet if kind == MEET else cards.leads[kind][0], street)
                for node, chips in zip(bets.of_tree[ends.nodes].tolist(), ends.chips[:, 0].tolist(), strict=True):
                    found.setdefault(node, []).append((chips, table))
        return found

    @cached_property
    def _before(self) -> dict[tuple[int, int], Longs]:
        """By two streets int64 [sight of the second]: what was seen on the first."""
        cards = self.game.cards
        found: dict[tuple[int, int], Longs] = {}
        for last in range(cards.streets):
            seen = np.arange(cards.counts[last])
            found[last, last] = seen
            for street in range(last - 1, -1, -1):
                seen = cards.parents[street][seen].astype(np.int64)
                found[street, last] = seen
        return found

    def _walk(self) -> None:
        """Enter every node, with the nodes after the last action of each player on the way there (-1: none)."""
        todo = [(0, -1, -1)]
        while todo:
            node, plan, answer = todo.pop()
            kind, player = int(self.tree.kind[node]), int(self.tree.actor[node])
            if kind in (NodeKind.FOLD, NodeKind.SHOWDOWN):
                self._pay(node, plan, answer)
                continue
            if kind == NodeKind.DECISION and player == 0:
                self._sum_up(node, plan)
            elif kind == NodeKind.DECISION:
                self._limit(node, answer)
            for child in self.tree.children(node):
                acts = kind == NodeKind.DECISION
                todo.append((child, child if acts and player == 0 else plan, child if acts and player == 1 else answer))

    def _seen(self, action: int, node: int) -> Longs:
        """int64 [sight at a node]: what was seen of the cards at an earlier action."""
        return self._before[int(self.tree.street[action]), int(self.tree.street[node])]

    def _sum_up(self, node: int, plan: int) -> None:
        """The plan of a decision of player 0 adds up to the plan that leads there."""
        sights = np.arange(self._sights(node))
        row = self.sums.rows
        self.sums.right += [0.0 if plan >= 0 else 1.0] * len(sights)
        for child in self.tree.children(node):
            self.sums.put(row + sights, self.first[child] + sights, 1.0)
        if plan >= 0:
            self.sums.put(row + sights, self.first[plan] + self._seen(plan, node), -1.0)

    def _limit(self, node: int, answer: int) -> None:
        """A decision of player 1 enters the limit of his last action, or what is maximised."""
        sights = np.arange(self._sights(node))
        if answer < 0:
            self.objective[self.value_of[node] + sights] += 1.0
        else:
            self.limits.put(self.first[answer] + self._seen(answer, node), self.value_of[node] + sights, -1.0)

    def _pay(self, node: int, plan: int, answer: int) -> None:
        for chips, table in self._pays.get(node, []):
            pay = chips * table
            columns = None if plan < 0 else (self.first[plan] + self._seen(plan, node))[:, None]
            if answer < 0:
                if columns is None:
                    self.constant += float(pay.sum())
                else:
                    np.add.at(self.objective, np.broadcast_to(columns, pay.shape), pay)
                continue
            limit = self.first[answer] + self._seen(answer, node)
            if columns is None:
                for row, amount in zip(limit.tolist(), pay.sum(axis=0).tolist(), strict=True):
                    self.limits.right[row] += amount
            else:
                self.limits.put(limit[None, :], columns, -pay)
