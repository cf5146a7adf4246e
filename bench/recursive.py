"""The yardstick: discounted CFR as it is usually written, one recursion over public nodes with a vector of hands.

Every board is visited, every terminal swept by itself (hands sorted by strength, sums by card for card removal), and a
called all-in deals the rest of the board each time. It is compiled like our engine, works in float32 on one thread, and
shares the spot, the betting tree and the evaluator with it; nothing else.
"""

import numba
import numpy as np

from pokerlab.betting.tree import NodeKind
from pokerlab.cards.combos import COMBO_CARDS
from pokerlab.cards.evaluator import rank_boards
from pokerlab.equilibrium.regret import Coefficients, Rule
from pokerlab.postflop.spot import Spot
from pokerlab.postflop.tree import SpotTree

DECISION, DEAL, FOLD, SHOWDOWN = (
    int(kind) for kind in (NodeKind.DECISION, NodeKind.DEAL, NodeKind.FOLD, NodeKind.SHOWDOWN)
)
UPDATE, FOLLOW, BEST = range(3)
# columns of the nodes
KIND, STREET, PLAYER, FIRST, COUNT, PLACE = range(6)
RIVER = 5


class Recursive:
    """Solves a spot without rake; the numbers of `judge` are those of `Engine.judge`."""

    def __init__(self, spot: Spot, rule: Rule) -> None:
        assert spot.rake_of(spot.pot) == 0, "the yardstick knows no rake"
        self.spot, self.rule, self.iteration = spot, rule, 0
        tree = SpotTree.build(spot)
        ranges = (spot.live(0).weights, spot.live(1).weights)
        hands = [np.flatnonzero(weights) for weights in ranges]
        self.weights = [weights[own].astype(np.float32) for weights, own in zip(ranges, hands, strict=True)]
        self.cards = [np.ascontiguousarray(COMBO_CARDS[own]) for own in hands]
        self.same = [np.array([_index(hands[1 - p], hand) for hand in hands[p]], np.int64) for p in (0, 1)]
        self.root = np.array(spot.board, np.int64)
        self._sort_rivers(hands)
        self._flatten(tree, hands)
        depth = max(len(tree.path(node)) for node in tree.nodes) + RIVER
        self.stack = np.zeros((2, depth, int(self.nodes[:, COUNT].max()), max(map(len, hands))), np.float32)
        self.scratch = np.zeros(52 + max(map(len, hands)), np.float32)
        meet = (self.cards[0][:, None, :, None] != self.cards[1][None, :, None, :]).all(axis=(2, 3))
        self.mass = float(self.weights[0] @ meet @ self.weights[1])

    def run(self, iterations: int) -> None:
        for _ in range(iterations):
            self.iteration += 1
            for hero in (0, 1):
                self._visit(hero, UPDATE, self.rule.at(self.iteration))

    def exploitability(self) -> float:
        """Chips: the mean of what both could gain."""
        unused = self.rule.at(1)
        return sum(self._visit(hero, BEST, unused) - self._visit(hero, FOLLOW, unused) for hero in (0, 1)) / 2

    def _visit(self, hero: int, mode: int, numbers: Coefficients) -> float:
        out = np.zeros(len(self.weights[hero]), np.float32)
        rates = np.array([numbers.positive, numbers.negative, numbers.keep, numbers.weight], np.float32)
        board = np.zeros(RIVER, np.int64)
        board[: len(self.root)] = self.root
        visit(
            0, len(self.root), 0, 0, hero, mode, rates, self.nodes, self.children, self.stakes, self.regrets, self.sums,
            board, self.cards[hero], self.cards[1 - hero], self.same[hero],
            self.orders[hero], self.orders[1 - hero], self.ranks[hero], self.ranks[1 - hero], self.counts,
            self.weights[1 - hero], out, self.stack, self.scratch,
        )  # fmt: skip
        return float(self.weights[hero] @ out.astype(np.float64)) / self.mass

    def _flatten(self, tree: SpotTree, hands: list[np.ndarray]) -> None:
        self.nodes = np.zeros((len(tree.nodes), 6), np.int64)
        self.stakes = np.zeros(len(tree.nodes), np.float32)
        children, cells = list[int](), 0
        for node in tree.nodes:
            self.nodes[node.index] = node.kind, node.street, node.player, len(children), len(node.children), cells
            children += node.children
            self.stakes[node.index] = self.spot.pot / 2 + min(node.committed)
            if node.kind is NodeKind.DECISION:
                boards = 1
                for count in range(len(self.root), node.street):
                    boards *= 52 - count
                cells += boards * len(node.children) * len(hands[node.player])
        self.children = np.array(children, np.int64)
        self.regrets, self.sums = np.zeros(cells, np.float32), np.zeros(cells, np.float32)

    def _sort_rivers(self, hands: list[np.ndarray]) -> None:
        """By river board the live hands of each player from the weakest to the strongest, and their ranks."""
        boards = [tuple(self.root.tolist())]
        while len(boards[0]) < RIVER:
            boards = [(*board, card) for board in boards for card in range(52) if card not in board]
        ranks = [rank_boards(np.array(boards, np.uint8))[:, own] for own in hands]
        self.orders = [np.argsort(own, axis=1, kind="stable").astype(np.int64) for own in ranks]
        self.ranks = [np.take_along_axis(own, order, 1) for own, order in zip(ranks, self.orders, strict=True)]
        # dead hands have rank 0 and come first
        self.counts = np.array([(own == 0).sum(axis=1) for own in ranks], np.int64)


def _index(hands: np.ndarray, hand: int) -> int:
    found = np.flatnonzero(hands == hand)
    return int(found[0]) if len(found) else -1


@numba.njit(error_model="numpy")
def fold(stake, cards, other_cards, same, reach, out, by_card):
    by_card[:] = np.float32(0)
    total = np.float32(0)
    for j in range(len(reach)):
        total += reach[j]
        by_card[other_cards[j, 0]] += reach[j]
        by_card[other_cards[j, 1]] += reach[j]
    for i in range(len(out)):
        met = total - by_card[cards[i, 0]] - by_card[cards[i, 1]]
        if same[i] >= 0:
            met += reach[same[i]]
        out[i] = stake * met


@numba.njit(error_model="numpy")
def showdown(stake, order, other_order, ranks, other_ranks, dead, other_dead, cards, other_cards, reach, out, by_card):
    by_card[:] = np.float32(0)
    total = np.float32(0)
    for i in range(len(out)):
        out[i] = np.float32(0)
    j = other_dead
    for i in range(dead, len(order)):
        while j < len(other_order) and other_ranks[j] < ranks[i]:
            other = other_order[j]
            total += reach[other]
            by_card[other_cards[other, 0]] += reach[other]
            by_card[other_cards[other, 1]] += reach[other]
            j += 1
        hand = order[i]
        out[hand] = stake * (total - by_card[cards[hand, 0]] - by_card[cards[hand, 1]])
    by_card[:] = np.float32(0)
    total = np.float32(0)
    j = len(other_order) - 1
    for i in range(len(order) - 1, dead - 1, -1):
        while j >= other_dead and other_ranks[j] > ranks[i]:
            other = other_order[j]
            total += reach[other]
            by_card[other_cards[other, 0]] += reach[other]
            by_card[other_cards[other, 1]] += reach[other]
            j -= 1
        hand = order[i]
        out[hand] -= stake * (total - by_card[cards[hand, 0]] - by_card[cards[hand, 1]])


@numba.njit(error_model="numpy")
def match(table, strategy, totals):
    """strategy [move, hand] in proportion to the positive numbers of a table [move, hand]."""
    count, hands = strategy.shape
    totals[:] = np.float32(0)
    for k in range(count):
        row, chosen = table[k], strategy[k]
        for h in range(hands):
            part = row[h] if row[h] > 0 else np.float32(0)
            chosen[h] = part
            totals[h] += part
    share = np.float32(1) / np.float32(count)
    for k in range(count):
        chosen = strategy[k]
        for h in range(hands):
            chosen[h] = chosen[h] / totals[h] if totals[h] > 0 else share


@numba.njit(error_model="numpy")
def visit(
    node, dealt, board_index, depth, hero, mode, rates, nodes, children, stakes, regrets, sums, board, cards,
    other_cards, same, orders, other_orders, ranks, other_ranks, counts, reach, out, stack, scratch,
):  # fmt: skip
    """out [hand of hero's] = his values at a node on a board of `dealt` cards, given the opponent's reach."""
    kind, player = nodes[node, KIND], nodes[node, PLAYER]
    if kind == FOLD:
        stake = -stakes[node] if player == hero else stakes[node]
        fold(stake, cards, other_cards, same, reach, out, scratch[:52])
        return
    if kind == SHOWDOWN and dealt == RIVER:
        showdown(
            stakes[node], orders[board_index], other_orders[board_index], ranks[board_index], other_ranks[board_index],
            counts[hero, board_index], counts[1 - hero, board_index], cards, other_cards, reach, out, scratch[:52],
        )  # fmt: skip
        return
    mine, theirs = len(out), len(reach)
    if kind in (DEAL, SHOWDOWN):
        child = children[nodes[node, FIRST]] if kind == DEAL else node
        next_reach, next_out = stack[0, depth, 0, :theirs], stack[1, depth, 0, :mine]
        chance = np.float32(1.0 / (48 - dealt))
        out[:] = np.float32(0)
        next_board = board_index * (52 - dealt)
        for card in range(52):
            is_free = True
            for place in range(dealt):
                is_free = is_free and board[place] != card
            if not is_free:
                continue
            board[dealt] = card
            for j in range(theirs):
                is_held = other_cards[j, 0] == card or other_cards[j, 1] == card
                next_reach[j] = np.float32(0) if is_held else reach[j]
            visit(
                child, dealt + 1, next_board, depth + 1, hero, mode, rates, nodes, children, stakes, regrets, sums,
                board, cards, other_cards, same, orders, other_orders, ranks, other_ranks, counts, next_reach,
                next_out, stack, scratch,
            )  # fmt: skip
            for i in range(mine):
                if cards[i, 0] != card and cards[i, 1] != card:
                    out[i] += next_out[i] * chance
            next_board += 1
        return
    count, first = nodes[node, COUNT], nodes[node, FIRST]
    hands = mine if player == hero else theirs
    place = nodes[node, PLACE] + board_index * count * hands
    own_regrets = regrets[place : place + count * hands].reshape(count, hands)
    own_sums = sums[place : place + count * hands].reshape(count, hands)
    strategy = stack[0, depth, :count, :hands]
    match(own_regrets if mode == UPDATE else own_sums, strategy, scratch[52 : 52 + hands])
    if player != hero:
        next_out = stack[1, depth, 0, :mine]
        out[:] = np.float32(0)
        for k in range(count):
            chosen, added = strategy[k], own_sums[k]
            for j in range(theirs):
                chosen[j] *= reach[j]
            if mode == UPDATE:
                for j in range(theirs):
                    added[j] = added[j] * rates[2] + rates[3] * chosen[j]
            visit(
                children[first + k], dealt, board_index, depth + 1, hero, mode, rates, nodes, children, stakes, regrets,
                sums, board, cards, other_cards, same, orders, other_orders, ranks, other_ranks, counts, chosen,
                next_out, stack, scratch,
            )  # fmt: skip
            for i in range(mine):
                out[i] += next_out[i]
        return
    values = stack[1, depth, :count, :mine]
    for k in range(count):
        visit(
            children[first + k], dealt, board_index, depth + 1, hero, mode, rates, nodes, children, stakes, regrets,
            sums, board, cards, other_cards, same, orders, other_orders, ranks, other_ranks, counts, reach, values[k],
            stack, scratch,
        )  # fmt: skip
    if mode == BEST:
        out[:] = values[0]
        for k in range(1, count):
            here = values[k]
            for i in range(mine):
                out[i] = here[i] if here[i] > out[i] else out[i]
        return
    out[:] = np.float32(0)
    for k in range(count):
        here, chosen = values[k], strategy[k]
        for i in range(mine):
            out[i] += chosen[i] * here[i]
    if mode == UPDATE:
        for k in range(count):
            here, learnt = values[k], own_regrets[k]
            for i in range(mine):
                rate = rates[0] if learnt[i] > 0 else rates[1]
                learnt[i] = learnt[i] * rate + here[i] - out[i]
