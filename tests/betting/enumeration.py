"""Naive twins of the counts: every way to bet is walked, one by one, and written down."""

from collections import Counter
from dataclasses import dataclass, field

from pokerlab.betting.menu import EveryBet, Menu
from pokerlab.games.action import Kind
from pokerlab.games.betting import Betting
from pokerlab.games.rules import Game

EVERYTHING = EveryBet()


@dataclass
class Walked:
    """Per street, by players in: the same names as StreetCount has."""

    starts: Counter = field(default_factory=Counter)
    sequences: Counter = field(default_factory=Counter)
    actions: Counter = field(default_factory=Counter)
    continuing: Counter = field(default_factory=Counter)
    folds: Counter = field(default_factory=Counter)
    showdowns: Counter = field(default_factory=Counter)


def walk_hand(game: Game, menu: Menu = EVERYTHING) -> list[Walked]:
    """Counts by walking the whole tree."""
    counts = [Walked() for _ in range(game.streets)]

    def walk(betting: Betting) -> None:
        here, players = counts[betting.street], betting.live.bit_count()
        here.sequences[players] += 1
        for _, action in menu.choices(betting):
            after = betting.act(action)
            left = after.live.bit_count()
            here.actions[players] += 1
            if after.is_over:
                (here.folds if left == 1 else here.showdowns)[left] += 1
                continue
            if after.street > betting.street:
                here.continuing[left] += 1
                counts[after.street].starts[left] += 1
            walk(after)

    start = Betting.start(game)
    counts[0].starts[start.live.bit_count()] += 1
    walk(start)
    return counts


def ends_of_street(game: Game, street: int, facts: frozenset[str], by_street: bool) -> set:
    """The different states after a street, as remembered, each as (who is in, all else)."""
    found = set()

    def walk(betting: Betting, raiser: int, kept: tuple) -> None:
        for _, action in EVERYTHING.choices(betting):
            after = betting.act(action)
            if after.is_over:
                continue
            is_raise = action.kind is Kind.RAISE
            last = betting.actor if is_raise else raiser
            if after.street == betting.street:
                walk(after, last, kept)
                continue
            raises = sum(p.street == betting.street and p.action.kind is Kind.RAISE for p in after.history)
            facts_now = (
                after.live,
                after.paid if "paid" in facts else None,
                last if "raiser" in facts else None,
                raises if "raises" in facts else None,
            )
            now = (*kept, facts_now) if by_street else (facts_now,)
            if betting.street == street:
                found.add((after.live, now))
            else:
                walk(after, -1, now)

    walk(Betting.start(game), -1, ())
    return found


def seeded_round(players: int, first_street: bool) -> Walked:
    """One round in Bunten's order, from its description alone: bets in units, at most 4, player 0 acts first.

    On the first street player 0 has already bet one unit. A round ends when at least as many actions were made as
    players began it, and nobody in has bet less than the most.
    """
    counts = Walked(Counter({players: 1}))

    def walk(bets: tuple[int, ...], out: frozenset[int], turn: int, made: int) -> None:
        most, left = max(bets), players - len(out)
        if made >= players and all(bet == most for seat, bet in enumerate(bets) if seat not in out):
            (counts.continuing if left > 1 else counts.folds)[left] += 1
            return
        counts.sequences[left] += 1
        following = next(s % players for s in range(turn + 1, turn + players + 1) if s % players not in out)
        options = [(most, out)]
        if bets[turn] < most:
            options.append((bets[turn], out | {turn}))
        if most < 4:
            options.append((most + 1, out))
        for bet, gone in options:
            counts.actions[left] += 1
            walk((*bets[:turn], bet, *bets[turn + 1 :]), gone, following, made + 1)

    walk((1 if first_street else 0, *(0,) * (players - 1)), frozenset(), 0, 0)
    return counts
