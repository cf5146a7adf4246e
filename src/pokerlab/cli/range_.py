"""`pokerlab range`: read a range, count it, show it as a matrix."""

from typing import Annotated

import typer

from pokerlab.cli.terminal import JsonOption, console, print_json, print_list


def range_(
    text: Annotated[list[str], typer.Argument(help="The range, such as 'QQ+,AKs,A5s-A2s:0.5' or 20%.")],
    dead: Annotated[str, typer.Option(help="Cards that nobody can hold: board and dead cards.")] = "",
    json: JsonOption = False,
) -> None:
    """Read a range: its shortest text, its number of hands, and the 13x13 matrix.

    Classes: AA, AKs, AKo, AK (both). Upwards: 22+, KTo+. Runs: QQ-TT, A5s-A2s, T9s-76s. Single hands: AhKh. The
    strongest hands: 20%. Every hand: *. A weight follows a colon; later parts override earlier ones. @btn.txt is the
    range in a file, @btn-push-10bb a starting range by position (docs/cards.md has all).

    \b
    Examples:
      pokerlab range '88+,A9s+,KTs+,AJo+'
      pokerlab range '20%' --dead AhKh2c
      pokerlab range 'AA,AK:0.5,AhKh' --json
      pokerlab range '@btn-push-10bb'
    """
    from pokerlab.cards.card import format_cards, parse_cards
    from pokerlab.cards.range_files import SIGN, range_or_file
    from pokerlab.cards.ranges import Range
    from pokerlab.cli.matrix import paint_matrix, weight_cells

    given = Range.parse(",".join(str(range_or_file(part)) if part.startswith(SIGN) else part for part in text))
    dead_cards = parse_cards(dead, what="dead cards")
    chosen = given.without(dead_cards)
    if json:
        from pokerlab.cards.report import range_record

        print_json("pokerlab/range/1", **range_record(chosen))
        return
    console().print(paint_matrix(weight_cells(chosen.matrix())))
    console().print()
    print_list(str(given) if len(given) else "no hands", indent="")
    weighted = "" if chosen.combos == len(chosen) else f", {chosen.combos:g} by weight"
    without = f" ({format_cards(dead_cards)} taken out)" if dead else ""
    console().print(f"{len(chosen)} hands{weighted}, {chosen.percent:.2f}% of 1326{without}")
