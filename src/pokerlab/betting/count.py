"""How many ways there are to bet a hand: exact counts without walking the tree.

Positions with equal futures are one state, and what is counted is in how many ways each state is reached. Every
number is a Python integer, so nothing overflows.

- a **sequence** is a decision node: a way to bet up to a player's turn
- an **action** is one choice at one sequence
- a **continuing** node ends a street's betting with more betting to come on the next
- a **terminal** node ends the betting of the hand: all but one have folded, or there is a showdown (on the last
  street, or because nobody can bet any more)
"""

import heapq
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from functools import cache

from pokerlab.betting.heads_up import count_chip_by_chip, is_chip_by_chip
from pokerlab.betting.menu import EVERY_BET, Menu
from pokerlab.betting.nolimit import RoundsOfPartitions, is_even
from pokerlab.betting.position import Position, Walk, progress_rank
from pokerlab.betting.streets import StreetCount
from pokerlab.errors import GameError, shorten
from pokerlab.games.rules import Game

MOST_STEPS = 400_000
"""Counting state by state looks at no more actions than this: some ten seconds, and half a gigabyte."""


def count_bets(
    game: Game, menu: Menu = EVERY_BET, *, most_steps: int = MOST_STEPS, most_nodes: int | None = None
) -> list[StreetCount]:
    """The counts of every street of a hand.

    With every bet of the menu `*`, no-limit games with equal stacks are counted by partitions, for any stacks, and
    other heads-up games without a fixed limit chip by chip. All others are counted state by state, which raises
    `GameError` if the states have more than `most_steps` actions together, or the betting more than `most_nodes` nodes.
    """
    if menu.is_every_bet and is_even(game):
        return RoundsOfPartitions(game).count()
    if menu.is_every_bet and is_chip_by_chip(game):
        return count_chip_by_chip(game)
    walk = Walk(game, menu)
    return count_from(
        walk, [walk.start], range(game.first_street, game.streets), most_steps=most_steps, most_nodes=most_nodes
    )


def count_round(walk: Walk, street: int, starters: int) -> StreetCount:
    """The counts of one street begun by `starters` players, in a game where seats and amounts do not matter."""
    if not walk.is_uniform:
        raise GameError(f"{walk.game.name}: rounds are alike only with a fixed limit and stacks that never bind")
    if not 2 <= starters <= walk.game.players or (street == 0 and starters < walk.game.players):
        raise GameError(f"{walk.game.name}: {starters} players cannot begin street {street}")
    return _count_round(walk.game, street, starters)


@cache
def _count_round(game: Game, street: int, starters: int) -> StreetCount:
    walk = Walk(game)
    start = walk.start if street == 0 else walk.street_start(street, (1 << starters) - 1)
    return count_from(walk, [start], range(street, street + 1))[0]


def count_from(
    walk: Walk,
    starts: Iterable[Position],
    streets: range,
    *,
    most_steps: int = MOST_STEPS,
    most_nodes: int | None = None,
) -> list[StreetCount]:
    """The counts of some streets, from given positions (each reached in one way) at the start of the first."""
    counts = [StreetCount() for _ in streets]
    queue = _Queue(walk)
    looked_at = nodes = 0
    for start in starts:
        if start.betting.is_over:
            raise GameError(f"{walk.game.name}: nobody has a decision")
        counts[0].starts[start.betting.live.bit_count()] += 1
        queue.add(start, 1)
    while queue:
        position, ways = queue.pop()
        before = position.betting
        here, players = counts[before.street - streets.start], before.live.bit_count()
        if looked_at + walk.menu.most_choices(before) > most_steps:
            raise GameError(
                f"{walk.game.name} with the menu {shorten(walk.menu)}: the states of the betting have more than "
                f"{most_steps:,} actions (quicker: fewer bets, shorter stacks or, without limit, equal stacks and the "
                "menu *)"
            )
        branches = walk.branches(position)
        looked_at += len(branches)
        nodes += ways * len(branches)
        if most_nodes is not None and nodes > most_nodes:
            raise GameError(
                f"{walk.game.name} with the menu {shorten(walk.menu)}: the betting has {nodes:,} nodes or more; the "
                f"limit is {most_nodes:,} (fewer bets or shorter stacks have less)"
            )
        here.sequences[players] += ways
        here.actions[players] += ways * len(branches)
        for _, after in branches:
            now = after.betting
            left = now.live.bit_count()
            if now.is_over:
                (here.showdowns if left > 1 else here.folds)[left] += ways
                continue
            if now.street > before.street:
                here.continuing[left] += ways
                if now.street not in streets:
                    continue
                counts[now.street - streets.start].starts[left] += ways
            queue.add(after, ways)
    return counts


def with_forced_checks(counts: Sequence[StreetCount]) -> list[StreetCount]:
    """The same counts if players who are all-in check through the streets that are left.

    Some rules of play ask for those checks, and some published sizes count them: each is a sequence with one action.
    """
    after: list[StreetCount] = []
    checking: Counter[int] = Counter()  # players who are all in from earlier streets
    for street, count in enumerate(counts):
        changed = StreetCount(*(Counter(numbers) for numbers in vars(count).values()))
        is_last = street == len(counts) - 1
        for players, ways in checking.items():
            changed.starts[players] += ways
            changed.sequences[players] += ways * players
            changed.actions[players] += ways * players
        if is_last:
            changed.showdowns.update(checking)
        else:
            checking = checking + count.showdowns
            changed.continuing.update(checking)
            changed.showdowns.clear()
        after.append(changed)
    return after


class _Queue:
    """States that are reached but not yet expanded, with the number of ways; taken in the order of progress."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._ranks: list[tuple[int, int, int]] = []
        self._waiting: dict[tuple[int, int, int], dict[Hashable, list[object]]] = {}

    def __bool__(self) -> bool:
        return bool(self._ranks)

    def add(self, position: Position, ways: int) -> None:
        rank = progress_rank(position.betting)
        states = self._waiting.get(rank)
        if states is None:
            states = self._waiting[rank] = {}
            heapq.heappush(self._ranks, rank)
        entry = states.setdefault(self._walk.future(position), [position, 0])
        entry[1] += ways  # type: ignore[operator]

    def pop(self) -> tuple[Position, int]:
        states = self._waiting[self._ranks[0]]
        _, (position, ways) = states.popitem()
        if not states:
            del self._waiting[heapq.heappop(self._ranks)]
        return position, ways  # type: ignore[return-value]
