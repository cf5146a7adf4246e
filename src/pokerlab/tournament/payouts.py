"""Prizes: the usual structures by name, and their text.

winner          all to the first
sng, 50/30/20   the classic sit-and-go; any list of shares or amounts, separated by / or ,
65/35           two places
don             double or nothing: equal prizes for the better half
satellite:3     equal prizes for the first three
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from pokerlab.errors import TournamentError, shorten

SIT_AND_GO = (50.0, 30.0, 20.0)
MOST_PLAYERS = 1_000_000
LEAST, MOST = 1e-30, 1e30
"""The smallest and the largest number of chips, and of money: their ratios stay far from what doubles cannot hold."""


def parse_payouts(text: str, players: int) -> tuple[float, ...]:
    """The prizes that a text means at a table (or in a field) of so many players; the named ones add up to 100."""
    name, _, argument = text.strip().lower().partition(":")
    if name in ("winner", "wta"):
        return (100.0,)
    if name == "sng":
        return check_payouts(SIT_AND_GO, players)
    if name == "don":
        return satellite(check_field(players) // 2)
    if name == "satellite":
        if not (argument.isascii() and argument.isdecimal() and len(argument) <= len(str(MOST_PLAYERS))):
            raise TournamentError(f"'{shorten(text)}' needs the number of seats, as in satellite:3")
        if int(argument) > players:
            raise TournamentError(f"{argument} prizes for {players} players: there can be no more prizes than players")
        return check_payouts(satellite(int(argument)), players)
    try:
        prizes = [float(part) for part in text.replace("/", ",").split(",")]
    except ValueError:
        raise TournamentError(
            f"'{shorten(text)}' is no list of prizes: amounts as in 50,30,20, or winner, sng, don, satellite:3"
        ) from None
    return check_payouts(prizes, players)


def satellite(seats: int) -> tuple[float, ...]:
    """Equal prizes for the first `seats`, together 100."""
    if seats < 1:
        raise TournamentError(f"{seats} equal prizes: at least 1 is needed")
    return (100.0 / seats,) * seats


def check_payouts(prizes: Sequence[float], players: int) -> tuple[float, ...]:
    """The prizes, without zeros at the end, or an error that says what is wrong with them."""
    given = as_floats(prizes, "prizes").tolist()
    for place, prize in enumerate(given, 1):
        if not (prize == 0 or LEAST <= prize <= MOST):
            raise TournamentError(
                f"prize {place} is {prize:g}: prizes are numbers that are not negative (0, or {LEAST:g} to {MOST:g})"
            )
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
    array = as_floats(stacks, "stacks")
    if not len(array):
        raise TournamentError("stacks are a list of chips, one number for each player")
    check_field(len(array))
    wrong = ~((array >= LEAST) & (array <= MOST))
    if wrong.any():
        number = int(wrong.argmax())
        raise TournamentError(
            f"stack {number + 1} is {array[number]:g}: every player in the game has chips ({LEAST:g} to {MOST:g})"
        )
    return array


def check_field(players: int) -> int:
    """The number of players, or an error if there are too many of them."""
    if players > MOST_PLAYERS:
        raise TournamentError(f"a field has at most {MOST_PLAYERS:,} players, not {players:,}")
    return players


def as_floats(numbers: Sequence[float] | npt.ArrayLike, what: str) -> npt.NDArray[np.float64]:
    """float64 [number]: a list of numbers, or an error that names `what` they are. (Whether they are finite is left to
    the limits of whoever asks.)"""
    try:
        array = np.array(numbers, np.float64)
    except (ValueError, TypeError, OverflowError):
        raise TournamentError(f"{what} are a list of numbers, not {shorten(numbers)}") from None
    if array.ndim != 1:
        raise TournamentError(f"{what} are a list of numbers, one for each player")
    return array
