"""Big blinds in a spot: `100bb` wherever chips can be written, turned into whole chips before anything is checked.

    stack = "97.5bb"   pot = "5.5bb"   flop.bet = "1.75bb, 75%"   add = ["check/bet 2bb"]

`big_blind` says how many chips a big blind has; where it is left out and something is in big blinds, it is
`USUAL_BIG_BLIND`, so that a chip is a hundredth. Amounts are exact: what comes to no whole chips is refused.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pokerlab.errors import SpotError

USUAL_BIG_BLIND = 100

_AMOUNT = re.compile(r"(?<![\w.])([0-9]{1,9}(?:\.[0-9]{1,9})?|\.[0-9]{1,9}) ?bb\b", re.IGNORECASE | re.ASCII)
# In a line of play an amount follows its letter or its word: b2.5bb, bet 2.5bb.
_IN_LINE = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?|\.[0-9]{1,9}) ?bb\b", re.IGNORECASE | re.ASCII)
_STREETS = ("flop", "turn", "river")


def in_chips(content: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of a spot with all big blinds as chips; a `SpotError` that names the key if they are no whole chips."""
    given = content.get("big_blind")
    is_usual = given is None
    blind = USUAL_BIG_BLIND if is_usual else given
    if isinstance(blind, bool) or not isinstance(blind, int) or blind <= 0:
        return dict(content)  # what is wrong with it is said by who checks it
    written: list[str] = []

    def chips(text: str) -> Any:
        match = _AMOUNT.fullmatch(text.strip())
        written.extend([text] if match else [])
        return chips_of(match[1], blind) if match else text

    def sizes(text: str) -> str:
        return _replaced(_AMOUNT, text, blind, written, "c")

    def line(text: str) -> str:
        return _replaced(_IN_LINE, text, blind, written)

    readers: dict[str, Callable[[str], Any]] = dict.fromkeys(("pot", "stack", "stacks", "rake"), chips)
    readers |= dict.fromkeys(_STREETS, sizes) | {"add": line, "remove": line}
    read = {}
    for key, value in content.items():
        try:
            read[key] = _each(value, readers[key]) if key in readers else value
        except ValueError as error:
            raise SpotError(f"{key}: {error}") from None
    if is_usual and written:
        read["big_blind"] = blind
    return read


def path_in_chips(path: Sequence[str] | str, big_blind: int | None) -> Sequence[str] | str:
    """A line of play with its big blinds as chips: `check/bet 2.5bb` as `check/bet 25`."""
    if big_blind is None:
        return path
    try:
        texts = [path] if isinstance(path, str) else path
        read = [_replaced(_IN_LINE, text, big_blind, []) for text in texts]
    except ValueError as error:
        raise SpotError(str(error)) from None
    return read[0] if isinstance(path, str) else read


def chips_of(amount: str, big_blind: int) -> int:
    """So many big blinds in chips; a `ValueError` that says which big blind would do if they are no whole chips."""
    exact = Fraction(amount) * big_blind
    if exact.denominator != 1:
        raise ValueError(
            f"{amount}bb are {float(exact):g} chips where a big blind has {big_blind}, and chips are whole "
            f"(big_blind = {big_blind * exact.denominator} would do)"
        )
    return int(exact)


def _replaced(pattern: re.Pattern[str], text: str, big_blind: int, written: list[str], unit: str = "") -> str:
    def chips(match: re.Match[str]) -> str:
        written.append(match[0])
        return f"{chips_of(match[1], big_blind)}{unit}"

    return pattern.sub(chips, text)


def _each(value: Any, read: Callable[[str], Any]) -> Any:
    """A value with all its texts read, in tables and lists too."""
    if isinstance(value, str):
        return read(value)
    if isinstance(value, dict):
        return {key: _each(inner, read) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_each(inner, read) for inner in value)
    return value
