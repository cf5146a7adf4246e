"""Options that `match` and `robin` share, and how what was won is written."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.completion import complete_game
from pokerlab.cli.example_files import or_example
from pokerlab.cli.option_sets import annotated, in_place_of, option
from pokerlab.cli.where_options import ClusterOption, CollectOption, JobsOption, TlsOption, workers_of

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
SeedOption = Annotated[int, typer.Option("--seed", min=0, help="Seed of cards and of every agent's chance.")]
JudgeOption = Annotated[
    str,
    typer.Option(
        "--judge",
        help="chips, allin (the cards after an all-in become their mean), allin:icm=50/30/20 (as prizes), chance, "
        "divat, aivat, importance, of stored hands mivat (less luck: docs/judging.md), or several by comma.",
    ),
]
ConfidenceOption = Annotated[float, typer.Option("--confidence", help="How sure the intervals are.")]

_AGENTS = "The agents: of a match as many as the game has seats, of a round robin each once."
_TIME, _KEPT = {"rich_help_panel": "Time"}, {"rich_help_panel": "What is kept"}
_JOB = (
    annotated("game", GameOption, "leduc"),
    option("deals", int, "Deals; each is played in every seating.", 1000, min=1),
    option("matches", int, "Of agents that remember: so many matches of so many deals.", 1, min=1),
    annotated("seed", SeedOption, 0),
    option("seatings", str, "rotations, or all: every order of the agents.", "rotations", metavar="KIND"),
    annotated("judge", JudgeOption, "chips"),
    annotated("confidence", ConfidenceOption, 0.95),
    option("response", float, "Seconds an agent has for an answer.", **_TIME),
    option("per_hand", float, "Seconds an agent has for a hand.", **_TIME),
    option("average", float, "Seconds for a hand on average: late when a match has used them up.", **_TIME),
    option("strict", bool, "Replace late answers by check or fold.", False, **_TIME),
    option("out", Path, "Keep blocks, manifest and result there; the same command goes on.", **_KEPT),
    option("resume", bool, "Only go on: an error if --out holds nothing yet.", False, **_KEPT),
    option("hands", str, "Keep hands as acpc, phh, or none.", "acpc", metavar="FORMAT", **_KEPT),
    option("gzip", bool, "Pack the file of all hands.", False, **_KEPT),
    option("no_policies", bool, "Do not keep what open agents played from, for every hand.", False, **_KEPT),
)  # fmt: skip
_WHERE = (
    annotated("jobs", JobsOption, None),
    annotated("cluster", ClusterOption, ""),
    annotated("tls_dir", TlsOption, None),
    annotated("collect", CollectOption, False),
)


def takes_play(verb: Callable[..., None]) -> Callable[..., None]:
    """Replace a verb's parameters `fields` and `where` by the options of agents that play each other: what a
    `PlayJob` is made of, and the workers that do it (None: this machine)."""

    def run(agents: list[str], **given: Any) -> None:
        options = {one.name: given.pop(one.name) for one in _JOB}
        jobs = given.pop("jobs")
        where = workers_of(*(given.pop(name) for name in ("cluster", "tls_dir", "collect")))
        verb(fields=_job_fields(agents, jobs=jobs, **options), where=where, **given)

    names = annotated("agents", Annotated[list[str], typer.Argument(help=_AGENTS)])
    return in_place_of(verb, ("fields", "where"), [names, *_JOB, *_WHERE], run)


def _job_fields(
    agents: list[str], game: str, judge: str, out: Path | None, resume: bool, per_hand: float | None,
    no_policies: bool, **others: Any,
) -> dict[str, Any]:  # fmt: skip
    from pokerlab.errors import MatchError

    if resume and not (out and (out / "match.json").exists()):
        raise MatchError(f"{out or '--resume'}: there is no match to go on with")
    return others | {
        "agents": tuple(agents), "game": str(or_example(Path(game))) if game.endswith(".toml") else game,
        "judges": judge_names(judge), "out": str(out) if out else None, "hand": per_hand, "policies": not no_policies,
    }  # fmt: skip


def judge_names(text: str) -> tuple[str, ...]:
    """The judges of an option: a part such as `known=1` belongs to the judge before it. Where luck is taken out, chips
    are judged too, to say what that saved."""
    names: list[str] = []
    for part in text.split(","):
        key, equals, _ = part.strip().partition("=")
        if names and equals and ":" not in key:
            names[-1] += ("," if ":" in names[-1] else ":") + part.strip()
        else:
            names.append(part.strip())
    plain = ("chips", "allin")
    if "chips" not in names and any(name.partition(":")[0] not in plain for name in names):
        names.insert(0, "chips")
    return tuple(dict.fromkeys(names))


def judge_line(
    judge: str, about: str, chips_needed: float | None, effective_hands: float | None = None,
    off_chips: float | None = None,
) -> str:  # fmt: skip
    """What is to say of a judge below its table; empty if there is nothing."""
    from pokerlab.lab.hand_judge import in_words

    words = in_words(about, chips_needed, effective_hands, off_chips)
    return f"{judge}: {words}" if words else ""


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
