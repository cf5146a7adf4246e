"""The work itself, and the random situations its experiments need."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from pokerlab.tournament.spot import PushFoldSpot

SOURCE = (
    "Matej Moravčík, Umelá inteligencia pre hru Texas Holdem poker (Artificial intelligence for Texas hold'em poker), "
    "bachelor thesis, Charles University Prague, 2011"
)


def random_situation(players: int, rng: "np.random.Generator") -> "PushFoldSpot":
    """A late sit-and-go: stacks of 3 to 20 big blinds on average ten, prizes 50/30/20 (65/35 for fewer players)."""
    from pokerlab.tournament.spot import PushFoldSpot

    stacks = (100 * rng.gamma(3.0, 10 / 3, players).clip(2, 25)).round(-1)
    ante = float(rng.choice([0.0, 0.0, 10.0]))
    prizes = (50.0, 30.0, 20.0) if players > 3 else (65.0, 35.0)
    return PushFoldSpot.of(stacks.tolist(), (50, 100), ante=ante, payouts=prizes)
