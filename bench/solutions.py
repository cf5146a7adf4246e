"""Solution files: what opening one costs, and what looking at a node costs."""

import tempfile
import time
from pathlib import Path

from measure import Goal, best_seconds
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import Spot

EXAMPLES = Path(__file__).parent.parent / "examples"


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

        opening, flop, river = best_seconds(
            lambda: Solution.open(path),
            lambda: look("check"),
            lambda: look("check/check/turn 7s/check/check/river 2c"),
            clock=time.process_time,
        )
    print(
        f"{size:.0f} MiB: opened in {1000 * opening:.1f} ms; with EVs and equities of both ranges a flop node in "
        f"{1000 * flop:.0f} ms, a river node in {1000 * river:.0f} ms"
    )
    return [
        Goal("50 ms against opening a solution of a flop", 0.05 / opening, 1),
        Goal("0.2 s against a flop node with EVs and equities", 0.2 / flop, 1),
        Goal("0.2 s against a river node with EVs and equities", 0.2 / river, 1),
    ]


if __name__ == "__main__":
    print(*main(), sep="\n")
