"""Cover sets: games with one bet size that between them know every bet and stack ratio of a larger game.

A cover game has an ante, a stack, and two bets: a part b of the pot, and all-in. Every real bet but all-in is taken for
b. At a decision of the real game the **bet ratio** is the last bet as a part of the pot after a call (any, where nobody
has bet), the **stack ratio** the stack at the start of the hand by that pot. A cover game fits a decision if after as
many bets of b both ratios are the real ones, exactly, in whole chips (Schnizlein 2009, section 5.4 and Table A.1).
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from pokerlab.errors import StrategyError
from pokerlab.games.action import CALL, Action, Kind, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.rules import Game, Limit

LEAST_ANTE = 100
"""Chips are this fine at least, so that parts of pots can be bet."""


class CoverGame(NamedTuple):
    """One game of a cover: stacks and antes in chips, and the bet as a part of the pot."""

    stack: int
    ante: int
    bet: Fraction

    @property
    def stack_to_ante(self) -> Fraction:
        """What tells it apart from others with the same bet."""
        return Fraction(self.stack, self.ante)

    def fits(self, need: "Need") -> bool:
        """Whether it has both ratios of a decision."""
        pot = pot_after(self.ante, need.bet, need.bets)
        has_stack = self.stack * need.pot == need.stack * pot
        return self.bet == need.bet and has_stack and (pot * need.bet).denominator == 1


class Need(NamedTuple):
    """What a decision needs: a bet ratio, so many bets before it, the pot that they made, and the stack."""

    bet: Fraction
    bets: int
    pot: int
    stack: int

    def cover_game(self) -> CoverGame:
        """The game that fits with the smallest ante."""
        ante = LEAST_ANTE
        while True:
            pot = pot_after(ante, self.bet, self.bets)
            stack = Fraction(self.stack * pot, self.pot)
            if stack.denominator == 1 and (pot * self.bet).denominator == 1:
                return CoverGame(int(stack), ante, self.bet)
            ante += 1


def pot_after(ante: int, bet: Fraction, bets: int) -> int:
    """The pot of two players after so many called bets of a part of it, each in whole chips, rounded down."""
    pot = 2 * ante
    for _ in range(bets):
        pot += 2 * (pot * bet.numerator // bet.denominator)
    return pot


def cover_set(game: Game) -> list[CoverGame]:
    """Games that fit every decision of a game of two players with equal stacks and antes, in the order of a walk that
    calls before it raises."""
    if game.limit is not Limit.NONE or game.players != 2 or any(game.blinds) or len(set(game.stacks)) > 1:
        raise StrategyError(f"{game.name}: covers are for two players with antes, equal stacks and no limit")
    found: dict[Fraction, list[CoverGame]] = {}
    ordered = []
    for need in needs(game):
        games = found.setdefault(need.bet, [])
        if not any(cover.fits(need) for cover in games):
            games.append(need.cover_game())
            ordered.append(games[-1])
    return ordered


def needs(game: Game) -> Iterator[Need]:
    """What every decision of a game needs, each once, from the first on."""
    known: set[Need] = set()
    todo: list[tuple[Betting, Betting | None]] = [(Betting.start(game), None)]
    while todo:
        betting, before = todo.pop()
        if betting.is_over:
            continue
        for need in _needed(betting, before):
            if need not in known:
                known.add(need)
                yield need
        legal = betting.legal
        raises = range(legal.min_raise, legal.max_raise + 1) if legal.max_raise else ()
        actions: list[Action] = [CALL, *map(raise_to, raises)]
        todo += [(betting.act(action), betting) for action in reversed(actions)]


def _needed(betting: Betting, before: Betting | None) -> list[Need]:
    """The ratios of the last bet, unless it was all-in; where nobody has bet, those of all bets that could be made."""
    stack = betting.game.stacks[0]
    bets = sum(played.action.kind is Kind.RAISE for played in betting.history)
    last = betting.history[-1] if betting.history else None
    if last and before and last.action.kind is Kind.RAISE:
        if not betting.stacks[last.seat]:
            return []
        pot = before.pot + before.to_call
        return [Need(Fraction(last.action.to - before.level, pot), bets - 1, pot, stack)]
    legal = betting.legal
    return [Need(Fraction(to, betting.pot), bets, betting.pot, stack) for to in range(legal.min_raise, legal.max_raise)]
