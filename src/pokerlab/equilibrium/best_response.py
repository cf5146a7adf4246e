"""The exact judge: best responses, the distance to equilibrium, and what any strategy wins against any other."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab.equilibrium.layout import PassLayout
from pokerlab.equilibrium.many_players import DealByDeal
from pokerlab.equilibrium.public_tree import COUNT, FIRST, REACH0, ROW, PublicTree
from pokerlab.errors import SolverError

Table = npt.NDArray[np.float64]
"""float64 [row, hand]: the probability of each action of each decision node, by hand."""
ROUNDING = 1e-9
"""How far a best response may seem to lose, as a part of the largest pot, by rounding alone."""


@dataclass(frozen=True)
class Judgement:
    """How far the strategies of all players are from equilibrium. All numbers in chips per hand.

    - `values`: what each player wins on average
    - `best`: what each would win by a best response to the others
    """

    values: tuple[float, ...]
    best: tuple[float, ...]

    @property
    def gains(self) -> tuple[float, ...]:
        """What each player could gain by a best response."""
        return tuple(best - value for best, value in zip(self.best, self.values, strict=True))

    def check(self, rounding: float) -> None:
        """A `SolverError` if a best response wins less than what it answers, by more than `rounding` (chips) explains,
        or if a number is none: then nothing that was computed can be trusted."""
        wrong = [gain for gain in self.gains if not gain >= -rounding]
        if wrong:
            raise SolverError(
                f"a best response gains {wrong[0]:g} chips, which cannot be: the numbers of this game are too "
                "large or too far apart for what they are computed with"
            )

    @property
    def nash_conv(self) -> float:
        """The sum of all gains. A gain that rounding has put below 0 takes nothing from the others."""
        return sum(max(gain, 0.0) for gain in self.gains)

    @property
    def exploitability(self) -> float:
        """The mean of all gains."""
        return self.nash_conv / len(self.values)

    @property
    def epsilon(self) -> float:
        """The largest gain: nobody can gain more by changing his strategy alone."""
        return max(0.0, *self.gains)

    @property
    def value_bounds(self) -> tuple[float, float]:
        """Between these lies the value of the game for player 0 (zero-sum games of two players)."""
        first, second = self.best
        return -second, first


class Judge:
    """Computes values on a public tree; keeps the scratch arrays."""

    def __init__(self, tree: PublicTree) -> None:
        self.tree = tree
        self._many = DealByDeal(tree) if tree.game.players > 2 else None
        if self._many:
            return
        self._layout = PassLayout.of(tree)
        self._reach = np.zeros((tree.reach_rows, tree.hands))
        self._values = np.zeros((len(tree.nodes), tree.hands))

    def judge(self, table: Table) -> Judgement:
        """How far the strategies of all players, in one table, are from equilibrium."""
        players = range(self.tree.game.players)
        judgement = Judgement(
            tuple(self.value(player, table) for player in players),
            tuple(self.best_value(player, table) for player in players),
        )
        judgement.check(ROUNDING * max(self.tree.game.stacks))
        return judgement

    def value(self, player: int, table: Table) -> float:
        """What a player wins if both follow the table."""
        if self._many:
            return self._many.values(player, self._checked(table), response=None, is_best=False)
        return float(self._evaluate(player, _FOLLOW, table, table)[0].sum())

    def best_value(self, player: int, table: Table) -> float:
        """What a player wins by a best response to the others' strategies in the table."""
        if self._many:
            return self._many.values(player, self._checked(table), response=None, is_best=True)
        return float(self._evaluate(player, _BEST, table, table)[0].sum())

    def best_response(self, player: int, table: Table) -> Table:
        """The table with the player's rows replaced by a best response (pure; of equal actions the largest bet)."""
        response = table.copy()
        if self._many:
            self._many.values(player, self._checked(table), response=response, is_best=True)
            return response
        self._evaluate(player, _RECORD_BEST, table, response)
        return response

    def node_values(self, player: int, table: Table) -> Table:
        """float64 [node, hand]: what each hand of a player wins from a node on, in chips, times the chance that the
        deal and the other player come there (counterfactual values)."""
        return self._evaluate(player, _FOLLOW, table, table)[self._layout.slot]

    def best_node_values(self, player: int, table: Table) -> Table:
        """The same for a player who responds in the best way: what his hands can get at most."""
        return self._evaluate(player, _BEST, table, table)[self._layout.slot]

    def expected_values(self, player: int, table: Table) -> Table:
        """float64 [row, hand]: the player's expected chips after each of his actions, given that he is there; NaN in
        rows of the other player and for hands that cannot be there."""
        values = self.node_values(player, table)
        tree = self.tree
        out = np.full((tree.rows, tree.hands), np.nan)
        for node in tree.decisions(player).tolist():
            matrix = tree.deals.matrices[tree.nodes[node, 2], 0]
            reach = self._reach[tree.nodes[node, REACH0 + player]]
            mass = (matrix if player == 0 else matrix.T) @ reach
            first, row = tree.nodes[node, FIRST], tree.nodes[node, ROW]
            for place in range(tree.nodes[node, 4]):
                child = values[tree.children[first + place]]
                np.divide(child, mass, out=out[row + place], where=mass > 0)
        return out

    def _evaluate(self, player: int, mode: int, table: Table, response: Table) -> Table:
        from pokerlab.equilibrium import vector_kernels

        if self._many:
            raise SolverError(f"{self.tree.game.name}: values of nodes are computed for two players")
        layout, table = self._layout, self._checked(table)
        vector_kernels.evaluate(
            player, mode, layout.inner, layout.ends, layout.pays, self.tree.deals.by_player, table, response,
            self._reach, self._values,
        )  # fmt: skip
        return self._values

    def _checked(self, table: Table) -> Table:
        if table.shape != (self.tree.rows, self.tree.hands):
            raise SolverError(
                f"a strategy of {table.shape} rows and hands does not fit {self.tree.game.name} with menu "
                f"'{self.tree.menu}', which has {(self.tree.rows, self.tree.hands)}"
            )
        return table


_FOLLOW, _BEST, _RECORD_BEST = 0, 1, 2


def uniform_table(tree: PublicTree) -> Table:
    """The table in which every action of a node is equally likely."""
    table = np.zeros((tree.rows, tree.hands))
    for row, count in tree.nodes[tree.nodes[:, ROW] >= 0][:, [ROW, COUNT]].tolist():
        table[row : row + count] = 1 / count
    return table
