"""Cards that were not seen, and numbers that are no cards: nothing prints them as aces or computes with them."""

import numpy as np
import pytest

from pokerlab.cards import card, cardset, combos, evaluator
from pokerlab.cards.equity import equity
from pokerlab.cards.isomorphism import HandIndexer
from pokerlab.cards.made_hands import classify
from pokerlab.cards.ranges import Range
from pokerlab.cards.strength import hand_strength, strength_histograms
from pokerlab.cards.unseen import UNKNOWN, all_seen, check_dealt, format_dealt, parse_dealt
from pokerlab.errors import CardError

NO_CARDS = (-1, -52, 52, 255, 256, 10**30, 10**5000, 1.5, "As", None, float("nan"))


@pytest.mark.parametrize(
    "use",
    [
        card.format_card,
        lambda number: card.format_cards((0, number)),
        card.rank_of,
        card.suit_of,
        card.check_card,
        lambda number: card.check_cards([3, number]),
        lambda number: cardset.cardset([number]),
        lambda number: combos.combo_index(number, 5),
        lambda number: combos.combo_index(5, number),
        lambda number: evaluator.evaluate([0, 5, 10, 15, number]),
        lambda number: evaluator.evaluate_many([[0, 5, 10, 15, number]]),
        lambda number: evaluator.rank_boards([[0, 5, number]]),
        lambda number: evaluator.sort_boards([[0, 5, number]]),
        lambda number: evaluator.best_five([0, 5, 10, 15, number]),
        lambda number: HandIndexer(2).index([[0, number]]),
        lambda number: HandIndexer(2).canonical([0, number]),
        lambda number: Range.full().without([number]),
        lambda number: equity(["AA", "KK"], board=[0, 1, number]),
        lambda number: equity(["AA", "KK"], dead=[number]),
        lambda number: hand_strength([0, number], [10, 20, 30]),
        lambda number: classify([0, 5, number]),
    ],
)
def test_what_is_no_card_is_refused_everywhere(use):
    for number in NO_CARDS:
        with pytest.raises(CardError) as error:
            use(number)
        assert len(str(error.value)) < 200


def test_hands_that_do_not_exist():
    for use in (combos.format_combo, Range.full().__getitem__, classify("2c3c4c").label):
        for combo in (-1, 1326, 10**5000, 1.5, None):
            with pytest.raises(CardError, match="index of a hand"):
                use(combo)


def test_sets_that_hold_what_is_no_card():
    for use in (cardset.cards_in, cardset.count_cards, combos.dead_combos):
        for mask in (-1, 1 << 13, 1 << 64, 10**5000):
            with pytest.raises(CardError, match="not a set of cards"):
                use(mask)


def test_numbers_of_numpy_are_cards():
    assert card.format_cards(np.array([51, 0], np.uint8)) == "As2c"
    assert cardset.cardset(np.array([51, 0], np.int64)) == cardset.cardset((51, 0))


def test_unseen_cards_have_one_text():
    assert format_dealt((UNKNOWN, UNKNOWN)) == "????"
    assert format_dealt((51, UNKNOWN), separator=" ", symbols=True) == "A♠ ??"
    assert parse_dealt("????") == (UNKNOWN, UNKNOWN)
    assert parse_dealt("As??") == (51, UNKNOWN)
    assert parse_dealt("As Kd") == (51, 45)
    assert [all_seen(hand) for hand in ((), (51, 45), (51, UNKNOWN))] == [True, True, False]


@pytest.mark.parametrize("text", ["?", "???", "As?", "AsAs", "As??As", "A??s"])
def test_texts_that_are_no_dealt_cards(text):
    with pytest.raises(CardError):
        parse_dealt(text)


def test_dealt_cards_are_cards_or_unseen():
    assert check_dealt([UNKNOWN, 51, UNKNOWN]) == (UNKNOWN, 51, UNKNOWN)
    for wrong in ([52], [-2], [51, 51]):
        with pytest.raises(CardError):
            check_dealt(wrong)


def test_weights_and_parts_that_are_none():
    for weights in (np.full(1326, np.nan), np.full(1326, -1.0), np.ones(5)):
        with pytest.raises(CardError, match="opposing weights"):
            hand_strength("AsKs", "2c3c4c", weights)
    for bins in (0, -1, 10**9):
        with pytest.raises(CardError, match="a histogram of strengths has 1 to 10,000"):
            strength_histograms("2c3c4c", bins)
