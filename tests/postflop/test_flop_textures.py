"""What flops have in common, and filters of flops."""

import pytest

from pokerlab.cards.card import parse_cards
from pokerlab.errors import SpotError
from pokerlab.postflop.flop_textures import GROUPINGS, parse_filter


@pytest.mark.parametrize(
    ("board", "names"),
    [
        ("AsKd2c", ("A high", "three suits", "unpaired", "no straight")),
        ("7s7d2s", ("7 high", "two suits", "paired", "paired")),
        ("9h8h7h", ("9 high", "one suit", "unpaired", "three straights")),
        ("As2d3c", ("A high", "three suits", "unpaired", "one straight")),
        ("QsJd9c", ("Q high", "three suits", "unpaired", "two straights")),
        ("5s5d5c", ("5 high", "three suits", "trips", "trips")),
    ],
)
def test_what_flops_have_in_common(board, names):
    assert tuple(GROUPINGS[by](parse_cards(board)) for by in ("high", "suits", "pairs", "connected")) == names


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("paired and high<=T and suits==2", "7s7d2s"),
        ("high=A", "AsKd2c As2d3c"),
        ("low>=5 and not trips", "9h8h7h QsJd9c"),
        ("trips or high==a and middle<4", "As2d3c 5s5d5c"),
        ("(trips or high==A) and middle<4", "As2d3c"),
        ("not (unpaired or suits > 2)", "7s7d2s"),
        ("middle==10", ""),
        ("straights!=0", "As2d3c 9h8h7h QsJd9c"),
        ("not not paired", "7s7d2s"),
    ],
)
def test_filters(text, kept):
    flops = ("AsKd2c", "7s7d2s", "9h8h7h", "As2d3c", "QsJd9c", "5s5d5c")
    is_kept = parse_filter(text)
    assert {flop for flop in flops if is_kept(parse_cards(flop))} == set(kept.split())


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("pared", "'pared' is not known of a flop .did you mean 'paired'"),
        ("__import__('os')", "'__import__' is not known of a flop"),
        ("high", "'high' is compared, such as high<=T"),
        ("high<=JQ", "'high' is compared with a rank, 2 to 9 or T, J, Q, K, A, not 'JQ'"),
        ("high<=", "not ''"),
        ("suits==two", "'suits' is compared with a number, not 'two'"),
        ("paired==1", "'paired' is so or not: leave out the '=='"),
        ("paired paired", "'paired' is not expected there"),
        ("(paired", "a '\\)' is missing"),
        ("paired and", "something is missing at its end"),
        ("", "something is missing"),
        ("(" * 200 + "paired", "at most 20 parentheses"),
        ("paired or " * 100, "a filter of 1,000 characters, at most 500 are read"),
    ],
)
def test_what_is_no_filter(text, error):
    with pytest.raises(SpotError, match=error):
        parse_filter(text)
