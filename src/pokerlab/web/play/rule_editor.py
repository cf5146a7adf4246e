"""Rule files of players, shown, checked, changed and put back; what is wrong is said with its line."""

import re
from pathlib import Path
from typing import Any

from pokerlab._files import write_atomically
from pokerlab._toml import parse_toml, write_toml
from pokerlab.agents.rule_files import (
    DEFAULT,
    ROSTER,
    SHIPPED,
    check_name,
    find_file,
    parse_rules,
    path_of,
    read_roster,
    read_rules,
    rule_chain,
    rule_files,
    user_directory,
)
from pokerlab.errors import AgentError, PokerError, shorten
from pokerlab.web.limits import RefusedError

_AT_LINE = re.compile(r"\(at line ([0-9]+), column [0-9]+\)")


def file_names() -> list[str]:
    """All that have a file: players, `default` and `roster`."""
    return [*(path.stem for path in rule_files()), ROSTER]


def player_record(name: str) -> dict[str, Any]:
    """A rule file as `PlayerAnswer` has it."""
    path = _path(name)
    toml, shipped = path.read_text("utf-8"), SHIPPED / path.name
    problem = checked(name, toml)
    rules, chain = None, [path.stem]
    if problem is None and name != ROSTER:
        rules = write_toml(read_rules(str(path)).model_dump(mode="json", by_alias=True))
        chain = [one.stem for one in rule_chain(str(path))]
    return {
        "name": name, "toml": toml, "own": path.parent != SHIPPED,
        "shipped": shipped.read_text("utf-8") if shipped.is_file() else None, "based_on": chain[1:], "rules": rules,
        "problem": problem["text"] if problem else None, "line": problem["line"] if problem else None,
    }  # fmt: skip


def check_record(name: str, toml: str) -> dict[str, Any]:
    """Whether a text is a rule file, as `PlayerCheckAnswer` has it."""
    _check_name(name)
    problem = checked(name, toml)
    rules = None
    if problem is None and name != ROSTER:
        rules = write_toml(parse_rules(toml, _own(name)).model_dump(mode="json", by_alias=True))
    return {"problem": problem, "rules": rules}


def save(name: str, toml: str) -> None:
    """Write a rule file into the user's directory; a `RefusedError` if it is broken."""
    _check_name(name)
    if problem := checked(name, toml):
        at = f"line {problem['line']}: " if problem["line"] else ""
        raise RefusedError(f"{at}{problem['text']}", field="toml")
    path = _own(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, toml.encode())


def put_back(name: str) -> None:
    """Remove the user's file, so that the shipped one counts again (or nobody is called so any more)."""
    _check_name(name)
    path = _own(name)
    if not path.is_file():
        raise RefusedError(f"'{shorten(name)}' is as it was shipped", 404, "name")
    path.unlink()


def checked(name: str, toml: str) -> dict[str, Any] | None:
    """What is wrong with a text as the file of a name, as `RuleProblem` has it; None if nothing is."""
    path = _own(name)
    try:
        if name == ROSTER:
            read_roster(parse_toml(toml, AgentError), path.name)
        else:
            parse_rules(toml, path)
    except PokerError as error:
        text = str(error).replace(str(path), path.name).removeprefix(f"{path.name}: ")
        key = text.partition(": ")[0] if re.match(r"[\w.\-]+: ", text) else ""
        return {"line": line_of(toml, text, key), "key": key, "text": text}
    return None


def line_of(toml: str, text: str, key: str) -> int | None:
    """The line of a text that an error is about: as TOML says it, or where the key stands."""
    if found := _AT_LINE.search(text):
        return int(found[1])
    if "(at end of document)" in text:
        return len(toml.splitlines()) or 1
    quoted = re.match(r"(?:[\w.\-]+: )?unknown key '([^']*)'", text)
    parts = [part for part in key.split(".") if part] + ([quoted[1]] if quoted else [])
    for depth in range(len(parts), 0, -1):
        if line := _find_key(toml, parts[:depth]):
            return line
    return None


def _find_key(toml: str, parts: list[str]) -> int | None:
    """Where a key of a table stands: `[preflop.open]` and then `raise =`, or the table itself."""
    table: list[str] = []
    for number, line in enumerate(toml.splitlines(), 1):
        if header := re.match(r"\s*\[\s*([^\[\]]+?)\s*\]", line):
            table = [part.strip().strip("\"'") for part in header[1].split(".")]
            if table == parts:
                return number
        elif key := re.match(r"\s*([\w\-.\"']+)\s*=", line):
            own = [part.strip("\"'") for part in key[1].split(".")]
            if table + own == parts:
                return number
    return None


def _path(name: str) -> Path:
    _check_name(name)
    if name == ROSTER:
        own = _own(ROSTER)
        return own if own.is_file() else SHIPPED / f"{ROSTER}.toml"
    try:
        return find_file(name) or path_of(name)
    except AgentError as error:
        raise RefusedError(str(error), 404, "name") from None


def _check_name(name: str) -> None:
    if name in (ROSTER, DEFAULT):
        return
    try:
        check_name(name)
    except AgentError as error:
        raise RefusedError(str(error), field="name") from None


def _own(name: str) -> Path:
    folder = user_directory()
    if folder is None:
        raise RefusedError("there is no directory for the user's players", 503)
    return folder / f"{name}.toml"
