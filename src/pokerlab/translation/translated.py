"""A translated strategy: a policy of the real game that asks a strategy of a smaller one.

    translated = Translated(strategy, strategy.tree.menu, named_game("leduc-nl:12"), TranslationRules())
    actions, table = translated.chances(public)

It is whole: every history that its bets can be taken for counts, weighted by the own chances of coming there. `sampled`
has the other form, one drawn history, which plays the same distribution.
"""

import numpy as np

from pokerlab.betting.menu import Menu
from pokerlab.equilibrium.policy import Chances, Policy
from pokerlab.games.action import Action
from pokerlab.games.betting import Played
from pokerlab.games.hands import private_hands
from pokerlab.games.rules import Game
from pokerlab.games.view import Public
from pokerlab.translation.rules import TranslationRules
from pokerlab.translation.shadow import Floats, Follower, Intentions, Shadow

MOST_KNOWN = 10_000
"""Shadows that are kept: at a table the same is asked again and again."""


class Translated:
    """A policy over the real `game`; `menu` has the bets that `policy` knows in its own."""

    def __init__(
        self, policy: Policy, menu: Menu, game: Game | None = None, rules: TranslationRules | None = None
    ) -> None:
        self.policy, self.menu = policy, menu
        self.game = policy.game if game is None else game
        self.rules = TranslationRules() if rules is None else rules
        self.follower = Follower(policy.game, menu, self.game, self.rules)
        self._known: dict[object, Shadow] = {}
        self._last: tuple[Shadow, tuple[int, ...], Intentions] | None = None

    def chances(self, public: Public) -> Chances:
        """What it does in a public situation of the real game, with every hand."""
        return self.played(self.shadow(public), public.board)

    def shadow(self, public: Public, seat: int | None = None) -> Shadow:
        """Where a seat, the one to act unless given, believes to be."""
        betting = public.betting
        seat = betting.actor if seat is None else seat
        history = betting.history
        streets = [*(played.street for played in history), betting.street]  # after so many actions
        shadow, done = self.follower.start(seat), 0
        for number in range(len(history), 0, -1):  # the longest beginning that is known
            if found := self._known.get(self._key(seat, history[:number], public.board, streets[number])):
                shadow, done = found, number
                break
        for number in range(done, len(history)):
            shadow = self.then(shadow, history[number].action, public.board)
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[self._key(seat, history[: number + 1], public.board, streets[number + 1])] = shadow
        return shadow

    def then(self, shadow: Shadow, action: Action, board: tuple[int, ...]) -> Shadow:
        """A shadow after one more real action; `board` may have later cards too."""
        return self.follower.then(shadow, action, lambda asked: self.intentions(asked, board))

    def intentions(self, shadow: Shadow, board: tuple[int, ...]) -> Intentions:
        """For each place what can be meant there, and how likely; the last answer is remembered."""
        lying = board[: self.game.board_size(shadow.real.street)]
        if self._last is None or self._last[0] is not shadow or self._last[1] != lying:
            found = self.follower.intentions(shadow, lambda near: self.policy.chances(Public(near, lying)))
            self._last = shadow, lying, found
        return self._last[2]

    def played(self, shadow: Shadow, board: tuple[int, ...]) -> Chances:
        """What it does at a shadow: the chances of all places, as real actions; equal ones are one."""
        hands = private_hands(self.game)
        rows: dict[Action, Floats] = {}
        for share, (meanings, table) in zip(shadow.shares(), self.intentions(shadow, board), strict=True):
            for meaning, row in zip(meanings, table * share, strict=True):
                rows[meaning.action] = rows[meaning.action] + row if meaning.action in rows else row
        is_free = np.array([not any(card in board for card in hand) for hand in hands])
        actions = sorted(rows, key=lambda action: (action.kind, action.to))
        return Chances(tuple(actions), (np.array([rows[action] for action in actions]) * is_free).astype(np.float32))

    def _key(self, seat: int, history: tuple[Played, ...], board: tuple[int, ...], street: int) -> object:
        """What a shadow depends on; cards only as far as they lay when the strategy acted."""
        return seat, history, board[: self.game.board_size(street)]
