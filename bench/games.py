"""Whole random six-player no-limit hands, ours against pokerkit's.

Both play the same hands: the same deck and the same choices, drawn from the same numbers.
"""

import random
import warnings

from pokerkit import Automation, Card, Mode, NoLimitTexasHoldem

from measure import Goal, best_seconds
from pokerlab.cards.card import format_card
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.library import holdem_nolimit
from pokerlab.games.state import State

HANDS = 200

GAME = holdem_nolimit(players=6, stack=1000, small_blind=5, big_blind=10)
CARDS = [next(Card.parse(format_card(card))) for card in range(52)]
AUTOMATIONS = tuple(
    automation
    for automation in Automation
    if automation not in (Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.RUNOUT_COUNT_SELECTION)
)


def main() -> list[Goal]:
    def play_all(play) -> float:
        rng = random.Random(1)
        for _ in range(HANDS):
            play(rng)
        return rng.random()

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert play_all(play_ours) == play_all(play_pokerkit), "the two did not play the same hands"
        ours, theirs = best_seconds(lambda: play_all(play_ours), lambda: play_all(play_pokerkit), rounds=4)
    for name, seconds in (("pokerlab", ours), ("pokerkit", theirs)):
        print(f"{name:<28} {HANDS / seconds:9.0f} hands/s")
    return [Goal("random six-player no-limit hands against pokerkit", theirs / ours, 10)]


def play_ours(rng: random.Random) -> list[int]:
    state = State.start(GAME, deck=rng.sample(range(52), 17))
    while not state.is_over:
        legal, choice, size = state.legal, rng.random(), rng.random()
        if choice < 0.2 and legal.fold:
            action = FOLD
        elif choice < 0.75 or not legal.max_raise:
            action = CALL
        else:
            action = raise_to(legal.min_raise + int(size * (legal.max_raise - legal.min_raise + 1)))
        state = state.act(action)
    return list(state.payoffs)


def play_pokerkit(rng: random.Random) -> list[int]:
    state = NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (5, 10), 10, 1000, 6, mode=Mode.TOURNAMENT)
    deck = [CARDS[card] for card in rng.sample(range(52), 17)]
    for seat in range(6):
        state.deal_hole(deck[2 * seat : 2 * seat + 2], seat)
    dealt = 12
    while state.status:
        if state.actor_index is None:
            count = 3 if dealt == 12 else 1
            state.deal_board(deck[dealt : dealt + count])
            dealt += count
            continue
        choice, size = rng.random(), rng.random()
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        if choice < 0.2 and state.checking_or_calling_amount:
            state.fold()
        elif choice < 0.75 or most is None or least is None:
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to(least + int(size * (most - least + 1)))
    return list(state.payoffs)


if __name__ == "__main__":
    print(*main(), sep="\n")
