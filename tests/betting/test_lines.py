"""Menus that carry single lines, menus by seat, sizes of all kinds, and lines of play as text."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.betting.menu_reader import parse_menu
from pokerlab.betting.paths import find_letters, follow, follow_actions, letters, words
from pokerlab.betting.tree import BettingTree, NodeKind
from pokerlab.cards.card import parse_cards
from pokerlab.errors import GameError
from pokerlab.games.action import parse_action
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game, postflop_game

GAMES = ("leduc-nl:12", "kuhn", "leduc", "leduc-nl:16", "holdem-nolimit:2,stack=600", "kuhn3")


def offered(menu, game, *actions):
    betting = Betting.start(named_game(game))
    for action in actions:
        betting = betting.act(parse_action(action))
    return " ".join(f"{label}={action}" for label, action in parse_menu(menu).choices(betting))


def test_the_grammar_of_sizes_is_that_of_spots():
    assert offered("f,c,2.5x,3x,a", "holdem-nolimit") == "f=f c=c 2.5x=r250 3x=r300 a=r20000"
    assert offered("f,c,2.5x", "holdem-nolimit", "c", "c") == "c=c"  # nothing is faced
    assert offered("f,c,450c,e", "holdem-nolimit") == "f=f c=c e=r376 450c=r450"
    # eleven pots by its letter, geometric in a list
    assert offered("fce", "holdem-nolimit") == "f=f c=c e=r2300"


def test_a_menu_for_each_seat():
    assert offered("fca | fcpa", "leduc-nl:12") == "c=c a=r11"
    assert offered("fca | fcpa", "leduc-nl:12", "c") == "c=c p=r2 a=r11"
    assert str(parse_menu("fca|fchpa/h")) == "fca | fchpa/h"
    with pytest.raises(GameError, match="2 menus for 3 seats"):
        BettingTree.build(named_game("kuhn3"), parse_menu("* | *"))
    tree = BettingTree.build(named_game("holdem-nolimit:2,stack=900"), parse_menu("fca | fchpa/h"))
    assert {tree.label_of(node) for node in range(1, len(tree))} == {"f", "c", "h", "p", "a"}


def test_lines_are_added_and_removed():
    menu = "fcpa (+ check/bet 3; - bet 2/raise 8)"
    assert str(parse_menu(menu)) == menu
    assert offered(menu, "leduc-nl:12") == "c=c p=r2 a=r11"
    assert offered(menu, "leduc-nl:12", "c") == "c=c p=r2 3c=r3 a=r11"
    assert offered(menu, "leduc-nl:12", "r2") == "f=f c=c a=r11"
    assert offered(menu, "leduc-nl:12", "c", "r3") == "f=f c=c a=r11"
    game = named_game("leduc-nl:12")
    plain, changed = (BettingTree.build(game, parse_menu(text), deals=True) for text in ("fcpa", menu))
    added = changed.size[follow(changed, "check/bet 3").node]
    assert len(changed) == len(plain) + added - plain.size[find_letters(plain, "r2r8")]


def test_lines_on_later_streets_and_on_all_cards():
    tree = BettingTree.build(named_game("leduc-nl:12"), parse_menu("fca (+ check/check/street2/bet 4)"), deals=True)
    after = follow(tree, "check/check/street2/bet 4")
    assert tree.kind[after.node] == NodeKind.DECISION
    bets = (tree.to == 4).sum()
    assert bets == 1  # there, and nowhere else


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("+ check/bet 2", "line 'check/bet 2': 'bet 2' is on the menu already"),
        ("+ check/bet 12", "line 'check/bet 12': 'bet 12' is not legal: check, raise to 1..11"),
        ("+ check/raise 3", "'raise 3' is not legal"),
        ("+ bet 3/fold/bet 2", "line 'bet 3/fold/bet 2': 'bet 3' is not a move at the start; legal: check, bet 2, bet"),
        ("+ bet 2/fold/bet 2", "after 'bet 2/fold' the betting is over"),
        ("- check/bet 5", "line 'check/bet 5': 'bet 5' is not a move here; legal: check, bet 2, bet 11"),
        ("+ check/check/street2 Jh/bet 4", "lines hold on every card, leave out 'street2 Jh'"),
        ("+ street2", "a line ends with an action"),
        ("* check/bet 2", "is no line"),
        ("+ check/bet 2.5c", "chips are whole numbers"),
    ],
)
def test_lines_that_cannot_be_name_themselves(line, message):
    with pytest.raises(GameError) as error:
        BettingTree.build(named_game("leduc-nl:12"), parse_menu(f"fcpa ({line})"))
    assert message in str(error.value)


def test_an_action_must_be_left():
    with pytest.raises(GameError, match="line 'check': no action would be left"):
        BettingTree.build(named_game("leduc-nl:12"), parse_menu("c (- check)"))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.sampled_from(["*", "fcpa", "f,c,50%,2.5x,a", "fchpa/h"]), st.data())
def test_every_node_is_found_by_its_words_letters_and_actions(game, menu, data):
    rules = named_game(game)
    if rules.limit == "fixed" or game == "holdem-nolimit:2,stack=600":
        menu = "*" if rules.limit == "fixed" else "fcpa"
    tree = BettingTree.build(rules, parse_menu(menu), deals=True)
    node = data.draw(st.integers(0, len(tree) - 1))
    steps = words(tree, node)
    found = follow(tree, steps)
    assert found.node == node or (steps and tree.kind[found.node] == NodeKind.DEAL)
    is_after_deal = node > 0 and tree.action[node] < 0
    assert find_letters(tree, letters(tree, node)) == node - is_after_deal
    actions = [tree.action_of(here) for here in way(tree, node) if tree.action[here] >= 0]
    reached = follow_actions(tree, actions)
    assert reached == node + (tree.kind[node] == NodeKind.DEAL)
    betting = Betting.start(rules)
    for action in actions:
        betting = betting.act(action)
    assert betting.is_over == (tree.kind[node] in (NodeKind.FOLD, NodeKind.SHOWDOWN))
    assert betting.paid == tuple(tree.paid()[node])


def way(tree, node):
    found, here = [], 0
    while here != node:
        here = next(child for child in tree.children(here) if child <= node < child + tree.size[child])
        found.append(here)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_tree_with_deals_is_the_same_tree(game):
    menu = parse_menu("*" if named_game(game).limit == "fixed" else "fcpa")
    plain = BettingTree.build(named_game(game), menu)
    tree = BettingTree.build(named_game(game), menu, deals=True)
    is_move = tree.kind != NodeKind.DEAL
    assert is_move.sum() == len(plain)
    for name in ("kind", "street", "actor", "live"):
        assert (getattr(tree, name)[is_move] == getattr(plain, name)).all()
    assert (tree.paid()[is_move] == plain.paid()).all()
    deals = np.flatnonzero(~is_move)
    assert (tree.street[deals + 1] == tree.street[deals] + 1).all()


def test_paths_that_lead_nowhere():
    tree = BettingTree.build(postflop_game(10, (20, 20), board="QsJh2h7c"), parse_menu("fcpa"), deals=True)
    for path, message in [
        ("bet 7", "'bet 7' is not a move at the start; legal: check, bet 10, bet 20"),
        ("bet", "'bet' could be more than one move at the start"),
        ("bet 10/fold/check", "after 'bet 10/fold' the betting is over (fold)"),
        ("turn 3h", "'turn 3h': at the start no card is dealt; legal: check"),
        ("check/check/turn 3h", "'turn 3h': the next card is the river"),
        ("check/check/Qs", "'Qs': that card is on the board already"),
    ]:
        with pytest.raises(GameError) as error:
            follow(tree, path)
        assert message in str(error.value)
    assert follow(tree, "x/k/3h/b 100%").cards == (parse_cards("3h"),)
    for text, message in [
        ("cx", "is not a line of play"),
        ("c/c", "a slash stands where"),
        ("r7", "'r7' is not a move"),
    ]:
        with pytest.raises(GameError, match=message):
            find_letters(tree, text)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(GAMES), st.sampled_from(["fcpa", "fchpa/h", "fca (+ check/bet 2)"]), st.booleans(), st.data())
def test_a_subtree_is_the_tree_of_the_game_that_begins_there(game, menu, deals, data):
    rules = named_game(game)
    menu = "*" if rules.limit == "fixed" else "fcpa" if game.startswith("holdem") and "+" in menu else menu
    tree = BettingTree.build(rules, parse_menu(menu), deals=deals)
    decisions = np.flatnonzero(tree.kind == NodeKind.DECISION)
    node = int(decisions[data.draw(st.integers(0, len(decisions) - 1))])
    part = tree.subtree(node)
    again = BettingTree.build(part.game, part.menu, deals=deals)
    below = slice(node, node + len(part))
    for name in ("size", "kind", "street", "actor", "live", "to"):
        assert (getattr(part, name) == getattr(again, name)).all()
        assert (getattr(part, name)[1:] == getattr(tree, name)[below][1:]).all()
    assert [part.label_of(n) for n in range(1, len(part)) if part.action[n] >= 0] == [
        again.label_of(n) for n in range(1, len(again)) if again.action[n] >= 0
    ]
    assert (part.paid() == tree.paid()[below]).all()
    if rules.players == 2:
        assert (part.payoffs() == tree.payoffs()[below]).all()
