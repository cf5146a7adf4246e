"""What verbs that have many tasks share: where they are done, how that is shown, and what is told in the end."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pokerlab.cli.terminal import show_progress

if TYPE_CHECKING:
    from pokerlab.jobs.directory import Done
    from pokerlab.jobs.run import Standing
    from pokerlab.jobs.task import Task
    from pokerlab.jobs.workers import Workers

PANEL = "Where it is done"
MOST_TOLD = 20
"""Failed tasks that are told one by one."""

JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", min=1, help="Tasks at a time here.", show_default="all cores", rich_help_panel=PANEL),
]
ClusterOption = Annotated[
    str,
    typer.Option(
        "--cluster", metavar="ADDRESS", rich_help_panel=PANEL,
        help="By the workers of a scheduler, such as tcp://127.0.0.1:8786 (see 'pokerlab cluster').",
    ),
]  # fmt: skip
TlsOption = Annotated[
    Path | None,
    typer.Option(
        "--tls-dir", metavar="DIR", rich_help_panel=PANEL,
        help="Files ca.pem, cert.pem and key.pem, for an address with tls://.",
    ),
]  # fmt: skip
CollectOption = Annotated[
    bool,
    typer.Option("--collect", help="Results come back: workers do not see the directory.", rich_help_panel=PANEL),
]
DataOption = Annotated[
    str,
    typer.Option(
        "--data", metavar="DIR", rich_help_panel=PANEL,
        help="Where workers keep copies of large files that they do not see.",
    ),
]  # fmt: skip


def place_to_work(
    cluster: str = "", tls_dir: Path | None = None, collect: bool = False, data: str = ""
) -> "str | Workers":
    """What `run` takes as `where`, by these options."""
    return workers_of(cluster, tls_dir, collect, data) or "processes"


def workers_of(
    cluster: str = "", tls_dir: Path | None = None, collect: bool = False, data: str = ""
) -> "Workers | None":
    """The workers of a cluster by these options, if one is named."""
    made = workers_maker(cluster, tls_dir, collect, data)
    return made() if made else None


def workers_maker(
    cluster: str = "", tls_dir: Path | None = None, collect: bool = False, data: str = ""
) -> "Callable[[], Workers] | None":
    """What gives such workers, for several runs one after the other: each stops its own in the end."""
    if not cluster:
        if tls_dir or collect or data:
            raise typer.BadParameter("--tls-dir, --collect and --data are for a --cluster")
        return None
    from pokerlab.jobs.cluster import ClusterWorkers

    return lambda: ClusterWorkers(cluster, tls=tls_dir, collect=collect, data=data or None)


def run_shown(
    what: str,
    tasks: "Sequence[Task]",
    directory: Path,
    where: "str | Workers" = "processes",
    jobs: int | None = None,
    about: Mapping[str, Any] | None = None,
    pace: float | None = None,
) -> "Iterator[Done]":
    """Do tasks as `pokerlab.jobs.run.run` does, with a bar or lines of progress. In the end those that failed are told
    on stderr, and the exit code is 1."""
    from pokerlab.jobs.run import TasksFailedError, run

    told = 0
    with show_progress(what) as progress:

        def watch(standing: "Standing") -> None:
            nonlocal told
            for note in standing.notes[told:]:
                typer.echo(note, err=True)
            told = len(standing.notes)
            if standing.left is not None:  # what was done before says nothing about the time
                progress(standing.done + standing.failed, standing.total, standing.left)

        try:
            yield from run(tasks, directory, where=where, jobs=jobs, pace=pace, about=about, watch=watch)
        except TasksFailedError as error:
            failed = error.failed
        else:
            return
    for one in failed[:MOST_TOLD]:
        typer.echo(f"{one.task.title or 'task ' + one.task.name} failed ({one.attempts} tried): {one.error}", err=True)
    typer.echo(f"{len(failed):,} of {len(tasks):,} tasks failed; 'pokerlab show {directory}' has them all", err=True)
    raise typer.Exit(1)
