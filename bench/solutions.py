"""Solution files: what opening one costs, what looking at a node costs, and what checksums add to both."""

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from measure import Goal, best_seconds
from pokerlab._archives import Archive
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import Spot

EXAMPLES = Path(__file__).parent.parent / "examples"
FLOP, RIVER = "check", "check/check/turn 7s/check/check/river 2c"


def main() -> list[Goal]:
    engine = Engine(Spot.read(EXAMPLES / "flop2.toml"), threads=1)
    engine.run(5)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "flop.sol"
        Solution.of(engine).save(path)
        size = path.stat().st_size / 2**20

        def look(line: str) -> float:
            node = Solution.open(path).at(line)
            return sum(node.overall_ev) + sum(node.overall_equity)

        works: list[Callable[[], object]] = [
            lambda: Solution.open(path),
            lambda: look(FLOP),
            lambda: look(RIVER),
            lambda: Solution.open(path).at(RIVER).strategy,
        ]
        checked = best_seconds(*works, *map(_unchecked, works), rounds=15, clock=time.process_time)
    opening, flop, river, _ = checked[:4]
    print(
        f"{size:.0f} MiB: opened in {1000 * opening:.1f} ms; with EVs and equities of both ranges a flop node in "
        f"{1000 * flop:.0f} ms, a river node in {1000 * river:.0f} ms"
    )
    ratios = [without / with_ for with_, without in zip(checked[:4], checked[4:], strict=True)]
    return [
        Goal("50 ms against opening a solution of a flop", 0.05 / opening, 1),
        Goal("0.2 s against a flop node with EVs and equities", 0.2 / flop, 1),
        Goal("0.2 s against a river node with EVs and equities", 0.2 / river, 1),
        Goal("opening a solution without checking blocks against with", ratios[0], 0.9),
        Goal("a flop node, opened anew, without checking against with", ratios[1], 0.9),
        Goal("a river node, opened anew, without checking against with", ratios[2], 0.9),
        Goal("a river strategy, opened anew, without checking against with", ratios[3], 0.9),
    ]


def _unchecked(work: Callable[[], object]) -> Callable[[], object]:
    def run() -> object:
        with _no_checksums():
            return work()

    return run


@contextmanager
def _no_checksums() -> Iterator[None]:
    checking = Archive.view
    Archive.view = lambda self, start, end, _: self._data[start:end]  # type: ignore[method-assign]
    try:
        yield
    finally:
        Archive.view = checking  # type: ignore[method-assign]


if __name__ == "__main__":
    print(*main(), sep="\n")
