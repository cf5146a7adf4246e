"""How many different ends a round of fixed-limit betting has, when only some facts of it are remembered.

A round's end, as remembered, is a word: one letter per seat in the order of action, such as 'in, having paid 40',
'in, and raised last' or 'out, having paid 20'. Ten players have millions of words, so they are counted, not listed.

Walk along the seats instead of along the time. In each orbit of the table the action passes a seat once, so what
crosses from one seat to the next is a column: the number of raises in orbit 0, 1, 2 ..., until the round is over. A
seat turns the column that arrives into the column that leaves, and writes its letter. The column that leaves the last
seat must be the one that arrived at the first, one orbit later. That is a finite automaton over the word's letters;
the sets of states it can be in are few, and counting words by such sets counts each word once.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

IN, PAID, RAISER, RAISES = "in", "paid", "raiser", "raises"
FACTS = (IN, PAID, RAISER, RAISES)
"""What can be remembered of a round: who is in, what each paid, who raised last, and how many raises there were."""

OVER = -1

Column = tuple[int, ...]
Letter = tuple[bool, int | None, bool | None, int | None]
States = frozenset[tuple[Column, Column]]
"""Sets of (column guessed for the first seat, column now)."""
Words = dict[tuple[States, int], int]
"""Numbers of words by the states they can lead to and the players who are in."""


@dataclass(frozen=True)
class FixedRound:
    """A round of fixed-limit betting: what each seat has posted, in the order of action, and the bets it allows.

    `posted` in chips; `level` is the bet to match at the start, `bet` the size of raises, `cap` their number.
    """

    posted: tuple[int, ...]
    level: int
    bet: int
    cap: int


def count_ends(round_: FixedRound, facts: frozenset[str]) -> Counter[int]:
    """The number of different ends of a round with two or more players in, by how many are."""
    return count_ends_by_seats(round_, facts)[-1]


def count_ends_by_seats(round_: FixedRound, facts: frozenset[str]) -> list[Counter[int]]:
    """The same for the rounds of only the first seat, the first two, ... and all of them."""
    guesses = frozenset((guess, guess) for guess in _columns(round_.cap))
    words: Words = {(guesses, 0): 1}
    moves: dict[tuple[States, int], list[tuple[Letter, States]]] = {}
    counts = []
    for posted in round_.posted:
        after: Words = defaultdict(int)
        for (states, players), count in words.items():
            if (states, posted) not in moves:
                moves[states, posted] = _moves(round_, posted, states, facts)
            for letter, reached in moves[states, posted]:
                after[reached, players + letter[0]] += count
        words = after
        counts.append(_accepted(words))
    return counts


def _moves(round_: FixedRound, posted: int, states: States, facts: frozenset[str]) -> list[tuple[Letter, States]]:
    """The letters a seat can write, and the states each leads to."""
    by_letter: dict[Letter, set[tuple[Column, Column]]] = defaultdict(set)
    for guess, arriving in states:
        for letter, leaving in _seat(round_, posted, arriving, facts):
            by_letter[letter].add((guess, leaving))
    return [(letter, frozenset(reached)) for letter, reached in by_letter.items()]


def _accepted(words: Words) -> Counter[int]:
    """Words whose column fits: what leaves the last seat arrives at the first in the next orbit."""
    ends: Counter[int] = Counter()
    for (states, players), count in words.items():
        if players > 1 and any(guess[1:] == leaving[:-1] for guess, leaving in states):
            ends[players] += count
    return ends


def _columns(cap: int) -> Iterator[Column]:
    """All columns that can arrive at the first seat: no raise yet in orbit 0, and over in the last orbit."""
    orbits = cap + 2  # each orbit but the last has a raise
    for known in range(orbits - 1):
        for raises in combinations_with_replacement(range(cap + 1), known):
            yield (0, *raises, *(OVER,) * (orbits - 1 - known))


def _seat(round_: FixedRound, posted: int, arriving: Column, facts: frozenset[str]) -> Iterator[tuple[Letter, Column]]:
    """The letters a seat can write, with the column that leaves it."""
    for (is_in, matched, raised_last), leaving in _plays(round_.cap, round_.level > posted, arriving):
        paid = posted if matched < 0 else round_.level + matched * round_.bet
        letter = (
            is_in,
            paid if PAID in facts else None,
            raised_last if RAISER in facts else None,
            matched if RAISES in facts and is_in else None,
        )
        yield letter, leaving


@cache
def _plays(cap: int, owes: bool, arriving: Column) -> tuple[tuple[tuple[bool, int, bool], Column], ...]:
    """What a seat can do: (in?, raises matched or -1 for the post alone, raised last?) and the leaving column."""
    plays: set[tuple[tuple[bool, int, bool], Column]] = set()

    def act(orbit: int, matched: int, acted: bool, left: Column) -> None:
        raises, rest = arriving[orbit], arriving[orbit + 1 :]
        if raises == OVER or (acted and raises == matched):
            if acted and all(later == OVER for later in rest):
                # If nobody raised since this seat acted, it is the one that raised last (or nobody raised at all).
                is_raiser = raises != OVER and matched > 0
                plays.add(((True, matched, is_raiser), left + (OVER,) * (1 + len(rest))))
            return
        if raises > matched:
            plays.add(((False, matched, False), left + arriving[orbit:]))
        for now in (raises, raises + 1):
            if now <= cap and rest and (rest[0] == OVER or rest[0] >= now):
                act(orbit + 1, now, True, (*left, now))

    act(0, -1 if owes else 0, False, ())
    return tuple(sorted(plays))
