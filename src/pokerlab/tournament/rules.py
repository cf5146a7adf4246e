"""Push/fold by the rules of a hand: a spot as a game with whole chips, and the menu that folds or goes all-in."""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from pokerlab.betting.menu import Choice, Menu
from pokerlab.errors import TournamentError
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.library import holdem
from pokerlab.games.rake import exact_number
from pokerlab.games.rules import Game, Limit
from pokerlab.tournament.game import Decision
from pokerlab.tournament.spot import PushFoldSpot

MOST_CHIPS = 2**31 - 1
"""The largest stack of a betting tree."""


def chips_per_unit(spot: PushFoldSpot) -> int:
    """How many whole chips one unit of a spot has: as few as make every stack, blind and ante whole."""
    amounts = (*spot.stacks, spot.small_blind, spot.big_blind, spot.ante)
    parts = lcm(*(exact_number(amount).denominator for amount in amounts))
    if parts * max(amounts) > MOST_CHIPS:
        raise TournamentError(f"stacks up to {max(spot.stacks):g} are no whole chips of a game: round them")
    return parts


def seat_of(player: int, players: int) -> int:
    """The seat of a player of a push/fold spot: players are numbered as they act before the flop, seats after it."""
    return (player + (2 if players > 2 else 1)) % players


def player_at(seat: int, players: int) -> int:
    """The player of a seat."""
    return (seat - (2 if players > 2 else 1)) % players


def game_of(spot: PushFoldSpot) -> Game:
    """The hand of a spot, from its blinds on, in whole chips (see `chips_per_unit`)."""
    parts, players = chips_per_unit(spot), spot.players
    order = [player_at(seat, players) for seat in range(players)]

    def chips(amount: float) -> int:
        return int(parts * Fraction(exact_number(amount)))

    antes, stacks = spot.antes().tolist(), spot.stacks
    blinds = {players - 2: spot.small_blind, players - 1: spot.big_blind}
    big = chips(spot.big_blind)
    return holdem(
        "push/fold",
        Limit.NONE,
        stacks=[chips(stacks[player]) for player in order],
        blinds=[chips(blinds.get(player, 0.0)) for player in order],
        antes=[chips(antes[player]) for player in order],
        bets=(big,) * 4,
        dead_antes=spot.big_blind_ante,
        first_to_act=seat_of(0, players),
    )


@dataclass(frozen=True)
class PushFoldMenu(Menu):
    """All-in or fold; who would be one all-in too many must fold. Calling is all-in where it takes the whole stack, or
    where nobody could call more."""

    most_all_in: int = 3

    is_uniform = False
    looks_at_pot = False

    def __str__(self) -> str:
        return f"all-in or fold, at most {self.most_all_in} all-in"

    def offer(self, betting: Betting, memory: Hashable) -> tuple[Choice, ...]:
        """Fold where it is legal, and all-in where there is still a place."""
        legal = betting.legal
        passed = Choice("f", FOLD) if legal.fold else Choice("c", CALL)
        all_in = Choice("a", raise_to(legal.max_raise) if legal.max_raise else CALL)
        if len(_going(betting)) >= self.most_all_in or all_in.action == passed.action:
            return (passed,)
        return passed, all_in

    def most_choices(self, betting: Betting) -> int:
        """All-in and fold."""
        return 2


def decision_at(betting: Betting) -> Decision:
    """The push/fold decision of the seat to act: the player, and who is all-in before him."""
    game = betting.game

    def player(seat: int) -> int:
        # by who acts first, not by the blinds: a small blind may be missing
        return (seat - game.first_to_act[0]) % game.players

    actor = player(betting.actor)
    going = sorted(player(seat) for seat in _going(betting))
    return Decision(actor, tuple(player for player in going if player < actor))


def _going(betting: Betting) -> list[int]:
    """The seats that are in the pot: all-in, or calling one who is and covering him."""
    live = [seat for seat in range(betting.game.players) if betting.live >> seat & 1]
    if all(betting.stacks[seat] for seat in live):
        return []
    return [seat for seat in live if not betting.stacks[seat] or betting.acted >> seat & 1]
