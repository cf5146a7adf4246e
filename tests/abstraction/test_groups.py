"""Groups of hands."""

from functools import cache

import numpy as np
import pytest
from naive_groups import levels_of, partition

from pokerlab.abstraction.boards import BoardClasses
from pokerlab.abstraction.groups import (
    Identity,
    Measure,
    common_hands,
    common_refinement,
    group_by_tests,
    group_hands,
    single_hands,
)
from pokerlab.cards.card import parse_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import COMBO_COUNT, dead_combos, parse_combo
from pokerlab.cards.strength import board_strengths
from pokerlab.cards.suits import PERMUTED_COMBOS, suit_symmetries
from pokerlab.errors import AbstractionError


@cache
def groups_on(flop, measure, rule="flush"):
    boards = BoardClasses.of(flop, rule)
    return {groups.identity: groups for groups in group_by_tests(boards, measure, list(Identity), threads=1)}


def counts(flop, measure, level):
    found = groups_on(flop, measure)
    return tuple(int(found[test].counts[level][0]) for test in (Identity.RIVER, Identity.HIERARCHICAL, Identity.GLOBAL))


# Kujath (2014), table 4: QhJh2c is the flop with the largest numbers by rank and the smallest by strength and the
# opponent's view, Th6s3c has the smallest by rank; by the opponent's view every hand of it is for itself.
@pytest.mark.parametrize(
    ("flop", "measure", "expected"),
    [
        ("QhJh2c", "rank", (355, 631, 355)),
        ("Th6s3c", "rank", (289, 289, 289)),
        ("QhJh2c", "strength", (642, 643, 642)),
        ("QhJh2c", "opponent", (643, 643, 643)),
        ("Th6s3c", "opponent", (1176, 1176, 1176)),
    ],
)
def test_flops_have_as_many_groups_as_printed(flop, measure, expected):
    assert counts(flop, measure, 0) == expected


def test_largest_numbers_on_turn_and_river_are_as_printed():
    # table 4, columns 'Max'
    for test in Identity:
        assert groups_on("QhJh2c", "rank")[test].counts[1].max() == 266
        assert groups_on("QhJh2c", "rank")[test].counts[2].max() == 149
        assert groups_on("QhJh2c", "opponent")[test].counts[1].max() == 608
        assert groups_on("QhJh2c", "opponent")[test].counts[2].max() == 288


def test_boards_of_the_text():
    # section 7.2: twelve groups on AhAsAcAd2h, 288 on 9c7c9h4d6c
    board = "AhAs2hAcAd"
    river = group_hands(BoardClasses.of(board, "flush"), "rank", "global")
    assert river.counts[0].tolist() == [12]
    groups = groups_on("9c7c9h", "opponent")[Identity.GLOBAL]
    level, number, _ = groups.boards.find("9c7c9h4d6c")
    assert groups.counts[level][number] == 288


def test_hands_of_the_text():
    def together(board, measure, *hands):
        labels = group_hands(BoardClasses.of(board, "every"), measure, "river").on(board)
        return len({int(labels[parse_combo(hand)]) for hand in hands}) == 1

    # section 5.2.1
    assert together("QhJh2c", "rank", "7s7d", "7s7c", "7c7d")
    # section 5.2.2: strength tells 7s7d from 7s7c, but not AhKs from AsKh on a heart board; section 5.2.3: the
    # opponent's view does, but on two pair not one ace from another with a card that does not play. (The text says so
    # of all cards below the jack; but a nine or an eight is a kicker for the opponent.)
    assert not together("QhJh2c", "strength", "7s7d", "7s7c")
    assert together("QhJh2c4d7h", "strength", "AhKs", "AsKh")
    assert not together("QhJh2c4d7h", "opponent", "AhKs", "AsKh")
    assert together("QhJhJcQd7s", "opponent", "Ah2s", "Ah5s")
    assert not together("QhJhJcQd7s", "opponent", "Ah2s", "Ah9s")


HANDS_ALIKE = ("8c7c", "8d7d", "8s7s", "8c7d", "AcKs", "AsKc", "AdKs", "9h9s", "9c9d")


@pytest.mark.parametrize("rule", ["every", "isomorphic", "flush"])
@pytest.mark.parametrize("board", ["QhJh2c9s", "Th6s3cTd", "KhTh3h8h", "8h8s2h3c", "QhJs5cQd9h"])
def test_groups_on_turns_are_those_of_the_twin(rule, board):
    rng = np.random.default_rng(len(board))
    alike = {parse_combo(hand) for hand in HANDS_ALIKE}
    mine, theirs = (set(rng.choice(COMBO_COUNT, 12, replace=False).tolist()) for _ in range(2))
    _equal_the_twin(board, rule, sorted(mine | alike), sorted(theirs | alike))
    _equal_the_twin(board, rule, sorted(alike), sorted(theirs)[:2])  # some hands have nobody to beat


@pytest.mark.parametrize("flop", ["QhJh2c", "9h9s2c"])
def test_groups_on_flops_are_those_of_the_twin(flop):
    hands = [parse_combo(hand) for hand in ("8c7c", "8d7d", "8s7s", "AcKs", "AsKc", "6s6d", "6c6d")]
    _equal_the_twin(flop, "flush", hands, hands, levels=1)
    _equal_the_twin(flop, "isomorphic", hands[:2], hands[:2], levels=1)


def _equal_the_twin(board, rule, mine, theirs, levels=9):
    if rule == "isomorphic":  # its ranges must not tell suits apart
        images = PERMUTED_COMBOS[suit_symmetries([], [cardset(parse_cards(board))])]
        mine, theirs = (np.unique(images[:, hands]).tolist() for hands in (mine, theirs))
    own, opposing = (np.isin(np.arange(COMBO_COUNT), hands) for hands in (mine, theirs))
    classes = BoardClasses.of(board, rule)
    twins = levels_of(parse_cards(board), rule)
    for measure in Measure:
        for groups in group_by_tests(classes, measure, list(Identity), own=own, opposing=opposing, threads=1):
            for level, twin in list(enumerate(twins))[:levels]:
                for members in twin[:: max(1, len(twin) // 4)]:
                    if rule != "flush":
                        members = [members[-1]]  # any of them is like the first, with its suits renamed
                    children = twins[1] if len(members[0]) == 3 else []
                    if rule != "flush":
                        children = [[deal] for turns in children for deal in turns]
                    expected = partition(members, children, measure, groups.identity, mine, theirs)
                    found = {frozenset(group.tolist()) for group in groups.hands(members[0])}
                    assert found == expected, (measure, groups.identity, level, members)


@pytest.mark.parametrize("measure", Measure)
@pytest.mark.parametrize("flop", ["QhJh2c", "Th6s3c"])
def test_labels_count_from_zero_and_dead_hands_have_none(measure, flop):
    for groups in groups_on(flop, measure).values():
        for level, labels, count in zip(groups.boards.levels, groups.labels, groups.counts, strict=True):
            np.testing.assert_array_equal(labels >= 0, level.open_members() > 0)
            np.testing.assert_array_equal(labels.max(axis=1) + 1, count)
            for row in labels[::50]:
                _, first = np.unique(row[row >= 0], return_index=True)
                assert (np.diff(first) > 0).all()


@pytest.mark.parametrize("measure", Measure)
def test_the_river_test_splits_the_groups_of_the_global_one(measure):
    for flop in ("QhJh2c", "9c7c9h"):
        fine, coarse = (groups_on(flop, measure)[test] for test in (Identity.RIVER, Identity.GLOBAL))
        for small, large in zip(fine.labels, coarse.labels, strict=True):
            for row, other in list(zip(small, large, strict=True))[::40]:
                pairs = set(zip(row[row >= 0].tolist(), other[row >= 0].tolist(), strict=True))
                assert len(pairs) == row.max() + 1


def test_on_the_river_all_tests_agree():
    # as in table 4
    for measure in Measure:
        for flop in ("QhJh2c", "Th6s3c", "9c7c9h"):
            rivers = [groups.labels[2] for groups in groups_on(flop, measure).values()]
            assert (rivers[0] == rivers[1]).all()
            assert (rivers[0] == rivers[2]).all()


@pytest.mark.parametrize("measure", Measure)
@pytest.mark.parametrize("flop", ["QhJh2c", "9c7c9h", "KhTh3h", "8h8s8c"])
def test_hands_that_suits_turn_into_each_other_are_together(measure, flop):
    symmetries = suit_symmetries([], [cardset(parse_cards(flop))])
    assert len(symmetries) > 1
    for test in (Identity.GLOBAL, Identity.HIERARCHICAL):
        labels = groups_on(flop, measure, "isomorphic")[test].labels[0][0]
        for symmetry in symmetries:
            np.testing.assert_array_equal(labels[PERMUTED_COMBOS[symmetry]], labels)


def test_strength_groups_of_a_river_are_its_different_strengths():
    board = "QhJh2c9s8d"
    groups = group_hands(BoardClasses.of(board), "strength", "global")
    strengths = board_strengths(board)
    alive = ~dead_combos(cardset(parse_cards(board)))
    assert groups.counts[0][0] == len(np.unique(strengths[alive]))
    for hands in groups.hands(board):
        assert len(np.unique(strengths[hands])) == 1


@pytest.mark.parametrize("identity", Identity)
def test_common_refinement_is_the_meet_of_all_streets(identity):
    groups = groups_on("QhJh2c", "strength")[identity]
    fine = common_refinement(groups)
    flop = groups.labels[0][0]
    for number in (0, 400, 984):
        turn = groups.labels[1][groups.boards.levels[2].parents[number]]
        river = groups.labels[2][number]
        rows = list(zip(flop.tolist(), turn.tolist(), river.tolist(), fine.labels[2][number].tolist(), strict=True))
        for a, b, c, label in rows:
            assert (label < 0) == (min(a, b, c) < 0)
        alive = [row for row in rows if row[3] >= 0]
        assert len({row[:3] for row in alive}) == len({row[3] for row in alive}) == len(set(alive))
        assert fine.counts[2][number] == len({row[3] for row in alive})


def test_common_hands_counts_every_hand_once():
    groups = groups_on("QhJh2c", "rank")[Identity.RIVER]
    flop, turn = groups.labels[0][0], groups.labels[1][5]
    upper, lower, count = common_hands(flop, turn)
    assert count.sum() == ((flop >= 0) & (turn >= 0)).sum()
    for a, b, n in list(zip(upper, lower, count, strict=True))[::37]:
        assert ((flop == a) & (turn == b)).sum() == n


def test_single_hands():
    for rule in ("every", "isomorphic", "flush"):
        groups = single_hands(BoardClasses.of("8h8s2h3c", rule))
        assert groups.counts[0].tolist() == [1128]
        if rule != "flush":
            assert set(groups.counts[1].tolist()) == {1081}
        for board in ("8h8s2h3c", "8h8s2h3cKd"):
            labels = groups.on(board)
            alive = ~dead_combos(cardset(parse_cards(board)))
            assert (labels >= 0).sum() >= alive.sum()
            assert len(set(labels[alive].tolist())) == alive.sum()
    some = single_hands(BoardClasses.of("QhJh2c", "every"), own=np.arange(COMBO_COUNT) < 100)
    assert some.counts[0].tolist() == [86]  # the others hold the deuce of clubs


def test_threads_and_progress_change_nothing():
    seen = []
    boards = BoardClasses.of("QhJh2c9s")
    many = group_hands(boards, "opponent", "river", threads=2, progress=lambda *step: seen.append(step))
    one = group_hands(boards, "opponent", "river", threads=1)
    assert all((a == b).all() for a, b in zip(many.labels, one.labels, strict=True))
    assert seen[-1][0] == seen[-1][1]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("ranks", "river"), "'ranks' is no measure of hands (rank, strength, opponent)"),
        (("rank", "turn"), "'turn' is no test of hands (river, hierarchical, global)"),
    ],
)
def test_bad_input(arguments, line):
    with pytest.raises(AbstractionError) as error:
        group_hands(BoardClasses.of("QhJh2c9s"), *arguments)
    assert str(error.value) == line


def test_isomorphic_boards_go_with_ranges_that_do_not_tell_suits_apart():
    hearts = np.arange(COMBO_COUNT) == parse_combo("AcKc")
    with pytest.raises(AbstractionError, match="the own range tells suits apart that the classes of boards do not"):
        group_hands(BoardClasses.of("QhJh2h9h"), "rank", "river", own=hearts)
    groups = group_hands(BoardClasses.of("QhJh2h9h", weights=[hearts.astype(float)]), "rank", "river", own=hearts)
    assert groups.counts[0].tolist() == [1]


def test_a_range_has_a_weight_for_every_hand():
    with pytest.raises(AbstractionError, match=r"the own range has the shape \[3\], not \[1326\]"):
        group_hands(BoardClasses.of("QhJh2c9s"), "rank", "river", own=[1, 1, 1])
