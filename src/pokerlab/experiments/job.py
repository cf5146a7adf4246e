"""A published experiment as data, and what comes out of it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from pokerlab._files import check_writable, write_atomically
from pokerlab._jobs import Job, JobResult
from pokerlab.equilibrium.run import Listener
from pokerlab.errors import ChartError
from pokerlab.experiments.registry import ExperimentSettings, Scale, find
from pokerlab.experiments.report import Report

SCHEMA = "pokerlab/reproduce/1"


class ExperimentJob(Job):
    """Which experiment is run, how much of it, and into which files.

    - `scale`: `small` or `full`
    - `out`: the file of the report, `.md` (with its charts as PNG beside it) or `.json`
    - `checkpoint`: the file that keeps finished parts, from which the job goes on
    """

    name: str
    scale: Annotated[Scale, Field(strict=False)] = Scale.SMALL
    seed: int = 0
    out: Annotated[str, Field(pattern=r"\.(md|json)$")] | None = None
    checkpoint: str | None = None

    def run(self, listener: Listener | None = None) -> "ExperimentResult":
        """Run the experiment and write the report."""
        listener = listener or Listener()
        experiment = find(self.name)
        kept = Path(self.checkpoint) if self.checkpoint else None
        for path in (self.out and Path(self.out), kept):
            if path:
                check_writable(path)
        with listener.progress(self.name) as progress:
            report = experiment.run(ExperimentSettings(self.scale, self.seed, progress, kept))
        result = ExperimentResult(self, report, self.out)
        if self.out:
            write_report(Path(self.out), result, listener)
        return result


@dataclass(frozen=True)
class ExperimentResult(JobResult):
    """The report of an experiment."""

    job: ExperimentJob
    report: Report
    file: str | None = None

    def record(self) -> dict[str, Any]:
        """Plain data, as `pokerlab reproduce --json` prints it."""
        return {"name": self.job.name, **self.report.as_json()}


def write_report(path: Path, result: ExperimentResult, listener: Listener) -> None:
    """Write a report, `.md` (with its charts as PNG beside it) or `.json`."""
    if path.suffix == ".md":
        text = result.report.as_markdown(_write_pictures(path, result.report, listener))
    else:
        text = json.dumps({"schema": SCHEMA, **result.record()}, ensure_ascii=False, indent=2) + "\n"
    write_atomically(path, text.encode())


def _write_pictures(path: Path, report: Report, listener: Listener) -> list[str]:
    """The charts as PNG files beside the report; their names. Without matplotlib there are none."""
    names = []
    for number, chart in enumerate(report.charts, 1):
        name = f"{path.stem}-{number}.png"
        try:
            write_atomically(path.parent / name, chart.as_png())
        except ChartError as error:
            listener.warn(f"the report has no pictures: {error}")
            return []
        names.append(name)
    return names
