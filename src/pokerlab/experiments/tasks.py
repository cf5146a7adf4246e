"""Experiments as tasks of a run, each with a checkpoint beside its result: what is done stays, whatever ends the run.

The result is the report as JSON. How the experiment was run, and how long that took, is in the task's summary.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from pokerlab._files import write_atomically
from pokerlab.errors import ExperimentError
from pokerlab.experiments.job import ExperimentJob, ExperimentResult
from pokerlab.experiments.registry import Cost, Experiment, Scale
from pokerlab.experiments.report import Report, RunFacts
from pokerlab.jobs.directory import Done
from pokerlab.jobs.task import Task

RUN = "pokerlab.experiments.tasks:run_experiment"
MEGABYTE = 10**6


def experiment_tasks(experiments: Iterable[Experiment], scale: Scale, seed: int, *, threads: int = 1) -> list[Task]:
    """A task for each experiment. Memory and cost, in seconds of a processor, are those that are known of it."""
    needs = {found.name: found.costs.get(scale, Cost(1.0, 0)) for found in experiments}
    return [
        Task(
            RUN, {"name": name, "scale": str(scale), "seed": seed}, memory=cost.megabytes * MEGABYTE, cost=cost.seconds,
            threads=threads, suffix=".report.json", title=name,
        )
        for name, cost in needs.items()
    ]  # fmt: skip


def run_experiment(arguments: dict[str, Any], path: Path) -> dict[str, Any]:
    """Run an experiment from where its checkpoint is, and write its report."""
    job = ExperimentJob(**arguments, checkpoint=str(path.with_suffix(".ckpt")))
    report = job.run().report
    facts, report.run = report.run, None
    assert facts is not None
    write_atomically(path, json.dumps(report.as_json(), ensure_ascii=False).encode())
    return asdict(facts)


def experiment_result(done: Done) -> ExperimentResult:
    """What came out of an experiment that is done."""
    try:
        report = Report.of(json.loads(done.path.read_bytes()))
        report.run = RunFacts(**done.summary)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise ExperimentError(f"{done.path} is no report of an experiment, or is damaged") from None
    return ExperimentResult(ExperimentJob(**done.task.arguments), report)
