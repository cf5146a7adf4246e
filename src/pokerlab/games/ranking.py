"""Which hand wins a showdown: a function from a seat's private and board cards to an int, higher is better.

A game names its ranking, so that a `Game` stays plain data:

    holdem   the best five of five to seven cards
    leduc    for two to four cards: pairs and more of a kind first, then the higher cards
    kuhn     one card: the higher one
"""

from collections.abc import Callable, Sequence
from functools import cache

from pokerlab.errors import GameError

Ranker = Callable[[Sequence[int]], int]

RANKINGS = ("holdem", "leduc", "kuhn")
"""The names a game can use."""

CARD_COUNTS = {"holdem": (5, 7), "leduc": (2, 4), "kuhn": (1, 1)}
"""For each ranking the least and the greatest number of cards it compares."""


@cache
def ranker(name: str) -> Ranker:
    """The function of a ranking; hold'em's is imported when first asked for."""
    if name == "holdem":
        from pokerlab.cards.evaluator import evaluate

        return evaluate
    if name == "leduc":
        return _rank_few
    if name == "kuhn":
        return _rank_one
    raise GameError(f"'{name}' is not a ranking (one of {', '.join(RANKINGS)})")


def _rank_one(cards: Sequence[int]) -> int:
    return cards[0] >> 2


def _rank_few(cards: Sequence[int]) -> int:
    """Digits in base 16, first the largest group: how many cards it has, their rank, then the next group."""
    ranks = [card >> 2 for card in cards]
    value = 0
    for count, rank in sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True):
        value = value << 8 | count << 4 | rank
    # Fewer groups make a better hand of the same size (a pair has one less than two high cards), and must not
    # lose for having fewer digits.
    return value << 8 * (len(ranks) - len(set(ranks)))
