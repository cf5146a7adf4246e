"""Players by name: their rule files, what they are based on, and the roster.

    read_rules("rock")           the rules of a player, checked
    roster()                     who there is: levels and weights
    drawn_players(8, seed=1)     opponents, drawn by weight

Files are shipped in `agents/players`; those of the user, in `players` below the directory of data, come first. A file
holds what differs from what it is `based_on`, which is `default` unless it says otherwise. A name of the roster without
a file plays by `default.toml`. What is wrong with a file is one line: the file, the key, and what was expected.
"""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pokerlab._data_directory import default_directory
from pokerlab._fields import field_problems
from pokerlab._streams import bits, stream
from pokerlab._toml import parse_toml, read_toml
from pokerlab.agents.rules import PlayerRules
from pokerlab.errors import AgentError, PokerError, shorten

SHIPPED = Path(__file__).parent / "players"
DEFAULT = "default"
ROSTER = "roster"
MOST_BASES = 20
"""How long a chain of files that are based on each other may be."""
UNKNOWN_LEVEL = 3
"""The level of whoever is not in the roster."""

_NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
MOST_NAME = 40
_DRAWN = 0xD4A3
"""What tells the draw of opponents from other draws of a seed."""


class RosterEntry(BaseModel):
    """A name of the roster: its level, 1 (beginner) to 5 (expert), and how often it is drawn as an opponent, compared
    with others."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    level: Annotated[int, Field(ge=1, le=5)]
    weight: Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)] = 1.0


def user_directory() -> Path | None:
    """Where the user's own rule files are; None if there is no such place."""
    try:
        return default_directory() / "players"
    except PokerError:
        return None


def check_name(name: str) -> str:
    """A name of a player; an `AgentError` if it is none. `default` are the rules of all who have none."""
    if name == DEFAULT:
        raise AgentError("'default' is no player: these are the rules of all who have no file")
    if name == ROSTER or len(name) > MOST_NAME or not _NAME.fullmatch(name):
        raise AgentError(
            f"'{shorten(name)}' is not a name of a player: small letters and digits, parts joined by '-', at most "
            f"{MOST_NAME}, and not 'roster'"
        )
    return name


def find_file(name: str) -> Path | None:
    """The file of a name: the user's, or the shipped one; None if there is none."""
    if not _NAME.fullmatch(name) or len(name) > MOST_NAME:
        return None
    for folder in (user_directory(), SHIPPED):
        if folder and (folder / f"{name}.toml").is_file():
            return folder / f"{name}.toml"
    return None


def player_names() -> list[str]:
    """All names that can play: of the roster and of files."""
    return sorted({*roster(), *(path.stem for path in rule_files())} - {DEFAULT, ROSTER})


def rule_files() -> list[Path]:
    """All rule files, `default` first; a file of the user stands for the shipped one of its name."""
    found = {path.stem: path for path in sorted(SHIPPED.glob("*.toml"))}
    own = user_directory()
    if own and own.is_dir():
        found |= {path.stem: path for path in sorted(own.glob("*.toml"))}
    found.pop(ROSTER, None)
    return [found.pop(DEFAULT), *found.values()]


def roster() -> dict[str, RosterEntry]:
    """By name, who there is: of the user's roster, or the shipped one."""
    own = user_directory()
    path = own / f"{ROSTER}.toml" if own and (own / f"{ROSTER}.toml").is_file() else SHIPPED / f"{ROSTER}.toml"
    return _kept_roster(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=8)
def _kept_roster(path: Path, _: int) -> dict[str, RosterEntry]:
    return read_roster(read_toml(path, AgentError), str(path))


def drawn_players(count: int, seed: int, level: int = 0) -> list[str]:
    """Opponents from the roster, by weight: the same seed draws the same ones. Nobody comes twice before all have come;
    `level`: only of this one."""
    entries = {name: one.weight for name, one in roster().items() if one.weight and level in (0, one.level)}
    if not entries:
        raise AgentError(f"nobody of level {level} can be drawn: {ROSTER}.toml has none with a weight above 0")
    chance, found, left = stream(seed, _DRAWN), list[str](), dict[str, float]()
    for number in range(count):
        left = left or dict(entries)
        point = bits(chance, number) / 2**64 * sum(left.values())
        ends = accumulate(left.values())
        name = next((name for name, end in zip(left, ends, strict=True) if point < end), [*left][-1])
        found.append(name)
        left.pop(name)
    return found


def read_roster(content: Mapping[str, Any], where: str) -> dict[str, RosterEntry]:
    """A roster, checked: `[rock]` with `level` and `weight`."""
    found = {}
    for name, entry in content.items():
        try:
            check_name(name)
            found[name] = RosterEntry.model_validate(entry)
        except ValidationError as error:
            place, what, _ = field_problems(error, lambda _: list(RosterEntry.model_fields))[0]
            raise AgentError(f"{where}: {'.'.join((name, *place))}: {what}") from None
        except PokerError as error:
            raise AgentError(f"{where}: {error}") from None
    if not any(entry.weight for entry in found.values()):
        raise AgentError(f"{where}: nobody can be drawn: at least one player with a weight above 0 is expected")
    return found


def level_of(name: str) -> int:
    """The level of a player, by the name he sits under; `rock (2)` is a second rock."""
    plain = name.split(" ", 1)[0].removeprefix("expert:").split(":", 1)[0]
    entry = roster().get(plain)
    return entry.level if entry else UNKNOWN_LEVEL


def read_rules(name: str) -> PlayerRules:
    """The rules of a player by name, or of a file by its path."""
    path = path_of(name)
    return check_rules(_content(path), path)


def path_of(name: str) -> Path:
    """The file that a player plays by: of a name or a path; an `AgentError` if nobody is called so."""
    path = Path(name) if name.endswith(".toml") else find_file(name)
    if path is None and name in roster():
        path = find_file(DEFAULT)
    if path is None:
        near = get_close_matches(name, player_names(), n=1)
        hint = f" (did you mean '{near[0]}'?)" if near else " (`pokerlab players list` shows all)"
        raise AgentError(f"'{shorten(name)}' is not a player{hint}")
    return path


def rule_chain(name: str) -> list[Path]:
    """The files that a player's rules come from: his own, what it is based on, and so on."""
    path = path_of(name)
    return [path for path, _ in _chain(_content(path), path)]


def parse_rules(text: str, path: Path) -> PlayerRules:
    """The rules of a text, as if it were the file of this name."""
    try:
        content = parse_toml(text, AgentError)
    except AgentError as error:
        raise AgentError(f"{path}: {error}") from None
    return check_rules(content, path)


def check_rules(content: Mapping[str, Any], path: Path) -> PlayerRules:
    """The rules that the content of a file and all that it is based on make."""
    chain = _chain(content, path)
    merged: dict[str, Any] = {}
    for _, some in reversed(chain):
        merged = _merge(merged, some)
    merged.pop("based_on", None)
    try:
        return PlayerRules.model_validate(merged)
    except ValidationError as error:
        place, what, kind = field_problems(error, _known_keys)[0]
        raise AgentError(f"{_blamed(chain, place, what, kind)}: {'.'.join(place) + ': ' if place else ''}{what}") from (
            None
        )


def _content(path: Path) -> Mapping[str, Any]:
    """What a file says, kept while it does not change: `default.toml` is below all others."""
    try:
        found = path.stat()
    except OSError:
        return read_toml(path, AgentError)
    return _kept_content(path, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=64)
def _kept_content(path: Path, *_: int) -> Mapping[str, Any]:
    return read_toml(path, AgentError)


def _chain(content: Mapping[str, Any], path: Path) -> list[tuple[Path, Mapping[str, Any]]]:
    """A file and all that it is based on, with their contents."""
    chain = [(path, content)]
    while (base := _base_of(*chain[-1])) is not None:
        below = find_file(base)
        if below is None:
            raise AgentError(f"{chain[-1][0]}: based_on: there is no player '{shorten(base)}'")
        if below.resolve() in [known.resolve() for known, _ in chain] or len(chain) >= MOST_BASES:
            names = " -> ".join(known.stem for known, _ in chain)
            raise AgentError(f"{path}: based_on: goes round in a circle: {names} -> {base}")
        chain.append((below, _content(below)))
    return chain


def _base_of(path: Path, content: Mapping[str, Any]) -> str | None:
    base = content.get("based_on")
    if path.stem == DEFAULT:
        if base is not None:
            raise AgentError(f"{path}: based_on: all others are based on default, which is based on nothing")
        return None
    if base is None:
        return DEFAULT
    if not isinstance(base, str):
        raise AgentError(f"{path}: based_on: must be the name of a player in quotes, not {shorten(repr(base))}")
    return base


def _merge(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(below)
    for key, value in above.items():
        before = found.get(key)
        found[key] = _merge(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return found


def _known_keys(table: Sequence[str]) -> list[str]:
    model: type[BaseModel] = PlayerRules
    for key in table:
        for name, field in model.model_fields.items():
            if key in (name, field.alias) and isinstance(field.annotation, type):
                model = field.annotation
    own = [field.alias or name for name, field in model.model_fields.items()]
    return own if table else ["based_on", *own]


def _blamed(chain: Sequence[tuple[Path, Mapping[str, Any]]], place: Sequence[str], what: str, kind: str) -> Path:
    """The file that says what is wrong: the last one that has the key, or the one that all are based on if it is
    missing."""
    if kind == "missing":
        return chain[-1][0]
    quoted = re.match(r"unknown key '([^']*)'", what)
    wanted = [*place, quoted[1]] if kind == "extra_forbidden" and quoted else list(place)
    for path, content in chain:
        found: Any = content
        for key in wanted:
            found = found.get(key) if isinstance(found, Mapping) else None
        if found is not None:
            return path
    return chain[0][0]
