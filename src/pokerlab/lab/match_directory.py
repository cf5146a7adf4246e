"""The directory of a match or a round robin: what is played, its blocks, and in the end all hands in one file.

match.json       what is played, by which versions, and digests of the files that agents play from
manifest.json    the blocks, as tasks of the job runner (see `jobs.directory`)
results/         the blocks: what hands were worth, the hands, and what agents played from (see `match_block`)
hands.log        all hands as ACPC lines, or as PHH (hands.phhs); with `gzip` packed (.gz)
result.json      the result
"""

import gzip
import json
import platform
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numba
import numpy as np

from pokerlab._files import open_atomically, write_atomically
from pokerlab._version import __version__
from pokerlab.errors import MatchError
from pokerlab.jobs.directory import RunDirectory
from pokerlab.lab.match_block import NO_HANDS, Block
from pokerlab.records.reading import Format

FREE = ("deals", "matches", "until", "confidence", "gzip")
"""What may differ from one run of a directory to the next."""
ELSEWHERE = {"out", "jobs", "where"}
"""What says nothing about what is played."""


@dataclass(frozen=True)
class Claim:
    """What a directory is of: `kind` (match or robin), the fields of its job, the agents that remember, and digests of
    files by path."""

    kind: str
    job: dict[str, Any]
    learners: tuple[str, ...]
    files: dict[str, str]


def claim(directory: Path, ours: Claim) -> None:
    """Write down what a directory is of; a `MatchError` if it is of something else."""
    path = directory / "match.json"
    if path.exists():
        theirs = read_claim(directory)
        other = {key for key in ours.job.keys() | theirs.job.keys() if ours.job.get(key) != theirs.job.get(key)}
        other |= {name for name in ("kind", "files") if getattr(ours, name) != getattr(theirs, name)}
        if other := other.difference(FREE):
            raise MatchError(f"{directory} holds another match: it has another {', '.join(sorted(other))}")
    RunDirectory(directory).begin([])
    versions = {"pokerlab": __version__, "python": platform.python_version()}
    versions |= {"numpy": np.__version__, "numba": numba.__version__}
    content = {"kind": ours.kind, "versions": versions, **ours.job, "learners": ours.learners, "files": ours.files}
    write_atomically(path, json.dumps(content, indent=1).encode())


def read_claim(directory: Path) -> Claim:
    """What a directory is of."""
    path = directory / "match.json"
    if not path.exists():
        raise MatchError(f"{directory} is no directory of a match")
    try:
        content: dict[str, Any] = json.loads(path.read_bytes())
        del content["versions"]
        kind, learners, files = (content.pop(key) for key in ("kind", "learners", "files"))
        return Claim(str(kind), content, tuple(learners), dict(files))
    except (ValueError, KeyError, TypeError):
        raise MatchError(f"{path} is damaged: choose another directory") from None


def write_end(directory: Path, record: Mapping[str, Any], blocks: Iterable[Block], form: str, packed: bool) -> None:
    """Write the result, and all hands as one file."""
    if form != NO_HANDS:
        path = directory / ("hands.phhs" if form == Format.PHH else "hands.log")
        with open_atomically(path.with_name(path.name + ".gz") if packed else path) as file:
            for block in blocks:  # packed block by block: joined, they are one file
                file.write(gzip.compress(block.text, mtime=0) if packed else block.text)
    write_atomically(directory / "result.json", json.dumps(record, indent=1).encode())
