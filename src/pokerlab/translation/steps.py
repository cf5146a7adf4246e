"""One step between the real betting and the one that is believed: a bet read (in), an action played (out).

A bet is the chips above a call, measured as a part of the pot after that call. Out is as far as possible the inverse of
in (equation 4.4 of Schnizlein 2009): the strategy's own bet, read back, is the bet that was meant. It cannot be where
the rules change an amount: a bet below the smallest or above the largest legal one, two known bets that come to the
same real one, chips that are rounded because the games have chips of different size.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from pokerlab.games.action import CALL, FOLD, Action, Kind, raise_to
from pokerlab.games.betting import Betting
from pokerlab.translation.rules import TranslationRules


class SeenBet(NamedTuple):
    """A real bet and the known ones, all as parts of the same pot; `check` is what a check counts as."""

    size: Fraction
    known: tuple[Fraction, ...]
    check: Fraction


def read_bet(
    real: Betting, action: Action, near: Betting, known: Sequence[Action], rules: TranslationRules, scale: Fraction
) -> list[tuple[int, Fraction]]:
    """The places in `known`, the raises that are believed possible at `near`, that a real raise is taken for, and how
    likely; -1 is a check or call, which is among them with ExtendCall only.

    `scale`: how many real chips one believed chip is. A real all-in is all-in, and so is a bet that puts all others
    all-in; whether those known reach all-in is the menu's to know.
    """
    if is_all_in(real, action):
        return [(len(known) - 1, Fraction(1))]
    seen = measure(real, action, near, known, rules, scale)
    if rules.extend_call and seen.check < seen.known[0]:
        sizes = (seen.check, *seen.known)
        return [(place - 1, weight) for place, weight in rules.mapping.weights(sizes, seen.size)]
    return rules.mapping.weights(seen.known, seen.size)


def measure(
    real: Betting, action: Action, near: Betting, known: Sequence[Action], rules: TranslationRules, scale: Fraction
) -> SeenBet:
    """A real raise of the actor, and the known ones, as the perspective has it."""
    check, seat = rules.mapping.curve.check, real.actor
    if rules.is_real:
        pot = real.pot + real.to_call
        played = [play_action(real, near, one, rules, scale) for one in known]
        sizes = [Fraction(max(one.to - real.level, 0), pot) for one in played]
        return SeenBet(Fraction(action.to - real.level, pot), tuple(sizes), Fraction(check, pot))
    pot = near.pot + near.to_call
    sizes = [Fraction(one.to - near.level, pot) for one in known]
    if rules.abstract_actions:
        put_in = real.paid[seat] + action.to - real.bets[seat]
        called = near.paid[seat] + near.level - near.bets[seat]
        size = (put_in / scale - called) / pot
    else:
        size = (action.to - real.level) / scale / pot
    return SeenBet(size, tuple(sizes), check / scale / pot)


def play_action(real: Betting, near: Betting, action: Action, rules: TranslationRules, scale: Fraction) -> Action:
    """The legal real action for one that is meant at `near`. A fold with nothing to pay is a check."""
    legal = real.legal
    if action.kind is Kind.FOLD:
        return FOLD if legal.fold else CALL
    if action.kind is Kind.CALL:
        if rules.call_is_call or rules.is_real or not legal.max_raise:
            return CALL
        to = _meeting(real, near, near.bets[near.actor] + near.to_call, rules, scale)
        return raise_to(to) if legal.min_raise <= to <= legal.max_raise else CALL
    if not legal.max_raise:
        return CALL
    if action.to == near.legal.max_raise:
        return raise_to(legal.max_raise)
    if rules.is_real:
        part = Fraction(action.to - near.level, near.pot + near.to_call)
        to = real.level + rules.rounding.whole(part * (real.pot + real.to_call))
    else:
        to = _meeting(real, near, action.to, rules, scale)
    return raise_to(min(max(to, legal.min_raise), legal.max_raise))


def is_all_in(real: Betting, action: Action) -> bool:
    """Whether a real raise is all-in: of the bettor, or of everybody who could call."""
    seat = real.actor
    if action.to >= real.bets[seat] + real.stacks[seat]:
        return True
    others = [bet + stack for other, (bet, stack) in enumerate(zip(real.bets, real.stacks, strict=True))
              if other != seat and real.live >> other & 1]  # fmt: skip
    return action.to >= max(others)


def _meeting(real: Betting, near: Betting, to: int, rules: TranslationRules, scale: Fraction) -> int:
    """The real raise after which the actor has put in as much as he believes to have with `to` on this street."""
    seat = real.actor
    total = near.paid[seat] - near.bets[seat] + to
    return rules.rounding.whole(total * scale) - (real.paid[seat] - real.bets[seat])
