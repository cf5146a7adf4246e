"""Judges of hands against plain enumeration of the cards to come."""

from itertools import combinations

import numpy as np
import pytest

from pokerlab.errors import LabError
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.library import named_game
from pokerlab.games.state import State
from pokerlab.lab.judges import named_judge
from pokerlab.tournament.icm import after_hand, equities

allin, chips = named_judge("allin"), named_judge("chips")


def played(game, deck, actions):
    state = State.start(named_game(game), deck)
    for action in actions:
        state = state.act(action)
    while not state.is_over:
        state = state.act(CALL)
    return state


def test_all_in_on_the_first_street_of_leduc():
    """The mean over all boards that may come, one by one."""
    game = named_game("leduc-nl:12")
    cards = sorted(game.cards)
    for one, two in combinations(cards, 2):
        rest = [card for card in cards if card not in (one, two)]
        ends = [played("leduc-nl:12", (one, two, board), [raise_to(11)]) for board in rest]
        mean = np.mean([chips(state) for state in ends], axis=0)
        for state in ends:
            assert allin(state) == pytest.approx(mean, abs=1e-12)


def test_side_pots_of_three_on_the_turn():
    """Three players with unequal stacks are all-in on the turn: the mean over all rivers."""
    from dataclasses import replace

    game = replace(named_game("holdem-nolimit:3"), stacks=(500, 1000, 2000))
    deck = tuple(np.random.default_rng(4).permutation(52).tolist())

    def play(cards):
        state = State.start(game, cards)
        while state.street < 2:
            state = state.act(CALL)
        state = state.act(raise_to(state.legal.max_raise))
        while not state.is_over:
            legal = state.legal
            state = state.act(raise_to(legal.max_raise) if legal.max_raise else CALL)
        return state

    end = play(deck)
    assert len(end.pots) > 1
    before, used = deck[:10], set(deck[:10])
    rivers = [card for card in range(52) if card not in used]
    mean = np.mean([chips(play((*before, river))) for river in rivers], axis=0)
    assert allin(end) == pytest.approx(mean, abs=0.02)  # odd chips of split pots
    assert sum(allin(end)) == pytest.approx(0, abs=1e-9)
    starts, prizes = np.array(game.stacks, float), (50, 30, 20)
    ends = np.array([starts + chips(play((*before, river))) for river in rivers])
    worth = after_hand(ends, starts, prizes).mean(axis=0) - equities(game.stacks, prizes)
    assert named_judge("allin:icm=50/30/20")(end) == pytest.approx(worth, abs=1e-3)
    assert sum(worth) == pytest.approx(0, abs=1e-9)


def test_prizes_of_two_are_chips():
    """Heads-up the Independent Chip Model is linear: money is a part of the chips."""
    rng = np.random.default_rng(6)
    game = named_game("leduc-nl:12")
    judge = named_judge("allin:icm=65/35")
    for _ in range(20):
        end = played("leduc-nl:12", tuple(rng.permutation(sorted(game.cards)).tolist()), [raise_to(11)])
        assert judge(end) == pytest.approx(allin(end) * 30 / 24, abs=1e-9)
    assert judge.unit == "prizes"


def test_hands_without_luck_left_are_what_they_won():
    game = named_game("holdem-limit")
    deck = tuple(np.random.default_rng(5).permutation(52).tolist())
    called = State.start(game, deck)
    while not called.is_over:
        called = called.act(CALL)
    assert (allin(called) == chips(called)).all()
    folded = State.start(game, deck).act(FOLD)
    assert (allin(folded) == chips(folded)).all()


def test_unknown_judges_are_one_line():
    with pytest.raises(LabError, match="did you mean 'allin'"):
        named_judge("alin")
