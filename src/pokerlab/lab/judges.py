"""Judges of hands: what each seat has won, or a number with the same mean and less luck.

    judge = named_judge("allin")
    judge(played.state)                 # float64 [seat], chips

`chips` are the chips themselves. `allin`: once nobody can act any more, chips become their mean over the cards still to
come; `allin:icm=50/30/20` values them by what they are worth in a tournament with these prizes. Those that take out
more luck are in `luck_judges`. A new judge is a class in `JUDGES`; it is handed what agents said of their play too (see
`policy_log`).
"""

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pokerlab.agents.registry import values_of
from pokerlab.cards.evaluator import evaluate_many
from pokerlab.cards.unseen import all_seen
from pokerlab.errors import LabError, shorten
from pokerlab.games.compiled import compiled_rules, hand_array
from pokerlab.games.pots import payoffs
from pokerlab.games.ranking import ranker
from pokerlab.games.rules import Game
from pokerlab.games.state import State
from pokerlab.lab.endings import choices, with_cards
from pokerlab.lab.hand_judge import EVERYBODY, Floats, HandJudge, Policies, SeatedAgents
from pokerlab.lab.luck_judges import Aivat, Chance, Divat, Importance, Mivat
from pokerlab.tournament.icm import after_hand, equities
from pokerlab.tournament.payouts import parse_payouts

Whole = npt.NDArray[np.int64]


class Chips(HandJudge):
    """Chips won or lost."""

    def __call__(self, state: State, policies: Policies = (), seating: SeatedAgents = EVERYBODY) -> Floats:
        """As the table paid them."""
        return np.array(state.payoffs, np.float64)


class AllIn(HandJudge):
    """Chips won or lost, as a mean over the cards that came after the last decision; exact, before a table rounds them.
    With prizes (`icm`) what the stacks are worth after the hand, less what they were worth before."""

    def __init__(self, icm: str = "") -> None:
        self.icm = icm
        self.unit = "prizes" if icm else "chips"

    def __call__(self, state: State, policies: Policies = (), seating: SeatedAgents = EVERYBODY) -> Floats:
        """The mean over all ends."""
        ends, counts = _ends(state)
        if self.icm:
            starts = np.array(state.game.stacks, np.float64)
            prizes = _prizes(self.icm, state.game.players)
            ends = after_hand(starts + ends, starts, prizes) - equities(starts.tolist(), prizes)
        return np.asarray(counts @ ends / counts.sum(), np.float64)

    def check(self, game: Game) -> None:
        """There are no more prizes than players."""
        if self.icm:
            _prizes(self.icm, game.players)


@lru_cache(maxsize=64)
def _prizes(text: str, players: int) -> tuple[float, ...]:
    return parse_payouts(text, players)


def all_in_luck(state: State, prizes: Sequence[float], drawn: int, seed: int) -> Floats:
    """float64 [seat], in the unit of the prizes: what the cards after the last decision were worth by ICM, less their
    mean over all that could have come, in a hand of hold'em without rake. Its mean is 0 whatever ICM is worth.
    `prizes`: one for each player of the hand; the mean of more than two cards is over so many boards that are `drawn`
    from the stream `seed`, which leaves the mean at 0."""
    luck = np.zeros(state.game.players)
    if not state.is_showdown or len(state.board) == state.game.board_size(state.street):
        return luck
    from pokerlab.games import hand_kernels
    from pokerlab.lab import luck_kernels

    rules, hand = compiled_rules(state.game), hand_array(state)
    hand_kernels.settle_hand(rules, hand, np.zeros(state.game.players, np.int64))
    luck_kernels.find_luck(rules, hand, np.array(prizes, np.float64), drawn, np.uint64(seed), luck)
    return luck


def _ends(state: State) -> tuple[Floats, Whole]:
    """What each seat wins or loses [end, seat] over the cards that came after the last decision, and how often."""
    betting, game = state.betting, state.game
    known = state.board[: game.board_size(betting.street)]
    live = [seat for seat in range(game.players) if betting.live >> seat & 1]
    if len(live) < 2 or len(known) == len(state.board) or not all(all_seen(state.private[seat]) for seat in live):
        return np.array([state.payoffs], np.float64), np.ones(1, np.int64)
    orders, counts = _orders(state, live, known)
    ends = np.empty((len(orders), game.players))
    for end, order in zip(ends, orders, strict=True):
        ranks = [-1] * game.players
        for seat, rank in zip(live, order.tolist(), strict=True):
            ranks[seat] = rank
        paid = payoffs(game, betting.paid, betting.live, ranks, board_seen=True)
        end[:] = [float(amount) for amount in paid]
    return ends, counts


def _orders(state: State, live: list[int], known: tuple[int, ...]) -> tuple[Whole, Whole]:
    """The different orders of the live hands over all cards to come [order, seat], larger is better; and how often."""
    game, to_come = state.game, len(state.board) - len(known)
    out = {*known, *(card for hand in state.private for card in hand if card >= 0)}
    left = np.array([card for card in sorted(game.deck) if card not in out], np.uint8)
    drawn = left[choices(len(left), to_come)]
    ranks = []
    for cards in ((*state.private[seat], *known) for seat in live):
        if game.ranking == "holdem":
            ranks.append(evaluate_many(with_cards(cards, drawn)).astype(np.int64))
        else:
            rank = ranker(game.ranking)
            ranks.append(np.array([rank((*cards, *board)) for board in drawn.tolist()], np.int64))
    wide = np.stack(ranks, axis=1)
    beaten = (wide[:, :, None] > wide[:, None, :]).sum(axis=2)  # how many each beats: equal hands are equal
    keys = beaten @ (len(live) ** np.arange(len(live)))
    _, first, counts = np.unique(keys, return_index=True, return_counts=True)
    return beaten[first], counts


JUDGES: dict[str, Callable[..., HandJudge]] = {
    "chips": Chips, "allin": AllIn, "chance": Chance, "divat": Divat, "mivat": Mivat, "importance": Importance,
    "aivat": Aivat,
}  # fmt: skip
"""By name."""


def named_judge(text: str) -> HandJudge:
    """The judge that a text names, or an error that lists the names."""
    name = text.strip().partition(":")[0]
    if name not in JUDGES:
        near = get_close_matches(name, JUDGES, n=1)
        hint = f"did you mean '{near[0]}'?" if near else f"judges are {', '.join(JUDGES)}"
        raise LabError(f"'{shorten(name)}' is not a judge ({hint})")
    return JUDGES[name](**values_of(text, JUDGES[name], LabError))
