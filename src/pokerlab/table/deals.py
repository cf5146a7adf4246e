"""What is dealt: the deck of every deal of a match, from seeds and the number of the deal alone.

A card is drawn from the whole deck until it is one that is not out, so that cards that nobody needs are never drawn.
"""

from collections.abc import Sequence
from itertools import count
from typing import Protocol

import numpy as np

from pokerlab._streams import bits, draw, stream
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import COMBO_CARDS, dead_combos
from pokerlab.cards.equity import alias_tables, hand_lists
from pokerlab.cards.ranges import Range
from pokerlab.errors import MatchError
from pokerlab.games.rules import Game

MOST_TRIES = 100_000


class Dealer(Protocol):
    """Whoever deals a game."""

    def deck(self, *seeds: int) -> tuple[int, ...]:
        """The cards of a deal: seat 0's private ones, seat 1's, ..., then the board."""
        ...


class Shuffled:
    """All cards that are not out yet, in any order; as many of them as a hand can need."""

    def __init__(self, game: Game) -> None:
        self.board = game.start.board if game.start else ()
        self._cards = sorted(game.deck)
        self._needed = sum(game.private_cards) * game.players + sum(game.board_cards) - len(self.board)

    def deck(self, *seeds: int) -> tuple[int, ...]:
        """Every order is as likely as any other."""
        return tuple(_draw_cards(stream(*seeds), 0, self._cards, self._needed, self.board))


class FromRanges:
    """Hands of two players by the weights of their ranges, as often as both can be held; then any board.

    `weights`: float64 [1326] of each player, 0 where the board has a card of the hand.
    """

    def __init__(self, game: Game, ranges: Sequence[Range]) -> None:
        self.board = game.start.board if game.start else ()
        self._cards = sorted(game.deck)
        self._needed = sum(game.board_cards) - len(self.board)
        self.weights = [range_.weights.astype(np.float64) for range_ in ranges]
        for seat, weights in enumerate(self.weights):
            weights[dead_combos(cardset(self.board))] = 0
            if not weights.any():
                raise MatchError(f"seat {seat} can hold nothing on this board")
        ends, combos, values = hand_lists(self.weights)
        keep, alias = alias_tables(ends, values)
        self._lists = [(0, int(ends[0])), (int(ends[0]), int(ends[1] - ends[0]))]
        self._hands = COMBO_CARDS[combos].tolist()
        self._keep, self._alias = keep.tolist(), alias.tolist()

    def deck(self, *seeds: int) -> tuple[int, ...]:
        """Both hands are drawn anew until they share no card."""
        drawn = stream(*seeds)
        for number in range(0, 2 * MOST_TRIES, 2):
            private = [
                card
                for seat, (first, size) in enumerate(self._lists)
                for card in self._hands[self._place(bits(drawn, number + seat), first, size)]
            ]
            if len(set(private)) == len(private):
                board = _draw_cards(drawn, number + 2, self._cards, self._needed, (*self.board, *private))
                return (*private, *board)
        raise MatchError("the ranges block each other: hardly any deal is possible")

    def _place(self, drawn: int, first: int, size: int) -> int:
        """A place of a list by 64 bits: the upper ones choose one, the lower ones whether it stands for another."""
        place = first + ((drawn >> 32) * size >> 32)
        return self._alias[place] if (drawn & 0xFFFFFFFF) / 2**32 >= self._keep[place] else place


def _draw_cards(drawn: int, number: int, deck: Sequence[int], needed: int, out: Sequence[int]) -> list[int]:
    """So many cards that are not out, by the numbers of a stream from one on."""
    cards: list[int] = []
    for place in count(number):
        if len(cards) == needed:
            break
        card = deck[draw(drawn, place, len(deck))]
        if card not in out and card not in cards:
            cards.append(card)
    return cards
