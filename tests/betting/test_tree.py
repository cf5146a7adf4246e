"""Flat betting trees against the rules they are made from."""

from dataclasses import replace

import numpy as np
import pytest
from enumeration import walk_hand
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.betting.menu_reader import parse_menu
from pokerlab.betting.position import Walk, seeded
from pokerlab.betting.tree import BettingTree, NodeKind
from pokerlab.errors import GameError
from pokerlab.games.action import Kind
from pokerlab.games.betting import Betting
from pokerlab.games.library import holdem_limit, holdem_nolimit, named_game
from pokerlab.games.rules import Limit

GAMES = [
    ("kuhn", "*"),
    ("kuhn3", "*"),
    ("leduc", "*"),
    ("leduc-nl:6", "*"),
    ("leduc-nl:12", "fcpa"),
    ("leduc-nl:12", "f,c,50%,100%,a/50%"),
    ("holdem-limit", "*"),
    ("holdem-nolimit:players=3,stack=8,small_blind=1,big_blind=2,ante=1", "fca"),
    ("holdem-potlimit:players=2,stack=9,small_blind=1,big_blind=2", "*"),
]


def check_subtree(tree: BettingTree, paid: np.ndarray, node: int, betting: Betting, last_street: int) -> None:
    """Compare a node and all below it with the rules."""
    assert tuple(paid[node]) == betting.paid
    assert tree.live[node] == betting.live
    if betting.is_over:
        assert tree.kind[node] == (NodeKind.FOLD if betting.live.bit_count() == 1 else NodeKind.SHOWDOWN)
        assert (tree.size[node], tree.actor[node], tree.street[node]) == (1, -1, last_street)
        return
    assert (tree.kind[node], tree.actor[node], tree.street[node]) == (0, betting.actor, betting.street)
    choices = tree.menu.choices(betting)
    children = list(tree.children(node))
    assert len(children) == len(choices)
    for child, choice in zip(children, choices, strict=True):
        assert (Kind(tree.action[child]), tree.to[child]) == (choice.action.kind, choice.action.to)
        check_subtree(tree, paid, child, betting.act(choice.action), betting.street)


@pytest.mark.parametrize(("game", "menu"), GAMES)
def test_every_node_is_what_the_rules_say(game, menu):
    tree = BettingTree.build(named_game(game), parse_menu(menu))
    assert tree.action[0] == -1
    check_subtree(tree, tree.paid(), 0, Betting.start(tree.game), 0)


@pytest.mark.parametrize("limit", [Limit.NONE, Limit.POT])
@pytest.mark.parametrize("stacks", [(9, 6), (5, 9), (6, 4, 8), (2, 5, 4)])
def test_unequal_stacks(stacks, limit):
    base = holdem_nolimit(len(stacks), stack=10, small_blind=1, big_blind=2, ante=1)
    tree = BettingTree.build(replace(base, stacks=stacks, limit=limit), parse_menu("fcpa"))
    check_subtree(tree, tree.paid(), 0, Betting.start(tree.game), 0)


@pytest.mark.parametrize("stacks", [(9, 6), (5, 9), (6, 5, 8)])
def test_one_street_of_unequal_stacks(stacks):
    base = holdem_nolimit(len(stacks), stack=10, small_blind=1, big_blind=2, ante=1)
    game = replace(base, stacks=stacks)
    everyone = (1 << len(stacks)) - 1
    start = Walk(game).street_start(3, everyone).betting
    tree = BettingTree.build(game, street=3)
    paid = tree.paid() + np.array(start.paid)
    check_subtree(tree, paid, 0, start, 3)


@pytest.mark.parametrize(("game", "menu"), GAMES)
def test_parents(game, menu):
    tree = BettingTree.build(named_game(game), parse_menu(menu))
    parents = np.full(len(tree), -1)
    for node in range(len(tree)):
        for child in tree.children(node):
            parents[child] = node
    assert (tree.parents() == parents).all()


@settings(max_examples=15)
@given(st.integers(2, 5), st.booleans(), st.integers(0, 3))
def test_trees_of_one_street_have_the_counted_nodes(players, seed, street):
    from pokerlab.betting.count import count_round

    game = seeded(holdem_limit(players)) if seed else holdem_limit(players)
    tree = BettingTree.build(game, street=street)
    count = count_round(Walk(game), street, players)
    kinds = {kind: int((tree.kind == kind).sum()) for kind in NodeKind}
    assert kinds[NodeKind.DECISION] == count.sequences.total()
    assert kinds[NodeKind.DEAL] == count.continuing.total()
    assert kinds[NodeKind.FOLD] == count.folds.total()
    assert kinds[NodeKind.SHOWDOWN] == count.showdowns.total()


def test_seats_that_began_the_street():
    tree = BettingTree.build(holdem_limit(4), street=2, live=0b1010)
    assert tree.actor[0] == 1
    assert set(np.unique(tree.actor)) == {-1, 1, 3}
    assert (tree.kind == NodeKind.DECISION).sum() == 10
    assert tree.paid().max() == 80  # four bets of 20 since the street began


def test_the_whole_hand_of_three_players():
    """Bunten's order, with the totals of his appendix A where they are right."""
    game = seeded(holdem_limit(3, stack=1000))
    tree = BettingTree.build(game)
    decisions = np.bincount(tree.street[tree.kind == NodeKind.DECISION])
    assert decisions.tolist() == [82, 4_352, 205_422, 9_496_482]


def test_the_walk_of_leduc_has_as_many_nodes():
    counts = walk_hand(named_game("leduc"))
    nodes = sum(c.sequences.total() + c.folds.total() + c.showdowns.total() for c in counts)
    assert len(BettingTree.build(named_game("leduc"))) == nodes


def test_trees_that_cannot_be_are_refused_before_they_are_built():
    with pytest.raises(GameError, match="nodes or more, the limit is 1,000"):
        BettingTree.build(holdem_limit(), most_nodes=1000)
    with pytest.raises(GameError, match="street 4 does not exist"):
        BettingTree.build(holdem_limit(), street=4)
    with pytest.raises(GameError, match="begins with all seats"):
        BettingTree.build(holdem_limit(3), street=0, live=0b011)
    with pytest.raises(GameError, match="cannot begin with the seats 0b1"):
        BettingTree.build(holdem_limit(3), street=1, live=0b001)
    with pytest.raises(GameError, match="the limit is 100,000,000"):
        BettingTree.build(holdem_nolimit(2, stack=100, small_blind=1, big_blind=2))


def test_stacks_beyond_32_bits_are_refused():
    game = holdem_nolimit(2, stack=3_000_000_000, small_blind=500_000_000, big_blind=1_000_000_000)
    with pytest.raises(GameError, match="stacks of 3,000,000,000 chips; a tree takes at most 2,147,483,647"):
        BettingTree.build(game, parse_menu("fca"))
