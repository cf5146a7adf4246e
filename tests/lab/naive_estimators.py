"""Estimators once more, as their formulas are written: one private hand, card and action after the other, by the rules.

A hand is its private cards, board and actions; what agents played from is (actions, float [action, hand]) by decision.
u is any function of private hands, board and actions so far.
"""

from itertools import combinations, permutations

import numpy as np

from pokerlab.games.betting import Betting
from pokerlab.games.hands import hand_number
from pokerlab.games.state import State


class NaiveHand:
    """A hand that was played; `played`: (actions, chances) of every decision."""

    def __init__(self, state, played, u):
        self.game, self.u, self.private, self.board = state.game, u, state.private, state.board
        self.done = [one.action for one in state.history]
        self.seats = [one.seat for one in state.history]
        self.played = played
        self.payoffs = np.array(state.payoffs, float)
        self.events = []  # deals with the actions, the board before and after; acts with their number and the board
        betting, board = Betting.start(self.game), ()
        for number, action in enumerate(self.done):
            board = self._dealt(betting.street, number, board)
            self.events.append(("act", number, board))
            betting = betting.act(action)
        if bin(betting.live).count("1") > 1:
            for street in range(betting.street, self.game.streets):
                board = self._dealt(street, len(self.done), board)
        assert board == self.board

    def _dealt(self, street, number, board):
        size = self.game.board_size(street)
        if len(board) < size:
            self.events.append(("deal", number, board, self.board[:size]))
            return self.board[:size]
        return board

    def worth(self, private, board, number, action=None):
        """u after so many actions, and perhaps another one."""
        extra = () if action is None else (action,)
        return self.u(private, tuple(sorted(board)), (*self.done[:number], *extra))

    def chips(self, private, actions, board):
        """What is paid, by the rules."""
        cards = [card for hand in private for card in hand]
        rest = [card for card in sorted(self.game.deck) if card not in (*cards, *board)]
        state = State.start(self.game, (*cards, *board, *rest))
        for action in actions:
            state = state.act(action)
        assert state.is_over
        return np.array(state.payoffs, float)

    def likely(self, private, number, action, seats):
        """How likely a decision is, 1 if another seat acts."""
        if self.seats[number] not in seats:
            return 1.0
        actions, table = self.played[number]
        return table[actions.index(action)][hand_number(self.game, private[self.seats[number]])]

    def might_hold(self, seats, board):
        """All private hands that differ in some seats only, and leave the board alone."""
        count = sum(self.game.private_cards)
        for cards in permutations(sorted(self.game.deck), count * len(seats)):
            hands = [cards[i * count : (i + 1) * count] for i in range(len(seats))]
            private = list(self.private)
            for seat, hand in zip(seats, hands, strict=True):
                private[seat] = hand
            every = [card for hand in private for card in hand]
            if len({*every, *board}) == len(every) + len(board) and all(hand == tuple(sorted(hand)) for hand in hands):
                yield tuple(private)

    def mean_over_cards(self, private, board, number, count):
        gone = {*board, *(card for hand in private for card in hand)}
        left = [card for card in sorted(self.game.deck) if card not in gone]
        return np.mean([self.worth(private, (*board, *cards), number) for cards in combinations(left, count)], axis=0)

    def mean_over_deals(self):
        return np.mean(
            [self.worth(private, (), 0) for private in self.might_hold(range(self.game.players), ())], axis=0
        )

    def reach(self, private, number, board, seats):
        """w(h) up to so many actions: the chance of the deal (alike for all that can be) and of what seats played."""
        cards = {card for hand in private for card in hand}
        found = 0.0 if cards & {*board} else 1.0
        for before in range(number):
            found *= self.likely(private, before, self.done[before], seats)
        return found

    def chance(self):
        """v + the sum over deals of [mean of u - u]."""
        found = self.payoffs + self.mean_over_deals() - self.worth(self.private, (), 0)
        for event in self.events:
            if event[0] == "deal":
                _, number, board, after = event
                found = found + self.mean_over_cards(self.private, board, number, len(after) - len(board))
                found = found - self.worth(self.private, after, number)
        return found

    def aivat(self, known):
        """The mean of v over H, and a term for every deal and decision of a known player."""
        found = self._mean(known, len(self.done), self.board, lambda p: self.chips(p, self.done, self.board))
        if len(known) < self.game.players:
            found = found + self.mean_over_deals() - self._mean(known, 0, (), lambda p: self.worth(p, (), 0))
        for event in self.events:
            if event[0] == "deal":
                found = found + self._deal_term(known, *event[1:])
            elif self.seats[event[1]] in known:
                found = found + self._decision_term(known, *event[1:])
        return found

    def _mean(self, known, number, board, value):
        """The sum over H of w(h) value(h) / the sum of w(h)."""
        held = list(self.might_hold(known, ()))
        weights = np.array([self.reach(private, number, board, known) for private in held])
        return sum(w * value(private) for w, private in zip(weights, held, strict=True) if w) / weights.sum()

    def _deal_term(self, known, number, board, after):
        count = len(after) - len(board)
        expected = self._mean(known, number, board, lambda p: self.mean_over_cards(p, board, number, count))
        return expected - self._mean(known, number, after, lambda p: self.worth(p, after, number))

    def _decision_term(self, known, number, board):
        def expected(private):
            return sum(
                self.likely(private, number, action, known) * self.worth(private, board, number, action)
                for action in self.played[number][0]
            )

        came = self._mean(known, number + 1, board, lambda p: self.worth(p, board, number + 1))
        return self._mean(known, number, board, expected) - came

    def importance(self, player, target, *, gea, oc):
        """The sum over ends z' of U of v(z') pi^target(z') / the sum over C of pi^played; `target`: as `played`."""

        def hands(board):
            return list(self.might_hold([player], board)) if oc else [self.private]

        def product(private, number, chances):
            found = 1.0
            for before in range(number):
                if self.seats[before] == player:
                    actions, table = chances[before]
                    found *= table[actions.index(self.done[before])][hand_number(self.game, private[player])]
            return found

        total, is_counted = np.zeros(self.game.players), False
        betting, boards = Betting.start(self.game), {event[1]: event[2] for event in self.events if event[0] == "act"}
        for number, action in enumerate(self.done):
            if gea and self.seats[number] == player:
                board = boards[number]
                for other, of_hands in zip(*target[number], strict=True):
                    after = betting.act(other)
                    is_open = after.actor >= 0
                    is_compared = bin(after.live).count("1") > 1
                    if is_open or (is_compared and len(board) < sum(self.game.board_cards)):
                        continue
                    aimed = sum(
                        product(private, number, target)
                        * of_hands[hand_number(self.game, private[player])]
                        * self.chips(private, (*self.done[:number], other), board)
                        for private in hands(board)
                    )
                    total = total + aimed / sum(product(private, number, self.played) for private in hands(board))
                    is_counted = is_counted or (number == len(self.done) - 1 and other == action)
            betting = betting.act(action)
        if not is_counted:
            some, number = hands(self.board), len(self.done)
            aimed = sum(product(p, number, target) * self.chips(p, self.done, self.board) for p in some)
            total = total + aimed / sum(product(p, number, self.played) for p in some)
        return total
