"""How strong a hand is, now and when all cards are dealt.

- **Hand strength (HS)**: the share of opposing hands that the hand beats now, ties counted half.
- **E[HS], E[HS^2]**: mean and mean square of the hand strength on the river, over all boards to come; the square
  favours hands that will be either very good or very bad. `strength_histograms` keeps the whole distribution.
- **Potential** (Billings, Papp, Schaeffer, Szafron: Opponent Modeling in Poker, 1998): Ppot, the chance to get ahead
  from behind; Npot, the chance to fall behind from ahead; and EHS = HS + (1 - HS) Ppot.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pokerlab._threads import Progress, map_in_order
from pokerlab.cards.card import as_cards, check_cards, format_cards
from pokerlab.cards.cardset import CARD_MASKS, cardset
from pokerlab.cards.combos import (
    CLASS_COUNT,
    CLASS_OF_COMBO,
    COMBO_CARDS,
    COMBO_COUNT,
    combo_index,
    dead_combos,
)
from pokerlab.cards.evaluator import rank_boards, sort_boards
from pokerlab.cards.evaluator_tables import KEY_START, card_keys
from pokerlab.cards.suits import ALL_SYMMETRIES, all_deals, distinct_deals
from pokerlab.errors import CardError, shorten

MOST_BINS = 10_000
"""The most parts of a histogram; there are no more than 1,981 different strengths on a river."""

_BOARDS_PER_CHUNK = 512


@dataclass(frozen=True)
class HandStrength:
    """How many opposing hands (by weight) a hand beats, ties with and loses to."""

    ahead: float
    tied: float
    behind: float

    @property
    def value(self) -> float:
        """The hand strength 0..1."""
        return (self.ahead + self.tied / 2) / (self.ahead + self.tied + self.behind)


@dataclass(frozen=True)
class Potential:
    """What becomes of a hand against all opposing hands.

    - `now`: against the present opposing hands
    - `transitions`: float64 [3, 3], deals by state now (row) and on the final board (column): behind, tied, ahead
    """

    now: HandStrength
    transitions: npt.NDArray[np.float64]

    @property
    def positive(self) -> float:
        """Ppot: the chance 0..1 to improve from behind to ahead; moves from or to a tie count half."""
        t = self.transitions
        return _share(t[0, 2] + t[0, 1] / 2 + t[1, 2] / 2, t[0].sum() + t[1].sum() / 2)

    @property
    def negative(self) -> float:
        """Npot: the chance 0..1 to fall from ahead to behind; moves from or to a tie count half."""
        t = self.transitions
        return _share(t[2, 0] + t[2, 1] / 2 + t[1, 0] / 2, t[2].sum() + t[1].sum() / 2)

    @property
    def effective(self) -> float:
        """EHS: the chance 0..1 to be ahead now or to get ahead."""
        return self.now.value + (1 - self.now.value) * self.positive


def hand_strength(
    hand: str | Sequence[int], board: str | Sequence[int], weights: npt.ArrayLike | None = None
) -> HandStrength:
    """A hand on a board of 3 to 5 cards against one opposing hand; `weights` [1326], default all alike."""
    combo, cards = _hand_and_board(hand, board)
    ranks = rank_boards([cards])[0]
    opposing = _opposing(weights, combo, cards)
    ahead, tied, behind = (
        float(opposing[chosen].sum()) for chosen in (ranks < ranks[combo], ranks == ranks[combo], ranks > ranks[combo])
    )
    if not ahead + tied + behind:
        raise CardError("no opposing hand has a weight above 0")
    return HandStrength(ahead, tied, behind)


def potential(
    hand: str | Sequence[int],
    board: str | Sequence[int],
    weights: npt.ArrayLike | None = None,
    *,
    ahead: int = 2,
) -> Potential:
    """A hand's potential on a flop or turn, `ahead` cards on (2 from the flop to the river; at most what is missing).

    With `ahead=1` from the flop, 'later' means the turn.
    """
    from pokerlab.cards import strength_kernels

    combo, cards = _hand_and_board(hand, board)
    steps = min(ahead, 5 - len(cards))
    if steps < 1:
        raise CardError(f"board '{format_cards(cards)}' has no cards to come")
    now = hand_strength(hand, cards, weights)
    opposing = _opposing(weights, combo, cards)
    present = rank_boards([cards])[0]
    transitions = np.zeros((3, 3))
    later = np.array([(*cards, *deal) for deal in all_deals(steps, cardset((*cards, *COMBO_CARDS[combo].tolist())))])
    if later.shape[1] == 5:
        keys = card_keys()[later].sum(axis=1, dtype=np.uint64) + np.uint64(KEY_START)
        masks = np.bitwise_or.reduce(CARD_MASKS[later], axis=1)
        strength_kernels.count_transitions(combo, present, keys, masks, opposing, transitions)
    else:
        for ranks in rank_boards(later):
            alive = (ranks > 0) & (opposing > 0)
            before = 1 + np.sign(present[combo].astype(int) - present[alive].astype(int))
            after = 1 + np.sign(ranks[combo].astype(int) - ranks[alive].astype(int))
            np.add.at(transitions, (before, after), opposing[alive])
    return Potential(now, transitions)


def board_strengths(board: str | Sequence[int]) -> npt.NDArray[np.float64]:
    """float64 [1326]: the hand strength of every hand on a board of 3 to 5 cards, NaN where they share a card."""
    cards = _board(board)
    return _as_strengths(_points_on(np.array([cards], np.uint8))[0], len(cards))


def river_strengths(board: str | Sequence[int]) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float64]]:
    """Every completion of a board of 3 to 5 cards and the hand strength of every hand on it.

    Returns boards uint8 [n, 5] and strengths float64 [n, 1326], NaN where hand and board share a card.
    """
    boards = _completions(_board(board))
    return boards, _as_strengths(_points_on(boards), 5)


def expected_strength(board: str | Sequence[int], *, power: int = 1) -> npt.NDArray[np.float64]:
    """float64 [1326]: E[HS^power] of every hand over all completions of a board of 3 to 5 cards; NaN if blocked."""
    _, strengths = river_strengths(board)
    alive = ~np.isnan(strengths)
    counts = alive.sum(axis=0)
    sums: npt.NDArray[np.float64] = (np.where(alive, strengths, 0.0) ** power).sum(axis=0)
    means = np.full(COMBO_COUNT, np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return means


def strength_histograms(board: str | Sequence[int], bins: int) -> npt.NDArray[np.int64]:
    """int64 [1326, bins]: how many completions of a board of 3 to 5 cards give each hand a river strength in each of
    `bins` equal parts of [0, 1] (a value on a border belongs to the upper part). Blocked hands have empty rows.
    """
    from pokerlab.cards import strength_kernels

    if not 1 <= bins <= MOST_BINS:
        raise CardError(f"{shorten(bins)} bins, a histogram of strengths has 1 to {MOST_BINS:,}")
    out = np.zeros((COMBO_COUNT, bins), np.int64)
    points = _points_on(_completions(_board(board)))
    strength_kernels.add_histograms(points, _most_points(5), out)
    return out


def preflop_strength(
    *, power: int = 1, threads: int | None = None, progress: Progress | None = None
) -> npt.NDArray[np.float64]:
    """float64 [169]: E[HS^power] of every class over all boards. Some seconds of one thread."""
    boards, sizes = distinct_deals(5, 0, ALL_SYMMETRIES)

    def total(first: int) -> npt.NDArray[np.float64]:
        part = slice(first, first + _BOARDS_PER_CHUNK)
        points = _points_on(boards[part])
        alive = points >= 0
        by_combo = [
            sizes[part] @ (np.where(alive, points, 0) / _most_points(5)) ** power,
            sizes[part] @ alive,
        ]
        return np.array([np.bincount(CLASS_OF_COMBO, row, CLASS_COUNT) for row in by_combo])

    chunks = range(0, len(boards), _BOARDS_PER_CHUNK)
    sums = sum(map_in_order(total, chunks, threads=threads, progress=progress), start=np.zeros((2, CLASS_COUNT)))
    return np.asarray(sums[0] / sums[1], np.float64)


def _share(part: float, whole: float) -> float:
    return float(part / whole) if whole else 0.0


def _board(board: str | Sequence[int]) -> tuple[int, ...]:
    cards = as_cards(board, at_most=5, what="board")
    if len(cards) < 3:
        raise CardError(f"board '{format_cards(cards)}': {len(cards)} cards, at least 3 needed")
    return cards


def _hand_and_board(hand: str | Sequence[int], board: str | Sequence[int]) -> tuple[int, tuple[int, ...]]:
    cards = _board(board)
    own = as_cards(hand, at_most=2, what="hand")
    if len(own) != 2:
        raise CardError(f"hand '{format_cards(own)}': two cards are needed")
    check_cards((*own, *cards), what="hand and board")
    return combo_index(*own), cards


def _opposing(weights: npt.ArrayLike | None, combo: int, board: tuple[int, ...]) -> npt.NDArray[np.float64]:
    """The opposing hands' weights, without those that cannot be held."""
    opposing = np.ones(COMBO_COUNT) if weights is None else np.asarray(weights, np.float64)
    if opposing.shape != (COMBO_COUNT,) or not (np.isfinite(opposing) & (opposing >= 0)).all():
        raise CardError(f"opposing weights must be {COMBO_COUNT} finite numbers of at least 0")
    gone = cardset((*board, *COMBO_CARDS[combo].tolist()))
    return np.where(dead_combos(gone), 0.0, opposing)


def _completions(board: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    """uint8 [n, 5]: all boards that begin with these cards."""
    deals = all_deals(5 - len(board), cardset(board))
    fixed = np.broadcast_to(np.array(board, np.uint8), (len(deals), len(board)))
    return np.column_stack([fixed, deals]).astype(np.uint8)


def _points_on(boards: npt.NDArray[np.uint8]) -> npt.NDArray[np.int16]:
    """int16 [board, 1326]: 2 for each opposing hand beaten, 1 for each tied; -1 where hand and board share a card."""
    from pokerlab.cards import strength_kernels

    ranked = sort_boards(boards)
    points = np.full((len(boards), COMBO_COUNT), -1, np.int16)
    strength_kernels.count_points(ranked.combos, ranked.starts, ranked.tiers, points)
    return points


def _most_points(board_size: int) -> int:
    """The points of a hand that beats every opposing hand: twice their number."""
    return (50 - board_size) * (49 - board_size)


def _as_strengths(points: npt.NDArray[np.int16], board_size: int) -> npt.NDArray[np.float64]:
    return np.where(points >= 0, points / _most_points(board_size), np.nan)
