"""`pokerlab solve`: an equilibrium of a post-flop spot."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.completion import complete_rule, one_of
from pokerlab.cli.run_charts import LONGER, AgainstOption, PlotOption, check_plot, draw
from pokerlab.cli.spot_options import takes_spot
from pokerlab.cli.terminal import JsonOption, ThreadsOption, console, print_json, print_table

if TYPE_CHECKING:
    from pokerlab.postflop.job import SolveResult, SolveRun
    from pokerlab.postflop.spot import Spot

SCHEMA = "pokerlab/solve/2"

NOT_REACHED = 1
"""The exit code of a run that cannot reach its target."""


@takes_spot
def solve(
    spot: "Spot",
    job: dict[str, Any],
    target: Annotated[
        float | None,
        typer.Option(help="Stop at this exploitability, % of the pot.", show_default="0.5"),
    ] = None,
    iterations: Annotated[int | None, typer.Option(min=1, help="Stop after so many iterations.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="Stop after so many seconds.")] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write the solution to this file; it may replace one of the same spot.",
            show_default="the board's name + .sol, numbered so that no other solution is lost",
        ),
    ] = None,
    streets: Annotated[
        str | None,
        typer.Option(help="Last street to store: turn leaves out rivers (solved again when shown).", metavar="STREET"),
    ] = None,
    no_file: Annotated[bool, typer.Option("--no-file", help="Write no file.")] = False,
    compress: Annotated[
        bool, typer.Option("--compress", help="16-bit tables: half the memory, about the same speed.")
    ] = False,
    rule: Annotated[
        str | None,
        typer.Option(
            help="vanilla, plus, linear, discounted[:alpha,beta,gamma], predictive or greedy[:c].",
            show_default="discounted:1.5,0.25,4",
            autocompletion=complete_rule,
        ),
    ] = None,
    groups: Annotated[
        str | None,
        typer.Option(
            help="Let groups of hands play alike: rank, strength or opponent[:river, :hierarchical or :global].",
            metavar="MEASURE[:TEST]",
            autocompletion=one_of("rank", "strength", "opponent"),
        ),
    ] = None,
    lock: Annotated[
        list[str] | None,
        typer.Option(
            help="Fix a strategy: 'NODE: [HANDS:] MOVE P, MOVE P', or a file of [[lock]] tables.", metavar="LOCK"
        ),
    ] = None,
    hold: Annotated[
        str | None,
        typer.Option(help="Leave a player's whole strategy as it is in a solution of this spot.", metavar="oop:FILE"),
    ] = None,
    no_compare: Annotated[
        bool, typer.Option("--no-compare", help="With --lock or --hold: do not solve the spot without locks first.")
    ] = False,
    checkpoint: Annotated[Path | None, typer.Option(help="Keep the state of the run in a file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint.")] = False,
    no_isomorphism: Annotated[
        bool, typer.Option("--no-isomorphism", help="Do not merge boards that differ by suits only.")
    ] = False,
    dry: Annotated[bool, typer.Option("--dry", help="Only say how large the spot is.")] = False,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed of the rounding of 16-bit tables.", show_default="0")
    ] = None,
    plot: PlotOption = "",
    against: AgainstOption = None,
    threads: ThreadsOption = None,
    json: JsonOption = False,
) -> None:
    """Solve a heads-up spot: flop, turn or river, any ranges, any bet sizes, nothing else left out.

    The file may have a table [job] with what options say otherwise (docs/postflop.md); options that are given count.

    Shows how large the spot is, how far it is from equilibrium while it runs, and then the first decision. That is
    what both players could still gain by best responses, computed exactly: their mean in percent of the pot
    (exploitability), and their sum in chips (NashConv). Ctrl-C ends the run; what was reached is kept, and the exit
    code is 130 (143 after SIGTERM). A run that cannot reach its target, because exploitability falls no more, ends by
    itself with exit code 1.

    With --groups the run is judged inside the groups (best responses play the hands of a group alike, too), and then in
    the real game: the difference is what the groups cost.

    \b
    Examples:
      pokerlab solve examples/flop.toml --target 0.3
      pokerlab solve examples/threebet.toml --compress --streets turn --out 3b.sol
      pokerlab solve examples/river.toml --lock 'check/bet 100: fold 0.8, call 0.2'
      pokerlab solve examples/turn1.toml --groups opponent --target 0.1 --no-file
      pokerlab solve examples/river.toml --no-file --plot - --against plus
      pokerlab solve examples/kujath.toml --seconds 60 --checkpoint k.ckpt --resume
      pokerlab solve --board Td9d6hQc --pot 5.5 --stack 20 --oop TT+,AJ+ --ip 22+
    """
    from pokerlab.cli.run_progress import TerminalListener, watched
    from pokerlab.cli.signals import exit_code
    from pokerlab.equilibrium.run_watch import RunWatch
    from pokerlab.postflop.job import INTERRUPTED, STALLED, SolveJob

    check_plot(plot, against)
    if resume and not (checkpoint or job.get("checkpoint")):
        raise typer.BadParameter("--resume needs --checkpoint")
    given = {
        "target": target, "iterations": iterations, "seconds": seconds, "streets": streets, "rule": rule,
        "groups": groups, "locks": lock, "hold": hold, "seed": seed, "threads": threads, "compressed": compress or None,
        "compare": False if no_compare else None, "isomorphism": False if no_isomorphism else None,
        "out": out and str(out), "checkpoint": checkpoint and str(checkpoint), "resume": resume or None,
    }  # fmt: skip
    job = {"out": "./"} | job | {name: value for name, value in given.items() if value is not None}
    what = SolveJob(**{**job, "spot": spot, "out": None if no_file else job["out"]})
    run = what.start(TerminalListener(lambda engine: watched(engine, RunWatch(spot.pot, **what.limits))))
    if dry and json:
        print_json(SCHEMA, spot=spot.to_dict(), size=run.size)
    if not json:
        _print_size(spot, run)
    if dry:
        return
    result = run.run()
    if plot and result.ended != INTERRUPTED:
        _plot(plot, result, against or [])
    if json:
        print_json(SCHEMA, **result.record())
    else:
        _print_result(result)
    if result.trouble:  # what was found is shown even if it cannot be kept
        raise result.trouble
    if result.ended in (STALLED, INTERRUPTED):
        raise SystemExit(NOT_REACHED if result.ended == STALLED else exit_code())


def _print_size(spot: "Spot", run: "SolveRun") -> None:
    from pokerlab.cli.spot_tables import cap_note, size_table, spot_line

    console().print(spot_line(spot))
    print_table(size_table(run.size))
    if advice := run.cap_advice():
        console().print(cap_note(advice))


def _plot(where: str, result: "SolveResult", against: list[str]) -> None:
    """Exploitability by iteration, of the run and of others that are made for the chart."""
    from pokerlab.cards.card import format_cards
    from pokerlab.cli.run_progress import TerminalListener, watched
    from pokerlab.equilibrium.run_watch import RunWatch

    job = result.run.job
    is_limited = job.iterations is not None or job.seconds is not None
    most = job.iterations if is_limited else LONGER * result.steps[-1].iteration
    only = {"iterations": most, "target": job.limits["target"], "out": None, "checkpoint": None, "resume": False}
    lines = {job.rule: _points(result)}
    for rule in against:
        other = job.model_copy(update={**only, "rule": rule, "compare": False})
        shown = partial(watched, watch=RunWatch(job.spot.pot, **other.limits))
        lines[rule] = _points(other.run(TerminalListener(shown)))
    draw(where, job.spot.name or format_cards(job.spot.board), "exploitability, % of the pot", lines)


def _points(result: "SolveResult") -> list[tuple[float, float]]:
    pot = result.run.job.spot.pot
    return [
        (float(step.iteration), 100 * step.judgement.exploitability / pot) for step in result.steps if step.judgement
    ]


def _print_result(result: "SolveResult") -> None:
    from pokerlab.cli import node_tables
    from pokerlab.postflop.spot import PLAYERS

    out, solution, view = console(), result.solution, result.solution.root
    out.print(node_tables.header(solution))
    if locks := result.locks:
        for player, name in enumerate(PLAYERS):
            out.print(
                f"{name}: EV {locks['ev_without'][player]:.2f} without locks; a best response to the locks gains "
                f"{locks['best_response_gains'][player]:+.2f}, after both adapt "
                f"{locks['gains_after_adapting'][player]:+.2f}",
                markup=False,
            )
    if groups := result.groups:
        out.print(
            f"inside the groups: NashConv {groups['nash_conv_inside']:.4g}{solution.spot.unit}, "
            f"exploitability {groups['percent_of_pot_inside']:.3g}% of the pot",
            markup=False,
        )
    out.print(node_tables.situation(view))
    print_table(node_tables.players(view))
    print_table(node_tables.moves(view, None))
    out.print(node_tables.matrix(view, view.player or 0, None))
    if result.file:
        first = f"'{view.next_paths[0]}'" if view.next_paths else "--hands"
        hint = f"look around with: pokerlab show {result.file} {first}"
        out.print(f"written to {result.file}; {hint}", markup=False, soft_wrap=True)  # a command to copy is not broken
