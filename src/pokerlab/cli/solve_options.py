"""A solve on the command line: the options of a spot, and those that say how it is solved.

    @takes_job
    def solve(job: "SolveJob", dry: bool = False) -> None: ...

gives a verb what `takes_spot` does and an option for every field of a `SolveJob`, and calls it with the job that they
and the file's table `[job]` describe; options that are given count more.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pokerlab.cli.completion import complete_rule, one_of
from pokerlab.cli.option_sets import annotated, in_place_of, option
from pokerlab.cli.spot_options import takes_spot

if TYPE_CHECKING:
    from pokerlab.postflop.job import SolveJob
    from pokerlab.postflop.spot import Spot

_OUT = "the board's name + .sol, numbered so that no other solution is lost"
_OPTIONS = (
    option("target", float, "Stop at this exploitability, % of the pot.", show_default="0.5"),
    option("iterations", int, "Stop after so many iterations.", min=1),
    option("seconds", float, "Stop after so many seconds.", min=0),
    option("out", Path, "Write the solution to this file; it may replace one of the same spot.", show_default=_OUT),
    option(
        "streets", str, "Last street to store: turn leaves out rivers (solved again when shown).", metavar="STREET"
    ),
    option("no_file", bool, "Write no file."),
    option("compress", bool, "16-bit tables: half the memory, about the same speed."),
    option(
        "rule", str, "vanilla, plus, linear, discounted[:alpha,beta,gamma], predictive or greedy[:c].",
        show_default="discounted:1.5,0.25,4", autocompletion=complete_rule,
    ),
    option(
        "groups", str, "Let groups of hands play alike: rank, strength or opponent[:river, :hierarchical or :global].",
        metavar="MEASURE[:TEST]", autocompletion=one_of("rank", "strength", "opponent"),
    ),
    option(
        "lock", list[str], "Fix a strategy: 'NODE: [HANDS:] MOVE P, MOVE P', or a file of [[lock]] tables.",
        metavar="LOCK",
    ),
    option(
        "hold", str, "Leave a player's whole strategy as it is in a solution of this spot.", metavar="oop:FILE"
    ),
    option("no_compare", bool, "With --lock or --hold: do not solve the spot without locks first."),
    option("checkpoint", Path, "Keep the state of the run in a file."),
    option("resume", bool, "Go on from the checkpoint."),
    option("no_isomorphism", bool, "Do not merge boards that differ by suits only."),
    option("seed", int, "Seed of the rounding of 16-bit tables.", min=0, show_default="0"),
    option("threads", int, "Number of threads.", min=1, show_default="all processors"),
)  # fmt: skip
_FIELDS = {"lock": "locks", "compress": "compressed", "no_compare": "compare", "no_isomorphism": "isomorphism"}


def takes_job(verb: Callable[..., None]) -> Callable[..., None]:
    """Replace a verb's parameter `job` by the argument and the options that describe it."""

    def run(spot: "Spot", job: dict[str, Any], **given: Any) -> None:
        options = {one.name: given.pop(one.name) for one in _OPTIONS}
        verb(job=_job_of(spot, job, {name: value for name, value in options.items() if value is not None}), **given)

    kept = [annotated(name, object) for name in ("spot", "job")]
    return takes_spot(in_place_of(verb, ("job",), [*kept, *_OPTIONS], run))


def _job_of(spot: "Spot", job: dict[str, Any], given: dict[str, Any]) -> "SolveJob":
    from pokerlab.postflop.job import SolveJob

    if "resume" in given and not ("checkpoint" in given or job.get("checkpoint")):
        raise typer.BadParameter("--resume needs --checkpoint")
    is_kept = not given.pop("no_file", False)
    fields = {"out": "./"} | job
    for name, value in given.items():
        written = str(value) if isinstance(value, Path) else not value if name.startswith("no_") else value
        fields[_FIELDS.get(name, name)] = written
    return SolveJob(**{**fields, "spot": spot, "out": fields["out"] if is_kept else None})
