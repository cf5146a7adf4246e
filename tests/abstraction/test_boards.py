"""Classes of boards."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive_groups import levels_of

from pokerlab.abstraction.boards import BoardClasses, BoardRule
from pokerlab.cards.card import parse_cards
from pokerlab.cards.combos import COMBO_CARDS
from pokerlab.cards.ranges import Range
from pokerlab.cards.suits import SUIT_PERMUTATIONS
from pokerlab.errors import AbstractionError

boards = st.lists(st.integers(0, 51), min_size=3, max_size=5, unique=True).map(tuple)


@pytest.mark.parametrize(
    ("board", "counts"),
    [
        # Kujath (2014), section 5.5: QhJs5c has a class for each turn card, QhJs5cQd thirteen on the river. The numbers
        # of river classes follow from the rule, and tables 3 to 5 of the thesis agree with them.
        ("QhJs5c", (49, 1033)),
        ("QhJh2c", (36, 985)),
        ("QhJh2h", (23, 519)),
        ("QhJs5cQd", (13,)),
    ],
)
def test_flush_rule_has_as_many_classes_as_printed(board, counts):
    assert tuple(len(level) for level in BoardClasses.of(board, "flush").levels[1:]) == counts


@pytest.mark.parametrize("rule", BoardRule)
@given(board=boards)
def test_every_deal_is_in_one_class(rule, board):
    classes = BoardClasses.of(board, rule)
    deals = 1
    for level in classes.levels:
        assert len(level.members) == len(np.unique(level.members, axis=0)) == deals
        assert level.sizes.sum() == deals
        assert level.sizes.min() > 0
        deals *= 52 - level.members.shape[1]
    for upper, lower in zip(classes.levels, classes.levels[1:], strict=False):
        known = {tuple(member): c for member, c in zip(upper.members.tolist(), upper.class_of_member, strict=True)}
        parents = [known[tuple(member[:-1])] for member in lower.members.tolist()]
        np.testing.assert_array_equal(parents, lower.parents[lower.class_of_member])


@pytest.mark.parametrize("rule", BoardRule)
@pytest.mark.parametrize("board", ["QhJs5c", "QhJh2c", "9h9s9c", "KhTh3h", "QhJs5cQd", "8h8s2h"])
def test_classes_are_those_of_the_twin(rule, board):
    cards = parse_cards(board)
    levels = BoardClasses.of(cards, rule).levels
    for level, twin in zip(levels, levels_of(cards, rule), strict=True):
        ours = {frozenset(map(tuple, level.boards(c).tolist())) for c in range(len(level))}
        assert ours == {frozenset(members) for members in twin}


def test_ranges_that_tell_suits_apart_keep_boards_apart():
    assert len(BoardClasses.of("QhJh2h", "isomorphic").levels[1]) == 23
    assert len(BoardClasses.of("QhJh2h", "isomorphic", weights=[Range.parse("AcKc").weights]).levels[1]) == 36


def test_neither_rule_is_always_the_coarser():
    assert len(BoardClasses.of("QhQsQc", "isomorphic").levels[1]) < len(BoardClasses.of("QhQsQc", "flush").levels[1])
    assert len(BoardClasses.of("QhJs5c", "flush").levels[2]) < len(BoardClasses.of("QhJs5c", "isomorphic").levels[2])


@given(board=boards)
def test_open_members_are_those_without_the_cards_of_a_hand(board):
    level = BoardClasses.of(board, "flush").levels[-1]
    number = len(level) // 2
    open_members = level.open_members()
    for hand in (0, 700, 1325):
        cards = set(COMBO_CARDS[hand].tolist())
        assert open_members[number, hand] == sum(not cards & set(b) for b in level.boards(number).tolist())


@given(board=boards)
def test_renamings_turn_the_first_member_into_the_others(board):
    for level in BoardClasses.of(board, "isomorphic").levels[1:]:
        first = level.representatives[level.class_of_member].astype(int)
        suits = SUIT_PERMUTATIONS[level.renamings]
        renamed = first & ~3 | np.take_along_axis(suits, first & 3, axis=1)
        known = len(board)
        np.testing.assert_array_equal(renamed[:, known:], level.members[:, known:])
        np.testing.assert_array_equal(np.sort(renamed[:, :known], axis=1), np.sort(level.members[:, :known], axis=1))


def test_finding_a_board():
    classes = BoardClasses.of("QhJh2c", "flush")
    assert classes.find("QhJh2c") == (0, 0, 0)
    assert classes.find("QhJh2c9s") == classes.find("QhJh2c9d")
    assert classes.find("QhJh2c9s") != classes.find("QhJh2c9c")
    level, number, _ = classes.find("QhJh2c9s8c")
    assert tuple(parse_cards("QhJh2c9d8s")) in set(map(tuple, classes.levels[level].boards(number).tolist()))


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (lambda: BoardClasses.of("QhJh"), "board 'QhJh': 2 cards, 3 to 5 are needed"),
        (lambda: BoardClasses.of("QhJh2c", "suits"), "'suits' is no rule for boards (every, isomorphic, flush)"),
        (lambda: BoardClasses.of("QhJh2c").find("QhJh3c9s"), "board 'QhJh3c9s' does not follow 'QhJh2c'"),
    ],
)
def test_bad_input(call, line):
    with pytest.raises(AbstractionError) as error:
        call()
    assert str(error.value) == line
