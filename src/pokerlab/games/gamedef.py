"""The game-definition text of the Annual Computer Poker Competition (ACPC), read and written.

    GAMEDEF
    nolimit
    numPlayers = 2
    numRounds = 4
    stack = 20000 20000
    blind = 100 50
    firstPlayer = 2 1 1 1
    numSuits = 4
    numRanks = 13
    numHoleCards = 2
    numBoardCards = 0 3 1 1
    END GAMEDEF

Keys are read in any case and order, `#` starts a comment line. What the format leaves unsaid: a small deck
has the highest ranks and the last suits; the smallest bet of a no-limit game is the largest blind; a game
without stacks has stacks of 2147483647. The format has no antes: blinds that are equal for all seats are read
as antes, and antes are written as such blinds.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from pokerlab.errors import GameError, shorten
from pokerlab.games.rules import MOST_PLAYERS, Game, Limit

UNLIMITED = 2**31 - 1
"""The stack of a seat for which the text gives none."""

MOST_STREETS = 10
"""The most streets that a text may ask for (the ACPC's own program takes 4)."""

_MOST_BYTES = 100_000
_KEYS = (
    "stack", "blind", "raisesize", "numplayers", "numrounds", "firstplayer", "maxraises", "numsuits",
    "numranks", "numholecards", "numboardcards",
)  # fmt: skip
_NO_CAP = 255


def load_gamedef(path: Path | str) -> Game:
    """The game that a file describes, in UTF-8 with or without a byte order mark; the file's name is its name."""
    path = Path(path)
    with path.open("rb") as file:
        content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise GameError(f"{path}: more than {_MOST_BYTES:,} bytes, a game definition has a few lines")
    try:
        return parse_gamedef(content.decode("utf-8-sig"), name=path.name)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise GameError(f"{path}:{line}: byte {content[error.start]:#04x} is no UTF-8") from None


def parse_gamedef(text: str, name: str = "gamedef") -> Game:
    """The game that a game definition describes; `name` names it, also in errors."""
    limit, values = _read_lines(text, name)
    players, streets = _one(values, "numplayers", name), _one(values, "numrounds", name)
    if not 2 <= players <= MOST_PLAYERS:
        raise GameError(f"{name}: numPlayers is {players}, expected 2 to {MOST_PLAYERS}")
    if not 1 <= streets <= MOST_STREETS:
        raise GameError(f"{name}: numRounds is {streets}, expected 1 to {MOST_STREETS}")
    stacks = _many(values, "stack", players, name, default=UNLIMITED)
    blinds = _many(values, "blind", players, name)
    if any(blind > stack for blind, stack in zip(blinds, stacks, strict=True)):
        raise GameError(f"{name}: a blind of {blinds} is more than its stack of {stacks}")
    smallest = max(*blinds, 1)
    bets = _many(values, "raisesize", streets, name) if limit is Limit.FIXED else (smallest,) * streets
    first = _many(values, "firstplayer", streets, name, default=1)
    caps = _many(values, "maxraises", streets, name, default=_NO_CAP)
    board = _many(values, "numboardcards", streets, name)
    hole = _one(values, "numholecards", name)
    antes = (0,) * players
    if len(set(blinds)) == 1:
        blinds, antes = antes, blinds
    return Game(
        name,
        limit,
        stacks=stacks,
        blinds=blinds,
        antes=antes,
        bets=bets,
        raise_caps=tuple(None if cap >= _NO_CAP else cap for cap in caps),
        private_cards=(hole,) + (0,) * (streets - 1),
        board_cards=board,
        first_to_act=tuple(seat - 1 for seat in first),
        deck=_deck(_one(values, "numsuits", name), _one(values, "numranks", name), name),
        ranking=_ranking(hole + sum(board)),
        any_all_in_reopens=len(set(stacks)) > 1,
    )


def format_gamedef(game: Game) -> str:
    """The game definition of a game; raises `GameError` if the format cannot say it."""
    suits, ranks = _deck_shape(game)
    blinds = _as_blinds(game)
    lines = ["GAMEDEF", "limit" if game.limit is Limit.FIXED else "nolimit"]
    lines += [f"numPlayers = {game.players}", f"numRounds = {game.streets}"]
    if any(stack != UNLIMITED for stack in game.stacks):
        lines.append(_line("stack", game.stacks))
    lines.append(_line("blind", blinds))
    if game.limit is Limit.FIXED:
        lines.append(_line("raiseSize", game.bets))
    lines.append(_line("firstPlayer", [seat + 1 for seat in game.first_to_act]))
    if any(cap is not None for cap in game.raise_caps):
        lines.append(_line("maxRaises", [_NO_CAP if cap is None else cap for cap in game.raise_caps]))
    lines += [f"numSuits = {suits}", f"numRanks = {ranks}", f"numHoleCards = {game.private_cards[0]}"]
    lines += [_line("numBoardCards", game.board_cards), "END GAMEDEF"]
    return "\n".join(lines) + "\n"


def _read_lines(text: str, name: str) -> tuple[Limit, dict[str, tuple[int, ...]]]:
    limit, values = Limit.FIXED, {}
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split("#")[0].replace("=", " ").split()
        if not words:
            continue
        key = words[0].lower()
        if [word.lower() for word in words[:2]] == ["end", "gamedef"]:
            break
        if key == "gamedef":
            continue
        if key in ("limit", "nolimit"):
            limit = Limit.FIXED if key == "limit" else Limit.NONE
        elif key in _KEYS:
            if not all(re.fullmatch(r"[0-9]{1,12}", word) for word in words[1:]):
                given = shorten(" ".join(words[1:]))
                raise GameError(f"{name}:{number}: '{words[0]}' takes whole numbers, not '{given}'")
            values[key] = tuple(int(word) for word in words[1:])
        else:
            raise GameError(f"{name}:{number}: '{shorten(words[0])}' is not a key of a game definition")
    return limit, values


def _one(values: dict[str, tuple[int, ...]], key: str, name: str) -> int:
    return _many(values, key, 1, name)[0]


def _many(
    values: dict[str, tuple[int, ...]], key: str, count: int, name: str, default: int | None = None
) -> tuple[int, ...]:
    given = values.get(key, ())
    if not given and default is not None:
        return (default,) * count
    if len(given) < count:
        raise GameError(f"{name}: {key} has {len(given)} numbers, {count} are needed")
    return given[:count]


def _deck(suits: int, ranks: int, name: str) -> tuple[int, ...]:
    if not (1 <= suits <= 4 and 1 <= ranks <= 13):
        raise GameError(f"{name}: no deck has {suits} suits and {ranks} ranks")
    return tuple(4 * rank + suit for rank in range(13 - ranks, 13) for suit in range(4 - suits, 4))


def _ranking(cards: int) -> str:
    return "kuhn" if cards == 1 else "leduc" if cards < 5 else "holdem"


def _deck_shape(game: Game) -> tuple[int, int]:
    """The numbers of suits and ranks of a deck that has every rank in every suit."""
    suits, ranks = {card & 3 for card in game.deck}, {card >> 2 for card in game.deck}
    if len(suits) * len(ranks) != len(game.deck):
        raise GameError(f"{game.name}: the deck is not so many ranks in so many suits, as a game definition needs")
    return len(suits), len(ranks)


def _as_blinds(game: Game) -> tuple[int, ...]:
    """Blinds that stand for the game's blinds or antes, if a game definition can say all of it."""
    if game.limit is Limit.POT:
        raise GameError(f"{game.name}: a game definition knows no pot limit")
    if sum(game.private_cards[1:]):
        raise GameError(f"{game.name}: a game definition deals private cards before the first street only")
    if game.start:
        raise GameError(f"{game.name}: a game definition begins with the blinds, not in the middle of a hand")
    if game.rake:
        raise GameError(f"{game.name}: a game definition knows no rake")
    if any(game.blinds) and any(game.antes):
        raise GameError(f"{game.name}: a game definition has no antes beside blinds")
    if game.dead_antes or len(set(game.antes)) > 1:
        raise GameError(f"{game.name}: a game definition has only antes that are equal for all")
    blinds = game.blinds if any(game.blinds) else game.antes
    if any(blind > stack for blind, stack in zip(blinds, game.stacks, strict=True)):
        raise GameError(f"{game.name}: a game definition needs stacks that can pay the blinds")
    if game.limit is Limit.NONE and any(bet != max(*blinds, 1) for bet in game.bets):
        raise GameError(f"{game.name}: a game definition's smallest bet is the largest blind, not {game.bets}")
    if game.players > 2 and len(set(game.stacks)) > 1 and not game.any_all_in_reopens:
        raise GameError(f"{game.name}: with unequal stacks a game definition means any_all_in_reopens")
    return blinds


def _line(key: str, numbers: Sequence[int]) -> str:
    return f"{key} = {' '.join(map(str, numbers))}"
