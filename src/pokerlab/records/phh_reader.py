"""Reading PHH, the open poker-hand-history format: TOML with one hand per file, or one per table (`.phhs`).

Hold'em with fixed limit (`FT`), no limit (`NT`) and, beyond the standard's list, pot limit (`PT`) is read and
written. What the standard has no field for is kept in user-defined fields, whose names start with `_`.

PHH gives forced bets of a heads-up hand in the order small, big although the button comes last; they are
turned round here, so that a `Game`'s blinds are always per seat.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from functools import lru_cache
from typing import Any

from pokerlab.cards.card import parse_cards
from pokerlab.cards.unseen import UNKNOWN, parse_dealt
from pokerlab.errors import CardError, GameError, IllegalActionError, RecordError, shorten
from pokerlab.games.action import CALL, FOLD, Action, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.library import holdem
from pokerlab.games.rake import Rake
from pokerlab.games.rules import Game, Limit, seat_after_blinds
from pokerlab.records.amounts import MOST_WHOLE, check_amount, common_unit, parse_amount, to_chips
from pokerlab.records.record import HandRecord
from pokerlab.records.toml_reader import read_toml

VARIANTS = {"NT": Limit.NONE, "FT": Limit.FIXED, "PT": Limit.POT}
"""The variant codes that can be played, and their limits."""

_REQUIRED = ("variant", "antes", "blinds_or_straddles", "starting_stacks", "actions")
_OURS = {
    *_REQUIRED, "min_bet", "small_bet", "big_bet", "ante_trimming_status", "players", "finishing_stacks",
    "seats", "hand", "table", "currency", "_raise_caps", "_bets", "_rake", "_full_blind_to_call", "_hero",
    "_unit",
}  # fmt: skip


class _ActionError(RecordError):
    """An action that cannot be read or played, with its place in the list (from 0)."""

    def __init__(self, place: int, text: str) -> None:
        super().__init__(text)
        self.place = place


def parse_phh(text: str, where: str = "", first_line: int = 1) -> HandRecord:
    """Read one hand. `where` and `first_line` name the file and the line the text starts at, for errors."""
    try:
        fields = read_toml(text)
    except tomllib.TOMLDecodeError as error:
        raise RecordError(_toml_place(str(error), where, first_line)) from None
    except RecordError as error:
        raise RecordError(f"{where}:{first_line}: {error}" if where else str(error)) from None
    if len(fields) == 1 and isinstance(inner := next(iter(fields.values())), dict):
        fields = inner
    try:
        return hand_of_fields(fields)
    except _ActionError as error:
        line = first_line + _line_of_action(text, fields.get("actions", []), error.place)
        raise RecordError(f"{where}:{line}: {error}" if where else str(error)) from None
    except (RecordError, GameError, CardError) as error:
        raise RecordError(f"{where}:{first_line}: {error}" if where else str(error)) from None


def hand_of_fields(fields: dict[str, Any]) -> HandRecord:
    """The hand of PHH fields as a TOML reader gives them (floats as `Decimal`)."""
    for name in _REQUIRED:
        if name not in fields:
            raise RecordError(f"'{name}' is missing")
    variant = fields["variant"]
    if not isinstance(variant, str) or variant not in VARIANTS:
        raise RecordError(f"variant '{shorten(variant)}' is not hold'em (variants are {', '.join(VARIANTS)})")
    actions = _strings(fields, "actions")
    unit = common_unit(_all_amounts(fields, actions))
    game = _game(fields, unit)
    reader = _ActionReader(game, unit)
    for place, action in enumerate(actions):
        reader.read(place, action)
    names = tuple(_strings(fields, "players")) if "players" in fields else ()
    _check_length("players", names, game)
    finishing = _chips_list(fields, "finishing_stacks", unit) if "finishing_stacks" in fields else None
    _check_length("finishing_stacks", finishing or (), game)
    seat_numbers = _whole_numbers(fields, "seats")
    _check_length("seats", seat_numbers, game)
    moment = _moment(fields)
    left_out = _OURS | ({"year", "month", "day", "time"} if moment else set())
    return HandRecord(
        game,
        tuple(reader.actions),
        reader.private_hands(),
        tuple(reader.board),
        names,
        frozenset(reader.shown),
        frozenset(reader.mucked),
        finishing,
        unit,
        _text(fields, "currency"),
        _text(fields, "hand"),
        _text(fields, "table"),
        moment,
        seat_numbers,
        _hero(fields, game),
        {name: value for name, value in fields.items() if name not in left_out},
    )


class _ActionReader:
    """Reads action texts in order, with the betting beside it to know whose turn it is."""

    def __init__(self, game: Game, unit: Decimal) -> None:
        self.game, self.unit = game, unit
        self.betting = Betting.start(game)
        self.seats = {f"p{seat + 1}": seat for seat in range(game.players)}
        self.private: list[list[int]] = [[] for _ in range(game.players)]
        self.board: list[int] = []
        self.actions: list[Action] = []
        self.shown: set[int] = set()
        self.mucked: set[int] = set()

    def read(self, place: int, text: str) -> None:
        words = text.split("#")[0].split()
        if not words:
            return
        try:
            if words[:2] == ["d", "db"] and len(words) == 3:
                self.board += parse_cards(words[2])
            elif words[:2] == ["d", "dh"] and len(words) == 4:
                self._deal(self._seat(words[2]), parse_dealt(words[3]))
            elif len(words) > 1 and words[1] == "sm":
                self._show(self._seat(words[0]), words[2:])
            else:
                self._act(words)
        except (IllegalActionError, RecordError, CardError) as error:
            raise _ActionError(place, f"action {place + 1} ('{shorten(text)}'): {error}") from None

    def private_hands(self) -> tuple[tuple[int, ...], ...]:
        """Every seat's cards; once there is an action, all were dealt, and those that were not told are unseen."""
        count = sum(self.game.private_cards) if self.actions else 0
        return tuple((*hand, *(UNKNOWN,) * (count - len(hand))) for hand in self.private)

    def _deal(self, seat: int, cards: tuple[int, ...]) -> None:
        if seat in self.shown and set(self.private[seat]) == set(cards):
            return  # in a hand all-in by its blinds, cards may be shown before they are dealt
        self.private[seat] += cards

    def _act(self, words: list[str]) -> None:
        match words:
            case [actor, "f"]:
                action = FOLD
            case [actor, "cc"]:
                action = CALL
            case [actor, "cbr", amount]:
                action = raise_to(to_chips(parse_amount(amount), self.unit))
            case _:
                raise RecordError("not an action of hold'em")
        seat = self._seat(actor)
        if seat != self.betting.actor:
            turn = f"p{self.betting.actor + 1}'s turn" if self.betting.actor >= 0 else "after the last action"
            raise RecordError(f"p{seat + 1} acts, but it is {turn}")
        self.betting = self.betting.act(action)
        self.actions.append(action)

    def _show(self, seat: int, cards: list[str]) -> None:
        if not cards or cards == ["-"]:
            self.mucked.add(seat)
            return
        hand = list(parse_dealt("".join(cards)))
        known, shown = set(self.private[seat]) - {UNKNOWN}, set(hand) - {UNKNOWN}
        if len(hand) != sum(self.game.private_cards) or len(known | shown) > len(hand):
            raise RecordError(f"p{seat + 1} shows other cards than were dealt")
        if not shown <= known:  # else the order of dealing stays
            self.private[seat] = hand if known <= shown else sorted(known | shown)
        self.shown.add(seat)

    def _seat(self, word: str) -> int:
        if (seat := self.seats.get(word)) is not None:
            return seat
        match = re.fullmatch(r"p([0-9]{1,2})", word)
        if not match or not 1 <= int(match.group(1)) <= self.game.players:
            raise RecordError(f"'{shorten(word)}' is not a player (p1 to p{self.game.players})")
        return int(match.group(1)) - 1


def _game(fields: dict[str, Any], unit: Decimal) -> Game:
    limit = VARIANTS[fields["variant"]]
    stacks = _chips_list(fields, "starting_stacks", unit)
    antes, blinds = _chips_list(fields, "antes", unit), _chips_list(fields, "blinds_or_straddles", unit)
    # A negative entry is the post of a newcomer: it is a bet, but does not change who opens.
    opening = [max(blind, 0) for blind in blinds]
    blinds = tuple(abs(blind) for blind in blinds)
    if len(stacks) == 2:
        antes, blinds, opening = antes[::-1], blinds[::-1], opening[::-1]
    if limit is Limit.FIXED:
        small, big = _chips(fields, "small_bet", unit), _chips(fields, "big_bet", unit)
        bets = [small, small, big, big]
    else:
        bets = [_chips(fields, "min_bet", unit)] * 4
    caps: list[int | None] = [4 if limit is Limit.FIXED else None] * 4
    if "_bets" in fields:
        bets = list(_chips_list(fields, "_bets", unit))
    if "_raise_caps" in fields:
        caps = [cap if cap >= 0 else None for cap in _whole_numbers(fields, "_raise_caps")]
    return holdem(
        f"PHH {fields['variant']}",
        limit,
        stacks=stacks,
        blinds=blinds,
        antes=antes,
        bets=bets,
        raise_caps=caps,
        dead_antes=any(antes) and not fields.get("ante_trimming_status", False),
        full_blind_to_call=bool(fields.get("_full_blind_to_call", True)),
        rake=fixed_rake(_chips(fields, "_rake", unit)) if "_rake" in fields else Rake(),
        first_to_act=seat_after_blinds(opening),
    )


def fixed_rake(chips: int) -> Rake:
    """The rake of a hand of which only the amount is known."""
    return Rake(100, chips, no_flop_no_drop=False)


def _all_amounts(fields: dict[str, Any], actions: Sequence[str]) -> Iterator[Decimal]:
    lists = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "_bets")
    for name in lists:
        for value in _list(fields, name) if name in fields else ():
            yield _number(name, value)
    for name in ("min_bet", "small_bet", "big_bet", "_rake", "_unit"):
        if name in fields:
            yield _number(name, fields[name])
    for action in actions:
        words = action.split("#")[0].split()
        if len(words) == 3 and words[1] == "cbr":
            yield parse_amount(words[2])


def _number(name: str, value: Any) -> Decimal:
    if type(value) is int and 0 <= value < 10**MOST_WHOLE:
        return _whole(value)
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or Decimal(value).is_nan():
        raise RecordError(f"{name}: '{shorten(value)}' is not a number")
    try:
        return check_amount(Decimal(value))
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None


_whole = lru_cache(maxsize=10_000)(Decimal)


def _chips(fields: dict[str, Any], name: str, unit: Decimal) -> int:
    if name not in fields:
        raise RecordError(f"'{name}' is missing")
    return to_chips(_number(name, fields[name]), unit)


def _chips_list(fields: dict[str, Any], name: str, unit: Decimal) -> tuple[int, ...]:
    return tuple(to_chips(_number(name, value), unit) for value in _list(fields, name))


def _list(fields: dict[str, Any], name: str) -> list[Any]:
    values = fields[name]
    if not isinstance(values, list):
        raise RecordError(f"'{name}' must be a list")
    return values


def _whole_numbers(fields: dict[str, Any], name: str) -> tuple[int, ...]:
    values = tuple(_list(fields, name)) if name in fields else ()
    if any(type(value) is not int for value in values):
        raise RecordError(f"'{name}' must be a list of whole numbers")
    return values


def _strings(fields: dict[str, Any], name: str) -> list[str]:
    values = fields[name]
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise RecordError(f"'{name}' must be a list of strings")
    return values


def _text(fields: dict[str, Any], name: str) -> str:
    value = fields.get(name, "")
    if isinstance(value, list | dict):
        raise RecordError(f"'{name}' must be a text, not '{shorten(value)}'")
    return str(value)


def _check_length(name: str, values: Sequence[object], game: Game) -> None:
    if values and len(values) != game.players:
        raise RecordError(f"{name} has {len(values)} entries for {game.players} players")


def _hero(fields: dict[str, Any], game: Game) -> int | None:
    hero = fields.get("_hero")
    if hero is not None and (type(hero) is not int or not 0 <= hero < game.players):
        raise RecordError(f"'_hero' must be a seat 0..{game.players - 1}, not '{shorten(hero)}'")
    return hero


def _moment(fields: dict[str, Any]) -> datetime | None:
    day = fields.get("year"), fields.get("month"), fields.get("day")
    if not all(type(part) is int for part in day):
        return None
    clock = fields.get("time")
    try:
        return datetime.combine(date(*day), clock if isinstance(clock, time) else time())  # type: ignore[arg-type]
    except (ValueError, OverflowError):
        raise RecordError(f"year {day[0]}, month {day[1]}, day {day[2]} are not a date") from None


def _toml_place(message: str, where: str, first_line: int) -> str:
    match = re.search(r" \(at line ([0-9]+), column ([0-9]+)\)", message)
    line = first_line + (int(match.group(1)) - 1 if match else 0)
    message = message[: match.start()] if match else message.removesuffix(" (at end of document)")
    return f"{where}:{line}: {message}" if where else f"line {line}: {message}"


def _line_of_action(text: str, actions: Sequence[str], place: int) -> int:
    """The line, from 0, on which the text has the action: that occurrence of it which `place` means."""
    action = actions[place]
    occurrence = list(actions[: place + 1]).count(action)
    found = list(re.finditer(rf"""(["']){re.escape(action)}\1""", text))
    if len(found) < occurrence:
        return 0
    return text.count("\n", 0, found[occurrence - 1].start())
