"""The sequence-form linear program: the exact value of a game and an equilibrium (Koller, Megiddo, von Stengel, 1994).

Player 0 chooses a realisation plan x (for each hand and action the product of his probabilities on the way); player
1's best answer is bounded by one value per infoset. HiGHS solves it; its dual variables are player 1's plan.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from pokerlab._numbers import check_finite
from pokerlab.equilibrium.best_response import Table
from pokerlab.equilibrium.public_tree import (
    BOARD,
    COUNT,
    DECISION,
    FIRST,
    KIND,
    PARENT,
    PLAYER,
    ROW,
    TERMINAL,
    PublicTree,
)
from pokerlab.equilibrium.solver import normalised
from pokerlab.errors import SolverError

LpMethod = Literal["highs", "highs-ds", "highs-ipm"]


@dataclass(frozen=True)
class ExactSolution:
    """The value of the game to player 0 in chips per hand, and an equilibrium, float64 [row, hand]."""

    value: float
    table: Table


def solve_exactly(
    tree: PublicTree,
    *,
    method: LpMethod = "highs",
    seconds: float | None = None,
    alike: npt.NDArray[np.int64] | None = None,
) -> ExactSolution:
    """Solve a zero-sum game by linear programming; `method` is `highs`, `highs-ds` (simplex) or `highs-ipm`.

    Stops with a `SolverError` after `seconds`, if given. `alike`: int64 [row, hand], which entries of the tables
    are played alike (`bucketed.alike_hands`); what was told apart once must stay so.
    """
    if seconds is not None and not check_finite(seconds, "seconds", SolverError) > 0:
        raise SolverError(f"a linear program cannot be solved in {seconds:g} seconds")
    if not tree.is_zero_sum:
        raise SolverError(f"{tree.game.name}: the linear program needs a zero-sum game, this one has a rake")
    program = _Program(tree)
    merging = _Merging(program, alike if alike is not None else _every_hand(tree))
    limits, limits_right = program.limits.matrix(program.variables)
    sums, sums_right = program.sums.matrix(program.variables)
    result = maximised(
        tree.game.name,
        merging.variables.T @ program.objective,
        (merging.limits.T @ limits @ merging.variables, merging.limits.T @ limits_right),
        ((sums @ merging.variables)[merging.sums], sums_right[merging.sums]),
        merging.plan_size,
        method,
        seconds,
    )
    plans = np.zeros((tree.rows, tree.hands))
    plans[tree.rows_of(0)] = (merging.variables @ result.x)[: program.plan_size].reshape(-1, tree.hands)
    plans[program.limit_rows, program.limit_hands] = np.maximum(-(merging.limits @ result.ineqlin.marginals), 0)
    return ExactSolution(float(-result.fun) + program.constant, normalised(tree, np.maximum(plans, 0)))


def maximised(
    name: str, objective: npt.NDArray[np.float64], limits: tuple[Any, npt.NDArray[np.float64]],
    sums: tuple[Any, npt.NDArray[np.float64]], plan_size: int, method: LpMethod = "highs", seconds: float | None = None,
) -> Any:  # fmt: skip
    """What SciPy found for a game's program: a sparse matrix [row, variable] and its right-hand sides for what is at
    most, and for what is equal; the first `plan_size` variables are not negative. A `SolverError` if it found
    nothing."""
    from scipy.optimize import linprog

    bounds = np.zeros((len(objective), 2))
    bounds[:, 1] = np.inf
    bounds[plan_size:, 0] = -np.inf
    result = linprog(
        -objective,
        A_ub=limits[0],
        b_ub=limits[1],
        A_eq=sums[0],
        b_eq=sums[1],
        bounds=bounds,
        method=method,
        options=None if seconds is None else {"time_limit": seconds},
    )
    if not result.success:
        raise SolverError(f"{name}: the linear program was not solved: {result.message.splitlines()[0]}")
    return result


def _every_hand(tree: PublicTree) -> npt.NDArray[np.int64]:
    return np.arange(tree.rows * tree.hands).reshape(tree.rows, tree.hands)


class _Merging:
    """What becomes of a program if entries of the tables are played alike: one plan for them, one value and one limit
    that is the sum of theirs.

    - `variables`: sparse [variable, kept one]; `limits`: sparse [limit, kept one]; `sums`: the kept ones
    - `plan_size`: kept variables that are plans; they come first
    """

    def __init__(self, program: "_Program", alike: npt.NDArray[np.int64]) -> None:
        tree = program.tree
        _check_nested(tree, alike)
        rows, hands = np.divmod(alike, tree.hands)
        is_first = alike == _every_hand(tree)
        mine = tree.rows_of(0)
        plans = (program.place[rows] + hands)[mine].ravel()
        kept_plans = np.unique(plans)
        values = np.flatnonzero(is_first[tree.nodes[tree.decisions(1), ROW]].ravel())
        self.variables = _sparse(
            np.concatenate([np.arange(program.plan_size), program.plan_size + values]),
            np.concatenate([np.searchsorted(kept_plans, plans), len(kept_plans) + np.arange(len(values))]),
            (program.variables, len(kept_plans) + len(values)),
        )
        self.plan_size = len(kept_plans)
        limits = (program.limit_of_row[rows] + hands)[program.limit_rows, program.limit_hands]
        kept_limits = np.unique(limits)
        self.limits = _sparse(
            np.arange(len(limits)), np.searchsorted(kept_limits, limits), (len(limits), len(kept_limits))
        )
        self.sums = np.flatnonzero(is_first[tree.nodes[tree.decisions(0), ROW]].ravel())


def _sparse(rows: npt.NDArray[np.int64], columns: npt.NDArray[np.int64], shape: tuple[int, int]) -> Any:
    """A matrix of ones and zeros."""
    from scipy.sparse import coo_array

    return coo_array((np.ones(len(rows)), (rows, columns)), shape=shape).tocsr()


def _check_nested(tree: PublicTree, alike: npt.NDArray[np.int64]) -> None:
    """A `SolverError` if entries are taken for one that were told apart on the way there."""
    parent_of_row = np.full(tree.rows, -1, np.int64)
    for node in tree.situations:
        row, count, parent = (int(tree.nodes[node, column]) for column in (ROW, COUNT, PARENT))
        parent_of_row[row : row + count] = parent
    rows, hands = np.divmod(alike, tree.hands)
    own, other = parent_of_row[:, None], parent_of_row[rows]
    before, before_other = alike[own, np.arange(tree.hands)], alike[other, hands]
    if ((own < 0) != (other < 0)).any() or ((own >= 0) & (before != before_other)).any():
        raise SolverError(f"{tree.game.name}: the linear program needs players who forget nothing they have seen")


class SparseRows:
    """Rows of a sparse matrix with their right-hand sides, as they are written."""

    def __init__(self) -> None:
        self.data: list[npt.NDArray[np.float64]] = []
        self.row: list[npt.NDArray[np.int64]] = []
        self.column: list[npt.NDArray[np.int64]] = []
        self.right: list[float] = []

    @property
    def rows(self) -> int:
        """How many there are."""
        return len(self.right)

    def put(self, row: npt.ArrayLike, column: npt.ArrayLike, value: npt.ArrayLike) -> None:
        """Add numbers; those at one place add up."""
        row, column, value = np.broadcast_arrays(row, column, value)
        self.row.append(row.ravel().astype(np.int64))
        self.column.append(column.ravel().astype(np.int64))
        self.data.append(value.ravel().astype(np.float64))

    def matrix(self, variables: int) -> tuple[Any, npt.NDArray[np.float64]]:
        """The sparse matrix [row, variable], and the right-hand sides [row]."""
        from scipy.sparse import coo_array

        data, row, column = (
            np.concatenate([np.zeros(0, kind), *parts])  # a player without decisions has none
            for parts, kind in ((self.data, np.float64), (self.row, np.int64), (self.column, np.int64))
        )
        return coo_array((data, (row, column)), shape=(self.rows, variables)).tocsr(), np.array(self.right)


class _Program:
    """Variables: player 0's plan [his row, hand], then player 1's values [his decision node, hand].

    Maximise the sum of player 1's first values (as losses of his) and what is decided before he acts, such that each of
    his values is at most what each of his actions leaves player 0.
    """

    def __init__(self, tree: PublicTree) -> None:
        self.tree, hands = tree, tree.hands
        self.hands = np.arange(hands)
        rows = tree.rows_of(0)
        self.place = np.full(tree.rows, -1, np.int64)
        self.place[rows] = np.arange(len(rows)) * hands
        self.plan_size = len(rows) * hands
        self.infoset = np.full(len(tree.nodes), -1, np.int64)
        second = tree.decisions(1)
        self.infoset[second] = self.plan_size + np.arange(len(second)) * hands
        self.variables = self.plan_size + len(second) * hands
        self.objective = np.zeros(self.variables)
        self.constant = 0.0
        self.sums, self.limits = SparseRows(), SparseRows()
        self.limit_of_row = np.full(tree.rows, -1, np.int64)
        self._write_sums()
        self._write_limits()

    def _write_sums(self) -> None:
        """The plan at a node of player 0 adds up to the plan that leads there."""
        tree = self.tree
        for node in tree.decisions(0).tolist():
            first_row = self.sums.rows
            row, count, parent = (int(tree.nodes[node, column]) for column in (ROW, COUNT, PARENT))
            self.sums.right += [0.0 if parent >= 0 else 1.0] * len(self.hands)
            for action in range(row, row + count):
                self.sums.put(first_row + self.hands, self.place[action] + self.hands, 1.0)
            if parent >= 0:
                self.sums.put(first_row + self.hands, self.place[parent] + self.hands, -1.0)

    def _write_limits(self) -> None:
        """One limit per action and hand of player 1; what follows enters the limit of his last action."""
        tree = self.tree
        rows, hands = [], []
        for node in tree.decisions(1).tolist():
            row, count = int(tree.nodes[node, ROW]), int(tree.nodes[node, COUNT])
            for action in range(row, row + count):
                self.limit_of_row[action] = self.limits.rows
                self.limits.put(self.limits.rows + self.hands, self.infoset[node] + self.hands, 1.0)
                self.limits.right += [0.0] * len(self.hands)
                rows += [action] * len(self.hands)
                hands += self.hands.tolist()
        self.limit_rows, self.limit_hands = np.array(rows, np.int64), np.array(hands, np.int64)
        self._walk(0, -1, -1)

    def _walk(self, root: int, plan: int, answer: int) -> None:
        """Enter everything below a node; `plan` and `answer` are the players' last rows on the way there."""
        tree = self.tree
        todo = [(root, plan, answer)]
        while todo:
            node, plan, answer = todo.pop()
            kind, player = int(tree.nodes[node, KIND]), int(tree.nodes[node, PLAYER])
            if kind == TERMINAL:
                self._pay(node, plan, answer)
                continue
            if kind == DECISION and player == 1:
                if answer < 0:
                    self.objective[self.infoset[node] + self.hands] += 1.0
                else:
                    limit = self.limit_of_row[answer] + self.hands
                    self.limits.put(limit, self.infoset[node] + self.hands, -1.0)
            first, count, row = (int(tree.nodes[node, column]) for column in (FIRST, COUNT, ROW))
            for k in range(count):
                child = int(tree.children[first + k])
                todo.append(
                    (
                        child,
                        row + k if kind == DECISION and player == 0 else plan,
                        row + k if kind == DECISION and player == 1 else answer,
                    )
                )

    def _pay(self, node: int, plan: int, answer: int) -> None:
        """What player 0 gets at a terminal, by hands: matrix [his hand, the other's hand]."""
        tree = self.tree
        pay = np.tensordot(tree.pays[node, 0], tree.deals.matrices[tree.nodes[node, BOARD]], axes=1)
        columns = self.place[plan] + self.hands[:, None] if plan >= 0 else None
        if answer < 0:
            if columns is None:
                self.constant += float(pay.sum())
            else:
                np.add.at(self.objective, np.broadcast_to(columns, pay.shape), pay)
            return
        limit = self.limit_of_row[answer] + self.hands
        if columns is None:
            for hand, amount in zip(limit.tolist(), pay.sum(axis=0).tolist(), strict=True):
                self.limits.right[hand] += amount
        else:
            self.limits.put(limit[None, :], columns, -pay)
