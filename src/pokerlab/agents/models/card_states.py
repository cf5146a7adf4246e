"""What a player can know of his cards on each street, how it changes, and what it wins at a showdown.

A search in the betting needs no more of the cards: a number of states on each street, the chances to come from one to
another when cards are dealt, and by final state and the opponent's bin the chance to win.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from pokerlab.agents.models.showdowns import bin_of
from pokerlab.equilibrium.deals import LEAD, MEET, Deals
from pokerlab.games.rules import Game

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class CardStates:
    """States from a street on; the most on any street are `most`.

    - `counts`: int64 [street], states of each; 0 of streets that are over
    - `moves`: float64 [street, most, most], the chance of every state of the next street
    - `wins`: float64 [most, bin], the chance 0..1 to win (ties half) by final state and the opponent's bin
    - `priors`: float64 [most, bin], how likely each bin is by final state if the opponent holds any cards
    """

    counts: npt.NDArray[np.int64]
    moves: Numbers
    wins: Numbers
    priors: Numbers


class ListedStates:
    """The cards of a game so small that all deals can be listed: states are hand and board, without suits where these
    never matter."""

    def __init__(self, game: Game, bins: int) -> None:
        self.game, self.bins = game, bins
        self.deals = Deals.of(game)
        self._hands = {hand: number for number, hand in enumerate(self.deals.hands)}
        self._boards = {board.text: number for number, board in enumerate(self.deals.boards)}
        self._strengths = _strengths(self.deals)
        held, lying, chances = self.deals.held[:, 0], self.deals.lying, self.deals.chances
        pairs = [list(zip(held.tolist(), boards.tolist(), strict=True)) for boards in lying.T]
        self._numbers = [{pair: number for number, pair in enumerate(sorted(set(some)))} for some in pairs]
        most = max(map(len, self._numbers))
        places = [np.array([self._numbers[street][pair] for pair in some]) for street, some in enumerate(pairs)]
        moves = np.zeros((len(pairs), most, most))
        for street in range(len(pairs) - 1):
            np.add.at(moves[street], (places[street], places[street + 1]), chances)
        sums = moves.sum(axis=2, keepdims=True)
        moves = np.divide(moves, sums, out=np.zeros_like(moves), where=sums > 0)
        wins, priors = self._against_bins(most)
        self.states = CardStates(np.array(list(map(len, self._numbers))), moves, wins, priors)

    def place(self, private: tuple[int, ...], board: tuple[int, ...], street: int) -> int:
        """The number of a state."""
        hand = self._hands[self.deals.text_of(private)]
        return self._numbers[street][hand, self._board(board, street)]

    def shown_bin(self, shown: tuple[int, ...], board: tuple[int, ...]) -> int:
        """The bin of the strength of a hand that was shown, on a whole board."""
        last = self.game.streets - 1
        return bin_of(self._strengths[self._board(board, last), self._hands[self.deals.text_of(shown)]], self.bins)

    def _board(self, board: tuple[int, ...], street: int) -> int:
        return self._boards[self.deals.board_text(self.game, board, street)]

    def _against_bins(self, most: int) -> tuple[Numbers, Numbers]:
        """`wins` and `priors` of all final states."""
        wins, priors = np.zeros((most, self.bins)), np.zeros((most, self.bins))
        for (hand, board), state in self._numbers[-1].items():
            meeting, leading = self.deals.matrices[board, MEET, hand], self.deals.matrices[board, LEAD, hand]
            for other in np.flatnonzero(meeting).tolist():
                place = bin_of(self._strengths[board, other], self.bins)
                priors[state, place] += meeting[other]
                wins[state, place] += (meeting[other] + leading[other]) / 2
        wins = np.divide(wins, priors, out=np.zeros_like(wins), where=priors > 0)
        sums = priors.sum(axis=1, keepdims=True)
        return wins, np.divide(priors, sums, out=np.zeros_like(priors), where=sums > 0)


@lru_cache(maxsize=8)
def listed_states(game: Game, bins: int) -> ListedStates:
    """The cards of a small game; a `GameError` if they are too many."""
    return ListedStates(game, bins)


def _strengths(deals: Deals) -> Numbers:
    """float64 [board, hand]: the share of opposing hands that a hand beats in the end, ties half; 0 if impossible."""
    meeting, leading = (deals.matrices[:, row].sum(axis=2) for row in (MEET, LEAD))
    found = np.divide((meeting + leading) / 2, meeting, out=np.zeros_like(meeting), where=meeting > 0)
    return np.asarray(found, np.float64)
