"""Agents by name, and how their chances are drawn; `tests/conformance` has what every one of them must do."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from pokerlab._streams import WHOLE
from pokerlab.agents.open_agent import as_parts, column_parts, draw_part
from pokerlab.agents.registry import named_agent
from pokerlab.errors import AgentError, PokerError
from pokerlab.games.library import named_game


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


def test_a_strategy_plays_its_own_game_only():
    agent = named_agent(f"strategy:{Path(__file__).parents[2] / 'examples' / 'kuhn.strategy'}")
    assert agent.plays(named_game("kuhn")) == ""
    assert "kuhn" in agent.plays(named_game("leduc"))


@given(arrays(np.float32, (3, 40), elements=st.floats(0, 1, width=32)), st.integers(0, 39))
def test_a_column_alone_has_the_parts_that_it_has_among_others(chances, hand):
    """What is drawn from one column is what is logged of the whole table."""
    assert as_parts(chances)[:, hand].tolist() == column_parts(chances[:, hand].tolist())
