"""Agents in the loop of the compiled rules: hand for hand what they play at the table."""

import random
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab._streams import secret
from pokerlab.agents.registry import named_agent
from pokerlab.games.library import holdem_nolimit, named_game
from pokerlab.games.rake import Rake
from pokerlab.lab.hand_play import HandPlay
from pokerlab.table.deals import Shuffled
from pokerlab.table.hand import play_hand

sys.path.append(str(Path(__file__).parents[1] / "games"))  # for `random_games`

from random_games import random_game

SEEDS = (7, 2)
SIMPLE = ("always-call", "always-fold", "always-raise", "random", "uniform")


def check(game, names, hands, order=None, first=0):
    agents, dealer = [named_agent(name) for name in names], Shuffled(game)
    order = order or tuple(range(game.players))
    quick = HandPlay.of(game, dealer, agents, names)
    if quick is None:  # there are no open agents for it either
        assert sum(game.private_cards) != game.private_cards[0] or sum(game.private_cards) > 3
        return
    won = []
    for deal in range(first, first + hands):
        seeds = [(secret(*SEEDS, agent), deal, seat) for seat, agent in enumerate(order)]
        seats = [agents[agent] for agent in order]
        seated = [names[agent] for agent in order]
        played = play_hand(game, dealer.deck(*SEEDS, deal), seats, names=seated, number=deal, seeds=seeds)
        assert not played.troubles
        won.append(played.payoffs)
    np.testing.assert_array_equal(quick.play(SEEDS, first, hands, order), won)


@pytest.mark.parametrize("name", SIMPLE)
@pytest.mark.parametrize("game", ["holdem-nolimit:6", "holdem-limit:3", "leduc-nl:12", "holdem-potlimit:4"])
def test_simple_agents_play_as_at_the_table(game, name):
    rules = named_game(game)
    names = [name, *random.Random(name + game).choices(SIMPLE, k=rules.players - 1)]
    order = tuple(reversed(range(rules.players)))
    check(rules, names, 40, order=order, first=5)


def test_ten_seats_with_side_pots_and_rake():
    stacks = (900, 100, 4000, 1, 330, 770, 7500, 60, 20000, 45)
    game = replace(holdem_nolimit(10, ante=7), stacks=stacks, rake=Rake(5, 40))
    check(game, ["random"] * 5 + ["uniform"] * 5, 100)


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_any_game(seed):
    rng = random.Random(seed)
    game = random_game(rng)
    check(game, rng.choices(SIMPLE, k=game.players), 3)


@pytest.mark.parametrize("stack", [2500, 700])
def test_experts_play_as_at_the_table(stack):
    """With thirty big blinds by their rules, with seven by push/fold."""
    check(holdem_nolimit(5, stack, 50, 100, ante=5), ["default", "rock", "nash", "maniac", "random"], 25)


def test_experts_with_limits_and_unequal_stacks():
    check(named_game("holdem-limit:3"), ["default", "rock", "maniac"], 15)
    check(replace(holdem_nolimit(4, 1000), stacks=(450, 3000, 900, 120)), ["default", "nash", "beginner", "rock"], 30)


def test_who_cannot_be_compiled_plays_at_the_table():
    game = named_game("leduc")
    assert HandPlay.of(game, Shuffled(game), [named_agent("uniform"), named_agent("human")]) is None
    raked = replace(game, rake=Rake(5, exact=True))
    assert HandPlay.of(raked, Shuffled(raked), [named_agent("uniform")] * 2) is None
