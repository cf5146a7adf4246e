"""Reading hand histories in the text that PokerStars writes and trackers import: hold'em, cash and tournaments.

    PokerStars Hand #1001: Hold'em No Limit ($0.50/$1.00 USD) - 2024/05/06 12:30:00 ET
    Table 'Oak' 6-max Seat #3 is the button
    Seat 1: Ann ($100 in chips)
    ...

Lines that tell nothing of the play (chat, players who come and go, timeouts) are passed over. Cards that nobody showed
are `UNKNOWN`, also the second one of a player who showed one. The amounts of calls are checked against the rules, and
the results in the text are kept as the record's finishing stacks.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from pokerlab.cards.card import parse_cards
from pokerlab.cards.unseen import UNKNOWN
from pokerlab.errors import CardError, GameError, RecordError, shorten
from pokerlab.games.action import CALL, FOLD, Action, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.library import holdem
from pokerlab.games.rake import NO_RAKE
from pokerlab.games.rules import Game, Limit, seat_after_blinds
from pokerlab.records.amounts import common_unit, parse_amount, to_chips
from pokerlab.records.phh_reader import fixed_rake
from pokerlab.records.record import HandRecord
from pokerlab.records.roman import from_roman

HEADER = re.compile(r"PokerStars (?:Zoom |Home Game |Game )?(?:Hand )?#(?P<hand>[0-9]+): +(?P<rest>.*)")
"""The first line of a hand."""

_AMOUNT = r"[^0-9\s(]{0,3}(?P<{0}>[0-9][0-9,.]*)"
_MONEY = _AMOUNT.replace("{0}", "amount")
_TOURNAMENT = re.compile(r"Tournament #(?P<id>[0-9]+), (?P<buy_in>.*?) ?(?=Hold'em|Omaha|7 Card|Razz|[0-9] Card)")
_GAME = re.compile(r"(?P<game>.+?) (?P<limit>No Limit|Pot Limit|Limit)\b")
_STAKES = re.compile(rf"\({_AMOUNT.replace('{0}', 'small')}/{_AMOUNT.replace('{0}', 'big')}(?P<rest>[^)]*)\)")
_LEVEL = re.compile(r"Level (?P<level>[IVXLCDM]+)")
_TIME = re.compile(r"(?P<date>[0-9]{4}/[0-9]{2}/[0-9]{2}) (?P<time>[0-9]{1,2}:[0-9]{2}:[0-9]{2})(?: (?P<zone>\w+))?")
_TABLE = re.compile(
    r"Table '(?P<table>.*)' (?:(?P<count>[0-9]{1,3})-max )?.*?Seat #(?P<button>[0-9]{1,3}) is the button"
)
_SEAT = re.compile(rf"Seat (?P<number>[0-9]{{1,3}}): (?P<name>.+) \({_MONEY} in chips[^)]*\)(?P<out> is sitting out)?")
_POST = re.compile(rf"posts (?P<what>small blind|big blind|small & big blinds|the ante|straddle) {_MONEY}")
_ACTION = re.compile(
    rf"(?P<fold>folds)\b|(?P<check>checks)\b|calls {_AMOUNT.replace('{0}', 'call')}"
    rf"|bets {_AMOUNT.replace('{0}', 'bet')}|raises \S+ to {_AMOUNT.replace('{0}', 'to')}"
)
_SHOW = re.compile(r"(?:shows|showed) \[(?P<cards>[^]]*)\]")
_DEALT = re.compile(r"Dealt to (?P<name>.+) \[(?P<cards>[^]]*)\]")
_UNCALLED = re.compile(rf"Uncalled bet \({_MONEY}\) returned to (?P<name>.+)")
_COLLECTED = re.compile(rf"(?P<name>.+) collected {_MONEY} from (?:the )?(?:main |side )?pot")
_STREET = re.compile(r"\*\*\* (?P<street>[A-Z ]+?) \*\*\*(?P<rest>.*)")
_RAKE = re.compile(rf"Total pot .*\| Rake {_MONEY}")
_SUMMARY_CARDS = re.compile(r"Seat (?P<number>[0-9]{1,3}): .*?(?P<verb>mucked|showed) \[(?P<cards>[^]]*)\]")

_FINISHED = re.compile(
    rf"(?P<name>.+) finished the tournament in (?P<place>[0-9]{{1,9}})(?:st|nd|rd|th) place(?: and received {_MONEY}?)?"
)
_WON = re.compile(rf"(?P<name>.+) wins the tournament(?: and receives {_MONEY})?")
_BOUNTY = re.compile(rf"(?P<name>.+) wins the {_MONEY} bounty for eliminating ")

_MOST_SEATS = 30
_LONGEST_LINE = 2_000
_LIMITS = {"No Limit": Limit.NONE, "Pot Limit": Limit.POT, "Limit": Limit.FIXED}


def parse_pokerstars(text: str, where: str = "", first_line: int = 1) -> HandRecord:
    """Read one hand. `where` and `first_line` name the file and the line the text starts at, for errors."""
    reader = _HandReader()
    try:
        for reader.line, content in enumerate(text.lstrip("\ufeff").rstrip().split("\n"), first_line):
            if len(content) > _LONGEST_LINE:
                raise RecordError(f"a line of {len(content):,} characters, a hand's have at most {_LONGEST_LINE:,}")
            if content.strip():
                reader.read(content.strip())
        return reader.finish()
    except (RecordError, GameError, CardError) as error:
        place = f"{where}:{reader.line}" if where else f"line {reader.line}"
        raise RecordError(f"{place}: {error}") from None


@dataclass(slots=True)
class _Seat:
    """A player as the head of the hand lists them; amounts as in the text."""

    number: int
    name: str
    stack: Decimal
    sits_out: bool
    ante: Decimal = Decimal(0)
    blind: str = ""
    """Which blind was posted: '', 'small blind', 'big blind', 'small & big blinds' or 'straddle'."""
    posted: Decimal = Decimal(0)
    all_in: bool = False
    cards: tuple[int, ...] = ()
    won: Decimal = Decimal(0)
    took_part: bool = False
    place: int = 0
    """In the tournament, if it ended for the player in this hand; `prize` and `bounty` in cents."""
    prize: int = 0
    bounty: int = 0

    def see(self, text: str) -> None:
        """Take in cards of this seat, one or both, unless more is known of them."""
        cards = parse_cards(text)
        if len(cards) not in (1, 2):
            raise RecordError(f"'{shorten(text)}' are {len(cards)} private cards, expected two")
        if len(cards) > len(self.cards):
            self.cards = cards

    @property
    def dealt(self) -> tuple[int, ...]:
        """Both cards, as far as they were seen."""
        return (*self.cards, *(UNKNOWN,) * (2 - len(self.cards)))


@dataclass(slots=True)
class _HandReader:
    """Reads a hand line by line. The rules are set up at the first line that needs them."""

    line: int = 1
    hand_id: str = ""
    limit: Limit = Limit.NONE
    small: Decimal = Decimal(0)
    big: Decimal = Decimal(0)
    currency: str = ""
    time: datetime | None = None
    table: str = ""
    button: int = 0
    info: dict[str, Any] = field(default_factory=dict)
    seats: list[_Seat] = field(default_factory=list)
    by_name: dict[str, _Seat] = field(default_factory=dict)
    moves: list[tuple[int, str, str, Decimal]] = field(default_factory=list)
    """The line, the name, what was done, and the amount as in the text."""
    board: tuple[int, ...] = ()
    rake: Decimal = Decimal(0)
    shown: set[str] = field(default_factory=set)
    mucked: set[str] = field(default_factory=set)
    hero: str = ""
    in_summary: bool = False

    def read(self, line: str) -> None:
        if not self.hand_id:
            self._read_header(line)
        elif line.startswith("***") and (match := _STREET.match(line)):
            self._read_street(match["street"], match["rest"])
        elif self.in_summary:
            self._read_summary(line)
        elif not self.button:
            self._read_table(line)
        elif line.startswith("Dealt") and (match := _DEALT.match(line)):
            self.hero = match["name"]
            self._seat(match["name"]).see(match["cards"])
        elif line.startswith("Uncalled") and (match := _UNCALLED.match(line)):
            self._seat(match["name"]).won += parse_amount(match["amount"])
        elif seat := self._speaker(line):
            self._read_move(seat, line[len(seat.name) + 2 :])
        elif match := _COLLECTED.match(line):
            self._seat(match["name"]).won += parse_amount(match["amount"])
        elif " the tournament" in line and (match := _FINISHED.match(line) or _WON.match(line)):
            seat = self._seat(match["name"])
            seat.place = int(match.groupdict().get("place") or 1)
            seat.prize = _cents(match["amount"])
        elif " bounty for " in line and (match := _BOUNTY.match(line)):
            self._seat(match["name"]).bounty += _cents(match["amount"])
        elif match := _SEAT.match(line):
            stack = parse_amount(match["amount"])
            self.seats.append(_Seat(int(match["number"]), match["name"], stack, bool(match["out"])))
            self.by_name.setdefault(match["name"], self.seats[-1])
            if len(self.seats) > _MOST_SEATS:
                raise RecordError(f"more than {_MOST_SEATS} seats")

    def finish(self) -> HandRecord:
        """The record of the lines read."""
        if not self.in_summary:
            raise RecordError("the hand is cut off: its summary is missing")
        if not self.button:
            raise RecordError("the table is not named")
        seats = self._in_order()
        unit = common_unit(self._amounts(seats))
        game = self._game(seats, unit)
        betting, actions = self._play(game, [seat.name for seat in seats], unit)
        place = {seat.name: index for index, seat in enumerate(seats)}
        finishing = None
        if betting.is_over:
            finishing = tuple(
                stack - paid + to_chips(seat.won, unit)
                for stack, paid, seat in zip(game.stacks, betting.paid, seats, strict=True)
            )
        live = {seat.name for index, seat in enumerate(seats) if betting.live >> index & 1}
        self._tell_of_table(seats)
        return HandRecord(
            game,
            tuple(actions),
            tuple(seat.dealt for seat in seats),
            self.board,
            tuple(seat.name for seat in seats),
            frozenset(place[name] for name in self.shown if name in place),
            frozenset(place[name] for name in self.mucked & live - self.shown if name in place),
            finishing,
            unit,
            self.currency,
            self.hand_id,
            self.table,
            self.time,
            tuple(seat.number for seat in seats),
            place.get(self.hero),
            self.info,
        )

    def _tell_of_table(self, seats: list[_Seat]) -> None:
        """Add what the game does not say: a small blind that nobody posts, a button that nobody has, who is out."""
        blinds = {seat.blind for seat in seats}
        if self.limit is not Limit.FIXED and "big blind" in blinds and "small blind" not in blinds:
            self.info["_small_blind"] = int(self.small) if self.small == int(self.small) else self.small
        if all(seat.number != self.button for seat in seats):
            self.info["_button"] = self.button
        for name, values in (
            ("_places", [seat.place for seat in seats]),
            ("_prizes", [seat.prize for seat in seats]),
            ("_bounties", [seat.bounty for seat in seats]),
        ):
            if any(seat.place for seat in seats) and (any(values) or name != "_bounties"):
                self.info[name] = values

    def _read_header(self, line: str) -> None:
        match = HEADER.match(line)
        if not match:
            raise RecordError(f"'{shorten(line, 40)}' is not the head of a hand ('PokerStars Hand #...')")
        self.hand_id, rest = match["hand"], re.sub(r"^\{[^}]*\} *", "", match["rest"])
        if tournament := _TOURNAMENT.match(rest):
            self.info |= {"_tournament": tournament["id"], "_buy_in": tournament["buy_in"]}
            rest = rest[tournament.end() :]
        game = _GAME.match(rest)
        if not game or game["game"] != "Hold'em":
            raise RecordError(f"'{shorten(rest.split(' (')[0])}' is not hold'em")
        self.limit = _LIMITS[game["limit"]]
        stakes = _STAKES.search(rest)
        if not stakes:
            raise RecordError("the stakes are missing")
        self.small, self.big = parse_amount(stakes["small"]), parse_amount(stakes["big"])
        if currency := re.search(r"\b[A-Z]{3}\b", stakes["rest"]):
            self.currency = currency.group()
        elif "$" in stakes.group():
            self.currency = "USD"
        if level := _LEVEL.search(rest):
            self.info["level"] = from_roman(level["level"])
        if moment := _TIME.search(rest):
            try:
                year, month, day = map(int, moment["date"].split("/"))
                hour, minute, second = map(int, moment["time"].split(":"))
                self.time = datetime(year, month, day, hour, minute, second)
            except ValueError:
                raise RecordError(f"'{moment.group()}' is not a time") from None
            if moment["zone"]:
                self.info["time_zone_abbreviation"] = moment["zone"]

    def _read_table(self, line: str) -> None:
        match = _TABLE.match(line)
        if not match:
            raise RecordError(f"'{shorten(line, 40)}' should name the table and the button")
        self.table, self.button = match["table"], int(match["button"])
        if match["count"]:
            self.info["seat_count"] = int(match["count"])

    def _read_street(self, street: str, rest: str) -> None:
        if street == "SUMMARY":
            self.in_summary = True
        elif street.startswith(("FIRST ", "SECOND ", "THIRD ")):
            raise RecordError("the board was run more than once, which cannot be replayed")
        elif street in ("FLOP", "TURN", "RIVER"):
            *_, new = re.findall(r"\[([^]]*)\]", rest) or [""]
            self.board += parse_cards(new)

    def _read_move(self, seat: _Seat, words: str) -> None:
        if match := _POST.match(words):
            amount = parse_amount(match["amount"])
            seat.took_part = True
            if match["what"] == "the ante":
                seat.ante, seat.all_in = amount, "all-in" in words
            else:
                seat.blind, seat.posted, seat.all_in = match["what"], amount, "all-in" in words
        elif match := _ACTION.match(words):
            seat.took_part = True
            for what in ("fold", "check", "call", "bet", "to"):
                if match[what]:
                    amount = Decimal(0) if what in ("fold", "check") else parse_amount(match[what])
                    self.moves.append((self.line, seat.name, what, amount))
        elif match := _SHOW.match(words):
            seat.see(match["cards"])
            self.shown.add(seat.name)
        elif words.startswith("mucks hand"):
            self.mucked.add(seat.name)

    def _read_summary(self, line: str) -> None:
        if match := _RAKE.match(line):
            self.rake = parse_amount(match["amount"])
        elif "[" in line and (match := _SUMMARY_CARDS.match(line)):
            for seat in self.seats:
                if seat.number == int(match["number"]):
                    seat.see(match["cards"])

    def _seat(self, name: str) -> _Seat:
        if seat := self.by_name.get(name):
            return seat
        raise RecordError(f"'{shorten(name)}' has no seat at the table")

    def _speaker(self, line: str) -> _Seat | None:
        """The seat whose name starts the line, before a colon; the longest such name."""
        end = line.rfind(": ")
        while end > 0:
            if seat := self.by_name.get(line[:end]):
                return seat
            end = line.rfind(": ", 0, end)
        return None

    def _in_order(self) -> list[_Seat]:
        """The players of the hand, from the left of the button."""
        playing = [seat for seat in self.seats if seat.took_part or not seat.sits_out]
        if len(playing) < 2:
            raise RecordError(f"{len(playing)} players take part, a hand needs two")
        playing.sort(key=lambda seat: (seat.number - self.button - 1) % 1000)
        if all(seat.blind != "big blind" for seat in playing):
            # A big blind that is all-in by its ante posts nothing more, but the amount to call stays.
            small = [place for place, seat in enumerate(playing) if seat.blind == "small blind"]
            place = (small[0] + 1) % len(playing) if small else int(len(playing) > 2)
            if not (playing[place].all_in and playing[place].ante):
                place = 0  # there is no small blind
            if playing[place].all_in and playing[place].ante:
                playing[place].blind = "big blind"
        small_place = -1 if len(playing) == 2 else 0
        if playing[small_place].all_in and playing[small_place].ante and not playing[small_place].blind:
            playing[small_place].blind = "small blind"  # all-in by its ante as well
        return playing

    def _amounts(self, seats: list[_Seat]) -> list[Decimal]:
        amounts = [self.small, self.big, self.rake, *(move[-1] for move in self.moves)]
        for seat in seats:
            amounts += (seat.stack, seat.ante, seat.posted, seat.won)
        return amounts

    def _game(self, seats: list[_Seat], unit: Decimal) -> Game:
        fixed = self.limit is Limit.FIXED
        big = self.small if fixed else self.big
        small = self._small_blind(seats)
        antes, blinds, opening = [], [], []
        full_ante = max(seat.ante for seat in seats)
        for seat in seats:
            ante = full_ante if seat.ante else Decimal(0)
            nominal = {"": Decimal(0), "small blind": small, "straddle": self._straddle(seat)}.get(seat.blind, big)
            if seat.blind == "small & big blinds":
                ante += small  # the small blind of a returning player is dead money
            regular = seat.blind != "big blind" or big not in opening
            antes.append(to_chips(ante, unit))
            blinds.append(to_chips(nominal, unit))
            opening.append(nominal if regular and seat.blind != "small & big blinds" else Decimal(0))
        bet, double = to_chips(self.small, unit), to_chips(self.big, unit)
        straddle = to_chips(max(self._straddle(seat) for seat in seats), unit)
        return holdem(
            "PokerStars hold'em",
            self.limit,
            stacks=[to_chips(seat.stack, unit) for seat in seats],
            blinds=blinds,
            antes=antes,
            bets=(bet, bet, double, double) if fixed else (max(double, straddle), double, double, double),
            first_to_act=seat_after_blinds([to_chips(amount, unit) for amount in opening]),
            rake=fixed_rake(to_chips(self.rake, unit)) if self.rake else NO_RAKE,
        )

    def _straddle(self, seat: _Seat) -> Decimal:
        """The straddle of a seat; one that is all-in for less was meant to be two big blinds."""
        if seat.blind != "straddle":
            return Decimal(0)
        return max(seat.posted, 2 * self.big) if seat.all_in else seat.posted

    def _small_blind(self, seats: list[_Seat]) -> Decimal:
        """The full small blind: as posted in limit games, whose stakes name the bets; else from the stakes."""
        if self.limit is not Limit.FIXED:
            return self.small
        posted = [seat.posted for seat in seats if seat.blind == "small blind" and not seat.all_in]
        return posted[0] if posted else self.small / 2

    def _play(self, game: Game, names: list[str], unit: Decimal) -> tuple[Betting, list[Action]]:
        """Play the moves by the rules; checks that decide nothing and that the text leaves out are put in."""
        betting, actions = Betting.start(game), list[Action]()
        for self.line, name, what, amount in self.moves:  # noqa: B020 (errors are to name the line)
            seat = names.index(name)
            while betting.actor != seat and _only_check(betting):
                betting = betting.act(CALL)
                actions.append(CALL)
            if betting.actor != seat:
                turn = f"{shorten(names[betting.actor])}'s turn" if betting.actor >= 0 else "after the last action"
                raise RecordError(f"{shorten(name)} acts ({what}), but it is {turn}")
            action = _action(betting, name, what, to_chips(amount, unit), unit)
            betting = betting.act(action)
            actions.append(action)
        while _only_check(betting):
            betting = betting.act(CALL)
            actions.append(CALL)
        return betting, actions


def _action(betting: Betting, name: str, what: str, amount: int, unit: Decimal) -> Action:
    if what == "fold":
        return FOLD
    if what in ("bet", "to"):
        return raise_to(amount)
    if amount != betting.to_call:
        asked = f"a call costs {betting.to_call * unit}" if betting.to_call else "there is nothing to call"
        raise RecordError(f"{shorten(name)} {what}s {amount * unit if amount else ''}".rstrip() + f", but {asked}")
    return CALL


def _cents(amount: str | None) -> int:
    """Money of a text in cents; 0 if there is none."""
    return int(parse_amount(amount.rstrip(".,")) * 100) if amount else 0


def _only_check(betting: Betting) -> bool:
    """Whether the actor is alone against all-in seats, with nothing to decide."""
    if betting.is_over:
        return False
    legal = betting.legal
    return not legal.fold and not legal.max_raise and betting.able == 1 << betting.actor
