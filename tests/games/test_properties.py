"""What holds in every hand of every game."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_hands import random_action, random_holdem

from pokerlab.errors import IllegalActionError
from pokerlab.games.action import CALL, FOLD, Action, raise_to
from pokerlab.games.betting import Betting, Legal
from pokerlab.games.library import named_game
from pokerlab.games.rules import Game
from pokerlab.games.state import State

SMALL = [named_game(name) for name in ("kuhn", "kuhn3", "leduc", "leduc-nl:12", "leduc-nl:5")]


@st.composite
def games(draw: st.DrawFn) -> Game:
    if draw(st.integers(0, 5)) == 0:
        return draw(st.sampled_from(SMALL))
    return random_holdem(random.Random(draw(st.integers(0, 2**32))), rake=True)


def states_of(game: Game, seed: int) -> list[State]:
    """All states of one random hand."""
    rng = random.Random(seed)
    states = [State.start(game, deck=rng.sample(game.deck, len(game.deck)))]
    while not states[-1].is_over:
        states.append(states[-1].act(random_action(rng, states[-1].legal)))
    return states


@settings(max_examples=300, deadline=None)
@given(games(), st.integers(0, 2**32))
def test_chips_are_conserved_and_no_stack_is_negative(game: Game, seed: int):
    total = sum(game.stacks)
    for state in states_of(game, seed):
        betting = state.betting
        assert min(betting.stacks) >= 0
        assert min(betting.bets) >= 0
        assert sum(betting.stacks) + betting.pot == total
        settlement = state.settlement
        assert sum(pot.amount for pot in settlement.pots) + settlement.uncalled == betting.pot


@settings(max_examples=300, deadline=None)
@given(games(), st.integers(0, 2**32))
def test_payoffs_sum_to_minus_the_rake_and_no_one_loses_more_than_they_put_in(game: Game, seed: int):
    state = states_of(game, seed)[-1]
    pots = sum(pot.amount for pot in state.pots)
    payoffs = state.payoffs
    assert sum(payoffs) == -game.rake.taken(pots, board_seen=bool(state.board))
    for payoff, paid, stack in zip(payoffs, state.betting.paid, game.stacks, strict=True):
        assert -stack <= -paid <= payoff
    assert all(payoff < 0 or state.betting.live >> seat & 1 or payoff == 0 for seat, payoff in enumerate(payoffs))


@settings(max_examples=150, deadline=None)
@given(games(), st.integers(0, 2**32), st.lists(st.integers(-10, 3000), max_size=30))
def test_every_legal_action_is_accepted_and_every_other_rejected(game: Game, seed: int, amounts: list[int]):
    for state in states_of(game, seed)[:-1]:
        legal = state.legal
        edges = {legal.min_raise, legal.max_raise}
        tried = {raise_to(amount + change) for amount in edges for change in (-1, 0, 1)}
        tried |= {raise_to(amount) for amount in amounts} | {FOLD, CALL}
        for action in tried:
            if is_legal(legal, action):
                assert legal.allows(action)
                assert state.act(action).history[-1].action == action
            else:
                assert not legal.allows(action)
                with pytest.raises(IllegalActionError, match="not legal"):
                    state.act(action)


def is_legal(legal: Legal, action: Action) -> bool:
    if action == FOLD:
        return legal.fold
    if action == CALL:
        return True
    return legal.max_raise > 0 and legal.min_raise <= action.to <= legal.max_raise


@settings(max_examples=200, deadline=None)
@given(games(), st.integers(0, 2**32))
def test_legal_is_consistent(game: Game, seed: int):
    for state in states_of(game, seed)[:-1]:
        legal, betting = state.legal, state.betting
        seat = betting.actor
        assert betting.live >> seat & 1
        assert betting.stacks[seat] > 0
        assert legal.fold == (legal.to_call > 0)
        assert 0 <= legal.to_call <= betting.stacks[seat]
        if legal.max_raise:
            assert betting.level < legal.min_raise <= legal.max_raise <= betting.bets[seat] + betting.stacks[seat]


@settings(max_examples=100, deadline=None)
@given(games(), st.integers(0, 2**32))
def test_betting_needs_no_cards(game: Game, seed: int):
    """The wagers alone take the same course as the whole hand."""
    states = states_of(game, seed)
    betting = Betting.start(game)
    for before, after in pairwise(states):
        assert betting == before.betting
        betting = betting.act(after.history[-1].action)
    assert betting == states[-1].betting
    assert betting.is_over
