"""A push/fold result on the terminal: what `pokerlab pushfold` has solved, or `pokerlab show` reads from a file."""

from pathlib import Path
from typing import TYPE_CHECKING

from pokerlab.cli.terminal import console, paint_matrix, print_json, weight_cell

if TYPE_CHECKING:
    from rich.table import Table

    from pokerlab.cli.show import Wanted
    from pokerlab.tournament.game import Decision
    from pokerlab.tournament.result import PushFoldResult

WHAT = "a push/fold result"
TAKES = frozenset({"player", "hand", "chart", "gain"})


def show_pushfold(file: Path, wanted: "Wanted") -> None:
    """A result from a file."""
    from pokerlab.tournament.result import PushFoldResult

    check_hand(wanted.hand)
    result = PushFoldResult.load(file)
    print_result(result, wanted.player, wanted.hand, chart=wanted.chart, gain=wanted.gain, json=wanted.json)


def check_hand(hand: str) -> None:
    """A clear error on what is no hand class: before the work, not after it."""
    from pokerlab.cards.combos import class_index

    if hand:
        class_index(hand)


def print_result(
    result: "PushFoldResult", player: str, hand: str, *, chart: bool = False, gain: bool = False, json: bool = False
) -> None:
    """Values, how far the charts can be trusted, and the decisions: all, or those of a position; their ranges, or one
    hand of each."""
    from pokerlab.tournament.charts import describe, standing, title_of
    from pokerlab.tournament.report import pushfold_record

    shown = decisions_of(result, player)
    if json:
        print_json("pokerlab/pushfold/1", **pushfold_record(result, shown, hand or None))
        return
    out = console()
    out.print(_players(result))
    out.print(describe(result.spot), markup=False)
    out.print(f"{result.algorithm}, {result.iterations} iterations, epsilon {100 * result.epsilon:.4f}% of the pool")
    for line in standing(result):
        out.print(line, markup=False)
    if result.sampling_error.any():
        error = float(result.sampling_error.max())
        out.print(f"four and more all-in are sampled: standard error of values up to {error:.4f}")
    out.print()
    for decision in shown:
        out.print(title_of(result, decision), markup=False)
        if hand:
            out.print(f"  {_verdict(result, decision, hand)}", markup=False)
        elif result.comes_up(decision):
            _print_range(result, decision, chart, gain)


def decisions_of(result: "PushFoldResult", position: str) -> "list[Decision]":
    """The decisions of a position such as BTN, or all."""
    from pokerlab.errors import TournamentError, shorten

    spot, shown = result.spot, result.decisions()
    if position:
        shown = [decision for decision in shown if spot.position(decision.player) == position.upper()]
    if position and not shown:
        names = ", ".join(spot.position(number) for number in range(spot.players))
        raise TournamentError(f"no decision of '{shorten(position)}': the positions are {names}")
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
        _print_gains(result, decision)


def _print_gains(result: "PushFoldResult", decision: "Decision") -> None:
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
