"""Translated strategies on the whole tree of Leduc with 12 chips, judged exactly."""

import numpy as np
import pytest
from menu_policies import MenuPolicy, seeded

from pokerlab.equilibrium.best_response import Judge
from pokerlab.equilibrium.lp import solve_exactly
from pokerlab.equilibrium.public_tree import COUNT, ROW, PublicTree
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.errors import StrategyError
from pokerlab.experiments.schnizlein.leduc import equilibrium, every_bet, lost
from pokerlab.games.betting import Betting
from pokerlab.games.hands import private_hands
from pokerlab.games.library import named_game
from pokerlab.games.view import Public
from pokerlab.translation.mappings import Hard, PseudoHarmonic, Soft
from pokerlab.translation.rules import OwnActions, Perspective, TranslationRules
from pokerlab.translation.tables import full_table
from pokerlab.translation.translated import Translated


def test_the_table_is_what_the_policy_says_at_every_decision_it_comes_to():
    """Found node by node through `chances`, without the walk of `tables`."""
    game = named_game("leduc-nl:5")
    policy = MenuPolicy(game, "fcpa", seeded(2))
    strategy = Translated(policy, policy.menu, game, TranslationRules(Soft()))
    tree = PublicTree.build(game, keep_suits=True)
    table = full_table(strategy, tree, seats=(0,))
    hands, compared = private_hands(game), 0
    todo = [(Betting.start(game), np.ones(len(hands)))]
    while todo:
        real, reach = todo.pop()
        if real.is_over:
            continue
        board = (game.deck[2],) if real.street else ()
        public = Public(real, board)
        choices = tree.menu.choices(real)
        reaches = [reach] * len(choices)
        if real.actor == 0:
            row = int(tree.nodes[tree.find(public), ROW])
            assert tree.nodes[tree.find(public), COUNT] == len(choices)
            actions, chances = strategy.chances(public)
            for number, hand in enumerate(hands):
                if reach[number] > 0 and not set(hand) & set(board):
                    own = dict(zip(actions, chances[:, number], strict=True))
                    there = table[row : row + len(choices), tree.hand_of[number]]
                    assert there == pytest.approx([own.get(choice.action, 0) for choice in choices], abs=1e-6)
                    compared += 1
            rows = dict(zip(actions, chances, strict=True))
            reaches = [reach * rows.get(choice.action, 0) for choice in choices]
        todo += [(real.act(choice.action), part) for choice, part in zip(choices, reaches, strict=True) if part.any()]
    assert compared > 150


def test_a_translated_strategy_of_every_bet_is_itself():
    game = named_game("leduc-nl:5")
    tree = PublicTree.build(game)
    solution = solve_exactly(tree)
    strategy = Strategy(tree, solution.table)
    for rules in (TranslationRules(Hard()), TranslationRules(Soft(), Perspective.REAL)):
        table = full_table(Translated(strategy, tree.menu, game, rules), tree)
        judge = Judge(tree)
        assert judge.best_value(0, table) == pytest.approx(solution.value, abs=1e-6)
        assert judge.best_value(1, table) == pytest.approx(-solution.value, abs=1e-6)


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (TranslationRules(Hard()), (1.14, 0.62)),
        (TranslationRules(Soft()), (0.90, 0.59)),
        (TranslationRules(Soft(), Perspective.REAL), (0.92, 0.93)),
    ],
)
def test_tables_4_4_and_4_7_of_fcpa(rules, expected):
    """Printed for fcpa; ours of the interior point, within a tenth (the equilibrium is another)."""
    assert lost("fcpa", "interior point", rules) == pytest.approx(expected, abs=0.11)


def test_fixes_of_table_3_4():
    """AbstractActions alone changes nothing, and CallisCall more than halves what is lost (section 3.3.3)."""
    found = {}
    for name, aa, cisc in (("unfixed", False, False), ("AA", True, False), ("CisC", False, True)):
        rules = TranslationRules(
            Hard(), abstract_actions=aa, call_is_call=cisc, extend_call=False, own=OwnActions.GUESSED
        )
        found[name] = sum(lost("fcpa", "interior point", rules)) / 2
    assert found["unfixed"] == found["AA"]
    assert found["CisC"] < found["unfixed"] / 2


def test_soft_pseudo_harmonic_loses_least_and_never_less_than_the_floor():
    """The floor: one seat has the menu, the other every bet, both at their best."""
    game = named_game("leduc-nl:12")
    floor = solve_exactly(PublicTree.build(game, "* | fcpa")).value
    assert floor == pytest.approx(-0.0629320547, abs=1e-9)
    hard, soft, harmonic = (
        lost("fcpa", "simplex", TranslationRules(mapping))[0] for mapping in (Hard(), Soft(), Soft(PseudoHarmonic()))
    )
    assert hard > soft > harmonic > floor


def test_a_strategy_of_another_stack_loses_more():
    """Section 6.2.3: `fcpa` of 8 chips, played with 12, both with soft translation."""
    tree, judge = every_bet()
    small = PublicTree.build(named_game("leduc-nl:8"), "fcpa")
    strategy = Strategy(small, solve_exactly(small).table)
    table = full_table(Translated(strategy, small.menu, tree.game, TranslationRules()), tree)
    other = sum(judge.best_value(player, table) for player in (0, 1)) / 2
    own = sum(lost("fcpa", "simplex", TranslationRules())) / 2
    assert 0.4 < own < other < 1.5


def test_tables_of_other_games_and_trees_without_its_bets_are_refused():
    strategy = equilibrium("fcpa", "simplex")
    translated = Translated(strategy, strategy.tree.menu)
    with pytest.raises(StrategyError, match="a table of leduc-nl:5"):
        full_table(translated, PublicTree.build(named_game("leduc-nl:5")))
    with pytest.raises(StrategyError, match="lacks the bet r2"):
        full_table(translated, PublicTree.build(named_game("leduc-nl:12"), "fca"))
