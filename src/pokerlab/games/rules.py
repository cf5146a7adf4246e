"""A game, as frozen data: seats and stacks, forced bets, streets, limits, cards.

Seats are numbered in the order in which they act after the first street: seat 0 is left of the button and the
last seat has the button. With three or more players seat 0 posts the small blind and seat 1 the big blind.
Heads-up the button posts the small blind, so `blinds` is (big, small): seat 1 acts first before the flop,
seat 0 after it.

All amounts are integer chips.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from functools import cached_property

from pokerlab.cards.card import check_cards, format_card
from pokerlab.errors import GameError, shorten
from pokerlab.games.rake import NO_RAKE, Rake
from pokerlab.games.ranking import CARD_COUNTS, RANKINGS
from pokerlab.games.start import Start

MOST_PLAYERS = 10


class Limit(StrEnum):
    """How much one may bet."""

    FIXED = "fixed"
    """Exactly the street's bet."""
    POT = "pot"
    """From the minimum raise up to the pot after calling."""
    NONE = "none"
    """From the minimum raise up to the whole stack."""


@dataclass(frozen=True)
class Game:
    """The rules of one hand: everything that is fixed before the first card.

    Per seat: `stacks` (chips before anything is posted), `blinds` (blinds and straddles) and `antes`. A short
    seat posts its ante first and then as much of its blind as it has.

    Per street: `bets` (the bet of a fixed-limit game, else the smallest bet and raise), `raise_caps` (most
    bets and raises; None for no cap; blinds do not count), `private_cards` and `board_cards` dealt before the
    street's betting, and `first_to_act` (a seat; the next one that can act if it cannot).

    `dead_antes`: antes belong to the main pot whoever paid how much, as with a big-blind ante. Otherwise a
    seat wins of each other ante at most what it paid itself.

    `full_blind_to_call`: if no one could post the largest blind in full, the amount to call is still all of
    it.

    `any_all_in_reopens`: the all-in rules of the ACPC protocol (see docs/games.md) instead of the card
    room's.

    `start`: the point of the hand from which it is played, if not from its blinds. Antes and blinds are then part of
    what `start` says, and are not posted again.
    """

    name: str
    limit: Limit
    stacks: tuple[int, ...]
    blinds: tuple[int, ...]
    antes: tuple[int, ...]
    bets: tuple[int, ...]
    raise_caps: tuple[int | None, ...]
    private_cards: tuple[int, ...]
    board_cards: tuple[int, ...]
    first_to_act: tuple[int, ...]
    deck: tuple[int, ...] = field(default=tuple(range(52)), repr=False)
    ranking: str = "holdem"
    dead_antes: bool = False
    full_blind_to_call: bool = True
    any_all_in_reopens: bool = False
    rake: Rake = NO_RAKE
    start: Start | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.limit, Limit):
            raise GameError(f"{self.name}: '{self.limit}' is not a limit (one of {', '.join(Limit)})")
        _check_seats(self)
        _check_streets(self)
        _check_cards(self)
        if self.start is not None:
            _check_start(self, self.start)

    @cached_property
    def players(self) -> int:
        """How many seats play."""
        return len(self.stacks)

    @cached_property
    def streets(self) -> int:
        """How many rounds of betting there are at most."""
        return len(self.bets)

    @cached_property
    def big_blind(self) -> int:
        """The chips that results are measured in: the first bet of a fixed-limit game, else the smallest bet.

        A straddle does not change it.
        """
        return self.bets[0] if self.limit is Limit.FIXED else self.bets[-1]

    @cached_property
    def button(self) -> int:
        """The seat with the button: the last one."""
        return self.players - 1

    @cached_property
    def cards(self) -> frozenset[int]:
        """The deck as a set."""
        return frozenset(self.deck)

    @cached_property
    def is_holdem(self) -> bool:
        """Whether it is played with the cards of hold'em: the whole deck, two private cards, a board of 3, 1 and 1."""
        dealt = (self.private_cards, self.board_cards)
        return self.ranking == "holdem" and len(self.deck) == 52 and dealt == ((2, 0, 0, 0), (0, 3, 1, 1))

    @cached_property
    def first_street(self) -> int:
        """The street on which the game begins."""
        return self.start.street if self.start else 0

    def cards_before(self, street: int) -> tuple[int, int]:
        """How many private cards of each live seat, and board cards, are dealt before a street's betting.

        Before the first betting of a game that begins later: all private cards so far, and what its board lacks.
        """
        if not self.start or street > self.start.street:
            return self.private_cards[street], self.board_cards[street]
        if street < self.start.street:
            return 0, 0
        private, board = sum(self.private_cards[: street + 1]), sum(self.board_cards[: street + 1])
        return private, board - len(self.start.board)

    def board_size(self, street: int) -> int:
        """How many board cards are out when a street is bet."""
        return sum(self.board_cards[: street + 1])


def seat_after_blinds(blinds: Sequence[int]) -> int:
    """The seat that opens the first street: the one after the largest blind (the last of equal ones)."""
    largest = max(range(len(blinds)), key=lambda seat: (blinds[seat], seat))
    return (largest + 1) % len(blinds)


def _check_seats(game: Game) -> None:
    players = len(game.stacks)
    if not 2 <= players <= MOST_PLAYERS:
        raise GameError(f"{game.name}: {players} stacks given, 2 to {MOST_PLAYERS} players can play")
    for what, amounts, least in (
        ("stacks", game.stacks, 0 if game.start else 1),
        ("blinds", game.blinds, 0),
        ("antes", game.antes, 0),
    ):
        if len(amounts) != players:
            raise GameError(f"{game.name}: {len(amounts)} {what} for {players} players")
        if any(type(amount) is not int or amount < least for amount in amounts):
            raise GameError(f"{game.name}: {what} {amounts} must be whole chips of at least {least}")


def _check_streets(game: Game) -> None:
    streets = len(game.bets)
    if streets == 0:
        raise GameError(f"{game.name}: a game needs a street")
    for what in ("raise_caps", "private_cards", "board_cards", "first_to_act"):
        if len(getattr(game, what)) != streets:
            raise GameError(f"{game.name}: {len(getattr(game, what))} {what} for {streets} streets (as bets has)")
    if any(type(bet) is not int or bet < 1 for bet in game.bets):
        raise GameError(f"{game.name}: bets {game.bets} must be at least one chip")
    if any(cap is not None and cap < 0 for cap in game.raise_caps):
        raise GameError(f"{game.name}: raise caps {game.raise_caps} cannot be negative")
    if any(not 0 <= seat < len(game.stacks) for seat in game.first_to_act):
        raise GameError(f"{game.name}: first_to_act {game.first_to_act} must be seats 0..{len(game.stacks) - 1}")


def _check_cards(game: Game) -> None:
    check_cards(game.deck, what="deck")
    if any(count < 0 for count in game.private_cards + game.board_cards) or sum(game.private_cards) == 0:
        raise GameError(f"{game.name}: every player needs a private card, and no street deals fewer than none")
    needed = sum(game.private_cards) * len(game.stacks) + sum(game.board_cards)
    if needed > len(game.deck):
        raise GameError(f"{game.name}: {needed} cards are dealt from a deck of {len(game.deck)}")
    if game.ranking not in RANKINGS:
        raise GameError(f"{game.name}: '{game.ranking}' is not a ranking (one of {', '.join(RANKINGS)})")
    least, most = CARD_COUNTS[game.ranking]
    count = sum(game.private_cards) + sum(game.board_cards)
    if not least <= count <= most:
        raise GameError(f"{game.name}: {count} cards at showdown, ranking '{game.ranking}' takes {least} to {most}")


def _check_start(game: Game, start: Start) -> None:
    where, players = f"{game.name}: start", len(game.stacks)
    for part in fields(start):
        number, may_lack = getattr(start, part.name), part.default is None
        if part.default != () and type(number) is not int and not (number is None and may_lack):
            raise GameError(f"{where}: {part.name} is a whole number, not {shorten(repr(number))}")
    if not 0 <= start.street < len(game.bets):
        raise GameError(f"{where}: street {start.street} does not exist (0..{len(game.bets) - 1})")
    if len(start.board) > game.board_size(start.street):
        raise GameError(f"{where}: {len(start.board)} board cards, {game.board_size(start.street)} are out by then")
    check_cards(start.board, what="board")
    if missing := [card for card in start.board if card not in game.deck]:
        raise GameError(f"{where}: '{format_card(missing[0])}' is not in the deck")
    for what, amounts in (("paid", start.paid), ("bets", start.bets)):
        if amounts and len(amounts) != players:
            raise GameError(f"{where}: {len(amounts)} {what} for {players} players")
        if any(type(amount) is not int or amount < 0 for amount in amounts):
            raise GameError(f"{where}: {what} {amounts} must be whole chips of at least 0")
    for seat, stack in enumerate(game.stacks):
        put_in = sum(amounts[seat] for amounts in (start.paid, start.bets) if amounts)
        if put_in > stack:
            raise GameError(f"{where}: seat {seat} has put in {put_in} chips of a stack of {stack}")
    everyone = (1 << players) - 1
    live = everyone if start.live is None else start.live
    if live & ~everyone or live & (live - 1) == 0:
        raise GameError(f"{where}: at least two of {players} seats are in, not the mask {live:#b}")
    if (start.waiting or 0) & ~live or start.acted & ~everyone:
        raise GameError(f"{where}: only seats that are in can act")
    if start.actor is not None and not (start.actor >= 0 and live >> start.actor & 1):
        raise GameError(f"{where}: seat {start.actor} is not in and cannot act")
    if start.raises < 0 or start.dead < 0 or (start.last_raise is not None and start.last_raise < 1):
        raise GameError(f"{where}: chips and raises are not negative, and a raise is at least one chip")
    if start.level is not None and start.level < max(start.bets, default=0):
        raise GameError(f"{where}: the bet to match is at least the largest bet")
