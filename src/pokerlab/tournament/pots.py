"""Who gets the chips of an all-in, and who goes broke."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pokerlab.games.pots import award, split
from pokerlab.tournament.spot import PushFoldSpot

Floats = npt.NDArray[np.float64]


def settle(spot: PushFoldSpot, pot: Sequence[int], places: Sequence[int]) -> Floats:
    """float64 [player]: the stacks after the hand when `pot` are all-in and show hands of these places (0 is best).

    Chips are split as at any table (`games.pots`), without rounding; an ante that the big blind posts for all is dead
    money. What nobody in the pot reaches goes back to who put it in: some may fold only because no more are allowed in.
    """
    stacks, antes = np.array(spot.stacks), spot.antes()
    dead = float(antes.sum()) if spot.big_blind_ante else 0.0
    if spot.big_blind_ante:
        stacks = stacks - antes
    stakes = spot.blinds() + (0.0 if spot.big_blind_ante else antes)
    for player in pot:
        stakes[player] = stacks[player]
    stakes = np.minimum(stakes, max(stakes[player] for player in pot))
    pots, uncalled, owner = split(stakes.tolist(), sum(1 << player for player in pot), dead)
    ends = (stacks - stakes).tolist()
    ranks = dict(zip(pot, (-place for place in places), strict=True))
    award(pots, [ranks.get(player, 0) for player in range(spot.players)], ends, whole=False)
    if uncalled:
        ends[owner] += uncalled
    return np.array(ends)


def knocked_out_by(spot: PushFoldSpot, pot: Sequence[int], places: Sequence[int]) -> list[tuple[int, list[int]]]:
    """Who goes broke, each with the players who win his last chips (several if they tie)."""
    ends = settle(spot, pot, places)
    out = []
    for player, place in zip(pot, places, strict=True):
        if ends[player] > 0:
            continue
        above = [
            (other_place, other)
            for other_place, other in zip(places, pot, strict=True)
            if spot.stacks[other] >= spot.stacks[player] and other_place < place
        ]
        best = min(other_place for other_place, _ in above)
        out.append((player, [other for other_place, other in above if other_place == best]))
    return out
