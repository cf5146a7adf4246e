"""Doors of the package `jobs`: what a run leaves in its directory, and sizes of memory as text."""

import json
import math
import tempfile
from pathlib import Path

import typer

from fuzz.door import Door, RefusalError, texts
from pokerlab.cli.cluster import _bytes
from pokerlab.jobs.directory import Done, RunDirectory
from pokerlab.jobs.inputs import Input
from pokerlab.jobs.lock import holder
from pokerlab.jobs.task import Task

TASK = Task("sums:square", {"number": 3}, memory=10, inputs={"table": Input("/table", "0" * 64)})
MANIFEST = json.dumps({"format": "pokerlab/run", "version": 1, "about": {"pot": 5}, "tasks": [TASK.record()]})
DONE = json.dumps({"summary": {"square": 9}, "seconds": 0.5, "peak": 1000, "worker": "here:1"})
FAILED = json.dumps({"function": "sums:square", "error": "ValueError: no", "attempts": 3})
LOCK = json.dumps({"host": "here", "process": 1, "here": "0" * 8})
WORDS = ("null", "[]", "{}", "1e999", "-1", '"', "tasks", "inputs", "arguments", "NaN")


def _directory(manifest: str, done: str, failed: str, lock: str) -> None:
    with tempfile.TemporaryDirectory() as directory:
        place = RunDirectory(directory)
        for path, text in (
            ("manifest.json", manifest), (f"results/{TASK.name}.json", done), (f"results/{TASK.name}.result", ""),
            (f"failed/{TASK.name}.json", failed), ("lock", lock),
        ):  # fmt: skip
            Path(directory, path).parent.mkdir(exist_ok=True)
            Path(directory, path).write_text(text, "utf-8", "surrogatepass")
        holder(Path(directory, "lock"))
        found = place.done(TASK)
        assert found is None or (isinstance(found, Done) and math.isfinite(found.seconds))
        place.failure(TASK)
        json.dumps(place.rows())


def _memory(text: str) -> None:
    try:
        assert _bytes(text) >= 10**6
    except typer.BadParameter as error:
        raise RefusalError(str(error)) from None


DOORS = (
    Door(
        "run directory", ((MANIFEST, DONE, FAILED, LOCK),), _directory, 5, WORDS,
        {
            "deep": ("[" * 100_000, DONE, FAILED, LOCK),
            "endless seconds": (MANIFEST, DONE.replace("0.5", "Infinity"), FAILED, LOCK),
            "endless memory": (MANIFEST, DONE.replace("1000", "Infinity"), FAILED, LOCK),
        },
    ),
    Door("memory of a worker", texts("8GB", "500MB", "1.5 TB"), _memory, 3, ("K", "GB", ".", "0")),
)  # fmt: skip
