"""A game as plain data, for files: what `read_game` makes an equal game of."""

from dataclasses import asdict, fields
from typing import Any

from pokerlab.errors import GameError
from pokerlab.games.rake import Rake
from pokerlab.games.rules import Game, Limit
from pokerlab.games.start import Start


def game_record(game: Game) -> dict[str, Any]:
    """The rules by name; `start` only if the game begins in the middle of a hand."""
    record = asdict(game)
    if game.start is None:
        del record["start"]
    return record


def read_game(record: dict[str, Any]) -> Game:
    """The game of a record, also of one that counted its rake in hundredths of a percent, as they once did."""
    given: dict[str, Any] = {"start": None} | {key: _plain(value) for key, value in record.items()}
    names = {field.name for field in fields(Game)}
    if set(given) != names:
        raise GameError(f"unknown rules: {', '.join(sorted(set(given) ^ names))}")
    rake = dict(record["rake"])
    if "basis_points" in rake:
        rake = {"percent": rake.pop("basis_points") / 100} | rake
    start = record.get("start")
    given |= {"limit": Limit(record["limit"]), "rake": Rake(**rake)}
    if start is not None:
        given["start"] = Start(**{key: _plain(value) for key, value in start.items()})
    return Game(**given)


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
