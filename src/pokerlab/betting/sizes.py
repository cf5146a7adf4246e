"""Bet sizes: what `33%, 75%, a` means, and how it is written.

    50%    of the pot; for a raise, of the pot after calling, on top of the bet faced
    2.5x   a raise to 2.5 times the bet faced; raises only
    100c   chips: a bet of 100, a raise to 100 (the player's total on the street)
    a      all-in
    p      the pot; h half of it, q three quarters, w one and a half, d double, t ten times
    2e     geometric: the part of the pot that, bet on 2 streets in a row, makes the second bet all-in
    e      the same over all streets left, this one included

Amounts are exact and rounded to the nearest chip, half a chip up.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from pokerlab.errors import GameError, shorten

MOST_SIZES = 200
"""The most sizes in one list."""
MOST_STREETS = 10
"""The most streets of a geometric size."""

_SIZE = re.compile(r"([0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})?\s*([%xce])")


class SizeKind(StrEnum):
    """How a size is measured; the value is the sign it is written with."""

    POT = "%"
    MULTIPLE = "x"
    CHIPS = "c"
    ALL_IN = "a"
    GEOMETRIC = "e"


@dataclass(frozen=True, slots=True)
class Size:
    """One bet size. `value`: part of the pot (1/2 for `50%`), multiple, chips, or streets (0: all that are left)."""

    kind: SizeKind
    value: Fraction = Fraction(0)
    text: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        number = _decimal(100 * self.value if self.kind is SizeKind.POT else self.value) if self.value else ""
        object.__setattr__(self, "text", number + self.kind)  # trees ask for it very often

    def __str__(self) -> str:
        return self.text

    @property
    def order(self) -> tuple[bool, int, Fraction]:
        """Sorts sizes as menus write them: by kind and value, all-in last."""
        return self.kind is SizeKind.ALL_IN, list(SizeKind).index(self.kind), self.value

    def raise_to(self, faced: int, pot: int, stack: int, streets_left: int) -> int:
        """The player's chips on the street after this bet or raise, before any rule of the table is applied.

        - `faced`: the bet to match on this street (0 for a bet)
        - `pot`: all chips in the middle once `faced` is called
        - `stack`: what is left of the player's stack once `faced` is called
        - `streets_left`: betting rounds from this one to the last
        """
        match self.kind:
            case SizeKind.POT:
                return faced + _nearest(self.value, pot)
            case SizeKind.MULTIPLE:
                return _nearest(self.value, faced)
            case SizeKind.CHIPS:
                return int(self.value)
            case SizeKind.ALL_IN:
                return faced + stack
            case SizeKind.GEOMETRIC:
                return faced + _geometric(pot, stack, int(self.value) or streets_left)


ALL_IN = Size(SizeKind.ALL_IN)
LETTERS = {"h": "50%", "q": "75%", "p": "100%", "w": "150%", "d": "200%", "t": "1000%"}
"""The letters of parts of the pot (Schnizlein: State Translation in No-Limit Poker, 2009)."""


def parse_size(text: str, *, is_raise: bool) -> Size:
    """Read one size; `2.5x` is for raises only."""
    token, shown = text.strip().lower(), shorten(text)
    if token in ("a", "allin", "all-in"):
        return ALL_IN
    match = _SIZE.fullmatch(LETTERS.get(token, token))
    if not match or not (match[1] or match[2] == "e"):
        hint = _hint(token) if len(token) < 20 else ": numbers have at most 9 digits before and after the point"
        raise GameError(f"'{shown}' is not a bet size (such as 50%, 2.5x, 100c, a, 2e){hint}")
    kind, value = SizeKind(match[2]), Fraction(match[1] or 0)
    if match[1] and not value:
        raise GameError(f"'{shown}' makes no bet: a size is above 0")
    if kind is SizeKind.POT:
        value /= 100
    elif kind is SizeKind.MULTIPLE:
        if not is_raise:
            raise GameError(f"'{shown}': a multiple of the bet faced is for raises only (a bet is 50%, 100c, a, e)")
        if value <= 1:
            raise GameError(f"'{shown}' makes no raise: a multiple is above 1")
    elif value.denominator != 1:
        what = "chips" if kind is SizeKind.CHIPS else "streets"
        raise GameError(f"'{shown}': {what} are whole numbers")
    if kind is SizeKind.GEOMETRIC and value > MOST_STREETS:
        raise GameError(f"'{shown}': a hand is not bet on more than {MOST_STREETS} streets")
    return Size(kind, value)


def parse_sizes(sizes: str | Iterable[str | Size], *, is_raise: bool) -> tuple[Size, ...]:
    """Read a list of sizes, `33%, 75%, a` or one by one; an empty text is no size at all."""
    if isinstance(sizes, str):
        sizes = re.split(r"[,;]", sizes) if sizes.strip() else []
    parsed: dict[Size, None] = {}
    for given in sizes:
        size = parse_size(str(given), is_raise=is_raise)
        if size in parsed:
            raise GameError(f"the size '{size}' occurs twice")
        if len(parsed) == MOST_SIZES:
            raise GameError(f"more than {MOST_SIZES} sizes, which is the limit")
        parsed[size] = None
    return tuple(parsed)


def format_sizes(sizes: Iterable[Size]) -> str:
    """The text that `parse_sizes` reads."""
    return ", ".join(map(str, sizes))


def _nearest(part: Fraction, chips: int) -> int:
    """A part of some chips, as the nearest whole number, halves up."""
    above, below = part.numerator, part.denominator
    return (2 * above * chips + below) // (2 * below)


def _geometric(pot: int, stack: int, streets: int) -> int:
    """The chips of the first of `streets` bets of an equal part f of the pot, the last of which takes the stack.

    Every bet and call makes the pot (1 + 2f) times as large, so pot (1 + 2f)^n = pot + 2 stack, and the bet f pot is
    half of root - pot with root = (pot^(n-1) (pot + 2 stack))^(1/n). Rounding needs only the whole part of the root.
    """
    root = _whole_root(pot ** (streets - 1) * (pot + 2 * stack), streets)
    return (root - pot + 1) // 2


def _whole_root(number: int, degree: int) -> int:
    """The largest whole number whose power is at most `number`."""
    low, high = 0, 1 << (number.bit_length() // degree + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**degree <= number else (low, middle)
    return low


def _decimal(value: Fraction) -> str:
    """A decimal without needless zeros; exact for what was read from a text, 30 digits for what has no end."""
    whole, rest = divmod(value, 1)
    digits = ""
    has_end = 10 ** value.denominator.bit_length() % value.denominator == 0
    while rest and (has_end or len(digits) < 30):
        digit, rest = divmod(10 * rest, 1)
        digits += str(digit)
    return f"{whole}.{digits}" if digits else str(whole)


def _hint(token: str) -> str:
    named = {"pot": "100%", "half": "50%", "min": "1c", "e2": "2e", "e3": "3e", "allin": "a"}
    meant = ""
    if token in named:
        meant = f"'{named[token]}'"
    elif token.startswith("-"):
        return ": a size is above 0"
    elif match := re.fullmatch(r"(\d+)/(\d*[1-9]\d*)", token):
        meant = f"'{round(100 * int(match[1]) / int(match[2]))}%'"
    elif re.fullmatch(r"0?\.\d*[1-9]\d*", token):
        meant = f"'{_decimal(100 * Fraction(token))}%'"
    elif re.fullmatch(r"\d+(\.\d+)?", token):
        meant = f"'{token}%'" + (f" or '{token}c'" if "." not in token else "")
    elif re.fullmatch(r"(\d+\.?\d*|\.\d+)\s*(pot|p|pct|percent)", token):
        number = re.sub(r"[^\d.]", "", token)
        meant = f"'{number}%'" if "c" in token else f"'{_decimal(100 * Fraction(number))}%'"
    elif match := re.fullmatch(r"([%xc])(\d+\.?\d*)", token):
        meant = f"'{match[2]}{match[1]}'"
    elif re.fullmatch(r"(\d+\.?\d*)\s*(chips?|bb|b)", token):
        meant = f"'{re.sub(r'[^0-9.]', '', token)}c'"
    return f" (did you mean {meant}?)" if meant else ""
