"""What a player can do: fold, check or call, or raise **to** an amount.

An amount is always the whole bet of the seat on the current street, in chips: the first bet of a street is a
raise from nothing. Antes are no part of it, blinds are.
"""

import re
from dataclasses import dataclass
from enum import IntEnum

from pokerlab.errors import GameError, shorten


class Kind(IntEnum):
    """The three kinds of action."""

    FOLD = 0
    CALL = 1
    RAISE = 2


@dataclass(frozen=True, slots=True)
class Action:
    """One action of a seat; `to` is the street's bet in chips after a raise, and 0 for the other kinds."""

    kind: Kind
    to: int = 0

    def __str__(self) -> str:
        """The short text: `f`, `c` or `r300`."""
        return f"r{self.to}" if self.kind is Kind.RAISE else "fc"[self.kind]


FOLD = Action(Kind.FOLD)
"""Give up the hand."""

CALL = Action(Kind.CALL)
"""Check, or call what is asked (all-in if that is more than the stack)."""


def raise_to(amount: int) -> Action:
    """Bet or raise so that the seat's bet on this street is `amount` chips."""
    return Action(Kind.RAISE, amount)


def parse_action(text: str) -> Action:
    """Read `f` (fold), `c` or `k` (call, check), or `r300` (raise to 300)."""
    if text == "f":
        return FOLD
    if text in ("c", "k"):
        return CALL
    if match := _RAISE.fullmatch(text):
        return Action(Kind.RAISE, int(match.group(1)))
    raise GameError(f"'{shorten(text)}' is not an action (f, c, or r with an amount, such as r300)")


_RAISE = re.compile(r"r([0-9]{1,15})")
