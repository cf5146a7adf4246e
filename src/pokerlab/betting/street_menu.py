"""Menus by street and seat: the sizes of a spot, in any game without a fixed limit.

The rules that shape the sizes, in this order:

1. a size below the smallest raise becomes the smallest raise; a size of at least the stack is all-in;
2. where the stack left after calling is at most `all_in_below` times the pot after calling, all-in is offered too;
3. a bet after whose call the stack left is at most `force_all_in_below` times the pot becomes all-in;
4. equal amounts are one;
5. from the largest size down, a size Y is dropped if (pot + X) < (1 + `merge`) (pot + Y) for the last kept size X, pot
   being the pot after calling, X and Y what the raises add to it. All-in, where offered, is the largest and stays.

Where no size is listed there is no bet at all. After `raise_cap` bets and raises on a street there are no more, or
all-in alone with `all_in_past_cap`.

As text such a menu has the keys of a spot: `bet=50%; raise=2.5x; flop.seat0.donk=33%; raise_cap=2` (`street_reader`).
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple, TypeVar

from pokerlab.betting.menu import Choice, Menu, amounts_of, chips_of, passive, raises
from pokerlab.betting.sizes import ALL_IN, MOST_STREETS, Size, format_sizes
from pokerlab.betting.steps import HOLDEM_STREETS
from pokerlab.errors import GameError, shorten
from pokerlab.games.action import Kind
from pokerlab.games.betting import NOBODY, Betting, Legal
from pokerlab.games.rake import exact_number
from pokerlab.games.rules import MOST_PLAYERS, Game

SETTINGS = ("raise_cap", "all_in_past_cap", "all_in_below", "force_all_in_below", "merge", "aggressor")
"""What a menu has beside its sizes."""

T = TypeVar("T")


class SeatSizes(NamedTuple):
    """The sizes of one seat on one street: of bets, of raises, and of donk bets (None: as `bet`).

    A donk bet is a bet into the player who bet or raised last on the street before and is still to act.
    """

    bet: tuple[Size, ...] = ()
    raises: tuple[Size, ...] = ()
    donk: tuple[Size, ...] | None = None


@dataclass(frozen=True)
class StreetMenu(Menu):
    """Sizes by street and seat: `sizes[street][seat]`, where the last entries hold for all streets and seats after them
    too; `aggressor`: the seat that bet or raised last on the street before the first one, -1 if nobody did. See the
    rules above for the others."""

    sizes: tuple[tuple[SeatSizes, ...], ...]
    raise_cap: int | None = None
    all_in_past_cap: bool = False
    all_in_below: float = 0.0
    force_all_in_below: float = 0.0
    merge: float = 0.0
    aggressor: int = NOBODY

    is_uniform = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "sizes", _shortest(tuple(_shortest(seats) for seats in self.sizes)))

    def __str__(self) -> str:
        *streets, others = self.sizes
        parts = list(self._texts(others, ""))
        for street, seats in enumerate(streets):
            parts += self._texts(seats, f"{street_name(street)}.")
        for name in SETTINGS:
            if (value := getattr(self, name)) != getattr(StreetMenu, name):
                parts.append(f"{name}={value!r}".lower())
        return "; ".join(parts)

    def check(self, game: Game) -> None:
        """There are not more streets and seats than the game has."""
        if game.streets > MOST_STREETS:
            raise GameError(f"menu '{shorten(self)}': {game.name} has {game.streets} streets, at most {MOST_STREETS}")
        for what, listed, there in (
            ("streets", len(self.sizes) - 1, game.streets),
            ("seats", max(map(len, self.sizes)) - 1, game.players),
        ):
            if listed > there:
                raise GameError(f"menu '{shorten(self)}': sizes of {listed} {what}, {game.name} has {there}")

    @property
    def looks_at_raises(self) -> bool:  # type: ignore[override]
        """Where they are capped."""
        return self.raise_cap is not None

    def offer(self, betting: Betting, memory: Hashable) -> tuple[Choice, ...]:
        """What the rules above make of the sizes listed."""
        legal = betting.legal
        return (*passive(legal), *raises(self._amounts(betting, legal, memory)))

    def most_choices(self, betting: Betting) -> int:
        """Fold, call, all-in and the most sizes listed."""
        here = self._table[betting.street][betting.actor]
        return 3 + max(len(sizes) for sizes in (here.bet, here.raises, here.donk or ()))

    def first(self, game: Game) -> Hashable:
        """Who bet or raised last on this street and on the one before, where donk bets ask for it."""
        return (NOBODY, self.aggressor) if self._has_donk else None

    def then(self, memory: Hashable, betting: Betting, choice: Choice, after: Betting) -> Hashable:
        """The last to bet or raise."""
        if not isinstance(memory, tuple):
            return None
        now, before = memory
        if choice.action.kind is Kind.RAISE:
            now = betting.actor
        return (now, before) if after.street == betting.street else (NOBODY, now)

    def amount(self, betting: Betting, size: Size) -> int:
        """The chips a size comes to by rules 1 and 3."""
        return self._forced(betting, betting.legal, chips_of(betting, betting.legal, size))

    def _amounts(self, betting: Betting, legal: Legal, memory: Hashable) -> dict[int, str]:
        sizes = self._listed(betting, memory)
        most = legal.max_raise
        if not sizes or not most:
            return {}
        if self.raise_cap is not None and betting.raises >= self.raise_cap:
            return {most: ALL_IN.text} if self.all_in_past_cap else {}
        pot, level = betting.pot + legal.to_call, betting.level
        if most - level <= exact_number(self.all_in_below) * pot and ALL_IN not in sizes:
            sizes += (ALL_IN,)
        amounts = amounts_of(betting, legal, [(size.text, size) for size in sizes])
        if self.force_all_in_below:
            forced: dict[int, str] = {}
            for amount, label in amounts.items():
                to = self._forced(betting, legal, amount)
                if label == ALL_IN.text:
                    forced[to] = label
                else:
                    forced.setdefault(to, label)
            amounts = forced
        part = exact_number(self.merge)
        return _merged(amounts, pot - level, part) if part else amounts

    def _listed(self, betting: Betting, memory: Hashable) -> tuple[Size, ...]:
        """The sizes listed for the actor: those of bets, donk bets or raises."""
        here = self._table[betting.street][betting.actor]
        if betting.level:
            return here.raises
        if here.donk is not None:
            before = memory[1]  # type: ignore[index]
            if before not in (NOBODY, betting.actor) and betting.waiting >> before & 1:
                return here.donk
        return here.bet

    def _texts(self, seats: tuple[SeatSizes, ...], where: str) -> Iterator[str]:
        """The sizes of a street: those of all seats, then what single ones have instead."""
        *single, others = seats
        for prefix, sizes, known in [("", others, None), *((f"seat{n}.", own, others) for n, own in enumerate(single))]:
            for place, name in enumerate(("bet", "raise", "donk")[: 2 + self._has_donk]):
                if known is None or sizes[place] != known[place]:
                    listed = sizes[place]
                    yield f"{where}{prefix}{name}={'bet' if listed is None else format_sizes(listed)}"

    def _forced(self, betting: Betting, legal: Legal, to: int) -> int:
        """Rule 3 for a bet or raise to so many chips."""
        part, most = exact_number(self.force_all_in_below), legal.max_raise
        pot = betting.pot + legal.to_call + 2 * (to - betting.level)
        return most if part and most - to <= part * pot else to

    @cached_property
    def _table(self) -> list[tuple[SeatSizes, ...]]:
        """The sizes of all streets and seats that any game has: trees ask for them very often."""
        rows = [seats + seats[-1:] * MOST_PLAYERS for seats in self.sizes]
        return rows + rows[-1:] * MOST_STREETS

    @cached_property
    def _has_donk(self) -> bool:
        return any(seat.donk is not None for street in self.sizes for seat in street)


def street_name(street: int) -> str:
    """What a street is called in the text of a menu."""
    return HOLDEM_STREETS[street] if street < len(HOLDEM_STREETS) else f"street{street + 1}"


def _shortest(entries: tuple[T, ...]) -> tuple[T, ...]:
    """Without entries at the end that only repeat the one before."""
    end = len(entries)
    while end > 1 and entries[end - 1] == entries[end - 2]:
        end -= 1
    return entries[:end]


def _merged(amounts: dict[int, str], base: int, part: Fraction) -> dict[int, str]:
    """Rule 5; `base` is the pot after calling less the bet faced."""
    kept: dict[int, str] = {}
    last: int | None = None
    for amount in sorted(amounts, reverse=True):
        if last is None or base + last >= (1 + part) * (base + amount):
            kept[amount] = amounts[amount]
            last = amount
    return kept
