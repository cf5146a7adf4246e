"""Small games played exactly, through the agents and the rules."""

import pytest

from pokerlab.agents.registry import named_agent
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.errors import AgentError, MatchError
from pokerlab.games.library import named_game
from pokerlab.table.exact import exact_values


@pytest.mark.parametrize(("name", "value"), [("kuhn", 1 / 8), ("leduc", -5 / 64)])
def test_uniform_play(name, value):
    """Known values of uniform play against itself."""
    values = exact_values(named_game(name), [named_agent("uniform")] * 2)
    assert values[0] == pytest.approx(value, abs=1e-7)
    assert sum(values) == pytest.approx(0, abs=1e-12)


def test_call_against_raise_is_even_by_symmetry():
    for name in ("kuhn", "leduc"):
        caller, raiser = named_agent("always-call"), named_agent("always-raise")
        one, two = (exact_values(named_game(name), pair) for pair in ((caller, raiser), (raiser, caller)))
        assert one[0] + two[1] == pytest.approx(0, abs=1e-12)


def test_a_strategy_wins_what_its_judge_says(tmp_path):
    """The same strategy file, once through the exact judge and once through the table."""
    tree = PublicTree.build(named_game("leduc"))
    strategy = Strategy.uniform(tree)
    path = tmp_path / "uniform.strategy"
    strategy.save(path)
    values = exact_values(tree.game, [named_agent(f"strategy:{path}")] * 2)
    assert values[0] == pytest.approx(strategy.judge().values[0], abs=1e-7)


def test_three_players():
    values = exact_values(named_game("kuhn3"), [named_agent("uniform")] * 3)
    assert sum(values) == pytest.approx(0, abs=1e-12)


def test_what_cannot_be_computed_is_one_line():
    with pytest.raises(MatchError, match="deals: at most"):
        exact_values(named_game("holdem-limit"), [named_agent("uniform")] * 2)
    with pytest.raises(MatchError, match="agents given: 3"):
        exact_values(named_game("kuhn"), [named_agent("uniform")] * 3)
    with pytest.raises(AgentError, match="seat 0: only agents that say"):
        exact_values(named_game("kuhn"), [_Closed()] * 2)


class _Closed:
    memory = "none"
