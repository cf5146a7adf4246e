"""Judges of hands: what each seat has won, or a number with the same mean and less luck.

    judge = named_judge("allin")
    judge(played.state)                 # float64 [seat], chips

`chips` are the chips themselves. `allin`: once nobody can act any more, chips become their mean over the cards still to
come.
"""

from collections.abc import Callable
from difflib import get_close_matches
from functools import lru_cache
from itertools import chain, combinations
from math import comb

import numpy as np
import numpy.typing as npt

from pokerlab.cards.evaluator import evaluate_many
from pokerlab.cards.unseen import all_seen
from pokerlab.errors import LabError, shorten
from pokerlab.games.pots import payoffs
from pokerlab.games.ranking import ranker
from pokerlab.games.state import State

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]
StateJudge = Callable[[State], Floats]


def chips(state: State) -> Floats:
    """float64 [seat]: chips won or lost."""
    return np.array(state.payoffs, np.float64)


def allin(state: State) -> Floats:
    """float64 [seat]: chips won or lost, as a mean over the cards that came after the last decision; exact, before a
    table rounds them."""
    betting, game = state.betting, state.game
    known = state.board[: game.board_size(betting.street)]
    live = [seat for seat in range(game.players) if betting.live >> seat & 1]
    if len(live) < 2 or len(known) == len(state.board) or not all(all_seen(state.private[seat]) for seat in live):
        return chips(state)
    orders, counts = _orders(state, live, known)
    won = np.zeros(game.players)
    for order, count in zip(orders, counts, strict=True):
        ranks = [-1] * game.players
        for seat, rank in zip(live, order.tolist(), strict=True):
            ranks[seat] = rank
        paid = payoffs(game, betting.paid, betting.live, ranks, board_seen=True)
        won += count * np.array([float(amount) for amount in paid])
    return np.asarray(won / counts.sum(), np.float64)


def _orders(state: State, live: list[int], known: tuple[int, ...]) -> tuple[Whole, Whole]:
    """The different orders of the live hands over all cards to come [order, seat], larger is better; and how often."""
    game, to_come = state.game, len(state.board) - len(known)
    out = {*known, *(card for hand in state.private for card in hand if card >= 0)}
    left = np.array([card for card in sorted(game.deck) if card not in out], np.uint8)
    ranks = []
    for cards in ((*state.private[seat], *known) for seat in live):
        if game.ranking == "holdem":
            hands = np.empty((len(_choices(len(left), to_come)), len(cards) + to_come), np.uint8)
            hands[:, : len(cards)] = cards
            hands[:, len(cards) :] = left[_choices(len(left), to_come)]
            ranks.append(evaluate_many(hands).astype(np.int64))
        else:
            rank = ranker(game.ranking)
            boards = left[_choices(len(left), to_come)].tolist()
            ranks.append(np.array([rank((*cards, *board)) for board in boards], np.int64))
    wide = np.stack(ranks, axis=1)
    beaten = (wide[:, :, None] > wide[:, None, :]).sum(axis=2)  # how many each beats: equal hands are equal
    keys = beaten @ (len(live) ** np.arange(len(live)))
    _, first, counts = np.unique(keys, return_index=True, return_counts=True)
    return beaten[first], counts


@lru_cache(maxsize=8)
def _choices(of: int, count: int) -> npt.NDArray[np.uint8]:
    """uint8 [choice, count]: all sets of so many of the numbers below `of`."""
    flat = chain.from_iterable(combinations(range(of), count))
    return np.fromiter(flat, np.uint8, comb(of, count) * count).reshape(-1, count)


JUDGES: dict[str, StateJudge] = {"chips": chips, "allin": allin}
"""By name."""


def named_judge(name: str) -> StateJudge:
    """The judge of a name, or an error that lists the names."""
    if name not in JUDGES:
        near = get_close_matches(name, JUDGES, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"judges are {', '.join(JUDGES)}"
        raise LabError(f"'{shorten(name)}' is not a judge ({hint})")
    return JUDGES[name]
