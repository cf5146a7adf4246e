"""A post-flop spot on the command line: a SPOT.toml, options that override it, or options alone.

    @takes_spot
    def solve(spot: "Spot", target: float = 0.5) -> None: ...

gives a verb the argument SPOT and every option of a spot, and calls it with the spot they describe. A verb that has a
parameter `job` also gets the file's table `[job]` (see `postflop.job`); others leave it alone.
"""

import inspect
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.example_files import or_example
from pokerlab.cli.option_sets import annotated, in_place_of, option
from pokerlab.errors import JobError, SpotError, shorten

if TYPE_CHECKING:
    from pokerlab.postflop.spot import Spot

_SPOT, _SIZES = "The spot (instead of SPOT.toml, or to change it)", "Bet sizes, such as '33%, 75%, a'"
_STREETS = ("flop", "turn", "river")


def takes_spot(verb: Callable[..., None]) -> Callable[..., None]:
    """Replace a verb's parameters `spot` and `job` by the argument and the options that describe them."""
    takes_a_job = "job" in inspect.signature(verb).parameters
    argument, options = _parameters()

    def run(**given: Any) -> None:
        path: Path | None = given.pop(argument.name)
        settings = {option.name: given.pop(option.name) for option in options}
        spot, job = read_spot(path, settings)
        try:
            verb(spot=spot, **({"job": job} if takes_a_job else {}), **given)
        except JobError as error:
            raise JobError(f"{path}: job: {error}" if job else str(error)) from None

    return in_place_of(verb, ("spot", "job"), [argument, *options], run)


def read_spot(path: Path | None, settings: dict[str, Any]) -> "tuple[Spot, dict[str, Any]]":
    """The spot of a file, changed by the options that were given (those that are not None), and the file's job."""
    from pokerlab.postflop.job import split_content
    from pokerlab.postflop.spot import Spot
    from pokerlab.postflop.spot_reader import read_content, with_range_files

    try:
        content, job = split_content(read_content(or_example(path)) if path else {})
    except JobError as error:
        raise JobError(f"{path}: {error}") from None
    changes = _changes({name: value for name, value in settings.items() if value is not None})
    changes = [(keys, with_range_files({".".join(keys): value}, Path()).popitem()[1]) for keys, value in changes]
    _drop_own_sizes(content, settings)
    for keys, value in changes:
        _put(content, keys, value)
    if not content:
        raise SpotError("a spot is needed: SPOT.toml, or --board, --pot, --stack, --oop and --ip")
    try:
        return Spot(**content), job
    except SpotError as error:
        is_by_option = any(str(error).startswith(f"{'.'.join(keys)}: ") for keys, _ in changes)
        raise SpotError(f"{path}: {error}" if path and not is_by_option else str(error)) from None


def _parameters() -> tuple[inspect.Parameter, list[inspect.Parameter]]:
    spot, sizes = partial(option, rich_help_panel=_SPOT), partial(option, rich_help_panel=_SIZES)
    file = typer.Argument(help="A spot as TOML (docs/spots.md).", metavar="SPOT.toml", show_default=False)
    argument = annotated("spot_file", Annotated[Path | None, file], None)
    options = [
        spot("board", str, "3 to 5 cards."),
        spot("pot", str, "Chips in the middle, as 55, 5.5 or 5.5bb.", metavar="CHIPS"),
        spot("stack", str, "Chips behind: one number, or oop,ip.", metavar="CHIPS[,CHIPS]"),
        spot("oop", str, "Range of the first player, or @FILE.", metavar="RANGE"),
        spot("ip", str, "Range of the second player, or @FILE.", metavar="RANGE"),
        spot("aggressor", str, "Who bet last on the street before.", metavar="oop|ip"),
        spot("rake", float, "Rake in percent of the pot.", metavar="PERCENT"),
        spot("rake_cap", str, "Largest rake.", metavar="CHIPS"),
        spot("big_blind", int, "For amounts and results in big blinds; 100 if amounts are.", metavar="CHIPS"),
        *(sizes(f"{street}_{what}", str, _size_help(street, what), metavar="SIZES")
          for street in _STREETS for what in ("bet", "raise", "donk")),
        sizes("raise_cap", int, "Most bets and raises per street."),
        sizes("all_in_below", float, "Offer all-in too where the stack is at most so many pots."),
        sizes("force_all_in_below", float, "A bet that leaves at most so many pots is all-in."),
        sizes("merge", float, "Drop sizes within this part of a larger one."),
        sizes("add", list[str], "Open a line of play, such as 'check/bet 40'.", metavar="LINE"),
        sizes("remove", list[str], "Close a line of play.", metavar="LINE"),
        sizes("set", list[str], "Any key of the file, such as flop.oop.bet='33%'.", metavar="KEY=VALUE"),
    ]  # fmt: skip
    return argument, options


def _size_help(street: str, what: str) -> str:
    return {
        "bet": f"Bets on the {street}.",
        "raise": f"Raises on the {street}.",
        "donk": f"First player's bets on the {street} into the last aggressor.",
    }[what]


def _changes(given: dict[str, Any]) -> list[tuple[tuple[str, ...], Any]]:
    """Options as (path of the key, value)."""
    changes: list[tuple[tuple[str, ...], Any]] = []
    for name, value in given.items():
        street, _, what = name.partition("_")
        if name == "set":
            changes += [_assignment(text) for text in value]
        elif name == "stack":
            changes.append(_stacks(value))
        elif name == "pot":
            changes.append(((name,), _amount(name, value)))
        elif name == "rake_cap":
            changes.append((("rake", "cap"), _amount(name, value)))
        elif name == "rake":
            changes.append((("rake", "percent"), value))
        elif street in _STREETS:
            changes.append(((street, what), value))
        else:
            changes.append(((name,), value))
    return changes


def _stacks(text: str) -> tuple[tuple[str, ...], Any]:
    chips = [_amount("stack", part) for part in text.split(",")]
    return (("stack",), chips[0]) if len(chips) == 1 else (("stacks",), chips)


def _amount(name: str, text: str) -> int | float | str:
    """Chips as a number, big blinds as they are."""
    plain = text.strip()
    if plain.lower().endswith("bb"):
        return plain
    try:
        return int(plain) if plain.lstrip("+-").isdecimal() else float(plain)
    except ValueError:
        option = f"--{name.replace('_', '-')}"
        one = "one amount or two with a comma" if name == "stack" else "one amount"
        raise SpotError(
            f"{option} '{shorten(text)}': chips or big blinds are needed, {one}, as 100, 5.5 or 5.5bb"
        ) from None


def _assignment(text: str) -> tuple[tuple[str, ...], Any]:
    """`flop.oop.bet=33%`, where a value is what TOML would take, or a text."""
    from pokerlab.postflop.spot_reader import parse_toml

    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise SpotError(f"--set '{shorten(text)}': KEY=VALUE is needed, such as flop.oop.bet=33%")
    try:
        parsed = parse_toml(f"value = {value}")["value"]
    except SpotError:
        parsed = value.strip()
    return tuple(part.strip() for part in key.split(".")), parsed


def _drop_own_sizes(content: dict[str, Any], settings: dict[str, Any]) -> None:
    """`--flop-bet` is for both players, so what a file has for one of them goes."""
    for street in _STREETS:
        for what in ("bet", "raise", "donk"):
            table = content.get(street)
            if settings.get(f"{street}_{what}") is not None and isinstance(table, dict):
                for own in (table.get("oop"), table.get("ip")):
                    if isinstance(own, dict):
                        own.pop(what, None)


def _put(content: dict[str, Any], keys: tuple[str, ...], value: Any) -> None:
    if keys in (("stack",), ("stacks",)):
        content.pop("stack", None)
        content.pop("stacks", None)
    *tables, key = keys
    for table in tables:
        inner = content.setdefault(table, {})
        if not isinstance(inner, dict):
            raise SpotError(f"{shorten('.'.join(keys))}: '{shorten(table)}' is not a table")
        content = inner
    content[key] = value
