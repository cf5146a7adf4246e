"""Hand strength and potential of all hands of a board at once, against opposing hands of any weights.

What `cards.strength.potential` says of one hand, for all 1,326 with one sort of each board to come: opponent models ask
it after every action.

    found = board_potential("Ks8d7c", weights)      # weights [1326] of the opposing hands
    found.effective[parse_combo("QsJs")]            # EHS
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np
import numpy.typing as npt

from pokerlab.cards.card import as_cards, format_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import COMBO_COUNT, dead_combos
from pokerlab.cards.suits import all_deals
from pokerlab.errors import AbstractionError

Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class BoardPotential:
    """What becomes of all hands of a board; float64 [1326] each, NaN where a hand shares a card with the board or no
    opposing hand has a weight.

    - `ahead`, `tied`, `behind`: weight of the opposing hands now
    - `positive`, `negative`: Ppot and Npot; 0 where there is no hand to overtake or to fall behind of, and on a river
    """

    ahead: Numbers
    tied: Numbers
    behind: Numbers
    positive: Numbers
    negative: Numbers

    @property
    def value(self) -> Numbers:
        """HS: the hand strength 0..1 now."""
        return np.asarray((self.ahead + self.tied / 2) / (self.ahead + self.tied + self.behind), np.float64)

    @property
    def effective(self) -> Numbers:
        """EHS: the chance 0..1 to be ahead now or to get ahead."""
        return np.asarray(self.value + (1 - self.value) * self.positive, np.float64)


def board_potential(
    board: str | Sequence[int], weights: npt.ArrayLike | None = None, *, ahead: int = 2
) -> BoardPotential:
    """All hands on a board of 3 to 5 cards against one opposing hand with `weights` [1326] (default: all alike), up to
    `ahead` cards on: 2 from the flop to the river, 1 to the next card."""
    from pokerlab.abstraction import potential_kernels

    cards = as_cards(board, at_most=5, what="board")
    if len(cards) < 3:
        raise AbstractionError(f"board '{format_cards(cards)}': {len(cards)} cards, at least 3 needed")
    if ahead < 1:
        raise AbstractionError(f"{ahead} cards ahead: at least 1 is needed")
    opposing = np.ones(COMBO_COUNT) if weights is None else np.array(weights, np.float64)
    if opposing.shape != (COMBO_COUNT,) or not (np.isfinite(opposing) & (opposing >= 0)).all():
        raise AbstractionError(f"opposing weights must be {COMBO_COUNT} finite numbers of at least 0")
    is_dead = dead_combos(cardset(cards))
    opposing[is_dead] = 0.0
    array = np.array([cards], np.uint8)
    now = np.full((3, COMBO_COUNT), np.nan)
    potential_kernels.weigh_hands(array, opposing, now)
    total = now.sum(axis=0)
    # sums of weights that were added and taken off again leave a rest of some 1e-13 of all
    now = np.where(total > 1e-9 * opposing.sum(), np.maximum(now, 0), np.nan)
    steps = min(ahead, 5 - len(cards))
    if not steps:
        nothing = np.where(np.isnan(now[0]), np.nan, 0.0)
        return BoardPotential(now[0], now[1], now[2], nothing, nothing.copy())
    deals = all_deals(steps, cardset(cards))
    later = np.column_stack([np.broadcast_to(array, (len(deals), len(cards))), deals])
    changes = np.zeros((2, COMBO_COUNT))
    potential_kernels.weigh_changes(array, np.ascontiguousarray(later), opposing, changes)
    times = comb(48 - len(cards), steps)  # boards that two hands leave
    lead = times * (now[0] - now[2])
    net = changes[1] - times * now.sum(axis=0) - lead
    below, above = times * (2 * now[2] + now[1]), times * (2 * now[0] + now[1])
    return BoardPotential(now[0], now[1], now[2], _share(changes[0], below), _share(changes[0] - net, above))


def _share(part: Numbers, whole: Numbers) -> Numbers:
    """0..1; nothing of nothing is 0, and what is no number stays so."""
    shares = np.divide(part, whole, out=np.zeros(len(whole)), where=whole > 0)
    return np.where(np.isnan(whole), np.nan, np.clip(shares, 0, 1))
