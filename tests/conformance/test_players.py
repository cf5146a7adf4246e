"""What every player of the roster must do: the suite of agents is for one of them, this is for every file."""

import pickle
from itertools import pairwise

import numpy as np
import pytest

from pokerlab.agents.agent import HandStart
from pokerlab.agents.registry import named_agent
from pokerlab.agents.rule_files import DEFAULT, roster
from pokerlab.games.library import named_game
from pokerlab.games.state import State
from pokerlab.lab.tournaments import TournamentJob
from pokerlab.table.deals import Shuffled
from pokerlab.table.hand import play_hand
from pokerlab.tournament.standing import TournamentStanding
from pokerlab.tournament.structure import named_structure

NAMES = (DEFAULT, "nash", *roster())
GAMES = tuple(map(named_game, ("holdem-nolimit:players=3,stack=6000", "holdem-nolimit:players=2,stack=900")))
HANDS = 4  # the same boards for all: strengths are found once


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_legally_and_the_same_again(name):
    agent, caller = named_agent(name), named_agent("always-call")
    for game in GAMES:
        for number in range(HANDS):
            deck, seeds = Shuffled(game).deck(1, number), [(3, number, seat) for seat in range(game.players)]
            seated = [agent, *[caller] * (game.players - 1)]
            played, again = (play_hand(game, deck, seated, seeds=seeds) for _ in range(2))
            assert not played.troubles
            assert played.state == again.state


@pytest.mark.parametrize("name", NAMES)
def test_its_chances_know_no_cards_and_add_up(name):
    agent = named_agent(name)
    standing = TournamentStanding.start(named_structure("turbo"), ("a", "b", "rock", "nobody", "c", "d"), seed=2)
    hand = standing.next_hand()
    for game in (*GAMES, hand.game):
        facts = hand.facts if game is hand.game else None
        deck = Shuffled(game).deck(1, 0)
        for state in (State.start(game, deck), State.start(game, deck[::-1])):
            agent.start(HandStart(game, state.actor, tournament=facts))
            before = pickle.dumps(agent.rules.model_dump())
            actions, table = agent.chances(state.public)
            assert all(state.legal.allows(action) for action in actions)
            assert np.allclose(table.sum(axis=0), 1, atol=1e-5)
            again = agent.chances(state.view(state.actor).public)
            assert (again.table == table).all()
            assert pickle.dumps(agent.rules.model_dump()) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse"), list(pairwise(("master", "strong", "regular", "casual", "beginner"))), ids=str
)
def test_each_level_beats_the_one_below_in_tournaments(better, worse):
    """Heads-up on the same cards in both seats, luck in all-ins removed: the interval excludes the fee, which equals
    lose. docs/players.md has more."""
    structure = named_structure("heads-up")
    job = TournamentJob(
        structure=structure.record(), agents=(better, worse), count=1000, seed=2, duplicate=True, jobs=1,
        where="threads",
    )  # fmt: skip
    adjusted = job.run().agents[0].adjusted
    assert adjusted.mean - adjusted.half_width() > -structure.fee / structure.cost
