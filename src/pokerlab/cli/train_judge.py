"""`pokerlab train judge`: how much a blueprint of two players loses in the real game."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pokerlab.cli.terminal import JsonOption, console, print_json, print_table
from pokerlab.cli.where_options import JobsOption, run_shown

if TYPE_CHECKING:
    from pokerlab.jobs.directory import Done
    from pokerlab.jobs.task import Task
    from pokerlab.training.real_judge import RealJudgement

_BLUEPRINT = typer.Argument(metavar="FILE", help="A blueprint, or the name of a shipped one: limit, nolimit.")


def judge(
    file: Annotated[str, _BLUEPRINT],
    flops: Annotated[
        int | None, typer.Option(min=1, help="Flops dealt at random; 22,100 are all.", show_default="all")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of these flops.")] = 0,
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep what is done: the same command goes on there.")
    ] = None,
    jobs: JobsOption = None,
    json: JsonOption = False,
) -> None:
    """Judge a blueprint of two players in the real game: what a best response wins that tells all cards apart.

    All hands of the responder are followed at once, on every board; bets are those of the blueprint's menu. With all
    flops the result is exact. With some of them it is a lower bound with an error: the responder's play before the
    flop is chosen on one half of them and valued on the other.

    \b
    Examples:
      pokerlab train judge limit --flops 20 --checkpoint judging
      pokerlab train judge leduc.blueprint
    """
    from pokerlab.training.real_judge import RealJudgeJob

    job = RealJudgeJob(
        blueprint=file, flops=flops, seed=seed, jobs=jobs, directory=str(checkpoint) if checkpoint else None
    )

    def shown(tasks: "list[Task]", place: Path) -> "Iterator[Done]":
        return run_shown("flops", tasks, place, jobs=jobs)

    result = job.run(shown)
    if json:
        print_json("pokerlab/train-judge/1", **result.record())
        return
    _print(result)


def _print(result: "RealJudgement") -> None:
    from rich.table import Table

    facts, big_blind = result.record(), result.blueprint.game.big_blind
    columns = ["seat", "best response wins", *([] if result.is_exact else ["95% within", "optimistic"])]
    table = Table(*columns, box=None, pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for seat, (best, optimistic) in enumerate(zip(result.best, result.optimistic, strict=True)):
        row = [str(seat), f"{1000 * best.value / big_blind:+,.1f} mbb"]
        if not result.is_exact:
            row += [f"±{1960 * best.error / big_blind:,.1f}", f"{1000 * optimistic / big_blind:+,.1f}"]
        table.add_row(*row)
    print_table(table)
    out = console()
    if result.is_exact:
        out.print(f"loses {facts['mbb']:,.1f} mbb per hand to a best response, exactly: {facts['flops']:,} flops")
    else:
        out.print(
            f"loses at least {facts['mbb']:,.1f} ± {1.96 * facts['mbb_error']:,.1f} mbb per hand to a best response: "
            f"{facts['flops']:,} flops"
        )
