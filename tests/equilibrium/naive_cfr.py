"""Naive twins of the solvers: recursion over single deals, through the rules of `games`, with dictionaries.

Nothing here knows public trees, vectors of hands or matrices. Cards are named by rank, as the merged games do.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator

from pokerlab.betting.menu import Menu
from pokerlab.cards.card import RANKS
from pokerlab.games.rules import Game
from pokerlab.games.state import State

Key = tuple[int, str, str, str]  # player, hand, board, history
Policy = Callable[[Key, tuple[str, ...]], dict[str, float]]


def all_deals(game: Game) -> Iterator[tuple[tuple[int, ...], float]]:
    """Ordered cards (first player's, second player's, board) of games with one private card, and their chance."""
    count = 2 + sum(game.board_cards)
    deals: list[tuple[int, ...]] = [()]
    for _ in range(count):
        deals = [(*deal, card) for deal in deals for card in game.deck if card not in deal]
    for deal in deals:
        yield deal, 1 / len(deals)


class Walk:
    """One deal, played through every line of a menu."""

    def __init__(self, game: Game, menu: Menu, deal: tuple[int, ...]) -> None:
        self.menu, self.deal = menu, deal
        self.start = self._deal(State.start(game))

    def _deal(self, state: State) -> State:
        while state.cards_due:
            first = 2 + len(state.board) if state.private[0] else 0
            state = state.deal(self.deal[first : first + state.cards_due])
        return state

    def key(self, state: State) -> Key:
        text = ""
        street = 0
        for played in state.history:
            text += "/" * (played.street - street) + str(played.action)
            street = played.street
        text += "/" * (state.street - street)
        board = " ".join(RANKS[card >> 2] for card in state.board)
        return state.actor, RANKS[self.deal[state.actor] >> 2], board, text

    def children(self, state: State) -> dict[str, State]:
        return {label: self._deal(state.act(action)) for label, action in self.menu.choices(state.betting)}


def value(game: Game, menu: Menu, policy: Policy, player: int = 0) -> float:
    """What a player wins on average."""

    def expected(walk: Walk, state: State) -> float:
        if state.is_over:
            return float(state.payoffs[player])
        children = walk.children(state)
        chances = policy(walk.key(state), tuple(children))
        return sum(chances[label] * expected(walk, child) for label, child in children.items() if chances[label])

    return sum(chance * expected(walk := Walk(game, menu, deal), walk.start) for deal, chance in all_deals(game))


class NaiveSolver:
    """Vanilla or CFR+ regret matching with alternating updates and reach-weighted averaging."""

    def __init__(self, game: Game, menu: Menu, *, plus: bool = False) -> None:
        self.game, self.menu, self.plus = game, menu, plus
        self.regrets: dict[Key, dict[str, float]] = defaultdict(dict)
        self.sums: dict[Key, dict[str, float]] = defaultdict(dict)
        self.walks = [(Walk(game, menu, deal), chance) for deal, chance in all_deals(game)]

    def current(self, key: Key, labels: tuple[str, ...]) -> dict[str, float]:
        positive = {label: max(self.regrets[key].get(label, 0.0), 0.0) for label in labels}
        total = sum(positive.values())
        is_noise = total < 1e-13  # equal actions, up to rounding
        return {label: 1 / len(labels) if is_noise else positive[label] / total for label in labels}

    def average(self, key: Key, labels: tuple[str, ...]) -> dict[str, float]:
        total = sum(self.sums[key].values())
        return {label: self.sums[key][label] / total if total else 1 / len(labels) for label in labels}

    def run(self, iterations: int) -> None:
        for iteration in range(1, iterations + 1):
            for hero in (0, 1):
                self._half(hero, iteration if self.plus else 1)

    def _half(self, hero: int, weight: float) -> None:
        gains: dict[Key, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        added: dict[Key, dict[str, float]] = defaultdict(dict)

        def visit(walk: Walk, state: State, reach: float, chance: float) -> float:
            """Counterfactual value for hero; `reach` is the opponent's, `chance` the deal's."""
            if state.is_over:
                return state.payoffs[hero] * reach * chance
            key, children = walk.key(state), walk.children(state)
            chances = self.current(key, tuple(children))
            if state.actor != hero:
                for label in children:
                    added[key][label] = weight * reach * chances[label]
                return sum(visit(walk, child, reach * chances[label], chance) for label, child in children.items())
            values = {label: visit(walk, child, reach, chance) for label, child in children.items()}
            mean = sum(chances[label] * values[label] for label in children)
            for label in children:
                gains[key][label] += values[label] - mean
            return mean

        for walk, chance in self.walks:
            visit(walk, walk.start, 1.0, chance)
        for key, by_label in gains.items():
            for label, gain in by_label.items():
                new = self.regrets[key].get(label, 0.0) + gain
                self.regrets[key][label] = max(new, 0.0) if self.plus else new
        for key, by_label in added.items():
            for label, amount in by_label.items():
                self.sums[key][label] = self.sums[key].get(label, 0.0) + amount
