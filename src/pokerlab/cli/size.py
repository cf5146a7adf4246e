"""`pokerlab size`: how large a game is, and what solving it would take."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.completion import complete_game
from pokerlab.cli.terminal import JsonOption, console, print_json, print_table

if TYPE_CHECKING:
    from rich.table import Table

    from pokerlab.abstraction.notation import Abstraction, CardAbstraction
    from pokerlab.betting.game_size import GameSize
    from pokerlab.betting.streets import StreetCount
    from pokerlab.games.rules import Game

WIDEST = 10**15
"""Larger numbers are shown in short form unless all digits are asked for."""


_GAME = typer.Argument(
    help="A game, such as holdem-limit, leduc or holdem-nolimit:stack=400.", autocompletion=complete_game
)


class Order(StrEnum):
    """The betting orders by name."""

    REAL = "real"
    SEED = "seed"


def size(
    game: Annotated[str, _GAME],
    players: Annotated[int | None, typer.Option(min=2, max=10, help="Players, where the game has a choice.")] = None,
    menu: Annotated[
        str, typer.Option(help="Bets considered: * for all, fcpa, f,c,50%,a, or 'bet=50%; raise=2.5x'.")
    ] = "*",
    cards: Annotated[
        str,
        typer.Option(help="Cards seen: all (states of the game), one, canonical, or buckets such as ir169.64.8.8."),
    ] = "canonical",
    recall: Annotated[
        str, typer.Option(help="What survives a street: perfect, ibr, street:in+paid, in+paid+raiser ...")
    ] = "perfect",
    order: Annotated[Order, typer.Option(help="Blinds, or one bet seeded by the first to act.")] = Order.REAL,
    truncated: Annotated[
        bool, typer.Option("--truncated", help="Cards are seen only where two players are left (TMN).")
    ] = False,
    forced_checks: Annotated[
        bool, typer.Option("--forced-checks", help="Count the checks of players who are all-in.")
    ] = False,
    bytes_: Annotated[int, typer.Option("--bytes", min=1, help="Bytes per infoset and action while solving.")] = 8,
    disk_bytes: Annotated[int, typer.Option(min=1, help="Bytes per infoset and action of a stored strategy.")] = 1,
    growth: Annotated[
        bool, typer.Option("--growth", help="What the recall saves with two to ten players, instead.")
    ] = False,
    plot: Annotated[Path | None, typer.Option(help="With --growth: write a picture (PNG) as well.")] = None,
    digits: Annotated[bool, typer.Option("--digits", help="One number per line, with all its digits.")] = False,
    json: JsonOption = False,
) -> None:
    """How large a game is: ways to bet it, infosets or states, and the memory to solve it. All counts are exact.

    \b
    Examples:
      pokerlab size holdem-limit
      pokerlab size holdem-limit --players 3 --recall ibr --cards buckets:2.4.8.16
      pokerlab size holdem-nolimit:stack=400,small_blind=1,big_blind=2 --digits
      pokerlab size holdem-nolimit:stack=1000 --cards fcpa.ir169.64.8.8
      pokerlab size holdem-limit --players 4 --order seed --truncated --bytes 16
      pokerlab size holdem-limit --recall ibr --growth --plot growth.png
    """
    from pokerlab.betting.job import SizeJob

    if plot and not growth:
        raise typer.BadParameter("--plot draws what --growth shows")
    if growth:
        _show_growth(game, order, recall, plot, json)
        return
    if players is not None:
        game = f"{game}{',' if ':' in game else ':'}players={players}"
    named = _card_abstraction(game, cards)
    if named:
        if named.menu_text and menu != "*":
            raise typer.BadParameter(f"the menu is in the name ('{named.menu_text}'), and --menu is another")
        menu, cards = named.menu_text or menu, "buckets:" + ".".join(map(str, named.cards.sights))
    result = SizeJob(
        game=game, menu=menu, order=order.value, cards=cards, recall=recall, truncated=truncated,
        forced_checks=forced_checks, bytes=bytes_, disk_bytes=disk_bytes,
    ).run()  # fmt: skip
    rules, sizes = result.rules, result.sizes
    if json:
        more = {"abstraction": _abstraction_record(named)} if named else {}
        print_json("pokerlab/size/1", **result.record(), **more)
        return
    if digits:
        _print_digits(sizes)
        return
    print_table(_betting_table(sizes.counts))
    if rules.players > 2:
        console().print("\nsequences by players in")
        print_table(_players_table(rules, sizes.counts))
    console().print()
    print_table(_cards_table(sizes))
    if named:
        _print_abstraction(named)
    if not sizes.are_states:
        console().print(
            f"solving: {_short_bytes(sizes.memory(bytes_))} at {bytes_} bytes per infoset and action; "
            f"a stored strategy: {_short_bytes(sizes.disk(disk_bytes))} at {disk_bytes}"
        )


def _card_abstraction(game: str, cards: str) -> "Abstraction | None":
    """The abstraction that is named, if it is none of the other views of the cards."""
    from pokerlab.abstraction.notation import parse_abstraction
    from pokerlab.betting.cardviews import ALL, BUCKETS, CANONICAL, ONE
    from pokerlab.errors import GameError
    from pokerlab.games.library import named_game

    if cards.strip() in (ALL, ONE, CANONICAL) or cards.strip().startswith(f"{BUCKETS}:") or "." not in cards:
        return None
    named = parse_abstraction(cards)
    streets = named_game(game).streets
    if streets != len(named.cards.parts):
        raise GameError(f"{game} has {streets} streets, '{named.cards}' names {len(named.cards.parts)} of hold'em")
    for slip in named.cards.slips:
        typer.echo(f"pokerlab: {slip}", err=True)
    return named


def _abstraction_record(named: "Abstraction") -> dict[str, Any]:
    cards = named.cards
    return {
        "name": str(named), "menu": named.menu_text or None, "slips": list(cards.slips),
        "sights": list(cards.sights), "remembered": list(cards.sequences[:-1]), "counted": _counted(cards),
    }  # fmt: skip


def _counted(cards: "CardAbstraction") -> list[int] | None:
    """The sights that occur, if the buckets are built."""
    from pokerlab.abstraction.buckets import Buckets, buckets_path
    from pokerlab.errors import PokerError

    try:
        return list(Buckets.open(str(cards)).sights) if buckets_path(str(cards)).exists() else None
    except PokerError:
        return None


def _print_abstraction(named: "Abstraction") -> None:
    from pokerlab.abstraction.notation import STREETS

    console().print(f"\n{named.cards}", markup=False, soft_wrap=True)
    counted, sequences = _counted(named.cards), named.cards.sequences
    rows = []
    for number, street in enumerate(STREETS):
        kept = _short(sequences[number]) if number < len(STREETS) - 1 else ""
        occur = [_short(counted[number])] if counted else []
        rows.append([street, _short(named.cards.sights[number]), *occur, kept])
    print_table(_table(("street", "sights", *(["that occur"] if counted else []), "remembered after it"), rows))


def _show_growth(name: str, order: Order, recall: str, plot: Path | None, json: bool) -> None:
    from pokerlab._charts import check_chart_file
    from pokerlab._files import check_writable, write_atomically
    from pokerlab.betting.growth import bar, chart, reductions
    from pokerlab.betting.position import seeded
    from pokerlab.games.library import named_game
    from pokerlab.games.rules import MOST_PLAYERS

    if plot:
        check_chart_file(plot)
        check_writable(plot)
    games = [
        named_game(f"{name}{',' if ':' in name else ':'}players={players}") for players in range(2, MOST_PLAYERS + 1)
    ]
    found = reductions([seeded(game) for game in games] if order is Order.SEED else games, recall)
    if plot:
        write_atomically(plot, chart(f"{name}, {order} order", {f"recall {recall}": found}).as_png())
    if json:
        rows = [{"players": r.players, "perfect": r.perfect, "merged": r.merged, "factor": r.factor} for r in found]
        print_json("pokerlab/size-growth/1", game=name, order=order.value, recall=recall, reductions=rows)
        return
    largest = max(reduction.factor for reduction in found)
    rows_ = [
        [str(r.players), _short(r.perfect), _short(r.merged), f"{r.factor:,.2f}", bar(r.factor, largest)] for r in found
    ]
    table = _table(("players", "sequences", f"with recall {recall}", "factor", "log scale"), rows_)
    table.columns[-1].justify = "left"
    print_table(table)
    if plot:
        console().print(f"{plot}: written", markup=False)


def _short(number: int) -> str:
    """All digits of a number, or five of them and its size."""
    if number < WIDEST:
        return f"{number:,}"
    from decimal import Decimal

    return f"{Decimal(number):.5e}".replace("e+", "e")  # a float would overflow


def _short_bytes(number: int) -> str:
    from pokerlab.betting.game_size import GIGABYTE

    for unit, name in ((GIGABYTE, "GB"), (10**6, "MB"), (10**3, "kB")):
        if number >= WIDEST * unit:
            return f"{_short(number // unit)} {name}"
        if number >= unit:
            whole, part = divmod(number * 10 // unit, 10)
            return f"{whole:,}.{part} {name}"
    return f"{number} bytes"


def _print_digits(sizes: "GameSize") -> None:
    """One number per line, however long."""
    from pokerlab.betting.size_report import street_names

    states = "states" if sizes.are_states else "infosets"
    for name, count, street in zip(street_names(len(sizes.counts)), sizes.counts, sizes.streets, strict=True):
        console().print(f"{name} sequences {count.sequences.total()}", soft_wrap=True)
        console().print(f"{name} {states} {street.infosets}", soft_wrap=True)
        console().print(f"{name} {states} and actions {street.actions}", soft_wrap=True)
    total = sizes.total
    console().print(f"total sequences {sum(count.sequences.total() for count in sizes.counts)}", soft_wrap=True)
    console().print(f"total {states} {total.infosets}", soft_wrap=True)
    console().print(f"total {states} and actions {total.actions}", soft_wrap=True)


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for column in columns:
        table.add_column(column, justify="left" if column == "street" else "right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table


def _betting_table(counts: "Sequence[StreetCount]") -> "Table":
    from pokerlab.betting.size_report import street_names

    numbers = [(c.sequences.total(), c.actions.total(), c.continuing.total(), c.terminals.total()) for c in counts]
    rows = [[name, *map(_short, row)] for name, row in zip(street_names(len(counts)), numbers, strict=True)]
    rows.append(["total", *(_short(sum(column)) for column in zip(*numbers, strict=True))])
    return _table(("street", "sequences", "actions", "continuing", "terminal"), rows)


def _players_table(game: "Game", counts: "Sequence[StreetCount]") -> "Table":
    from pokerlab.betting.size_report import street_names

    players = range(2, game.players + 1)
    rows = [
        [name, *(_short(count.sequences[number]) for number in players)]
        for name, count in zip(street_names(len(counts)), counts, strict=True)
    ]
    rows.append(["total", *(_short(sum(count.sequences[number] for count in counts)) for number in players)])
    return _table(("street", *(str(number) for number in players)), rows)


def _cards_table(sizes: "GameSize") -> "Table":
    from pokerlab.betting.size_report import street_names

    what = ("states", "state actions") if sizes.are_states else ("infosets", "infoset actions")
    rows = [
        [name, _short(ways), _short(street.infosets), _short(street.actions), _short(street.terminals)]
        for name, ways, street in zip(street_names(len(sizes.counts)), sizes.view.ways, sizes.streets, strict=True)
    ]
    total = sizes.total
    rows.append(["total", "", _short(total.infosets), _short(total.actions), _short(total.terminals)])
    return _table(("street", f"cards ({sizes.view.name})", *what, "terminal"), rows)
