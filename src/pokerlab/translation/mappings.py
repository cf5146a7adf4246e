"""Mappings: which of the bets that a strategy knows a bet is taken for, and how likely.

A bet x between two known ones A < B is taken for A with some chance, its share, that falls from 1 at A to 0 at B. A
`Hard` mapping takes the likelier one, a `Soft` one draws. Bets are measured as parts of the pot.

    Soft().weights([Fraction(1, 2), Fraction(2)], Fraction(1))       [(0, 1/2), (1, 1/2)]

Outside of the known bets the nearest is taken.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from pokerlab.errors import StrategyError, shorten

HALF = Fraction(1, 2)


class Ties(StrEnum):
    """What a hard mapping takes where both known bets are equally near."""

    LOW = "low"
    HIGH = "high"


class Curve(ABC):
    """How likely a bet is taken for the smaller of two known ones.

    `check`: the chips that a check counts as where small bets may be taken for one.
    """

    name: ClassVar[str]
    check: ClassVar[int] = 0

    @abstractmethod
    def share(self, low: Fraction, high: Fraction, size: Fraction) -> Fraction:
        """The chance of `low`, for low < size < high."""

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __hash__(self) -> int:
        return hash(type(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class Geometric(Curve):
    """By ratios of bets: half at their geometric mean (Gilpin, Sandholm, Sorensen 2008; Schnizlein 2009, equations 4.6
    to 4.8, normalised as in 4.5)."""

    name = "geometric"
    check = 1

    def share(self, low: Fraction, high: Fraction, size: Fraction) -> Fraction:
        """(A/x - A/B) / (A/x + x/B - 2 A/B)."""
        down, up, least = low / size, size / high, low / high
        return (down - least) / (down + up - 2 * least)


class SecondGeometric(Curve):
    """Another curve that is half at the geometric mean (Ganzfried, Sandholm 2013)."""

    name = "second-geometric"
    check = 1

    def share(self, low: Fraction, high: Fraction, size: Fraction) -> Fraction:
        """A (B + x)(B - x) / ((B - A)(x^2 + AB))."""
        return low * (high + size) * (high - size) / ((high - low) * (size * size + low * high))


class Arithmetic(Curve):
    """A straight line: half at the arithmetic mean."""

    name = "arithmetic"

    def share(self, low: Fraction, high: Fraction, size: Fraction) -> Fraction:
        """(B - x) / (B - A)."""
        return (high - size) / (high - low)


class PseudoHarmonic(Curve):
    """The equilibrium of the clairvoyance game between both bets (Ganzfried, Sandholm 2013): half at
    (A + B + 2AB) / (A + B + 2)."""

    name = "pseudo-harmonic"

    def share(self, low: Fraction, high: Fraction, size: Fraction) -> Fraction:
        """(B - x)(1 + A) / ((B - A)(1 + x))."""
        return (high - size) * (1 + low) / ((high - low) * (1 + size))


CURVES: dict[str, type[Curve]] = {
    curve.name: curve for curve in (Geometric, Arithmetic, PseudoHarmonic, SecondGeometric)
}


class BetMapping(ABC):
    """Which known bets a bet is taken for."""

    curve: Curve
    kind: ClassVar[str]

    def __str__(self) -> str:
        return self.kind if self.curve == Geometric() else f"{self.kind}:{self.curve.name}"

    def weights(self, known: Sequence[Fraction], size: Fraction) -> list[tuple[int, Fraction]]:
        """The places in `known`, sizes from small to large, and how likely each is meant; none with chance 0. Equal
        sizes cannot be told apart: the first of them is meant."""
        if not known:
            raise StrategyError("no known bet that a bet could be taken for")
        place = next((number for number, one in enumerate(known) if size <= one), len(known) - 1)
        if place == 0 or size >= known[place]:
            return [(known.index(known[place]), Fraction(1))]
        low, high = place - 1, place
        share = self.part(self.curve.share(known[low], known[high], size))
        found = [(known.index(known[low]), share), (high, 1 - share)]
        return [(number, weight) for number, weight in found if weight]

    @abstractmethod
    def part(self, share: Fraction) -> Fraction:
        """The chance of the smaller bet, by its share."""


@dataclass(frozen=True, repr=False)
class Hard(BetMapping):
    """The known bet with the larger share; `ties` says which if both are equal."""

    curve: Curve = Geometric()  # noqa: RUF009 (a curve has no state)
    ties: Ties = Ties.LOW
    kind = "hard"

    def __repr__(self) -> str:
        return f"Hard({self.curve!r}, {str(self.ties)!r})"

    def part(self, share: Fraction) -> Fraction:
        """1 or 0."""
        return Fraction(share > HALF or (share == HALF and self.ties is Ties.LOW))


@dataclass(frozen=True, repr=False)
class Soft(BetMapping):
    """Both neighbours, each as likely as its share."""

    curve: Curve = Geometric()  # noqa: RUF009
    kind = "soft"

    def __repr__(self) -> str:
        return f"Soft({self.curve!r})"

    def part(self, share: Fraction) -> Fraction:
        """The share itself."""
        return share


def parse_mapping(text: str, ties: Ties = Ties.LOW) -> BetMapping:
    """Read `hard`, `soft`, or with a curve: `soft:pseudo-harmonic`."""
    kind, _, name = text.strip().partition(":")
    name = name or Geometric.name
    if kind not in ("hard", "soft") or name not in CURVES:
        near = get_close_matches(name, CURVES, 1, 0.4) if kind in ("hard", "soft") else []
        hint = f"did you mean '{kind}:{near[0]}'?" if near else f"hard or soft, with a curve: {', '.join(CURVES)}"
        raise StrategyError(f"'{shorten(text)}' is not a mapping ({hint})")
    curve = CURVES[name]()
    return Hard(curve, ties) if kind == "hard" else Soft(curve)
