"""Play-outs agree with what can be computed by enumeration."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from naive import best_value
from pokerlab.abstraction.boards import BoardClasses
from pokerlab.abstraction.groups import group_hands, single_hands
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.betting.tree import LOSE, TIE, WIN, BettingTree
from pokerlab.cards.card import parse_cards
from pokerlab.cards.combos import COMBO_CARDS, COMBO_COUNT, parse_combo
from pokerlab.cards.ranges import Range
from pokerlab.cards.suits import PERMUTED_COMBOS
from pokerlab.errors import GameError, LabError
from pokerlab.games.library import postflop_game
from pokerlab.games.rake import Rake
from pokerlab.lab.play import Duel, TablePolicy, play
from pokerlab.lab.play_tree import PlayTree

HANDS = ("AhKd", "QcQs", "8h7h", "JdTd", "6c6d", "Kd9d")


def small_tree(board_cards, menu="f,c,100%,a", pot=4, stacks=(9, 9)):
    return PlayTree.of(BettingTree.build(postflop_game(pot, stacks, board_cards=board_cards), parse_menu(menu)))


def random_policy(tree, groups, seat, seed):
    rng = np.random.default_rng(seed)
    chances = {}
    for node in np.flatnonzero(tree.actor == seat).tolist():
        total = int(groups.counts[tree.street[node]].sum())
        chances[node] = rng.dirichlet(np.ones(tree.action_counts()[node]), total)
    return TablePolicy.of_groups(tree, groups, chances)


def expectation(tree, board, hands, policies):
    """By enumeration: the chance of each node, and the mean of seat 0's chips over the hands that come to it."""
    chance, total = np.zeros(len(tree)), np.zeros(len(tree))
    weight = 0

    def walk(node, level, row, cards, reach, pair, ways):
        if tree.actor[node] < 0:
            rest = [card for card in range(52) if card not in {*cards, *pair[0], *pair[1]}]
            ends = [(*cards, card) for card in rest] if len(cards) < 5 and tree.shown[node] else [cards]
            value = 0.0
            for end in ends:
                outcome = WIN
                if tree.shown[node]:
                    mine, theirs = (best_value((*hand, *end)) for hand in pair)
                    outcome = WIN if mine > theirs else TIE if mine == theirs else LOSE
                value += tree.payoffs[node, 0, outcome] / len(ends)
            chance[node] += reach
            total[node] += reach * value
            return
        if level < tree.street[node]:
            rest = [card for card in range(52) if card not in {*cards, *pair[0], *pair[1]}]
            for card in rest:
                walk(node, level + 1, 1 + card, (*cards, card), reach / len(rest), pair, ways)
            return
        seat = int(tree.actor[node])
        policy = policies[seat]
        moves = int(tree.action_counts()[node])
        first = int(policy.bases[node]) + int(policy.strides[node]) * int(policy.rows[row, ways[seat]])
        for move in range(moves):
            child = int(tree.children[tree.starts[node] + move])
            walk(child, level, row, cards, reach * float(policy.chances[first + move]), pair, ways)

    for ways in product(hands, hands):
        pair = tuple(tuple(COMBO_CARDS[hand].tolist()) for hand in ways)
        if len({*pair[0], *pair[1], *board}) == 4 + len(board):
            weight += 1
            walk(0, 0, 0, board, 1.0, pair, ways)
    for node in range(len(tree) - 1, 0, -1):
        parent = int(np.flatnonzero((tree.size[:node] + np.arange(node)) > node)[-1])
        chance[parent] += chance[node]
        total[parent] += total[node]
    return chance / weight, total / np.maximum(chance, 1e-300)


@pytest.mark.parametrize("board", ["QhJh2c9s8d", "QhJh2c9s"])
def test_means_of_all_subtrees_are_those_of_enumeration(board):
    cards = parse_cards(board)
    tree = small_tree(len(cards))
    hands = [parse_combo(hand) for hand in HANDS[: 4 if len(cards) == 4 else 6]]
    own = np.isin(np.arange(COMBO_COUNT), hands).astype(float)
    groups = single_hands(BoardClasses.of(board, "every"), own)
    policies = [random_policy(tree, groups, seat, seed=seat) for seat in range(2)]
    chance, mean = expectation(tree, cards, hands, policies)
    result = play(tree, board, [own, own], policies, 2_000_000, seed=1, threads=1)
    for node in range(len(tree)):
        share = result.frequency(node)
        assert share == pytest.approx(chance[node], abs=5 * np.sqrt(chance[node] / 2e6) + 1e-6)
        if chance[node] > 1e-3:
            first, second = result.estimates(node)
            assert abs(first.mean - mean[node]) <= 5 * first.error + 1e-9
            assert second.mean == pytest.approx(-first.mean)
    assert result.counts.sum() == 2_000_000


def test_the_interval_covers_the_mean_as_often_as_it_says():
    tree = small_tree(5)
    policy = TablePolicy.uniform(tree)
    ranges = [np.ones(COMBO_COUNT)] * 2
    truth = play(tree, "QhJh2c9s8d", ranges, [policy] * 2, 4_000_000, seed=99, threads=1).estimates()[0].mean
    inside = 0
    for seed in range(200):
        low, high = play(tree, "QhJh2c9s8d", ranges, [policy] * 2, 2000, seed=seed, threads=1).estimates()[0].interval()
        inside += low <= truth <= high
    assert 178 <= inside <= 199  # 190 expected


def test_seeds_and_threads():
    tree = small_tree(3)
    policy = TablePolicy.uniform(tree)
    ranges = [Range.parse("22+,A2s+").weights, Range.parse("KTo+,76s").weights]
    seen = []

    def run(seed, threads):
        return play(
            tree,
            "QhJh2c",
            ranges,
            [policy] * 2,
            2_300_000,
            seed=seed,
            threads=threads,
            progress=lambda *s: seen.append(s),
        )

    one, two, other = run(1, 1), run(1, 2), run(2, 1)
    assert (one.counts == two.counts).all()
    assert (one.counts != other.counts).any()
    assert seen[-1] == (3, 3)


def test_weights_are_how_often_hands_are_held():
    # AA against KK or QQ, three times as often: checked down
    tree = small_tree(5, menu="c")
    ranges = [Range.parse("AsAd").weights, Range.parse("KsKd:0.25,QsQd:0.75").weights]
    result = play(tree, "KhKc2c7h9s", ranges, [TablePolicy.uniform(tree)] * 2, 1_000_000, threads=1)
    first, _ = result.estimates()
    assert first.mean == pytest.approx(2 * 0.75 - 2 * 0.25, abs=5 * first.error)


def test_payoffs_are_settled_by_the_rules():
    tree = PlayTree.of(BettingTree.build(postflop_game(5, (10, 4), board_cards=5), parse_menu("f,c,4c")))
    bet = tree.line(1)
    assert tree.size[bet] == 3
    assert tree.payoffs[bet + 1].tolist() == [[2.5] * 3, [-2.5] * 3]  # the bet goes back; half of the pot is each one's
    assert tree.payoffs[bet + 2].tolist() == [[6.5, 0.0, -6.5], [-6.5, 0.0, 6.5]]
    assert tree.shown[bet : bet + 3].tolist() == [0, 0, 3]


def test_rake_is_nobodys():
    game = postflop_game(10, (10, 10), board_cards=5, rake=Rake(10, exact=True))
    tree = PlayTree.of(BettingTree.build(game, parse_menu("c")))
    assert tree.payoffs[2].tolist() == [[4.0, -0.5, -5.0], [-5.0, -0.5, 4.0]]


def test_groups_are_carried_back_to_hands():
    # one policy by suit-isomorphic boards, and the same board by board
    tree = small_tree(4)
    classes = BoardClasses.of("QhJh2c9s", "isomorphic", weights=[])
    groups = group_hands(classes, "strength", "global", threads=1)
    policy = random_policy(tree, groups, 0, seed=3)
    level = classes.levels[1]
    base = np.cumsum(groups.counts[1]) - groups.counts[1]
    for member in range(0, len(level.members), 7):
        number, renaming = level.class_of_member[member], level.renamings[member]
        row = policy.rows[1 + level.members[member, 4]]
        labels = groups.labels[1][number]
        alive = np.flatnonzero(labels >= 0)
        np.testing.assert_array_equal(row[PERMUTED_COMBOS[renaming][alive]], labels[alive] + base[number])


def test_boards_of_a_class_by_flushes_share_their_rows():
    groups = group_hands(BoardClasses.of("QhJh2c", "flush"), "rank", "river", threads=1)
    tree = small_tree(3)
    policy = random_policy(tree, groups, 0, seed=3)
    spade, diamond = (policy.rows[1 + parse_cards(card)[0]] for card in ("9s", "9d"))
    hand = parse_combo("AhKh")
    assert spade[hand] == diamond[hand]
    assert spade[parse_combo("9sKh")] == -1
    assert diamond[parse_combo("9sKh")] >= 0
    nine, eight = parse_cards("9s8c")
    assert (policy.rows[53 + 52 * nine + eight] >= 0).sum() == 1081


def test_lines_of_moves():
    tree = small_tree(3)
    assert tree.line() == 0
    check = tree.line(0)
    assert tree.actor[check] == 1
    with pytest.raises(GameError, match="there is no move 9"):
        tree.line(0, 9)


@pytest.mark.parametrize(
    ("call", "error", "line"),
    [
        (lambda t, p: play(t, "QhJh2c9s", [np.ones(1326)] * 2, [p, p], 10), LabError, "begins with 3 cards"),
        (lambda t, p: play(t, "QhJh2c", [np.ones(1326)] * 2, [p, p], 0), LabError, "0 hands cannot be played"),
        (lambda t, p: play(t, "QhJh2c", [np.ones(3)] * 2, [p, p], 10), LabError, "seat 0: a range has 1326 weights"),
        (lambda t, p: play(t, "QhJh2c", [np.zeros(1326)] * 2, [p, p], 10), LabError, "seat 0: the range has no hand"),
        (
            lambda t, p: play(t, "QhJh2c", [Range.parse("AhAs").weights] * 2, [p, p], 10),
            LabError,
            "the ranges block each other",
        ),
        (
            lambda t, p: play(t, "QhJh2c", [np.ones(1326)] * 2, [p, replace(p, chances=p.chances / 2)], 10),
            LabError,
            "seat 1: the chances of moves at node 1 do not add up to 1",
        ),
        (
            lambda t, p: play(t, "QhJh2c", [np.ones(1326)] * 2, [replace(p, chances=p.chances[:5]), p], 10),
            LabError,
            "seat 0: the policy has no chances for node",
        ),
        (
            lambda t, p: play(t, "QhJh2c", [np.ones(1326)] * 2, [p, replace(p, rows=p.rows[:53])], 10),
            LabError,
            "seat 1: the policy is not one of this tree",
        ),
        (
            lambda t, p: play(t, "QhJh2c", [np.ones(1326)] * 2, [p, replace(p, rows=_without_one(p.rows))], 10),
            LabError,
            "seat 1: the policy does not know all hands of the range on all boards",
        ),
        (
            lambda t, p: play(t, "QhJh2c", [np.ones(1326)] * 2, [replace(p, chances=p.chances * np.nan), p], 10),
            LabError,
            "seat 0: the chances of moves at node 0 do not add up to 1",
        ),
        (
            # 2^62 rows of four are 2^64 places, which 64 bits take for none
            lambda t, p: play(
                t, "QhJh2c", [np.ones(1326)] * 2, [replace(p, strides=p.strides + 2**62, rows=p.rows + 4), p], 10
            ),
            LabError,
            "seat 0: the policy has no chances for node",
        ),
        (lambda t, p: play(t, "QhJh2c", [np.full(1326, 1e308)] * 2, [p, p], 10), LabError, "a range has 1326 weights"),
        (lambda t, p: play(t, "QhJh2c", [np.ones(1326)] * 2, [p, p], 9, seed=10**22), LabError, "a seed is a whole"),
        (
            lambda t, p: Duel(t, "QhJh2c", [np.ones(1326)] * 2, [p, p]).play(9, seed=[1, -1]),
            LabError,
            "a seed is a whole",
        ),
        (lambda t, p: play(t, "QhJh2c", [np.ones(1326)] * 2, [p, p], 1).estimates(), LabError, "too few for a mean"),
        (lambda t, p: postflop_game(2, (5, 5), board_cards=2), GameError, "begins with 3 to 5 board cards, not 2"),
    ],
)
def test_bad_input(call, error, line):
    tree = small_tree(3)
    with pytest.raises(error, match=line):
        call(tree, TablePolicy.uniform(tree))


def _without_one(rows):
    rows = rows.copy()
    rows[1 + parse_cards("9s")[0], parse_combo("AhKh")] = -1
    return rows
