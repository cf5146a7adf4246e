"""Reading a spot: its TOML, and what is wrong with one in a line."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pokerlab import _toml
from pokerlab.cards.range_files import SIGN, range_or_file
from pokerlab.errors import RangeError, SpotError, shorten

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
    problems = error.errors(include_url=False, include_input=False)
    # An unknown name explains a missing one, so it goes first.
    problems.sort(key=lambda found: found["type"] != "extra_forbidden")
    return SpotFieldsError(list(dict.fromkeys(_problem(problem, given, known) for problem in problems)))


def _problem(problem: Any, given: Mapping[str, Any], known: Sequence[str]) -> tuple[str, str]:
    place = tuple(str(part) for part in problem["loc"])
    if problem["type"] == "extra_forbidden":
        *table, key = place
        where, what = ".".join(table), f"unknown key '{shorten(key)}'{_hint(key, _known_names(table, known))}"
    else:
        where, what = ".".join(_as_written(place, given)), _what(problem)
        if problem["type"] == "missing" and place == ("stacks",):
            where = "stack"
    if not where and ": " in what:  # what is wrong with the spot as a whole begins with a key
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


def _hint(key: str, known: list[str]) -> str:
    near = get_close_matches(key.lower(), known, n=1, cutoff=0.5)
    return f" (did you mean '{near[0]}'?)" if near else f" (known: {', '.join(known)})"


def _as_written(place: tuple[str, ...], given: Mapping[str, Any]) -> tuple[str, ...]:
    """`flop.oop.bet` as `flop.bet` if that is where it was written, for both players."""
    if len(place) < 3 or place[1] not in ("oop", "ip"):
        return place
    street, player, key, *_ = place
    own = given[street].get(player, {})
    return (street, key) if isinstance(own, Mapping) and key not in own else (street, player, key)


def _what(problem: Any) -> str:
    kind, context = problem["type"], problem.get("ctx", {})
    match kind:
        case "value_error":
            return str(context["error"])
        case "missing":
            return "is missing"
        case "literal_error":
            return f"must be {context['expected']}"
        case "model_type" | "model_attributes_type":
            return "must be a table"
        case "tuple_type" | "too_short" | "too_long":
            return "must be two numbers, [oop, ip]"
    return str(problem["msg"]).replace("Input should be", "must be")
