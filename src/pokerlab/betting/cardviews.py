"""What is seen of the cards, and in how many ways: the other half of a game's size.

- `all`: the cards of all players and the board, as in a state of the game
- `one`: one player's cards and the board, as in his infosets
- `canonical`: the same up to a renaming of suits
- `buckets:2.4.8.16`: groups of hands, so many on each street
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from math import comb

from pokerlab.errors import GameError, shorten
from pokerlab.games.rules import Game

ALL, ONE, CANONICAL, BUCKETS = "all", "one", "canonical", "buckets"


@dataclass(frozen=True)
class CardView:
    """A way to look at the cards; `ways[street]` is the number of different sights."""

    name: str
    ways: tuple[int, ...]


def card_view(game: Game, text: str) -> CardView:
    """The view of a name: `all`, `one`, `canonical` or `buckets:` with a number for each street."""
    name, colon, rest = text.strip().partition(":")
    if name == ALL and not colon:
        return CardView(ALL, all_deals(game))
    if name == ONE and not colon:
        return CardView(ONE, one_player_deals(game))
    if name == CANONICAL and not colon:
        return CardView(CANONICAL, canonical_deals(game))
    if name == BUCKETS and colon:
        parts = rest.split(".")
        if len(parts) != game.streets or not all(re.fullmatch("0*[1-9][0-9]{0,17}", part) for part in parts):
            raise GameError(
                f"'{shorten(text)}': buckets take one number of at least 1, and at most 18 digits, for each of the "
                f"{game.streets} streets of {game.name}"
            )
        return CardView(text, tuple(int(part) for part in parts))
    raise GameError(
        f"'{shorten(text)}' is not a view of the cards (all, one, canonical, or buckets such as buckets:2.4.8.16)"
    )


def all_deals(game: Game) -> tuple[int, ...]:
    """By street: the deals of all players' cards and the board."""
    return _deals(game, game.players)


def one_player_deals(game: Game) -> tuple[int, ...]:
    """By street: the deals of one player's cards and the board."""
    return _deals(game, 1)


def canonical_deals(game: Game) -> tuple[int, ...]:
    """By street: the deals of one player's cards and the board, up to a renaming of suits.

    By Burnside's lemma: the mean, over all renamings that leave the deck as it is, of the deals they do not change.
    A deal is unchanged if each round of it is made of whole cycles of the renaming.
    """
    renamings = [
        renaming
        for renaming in permutations(range(4))
        if {4 * (card // 4) + renaming[card % 4] for card in game.deck} == game.cards
    ]
    rounds: list[int] = []
    ways = []
    for private, board in zip(game.private_cards, game.board_cards, strict=True):
        rounds += [count for count in (private, board) if count]
        fixed = sum(_unchanged(rounds, _cycles(game.deck, renaming)) for renaming in renamings)
        ways.append(fixed // len(renamings))
    return tuple(ways)


def _deals(game: Game, players: int) -> tuple[int, ...]:
    left, deals = len(game.deck), 1
    ways = []
    for private, board in zip(game.private_cards, game.board_cards, strict=True):
        for count in (*(private,) * players, board):
            deals *= comb(left, count)
            left -= count
        ways.append(deals)
    return tuple(ways)


def _cycles(deck: Sequence[int], renaming: Sequence[int]) -> Counter[int]:
    """Lengths of the cycles in which a renaming of suits moves the cards."""
    left, lengths = set(deck), Counter[int]()
    while left:
        card, length = left.pop(), 1
        while (card := 4 * (card // 4) + renaming[card % 4]) in left:
            left.remove(card)
            length += 1
        lengths[length] += 1
    return lengths


def _unchanged(rounds: Sequence[int], cycles: Counter[int]) -> int:
    """Ways to make up rounds of so many cards from whole cycles."""
    ways: dict[tuple[int, ...], int] = {tuple(rounds): 1}  # by cards that are missing in each round
    for length, count in cycles.items():
        for _ in range(count):
            after = dict(ways)
            for missing, times in ways.items():
                for place, cards in enumerate(missing):
                    if cards >= length:
                        fewer = (*missing[:place], cards - length, *missing[place + 1 :])
                        after[fewer] = after.get(fewer, 0) + times
            ways = after
    return ways.get((0,) * len(rounds), 0)
