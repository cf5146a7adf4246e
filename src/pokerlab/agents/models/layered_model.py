"""The model of Vexbot: how often an opponent did what, and what he showed, counted in layers of contexts.

At his decisions actions are counted, at showdowns the bin of the strength that he showed; both fade by h with every
observation of a context. A histogram is set against what any cards would have shown in the same deals: with few cards
in the deck, those that one holds oneself tell much of his.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.agents.models.betting_contexts import BettingContexts
from pokerlab.agents.models.card_states import CardStates
from pokerlab.agents.models.layers import layer_weights
from pokerlab.agents.models.priors import legal_priors
from pokerlab.agents.models.watch import ChangeWatch
from pokerlab.errors import AgentError
from pokerlab.games.betting import Played

Numbers = npt.NDArray[np.float64]
KNOWN = 0.9
"""Weight of the exact sequence from which on a change of play can be told from not knowing yet."""


class LayeredModel:
    """One opponent in one game.

    - `counts`: float64 [row, 3], folds, calls and raises; `shown`, `expected`: float64 [row, bin]; rows of `contexts`
    - `hands`: how many were seen; `changes`: after how many of them play was found to have changed
    """

    def __init__(
        self, contexts: BettingContexts, bins: int, *, m: float, decay: float, prior: str, alarm: float = 0.0
    ) -> None:
        self.contexts, self.m, self.decay = contexts, m, decay
        self.counts = np.zeros((contexts.acted_rows, 3))
        self.shown = np.zeros((contexts.ended_rows, bins))
        self.expected = np.zeros((contexts.ended_rows, bins))
        self.defaults = legal_priors(prior, contexts.to_call, contexts.kinds)
        self.hands = 0
        self.changes: list[int] = []
        self._watch = ChangeWatch(alarm)

    def learn(
        self, seat: int, history: Iterable[Played], shown: int | None = None, expected: Numbers | None = None
    ) -> None:
        """A hand that was watched from a seat: its bets; the bin that the opponent showed and what [bin] any cards of
        his would have shown by chance, if it came to a showdown."""
        played = tuple(history)
        path = self.contexts.path(played)
        for node, step in zip(path, played, strict=False):
            if step.seat != seat:
                self._count(seat, node, int(step.action.kind))
        if shown is not None and expected is not None:
            rows = self.contexts.ended[seat, path[-1]]
            self.shown[rows] *= self.decay
            self.expected[rows] *= self.decay
            self.shown[rows, shown] += 1
            self.expected[rows] += expected
        self.hands += 1
        if self._watch.rings():
            self.changes.append(self.hands)
            for array in (self.counts, self.shown, self.expected):
                array *= self._watch.keeps

    def _count(self, seat: int, node: int, action: int) -> None:
        rows = self.contexts.acted[seat, node]
        if self._watch.limit:
            weights = layer_weights(self.counts[rows[:1]].sum(axis=1).tolist(), self.m)
            if weights[0] >= KNOWN:
                self._watch.see(self.chances(seat, node), action)
        self.counts[rows] *= self.decay
        self.counts[rows, action] += 1

    def chances(self, seat: int, node: int) -> Numbers:
        """float64 [3]: how likely the opponent of a seat folds, calls and raises at a node."""
        of_layers = self.counts[self.contexts.acted[seat, node]]
        seen = of_layers.sum(axis=1)
        weights = layer_weights(seen.tolist(), self.m)
        parts = np.divide(of_layers, seen[:, None], out=np.zeros_like(of_layers), where=seen[:, None] > 0)
        return np.asarray(weights[:-1] @ parts + weights[-1] * self.defaults[node], np.float64)

    def values(
        self, seat: int, node: int, states: CardStates, *, temperature: float = 0.0, explore: float = 0.0
    ) -> Numbers:
        """float64 [action, state]: what a seat wins in chips by a fold, a call and a raise at a node, by the state of
        its cards on that street; -inf where an action is not legal. See `search_kernels.search`."""
        from pokerlab.agents.models import search_kernels

        tree, contexts = self.contexts.tree, self.contexts
        values = np.empty((int(tree.size[node]), len(states.wins)))
        search_kernels.search(
            seat, node, tree.size, tree.kind, tree.street, tree.actor, contexts.acted[seat], contexts.ended[seat],
            self.counts, self.shown, self.expected, self.defaults, self.m, temperature, explore, contexts.pots,
            contexts.pays[seat], states.counts, states.moves, states.wins, states.priors, values,
        )  # fmt: skip
        found = np.full((3, int(states.counts[tree.street[node]])), -np.inf)
        for action, child in enumerate(contexts.kinds[node].tolist()):
            if child >= 0:
                found[action] = values[child - node, : found.shape[1]]
        return found

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What it has seen."""
        return {
            "counts": self.counts.copy(), "shown": self.shown.copy(), "expected": self.expected.copy(),
            "watch": self._watch.array(),
        }  # fmt: skip

    def facts(self) -> dict[str, Any]:
        """The rest of it, as plain data."""
        return {"hands": self.hands, "changes": list(self.changes)}

    def take(self, arrays: dict[str, npt.NDArray[Any]], facts: dict[str, Any]) -> None:
        """Take up what another one has seen; an `AgentError` if it does not fit."""
        for name in ("counts", "shown", "expected"):
            given = np.array(arrays[name], np.float64)
            if given.shape != getattr(self, name).shape or not (np.isfinite(given) & (given >= 0)).all():
                raise AgentError(f"{name} of {given.shape} do not fit a model of {getattr(self, name).shape}")
            setattr(self, name, given)
        self._watch.take(arrays["watch"])
        self.hands, self.changes = int(facts["hands"]), [int(hand) for hand in facts["changes"]]
