"""Files of many hands, read as a stream: one hand at a time is in memory, and a broken one costs only itself.

Files are text in UTF-8, with or without a byte order mark, or in UTF-16 with one. PokerStars text of older days is in
Windows-1252: a line of it that is no UTF-8 is read as such. In the other formats such a line breaks its hand.
"""

import gzip
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from io import TextIOWrapper
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TextIO

from pokerlab.errors import RecordError, shorten
from pokerlab.games.rules import Game
from pokerlab.records.acpc import parse_acpc
from pokerlab.records.phh_reader import parse_phh
from pokerlab.records.pokerstars_reader import HEADER, parse_pokerstars
from pokerlab.records.record import HandRecord

LONGEST_HAND = 250_000
"""The most characters of one hand; real ones have a few thousand."""

SUFFIXES = (".phh", ".phhs", ".txt", ".log")
"""What files of hands in a folder are called; packed ones (gzip) have `.gz` after it."""

_BYTE_ORDER_MARK = "\ufeff"
# Bytes that are no UTF-8 are read as these halves of characters, which no text has.
_NO_UTF8 = re.compile(r"[\udc80-\udcff]")


class Format(StrEnum):
    """The text formats of hands."""

    PHH = "phh"
    ACPC = "acpc"
    POKERSTARS = "pokerstars"


def as_format(form: Format | str) -> Format:
    """A format given as itself or by its name, in upper or lower case."""
    try:
        return Format(str(form).lower())
    except ValueError:
        raise RecordError(f"'{shorten(form)}' is not a format of hands (one of {', '.join(Format)})") from None


class TextPlace(NamedTuple):
    """Where a hand starts: the file, and the line from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


class FoundHand(NamedTuple):
    """A hand and where it was found."""

    place: TextPlace
    record: HandRecord


def read_hands(
    path: Path | str,
    *,
    form: Format | str | None = None,
    game: Game | None = None,
    on_broken: Callable[[RecordError], None] | None = None,
) -> Iterator[FoundHand]:
    """The hands of a file in order, or of all files of a folder and of those in it (`.phh`, `.phhs`, `.txt`, `.log`).

    `form` is found out if not given. ACPC lines need their `game`. A hand that cannot be read raises a
    `RecordError` that names file and line; with `on_broken` it is handed over instead, and reading goes on with
    the next hand.
    """
    read = _read_folder if Path(path).is_dir() else _read_file
    return read(Path(path), None if form is None else as_format(form), game, on_broken)


def read_lines(
    lines: Iterable[str],
    where: str,
    *,
    form: Format | str | None = None,
    game: Game | None = None,
    on_broken: Callable[[RecordError], None] | None = None,
) -> Iterator[FoundHand]:
    """As `read_hands`, from lines; `where` names them in errors."""
    return _read(iter(lines), where, None if form is None else as_format(form), game, on_broken)


def _read_folder(
    path: Path, form: Format | None, game: Game | None, on_broken: Callable[[RecordError], None] | None
) -> Iterator[FoundHand]:
    files = sorted(
        file for file in path.rglob("*") if file.name.lower().removesuffix(".gz").endswith(SUFFIXES) and file.is_file()
    )
    if not files:
        raise RecordError(f"{path}: no files of hands in this folder ({', '.join(SUFFIXES)})")
    for file in files:
        try:
            yield from _read_file(file, form, game, on_broken)
        except RecordError as error:
            if on_broken is None:
                raise
            on_broken(error)  # a file that is none of hands costs only itself


def _read_file(
    path: Path, form: Format | None, game: Game | None, on_broken: Callable[[RecordError], None] | None
) -> Iterator[FoundHand]:
    try:
        with _open_text(path) as file:
            yield from _read(file, str(path), form, game, on_broken)
    except UnicodeDecodeError:  # UTF-8 has none: what is no UTF-8 is found line by line
        raise RecordError(f"{path}: not the text in UTF-16 that its first two bytes say it is") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise RecordError(f"{path}: it cannot be unpacked, it is damaged or no gzip file") from None


@contextmanager
def _open_text(path: Path) -> Iterator[TextIO]:
    with gzip.open(path) if path.suffix.lower() == ".gz" else path.open("rb") as file:
        wide = file.peek(2)[:2] in (b"\xff\xfe", b"\xfe\xff")
        with TextIOWrapper(
            file, "utf-16" if wide else "utf-8-sig", errors="strict" if wide else "surrogateescape"
        ) as text:
            yield text


def _read(
    lines: Iterator[str],
    where: str,
    form: Format | None,
    game: Game | None,
    on_broken: Callable[[RecordError], None] | None,
) -> Iterator[FoundHand]:
    start: list[str] = []
    if form is None:
        form, start = _find_format(lines, where)
    if form is Format.ACPC and game is None:
        raise RecordError(f"{where}: ACPC lines do not say their game, it must be given")
    for first_line, text in _SPLITTERS[form](_chain(start, lines)):
        try:
            yield FoundHand(TextPlace(where, first_line), _parse(form, text, where, first_line, game))
        except RecordError as error:
            if on_broken is None:
                raise
            on_broken(error)


def _parse(form: Format, text: str, where: str, first_line: int, game: Game | None) -> HandRecord:
    if len(text) > LONGEST_HAND:
        raise RecordError(f"{where}:{first_line}: a hand of more than {LONGEST_HAND:,} characters")
    if _NO_UTF8.search(text):
        text = _from_bytes(form, text, where, first_line)
    if form is Format.PHH:
        return parse_phh(text, where, first_line)
    if form is Format.POKERSTARS:
        return parse_pokerstars(text, where, first_line)
    assert game is not None
    try:
        return parse_acpc(text, game)
    except RecordError as error:
        raise RecordError(f"{where}:{first_line}: {error}") from None


def _from_bytes(form: Format, text: str, where: str, first_line: int) -> str:
    """The text with its lines that are no UTF-8 in Windows-1252, where hands were written so."""
    lines = text.split("\n")
    for place, line in enumerate(lines):
        if wrong := _NO_UTF8.search(line):
            if form is not Format.POKERSTARS:
                byte = ord(wrong.group()) - 0xDC00
                raise RecordError(f"{where}:{first_line + place}: byte {byte:#04x} is no UTF-8")
            lines[place] = line.encode("utf-8", "surrogateescape").decode("cp1252", "replace")
    return "\n".join(lines)


def _find_format(lines: Iterator[str], where: str) -> tuple[Format, list[str]]:
    """The format by the first line that is no comment, and the lines read to find it."""
    read: list[str] = []
    for line in lines:
        read.append(line)
        start = line.removeprefix(_BYTE_ORDER_MARK).strip()
        if not start or start.startswith("#"):
            continue
        if start.startswith("PokerStars "):
            return Format.POKERSTARS, read
        if start.startswith(("STATE:", "MATCHSTATE:", "SCORE:")):
            return Format.ACPC, read
        if _TABLE_LINE.fullmatch(start) or re.match(r"[\w\"'-]+\s*=", start):
            return Format.PHH, read
        raise RecordError(f"{where}:{len(read)}: '{shorten(start, 30)}' starts no known format ({', '.join(Format)})")
    raise RecordError(f"{where}: there is no hand in it")


def _chain(start: list[str], lines: Iterator[str]) -> Iterator[tuple[int, str]]:
    """The lines with their numbers; files that were joined have byte order marks where they meet."""
    for number, line in enumerate(chain(start, lines), 1):
        yield number, line.removeprefix(_BYTE_ORDER_MARK)


def _split_at(
    lines: Iterator[tuple[int, str]], starts: Callable[[str], bool], is_empty: Callable[[str], bool]
) -> Iterator[tuple[int, str]]:
    """Pieces that begin at the lines that `starts` knows, with the number of their first line.

    Lines before the first such line are a piece too, unless all of them are empty.
    """
    first, piece, length = 1, list[str](), 0
    for number, line in lines:
        if starts(line):
            if any(not is_empty(old) for old in piece):
                yield first, "".join(piece)
            first, piece, length = number, [], 0
        if length <= LONGEST_HAND:  # what is too long for a hand need not be kept
            piece.append(line)
        length += len(line)
    if any(not is_empty(old) for old in piece):
        yield first, "".join(piece)


def _split_phh(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    def is_empty(line: str) -> bool:
        return not line.strip() or line.lstrip().startswith("#")

    def starts(line: str) -> bool:
        return _TABLE_LINE.fullmatch(line.strip()) is not None

    return _split_at(lines, starts, is_empty)


def _split_pokerstars(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    def starts(line: str) -> bool:
        return line.startswith("PokerStars") and HEADER.match(line) is not None

    return _split_at(lines, starts, lambda line: not line.strip())


def _split_acpc(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    for number, line in lines:
        if line.strip() and not line.startswith(("#", ";", "SCORE:")):
            yield number, line


_TABLE_LINE = re.compile(r"""\[\s*([\w-]+|"[^"]*"|'[^']*')\s*\](\s*#.*)?""")
_SPLITTERS = {Format.PHH: _split_phh, Format.POKERSTARS: _split_pokerstars, Format.ACPC: _split_acpc}
