"""All boards and hands of a game for two players, as the responder of the real game sees them: every card told apart.

In hold'em boards that renamings of suits make of each other are looked at once: a blueprint tells them apart no more
than the rules do. Smaller decks are gone through card by card.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np
import numpy.typing as npt

from pokerlab.abstraction.feature_sweeps import board_counts, board_index
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import CLASS_COUNT, CLASS_OF_COMBO
from pokerlab.cards.pairs import BOARDS, pair_counts
from pokerlab.cards.suits import ALL_SYMMETRIES, PERMUTED_COMBOS, SUIT_PERMUTATIONS, suit_symmetries
from pokerlab.errors import StrategyError
from pokerlab.games.hands import private_hands
from pokerlab.games.ranking import ranker
from pokerlab.games.rules import Game
from pokerlab.postflop.boards import orbits
from pokerlab.training.card_sights import CardSights
from pokerlab.training.response_columns import BoardColumns

MOST_CARDS_OF_ONE = 26
"""The largest deck of games with one private card: each such hand counts as a card that nobody else has, too."""

Longs = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Lying:
    """A board; `symmetries`: the renamings of suits that leave it as it is (as `suit_symmetries` gives them); `images`:
    renamings that make of it all the boards it stands for, after the board before it."""

    cards: tuple[int, ...]
    symmetries: Longs
    images: tuple[int, ...] = (0,)


class RealCards:
    """The cards of a game: `hands` that can be held; `cards`: uint8 [hand, 2], cards from 0 on, so that two hands that
    cannot both be held share one; `classes`: int64 [hand], hands that renamings of suits make of each other, or
    the hands themselves."""

    def __init__(self, game: Game) -> None:
        self.game, self.deck = game, tuple(sorted(game.deck))
        self.hands, self.is_whole = private_hands(game), game.is_holdem
        held = len(self.hands[0])
        if held > 2 or (held == 1 and len(self.deck) > MOST_CARDS_OF_ONE):
            raise StrategyError(
                f"{game.name}: best responses in the real game are for one or two private cards, not for {held} of "
                f"{len(self.deck)}"
            )
        place = {card: number for number, card in enumerate(self.deck)}
        self.cards = np.array(
            [[place[hand[0]], place[hand[1]] if held == 2 else len(self.deck) + place[hand[0]]] for hand in self.hands],
            np.uint8,
        )
        self.classes = CLASS_OF_COMBO.astype(np.int64) if self.is_whole else np.arange(len(self.hands))
        self.renamed = PERMUTED_COMBOS.copy() if self.is_whole else np.arange(len(self.hands))[None]

    @cached_property
    def class_count(self) -> int:
        """How many classes of hands there are."""
        return CLASS_COUNT if self.is_whole else len(self.hands)

    @cached_property
    def class_sizes(self) -> Longs:
        """int64 [class]: the hands of each."""
        return np.bincount(self.classes, minlength=self.class_count)

    @cached_property
    def met(self) -> Floats:
        """float64 [hand, hand]: 1 where both can be held."""
        cards = self.cards.astype(np.int64)
        shares = (cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
        return np.asarray(~shares, np.float64)

    @cached_property
    def led(self) -> Floats:
        """float64 [hand, hand]: how often the first hand wins less how often it loses, over all boards to come; 0 where
        both cannot be held."""
        if self.is_whole:
            everyone = np.arange(len(self.hands))
            first, second = np.repeat(everyone, len(everyone)), np.tile(everyone, len(everyone))
            wins, ties = pair_counts(first, second)
            counted = (2 * wins + ties - BOARDS).reshape(self.met.shape)
            return counted * self.met / BOARDS
        rank, found = ranker(self.game.ranking), np.zeros(self.met.shape)
        for board in combinations(self.deck, sum(self.game.board_cards)):
            live = [number for number, hand in enumerate(self.hands) if not set(hand) & set(board)]
            ranks = np.array([rank((*self.hands[number], *board)) for number in live])
            found[np.ix_(live, live)] += np.sign(ranks[:, None] - ranks[None])
        left = len(self.deck) - 2 * len(self.hands[0])
        return found * self.met / comb(left, sum(self.game.board_cards))

    @cached_property
    def first_boards(self) -> tuple[list[tuple[int, ...]], Longs]:
        """The boards of the second street, one for all that suits alone tell apart, and how many each stands for."""
        if self.is_whole:
            boards = board_index(3).unindex(np.arange(board_index(3).size))
            return [tuple(board) for board in boards.tolist()], board_counts(boards)
        found = list(combinations(self.deck, self.game.board_cards[1]))
        return found, np.ones(len(found), np.int64)

    @cached_property
    def first_share(self) -> float:
        """The chance of one board of the second street, given the hands of both."""
        return self._share(0)

    def first(self, board: tuple[int, ...]) -> Lying:
        """A board of the second street."""
        symmetries = suit_symmetries([], [cardset(board)]) if self.is_whole else ALL_SYMMETRIES[:1]
        return Lying(board, symmetries)

    def after(self, lying: Lying, street: int) -> list[Lying]:
        """The boards of a street that follow one of the street before."""
        if not self.is_whole:
            left = [card for card in self.deck if card not in lying.cards]
            following = combinations(left, self.game.board_cards[street])
            return [Lying((*lying.cards, *cards), lying.symmetries) for cards in following]
        found = []
        for card, images in orbits(lying.cards, lying.symmetries):
            fixed = lying.symmetries[SUIT_PERMUTATIONS[lying.symmetries, card & 3] == card & 3]
            found.append(Lying((*lying.cards, card), fixed, images))
        return found

    def columns(self, boards: list[Lying], street: int, sights: CardSights) -> BoardColumns:
        """Boards of a street as the kernels take them."""
        size, is_last = len(self.hands), street == self.game.streets - 1
        count = len(boards)
        order, seen = np.zeros((count, size), np.int64), np.zeros((count, size), np.int64)
        tiers, tier_counts = np.zeros((count, size), np.uint16), np.zeros(count, np.int64)
        counts = np.zeros(count, np.int64)
        if self.is_whole and is_last:
            self._sort_whole(boards, order, tiers, tier_counts, counts)
        else:
            self._sort(boards, is_last, order, tiers, tier_counts, counts)
        for number, lying in enumerate(boards):
            seen[number] = np.maximum(sights.on_board(lying.cards)[order[number]], 0)
        ends = np.cumsum([len(lying.images) for lying in boards])
        first = ends - [len(lying.images) for lying in boards]
        images = [image for lying in boards for image in lying.images]
        return BoardColumns(
            counts, order, seen, np.ascontiguousarray(self.cards[order].reshape(-1, 2)),
            np.tile(np.arange(size, dtype=np.uint16), count),
            np.ascontiguousarray(np.repeat(tiers.reshape(-1, 1), 2, axis=1)), tier_counts,
            np.ascontiguousarray(np.column_stack([first, ends]), np.int64), np.ascontiguousarray(self.renamed[images]),
            self._share(street - 1) if street > 1 else 1.0,
        )  # fmt: skip

    def _share(self, street: int) -> float:
        """The chance of one board of the next street, given the hands of both and the board of this one."""
        left = len(self.deck) - 2 * len(self.hands[0]) - self.game.board_size(street)
        return 1 / comb(left, self.game.board_cards[street + 1])

    def _sort_whole(
        self, boards: list[Lying], order: Longs, tiers: npt.NDArray[np.uint16], tier_counts: Longs, counts: Longs
    ) -> None:
        from pokerlab.cards.evaluator_kernels import sort_boards

        live = comb(len(self.deck) - len(boards[0].cards), 2)
        combos, ranks = np.empty((2, len(boards), live), np.uint16)
        starts = np.empty((len(boards), live + 1), np.uint16)
        sort_boards(np.array([lying.cards for lying in boards], np.uint8), combos, ranks, starts, tier_counts)
        order[:, :live], tiers[:, :live], counts[:] = combos, starts[:, 1:], live

    def _sort(
        self, boards: list[Lying], is_last: bool, order: Longs, tiers: npt.NDArray[np.uint16], tier_counts: Longs,
        counts: Longs,
    ) -> None:  # fmt: skip
        rank = ranker(self.game.ranking)
        for number, lying in enumerate(boards):
            live = [place for place, hand in enumerate(self.hands) if not set(hand) & set(lying.cards)]
            if is_last:
                ranks = np.array([rank((*self.hands[place], *lying.cards)) for place in live])
                live = np.array(live)[np.argsort(ranks, kind="stable")].tolist()
                _, sizes = np.unique(ranks, return_counts=True)
                tiers[number, : len(sizes)], tier_counts[number] = np.cumsum(sizes), len(sizes)
            order[number, : len(live)], counts[number] = live, len(live)
