"""Start-up: importing pokerlab and `pokerlab --help` stay under half a second, `show` under one
where it needs no kernel, beside a bare interpreter."""

import resource
import subprocess
import sys

from measure import Goal

LIMIT = 0.5
COMMANDS = {
    "python": ["-c", "pass"],
    "import pokerlab": ["-c", "import pokerlab"],
    "pokerlab --help": ["-m", "pokerlab", "--help"],
    "pokerlab --version": ["-m", "pokerlab", "--version"],
    "pokerlab eval AsKsQsJsTs": ["-m", "pokerlab", "eval", "AsKsQsJsTs"],
    "pokerlab equity AA KK": ["-m", "pokerlab", "equity", "AA", "KK"],
    "pokerlab show, push/fold": ["-m", "pokerlab", "show", "examples/heads-up.pf"],
    "pokerlab show, solution": ["-m", "pokerlab", "show", "examples/river.sol", "check"],  # needs kernels
}


def processor_seconds() -> float:
    """Of all processes that were waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> list[Goal]:
    best = dict.fromkeys(COMMANDS, float("inf"))
    for _ in range(7):
        for name, arguments in COMMANDS.items():
            start = processor_seconds()
            subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
            best[name] = min(best[name], processor_seconds() - start)
    for name, seconds in best.items():
        print(f"{name:<28} {seconds:6.3f} s   {seconds / best['python']:5.1f}x a bare interpreter")
    goals = [Goal(f"half a second against {name}", LIMIT / best[name], 1) for name in list(COMMANDS)[1:3]]
    shown = "pokerlab show, push/fold"
    return [*goals, Goal(f"a second against {shown}", 2 * LIMIT / best[shown], 1)]


if __name__ == "__main__":
    print(*main(), sep="\n")
