"""The server of `pokerlab serve`, first without network and page: what a click costs, how long it is, and what stays;
then in a real Chromium (`browser`)."""

import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import browser
from measure import Goal, best_seconds
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import Spot
from pokerlab.web.calculators import find_pushfold
from pokerlab.web.data import DataDirectory
from pokerlab.web.flops import FlopSources
from pokerlab.web.hub import Hub
from pokerlab.web.messages.solutions import NodeQuestion
from pokerlab.web.messages.spots import SpotQuestion
from pokerlab.web.messages.tournaments import PushFoldQuestion
from pokerlab.web.queue import JobQueue
from pokerlab.web.replies import compressed, encode
from pokerlab.web.study import Library, check_spot

EXAMPLES = Path(__file__).parent.parent / "examples"
WIDE = {"board": "Kh7h2c", "pot": 55, "stack": 175, "oop": "*", "ip": "*", "raise_cap": 1}
"""Both may hold everything: no node has more hands."""


def main() -> list[Goal]:
    with tempfile.TemporaryDirectory() as folder:
        data = DataDirectory(Path(folder) / "data")
        for name, spot in (("flop", Spot.read(EXAMPLES / "flop2.toml")), ("wide", Spot(**WIDE))):
            engine = Engine(spot, threads=1)
            engine.run(3)
            Solution.of(engine).save(data.path / "solutions" / f"{name}.sol")
        library = Library(data, FlopSources(data, JobQueue(data, Hub())))

        def node(name: str, path: str) -> bytes:
            return compressed(encode("", library.node(NodeQuestion(name=name, path=path))))

        turns = [f"check/check/turn {card}/check" for card in ("2s", "7d", "Ah", "9c", "Td", "3c")]
        click, turn = best_seconds(
            lambda: node("flop", "check"), lambda: node("flop", turns[0]), rounds=9, clock=time.process_time
        )
        widest = len(node("wide", "check"))
        pages = browser.main(Path(folder))
        before, after = (_memory(lambda place: node("flop", turns[place % len(turns)]), times) for times in (100, 1000))
    print(f"a flop node in {1000 * click:.0f} ms, a turn node in {1000 * turn:.0f} ms; the widest has {widest:,} bytes")
    spot = Spot.read(EXAMPLES / "threebet.toml").to_dict()
    edited, three, nine = best_seconds(
        lambda: check_spot(SpotQuestion(spot=spot)), lambda: _draft(3), lambda: _draft(9), clock=time.process_time
    )
    return [
        Goal("60 ms against a node of a flop, ready to be sent", 0.06 / click, 1),
        Goal("25 kB against the widest node of a flop, compressed", 25_000 / widest, 1),
        Goal("100 ms against the estimate of a 3-bet pot whose sizes are edited", 0.1 / edited, 1),
        Goal("100 ms against a draft of three players", 0.1 / three, 1),
        Goal("a second against a draft of nine players", 1 / nine, 1),
        Goal("memory after 100 nodes against after 1,100", before / after, 0.98),
        *pages,
    ]


def _draft(players: int) -> object:
    stacks = [1000.0 + 100 * place for place in range(players)]
    return find_pushfold(PushFoldQuestion(stacks=stacks, payouts="sng"))


def _memory(work: Callable[[int], object], times: int) -> int:
    """The most memory this process has used, after doing something so often."""
    for place in range(times):
        work(place)
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    print(*main(), sep="\n")
