"""Main pot and side pots: how the chips put in are split, and who gets them.

An uncalled bet goes back first. Then every distinct amount that a live seat has put in closes one pot; what
folded seats put in stays in the pots it reached. A pot is shared by the best hands among its seats, and chips
that cannot be shared go one by one to the winners in seat order (the first left of the button).
"""

from collections.abc import Sequence
from typing import NamedTuple

from pokerlab.games.rules import Game


class Pot(NamedTuple):
    """Chips, and the seats that can win them, ascending."""

    amount: int
    seats: tuple[int, ...]


class Settlement(NamedTuple):
    """The pots of a hand in the order main pot, first side pot..., and the uncalled bet that goes back.

    `uncalled_seat` is -1 if `uncalled` is 0.
    """

    pots: tuple[Pot, ...]
    uncalled: int
    uncalled_seat: int


def settle(game: Game, paid: Sequence[int], live: int) -> Settlement:
    """Split what the seats `paid` (chips over the whole hand, antes included); `live` is a mask of seats."""
    counted, dead = list(paid), 0
    if game.dead_antes:
        antes = [min(ante, stack) for ante, stack in zip(game.antes, game.stacks, strict=True)]
        counted = [chips - ante for chips, ante in zip(paid, antes, strict=True)]
        dead = sum(antes)
    uncalled, uncalled_seat = _take_uncalled(counted, live)
    seats = [seat for seat in range(len(counted)) if live >> seat & 1]
    pots: list[Pot] = []
    below, left = 0, sum(counted) + dead
    levels = sorted({counted[seat] for seat in seats})
    for level in levels[:-1]:
        amount = sum([min(chips, level) - min(chips, below) for chips in counted]) + dead
        _add(pots, amount, tuple([seat for seat in seats if counted[seat] >= level]))
        below, left, dead = level, left - amount, 0
    _add(pots, left, tuple([seat for seat in seats if counted[seat] >= levels[-1]]))
    return Settlement(tuple(pots), uncalled, uncalled_seat)


def award(pots: Sequence[Pot], ranks: Sequence[int], winnings: list[int]) -> None:
    """Add to `winnings`, per seat, what the best ranks get of each pot (only seats of a pot need a rank)."""
    for amount, seats in pots:
        if len(seats) == 1:
            winnings[seats[0]] += amount
            continue
        best = max([ranks[seat] for seat in seats])
        winners = [seat for seat in seats if ranks[seat] == best]
        share, odd = divmod(amount, len(winners))
        for place, seat in enumerate(winners):
            winnings[seat] += share + (place < odd)


def after_rake(game: Game, pots: Sequence[Pot], *, board_seen: bool) -> tuple[Pot, ...]:
    """The pots less the rake. It is reckoned on all pots together, and each pays its share of it."""
    if not game.rake.basis_points:
        return tuple(pots)
    total = sum([pot.amount for pot in pots])
    rake = game.rake.taken(total, board_seen=board_seen)
    chips, taken, raked = 0, 0, []
    for amount, seats in pots:
        chips += amount
        due = rake * chips // total - taken
        taken += due
        raked.append(Pot(amount - due, seats))
    return tuple(raked)


def _take_uncalled(counted: list[int], live: int) -> tuple[int, int]:
    """Take the part of the largest bet that no one matched out of `counted`; returns it and its seat."""
    most = max(counted)
    seat = counted.index(most)
    if counted.count(most) > 1 or not live >> seat & 1:
        return 0, -1
    uncalled = most - max(counted[:seat] + counted[seat + 1 :])
    counted[seat] -= uncalled
    return uncalled, seat


def _add(pots: list[Pot], amount: int, seats: tuple[int, ...]) -> None:
    if amount:
        pots.append(Pot(amount, seats))
