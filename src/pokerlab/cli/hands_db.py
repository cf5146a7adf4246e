"""`pokerlab hands db`: the hand database, filled from files, listed, counted, marked and written again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.hands import FilesArgument, FormatName, FromOption, GameOption, load_game, print_stats
from pokerlab.cli.option_sets import in_place_of, option
from pokerlab.cli.terminal import JsonOption, print_json, print_table

if TYPE_CHECKING:
    from pokerlab.table.hand_database import HandDatabase, ListedHand

app = typer.Typer(
    no_args_is_help=True, help="The hand database: hands of files and of your tables, filtered, counted, marked."
)


class ExportName(StrEnum):
    """What hands are written as."""

    PHH = "phh"
    POKERSTARS = "pokerstars"
    CSV = "csv"


class ResultName(StrEnum):
    """What came of a hand."""

    WON = "won"
    LOST = "lost"
    EVEN = "even"


DatabaseOption = Annotated[
    Path | None,
    typer.Option("--database", help="The file.", show_default="that of the tables in the browser", dir_okay=False),
]
HandArgument = Annotated[int, typer.Argument(help="The number of the hand, as lists have it.", min=1)]

_FILTERS = (
    option("player", str, "Whose hands; else of whoever saw each."),
    option("since", str, "From this time on: 2026-01-31, or with 20:15."),
    option("until", str, "Up to this time, or all of this day."),
    option("event", str, "A tournament ('tournament 12') or table."),
    option("opponent", str, "Somebody else who was dealt in."),
    option("position", str, "Names such as BTN, several with commas."),
    option("cards", str, "A range such as QQ+,AKs."),
    option("board", str, "Cards on it, or a filter of flops: 'paired and rainbow'."),
    option("pot", str, "unopened, limped, raised, 3-bet, 4-bet, 5-bet; several with commas."),
    option("stack_from", float, "Big blinds before the hand, at least.", min=0),
    option("stack_to", float, "Big blinds before the hand, at most.", min=0),
    option("result", ResultName, "What came of it."),
    option("all_in", bool, "Whether he was all-in.", param_decls=("--all-in/--not-all-in",)),
    option("showdown", bool, "Whether he came to a showdown.", param_decls=("--showdown/--no-showdown",)),
    option("star", bool, "Only hands with a star.", param_decls=("--star",)),
    option("tag", str, "Only hands with this tag."),
)


def takes_filter(verb: Callable[..., None]) -> Callable[..., None]:
    """Gives a verb the options of a filter in place of its parameter `wanted`."""

    def run(**given: Any) -> None:
        from pokerlab.table.hand_filters import HandFilter

        chosen = {name: given.pop(name) for name in HandFilter.names()}
        chosen["result"] = chosen["result"] and str(chosen["result"])
        verb(wanted=HandFilter(**{name: value for name, value in chosen.items() if value is not None}), **given)

    return in_place_of(verb, ["wanted"], _FILTERS, run)


@contextmanager
def opened(path: Path | None, *, is_new: bool = False) -> "Iterator[HandDatabase]":
    """The database, with all hands of the journal beside it; without a path that of the user's data directory. Where
    there is none it is made if it may be new or has a journal to begin with."""
    from pokerlab._data_directory import default_directory
    from pokerlab.errors import RecordError
    from pokerlab.table.hand_database import HandDatabase
    from pokerlab.table.journal_file import JournalFile
    from pokerlab.table.journal_hands import catch_up

    path = path or default_directory() / "play" / "hands.db"
    journal = path.parent / "journal.db"
    if not (is_new or path.exists() or journal.exists()):
        raise RecordError(f"{path}: there is no hand database yet: `pokerlab hands db import FILE` begins one")
    if not path.parent.exists():
        path.parent.mkdir(mode=0o700, parents=True)
    with HandDatabase(path) as database:
        if journal.exists():
            with JournalFile(journal) as file:
                for message in catch_up(database, file).messages:
                    typer.echo(f"pokerlab: {message}", err=True)
        yield database


@app.command("import")
def import_(
    files: FilesArgument,
    from_: FromOption = None,
    game: GameOption = None,
    database: DatabaseOption = None,
    json: JsonOption = False,
) -> None:
    """Put hands of files in; those that are there already are not put in again.

    Broken hands are reported on stderr with file and line, and cost only themselves.

    \b
    Examples:
      pokerlab hands db import session.txt
      pokerlab hands db import match.log --game holdem-nolimit:2
    """
    from pokerlab.table.hand_files import import_hands
    from pokerlab.table.hand_putting import PutCount

    total = PutCount()
    rules = load_game(game) if game else None
    with opened(database, is_new=True) as file:
        for path in files:
            count = import_hands(file, path, form=_format(from_), game=rules)
            for message in count.messages:
                typer.echo(f"pokerlab: {message}", err=True)
            for name in ("added", "known", "grown", "broken"):
                setattr(total, name, getattr(total, name) + getattr(count, name))
            total.messages += count.messages
        hands = file.hand_count
    if json:
        print_json("pokerlab/hands-db-import/1", **vars(total), hands=hands)
        return
    more = f", {total.grown} with more cards than before" if total.grown else ""
    typer.echo(f"{total.added} new, {total.known} known{more}, {total.broken} broken; {hands} hands in all")


@app.command("list")
@takes_filter
def list_(
    wanted: Any,
    most: Annotated[int, typer.Option(min=1, max=100_000, help="How many to list, the newest first.")] = 30,
    database: DatabaseOption = None,
    json: JsonOption = False,
) -> None:
    """List hands, the newest first.

    \b
    Examples:
      pokerlab hands db list
      pokerlab hands db list --position BTN --cards 22+,A2s+ --pot 3-bet
    """
    with opened(database) as file:
        page = file.page(wanted, most=most)
    if json:
        print_json("pokerlab/hands-db-list/1", count=page.count, hands=[_record(hand) for hand in page.hands])
        return
    _print_hands(page.hands)
    typer.echo(f"{len(page.hands)} of {page.count} hands")


@app.command()
def show(hand: HandArgument, database: DatabaseOption = None, json: JsonOption = False) -> None:
    """Tell a hand step by step, with its marks.

    \b
    Example:
      pokerlab hands db show 1
    """
    from pokerlab.records.narration import narrate
    from pokerlab.records.report import replay_record

    with opened(database) as file:
        row, record = file.listed(hand), file.record(hand)
    if json:
        print_json("pokerlab/hands-db-show/1", row=_record(row), hand=replay_record(record))
        return
    marks = ["starred"] * row.star + [f"tagged {', '.join(row.tags)}"] * bool(row.tags)
    about = [row.event, row.time.isoformat(" ") if row.time else "", *marks]
    typer.echo(f"Hand {hand}: {', '.join(part for part in about if part)}")
    for line in narrate(record):
        typer.echo(line)
    if row.note:
        typer.echo(f"Note: {row.note}")


@app.command()
@takes_filter
def stats(wanted: Any, database: DatabaseOption = None, json: JsonOption = False) -> None:
    """Count what a player does in the hands chosen, in all and by position.

    \b
    Examples:
      pokerlab hands db stats
      pokerlab hands db stats --player Ann --pot 3-bet
    """
    with opened(database) as file:
        found, positions = file.stats(wanted), file.stats_by_position(wanted)
    if json:
        by_position = [one.record() for one in positions]
        print_json("pokerlab/hands-db-stats/1", all=found.record(), positions=by_position)
        return
    print_stats([found, *positions], "of")


@app.command()
def mark(
    hand: HandArgument,
    star: Annotated[bool | None, typer.Option("--star/--no-star", help="A star, or none.", show_default=False)] = None,
    note: Annotated[str | None, typer.Option(help="A note; an empty one takes it away.", show_default=False)] = None,
    tags: Annotated[str | None, typer.Option(help="All its tags, with commas.", show_default=False)] = None,
    database: DatabaseOption = None,
) -> None:
    """Give a hand a star, a note, tags; what is not given stays.

    \b
    Example:
      pokerlab hands db mark 1 --star --tags river,ask --note "a thin call"
    """
    with opened(database) as file:
        file.mark(hand, star=star, note=note, tags=None if tags is None else tags.split(","))
        _print_hands([file.listed(hand)])


@app.command()
@takes_filter
def export(
    wanted: Any,
    to: Annotated[ExportName, typer.Option("--to", help="Format to write.")] = ExportName.PHH,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="File to write.", show_default="stdout")] = None,
    database: DatabaseOption = None,
) -> None:
    """Write the hands chosen, the oldest first. CSV has a row for each hand and player.

    \b
    Examples:
      pokerlab hands db export --to pokerstars --pot raised
      pokerlab hands db export --to csv --out hands.csv
    """
    from pokerlab._files import open_atomically
    from pokerlab.table.hand_files import ExportFormat, export_texts

    def left_out(error: Exception) -> None:
        typer.echo(f"pokerlab: left out: {error}", err=True)

    with opened(database) as file:
        texts = export_texts(file, wanted, ExportFormat(to), left_out)
        if out is None:
            for text in texts:
                typer.echo(text, nl=False)
            return
        with open_atomically(out) as writing:
            count = sum(1 for text in texts if writing.write(text.encode()))
        typer.echo(f"{out}: {count} hands")


def _format(name: FormatName | None) -> str | None:
    return None if name is None else str(name)


def _record(hand: "ListedHand") -> dict[str, Any]:
    return {**asdict(hand), "time": hand.time.isoformat(" ") if hand.time else None, "tags": list(hand.tags)}


def _print_hands(hands: "list[ListedHand]") -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for name in ("hand", "time", "of", "player", "cards", "board", "pot"):
        table.add_column(name, justify="left", no_wrap=True)
    table.add_column("stack", justify="right", no_wrap=True)
    table.add_column("won", justify="right", no_wrap=True)
    table.add_column("marks")
    for hand in hands:
        marks = ["*"] * hand.star + list(hand.tags) + [hand.note[:40]] * bool(hand.note)
        table.add_row(
            str(hand.hand), hand.time.strftime("%Y-%m-%d %H:%M") if hand.time else "", hand.event,
            f"{hand.player} {hand.position or ''}".strip(), hand.cards or "", hand.board, hand.pot,
            *("" if value is None else f"{value:{sign}.1f}" for value, sign in ((hand.stack, ""), (hand.won, "+"))),
            ", ".join(marks),
        )  # fmt: skip
    if hands:
        print_table(table)
