"""Prizes: the usual structures by name, and their text.

winner          all to the first
sng, 50/30/20   the classic sit-and-go; any list of shares or amounts, separated by / or ,
65/35           two places
don             double or nothing: equal prizes for the better half
satellite:3     equal prizes for the first three
"""

from collections.abc import Sequence
from math import isfinite

import numpy as np
import numpy.typing as npt

from pokerlab.errors import TournamentError

SIT_AND_GO = (50.0, 30.0, 20.0)


def parse_payouts(text: str, players: int) -> tuple[float, ...]:
    """The prizes that a text means at a table (or in a field) of so many players; the named ones add up to 100."""
    name, _, argument = text.strip().lower().partition(":")
    if name in ("winner", "wta"):
        return (100.0,)
    if name == "sng":
        return check_payouts(SIT_AND_GO, players)
    if name == "don":
        return satellite(players // 2)
    if name == "satellite":
        if not argument.isdecimal():
            raise TournamentError(f"'{text}' needs the number of seats, as in satellite:3")
        return check_payouts(satellite(int(argument)), players)
    try:
        prizes = [float(part) for part in text.replace("/", ",").split(",")]
    except ValueError:
        raise TournamentError(
            f"'{text}' is no list of prizes: amounts as in 50,30,20, or winner, sng, don, satellite:3"
        ) from None
    return check_payouts(prizes, players)


def satellite(seats: int) -> tuple[float, ...]:
    """Equal prizes for the first `seats`, together 100."""
    if seats < 1:
        raise TournamentError(f"{seats} equal prizes: at least 1 is needed")
    return (100.0 / seats,) * seats


def check_payouts(prizes: Sequence[float], players: int) -> tuple[float, ...]:
    """The prizes, without zeros at the end, or an error that says what is wrong with them."""
    given = [float(prize) for prize in prizes]
    for place, prize in enumerate(given, 1):
        if not (isfinite(prize) and prize >= 0):
            raise TournamentError(f"prize {place} is {prize:g}: prizes are numbers that are not negative")
        if place > 1 and prize > given[place - 2]:
            raise TournamentError(f"prize {place} ({prize:g}) is larger than the one before it ({given[place - 2]:g})")
    while given and not given[-1]:
        given.pop()
    if not given:
        raise TournamentError("there is no prize above 0")
    if len(given) > players:
        raise TournamentError(f"{len(given)} prizes for {players} players: there can be no more prizes than players")
    return tuple(given)


def check_stacks(stacks: Sequence[float] | npt.ArrayLike) -> npt.NDArray[np.float64]:
    """float64 [player]: the stacks, all above 0, or an error that names the first that is not."""
    array = np.array(stacks, np.float64)
    if array.ndim != 1 or not len(array):
        raise TournamentError("stacks are a list of chips, one number for each player")
    for number, stack in enumerate(array.tolist(), 1):
        if not (isfinite(stack) and stack > 0):
            raise TournamentError(f"stack {number} is {stack:g}: every player in the game has chips")
    return array
