"""The first street of a best response in the real game: what flops said, put together.

Flops are looked at alone, so the responder's play before them is chosen here, where all that follows is known. With a
sample of flops that choice would be too good to be true: it is made on one half and valued on the other.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pokerlab.betting.tree import NodeKind
from pokerlab.training.real_cards import RealCards
from pokerlab.training.response_plan import ResponsePlan

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class JudgedValue:
    """A mean and its standard error."""

    value: float
    error: float


class FirstStreet:
    """The first street of a responder in the seat `hero`."""

    def __init__(self, plan: ResponsePlan, cards: RealCards, hero: int) -> None:
        self.plan, self.cards, self.hero = plan, cards, hero
        self._sights = plan.blueprint.cards.on_board(())
        self._line = {node: number for number, node in enumerate(plan.lines)}

    @cached_property
    def reaches(self) -> Floats:
        """float64 [line, hand]: how likely the other comes to the end of the street with each hand."""
        out = np.zeros((len(self._line), len(self.cards.hands)))

        def go(node: int, reach: Floats) -> None:
            if node in self._line:
                out[self._line[node]] = reach
                return
            for place, child in enumerate(self.plan.children(node)):
                go(child, self._after(node, place, reach))

        go(0, np.ones(len(self.cards.hands)))
        return out

    def best(self, values: Floats) -> float:
        """What the seat wins by the best response, per hand in chips, if flops give these values [line, class]."""
        chosen, _ = self._value(0, np.ones(len(self.cards.hands)), values, values[None])
        return self._mean(chosen)

    def judged(self, values: Floats, others: Floats) -> Floats:
        """float64 [flop]: what the seat wins per hand if its play before the flop is the best for values [line, class],
        and flops give `others` [flop, line, class]."""
        _, judged = self._value(0, np.ones(len(self.cards.hands)), values, others)
        return np.array([self._mean(of_flop) for of_flop in judged])

    def halves(self, values: Floats) -> tuple[JudgedValue, float]:
        """A lower bound of what the seat wins by a best response, from values [flop, line, class] of flops that were
        dealt at random, each as likely as every other: every half is valued with what the other half chose. And what
        all of them say that they chose themselves, which is too much on average."""
        halves = values[0::2], values[1::2]
        found = []
        for this, other in ((0, 1), (1, 0)):
            won = self.judged(halves[this].mean(axis=0), halves[other])
            found.append((won.mean(), won.var(ddof=1) / len(won) if len(won) > 1 else np.inf))
        value = float(np.mean([mean for mean, _ in found]))
        return JudgedValue(value, float(np.sqrt(sum(spread for _, spread in found)) / 2)), self.best(
            values.mean(axis=0)
        )

    def _value(self, node: int, reach: Floats, values: Floats, others: Floats) -> tuple[Floats, Floats]:
        """float64 [hand] and [flop, hand]: what is won from a node on by what `values` say is best, as these and as
        `others` say."""
        tree, plan = self.plan.tree, self.plan
        if node in self._line:
            classes, line = self.cards.classes, self._line[node]
            return values[line, classes], others[:, line][:, classes]
        if tree.kind[node] != NodeKind.DECISION:
            won = plan.wins[node, self.hero]
            by_hand = won * ((self.cards.met if tree.kind[node] == NodeKind.FOLD else self.cards.led) @ reach)
            return by_hand, np.broadcast_to(by_hand, (len(others), len(by_hand)))
        below = [
            self._value(child, self._after(node, place, reach), values, others)
            for place, child in enumerate(plan.children(node))
        ]
        chosen, judged = np.array([one for one, _ in below]), np.array([other for _, other in below])
        if tree.actor[node] != self.hero:
            return chosen.sum(axis=0), judged.sum(axis=0)
        best, hands = chosen.argmax(axis=0), np.arange(chosen.shape[1])
        return chosen[best, hands], judged[best, :, hands].T

    def _after(self, node: int, place: int, reach: Floats) -> Floats:
        """What the other may hold after an action."""
        if self.plan.tree.actor[node] == self.hero:
            return reach
        return np.asarray(reach * self.plan.chances_at(node)[self._sights, place], np.float64)

    def _mean(self, by_hand: Floats) -> float:
        """The mean over all deals: of the hero's hands, each against all that it can meet."""
        return float(by_hand.sum() / self.cards.met.sum())
