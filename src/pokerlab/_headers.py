"""What every file of pokerlab says of itself in its header, plain data for JSON:

format, version    what kind of file it is, and the version of that kind
game or spot       what it is about; menu, locks and the like where there are any
made               how it was made, see `HowMade`
arrays             which arrays it has, see `_archives`
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pokerlab._version import __version__

PROGRAM = f"pokerlab {__version__}"
MOST_ITERATIONS = 10**16
"""No run has more: a million a second for three hundred years."""
MOST_SECONDS = 1e10
_KNOWN = ("program", "algorithm", "iterations", "seconds", "seed")


@dataclass(frozen=True)
class HowMade:
    """How something was made; None is what nobody knows.

    - `algorithm`: the update rule or the algorithm
    - `iterations`; `seconds` of iterating; `seed` of what was drawn at random
    - `judged`: by name what was measured, such as `values` and `best` or `gains`; in the header beside the others
    - `program`: what wrote it
    """

    algorithm: str | None = None
    iterations: int | None = None
    seconds: float | None = None
    seed: int | None = None
    judged: Mapping[str, Any] = field(default_factory=dict)
    program: str = PROGRAM

    @classmethod
    def of(cls, header: Mapping[str, Any]) -> "HowMade":
        """What a header says, also one of the versions that had no `made`; a `ValueError` that says what cannot be."""
        entries = header["made"] if "made" in header else _old_entries(header)
        if not isinstance(entries, Mapping):
            raise ValueError("it does not say how it was made")
        program, algorithm, iterations, seconds, seed = (entries.get(name) for name in _KNOWN)
        if not isinstance(algorithm, str | None) or not isinstance(program, str | None):
            raise ValueError("it does not say by what it was made")
        if iterations is not None and not (type(iterations) is int and 0 <= iterations <= MOST_ITERATIONS):
            raise ValueError(f"a run cannot have done {str(iterations)[:40]} iterations")
        if seconds is not None and not (type(seconds) in (int, float) and 0 <= seconds <= MOST_SECONDS):
            raise ValueError(f"a run cannot have taken {str(seconds)[:40]} seconds")
        if seed is not None and type(seed) is not int:
            raise ValueError(f"a seed cannot be {str(seed)[:40]}")
        judged = {name: value for name, value in entries.items() if name not in _KNOWN}
        return cls(algorithm, iterations, seconds, seed, judged, program or "an early version")

    def entries(self) -> dict[str, Any]:
        """As the header has it."""
        return {name: getattr(self, name) for name in _KNOWN} | dict(self.judged)

    def __str__(self) -> str:
        """In words: `1,200 iterations of Plus() in 3.1 s, seed 7 (pokerlab 0.1.0)`."""
        words = "" if self.iterations is None else f"{self.iterations:,} iterations"
        words += f"{' of ' if words else ''}{self.algorithm}" if self.algorithm else ""
        words += "" if self.seconds is None else f"{' in ' if words else ''}{self.seconds:,.2f} s"
        words += "" if self.seed is None else f"{', ' if words else ''}seed {self.seed}"
        return f"{words} ({self.program})" if words else self.program


def _old_entries(header: Mapping[str, Any]) -> dict[str, Any]:
    """What versions before said here and there: solutions beside the spot, strategies in `about`."""
    about = header.get("about") or {}
    if not isinstance(about, Mapping):
        raise ValueError("it does not say how it was made")
    entries = {name: header[name] for name in ("program", "iterations", "seconds", "values", "best") if name in header}
    return {**entries, **({"algorithm": header["rule"]} if "rule" in header else {}), **about}
