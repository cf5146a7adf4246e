"""Post-flop spots: against a plain recursive solver, with two threads, and the time to a target for orientation.

    python bench/postflop.py                        everything
    python bench/postflop.py --spots turn1 flop2    the time to a target of some spots only
    python bench/postflop.py --rules                update rules by the time they take (some minutes)

Ratios decide. Seconds (of one thread, everything included: laying out, iterating and looking how far it is) are printed
beside what is wanted of a quiet machine. Each spot is solved in a process of its own, whose peak memory is measured.
"""

import argparse
import json
import math
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from measure import Goal, best_seconds
from pokerlab.equilibrium.best_response import Judgement
from pokerlab.equilibrium.regret import Discounted, Linear, Plus, Predictive, Rule, Sparse
from pokerlab.postflop.engine import DEFAULT_RULE, Engine
from pokerlab.postflop.grouping import groups_for
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.memory import in_words
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.solve import steps
from pokerlab.postflop.spot import Spot
from recursive import Recursive

EXAMPLES = Path(__file__).parents[1] / "examples"
TARGET, FINE_TARGET = 0.5, 0.1
# example: seconds of one quiet thread to TARGET, and bytes with 32 and with 16 bits, that are wanted at most
WANTED: dict[str, tuple[float, float, float]] = {
    "turn1": (0.45, 0, 0),
    "flop2": (6.5, 0, 0),
    "flop3": (10, 0, 0),
    "threebet": (50, 1.3e9, 0.7e9),
}
# What is known of the public benchmark 3betpotFAST: the first player's equity and his part of the pot in chips, and how
# often he bets; and how far from it a solution of CHECK_TARGET may be.
CHECKED, CHECK_TARGET = "threebet", 0.3
KNOWN = {"equity, %": (55.347, 0.001), "EV, chips": (105.11, 0.15), "bets at the root, %": (55.2, 0.6)}

_SIZES = {"bet": "50%, 100%, a", "raise": "50%, 100%, a"}
FULL_TURN = Spot(board="QhJh2c4d", pot=100, stack=400, oop="*", ip="*", raise_cap=4, turn=_SIZES, river=_SIZES)
FULL_TURN_WANTED = 0.040
THREADS_WANTED, THREAD_ITERATIONS = 1.8, 4
_ONE_SIZE = {"bet": "50%", "raise": "a"}
SMALL_FLOP = Spot(
    board="Kd8d3h", pot=100, stack=100, oop="TT+,AJs+,AQo+,KQs,QJs,JTs", ip="QQ-99,ATs+,AQo+,KTs+,KQo,QJs,JTs,T9s",
    flop=_ONE_SIZE, turn=_ONE_SIZE, river=_ONE_SIZE,
)  # fmt: skip
TINY = Spot(board="QsJh2h7c3d", pot=100, stack=100, oop="AA", ip="KK")

RULES: list[Rule] = [
    DEFAULT_RULE,
    *(Discounted(1.5, 0, gamma) for gamma in (2, 3, 4, 5, 6)),
    Discounted(1.5, 0.5, 4),
    Discounted(2, 0, 4),
    Discounted(1.5, 0, 4, returns_new=True),
    Discounted(1.5, 0.25, 4, averaging=Sparse(2)),
    Plus(),
    Linear(),
    Predictive(),
]
RULE_SPOTS = ("turn1", "flop2")
PATIENCE = 6
"""A rule is given up when it has taken this many times the iterations of the default."""


def main() -> list[Goal]:
    goals = [
        compare_solvers("turn1", Spot.read(EXAMPLES / "turn1.toml"), iterations=10, at_least=6),
        compare_solvers("a small flop", SMALL_FLOP, iterations=2, at_least=7),
        compare_threads(),
        *compare_groups(),
    ]
    time_full_turn()
    return goals + solve_spots(list(WANTED))


def compare_solvers(name: str, spot: Spot, *, iterations: int, at_least: float) -> Goal:
    """Iterations of one rule, ours and the recursive solver's; both must come to about the same strategies."""
    quick = slow = math.inf
    for _ in range(4):  # how tables come to lie in memory makes a difference of up to a third: take the best of both
        ours, plain = Engine(spot, threads=1), Recursive(spot, DEFAULT_RULE)
        seconds = best_seconds(partial(ours.run, iterations), partial(plain.run, iterations), rounds=4)
        quick, slow = min(quick, seconds[0]), min(slow, seconds[1])
    left = [100 * chips / spot.pot for chips in (ours.judge().exploitability, plain.exploitability())]
    print(
        f"{name}: {1e3 * quick / iterations:.1f} ms per iteration, recursive {1e3 * slow / iterations:.1f} ms; after "
        f"{ours.iteration} iterations {left[0]:.3f}% and {left[1]:.3f}% of the pot"
    )
    assert abs(left[0] - left[1]) < 0.2 * left[1], "the two solvers do not agree"
    return Goal(f"{name}: iterations against a plain recursive solver", slow / quick, at_least)


def compare_threads() -> Goal:
    """Iterations of a flop with one thread and with two. On a busy machine two threads do not get two processors, so
    what decides is the processor time of all threads: with two it should hardly be more. What one thread does alone
    (the first street) is left out of that; it is under 1% on flops."""
    layout = Layout.of(Spot.read(EXAMPLES / "flop2.toml"))
    engines = [Engine(layout, threads=threads) for threads in (1, 2)]
    wall, processor = [float("inf")] * 2, [float("inf")] * 2
    for _ in range(10):
        for place, engine in enumerate(engines):
            start, begin = time.perf_counter(), time.process_time()
            engine.run(THREAD_ITERATIONS)
            wall[place] = min(wall[place], time.perf_counter() - start)
            processor[place] = min(processor[place], time.process_time() - begin)
    each = [1e3 * seconds / THREAD_ITERATIONS for seconds in wall]
    print(
        f"flop2: {each[0]:.0f} ms per iteration with one thread, {each[1]:.0f} ms with two: {wall[0] / wall[1]:.2f}x "
        f"(wanted {THREADS_WANTED}x of two free processors)"
    )
    return Goal(
        "flop2: processor time of one thread against half of two's", 2 * processor[0] / processor[1], THREADS_WANTED
    )


def compare_groups() -> list[Goal]:
    """The full turn with groups of hands against every hand for itself: tables, and time per iteration."""
    goals = []
    single = Engine(FULL_TURN, threads=1)
    for measure in ("rank", "strength", "opponent"):
        grouped = Engine(FULL_TURN, threads=1, groups=groups_for(FULL_TURN, measure, threads=1))
        slow, plain = best_seconds(lambda e=grouped: e.run(2), lambda: single.run(2), rounds=4)
        ratio = single.layout.cells / grouped.layout.cells
        print(
            f"turn QhJh2c4d by {measure}: tables 1/{ratio:.1f}, time per iteration {slow / plain:.2f} of single hands'"
        )
        goals.append(Goal(f"groups by {measure}: tables of single hands against the groups'", ratio, 5))
        goals.append(
            Goal(f"groups by {measure}: time per iteration of single hands against the groups'", plain / slow, 0.5)
        )
    return goals


def time_full_turn() -> None:
    engine = Engine(FULL_TURN, threads=1)
    (seconds,) = best_seconds(lambda: engine.run(2), rounds=6)
    print(
        f"turn QhJh2c4d with all hands: {1e3 * seconds / 2:.1f} ms per iteration (wanted {1e3 * FULL_TURN_WANTED:g}), "
        f"{in_words(engine.layout.total_bytes(compressed=False))}"
    )


def solve_spots(names: list[str]) -> list[Goal]:
    """Solve spots in processes of their own, and print what each took."""
    goals = []
    print(f"\nto {TARGET}% of the pot, one thread (CPU seconds; peak memory includes Python and the compiler):")
    print("spot          bits  seconds  wanted  laying out  iterations  ms each   left, %   memory     peak")
    for name in names:
        for compressed in (False, True):
            found, bits = _solve_apart(name, compressed), 16 if compressed else 32
            seconds, *most = WANTED[name]
            times = f"{found['seconds']:7.2f}  {seconds:6g}  {found['layout']:10.2f}"
            work = f"{found['iterations']:10}  {found['each']:7.1f}  {found['left']:8.3f}"
            memory = f"{in_words(found['memory']):>8}  {in_words(found['peak']):>8}"
            print(f"{name:<12}  {bits:4}  {times}  {work}  {memory}", flush=True)
            if most[compressed]:
                what = f"{name}: {in_words(most[compressed])} against memory with {bits} bits"
                goals.append(Goal(what, most[compressed] / found["memory"], 1))
            for what, value in found["checks"].items():
                known, tolerance = KNOWN[what]
                print(f"    {what}: {value:.3f} at {CHECK_TARGET}% of the pot, known {known:g} +- {tolerance:g}")
                text = f"{name}: allowed against found deviation, {what}"
                goals.append(Goal(text, tolerance / max(abs(value - known), 1e-3 * tolerance), 1))
    return goals


class TimedEngine(Engine):
    """Adds up the processor time of its iterations."""

    running = 0.0

    def run(self, iterations: int) -> None:
        start = time.thread_time()
        super().run(iterations)
        self.running += time.thread_time() - start


def solve_here(name: str, compressed: bool) -> dict[str, Any]:
    """Solve an example to the target, and say what it took."""
    warm = Engine(TINY, threads=1, compressed=compressed)  # loads the compiled kernels
    warm.run(1)
    spot = Spot.read(EXAMPLES / f"{name}.toml")
    start = time.thread_time()
    engine = TimedEngine(spot, threads=1, compressed=compressed)
    laid_out = time.thread_time() - start
    judgement = _run_to(engine, TARGET)
    found = {
        "seconds": time.thread_time() - start,
        "layout": laid_out,
        "iterations": engine.iteration,
        "each": 1e3 * engine.running / engine.iteration,
        "left": 100 * judgement.exploitability / spot.pot,
        "memory": engine.layout.total_bytes(compressed=compressed),
        "checks": {},
    }
    if name == CHECKED and not compressed:
        judgement = _run_to(engine, CHECK_TARGET)
        root = Solution.of(engine).at()
        bets = sum(part for move, part in root.frequencies.items() if move != "check")
        found["checks"] = {
            "equity, %": 100 * root.overall_equity[0],
            "EV, chips": spot.pot / 2 + judgement.values[0],
            "bets at the root, %": 100 * bets,
        }
    found["peak"] = _peak_memory()
    return found


def compare_rules() -> None:
    """Iterations and seconds (with looking how far it is) of update rules to two targets."""
    for name in RULE_SPOTS:
        spot = Spot.read(EXAMPLES / f"{name}.toml")
        layout = Layout.of(spot)
        print(f"\n{name}: CPU seconds (iterations) to {TARGET}% and to {FINE_TARGET}% of the pot")
        patience: dict[float, int] = {}
        for rule in RULES:
            engine = Engine(layout, rule, threads=1)
            cells, start = [], time.thread_time()
            for target in (TARGET, FINE_TARGET):
                judgement = _run_to(engine, target, patience.get(target))
                patience.setdefault(target, PATIENCE * engine.iteration)
                left = 100 * judgement.exploitability / spot.pot
                reached = f"{time.thread_time() - start:8.2f} ({engine.iteration})"
                cells.append(reached if left <= target else f"not after {engine.iteration} ({left:.2f}%)")
            print(f"    {rule!s:<72} {cells[0]:<24} {cells[1]}", flush=True)


def _run_to(engine: Engine, target: float, iterations: int | None = None) -> Judgement:
    *_, last = steps(engine, target=target, iterations=iterations)
    assert last.judgement is not None
    return last.judgement


def _solve_apart(name: str, compressed: bool) -> dict[str, Any]:
    command = [sys.executable, __file__, "--here", name, *(["--compressed"] if compressed else [])]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _peak_memory() -> float:
    """Bytes. What the system reports for a finished program may be that of the one that started it."""
    try:
        status = Path("/proc/self/status").read_text()
        return 1024 * int(status.split("VmHWM:")[1].split()[0])
    except (OSError, IndexError):
        return float("nan")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Benchmarks of the post-flop solver.")
    parser.add_argument("--spots", nargs="+", choices=WANTED, help="only the time to a target of these")
    parser.add_argument("--rules", action="store_true", help="compare update rules")
    parser.add_argument("--here", choices=WANTED, help=argparse.SUPPRESS)
    parser.add_argument("--compressed", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    chosen = _arguments()
    if chosen.here:
        print(json.dumps(solve_here(chosen.here, chosen.compressed)))
    elif chosen.rules:
        compare_rules()
    else:
        print(*(solve_spots(chosen.spots) if chosen.spots else main()), sep="\n")
