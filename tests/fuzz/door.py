"""A door: where something comes in, what is valid there, and what must be true of the answer."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from fuzz.mutation import Fields, mutate_fields


class RefusalError(Exception):
    """A door's own way to say no, where it is no `PokerError`: an exit code."""


@dataclass(frozen=True)
class Door:
    """A place where something comes in.

    - `corpus`: valid inputs, from which cases are made; `words`: what they are made of; `make`: another way to make
      cases
    - `call`: takes the fields of an input. It returns if the door took it and the answer makes sense, raises what the
      door raises, and `AssertionError` for answers without sense
    - `known`: inputs that once went wrong, by what they show
    - `share`: how many cases the door gets, relative to others; the dearer a case, the fewer
    - `free`: any number of fields is an input
    - `seconds`: of processor time that a case may take; `stop_after`: seconds after which it is interrupted as by
      Ctrl-C, where more work is what an input rightly asks for
    """

    name: str
    corpus: tuple[Fields, ...]
    call: Callable[..., None]
    share: int = 10
    words: tuple[str, ...] = ()
    known: Mapping[str, Fields] = field(default_factory=dict)
    free: bool = False
    seconds: float = 2.0
    stop_after: float | None = None
    make: Callable[[random.Random], Fields] | None = None

    @property
    def package(self) -> str:
        """The module of `fuzz.doors` that it is in."""
        return self.call.__module__.rpartition(".")[2]

    @property
    def first(self) -> int:
        """The number of the first case. Numbers below 0 are of inputs that are not mutated: -1 and below of known ones,
        then of valid ones."""
        return -len(self.known) - len(self.corpus)

    def is_valid(self, number: int) -> bool:
        """Whether a case is a valid input, which the door must take."""
        return number < -len(self.known)

    def case(self, seed: int, number: int) -> Fields:
        """The input of a case."""
        if number < 0:
            return [*self.known.values(), *self.corpus][-number - 1]
        rng = random.Random(f"{seed}/{self.name}/{number}")
        if self.make:
            return self.make(rng)
        return mutate_fields(rng, rng.choice(self.corpus), self.corpus, self.words, free=self.free)


def texts(*inputs: str) -> tuple[Fields, ...]:
    """Inputs of one field."""
    return tuple((text,) for text in inputs)


def shares(doors: Mapping[str, Door], cases: int) -> dict[str, int]:
    """How many of so many cases each door gets: all of them together, by largest remainders."""
    whole = sum(door.share for door in doors.values())
    exact = {name: cases * door.share / whole for name, door in doors.items()}
    given = {name: int(part) for name, part in exact.items()}
    rest = sorted(exact, key=lambda name: given[name] - exact[name])[: cases - sum(given.values())]
    return {name: count + (name in rest) for name, count in given.items()}
