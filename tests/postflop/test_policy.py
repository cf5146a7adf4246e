"""Solutions as policies: the same strategies as their views, in the words of the rules."""

import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pokerlab.cards.card import format_card, parse_cards
from pokerlab.cards.combos import COMBO_CARDS, combo_index
from pokerlab.errors import SolutionError
from pokerlab.games.action import raise_to
from pokerlab.games.library import named_game
from pokerlab.games.state import State
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.solve import solve
from pokerlab.postflop.spot import Spot

SPOT = Spot(
    board="QsJh2h7c", pot=60, stack=130, oop="AA,QJs,T9s", ip="KK,AQo,98s", turn={"bet": "50%,a", "raise": "a"},
    river={"bet": "60%", "raise": "a"}, add=["check/bet 45"], remove=["bet 30/fold"],
)  # fmt: skip


@pytest.fixture(scope="module")
def solution():
    return solve(SPOT, iterations=30, threads=1)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10**6))
def test_chances_are_those_of_the_view(solution, seed):
    rng = random.Random(seed)
    hands = [rng.choice(np.flatnonzero(SPOT.live(player).weights).tolist()) for player in (0, 1)]
    state = State.start(solution.game)
    dealt = [card for hand in hands for card in COMBO_CARDS[hand].tolist()]
    if len({*dealt, *SPOT.board}) < 8:
        return
    state = state.deal(dealt)
    path = []
    while not state.is_over:
        if state.cards_due:
            card = rng.choice([card for card in range(52) if card not in (*dealt, *state.board)])
            state = state.deal([card])
            path.append(f"river {format_card(card)}")
            continue
        actions, table = solution.chances(state.public)
        view = solution.at("/".join(path))
        hand = combo_index(*state.private[state.actor])
        expected = solution.strategy_at(view.node, solution.place(state.board))[:, hand]
        assert table[:, hand].tolist() == pytest.approx(expected.tolist(), abs=1e-6)
        assert table[:, hand].sum() == pytest.approx(1, abs=1e-5)
        assert len(actions) == len(view.node.children)
        number = rng.randrange(len(actions))
        path.append(str(solution.tree.moves(view.node)[number]))
        state = state.act(actions[number])


def test_added_and_removed_lines_are_in_the_tree(solution):
    tree = solution.tree
    assert [str(move) for move in tree.moves(tree.find("check"))] == ["check", "bet 30", "bet 45", "bet 130"]
    assert [str(move) for move in tree.moves(tree.find("bet 30"))] == ["call", "raise 130"]
    assert Spot(**SPOT.to_dict()) == SPOT
    assert Spot.parse(SPOT.to_toml()) == SPOT


def test_rivers_that_were_left_out_answer_too(solution, tmp_path):
    solution.save(tmp_path / "x.sol", streets="turn")
    opened = Solution.open(tmp_path / "x.sol")
    state = State.start(opened.game).deal(parse_cards("AsAdKsKd"))
    for _ in range(2):
        state = state.act(opened.chances(state.public).actions[0])
    state = state.deal(parse_cards("3d"))
    actions, table = opened.chances(state.public)
    assert table[:, combo_index(*parse_cards("AsAd"))].sum() == pytest.approx(1, abs=1e-5)
    assert len(actions) == 2


def test_situations_of_other_games_are_refused(solution):
    with pytest.raises(SolutionError, match="not of this spot's game"):
        solution.chances(State.start(named_game("kuhn")).public)
    state = State.start(solution.game).deal(parse_cards("AsAdKsKd")).act(raise_to(77))
    with pytest.raises(SolutionError, match="'r77' is not considered there"):
        solution.chances(state.public)
