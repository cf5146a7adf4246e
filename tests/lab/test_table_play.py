"""Agents whose play is a table: in the compiled loop they play hand for hand what they play at the table."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from naive_play import Stream

from pokerlab._streams import bits, draw, secret, stream
from pokerlab.agents.open_agent import OpenAgent, as_parts, column_parts
from pokerlab.agents.policy_agent import PolicyAgent
from pokerlab.agents.registry import named_agent
from pokerlab.agents.simple import Uniform
from pokerlab.equilibrium.policy import Chances
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.games.action import CALL, FOLD
from pokerlab.games.library import holdem_nolimit, named_game
from pokerlab.games.rake import Rake
from pokerlab.lab import play_kernels
from pokerlab.lab.simulation import Match
from pokerlab.lab.table_play import TablePlay
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import Spot
from pokerlab.table.deals import FromRanges, Shuffled
from pokerlab.table.hand import play_hand

SEEDS = (7, 2)
EXAMPLES = Path(__file__).parents[2] / "examples"


def at_the_table(game, dealer, agents, order, hands):
    """float64 [hand, seat]: what `play_hand` pays."""
    won = []
    for deal in range(hands):
        seats = [agents[agent] for agent in order]
        seeds = [(secret(*SEEDS, agent), deal, seat) for seat, agent in enumerate(order)]
        won.append(play_hand(game, dealer.deck(*SEEDS, deal), seats, number=deal, seeds=seeds).payoffs)
    return np.array(won, float)


def check(game, agents, hands, dealer=None, orders=None):
    dealer = dealer or Shuffled(game)
    quick = TablePlay.of(game, dealer, agents)
    assert quick is not None
    for order in orders or [tuple(range(game.players))]:
        np.testing.assert_array_equal(
            quick.play(SEEDS, 0, hands, order), at_the_table(game, dealer, agents, order, hands)
        )
    return quick


def random_strategy(game, seed, menu=None):
    tree = PublicTree.build(game, menu)
    rng = np.random.default_rng(seed)
    return PolicyAgent(Strategy(tree, rng.random((tree.rows, tree.hands)) ** 3 + 1e-6), tree.menu)


def small_kuhn(players, stack=2):
    cards = tuple(4 * rank for rank in range(players + 1))
    base = named_game("kuhn")
    return replace(
        base, name=f"kuhn{players}", stacks=(stack,) * players, blinds=(0,) * players, antes=(1,) * players, deck=cards
    )


@pytest.mark.parametrize("name", ["kuhn", "leduc", "leduc-nl:5"])
def test_strategies_play_as_at_the_table(name):
    game = named_game(name)
    agents = [random_strategy(game, seed) for seed in range(2)]
    check(game, agents, 2000, orders=[(0, 1), (1, 0)])


@pytest.mark.parametrize("name", ["kuhn3", "leduc3"])
def test_three_seats(name):
    game = named_game(name)
    agents = [random_strategy(game, 1), named_agent("uniform"), random_strategy(game, 2)]
    check(game, agents, 1000, orders=[(0, 1, 2), (2, 0, 1)])


@pytest.mark.parametrize("players", [4, 8])
def test_many_seats(players):
    check(small_kuhn(players), [Uniform() for _ in range(players)], 500)


def test_ten_seats_with_side_pots_and_rake():
    stacks = (90, 100, 40, 100, 33, 77, 75, 60, 20, 45)  # of at most a big blind: everybody is in or out
    game = replace(holdem_nolimit(10), stacks=stacks, rake=Rake(5, 40))
    check(game, [InOrOut(seed) for seed in range(10)], 300, orders=[(3, 1, 4, 0, 5, 9, 2, 6, 8, 7)])


class InOrOut(OpenAgent):
    """Calls or folds by chance and hand."""

    is_table = True

    def __init__(self, seed):
        self.seed = seed

    def chances(self, public):
        rng = np.random.default_rng((self.seed, len(public.betting.history)))
        share = rng.random(1326).astype(np.float32)
        return Chances((FOLD, CALL), np.stack([share, 1 - share]))


@pytest.fixture(scope="module")
def turn_solutions(tmp_path_factory):
    """A turn's solutions after few and after more iterations, and the spot."""
    directory = tmp_path_factory.mktemp("solutions")
    spot = Spot.read(EXAMPLES / "turn1.toml")
    files = []
    for iterations in (3, 40):
        engine = Engine(spot, threads=1)
        engine.run(iterations)
        files.append(directory / f"{iterations}.sol")
        Solution.of(engine).save(files[-1])
    return spot, files


def test_solutions_play_as_at_the_table(turn_solutions):
    spot, files = turn_solutions
    game = spot.game()
    agents = [named_agent(f"solution:{file}") for file in files]
    check(game, agents, 800, FromRanges(game, (spot.oop, spot.ip)), orders=[(0, 1), (1, 0)])


def test_a_solution_wins_what_is_computed(turn_solutions):
    """What the rules pay contains the pot: half of it is each one's in what is computed."""
    spot, files = turn_solutions
    game = spot.game()
    agent = named_agent(f"solution:{files[1]}")
    quick = TablePlay.of(game, FromRanges(game, (spot.oop, spot.ip)), [agent, agent])
    won = quick.play((5,), 0, 400_000, (0, 1)) - spot.pot / 2
    known = Match(agent.policy, agent.policy).expected
    for seat in range(2):
        error = won[:, seat].std() / len(won) ** 0.5
        assert abs(won[:, seat].mean() - known.values[seat]) < 4 * error


def test_agents_without_a_table_play_at_the_table():
    game = named_game("leduc")
    assert TablePlay.of(game, Shuffled(game), [named_agent("uniform"), named_agent("human")]) is None
    assert TablePlay.of(game, Shuffled(game), [named_agent("uniform")] * 2, most_questions=10) is None
    holdem = named_game("holdem-limit")
    assert TablePlay.of(holdem, Shuffled(holdem), [named_agent("uniform")] * 2) is None


@given(st.lists(st.integers(0, 2**63 - 1), max_size=5), st.integers(0, 10**6), st.integers(1, 2**20))
def test_streams(seeds, number, below):
    assert draw(stream(*seeds), number, below) < below
    assert bits(stream(*seeds), number) == Stream(*seeds).bits(number)
    if len(set(seeds)) == len(seeds) > 1:
        assert stream(*seeds) != stream(*seeds[::-1])


@given(arrays(np.float32, st.tuples(st.integers(1, 9), st.integers(1, 4)), elements=st.floats(0, 1, width=32)))
def test_parts_are_the_same_everywhere(drawn):
    """By columns, as a table, and in the kernel."""
    drawn[0] += 1
    chances = (drawn / drawn.sum(axis=0)).astype(np.float32)
    parts = as_parts(chances)
    columns = np.ascontiguousarray(chances.T)
    in_kernel = np.zeros(columns.size, np.uint16)
    moves, base = np.array([len(chances)]), np.zeros(1, np.int64)
    assert play_kernels.add_up_parts(columns.ravel(), base, moves, moves, columns.shape[0], in_kernel) == -1
    for hand, column in enumerate(columns):
        assert column_parts(column.tolist()) == parts[:, hand].tolist()
        own = in_kernel.reshape(columns.shape)[hand].astype(int)
        assert own.tolist() == np.cumsum(parts[:, hand].astype(int)).tolist()
