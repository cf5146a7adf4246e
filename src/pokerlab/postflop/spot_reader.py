"""Reading a spot: its TOML, and what is wrong with one in a line."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerlab import _toml
from pokerlab._fields import Problem, field_problems
from pokerlab.cards.range_files import SIGN, range_or_file
from pokerlab.errors import RangeError, SpotError

if TYPE_CHECKING:
    from pydantic import ValidationError


def read_toml(path: str | Path) -> dict[str, Any]:
    """The content of a TOML file; errors name the file."""
    return _toml.read_toml(path, SpotError)


def read_content(path: str | Path) -> dict[str, Any]:
    """The content of a spot's TOML file, with ranges in files of their own (`@btn.txt`, beside the spot) read."""
    content = read_toml(path)
    try:
        return with_range_files(content, Path(path).parent)
    except SpotError as error:
        raise SpotError(f"{path}: {error}") from None


def with_range_files(content: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """The keys of a spot with ranges in place of the files that `oop` and `ip` name; errors name the key."""
    read = dict(content)
    for key in ("oop", "ip"):
        given = content.get(key)
        if isinstance(given, str) and given.strip().startswith(SIGN):
            try:
                read[key] = range_or_file(given, folder)
            except RangeError as error:
                raise SpotError(f"{key}: {error}") from None
    return read


def parse_toml(text: str) -> dict[str, Any]:
    """The content of a TOML text."""
    return _toml.parse_toml(text, SpotError)


class SpotFieldsError(SpotError):
    """A spot whose keys or values cannot be. `problems`: all of them, as (key, what is wrong with it); the text is the
    first."""

    def __init__(self, problems: Sequence[tuple[str, str]]) -> None:
        where, what = problems[0]
        super().__init__(f"{where}: {what}" if where else what)
        self.problems = tuple(problems)


def fields_error(error: "ValidationError", given: Mapping[str, Any], known: Sequence[str]) -> SpotFieldsError:
    """All problems by key, with the nearest known name for an unknown one; `known`: the keys of a spot."""
    problems = field_problems(error, lambda table: _known_names(list(table), known))
    return SpotFieldsError(list(dict.fromkeys(_problem(problem, given, known) for problem in problems)))


def _problem(problem: Problem, given: Mapping[str, Any], known: Sequence[str]) -> tuple[str, str]:
    place, what, kind = problem
    where = ".".join(_as_written(place, given))
    if kind == "missing" and place == ("stacks",):
        where = "stack"
    if kind in ("tuple_type", "too_short", "too_long"):
        what = "must be two numbers, [oop, ip]"
    if not where and ": " in what and kind != "extra_forbidden":  # about the spot as a whole: it begins with a key
        key, rest = what.split(": ", 1)
        return (key, rest) if key in ("stack", *known) else ("", what)
    return where, what


def _known_names(table: list[str], of_spot: Sequence[str]) -> list[str]:
    sizes = ["bet", "raise", "donk"]
    match table:
        case []:
            return ["stack", *of_spot]
        case ["rake"]:
            return ["percent", "cap"]
        case [_]:
            return [*sizes, "oop", "ip"]
        case _:
            return sizes[:2] if table[-1] == "ip" else sizes


def _as_written(place: tuple[str, ...], given: Mapping[str, Any]) -> tuple[str, ...]:
    """`flop.oop.bet` as `flop.bet` if that is where it was written, for both players."""
    if len(place) < 3 or place[1] not in ("oop", "ip"):
        return place
    street, player, key, *_ = place
    own = given[street].get(player, {})
    return (street, key) if isinstance(own, Mapping) and key not in own else (street, player, key)
