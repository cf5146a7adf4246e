"""The private hands of a game, numbered: what every vector over hands counts along.

Hands are sets of a seat's private cards, ordered by their highest card, then by the next. In hold'em hand `i` is combo
`i` of `cards.combos`.
"""

from functools import lru_cache
from itertools import combinations

from pokerlab.errors import GameError
from pokerlab.games.rules import Game

MOST_HANDS = 300_000


def private_hands(game: Game) -> tuple[tuple[int, ...], ...]:
    """All sets of private cards that a seat can be dealt, each from its highest card down."""
    return _hands(tuple(sorted(game.deck)), sum(game.private_cards))


def hand_number(game: Game, cards: tuple[int, ...]) -> int:
    """The number of a hand among `private_hands`, its cards in any order."""
    found = _numbers(tuple(sorted(game.deck)), sum(game.private_cards)).get(tuple(sorted(cards, reverse=True)))
    if found is None:
        raise GameError(f"{game.name}: {len(cards)} cards that are no hand of the game")
    return found


@lru_cache(maxsize=16)
def _hands(deck: tuple[int, ...], count: int) -> tuple[tuple[int, ...], ...]:
    hands = [tuple(reversed(cards)) for cards in combinations(deck, count)]
    if len(hands) > MOST_HANDS:
        raise GameError(f"{len(hands):,} private hands are too many to list (at most {MOST_HANDS:,})")
    return tuple(sorted(hands))


@lru_cache(maxsize=16)
def _numbers(deck: tuple[int, ...], count: int) -> dict[tuple[int, ...], int]:
    return {hand: number for number, hand in enumerate(_hands(deck, count))}
