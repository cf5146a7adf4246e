"""Cards, sets of cards and hands: numbers, text, and errors that name the token."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerlab.cards import card, cardset, combos
from pokerlab.errors import CardError

any_card = st.integers(0, 51)


def test_numbers_run_from_deuce_of_clubs_to_ace_of_spades():
    assert [card.format_card(c) for c in (0, 1, 2, 3, 4, 51)] == ["2c", "2d", "2h", "2s", "3c", "As"]
    assert card.make_card(12, 3) == card.parse_card("As") == 51
    assert (card.rank_of(51), card.suit_of(51)) == (12, 3)


@given(any_card, st.booleans())
def test_text_of_a_card_reads_back(number, symbols):
    text = card.format_card(number, symbols=symbols)
    assert card.parse_card(text) == card.parse_card(text.lower()) == card.parse_card(text.upper()) == number


@pytest.mark.parametrize("text", ["10h", "Th", "tH", "10♥", "T♥️", "T♡"])
def test_ten_of_hearts_in_every_spelling(text):
    assert card.parse_card(text) == 34


@pytest.mark.parametrize("text", ["AsKd10h", "as kd th", "A♠, K♦, T♥", " As\nKd\tTh "])
def test_lists_need_no_separators(text):
    assert card.parse_cards(text) == (51, 45, 34)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AsXd", "'Xd': unknown rank 'X' (ranks are 2-9 T J Q K A)"),
        ("AsKx", "'Kx': unknown suit 'x' (suits are c d h s)"),
        ("AsK", "'K': the suit is missing (suits are c d h s)"),
        ("As Kd as", "'As' occurs twice in cards 'AsKdAs'"),
        ("1h", "'1h': unknown rank '1' (ranks are 2-9 T J Q K A)"),
    ],
)
def test_errors_name_the_token(text, message):
    with pytest.raises(CardError) as error:
        card.parse_cards(text)
    assert str(error.value) == message


def test_too_many_cards():
    with pytest.raises(CardError, match="board '2c2d2h2s3c3d': 6 cards, at most 5 allowed"):
        card.parse_cards("2c2d2h2s3c3d", at_most=5, what="board")


def test_numbers_that_are_no_cards():
    with pytest.raises(CardError, match="52 is not a card"):
        card.check_cards([1, 52])
    with pytest.raises(CardError, match="rank 13"):
        card.make_card(13, 0)
    with pytest.raises(CardError, match="3 cards, expected one"):
        card.parse_card("AsKsQs")


@given(st.sets(any_card))
def test_sets_as_masks(cards):
    mask = cardset.cardset(cards)
    assert set(cardset.cards_in(mask)) == cards
    assert cardset.count_cards(mask) == len(cards)
    assert mask & cardset.FULL_DECK == mask
    assert mask == sum(int(cardset.CARD_MASKS[c]) for c in cards)


@given(st.sets(any_card), st.permutations(range(4)))
def test_renaming_suits_of_a_set(cards, permutation):
    renamed = {c & ~3 | permutation[c & 3] for c in cards}
    assert cardset.permute_suits(cardset.cardset(cards), permutation) == cardset.cardset(renamed)


def test_all_hands_are_there_once():
    assert len(combos.COMBO_CARDS) == 1326 == len({frozenset(pair) for pair in combos.COMBO_CARDS.tolist()})
    for index, (high, low) in enumerate(combos.COMBO_CARDS.tolist()):
        assert high > low
        assert combos.combo_index(high, low) == combos.combo_index(low, high) == index
        assert combos.parse_combo(combos.format_combo(index)) == index
        assert int(combos.COMBO_MASKS[index]) == cardset.cardset((high, low))


def test_the_169_classes():
    assert len(set(combos.CLASS_NAMES)) == 169
    assert combos.CLASS_NAMES[0] == "AA"
    assert combos.CLASS_NAMES[1] == "AKs"
    assert combos.CLASS_NAMES[13] == "AKo"
    assert combos.CLASS_NAMES[168] == "22"
    assert sorted(set(combos.CLASS_SIZES.tolist())) == [4, 6, 12]
    for index, name in enumerate(combos.CLASS_NAMES):
        assert combos.class_index(name) == index
        hands = {combos.format_combo(int(c)) for c in combos.COMBOS_OF_CLASS[index]}
        assert len(hands) == {"s": 4, "o": 12}.get(name[-1], 6)
        assert all({hand[0], hand[2]} == set(name[:2]) for hand in hands)
        assert all((hand[1] == hand[3]) == name.endswith("s") for hand in hands)


def test_hands_that_conflict_with_a_set_of_cards():
    dead = combos.dead_combos(cardset.cardset(card.parse_cards("AsKd")))
    expected = [bool({51, 45} & set(pair)) for pair in combos.COMBO_CARDS.tolist()]
    assert dead.tolist() == expected
    assert dead.sum() == 51 + 50


@pytest.mark.parametrize("text", ["As", "AsKsQs"])
def test_a_hand_is_two_cards(text):
    with pytest.raises(CardError):
        combos.parse_combo(text)


def test_unknown_class():
    with pytest.raises(CardError, match="'AKx' is not one of the 169"):
        combos.class_index("AKx")
    with pytest.raises(CardError, match="do not make a hand"):
        combos.combo_index(3, 3)
