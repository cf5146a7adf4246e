"""`pokerlab equity`: range against range."""

from math import inf
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlab.cli.terminal import (
    JsonOption,
    ThreadsOption,
    console,
    paint_cards,
    print_json,
    print_table,
    show_progress,
)

if TYPE_CHECKING:
    from rich.table import Table

    from pokerlab.cards.equity import EquityResult
    from pokerlab.cards.ranges import Range


def equity(
    ranges: Annotated[list[str], typer.Argument(help="2 to 10 ranges, one per player; @FILE reads one.")],
    board: Annotated[str, typer.Option(help="Up to 5 board cards.")] = "",
    dead: Annotated[str, typer.Option(help="Cards out of the deck.")] = "",
    exact: Annotated[bool, typer.Option("--exact", help="Count every deal, however long it takes.")] = False,
    samples: Annotated[
        int | None,
        typer.Option(min=2, help="Sample this many random deals.", show_default="2,000,000 if not exact"),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the samples.")] = 0,
    matrix: Annotated[bool, typer.Option("--matrix", help="Show each hand class's equity (two players).")] = False,
    threads: ThreadsOption = None,
    json: JsonOption = False,
) -> None:
    """What share of the pot each range wins when all cards are dealt; ties are split.

    Every deal is counted where that takes at most about 20 seconds; otherwise random deals are sampled and the
    standard error of the result is shown.

    \b
    Examples:
      pokerlab equity AA KK
      pokerlab equity '20%' 'QQ+,AK' --board QhJh2c --matrix
      pokerlab equity AhKh '22+' '*' --dead 2c --samples 5000000 --seed 7
    """
    from pokerlab.cards.card import parse_cards
    from pokerlab.cards.equity import AFFORDABLE_SECONDS, DEFAULT_SAMPLES, EquityMethod
    from pokerlab.cards.equity import equity as compute
    from pokerlab.cards.range_files import range_or_file
    from pokerlab.cli.matrix import paint_matrix, share_cells

    if exact and samples:
        raise typer.BadParameter("--exact and --samples exclude each other")
    if matrix and len(ranges) != 2:
        raise typer.BadParameter("--matrix is for two players")
    parsed = [range_or_file(text) for text in ranges]
    with show_progress("equity") as progress:
        result = compute(
            parsed, board, dead,
            method=EquityMethod.SAMPLING if samples else EquityMethod.SWEEP if matrix and board else None,
            budget=inf if exact or matrix else AFFORDABLE_SECONDS,
            samples=samples or DEFAULT_SAMPLES, seed=seed, threads=threads, progress=progress,
        )  # fmt: skip
    if json:
        from pokerlab.cards.report import equity_record

        print_json("pokerlab/equity/1", **equity_record(result, parsed, board, dead, seed))
        return
    if board:
        console().print("board", paint_cards(parse_cards(board)))
    print_table(_table(parsed, result, parse_cards(board + dead)))
    console().print(_how(result))
    if matrix and result.by_hand is not None:
        from pokerlab.cards.report import class_equities

        for player, of_player in enumerate(parsed, 1):
            shares = class_equities(of_player, result.by_hand[player - 1]).reshape(13, 13)
            console().print(f"\nequity of {of_player} (player {player}), in percent", markup=False)
            console().print(paint_matrix(share_cells(shares)))


def _table(ranges: "list[Range]", result: "EquityResult", gone: tuple[int, ...]) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for heading in ("player", "range", "hands", "equity", "win", "tie") + ("error",) * (not result.is_exact):
        table.add_column(heading, justify="left" if heading == "range" else "right")
    for number, (of_player, player) in enumerate(zip(ranges, result.players, strict=True), 1):
        shares = [f"{100 * share:.4f}%" for share in (player.equity, player.win, player.tie)]
        error = [] if result.is_exact else [f"±{100 * player.error:.4f}%"]
        table.add_row(str(number), str(of_player), f"{of_player.without(gone).combos:g}", *shares, *error)
    return table


def _how(result: "EquityResult") -> str:
    if result.is_exact:
        return f"exact: {result.deals:,.10g} deals ({result.method})"
    return f"{result.deals:,.0f} random deals; error is one standard error"
