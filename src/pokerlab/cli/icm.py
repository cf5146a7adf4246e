"""`pokerlab icm`: what stacks are worth."""

from typing import Annotated

import typer

from pokerlab.cli.terminal import JsonOption, console, print_json, print_table

MOST_SHOWN = 200
"""Players in a table that people read."""


def icm(
    stacks: Annotated[str, typer.Argument(help="Stacks, separated by commas.")],
    payouts: Annotated[
        str, typer.Option(help="Prizes: 50,30,20 or winner, sng, don, satellite:3.", show_default=True)
    ] = "sng",
    places: Annotated[bool, typer.Option("--places", help="Show the probability of each paid place.")] = False,
    bubble: Annotated[bool, typer.Option("--bubble", help="Show bubble factors of every pair (up to 50).")] = False,
    deal: Annotated[bool, typer.Option("--deal", help="Propose deals.")] = False,
    set_aside: Annotated[float, typer.Option(min=0, help="In a deal, the amount left for the winner.")] = 0.0,
    json: JsonOption = False,
) -> None:
    """Equities of stacks under the Independent Chip Model.

    Exact up to 20 players; larger fields (up to a million players, as far as time allows) by quadrature. Either way the
    error stated is a bound.

    \b
    Examples:
      pokerlab icm 5000,3000,2000
      pokerlab icm 4000,3000,2000,1000 --payouts 40,30,20,10 --places --bubble
      pokerlab icm 5000,3000,2000 --deal --set-aside 5
    """
    from rich.table import Table

    from pokerlab.cli.tournament_options import parse_numbers
    from pokerlab.tournament import icm as model
    from pokerlab.tournament.payouts import parse_payouts

    chips = parse_numbers(stacks, "stacks")
    prizes = parse_payouts(payouts, len(chips))
    result = model.icm(chips, prizes)
    chances = model.place_probabilities(chips, len(prizes)) if places else None
    factors = model.bubble_factors(chips, prizes) if bubble else None
    proposal = model.deal(chips, prizes, set_aside=set_aside) if deal else None
    if json:
        from pokerlab.tournament.report import icm_record

        print_json("pokerlab/icm/1", **icm_record(chips, prizes, result, chances, factors, proposal))
        return
    pool, total = sum(prizes), sum(chips)
    table = Table(box=None, pad_edge=False)
    headings = ["player", "stack", "chips", "equity", "of the pool"]
    headings += [f"place {n}" for n in range(1, len(prizes) + 1)] if chances is not None else []
    headings += ["deal: ICM", "chips", "equal"] if proposal else []
    for heading in headings:
        table.add_column(heading, justify="right")
    for player, stack in enumerate(chips[:MOST_SHOWN]):
        worth = float(result.equities[player])
        row = [
            str(player + 1),
            f"{stack:g}",
            f"{100 * stack / total:.2f}%",
            f"{worth:.6f}",
            f"{100 * worth / pool:.2f}%",
        ]
        row += [f"{100 * chance:.2f}%" for chance in chances[player]] if chances is not None else []
        row += [f"{part[player]:.2f}" for part in (proposal.icm, proposal.chips, proposal.equal)] if proposal else []
        table.add_row(*row)
    print_table(table)
    if len(chips) > MOST_SHOWN:
        console().print(f"... the first {MOST_SHOWN} of {len(chips):,} players; --json has all of them")
    console().print(f"{result.method}, error at most {result.error:.1g}")
    if factors is not None:
        console().print("\nbubble factors: what the row's player loses against the column's, per unit won")
        grid = Table(box=None, pad_edge=False)
        for heading in ("player", *(str(n) for n in range(1, len(chips) + 1))):
            grid.add_column(heading, justify="right")
        for player, of_player in enumerate(factors):
            grid.add_row(str(player + 1), *("·" if f != f else f"{f:.3f}" for f in of_player))
        print_table(grid)
