"""Imperfect betting recall: states at the end of a street that are remembered alike are one (Bunten, 2017).

A `Recall` says which facts of the betting survive the end of a street:

    ibr                      Bunten's: of every street, who is in, what each paid in it, and who raised last in it
    street:in+paid           the same without the last raiser (coarser)
    street:in+paid+raiser+raises
    in+paid+raiser           of the hand so far, not of each street: who is in, what each has paid in all, and who
                             raised last on the street that has just ended

What the rules need to go on is always kept: who is in, and without a fixed limit the stacks. Merged states are counted
by true enumeration, seat by seat where a fixed limit allows it (see `round_ends`), else one by one.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import NamedTuple

from pokerlab.betting.count import MOST_STEPS, count_from, count_round
from pokerlab.betting.menu import EVERY_BET, Menu
from pokerlab.betting.position import Position, Walk
from pokerlab.betting.round_ends import FACTS, IN, PAID, RAISER, RAISES, FixedRound, count_ends_by_seats
from pokerlab.betting.streets import StreetCount
from pokerlab.errors import GameError, shorten
from pokerlab.games.action import Kind
from pokerlab.games.rules import MOST_PLAYERS, Game

BY_STREET = "street:"

MOST_STATES = 1_000_000
"""More different states than this at the end of a street are not listed."""
MOST_ENDS = 200_000
"""More different places within a street than this are not looked at: they are kept, some kilobytes each."""


@dataclass(frozen=True)
class Recall:
    """The facts that survive the end of a street; `by_street`: those of every street, else only those of the hand."""

    facts: frozenset[str]
    by_street: bool = True

    @classmethod
    def parse(cls, text: str) -> "Recall":
        """Read `ibr`, or facts such as `in+paid+raiser`, with `street:` before them to keep those of every street."""
        if text.strip() == "ibr":
            return IBR
        rest = text.strip().removeprefix(BY_STREET)
        facts = frozenset(part.strip() for part in rest.split("+"))
        if unknown := sorted(facts - set(FACTS)):
            raise GameError(
                f"recall '{shorten(text)}': '{shorten(unknown[0])}' is no fact of the betting (ibr, or "
                f"{', '.join(FACTS)})"
            )
        return cls(facts | {IN}, text.strip().startswith(BY_STREET))

    def __str__(self) -> str:
        return BY_STREET * self.by_street + "+".join(fact for fact in FACTS if fact in self.facts)


IBR = Recall(frozenset({IN, PAID, RAISER}))
"""Bunten's imperfect betting recall."""

Ends = Callable[[int, int], Counter[int]]
"""By street and players at its start: different ends of the street with more betting to come, by players left."""


def count_merged(
    game: Game, recall: Recall, menu: Menu = EVERY_BET, *, most_states: int = MOST_STATES
) -> list[StreetCount]:
    """The counts of every street if states that are remembered alike are one; `continuing` are the merged ones."""
    walk = Walk(game, menu)
    if walk.is_uniform and recall.by_street:
        return compose_rounds(walk, lambda street, players: merged_ends(game, recall, street, players))
    return Listing(walk, recall, most_states).count()


def compose_rounds(walk: Walk, ends: Ends) -> list[StreetCount]:
    """The counts of a hand whose streets are alike wherever the same number of players begins them.

    `ends` gives how many different starts of the next street follow from one start of a street.
    """
    game = walk.game
    counts = []
    starts: Counter[int] = Counter({game.players: 1})
    for street in range(game.streets):
        count, after = StreetCount(), Counter[int]()
        is_last = street == game.streets - 1
        for players, times in starts.items():
            count.add(count_round(walk, street, players), times)
            if not is_last:
                for left, number in ends(street, players).items():
                    after[left] += times * number
        count.continuing = after
        counts.append(count)
        starts = after
    return counts


def merged_ends(game: Game, recall: Recall, street: int, players: int) -> Counter[int]:
    """How many different ends, as remembered, a street of a fixed-limit game has when so many players begin it."""
    cap = game.raise_caps[street]
    if not Walk(game).is_uniform or cap is None:
        raise GameError(f"{game.name}: ends are counted for fixed limits and stacks that never bind")
    if street:  # all sizes of bets have the same number of ends
        return _ends_by_seats(FixedRound((0,) * MOST_PLAYERS, 0, 1, cap), recall.facts)[players - 1]
    order = [(game.first_to_act[0] + place) % players for place in range(players)]
    posted = tuple(game.blinds[seat] for seat in order)
    return _ends_by_seats(FixedRound(posted, max(game.blinds), game.bets[0], cap), recall.facts)[-1]


_ends_by_seats = cache(count_ends_by_seats)


def formula_ends(players: int, *, bets: int, least: int) -> Counter[int]:
    """Bunten's closed formula for the ends of a street under his recall.

    With k of n players left: C(n, k) * k * sum of i^(n - k) over final bets i = 1..`bets`; with all of them left
    n times the number of final bets `least`..`bets`. It takes every player for a possible last raiser even if nobody
    raised, and on the first street it forgets what the blinds rule out.
    """
    ends = Counter({players: players * (bets - least + 1)})
    for left in range(2, players):
        ends[left] = comb(players, left) * left * sum(final ** (players - left) for final in range(1, bets + 1))
    return ends


class _End(NamedTuple):
    """The end of a street: the next position, what each seat paid on the street, who raised last, how many raises."""

    position: Position
    paid: tuple[int, ...]
    raiser: int
    raises: int


class Listing:
    """Merged states, listed one by one."""

    def __init__(self, walk: Walk, recall: Recall, most_states: int) -> None:
        self._walk = walk
        self._recall = recall
        self._most_states = most_states
        self._looked_at = 0
        self._known_ends: dict[Hashable, list[_End]] = {}
        self._known_rounds: dict[Hashable, StreetCount] = {}

    def count(self) -> list[StreetCount]:
        """The counts of every street."""
        walk = self._walk
        counts = []
        starts: dict[Hashable, tuple[Position, tuple[int, ...]]] = {None: (walk.start, walk.start.betting.paid)}
        for _ in range(walk.game.streets):
            count = StreetCount()
            after: dict[Hashable, tuple[Position, tuple[int, ...]]] = {}
            for key, (position, paid) in starts.items():
                count.add(self._round(position), 1)
                for end in self._ends(position):
                    total = tuple([a + b for a, b in zip(paid, end.paid, strict=True)])
                    after.setdefault(self._remembered(key, end, total), (end.position, total))
                    if len(after) > self._most_states:
                        raise GameError(
                            f"{walk.game.name} with recall {self._recall}: more than {self._most_states:,} different "
                            "states at the end of a street (with 'street:' they are counted without a list)"
                        )
            count.continuing = Counter(position.betting.live.bit_count() for position, _ in after.values())
            counts.append(count)
            starts = after
        return counts

    def _remembered(self, key: Hashable, end: _End, total: tuple[int, ...]) -> Hashable:
        facts, by_street = self._recall.facts, self._recall.by_street
        betting = end.position.betting
        live = betting.live
        needed = () if self._walk.is_uniform else tuple([s for p, s in enumerate(betting.stacks) if live >> p & 1])
        return (
            live,
            needed,
            betting.pot if not self._walk.is_uniform else 0,
            (end.paid if by_street else total) if PAID in facts else None,
            end.raiser if RAISER in facts else None,
            end.raises if RAISES in facts else None,
            key if by_street else None,
        )

    def _round(self, position: Position) -> StreetCount:
        key = self._walk.future(position)
        if key not in self._known_rounds:
            street = position.betting.street
            self._known_rounds[key] = count_from(self._walk, [position], range(street, street + 1))[0]
        return self._known_rounds[key]

    def _ends(self, position: Position) -> list[_End]:
        if not self._walk.is_uniform:
            return list(self.list_ends(position))
        key = position.betting.street, position.betting.live
        if key not in self._known_ends:
            self._known_ends[key] = list(self.list_ends(position))
        return self._known_ends[key]

    def list_ends(self, start: Position) -> Iterator[_End]:
        """The different ends of a street from one start; different bets and last raisers are different ends."""
        street, before = start.betting.street, start.betting.paid
        seen: set[Hashable] = set()
        todo = [(start, -1)]
        while todo:
            position, raiser = todo.pop()
            for choice, after in self._walk.branches(position):
                self._looked_at += 1
                if self._looked_at > MOST_STEPS or len(seen) > MOST_ENDS:
                    raise GameError(
                        f"{self._walk.game.name} with recall {self._recall}: listing the ends of a street takes more "
                        f"than {MOST_ENDS:,} places or {MOST_STEPS:,} actions (fewer bets have less)"
                    )
                betting = after.betting
                if betting.is_over:
                    continue
                last = position.betting.actor if choice.action.kind is Kind.RAISE else raiser
                raises = position.betting.raises + (choice.action.kind is Kind.RAISE)
                key = (self._walk.future_of_seats(after), betting.stacks, last, raises)
                if key in seen:
                    continue
                seen.add(key)
                if betting.street == street:
                    todo.append((after, last))
                else:
                    paid = tuple([now - then for now, then in zip(betting.paid, before, strict=True)])
                    yield _End(after, paid, last, raises)
