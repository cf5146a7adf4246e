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
    str,
    typer.Option(
        "--judge",
        help="chips, allin (the cards after an all-in become their mean), allin:icm=50/30/20 (as "
        "prizes), or several by comma.",
    ),
]
ConfidenceOption = Annotated[float, typer.Option("--confidence", help="How sure the intervals are.")]
_TIME, _KEPT = "Time", "What is kept"
ResponseOption = Annotated[
    float | None, typer.Option("--response", help="Seconds an agent has for an answer.", rich_help_panel=_TIME)
]
PerHandOption = Annotated[
    float | None, typer.Option("--per-hand", help="Seconds an agent has for a hand.", rich_help_panel=_TIME)
]
AverageOption = Annotated[
    float | None,
    typer.Option("--average", help="Seconds for a hand on average: late when a match has used them up.",
                 rich_help_panel=_TIME),
]  # fmt: skip
StrictOption = Annotated[
    bool, typer.Option("--strict", help="Replace late answers by check or fold.", rich_help_panel=_TIME)
]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", help="Keep blocks, manifest and result there; the same command goes on.",
                 rich_help_panel=_KEPT),
]  # fmt: skip
ResumeOption = Annotated[
    bool, typer.Option("--resume", help="Only go on: an error if --out holds nothing yet.", rich_help_panel=_KEPT)
]
HandsOption = Annotated[
    str, typer.Option("--hands", help="Keep hands as acpc, phh, or none.", metavar="FORMAT", rich_help_panel=_KEPT)
]
GzipOption = Annotated[bool, typer.Option("--gzip", help="Pack the file of all hands.", rich_help_panel=_KEPT)]
NoPoliciesOption = Annotated[
    bool,
    typer.Option("--no-policies", help="Do not keep what open agents played from, for every hand.",
                 rich_help_panel=_KEPT),
]  # fmt: skip


def job_fields(
    agents: list[str], game: str, judge: str, out: Path | None, resume: bool, **others: Any
) -> dict[str, Any]:
    """What a `PlayJob` is made of."""
    from pokerlab.errors import MatchError

    if resume and not (out and (out / "match.json").exists()):
        raise MatchError(f"{out or '--resume'}: there is no match to go on with")
    return others | {
        "agents": tuple(agents), "game": str(or_example(Path(game))) if game.endswith(".toml") else game,
        "judges": judge_names(judge), "out": str(out) if out else None,
    }  # fmt: skip


def judge_names(text: str) -> tuple[str, ...]:
    """The judges of an option."""
    return tuple(name.strip() for name in text.split(","))


def won_texts(won: "Sampled", judge: str, big_blind: float, confidence: float) -> tuple[str, str]:
    """What was won per hand, and how far the interval reaches to both sides: in thousandths of a big blind, or in what
    prizes are counted in."""
    from pokerlab.lab.judges import named_judge

    scale, digits = (1000 / big_blind, 1) if named_judge(judge).unit == "chips" else (1.0, 4)
    half = f"{scale * won.half_width(confidence):.{digits}f}" if won.count > 1 else "?"
    return f"{scale * won.mean:+.{digits}f}", half


def unit_name(judge: str) -> str:
    """What a judge's numbers are in."""
    from pokerlab.lab.judges import named_judge

    return "mbb/hand" if named_judge(judge).unit == "chips" else "prizes/hand"


def trouble_lines(troubles: dict[str, dict[str, int]]) -> list[str]:
    """What went wrong, a line for each agent."""
    return [
        f"{name}: " + ", ".join(f"{count:,} times {kind}" for kind, count in kinds.items())
        for name, kinds in troubles.items()
    ]  # fmt: skip
