"""`pokerlab solve`: an equilibrium of a post-flop spot."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from pokerlab.cli.spot_options import takes_spot
from pokerlab.cli.terminal import JsonOption, ThreadsOption, console, print_json, say_if_slow, show_progress

if TYPE_CHECKING:
    from pokerlab.abstraction.groups import HandGroups
    from pokerlab.equilibrium.run import Step
    from pokerlab.errors import PokerError
    from pokerlab.postflop.engine import Engine
    from pokerlab.postflop.layout import Layout
    from pokerlab.postflop.locks import Lock
    from pokerlab.postflop.solution import Solution
    from pokerlab.postflop.spot import Spot

NOT_REACHED = 1
"""The exit code of a run that cannot reach its target."""


@takes_spot
def solve(
    spot: "Spot",
    target: Annotated[
        float | None,
        typer.Option(help="Stop at this epsilon: the mean of both gains, % of the pot.", show_default="0.5"),
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
        str,
        typer.Option(help="vanilla, plus, linear, discounted[:alpha,beta,gamma], predictive or greedy[:c]."),
    ] = "discounted:1.5,0.25,4",
    groups: Annotated[
        str | None,
        typer.Option(
            help="Let groups of hands play alike: rank, strength or opponent[:river, :hierarchical or :global].",
            metavar="MEASURE[:TEST]",
        ),
    ] = None,
    lock: Annotated[
        list[str] | None,
        typer.Option(
            help="Fix a strategy: 'NODE: [HANDS:] MOVE P, MOVE P', or a file of [[lock]] tables.", metavar="LOCK"
        ),
    ] = None,
    no_compare: Annotated[
        bool, typer.Option("--no-compare", help="With --lock: do not solve the spot without locks first.")
    ] = False,
    checkpoint: Annotated[Path | None, typer.Option(help="Keep the state of the run in a file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint.")] = False,
    no_isomorphism: Annotated[
        bool, typer.Option("--no-isomorphism", help="Do not merge boards that differ by suits only.")
    ] = False,
    dry: Annotated[bool, typer.Option("--dry", help="Only say how large the spot is.")] = False,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the rounding of 16-bit tables.")] = 0,
    threads: ThreadsOption = None,
    json: JsonOption = False,
) -> None:
    """Solve a heads-up spot: flop, turn or river, any ranges, any bet sizes, nothing else left out.

    Shows how large the spot is, how far it is from equilibrium while it runs, and then the first decision. Epsilon is
    what both players could still gain by best responses, computed exactly: their mean in percent of the pot, and their
    sum in chips. Ctrl-C ends the run; what was reached is kept, and the exit code is 130 (143 after SIGTERM). A run
    that cannot reach its target, because epsilon falls no more, ends by itself with exit code 1.

    With --groups the run is judged inside the groups (best responses play the hands of a group alike, too), and then in
    the real game: the difference is what the groups cost.

    \b
    Examples:
      pokerlab solve examples/flop.toml --target 0.3
      pokerlab solve examples/threebet.toml --compress --streets turn --out threebet.sol
      pokerlab solve examples/river.toml --lock 'bet 100: fold 0.8, call 0.2'
      pokerlab solve examples/turn1.toml --groups opponent --target 0.1 --no-file
      pokerlab solve examples/kujath.toml --seconds 600 --checkpoint run.ckpt --resume
      pokerlab solve --board Td9d6hQc --pot 200 --stack 900 --oop '66+,A8s+,AJo+' --ip '22+,ATs+,KTs+,AQo+' --no-file
    """
    from pokerlab._files import check_writable
    from pokerlab._threads import available_threads
    from pokerlab.cli.spot_text import size_of
    from pokerlab.equilibrium.algorithms import parse_rule
    from pokerlab.postflop.layout import Layout
    from pokerlab.postflop.memory import check_memory
    from pokerlab.postflop.solution import Solution, last_street
    from pokerlab.postflop.solution_names import board_name, check_name

    if resume and not checkpoint:
        raise typer.BadParameter("--resume needs --checkpoint")
    if groups and (compress or lock):
        raise typer.BadParameter(f"--groups does not go with {'--compress' if compress else '--lock'}")
    locks = [one for text in lock or () for one in _read_lock(text)]
    update, count = parse_rule(rule), threads or available_threads()
    street = last_street(spot, streets)
    if not no_file:
        check_writable(out or Path("solution"))
        if out:
            check_name(out, spot)
    if checkpoint:
        check_writable(checkpoint)
    tables = 3 if update.is_predictive else 2
    layout = Layout.of(
        spot, isomorphism=not no_isomorphism, locks=locks, groups=_find_groups(spot, groups, count) if groups else None
    )
    size = size_of(layout, compressed=compress, tables=tables, threads=count)
    if dry:
        if json:
            print_json("pokerlab/solve/1", spot=spot.to_dict(), size=size)
        else:
            _print_size(layout, size)
        return
    if not json:
        _print_size(layout, size)
    check_memory(layout, compressed=compress, tables=tables, threads=count)
    settings = {"rule": update, "compressed": compress, "threads": count, "seed": seed}
    limits = {"target": target, "iterations": iterations, "seconds": seconds}
    comparison = {}
    if locks and not no_compare:
        comparison = _without_locks(layout, settings, limits)
    reached = _run(layout, settings, limits, checkpoint, resume)
    engine, steps = reached.engine, reached.steps
    judgement = None if groups else steps[-1].judgement
    solution = Solution.of(engine, seconds=steps[-1].seconds, judgement=judgement)
    path = None if no_file else out or board_name(solution, Path(), last_street=street)
    trouble = _save(solution, path, streets) if path else None
    facts = _facts(solution, reached) | _lock_facts(solution, comparison) | _group_facts(engine, steps)
    if json:
        trail = [_step_facts(step, spot) for step in steps]
        file = str(path) if path and not trouble else None
        print_json("pokerlab/solve/1", spot=spot.to_dict(), size=size, file=file, **facts, steps=trail)
    else:
        _print_result(solution, facts, None if trouble else path)
    if trouble:  # what was found is shown even if it cannot be kept
        raise trouble
    if reached.code:
        raise SystemExit(reached.code)


def _save(solution: "Solution", path: Path, streets: str | None) -> "PokerError | OSError | None":
    from pokerlab.errors import PokerError

    try:
        with show_progress(f"writing {path}") as progress:
            solution.save(path, streets=streets, progress=progress)
    except (PokerError, OSError) as error:
        return error
    return None


def _find_groups(spot: "Spot", name: str, threads: int) -> "HandGroups":
    from pokerlab.postflop.grouping import groups_for

    with show_progress("grouping hands") as progress:
        return groups_for(spot, name, threads=threads, progress=progress)


def _read_lock(text: str) -> "list[Lock]":
    from pokerlab.postflop.locks import parse_lock, read_locks

    return read_locks(text) if Path(text).exists() else [parse_lock(text)]


def _print_size(layout: "Layout", size: dict[str, Any]) -> None:
    from pokerlab.cli.spot_text import size_table, spot_line

    console().print(spot_line(layout.spot))
    console().print(size_table(size))


class _Reached(NamedTuple):
    """What a run has come to, and the exit code that says how it ended."""

    engine: "Engine"
    steps: "list[Step]"
    code: int

    @property
    def ended(self) -> str:
        """In a word: done, stalled or interrupted."""
        return {0: "done", NOT_REACHED: "stalled"}.get(self.code, "interrupted")


def _run(
    layout: "Layout",
    settings: dict[str, Any],
    limits: dict[str, Any],
    checkpoint: Path | None = None,
    resume: bool = False,
) -> _Reached:
    """Run until a limit is reached or the program is asked to end; what was reached is in the engine."""
    from pokerlab.cli.run_progress import Watch, watched
    from pokerlab.cli.signals import exit_code
    from pokerlab.equilibrium.run import Step
    from pokerlab.postflop.engine import Engine
    from pokerlab.postflop.solve import DEFAULT_TARGET, steps

    with say_if_slow("compiling the solver's kernels, which only the first run has to wait for...", seconds=1.5):
        engine = Engine(layout, **settings)
        engine.run(0)
    found: list[Step] = []
    code = 0
    if all(limit is None for limit in limits.values()):
        limits = {**limits, "target": DEFAULT_TARGET}
    try:
        with watched(engine, Watch(layout.spot.pot, **limits)) as report:
            for step in steps(engine, **limits, checkpoint=checkpoint, resume=resume, complain=_complain):
                found.append(step)
                report(step)
    except KeyboardInterrupt:
        if not engine.iteration:
            raise
        code = exit_code()
        typer.echo(f"stopped after {engine.iteration} iterations", err=True)
    if not found or found[-1].iteration < engine.iteration:
        spent = found[-1].seconds if found else 0.0
        found.append(Step(engine.iteration, spent, engine.judge(inside=True)))
    if found[-1].stalled:
        code = NOT_REACHED
        typer.echo(_stalled_text(engine, limits["target"], found), err=True)
    return _Reached(engine, found, code)


def _complain(text: str) -> None:
    typer.echo(f"pokerlab: {text}", err=True)


def _stalled_text(engine: "Engine", target: float, steps: "list[Step]") -> str:
    percent, iteration = min((_percent(step, engine.spot), step.iteration) for step in steps)
    bits = "16-bit tables" if engine.is_compressed else "32-bit numbers"
    return (
        f"stopped after {engine.iteration} iterations: epsilon falls no more (best {percent:.3g}% of the pot at "
        f"iteration {iteration}); {bits} do not carry to {target:g}% here"
        + (", without --compress the run goes further" if engine.is_compressed else "")
    )


def _without_locks(layout: "Layout", settings: dict[str, Any], limits: dict[str, Any]) -> dict[str, Any]:
    """The values without locks; and what the locks cost if the other player knows of them and nothing else changes."""
    from dataclasses import replace

    typer.echo("first without locks, to compare", err=True)
    reached = _run(replace(layout, locks=()), settings, limits)
    if reached.ended == "interrupted":
        raise KeyboardInterrupt
    judgement = reached.steps[-1].judgement
    assert judgement is not None
    reached.engine.set_locks(layout.locks)
    against = reached.engine.judge()
    typer.echo("now with locks", err=True)
    return {"values": judgement.values, "best_against_lock": against.best}


def _facts(solution: "Solution", reached: _Reached) -> dict[str, Any]:
    judgement, pot = solution.judgement, solution.spot.pot
    return {
        "rule": solution.method.rule,
        "ended": reached.ended,
        "iterations": reached.steps[-1].iteration,
        "seconds": reached.steps[-1].seconds,
        "epsilon": judgement.epsilon,
        "percent_of_pot": solution.percent,
        "milli_big_blinds": solution.milli_big_blinds,
        "gains": list(judgement.gains),
        "ev": [value + pot / 2 for value in judgement.values],
    }


def _lock_facts(solution: "Solution", comparison: dict[str, Any]) -> dict[str, Any]:
    """What locks change for both players, in chips: at once, against the best answer to the old strategy with the
    locks, and after both adapt."""
    if not comparison:
        return {}
    pairs = zip(solution.judgement.values, comparison["values"], strict=True)
    best = zip(comparison["best_against_lock"], comparison["values"], strict=True)
    return {
        "locks": {
            "ev_without": [value + solution.spot.pot / 2 for value in comparison["values"]],
            "best_response_gains": [reached - value for reached, value in best],
            "gains_after_adapting": [locked - value for locked, value in pairs],
        }
    }


def _group_facts(engine: "Engine", steps: "list[Step]") -> dict[str, Any]:
    """How near the equilibrium the groups are among themselves: the run was judged inside them."""
    grouping, inside = engine.layout.grouping, steps[-1].judgement
    if not grouping or not inside:
        return {}
    percent = _percent(steps[-1], engine.spot)
    return {"groups": {"name": grouping.name, "epsilon_inside": inside.epsilon, "percent_of_pot_inside": percent}}


def _step_facts(step: "Step", spot: "Spot") -> dict[str, Any]:
    percent = _percent(step, spot)
    return {"iteration": step.iteration, "seconds": step.seconds, "epsilon": step.epsilon, "percent_of_pot": percent}


def _percent(step: "Step", spot: "Spot") -> float:
    assert step.judgement is not None
    return 100 * step.judgement.exploitability / spot.pot


def _print_result(solution: "Solution", facts: dict[str, Any], path: Path | None) -> None:
    from pokerlab.cli import show_text
    from pokerlab.postflop.spot import PLAYERS

    out = console()
    out.print(show_text.header(solution))
    if locks := facts.get("locks"):
        for player, name in enumerate(PLAYERS):
            out.print(
                f"{name}: EV {locks['ev_without'][player]:.2f} without locks; a best response to the locks gains "
                f"{locks['best_response_gains'][player]:+.2f}, after both adapt "
                f"{locks['gains_after_adapting'][player]:+.2f}",
                markup=False,
            )
    if groups := facts.get("groups"):
        out.print(
            f"inside the groups: epsilon {groups['epsilon_inside']:.4g} chips (sum), "
            f"{groups['percent_of_pot_inside']:.3g}% of the pot (mean)",
            markup=False,
        )
    view = solution.root
    out.print(show_text.situation(view))
    out.print(show_text.players(view))
    out.print(show_text.moves(view, None))
    out.print(show_text.matrix(view, view.player or 0, None))
    if path:
        out.print(f"written to {path}; look around with: pokerlab show {path} {_first_step(solution)}", markup=False)


def _first_step(solution: "Solution") -> str:
    paths = solution.root.next_paths
    return f"'{paths[0]}'" if paths else "--hands"
