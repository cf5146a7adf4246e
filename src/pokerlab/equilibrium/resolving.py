"""Re-solving: what is left of a hand from one public node on, solved again for one player, by linear programming.

The player who solves keeps his strategy before the node, and so his reach there; what the other player's hands may have
elsewhere is given as opt-out values, in chips times the chance of coming there (counterfactual values). Four ways:

- `UNSAFE`: against one range of the other player, whatever his hands could have had elsewhere
- `RESOLVE`: every hand of the other may opt out at what it had; what all get together is as little as can be (Burch,
  Johanson, Bowling 2014)
- `MARGIN`: the least that any hand gets less than what it had is as large as can be (Moravcik and others 2016)
- `REACH`: the same, with all values raised by what the other player has given away on his way here (Brown, Sandholm
  2017)

Of the last three a best response gains nothing: no hand gets more than it gets by the strategy that is replaced, which
is itself one of those that are looked at. What a hand had may be less than that: after a bet that the strategy does not
know, it is what the hand's best known action is worth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.equilibrium.best_response import Judge, Table
from pokerlab.equilibrium.lp import SparseRows, maximised
from pokerlab.equilibrium.public_tree import (
    BOARD,
    COUNT,
    DECISION,
    END,
    FIRST,
    KIND,
    PLAYER,
    ROW,
    TERMINAL,
    PublicTree,
)
from pokerlab.errors import SolverError

Floats = npt.NDArray[np.float64]
LEAST_MASS = 1e-12
"""Hands that come to a node with no more chance than this are left out."""


class Safety(StrEnum):
    """What a re-solve promises about the other player's hands."""

    UNSAFE = "unsafe"
    RESOLVE = "re-solve"
    MARGIN = "max-margin"
    REACH = "reach"


@dataclass(frozen=True)
class OptOut:
    """What is known at a public node before it is solved again.

    - `reach`: float64 [hand], the chance of the own actions on the way there
    - `values`: float64 [hand], what each hand of the other player gets there now at best, times the chance that cards
      and own actions lead there; `mass`: float64 [hand], that chance
    - `had`: float64 [hand], what each hand may opt out at, at most `values`
    - `gifts`: float64 [hand], what each hand has given away on its way, in the same unit
    - `other`: float64 [hand], the chance of the other player's actions on the way
    """

    reach: Floats
    values: Floats
    had: Floats
    mass: Floats
    gifts: Floats
    other: Floats


class Resolver:
    """Solves again below the nodes of a tree, for one player. Every re-solve starts from the strategy in the table that
    it is given, and so from earlier ones."""

    def __init__(self, tree: PublicTree, player: int) -> None:
        if tree.game.players != 2 or not tree.is_zero_sum:
            raise SolverError(f"{tree.game.name}: re-solving needs a zero-sum game of two players")
        self.tree, self.player, self.judge = tree, player, Judge(tree)
        self._above = _parents(tree)

    def opt_out(self, node: int, table: Table, elsewhere: Sequence[int] = ()) -> OptOut:
        """What is known at a node if both play the table. `elsewhere`: nodes beside it that the other player could have
        chosen instead, whose values his hands had; without any, it is what they get at the node now."""
        tree, other = self.tree, 1 - self.player
        values = self.judge.best_node_values(other, table)
        reaches = np.ones((2, tree.hands))
        gifts, way = np.zeros(tree.hands), self._way(node)
        mass = self._mass(node, self._reach_of(node, table, self.player))
        for above, below in way:
            if tree.nodes[above, KIND] != DECISION:
                continue
            player, row = int(tree.nodes[above, PLAYER]), self._row_to(above, below)
            reaches[player] *= table[row]
            if player == other:
                there = self._mass(below, self._reach_of(below, table, self.player))
                part = np.divide(mass, there, out=np.zeros_like(mass), where=there > LEAST_MASS)
                gifts += np.maximum(values[above] - values[below], 0) * np.minimum(part, 1)
        now = values[node].copy()
        had = np.minimum(values[list(elsewhere)].max(axis=0), now) if len(elsewhere) else now
        return OptOut(reaches[self.player], now, had, mass, gifts, reaches[other])

    def reach_before(self, node: int, table: Table) -> Floats:
        """float64 [hand]: how the other player comes to the decision that led to a node."""
        return self._reach_of(self._above[node], table, 1 - self.player)

    def resolve(
        self, node: int, table: Table, safety: Safety, other: Floats | None = None, known: OptOut | None = None
    ) -> Table:
        """The table with the player's strategy below a node solved again. `other`: float64 [hand], the range of the
        other player for `UNSAFE`, by default as he comes there by the table; `known`: what `opt_out` says, if it was
        asked before."""
        known = known or self.opt_out(node, table)
        program = _Below(self.tree, self.player, node, known.reach)
        if not program.plan_size:
            return table
        solution = program.solved(safety, known, known.other if other is None else other)
        result = table.copy()
        for row, count in program.decisions:
            part = np.maximum(solution[program.place[row] :][: count * self.tree.hands], 0).reshape(count, -1)
            total = part.sum(axis=0)
            is_there = total > LEAST_MASS
            result[row : row + count, is_there] = part[:, is_there] / total[is_there]
        return result

    def _way(self, node: int) -> list[tuple[int, int]]:
        """The edges from the root to a node."""
        way = []
        while (above := self._above[node]) >= 0:
            way.append((above, node))
            node = above
        return way[::-1]

    def _row_to(self, above: int, below: int) -> int:
        first, count, row = (int(self.tree.nodes[above, column]) for column in (FIRST, COUNT, ROW))
        return row + int(np.flatnonzero(self.tree.children[first : first + count] == below)[0])

    def _reach_of(self, node: int, table: Table, player: int) -> Floats:
        reach = np.ones(self.tree.hands)
        for above, below in self._way(node):
            if self.tree.nodes[above, KIND] == DECISION and self.tree.nodes[above, PLAYER] == player:
                reach *= table[self._row_to(above, below)]
        return reach

    def _mass(self, node: int, reach: Floats) -> Floats:
        """float64 [hand of the other]: the chance of the cards and of the own reach."""
        meet = self.tree.deals.matrices[self.tree.nodes[node, BOARD], 0]
        return np.asarray(reach @ meet if self.player == 0 else meet @ reach)


class _Below:
    """The linear program below a node. Variables: the player's plan [his row, hand], the other's values [his decision,
    hand], his values at the node [hand], and one more for each way (`RESOLVE`: [hand], `MARGIN`: one)."""

    def __init__(self, tree: PublicTree, player: int, root: int, reach: Floats) -> None:
        self.tree, self.player, self.reach = tree, player, reach
        self.hands = np.arange(tree.hands)
        inside = tree.nodes[root : tree.nodes[root, END]]
        is_mine = (inside[:, KIND] == DECISION) & (inside[:, PLAYER] == player)
        is_other = (inside[:, KIND] == DECISION) & (inside[:, PLAYER] == 1 - player)
        self.decisions = inside[is_mine][:, [ROW, COUNT]].tolist()
        self.place: dict[int, int] = {}
        for row, count in self.decisions:
            for action in range(row, row + count):
                self.place[action] = len(self.place) * tree.hands
        self.plan_size = len(self.place) * tree.hands
        nodes = (root + np.flatnonzero(is_other)).tolist()
        self.infoset = {node: self.plan_size + number * tree.hands for number, node in enumerate(nodes)}
        self.first = self.plan_size + len(nodes) * tree.hands
        self.extra = self.first + tree.hands
        self.sums, self.limits = SparseRows(), SparseRows()
        self._write(root)

    def solved(self, safety: Safety, known: OptOut, other: Floats) -> Floats:
        """The values of all variables."""
        hands, limits = self.tree.hands, self.limits
        objective = np.zeros(self.extra + hands)
        gifts = known.gifts if safety is Safety.REACH else np.zeros(hands)
        if safety is not Safety.UNSAFE:  # no hand gets more than now
            limits.put(limits.rows + self.hands, self.first + self.hands, 1.0)
            limits.right += (known.values + gifts).tolist()
        if safety is Safety.UNSAFE:
            objective[self.first : self.extra] = -other
        elif safety is Safety.RESOLVE:
            objective[self.extra :] = -1.0
            first = limits.rows
            limits.put(first + self.hands, self.first + self.hands, 1.0)
            limits.put(first + self.hands, self.extra + self.hands, -1.0)
            limits.right += [0.0] * hands
            limits.put(first + hands + self.hands, self.extra + self.hands, -1.0)
            limits.right += (-known.had).tolist()
        else:
            objective[self.extra] = 1.0
            held = np.flatnonzero(known.mass > LEAST_MASS)
            rows = limits.rows + np.arange(len(held))
            limits.put(rows, self.first + held, 1.0)
            limits.put(rows, self.extra, known.mass[held])
            limits.right += (known.had + gifts)[held].tolist()
            if not len(held):
                objective[self.extra] = 0.0
        result: Any = maximised(
            self.tree.game.name, objective, limits.matrix(len(objective)), self.sums.matrix(len(objective)),
            self.plan_size,
        )  # fmt: skip
        return np.asarray(result.x)

    def _write(self, root: int) -> None:
        """One limit per action and hand of the other player, and one for his values at the node."""
        tree, hands = self.tree, self.tree.hands
        limit_of = {-1: 0}
        self.limits.put(self.hands, self.first + self.hands, -1.0)
        self.limits.right += [0.0] * hands
        for node, place in self.infoset.items():
            row, count = int(tree.nodes[node, ROW]), int(tree.nodes[node, COUNT])
            for action in range(row, row + count):
                limit_of[action] = self.limits.rows
                self.limits.put(self.limits.rows + self.hands, place + self.hands, -1.0)
                self.limits.right += [0.0] * hands
        todo = [(root, -1, -1)]
        while todo:
            node, plan, answer = todo.pop()
            kind, player, first, count, row = (
                int(tree.nodes[node, column]) for column in (KIND, PLAYER, FIRST, COUNT, ROW)
            )
            limit = limit_of[answer] + self.hands
            if kind == TERMINAL:
                self._pay(node, plan, limit)
                continue
            is_mine = kind == DECISION and player == self.player
            is_other = kind == DECISION and player != self.player
            if is_other:
                self.limits.put(limit, self.infoset[node] + self.hands, 1.0)
            if is_mine:
                self._sum(row, count, plan)
            for k, child in enumerate(tree.children[first : first + count].tolist()):
                todo.append((child, row + k if is_mine else plan, row + k if is_other else answer))

    def _sum(self, row: int, count: int, plan: int) -> None:
        """The plan at a node adds up to the plan that leads there, or to the reach."""
        first = self.sums.rows
        self.sums.right += (self.reach if plan < 0 else np.zeros(len(self.hands))).tolist()
        for action in range(row, row + count):
            self.sums.put(first + self.hands, self.place[action] + self.hands, 1.0)
        if plan >= 0:
            self.sums.put(first + self.hands, self.place[plan] + self.hands, -1.0)

    def _pay(self, node: int, plan: int, limit: npt.NDArray[np.int64]) -> None:
        """What the other player's hands get at a terminal: at least this much is in his limit."""
        tree, other = self.tree, 1 - self.player
        pay = np.tensordot(tree.pays[node, other], tree.deals.matrices[tree.nodes[node, BOARD]], axes=1)
        if other == 0:
            pay = pay.T  # [own hand, the other's hand]
        if plan >= 0:
            self.limits.put(limit[None, :], self.place[plan] + self.hands[:, None], pay)
            return
        for number, amount in zip(limit.tolist(), (self.reach @ pay).tolist(), strict=True):
            self.limits.right[number] -= amount


def _parents(tree: PublicTree) -> list[int]:
    """The node above each, -1 for the first."""
    above = [-1] * len(tree.nodes)
    for node in range(len(tree.nodes)):
        first, count = int(tree.nodes[node, FIRST]), int(tree.nodes[node, COUNT])
        for child in tree.children[first : first + count].tolist():
            above[child] = node
    return above
