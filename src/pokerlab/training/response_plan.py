"""The betting of two players as a responder sees it who remembers all of it, against a blueprint that may not.

A **row** is a start of a street: a way the betting came there, with all that the other may hold as one number for each
hand. Rows whose street is bet alike (the same tree, whatever the chips) are looked at sixteen at a time, by one short
program of steps (see `response_columns`). All-in hands go on as rows that nobody bets in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pokerlab.betting.tree import LOSE, TIE, WIN, BettingTree, NodeKind
from pokerlab.errors import StrategyError
from pokerlab.games.hands import private_hands
from pokerlab.training.betting_plan import COUNT as PLAN_COUNT
from pokerlab.training.betting_plan import ROW
from pokerlab.training.blueprint import Blueprint
from pokerlab.training.listed_job import whole_chances
from pokerlab.training.response_columns import ADD, BETTER, FOLD, LANES, NEXT, SHOW, TAKE, StreetColumns
from pokerlab.training.small_games import decision_places

Floats = npt.NDArray[np.float64]
Shape = tuple["int | Shape", ...]
"""A street's betting without its chips: what happens, who acts, and the same of all that follows on the street."""


@dataclass(frozen=True)
class _Row:
    """A start of a street: the first node there, or the showdown of a hand that is all-in."""

    node: int
    is_run_out: bool


class ResponsePlan:
    """The betting of a blueprint's game, whole, and what the blueprint does in it.

    - `tree`: with deals; `lines`: nodes of the first street after which the next one is bet
    - `chances`: float32 [cell] of the blueprint
    """

    def __init__(self, blueprint: Blueprint) -> None:
        game = blueprint.game
        if game.players != 2 or game.streets < 2:
            raise StrategyError(
                f"{game.name}: best responses in the real game are for two players and at least two streets"
            )
        self.blueprint, self.game = blueprint, game
        self.tree = BettingTree.build(game, blueprint.plan.menu, deals=True)
        self.chances = whole_chances(blueprint)
        self._places = decision_places(self.tree, blueprint.plan)
        self._children = [list(self.tree.children(node)) for node in range(len(self.tree))]

    @cached_property
    def stride(self) -> int:
        """How many numbers a row has: one for each hand, and zeros up to a multiple of sixteen."""
        return -(-len(private_hands(self.game)) // LANES) * LANES

    @cached_property
    def wins(self) -> Floats:
        """float64 [node, seat]: what a seat wins at an end; at a showdown with the better hand, which is what it loses
        there with the worse one."""
        pays = self.tree.payoffs()
        wins = np.stack([pays[:, 0, WIN], pays[:, 1, LOSE]], axis=1)
        losses = np.stack([pays[:, 0, LOSE], pays[:, 1, WIN]], axis=1)
        is_shown = self.tree.kind == NodeKind.SHOWDOWN
        if (wins != -losses)[is_shown].any() or pays[is_shown][:, :, TIE].any():
            raise StrategyError(f"{self.game.name}: the better hand wins at showdowns not what the other one loses")
        return wins

    @cached_property
    def lines(self) -> list[int]:
        """The deals that end the first street."""
        tree = self.tree
        return np.flatnonzero((tree.kind == NodeKind.DEAL) & (tree.street == 0)).tolist()

    def chances_at(self, node: int) -> npt.NDArray[np.float32]:
        """float32 [sight, action]: what the blueprint does at a decision of the tree."""
        plan, paths = self.blueprint.plan, self.blueprint.paths
        start, decision = self._places[node]
        sights, count = int(paths.sights[plan.templates[start]]), int(plan.nodes[decision, PLAN_COUNT])
        base = int(paths.bases[start]) + int(plan.nodes[decision, ROW]) * sights
        return self.chances[base : base + sights * count].reshape(sights, count)

    def streets(self, hero: int) -> list[StreetColumns]:
        """Of every street after the first what the kernels need to respond in a seat."""
        found = []
        for street in range(1, self.game.streets):
            is_last = street == self.game.streets - 1
            found.append(_StreetBuilder(self, hero, street, {} if is_last else self.places[street]).columns())
        return found

    @cached_property
    def rows(self) -> list[list[_Row]]:
        """By street its rows; the first street has none."""
        tree, rows = self.tree, [list[_Row]() for _ in range(self.game.streets)]
        for node in range(len(tree)):
            street, kind = int(tree.street[node]), tree.kind[node]
            if kind == NodeKind.DEAL:
                rows[street + 1].append(_Row(node + 1, False))
            elif kind == NodeKind.SHOWDOWN and street:
                for later in range(street + 1, self.game.streets):
                    rows[later].append(_Row(node, True))
        return rows

    @cached_property
    def places(self) -> list[dict[int, int]]:
        """By street: of a node at which it ends, a deal or an all-in showdown of this street or an earlier one, the row
        of the next street."""
        found = []
        for street in range(self.game.streets - 1):
            following = enumerate(self.rows[street + 1])
            found.append({row.node - (not row.is_run_out): place for place, row in following})
        return found

    def row_count(self, street: int) -> int:
        """Rows of a street, with two more: one of zeros, and one that nobody reads."""
        return len(self.rows[street]) + 2

    def children(self, node: int) -> list[int]:
        """The nodes that follow a node."""
        return self._children[node]


class _StreetBuilder:
    """Builds the programs of a street for a responder."""

    def __init__(self, plan: ResponsePlan, hero: int, street: int, following: dict[int, int]) -> None:
        self.plan, self.tree, self.hero, self.street, self.following = plan, plan.tree, hero, street, following
        self.is_last = street == plan.game.streets - 1
        self.steps: list[tuple[int, int, int, int, int]] = []
        self.pays: list[list[float]] = []
        self.places: list[list[int]] = []
        self.rows_taken: list[list[tuple[int, int]]] = []
        self.reach_slots = self.value_slots = 1

    def columns(self) -> StreetColumns:
        """All groups of the street."""
        by_shape: dict[Shape, list[int]] = {}
        rows = self.plan.rows[self.street]
        for number, row in enumerate(rows):
            by_shape.setdefault(self._shape(row), []).append(number)
        groups, sources, targets, tables = [], [], [], [np.zeros(0, np.float32)]
        zero, unread, filled = len(rows), len(rows) + 1, 0
        sights, stride = self.plan.blueprint.cards.counts[self.street], self.plan.stride
        for numbers in by_shape.values():
            for first in range(0, len(numbers), LANES):
                lanes = numbers[first : first + LANES]
                before = len(self.steps)
                self.rows_taken = []
                self._compile([rows[number].node for number in lanes], 0, 0)
                groups.append((before, len(self.steps), filled))
                spare = LANES - len(lanes)
                sources += [*lanes, *[zero] * spare]
                targets += [*lanes, *[unread] * spare]
                tables.append(self._table(sights))
                filled += len(tables[-1])
        return StreetColumns(
            np.array(groups, np.int64).reshape(-1, 3), np.array(self.steps, np.int64).reshape(-1, 5),
            np.array(sources, np.int64) * stride, np.array(targets, np.int64) * stride,
            np.array([*self.pays, [0.0] * LANES], np.float32).ravel(),
            np.array(self.places, np.int64).reshape(-1) * stride, np.concatenate(tables), int(sights),
            self.reach_slots, self.value_slots,
        )  # fmt: skip

    def _shape(self, row: _Row) -> Shape:
        return (-1,) if row.is_run_out else self._shape_of(row.node)

    def _shape_of(self, node: int) -> Shape:
        tree, kind = self.tree, int(self.tree.kind[node])
        if kind != NodeKind.DECISION:
            is_run_out = kind == NodeKind.SHOWDOWN and not self.is_last
            return (int(NodeKind.DEAL) if is_run_out else kind, int(tree.live[node]) if kind == NodeKind.FOLD else 0)
        return (kind, int(tree.actor[node]), *(self._shape_of(child) for child in self.plan.children(node)))

    def _compile(self, nodes: Sequence[int], reach: int, value: int) -> None:
        """Steps after which the slot `value` has what is won at a node of every lane, with the other's `reach`."""
        tree, kind = self.tree, int(self.tree.kind[nodes[0]])
        self.reach_slots, self.value_slots = max(self.reach_slots, reach + 1), max(self.value_slots, value + 1)
        if kind == NodeKind.DEAL or (kind == NodeKind.SHOWDOWN and not self.is_last):
            unread = len(self.plan.rows[self.street + 1]) + 1
            rows = [self.following[node] for node in nodes]
            self.steps.append((NEXT, reach, value, len(self.places), 0))
            self.places.append([*rows, *[unread] * (LANES - len(rows))])
        elif kind == NodeKind.SHOWDOWN:
            self.steps.append((SHOW, reach, value, self._pay(nodes), -1))
        elif kind == NodeKind.FOLD:
            self.steps.append((FOLD, reach, value, self._pay(nodes), -1))
        elif tree.actor[nodes[0]] == self.hero:
            self._compile_own(nodes, reach, value)
        else:
            for number, after in enumerate(self._after(nodes)):
                self.rows_taken.append([(node, number) for node in nodes])
                self.steps.append((TAKE, reach, reach + 1, len(self.rows_taken) - 1, 0))
                self._compile(after, reach + 1, value + (number > 0))
                if number:
                    self.steps.append((ADD, value, value + 1, 0, 0))

    def _compile_own(self, nodes: Sequence[int], reach: int, value: int) -> None:
        """The better of all actions. The other holds the same whatever the responder does, so a showdown and a fold are
        summed together."""
        after = self._after(nodes)
        kinds = [int(self.tree.kind[children[0]]) for children in after]
        is_shared = self.is_last and NodeKind.FOLD in kinds and NodeKind.SHOWDOWN in kinds
        done = 0
        if is_shared:
            fold, show = after[kinds.index(NodeKind.FOLD)], after[kinds.index(NodeKind.SHOWDOWN)]
            self.value_slots = max(self.value_slots, value + 2)
            pay = self._pay(show)
            self._pay(fold)
            self.steps += [(SHOW, reach, value, pay, value + 1), (BETTER, value, value + 1, 0, 0)]
            after = [children for children in after if children is not fold and children is not show]
            done = 1
        for children in after:
            self._compile(children, reach, value + (done > 0))
            if done:
                self.steps.append((BETTER, value, value + 1, 0, 0))
            done += 1

    def _after(self, nodes: Sequence[int]) -> list[list[int]]:
        return [list(group) for group in zip(*(self.plan.children(node) for node in nodes), strict=True)]

    def _pay(self, nodes: Sequence[int]) -> int:
        """The number of what is won at an end."""
        self.pays.append([*self.plan.wins[nodes, self.hero].tolist(), *[0.0] * (LANES - len(nodes))])
        return len(self.pays) - 1

    def _table(self, sights: int) -> npt.NDArray[np.float32]:
        """float32 [row x sight x lane]: what the other does."""
        table = np.zeros((len(self.rows_taken), sights, LANES), np.float32)
        for row, taken in enumerate(self.rows_taken):
            for lane, (node, action) in enumerate(taken):
                table[row, :, lane] = self.plan.chances_at(node)[:, action]
        return table.ravel()
