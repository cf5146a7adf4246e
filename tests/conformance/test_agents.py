"""What every agent of the index must do, in every game that it claims."""

import json
import pickle
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2

from pokerlab.agents.agent import HandStart, Memory
from pokerlab.agents.open_agent import OpenAgent
from pokerlab.agents.registry import AGENTS, agent_facts, named_agent
from pokerlab.equilibrium.policy import Chances
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.games.hands import hand_number, private_hands
from pokerlab.games.library import named_game
from pokerlab.games.state import State
from pokerlab.lab.play_job import game_of
from pokerlab.table.hand import play_hand
from pokerlab.training.job import TrainJob

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = (
    "kuhn", "kuhn3", "leduc", "leduc-nl:12", "holdem-limit", "holdem-nolimit:3", "holdem-potlimit:2",
    str(EXAMPLES / "river.toml"),
)  # fmt: skip
TEXTS = {
    "solution": f"solution:{EXAMPLES / 'river.sol'}", "strategy": "strategy:LEDUC", "process": "process:uniform",
    "blueprint": "blueprint:TRAINED",
}  # fmt: skip
"""Agents that need to be told something."""
OPEN = [fact.name for fact in agent_facts() if fact.is_open]
DRAWS, ASKED = 800, 20


def with_files(text, leduc_file):
    """The name of an agent with the files that it plays from."""
    trained = leduc_file.with_suffix(".blueprint")
    return text.replace("LEDUC", str(leduc_file)).replace("TRAINED", str(trained))


@pytest.fixture(scope="module")
def leduc_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("agents") / "leduc.strategy"
    tree = PublicTree.build(named_game("leduc"))
    Strategy(tree, np.random.default_rng(7).random((tree.rows, tree.hands))).save(path)
    TrainJob(game="leduc", iterations=2_000, threads=1, out=str(path.with_suffix(".blueprint"))).run()
    return path


@pytest.fixture
def build(leduc_file, monkeypatch):
    """`build("uniform")` gives a new agent of the index; a person at the terminal checks and calls."""
    monkeypatch.setattr("builtins.input", lambda prompt="": "call")
    begun = []

    def make(name):
        begun.append(
            named_agent(
                TEXTS.get(name, name)
                .replace("LEDUC", str(leduc_file))
                .replace("TRAINED", str(leduc_file.with_suffix(".blueprint")))
            )
        )
        return begun[-1]

    yield make
    for agent in begun:
        if hasattr(agent, "close"):
            agent.close()


@cache
def dealers():
    return dict(game_of(game) for game in GAMES)


def deck_of(game, number):
    return dealers()[game].deck(1, number)


def play(game, agents, number, deck=None):
    seeds = [(3, number, seat) for seat in range(game.players)]
    return play_hand(game, deck or deck_of(game, number), agents, number=number, seeds=seeds)


def claimed(agent):
    return [game for game in dealers() if not agent.plays(game)]


def test_the_index_says_of_every_agent_what_it_is():
    facts = {fact.name: fact for fact in agent_facts()}
    assert facts.keys() == AGENTS.keys()
    for fact in facts.values():
        assert len(fact.what) > 20, fact.name
        assert fact.memory in ("none", "match")
        assert fact.name in TEXTS or None not in fact.parameters.values(), "say in TEXTS how it is named"
    assert facts["uniform"].is_open
    assert facts["strategy"].parameters == {"file": None}


@pytest.mark.parametrize("name", AGENTS)
def test_it_plays_every_game_legally_and_the_same_seed_gives_the_same_hands(name, build):
    agents = [build(name) for _ in range(3)]
    games = claimed(agents[0])
    assert games
    for game in games:
        for number in range(3 if name == "process" else 12):
            before = [agent.remember() for agent in agents]  # what they learn from a hand, they would know in the next
            played = play(game, agents[: game.players], number)
            for agent, memory in zip(agents, before, strict=True):
                agent.recall(*memory)
            again = play(game, agents[: game.players], number)
            assert not played.troubles
            assert played.state == again.state
            assert sum(played.payoffs) == (game.start.dead if game.start else 0)


def situations(game, count):
    """Points of hands at which somebody has to act, some early and some late."""
    other, rng = named_agent("random"), np.random.default_rng(5)
    for number in range(count):
        state = State.start(game, deck_of(game, number))
        for step in range(rng.integers(3)):
            other.start(HandStart(game, state.actor, seeds=(number, step)))
            after = state.act(other.act(state.view(state.actor)))
            state = state if after.is_over else after
        yield state


@pytest.mark.parametrize("name", OPEN)
def test_what_an_open_agent_does_is_what_it_says(name, build):
    """A chi-square of drawn actions against the chances, in every game; rare actions are counted together."""
    agent = build(name)
    assert isinstance(agent, OpenAgent)
    for game in claimed(agent):
        knows_all = name not in ("solution", "strategy")  # bets of others, that is
        for state in situations(game, 2) if knows_all else [State.start(game, deck_of(game, 0))]:
            view = state.view(state.actor)
            agent.start(HandStart(game, state.actor))
            actions, table = agent.chances(view.public)
            assert table.shape == (len(actions), len(private_hands(game)))
            assert all(state.legal.allows(action) for action in actions)
            column = table[:, hand_number(game, view.private)].astype(np.float64)
            assert column.sum() == pytest.approx(1, abs=1e-5)
            counts = np.zeros(len(actions))
            places = {action: place for place, action in enumerate(actions)}
            said = Chances(actions, table)
            for number in range(DRAWS):
                agent.start(HandStart(game, state.actor, seeds=(number,)))
                if number == ASKED:  # it says the same every time: most draws need not ask again
                    agent.chances = lambda _, said=said: said
                counts[places[agent.act(view)]] += 1
            del agent.chances
            assert not counts[column == 0].any()
            assert chance_of(counts, column / column.sum()) > 1e-4, (game.name, counts, column)
            again = agent.chances(view.public)
            assert again.actions == actions
            assert (again.table == table).all()


def chance_of(counts, column):
    """How likely so large a chi-square is; neighbours are counted together until ten draws are expected."""
    groups, expected, seen = [], 0.0, 0.0
    for count, share in zip(counts, DRAWS * column, strict=True):
        expected, seen = expected + share, seen + count
        if expected >= 10:
            groups.append((seen, expected))
            expected = seen = 0.0
    if expected and groups:
        groups[-1] = (groups[-1][0] + seen, groups[-1][1] + expected)
    if len(groups) < 2:
        return 1.0
    return float(chi2.sf(sum((one - other) ** 2 / other for one, other in groups), len(groups) - 1))


@pytest.mark.parametrize("name", AGENTS)
def test_no_hidden_card_is_in_anything_it_is_handed(name, build):
    """With other cards in other hands, and others to come, it is handed the same to the last bit, and does the same."""
    agent = build(name)
    for game in claimed(agent):
        private = sum(game.private_cards)
        for number in range(2):
            deck = deck_of(game, number)
            out = {*deck, *(game.start.board if game.start else ())}
            first, end = private, private * game.players
            unseen = (*(card for card in sorted(game.deck) if card not in out), *deck[first:end])
            deals = [deck, (*deck[:first], *unseen[: end - first], *deck[end:])]  # others hold what nobody did
            spied(game, agent, deck, number)  # so that rules have remembered all that they do
            assert spied(game, agent, deals[0], number) == spied(game, agent, deals[1], number)


def spied(game, agent, deck, number):
    """All that an agent in the first seat was handed and did before a hand was over, byte by byte; others call. It
    forgets the hand."""
    kept, memory = [], agent.remember()

    class Spy(type(agent)):
        def __init__(self):
            pass

        def start(self, hand):
            kept.append(pickle.dumps(hand))
            agent.start(hand)

        def observe(self, view):
            kept.append(None if view.is_over else pickle.dumps(view))
            agent.observe(view)

        def act(self, view, clock=None):
            kept.append(pickle.dumps((view, clock)))
            done = agent.act(view)
            kept.append(pickle.dumps(done))
            return done

    play(game, [Spy(), *[named_agent("always-call")] * (game.players - 1)], number, deck)
    agent.recall(*memory)
    return kept


@pytest.mark.parametrize("name", AGENTS)
def test_a_memory_is_given_and_taken(name, build):
    """Another agent of the kind that takes up its memory plays on as it does; it is arrays and JSON."""
    one, other = build(name), build(name)
    game = claimed(one)[0]
    for number in range(3):
        play(game, [one] * game.players, number)
    arrays, facts = one.remember()
    if one.memory == Memory.NONE:
        assert (arrays, facts) == ({}, {})
    assert not any(array.dtype.hasobject for array in arrays.values())
    other.recall(arrays, json.loads(json.dumps(facts)))
    for number in range(3, 6):
        assert play(game, [one] * game.players, number).state == play(game, [other] * game.players, number).state


@pytest.mark.parametrize("name", [name for name in AGENTS if name not in ("process", "human")])
def test_in_a_process_of_its_own_it_plays_as_it_does_here(name, build, leduc_file):
    here = build(name)
    there = named_agent(
        "process:"
        + TEXTS.get(name, name)
        .replace("LEDUC", str(leduc_file))
        .replace("TRAINED", str(leduc_file.with_suffix(".blueprint")))
    )
    try:
        assert (there.is_open, there.memory) == (here.is_open, here.memory)
        for game in claimed(here)[:2]:
            assert there.plays(game) == ""
            for number in range(3):
                elsewhere = play(game, [there] * game.players, number)
                assert elsewhere.state == play(game, [here] * game.players, number).state
                assert not elsewhere.troubles
    finally:
        there.close()
