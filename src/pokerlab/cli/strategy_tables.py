"""The strategy of a small game on the terminal."""

from typing import TYPE_CHECKING, Any

from pokerlab.cli.terminal import console, print_table

if TYPE_CHECKING:
    from pokerlab.equilibrium.strategy import Strategy

MOST_SHOWN = 400


def print_worth(facts: dict[str, Any]) -> None:
    """The game, and what a strategy is worth there (`equilibrium.report.strategy_record`)."""
    first, second = facts["infosets"]
    console().print(f"{facts['game']}, bets {facts['menu']}: {first:,} and {second:,} infosets", markup=False)
    console().print(f"value to the first player  {facts['value']:.10f} chips per hand")
    console().print(f"NashConv                   {max(facts['nash_conv'], 0):.3g}")


def print_infosets(strategy: "Strategy", rest: str, *, hand: str = "", history: str = "") -> None:
    """A line for each infoset, or those of a hand or after a history; `rest` says how to get what is left out."""
    from rich.table import Table

    from pokerlab.equilibrium.report import infoset_records

    table = Table("player", "hand", "board", "history", "strategy", box=None)
    rows = infoset_records(strategy, hand=hand, history=history, most=MOST_SHOWN + 1)
    for row in rows[:MOST_SHOWN]:
        actions = "  ".join(f"{label} {100 * chance:.2f}%" for label, chance in row["actions"].items())
        table.add_row(str(row["player"] + 1), row["hand"], row["board"], row["history"] or "-", actions)
    print_table(table)
    if len(rows) > MOST_SHOWN:
        console().print(f"... the first {MOST_SHOWN} infosets; {rest}")
