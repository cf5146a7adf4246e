"""A campaign: all doors, block by block, side by side; kept in a file, so that it goes on where it was ended."""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from fuzz.blocks import ENDING, Failure, Tally, run_block
from fuzz.door import Door, shares

FORMAT = "fuzz/1"
BLOCKS = 10
"""Into how many blocks the cases of a door are cut, or more if they were large, so that little is lost when a campaign
is ended."""

LEAST_BLOCK, MOST_BLOCK = 1000, 20_000

Watch = Callable[[int, int, float], None]
"""Called with cases done, all cases, and seconds passed."""


@dataclass
class Campaign:
    """What has been tried of so many cases by a seed: tallies by door, and the blocks that are done."""

    cases: int
    seed: int
    tallies: dict[str, Tally] = field(default_factory=dict)
    done: set[str] = field(default_factory=set)
    seconds: float = 0.0

    @property
    def failures(self) -> list[Failure]:
        """All failures, door by door."""
        return [failure for tally in self.tallies.values() for failure in tally.failures]

    @property
    def tried(self) -> int:
        """Cases tried."""
        return sum(tally.cases for tally in self.tallies.values())

    def run(self, doors: Mapping[str, Door], *, jobs: int, checkpoint: Path | None, watch: Watch) -> None:
        """Try the blocks that are not done."""
        left = [block for block in blocks(doors, self.cases) if _key(*block) not in self.done]
        began, before = time.monotonic(), self.seconds
        total = self.cases - sum(door.first for door in doors.values())
        with ThreadPoolExecutor(jobs) as pool:
            waiting: dict[Future[Tally], tuple[str, int, int]] = {
                pool.submit(run_block, doors[name], self.seed, first, last): (name, first, last)
                for name, first, last in left
            }
            try:
                for future in as_completed(waiting):
                    name, first, last = waiting[future]
                    self.tallies.setdefault(name, Tally()).add(future.result())
                    self.done.add(_key(name, first, last))
                    self.seconds = before + time.monotonic() - began
                    if checkpoint:
                        self.save(checkpoint)
                    watch(self.tried, total, self.seconds)
            except BaseException:
                ENDING.set()
                pool.shutdown(cancel_futures=True)
                ENDING.clear()
                raise

    def save(self, path: Path) -> None:
        """Keep it in a file, whole or not at all."""
        content = {"format": FORMAT, **asdict(self), "done": sorted(self.done)}
        beside = path.with_name(path.name + ".new")
        beside.write_text(json.dumps(content), "utf-8")
        beside.replace(path)

    @classmethod
    def load(cls, path: Path, cases: int, seed: int) -> "Campaign":
        """Go on with a file, or begin if there is none."""
        if not path.exists():
            return cls(cases, seed)
        content: dict[str, Any] = json.loads(path.read_text("utf-8"))
        if [content.pop(key, None) for key in ("format", "cases", "seed")] != [FORMAT, cases, seed]:
            raise SystemExit(f"{path} is not of a campaign of {cases:,} cases with seed {seed}")
        tallies = {
            name: Tally(**{**tally, "failures": [Failure(**failure) for failure in tally["failures"]]})
            for name, tally in content["tallies"].items()
        }
        return cls(cases, seed, tallies, set(content["done"]), content["seconds"])

    def table(self) -> str:
        """What came of it, a line for each door."""
        lines = [
            f"{'door':<18} {'cases':>9} {'accepted':>9} {'refused':>9} {'stopped':>8} {'slowest':>17} {'failed':>7}"
        ]
        whole = Tally()
        for name, tally in sorted(self.tallies.items()):
            slowest = f"{tally.seconds:.2f} s #{tally.slowest}"
            lines.append(_row(name, tally, slowest))
            whole.add(tally)
        return "\n".join([*lines, _row("all", whole, f"{whole.seconds:.2f} s")])


def blocks(doors: Mapping[str, Door], cases: int) -> Iterator[tuple[str, int, int]]:
    """Door, first case, and the case after the last one, of every block; doors take turns. A door's first block also
    has the inputs that are not mutated."""
    queues = []
    for name, count in shares(doors, cases).items():
        size = min(max(LEAST_BLOCK, -(-count // BLOCKS)), MOST_BLOCK)
        starts = [doors[name].first, *range(size, count, size)]
        queues.append(list(zip([name] * len(starts), starts, [*starts[1:], count], strict=True)))
    for turn in range(max(map(len, queues), default=0)):
        yield from (queue[turn] for queue in queues if turn < len(queue))


def _key(name: str, first: int, last: int) -> str:
    return f"{name}:{first}-{last}"


def _row(name: str, tally: Tally, slowest: str) -> str:
    left = f" ({tally.left:,} not tried)" if tally.left else ""
    return (
        f"{name:<18} {tally.cases:>9,} {tally.accepted:>9,} {tally.refused:>9,} {tally.stopped:>8,} {slowest:>17} "
        f"{len(tally.failures):>7,}{left}"
    )
