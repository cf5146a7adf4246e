"""`pokerlab solve`: an equilibrium of a post-flop spot."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlab.cli.run_charts import LONGER, AgainstOption, PlotOption, check_plot, draw
from pokerlab.cli.solve_options import takes_job
from pokerlab.cli.terminal import JsonOption, console, print_json, print_table

if TYPE_CHECKING:
    from pokerlab.postflop.job import SolveJob, SolveResult, SolveRun
    from pokerlab.postflop.spot import Spot

SCHEMA = "pokerlab/solve/2"

NOT_REACHED = 1
"""The exit code of a run that cannot reach its target."""


@takes_job
def solve(
    job: "SolveJob",
    dry: Annotated[bool, typer.Option("--dry", help="Only say how large the spot is.")] = False,
    plot: PlotOption = "",
    against: AgainstOption = None,
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
    from pokerlab.postflop.job import INTERRUPTED, STALLED

    check_plot(plot, against)
    spot = job.spot
    run = job.start(TerminalListener(lambda engine: watched(engine, RunWatch(spot.pot, **job.limits))))
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
