"""`pokerlab pushfold`: push/fold equilibria."""

from pathlib import Path
from typing import Annotated

import typer

from pokerlab.cli.completion import one_of
from pokerlab.cli.stack_table import show_stack_table
from pokerlab.cli.terminal import JsonOption
from pokerlab.errors import shorten

ALGORITHMS = ("polymatrix", "regret", "fictitious", "fictitious-ordered", "neighbourhood", "expansion", "lp")
USUAL_BLINDS = "50/100"
RESULT_SUFFIX = ".pf"


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
    ante_first: Annotated[
        bool, typer.Option("--ante-first", help="A short big blind posts the ante for all before his blind.")
    ] = False,
    payouts: Annotated[
        str | None, typer.Option(help="Prizes, as in 'pokerlab icm'.", show_default="play for chips")
    ] = None,
    bounties: Annotated[str | None, typer.Option(help="Bounty on each player's head.")] = None,
    progressive: Annotated[float, typer.Option(help="Part of a won bounty that goes on the own head.")] = 0.5,
    most_all_in: Annotated[int, typer.Option(help="How many may be all-in at once.")] = 3,
    algorithm: Annotated[
        str | None,
        typer.Option(
            help=", ".join(ALGORITHMS) + ".",
            show_default="lp for two players, else polymatrix",
            autocompletion=one_of(*ALGORITHMS),
        ),
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
    hand: Annotated[str, typer.Option(help="Is all-in right with this hand, such as A5s?")] = "",
    player: Annotated[str, typer.Option(help="Only decisions of this position, such as BTN.")] = "",
    against: Annotated[str, typer.Option(help="Only decisions against these, such as BTN or BTN,SB.")] = "",
    chart: Annotated[bool, typer.Option("--chart", help="Show the 13x13 matrix of each decision.")] = False,
    gain: Annotated[
        bool, typer.Option("--gain", help="Show what all-in earns more than folding, for every hand.")
    ] = False,
    out: Annotated[Path | None, typer.Option(help="Write charts (.html, .png), or the result (.pf).")] = None,
    stack_table: Annotated[
        bool, typer.Option("--stack-table", help="Heads-up: the stacks to push and to call with, by hand.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Solve a push/fold situation: who goes all-in with what, and what it is worth.

    Values are stacks after the hand in chips, or shares of the prizes with --payouts. Epsilon is the most that any
    player could gain by playing differently. Hands to which both actions are worth the same are marked. From five
    players on, a page of small charts stands for the many decisions: --player and --against choose one.

    \b
    Examples:
      pokerlab pushfold --stacks 1000,1000
      pokerlab pushfold --stacks 2000,1500,1000 --blinds 50/100 --payouts 65,35
      pokerlab pushfold --stacks 20,15,10 --blinds 0.5/1 --hand A5s --player BTN
      pokerlab pushfold --stacks 10,10 --blinds 0.5/1 --purify --out chart.html
      pokerlab pushfold --stacks 2000,1500,1000 --payouts 65,35 --out bubble.pf
      pokerlab pushfold --stack-table --out nash.png
    """
    from pokerlab._files import check_writable
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.cli.show_pushfold import check_hand, decisions_of, print_result
    from pokerlab.cli.tournament_options import parse_numbers
    from pokerlab.errors import TournamentError
    from pokerlab.tournament.charts import check_drawable, write_result_charts
    from pokerlab.tournament.job import PushFoldJob
    from pokerlab.tournament.payouts import parse_payouts

    _check_suffix(out, stack_table)
    if out:
        check_writable(out)
        check_drawable(out.suffix)
    small, big = _blinds(blinds or USUAL_BLINDS)
    if stack_table:
        show_stack_table(stacks, small, big, ante, out, json=json)
        return
    if not stacks:
        raise typer.BadParameter("--stacks is needed, as in --stacks 2000,1500,1000")
    is_drawn = out is not None and out.suffix != RESULT_SUFFIX
    chips = tuple(parse_numbers(stacks, "stacks"))
    if blinds is None and len(chips) > 1 and min(chips) > 0 and max(chips) <= big:
        raise TournamentError(
            f"no stack is larger than the big blind of the usual blinds {USUAL_BLINDS}: give the blinds, as in "
            "--blinds 0.5/1 for stacks in big blinds"
        )
    check_hand(hand)
    job = PushFoldJob(
        stacks=chips, blinds=(small, big), ante=ante, big_blind_ante=big_blind_ante,
        ante_first=ante_first, payouts=None if payouts is None else parse_payouts(payouts, len(chips)),
        bounties=None if bounties is None else tuple(parse_numbers(bounties, "bounties")), progressive=progressive,
        most_all_in=most_all_in, algorithm=algorithm, limit=None if target is None else target / 100,
        iterations=iterations, draft=draft, bunching=bunching, future=future, purify=purify,
        out=str(out) if out and not is_drawn else None,
    )  # fmt: skip
    result = job.run(TerminalListener()).found
    if out and is_drawn:
        size = write_result_charts(out, result, decisions_of(result, player, against))
        typer.echo(f"{out}: {size:,} bytes", err=True)
    elif out:
        typer.echo(f"{out}: {out.stat().st_size:,} bytes, for `pokerlab show`", err=True)
    if json or not is_drawn:
        print_result(result, player, hand, against=against, chart=chart, gain=gain, json=json)


def _check_suffix(out: Path | None, stack_table: bool) -> None:
    written = [".html", ".png"] if stack_table else [RESULT_SUFFIX, ".html", ".png"]
    if out and out.suffix not in written:
        raise typer.BadParameter(f"--out writes {', '.join(written[:-1])} or {written[-1]}, not '{shorten(out.name)}'")


def _blinds(text: str) -> tuple[float, float]:
    from pokerlab.cli.tournament_options import parse_numbers
    from pokerlab.errors import TournamentError

    numbers = parse_numbers(text, "blinds")
    if len(numbers) != 2:
        raise TournamentError(f"blinds '{shorten(text)}': one small and one big blind are needed, as in 50/100")
    return numbers[0], numbers[1]
