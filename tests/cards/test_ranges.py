"""Ranges: what the text means, what is written back, and errors that point at the token."""

import contextlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerlab.cards.combos import CLASS_NAMES, CLASS_OF_COMBO, format_combo
from pokerlab.cards.preflop import strength_order, strongest_classes
from pokerlab.cards.range_files import range_or_file, read_range
from pokerlab.cards.ranges import Range
from pokerlab.cards.starting import starting_ranges
from pokerlab.errors import RangeError


def hands(text: str) -> set[str]:
    return {format_combo(combo) for combo, _ in Range.parse(text)}


def classes(text: str) -> set[str]:
    return {CLASS_NAMES[CLASS_OF_COMBO[combo]] for combo, _ in Range.parse(text)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AA", "AA"),
        ("AKs", "AKs"),
        ("AK", "AKs AKo"),
        ("KA", "AKs AKo"),
        ("QQ-TT", "QQ JJ TT"),
        ("TT-QQ", "QQ JJ TT"),
        ("JJ+", "JJ QQ KK AA"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
        ("A2s-A5s", "A5s A4s A3s A2s"),
        ("KTo+", "KTo KJo KQo"),
        ("75s+", "75s 76s"),
        ("AQ+", "AQs AQo AKs AKo"),
        ("T9s-76s", "T9s 98s 87s 76s"),
        ("A10s+", "ATs AJs AQs AKs"),
        ("akS, qq - jj", "AKs QQ JJ"),
        ("AA KK\nQQ;JJ", "AA KK QQ JJ"),
        ("0%", ""),
        ("", ""),
    ],
)
def test_what_a_token_means(text, expected):
    assert classes(text) == set(expected.split())


def test_whole_classes_have_all_their_hands():
    assert [len(Range.parse(text)) for text in ("AA", "AKs", "AKo", "AK", "22+", "*", "100%")] == [
        6, 4, 12, 16, 78, 1326, 1326,
    ]  # fmt: skip


def test_single_hands():
    assert hands("AhKh,Q♦J♣,10s9s") == {"AhKh", "QdJc", "Ts9s"}
    assert Range.parse("KhAh") == Range.parse("AhKh")


def test_later_tokens_override_earlier_ones():
    chosen = Range.parse("AK:0.5,AhKh,AsKs:0")
    assert (chosen["AhKh"], chosen["AsKs"], chosen["AdKd"], chosen["AdKs"]) == (1, 0, 0.5, 0.5)
    assert Range.parse("AhKh,AK:0.5")["AhKh"] == 0.5


def test_weights_and_counts():
    chosen = Range.parse("A5s-A2s:0.5,KK")
    assert len(chosen) == 22
    assert chosen.combos == 14
    assert chosen.percent == pytest.approx(100 * 14 / 1326)
    assert chosen["A5s"] == 0.5
    assert Range.parse("AA:1e-3")["AA"] == 0.001


def test_a_percentage_is_the_strongest_hands_against_a_random_one():
    twenty = Range.parse("20%")
    assert twenty == Range.top(20)
    assert len(twenty) == 264  # 265.2 hands are a fifth; the next class has 12
    order = strength_order()
    assert [CLASS_NAMES[c] for c in order[:5]] == ["AA", "KK", "QQ", "JJ", "TT"]
    assert CLASS_NAMES[order[-1]] == "32o"
    for percent in range(0, 101, 5):
        assert set(strongest_classes(percent)) <= set(strongest_classes(min(100, percent + 5)))
        assert abs(Range.top(percent).percent - percent) <= 100 * 6 / 1326


def test_dead_cards_take_hands_out():
    assert len(Range.parse("AA").without("As")) == 3
    assert len(Range.parse("AKs").without("AsKh")) == 2
    assert len(Range.full().without("AsKdQh")) == 1176
    with pytest.raises(RangeError, match="the range has no hands once AsAhAd are taken out"):
        Range.parse("AA").live("AsAhAd")


def test_matrix_has_suited_hands_above_the_diagonal():
    matrix = Range.parse("AA,AKs:0.5,KQo,AhKh").matrix()
    assert matrix.shape == (13, 13)
    assert matrix[0, 0] == 1
    assert matrix[0, 1] == pytest.approx((1 + 3 * 0.5) / 4)
    assert matrix[2, 1] == 1
    assert matrix[1, 2] == 0


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("AKs,AKo,AQs,AQo", "AQ+"),
        ("22,33,44,AA,KK", "KK+,44-22"),
        ("A5s,A4s,A3s,A2s,AKs", "AKs,A5s-A2s"),
        ("KQs,KJs,KTs,KQo", "KQ,KJs-KTs"),
        ("*:0.5", "*:0.5"),
        ("AA,KK:0.25,AK:0.25", "AA,KK:0.25,AK:0.25"),
        ("AKs,AhKh:0", "AKs,AhKh:0"),
        ("AhKh,AsKs", "AsKs,AhKh"),
        ("54s,65s", "65s,54s"),
        ("100%", "*"),
    ],
)
def test_shortest_text(text, short):
    assert str(Range.parse(text)) == short


weights = st.one_of(st.just(0.0), st.just(1.0), st.sampled_from([0.5, 0.25, 1 / 3]), st.floats(0, 1))


@given(st.dictionaries(st.integers(0, 168), weights), st.dictionaries(st.integers(0, 1325), weights, max_size=30))
def test_text_reads_back_to_the_same_range(of_classes, of_hands):
    values = np.zeros(1326)
    for index, weight in of_classes.items():
        values[index == CLASS_OF_COMBO] = weight
    for index, weight in of_hands.items():
        values[index] = weight
    chosen = Range(values)
    assert Range.parse(str(chosen)) == chosen
    assert Range.parse(str(chosen).replace(",", " ,\n").lower()) == chosen
    assert str(Range.parse(str(chosen))) == str(chosen)


@given(st.sets(st.integers(0, 168)))
def test_text_of_classes_names_no_single_hands(of_classes):
    chosen = Range(np.isin(CLASS_OF_COMBO, list(of_classes)).astype(float))
    assert not any(symbol in str(chosen) for symbol in "cdh:")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AA,AXs", "'AXs' is not a hand class (did you mean 'AKs'?)"),
        ("AA,QQ-XX", "'XX' in 'QQ-XX' is not a hand class"),
        ("AAs", "'AAs': a pair is neither suited nor offsuit (did you mean 'AA'?)"),
        ("A5s-A2o", "'A5s-A2o': both ends of a run must be suited, or both offsuit (did you mean 'A5s-A2s'?)"),
        ("K9s-A8s", "'K9s-A8s' is not a run: its ends share neither the high card nor the gap between the cards"),
        ("AK-", "'AK-': a hand class is missing"),
        ("AA:1.2", "'AA:1.2': the weight 1.2 is not between 0 and 1"),
        ("AA:50", "'AA:50': the weight 50 is not between 0 and 1 (did you mean 0.5?)"),
        ("AA:-1", "'AA:-1': the weight -1 is not between 0 and 1"),
        ("AA:nan", "'AA:nan': the weight nan is not between 0 and 1"),
        ("AA:", "'AA:': the weight '' is not a number between 0 and 1"),
        ("120%", "'120%': there are no more than 100% of hands"),
        ("AhAh", "'AhAh' is not a hand: 'Ah' occurs twice in hand 'AhAh'"),
        ("AhKx", "'AhKx' is not a hand: 'Kx': unknown suit 'x' (suits are c d h s)"),
        ("?", "'?' is not a hand class"),
    ],
)
def test_errors_point_at_the_token(text, message):
    with pytest.raises(RangeError) as error:
        Range.parse(text)
    assert str(error.value) == message


@given(st.text(max_size=12))
def test_any_text_is_a_range_or_a_range_error(text):
    with contextlib.suppress(RangeError):
        assert len(Range.parse(text)) <= 1326


def test_ranges_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        Range.full().weights[0] = 0


def test_ranges_are_values():
    assert len({Range.parse("AK"), Range.parse("AKs,AKo"), Range.parse("AKs")}) == 2
    assert repr(Range.parse("AKs,AKo")) == "Range.parse('AK')"
    for bad in (np.zeros(5), np.full(1326, 2.0), np.full(1326, np.nan)):
        with pytest.raises(RangeError):
            Range(bad)
    with pytest.raises(RangeError):
        Range.top(101)


@pytest.mark.parametrize("text", ["AA," * 350_000, " " * 1_000_000, "AA" + " " * 99_000 + "x", "x" * 100_001])
def test_long_texts_are_refused_at_once(text):
    with pytest.raises(RangeError) as error:
        Range.parse(text)
    assert len(str(error.value)) < 150


def test_the_longest_text_that_is_read_is_read_at_once():
    """Nothing in it is looked up twice, and white space is not looked at again and again."""
    every_hand = ",".join(f"{format_combo(combo)}:0.1234567890123456" for combo in range(1326))
    assert len(Range.parse(every_hand)) == 1326
    assert str(Range.parse("AA , " * 20_000)) == "AA"
    assert str(Range.parse("20%:0.5,*," * 9_000)) == "*"
    assert str(Range.parse("AA" + " " * 90_000 + ": 0.5")) == "AA:0.5"


@given(st.lists(st.sampled_from(["AA", "AK", "20%", "*", "22+", "AhKh"]), min_size=2, max_size=2))
def test_ranges_are_sets(texts):
    first, second = map(Range.parse, texts)
    assert dict(first | second).keys() == dict(first).keys() | dict(second).keys()
    assert dict(first & second).keys() == dict(first).keys() & dict(second).keys()
    assert dict(first - second).keys() == dict(first).keys() - dict(second).keys()
    assert (first - second) | (first & second) == first


def test_sets_of_weighted_hands():
    first, second = Range.parse("AA:0.75,KK"), Range.parse("AA:0.25,QQ:0.5")
    assert str(first | second) == "KK,AA:0.75,QQ:0.5"
    assert str(first & second) == "AA:0.25"
    assert str(first - second) == "KK,AA:0.5"
    assert str(second - first) == "QQ:0.5"
    with pytest.raises(TypeError):
        first | "AA"


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("AhAd", "AhKd", False),
        ("AhAd", "AhKd,KcKs", True),
        ("AA", "AA", True),
        ("AhAd,AhAc", "AhAs,KdAc", True),
        ("AhAd,AhAc", "AhAs,Ah2c", False),
    ],
)
def test_ranges_that_can_be_held_at_once(one, other, expected):
    one, other = Range.parse(one), Range.parse(other)
    assert one.meets(other) is other.meets(one) is expected


def test_ranges_in_files(tmp_path):
    path = tmp_path / "btn.txt"
    path.write_text("\ufeffQQ+, AKs  # for value\n# bluffs\nA5s:0.5\n", "utf-8")
    assert read_range(path) == range_or_file("@btn.txt", tmp_path) == Range.parse("QQ+,AKs,A5s:0.5")
    assert range_or_file(f" @{path}") == read_range(path)
    assert range_or_file("QQ+") == Range.parse("QQ+")
    (tmp_path / "btn-push-10bb").write_text("72o")
    assert range_or_file("@btn-push-10bb", tmp_path) == Range.parse("@btn-push-10bb")
    assert str(range_or_file("@./btn-push-10bb", tmp_path)) == "72o"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"QQ+,AXs", "btn.txt: 'AXs' is not a hand class (did you mean 'AKs'?)"),
        (b"QQ+\xff", "btn.txt: cannot be read: not a text in UTF-8"),
        (None, "btn.txt: cannot be read: No such file or directory"),
    ],
)
def test_files_without_a_range_are_named(tmp_path, content, line):
    if content is not None:
        (tmp_path / "btn.txt").write_bytes(content)
    with pytest.raises(RangeError) as error:
        range_or_file("@btn.txt", tmp_path)
    assert str(error.value).endswith(line)


def test_starting_ranges_by_name():
    assert len(starting_ranges()) == 30
    assert Range.parse("@BTN-push-10bb") == Range.parse("@btn-push-10bb:1")
    half = Range.parse("@co-push-10bb:0.5, AA")
    assert (half["AA"], half["KK"], half["A5o"]) == pytest.approx((1, 0.5, 0.461))
    widths = [Range.parse(f"@{seat}-push-10bb").percent for seat in ("mp", "hj", "co", "btn", "sb")]
    assert widths == sorted(widths)
    with pytest.raises(RangeError, match=r"'@btn-push' is not a starting range \(did you mean '@btn-push-20bb'\?\)"):
        Range.parse("AA,@btn-push")
    with pytest.raises(RangeError, match=r"'@b\.txt' is not a starting range, and a file is not looked for here"):
        Range.parse("@b.txt")
