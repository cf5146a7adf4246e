"""Hands one after the other at one table."""

import numpy as np
import pytest

from pokerlab.agents.agent import Agent
from pokerlab.agents.registry import named_agent
from pokerlab.errors import MatchError
from pokerlab.games.action import CALL
from pokerlab.games.library import named_game, postflop_game
from pokerlab.table.deals import Shuffled
from pokerlab.table.session import Session


def session(name, agents, **more):
    game = named_game(name)
    names = [f"player {number}" for number in range(game.players)]
    return Session(game, Shuffled(game), [named_agent(agent) for agent in agents], names, **more)


def test_stacks_carry_on_and_whoever_has_nothing_buys_in_anew():
    table = session("holdem-nolimit:3", ["random"] * 3, seed=3, carries_on=True)
    bought = np.zeros(3, int)
    for number in range(60):
        before, order = list(table.stacks), table.order
        played = table.play()
        assert played.state.game.stacks == tuple(before[player] for player in order)
        assert played.names == tuple(f"player {player}" for player in order)
        for player in range(3):
            left = before[player] + played.payoffs[order.index(player)]
            bought[player] += 0 if left else table.game.stacks[player]
            assert table.stacks[player] == (left or table.game.stacks[player])
        assert table.number == number + 1
    assert bought.sum() > 0
    assert sum(table.won) == 0
    assert (np.array(table.stacks) == np.array(table.game.stacks) + table.won + bought).all()


def test_stacks_start_anew_unless_asked():
    table = session("holdem-nolimit", ["random", "always-call"])
    for _ in range(5):
        assert table.play().state.game.stacks == table.game.stacks
    assert table.stacks == list(table.game.stacks)


def test_the_same_seed_gives_the_same_session():
    one, two, other = (session("leduc", ["uniform", "random"], seed=seed, carries_on=True) for seed in (1, 1, 2))
    hands = [[table.play().state.history for _ in range(20)] for table in (one, two, other)]
    assert hands[0] == hands[1] != hands[2]


class Listener(Agent):
    """Calls, and keeps what it is told of every hand."""

    def __init__(self):
        self.told = []

    def start(self, hand):
        self.told.append(hand)

    def act(self, view, clock=None):
        return CALL


def test_what_agents_are_told_does_not_tell_the_deck():
    """Seeds of matches are small and decks follow from them: agents draw from numbers in which they cannot be found."""
    game, agents = named_game("leduc"), [Listener(), Listener()]
    dealer = Shuffled(game)
    table = Session(game, dealer, agents, ["a", "b"], seed=5)
    for _ in range(20):
        table.play()
    told = [hand for agent in agents for hand in agent.told]
    assert len({hand.seeds for hand in told}) == 40  # another chance in every hand and seat
    assert 5 not in {seed for hand in told for seed in hand.seeds[:1]}
    dealt = {number: dealer.deck(5, number) for number in range(20)}
    guesses = [{*hand.seeds, hand.number, hand.seat} for hand in told]
    hits = [
        sum(dealer.deck(seed, hand.number) == dealt[hand.number] for seed in guess)
        for hand, guess in zip(told, guesses, strict=True)
        if 5 not in (hand.number, hand.seat)
    ]
    by_chance = 4 / 120  # decks of three out of six cards, up to four guesses
    assert np.mean(hits) < 3 * by_chance


def test_what_cannot_carry_on_is_one_line():
    spot = postflop_game(10, (50, 50))
    with pytest.raises(MatchError, match="begins in the middle of a hand"):
        Session(spot, Shuffled(spot), [], [], carries_on=True)
    table = session("kuhn", ["strategy:examples/kuhn.strategy", "always-raise"], carries_on=True)
    table.play()
    with pytest.raises(MatchError, match="player 0: its file is for kuhn"):
        table.play()
