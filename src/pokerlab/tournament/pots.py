"""Who gets the chips: main pot and side pots of an all-in, split among the tied."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pokerlab.tournament.spot import PushFoldSpot

Floats = npt.NDArray[np.float64]


def settle(spot: PushFoldSpot, pot: Sequence[int], places: Sequence[int]) -> Floats:
    """float64 [player]: the stacks after the hand when `pot` are all-in and show hands of these places (0 is best).

    One player alone in the pot takes it. Contributions are cut into layers at the stakes of those in the pot; a layer
    is shared by the best hands among those who reach it. What nobody in the pot reaches goes back to who put it in. An
    ante that the big blind posts for all belongs to the first layer.
    """
    stacks, posted = np.array(spot.stacks), spot.blinds()
    antes = spot.antes()
    dead = 0.0
    if spot.big_blind_ante:
        dead, stacks = float(antes.sum()), stacks - antes
    else:
        posted = posted + antes
    stakes = posted.copy()
    for player in pot:
        stakes[player] = stacks[player]
    ends = stacks - stakes
    floor = 0.0
    for level in sorted({float(stakes[player]) for player in pot}):
        layer = float((np.minimum(stakes, level) - np.minimum(stakes, floor)).sum()) + dead
        dead = 0.0
        reaching = [(place, player) for place, player in zip(places, pot, strict=True) if stakes[player] >= level]
        best = min(place for place, _ in reaching)
        winners = [player for place, player in reaching if place == best]
        ends[winners] += layer / len(winners)
        floor = level
    ends += np.maximum(stakes - floor, 0.0)
    if dead:  # nobody stakes anything: the ante stays with the one in the pot
        ends[pot[0]] += dead
    return ends


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
