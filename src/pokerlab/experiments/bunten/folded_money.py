"""Section 4.2: half of the money of those who folded, taken off what both who are left win."""

import random
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

from pokerlab.experiments.bunten.tables import SOURCE
from pokerlab.experiments.registry import ExperimentSettings, experiment
from pokerlab.experiments.report import Comparison, Report, Table

if TYPE_CHECKING:
    from pokerlab.betting.tree import BettingTree
    from pokerlab.equilibrium.deals import Deals

ITERATIONS = {"small": 2_000, "full": 100_000}
KEEP, TWO_LEFT, EVERYWHERE = "as it is", "two left", "everywhere"
"""Whether half of the folded money is taken off: not at all; where it is asked for, in what those learn who are two; or
also in what is learnt before a player has folded."""


@experiment("bunten/folded-money", "Half of the folded money taken off: which regrets change, to the last bit")
def folded_money(settings: ExperimentSettings) -> Report:
    """Pure sampling, in which every value is a multiple of half a chip: sums are exact, and compared bit by bit."""
    from pokerlab.betting.tree import BettingTree
    from pokerlab.equilibrium.deals import Deals
    from pokerlab.games.library import named_game

    report = Report("A game of two inside a game of three: what becomes of the money of the one who folded", SOURCE)
    iterations = ITERATIONS[str(settings.scale)]
    rows = []
    names = ("kuhn3", "leduc3")
    same = {True: True, False: True}
    for done, name in enumerate(names):
        settings.tick(done, len(names))
        game = named_game(name)
        tree, deals = BettingTree.build(game, deals=True), Deals.of(game)
        learnt = {
            how: _Learner(tree, deals, how, settings.seed).run(iterations) for how in (KEEP, TWO_LEFT, EVERYWHERE)
        }
        for how in (TWO_LEFT, EVERYWHERE):
            for is_two in (True, False):
                mine = {key: found for key, found in learnt[KEEP].items() if key[3] == is_two}
                other = {key: found for key, found in learnt[how].items() if key[3] == is_two}
                equal = sum(other.get(key) == found for key, found in mine.items())
                is_same = mine == other
                if how == TWO_LEFT:
                    same[is_two] &= is_same
                rows.append([name, how, "two" if is_two else "three", len(mine), equal, "yes" if is_same else "no"])
    columns = ("game", "taken off", "players in", "infosets", "with the same regrets", "all the same")
    report.tables.append(
        Table.of(f"Regrets after {iterations:,} iterations, beside those with the money as it is", columns, rows)
    )
    report.comparisons.append(
        Comparison(
            "regrets where two are left change", "section 4.2", "not foreseeable",
            "no, not in the last bit" if same[True] else "yes",
            "the money of the one who folded is the same at every end below a decision of two players, so it leaves "
            "every difference of two actions as it is",
        )
    )  # fmt: skip
    report.notes += [
        "A regret is a difference of what two actions win. Once the third player has folded, what he paid is the same "
        "whatever the others do: taking a half of it off moves all actions of a decision alike, and the zero-sum game "
        "of the thesis and the real one are learnt in the same steps. The guarantees of two players hold for the "
        "subtrees as they are.",
        "Before he folds it is another matter: who drives him out pays half of his money, and who keeps him in does "
        "not. If the half is taken off there as well ('everywhere'), regrets of three players change, and by what they "
        "then do all others too: that is another game.",
    ]
    return report


Key = tuple[int, int, int, bool]
"""Node, hand, board, and whether two are left."""


class _Learner:
    """Counterfactual regret minimisation by pure sampling, as a plain recursion: everybody's infosets play one drawn
    action. Sums of halves of chips are exact."""

    def __init__(self, tree: "BettingTree", deals: "Deals", how: str, seed: int) -> None:
        self.tree, self.how, self.seed = tree, how, seed
        self.paid, self.live = tree.paid().tolist(), tree.live.tolist()
        self.actors, self.streets = tree.actor.tolist(), tree.street.tolist()
        self.held, self.lying, self.ranks = deals.held.tolist(), deals.lying.tolist(), deals.ranks.tolist()
        self.cumulative = list(accumulate(deals.chances.tolist()))
        self.regrets: dict[Key, list[float]] = {}
        self.children = [list(tree.children(node)) for node in range(len(tree))]
        self.first_folded = _first_folds(tree, self.children)
        self.pays: dict[tuple[int, tuple[int, ...]], list[float]] = {}

    def run(self, iterations: int) -> dict[Key, list[float]]:
        """What is regretted, by infoset."""
        chance = random.Random(self.seed)
        for _ in range(iterations):
            deal = min(bisect_right(self.cumulative, chance.random()), len(self.cumulative) - 1)
            for hero in range(self.tree.game.players):
                self._walk(0, hero, deal, chance)
        return self.regrets

    def _walk(self, node: int, hero: int, deal: int, chance: random.Random) -> tuple[float, float]:
        """What the hero wins from a node on, as it is, and less half of the money of those who had folded."""
        children = self.children[node]
        if not children:
            won = self._won(node, deal)[hero]
            return won, won - self._folded(node, hero) / 2
        actor = self.actors[node]
        if actor < 0:  # cards are dealt
            return self._walk(children[0], hero, deal, chance)
        is_two = self.live[node].bit_count() == 2
        key = (node, self.held[deal][actor], self.lying[deal][self.streets[node]], is_two)
        regrets = self.regrets.setdefault(key, [0.0] * len(children))
        drawn = _drawn(regrets, chance)
        if actor != hero:
            return self._walk(children[drawn], hero, deal, chance)
        found = [self._walk(child, hero, deal, chance) for child in children]
        is_less = self.how == EVERYWHERE or (self.how == TWO_LEFT and is_two)
        for place, values in enumerate(found):
            regrets[place] += values[is_less] - found[drawn][is_less]
        return found[drawn]

    def _won(self, node: int, deal: int) -> list[float]:
        ranks = tuple(self.ranks[deal])
        if (node, ranks) not in self.pays:
            self.pays[node, ranks] = [float(won) for won in self.tree.pay(node, self.paid[node], ranks)]
        return self.pays[node, ranks]

    def _folded(self, node: int, hero: int) -> float:
        """What the player has paid who folded first, if the hero was one of the two who were left."""
        first = self.first_folded[node]
        return 0.0 if first in (-1, hero) else float(self.paid[node][first])


def _first_folds(tree: "BettingTree", children: list[list[int]]) -> list[int]:
    """By node: the seat that folded first, -1 if nobody has."""
    everyone = (1 << tree.game.players) - 1
    found = [-1] * len(tree)
    for node, below in enumerate(children):
        for child in below:
            gone = everyone & ~int(tree.live[child])
            found[child] = found[node] if found[node] >= 0 or not gone else gone.bit_length() - 1
    return found


def _drawn(regrets: list[float], chance: random.Random) -> int:
    """An action by regret matching."""
    positive = [max(regret, 0.0) for regret in regrets]
    total = sum(positive)
    part = chance.random()
    if total <= 0:
        return int(part * len(regrets))
    part *= total
    for place, regret in enumerate(positive):
        part -= regret
        if part < 0:
            return place
    return max(place for place, regret in enumerate(positive) if regret > 0)
