"""`pokerlab show` of the directory of a run: what is done, what failed and why, seconds and memory."""

from typing import TYPE_CHECKING

from pokerlab.cli.csv_files import write_csv
from pokerlab.cli.terminal import console, print_json
from pokerlab.errors import DataError

if TYPE_CHECKING:
    from pathlib import Path

    from pokerlab.cli.show import Wanted

WHAT = "the directory of a run"
TAKES = frozenset({"csv"})


def show_run(directory: "Path", wanted: "Wanted") -> None:
    """Counts, the tasks that failed, and who runs it; every task with --csv or --json."""
    from pokerlab.jobs.directory import RunDirectory

    place = RunDirectory(directory)
    if not place.is_begun:
        raise DataError(f"{directory} is no directory of a run")
    rows, client = place.rows(), place.client()
    if wanted.json:
        print_json("pokerlab/run/1", directory=str(directory), client=client or None, tasks=rows)
        return
    if wanted.csv:
        write_csv(wanted.csv, rows)
        return
    states = [row["state"] for row in rows]
    counts = ", ".join(f"{states.count(state):,} {state}" for state in ("done", "failed", "to do"))
    console().print(f"{len(rows):,} tasks: {counts}", markup=False)
    done = [row for row in rows if row["state"] == "done"]
    if done:
        seconds, peak = [row["seconds"] for row in done], max(row["peak"] for row in done)
        console().print(
            f"{sum(seconds):,.1f} s of work, {max(seconds):,.1f} s the longest; at most {peak / 1e9:.2f} GB of memory"
        )
    if client:
        console().print(f"run by process {client['process']} on {client['host']}", markup=False)
    for row in rows:
        if row["state"] == "failed":
            title = f"{row['title']}, " if row["title"] else ""
            text = f"failed: {title}{row['name']} ({row['function']}), {row['attempts']} tried: {row['error']}"
            console().print(text, markup=False, soft_wrap=True)
