"""The betting tree: known trees by hand, what holds in every tree, and lines of play."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from random_spots import BOARD, spots

from pokerlab.betting.sizes import parse_size
from pokerlab.betting.tree import NodeKind
from pokerlab.cards.card import parse_card
from pokerlab.errors import CardError, SpotError
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.rules import Game, Limit
from pokerlab.postflop.spot import Spot
from pokerlab.postflop.tree import Move, SpotTree

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
RIVER = {"board": "QsJh2h7c3d", "pot": 100, "stack": 100, "oop": "AA", "ip": "KK"}


def tree_of(**given):
    return SpotTree.build(Spot(**{**RIVER, **given}))


def bets_at(tree, path=""):
    return [move.amount for move in tree.moves(tree.find(path)) if move.is_bet]


def lines_of(tree):
    return {"/".join(tree.path(node)): node for node in tree.nodes}


def test_a_river_with_one_size_by_hand():
    lines = lines_of(tree_of(river={"bet": "50%", "raise": "a"}))
    assert list(lines) == [
        "", "check", "check/check", "check/bet 50", "check/bet 50/fold", "check/bet 50/call",
        "check/bet 50/raise 100", "check/bet 50/raise 100/fold", "check/bet 50/raise 100/call",
        "bet 50", "bet 50/fold", "bet 50/call", "bet 50/raise 100", "bet 50/raise 100/fold", "bet 50/raise 100/call",
    ]  # fmt: skip
    assert lines["check/bet 50/fold"].kind is NodeKind.FOLD
    assert lines["check/bet 50/fold"].player == 0
    assert lines["check/bet 50/fold"].committed == (0, 50)
    assert lines["bet 50/raise 100/call"].committed == (100, 100)
    assert lines["bet 50/raise 100/call"].kind is NodeKind.SHOWDOWN
    assert lines["bet 50/raise 100/call"].player == -1
    assert lines["bet 50/raise 100/call"].move == Move("call", 100, is_all_in=True)
    assert lines["bet 50/call"].move == Move("call", 50, is_all_in=False)
    assert lines["bet 50/raise 100"].move == Move("raise", 100, is_all_in=True, size="a")
    assert lines["bet 50"].move == Move("bet", 50, is_all_in=False, size="50%")


def test_a_flop_with_checks_only():
    tree = tree_of(board="QsJh2h", **{street: {"bet": ""} for street in ("flop", "turn", "river")})
    assert [(node.kind.name, node.street, node.player, node.parent) for node in tree.nodes] == [
        ("DECISION", 3, 0, -1), ("DECISION", 3, 1, 0), ("DEAL", 3, -1, 1),
        ("DECISION", 4, 0, 2), ("DECISION", 4, 1, 3), ("DEAL", 4, -1, 4),
        ("DECISION", 5, 0, 5), ("DECISION", 5, 1, 6), ("SHOWDOWN", 5, -1, 7),
    ]  # fmt: skip
    assert tree.nodes[3].move is None
    assert tree.path(tree.nodes[-1]) == ("check", "check", "turn", "check", "check", "river", "check", "check")


def test_a_called_all_in_before_the_river_is_a_showdown():
    tree = tree_of(board="QsJh2h", flop={"bet": "a"})
    end = tree.find("bet/call")
    assert (end.kind, end.street, end.committed) == (NodeKind.SHOWDOWN, 3, (100, 100))


def test_the_smaller_stack_counts_for_both():
    tree = tree_of(stack=70, river={"bet": "a"})
    assert bets_at(SpotTree.build(Spot(**{**tree.spot.to_dict(), "stack": 70}))) == [70]
    unequal = {key: value for key, value in RIVER.items() if key != "stack"} | {"stacks": [500, 70]}
    assert bets_at(SpotTree.build(Spot(**unequal, river={"bet": "a"}))) == [70]


def test_table_2_of_kujath():
    """Holger Kujath: Effiziente Berechnung des epsilon-Nash-Equilibriums einer Poker-Variante (2014), table 2.

    The table counts nodes of the public tree with all 49 turns and 49 * 48 deals of turn and river; infosets and
    actions for 1,176 hands.
    """
    counts = SpotTree.build(Spot.read(EXAMPLES / "kujath.toml")).counts()
    deals = {3: 1, 4: 49, 5: 49 * 48}
    nodes = {
        street: deals[street] * (count.decisions + count.deals + count.folds + count.showdowns)
        for street, count in counts.items()
    }

    def total(number):
        return sum(deals[street] * number(count) for street, count in counts.items())

    assert nodes == {3: 57, 4: 18_081, 5: 3_577_392}
    assert sum(nodes.values()) == 3_595_530
    assert total(lambda count: count.folds + count.showdowns) == 2_259_712
    assert total(lambda count: count.decisions) == 1_333_016
    assert total(lambda count: count.deals) == 2_802
    assert total(lambda count: count.decisions) * 1176 == 1_567_626_816
    assert total(lambda count: count.moves) * 1176 == 4_070_164_224


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_examples_are_spots(path):
    tree = SpotTree.build(Spot.read(path))
    assert tree.spot.name
    assert len(tree) < 3000


# The rules that shape sizes, one by one. Pot 100, stack as given, on the river.


def test_raises_are_at_least_the_last_raise():
    tree = tree_of(stack=1000, river={"bet": "50c", "raise": "60c, 180c"})
    assert bets_at(tree, "bet 50") == [100, 180]  # 60 is below 50 + 50
    assert bets_at(tree, "bet 50/raise 180") == [310]  # 180 + 130; both sizes are below
    assert bets_at(tree_of(stack=90, river={"bet": "50c", "raise": "60c"}), "bet 50") == [90]  # all that is left


def test_a_bet_is_at_least_a_chip():
    assert bets_at(tree_of(pot=1, river={"bet": "10%"})) == [1]


def test_all_in_is_added_where_the_stack_is_small():
    sizes = {"bet": "50%", "raise": "50%"}
    assert bets_at(tree_of(stack=200, all_in_below=2, river=sizes)) == [50, 200]
    assert bets_at(tree_of(stack=201, all_in_below=2, river=sizes)) == [50]
    # After a call of 50 the pot is 200, and 151 left is not more than 0.8 pots.
    assert bets_at(tree_of(stack=201, all_in_below=0.8, river=sizes), "bet 50") == [150, 201]
    assert bets_at(tree_of(stack=201, all_in_below=0.75, river=sizes), "bet 50") == [150]
    assert bets_at(tree_of(stack=200, all_in_below=2, river={"bet": ""})) == []  # no bets at all


def test_all_in_is_forced_where_little_would_be_left():
    # A bet of 50 makes a pot of 200 when called, and leaves 20: a tenth of it.
    assert bets_at(tree_of(stack=70, force_all_in_below=0.1, river={"bet": "50%"})) == [70]
    assert bets_at(tree_of(stack=71, force_all_in_below=0.1, river={"bet": "50%"})) == [50]
    tree = tree_of(stack=70, force_all_in_below=0.1, river={"bet": "50%"})
    assert tree.moves(tree.root)[1] == Move("bet", 70, is_all_in=True, size="50%")


def test_near_sizes_are_merged_from_the_largest_down():
    sizes = {"bet": "10%, 25%, 50%, 75%, 100%, a"}
    at = {"stack": 400, "river": sizes}
    assert bets_at(tree_of(**at)) == [10, 25, 50, 75, 100, 400]
    # 200 / 175 = 1.143 and 175 / 150 = 1.167; 150 / 125 = 1.2; 125 / 110 = 1.136
    assert bets_at(tree_of(merge=0.13, **at)) == [10, 25, 50, 75, 100, 400]
    assert bets_at(tree_of(merge=0.14, **at)) == [25, 50, 75, 100, 400]
    # 75 goes, so 50 is measured against 100: 200 / 150 = 1.33; 25 against 50
    assert bets_at(tree_of(merge=0.15, **at)) == [25, 50, 100, 400]
    assert bets_at(tree_of(merge=0.2, **at)) == [25, 50, 100, 400]  # exactly 1.2 stays
    assert bets_at(tree_of(merge=0.21, **at)) == [10, 50, 100, 400]
    assert bets_at(tree_of(merge=9, **at)) == [400]


def test_equal_amounts_are_one_move():
    tree = tree_of(river={"bet": "100%, 120%, 100c, a"})
    assert [str(move) for move in tree.moves(tree.root)] == ["check", "bet 100"]
    assert tree.moves(tree.root)[1].size == "a"
    tree = tree_of(stack=300, river={"bet": "50c, 50%"})
    assert tree.moves(tree.root)[1].size == "50c"


def test_a_raise_cap_ends_the_raising():
    sizes = {"bet": "10%", "raise": "10%"}
    lines = lines_of(tree_of(stack=10_000, raise_cap=2, river=sizes))
    assert max(line.count("raise") for line in lines) == 1
    assert list(lines_of(tree_of(raise_cap=0, river=sizes))) == ["", "check", "check/check"]
    past = tree_of(stack=10_000, raise_cap=1, all_in_past_cap=True, river=sizes)
    assert bets_at(past, "bet 10") == [10_000]
    assert bets_at(tree_of(raise_cap=1, all_in_past_cap=True, river={"bet": "10%", "raise": ""}), "bet 10") == []


def test_donk_bets_have_sizes_of_their_own():
    sizes = {"bet": "50%", "donk": "20%"}
    assert bets_at(tree_of(river=sizes)) == [50]
    assert bets_at(tree_of(river=sizes, aggressor="oop")) == [50]
    assert bets_at(tree_of(river=sizes, aggressor="ip")) == [20]
    assert bets_at(tree_of(river=sizes, aggressor="ip"), "check") == [50]
    assert bets_at(tree_of(river={"bet": "50%"}, aggressor="ip")) == [50]
    assert bets_at(tree_of(river={"bet": "50%", "donk": ""}, aggressor="ip")) == []
    turn = tree_of(board="QsJh2h", stack=1000, turn=sizes, flop={"bet": "50%", "raise": "50%"}, raise_cap=2)
    assert bets_at(turn, "check/check/turn") == [50]
    assert bets_at(turn, "check/bet/call/turn") == [40]
    assert bets_at(turn, "bet/call/turn") == [100]
    assert bets_at(turn, "check/bet/raise/call/turn") == [200]
    assert bets_at(turn, "bet/raise/call/turn") == [80]


def test_both_players_have_sizes_of_their_own():
    tree = tree_of(stack=1000, river={"oop": {"bet": "10%", "raise": "3x"}, "ip": {"bet": "90%", "raise": ""}})
    assert bets_at(tree) == [10]
    assert bets_at(tree, "check") == [90]
    assert bets_at(tree, "check/bet") == [270]
    assert bets_at(tree, "bet") == []


def test_geometric_sizes_are_all_in_by_the_river():
    sizes = {street: {"bet": "e"} for street in ("flop", "turn", "river")}
    tree = tree_of(board="QsJh2h", stack=1300, **sizes)
    assert tree.find("bet 100/call/bet 300/call/bet 900").move.is_all_in


def test_too_large_trees_are_refused_with_what_to_change():
    many = {"bet": "5%, 10%, 20%, 30%, 40%, 50%, 75%", "raise": "10%, 20%, 30%, 40%, 50%, 75%, a"}
    with pytest.raises(SpotError, match=r"more than 2,000,000 nodes: take fewer .* or set raise_cap"):
        tree_of(board="QsJh2h", stack=100_000, flop=many, turn=many, river=many)
    spot = Spot(**RIVER, river={"bet": "50%", "raise": "a"})
    assert len(SpotTree.build(spot, most_nodes=15)) == 15
    with pytest.raises(SpotError, match="more than 14 nodes"):
        SpotTree.build(spot, most_nodes=14)


def test_a_hundred_bets_by_a_hundred_raises_are_refused_before_they_are_made(monkeypatch):
    looked_at, act = [], Betting.act
    monkeypatch.setattr(Betting, "act", lambda *given: looked_at.append(1) or act(*given))
    many = ", ".join(f"{part}%" for part in range(1, 101))
    for board in ("QsJh2h", "QsJh2h7c3d"):
        with pytest.raises(SpotError, match="more than 2,000,000 nodes"):
            tree_of(
                board=board, stack=500_000_000, flop={"bet": many, "raise": many}, river={"bet": many, "raise": many}
            )
    assert len(looked_at) < 200_000  # of millions


def test_long_lines_of_small_raises_need_no_recursion():
    tree = tree_of(stack=3000, river={"bet": "1c", "raise": "1c"})
    assert max(len(tree.path(node)) for node in tree.nodes[-4:]) > 1000


def test_what_is_won_and_raked_at_an_end():
    tree = tree_of(stack=1000, rake={"percent": 10.0, "cap": 30}, river={"bet": "50%", "raise": "50%"})
    fold = tree.find("bet 50/raise 150/fold")
    assert (tree.pot(fold), tree.contested(fold)) == (300, 200)
    assert tree.spot.rake_of(tree.contested(fold)) == 20
    assert tree.spot.rake_of(tree.contested(tree.find("bet 50/raise 150/call"))) == 30


# What holds in every tree.

small_trees = settings(
    max_examples=100,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow, HealthCheck.data_too_large],
)


def built(spot):
    try:
        return SpotTree.build(spot, most_nodes=4000)
    except SpotError:
        assume(False)


@small_trees
@given(spots)
def test_a_tree_is_refused_if_and_only_if_it_has_more_nodes(spot):
    """While nodes are counted, those that are still to come are never taken for more than they are."""
    nodes = len(built(spot))
    assert len(SpotTree.build(spot, most_nodes=nodes)) == nodes
    with pytest.raises(SpotError, match="more than"):
        SpotTree.build(spot, most_nodes=nodes - 1)


@small_trees
@given(spots)
def test_trees_hang_together(spot):
    tree = built(spot)
    stack = spot.effective_stack
    for node in tree.nodes:
        assert tree.nodes[node.index] is node
        assert all(tree.nodes[child].parent == node.index for child in node.children)
        assert node.index == 0 or node.index in tree.nodes[node.parent].children
        assert (node.move is None) == (node.index == 0 or tree.nodes[node.parent].kind is NodeKind.DEAL)
        assert max(node.committed) <= stack
        assert (len(node.children) == 1) if node.kind is NodeKind.DEAL else True
        assert bool(node.children) == (node.kind in (NodeKind.DECISION, NodeKind.DEAL))
        if node.kind in (NodeKind.SHOWDOWN, NodeKind.DEAL):
            assert node.committed[0] == node.committed[1]
            assert (node.kind is NodeKind.SHOWDOWN) == (node.street == 5 or node.committed[0] == stack)
        if node.children:  # preorder: the first child is next, each other one follows the subtree of the one before
            assert node.children[0] == node.index + 1
        if node.kind is NodeKind.DECISION:
            moves = tree.moves(node)
            is_asked = node.committed[node.player] < node.committed[1 - node.player]
            kinds = [move.kind for move in moves]
            assert kinds[:2] == ["fold", "call"] if is_asked else kinds[0] == "check"
            bets = [move for move in moves if move.is_bet]
            assert [move.amount for move in bets] == sorted({move.amount for move in bets})
            assert len(moves) == len(bets) + 1 + is_asked
            assert all(move.size for move in bets)
            assert sum(move.is_all_in for move in bets) <= 1
    counts = tree.counts()
    assert sum(c.decisions + c.deals + c.folds + c.showdowns for c in counts.values()) == len(tree)
    assert sum(c.moves + c.deals for c in counts.values()) == len(tree) - 1


@small_trees
@given(spots)
def test_every_line_is_legal_by_the_rules_of_the_game(spot):
    """The rules of `games`: no-limit, the pot as antes, the smaller stack for both, a smallest bet of one chip."""
    tree = built(spot)
    streets = 6 - len(spot.board)
    half, stack = spot.pot // 2, spot.effective_stack
    rules = Game(
        "spot", Limit.NONE, (half + stack,) * 2, (0, 0), (half, half), (1,) * streets, (None,) * streets,
        (2, *[0] * (streets - 1)), (len(spot.board), *[1] * (streets - 1)), (0,) * streets,
    )  # fmt: skip
    at = {0: Betting.start(rules)}
    for node in tree.nodes:
        if node.index:
            before = at[node.parent]
            if node.move is None:
                at[node.index] = before
            else:
                move = node.move
                action = FOLD if move.kind == "fold" else raise_to(move.amount) if move.is_bet else CALL
                at[node.index] = before.act(action)
        betting = at[node.index]
        assert betting.paid == (half + node.committed[0], half + node.committed[1])
        assert betting.is_over == (node.kind in (NodeKind.FOLD, NodeKind.SHOWDOWN))
        if node.kind is NodeKind.DECISION:
            assert (betting.actor, betting.street) == (node.player, node.street - len(spot.board))


@small_trees
@given(spots, st.data())
def test_a_continued_spot_has_the_tree_below(spot, data):
    tree = built(spot)
    deals = [node for node in tree.nodes if node.kind is NodeKind.DEAL]
    assume(deals)
    node = data.draw(st.sampled_from(deals))
    board = BOARD[: 2 * (node.street + 1)]
    weights = [spot.live(player).without(board).weights for player in (0, 1)]
    later = SpotTree.build(tree.continued(node, board, *weights))
    start = node.children[0]
    put = node.committed[0]
    below = tree.nodes[start : start + len(later)]
    assert start + len(later) == len(tree) or tree.nodes[start + len(later)].parent < start
    for ours, theirs in zip(later.nodes, below, strict=True):
        assert (ours.kind, ours.street, ours.player, ours.aggressor) == (
            theirs.kind, theirs.street, theirs.player, theirs.aggressor,
        )  # fmt: skip
        assert ours.move == theirs.move
        assert [chips + put for chips in ours.committed] == list(theirs.committed)
        assert [child + start for child in ours.children] == list(theirs.children)
        assert later.pot(ours) == tree.pot(theirs)


@small_trees
@given(spots)
def test_every_path_finds_its_node(spot):
    tree = built(spot)
    for node in tree.nodes[:: 1 + len(tree) // 50]:
        path = tree.path(node)
        assert tree.find(path) is node
        assert tree.find("/".join(path)) is node
        moves = [step for step in path if step not in ("turn", "river")]
        found = tree.find(moves)
        # Without a last card the path ends where the card is dealt.
        assert found is node or (node.move is None and found.index == node.parent)


@small_trees
@given(spots)
def test_nodes_that_are_alike_have_equal_subtrees(spot):
    tree = built(spot)
    assume(len(tree) < 1000)
    alike = tree.alike()

    def below(node):
        moves = [(tree.nodes[child].move, below(tree.nodes[child])) for child in node.children]
        return node.kind, node.street, node.player, node.committed, moves

    texts = [repr(below(node)) for node in tree.nodes]
    assert len(set(alike)) == len(set(texts)) == len(set(zip(alike, texts, strict=True)))


# Lines of play.


@pytest.fixture(scope="module")
def flop():
    sizes = {street: {"bet": "33%, 75%", "raise": "2.5x, a"} for street in ("flop", "turn", "river")}
    return SpotTree.build(Spot(**{**RIVER, "board": "QsJh2h", "stack": 1000, "raise_cap": 2}, **sizes))


@pytest.mark.parametrize(
    ("path", "means"),
    [
        ("", ""),
        ("x", "check"),
        ("k / b 33", "check/bet 33"),
        ("check/BET 33%", "check/bet 33"),
        ("c/c", "check/check"),
        ("check/bet 75%/c", "check/bet 75/call"),
        ("bet33/raise to 83", "bet 33/raise 83"),
        ("bet 33/raise 2.5x", "bet 33/raise 83"),
        ("bet 33/a", "bet 33/raise 1000"),
        ("bet 33/all-in/f", "bet 33/raise 1000/fold"),
        ("bet 33/raise all-in/call 1000", "bet 33/raise 1000/call"),
        ("bet 33c/r 83c", "bet 33/raise 83"),
        ("x/x/turn 7c/x", "check/check/turn/check"),
        ("x/x/7c/x/x/river 3d/bet 75", "check/check/turn/check/check/river/bet 75"),
        ("x/x/turn 10c", "check/check/turn"),
        ("x/x/x/x", "check/check/turn/check/check"),
        (["check", "check", "turn 7c"], "check/check/turn"),
        (("check/check", "turn"), "check/check/turn"),
    ],
)
def test_lines_of_play_may_be_short(flop, path, means):
    assert "/".join(flop.path(flop.find(path))) == means


def test_the_cards_of_a_line_are_told(flop):
    assert flop.resolve("x/x/turn 7c/x/x/x")[1] == [parse_card("7c"), None]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("bet 50", "'bet 50' is not a move at the start; legal: check, bet 33, bet 75"),
        ("bet", "'bet' could be more than one move at the start; legal: check, bet 33, bet 75"),
        ("x/f", "'f' is not a move after 'x'; legal: check, bet 33, bet 75"),
        (
            "x/bet 33/raise",
            "'raise' could be more than one move after 'x/bet 33'; legal: fold, call, raise 83, raise 1000",
        ),
        ("x/bet 0%", "'bet 0%' is not a move after 'x'; legal: check, bet 33, bet 75"),
        ("call", "'call' is not a move at the start; legal: check"),
        ("7c", "'7c': at the start no card is dealt; legal: check"),
        ("x/x/river 7c", "'river 7c': the next card is the turn"),
        ("x/x/turn Qs", "'turn Qs': that card is on the board already"),
        ("x/x/turn 7c/x/x/7c", "'7c': that card is on the board already"),
        ("bet 33/fold/x", "'x': after 'bet 33/fold' the betting is over (fold)"),
        ("???", "'???' is not a move at the start"),
    ],
)
def test_lines_that_are_not_there_are_one_line(flop, path, line):
    with pytest.raises(SpotError) as error:
        flop.find(path)
    assert str(error.value).startswith(line)
    assert "\n" not in str(error.value)


def test_a_card_that_is_none(flop):
    with pytest.raises(CardError, match="unknown suit 'x'"):
        flop.find("x/x/turn 7x")


def test_size_texts_of_moves_find_them(flop):
    for move in flop.moves(flop.root)[1:]:
        assert str(parse_size(move.size, is_raise=False)) == move.size
        assert flop.find(f"bet {move.size}").move == move
