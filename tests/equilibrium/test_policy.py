"""One question to every strategy: small games here; the answers must be those of each kind's own way to ask."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.cards.combos import COMBO_CARDS
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.errors import GameError
from pokerlab.games.action import raise_to
from pokerlab.games.hands import hand_number, private_hands
from pokerlab.games.library import named_game
from pokerlab.games.state import State

GAMES = (("kuhn", ""), ("leduc", ""), ("leduc-nl:6", "fcpa"), ("kuhn3", ""), ("leduc3", ""))


def strategy_of(game, menu, *, keep_suits=False):
    tree = PublicTree.build(named_game(game), menu or None, keep_suits=keep_suits)
    return Strategy(tree, np.random.default_rng(1).random((tree.rows, tree.hands)))


STRATEGIES = [strategy_of(*given, keep_suits=suits) for given in GAMES for suits in (False, True)]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(STRATEGIES), st.randoms(use_true_random=False))
def test_chances_are_those_of_the_table_wherever_play_leads(strategy, rng):
    game = strategy.game
    state = State.start(game, deck=rng.sample(game.deck, len(game.deck)))
    while not state.is_over:
        actions, table = strategy.chances(state.public)
        hand = hand_number(game, state.private[state.actor])
        assert table.dtype == np.float32
        assert table.shape == (len(actions), len(private_hands(game)))
        assert table[:, hand].sum() == pytest.approx(1, abs=1e-6)
        own = strategy.at(strategy.tree.deals.text_of(state.private[state.actor]), *texts(strategy.tree, state))
        assert table[:, hand].tolist() == pytest.approx(list(own.values()), abs=1e-6)
        lying = [number for number, cards in enumerate(private_hands(game)) if set(cards) & set(state.board)]
        assert not table[:, lying].any()
        assert all(state.legal.allows(action) for action in actions)
        state = state.act(rng.choice(actions))


def texts(tree, state):
    situation = tree.situations[tree.find(state.public)]
    return situation.history, situation.board


def test_situations_that_a_strategy_does_not_know():
    strategy = strategy_of("leduc-nl:6", "fcpa")
    state = State.start(strategy.game).deal(strategy.game.deck[:2])
    with pytest.raises(GameError, match="nobody decides after 'r3' on ''"):
        strategy.chances(state.act(raise_to(3)).public)
    with pytest.raises(GameError, match="a situation of kuhn, not of leduc-nl:6"):
        strategy.chances(State.start(named_game("kuhn")).public)


def test_hands_of_holdem_are_the_combos():
    hands = private_hands(named_game("holdem-nolimit"))
    assert np.array_equal(np.array(hands), COMBO_CARDS)
    assert hand_number(named_game("holdem-nolimit"), (3, 51)) == hands.index((51, 3))
