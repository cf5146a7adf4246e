"""A post-flop spot: two players, a board, a pot, and what both may hold and bet.

`Spot.read("spot.toml")` reads the file that players write (docs/spots.md has its keys), `Spot(...)` takes the same
names in Python. A spot is checked as a whole and does not change; what cannot be is a `SpotError` of one line.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import numpy as np
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_core.core_schema import (
    CoreSchema,
    no_info_after_validator_function,
    no_info_before_validator_function,
)

from pokerlab._numbers import number_text
from pokerlab._toml import write_toml
from pokerlab.betting.lines import LinedMenu
from pokerlab.betting.menu import Menu
from pokerlab.betting.sizes import Size, format_sizes, parse_sizes
from pokerlab.betting.street_menu import SeatSizes, StreetMenu
from pokerlab.betting.street_reader import DEFAULT_BET, DEFAULT_RAISE
from pokerlab.cards.card import as_cards, format_cards
from pokerlab.cards.combos import format_combo
from pokerlab.cards.ranges import Range
from pokerlab.errors import PokerError, SpotError, shorten
from pokerlab.games.betting import NOBODY
from pokerlab.games.library import postflop_game
from pokerlab.games.rake import Rake
from pokerlab.games.rules import Game
from pokerlab.postflop.spot_reader import fields_error, parse_toml, read_content
from pokerlab.postflop.spot_units import MOST_DECIMALS, as_written, content_as_written, in_chips

OOP, IP = 0, 1
PLAYERS = ("oop", "ip")
FLOP, TURN, RIVER = 3, 4, 5
STREETS = {FLOP: "flop", TURN: "turn", RIVER: "river"}

MOST_CHIPS = 500_000_000
LEAST_WEIGHT = 1e-13
"""The least weight of a hand against the largest of its range."""
SCALED_BELOW = 1e-3
"""A range whose largest weight is below this is scaled to 1."""


def _read_range(given: object) -> Range:
    try:
        if isinstance(given, str):
            return Range.parse(given)
        if isinstance(given, Range):
            return given
        if np.ndim(given) == 0:  # type: ignore[arg-type]
            raise TypeError
        return Range(given)  # type: ignore[arg-type]
    except PokerError as error:
        raise ValueError(str(error)) from None
    except (TypeError, ValueError, OverflowError):
        raise ValueError("a range is a text such as 'QQ+,AKs', a Range or 1326 weights") from None


def _read_board(given: object) -> tuple[int, ...]:
    try:
        cards = as_cards(given, at_most=5)  # type: ignore[arg-type]
    except PokerError as error:
        raise ValueError(str(error)) from None
    except (TypeError, ValueError, OverflowError):
        raise ValueError("a board is a text such as 'QsJh2h', or cards 0..51") from None
    if len(cards) < FLOP:
        raise ValueError(f"'{format_cards(cards)}' has {len(cards)} cards, a board has 3, 4 or 5")
    return cards


def _read_sizes(given: object, *, is_raise: bool) -> tuple[Size, ...]:
    try:
        return parse_sizes(given, is_raise=is_raise)  # type: ignore[arg-type]
    except PokerError as error:
        raise ValueError(str(error)) from None
    except TypeError:
        raise ValueError(f"{shorten(repr(given))} is not a list of bet sizes such as '33%, 75%, a'") from None


def _read_lines(given: object) -> tuple[str, ...]:
    if isinstance(given, str) or not isinstance(given, Sequence) or not all(isinstance(line, str) for line in given):
        raise ValueError(f"{shorten(repr(given))} is not a list of lines of play such as ['check/bet 40']")
    return tuple(given)


def _read_chips(given: object) -> int:
    if isinstance(given, float) and not given.is_integer():
        raise ValueError(f"{given:g} is not a whole number of chips (choose a smaller unit)")
    if isinstance(given, bool) or not isinstance(given, int | float | np.integer):
        raise ValueError(f"{shorten(repr(given))} is not a number of chips")
    if not 0 < given <= MOST_CHIPS:
        number = f"{given:.15g}" if isinstance(given, float) else number_text(given)
        raise ValueError(f"{number} is not between 1 and {MOST_CHIPS:,} chips")
    return int(given)


Chips = Annotated[int, BeforeValidator(_read_chips)]
RangeField = Annotated[Range, BeforeValidator(_read_range)]
Bets = Annotated[tuple[Size, ...], BeforeValidator(lambda given: _read_sizes(given, is_raise=False))]
Raises = Annotated[tuple[Size, ...], BeforeValidator(lambda given: _read_sizes(given, is_raise=True))]
NotNegative = Annotated[float, Field(ge=0, allow_inf_nan=False, strict=True)]
Lines = Annotated[tuple[str, ...], BeforeValidator(_read_lines)]

_SETTINGS = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, hide_input_in_errors=True)


class PlayerSizes(BaseModel):
    """The sizes of one player on one street; no size means no bet. `donk` None: as `bet`."""

    model_config = _SETTINGS

    bet: Bets = parse_sizes(DEFAULT_BET, is_raise=False)
    raises: Annotated[Raises, Field(alias="raise")] = parse_sizes(DEFAULT_RAISE, is_raise=True)
    donk: Bets | None = None

    def texts(self) -> dict[str, str]:
        """As in the file: `bet`, `raise` and, where given, `donk`."""
        texts = {"bet": format_sizes(self.bet), "raise": format_sizes(self.raises)}
        return texts if self.donk is None else texts | {"donk": format_sizes(self.donk)}


class StreetSizes(BaseModel):
    """The sizes of both players on one street: `bet`, `raise` and `donk` for both, `oop` and `ip` for one of them."""

    model_config = _SETTINGS

    oop: PlayerSizes = PlayerSizes()
    ip: PlayerSizes = PlayerSizes()

    @model_validator(mode="before")
    @classmethod
    def _share(cls, given: Any) -> Any:
        """Give each player what is written for both; only the first player can donk."""
        if not isinstance(given, dict):
            return given
        shared = {key: given[key] for key in ("bet", "raise", "donk") if key in given}
        rest = {key: given[key] for key in given if key not in shared}
        for player in PLAYERS:
            own = rest.get(player, {})
            if isinstance(own, dict):
                below = {key: sizes for key, sizes in shared.items() if key != "donk" or player == "oop"}
                rest[player] = below | own
        return rest

    @field_validator("ip")
    @classmethod
    def _only_the_first_player_donks(cls, sizes: PlayerSizes) -> PlayerSizes:
        if sizes.donk is not None:
            raise ValueError("only the first player (oop) can donk")
        return sizes

    def texts(self) -> dict[str, Any]:
        """As in the file, with what both players share written once."""
        oop, ip = self.oop.texts(), self.ip.texts()
        shared = {key: text for key, text in oop.items() if ip.get(key, text) == text}
        own = {
            player: {key: text for key, text in texts.items() if key not in shared}
            for player, texts in (("oop", oop), ("ip", ip))
        }
        return shared | {player: texts for player, texts in own.items() if texts}


class _RakeTable(BaseModel):
    """The table of a rake in a file."""

    model_config = _SETTINGS

    percent: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False, strict=True)] = 0.0
    cap: NotNegative | None = None


class _ReadsRake:
    """Reads a `Rake` from its table. Parts of a chip count in a spot: it is about averages, not about a cashier."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        table = handler.generate_schema(_RakeTable)
        given = no_info_before_validator_function(lambda rake: _rake_table(rake), table)
        return no_info_after_validator_function(lambda read: Rake(read.percent, read.cap, exact=True), given)


def _rake_table(rake: object) -> object:
    return {"percent": rake.percent, "cap": rake.cap} if isinstance(rake, Rake) else rake


class Spot(BaseModel):
    """A spot; chips are whole numbers in any unit. The keys of `SPOT.toml` are the names below. Amounts may be given in
    big blinds, as texts such as `97.5bb`, or with decimals (`spot_units`); here they are chips.

    - `board`: 3 to 5 cards; `pot`: chips in the middle
    - `stacks`: what each has behind, (oop, ip); `stack=` for both. Beyond the smaller one nothing can be lost
    - `oop`, `ip`: the ranges of the first and of the second player; hands that share a card with the board do not count
    - `rake`; `big_blind`: chips, for amounts and results in big blinds
    - `decimals`: digits after the point of amounts as they are written: 2 if 5.5 are 550 chips
    - `aggressor`: who bet or raised last on the street before this one, if anybody did
    - `raise_cap`: most bets and raises per street; `all_in_past_cap`: after them all-in is still possible
    - `all_in_below`, `force_all_in_below`, `merge`: see `betting.street_menu`
    - `flop`, `turn`, `river`: sizes; those of streets that are over do not matter
    - `add`, `remove`: single lines of play that are opened or closed, see `betting.lines`
    """

    model_config = _SETTINGS

    name: str = ""
    board: Annotated[tuple[int, ...], BeforeValidator(_read_board)]
    pot: Chips
    stacks: tuple[Chips, Chips]
    oop: RangeField
    ip: RangeField
    rake: Annotated[Rake, _ReadsRake] = Rake(exact=True)
    big_blind: Chips | None = None
    decimals: Annotated[int, Field(ge=0, le=MOST_DECIMALS, strict=True)] = 0
    aggressor: Literal["oop", "ip"] | None = None
    raise_cap: Annotated[int, Field(ge=0, strict=True)] | None = None
    all_in_past_cap: Annotated[bool, Field(strict=True)] = False
    all_in_below: NotNegative = 0.0
    force_all_in_below: NotNegative = 0.0
    merge: NotNegative = 0.0
    flop: StreetSizes = StreetSizes()
    turn: StreetSizes = StreetSizes()
    river: StreetSizes = StreetSizes()
    add: Lines = ()
    remove: Lines = ()

    def __init__(self, **given: Any) -> None:
        given = in_chips(given)
        try:
            super().__init__(**given)
        except ValidationError as error:
            raise fields_error(error, given, list(type(self).model_fields)) from None

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Read a TOML file; errors name the file."""
        content = read_content(path)
        try:
            return cls(**content)
        except SpotError as error:
            raise SpotError(f"{path}: {error}") from None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text of a TOML file."""
        return cls(**parse_toml(text))

    def to_dict(self) -> dict[str, Any]:
        """Plain data with the keys of the file; `Spot(**spot.to_dict())` is the same spot."""
        oop, ip = self.stacks
        content: dict[str, Any] = {"name": self.name} if self.name else {}
        content |= {"board": format_cards(self.board), "pot": self.pot}
        content |= {"stack": oop} if oop == ip else {"stacks": [oop, ip]}
        content |= {"oop": str(self.oop), "ip": str(self.ip)}
        for key in ("big_blind", "aggressor", "raise_cap"):
            if getattr(self, key) is not None:
                content[key] = getattr(self, key)
        for key in ("all_in_past_cap", "all_in_below", "force_all_in_below", "merge"):
            if getattr(self, key):
                content[key] = getattr(self, key)
        for key in ("add", "remove"):
            if getattr(self, key):
                content[key] = list(getattr(self, key))
        if self.rake != Rake(exact=True):
            cap = {} if self.rake.cap is None else {"cap": self.rake.cap}
            content["rake"] = {"percent": self.rake.percent} | cap
        content |= {street: getattr(self, street).texts() for street in STREETS.values()}
        return content_as_written(content, self.decimals)

    def to_toml(self) -> str:
        """The canonical text; reading it gives an equal spot."""
        return write_toml(self.to_dict())

    def changed(self, **new: Any) -> Self:
        """The spot with other values of some fields, amounts in chips."""
        fields = {key: getattr(self, key) for key in type(self).model_fields} | new
        return type(self)(**fields | {"decimals": 0}).model_copy(update={"decimals": self.decimals})

    def amount(self, chips: float) -> int | float:
        """Chips as amounts are written in this spot: 550 as 5.5 where `decimals` is 2."""
        return as_written(chips, self.decimals)

    @property
    def unit(self) -> str:
        """What follows an amount in a text: ` chips`, nothing where amounts have decimals."""
        return "" if self.decimals else " chips"

    @property
    def effective_stack(self) -> int:
        """The smaller stack: what each player can lose at most."""
        return min(self.stacks)

    def live(self, player: int) -> Range:
        """The range of a player (0 oop, 1 ip) without the hands that share a card with the board."""
        return (self.oop, self.ip)[player].without(self.board)

    def sizes(self, street: int, player: int) -> PlayerSizes:
        """The sizes of a player (0 oop, 1 ip) on a street (3, 4 or 5 board cards)."""
        of_street: StreetSizes = getattr(self, STREETS[street])
        return (of_street.oop, of_street.ip)[player]

    def rake_of(self, pot: int) -> float:
        """The rake, in chips, of a pot without the uncalled part of the last bet."""
        return float(self.rake.taken(pot))

    def game(self) -> Game:
        """The spot by the rules of a hand: hold'em from its board on, with the pot in the middle. Beyond the smaller
        stack nothing can be lost, so both have as much."""
        return postflop_game(self.pot, (self.effective_stack,) * 2, board=self.board, rake=self.rake)

    def menu(self) -> Menu:
        """Which bets are considered: the sizes of its streets, with lines added and removed."""
        later = [
            tuple(SeatSizes(sizes.bet, sizes.raises, sizes.donk) for sizes in (street.oop, street.ip))
            for street in (self.flop, self.turn, self.river)
        ]
        aggressor = NOBODY if self.aggressor is None else PLAYERS.index(self.aggressor)
        menu = StreetMenu(
            ((SeatSizes(),) * 2, *later), self.raise_cap, self.all_in_past_cap, self.all_in_below,
            self.force_all_in_below, self.merge, aggressor,
        )  # fmt: skip
        return LinedMenu(menu, self.add, self.remove) if self.add or self.remove else menu

    @model_validator(mode="before")
    @classmethod
    def _one_stack(cls, given: Any) -> Any:
        """`stack` is short for equal `stacks`."""
        if not isinstance(given, dict) or "stack" not in given:
            return given
        if "stacks" in given:
            raise ValueError("stack: give either 'stack' or 'stacks', not both")
        try:
            chips = _read_chips(given["stack"])
        except ValueError as error:
            raise ValueError(f"stack: {error}") from None
        return {key: value for key, value in given.items() if key != "stack"} | {"stacks": (chips, chips)}

    @model_validator(mode="after")
    def _hands_go_together(self) -> Self:
        live = []
        for player, name in enumerate(PLAYERS):
            try:
                live.append((self.oop, self.ip)[player].live(self.board, what="the range"))
            except PokerError as error:
                raise ValueError(f"{name}: {error}") from None
        if not live[0].meets(live[1]):
            raise ValueError("oop and ip: every hand of the one shares a card with every hand of the other")
        for name, of_player in zip(PLAYERS, live, strict=True):
            self._settle_weights(name, of_player)
        return self

    def _settle_weights(self, name: str, live: Range) -> None:
        """Weights are relative: where all are tiny, they are scaled to 1 before they get lost in 32 bits. (A range that
        is half of another looks like it, so others stay as they are.)"""
        largest = float(live.weights.max())
        small = live.weights < LEAST_WEIGHT * largest
        if (small & (live.weights > 0)).any():
            hand = int(np.flatnonzero(small & (live.weights > 0))[0])
            raise ValueError(
                f"{name}: {format_combo(hand)} has weight {live.weights[hand]:g}, less than {LEAST_WEIGHT:g} of the "
                f"largest, {largest:g}: leave it out"
            )
        if largest < SCALED_BELOW:
            given: Range = getattr(self, name)
            self.__dict__[name] = Range(np.minimum(given.weights / largest, 1.0))
