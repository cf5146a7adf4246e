"""Short stacks in compiled loops: the twin of `short_stacks`, with quick charts, without bounties and time to think.

What does not change in a hand is found once, when it is first asked for: the charts, and bubble factors.
"""

# mypy: allow-untyped-defs, no-check-untyped-defs

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import types

from pokerlab._jit import kernel, record
from pokerlab.agents import expert_columns as fact
from pokerlab.agents.expert_facts_kernels import big_blind
from pokerlab.agents.short_stacks import MOST_ALL_IN
from pokerlab.games import hand_columns as at
from pokerlab.games.hand_kernels import CALL, FOLD, RAISE, find_legal
from pokerlab.tournament.icm_kernels import equities, equities_after
from pokerlab.tournament.quick_kernels import (
    SHORT,
    STRICT,
    after_push,
    call_gain,
    find_ranges,
    overcall_gain,
    overcall_values,
    push_gain,
    value_ends,
)

# HandNotes.numbers. IS_MONEY: whether there are prizes; CHARTS: see below; FIRST: the seat that acts first
IS_MONEY, CHARTS, FIRST = range(3)
NOT_ASKED, NO_CHARTS, READY = range(3)
MOST_BUBBLE = 100.0


class HandNotes(NamedTuple):
    """What agents know of a hand and find out in it, for up to ten seats.

    - `numbers`: see above; `facts`: float64 [FACTS], of the decision
    - by seat of the hand: `levels` of the players, `prizes` of the places (the best first), `bubbles` [seat, seat], and
      `now`, what the stacks are worth (NaN where it was not asked for)
    - by player of the push/fold spot, in the order of play: `starts`, `stacks` (without dead antes), `stakes`,
      `blinds`, `dead` [1], `forced`, `by_ante`, `stuck`, `walk`, `steals`, `duels`, `pushes`, `calls`, `values`,
      flat (see `quick_kernels`)
    """

    numbers: npt.NDArray[np.int64]
    facts: npt.NDArray[np.float64]
    levels: npt.NDArray[np.float64]
    prizes: npt.NDArray[np.float64]
    bubbles: npt.NDArray[np.float64]
    now: npt.NDArray[np.float64]
    starts: npt.NDArray[np.float64]
    stacks: npt.NDArray[np.float64]
    stakes: npt.NDArray[np.float64]
    blinds: npt.NDArray[np.float64]
    dead: npt.NDArray[np.float64]
    forced: npt.NDArray[np.bool_]
    by_ante: npt.NDArray[np.bool_]
    stuck: npt.NDArray[np.bool_]
    walk: npt.NDArray[np.float64]
    steals: npt.NDArray[np.float64]
    duels: npt.NDArray[np.float64]
    pushes: npt.NDArray[np.float64]
    calls: npt.NDArray[np.float64]
    values: npt.NDArray[np.float64]

    @classmethod
    def empty(cls) -> "HandNotes":
        """Nothing noted."""
        n = at.SEATS
        one, two = (n,), (n * n,)
        shapes = [one, one, (n, n), one, one, one, one, one, (1,)]
        floats = [np.zeros(shape) for shape in shapes]
        charts = [np.zeros(shape) for shape in (one, two, (3 * n**3,), one, two, two)]
        marks = [np.zeros(n, np.bool_) for _ in range(3)]
        parts: list[npt.NDArray[Any]] = [np.zeros(3, np.int64), np.zeros(fact.FACTS), *floats, *marks, *charts]
        return cls(*parts)


NOTES = record(
    HandNotes, "int64[::1], float64[::1], float64[::1], float64[::1], float64[:,::1]", *["float64[::1]"] * 6,
    *["boolean[::1]"] * 3, *["float64[::1]"] * 6,
)  # fmt: skip


@kernel(types.void(NOTES, types.int64[::1], types.float64[::1], types.boolean))
def begin_notes(notes, rules, prizes, is_money):
    """A new hand: nothing is found out yet. prizes: float64 [seat], the best first; the caller writes the levels."""
    notes.numbers[IS_MONEY] = is_money
    notes.numbers[CHARTS] = NOT_ASKED
    notes.numbers[FIRST] = rules[at.FIRST_TO_ACT]
    notes.bubbles[:] = np.nan
    notes.now[0] = np.nan
    for place in range(rules[at.PLAYERS]):
        notes.prizes[place] = prizes[place] if is_money else 0.0


@kernel()
def find_bubble(notes, rules, seat, other):
    """The bubble factor of a seat against another, as `icm.bubble_factors`, at most 100; 1 without prizes."""
    if not notes.numbers[IS_MONEY]:
        return 1.0
    if not np.isnan(notes.bubbles[seat, other]):
        return notes.bubbles[seat, other]
    players = rules[at.PLAYERS]
    chips = np.empty(players)
    paid, pool = 0, 0.0
    for i in range(players):
        chips[i] = rules[at.STACKS + i]
        if notes.prizes[i] > 0.0:
            paid = i + 1
            pool += notes.prizes[i]
    if np.isnan(notes.now[0]):
        equities(chips, notes.prizes[:paid], notes.now[:players])
    stake = min(chips[seat], chips[other])
    ends, values = np.empty((2, players)), np.empty((2, players))
    for row in range(2):
        ends[row] = chips
    ends[0, seat] += stake
    ends[0, other] -= stake
    ends[1, seat] -= stake
    ends[1, other] += stake
    equities_after(ends, chips, notes.prizes[:players], values)
    won, lost = values[0, seat] - notes.now[seat], notes.now[seat] - values[1, seat]
    found = np.inf if lost > 1e-12 * pool else 1.0
    if won > 1e-12 * pool:
        found = lost / won
    notes.bubbles[seat, other] = found = min(found, MOST_BUBBLE)
    return found


@kernel()
def may_be_short(limits, rules):
    """Whether stacks of a hand can be short for a player's rules, as `expert.ExpertAgent.start` asks."""
    if limits[fact.SHORT] == 0.0:
        return False
    big, least, antes = big_blind(rules), rules[at.STACKS], np.int64(0)
    for seat in range(rules[at.PLAYERS]):
        least = min(least, rules[at.STACKS + seat])
        antes += rules[at.ANTES + seat]
    most = limits[fact.SHORT] + limits[fact.SHORT_SMALL_BLIND] + limits[fact.SHORT_STRONG] + limits[fact.SHORT_WEAK]
    return most + limits[fact.SHORT_PER_ANTE] * antes / big > least / big


@kernel()
def has_charts(notes, tables, rules):
    """Whether a hand is a push/fold spot, whose charts are found the first time."""
    if notes.numbers[CHARTS] == NOT_ASKED:
        notes.numbers[CHARTS] = READY if _find_charts(notes, tables, rules) else NO_CHARTS
    return notes.numbers[CHARTS] == READY


@kernel()
def _find_charts(notes, tables, rules):
    """The charts of a hand; False if it is none of the kind (see `short_stacks.spot_of`)."""
    n, first, by_one = rules[at.PLAYERS], notes.numbers[FIRST], rules[at.DEAD_ANTES]
    if rules[at.LIMIT] != at.NO_LIMIT:
        return False
    small, big = rules[at.BLINDS + (first + n - 2) % n], rules[at.BLINDS + (first + n - 1) % n]
    ante = rules[at.ANTES + (first + n - 1) % n]
    if small > big or big < 1:
        return False
    for place in range(n):
        seat = (first + place) % n
        if place < n - 2 and rules[at.BLINDS + seat] > 0:
            return False
        if place < n - 1 and rules[at.ANTES + seat] != (0 if by_one else ante):
            return False
    forced_count = 0
    notes.dead[0] = 0.0
    for place in range(n):
        stack = np.float64(rules[at.STACKS + (first + place) % n])
        posted = min(stack, np.float64(ante)) if not by_one or place == n - 1 else 0.0
        blind = np.float64(small if place == n - 2 else big if place == n - 1 else 0)
        blind = min(blind, stack - posted)
        notes.blinds[place] = blind
        notes.forced[place] = posted + blind >= stack
        notes.by_ante[place] = posted >= stack
        forced_count += notes.forced[place]
        notes.starts[place] = stack
        notes.stacks[place] = stack - posted if by_one else stack
        notes.stakes[place] = blind if by_one else blind + posted
        if by_one:
            notes.dead[0] += posted
    _find_stuck(notes, n, min(n, max(MOST_ALL_IN, 1 + forced_count)))
    is_chips = not notes.numbers[IS_MONEY]
    stacks, steals = notes.stacks[:n], notes.steals[: n * n].reshape((n, n))
    duels = notes.duels[: 3 * n * n * n].reshape((n, n, 3, n))
    pushes, calls = notes.pushes[:n], notes.calls[: n * n].reshape((n, n))
    values = notes.values[: n * n].reshape((n, n))
    steals[:] = 0.0
    duels[:] = 0.0
    pushes[:] = 0.0
    calls[:] = 0.0
    values[:] = 0.0
    value_ends(
        notes.starts[:n], stacks, notes.stakes[:n], notes.dead[0], notes.prizes[:n], is_chips, notes.by_ante[:n],
        notes.walk[:n], steals, duels,
    )  # fmt: skip
    find_ranges(
        tables, stacks, notes.forced[:n], notes.by_ante[:n], notes.stuck[:n], notes.walk[:n], steals, duels, pushes,
        calls, values,
    )  # fmt: skip
    return True


@kernel()
def _find_stuck(notes, n, most_all_in):
    """Who pushes without a choice if nobody is in, as `PushFoldGame.must_go_in`."""
    last = n - 1
    behind = 0
    for player in range(last, -1, -1):
        may = player < last and 1 + behind <= most_all_in
        stuck = may and notes.forced[player]
        if may and not stuck and player == last - 1 and notes.forced[last]:
            stuck = notes.blinds[player] >= notes.blinds[last]  # who is forced has posted all but his ante
        notes.stuck[player] = stuck
        behind += notes.forced[player]


@kernel()
def short_move(notes, tables, second, won, against, limits, rules, hand, class_):
    """What short stacks do before the flop with a hand of a class: fold, call, or raise all-in.

    second, won: see `quick_kernels.overcall_gain`; against: float64 [4, 169], the equity of every class against a
    limper, against the part of his hands that calls all-in, and the same of a raiser.
    """
    to_call, _, most = find_legal(rules, hand)
    n, seat = rules[at.PLAYERS], hand[at.ACTOR]
    place = (seat - notes.numbers[FIRST]) % n
    if hand[at.PART_RAISES] == 0 and hand[at.LIMPERS] == 0:
        blind = np.float64(rules[at.BLINDS + (notes.numbers[FIRST] + n - 1) % n])
        pusher, caller = _main_pot(notes, hand, n, place, min(blind, SHORT * notes.stacks[place]), False)
        if pusher < 0 and place == n - 1:
            pusher, caller = _main_pot(notes, hand, n, place, 0.0, True)
        if pusher >= 0 or place < n - 1:
            goes_in = notes.forced[place] or _gain(notes, tables, second, won, n, place, pusher, caller, class_) > 0.0
            if goes_in:
                return np.int64(RAISE if most else CALL)
            return np.int64(FOLD if to_call else CALL)
    return _best_move(notes, against, limits, rules, hand, class_, to_call, most)


@kernel()
def _main_pot(notes, hand, n, place, most, everybody):
    """The pusher and the first caller (-1: none) of those who are in before a player, as `QuickCharts._main_pot`:
    everybody, or without those who are all-in by their antes alone or have `most` chips at most; of more than two those
    with the most chips."""
    pusher, caller = np.int64(-1), np.int64(-1)
    for player in range(place):
        is_in = hand[at.ENTERED] >> ((notes.numbers[FIRST] + player) % n) & 1 or notes.forced[player]
        if not is_in or not (everybody or (not notes.by_ante[player] and notes.stacks[player] > most)):
            continue
        if pusher < 0:
            pusher = np.int64(player)
        elif caller < 0:
            caller = np.int64(player)
        elif notes.stacks[player] > min(notes.stacks[pusher], notes.stacks[caller]):
            if notes.stacks[pusher] < notes.stacks[caller]:
                pusher = caller
            caller = np.int64(player)
    return pusher, caller


@kernel()
def _gain(notes, tables, second, won, n, place, pusher, caller, class_):
    """What all-in earns more than folding, by the charts."""
    stacks, forced = notes.stacks[:n], notes.forced[:n]
    steals = notes.steals[: n * n].reshape((n, n))
    duels = notes.duels[: 3 * n * n * n].reshape((n, n, 3, n))
    pushes, calls = notes.pushes[:n], notes.calls[: n * n].reshape((n, n))
    if pusher < 0:
        return push_gain(
            tables, stacks, steals, duels, forced, calls, place, notes.values[n * (place + 1) + place], class_
        )
    if caller < 0:
        folded = after_push(tables, stacks, steals, duels, forced, pushes, calls, pusher, place + 1, place)
        return call_gain(tables, duels, pushes, pusher, place, folded, class_)
    pot, ends = np.empty(3, np.int64), np.empty(STRICT.shape[0])
    pot[0], pot[1], pot[2] = pusher, caller, place
    overcall_values(
        stacks, notes.stakes[:n], notes.dead[0], notes.starts[:n], notes.prizes[:n], not notes.numbers[IS_MONEY],
        notes.by_ante[:n], pot, ends,
    )  # fmt: skip
    return overcall_gain(tables, second, won, ends, duels, pushes, calls, pusher, caller, place, class_)


@kernel()
def _best_move(notes, against, limits, rules, hand, class_, to_call, most):
    """What is worth most against a limp or a small raise, as `short_stacks.valued_moves`."""
    n, seat, first = rules[at.PLAYERS], hand[at.ACTOR], notes.numbers[FIRST]
    rival = _rival(rules, hand, first)
    own, other = hand[at.BEHIND + seat], hand[at.BEHIND + rival]
    risk = min(own, to_call + other)
    matched = max(np.int64(0), min(other, hand[at.BETS + seat] + own - hand[at.BETS + rival]))
    starts, ends = np.empty(n), np.empty((6, n))
    for place in range(n):
        starts[place] = rules[at.STACKS + (first + place) % n]
        ends[:, place] = hand[at.BEHIND + (first + place) % n]
    mine, theirs = (seat - first) % n, (rival - first) % n
    for row in range(6):
        paid = 0 if row == 0 else to_call if row < 3 else risk
        by_rival = matched if row > 3 else 0
        ends[row, mine] -= paid
        ends[row, theirs] -= by_rival
        winner = mine if row == 1 or row == 3 or row == 4 else theirs
        ends[row, winner] += np.float64(hand[at.POT]) + paid + by_rival
    values = ends
    if notes.numbers[IS_MONEY]:
        values = np.empty((6, n))
        equities_after(ends, starts, notes.prizes[:n], values)
    kind = 2 if hand[at.RAISES] > 0 else 0
    meets, shows, caller = against[kind, class_], against[kind + 1, class_], limits[fact.SHORT_CALLER]
    best, found = -np.inf, np.int64(CALL)
    if to_call:
        best, found = values[0, mine], np.int64(FOLD)
    called = meets * values[1, mine] + (1 - meets) * values[2, mine]
    if called > best:
        best, found = called, np.int64(CALL)
    if most:
        pushed = (1 - caller) * values[3, mine] + caller * (shows * values[4, mine] + (1 - shows) * values[5, mine])
        if pushed > best:
            found = np.int64(RAISE)
    return found


@kernel()
def _rival(rules, hand, first):
    """The last raiser, or the first limper, who is still in; or else who has bet most."""
    n, seat = rules[at.PLAYERS], hand[at.ACTOR]
    others = hand[at.LIVE] & ~(np.int64(1) << seat)
    if hand[at.RAISES] > 0:
        return hand[at.AGGRESSOR]
    for place in range(n):
        other = (first + place) % n
        if (hand[at.LIMPERS] & others) >> other & 1:
            return np.int64(other)
    best = np.int64(-1)
    for other in range(n):
        if others >> other & 1 and (best < 0 or hand[at.BETS + other] > hand[at.BETS + best]):
            best = np.int64(other)
    return best
