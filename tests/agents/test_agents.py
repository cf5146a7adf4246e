"""Agents: what every one of the index must do, and how their chances are drawn."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pokerlab._streams import WHOLE
from pokerlab.agents.agent import HandStart
from pokerlab.agents.open_agent import OpenAgent, as_parts, draw_part
from pokerlab.agents.registry import AGENTS, agent_facts, named_agent
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.errors import AgentError, PokerError
from pokerlab.games.hands import hand_number
from pokerlab.games.library import named_game
from pokerlab.table.hand import play_hand

GAMES = ("kuhn", "kuhn3", "leduc", "leduc-nl:12", "holdem-limit", "holdem-nolimit:3", "holdem-potlimit:2")
SIMPLE = ("always-call", "always-fold", "always-raise", "random", "uniform")


@pytest.fixture(scope="session")
def leduc_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("agents") / "leduc.strategy"
    tree = PublicTree.build(named_game("leduc"))
    rng = np.random.default_rng(7)
    Strategy(tree, rng.random((tree.rows, tree.hands))).save(path)
    return path


def decks(game, count, seed=1):
    rng = np.random.default_rng(seed)
    cards = np.array(sorted(game.cards))
    return [tuple(rng.permutation(cards).tolist()) for _ in range(count)]


def test_the_index_says_of_every_agent_what_it_is():
    facts = {fact.name: fact for fact in agent_facts()}
    assert facts.keys() == AGENTS.keys()
    for fact in facts.values():
        assert len(fact.what) > 20, fact.name
        assert fact.memory in ("none", "match")
    assert facts["uniform"].is_open
    assert facts["strategy"].parameters == {"file": None}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", SIMPLE)
def test_agents_play_every_game_legally_and_the_same_seed_gives_the_same_hands(name, game):
    rules = named_game(game)
    for number, deck in enumerate(decks(rules, 15)):
        agents = [named_agent(name) for _ in range(rules.players)]
        seeds = [(3, number, seat) for seat in range(rules.players)]
        played, again = (play_hand(rules, deck, agents, number=number, seeds=seeds) for _ in range(2))
        assert not played.troubles
        assert played.state == again.state
        assert sum(played.payoffs) == 0


@pytest.mark.parametrize("name", ["uniform", "random", "strategy"])
def test_what_an_open_agent_does_is_what_it_says(name, leduc_file):
    """A chi-square of drawn actions against the chances, at the first decision of Leduc and of no-limit hold'em."""
    game = named_game("leduc")
    agent = named_agent(f"strategy:{leduc_file}" if name == "strategy" else name)
    assert isinstance(agent, OpenAgent)
    from pokerlab.games.state import State

    state = State.start(game, decks(game, 1)[0])
    view = state.view(state.actor)
    actions, table = agent.chances(view.public)
    expected = table[:, hand_number(game, view.private)].astype(np.float64)
    counts = np.zeros(len(actions))
    draws = 4000
    for number in range(draws):
        agent.start(HandStart(game, state.actor, seeds=(number,)))
        counts[actions.index(agent.act(view))] += 1
    is_possible = expected > 0
    assert (counts[~is_possible] == 0).all()
    deviation = (counts - draws * expected)[is_possible]
    chi = float((deviation**2 / (draws * expected[is_possible])).sum())
    assert chi < 25, (counts, expected)


@given(arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(1, 4)), elements=st.floats(0, 1)))
def test_parts_add_up_and_are_nearly_the_chances(chances):
    parts = as_parts(chances)
    assert (parts.astype(int).sum(axis=0) == WHOLE).all()
    total = chances.sum(axis=0)
    for hand in range(chances.shape[1]):
        fair = chances[:, hand] / total[hand] if total[hand] > 0 else np.full(len(chances), 1 / len(chances))
        assert np.abs(parts[:, hand] / WHOLE - fair).max() <= 1 / WHOLE + 1e-9


def test_every_part_is_drawn_by_its_numbers():
    parts = as_parts(np.array([0.25, 0.0, 0.75]))
    drawn = [draw_part(parts, number) for number in range(WHOLE)]
    assert np.bincount(drawn, minlength=3).tolist() == parts.tolist()


@pytest.mark.parametrize("chances", [[-0.1, 1.1], [np.nan, 1.0], [np.inf, 0.0]])
def test_what_is_no_chance_is_one_line(chances):
    with pytest.raises(AgentError, match="at least 0"):
        as_parts(np.array(chances))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("always-cal", "did you mean 'always-call'"),
        ("nobody", "agents are always-call"),
        ("uniform:3", "'3' is not a parameter of uniform (it has none)"),
        ("strategy", "strategy needs its file"),
        ("strategy:nowhere.strategy", "nowhere.strategy"),
        ("process", "process needs the agent"),
        ("process:nobody", "'nobody' is not an agent"),
    ],
)
def test_a_wrong_name_is_one_line(text, line):
    with pytest.raises(PokerError) as found:
        named_agent(text)
    assert line in str(found.value)
    assert "\n" not in str(found.value)


def test_a_strategy_plays_its_own_game_only(leduc_file):
    agent = named_agent(f"strategy:{leduc_file}")
    assert agent.plays(named_game("leduc")) == ""
    assert "leduc" in agent.plays(named_game("kuhn"))


def test_an_agent_in_a_process_plays_as_it_does_here(leduc_file):
    game, name = named_game("leduc"), f"strategy:{leduc_file}"
    elsewhere, here = named_agent(f"process:{name}"), named_agent(name)
    try:
        assert elsewhere.plays(game) == ""
        for number, deck in enumerate(decks(game, 5)):
            seeds = [(number, seat) for seat in range(2)]
            there = play_hand(game, deck, [elsewhere, elsewhere], number=number, seeds=seeds)
            assert there.state == play_hand(game, deck, [here, here], number=number, seeds=seeds).state
            assert not there.troubles
    finally:
        elsewhere.close()
