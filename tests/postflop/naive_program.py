"""The exact value of a small spot by the sequence-form linear program, written out hand by hand and board by board.

Variables are the first player's plan (for each of his nodes, boards, moves and hands the product of his probabilities
on the way) and for each node, board and hand of the second player what he leaves the first one there. Zero-sum spots
only.
"""

import numpy as np
from naive_postflop import NaivePostflop
from scipy.optimize import linprog
from scipy.sparse import coo_array

from pokerlab.betting.tree import NodeKind
from pokerlab.postflop.spot import Spot
from pokerlab.postflop.tree import SpotNode

NOTHING = -1


class _Rows:
    """Sparse constraints as they are written."""

    def __init__(self) -> None:
        self.entries: list[tuple[int, int, float]] = []
        self.right: list[float] = []

    def new(self) -> int:
        self.right.append(0.0)
        return len(self.right) - 1

    def matrix(self, columns: int) -> coo_array:
        row, column, value = zip(*self.entries, strict=True)
        return coo_array((value, (row, column)), shape=(len(self.right), columns)).tocsr()


class _Program:
    def __init__(self, spot: Spot) -> None:
        assert spot.rake_of(spot.pot) == 0
        self.twin = NaivePostflop(spot)
        self.counts = tuple(len(hands) for hands in self.twin.hands)
        self.variables, self.is_free = 0, list[bool]()
        self.objective: dict[int, float] = {}
        self.constant = 0.0
        self.sums, self.limits = _Rows(), _Rows()
        nothing = (np.full(self.counts[0], NOTHING), np.full(self.counts[1], NOTHING))
        self._walk(self.twin.tree.root, 0, 1.0, *nothing)

    def solve(self) -> float:
        costs = np.zeros(self.variables)
        for variable, amount in self.objective.items():
            costs[variable] = -amount
        bounds = [(None, None) if free else (0, None) for free in self.is_free]
        result = linprog(
            costs, self.limits.matrix(self.variables), self.limits.right, self.sums.matrix(self.variables),
            self.sums.right, bounds, method="highs",
        )  # fmt: skip
        assert result.success, result.message
        return (self.constant - result.fun) / self.twin.mass

    def _variables(self, count: int, is_free: bool) -> np.ndarray:
        self.is_free += [is_free] * count
        self.variables += count
        return np.arange(self.variables - count, self.variables)

    def _walk(self, node: SpotNode, board: int, chance: float, plan: np.ndarray, answer: np.ndarray) -> None:
        """`plan`: by hand of the first player the variable of his last move, `answer`: by hand of the second player the
        limit of his last move."""
        children = [self.twin.tree.nodes[child] for child in node.children]
        if node.kind is NodeKind.FOLD or node.kind is NodeKind.SHOWDOWN:
            self._pay(node, board, chance, plan, answer)
        elif node.kind is NodeKind.DEAL:
            each = 52 - node.street
            for place in range(each):
                self._walk(children[0], board * each + place, chance / (each - 4), plan, answer)
        elif node.player == 0:
            moves = [self._variables(self.counts[0], False) for _ in children]
            for hand in range(self.counts[0]):
                row = self.sums.new()
                self.sums.entries += [(row, int(move[hand]), 1.0) for move in moves]
                if plan[hand] == NOTHING:
                    self.sums.right[row] = 1.0
                else:
                    self.sums.entries.append((row, int(plan[hand]), -1.0))
            for child, move in zip(children, moves, strict=True):
                self._walk(child, board, chance, move, answer)
        else:
            left = self._variables(self.counts[1], True)
            for hand in range(self.counts[1]):
                if answer[hand] == NOTHING:
                    self.objective[int(left[hand])] = 1.0
                else:
                    self.limits.entries.append((int(answer[hand]), int(left[hand]), -1.0))
            for child in children:
                limits = np.array([self.limits.new() for _ in range(self.counts[1])])
                self.limits.entries += [(int(r), int(v), 1.0) for r, v in zip(limits, left, strict=True)]
                self._walk(child, board, chance, plan, limits)

    def _pay(self, node: SpotNode, board: int, chance: float, plan: np.ndarray, answer: np.ndarray) -> None:
        street = self.twin.streets[node.street]
        stake = self.twin.spot.pot / 2 + min(node.committed)
        folded = -1 if node.player == 0 else 1
        sign = street.lead[board] if node.kind is NodeKind.SHOWDOWN else street.meet[board] * folded
        pay = chance * stake * sign * self.twin.weights[0][:, None] * self.twin.weights[1]
        for i, j in np.argwhere(pay):
            if answer[j] == NOTHING and plan[i] == NOTHING:
                self.constant += pay[i, j]
            elif answer[j] == NOTHING:
                self.objective[int(plan[i])] = self.objective.get(int(plan[i]), 0.0) + pay[i, j]
            elif plan[i] == NOTHING:
                self.limits.right[answer[j]] += pay[i, j]
            else:
                self.limits.entries.append((int(answer[j]), int(plan[i]), -float(pay[i, j])))


def exact_value(spot: Spot) -> float:
    """What the first player wins per deal, in chips counted from half of the pot."""
    return _Program(spot).solve()
