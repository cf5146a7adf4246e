"""`pokerlab simulate`: solutions that play against each other, hand by hand."""

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.terminal import JsonOption, ThreadsOption, console, print_json, say_if_slow, show_progress
from pokerlab.errors import LabError, shorten

if TYPE_CHECKING:
    from rich.table import Table

    from pokerlab.lab.play import PlayResult
    from pokerlab.lab.simulation import Match, Seating, SeatResult
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
    from pokerlab.lab.simulation import Match, deviations_of
    from pokerlab.postflop.solution import Solution

    count, deviations = _count(hands), deviations_of(confidence)
    names = [str(first), str(second or first)]
    solutions = [Solution.open(first)]
    solutions.append(solutions[0] if second is None else Solution.open(second))
    seatings: list[tuple[tuple[str, str], Seating, float]] = []
    is_stopped = False
    for number, (oop, ip) in enumerate(((0, 1), (1, 0))[: 1 if second is None else 2]):
        match = Match(solutions[oop], solutions[ip], node, threads=threads)
        where = "itself" if second is None else f"{names[ip]} in position"
        try:
            with say_if_slow("getting ready: values, strategies, kernels (see pokerlab warmup)..."):
                _ = None if no_check else match.expected, match.duel
            started = time.monotonic()
            result, is_stopped = _play(match, count, [seed, number], threads, f"{names[oop]} against {where}")
            seconds = time.monotonic() - started
            seatings.append(((names[oop], names[ip]), match.judge(result, check=not no_check), seconds))
        except (KeyboardInterrupt, LabError) as trouble:
            if not seatings or (isinstance(trouble, LabError) and not is_stopped):
                raise
            typer.echo(f"stopped: {names[oop]} did not play enough hands against {where}", err=True)
            break
        if is_stopped:
            break
    both = _both(names, [seating for _, seating, _ in seatings]) if len(seatings) == 2 else []
    if json:
        facts = {"spot": match.spot.to_dict(), "node": node, "seed": seed, "confidence": confidence}
        print_json("pokerlab/simulate/1", **facts, **_as_json(match.spot, seatings, both, deviations))
        return
    _show(match, seatings, both, confidence, deviations)


def _count(text: str) -> int:
    match = _COUNT.fullmatch(text.strip().lower())
    number = float(re.sub("[_,]", "", match.group(1))) * _UNITS[match.group(2)] if match else 0.0
    if not 1 <= number <= _MOST_HANDS or number != int(number):
        raise typer.BadParameter(f"--hands '{shorten(text)}': a number of hands such as 500k, 10M or 1e9, up to 1e12")
    return int(number)


def _play(match: "Match", hands: int, seed: list[int], threads: int | None, what: str) -> "tuple[PlayResult, bool]":
    """What was played, and whether Ctrl-C ended it; then what there is until then."""
    last, is_stopped = None, False
    try:
        with show_progress(what) as progress:
            for result in match.duel.playing(hands, seed=seed, threads=threads, progress=progress):
                last = result
    except KeyboardInterrupt:
        if last is None:
            raise
        is_stopped = True
        typer.echo(f"stopped after {last.hands:,} hands", err=True)
    assert last is not None
    return last, is_stopped


def _both(names: list[str], seatings: "list[Seating]") -> "list[tuple[str, SeatResult]]":
    """What each solution wins in both seats together."""
    (one, two), (three, four) = (seating.seats for seating in seatings)
    return [(names[0], one + four), (names[1], two + three)]


def _as_json(
    spot: "Spot",
    seatings: "list[tuple[tuple[str, str], Seating, float]]",
    both: "list[tuple[str, SeatResult]]",
    deviations: float,
) -> dict[str, Any]:
    from pokerlab.postflop.spot import PLAYERS

    return {
        "seatings": [
            {
                "hands": seating.hands,
                "seconds": seconds,
                "reached": seating.reached,
                "frequency": seating.frequency,
                "frequency_error": seating.frequency_error,
                "expected_frequency": seating.expected_frequency,
                "seats": [
                    {"player": player, "solution": name, **_numbers(seat, spot, deviations)}
                    for player, name, seat in zip(PLAYERS, names, seating.seats, strict=True)
                ],
            }
            for names, seating, seconds in seatings
        ],
        "both_seats": [{"solution": name, **_numbers(seat, spot, deviations)} for name, seat in both],
    }


def _numbers(seat: "SeatResult", spot: "Spot", deviations: float) -> dict[str, Any]:
    blind = spot.big_blind
    mean, error = seat.estimate.mean, seat.estimate.error
    return {
        "mean": mean,
        "error": error,
        "interval": list(seat.estimate.interval(deviations)),
        "milli_big_blinds": None if blind is None else 1000 * mean / blind,
        "milli_big_blinds_error": None if blind is None else 1000 * error / blind,
        "expected": seat.expected,
        "deviations": seat.deviations,
    }


def _show(
    match: "Match",
    seatings: "list[tuple[tuple[str, str], Seating, float]]",
    both: "list[tuple[str, SeatResult]]",
    confidence: float,
    deviations: float,
) -> None:
    from pokerlab.cli.spot_text import spot_line
    from pokerlab.postflop.spot import PLAYERS

    out, spot = console(), match.spot
    out.print(spot_line(spot))
    for names, seating, seconds in seatings:
        rate = seating.hands / max(seconds, 1e-9) / 1e6
        text = f"{seating.hands:,} hands in {seconds:.1f} s ({rate:.1f} million per second)"
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
        rows = list(zip(PLAYERS, names, seating.seats, strict=True))
        out.print(_table(rows, spot, confidence, deviations))
    if both:
        out.print("\nboth seats together, the sum", markup=False)
        out.print(_table([("oop + ip", name, seat) for name, seat in both], spot, confidence, deviations))


def _table(rows: "list[tuple[str, str, SeatResult]]", spot: "Spot", confidence: float, deviations: float) -> "Table":
    from rich.table import Table

    blind = spot.big_blind
    table = Table(box=None, pad_edge=False)
    table.add_column("seat")
    table.add_column("solution")
    columns = ["chips per hand", f"± ({100 * confidence:g}%)"]
    columns += [] if blind is None else ["mbb/g", "±"]
    for column in (*columns, "computed", "standard errors off"):
        table.add_column(column, justify="right")
    for player, name, seat in rows:
        mean, width = seat.estimate.mean, deviations * seat.estimate.error
        cells = [f"{mean:+.5g}", f"{width:.2g}"]
        if blind is not None:
            cells += [f"{1000 * mean / blind:+.2f}", f"{1000 * width / blind:.2f}"]
        cells.append("" if seat.expected is None else f"{seat.expected:+.5g}")
        cells.append("" if seat.deviations is None else f"{seat.deviations:+.2f}")
        table.add_row(player, name, *cells)
    return table
