"""What ends of hands pay, for many private hands at once; and the mean over the cards still to come.

    end_values(betting, board, held)        # float64 [holding, seat]: chips, the board is whole
    mean_values(betting, board, held)       # the same as a mean over what may still be dealt

Chips are those that a table pays: whole ones, unless the rake of a game is exact.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import comb

import numpy as np
import numpy.typing as npt

from pokerlab.abstraction.feature_tables import RIVER_POINTS
from pokerlab.abstraction.features import points_to_come
from pokerlab.cards.cardset import CARD_MASKS
from pokerlab.cards.evaluator import evaluate_many, rank_boards
from pokerlab.cards.pairs import BOARDS, pair_counts
from pokerlab.errors import LabError
from pokerlab.games.betting import Betting
from pokerlab.games.hands import private_hands
from pokerlab.games.pots import payoffs
from pokerlab.games.ranking import ranker
from pokerlab.games.rules import Game
from pokerlab.lab.lines import Board, Floats, Holdings, hand_masks, next_boards

MOST_WORK = 150_000_000
"""Private hands times boards that are gone through for one mean; where it would be more, there is none."""
MOST_BOARDS = 60_000
"""Boards that are gone through."""
_CHUNK = 4_000_000
"""Comparisons at once."""
MOST_SINGLE = 8
"""Of so few holdings boards are gone through for each alone: ranks of all hands on all boards would cost more."""


def end_values(betting: Betting, board: Board, held: Holdings) -> Floats:
    """float64 [holding, seat]: what each seat wins where the betting is over, and so is the board if hands are
    compared."""
    key = ("end", betting.history, board)
    if key not in held.kept:
        held.kept[key] = _end_values(betting, board, held)
    return np.asarray(held.kept[key])


def _end_values(betting: Betting, board: Board, held: Holdings) -> Floats:
    game, live = held.game, _live(betting)
    if len(live) == 1:
        return np.broadcast_to(_paid(betting, board, [0] * game.players), (len(held), game.players))
    if len(board) < sum(game.board_cards):
        raise LabError("hands are compared when the board is whole")
    ranks = hand_ranks(game, board)[held.hands[:, live]]
    if len(live) == 2:
        pays = _pays_of_two(betting, live, held)
        return np.asarray(pays[1 - np.sign(ranks[:, 0] - ranks[:, 1])])
    out = np.empty((len(held), game.players))
    beaten = (ranks[:, :, None] > ranks[:, None, :]).sum(axis=2)
    orders, which = np.unique(beaten, axis=0, return_inverse=True)
    for number, order in enumerate(orders.tolist()):
        of_seats = [-1] * game.players
        for seat, rank in zip(live, order, strict=True):
            of_seats[seat] = rank
        out[which.ravel() == number] = _paid(betting, board, of_seats)
    return out


def mean_values(betting: Betting, board: Board, held: Holdings) -> Floats | None:
    """The same as a mean over all cards to come, each holding over those it leaves; None where that is too much."""
    game, live = held.game, _live(betting)
    missing = sum(game.board_cards) - len(board)
    is_hidden = any(seat in held.unseen for seat in live)
    if len(live) == 1 or (not missing and not is_hidden):
        return end_values(betting, board, held)
    if is_hidden and len(live) > 2:
        return None
    if len(live) == 2:
        shares = _outcomes(held, board, live)
        return None if shares is None else np.asarray(shares @ _pays_of_two(betting, live, held))
    boards = comb(len(game.deck) - len(board), missing)
    if boards > MOST_BOARDS or boards * len(held) > MOST_WORK:
        return None
    total, met = np.zeros((len(held), game.players)), np.zeros(len(held))
    for cards in next_boards(game, board, missing):
        is_free = held.apart(cards)
        total += np.where(is_free[:, None], end_values(betting, (*board, *cards), held), 0)
        met += is_free
    return np.divide(total, met[:, None], out=np.zeros_like(total), where=met[:, None] > 0)


def mean_squares(betting: Betting, board: Board, held: Holdings) -> Floats | None:
    """The mean of the squares of what is won, in a game of two: what chips vary by, also with the cards to come."""
    live = _live(betting)
    if len(live) == 1 or len(board) == sum(held.game.board_cards):
        return end_values(betting, board, held) ** 2
    shares = _outcomes(held, board, live)
    return None if shares is None else np.asarray(shares @ _pays_of_two(betting, live, held) ** 2)


def showdown_shares(held: Holdings, board: Board) -> Floats | None:
    """float64 [holding, seat], of two players: the chance of each to win when all cards are dealt, ties counted half;
    None where that is too much."""
    if held.unseen or len(board) < sum(held.game.board_cards):
        found = _outcomes(held, board, [0, 1])
    else:
        ranks = hand_ranks(held.game, board)[held.hands]
        found = np.eye(3)[1 - np.sign(ranks[:, 0] - ranks[:, 1])]
    return None if found is None else np.stack([found[:, 0] + found[:, 1] / 2, found[:, 2] + found[:, 1] / 2], axis=1)


def is_holdem(game: Game) -> bool:
    """Whether two private cards and a board of five from a whole deck are compared."""
    return game.ranking == "holdem" and len(game.deck) == 52 and sum(game.private_cards) == 2


@lru_cache(maxsize=4096)
def hand_ranks(game: Game, board: Board) -> npt.NDArray[np.int64]:
    """int64 [hand]: how good every private hand is on a whole board, 0 (and no meaning) where they share a card."""
    if is_holdem(game):
        return np.asarray(rank_boards(np.array([board], np.uint8))[0], np.int64)
    rank = ranker(game.ranking)
    hands = private_hands(game)
    return np.array([0 if {*hand} & {*board} else 1 + rank((*hand, *board)) for hand in hands], np.int64)


def _outcomes(held: Holdings, board: Board, live: list[int]) -> Floats | None:
    """float64 [holding, 3]: how likely the first of two live seats wins, ties and loses when all cards are dealt; 0
    where a card of the board is held. None where that is too much."""
    key = ("outcomes", board, *live)
    if key not in held.kept:
        held.kept[key] = _find_outcomes(held, board, live)
    found: Floats | None = held.kept[key]
    return found


def _find_outcomes(held: Holdings, board: Board, live: list[int]) -> Floats | None:
    game = held.game
    first, second = held.hands[:, live[0]], held.hands[:, live[1]]
    others = [seat for seat in range(game.players) if seat not in live and seat not in held.unseen]
    if unseen := [seat for seat in live if seat in held.unseen]:
        won = shares_of_any(game, board)[first if unseen == live[1:] else second] if len(unseen) == 1 else np.array(0.5)
        won = np.broadcast_to(won, len(held)) if unseen != live[:1] else 1 - won
        return np.where(held.apart(board)[:, None], np.stack([won, np.zeros(len(held)), 1 - won], axis=1), 0)
    if is_holdem(game) and not board and not others:
        wins, ties = pair_counts(first, second)
        return np.stack([wins, ties, BOARDS - wins - ties], axis=1) / BOARDS
    missing = sum(game.board_cards) - len(board)
    count = comb(len(game.deck) - len(board), missing)
    if count > MOST_BOARDS or count * len(held) > MOST_WORK:
        return None
    if is_holdem(game) and len(held) <= MOST_SINGLE:
        return np.array([_single_outcomes(game, hands, board, live) for hands in held.hands.tolist()])
    ranks, masks = _ranks_to_come(game, board)
    out = np.empty((len(held), 3))
    step = max(1, _CHUNK // len(ranks))
    for start in range(0, len(held), step):
        part = slice(start, start + step)
        one, two = ranks[:, first[part]], ranks[:, second[part]]
        is_free = (one > 0) & (two > 0)
        for seat in others:  # who has folded holds his cards all the same
            is_free &= (masks[:, None] & hand_masks(game)[held.hands[part, seat]][None, :]) == 0
        for place, found in enumerate((one > two, one == two, one < two)):
            out[part, place] = (found & is_free).sum(axis=0)
    met = out.sum(axis=1, keepdims=True)
    return np.asarray(np.divide(out, met, out=np.zeros_like(out), where=met > 0))


@lru_cache(maxsize=256)
def shares_of_any(game: Game, board: Board) -> Floats:
    """float64 [hand]: the chance of every private hand to win against any other one when all cards are dealt, ties
    counted half; no meaning where a card of the board is held."""
    hands = private_hands(game)
    if is_holdem(game) and len(board) >= 3:
        ways = comb(len(game.deck) - len(board) - 2, 5 - len(board))
        return np.asarray(points_to_come(board)[0] / (ways * RIVER_POINTS))
    masks, found = hand_masks(game), np.zeros(len(hands))
    to_come = [] if is_holdem(game) else next_boards(game, board, sum(game.board_cards) - len(board))
    for hand in range(len(hands)):
        others = np.flatnonzero((masks & masks[hand]) == 0)
        if is_holdem(game):  # before the flop
            wins, ties = pair_counts(np.full(len(others), hand), others)
            found[hand] = (wins + ties / 2).mean() / BOARDS
            continue
        points = met = 0.0
        for cards in to_come:
            ranks = hand_ranks(game, (*board, *cards))
            free = others[ranks[others] > 0] if ranks[hand] > 0 else others[:0]
            points += np.count_nonzero(ranks[hand] > ranks[free]) + np.count_nonzero(ranks[hand] == ranks[free]) / 2
            met += len(free)
        found[hand] = points / met if met else 0.0
    return found


def _single_outcomes(game: Game, hands: Sequence[int], board: Board, live: list[int]) -> Floats:
    """float64 [3]: the same of one holding of hold'em."""
    private = [private_hands(game)[hand] for hand in hands]
    if any(card in board for hand in private for card in hand):
        return np.zeros(3)
    left = [card for card in range(len(game.deck)) if card not in board and not any(card in hand for hand in private)]
    to_come = np.array(left, np.uint8)[choices(len(left), sum(game.board_cards) - len(board))]
    one, two = (evaluate_many(with_cards((*private[seat], *board), to_come)).astype(np.int64) for seat in live)
    wins, ties = np.count_nonzero(one > two), np.count_nonzero(one == two)
    return np.array([wins, ties, len(to_come) - wins - ties]) / len(to_come)


def with_cards(cards: Sequence[int], to_come: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """uint8 [choice, card]: some cards, with each of the sets of cards to come behind them."""
    found = np.empty((len(to_come), len(cards) + to_come.shape[1]), np.uint8)
    found[:, : len(cards)] = cards
    found[:, len(cards) :] = to_come
    return found


@lru_cache(maxsize=8)
def choices(of: int, count: int) -> npt.NDArray[np.uint8]:
    """uint8 [choice, count]: all sets of so many of the numbers below `of`."""
    flat = chain.from_iterable(combinations(range(of), count))
    return np.fromiter(flat, np.uint8, comb(of, count) * count).reshape(-1, count)


@lru_cache(maxsize=8)
def _ranks_to_come(game: Game, board: Board) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint64]]:
    """[whole board, hand] ranks on every board that may come of this one, 0 where hand and board share a card; and
    uint64 [whole board], the cards to come."""
    to_come = next_boards(game, board, sum(game.board_cards) - len(board))
    masks = np.bitwise_or.reduce(CARD_MASKS[np.array(to_come)], axis=1)
    boards = [(*board, *cards) for cards in to_come]
    if is_holdem(game):
        return rank_boards(np.array(boards, np.uint8)).astype(np.int16), masks
    return np.stack([hand_ranks(game, whole) for whole in boards]), masks


def _pays_of_two(betting: Betting, live: list[int], held: Holdings) -> Floats:
    """float64 [3, seat]: if the first of two live seats wins, ties, or loses."""
    key = ("pays", betting.paid, *live)
    if key not in held.kept:
        found = []
        for first, second in ((1, 0), (0, 0), (0, 1)):
            ranks = [-1] * betting.game.players
            ranks[live[0]], ranks[live[1]] = first, second
            found.append(_paid(betting, (0,), ranks))
        held.kept[key] = np.array(found)
    return np.asarray(held.kept[key])


def _paid(betting: Betting, board: Board, ranks: list[int]) -> Floats:
    game = betting.game
    seen, whole = bool(board), not game.rake.exact
    paid = payoffs(game, betting.paid, betting.live, ranks, board_seen=seen, whole=whole)
    return np.array([float(chips) for chips in paid])


def _live(betting: Betting) -> list[int]:
    return [seat for seat in range(betting.game.players) if betting.live >> seat & 1]
