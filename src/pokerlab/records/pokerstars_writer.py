"""Writing hand histories in the text that PokerStars writes and trackers import (see `pokerstars_reader` for reading).

A hand with `_tournament` in its info is written as a tournament hand, any other as a cash hand. Seats without
numbers are counted from 1, the button last; a hand without number or time gets one (see `numbering`). Cards that were
not seen have no place in this text: such a hand is mucked.

Of a tournament's hand, `info` may also say the small blind that nobody posts (`_small_blind`), the number of an empty
seat that has the button (`_button`), and by seat who is out now: `_places` and `_prizes` (cents; 0 for those who are
still in), `_bounties` (cents won in this hand).
"""

import re
from collections.abc import Callable, Iterator
from datetime import datetime
from decimal import Decimal
from functools import cached_property

from pokerlab.cards.card import format_cards
from pokerlab.cards.unseen import UNKNOWN, all_seen
from pokerlab.errors import RecordError, shorten
from pokerlab.games.action import Kind
from pokerlab.games.betting import Betting, Played
from pokerlab.games.rules import Limit
from pokerlab.games.state import State
from pokerlab.records.amounts import format_amount, to_chips
from pokerlab.records.numbering import Numbering
from pokerlab.records.pokerstars_reader import HEADER
from pokerlab.records.record import HandRecord, check_whole, replay
from pokerlab.records.roman import to_roman

_LIMITS = {Limit.NONE: "No Limit", Limit.POT: "Pot Limit", Limit.FIXED: "Limit"}
_SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "CAD": "$"}
_STREETS = ("", "FLOP", "TURN", "RIVER")
_LONGEST_NAME = 200
_HIGHEST_SEAT = 99
_HIGHEST_LEVEL = 9_999
_FOLDS = ("before Flop", "on the Flop", "on the Turn", "on the River")


def format_pokerstars(record: HandRecord, numbering: Numbering | None = None) -> str:
    """The text of one hand, played to its end; hands written together share a `numbering`."""
    game = record.game
    check_whole(record, "PokerStars text")
    if game.ranking != "holdem" or game.private_cards != (2, 0, 0, 0):
        raise RecordError(f"{game.name} is not hold'em, which is all that is written as PokerStars text")
    if len(set(record.players)) < game.players:
        raise RecordError("two players have the same name")
    for name in record.players:
        outside = name.strip().strip("\ufeff") != name  # which no reader takes as a part of it
        if outside or len(name) > _LONGEST_NAME or HEADER.match(f"{name}: ") or name.startswith("*** "):
            raise RecordError(f"'{shorten(name)}' cannot be written as a PokerStars name")
    final = record.final()
    if not final.is_over:
        raise RecordError("the hand is not played to its end")
    lines = _Writer(record, final).lines(*(numbering or Numbering()).next(record))
    return "\n".join(lines) + "\n\n\n"


class _Writer:
    """Writes one finished hand."""

    def __init__(self, record: HandRecord, final: State) -> None:
        self.record, self.final, self.game = record, final, record.game
        self.names = record.players
        self.numbers = _seat_numbers(record)
        self.is_tournament = "_tournament" in record.info
        self.symbol = "" if self.is_tournament else _SYMBOLS.get(record.currency, "")
        record.payoffs()  # a hand whose winner cannot be told is refused here
        self.settlement = final.settlement
        self.winnings = final.winnings

    def lines(self, number: int, moment: datetime) -> Iterator[str]:
        """All lines of the hand of this number, played at that time."""
        yield self._header(number, moment)
        yield self._table()
        by_number = sorted(range(self.game.players), key=lambda seat: self.numbers[seat])
        for seat in by_number:
            stack = self.money(self.game.stacks[seat])
            yield f"Seat {self.numbers[seat]}: {self.names[seat]} ({stack} in chips)"
        yield from self._posts()
        yield from self._play()
        yield from self._showdown()
        yield from self._finishes()
        yield from self._summary(by_number)

    def money(self, chips: int, *, cents: bool = False) -> str:
        """An amount: whole, or with two decimals at least where there are any."""
        text = format_amount(chips, self.record.unit)
        whole, point, part = text.partition(".")
        if point or (cents and self.symbol):
            text = f"{whole}.{part.ljust(2, '0')}"
        return self.symbol + text

    def _header(self, number: int, moment: datetime) -> str:
        record, game = self.record, self.game
        zone = self._info("time_zone_abbreviation", "ET")
        kind = f"Hold'em {_LIMITS[game.limit]}"
        small, big = (game.bets[0], game.bets[2]) if game.limit is Limit.FIXED else self._blinds()
        if self.is_tournament:
            stakes = f"({self.money(small)}/{self.money(big)})"
            level = record.info.get("level", 1)
            if type(level) is not int or not 1 <= level <= _HIGHEST_LEVEL:
                raise RecordError(f"'{shorten(level)}' is not a level of a tournament (1 to {_HIGHEST_LEVEL})")
            tournament, buy_in = self._info("_tournament", "0"), self._info("_buy_in", "Freeroll")
            kind = f"Tournament #{tournament}, {buy_in} {kind} - Level {to_roman(level)} {stakes}"
        else:
            currency = f" {record.currency}" if record.currency else ""
            kind += f" ({self.money(small, cents=True)}/{self.money(big, cents=True)}{currency})"
        # not strftime: it leaves out the zeros of early years
        day, clock = f"{moment.year:04}/{moment.month:02}/{moment.day:02}", moment.strftime("%H:%M:%S")
        return f"PokerStars Hand #{number}: {kind} - {day} {clock} {zone}"

    def _info(self, name: str, default: str) -> str:
        """Something else that the source knows, as a piece of a line."""
        return " ".join(str(self.record.info.get(name) or default).split())

    def _blinds(self) -> tuple[int, int]:
        """The stakes of a big-bet game: small blind and smallest bet."""
        big = self.game.bets[-1]
        smaller = [blind for blind in self.game.blinds if 0 < blind < big]
        dead = self.record.info.get("_small_blind")
        if not smaller and isinstance(dead, int | Decimal) and 0 < to_chips(Decimal(dead), self.record.unit) <= big:
            return to_chips(Decimal(dead), self.record.unit), big
        return (smaller[0] if smaller else big), big

    def _table(self) -> str:
        known = self.record.info.get("seat_count")
        count = max(*self.numbers, 2, known if type(known) is int and known <= _HIGHEST_SEAT else 2)
        table = self.record.table or "pokerlab"
        count = max(count, self.empty_button or 0)
        return f"Table '{table}' {count}-max Seat #{self.empty_button or self.numbers[self.game.button]} is the button"

    @cached_property
    def empty_button(self) -> int | None:
        """The number of the seat that has the button, if nobody sits there."""
        number = self.record.info.get("_button")
        if type(number) is not int or not 1 <= number <= _HIGHEST_SEAT or number in self.numbers:
            return None
        after = sorted(self.numbers, key=lambda other: (other - number) % 1000)
        return number if tuple(after) == self.numbers else None

    def _posts(self) -> Iterator[str]:
        game = self.game
        start = Betting.start(game)
        for seat, ante in enumerate(game.antes):
            if paid := min(ante, game.stacks[seat]):
                all_in = " and is all-in" if paid == game.stacks[seat] else ""
                yield f"{self.names[seat]}: posts the ante {self.money(paid)}{all_in}"
        for seat in sorted(range(game.players), key=lambda seat: (game.blinds[seat], seat)):
            if posted := start.bets[seat]:
                all_in = "" if start.stacks[seat] else " and is all-in"
                yield f"{self.names[seat]}: posts {self._blind_name(seat)} {self.money(posted)}{all_in}"

    def _blind_name(self, seat: int) -> str:
        big = self.game.bets[0] if self.game.limit is Limit.FIXED else self.game.bets[-1]
        blind = self.game.blinds[seat]
        if blind > big:
            return "straddle"
        is_first = seat == min(other for other, amount in enumerate(self.game.blinds) if amount)
        if self.game.players == 2:
            is_first = seat == self.game.button
        return "small blind" if blind < big or (blind == big and is_first and self._equal_blinds()) else "big blind"

    def _equal_blinds(self) -> bool:
        posted = [blind for blind in self.game.blinds if blind]
        return len(posted) > 1 and len(set(posted)) == 1

    def _play(self) -> Iterator[str]:
        state = State.start(self.game)
        for step in replay(self.record):
            before, state = state, step.state
            if step.played is not None:
                yield self._action(before.betting, step.played)
            elif before.dealt == 0:
                yield "*** HOLE CARDS ***"
                yield from self._dealt()
            else:
                if before.betting.is_over and before.dealt == before.street + 1:
                    yield from self._uncalled()
                board = f"[{_spaced(before.board)}] " if before.board else ""
                yield f"*** {_STREETS[before.dealt]} *** {board}[{_spaced(step.cards)}]"
        if self.final.dealt == self.final.street + 1:
            yield from self._uncalled()

    def _dealt(self) -> Iterator[str]:
        hero = self.record.hero
        if hero is not None and self.record.private[hero] and all_seen(self.record.private[hero]):
            yield f"Dealt to {self.names[hero]} [{_spaced(self.record.private[hero])}]"

    def _action(self, before: Betting, played: Played) -> str:
        seat, action = played.seat, played.action
        name, legal = self.names[seat], before.legal
        if action.kind is Kind.FOLD:
            return f"{name}: folds"
        if action.kind is Kind.CALL:
            if not legal.to_call:
                return f"{name}: checks"
            words, paid = f"calls {self.money(legal.to_call)}", legal.to_call
        else:
            paid = action.to - before.bets[seat]
            words = f"raises {self.money(action.to - before.level)} to {self.money(action.to)}"
            if not before.level:
                words = f"bets {self.money(action.to)}"
        return f"{name}: {words}" + (" and is all-in" if paid == before.stacks[seat] else "")

    def _uncalled(self) -> Iterator[str]:
        if self.settlement.uncalled:
            name = self.names[self.settlement.uncalled_seat]
            yield f"Uncalled bet ({self.money(self.settlement.uncalled)}) returned to {name}"

    def _showdown(self) -> Iterator[str]:
        if self.final.is_showdown:
            yield "*** SHOW DOWN ***"
            describe = _describer()
            for seat, rank in enumerate(self.final.ranks):
                if not self.final.betting.live >> seat & 1:
                    continue
                if rank < 0 or seat in self.record.mucked:
                    yield f"{self.names[seat]}: mucks hand"
                else:
                    hand = _spaced(self.record.private[seat])
                    yield f"{self.names[seat]}: shows [{hand}] ({describe(rank)})"
        for place in reversed(range(len(self.winnings))):
            for seat, amount in enumerate(self.winnings[place]):
                if amount:
                    yield f"{self.names[seat]} collected {self.money(amount)} from {self._pot_name(place)}"
        if not self.final.is_showdown:
            for seat in range(self.game.players):
                seen = tuple(card for card in self.record.private[seat] if card != UNKNOWN)
                if seat in self.record.shown and seen:
                    yield f"{self.names[seat]}: shows [{_spaced(seen)}]"

    def _finishes(self) -> Iterator[str]:
        """Who is out of the tournament, and who has won it."""
        places, prizes, bounties = (self._by_seat(name) for name in ("_places", "_prizes", "_bounties"))
        symbol = re.match(r"[^0-9\s]?", self._info("_buy_in", "0"))[0]  # type: ignore[index]
        losers = " and ".join(self.names[seat] for seat, place in enumerate(places) if place > 1)
        for seat, cents in enumerate(bounties):
            if cents and losers:
                yield f"{self.names[seat]} wins the {symbol}{_cents(cents)} bounty for eliminating {losers}"
        for seat in sorted(range(self.game.players), key=lambda seat: -places[seat]):
            name, place, prize = self.names[seat], places[seat], f"{symbol}{_cents(prizes[seat])}"
            if place == 1:
                yield f"{name} wins the tournament and receives {prize} - congratulations!"
            elif place:
                received = f" and received {prize}." if prizes[seat] else ""
                yield f"{name} finished the tournament in {_ordinal(place)} place{received}"

    def _by_seat(self, name: str) -> list[int]:
        """Numbers by seat that the source knows; zeros if it does not."""
        given = self.record.info.get(name)
        if not isinstance(given, list) or len(given) != self.game.players or not self.is_tournament:
            return [0] * self.game.players
        is_fit = all(type(number) is int and 0 <= number < 10**15 for number in given)
        return list(given) if is_fit else [0] * self.game.players

    def _pot_name(self, place: int) -> str:
        if len(self.winnings) == 1:
            return "pot"
        if place == 0:
            return "main pot"
        return "side pot" if len(self.winnings) == 2 else f"side pot-{place}"

    def _summary(self, by_number: list[int]) -> Iterator[str]:
        yield "*** SUMMARY ***"
        total = sum(pot.amount for pot in self.settlement.pots)
        amounts = [sum(of_pot) for of_pot in self.winnings]
        parts = ""
        if len(amounts) > 1:
            for place, amount in enumerate(amounts):
                name = self._pot_name(place)
                parts += f" {name[0].upper()}{name[1:]} {self.money(amount)}."
        yield f"Total pot {self.money(total)}{parts} | Rake {self.money(total - sum(amounts))}"
        if self.final.board:
            yield f"Board [{_spaced(self.final.board)}]"
        won = [sum(of_seat) for of_seat in zip(*self.winnings, strict=True)] or [0] * self.game.players
        for seat in by_number:
            yield f"Seat {self.numbers[seat]}: {self.names[seat]}{self._place(seat)} {self._outcome(seat, won[seat])}"

    def _place(self, seat: int) -> str:
        place = " (button)" if seat == self.game.button and not self.empty_button else ""
        if self.game.blinds[seat]:
            name = self._blind_name(seat)
            place += "" if name == "straddle" else f" ({name})"
        return place

    def _outcome(self, seat: int, won: int) -> str:
        for played in self.final.history:
            if played.seat == seat and played.action.kind is Kind.FOLD:
                put_in = self.final.betting.paid[seat] > min(self.game.antes[seat], self.game.stacks[seat])
                return f"folded {_FOLDS[played.street]}" + ("" if put_in else " (didn't bet)")
        if not self.final.is_showdown:
            return f"collected ({self.money(won)})"
        hand, rank = self.record.private[seat], self.final.ranks[seat]
        if rank < 0:
            return "mucked"
        if seat in self.record.mucked:
            return f"mucked [{_spaced(hand)}]"
        words = _describer()(rank)
        if won:
            return f"showed [{_spaced(hand)}] and won ({self.money(won)}) with {words}"
        return f"showed [{_spaced(hand)}] and lost with {words}"


def _seat_numbers(record: HandRecord) -> tuple[int, ...]:
    """The places at the table, counted anew if a table cannot have those of the record."""
    numbers = record.seat_numbers
    if len(set(numbers)) == record.game.players and all(1 <= number <= _HIGHEST_SEAT for number in numbers):
        return numbers
    return tuple(range(1, record.game.players + 1))


def _cents(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def _ordinal(place: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{place}{'th' if place % 100 in (11, 12, 13) else endings.get(place % 10, 'th')}"


def _describer() -> Callable[[int], str]:
    from pokerlab.cards.evaluator import describe

    return describe


def _spaced(cards: tuple[int, ...]) -> str:
    return format_cards(cards, separator=" ")
