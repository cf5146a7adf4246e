"""First use after installation: compiling every kernel with an empty cache, as `pokerlab warmup` does it (a process for
each core, without the kernels of experiments), against one process that compiles all. Takes some minutes."""

import os
import subprocess
import sys
import tempfile
import time

from measure import Goal

NOW = "list(_jit.warm_up())"
BEFORE = "list(_jit.warm_up(_jit.kernel_packages(), processes=1))"


def seconds(work: str) -> float:
    with tempfile.TemporaryDirectory() as cache:
        start = time.perf_counter()
        script = f"from pokerlab import _jit; {work}"
        subprocess.run(
            [sys.executable, "-c", script], check=True, capture_output=True,
            env=os.environ | {"POKERLAB_CACHE_DIR": cache},
        )  # fmt: skip
        return time.perf_counter() - start


def main() -> list[Goal]:
    best = {NOW: float("inf"), BEFORE: float("inf")}
    for _ in range(2):
        for work in best:
            best[work] = min(best[work], seconds(work))
    print(f"all kernels in one process {best[BEFORE]:.1f} s, as `pokerlab warmup` {best[NOW]:.1f} s")
    return [Goal("first use: one process against warmup on these cores", best[BEFORE] / best[NOW], 1.7)]


if __name__ == "__main__":
    print(*main(), sep="\n")
