"""Main pot and side pots: how the chips put in are split, and who gets them.

An uncalled bet goes back first. Then every distinct amount that a live seat has put in closes one pot; what folded
seats put in stays in the pots it reached. A pot is shared by the best hands among its seats, exactly. A table rounds:
chips that cannot be shared go one by one to the winners in seat order (the first left of the button).

This is the only place that says what the end of a hand pays: tables, trees, solvers and tournaments ask here.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from pokerlab.games.rake import Rake
from pokerlab.games.rules import Game

Chips = Any
"""A number of chips: whole ones at a table, fractions in averages, floats in a tournament's units."""


class Pot(NamedTuple):
    """Chips, and the seats that can win them, ascending."""

    amount: Chips
    seats: tuple[int, ...]


class Settlement(NamedTuple):
    """The pots of a hand in the order main pot, first side pot..., and the uncalled bet that goes back.

    `uncalled_seat` is -1 if `uncalled` is 0.
    """

    pots: tuple[Pot, ...]
    uncalled: Chips
    uncalled_seat: int


def settle(game: Game, paid: Sequence[int], live: int) -> Settlement:
    """Split what the seats `paid` (chips over the whole hand, antes included) and what lay in the middle before;
    `live` is a mask of seats."""
    dead = game.start.dead if game.start else 0
    if not game.dead_antes:
        return split(paid, live, dead)
    antes = [min(ante, stack) for ante, stack in zip(game.antes, game.stacks, strict=True)]
    return split([chips - ante for chips, ante in zip(paid, antes, strict=True)], live, dead + sum(antes))


def split(paid: Sequence[Chips], live: int, dead: Chips = 0) -> Settlement:
    """Split the chips of all seats; `dead` ones belong to the main pot, whoever put them in."""
    counted = list(paid)
    uncalled, uncalled_seat = _take_uncalled(counted, live)
    seats = [seat for seat in range(len(counted)) if live >> seat & 1]
    pots: list[Pot] = []
    below: Chips = 0
    left = sum(counted) + dead
    levels = sorted({counted[seat] for seat in seats})
    for level in levels[:-1]:
        amount = sum([min(chips, level) - min(chips, below) for chips in counted]) + dead
        _add(pots, amount, tuple([seat for seat in seats if counted[seat] >= level]))
        below, left, dead = level, left - amount, 0
    _add(pots, left, tuple([seat for seat in seats if counted[seat] >= levels[-1]]))
    return Settlement(tuple(pots), uncalled, uncalled_seat)


def award(pots: Sequence[Pot], ranks: Sequence[float], winnings: list[Chips], *, whole: bool) -> None:
    """Add to `winnings`, per seat, what the best ranks get of each pot (only seats of a pot need a rank): exact shares,
    or `whole` chips as a table pays them."""
    for amount, seats in pots:
        if len(seats) == 1:
            winnings[seats[0]] += amount
            continue
        best = max([ranks[seat] for seat in seats])
        winners = [seat for seat in seats if ranks[seat] == best]
        if not whole:
            share = amount / len(winners) if type(amount) is float else Fraction(amount) / len(winners)
            for seat in winners:
                winnings[seat] += share
            continue
        part, odd = divmod(amount, len(winners))
        for place, seat in enumerate(winners):
            winnings[seat] += part + (place < odd)


def after_rake(rake: Rake, pots: Sequence[Pot], *, board_seen: bool) -> tuple[Pot, ...]:
    """The pots less the rake. It is reckoned on all pots together, and each pays its share of it."""
    if not rake:
        return tuple(pots)
    total = sum([pot.amount for pot in pots])
    taken = rake.taken(total, board_seen=board_seen)
    chips: Chips = 0
    paid: Chips = 0
    raked = []
    for amount, seats in pots:
        chips += amount
        due = (taken * chips / total if rake.exact else taken * chips // total) - paid
        paid += due
        raked.append(Pot(amount - due, seats))
    return tuple(raked)


def payoffs(
    game: Game, paid: Sequence[int], live: int, ranks: Sequence[float], *, board_seen: bool, whole: bool = False
) -> list[Chips]:
    """What each seat wins, or loses (negative), of its stack: exact, or in `whole` chips as a table pays them.

    - `paid`: chips of each seat over the whole hand; `live`: mask of the seats that have not folded
    - `ranks`: of each seat's hand, the best is the largest; not looked at where nobody has to show

    Their sum is what lay in the middle before the seats put in anything, less the rake.
    """
    settlement = settle(game, paid, live)
    result: list[Chips] = [-chips for chips in paid]
    if settlement.uncalled:
        result[settlement.uncalled_seat] += settlement.uncalled
    award(after_rake(game.rake, settlement.pots, board_seen=board_seen), ranks, result, whole=whole)
    return result


def _take_uncalled(counted: list[Chips], live: int) -> tuple[Chips, int]:
    """Take the part of the largest bet that no one matched out of `counted`; returns it and its seat."""
    most = max(counted)
    seat = counted.index(most)
    if counted.count(most) > 1 or not live >> seat & 1:
        return 0, -1
    uncalled = most - max(counted[:seat] + counted[seat + 1 :])
    counted[seat] -= uncalled
    return uncalled, seat


def _add(pots: list[Pot], amount: Chips, seats: tuple[int, ...]) -> None:
    if amount:
        pots.append(Pot(amount, seats))
