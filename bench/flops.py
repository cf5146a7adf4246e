"""Every flop of a spot, as solved: planning and resuming 1,755 tasks in two seconds, reporting them in five."""

import tempfile
from pathlib import Path
from random import Random

from measure import Goal, best_seconds
from pokerlab.cards.card import parse_cards
from pokerlab.jobs.directory import Done, RunDirectory
from pokerlab.jobs.task import Task
from pokerlab.postflop.flop_page import flop_page
from pokerlab.postflop.flop_report import flop_rows
from pokerlab.postflop.flop_textures import GROUPINGS
from pokerlab.postflop.flops import distinct_flops, flop_tasks, solved_flops
from pokerlab.postflop.spot import Spot

EXAMPLES = Path(__file__).parent.parent / "examples"
LINES = {
    "": (0, ("check",)), "check": (1, ("check", "bet 18")), "check/bet 18": (0, ("fold", "call", "raise 54")),
    "check/bet 18/raise 54": (1, ("fold", "call")),
}  # fmt: skip


def pretend(task: Task) -> dict:
    """A record such as `flops.solve_flop` leaves, with numbers that depend on the flop's cards."""
    board = task.arguments["board"]
    cards = parse_cards(board)
    rng, high = Random(board), max(cards) / 52
    share = 0.35 + 0.2 * (1 - high) + 0.02 * len({card & 3 for card in cards}) + rng.uniform(-0.02, 0.02)
    nodes, comes = [], 1.0
    for line, (player, moves) in LINES.items():
        parts = [1.0, 1.5 * high + 0.3 * rng.random(), 0.3][: len(moves)]
        nodes.append({"line": line, "player": player, "comes": comes, "moves": {
            move: part / sum(parts) for move, part in zip(moves, parts, strict=True)}})  # fmt: skip
        comes *= parts[-1] / sum(parts)
    return {
        "board": board, "pot": 55, "percent_of_pot": 0.4, "iterations": 70, "ev": [55 * share, 55 * (1 - share)],
        "equity": [0.5 * share + 0.22, 0.78 - 0.5 * share], "nodes": nodes, "ways": task.arguments["ways"],
    }  # fmt: skip


def write_run(directory: Path, spot: Spot) -> None:
    """The directory of a run in which every flop is done."""
    place = RunDirectory(directory)
    for task in place.begin(flop_tasks(spot, distinct_flops(spot))):
        path = place.path_of(task)
        path.write_bytes(b"")
        place.finish(Done(task, path, pretend(task), 20.0, 0, "bench"))


def plan(directory: Path, spot: Spot) -> int:
    place = RunDirectory(directory)
    return sum(place.done(task) is not None for task in place.begin(flop_tasks(spot, distinct_flops(spot))))


def report(directory: Path, spot: Spot) -> int:
    records = solved_flops(directory, spot)
    for by in ("all", *GROUPINGS, "high,suits"):
        flop_rows(records, node="check", by=by)
    return len(flop_page(spot, flop_rows(records, node="check")))


def main() -> list[Goal]:
    spot = Spot.read(EXAMPLES / "flop.toml")
    with tempfile.TemporaryDirectory() as folder:
        write_run(Path(folder) / "run", spot)
        planning, reporting = best_seconds(
            lambda: plan(Path(folder) / "run", spot), lambda: report(Path(folder) / "run", spot), rounds=3
        )
    print(f"1,755 flops: planned and resumed in {planning:.2f} s, reported with a page in {reporting:.2f} s")
    return [
        Goal("2 s against planning and resuming 1,755 flops", 2 / planning, 1),
        Goal("5 s against the report of 1,755 flops with its page", 5 / reporting, 1),
    ]


if __name__ == "__main__":
    print(*main(), sep="\n")
