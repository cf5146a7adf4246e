"""Short stacks: push/fold of a hand, with ICM of the running tournament.

A hand that is played by all-in or fold is a `PushFoldSpot`. Quick charts of it are there at once (`tournament.quick`);
with time to think they are solved: two players by a linear program, more as far as the time reaches. What push/fold
does not know, a limp or a small raise, is answered by what all-in, call and fold are worth against an assumed range.
"""

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from pokerlab.agents import expert_columns as at
from pokerlab.cards.combos import CLASS_COUNT, CLASS_OF_COMBO, CLASS_SIZES
from pokerlab.cards.preflop import strength_order
from pokerlab.errors import TournamentError
from pokerlab.games.action import Kind
from pokerlab.games.betting import Betting
from pokerlab.games.rules import Game, Limit
from pokerlab.tournament.game import Decision, PushFoldGame
from pokerlab.tournament.icm import after_hand
from pokerlab.tournament.pushfold import solve
from pokerlab.tournament.quick import QuickCharts, quick_charts
from pokerlab.tournament.showdown import two_way
from pokerlab.tournament.spot import PushFoldSpot

Floats = npt.NDArray[np.float64]
Strategies = dict[Decision, Floats]

DRAFT_TARGET = 3e-4
"""What a player may still gain in a draft, as part of the pool."""
TARGET = 1e-4
"""The same in what follows the draft."""
MOST_ALL_IN = 4
"""How many may be all-in at once in charts, of more than three players; one more than those who are all-in by their
blinds, where that is more."""
MOST_WHOLE = 5
"""The most players of whom the whole game is solved after the draft: of more, a step alone may take too long."""


@dataclass(frozen=True)
class ShortHand:
    """A hand as a push/fold spot: `seats` are those of the game in the order of play.

    - `charts`: the quick ones; `solved`: what solvers found of it, by decision
    """

    spot: PushFoldSpot
    seats: tuple[int, ...]
    charts: QuickCharts
    solved: Strategies = field(default_factory=dict)
    source: str = "quick charts"

    def strategy(self, decision: Decision) -> Floats:
        """float64 [169]: the chance to go all-in."""
        found = self.solved.get(decision)
        return self.charts.strategy(decision) if found is None else found


def short_hand(
    game: Game, prizes: Sequence[float] | None, bounties: Sequence[float] = (), progressive: float = 0.0,
    think: float = 0.0,
) -> ShortHand | None:  # fmt: skip
    """A hand as a spot with its charts, solved for up to `think` seconds; None if it is not of the kind: blinds of the
    two who act last, equal antes or one of the big blind, no limit, from its beginning."""
    spot = spot_of(game, prizes, bounties, progressive)
    if spot is None:
        return None
    first = game.first_to_act[0]
    seats = tuple((first + place) % game.players for place in range(game.players))
    charts = _kept_charts(spot)
    if think <= 0:
        return ShortHand(spot, seats, charts)
    solved, source = _kept_solved(spot, think)
    return ShortHand(spot, seats, charts, solved, source)


def prepare() -> None:
    """Load what solvers need: some seconds, and the table of three hands, a quarter of a gigabyte."""
    for stacks in ((900, 1000), (900, 1000, 1100)):
        _kept_solved(PushFoldSpot.of(stacks, (50, 100)), 30.0)


def spot_of(
    game: Game, prizes: Sequence[float] | None, bounties: Sequence[float] = (), progressive: float = 0.0
) -> PushFoldSpot | None:
    """The push/fold spot of a hand, see `short_hand`."""
    if game.limit is not Limit.NONE or game.start is not None:
        return None
    players, first = game.players, game.first_to_act[0]
    order = [(first + place) % players for place in range(players)]
    blinds = [game.blinds[seat] for seat in order]
    antes = [game.antes[seat] for seat in order]
    is_for_all = game.dead_antes
    if any(blinds[:-2]) or blinds[-2] > blinds[-1] or any(antes[:-1] if is_for_all else [a - antes[0] for a in antes]):
        return None
    try:
        spot = PushFoldSpot.of(
            [game.stacks[seat] for seat in order], (blinds[-2], blinds[-1]), ante=antes[-1], big_blind_ante=is_for_all,
            payouts=prizes if prizes is not None and any(prizes) else None,
            bounties=[bounties[seat] for seat in order] if bounties and prizes and any(prizes) else None,
            progressive=progressive, ante_first=is_for_all, most_all_in=players,
        )  # fmt: skip
    except TournamentError:
        return None
    return replace(spot, most_all_in=min(players, max(MOST_ALL_IN, 1 + int(spot.is_forced().sum()))))


def known_pot(hand: ShortHand, betting: Betting) -> tuple[int, ...] | None:
    """The players of the spot who are all-in before the one to act; None if somebody did what push/fold does not know:
    a limp, or a raise that is not all-in."""
    going: set[int] = set()
    is_pushed = False
    stacks, players = betting.game.stacks, betting.game.players
    antes = betting.game.antes
    for played in betting.history:
        seat, action = played.seat, played.action
        if action.kind is Kind.RAISE:
            most = max(stacks[other] - antes[other] for other in range(players) if other != seat)
            if action.to < min(stacks[seat] - antes[seat], most):
                return None
            is_pushed = True
        elif action.kind is Kind.CALL and not is_pushed:
            return None
        if action.kind is not Kind.FOLD:
            going.add(hand.seats.index(seat))
    actor = hand.seats.index(betting.actor)
    going |= {place for place, forced in enumerate(hand.charts.forced.tolist()) if forced}
    return tuple(sorted(place for place in going if place < actor))


def push_or_fold(hand: ShortHand, betting: Betting, pot: tuple[int, ...]) -> Floats:
    """float64 [3, 1326]: the chances to fold, to call, and to go all-in, by the charts."""
    decision = Decision(hand.seats.index(betting.actor), pot)
    legal = betting.legal
    in_ = hand.strategy(decision)[CLASS_OF_COMBO]
    out = np.zeros((3, len(CLASS_OF_COMBO)))
    out[at.RAISE if legal.max_raise else at.CALL] = in_
    out[at.FOLD if legal.fold else at.CALL] += 1 - in_
    return out


def valued_moves(
    hand: ShortHand, betting: Betting, limper: Floats, raiser: Floats, caller: float
) -> tuple[Floats, Floats]:
    """What to do against a limp or a small raise: float64 [3, 1326], the chances to fold, to check or call, and to go
    all-in, and float64 [3, 169], what each is worth in the unit of the spot (without a chance: minus infinity).

    The rival is the last raiser, or else the first limper, who holds a range (float64 [169] each) of which a part
    `caller`, the strongest, calls all-in. Everybody else is taken to fold, and what is in the pot after a call to be
    shown down. The bounty of a rival who is broken counts, and the own one by the share of all chips, as in
    `tournament.valuation`.
    """
    seat = betting.actor
    rival = _rival(betting)
    assumed = raiser if betting.raises else limper
    stacks, bets = betting.stacks, betting.bets
    own, other = stacks[seat], stacks[rival]
    starts = np.array(betting.game.stacks, np.float64)
    middle = float(betting.pot)
    behind = np.array(stacks, np.float64)
    to_call = betting.to_call
    risk = min(own, to_call + other)  # all-in against the rival
    rows, breaks = [], []
    for paid, matched, winner in (
        (0, 0, rival), (to_call, 0, seat), (to_call, 0, rival), (risk, 0, seat),
        (risk, max(0, min(other, bets[seat] + own - bets[rival])), seat),
        (risk, max(0, min(other, bets[seat] + own - bets[rival])), rival),
    ):  # fmt: skip
        ends = behind.copy()
        ends[seat] -= paid
        ends[rival] -= matched
        ends[winner] += middle + paid + matched
        rows.append(ends)
        breaks.append(winner == seat and not ends[rival])
    order = list(hand.seats)
    chips = np.array(rows)
    values = chips[:, seat]
    if hand.spot.payouts is not None:
        values = after_hand(chips[:, order], starts[order], hand.spot.payouts)[:, order.index(seat)]
    if hand.spot.bounties is not None:
        own_head, head = (hand.spot.bounties[order.index(player)] * np.ones(len(rows)) for player in (seat, rival))
        won_head = head * breaks
        own_head += hand.spot.progressive * won_head
        values = values + (1 - hand.spot.progressive) * won_head + own_head * chips[:, seat] / chips.sum(axis=1)
    folded, called_won, called_lost, stolen, won, lost = values.tolist()
    called = strongest(assumed, caller)
    meets, shows = equity_against(assumed), equity_against(called)
    worth = np.full((3, CLASS_COUNT), -np.inf)
    if betting.legal.fold:
        worth[at.FOLD] = folded
    worth[at.CALL] = meets * called_won + (1 - meets) * called_lost
    if betting.legal.max_raise:
        worth[at.RAISE] = (1 - caller) * stolen + caller * (shows * won + (1 - shows) * lost)
    best = worth.argmax(axis=0)
    return np.eye(3)[:, best][:, CLASS_OF_COMBO], worth


def class_weights(weights: Floats) -> Floats:
    """float64 [169]: the mean weights of the classes, from those of the 1,326 hands."""
    return np.asarray(np.bincount(CLASS_OF_COMBO, weights, CLASS_COUNT) / CLASS_SIZES, np.float64)


@lru_cache(maxsize=512)
def _kept_charts(spot: PushFoldSpot) -> QuickCharts:
    return quick_charts(spot)


class _TimeUpError(Exception):
    """What ends a solve."""


@lru_cache(maxsize=128)
def _kept_solved(spot: PushFoldSpot, think: float) -> tuple[Strategies, str]:
    """What solvers found in so many seconds, and how."""
    until = time.perf_counter() + think

    def watch(_: int, __: int) -> None:
        if time.perf_counter() > until:
            raise _TimeUpError

    if spot.players == 2 and spot.bounties is None:
        return dict(solve(spot).strategies), "linear program"
    found: Strategies = {}
    source = "quick charts"
    with suppress(_TimeUpError, TournamentError):
        draft = replace(spot, most_all_in=2)
        found = dict(solve(draft, target=DRAFT_TARGET, start=_start(draft), progress=watch).strategies)
        source = "draft (two all-in at most)"
        if spot.players > MOST_WHOLE:
            return found, source
        whole = replace(spot, most_all_in=min(3, spot.players))
        start = {**_start(whole), **found}
        found = dict(solve(whole, target=TARGET, start=start, progress=watch).strategies)
        source = "equilibrium (three all-in at most)"
    return found, source


def _start(spot: PushFoldSpot) -> Strategies:
    """Quick charts of all decisions, from which solvers need a tenth of the time."""
    charts = _kept_charts(spot)
    return {decision: charts.strategy(decision) for decision in PushFoldGame(spot).decisions()}


def _rival(betting: Betting) -> int:
    """The last raiser, or the first limper, who is still in."""
    seat = betting.actor
    moved = [played for played in betting.history if betting.live >> played.seat & 1 and played.seat != seat]
    raisers = [played.seat for played in moved if played.action.kind is Kind.RAISE]
    if raisers:
        return raisers[-1]
    callers = [played.seat for played in moved if played.action.kind is Kind.CALL]
    if callers:
        return callers[0]
    others = [other for other in range(betting.game.players) if other != seat and betting.live >> other & 1]
    return max(others, key=lambda other: betting.bets[other])


def strongest(range_: Floats, part: float) -> Floats:
    """float64 [169]: the strongest part of a range, in the order of the classes."""
    order = strength_order()
    held = range_[order] * CLASS_SIZES[order]
    wanted = part * held.sum()
    kept = np.clip(wanted - (np.cumsum(held) - held), 0, held)
    found = np.zeros(CLASS_COUNT)
    found[order] = kept / CLASS_SIZES[order]
    return found


def equity_against(range_: Floats) -> Floats:
    """float64 [169]: the equity of every class against a range; one half against none."""
    chances = two_way()
    weights = chances.second * range_
    total = weights.sum(axis=1)
    won = (weights * _wins()).sum(axis=1)
    return np.asarray(np.divide(won, total, out=np.full(CLASS_COUNT, 0.5), where=total > 0), np.float64)


@cache
def _wins() -> Floats:
    chances = two_way()
    return np.asarray(chances.orders2[0] + chances.orders2[1] / 2, np.float64)
