"""One step of the betting: where the hand stands, which moves a spot offers there, and where they lead.

The rules of the table, in the order in which they shape the sizes of a spot:

1. a size below the smallest raise (by the last bet or raise, at least one chip) becomes the smallest raise; a size of
   at least the stack is all-in;
2. where the stack left after calling is at most `all_in_below` times the pot after calling, all-in is offered too;
3. a bet after whose call the stack left is at most `force_all_in_below` times the pot becomes all-in;
4. equal amounts are one;
5. from the largest size down, a size Y is dropped if (pot + X) < (1 + `merge`) (pot + Y) for the last kept size X, pot
   being the pot after calling, X and Y what the raises add to it. All-in, where offered, is the largest and stays.

Where a spot lists no size there is no bet at all. After `raise_cap` bets and raises on a street there are no more, or
all-in alone with `all_in_past_cap`.
"""

from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from pokerlab.postflop.sizes import ALL_IN, Size, SizeKind
from pokerlab.postflop.spot import OOP, RIVER, Spot


class Kind(IntEnum):
    """What happens at a node."""

    DECISION = 0
    DEAL = 1
    FOLD = 2
    SHOWDOWN = 3


@dataclass(frozen=True, slots=True)
class Move:
    """One choice of a player.

    - `kind`: `fold`, `check`, `call`, `bet` or `raise`
    - `amount`: chips the player has put in on this street after it; 0 for a fold and a check
    - `size`: the text of the size that gave a bet or raise (`50%`), empty otherwise
    """

    kind: str
    amount: int = 0
    is_all_in: bool = False
    size: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}" if self.is_bet else self.kind

    @property
    def is_bet(self) -> bool:
        """Whether it is a bet or raise."""
        return self.kind in ("bet", "raise")


class State(NamedTuple):
    """Where the betting stands; all that later betting depends on.

    - `street`: board cards, 3 to 5; for a DEAL the street that ends
    - `actor`: who decides; at a FOLD who folded; else -1
    - `start`: chips each player had put in before this street, since the start of the spot
    - `put`: chips each has put in on this street
    - `last_raise`: by how much the last bet or raise went up, 0 if there was none; `raises`: how many there were
    - `aggressor`, `aggressor_before`: who bet or raised last on this street and on the one before, -1 if nobody did
    """

    kind: Kind
    street: int
    actor: int
    start: int
    put: tuple[int, int] = (0, 0)
    last_raise: int = 0
    raises: int = 0
    aggressor: int = -1
    aggressor_before: int = -1

    @property
    def committed(self) -> tuple[int, int]:
        """Chips each has put in since the start of the spot."""
        return self.start + self.put[0], self.start + self.put[1]


def first_state(spot: Spot) -> State:
    """The start of a spot: the first player to act."""
    aggressor = -1 if spot.aggressor is None else ("oop", "ip").index(spot.aggressor)
    return State(Kind.DECISION, len(spot.board), OOP, 0, aggressor_before=aggressor)


def moves(spot: Spot, state: State) -> tuple[Move, ...]:
    """What the actor may do: fold, check or call, then bets or raises from small to large."""
    faced, own = max(state.put), state.put[state.actor]
    limit = spot.effective_stack - state.start
    if faced > own:
        choices = [Move("fold"), Move("call", faced, faced == limit)]
    else:
        choices = [Move("check")]
    kind = "raise" if faced else "bet"
    choices += [Move(kind, amount, amount == limit, size) for amount, size in sorted(_bets(spot, state).items())]
    return tuple(choices)


def after(spot: Spot, state: State, move: Move) -> State:
    """Where a move of the actor leads."""
    actor, other = state.actor, 1 - state.actor
    if move.kind == "fold":
        return state._replace(kind=Kind.FOLD)
    if move.kind == "check" and actor == OOP:
        return state._replace(actor=other)
    if move.kind in ("check", "call"):
        level = max(state.put)
        is_over = state.street == RIVER or state.start + level == spot.effective_stack
        return state._replace(kind=Kind.SHOWDOWN if is_over else Kind.DEAL, actor=-1, put=(level, level))
    put = (move.amount, state.put[1]) if actor == OOP else (state.put[0], move.amount)
    return state._replace(
        actor=other, put=put, last_raise=move.amount - max(state.put), raises=state.raises + 1, aggressor=actor
    )


def after_deal(state: State) -> State:
    """The start of the next street."""
    return State(Kind.DECISION, state.street + 1, OOP, state.start + state.put[0], aggressor_before=state.aggressor)


def sizes_here(spot: Spot, state: State) -> tuple[Size, ...]:
    """The sizes that the spot lists for the actor: those of bets, donk bets or raises."""
    menu = spot.sizes(state.street, state.actor)
    if max(state.put):
        return menu.raises
    if state.actor == OOP and state.aggressor_before == 1 - OOP and menu.donk is not None:
        return menu.donk
    return menu.bet


def amount_of(spot: Spot, state: State, size: Size) -> int:
    """The chips a size comes to by rules 1 and 3, for an actor who may bet or raise."""
    return _amounts(spot, state, (size,))[0]


@cache
def exact(number: float) -> Fraction:
    """A number as it is written in decimals: 0.1 is one tenth."""
    return Fraction(repr(float(number)))


def _bets(spot: Spot, state: State) -> dict[int, str]:
    """The bets or raises on offer: amount -> text of the size."""
    faced, limit = max(state.put), spot.effective_stack - state.start
    sizes = sizes_here(spot, state)
    if not sizes or faced == limit:
        return {}
    if spot.raise_cap is not None and state.raises >= spot.raise_cap:
        return {limit: str(ALL_IN)} if spot.all_in_past_cap else {}
    pot = spot.pot + 2 * (state.start + faced)
    if limit - faced <= exact(spot.all_in_below) * pot and ALL_IN not in sizes:
        sizes += (ALL_IN,)
    amounts: dict[int, str] = {}
    for size, amount in zip(sizes, _amounts(spot, state, sizes), strict=True):
        if size.kind is SizeKind.ALL_IN:
            amounts[amount] = size.text
        else:
            amounts.setdefault(amount, size.text)
    part = exact(spot.merge)
    return _merged(amounts, pot, faced, part) if part else amounts


def _amounts(spot: Spot, state: State, sizes: tuple[Size, ...]) -> list[int]:
    faced, limit = max(state.put), spot.effective_stack - state.start
    pot, left = spot.pot + 2 * (state.start + faced), RIVER + 1 - state.street
    least = faced + max(state.last_raise, 1)
    amounts = [min(max(size.raise_to(faced, pot, limit - faced, left), least), limit) for size in sizes]
    if part := exact(spot.force_all_in_below):
        return [limit if limit - to <= part * (pot + 2 * (to - faced)) else to for to in amounts]
    return amounts


def _merged(amounts: dict[int, str], pot: int, faced: int, part: Fraction) -> dict[int, str]:
    kept: dict[int, str] = {}
    last: int | None = None
    for amount in sorted(amounts, reverse=True):
        if last is None or pot + last - faced >= (1 + part) * (pot + amount - faced):
            kept[amount] = amounts[amount]
            last = amount
    return kept
