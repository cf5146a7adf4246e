"""Listed games: all bets of a tree times listed cards, solved by vector CFR and judged exactly, for any players.

    game = ListedGame(BettingTree.build(named_game("leduc3"), deals=True), ListedCards.of_small_game(cards))
    solver = ListedSolver(game, Plus())
    solver.run(1000)
    game.judge(solver.tables()).nash_conv          # chips per hand

A strategy is a list of tables, one for each street: [row, sight], the chances of all actions of all decisions. A best
response is of one seat alone, the others frozen; it remembers all betting and what it saw of its cards.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from pokerlab.betting.tree import BettingTree, NodeKind
from pokerlab.equilibrium.best_response import ROUNDING, Judgement
from pokerlab.equilibrium.regret import Rule
from pokerlab.equilibrium.rule_columns import KEEP, MATCHED, WEIGHT
from pokerlab.errors import SolverError
from pokerlab.training.betting_plan import ROW as PLAN_ROW
from pokerlab.training.betting_plan import BettingPlan
from pokerlab.training.listed_cards import ListedCards
from pokerlab.training.small_games import decision_places
from pokerlab.training.walk_columns import Paths

Table = npt.NDArray[Any]
"""float32 or float64 [row, sight]."""
Longs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]

CHUNK_CELLS = 4_000_000
"""Reaches of ends that are multiplied out at a time."""
MEET = 0
"""Instead of a mask of those who are in: the chance of the deal, whoever wins."""
Mode = Literal["follow", "best", "learn"]
_MODES: dict[Mode, int] = {"follow": 0, "best": 1, "learn": 2}


class Ends(NamedTuple):
    """Ends of one kind on a street: `chips` float64 [end, player] by which the table of that kind is multiplied, and
    whether what is won is added to what another kind gave."""

    nodes: Longs
    chips: Floats
    adds: bool


@dataclass(frozen=True, eq=False)
class StreetBets:
    """One street's betting as arrays for the kernels (see `listed_kernels`).

    - `of_tree`: int64 [node]: its number in the betting tree
    - `roots`: the first decisions, one for each deal of the street before; `deals`: where the next street follows
    - `rows`: rows of a table of strategies; `reach_rows`: by player int64 [node], `reach_counts` how many there are
    - `ends`: by kind: MEET, or the mask of those who show their hands
    """

    of_tree: Longs
    nodes: Longs
    children: Longs
    roots: Longs
    deals: Longs
    rows: int
    reach_rows: tuple[Longs, ...]
    reach_counts: tuple[int, ...]
    ends: dict[int, Ends]


class ListedGame:
    """A betting tree with deals, and listed cards."""

    def __init__(self, tree: BettingTree, cards: ListedCards) -> None:
        game = tree.game
        if game.players != cards.players or game.streets != cards.streets:
            raise SolverError(
                f"{game.name} has {game.players} players and {game.streets} streets, the listed cards {cards.name} "
                f"{cards.players} and {cards.streets}"
            )
        if game.rake:
            raise SolverError(f"{game.name}: games with a rake are not listed")
        self.tree, self.cards, self.players = tree, cards, game.players
        self.streets = _streets_of(tree)
        self._products: dict[tuple[int, int, int, str], Table] = {}

    @property
    def cells(self) -> int:
        """Actions of all infosets."""
        return sum(bets.rows * count for bets, count in zip(self.streets, self.cards.counts, strict=True))

    def uniform(self, kind: type[np.floating[Any]] = np.float64) -> list[Table]:
        """The strategy in which every action is as likely."""
        return [
            np.repeat((1 / _row_counts(bets))[:, None], count, axis=1).astype(kind)
            for bets, count in zip(self.streets, self.cards.counts, strict=True)
        ]

    def of_cells(self, plan: BettingPlan, paths: Paths, strategy: npt.NDArray[np.floating[Any]]) -> list[Table]:
        """A trainer's strategy [cell], whatever it remembers of the betting, as tables."""
        places = decision_places(self.tree, plan)
        tables = []
        for bets, sights in zip(self.streets, self.cards.counts, strict=True):
            table = np.zeros((bets.rows, sights))
            for node in np.flatnonzero(bets.nodes[:, _ACTOR] >= 0).tolist():
                start, decision = places[int(bets.of_tree[node])]
                row, count = int(bets.nodes[node, _ROW]), int(bets.nodes[node, _COUNT])
                base = int(paths.bases[start]) + int(plan.nodes[decision, PLAN_ROW]) * sights
                table[row : row + count] = strategy[base : base + sights * count].reshape(sights, count).T
            tables.append(table)
        return tables

    def judge(self, tables: Sequence[Table]) -> Judgement:
        """How far strategies are from equilibrium: what each player wins, and would win by a best response."""
        exact = [np.ascontiguousarray(table, np.float64) for table in tables]
        walker = _Walker(self, exact)
        players = range(self.players)
        judgement = Judgement(
            tuple(walker.value(player, "follow") for player in players),
            tuple(walker.value(player, "best") for player in players),
        )
        judgement.check(ROUNDING * max(self.tree.game.stacks))
        return judgement

    def product(self, street: int, kind: int, hero: int, dtype: type[np.floating[Any]]) -> Table:
        """[sights of all others, sight of the hero]: what his values at ends of a kind are the reaches of the others
        multiplied with. Kept, once for every pair of tables that are equal."""
        key = street, kind, hero, np.dtype(dtype).char
        if key not in self._products:
            cards = self.cards
            whole = cards.meet if kind == MEET else cards.leads[kind][hero]
            table = cards.on_street(whole, street)
            made = np.ascontiguousarray(np.moveaxis(table, hero, -1).reshape(-1, cards.counts[street]), dtype)
            others = [self._products.get((street, kind, other, key[3])) for other in range(hero)]
            equal = [other for other in others if other is not None and np.array_equal(other, made)]
            self._products[key] = equal[0] if equal else made
        return self._products[key]


class ListedSolver:
    """Vector CFR under an update rule, one player after the other; tables are float32 unless said otherwise."""

    def __init__(self, game: ListedGame, rule: Rule, kind: type[np.floating[Any]] = np.float32) -> None:
        traits = rule.traits
        if traits.strategy != MATCHED or not traits.is_by_reach or traits.returns_new or traits.is_simultaneous:
            raise SolverError(f"{rule}: listed games are solved by matched regrets, averaged by reach, in turns")
        self.game, self.rule, self.iteration = game, rule, 0
        self.strategy = game.uniform(kind)
        self.regrets = [np.zeros_like(table) for table in self.strategy]
        self.averages = [np.zeros_like(table) for table in self.strategy]
        self._walker = _Walker(game, self.strategy, self.regrets, self.averages)

    def run(self, iterations: int) -> None:
        """Run so many iterations more."""
        for numbers in self.rule.numbers(self.iteration + 1, iterations):
            for hero in range(self.game.players):
                self._walker.learn(hero, numbers)
            self.iteration += 1

    def tables(self) -> list[Table]:
        """The average strategies."""
        found = []
        for bets, sums in zip(self.game.streets, self.averages, strict=True):
            starts, counts = _starts(bets), _row_counts(bets)
            total = np.repeat(np.add.reduceat(sums, starts, axis=0), counts[starts].astype(int), axis=0)
            found.append(np.where(total > 0, sums / np.where(total > 0, total, 1), 1 / counts[:, None]))
        return found

    def judge(self) -> Judgement:
        """How far the average strategies are from equilibrium."""
        return self.game.judge(self.tables())

    def __iter__(self) -> Iterator[int]:
        while True:
            self.run(1)
            yield self.iteration


_ACTOR, _FIRST, _COUNT, _ROW = 0, 1, 2, 3


class _Walker:
    """Passes over all streets, with the memory that they need."""

    def __init__(
        self, game: ListedGame, strategy: list[Table], regrets: list[Table] | None = None,
        averages: list[Table] | None = None,
    ) -> None:  # fmt: skip
        self.game, self.strategy = game, strategy
        self.regrets = regrets or strategy
        self.averages = averages or strategy
        kind = strategy[0].dtype
        counts = game.cards.counts
        self.reach = [
            [np.zeros((rows, count), kind) for rows in bets.reach_counts]
            for bets, count in zip(game.streets, counts, strict=True)
        ]
        self.values = [
            np.zeros((len(bets.nodes), count), kind) for bets, count in zip(game.streets, counts, strict=True)
        ]

    def value(self, hero: int, mode: Mode) -> float:
        """What a player wins, in chips per hand."""
        self._descend(hero, None)
        self._climb(hero, mode, np.zeros(3))
        return float(self.values[0][self.game.streets[0].roots[0]].sum(dtype=np.float64))

    def learn(self, hero: int, numbers: Floats) -> None:
        """One player's turn; the average of the one after him is added to."""
        self._descend(hero, numbers)
        self._climb(hero, "learn", np.ascontiguousarray(numbers[:3]))

    def _descend(self, hero: int, numbers: Floats | None) -> None:
        from pokerlab.training import listed_kernels

        game, players = self.game, self.game.players
        for street, bets in enumerate(game.streets):
            for player in range(players):
                if player == hero:
                    continue
                reach = self.reach[street][player]
                if street == 0:
                    reach[0] = 1
                else:
                    before = game.streets[street - 1]
                    sources = before.reach_rows[player][before.deals]
                    above = self.reach[street - 1][player]
                    listed_kernels.deal_down(game.cards.parents[street - 1], sources, above, reach)
                adds = numbers is not None and player == (hero + 1) % players
                keep, weight = (
                    (float(numbers[KEEP]), float(numbers[WEIGHT])) if adds and numbers is not None else (1, 0)
                )
                listed_kernels.go_down(
                    player, bets.nodes, bets.children, bets.reach_rows[player], self.strategy[street], reach,
                    float(keep), float(weight), self.averages[street],
                )  # fmt: skip

    def _climb(self, hero: int, mode: Mode, numbers: Floats) -> None:
        from pokerlab.training import listed_kernels

        game = self.game
        for street in range(len(game.streets) - 1, -1, -1):
            bets, values = game.streets[street], self.values[street]
            self._pay(hero, street)
            if street + 1 < len(game.streets):
                below = game.streets[street + 1]
                listed_kernels.deal_up(
                    game.cards.parents[street], below.roots, bets.deals, self.values[street + 1], values
                )
            listed_kernels.go_up(
                hero, _MODES[mode], bets.nodes, bets.children, numbers, values, self.strategy[street],
                self.regrets[street],
            )  # fmt: skip

    def _pay(self, hero: int, street: int) -> None:
        """The values of all ends of a street."""
        game, bets, values = self.game, self.game.streets[street], self.values[street]
        others = [player for player in range(game.players) if player != hero]
        reaches = [self.reach[street][player] for player in others]
        for kind, ends in bets.ends.items():
            matrix = game.product(street, kind, hero, values.dtype.type)
            step = max(1, CHUNK_CELLS // matrix.shape[0])
            counted = np.flatnonzero(ends.chips[:, hero]) if kind != MEET else np.arange(len(ends.nodes))
            for first in range(0, len(counted), step):
                some = counted[first : first + step]
                nodes = ends.nodes[some]
                joint = reaches[0][bets.reach_rows[others[0]][nodes]]
                for player, reach in zip(others[1:], reaches[1:], strict=True):
                    more = reach[bets.reach_rows[player][nodes]]
                    joint = (joint[:, :, None] * more[:, None, :]).reshape(len(some), -1)
                won = joint @ matrix
                won *= ends.chips[some, hero, None].astype(values.dtype)
                if ends.adds:
                    won += values[nodes]
                values[nodes] = won


def _streets_of(tree: BettingTree) -> list[StreetBets]:
    from pokerlab.training import listed_kernels

    starts, children = tree.edges
    chips = _ends_of(tree)
    found = []
    roots = np.zeros(1, np.int64)
    for street in range(tree.game.streets):
        of_tree = np.flatnonzero(tree.street == street)
        local = np.full(len(tree), -1, np.int64)
        local[of_tree] = np.arange(len(of_tree))
        is_decision = tree.kind[of_tree] == NodeKind.DECISION
        counts = np.where(is_decision, np.diff(starts)[of_tree], 0)
        nodes = np.full((len(of_tree), 4), -1, np.int64)
        nodes[is_decision, _ACTOR] = tree.actor[of_tree][is_decision]
        nodes[:, _COUNT] = counts
        nodes[:, _FIRST] = nodes[:, _ROW] = np.cumsum(counts) - counts
        below = local[
            np.concatenate([children[starts[node] : starts[node + 1]] for node in of_tree[is_decision].tolist()])
        ]
        deals = np.flatnonzero(tree.kind[of_tree] == NodeKind.DEAL)
        rows = tuple(np.zeros(len(of_tree), np.int64) for _ in range(tree.game.players))
        sizes = tuple(
            int(listed_kernels.number_rows(player, nodes, below, local[roots], rows[player]))
            for player in range(tree.game.players)
        )
        ends = {
            kind: Ends(local[every[here]], paid[here], adds)
            for kind, adds, every, paid in chips
            if (here := tree.street[every] == street).any()
        }
        found.append(StreetBets(of_tree, nodes, below, local[roots], deals, int(counts.sum()), rows, sizes, ends))
        roots = children[starts[of_tree[deals]]]
    return found


def _ends_of(tree: BettingTree) -> "list[tuple[int, bool, Longs, Floats]]":
    """By kind: whether what is won is added to what an earlier kind gave, nodes of the tree and chips [end, player].

    Of those who show their hands each has paid as much, x, and those who folded D in all: of k players who are in, each
    wins `x + D / k` times the lead, and `D / k` besides; who has folded loses what he paid.
    """
    players, paid = tree.game.players, tree.paid().astype(np.float64)
    by_kind: dict[tuple[int, bool], list[tuple[int, Floats]]] = {(MEET, False): []}
    for node in np.flatnonzero((tree.kind == NodeKind.FOLD) | (tree.kind == NodeKind.SHOWDOWN)).tolist():
        live = int(tree.live[node])
        is_in = np.array([live >> player & 1 for player in range(players)], np.bool_)
        count = int(is_in.sum())
        dead = float(paid[node][~is_in].sum())
        if count == 1:
            by_kind[MEET, False].append((node, np.where(is_in, dead, -paid[node])))
            continue
        each = float(paid[node][is_in].min())
        if players > 2 and (paid[node][is_in] != each).any():
            raise SolverError(f"{tree.game.name}: side pots of three and more players are not listed")
        adds = count < players
        if adds:
            by_kind[MEET, False].append((node, np.where(is_in, dead / count, -paid[node])))
        by_kind.setdefault((live, adds), []).append((node, np.where(is_in, each + dead / count, 0.0)))
    return [
        (kind, adds, np.array([node for node, _ in found], np.int64), np.array([chips for _, chips in found]))
        for (kind, adds), found in by_kind.items()
        if found
    ]


def _row_counts(bets: StreetBets) -> Floats:
    """float64 [row]: the actions of the decision that a row is of."""
    counts = bets.nodes[bets.nodes[:, _ACTOR] >= 0, _COUNT]
    return np.repeat(counts, counts).astype(np.float64)


def _starts(bets: StreetBets) -> Longs:
    """int64 [decision]: its first row."""
    return np.asarray(bets.nodes[bets.nodes[:, _ACTOR] >= 0, _ROW])
