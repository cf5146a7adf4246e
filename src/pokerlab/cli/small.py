"""`pokerlab small`: equilibria of games small enough to be checked to the last digit."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.terminal import JsonOption, console, print_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from pokerlab.equilibrium.public_tree import PublicTree
    from pokerlab.equilibrium.run import Step
    from pokerlab.equilibrium.strategy import Strategy

    Show = Callable[[Step], None]

MOST_SHOWN = 400


def small(
    game: Annotated[str, typer.Argument(help="kuhn, leduc, leduc-nl:12, ...")],
    menu: Annotated[str, typer.Option(help="Bets considered, such as fcpa.", show_default="every legal bet")] = "",
    algorithm: Annotated[
        str,
        typer.Option(
            help="vanilla, plus, linear, discounted[:alpha,beta,gamma], predictive, greedy[:c], chance, external, "
            "outcome, public-chance, pure, fictitious, or lp (exact). Rules take variants: plus:simultaneous."
        ),
    ] = "discounted",
    iterations: Annotated[int | None, typer.Option(min=1, help="Stop after so many iterations.")] = None,
    epsilon: Annotated[float | None, typer.Option(min=0, help="Stop at this epsilon, in chips.")] = None,
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
    plot: Annotated[
        str, typer.Option(help="Chart of epsilon: a PNG file, or '-' for the terminal.", show_default="none")
    ] = "",
    show: Annotated[bool, typer.Option("--show", help="Print the strategy.")] = False,
    json: JsonOption = False,
) -> None:
    """Solve a small two-player game: its value, and strategies with a stated epsilon.

    Epsilon is the sum of what both players could still gain, in chips per hand. Without a limit the run ends at epsilon
    0.001. Ctrl-C keeps the last checkpoint.

    \b
    Examples:
      pokerlab small kuhn --algorithm lp --show
      pokerlab small leduc --algorithm plus --epsilon 1e-3 --plot -
      pokerlab small leduc-nl:12 --menu fcpa --iterations 2000 --out fcpa.strategy
      pokerlab small leduc-nl:12 --seconds 60 --checkpoint run.ckpt --resume
    """
    from pokerlab._files import check_writable
    from pokerlab.equilibrium.algorithms import add_variants
    from pokerlab.equilibrium.public_tree import PublicTree
    from pokerlab.games.library import named_game

    for path in (out, checkpoint, Path(plot) if plot not in ("", "-") else None):
        if path:
            check_writable(path)
    if resume and not checkpoint:
        raise typer.BadParameter("--resume needs --checkpoint")
    tree = PublicTree.build(named_game(game), menu or None, keep_suits=keep_suits)
    if algorithm == "lp":
        strategy, steps, extra = _solve_exactly(tree)
    else:
        if iterations is epsilon is seconds is None:
            epsilon = 1e-3
        wanted = {"simultaneous": simultaneous, "unweighted": unweighted, "return-new": return_new}
        algorithm = add_variants(algorithm, [word for word, is_wanted in wanted.items() if is_wanted])
        limits = {"iterations": iterations, "epsilon": epsilon, "seconds": seconds}
        strategy, steps = _iterate(tree, algorithm, seed, limits, checkpoint, resume)
        extra = {}
    if out:
        strategy.save(out)
    if plot:
        _plot(plot, f"{game} {menu} {algorithm}", steps)
    facts = _facts(tree, strategy, algorithm, steps) | extra
    if json:
        shown = {"strategy": _infosets(strategy)} if show else {}
        print_json("pokerlab/small/1", **facts, steps=[_step_facts(step) for step in steps], **shown)
        return
    _print_facts(facts, out)
    if show:
        _print_strategy(strategy)


def _solve_exactly(tree: "PublicTree") -> "tuple[Strategy, list[Step], dict[str, Any]]":
    from pokerlab.equilibrium.lp import solve_exactly
    from pokerlab.equilibrium.strategy import Strategy

    typer.echo("solving the linear program", err=True)
    solution = solve_exactly(tree)
    return Strategy(tree, solution.table, {"algorithm": "lp"}), [], {"value": solution.value}


def _iterate(
    tree: "PublicTree",
    algorithm: str,
    seed: int,
    limits: dict[str, Any],
    checkpoint: Path | None,
    resume: bool,
) -> "tuple[Strategy, list[Step]]":
    from pokerlab.equilibrium.algorithms import make_solver
    from pokerlab.equilibrium.checkpoint import load_checkpoint
    from pokerlab.equilibrium.run import Step, run
    from pokerlab.equilibrium.strategy import Strategy

    solver = make_solver(tree, algorithm, seed=seed)
    spent = load_checkpoint(solver, checkpoint) if checkpoint and resume and checkpoint.exists() else 0.0
    steps: list[Step] = []
    with _live_table() as report:
        for step in run(solver, **limits, checkpoint=checkpoint, spent=spent):
            steps.append(step)
            report(step)
    if not steps:  # the checkpoint had reached the limit already
        steps.append(Step(solver.iteration, spent, solver.judge()))
    about = {"algorithm": algorithm, "iterations": solver.iteration, "epsilon": steps[-1].epsilon}
    return Strategy(tree, solver.table(), about), steps


@contextmanager
def _live_table() -> "Iterator[Show]":
    """A callback that shows steps on stderr: a live table on a terminal, else a line each."""
    import sys

    def line(step: "Step") -> None:
        typer.echo(f"iteration {step.iteration}: epsilon {step.epsilon:.6g} ({step.seconds:.1f} s)", err=True)

    if not sys.stderr.isatty():
        yield line
        return
    from rich.console import Console
    from rich.live import Live
    from rich.table import Table

    recent: list[Step] = []
    with Live(console=Console(stderr=True), transient=True) as live:

        def show(step: "Step") -> None:
            recent.append(step)
            table = Table("iteration", "seconds", "epsilon", "value", box=None)
            for shown in recent[-12:]:
                value = shown.judgement.values[0] if shown.judgement else float("nan")
                table.add_row(f"{shown.iteration:,}", f"{shown.seconds:.1f}", f"{shown.epsilon:.6g}", f"{value:.6f}")
            live.update(table)

        yield show


def _facts(tree: "PublicTree", strategy: "Strategy", algorithm: str, steps: "list[Step]") -> dict[str, Any]:
    judgement = strategy.judge()
    return {
        "game": tree.game.name,
        "menu": str(tree.menu),
        "algorithm": algorithm,
        "infosets": [tree.infosets(0), tree.infosets(1)],
        "public_nodes": len(tree.nodes),
        "iterations": steps[-1].iteration if steps else None,
        "seconds": steps[-1].seconds if steps else None,
        "value": judgement.values[0],
        "value_bounds": list(judgement.value_bounds),
        "gains": list(judgement.gains),
        "epsilon": judgement.epsilon,
        "exploitability": judgement.exploitability,
    }


def _step_facts(step: "Step") -> dict[str, Any]:
    return {"iteration": step.iteration, "seconds": step.seconds, "epsilon": step.epsilon}


def _print_facts(facts: dict[str, Any], out: Path | None) -> None:
    first, second = facts["infosets"]
    console().print(f"{facts['game']}, bets {facts['menu']}: {first:,} and {second:,} infosets", markup=False)
    console().print(f"value to the first player  {facts['value']:.10f} chips per hand")
    console().print(f"epsilon                    {max(facts['epsilon'], 0):.3g}")
    if facts["iterations"] is not None:
        console().print(f"{facts['iterations']:,} iterations of {facts['algorithm']} in {facts['seconds']:.2f} s")
    if out:
        console().print(f"strategy written to {out}", markup=False)


def _infosets(strategy: "Strategy") -> list[dict[str, Any]]:
    rows = []
    for node, place in strategy.tree.places.items():
        possible = strategy.tree.possible(node)
        for hand, is_possible in zip(strategy.tree.deals.hands, possible.tolist(), strict=True):
            if is_possible:
                row = {"player": int(strategy.tree.nodes[node, 1]), "hand": hand, "board": place.board}
                actions = strategy.at(hand, place.history, place.board)
                rows.append(row | {"history": place.history, "actions": actions})
        if len(rows) > MOST_SHOWN:
            break
    return rows


def _print_strategy(strategy: "Strategy") -> None:
    from rich.table import Table

    table = Table("player", "hand", "board", "history", "strategy", box=None)
    rows = _infosets(strategy)
    for row in rows[:MOST_SHOWN]:
        actions = "  ".join(f"{label} {100 * chance:.2f}%" for label, chance in row["actions"].items())
        table.add_row(str(row["player"] + 1), row["hand"], row["board"], row["history"] or "-", actions)
    console().print(table)
    if len(rows) > MOST_SHOWN:
        console().print(f"... the first {MOST_SHOWN} infosets; --out writes all of them")


def _plot(where: str, title: str, steps: "list[Step]") -> None:
    from pokerlab._charts import Chart
    from pokerlab._files import write_atomically

    points = [(float(step.iteration), step.epsilon or 0.0) for step in steps]
    chart = Chart(title, "iterations", "epsilon", {"epsilon": points}, log_x=True, log_y=True)
    if where == "-":
        typer.echo(chart.as_text(), err=True)
    else:
        write_atomically(Path(where), chart.as_png())
