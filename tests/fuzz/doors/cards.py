"""Doors of the package `cards`: cards, hands, ranges, equities, filters of made hands."""

import math
from functools import cache

import numpy as np

from fuzz.door import Door, RefusalError, texts
from pokerlab.abstraction.features import expected_strengths
from pokerlab.abstraction.potential import board_potential
from pokerlab.cards.card import as_cards, format_card, format_cards, make_card, parse_card, parse_cards
from pokerlab.cards.combos import combo_index, format_combo, parse_combo
from pokerlab.cards.equity import equity
from pokerlab.cards.evaluator import best_five, category, describe, evaluate, evaluate_many, rank_boards
from pokerlab.cards.isomorphism import HandIndexer
from pokerlab.cards.made_hands import Classification, classify
from pokerlab.cards.ranges import Range
from pokerlab.cards.strength import hand_strength, potential

CARDS = ("As", "Kd", "10h", "td", "2c", "9♣", "Q♥️", "7S", ",", " ")
RANGES = (
    "AA", "22+,A2s+,K9s+,QTs+,ATo+", "88+,A9s+,KTs+,AJo+", "QQ-TT:0.25, AKs, A5s-A2s:0.5", "20%", "*", "AhKh,AK,KTo+",
    "T9s-76s;*:0.1;AsAh:1", "KK , QJs : 0.333333", "*:1e-3,AA,KK:0", "5.5%:0.5,22", "A10s+,1010-22",
)  # fmt: skip
RANGE_WORDS = (
    "AA",
    "AKs",
    "AKo",
    "AK",
    "22+",
    "KTo+",
    "A5s-A2s",
    "QQ-TT",
    "AhKh",
    "20%",
    "*",
    ":0.5",
    ":1",
    ",",
    "-",
    "+",
)


def number(text: str) -> object:
    """A text as what a caller might pass by mistake: an int, a float, nothing, or the text."""
    if text == "None":
        return None
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text


def whole(text: str) -> int:
    """A text as a whole number; what is none cannot be passed to a door that takes numbers."""
    value = number(text)
    if not isinstance(value, int):
        raise RefusalError("not a whole number")
    return value


def real(text: str) -> float:
    """A text as a number of any kind."""
    value = number(text)
    if not isinstance(value, int | float):
        raise RefusalError("not a number")
    return value


def _card(text: str) -> None:
    card = parse_card(text)
    assert 0 <= card < 52
    assert parse_card(format_card(card)) == parse_card(format_card(card, symbols=True)) == card


def _cards(text: str) -> None:
    cards = parse_cards(text)
    assert len(set(cards)) == len(cards)
    assert all(0 <= card < 52 for card in cards)
    for separator in ("", " ", ","):
        assert parse_cards(format_cards(cards, separator=separator)) == cards
    assert parse_cards(format_cards(cards, symbols=True)) == cards


def _combo(text: str) -> None:
    combo = parse_combo(text)
    assert parse_combo(format_combo(combo)) == combo


def _range(text: str) -> None:
    of_text = Range.parse(text)
    assert np.isfinite(of_text.weights).all()
    assert of_text.weights.min() >= 0
    assert of_text.weights.max() <= 1
    assert Range.parse(str(of_text)) == of_text
    assert 0 <= of_text.percent <= 100 + 1e-9


def _top(percent: str) -> None:
    assert 0 <= Range.top(real(percent)).percent <= 100 + 1e-9


def _range_entry(text: str, hand: str) -> None:
    of_text = Range.parse(text)
    assert 0 <= of_text[hand] <= 1


def _evaluate(text: str) -> None:
    rank = evaluate(text)
    cards = parse_cards(text)
    assert 1 <= rank <= 7462
    assert evaluate_many([cards]).tolist() == [rank]
    assert evaluate(best_five(text)) == rank
    assert describe(rank)
    assert 0 <= category(rank) <= 8


def _card_numbers(*given: str) -> None:
    """Lists of what may or may not be cards, into everything that takes lists of cards."""
    cards = [number(text) for text in given]
    checked = as_cards(cards)
    if not any(isinstance(card, str) for card in cards):
        assert list(checked) == cards, "numbers that are no cards became cards"
    assert parse_cards(format_cards(checked)) == checked
    if 5 <= len(cards) <= 7:
        assert evaluate(cards) == evaluate_many([cards])[0]
    if 3 <= len(cards) <= 5:
        assert rank_boards([checked]).shape == (1, 1326)


def _make_card(rank: str, suit: str) -> None:
    assert 0 <= make_card(whole(rank), whole(suit)) < 52


def _combo_index(card: str, other: str) -> None:
    assert 0 <= combo_index(whole(card), whole(other)) < 1326


def _evaluate_many(*given: str) -> None:
    """Rows of hands, one text each; numbers where they are numbers."""
    rows = [[number(word) for word in row.split()] for row in given]
    ranks = evaluate_many(rows)
    for row, rank in zip(rows, ranks.tolist(), strict=True):
        assert 1 <= rank <= 7462, "what is no hand has a rank"
        assert len(set(row)) == len(row), "a card twice has a rank"
        assert evaluate(row) == rank


def _equity(board: str, dead: str, samples: str, seed: str, *ranges: str) -> None:
    # Little work: what is exact within a hundredth of a second, else few samples.
    result = equity(ranges, board, dead, budget=0.01, samples=min(whole(samples), 2_000), seed=whole(seed), threads=1)
    assert len(result.players) == len(ranges)
    for player in result.players:
        assert -1e-12 <= player.win <= player.equity + 1e-12
        assert player.equity <= 1 + 1e-9
        assert 0 <= player.error < math.inf
    assert abs(sum(player.equity for player in result.players) - 1) < 1e-9
    assert 0 <= result.deals < math.inf
    if result.by_hand is not None:
        assert (np.nan_to_num(result.by_hand, nan=0.5) <= 1 + 1e-9).all()


@cache
def _classified(board: str) -> Classification:
    return classify(board)


def _filter(text: str) -> None:
    for board in ("Qh7h2c", "QsJh2h7c3d"):
        kept = _classified(board).matching(text)
        assert kept.shape == (1326,)
        assert kept.dtype == np.bool_


def _strength(hand: str, board: str, ahead: str) -> None:
    found = hand_strength(hand, board)
    assert 0 <= found.value <= 1
    later = potential(hand, board, ahead=whole(ahead))
    assert all(0 <= share <= 1 for share in (later.positive, later.negative, later.effective))
    combo = combo_index(*as_cards(hand))
    assert abs(board_potential(board, ahead=whole(ahead)).effective[combo] - later.effective) < 1e-9
    assert 0 <= expected_strengths(board)[combo] <= 1


def _indexer(rounds: str, cards: str, index: str) -> None:
    indexer = _indexer_of(tuple(whole(count) for count in rounds.split(",")))
    (found,) = indexer.index([parse_cards(cards)]).tolist()
    assert 0 <= found < indexer.size
    assert indexer.index([indexer.canonical(cards)]).tolist() == [found]
    number_of_deal = whole(index)
    assert indexer.index(indexer.unindex([number_of_deal])).tolist() == [number_of_deal]


@cache
def _indexer_of(rounds: tuple[int, ...]) -> HandIndexer:
    return HandIndexer(*rounds)


def _board(text: str) -> None:
    made = classify(text)
    assert len(made.matching("pair+")) == 1326


DOORS = (
    Door(
        "card",
        texts("As", "td", "10h", "9♣", "Q♥️"),
        _card,
        20,
        CARDS,
        {
            "a suit that becomes another letter in capitals": ("Aſ",),
            "a Kelvin sign": ("\u212as",),
            "a card of a million letters": ("As" * 500_000,),
        },
    ),
    Door(
        "cards",
        texts("AsKd10h", "as, kd", "2c3c4c5c6c7c8c", "", "A♠ K♦️ Q♥", "QsJh2h7c3d"),
        _cards,
        30,
        CARDS,
        {"a million letters": ("Ks" * 500_000,), "half a character": ("A\ud800",), "two lines": ("As\nKx",)},
    ),
    Door("combo", texts("AhKh", "2c2d", "10s9s"), _combo, 10, CARDS),
    Door(
        "card-numbers",
        (("0", "1", "2", "3", "4"), ("51", "50", "0", "13", "26", "39", "7"), ("3", "4", "5"), ()),
        _card_numbers,
        20,
        ("-1", "52", "51", "0", "None", "3.0", "nan", "As"),
        free=True,
        known={
            "unknown cards": ("-1", "-1"),
            "a card twice": ("3", "3", "4", "5", "6"),
            "half a card": ("0.5", "1"),
            "halves among five": ("0.5", "1", "2", "3", "4"),
            "no number at all": ("nan", "1", "2", "3", "4"),
            "texts": ("As", "Kd", "Qh", "Js", "Tc"),
            "nothing": ("None",),
        },
    ),
    Door(
        "hands",
        (("0 1 2 3 4", "5 6 7 8 9"), ("0 5 10 15 20 25 30",), ("51 50 49 48 47 46",)),
        _evaluate_many,
        10,
        ("-1", "52", "As", "None", "3.5", "nan", "300"),
        free=True,
        known={
            "a card twice": ("0 0 1 2 3",),
            "five aces": ("51 50 49 48 47 49",),
            "seven aces": ("51 51 51 51 51 51 51",),
            "twenty thousand rows of seven aces": ("51 50 49 48 51 50 49",) * 20_000,
            "lists of strings": ("As Ks Qs Js Ts",),
            "unequal rows": ("0 1", "2"),
            "halves": ("0.5 1.5 2.5 3.5 4.5",),
            "257 is not 1": ("257 2 3 4 5",),
            "nothing": ("None 1 2 3 4",),
            "no rows": (),
            "huge": ("99999999999999999999999 1 2 3 4",),
        },
    ),
    Door(
        "range",
        texts(*RANGES),
        _range,
        40,
        RANGE_WORDS,
        {
            "a megabyte": ("AKs," * 250_000,),
            "a suit that is s only in capitals": ("AKſ",),
            "Kelvin": ("A\u212as",),
            "NaN": ("AA:nan",),
            "a long word": ("A" * 100_000,),
            "400 digits": ("AA:" + "9" * 400,),
            "400 digits of percent": ("9" * 400 + "%",),
            "other digits": ("٣%",),
            "two lines": ("AA:\n2",),
            "a file": ("@/etc/passwd",),
            "a starting range": ("@btn-push-10bb:0.5,@sb-push-20bb",),
        },
    ),
    Door(
        "top",
        texts("20", "0", "100", "33.3"),
        _top,
        3,
        known={"NaN": ("nan",), "infinite": ("inf",), "400 digits": ("9" * 400,)},
    ),
    Door(
        "range-entry",
        (("22+,A2s+", "AhKh"), ("*:0.5", "AKs"), ("AA,KK", "AA"), ("20%", "72o")),
        _range_entry,
        5,
        RANGE_WORDS,
    ),
    Door("evaluate", texts("AsKsQsJsTs", "2c2d2h2s3c3d", "As Kd Qh Jc 9s 8d 7h"), _evaluate, 20, CARDS),
    Door(
        "equity",
        (
            ("", "", "1000", "0", "AA", "KK"),
            ("QhJh2c", "", "1000", "1", "20%", "QQ+,AK"),
            ("QsJh2h7c", "As", "500", "7", "AhKh", "22+", "*"),
            ("QsJh2h7c3d", "", "2", "0", "AhKh:0.5,QQ", "JJ"),
            ("", "2c", "1000", "123", "AhKh", "22", "QQ", "JTs"),
        ),
        _equity,
        5,
        (*RANGE_WORDS, *CARDS),
        free=True,
        known={
            "a seed of 23 digits": ("", "", "1000", "99999999999999999999999", "AhKh", "QQ", "JJ"),
            "a negative seed": ("", "", "1000", "-1", "AhKh", "QQ", "JJ"),
            "eight times two hands and a half": ("", "", "1000", "0", *["22,33,44,55"] * 8),
            "hardly a weight": ("QsJh2h7c3d", "", "1000", "0", "AA:1e-300", "KK:1e-300"),
            "hardly a weight, three players": ("QsJh2h7c3d", "", "1000", "0", "AA:5e-324", "KK:1e-300", "TT"),
            "hardly a weight, sampled": ("", "", "1000", "0", "AA:5e-324,22:1e-323", "KK:1e-300", "TT", "*"),
            "no deal": ("", "", "100", "0", "AsAh", "AsKs"),
            "one range": ("", "", "100", "0", "AA"),
        },
        seconds=4.0,
    ),
    Door(
        "filter",
        texts(
            "pair",
            "top pair+",
            "flush draw and not pair",
            "two pair or set, straight",
            "not top pair and not air",
            "second pair-",
        ),
        _filter,
        15,
        ("and", "or", "not", "(", ")", "top pair", "flush", "+", "-", ","),
        {"a thousand brackets": ("(" * 1000 + "pair" + ")" * 1000,), "not, often": ("not " * 5000 + "pair",)},
    ),
    Door(
        "strength",
        (("AhKh", "Qh7h2c", "2"), ("QsQd", "QhJh2c7d", "1"), ("2c2d", "AsKsQs", "1")),
        _strength,
        3,
        CARDS,
        {
            "none ahead": ("AhKh", "Qh7h2c", "0"),
            "many ahead": ("AhKh", "Qh7h2c", "9" * 30),
            "river": ("AhKh", "Qh7h2c3d4s", "1"),
        },
    ),
    Door(
        "indexer",
        (("2", "AhKh", "168"), ("2,3", "AhKhQh7h2c", "1286791"), ("2,5", "2c2dAsKsQsJsTs", "77"), ("1", "As", "0")),
        _indexer,
        5,
        CARDS,
        {
            "below the first": ("2", "AhKh", "-1"),
            "after the last": ("2", "AhKh", "169"),
            "beyond 64 bits": ("2", "AhKh", "9" * 30),
            "too few cards": ("2,3", "AhKh", "0"),
            "rounds of nothing": ("0", "", "0"),
            "rounds beyond 64 bits": ("9" * 30, "", "0"),
        },
    ),
    Door("board", texts("Qh7h2c", "QsJh2h7c", "AsKsQsJsTs"), _board, 1, CARDS, {"two cards": ("AsKs",), "none": ("",)}),
    Door(
        "rank-and-suit",
        (("0", "0"), ("12", "3"), ("5", "2")),
        _make_card,
        3,
        known={"negative": ("-1", "0"), "huge": ("9" * 30, "0")},
    ),
    Door(
        "two-cards",
        (("0", "1"), ("51", "50")),
        _combo_index,
        3,
        known={"unknown": ("-1", "-1"), "huge": ("9" * 30, "0")},
    ),
)
