"""What of the solver a first run has to compile, and about how long that takes here.

Compiling in processes side by side would not help: nine tenths of the time are one kernel, `run_pass`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

SECONDS = {
    "betting.tree_kernels.unfold": 0.7,
    "betting.tree_kernels.find_parents": 0.2,
    "betting.tree_kernels.add_up_chips": 0.5,
    "cards.card_kernels.all_differ": 0.2,
    "cards.evaluator_kernels.rank_boards": 1.2,
    "postflop.pass_kernels.run_pass": 20.3,
}
"""Processor time to compile what a solve calls until its first iteration, measured; how it grows is alike elsewhere."""
_PASS = "postflop.pass_kernels.run_pass"


@dataclass
class FirstRun:
    """The kernels of one solve. `tables`: which signature of `run_pass`: 0 for 32-bit tables, 1 for 16-bit ones, 2 for
    groups of hands."""

    tables: int = 0
    _pace: float = field(default=1.0, init=False)

    @contextmanager
    def measured(self) -> Iterator[None]:
        """While kernels are compiled: how fast this machine does it, by which later estimates go."""
        from numba.core.event import install_timer

        before = sum(self.missing().values())

        def learn(seconds: float) -> None:
            done = before - sum(self.missing().values())
            self._pace = seconds / done if done > 0 else self._pace

        with install_timer("numba:compile", learn):
            yield

    def missing(self) -> dict[str, float]:
        """The kernels that are not in the cache, with the seconds they are thought to take."""
        from pokerlab import _jit
        from pokerlab.betting import tree_kernels  # noqa: F401
        from pokerlab.cards import card_kernels, evaluator_kernels  # noqa: F401
        from pokerlab.postflop import pass_kernels  # noqa: F401

        found = {}
        for entry in _jit.ENTRIES:
            signature = entry.signatures[self.tables if entry.name == _PASS else 0]
            if entry.name in SECONDS and not entry.dispatcher._cache.path(signature).exists():
                found[entry.name] = self._pace * SECONDS[entry.name]
        return found

    def __str__(self) -> str:
        missing = self.missing()
        if not missing:
            return "getting the solver ready"
        return (
            f"getting the solver ready: {len(missing)} of {len(SECONDS)} kernels to compile, about "
            f"{max(round(sum(missing.values())), 1)} s, once (see pokerlab warmup)"
        )
