"""Private hands and boards of a small two-player game, with the chance of every deal.

Hands and boards are classes of cards that the rules do not tell apart: where suits never matter (Kuhn, Leduc) they are
ranks, unless suits are kept apart on purpose. All that a tree of bets needs to know of the cards is here, as matrices
per board.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from pokerlab.cards.card import RANKS, format_cards
from pokerlab.errors import GameError
from pokerlab.games.ranking import ranker
from pokerlab.games.rules import Game

MOST_DEALS = 2_000_000
SUITS_NEVER_MATTER = ("kuhn", "leduc")

MEET, LEAD, TIE = 0, 1, 2
"""Rows of `Deals.matrices`: chance of the deal; of winning minus losing; of a tie."""


@dataclass(frozen=True)
class Board:
    """A public card situation: its text, the street from which it is out, and the board it came from (-1: none)."""

    text: str
    street: int
    parent: int


@dataclass(frozen=True)
class Deals:
    """All deals of a two-player game.

    - `hands`: texts of the private hands, the same list for both players
    - `boards`: public situations, each after the one it came from; the first is the empty board
    - `matrices`: float64 [board, 3, hand, hand], by hand of player 0 and of player 1: the chance of being dealt them
      with this board (MEET), that times win minus lose at the end of the hand (LEAD), and that of a tie (TIE)
    - `outcomes`: int64 [deal, 3 + street]: the hands of players 0 and 1, the sign of player 0's result, and the board
      on each street; `chances`: float64 [deal]
    """

    hands: tuple[str, ...]
    boards: tuple[Board, ...]
    matrices: npt.NDArray[np.float64]
    outcomes: npt.NDArray[np.int64]
    chances: npt.NDArray[np.float64]

    @classmethod
    def of(cls, game: Game, *, keep_suits: bool = False) -> "Deals":
        """The deals of a game; suits are merged where they never matter, unless `keep_suits`."""
        _check(game)
        merge = game.ranking in SUITS_NEVER_MATTER and not keep_suits
        name = _rank_text if merge else _card_text
        counts: dict[tuple[str, str, tuple[str, ...], int], int] = {}
        for first, second, boards in _all_deals(game):
            board = tuple(card for cards in boards for card in cards)
            sign = _sign(ranker(game.ranking), (*first, *board), (*second, *board))
            key = (name(first), name(second), tuple(name(cards) for cards in boards), sign)
            counts[key] = counts.get(key, 0) + 1
        return cls._from_counts(counts, game.streets)

    @classmethod
    def _from_counts(cls, counts: dict[tuple[str, str, tuple[str, ...], int], int], streets: int) -> "Deals":
        hands = tuple(sorted({key[0] for key in counts} | {key[1] for key in counts}, key=_order))
        hand_index = {hand: index for index, hand in enumerate(hands)}
        paths = {key[2][: street + 1] for key in counts for street in range(streets)} | {()}
        boards: list[Board] = []
        board_index: dict[tuple[str, ...], int] = {}
        for path in sorted(paths, key=lambda path: (len(path), [_order(part) for part in path])):
            if path and not path[-1]:
                board_index[path] = board_index[path[:-1]]  # a street that deals no card
                continue
            board_index[path] = len(boards)
            parent = board_index[path[:-1]] if path else -1
            boards.append(Board(" ".join(part for part in path if part), max(len(path) - 1, 0), parent))
        total = sum(counts.values())
        matrices = np.zeros((len(boards), 3, len(hands), len(hands)))
        outcomes, chances = [], []
        for (first, second, path, sign), count in sorted(counts.items()):
            i, j, chance = hand_index[first], hand_index[second], count / total
            on_street = [board_index[path[: street + 1]] for street in range(streets)]
            for board in {0, *on_street}:
                matrices[board, :, i, j] += (chance, chance * sign, chance * (sign == 0))
            outcomes.append((i, j, sign, *on_street))
            chances.append(chance)
        return cls(hands, tuple(boards), matrices, np.array(outcomes, np.int64), np.array(chances))

    @cached_property
    def by_player(self) -> npt.NDArray[np.float64]:
        """float64 [player, board, 3, hand, hand]: the matrices with the player's own hand first."""
        return np.ascontiguousarray([self.matrices, self.matrices.swapaxes(2, 3)])

    def board_on(self, street: int, before: int) -> list[int]:
        """The boards that may come on a street after the board `before`; that board itself if no card comes."""
        return [
            index for index, board in enumerate(self.boards) if board.street == street and board.parent == before
        ] or [before]


def _check(game: Game) -> None:
    if game.players != 2:
        raise GameError(f"{game.name}: equilibria are computed for two players, not {game.players}")
    if sum(game.private_cards[1:]):
        raise GameError(f"{game.name}: private cards after the first street are not supported")
    if _deal_count(game) > MOST_DEALS:
        raise GameError(
            f"{game.name}: {_deal_count(game):,} deals are too many for this solver (at most {MOST_DEALS:,})"
        )


def _deal_count(game: Game) -> int:
    left, ways = len(game.deck), 1
    for count in (game.private_cards[0], game.private_cards[0], *game.board_cards):
        ways *= comb(left, count)
        left -= count
    return ways


def _all_deals(game: Game) -> "list[tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, ...], ...]]]":
    """Every deal: two private hands and the board cards of each street."""

    def draw(left: tuple[int, ...], counts: tuple[int, ...]) -> list[tuple[tuple[int, ...], ...]]:
        if not counts:
            return [()]
        return [
            (cards, *rest)
            for cards in combinations(left, counts[0])
            for rest in draw(tuple(card for card in left if card not in cards), counts[1:])
        ]

    private = game.private_cards[0]
    deals = draw(tuple(game.deck), (private, private, *game.board_cards))
    return [(deal[0], deal[1], deal[2:]) for deal in deals]


def _sign(rank: Callable[[tuple[int, ...]], int], first: tuple[int, ...], second: tuple[int, ...]) -> int:
    mine, theirs = rank(first), rank(second)
    return (mine > theirs) - (mine < theirs)


def _rank_text(cards: tuple[int, ...]) -> str:
    return "".join(RANKS[rank] for rank in sorted((card >> 2 for card in cards), reverse=True))


def _card_text(cards: tuple[int, ...]) -> str:
    return format_cards(sorted(cards, reverse=True))


def _order(text: str) -> list[int]:
    """Sorts texts of cards by rank, then suit."""
    return [RANKS.find(letter) if letter in RANKS else "cdhs".find(letter) for letter in text]
