"""Amounts of a spot as players write them, turned into whole chips before anything is checked, and back.

    stack = "97.5bb"   pot = "5.5bb"   flop.bet = "1.75bb, 75%"   add = ["check/bet 2bb"]     big blinds
    stack = 97.5       pot = 5.5       flop.bet = "1.75c, 75%"    add = ["check/bet 2"]       decimals

**Big blinds** stand wherever chips can be written. `big_blind` says how many chips one has; where it is left out and
something is in big blinds, it is `USUAL_BIG_BLIND`, so that a chip is a hundredth.

**Decimals** are for all amounts of a spot: `decimals` says how many digits they have after the point, and a chip is one
of the last. Where it is left out and an amount has a point, it is `USUAL_DECIMALS`, or as many as were written. All
that is shown of such a spot is written in the same way, and one big blind is 1 where nothing else is said.

Amounts are exact: what comes to no whole chips is refused.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

from pokerlab.betting.sizes import Size, SizeKind
from pokerlab.errors import SpotError
from pokerlab.games.rake import Rake

USUAL_BIG_BLIND = 100
USUAL_DECIMALS = 2
MOST_DECIMALS = 4

_NUMBER = r"(?>[0-9]{1,9}(?:\.[0-9]{1,9})?|\.[0-9]{1,9})"
_BLINDS = re.compile(rf"(?<![\w.])()({_NUMBER}) ?bb\b", re.IGNORECASE | re.ASCII)
_CHIPS = re.compile(rf"(?<![\w.])()({_NUMBER})(?= ?c\b)", re.IGNORECASE | re.ASCII)
# In a line of play an amount follows its letter or its word: b2.5bb, bet 2.5, raise to 7c; but bet 33%, raise 3x.
_BLINDS_IN_LINE = re.compile(rf"()({_NUMBER}) ?bb\b", re.IGNORECASE | re.ASCII)
_CHIPS_IN_LINE = re.compile(
    r"((?<![a-z0-9])(?:bet|raise|call|[brc])\s*(?:to\s+)?|(?<=[0-9])\.\.)"
    rf"({_NUMBER})(?! ?bb)(?=c?(?:[^\w.%]|\.\.|$))",
    re.IGNORECASE | re.ASCII,
)
_TOO_MUCH = 10**12  # what no spot has: left as it is, and refused by who checks it
_AMOUNTS = ("pot", "stack", "stacks", "big_blind")
_STREETS = ("flop", "turn", "river")
_LINES = ("add", "remove")


def in_chips(content: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of a spot with all amounts as chips; a `SpotError` that names the key if they are no whole chips."""
    decimals = _decimals(content)
    read = dict(content)
    if decimals:
        read = _read_each(content, _with_decimals(lambda amount: _scaled(amount, decimals))) | {"decimals": decimals}
        rake = _with_cap(content.get("rake"), lambda cap: float(Decimal(repr(cap)).scaleb(decimals)))
        read |= {} if rake is None else {"rake": rake}
    given = read.get("big_blind")
    usual = 10**decimals if decimals else USUAL_BIG_BLIND
    blind = usual if given is None else given
    if isinstance(blind, bool) or not isinstance(blind, int) or blind <= 0:
        return read  # what is wrong with it is said by who checks it
    written: list[str] = []

    def chips(amount: str) -> int:
        written.append(amount)
        return chips_of(amount, blind)

    def single(text: str) -> Any:
        match = _BLINDS.fullmatch(text.strip())
        return chips(match[2]) if match else text

    readers: dict[str, Callable[[str], Any]] = dict.fromkeys(("pot", "stack", "stacks", "rake"), single)
    readers |= dict.fromkeys(_STREETS, lambda text: _replaced(_BLINDS, text, lambda amount: f"{chips(amount)}c"))
    readers |= dict.fromkeys(_LINES, lambda text: _replaced(_BLINDS_IN_LINE, text, chips))
    read = _read_each(read, {key: _of_texts(reader) for key, reader in readers.items()})
    if given is None and written:
        read["big_blind"] = blind
    return read


def path_in_chips(path: Sequence[str] | str, big_blind: int | None, decimals: int = 0) -> Sequence[str] | str:
    """A line of play with its amounts as chips: `check/bet 2.5bb` as `check/bet 25`."""
    try:
        read = [path] if isinstance(path, str) else list(path)
        if decimals:
            read = [_replaced(_CHIPS_IN_LINE, text, lambda amount: _scaled(amount, decimals)) for text in read]
        if big_blind is not None:
            read = [_replaced(_BLINDS_IN_LINE, text, lambda amount: chips_of(amount, big_blind)) for text in read]
    except ValueError as error:
        raise SpotError(str(error)) from None
    return read[0] if isinstance(path, str) else read


def as_written(chips: float, decimals: int) -> int | float:
    """Chips as the amount that players write: 550 as 5.5 where there are two decimals."""
    if not decimals:
        return chips
    amount = chips / 10**decimals
    return int(amount) if amount.is_integer() else amount


def size_as_written(text: str, decimals: int) -> str:
    """A bet size, or several, with its chips as written: `175c` as `1.75c`."""
    return _replaced(_CHIPS, text, lambda chips: as_written(int(chips), decimals))


def line_as_written(text: str, decimals: int) -> str:
    """A line of play, or what is said about one, with its chips as written: `check/bet 250` as `check/bet 2.5`."""
    return _replaced(_CHIPS_IN_LINE, text, lambda chips: as_written(int(chips), decimals)) if decimals else text


def content_as_written(content: Mapping[str, Any], decimals: int) -> dict[str, Any]:
    """The keys of a spot, plain data in chips, as they are written: what `in_chips` turns back."""
    if not decimals:
        return dict(content)
    written = _read_each(content, _with_decimals(lambda chips: as_written(int(chips), decimals)))
    if "rake" in content:
        written["rake"] = _with_cap(content["rake"], lambda cap: as_written(cap, decimals))
    return written | {"decimals": decimals}


def chips_of(amount: str, big_blind: int) -> int:
    """So many big blinds in chips; a `ValueError` that says which big blind would do if they are no whole chips."""
    exact = Fraction(amount) * big_blind
    if exact.denominator != 1:
        raise ValueError(
            f"{amount}bb are {float(exact):g} chips where a big blind has {big_blind}, and chips are whole "
            f"(big_blind = {big_blind * exact.denominator} would do)"
        )
    return int(exact)


def _decimals(content: Mapping[str, Any]) -> int:
    """How many digits amounts have after the point; 0 also where what is said of it is wrong."""
    given = content.get("decimals")
    if given is not None:
        is_known = isinstance(given, int) and not isinstance(given, bool) and given <= MOST_DECIMALS
        return max(given, 0) if is_known else 0
    most = 0
    for key, amount in _amounts_of(content):
        digits = max(0, -int(Decimal(amount).normalize().as_tuple().exponent))
        if digits > MOST_DECIMALS:
            raise SpotError(
                f"{key}: {amount} has {digits} digits after the point, amounts have at most {MOST_DECIMALS}"
            )
        most = max(most, digits)
    return max(most, USUAL_DECIMALS) if most else 0


def _amounts_of(content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """All amounts above 0 that are not in big blinds, with their keys."""
    found: list[str] = []

    def note(amount: Any) -> Any:
        found.append(str(amount))
        return amount

    readers = _with_decimals(note)
    for key in (*_AMOUNTS, *_STREETS, *_LINES):  # not the rake: it is not rounded to chips
        if key in content:
            _each(content[key], readers[key])
            yield from ((key, amount) for amount in found)
            found.clear()


def _with_decimals(read: Callable[[str], Any]) -> dict[str, Callable[[Any], Any]]:
    """Readers of the keys of a spot: `read` takes an amount as text and gives what stands in its place."""

    def number(given: Any) -> Any:
        if not _is_amount(given):
            return given
        return read(repr(float(given)) if isinstance(given, float) else str(given))

    def size(given: Any) -> Any:
        if isinstance(given, Size) and given.kind is SizeKind.CHIPS:
            return Size(given.kind, Fraction(read(str(given)[:-1])))
        return _replaced(_CHIPS, given, read) if isinstance(given, str) else given

    readers = dict.fromkeys(_AMOUNTS, number) | dict.fromkeys(_STREETS, size)
    return readers | dict.fromkeys(_LINES, _of_texts(lambda text: _replaced(_CHIPS_IN_LINE, text, read)))


def _is_amount(given: Any) -> bool:
    is_number = isinstance(given, int | float | np.integer) and not isinstance(given, bool)
    return is_number and bool(0 < given < _TOO_MUCH)


def _scaled(amount: str, decimals: int) -> int:
    exact = Decimal(amount).scaleb(decimals)
    if exact != int(exact):
        raise ValueError(f"{amount} has more than {decimals} digits after the point (decimals = {decimals})")
    return int(exact)


def _with_cap(rake: Any, read: Callable[[float], float]) -> Any:
    """A rake, or its table, with its cap read; what is none as it is."""
    cap: Any = rake.cap if isinstance(rake, Rake) else rake.get("cap") if isinstance(rake, Mapping) else None
    if not _is_amount(cap):
        return rake
    return replace(rake, cap=read(float(cap))) if isinstance(rake, Rake) else {**rake, "cap": read(float(cap))}


def _of_texts(read: Callable[[str], Any]) -> Callable[[Any], Any]:
    return lambda given: read(given) if isinstance(given, str) else given


def _replaced(pattern: re.Pattern[str], text: str, read: Callable[[str], Any]) -> str:
    return pattern.sub(lambda match: f"{match[1]}{read(match[2])}", text)


def _read_each(content: Mapping[str, Any], readers: Mapping[str, Callable[[Any], Any]]) -> dict[str, Any]:
    """The content with the keys that have a reader read; errors name the key."""
    read = {}
    for key, value in content.items():
        try:
            read[key] = _each(value, readers[key]) if key in readers else value
        except ValueError as error:
            raise SpotError(f"{key}: {error}") from None
    return read


def _each(value: Any, read: Callable[[Any], Any]) -> Any:
    """A value with all that lies in its tables and lists read."""
    if isinstance(value, dict):
        return {key: _each(inner, read) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_each(inner, read) for inner in value)
    return read(value)
