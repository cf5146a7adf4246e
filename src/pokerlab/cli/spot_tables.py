"""A spot and its size in words, for the verbs about spots."""

from typing import TYPE_CHECKING, Any

from pokerlab.cli.terminal import paint_cards

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from pokerlab.postflop.memory import CapAdvice
    from pokerlab.postflop.spot import Spot


def spot_line(spot: "Spot") -> "Text":
    """Board, pot, stacks and the number of hands on one line."""
    from rich.text import Text

    oop, ip = (spot.live(player) for player in (0, 1))
    stacks = f"{spot.amount(spot.effective_stack):,} behind"
    hands = f"{len(oop)} hands (oop) against {len(ip)} (ip)"
    return Text.assemble(paint_cards(spot.board), f"  pot {spot.amount(spot.pot):,}, {stacks}; {hands}")


def size_table(size: dict[str, Any]) -> "Table":
    """Boards, decisions and memory by street, of what `postflop.memory.size_record` gave."""
    from rich.table import Table

    from pokerlab.postflop.memory import in_words

    table = Table(box=None, pad_edge=False)
    table.add_column("street")
    for column in ("boards", "of", "decisions", "memory"):
        table.add_column(column, justify="right")
    for street in size["streets"]:
        memory = in_words(street["table_bytes"] + street["equity_bytes"])
        boards, of = street["boards"], street["boards_without_isomorphism"]
        table.add_row(street["street"], f"{boards:,}", f"{of:,}", f"{street['decisions']:,}", memory)
    table.add_row("with everything", "", "", "", in_words(size["total_bytes"]))
    return table


def cap_note(advice: "CapAdvice") -> str:
    """What a raise cap would save, in one line."""
    from pokerlab.equilibrium.run_watch import in_time
    from pokerlab.postflop.memory import in_words

    return (
        f"no raise_cap: {in_words(advice.bytes)}, about {in_time(advice.seconds)} to 0.5% of the pot; "
        f"{'' if advice.fits else 'even '}raise_cap = {advice.cap}: {in_words(advice.cap_bytes)}, "
        f"about {in_time(advice.cap_seconds)}"
    )
