"""What errors quote of what was given."""

import pytest

from pokerlab.cards.card import parse_card, parse_cards
from pokerlab.cards.combos import class_index, parse_combo
from pokerlab.cards.made_hands import classify
from pokerlab.cards.ranges import Range
from pokerlab.errors import LONGEST_LINE, CardError, PokerError, RangeError, shorten


def test_quoted_text_is_one_short_printable_line():
    assert shorten("AKs") == "AKs"
    assert shorten("  two\nlines\tand \x1b[31m\x00 ") == "two lines and [31m"
    assert shorten("x" * 61) == "x" * 57 + "..."
    assert shorten("x" * 60) == "x" * 60
    assert len(shorten("y" * 10**6, 20)) == 20
    assert shorten(12) == "12"


@pytest.mark.parametrize(
    "text", ["AXs" * 30_000, "A\n" * 200, "AKs:" + "9" * 50_000, "AA:x" + "\x00" * 100, "As" * 300]
)
@pytest.mark.parametrize(
    "read", [Range.parse, parse_card, parse_cards, parse_combo, class_index, classify("2c3c4c").matching]
)
def test_errors_of_cards_quote_at_most_a_line(read, text):
    with pytest.raises((CardError, RangeError)) as error:
        read(text)
    assert len(str(error.value)) <= LONGEST_LINE
    assert str(error.value).isprintable()


@pytest.mark.parametrize("kind", [PokerError, CardError])
def test_no_error_has_more_than_one_line(kind):
    """Whatever was quoted without thinking of it."""
    text = str(kind("no card:\n" + "x" * 10_000))
    assert text.startswith("no card: xxx")
    assert len(text) == LONGEST_LINE


@pytest.mark.parametrize("text", ["A\u212as", "2\u212a", "AK\u017f"])
def test_letters_that_only_look_like_ranks_are_refused(text):
    """The Kelvin sign is a K in lower case, the long s an S in upper case."""
    with pytest.raises((CardError, RangeError)):
        Range.parse(text)
