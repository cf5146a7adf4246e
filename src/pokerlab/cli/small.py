"""`pokerlab small`: equilibria of games small enough to be checked to the last digit."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlab.cli.completion import complete_algorithm, complete_game
from pokerlab.cli.run_charts import LONGER, AgainstOption, PlotOption, check_plot, draw
from pokerlab.cli.strategy_tables import print_infosets, print_worth
from pokerlab.cli.terminal import JsonOption, console, print_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from pokerlab.equilibrium.job import SmallResult
    from pokerlab.equilibrium.run import RunStep

    Show = Callable[[RunStep], None]


def small(
    game: Annotated[str, typer.Argument(help="kuhn, leduc, leduc-nl:12, ...", autocompletion=complete_game)],
    menu: Annotated[
        str,
        typer.Option(help="Bets considered: fcpa, f,c,50%,a, 'bet=50%; raise=2.5x'.", show_default="every legal bet"),
    ] = "",
    algorithm: Annotated[
        str,
        typer.Option(
            help="vanilla, plus, linear, discounted[:alpha,beta,gamma], predictive, greedy[:c], chance, external, "
            "outcome, public-chance, pure, fictitious, or lp (exact). Rules take variants: plus:simultaneous.",
            autocompletion=complete_algorithm,
        ),
    ] = "discounted",
    iterations: Annotated[int | None, typer.Option(min=1, help="Stop after so many iterations.")] = None,
    nash_conv: Annotated[float | None, typer.Option(min=0, help="Stop at this NashConv, in chips.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="Stop after so many seconds.")] = None,
    simultaneous: Annotated[bool, typer.Option("--simultaneous", help="Update both players at once.")] = False,
    unweighted: Annotated[
        bool, typer.Option("--unweighted", help="Average without weighting by reach (Kujath's Algorithm 3).")
    ] = False,
    return_new: Annotated[
        bool, typer.Option("--return-new", help="Hand up the value of the updated strategy (Kujath's variant).")
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sampling algorithms.")] = 0,
    keep_suits: Annotated[bool, typer.Option("--keep-suits", help="Do not merge suits that never matter.")] = False,
    out: Annotated[Path | None, typer.Option(help="Write the strategy to a file.")] = None,
    checkpoint: Annotated[Path | None, typer.Option(help="Keep the state of the run in a file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint.")] = False,
    plot: PlotOption = "",
    against: AgainstOption = None,
    show: Annotated[bool, typer.Option("--show", help="Print the strategy.")] = False,
    json: JsonOption = False,
) -> None:
    """Solve a small two-player game: its value, and strategies with a stated NashConv.

    NashConv is the sum of what both players could still gain, in chips per hand. Without a limit the run ends at 0.001.
    Ctrl-C keeps the last checkpoint.

    \b
    Examples:
      pokerlab small kuhn --algorithm lp --show
      pokerlab small leduc --algorithm plus --nash-conv 1e-3 --plot -
      pokerlab small kuhn --iterations 500 --plot - --against vanilla --against plus
      pokerlab small leduc-nl:12 --menu fcpa --iterations 2000 --out fcpa.strategy
      pokerlab small leduc-nl:12 --seconds 60 --checkpoint leduc.ckpt --resume
    """
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.equilibrium.algorithms import OTHERS, add_variants
    from pokerlab.equilibrium.job import SmallJob
    from pokerlab.equilibrium.report import infoset_records

    check_plot(plot, against, OTHERS)
    if resume and not checkpoint:
        raise typer.BadParameter("--resume needs --checkpoint")
    wanted = {"simultaneous": simultaneous, "unweighted": unweighted, "return-new": return_new}
    algorithm = add_variants(algorithm, [word for word, is_wanted in wanted.items() if is_wanted])
    job = SmallJob(
        game=game, menu=menu, algorithm=algorithm, nash_conv=nash_conv, iterations=iterations, seconds=seconds,
        seed=seed, keep_suits=keep_suits, out=str(out) if out else None,
        checkpoint=str(checkpoint) if checkpoint else None, resume=resume,
    )  # fmt: skip
    result = job.run(TerminalListener(lambda solver: _live_table()))
    if plot:
        _plot(plot, result, against or [])
    facts = result.record()
    if json:
        shown = {"strategy": infoset_records(result.strategy)} if show else {}
        print_json("pokerlab/small/2", **facts, **shown)
        return
    print_worth(facts)
    if result.steps:
        console().print(f"{facts['iterations']:,} iterations of {algorithm} in {facts['seconds']:.2f} s")
    if out:
        console().print(f"strategy written to {out}", markup=False)
    if show:
        print_infosets(result.strategy, "--out writes all of them")


@contextmanager
def _live_table() -> "Iterator[Show]":
    """A callback that shows steps on stderr: a live table on a terminal, else a line each."""
    import sys

    def line(step: "RunStep") -> None:
        typer.echo(f"iteration {step.iteration}: NashConv {step.nash_conv:.6g} ({step.seconds:.1f} s)", err=True)

    if not sys.stderr.isatty():
        yield line
        return
    from rich.console import Console
    from rich.live import Live
    from rich.table import Table

    recent: list[RunStep] = []
    with Live(console=Console(stderr=True), transient=True) as live:

        def show(step: "RunStep") -> None:
            recent.append(step)
            table = Table("iteration", "seconds", "NashConv", "value", box=None)
            for shown in recent[-12:]:
                value = shown.judgement.values[0] if shown.judgement else float("nan")
                table.add_row(f"{shown.iteration:,}", f"{shown.seconds:.1f}", f"{shown.nash_conv:.6g}", f"{value:.6f}")
            live.update(table)

        yield show


def _plot(where: str, result: "SmallResult", against: list[str]) -> None:
    """NashConv by iteration, of the run and of others that are made for the chart."""
    from pokerlab.cli.run_progress import TerminalListener

    job = result.job
    lines = {job.algorithm if against else "NashConv": _points(result.steps)}
    is_limited = job.iterations is not None or job.seconds is not None or not result.steps
    most = job.iterations if is_limited else LONGER * result.steps[-1].iteration
    for algorithm in against:
        other = job.model_copy(
            update={"algorithm": algorithm, "iterations": most, "out": None, "checkpoint": None, "resume": False}
        )
        lines[algorithm] = _points(other.run(TerminalListener(lambda solver: _live_table())).steps)
    words = (job.game, job.menu, "" if against else job.algorithm)
    draw(where, " ".join(filter(None, words)), "NashConv", lines)


def _points(steps: "list[RunStep]") -> list[tuple[float, float]]:
    return [(float(step.iteration), step.nash_conv or 0.0) for step in steps]
