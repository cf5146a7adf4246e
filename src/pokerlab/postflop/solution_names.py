"""Names of solution files that cost nobody his work: a file that holds something else is not written over.

- A name that was asked for may replace a solution of the same spot, and nothing else.
- A name that was not asked for (the board's) replaces only what the new solution has and does better; otherwise it gets
  a number: `QsJh2h.sol`, `QsJh2h-2.sol`, ...
"""

from itertools import count
from pathlib import Path

from pokerlab.cards.card import format_cards
from pokerlab.errors import SolutionError
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import STREETS, Spot

SUFFIX = ".sol"


def check_name(path: Path, spot: Spot) -> None:
    """A `SolutionError` if there is a file of that name that is not a solution of the spot."""
    if not path.exists():
        return
    there = _opened(path)
    if there is None:
        raise SolutionError(f"{path} is there and is no solution: choose another name, or remove it first")
    if not is_same_spot(there.spot, spot):
        raise SolutionError(
            f"{path} holds another spot ({_in_words(there.spot)}): choose another name, or remove it first"
        )


def board_name(solution: Solution, directory: Path, *, last_street: int) -> Path:
    """The name of the board, with the first number that spares what is in the directory; `last_street`: the last one
    that will be stored."""
    name = format_cards(solution.spot.board)
    for number in count(1):
        path = directory / (f"{name}-{number}{SUFFIX}" if number > 1 else f"{name}{SUFFIX}")
        if not path.exists() or _is_superseded(_opened(path), solution, last_street):
            return path
    raise AssertionError("numbers do not end")


def _is_superseded(old: Solution | None, new: Solution, last_street: int) -> bool:
    return (
        old is not None
        and is_same_spot(old.spot, new.spot)
        and list(old.locks) == list(new.locks)
        and old.nash_conv >= new.nash_conv
        and STREETS[last_street] in (old.streets[-1], STREETS[5])
    )


def _opened(path: Path) -> Solution | None:
    try:
        return Solution.open(path)
    except (SolutionError, OSError):
        return None


def is_same_spot(one: Spot, other: Spot) -> bool:
    """Whether two spots differ by their names at most."""
    first, second = ({**spot.to_dict(), "name": ""} for spot in (one, other))
    return first == second


def _in_words(spot: Spot) -> str:
    pot, stack = spot.amount(spot.pot), spot.amount(spot.effective_stack)
    return f"{spot.name or format_cards(spot.board)}, pot {pot:,}, {stack:,} behind"
