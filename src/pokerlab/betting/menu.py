"""Menus of bets: which of the legal actions are considered.

A menu is written in letters (Schnizlein: State Translation in No-Limit Poker, 2009), as in `fcpa` or `fchpda`:

    f fold    c check or call    a all-in
    h half the pot   q three quarters   p pot   w one and a half   d double   t ten times   e eleven times

or with any fractions, separated by commas, as in `f,c,33%,75%,a`; `*` is every legal bet, chip by chip, and thus
the menu of a fixed-limit game. Sizes after a slash are restricted to one use per seat and street, and none on the
first street: `fchpa/h`, `f,c,50%,100%,a/50%`.

What a size means in chips: a raise by that part of the pot **after calling**, rounded to the nearest chip (half a
chip up), at least the smallest legal raise; what reaches the largest legal bet is that bet. Sizes that come to the
same amount are one action.
"""

import re
from collections.abc import Set
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pokerlab.errors import GameError, shorten
from pokerlab.games.action import CALL, FOLD, Action, raise_to
from pokerlab.games.betting import Betting, Legal

ALL_IN = "a"
EVERYTHING = "*"
SIZES: dict[str, Fraction] = {
    "h": Fraction(1, 2),
    "q": Fraction(3, 4),
    "p": Fraction(1),
    "w": Fraction(3, 2),
    "d": Fraction(2),
    "t": Fraction(10),
    "e": Fraction(11),
}
"""The letters of bets as parts of the pot."""

MOST_CHOICES = 1_000_000
"""More bets than this are not offered at once."""

_PERCENT = re.compile(r"([0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})%")


class Choice(NamedTuple):
    """An action of a menu, with the label of the size that gave it (`f`, `c`, `p`, `33%`, `a`, or `r7`)."""

    label: str
    action: Action


@dataclass(frozen=True)
class Menu:
    """The bets considered: sizes as (label, part of the pot after calling), and whether all-in and folding are.

    `restricted` labels may be used once per seat and street, and not on the first street.
    """

    sizes: tuple[tuple[str, Fraction], ...] = ()
    all_in: bool = False
    fold: bool = True
    everything: bool = False
    restricted: frozenset[str] = frozenset()

    @classmethod
    def parse(cls, text: str) -> "Menu":
        """Read a menu such as `fcpa`, `fchpa/h`, `f,c,33%,75%,a` or `*`."""
        main, slash, limited = text.strip().partition("/")
        if main == EVERYTHING and not slash:
            return cls(everything=True)
        tokens, restricted = _tokens(main, text), frozenset(_tokens(limited, text) if slash else ())
        if "c" not in tokens:
            raise GameError(f"menu '{shorten(text)}': without 'c' nobody could check or call")
        if len(set(tokens)) < len(tokens):
            raise GameError(f"menu '{shorten(text)}': a size occurs twice")
        sizes = tuple(sorted(((t, _fraction(t, text)) for t in tokens if t not in "fca"), key=lambda s: s[1]))
        if unknown := restricted - {label for label, _ in sizes}:
            raise GameError(
                f"menu '{shorten(text)}': '{shorten(min(unknown))}' is restricted but is no bet of the menu"
            )
        return cls(sizes, ALL_IN in tokens, "f" in tokens, restricted=restricted)

    def __str__(self) -> str:
        if self.everything:
            return EVERYTHING
        labels = [label for label, _ in self.sizes]
        tokens = ["f"] * self.fold + ["c", *labels] + [ALL_IN] * self.all_in
        limited = [label for label in labels if label in self.restricted]
        joint = "" if all(len(token) == 1 for token in tokens) else ","
        return joint.join(tokens) + ("/" + joint.join(limited) if limited else "")

    def choices(self, betting: Betting, used: Set[str] | None = None) -> tuple[Choice, ...]:
        """The actions considered, in the order fold, call, raises from small to large.

        `used` are the restricted labels that the actor has used on this street; without it they are found by
        going through the hand again.
        """
        legal = betting.legal
        choices = [Choice("f", FOLD)] if legal.fold and self.fold else []
        choices.append(Choice("c", CALL))
        if not legal.max_raise:
            return tuple(choices)
        if self.everything:
            if self.most_choices(betting) > MOST_CHOICES:
                raise GameError(
                    f"{betting.game.name}: there are {legal.max_raise - legal.min_raise + 1:,} different bets at once; "
                    f"the limit is {MOST_CHOICES:,} (take a menu of bets, or larger chips)"
                )
            amounts = range(legal.min_raise, legal.max_raise + 1)
            return (*choices, *(Choice(f"r{amount}", raise_to(amount)) for amount in amounts))
        if self.restricted and used is None:
            used = self.used_labels(betting)
        raises: dict[int, str] = {}
        for label, part in self.sizes:
            if label in self.restricted and (betting.street == 0 or label in (used or ())):
                continue
            raises.setdefault(pot_raise(betting, legal, part), label)
        if self.all_in:
            raises[legal.max_raise] = ALL_IN
        return (*choices, *(Choice(label, raise_to(amount)) for amount, label in sorted(raises.items())))

    def most_choices(self, betting: Betting) -> int:
        """No fewer than the actions considered; without a limit and for every bet, exactly as many."""
        legal = betting.legal
        if not self.everything:
            return 3 + len(self.sizes)
        return 1 + legal.fold + (legal.max_raise - legal.min_raise + 1 if legal.max_raise else 0)

    def used_labels(self, betting: Betting) -> frozenset[str]:
        """The restricted labels that the actor has used on this street, by going through the hand again."""
        used: set[str] = set()
        past = Betting.start(betting.game)
        for played in betting.history:
            if played.street == betting.street and played.seat == betting.actor:
                here = {choice.action: choice.label for choice in self.choices(past, used)}
                used |= {here.get(played.action, "")} & self.restricted
            past = past.act(played.action)
        return frozenset(used)


def pot_raise(betting: Betting, legal: Legal, part: Fraction) -> int:
    """The amount to raise to, in chips, for a raise by a part of the pot after calling."""
    pot = betting.pot + legal.to_call
    by = (2 * part.numerator * pot + part.denominator) // (2 * part.denominator)
    return min(max(betting.level + by, legal.min_raise), legal.max_raise)


def _tokens(text: str, menu: str) -> list[str]:
    if "," in text or "%" in text:
        tokens = [token.strip() for token in text.split(",")]
    else:
        tokens = list(text)
    if not all(tokens) or not tokens:
        raise GameError(f"menu '{shorten(menu)}': an action is missing")
    return tokens


def _fraction(token: str, menu: str) -> Fraction:
    if token in SIZES:
        return SIZES[token]
    match = _PERCENT.fullmatch(token)
    part = Fraction(match[1]) / 100 if match else None
    if part is None or part <= 0:
        letters = "".join(SIZES)
        raise GameError(
            f"menu '{shorten(menu)}': '{shorten(token)}' is no action (letters fc{letters}a, or a percentage such as "
            "33%)"
        )
    return part
