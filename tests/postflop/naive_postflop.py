"""A naive twin of the post-flop engine: float64, every ordered board, every pair of hands, no isomorphism.

It shares the spot and its betting tree with the engine and nothing else. A betting node is visited by recursion, with
arrays over all boards of its street: reach and values are float64 [board, hand], tables float64 [board, move, hand].
Hands of a player are those of his range that do not collide with the spot's board, in combo order, on every street;
where a board takes one of their cards their reach is zero.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from pokerlab.abstraction.groups import HandGroups
from pokerlab.betting.tree import NodeKind
from pokerlab.cards.combos import COMBO_CARDS
from pokerlab.cards.evaluator import evaluate
from pokerlab.equilibrium.regret import Coefficients, Rule, Sparse, Unweighted
from pokerlab.equilibrium.rule_columns import HEDGED, PREDICTED
from pokerlab.postflop.spot import Spot
from pokerlab.postflop.tree import SpotNode, SpotTree

Board = tuple[int, ...]
RIVER = 5


@dataclass
class Street:
    """All boards of a street, with who can hold what and who beats whom there.

    - `boards`: ordered cards; those that follow one board are neighbours
    - `alive`: for each player bool [board, hand]
    - `meet`: float64 [board, hand of oop, hand of ip], 1 where both can be held together
    - `lead`: the same shape: 1 or -1 where oop's hand wins or loses; before the river the mean over all run-outs
    """

    boards: list[Board]
    alive: tuple[np.ndarray, np.ndarray]
    meet: np.ndarray
    lead: np.ndarray = field(default_factory=lambda: np.zeros(0))


class NaivePostflop:
    """Solves a spot as plainly as numpy allows.

    - `regrets`, `sums`, `gains`: by node index, float64 [board, move, hand]
    - `locks`: by node index a mask, bool [board, hand], and what those hands play, float64 [board, move, hand]
    - `node_values`: by node index float64 [board, hand], hero's values there in the last walk
    - `margins`: by node index float64 [board, hand], by how much the best move was better in the last update
    """

    def __init__(self, spot: Spot, rule: Rule | None = None) -> None:
        self.spot, self.rule = spot, rule
        self.tree = SpotTree.build(spot)
        weights = (spot.oop.weights, spot.ip.weights)
        self.hands = tuple(
            [int(c) for c in np.flatnonzero(w) if not set(COMBO_CARDS[c].tolist()) & set(spot.board)] for w in weights
        )
        self.weights = tuple(w[hands] for w, hands in zip(weights, self.hands, strict=True))
        self.streets: dict[int, Street] = {}
        boards: list[Board] = [tuple(spot.board)]
        for count in range(len(spot.board), RIVER + 1):
            self.streets[count] = self._street(boards)
            boards = [(*board, card) for board in boards for card in range(52) if card not in board]
        self._find_leads()
        self.mass = float(self.weights[0] @ self.streets[len(spot.board)].meet[0] @ self.weights[1])
        self.iteration = 0
        self.regrets: dict[int, np.ndarray] = {}
        self.sums: dict[int, np.ndarray] = {}
        self.gains: dict[int, np.ndarray] = {}
        self.locks: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        self.node_values: dict[int, np.ndarray] = {}
        self.margins: dict[int, np.ndarray] = {}
        for node in self.tree.nodes:
            if node.kind is NodeKind.DECISION:
                shape = (len(self.streets[node.street].boards), len(node.children), len(self.hands[node.player]))
                for table in (self.regrets, self.sums, self.gains):
                    table[node.index] = np.zeros(shape)

    def run(self, iterations: int) -> None:
        """Alternating updates."""
        assert self.rule is not None
        for _ in range(iterations):
            self.iteration += 1
            numbers = self.rule.at(self.iteration)
            for hero in (0, 1):
                self._update(hero, numbers)

    def current(self, node: SpotNode, numbers: Coefficients) -> np.ndarray:
        """The strategy that the next pass plays, float64 [board, move, hand]."""
        if self.rule.strategy == HEDGED:
            return self.average(node)
        regrets = self.regrets[node.index]
        if self.rule.strategy == PREDICTED:
            regrets = regrets + self.gains[node.index]
        return self._with_lock(node, _normalised(np.maximum(regrets, 0)))

    def average(self, node: SpotNode) -> np.ndarray:
        """The average strategy, float64 [board, move, hand]."""
        return self._with_lock(node, _normalised(self.sums[node.index]))

    def values(self, hero: int, *, best: bool = False, inside: bool = False) -> np.ndarray:
        """float64 [hand]: what hero's hands win at the root against the opponent's average, by his own average or by a
        best response (`inside`: one that knows no more than what tables learn from); chips counted from half of the
        pot, times the weight of the hands they meet."""

        def choose(node: SpotNode, children: np.ndarray) -> np.ndarray:
            followed = (self.average(node) * children).sum(axis=1)
            if not best:
                return followed
            mask, _ = self.locks.get(node.index, (np.array(False), None))
            seen = self.seen(node, children) if inside else children
            move = len(node.children) - 1 - seen[:, ::-1].argmax(axis=1)  # of equal ones the last
            return np.where(mask, followed, np.take_along_axis(children, move[:, None], axis=1)[:, 0])

        self.is_inside = inside
        return self._walk(hero, self.tree.root, self.weights[1 - hero][None, :], self.average, choose)[0]

    is_inside = False

    def seen(self, node: SpotNode, children: np.ndarray) -> np.ndarray:
        """What the tables of a node learn from, float64 [board, move, hand], given the values of all moves."""
        return children

    def counted(self, node: SpotNode, reach: np.ndarray) -> np.ndarray:
        """What is added to the average of a node, float64 [board, move, hand], given the reach of all moves."""
        return reach

    def carried(self, street: int, hero: int, values: np.ndarray) -> np.ndarray:
        """What hero's hands carry up from the first node of a street, float64 [board, hand]."""
        return values

    def mean(self, hero: int, values: np.ndarray) -> float:
        """Chips per deal."""
        return float(self.weights[hero] @ values / self.mass)

    def _with_lock(self, node: SpotNode, strategy: np.ndarray) -> np.ndarray:
        if node.index not in self.locks:
            return strategy
        mask, fixed = self.locks[node.index]
        return np.where(mask[:, None], fixed, strategy)

    def _update(self, hero: int, numbers: Coefficients) -> None:
        def current(node: SpotNode) -> np.ndarray:
            return self.current(node, numbers)

        def learn(node: SpotNode, children: np.ndarray) -> np.ndarray:
            strategy, seen = current(node), self.seen(node, children)
            self.margins[node.index] = np.diff(np.sort(seen, axis=1)[:, -2:], axis=1, prepend=-np.inf)[:, -1]
            value = (strategy * children).sum(axis=1)
            if self.rule.strategy == HEDGED:
                self.sums[node.index] = self._hedged(strategy, seen, numbers.constant)
            else:
                gains = seen - (strategy * seen).sum(axis=1)[:, None]
                old = self.regrets[node.index]
                kept = old * np.where(old > 0, numbers.positive, numbers.negative)
                self.regrets[node.index] = np.maximum(kept + gains, numbers.floor)
                self.gains[node.index] = gains
            return (current(node) * children).sum(axis=1) if self.rule.returns_new else value

        def played(node: SpotNode, reach: np.ndarray, strategy: np.ndarray) -> None:
            if self.rule.strategy == HEDGED:
                return
            self.sums[node.index] = self.sums[node.index] * numbers.keep
            averaging = self.rule.averaging
            if not isinstance(averaging, Sparse) or self.iteration % averaging.every == 1 % averaging.every:
                part = strategy
                if not isinstance(averaging, Unweighted):
                    part = self.counted(node, strategy * reach[:, None])
                self.sums[node.index] += numbers.weight * part

        self.is_inside = True
        self._walk(hero, self.tree.root, self.weights[1 - hero][None, :], current, learn, played)

    def _hedged(self, strategy: np.ndarray, children: np.ndarray, constant: float) -> np.ndarray:
        """Counterfactual greedy hedging, one hand after the other."""
        new = np.zeros_like(strategy)
        count, visit = strategy.shape[1], self.iteration
        for board in range(len(strategy)):
            for hand in range(strategy.shape[2]):
                own = children[board, :, hand]
                best = max(move for move in range(count) if own[move] == own.max())
                for move in range(count):
                    shrunk = (visit - 1) / visit * strategy[board, move, hand] - constant / (visit * count)
                    new[board, move, hand] = 0 if move == best else max(shrunk, 0.0)
                new[board, best, hand] = 1 - new[board, :, hand].sum()
        return new

    def _walk(
        self,
        hero: int,
        node: SpotNode,
        reach: np.ndarray,
        strategy_of: Callable[[SpotNode], np.ndarray],
        choose: Callable[[SpotNode, np.ndarray], np.ndarray],
        played: Callable[[SpotNode, np.ndarray, np.ndarray], None] | None = None,
    ) -> np.ndarray:
        """Hero's values at a node, float64 [board, hand]; `reach`: the opponent's, `choose`: hero's value at a node of
        his from the values of the moves [board, move, hand], `played`: told of every node of the opponent's."""

        def below(child: int, arriving: np.ndarray) -> np.ndarray:
            values = self._walk(hero, self.tree.nodes[child], arriving, strategy_of, choose, played)
            self.node_values[child] = values
            return values

        if node.kind is NodeKind.FOLD or node.kind is NodeKind.SHOWDOWN:
            return self._end(hero, node, reach)
        if node.kind is NodeKind.DEAL:
            ahead = self.streets[node.street + 1]
            each = 52 - node.street
            arriving = np.repeat(reach, each, axis=0) * ahead.alive[1 - hero]
            values = below(node.children[0], arriving) * ahead.alive[hero]
            values = self.carried(node.street + 1, hero, values)
            # the card is one of those that neither player holds
            return values.reshape(len(reach), each, -1).sum(axis=1) / (52 - node.street - 4)
        if node.player == hero:
            return choose(node, np.stack([below(child, reach) for child in node.children], axis=1))
        strategy = strategy_of(node)
        if played:
            played(node, reach, strategy)
        return sum(below(child, reach * strategy[:, place]) for place, child in enumerate(node.children))

    def _end(self, hero: int, node: SpotNode, reach: np.ndarray) -> np.ndarray:
        street = self.streets[node.street]
        share, matched = self.spot.pot / 2, min(node.committed)
        rake = self.spot.rake_of(self.spot.pot + 2 * matched)
        if node.kind is NodeKind.FOLD:
            chips = street.meet * (-share - matched if node.player == hero else share + matched - rake)
        else:
            # the winner takes the pot less rake; a tie splits it
            lead = street.lead if hero == 0 else -street.lead
            chips = lead * (share + matched - rake / 2) - street.meet * rake / 2
        if hero == 1:
            chips = chips.transpose(0, 2, 1)
        return np.einsum("bij,bj->bi", chips, reach)

    def _street(self, boards: list[Board]) -> Street:
        alive = tuple(
            np.array([[not set(COMBO_CARDS[hand].tolist()) & set(board) for hand in hands] for board in boards])
            for hands in self.hands
        )
        apart = np.array(
            [
                [not set(COMBO_CARDS[a].tolist()) & set(COMBO_CARDS[b].tolist()) for b in self.hands[1]]
                for a in self.hands[0]
            ]
        )
        meet = alive[0][:, :, None] & alive[1][:, None, :] & apart
        return Street(boards, (alive[0], alive[1]), meet.astype(float))

    def _find_leads(self) -> None:
        """From the river up: before it, the mean over the cards that neither player holds."""
        known: dict[tuple[tuple[int, ...], int], int] = {}

        def rank(board: Board, hand: int) -> int:
            key = tuple(sorted(board)), hand
            if key not in known:
                cards = COMBO_CARDS[hand].tolist()
                known[key] = 0 if set(cards) & set(board) else evaluate((*board, *cards))
            return known[key]

        river = self.streets[RIVER]
        first, second = (np.array([[rank(b, hand) for hand in hands] for b in river.boards]) for hands in self.hands)
        river.lead = np.sign(first[:, :, None] - second[:, None, :]) * river.meet
        for count in range(RIVER - 1, len(self.spot.board) - 1, -1):
            street, ahead = self.streets[count], self.streets[count + 1]
            by_card = ahead.lead.reshape(len(street.boards), 52 - count, *ahead.lead.shape[1:])
            street.lead = by_card.sum(axis=1) / (52 - count - 4)


class NaiveGroups(NaivePostflop):
    """The same where hands play in groups, found for every ordered board by `groups.on`.

    Tables still have a number for each hand: those of a group are equal.
    """

    def __init__(self, spot: Spot, rule: Rule, groups: HandGroups) -> None:
        super().__init__(spot, rule)
        self.labels = {
            (count, player): np.array([groups.on(board)[self.hands[player]] for board in street.boards])
            for count, street in self.streets.items()
            for player in (0, 1)
        }

    def seen(self, node: SpotNode, children: np.ndarray) -> np.ndarray:
        return self._means(node.street, node.player, children)

    def counted(self, node: SpotNode, reach: np.ndarray) -> np.ndarray:
        return self._over_groups(node.street, node.player, reach, lambda rows, weights: rows.sum(axis=-1))

    def carried(self, street: int, hero: int, values: np.ndarray) -> np.ndarray:
        if not self.rule.carries_groups or not self.is_inside:
            return values
        return self._means(street, hero, values[:, None])[:, 0]

    def _means(self, street: int, player: int, values: np.ndarray) -> np.ndarray:
        return self._over_groups(street, player, values, lambda rows, weights: rows @ weights / weights.sum())

    def _over_groups(self, street: int, player: int, numbers: np.ndarray, join: Callable) -> np.ndarray:
        out = np.zeros_like(numbers)
        for board, labels in enumerate(self.labels[street, player]):
            for label in set(labels[labels >= 0].tolist()):
                chosen = labels == label
                joined = join(numbers[board][:, chosen], self.weights[player][chosen])
                out[board][:, chosen] = joined[:, None]
        return out


def _normalised(table: np.ndarray) -> np.ndarray:
    totals = table.sum(axis=1, keepdims=True)
    return np.where(totals > 0, table / np.where(totals > 0, totals, 1), 1 / table.shape[1])
