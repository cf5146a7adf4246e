"""Start-up: importing pokerlab and `pokerlab --help` stay under half a second, beside a bare interpreter."""

import subprocess
import sys
import time

from measure import Goal

LIMIT = 0.5
COMMANDS = {
    "python": ["-c", "pass"],
    "import pokerlab": ["-c", "import pokerlab"],
    "pokerlab --help": ["-m", "pokerlab", "--help"],
    "pokerlab --version": ["-m", "pokerlab", "--version"],
    "pokerlab eval AsKsQsJsTs": ["-m", "pokerlab", "eval", "AsKsQsJsTs"],
    "pokerlab equity AA KK": ["-m", "pokerlab", "equity", "AA", "KK"],
}


def main() -> list[Goal]:
    best = dict.fromkeys(COMMANDS, float("inf"))
    for _ in range(7):
        for name, arguments in COMMANDS.items():
            start = time.perf_counter()
            subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
            best[name] = min(best[name], time.perf_counter() - start)
    for name, seconds in best.items():
        print(f"{name:<28} {seconds:6.3f} s   {seconds / best['python']:5.1f}x a bare interpreter")
    return [Goal(f"half a second against {name}", LIMIT / best[name], 1) for name in list(COMMANDS)[1:3]]


if __name__ == "__main__":
    print(*main(), sep="\n")
