"""`pokerlab pushfold`: push/fold equilibria."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.terminal import JsonOption, console, paint_matrix, print_json, show_progress, weight_cell

if TYPE_CHECKING:
    from pokerlab.tournament.algorithms import Algorithm
    from pokerlab.tournament.game import Decision
    from pokerlab.tournament.result import PushFoldResult
    from pokerlab.tournament.spot import PushFoldSpot

ALGORITHMS = ("polymatrix", "regret", "fictitious", "fictitious-ordered", "neighbourhood", "expansion", "lp")
USUAL_BLINDS = "50/100"


def pushfold(
    stacks: Annotated[
        str,
        typer.Option(
            help="Stacks in the order of action: the last two are small blind and big blind. With --stack-table, the "
            "stacks of the table in big blinds.",
            show_default=False,
        ),
    ] = "",
    blinds: Annotated[str | None, typer.Option(help="Small and big blind.", show_default=USUAL_BLINDS)] = None,
    ante: Annotated[float, typer.Option(help="Ante of each player.")] = 0.0,
    big_blind_ante: Annotated[
        bool, typer.Option("--big-blind-ante", help="The big blind posts the ante, once, for all.")
    ] = False,
    payouts: Annotated[
        str | None, typer.Option(help="Prizes, as in 'pokerlab icm'.", show_default="play for chips")
    ] = None,
    bounties: Annotated[str | None, typer.Option(help="Bounty on each player's head.")] = None,
    progressive: Annotated[float, typer.Option(help="Part of a won bounty that goes on the own head.")] = 0.5,
    most_all_in: Annotated[int, typer.Option(help="How many may be all-in at once.")] = 3,
    algorithm: Annotated[
        str | None, typer.Option(help=", ".join(ALGORITHMS) + ".", show_default="lp for two players, else polymatrix")
    ] = None,
    target: Annotated[
        float | None,
        typer.Option(
            min=0,
            help="Stop when no hand could gain more than this percent of the pool by its other action, and the charts "
            "stand still.",
            show_default="0.0001; with other algorithms than lp and polymatrix 0.01 for every player",
        ),
    ] = None,
    iterations: Annotated[int, typer.Option(min=1, help="At most this many iterations per pusher.")] = 3000,
    draft: Annotated[
        bool, typer.Option("--draft", help="Quick, and marked as a draft: as if two were all-in at most.")
    ] = False,
    purify: Annotated[
        bool, typer.Option("--purify", help="Pure charts: every mixed hand takes its more frequent action.")
    ] = False,
    bunching: Annotated[bool, typer.Option("--bunching", help="Let folded hands count.")] = False,
    future: Annotated[int, typer.Option(min=0, help="Value outcomes by solving this many next hands.")] = 0,
    hand: Annotated[str | None, typer.Option(help="Is all-in right with this hand, such as A5s?")] = None,
    player: Annotated[str | None, typer.Option(help="Only decisions of this position, such as BTN.")] = None,
    chart: Annotated[bool, typer.Option("--chart", help="Show the 13x13 matrix of each decision.")] = False,
    gain: Annotated[
        bool, typer.Option("--gain", help="Show what all-in earns more than folding, for every hand.")
    ] = False,
    out: Annotated[Path | None, typer.Option(help="Write charts to a file, .html or .png.")] = None,
    stack_table: Annotated[
        bool, typer.Option("--stack-table", help="Heads-up: the stacks to push and to call with, by hand.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Solve a push/fold situation: who goes all-in with what, and what it is worth.

    Values are stacks after the hand in chips, or shares of the prizes with --payouts. Epsilon is the most that any
    player could gain by playing differently. Hands to which both actions are worth the same are marked.

    \b
    Examples:
      pokerlab pushfold --stacks 1000,1000
      pokerlab pushfold --stacks 2000,1500,1000 --blinds 50/100 --payouts 65,35
      pokerlab pushfold --stacks 2000,1500,1000 --payouts 65,35 --hand A5s --player BTN
      pokerlab pushfold --stacks 10,10 --blinds 0.5/1 --purify --out chart.html
      pokerlab pushfold --stack-table --out nash.png
    """
    from pokerlab._files import check_writable
    from pokerlab.cards.combos import class_index
    from pokerlab.errors import TournamentError, shorten
    from pokerlab.tournament.pushfold import solve

    if out and out.suffix not in (".html", ".png"):
        raise typer.BadParameter(f"--out writes .html or .png, not '{out.name}'")
    if out:
        check_writable(out)
    small, big = _blinds(blinds or USUAL_BLINDS)
    if stack_table:
        _stack_table(stacks, small, big, ante, out, json)
        return
    if not stacks:
        raise typer.BadParameter("--stacks is needed, as in --stacks 2000,1500,1000")
    spot = _spot(stacks, (small, big), ante, big_blind_ante, payouts, bounties, progressive, most_all_in)
    if blinds is None and max(spot.stacks) <= big:
        raise TournamentError(
            f"no stack is larger than the big blind of the usual blinds {USUAL_BLINDS}: give the blinds, as in "
            "--blinds 0.5/1 for stacks in big blinds"
        )
    if hand:
        class_index(hand)  # a clear error before the work, not after it
    valuation = None
    if future:
        from pokerlab.tournament.future import FutureGame

        valuation = FutureGame(future)
    with show_progress("push/fold") as progress:
        result = solve(
            spot, _algorithm(algorithm), limit=None if target is None else target / 100,
            draft=draft, most_iterations=iterations, bunching=bunching, valuation=valuation, progress=progress,
        )  # fmt: skip
    if purify:
        result = result.purified()
    shown = result.decisions()
    if player:
        shown = [decision for decision in shown if spot.position(decision.player) == player.upper()]
        if not shown:
            names = ", ".join(spot.position(number) for number in range(spot.players))
            raise TournamentError(f"no decision of '{shorten(player)}': the positions are {names}")
    if out:
        _write_charts(out, result, shown)
    if json:
        print_json("pokerlab/pushfold/1", **_as_json(result, shown, hand))
    elif not out:
        _show(result, shown, hand, chart, gain)


def _blinds(text: str) -> tuple[float, float]:
    from pokerlab.cli.tournament_options import parse_numbers
    from pokerlab.errors import TournamentError, shorten

    numbers = parse_numbers(text, "blinds")
    if len(numbers) != 2:
        raise TournamentError(f"blinds '{shorten(text)}': one small and one big blind are needed, as in 50/100")
    return numbers[0], numbers[1]


def _spot(
    stacks: str, blinds: tuple[float, float], ante: float, big_blind_ante: bool, payouts: str | None,
    bounties: str | None, progressive: float, most_all_in: int,
) -> "PushFoldSpot":  # fmt: skip
    from pokerlab.cli.tournament_options import parse_numbers
    from pokerlab.tournament.payouts import parse_payouts
    from pokerlab.tournament.spot import PushFoldSpot

    chips = parse_numbers(stacks, "stacks")
    return PushFoldSpot.of(
        chips, blinds, ante=ante, big_blind_ante=big_blind_ante,
        payouts=None if payouts is None else parse_payouts(payouts, len(chips)), most_all_in=most_all_in,
        bounties=None if bounties is None else parse_numbers(bounties, "bounties"), progressive=progressive,
    )  # fmt: skip


def _algorithm(name: str | None) -> "Algorithm | None":
    from pokerlab.errors import shorten
    from pokerlab.tournament.algorithms import FictitiousRanges, RegretMatching
    from pokerlab.tournament.linear import LinearProgram
    from pokerlab.tournament.ordered import MonotoneExpansion, ShrinkingNeighbourhood
    from pokerlab.tournament.polymatrix import Polymatrix

    if name is None:
        return None
    known: dict[str, Algorithm] = {
        "polymatrix": Polymatrix(),
        "regret": RegretMatching(),
        "fictitious": FictitiousRanges(),
        "fictitious-ordered": FictitiousRanges(correlated=True, ordered=True),
        "neighbourhood": ShrinkingNeighbourhood(),
        "expansion": MonotoneExpansion(),
        "lp": LinearProgram(),
    }
    if name not in known:
        raise typer.BadParameter(f"'{shorten(name)}' is not an algorithm: {', '.join(known)}")
    return known[name]


def _show(result: "PushFoldResult", shown: "list[Decision]", hand: str | None, chart: bool, gain: bool) -> None:
    from rich.table import Table

    from pokerlab.tournament.charts import describe, standing, title_of

    spot = result.spot
    table = Table(box=None, pad_edge=False)
    for heading in ("player", "stack", "value", "could gain", "of the pool"):
        table.add_column(heading, justify="right")
    for number in range(spot.players):
        gained = float(result.gains[number])
        table.add_row(
            spot.position(number), f"{spot.stacks[number]:g}", f"{result.values[number]:.4f}", f"{gained:.6f}",
            f"{100 * gained / spot.pool:.4f}%",
        )  # fmt: skip
    console().print(table)
    console().print(describe(spot), markup=False)
    console().print(
        f"{result.algorithm}, {result.iterations} iterations, epsilon {100 * result.epsilon:.4f}% of the pool"
    )
    for line in standing(result):
        console().print(line, markup=False)
    if result.sampling_error.any():
        error = float(result.sampling_error.max())
        console().print(f"four and more all-in are sampled: standard error of values up to {error:.4f}")
    console().print()
    for decision in shown:
        console().print(title_of(result, decision), markup=False)
        if hand:
            console().print(f"  {_verdict(result, decision, hand)}", markup=False)
        elif result.comes_up(decision):
            _show_range(result, decision, chart, gain)


def _verdict(result: "PushFoldResult", decision: "Decision", hand: str) -> str:
    """What the two actions are worth with one hand, in words."""
    value = result.judge(decision, hand)
    if value.difference != value.difference:
        return f"{hand}: never gets there"
    played = f"(played {100 * value.frequency:.0f}%)"
    worth = f"{hand}: all-in {value.all_in:.4f}, fold {value.fold:.4f}"
    if value.is_indifferent:
        return f"{worth}: both are worth the same {played}"
    verdict = "right" if value.is_right else "wrong"
    return f"{worth}: all-in is {verdict} by {abs(value.difference):.4f} {played}"


def _show_range(result: "PushFoldResult", decision: "Decision", chart: bool, gain: bool) -> None:
    from rich.text import Text

    from pokerlab.cards.combos import CLASS_NAMES
    from pokerlab.tournament.charts import EQUAL

    strategy, equal = result.strategies[decision], result.indifferent(decision)
    console().print(f"  {result.range(decision, digits=2) or '-'}", markup=False)
    if equal.any():
        hands = (f"{name} {100 * x:.0f}%" for name, x, same in zip(CLASS_NAMES, strategy, equal, strict=True) if same)
        console().print(f"  {EQUAL} " + ", ".join(hands), markup=False)
    if chart:
        marked = {name for name, same in zip(CLASS_NAMES, equal, strict=True) if same}

        def paint(name: str, weight: float) -> Text:
            cell = weight_cell(name, weight)
            return Text((cell.plain.strip() + EQUAL).center(5), style=cell.style) if name in marked else cell

        console().print(paint_matrix(strategy.round(3).reshape(13, 13), paint))
    if gain:
        _show_gains(result, decision)


def _show_gains(result: "PushFoldResult", decision: "Decision") -> None:
    """The matrix of hands with what all-in earns more than folding; a dot where the hand never gets there."""
    from pokerlab.cards.combos import CLASS_NAMES

    difference = result.all_in[decision] - result.fold[decision]
    for row in range(13):
        cells = []
        for column in range(13):
            more = float(difference[13 * row + column])
            text = "·" if more != more else f"{more:+.3g}"
            cells.append(f"{CLASS_NAMES[13 * row + column]:>4} {text:<8}")
        console().print("".join(cells).rstrip(), markup=False)


def _as_json(result: "PushFoldResult", shown: "list[Decision]", hand: str | None) -> dict[str, Any]:
    from pokerlab.cards.combos import CLASS_NAMES

    spot = result.spot
    names = [hand] if hand else list(CLASS_NAMES)
    rows = []
    for decision in shown:
        judged = {name: result.judge(decision, name) for name in names}
        rows.append(
            {
                "player": decision.player,
                "position": spot.position(decision.player),
                "kind": decision.kind,
                "against": list(decision.pot),
                "reached": result.reached[decision],
                "percent": result.percent(decision),
                "comes_up": result.comes_up(decision),
                "range": str(result.range(decision)),
                "indifferent": [name for name, value in judged.items() if value.is_indifferent],
                "hands": {
                    name: {
                        "frequency": value.frequency,
                        "all_in": _number(value.all_in),
                        "fold": _number(value.fold),
                        "own_gain": _number(value.own_gain),
                        "indifferent": value.is_indifferent,
                    }
                    for name, value in judged.items()
                },
            }
        )
    return {
        "stacks": list(spot.stacks),
        "blinds": [spot.small_blind, spot.big_blind],
        "ante": spot.ante,
        "big_blind_ante": spot.big_blind_ante,
        "payouts": None if spot.payouts is None else list(spot.payouts),
        "bounties": None if spot.bounties is None else list(spot.bounties),
        "unit": spot.unit,
        "algorithm": result.algorithm,
        "iterations": result.iterations,
        "values": result.values.tolist(),
        "gains": result.gains.tolist(),
        "gains_in_chips": result.gains_in_chips.tolist(),
        "sampling_error": result.sampling_error.tolist(),
        "epsilon_percent_of_pool": 100 * result.epsilon,
        "limit_percent_of_pool": 100 * result.limit,
        "largest_own_gain_percent_of_pool": 100 * result.largest_own_gain,
        "settled": result.is_settled,
        "draft": result.is_draft,
        "purified": None
        if result.mixed is None
        else {
            "epsilon_percent_of_pool_before": 100 * result.mixed.epsilon,
            "largest_own_gain_percent_of_pool_before": 100 * result.mixed.largest_own_gain,
        },
        "most_all_in": spot.most_all_in,
        "decisions": rows,
    }


def _number(value: float) -> float | None:
    return None if value != value else value


def _write_charts(out: Path, result: "PushFoldResult", shown: "list[Decision]") -> None:
    from pokerlab.tournament.charts import describe, range_charts, standing

    spot = result.spot
    stacks = ", ".join(f"{spot.position(n)} {stack:g}" for n, stack in enumerate(spot.stacks))
    title = ("DRAFT - " if result.is_draft else "") + f"{stacks}; {describe(spot)}"
    _write(out, range_charts(result, shown), title, standing(result))


def _write(out: Path, charts: Any, title: str, notes: list[str]) -> None:
    from pokerlab._files import write_atomically
    from pokerlab.tournament.charts import as_html, as_png

    content = as_png(charts, title, notes) if out.suffix == ".png" else as_html(charts, title, notes).encode()
    write_atomically(out, content)
    typer.echo(f"{out}: {len(content):,} bytes", err=True)


def _stack_table(stacks: str, small: float, big: float, ante: float, out: Path | None, json: bool) -> None:
    from pokerlab.cards.combos import CLASS_NAMES
    from pokerlab.cli.tournament_options import parse_numbers
    from pokerlab.tournament.charts import largest_texts, stack_charts, stack_notes
    from pokerlab.tournament.spot import check_blinds
    from pokerlab.tournament.stacktable import KINDS, TOLERANCE, USUAL_STACKS, stack_table

    check_blinds(small, big, ante)
    depths = parse_numbers(stacks, "stacks") if stacks else USUAL_STACKS
    with show_progress("heads-up table") as progress:
        table = stack_table(depths, ante=ante / big, small_blind=small / big, progress=progress)
    if json:
        print_json(
            "pokerlab/stacktable/1",
            stacks=table.stacks.tolist(),
            values=table.values.tolist(),
            largest={kind: dict(zip(CLASS_NAMES, table.largest(kind).tolist(), strict=True)) for kind in KINDS},
            gaps={kind: [CLASS_NAMES[index] for index in table.gaps(kind)] for kind in KINDS},
            intervals={kind: dict(zip(CLASS_NAMES, table.intervals(kind), strict=True)) for kind in KINDS},
            tolerance=TOLERANCE,
        )
    if out:
        title = f"Heads-up push/fold, blinds {small:g}/{big:g}, ante {ante:g}"
        _write(out, stack_charts(table), title, stack_notes(table))
    if json or out:
        return
    most = float(table.stacks[-1])
    for kind in KINDS:
        console().print(f"largest stack to {kind}, in big blinds ({most:g}+: with all of the table)")
        texts = largest_texts(table, kind)
        for row in range(0, 169, 13):
            cells = (f"{CLASS_NAMES[cell]:>4} {texts[cell]:<5}" for cell in range(row, row + 13))
            console().print("".join(cells).rstrip(), markup=False)
        for line in stack_notes(table, [kind]):
            console().print(line, markup=False)
        console().print()
