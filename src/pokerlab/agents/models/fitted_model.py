"""A model of what an opponent does with every hand, fitted to shown and unshown hands alike (EM).

Plain counts keep how often and what was shown apart: their sum need not be a way to play. Here the model is a strategy,
chances of actions by hand at every decision. A hand that was shown counts at all its decisions, those of earlier
streets too; one that was not counts as every hand that it may have been, by how likely that is (Dempster, Laird, Rubin
1977). The answer to it is an exact best response.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerlab.agents.models.priors import prior_table
from pokerlab.equilibrium.best_response import Judge
from pokerlab.equilibrium.public_tree import BOARD, CHANCE, COUNT, DECISION, FIRST, KIND, PLAYER, ROW, PublicTree
from pokerlab.errors import AgentError
from pokerlab.games.betting import Played
from pokerlab.games.rules import Game

Numbers = npt.NDArray[np.float64]
MOST_ROUNDS = 30
SMALL_CHANGE = 1e-3
"""Of a chance between two rounds, at which fitting ends."""
PRIOR_WEIGHT = 2.0
"""Observations that the prior of a decision is worth, and for each hand what all hands do there."""


class FittedModel:
    """One opponent in one small game.

    - `tree`: the game with all boards; `seen`: float64 [seat, node, own hand, his hand or last: unknown], hands that
      ended there, by the seat that watched
    - `table`: float64 [row, hand], the chances that the fit has come to
    """

    def __init__(self, tree: PublicTree, prior: str) -> None:
        self.tree = tree
        self.seen = np.zeros((2, len(tree.nodes), tree.hands, tree.hands + 1))
        self._defaults = _defaults(tree, prior)
        self.table = np.repeat(self._defaults[:, None], tree.hands, axis=1)
        self.hands = 0

    def learn(
        self,
        seat: int,
        history: Iterable[Played],
        board: tuple[int, ...],
        own: int,
        his: int | None,
        decay: float = 1.0,
    ) -> None:
        """A hand that was watched from a seat: its bets and board; both hands as numbers of the tree, None if his was
        not shown. What was seen before counts `decay` as much."""
        if decay < 1:
            self.seen[seat] *= decay
        node = self._path(history, board)[-1]
        self.seen[seat, node, own, self.tree.hands if his is None else his] += 1
        self.hands += 1

    def fit(self) -> int:
        """Fit the chances to all that was seen, from where they are; how many rounds it took."""
        for number in range(1, MOST_ROUNDS + 1):
            before = self.table.copy()
            for seat in range(2):
                self._improve(seat)
            if np.abs(self.table - before).max() < SMALL_CHANGE:
                return number
        return MOST_ROUNDS

    def log_likelihood(self, seat: int) -> float:
        """Of all that was seen from a seat, up to a constant: what each round of a fit makes larger, but for the
        prior."""
        reach, total = self._reach(seat), 0.0
        for node in np.flatnonzero(self.seen[seat].any(axis=(1, 2))).tolist():
            meeting = self.tree.deals.by_player[seat, self.tree.nodes[node, BOARD], 0]
            joint = meeting * reach[node]
            counted = self.seen[seat, node]
            for table, chances in ((counted[:, :-1], joint), (counted[:, -1], joint.sum(axis=1))):
                total += float((table[table > 0] * np.log(chances[table > 0])).sum())
        return total

    def response(self, seat: int) -> Numbers:
        """float64 [row, hand]: the table with the seat's rows replaced by a best response to the fit."""
        return _judge(self.tree).best_response(seat, self.table)

    def _improve(self, seat: int) -> None:
        """One round: what unshown hands were, as likely as the chances say; then chances as counted."""
        tree, reach = self.tree, self._reach(seat)
        counted = np.zeros((len(tree.nodes), tree.hands))
        for node in np.flatnonzero(self.seen[seat].any(axis=(1, 2))).tolist():
            seen = self.seen[seat, node]
            joint = tree.deals.by_player[seat, tree.nodes[node, BOARD], 0] * reach[node]
            sums = joint.sum(axis=1, keepdims=True)
            guessed = np.divide(joint, sums, out=np.zeros_like(joint), where=sums > 0)
            counted[node] = seen[:, :-1].sum(axis=0) + seen[:, -1] @ guessed
        kinds, players = tree.nodes[:, KIND], tree.nodes[:, PLAYER]
        for node in range(len(tree.nodes) - 1, -1, -1):
            if kinds[node] in (DECISION, CHANCE):
                below = self._below(node)
                counted[node] += counted[below].sum(axis=0)
                if kinds[node] == DECISION and players[node] != seat:
                    self._set_chances(node, counted[below])

    def _set_chances(self, node: int, counted: Numbers) -> None:
        rows = slice(self.tree.nodes[node, ROW], self.tree.nodes[node, ROW] + len(counted))
        default = self._defaults[rows]
        together = counted.sum(axis=1) + PRIOR_WEIGHT * default
        together /= together.sum()
        self.table[rows] = (counted + PRIOR_WEIGHT * together[:, None]) / (counted.sum(axis=0) + PRIOR_WEIGHT)

    def _reach(self, seat: int) -> Numbers:
        """float64 [node, hand]: the chance that the opponent of a seat plays to a node with a hand."""
        tree = self.tree
        reach = np.ones((len(tree.nodes), tree.hands))
        for node in np.flatnonzero(tree.nodes[:, COUNT]).tolist():
            below = self._below(node)
            reach[below] = reach[node]
            if tree.nodes[node, KIND] == DECISION and tree.nodes[node, PLAYER] != seat:
                row = tree.nodes[node, ROW]
                reach[below] *= self.table[row : row + len(below)]
        return reach

    def _below(self, node: int) -> npt.NDArray[np.int64]:
        first = self.tree.nodes[node, FIRST]
        return self.tree.children[first : first + self.tree.nodes[node, COUNT]]

    def _path(self, history: Iterable[Played], board: tuple[int, ...]) -> list[int]:
        """The nodes of a line of play on a board."""
        tree, nodes = self.tree, [0]
        texts = [place.text for place in tree.deals.boards]
        for played in history:
            nodes.append(self._dealt(nodes[-1], played.street, board, texts))
            labels = tree.situations[nodes[-1]].labels
            nodes.append(int(self._below(nodes[-1])[labels.index(str(played.action))]))
        return nodes

    def _dealt(self, node: int, street: int, board: tuple[int, ...], texts: list[str]) -> int:
        """The node after cards were dealt, if they are dealt at a node."""
        if self.tree.nodes[node, KIND] != CHANCE:
            return node
        text = self.tree.deals.board_text(self.tree.game, board, street)
        return next(int(below) for below in self._below(node) if texts[self.tree.nodes[below, BOARD]] == text)

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What it has seen, and what was made of it."""
        return {"seen": self.seen.copy(), "table": self.table.copy()}

    def facts(self) -> dict[str, Any]:
        """The rest of it, as plain data."""
        return {"hands": self.hands}

    def take(self, arrays: dict[str, npt.NDArray[Any]], facts: dict[str, Any]) -> None:
        """Take up what another one has seen; an `AgentError` if it does not fit."""
        for name in ("seen", "table"):
            given = np.array(arrays[name], np.float64)
            if given.shape != getattr(self, name).shape or not (np.isfinite(given) & (given >= 0)).all():
                raise AgentError(f"{name} of {given.shape} do not fit a model of {getattr(self, name).shape}")
            setattr(self, name, given)
        self.hands = int(facts["hands"])


@lru_cache(maxsize=8)
def public_tree(game: Game) -> PublicTree:
    """The game with all boards; a `GameError` if it is too large."""
    return PublicTree.build(game)


@lru_cache(maxsize=8)
def _judge_of(game: Game) -> Judge:
    return Judge(public_tree(game))


def _judge(tree: PublicTree) -> Judge:
    return _judge_of(tree.game) if tree is public_tree(tree.game) else Judge(tree)


def _defaults(tree: PublicTree, prior: str) -> Numbers:
    """float64 [row]: the prior chance of every action, legal ones only."""
    table, found, paid = prior_table(prior), np.zeros(tree.rows), tree.betting.paid()
    for node, situation in tree.situations.items():
        place, actor, row = tree.places[node], tree.nodes[node, PLAYER], tree.nodes[node, ROW]
        owed = int(paid[place, 1 - actor] - paid[place, actor])
        bet = tree.game.bets[tree.betting.street[place]]
        chances = table[min(2, -(-owed // bet))]
        legal = np.array([chances["fcr".index(label[0])] for label in situation.labels])
        found[row : row + len(legal)] = legal / legal.sum()
    return found
