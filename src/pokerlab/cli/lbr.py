"""`pokerlab lbr`: what an agent loses at least, by local best response."""

from pathlib import Path
from typing import Annotated

import typer

from pokerlab.cli.match_options import ConfidenceOption, GameOption, SeedOption, judge_line
from pokerlab.cli.terminal import JsonOption, console, print_json
from pokerlab.cli.where_options import JobsOption


def lbr(
    agent: Annotated[str, typer.Argument(help="An agent that says its chances (see pokerlab agents).")],
    game: GameOption = "holdem-nolimit",
    setting: Annotated[
        str | None,
        typer.Option(
            "--setting",
            help="What the response may do on which streets: call, fc, fcpa or 56 (sizes), as in 56@34; it calls on "
            "streets that are not named.",
            show_default="56@34, or 56 where there are no such streets",
        ),
    ] = None,
    deals: Annotated[int, typer.Option("--deals", min=1, help="Deals; each is played in both seats.")] = 1000,
    seed: SeedOption = 0,
    confidence: ConfidenceOption = 0.95,
    jobs: JobsOption = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Keep what was played there; the same command goes on."),
    ] = None,
    json: JsonOption = False,
) -> None:
    """Show what an agent loses to a local best response: a lower bound of its exploitability.

    The response knows what the agent does with every hand, keeps its range, and takes the action that is best if both
    only call from then on. Results are averaged over the agent's whole range. Small games are gone through exactly.

    \b
    Examples:
      pokerlab lbr always-fold --setting fcpa --deals 100
      pokerlab lbr always-call --game holdem-limit --setting fc@12+56@34 --deals 100
      pokerlab lbr uniform --game leduc
    """
    from pokerlab.cli.run_progress import TerminalListener
    from pokerlab.lab.lbr_job import LbrJob, usual_setting

    setting = usual_setting(game) if setting is None else setting
    job = LbrJob(
        agent=agent, game=game, setting=setting, deals=deals, seed=seed, confidence=confidence, jobs=jobs,
        out=str(out) if out else None,
    )  # fmt: skip
    result = job.run(TerminalListener())
    if json:
        print_json("pokerlab/lbr/1", **result.record())
        return
    scale = 1000 / result.big_blind
    if result.exact:
        local, best = result.exact.local, result.exact.best
        for seat in range(2):
            console().print(
                f"seat {seat + 1}: wins {scale * local[seat]:+.1f} mbb/hand from {agent}, exactly; a best response "
                f"{scale * best[seat]:+.1f}",
                markup=False,
            )
        console().print(
            f"{game}: {agent} loses {scale * sum(local) / 2:.1f} mbb/hand to {setting}, and "
            f"{scale * sum(best) / 2:.1f} to best responses",
            markup=False,
        )
        console().print(judge_line("lbr", result.about, None), markup=False)
        return
    found = result.sampled
    half = f"{scale * found.half_width(confidence):.1f}" if found.count > 1 else "?"
    console().print(
        f"{game}: {agent} loses at least {scale * found.mean:+.1f} ± {half} mbb/hand to {setting} "
        f"({found.count:,} deal{'s' * (found.count > 1)} in both seats; interval of {100 * confidence:g}%)",
        markup=False,
    )
    for seat, won in enumerate(result.seats, 1):
        console().print(f"seat {seat}: {scale * won.mean:+.1f} mbb/hand", markup=False)
    console().print(judge_line("lbr", result.about, result.chips_needed), markup=False)
