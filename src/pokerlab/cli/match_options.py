"""Options that `match` and `robin` share, and how what was won is written."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.completion import complete_game
from pokerlab.cli.example_files import or_example

if TYPE_CHECKING:
    from pokerlab.lab.intervals import Sampled

GameOption = Annotated[
    str,
    typer.Option(
        "--game",
        help="A game by name, such as leduc or holdem-limit, or the file of a spot.",
        autocompletion=complete_game,
    ),
]
DealsOption = Annotated[int, typer.Option("--deals", min=1, help="Deals; each is played in every seating.")]
MatchesOption = Annotated[
    int, typer.Option("--matches", min=1, help="Of agents that remember: so many matches of so many deals.")
]
SeedOption = Annotated[int, typer.Option("--seed", min=0, help="Seed of cards and of every agent's chance.")]
SeatingsOption = Annotated[
    str, typer.Option("--seatings", help="rotations, or all: every order of the agents.", metavar="KIND")
]
JudgeOption = Annotated[
    str, typer.Option("--judge", help="chips, allin (the cards after an all-in become their mean), or both by comma.")
]
ConfidenceOption = Annotated[float, typer.Option("--confidence", help="How sure the intervals are.")]
ResponseOption = Annotated[float | None, typer.Option("--response", help="Seconds an agent has for an answer.")]
StrictOption = Annotated[bool, typer.Option("--strict", help="Replace late answers by check or fold.")]
OutOption = Annotated[
    Path | None, typer.Option("--out", help="Keep blocks, manifest and result there; the same command goes on.")
]
JobsOption = Annotated[int | None, typer.Option("--jobs", min=1, help="Processes.", show_default="all cores")]


def job_fields(
    agents: list[str], game: str, deals: int, matches: int, seed: int, seatings: str, judge: str, confidence: float,
    response: float | None, strict: bool, out: Path | None, jobs: int | None,
) -> dict[str, Any]:  # fmt: skip
    """What a `PlayJob` is made of."""
    is_file = game.endswith(".toml")
    return {
        "agents": tuple(agents), "game": str(or_example(Path(game))) if is_file else game, "deals": deals,
        "matches": matches, "seed": seed, "seatings": seatings,
        "judges": tuple(name.strip() for name in judge.split(",")), "confidence": confidence, "response": response,
        "strict": strict, "out": str(out) if out else None, "jobs": jobs,
    }  # fmt: skip


def in_mbb(won: "Sampled", big_blind: int, confidence: float) -> tuple[str, str]:
    """Thousandths of a big blind per hand, and how far the interval reaches to both sides."""
    half = f"{1000 * won.half_width(confidence) / big_blind:.1f}" if won.count > 1 else "?"
    return f"{1000 * won.mean / big_blind:+.1f}", half


def trouble_lines(troubles: dict[str, dict[str, int]]) -> list[str]:
    """What went wrong, a line for each agent."""
    return [
        f"{name}: " + ", ".join(f"{count:,} times {kind}" for kind, count in kinds.items())
        for name, kinds in troubles.items()
    ]  # fmt: skip
