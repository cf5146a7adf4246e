"""What is taken from the pots of a hand: one object for tables, which round, and for averages, which do not."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from pokerlab.errors import GameError

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class Rake:
    """What is taken from the chips that were contested.

    `percent` (0..100) of all pots together, at most `cap` chips (None: no cap); nothing from a hand that saw no board
    card if `no_flop_no_drop`. A table takes whole chips, rounded down; with `exact` parts of a chip count, as they
    should where averages are computed. Both numbers are what their decimals say: 0.1 is one tenth.
    """

    percent: float = 0.0
    cap: float | None = None
    no_flop_no_drop: bool = True
    exact: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.percent <= 100:
            raise GameError(f"a rake is 0 to 100 percent, not {self.percent:g}")
        if self.cap is not None and not 0 <= self.cap < float("inf"):
            raise GameError(f"the cap of a rake is a number of chips, not {self.cap:g}")

    def __bool__(self) -> bool:
        return self.percent > 0 and self.cap != 0

    def __str__(self) -> str:
        return f"{self.percent:g}%" if self.cap is None else f"{self.percent:g}% up to {self.cap:g}"

    def taken(self, pot: Number, *, board_seen: bool = True) -> Number:
        """The rake of a pot, in chips."""
        if not self.percent or (self.no_flop_no_drop and not board_seen):
            return 0
        amount = pot * exact_number(self.percent) / 100
        if self.cap is not None:
            amount = min(amount, exact_number(self.cap))
        return amount if self.exact else int(amount)


NO_RAKE = Rake()
"""A table that takes nothing."""


@cache
def exact_number(number: float) -> Fraction:
    """A number as it is written in decimals: 0.1 is one tenth."""
    return Fraction(repr(float(number)))
