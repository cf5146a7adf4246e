"""Made hands and draws by name."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.cards.combos import COMBO_CARDS, parse_combo
from pokerlab.cards.evaluator import category, evaluate
from pokerlab.cards.handnames import Category
from pokerlab.cards.made_hands import Draw, Made, classify, filter_names
from pokerlab.cards.suits import PERMUTED_COMBOS, SUIT_PERMUTATIONS
from pokerlab.errors import CardError

boards = st.lists(st.integers(0, 51), min_size=3, max_size=5, unique=True).map(tuple)


@pytest.mark.parametrize(
    ("board", "hand", "label"),
    [
        ("QsJh2h", "QdQh", "set, backdoor flush draw"),
        ("QsJh2h", "QdJd", "two pair"),
        ("QsJh2h", "AcAd", "overpair"),
        ("QsJh2h", "AhQh", "top pair, nut flush draw"),
        ("QsJh2h", "JcTc", "second pair"),
        ("QsJh2h", "2c3c", "third pair"),
        ("QsTh2h", "JcJd", "middle pocket pair"),
        ("QsJh2h", "TsTd", "underpair"),
        ("QsJh2h", "AhKh", "ace high, nut flush draw, gutshot, overcards"),
        ("QsJh2h", "KsTs", "king high, backdoor flush draw, open ended"),
        ("QsJh2h", "Th9h", "no made hand, flush draw, open ended"),
        ("QsJh2h", "5s3d", "no made hand"),
        ("QsJh9h", "Ts8c", "straight"),
        ("QsJh7h", "9c8c", "no made hand, gutshot"),  # a ten
        ("JsTh6h", "8c7c", "no made hand, gutshot"),  # a nine makes two straights, and is one rank
        ("Js9h5h", "8c7d", "no made hand, open ended"),  # a double gutshot: a ten or a six
        ("As2h3d", "4c4d", "middle pocket pair, gutshot"),  # the wheel
        ("Ks7h7d", "KcQc", "top pair"),  # everybody has the sevens
        ("Ks7h7d", "7c2c", "trips"),
        ("Ks7h7d", "AcQd", "ace high"),
        ("Ks7h7d", "AcAd", "overpair"),
        ("Ks7h7d", "7cKd", "full house"),
        ("7s7h7d", "AcKd", "ace high, overcards"),  # three of a kind lies on the board
        ("7s7h7d", "2c2d", "full house"),
        ("KsKh7d7c", "QdQh", "middle pocket pair"),  # kings and queens
        ("KsKh7d7c", "5d5h", "no made hand"),  # two pair on the board, fives stay out
        ("KsKhQd7c7s", "AhQs", "second pair"),
        ("9s8h7d6c5s", "AcAd", "ace high"),  # the board plays
        ("9s8h7d6c5s", "Tc2d", "straight"),
        ("AsKsQsJs9s", "8s2d", "no made hand"),
        ("AsKsQsJs2s", "8s2d", "flush"),
        ("AsKsQsJs9s", "Ts2d", "straight flush"),
        ("AhAdAcAs2c", "KdQd", "king high"),  # four of a kind on the board
        ("Ah5h3h", "Kh2c", "king high, nut flush draw, gutshot"),  # one private heart is enough
        ("AhKhQs", "JhTh", "straight, flush draw"),
        ("KsQh9d5c", "5s2d", "low pair"),
    ],
)
def test_named_hands(board, hand, label):
    assert classify(board).label(parse_combo(hand)) == label


PAIRS = {made for made in Made if Made.LOW_PAIR <= made <= Made.OVERPAIR}
CATEGORIES = {
    Made.TWO_PAIR: {Category.TWO_PAIR},
    Made.TRIPS: {Category.THREE_OF_A_KIND},
    Made.SET: {Category.THREE_OF_A_KIND},
    Made.STRAIGHT: {Category.STRAIGHT},
    Made.FLUSH: {Category.FLUSH},
    Made.FULL_HOUSE: {Category.FULL_HOUSE},
    Made.FOUR_OF_A_KIND: {Category.FOUR_OF_A_KIND},
    Made.STRAIGHT_FLUSH: {Category.STRAIGHT_FLUSH},
} | {made: {Category.PAIR, Category.TWO_PAIR} for made in PAIRS}


@settings(max_examples=60)
@given(boards, st.integers(0, 1325))
def test_made_hands_go_with_the_ranks_of_the_evaluator(board, combo):
    made, hand = int(classify(board).made[combo]), COMBO_CARDS[combo].tolist()
    if set(board) & set(hand):
        assert made == -1
        return
    found = category(evaluate((*board, *hand)))
    if Made(made) in CATEGORIES:
        assert found in CATEGORIES[Made(made)]
    elif len(board) == 5:  # nothing of its own: the category is the board's
        assert found == category(evaluate(board))
    else:
        repeated = sorted(Counter(card >> 2 for card in (*board, *hand)).values())[::-1]
        assert repeated[:2] in ([1, 1], [2, 1], [2, 2], [3, 1], [4, 1], [4, 2])


@settings(max_examples=60)
@given(boards, st.integers(0, 23))
def test_a_renaming_of_suits_changes_no_name(board, renaming):
    renamed = tuple(card & ~3 | int(SUIT_PERMUTATIONS[renaming, card & 3]) for card in board)
    first, second = classify(board), classify(renamed)
    assert (second.made[PERMUTED_COMBOS[renaming]] == first.made).all()
    assert (second.draws[PERMUTED_COMBOS[renaming]] == first.draws).all()


STRAIGHTS = [{(low + k) % 13 for k in range(5)} for low in (12, *range(9))]  # the wheel first


def highest_straight(ranks: set[int]) -> int:
    return max((number for number, straight in enumerate(STRAIGHTS, 1) if straight <= ranks), default=0)


def naive_draws(board: tuple[int, ...], hand: list[int]) -> set[str]:
    """Draws by trying every rank and counting suits."""
    if len(board) == 5:
        return set()
    found, both = set(), (*board, *hand)
    what = category(evaluate(both))
    ranks, on_board = {card >> 2 for card in both}, {card >> 2 for card in board}
    ends = sum(highest_straight(ranks | {r}) > highest_straight(on_board | {r}) for r in range(13))
    if what < Category.STRAIGHT and ends:
        found.add("gutshot" if ends == 1 else "open ended")
    for suit, count in Counter(card & 3 for card in both).items():
        own = [card >> 2 for card in hand if card & 3 == suit]
        if own and what < Category.FLUSH and count == 4:
            found.add("flush draw")
            if max(set(range(13)) - {card >> 2 for card in board if card & 3 == suit}) in own:
                found.add("nut flush draw")
        if own and what < Category.FLUSH and count == 3 and len(board) == 3:
            found.add("backdoor flush draw")
    high, low = sorted((card >> 2 for card in hand), reverse=True)
    if high > low > max(on_board):
        found.add("overcards")
    return found


@settings(max_examples=60)
@given(boards, st.integers(0, 1325))
def test_draws_equal_their_naive_twin(board, combo):
    hand = COMBO_CARDS[combo].tolist()
    if not set(board) & set(hand):
        assert set(Draw(int(classify(board).draws[combo])).labels) == naive_draws(board, hand)


def names_of(board: str, text: str) -> set[str]:
    kept = classify(board).matching(text)
    return {
        hand for hand in ("QdQh", "QdJd", "AcAd", "AhQh", "Th9h", "5s3d", "KsTs", "AhKh") if kept[parse_combo(hand)]
    }


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("set", {"QdQh"}),
        ("top pair+", {"QdQh", "QdJd", "AcAd", "AhQh"}),
        ("ace high-", {"Th9h", "5s3d", "KsTs", "AhKh"}),
        ("Overpair, two pair", {"AcAd", "QdJd"}),
        ("flush draw", {"AhQh", "Th9h", "AhKh"}),
        ("flush draw and not pair", {"Th9h", "AhKh"}),
        ("!draw & !pair+", {"5s3d"}),
        ("combo draw or set", {"Th9h", "AhKh", "QdQh"}),
        ("oesd", {"Th9h", "KsTs"}),
        ("no draw and pair", {"AcAd"}),
        ("three of a kind | air and no draw", {"QdQh", "5s3d"}),
    ],
)
def test_filters(text, hands):
    assert names_of("QsJh2h", text) == hands


def test_every_name_is_understood():
    found = classify("QsJh2h")
    for name in filter_names():
        assert found.matching(name).dtype == np.bool_


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("flush drew", "did you mean 'flush draw'"),
        ("zzz", "neither a made hand nor a draw"),
        ("flush draw+", "draws are not ordered"),
        ("", "a name is missing"),
        ("set or", "a name is missing"),
        ("set and and pair", "a name is missing"),
        ("not", "neither"),
    ],
)
def test_bad_filters_are_one_line(text, complaint):
    with pytest.raises(CardError, match=complaint) as error:
        classify("QsJh2h").matching(text)
    assert "\n" not in str(error.value)


def test_a_board_has_three_to_five_cards():
    with pytest.raises(CardError, match="a board has 3, 4 or 5"):
        classify("AsKs")
