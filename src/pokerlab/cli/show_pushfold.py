"""A push/fold result on the terminal: what `pokerlab pushfold` has solved, or `pokerlab show` reads from a file."""

from pathlib import Path
from typing import TYPE_CHECKING

from pokerlab.cli.terminal import console, print_json, print_list, print_table

if TYPE_CHECKING:
    from rich.table import Table

    from pokerlab.cli.show import Wanted
    from pokerlab.tournament.game import Decision
    from pokerlab.tournament.result import PushFoldResult

MOST_LISTED = 16
"""More decisions than this (four players have 13, nine 120) are a page of small charts."""
_TITLE = 13
_SMALL_CHARTS = "all-in with: # always, 1 to 9 tenths, a dot never; pairs on the diagonal, suited hands above it"

WHAT = "a push/fold result"
TAKES = frozenset({"player", "against", "hand", "chart", "gain"})


def show_pushfold(file: Path, wanted: "Wanted") -> None:
    """A result from a file."""
    from pokerlab.tournament.result import PushFoldResult

    check_hand(wanted.hand)
    result = PushFoldResult.load(file)
    print_result(
        result, wanted.player, wanted.hand, against=wanted.against, chart=wanted.chart, gain=wanted.gain,
        json=wanted.json,
    )  # fmt: skip


def check_hand(hand: str) -> None:
    """A clear error on what is no hand class: before the work, not after it."""
    from pokerlab.cards.combos import class_index

    if hand:
        class_index(hand)


def print_result(
    result: "PushFoldResult", player: str, hand: str, *, against: str = "", chart: bool = False, gain: bool = False,
    json: bool = False,
) -> None:  # fmt: skip
    """Values, how far the charts can be trusted, and the decisions: all, or those of a position; their ranges, or one
    hand of each. More decisions than anybody reads are a page of small charts."""
    from pokerlab.tournament.charts import describe, standing, title_of
    from pokerlab.tournament.report import pushfold_record

    shown = decisions_of(result, player, against)
    if json:
        print_json("pokerlab/pushfold/1", **pushfold_record(result, shown, hand or None))
        return
    out = console()
    print_table(_players(result))
    out.print(describe(result.spot), markup=False)
    out.print(f"{result.algorithm}, {result.iterations} iterations, epsilon {100 * result.epsilon:.4f}% of the pool")
    for line in standing(result):
        out.print(line, markup=False)
    if result.sampling_error.any():
        error = float(result.sampling_error.max())
        out.print(f"four and more all-in are sampled: standard error of values up to {error:.4f}")
    out.print()
    if len(shown) > MOST_LISTED and not hand and not gain:
        _print_page(result, shown, all_charts=chart or bool(player or against))
        return
    for decision in shown:
        out.print(title_of(result, decision), markup=False)
        if hand:
            out.print(f"  {_verdict(result, decision, hand)}", markup=False)
        elif result.comes_up(decision):
            _print_range(result, decision, chart, gain)


def decisions_of(result: "PushFoldResult", position: str, against: str = "") -> "list[Decision]":
    """The decisions of a position such as BTN, or all; those against others who are all-in (`BTN` or `BTN,SB`)."""
    from pokerlab.errors import TournamentError, shorten

    spot, shown = result.spot, result.decisions()
    names = [spot.position(number) for number in range(spot.players)]
    rivals = {name.strip().upper() for name in against.split(",")} if against else None
    for given in (position, *(sorted(rivals or ()))):
        if given and given.upper() not in names:
            raise TournamentError(f"no decision of '{shorten(given)}': the positions are {', '.join(names)}")
    if position:
        shown = [decision for decision in shown if names[decision.player] == position.upper()]
    if rivals is not None:
        shown = [decision for decision in shown if {names[player] for player in decision.pot} == rivals]
    if not shown:
        whom = f"{position.upper()} " if position else ""
        raise TournamentError(f"{whom}never decides against {shorten(against)} alone: the order is {', '.join(names)}")
    return shown


def _players(result: "PushFoldResult") -> "Table":
    from rich.table import Table

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
    return table


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


def _print_range(result: "PushFoldResult", decision: "Decision", chart: bool, gain: bool) -> None:
    from pokerlab.cards.combos import CLASS_NAMES
    from pokerlab.cli.matrix import paint_matrix, weight_cells
    from pokerlab.tournament.charts import EQUAL

    strategy, equal = result.strategies[decision], result.indifferent(decision)
    print_list(str(result.range(decision, digits=2) or "-"))
    if equal.any():
        hands = (f"{name} {100 * x:.0f}%" for name, x, same in zip(CLASS_NAMES, strategy, equal, strict=True) if same)
        print_list(f"{EQUAL} " + ", ".join(hands))
    if chart:
        marks = [EQUAL if same else "" for same in equal]
        console().print(paint_matrix(weight_cells(strategy.round(3), marks)))
    if gain:
        _print_gains(result, decision)


def _print_gains(result: "PushFoldResult", decision: "Decision") -> None:
    """The matrix of hands with what all-in earns more than folding; a dot where the hand never gets there."""
    import numpy as np

    from pokerlab.cli.matrix import paint_matrix, worth_cells

    difference = result.all_in[decision] - result.fold[decision]
    most = float(np.nanmax(np.abs(difference), initial=0.0)) or 1.0
    console().print(paint_matrix(worth_cells(difference, -most / 4, most / 4), is_signed=True))


def _print_page(result: "PushFoldResult", shown: "list[Decision]", *, all_charts: bool) -> None:
    """Many decisions on a page: a small chart of every push (`all_charts`: of every decision), and how much each
    position calls against each other one."""
    from rich.table import Table

    from pokerlab.cli.matrix import paint_small_charts

    spot, out = result.spot, console()
    drawn = [d for d in shown if result.comes_up(d) and (all_charts or not d.pot)]
    out.print(f"{_SMALL_CHARTS}:", markup=False)
    out.print(paint_small_charts([(_small_title(result, d), result.strategies[d]) for d in drawn]))
    calls = {(d.player, d.pot[0]): d for d in shown if len(d.pot) == 1}
    if calls:
        table = Table(box=None, pad_edge=False, title="calls against one all-in:")
        callers, pushers = (sorted({pair[place] for pair in calls}) for place in (0, 1))
        table.add_column("against", justify="left", no_wrap=True)
        for caller in callers:
            table.add_column(spot.position(caller), justify="right", no_wrap=True)
        for pusher in pushers:
            found = (calls.get((caller, pusher)) for caller in callers)
            table.add_row(spot.position(pusher), *("" if d is None else _percent(result, d) for d in found))
        out.print()
        print_table(table)
    more = sum(len(d.pot) > 1 for d in shown)
    last = spot.position(spot.players - 1)
    hints = [f"{len(shown)} decisions, {more} of them against two or more.", "The ranges of one:"]
    hints.append(f"--player {last} --against {spot.position(0)}.")
    hints += [] if all_charts else [f"All of a position: --player {last}. A small chart of every decision: --chart."]
    out.print("\n" + " ".join(hints), markup=False)


def _small_title(result: "PushFoldResult", decision: "Decision") -> list[str]:
    """Three short lines."""
    spot = result.spot
    rivals = ",".join(spot.position(player) for player in decision.pot)
    lines = [f"{spot.position(decision.player)} {decision.kind}", _percent(result, decision)]
    against = f"on {rivals}" if len(rivals) <= _TITLE - 3 else rivals[:_TITLE]
    return [lines[0], against, lines[1]] if rivals else lines


def _percent(result: "PushFoldResult", decision: "Decision") -> str:
    return f"{result.percent(decision):.1f}%" if result.comes_up(decision) else "-"
