"""`pokerlab simulate`: solutions that play against each other, hand by hand."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlab.cli.example_files import or_example
from pokerlab.cli.terminal import JsonOption, ThreadsOption, console, print_json, print_table
from pokerlab.errors import shorten

if TYPE_CHECKING:
    from rich.table import Table

    from pokerlab.lab.job import SimulationResult
    from pokerlab.lab.simulation import SeatResult
    from pokerlab.postflop.spot import Spot

_UNITS = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000, "b": 1_000_000_000}
_COUNT = re.compile(r"([0-9]+(?:[_,][0-9]{3})*(?:\.[0-9]+)?(?:e[0-9]{1,2})?)([kmgb]?)")
_MOST_HANDS = 10**12


def simulate(
    first: Annotated[Path, typer.Argument(help="A solution that `pokerlab solve` wrote, all streets stored.")],
    second: Annotated[Path | None, typer.Argument(help="Another one of the same spot.", show_default="FIRST")] = None,
    hands: Annotated[str, typer.Option(help="Hands to play in each seating: 500k, 10M, 1e9.")] = "10M",
    node: Annotated[str, typer.Option(help="Judge only hands that come there: 'check/bet 33/call/turn 7h'.")] = "",
    seed: Annotated[int, typer.Option(min=0, help="Seed of all cards and moves.")] = 0,
    confidence: Annotated[float, typer.Option(help="How sure the intervals are.")] = 0.95,
    no_check: Annotated[
        bool, typer.Option("--no-check", help="Leave out the computed expectation (two files: a solver's memory).")
    ] = False,
    threads: ThreadsOption = None,
    json: JsonOption = False,
) -> None:
    """Let solutions play many hands at random, by the rules alone, and compare with what was computed.

    FIRST plays out of position (oop) against SECOND in position (ip), then they change seats. Without SECOND, FIRST
    plays itself, once. Chips are won or lost from half of the pot each, as the solver counts. Of a line of play, cards
    that it names are always dealt, and others are any. Ctrl-C ends the play; what was played is shown.

    \b
    Examples:
      pokerlab simulate flop.sol
      pokerlab simulate flop.sol --node 'check/bet 18/call/turn 7d' --hands 100M
      pokerlab simulate long.sol short.sol --hands 1e9 --confidence 0.99
      pokerlab simulate long.sol short.sol --seed 1 --no-check --json
    """
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.lab.job import SimulationJob

    job = SimulationJob(
        first=str(or_example(first)), second=str(or_example(second)) if second else None, hands=parse_count(hands),
        node=node, seed=seed, confidence=confidence, check=not no_check, threads=threads,
    )  # fmt: skip
    result = job.run(TerminalListener())
    if json:
        print_json("pokerlab/simulate/1", **result.record())
    else:
        _show(result)


def parse_count(text: str, option: str = "--hands") -> int:
    """The number of hands, or of whatever the option counts: `500k`, `10M`, `1e9`."""
    match = _COUNT.fullmatch(text.strip().lower())
    number = float(re.sub("[_,]", "", match.group(1))) * _UNITS[match.group(2)] if match else 0.0
    if not 1 <= number <= _MOST_HANDS or number != int(number):
        raise typer.BadParameter(f"{option} '{shorten(text)}': a number such as 500k, 10M or 1e9, up to 1e12")
    return int(number)


def _show(result: "SimulationResult") -> None:
    from pokerlab.cli.spot_tables import spot_line
    from pokerlab.lab.simulation import deviations_of
    from pokerlab.postflop.spot import PLAYERS

    match, confidence = result.match, result.job.confidence
    deviations = deviations_of(confidence)
    out, spot = console(), match.spot
    out.print(spot_line(spot))
    for played in result.played:
        seating = played.seating
        rate = seating.hands / max(played.seconds, 1e-9) / 1e6
        text = f"{seating.hands:,} hands in {played.seconds:.1f} s ({rate:.1f} million per second)"
        out.print(f"\n{text}", markup=False)
        if match.path:
            known = seating.expected_frequency
            computed = "" if known is None else f", computed {100 * known:.4g}%"
            cards = " of the deals with these cards" if any(card is not None for card in match.dealt) else ""
            out.print(
                f"'{match.path}': {seating.reached:,} hands, {100 * seating.frequency:.4g}% ± "
                f"{100 * deviations * seating.frequency_error:.2g}%{cards}{computed}",
                markup=False,
            )
        rows = list(zip(PLAYERS, played.names, seating.seats, strict=True))
        print_table(_table(rows, spot, confidence, deviations))
    if both := result.both_seats:
        out.print("\nboth seats together, the sum", markup=False)
        print_table(_table([("oop + ip", name, seat) for name, seat in both], spot, confidence, deviations))


def _table(rows: "list[tuple[str, str, SeatResult]]", spot: "Spot", confidence: float, deviations: float) -> "Table":
    from rich.table import Table

    blind = spot.big_blind
    table = Table(box=None, pad_edge=False)
    table.add_column("seat")
    table.add_column("solution")
    columns = [f"{spot.unit} per hand".strip(), f"± ({100 * confidence:g}%)"]
    columns += [] if blind is None else ["mbb/g", "±"]
    for column in (*columns, "computed", "standard errors off"):
        table.add_column(column, justify="right")
    for player, name, seat in rows:
        mean, width = seat.estimate.mean, deviations * seat.estimate.error
        cells = [f"{spot.amount(mean):+.5g}", f"{spot.amount(width):.2g}"]
        if blind is not None:
            cells += [f"{1000 * mean / blind:+.2f}", f"{1000 * width / blind:.2f}"]
        cells.append("" if seat.expected is None else f"{spot.amount(seat.expected):+.5g}")
        cells.append("" if seat.deviations is None else f"{seat.deviations:+.2f}")
        table.add_row(player, name, *cells)
    return table
