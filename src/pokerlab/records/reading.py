"""Files of many hands, read as a stream: one hand at a time is in memory, and a broken one costs only itself."""

import re
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from pokerlab.errors import RecordError
from pokerlab.games.rules import Game
from pokerlab.records.acpc import parse_acpc
from pokerlab.records.phh import parse_phh
from pokerlab.records.pokerstars import HEADER, parse_pokerstars
from pokerlab.records.record import HandRecord


class Format(StrEnum):
    """The text formats of hands."""

    PHH = "phh"
    ACPC = "acpc"
    POKERSTARS = "pokerstars"


class Place(NamedTuple):
    """Where a hand starts: the file, and the line from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class FoundHand(NamedTuple):
    """A hand and where it was found."""

    place: Place
    record: HandRecord


def read_hands(
    path: Path,
    *,
    form: Format | None = None,
    game: Game | None = None,
    on_broken: Callable[[RecordError], None] | None = None,
) -> Iterator[FoundHand]:
    """The hands of a file in order.

    `form` is found out if not given. ACPC lines need their `game`. A hand that cannot be read raises a
    `RecordError` that names file and line; with `on_broken` it is handed over instead, and reading goes on with
    the next hand.
    """
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        yield from read_lines(file, str(path), form=form, game=game, on_broken=on_broken)


def read_lines(
    lines: Iterable[str],
    where: str,
    *,
    form: Format | None = None,
    game: Game | None = None,
    on_broken: Callable[[RecordError], None] | None = None,
) -> Iterator[FoundHand]:
    """As `read_hands`, from lines; `where` names them in errors."""
    lines = iter(lines)
    start: list[str] = []
    if form is None:
        form, start = _find_format(lines, where)
    if form is Format.ACPC and game is None:
        raise RecordError(f"{where}: ACPC lines do not say their game, it must be given")
    for first_line, text in _SPLITTERS[form](_chain(start, lines)):
        try:
            yield FoundHand(Place(where, first_line), _parse(form, text, where, first_line, game))
        except RecordError as error:
            if on_broken is None:
                raise
            on_broken(error)


def _parse(form: Format, text: str, where: str, first_line: int, game: Game | None) -> HandRecord:
    if form is Format.PHH:
        return parse_phh(text, where, first_line)
    if form is Format.POKERSTARS:
        return parse_pokerstars(text, where, first_line)
    assert game is not None
    try:
        return parse_acpc(text, game)
    except RecordError as error:
        raise RecordError(f"{where}:{first_line}: {error}") from None


def _find_format(lines: Iterator[str], where: str) -> tuple[Format, list[str]]:
    """The format by the first line that is no comment, and the lines read to find it."""
    read: list[str] = []
    for line in lines:
        read.append(line)
        start = line.strip()
        if not start or start.startswith("#"):
            continue
        if start.startswith("PokerStars "):
            return Format.POKERSTARS, read
        if start.startswith(("STATE:", "MATCHSTATE:", "SCORE:")):
            return Format.ACPC, read
        if _TABLE_LINE.fullmatch(start) or re.match(r"[\w\"'-]+\s*=", start):
            return Format.PHH, read
        raise RecordError(f"{where}:{len(read)}: '{start[:30]}' starts no known format ({', '.join(Format)})")
    raise RecordError(f"{where}: there is no hand in it")


def _chain(start: list[str], lines: Iterator[str]) -> Iterator[tuple[int, str]]:
    yield from enumerate(start, 1)
    yield from enumerate(lines, len(start) + 1)


def _split_at(
    lines: Iterator[tuple[int, str]], starts: Callable[[str], bool], is_empty: Callable[[str], bool]
) -> Iterator[tuple[int, str]]:
    """Pieces that begin at the lines that `starts` knows, with the number of their first line.

    Lines before the first such line are a piece too, unless all of them are empty.
    """
    first, piece = 1, list[str]()
    for number, line in lines:
        if starts(line):
            if any(not is_empty(old) for old in piece):
                yield first, "".join(piece)
            first, piece = number, []
        piece.append(line)
    if any(not is_empty(old) for old in piece):
        yield first, "".join(piece)


def _split_phh(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    def is_empty(line: str) -> bool:
        return not line.strip() or line.lstrip().startswith("#")

    return _split_at(lines, lambda line: _TABLE_LINE.fullmatch(line.strip()) is not None, is_empty)


def _split_pokerstars(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    return _split_at(lines, lambda line: HEADER.match(line.lstrip("\ufeff")) is not None, lambda line: not line.strip())


def _split_acpc(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    for number, line in lines:
        if line.strip() and not line.startswith(("#", ";", "SCORE:")):
            yield number, line


_TABLE_LINE = re.compile(r"""\[\s*([\w-]+|"[^"]*"|'[^']*')\s*\](\s*#.*)?""")
_SPLITTERS = {Format.PHH: _split_phh, Format.POKERSTARS: _split_pokerstars, Format.ACPC: _split_acpc}
