"""Counts of no-limit betting with equal stacks, every legal bet, any number of players.

Two facts make them easy. On one street each raise is at least as large as the one before, so the ways to reach a level
by raises are the partitions of the amount into parts of at least the smallest bet: the numbers

    p(n, u) = partitions of n into u parts of at least b.

And how players call and fold between raises does not depend on the sizes of the raises. After a raise with m players
in, k of the m - 1 others act before the next raise, and the ways in which m - j of them are left are binomials:

    raises begun with i players in:    C(m - 1, m - i + 1)
    rounds ended with i players in:    C(m - 1, m - i)

All-in ends all raising and needs no minimum, so it can follow at every decision. A street moves the level that all
have paid by an amount whose distribution does not depend on the level, and streets combine by convolution.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal
from functools import cached_property
from itertools import accumulate, takewhile
from math import comb

from pokerlab.betting.position import has_even_stacks
from pokerlab.betting.streets import StreetCount
from pokerlab.errors import GameError
from pokerlab.games.rules import Game, Limit

MOST_PARTITIONS = 30_000_000
"""The largest table of partitions by number of parts (amounts times parts) that is made."""

MOST_CHIPS = 200_000
"""The most chips of all players together that are counted; the work grows with their square."""

Amounts = list[int]
"""Ways by amount in chips: index 0 is nothing."""


def is_even(game: Game) -> bool:
    """Whether a game has no limit and no cap, and all players can put in equally much, more than the blinds."""
    uncapped = not any(cap is not None for cap in game.raise_caps)
    return game.limit is Limit.NONE and uncapped and has_even_stacks(game)


class RoundsOfPartitions:
    """The counts of a no-limit game with equal stacks (see the top of the file)."""

    def __init__(self, game: Game) -> None:
        if not is_even(game):
            raise GameError(f"{game.name}: partitions count no-limit games with equal stacks above the blinds")
        if game.players * (game.stacks[0] - game.antes[0]) > MOST_CHIPS:
            raise GameError(
                f"{game.name}: every bet of {game.players} stacks of {game.stacks[0]:,} chips; the limit is "
                f"{MOST_CHIPS:,} chips in all (count in larger chips, or with a menu of bets)"
            )
        self._game = game
        self._players = game.players
        self._whole = game.stacks[0] - game.antes[0]
        self._partitions: dict[int, _Partitions] = {}
        self._known_raises: dict[tuple[int, tuple[tuple[int, int], ...]], dict[int, Amounts]] = {}

    def count(self) -> list[StreetCount]:
        """The counts of every street."""
        game = self._game
        counts = []
        level = max(game.blinds)
        starts: dict[int, Amounts] = {self._players: [0] * level + [1]}  # by players in: ways by level paid
        for street in range(game.streets):
            is_last = street == game.streets - 1
            count = StreetCount()
            after: dict[int, Amounts] = {}
            for players, ways in starts.items():
                opening = self._opening(street, players)
                raised = self._raised(street, opening.raised)
                self._add_street(count, opening, raised, players, ways)
                if not is_last:
                    for left, amounts in self._ends(opening, raised).items():
                        moved = _convolve(ways, amounts, self._whole)
                        before = after.get(left, [0] * self._whole)
                        after[left] = [a + b for a, b in zip(before, moved, strict=True)]
            if is_last:
                count.showdowns.update(count.continuing)
                count.continuing.clear()
            counts.append(count)
            starts = after
        return counts

    def _opening(self, street: int, players: int) -> "_Opening":
        """The street up to its first raise."""
        if street:
            return _Opening(players, [False] * players)
        game = self._game
        order = [(game.first_to_act[0] + place) % players for place in range(players)]
        return _Opening(players, [game.blinds[seat] < max(game.blinds) for seat in order])

    def _raised(self, street: int, first: Counter[int]) -> dict[int, Amounts]:
        """By players in at the raise: how many raises lead to each amount above the street's start, all-in apart."""
        partitions = self._partitions.setdefault(
            self._game.bets[street], _Partitions(self._game.bets[street], self._whole)
        )
        key = self._game.bets[street], tuple(sorted(first.items()))
        if key not in self._known_raises:
            self._known_raises[key] = self._add_up_raises(partitions, first)
        return self._known_raises[key]

    def _add_up_raises(self, partitions: "_Partitions", first: Counter[int]) -> dict[int, Amounts]:
        if max(first) == 2:
            return {2: [first[2] * ways for ways in partitions.in_any_parts]}
        sums = {players: [0] * self._whole for players in range(2, max(first) + 1)}
        raises = first
        for number, parts in enumerate(partitions.by_parts, 1):
            least = number * partitions.smallest  # there are none of smaller amounts
            for players, times in raises.items():
                column = sums[players]
                column[least:] = [sum_ + times * ways for sum_, ways in zip(column[least:], parts[least:], strict=True)]
            raises = _next_raises(raises)
        return sums

    def _add_street(
        self, count: StreetCount, opening: "_Opening", raised: dict[int, Amounts], players: int, starts: Amounts
    ) -> None:
        """Add what a street has that begins with so many players, in `starts[level]` ways at each level."""
        total = sum(starts)
        count.starts[players] += total
        small: Counter[int] = Counter()  # raises that leave chips behind, by players in
        for among, amounts in raised.items():
            up_to = [0, *accumulate(amounts)]  # [n]: raises to amounts below n
            small[among] += sum(ways * up_to[self._whole - level] for level, ways in enumerate(starts) if ways)
        all_in = _next_raises(small)
        for among, times in opening.raised.items():
            all_in[among] += times * total
        raises = small + all_in
        facing = _next_raises(raises)
        for left, times in opening.sequences.items():
            count.sequences[left] += times * total
            count.actions[left] += times * total
        for left, times in opening.facing.items():
            count.actions[left] += times * total
        for left, times in facing.items():
            count.sequences[left] += times
            count.actions[left] += 2 * times  # call and fold
        for left, times in raises.items():
            count.actions[left] += times
        for left, times in _ended(small).items():
            (count.continuing if left > 1 else count.folds)[left] += times
        for left, times in _ended(all_in).items():
            (count.showdowns if left > 1 else count.folds)[left] += times
        for left, times in opening.ended.items():
            (count.continuing if left > 1 else count.folds)[left] += times * total

    def _ends(self, opening: "_Opening", raised: dict[int, Amounts]) -> dict[int, Amounts]:
        """By players left: in how many ways the street ends with each amount more paid, all-in apart."""
        ends: dict[int, Amounts] = {}
        for left, times in opening.ended.items():
            if left > 1:
                ends[left] = [times] + [0] * (self._whole - 1)
        for among, amounts in raised.items():
            for left, times in _ended(Counter({among: 1})).items():
                if left > 1:
                    column = ends.setdefault(left, [0] * self._whole)
                    for amount, ways in enumerate(amounts):
                        column[amount] += times * ways
        return ends


class _Opening:
    """A street before its first raise: players act in order, and fold only if they owe something."""

    def __init__(self, players: int, owing: Sequence[bool]) -> None:
        self.sequences: Counter[int] = Counter()
        self.facing: Counter[int] = Counter()  # sequences at which one can fold
        self.ended: Counter[int] = Counter()  # by players left; 1: all others have folded
        ways: Counter[int] = Counter({players: 1})
        for owes in owing:
            after: Counter[int] = Counter()
            for left, times in ways.items():
                self.sequences[left] += times
                after[left] += times
                if owes:
                    self.facing[left] += times
                    (after if left > 2 else self.ended)[left - 1] += times
            ways = after
        self.ended += ways
        self.raised = self.sequences  # at every one of them a first raise can be made


class _Partitions:
    """Partitions of amounts below a limit into parts of at least `smallest`."""

    def __init__(self, smallest: int, limit: int) -> None:
        self.smallest = smallest
        self._limit = limit

    @cached_property
    def by_parts(self) -> list[Amounts]:
        """[u - 1][n]: partitions of n into exactly u parts."""
        if self._most_parts * self._limit > MOST_PARTITIONS:
            raise GameError(
                f"raises of at least {self.smallest} up to {self._limit} chips with more than two players are too many "
                "to count: count in larger chips"
            )
        return list(self._rows())

    @cached_property
    def in_any_parts(self) -> Amounts:
        """[n]: partitions of n into one or more parts."""
        limit = self._limit
        if self._most_parts < self.smallest:  # then the other way takes longer
            ways = [0] * limit
            for number, row in enumerate(self._rows(), 1):
                least = number * self.smallest
                ways[least:] = [sum_ + more for sum_, more in zip(ways[least:], row[least:], strict=True)]
            return ways
        ways = _all_partitions(limit)
        for part in range(1, self.smallest):  # times (1 - x^part): without the parts that are too small
            for amount in range(limit - 1, part - 1, -1):
                ways[amount] -= ways[amount - part]
        ways[0] = 0
        return ways

    @property
    def _most_parts(self) -> int:
        return max((self._limit - 1) // self.smallest, 0)

    def _rows(self) -> Iterator[Amounts]:
        """For 1, 2, ... parts: partitions of each n into so many."""
        smallest, limit = self.smallest, self._limit
        # Taking smallest - 1 off every part leaves parts of at least 1: q(n, u) = q(n - 1, u - 1) + q(n - u, u).
        before = [1] + [0] * (limit - 1)
        for parts in range(1, self._most_parts + 1):
            now = [0] * limit
            for amount in range(parts, limit - parts * (smallest - 1)):
                now[amount] = before[amount - 1] + now[amount - parts]
            offset = parts * (smallest - 1)
            yield [0] * offset + now[: limit - offset]
            before = now


def _all_partitions(limit: int) -> Amounts:
    """[n]: partitions of n < limit, by Euler's pentagonal recurrence."""
    ways = [1] + [0] * (limit - 1)
    signed = ((k * (3 * k + sign) // 2, k % 2) for k in range(1, limit) for sign in (-1, 1))
    pentagonal = list(takewhile(lambda term: term[0] < limit, signed))
    for amount in range(1, limit):
        total = 0
        for part, odd in pentagonal:
            if part > amount:
                break
            total += ways[amount - part] if odd else -ways[amount - part]
        ways[amount] = total
    return ways


def _next_raises(raises: Counter[int]) -> Counter[int]:
    """Decisions that follow raises, by players in; at each of them the next raise can be made."""
    after: Counter[int] = Counter()
    for players, times in raises.items():
        for left in range(2, players + 1):
            after[left] += times * comb(players - 1, players - left + 1)
    return after


def _ended(raises: Counter[int]) -> Counter[int]:
    """Ways in which all others call or fold after raises, by players left."""
    after: Counter[int] = Counter()
    for players, times in raises.items():
        for left in range(1, players + 1):
            after[left] += times * comb(players - 1, players - left)
    return after


def _convolve(first: Amounts, second: Amounts, length: int) -> Amounts:
    """The first coefficients of a product of polynomials with whole coefficients >= 0.

    They are written side by side into one long number each; `decimal` multiplies those by a number-theoretic transform.
    """
    if sum(map(bool, first)) <= 1:
        shift = next((place for place, ways in enumerate(first) if ways), 0)
        return [0] * shift + [first[shift] * ways for ways in second[: length - shift]]
    digits = len(str(sum(first) * max(second)))
    exact = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)
    numbers = [Decimal("".join(str(ways).zfill(digits) for ways in reversed(amounts))) for amounts in (first, second)]
    text = format(exact.multiply(*numbers), "f").zfill(digits * (len(first) + len(second)))
    return [int(text[len(text) - (place + 1) * digits : len(text) - place * digits]) for place in range(length)]
