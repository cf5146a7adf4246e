"""Private hands and boards of a small game, with the chance of every deal.

Hands and boards are classes of cards that the rules do not tell apart: where suits never matter (Kuhn, Leduc) they are
ranks, unless suits are kept apart on purpose. All that a tree of bets needs to know of the cards is here; of two
players as matrices per board.
"""

from collections.abc import Iterator
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
    """All deals of a game.

    - `hands`: texts of the private hands, the same list for all players
    - `boards`: public situations, each after the one it came from; the first is the board at the start of the game
    - `held`: int64 [deal, player], the hand of each player; `ranks`: int64 [deal, player], how strong it is in the end,
      equal numbers for equal hands; `lying`: int64 [deal, street], the board on each street; `chances`: float64 [deal]
    - `is_merged`: whether suits are merged
    """

    hands: tuple[str, ...]
    boards: tuple[Board, ...]
    held: npt.NDArray[np.int64]
    ranks: npt.NDArray[np.int64]
    lying: npt.NDArray[np.int64]
    chances: npt.NDArray[np.float64]
    is_merged: bool = False

    @classmethod
    def of(cls, game: Game, *, keep_suits: bool = False) -> "Deals":
        """The deals of a game; suits are merged where they never matter, unless `keep_suits`."""
        _check(game)
        merge = game.ranking in SUITS_NEVER_MATTER and not keep_suits
        name, rank = _rank_text if merge else _card_text, ranker(game.ranking)
        first = game.start.board if game.start else ()
        counts: dict[_Key, int] = {}
        for hands, boards in _all_deals(game):
            board = (*first, *(card for cards in boards for card in cards))
            ranks = [rank((*hand, *board)) for hand in hands]
            order = sorted(set(ranks))
            key = (
                tuple([name(hand) for hand in hands]), tuple([name(cards) for cards in boards]),
                tuple([order.index(rank) for rank in ranks]),
            )  # fmt: skip
            counts[key] = counts.get(key, 0) + 1
        return cls._from_counts(counts, game, name(first), is_merged=merge)

    @classmethod
    def _from_counts(cls, counts: "dict[_Key, int]", game: Game, first: str, *, is_merged: bool) -> "Deals":
        hands = tuple(sorted({hand for key in counts for hand in key[0]}, key=_order))
        hand_index = {hand: index for index, hand in enumerate(hands)}
        streets = range(1, game.streets - game.first_street + 1)
        paths = {key[1][:street] for key in counts for street in streets} | {()}
        boards: list[Board] = []
        board_index: dict[tuple[str, ...], int] = {}
        for path in sorted(paths, key=lambda path: (len(path), [_order(part) for part in path])):
            if path and not path[-1]:
                board_index[path] = board_index[path[:-1]]  # a street that deals no card
                continue
            board_index[path] = len(boards)
            parent = board_index[path[:-1]] if path else -1
            text = " ".join(part for part in (first, *path) if part)
            boards.append(Board(text, game.first_street + max(len(path) - 1, 0), parent))
        ordered = sorted(counts.items())
        return cls(
            hands,
            tuple(boards),
            np.array([[hand_index[hand] for hand in key[0]] for key, _ in ordered], np.int64),
            np.array([key[2] for key, _ in ordered], np.int64),
            np.array([[board_index[key[1][:street]] for street in streets] for key, _ in ordered], np.int64),
            np.array([count for _, count in ordered]) / sum(counts.values()),
            is_merged,
        )

    def text_of(self, cards: tuple[int, ...]) -> str:
        """What a hand or the cards of a street are called here."""
        return _rank_text(cards) if self.is_merged else _card_text(cards)

    def board_text(self, game: Game, board: tuple[int, ...], street: int) -> str:
        """What a board of the game is called here on a street: the cards of each street, a space between."""
        known, parts = len(game.start.board) if game.start else 0, []
        if known:
            parts.append(self.text_of(board[:known]))
        for dealt in range(game.first_street, street + 1):
            count = game.cards_before(dealt)[1]
            parts.append(self.text_of(board[known : known + count]))
            known += count
        return " ".join(filter(None, parts))

    @cached_property
    def signs(self) -> npt.NDArray[np.int64]:
        """int64 [deal], of two players: 1 if player 0 has the better hand, -1 if player 1 has it, 0 for a tie."""
        return np.asarray(np.sign(self.ranks[:, 0] - self.ranks[:, 1]))

    @cached_property
    def matrices(self) -> npt.NDArray[np.float64]:
        """float64 [board, 3, hand, hand], by hand of player 0 and of player 1: the chance of being dealt them with this
        board (MEET), that times win minus lose at the end of the hand (LEAD), and that of a tie (TIE)."""
        matrices = np.zeros((len(self.boards), 3, len(self.hands), len(self.hands)))
        first, second = self.held.T
        on_board = np.zeros((len(self.boards), len(self.chances)), np.bool_)
        on_board[0] = True
        on_board[self.lying.T, np.arange(len(self.chances))] = True
        for board, is_here in enumerate(on_board):
            at = first[is_here], second[is_here]
            chances, signs = self.chances[is_here], self.signs[is_here]
            for row, weights in ((MEET, chances), (LEAD, chances * signs), (TIE, chances * (signs == 0))):
                np.add.at(matrices[board, row], at, weights)
        return matrices

    @cached_property
    def outcomes(self) -> npt.NDArray[np.int64]:
        """int64 [deal, 3 + street], of two players: both hands, the sign of player 0's result, the board on each
        street."""
        return np.column_stack([self.held, self.signs, self.lying])

    @cached_property
    def by_player(self) -> npt.NDArray[np.float64]:
        """float64 [player, board, 3, hand, hand]: the matrices with the player's own hand first."""
        return np.ascontiguousarray([self.matrices, self.matrices.swapaxes(2, 3)])

    @cached_property
    def possible(self) -> npt.NDArray[np.bool_]:
        """bool [player, board, hand]: the hands that a player may hold on a board."""
        possible = np.zeros((self.held.shape[1], len(self.boards), len(self.hands)), np.bool_)
        for player, held in enumerate(self.held.T):
            possible[player, 0, held] = True
            possible[player, self.lying.T, held] = True
        return possible

    def board_on(self, street: int, before: int) -> list[int]:
        """The boards that may come on a street after the board `before`; that board itself if no card comes."""
        return self._following.get((street, before), [before])

    @cached_property
    def _following(self) -> dict[tuple[int, int], list[int]]:
        found: dict[tuple[int, int], list[int]] = {}
        for index, board in enumerate(self.boards):
            if board.parent >= 0:
                found.setdefault((board.street, board.parent), []).append(index)
        return found


_Key = tuple[tuple[str, ...], tuple[str, ...], tuple[int, ...]]
"""The hands of all players, the board cards of each street, and how strong the hands are in the end."""


def _check(game: Game) -> None:
    if sum(game.private_cards[game.first_street + 1 :]):
        raise GameError(f"{game.name}: private cards after the first street are not supported")
    if _deal_count(game) > MOST_DEALS:
        raise GameError(
            f"{game.name}: {_deal_count(game):,} deals are too many for this solver (at most {MOST_DEALS:,})"
        )


def _dealt(game: Game) -> tuple[int, ...]:
    """How many cards are dealt at a time: to each player, then to the board of each street."""
    before = [game.cards_before(street) for street in range(game.first_street, game.streets)]
    return (before[0][0],) * game.players + tuple(board for _, board in before)


def _deal_count(game: Game) -> int:
    left, ways = len(game.deck) - len(game.start.board if game.start else ()), 1
    for count in _dealt(game):
        ways *= comb(left, count)
        left -= count
    return ways


def _all_deals(game: Game) -> "Iterator[tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]]":
    """Every deal: the private hands, and the board cards of each street."""

    def draw(left: tuple[int, ...], counts: tuple[int, ...]) -> "Iterator[tuple[tuple[int, ...], ...]]":
        if not counts:
            yield ()
            return
        for cards in combinations(left, counts[0]):
            for rest in draw(tuple(card for card in left if card not in cards), counts[1:]):
                yield cards, *rest

    lying = game.start.board if game.start else ()
    for deal in draw(tuple(card for card in game.deck if card not in lying), _dealt(game)):
        yield deal[: game.players], deal[game.players :]


def _rank_text(cards: tuple[int, ...]) -> str:
    return "".join(RANKS[rank] for rank in sorted((card >> 2 for card in cards), reverse=True))


def _card_text(cards: tuple[int, ...]) -> str:
    return format_cards(sorted(cards, reverse=True))


def _order(text: str) -> list[int]:
    """Sorts texts of cards by rank, then suit."""
    return [RANKS.find(letter) if letter in RANKS else "cdhs".find(letter) for letter in text]
