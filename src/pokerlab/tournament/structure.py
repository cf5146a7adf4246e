"""The structure of a sit-and-go tournament: chips, money, blinds that grow, and whose turn the button is.

    structure = named_structure("turbo")            # a ready one, or the path of a file
    structure.level(1)                              # Level(number=1, small_blind=10, big_blind=20, ante=0, length=10)
    structure.prizes(9)                             # cents, the best place first

A structure is read from TOML (docs/sitngo.md has its keys), checked as a whole, and does not change; what cannot be is
a `TournamentError` of one line. Money is whole cents, chips are whole.
"""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from enum import StrEnum
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationError,
    field_validator,
    model_validator,
)

from pokerlab._fields import field_problems
from pokerlab._toml import parse_toml, read_toml
from pokerlab.errors import PokerError, TournamentError, shorten
from pokerlab.games.rules import MOST_PLAYERS
from pokerlab.tournament.payouts import parse_payouts

MOST_CHIPS = 100_000_000
"""The most chips that a player begins with."""
MOST_BLIND = 10**9
"""Blinds grow up to this, which no table has chips for: at last everybody is all-in by his blind."""
MOST_CENTS = 10**11
MOST_LEVELS = 200
"""The most levels of a list."""
DIRECTORY = Path(__file__).parent / "structures"


class Button(StrEnum):
    """How the button moves; see `standing`."""

    DEAD = "dead"
    MOVING = "moving"


class AnteBy(StrEnum):
    """Who posts the ante: everybody his own, or the big blind once for all."""

    ALL = "all"
    BIG_BLIND = "big-blind"


class LengthUnit(StrEnum):
    """What the length of a level is counted in."""

    HANDS = "hands"
    MINUTES = "minutes"


class Level(NamedTuple):
    """One level: its number from 1, blinds and ante in chips, and how long it lasts (in the unit of the levels)."""

    number: int
    small_blind: int
    big_blind: int
    ante: int
    length: float


class Blinds(NamedTuple):
    """The amounts of a level in chips: `50/100`, or with an ante `50/100/10`."""

    small: int
    big: int
    ante: int = 0

    def __str__(self) -> str:
        return "/".join(str(amount) for amount in (self if self.ante else self[:2]))


_BLINDS = re.compile(r"\s*([0-9]{1,10})\s*/\s*([0-9]{1,10})(?:\s*/\s*([0-9]{1,10}))?\s*", re.ASCII)


def _read_blinds(given: object) -> Blinds:
    if isinstance(given, Blinds):
        return given
    parts = _BLINDS.fullmatch(given) if isinstance(given, str) else None
    if not parts:
        raise ValueError(
            f"{shorten(repr(given))} is no level: small and big blind as in '50/100', '50/100/10' with ante"
        )
    blinds = Blinds(*(int(part) for part in parts.groups(default="0")))
    if not 1 <= blinds.small <= blinds.big <= MOST_BLIND or blinds.ante > MOST_BLIND:
        raise ValueError(
            f"'{shorten(given)}': blinds are 1 to {MOST_BLIND:,} chips, the big one not below the small one"
        )
    return blinds


def _read_lengths(given: object) -> object:
    return given if isinstance(given, list | tuple) else [given]


_SETTINGS = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True, strict=False)
Amount = Annotated[int, Field(strict=True, ge=0, le=MOST_CENTS)]
Length = Annotated[float, Field(gt=0, le=1e6, allow_inf_nan=False)]
Growth = Annotated[float, Field(ge=1.05, le=100, allow_inf_nan=False)]
BlindsField = Annotated[Blinds, BeforeValidator(_read_blinds), PlainSerializer(str)]


class Levels(BaseModel):
    """The levels: a list of `blinds`, or the `first` one and a `factor` for every next. After a list's last level the
    blinds go on growing by `growth`.

    - `length`: of every level in `unit`, or a list; who has more levels than lengths keeps the last
    """

    model_config = _SETTINGS

    length: Annotated[tuple[Length, ...], BeforeValidator(_read_lengths), Field(min_length=1, max_length=MOST_LEVELS)]
    unit: LengthUnit = LengthUnit.HANDS
    blinds: Annotated[tuple[BlindsField, ...], Field(max_length=MOST_LEVELS)] = ()
    first: BlindsField | None = None
    factor: Growth | None = None
    growth: Growth = 1.5

    @model_validator(mode="after")
    def _check(self) -> Self:
        if bool(self.blinds) == (self.first is not None):
            raise ValueError("blinds: a list of levels, or 'first' with a 'factor' (one of them)")
        if (self.first is None) != (self.factor is None):
            raise ValueError("factor: goes with 'first', as in first = '10/20', factor = 1.5")
        if self.unit is LengthUnit.HANDS and any(length != int(length) for length in self.length):
            raise ValueError("length: levels last a whole number of hands")
        for before, level in zip(self.blinds, self.blinds[1:], strict=False):
            if level.big < before.big:
                raise ValueError(f"blinds: '{level}' comes after '{before}': blinds do not become smaller")
        return self


class HandSeconds(BaseModel):
    """How many seconds a hand takes where no one looks at a clock: `hand`, and `player` for everyone who is left."""

    model_config = _SETTINGS

    hand: Annotated[float, Field(ge=0, le=3600, allow_inf_nan=False)] = 15.0
    player: Annotated[float, Field(ge=0, le=3600, allow_inf_nan=False)] = 5.0

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not self.hand + self.player > 0.1:
            raise ValueError("hand: a hand takes some time")
        return self


class Structure(BaseModel):
    """A tournament before anybody has sat down. Money in cents.

    - `players`: seats at the table; as few as two may enter
    - `chips`: that everybody begins with
    - `buy_in`: goes into the prizes, `fee` to the house, `bounty` on one's own head: a player pays all three
    - `payouts`: shares by place, as `payouts` names them; or a table by number of players, as `"2-4" = "winner"`
    - `progressive`: the part of a won bounty that goes on the winner's own head
    - `ante`: who posts it; with `ante_first` a short big blind posts the ante for all before his blind
    """

    model_config = _SETTINGS

    name: Annotated[str, Field(min_length=1, max_length=60)]
    players: Annotated[int, Field(strict=True, ge=2, le=MOST_PLAYERS)] = 9
    chips: Annotated[int, Field(strict=True, ge=1, le=MOST_CHIPS)]
    buy_in: Amount
    fee: Amount = 0
    bounty: Amount = 0
    progressive: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)] = 0.0
    currency: Annotated[str, Field(pattern=r"^([A-Z]{3})?$")] = "USD"
    payouts: dict[str, str] = {"2-10": "sng"}
    button: Button = Button.DEAD
    ante: AnteBy = AnteBy.ALL
    ante_first: bool = False
    levels: Levels
    clock: HandSeconds = HandSeconds()

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> "Structure":
        """A checked structure from the keys of its file."""
        try:
            return cls(**content)
        except ValidationError as error:
            where, what, _ = field_problems(error, _known)[0]
            raise TournamentError(": ".join([".".join(where), what]).removeprefix(": ")) from None
        except TypeError:
            raise TournamentError("a structure is a table with keys") from None

    @classmethod
    def parse(cls, text: str) -> "Structure":
        """The structure of a TOML text."""
        return cls.of(parse_toml(text, TournamentError))

    @classmethod
    def read(cls, path: str | Path) -> "Structure":
        """The structure of a TOML file; errors name it."""
        content = read_toml(path, TournamentError)
        try:
            return cls.of(content)
        except TournamentError as error:
            raise TournamentError(f"{path}: {error}") from None

    @field_validator("name")
    @classmethod
    def _check_name(cls, name: str) -> str:
        if not name.isprintable() or name != name.strip():
            raise ValueError(f"'{shorten(name)}' is no name: one line of text")
        return name

    @field_validator("payouts", mode="before")
    @classmethod
    def _read_payouts(cls, given: object) -> object:
        return {f"2-{MOST_PLAYERS}": given} if isinstance(given, str) else given

    @model_validator(mode="after")
    def _check(self) -> Self:
        if not self.buy_in + self.bounty:
            raise ValueError("buy_in: there is nothing to win")
        if self.progressive and not self.bounty:
            raise ValueError("progressive: there is no bounty")
        for span in self.payouts:
            _span(span)
        try:
            self.prizes(self.players)
        except PokerError as error:
            raise ValueError(f"payouts: {error}") from None
        if self.levels.unit is LengthUnit.MINUTES and min(self.levels.length) * 60 < 1:
            raise ValueError("levels.length: a level lasts a second at least")
        return self

    def record(self) -> dict[str, Any]:
        """The keys of its file, as plain data: `of` gives the same structure."""
        return self.model_dump(mode="json", exclude_none=True)

    @property
    def cost(self) -> int:
        """What a player pays to enter, in cents."""
        return self.buy_in + self.fee + self.bounty

    @property
    def is_timed(self) -> bool:
        """Whether levels last minutes."""
        return self.levels.unit is LengthUnit.MINUTES

    def check_entrants(self, players: int) -> int:
        """How many enter, or an error."""
        if not 2 <= players <= self.players:
            seats = "2" if self.players == 2 else f"2 to {self.players}"
            raise TournamentError(f"'{self.name}' is for {seats} players, not {players}")
        self.prizes(players)
        return players

    def prizes(self, players: int) -> tuple[int, ...]:
        """The prize of every place in cents, the best first: whole cents that add up to the pool, odd ones to the best
        place. Places without a prize have 0; bounties are not in it."""
        shares = [Fraction(share) for share in parse_payouts(self._payouts_of(players), players)]
        pool, whole = self.buy_in * players, sum(shares)
        prizes = [int(pool * share / whole) for share in shares] + [0] * (players - len(shares))
        prizes[0] += pool - sum(prizes)
        return tuple(prizes)

    def level(self, number: int) -> Level:
        """A level by its number from 1; the last one has no end."""
        levels = all_levels(self.levels)
        return levels[min(number, len(levels)) - 1]

    def level_after(self, hands: int, seconds: float) -> tuple[Level, float]:
        """The level of a hand before which so many hands (or, in timed structures, seconds) were played, and how many
        hands or seconds later the next one begins (infinity: never)."""
        passed = seconds if self.is_timed else hands
        for level in all_levels(self.levels):
            end = level.length * (60.0 if self.is_timed else 1)
            if passed < end:
                return level, end - passed
            passed -= end
        return level, float("inf")

    def seconds_per_hand(self, left: int) -> float:
        """How long a hand of so many players takes on the virtual clock."""
        return self.clock.hand + self.clock.player * left

    def _payouts_of(self, players: int) -> str:
        for span, text in self.payouts.items():
            least, most = _span(span)
            if least <= players <= most:
                return text
        raise TournamentError(f"'{self.name}' has no payouts for {players} players")


@cache
def all_levels(levels: Levels) -> tuple[Level, ...]:
    """All levels until no more chips can be asked for."""
    found, grown = list[Level](), Fraction(1)
    blinds = list(levels.blinds or (levels.first,))
    start, factor = blinds[-1], Fraction(str(levels.factor or levels.growth))
    assert start is not None
    while True:
        number = len(found)
        if number < len(blinds):
            amounts = blinds[number]
            assert amounts is not None
        else:
            grown *= factor
            big = min(max(_rounded(start.big * grown), found[-1].big_blind + 1), MOST_BLIND)
            amounts = Blinds(start.small * big // start.big, big, start.ante * big // start.big)
        found.append(Level(number + 1, *amounts, levels.length[min(number, len(levels.length) - 1)]))
        if amounts.big == MOST_BLIND:
            return tuple(found)


def named_structure(text: str) -> Structure:
    """A ready structure by its name, or the structure of a file by its path (it ends in .toml)."""
    name = text.strip()
    if name in ready_structures():
        return Structure.read(DIRECTORY / f"{name}.toml")
    if name.endswith(".toml"):
        return Structure.read(name)
    near = get_close_matches(name.lower(), ready_structures(), n=1)
    hint = f"did you mean '{near[0]}'?" if near else f"ready ones are {', '.join(ready_structures())}; or a .toml file"
    raise TournamentError(f"'{shorten(name)}' is not a structure ({hint})")


@cache
def ready_structures() -> tuple[str, ...]:
    """The names of the structures that ship."""
    return tuple(sorted(path.stem for path in DIRECTORY.glob("*.toml")))


def _rounded(amount: Fraction) -> int:
    """To two digits, as the blinds of clubs are."""
    whole = round(amount)
    unit = 10 ** max(len(str(whole)) - 2, 0)
    return int(round(amount / unit) * unit)


def _span(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"\s*([0-9]{1,2})\s*(?:-\s*([0-9]{1,2})\s*)?", text, re.ASCII)
    if not found or not 2 <= int(found[1]) <= int(found[2] or found[1]) <= MOST_PLAYERS:
        raise ValueError(
            f"payouts: '{shorten(text)}' is no number of players, as in '3' or '5-7' (2 to {MOST_PLAYERS})"
        )
    return int(found[1]), int(found[2] or found[1])


def _known(table: Sequence[str]) -> list[str]:
    tables: dict[str, type[BaseModel]] = {"levels": Levels, "clock": HandSeconds}
    return list((tables.get(table[0], Structure) if table else Structure).model_fields)
