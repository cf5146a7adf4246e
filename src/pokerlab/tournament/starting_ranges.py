"""How the shipped starting ranges are made (`cards.starting` reads them).

Six players with equal stacks of 10, 15 and 20 big blinds, blinds 1/2 and 1, no ante, playing for chips: the push/fold
equilibrium of each depth (`pushfold.solve`, polymatrix, at most three all-in) has what every position pushes with when
all before it have folded, and what the big blind calls it with when all between have folded.
"""

import numpy as np

from pokerlab._threads import Progress
from pokerlab.cards.datafile import Arrays
from pokerlab.cards.starting import SCALE
from pokerlab.games.positions import position_names
from pokerlab.tournament.pushfold import solve
from pokerlab.tournament.spot import PushFoldSpot

PLAYERS = 6
DEPTHS = (10, 15, 20)
"""In big blinds."""


def build_starting_ranges(progress: Progress | None = None) -> Arrays:
    """The arrays of the data file: `names` [range], `weights` uint16 [range, 169] in thousandths."""
    names: list[str] = []
    weights = []
    seats = [position.lower() for position in position_names(PLAYERS)]
    big_blind = PLAYERS - 1
    for done, depth in enumerate(DEPTHS, 1):
        result = solve(PushFoldSpot.of((depth,) * PLAYERS, (0.5, 1.0)))
        pushes = [(f"{seats[seat]}-push-{depth}bb", result.decision(seat)) for seat in range(big_blind)]
        calls = [(f"bb-call-{seats[seat]}-{depth}bb", result.decision(big_blind, seat)) for seat in range(big_blind)]
        for name, decision in pushes + calls:
            names.append(name)
            weights.append(np.rint(SCALE * result.range(decision).matrix().ravel()).astype(np.uint16))
        if progress:
            progress(done, len(DEPTHS))
    return {"names": np.array(names), "weights": np.array(weights)}
