"""`pokerlab hands`: files of hands converted, checked, replayed and counted."""

import os
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.csv_files import write_csv
from pokerlab.cli.terminal import JsonOption, print_json

if TYPE_CHECKING:
    from pokerlab.errors import RecordError
    from pokerlab.games.rules import Game
    from pokerlab.records.reading import FoundHand, TextPlace
    from pokerlab.records.stats import PlayerStats

app = typer.Typer(
    no_args_is_help=True,
    help="Convert, check, replay and count hand histories: PHH, ACPC lines, PokerStars text.",
)


class FormatName(StrEnum):
    """The formats by name."""

    PHH = "phh"
    ACPC = "acpc"
    POKERSTARS = "pokerstars"


FilesArgument = Annotated[list[Path], typer.Argument(help="Files of hands, or folders of them.", show_default=False)]
FromOption = Annotated[FormatName | None, typer.Option("--from", help="Format of the files.", show_default="found out")]
GameOption = Annotated[
    str | None,
    typer.Option(
        "--game",
        help="The game of ACPC lines: a name such as holdem-nolimit:2, or a game-definition file.",
        show_default=False,
    ),
]
SkipOption = Annotated[
    bool, typer.Option("--skip-broken", help="Report hands that cannot be read on stderr and go on.")
]


@app.command()
def convert(
    files: FilesArgument,
    to: Annotated[FormatName, typer.Option("--to", help="Format to write.")],
    out: Annotated[Path | None, typer.Option("--out", "-o", help="File to write.", show_default="stdout")] = None,
    from_: FromOption = None,
    game: GameOption = None,
    skip_broken: SkipOption = False,
) -> None:
    """Write hands in another format.

    \b
    Examples:
      pokerlab hands convert session.txt --to phh --out session.phhs
      pokerlab hands convert match.log --game holdem-nolimit:2 --to pokerstars
    """
    from pokerlab.records.reading import Format
    from pokerlab.records.writing import format_hands, write_hands

    source = Source(files, from_, game, skip_broken)
    records = (found.record for found in source)
    if out is None:
        for text in format_hands(records, Format(to), on_broken=source.refuse):
            typer.echo(text, nl=False)
        return
    count = write_hands(out, records, Format(to), on_broken=source.refuse)
    typer.echo(f"{out}: {_hands(count)}" + (f", {source.broken} broken ones left out" if source.broken else ""))


@app.command()
def check(files: FilesArgument, from_: FromOption = None, game: GameOption = None, json: JsonOption = False) -> None:
    """Replay hands by the rules and compare the results with those the files state.

    Every problem is one line that starts with file and line. Exit code 1 if there are any.

    \b
    Example:
      pokerlab hands check session.phhs
    """
    from pokerlab.records.record import problems

    source = Source(files, from_, game, skip_broken=True, quiet=True)
    found = [f"{hand.place}: {problem}" for hand in source for problem in problems(hand.record)]
    found = source.messages + found
    if json:
        print_json("pokerlab/hands-check/1", hands=source.read, broken=source.broken, problems=found)
    else:
        for line in found:
            typer.echo(line)
        typer.echo(f"{_hands(source.read)} read, {source.broken} broken, {len(found)} problems")
    if found:
        raise typer.Exit(1)


@app.command()
def replay(
    files: FilesArgument,
    hand: Annotated[
        int | None, typer.Option("--hand", min=1, help="Only this hand, counted from 1.", show_default="all")
    ] = None,
    from_: FromOption = None,
    game: GameOption = None,
    skip_broken: SkipOption = False,
) -> None:
    """Print hands step by step.

    \b
    Example:
      pokerlab hands replay session.phhs --hand 3
    """
    from pokerlab.errors import RecordError
    from pokerlab.records.narration import narrate

    number = 0
    source = Source(files, from_, game, skip_broken)
    for number, found in enumerate(source, 1):
        if hand in (None, number):
            try:
                lines = list(narrate(found.record))
            except RecordError as error:
                source.refuse(error)
                continue
            typer.echo(f"Hand {number} ({found.place})")
            for line in lines:
                typer.echo(line)
            typer.echo()
        if number == hand:
            return
    if hand is not None:
        raise RecordError(f"there is no hand {hand}, the files have {number}")


@app.command()
def stats(
    files: FilesArgument,
    from_: FromOption = None,
    game: GameOption = None,
    skip_broken: SkipOption = False,
    positions: Annotated[bool, typer.Option("--positions", help="By position instead of by player.")] = False,
    player: Annotated[str | None, typer.Option(help="Only this player's hands.", show_default="all")] = None,
    csv: Annotated[str, typer.Option(help="Write CSV to a file, or '-' for stdout.", show_default="none")] = "",
    json: JsonOption = False,
) -> None:
    """Count what players do: VPIP, PFR, 3-bets, continuation bets, showdowns, aggression, and big blinds won per 100
    hands.

    \b
    Examples:
      pokerlab hands stats session.phhs
      pokerlab hands stats sessions/ --player Ann --positions --csv ann.csv
    """
    from pokerlab.errors import RecordError
    from pokerlab.games.positions import EARLY, LATE
    from pokerlab.records.stats import PlayerStats, add_hand

    _check_target(csv)
    counts: dict[str, PlayerStats] = {}
    source = Source(files, from_, game, skip_broken)
    for found in source:
        try:
            add_hand(counts, found.record, by_position=positions, player=player)
        except RecordError as error:
            source.refuse(error)
    order = [*EARLY, *LATE]
    rows = sorted(counts.values(), key=lambda row: (-row.hands, row.name))
    if positions:
        rows.sort(key=lambda row: order.index(row.name) if row.name in order else len(EARLY))
    if csv:
        write_csv(csv, [row.record() for row in rows])
        return
    if json:
        content = [row.record() for row in rows]
        print_json("pokerlab/hands-stats/1", hands=source.read, broken=source.broken, players=content)
        return
    print_stats(rows, "position" if positions else "player")


@app.command("rows")
def list_rows(
    files: FilesArgument,
    csv: Annotated[str, typer.Option("--csv", help="File to write, or '-' for stdout.")] = "-",
    from_: FromOption = None,
    game: GameOption = None,
    skip_broken: SkipOption = False,
    json: JsonOption = False,
) -> None:
    """Write hands as a table, one row for each hand and player, for spreadsheets and data frames.

    \b
    Examples:
      pokerlab hands rows session.phhs
      pokerlab hands rows sessions/ --skip-broken --csv sessions.csv
    """
    from pokerlab.errors import RecordError
    from pokerlab.records.rows import hand_rows

    _check_target(csv)
    source = Source(files, from_, game, skip_broken)
    rows: list[dict[str, Any]] = []
    for found in source:
        try:
            rows += hand_rows(found.record)
        except RecordError as error:
            source.refuse(error)
    if json:
        print_json("pokerlab/hands-rows/1", hands=source.read, broken=source.broken, rows=rows)
        return
    write_csv(csv, rows)
    if csv != "-":
        typer.echo(f"{csv}: {len(rows)} rows of {_hands(source.read)}")


def print_stats(rows: "list[PlayerStats]", first: str) -> None:
    """Statistics as a table; `first`: what its first column has."""
    width = max([len(first), *(len(row.name) for row in rows)])
    heads = [f"{name:>6}" for name in ("VPIP", "PFR", "3-bet", "c-bet", "WTSD", "AF", "AFq")]
    typer.echo(" ".join([f"{first:<{width}}", f"{'hands':>6}", *heads, f"{'bb/100':>15}"]))
    for row in rows:
        typer.echo(" ".join([f"{row.name:<{width}}", f"{row.hands:>6}", *_stats_cells(row)]))


def _check_target(target: str) -> None:
    """What cannot be written is said before the work."""
    from pokerlab._files import check_writable

    if target not in ("", "-"):
        check_writable(Path(target))


class Source:
    """The hands of several files in order, with a count of those read and of the broken ones."""

    def __init__(
        self,
        files: list[Path],
        form: FormatName | None,
        game: "str | Game | None",
        skip_broken: bool,
        quiet: bool = False,
    ) -> None:
        self.files, self.form, self.game = files, form, game
        self.skip_broken, self.quiet = skip_broken, quiet
        self.read = self.broken = 0
        self.messages: list[str] = []
        self.place: TextPlace | None = None

    def __iter__(self) -> "Iterator[FoundHand]":
        from pokerlab.records.reading import Format, read_hands

        rules = load_game(self.game) if isinstance(self.game, str) else self.game
        form = None if self.form is None else Format(self.form)
        report = self._report if self.skip_broken else None
        for path in self.files:
            for found in read_hands(path, form=form, game=rules, on_broken=report):
                self.read += 1
                self.place = found.place
                yield found

    def refuse(self, error: "RecordError", place: "TextPlace | None" = None) -> None:
        """The hand last read, or that of a place, can be read but not used: it counts as broken."""
        placed = type(error)(f"{place or self.place}: {error}")
        if not self.skip_broken:
            raise placed
        self.read -= 1
        self._report(placed)

    def _report(self, error: "RecordError") -> None:
        self.broken += 1
        self.messages.append(str(error))
        if not self.quiet:
            typer.echo(f"pokerlab: {error}", err=True)


def load_game(text: str) -> "Game":
    """The game of a name, or of a game-definition file."""
    from pokerlab.games.gamedef import load_gamedef
    from pokerlab.games.library import named_game

    if os.path.isfile(text):  # noqa: PTH113 (a `Path` of too long a name is an error, not no file)
        return load_gamedef(text)
    return named_game(text)


def _hands(count: int) -> str:
    return "1 hand" if count == 1 else f"{count} hands"


def _stats_cells(row: "PlayerStats") -> list[str]:
    def percent(value: float | None) -> str:
        return "-".rjust(6) if value is None else f"{100 * value:>5.1f}%"

    factor = "-" if row.aggression_factor is None else f"{row.aggression_factor:.2f}"
    won = "-" if row.bb_per_100 is None else f"{row.bb_per_100:+.1f}"
    if row.bb_per_100_error is not None:
        won += f" ± {row.bb_per_100_error:.1f}"
    rates = (row.vpip, row.pfr, row.three_bet, row.continuation_bet, row.went_to_showdown)
    return [*map(percent, rates), f"{factor:>6}", percent(row.aggression_frequency), f"{won:>15}"]
