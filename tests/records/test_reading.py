"""Files of many hands: streamed, and a broken hand costs only itself."""

import random
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from random_hands import play_out

from pokerlab.errors import RecordError
from pokerlab.games.library import named_game
from pokerlab.records.reading import LONGEST_HAND, Format, read_hands, read_lines
from pokerlab.records.record import HandRecord, problems
from pokerlab.records.writing import format_hands, write_hands

GAME = named_game("holdem-nolimit:3,stack=2000")


def random_records(count: int, seed: int = 1) -> list[HandRecord]:
    rng = random.Random(seed)
    names = ("Ann", "Ben", "Cleo")
    return [HandRecord.of(play_out(GAME, rng), names=names, hand_id=str(number)) for number in range(1, count + 1)]


def break_hand(texts: list[str], place: int, form: Format) -> list[str]:
    """The same texts with an illegal action or a cut in one of them."""
    broken = list(texts)
    if form is Format.PHH:
        broken[place] = broken[place].replace('"p3 ', '"p2 ', 1)
    elif form is Format.ACPC:
        broken[place] = broken[place].replace(":", ":x", 2)
    else:
        broken[place] = broken[place][: len(broken[place]) // 2].rsplit("\n", 1)[0] + "\n"
    return broken


@pytest.mark.parametrize("form", Format)
def test_hands_written_to_a_file_are_read_back(form: Format, tmp_path: Path):
    records = random_records(40)
    path = tmp_path / "hands.txt"
    assert write_hands(path, records, form) == 40
    found = list(read_hands(path, game=GAME if form is Format.ACPC else None))
    assert [hand.record.hand_id for hand in found] == [record.hand_id for record in records]
    assert [hand.record.payoffs() for hand in found] == [record.payoffs() for record in records]
    assert all(problems(hand.record) == [] for hand in found)
    assert [path.name for path in tmp_path.iterdir()] == ["hands.txt"]


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("place", [0, 4, 9])
def test_broken_hand_is_reported_with_file_and_line_and_nothing_else_is_lost(form: Format, place: int):
    texts = list(format_hands(random_records(10), form))
    broken = "".join(break_hand(texts, place, form))
    first = "".join(texts[:place]).count("\n") + 1
    last = first + texts[place].count("\n")
    errors: list[RecordError] = []
    found = read_lines(broken.splitlines(keepends=True), "hands.txt", form=form, game=GAME, on_broken=errors.append)
    ids = [hand.record.hand_id for hand in found]
    assert ids == [str(number) for number in range(1, 11) if number != place + 1]
    (error,) = errors
    file, line, _ = str(error).split(":", 2)
    assert file == "hands.txt"
    assert first <= int(line) <= last


@pytest.mark.parametrize("form", Format)
def test_broken_hand_is_fatal_if_asked_so(form: Format):
    texts = break_hand(list(format_hands(random_records(5), form)), 2, form)
    found = read_lines("".join(texts).splitlines(keepends=True), "hands.txt", form=form, game=GAME)
    assert [next(found).record.hand_id, next(found).record.hand_id] == ["1", "2"]
    with pytest.raises(RecordError, match=r"^hands\.txt:[0-9]+: "):
        next(found)


def test_places_are_where_hands_start():
    texts = list(format_hands(random_records(3), Format.PHH))
    found = list(read_lines("".join(texts).splitlines(keepends=True), "a.phhs"))
    lines = [hand.place.line for hand in found]
    assert lines == [1, 1 + texts[0].count("\n"), 1 + texts[0].count("\n") + texts[1].count("\n")]
    assert str(found[1].place) == f"a.phhs:{lines[1]}"


def test_file_is_read_as_a_stream():
    """A hand is there before the next one has been asked for."""
    texts = list(format_hands(random_records(3), Format.PHH))
    taken = 0

    def lines() -> Iterator[str]:
        nonlocal taken
        for text in texts:
            taken += 1
            yield from text.splitlines(keepends=True)

    found = read_lines(lines(), "endless")
    next(found)
    assert taken == 2  # the head of the second ends the first


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "f: there is no hand in it"),
        ("# only a remark\n\n", "f: there is no hand in it"),
        ("hello there\n", "f:1: 'hello there' starts no known format (phh, acpc, pokerstars)"),
        ("STATE:1:c:9s8h|QdKc\n", "f: ACPC lines do not say their game, it must be given"),
    ],
)
def test_files_that_are_not_hands(text: str, message: str):
    with pytest.raises(RecordError) as error:
        list(read_lines(text.splitlines(keepends=True), "f"))
    assert str(error.value) == message


def test_single_phh_files_hold_one_hand(tmp_path: Path):
    one, two = random_records(2)
    assert write_hands(tmp_path / "one.phh", [one], Format.PHH) == 1
    assert not (tmp_path / "one.phh").read_text().startswith("[")
    assert [hand.record.hand_id for hand in read_hands(tmp_path / "one.phh")] == ["1"]
    with pytest.raises(RecordError, match=r"a \.phh file holds one hand"):
        write_hands(tmp_path / "two.phh", [one, two], Format.PHH)
    assert not (tmp_path / "two.phh").exists()


def test_file_that_could_not_be_finished_is_not_there(tmp_path: Path):
    path = tmp_path / "hands.phhs"
    path.write_text("before")
    bad = HandRecord.of(play_out(named_game("kuhn"), random.Random(1)))
    with pytest.raises(RecordError):
        write_hands(path, [*random_records(3), bad], Format.PHH)
    assert path.read_text() == "before"
    assert [file.name for file in tmp_path.iterdir()] == ["hands.phhs"]


def test_acpc_logs_may_have_comments_and_scores():
    lines = ["# name/game/hands/seed\n", "STATE:0:ff:AsAh|KsKh|QsQh:-50|50|0:A|B|C\n", "\n", "SCORE:-50|50|0:A|B|C\n"]
    found = list(read_lines(lines, "match.log", game=GAME))
    assert [hand.record.names for hand in found] == [("A", "B", "C")]
    assert found[0].place.line == 2


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize("spelling", [str, str.upper])
def test_formats_and_paths_may_be_strings(form: Format, spelling, tmp_path: Path):
    records = random_records(5)
    path = str(tmp_path / "hands.txt")
    assert write_hands(path, records, spelling(form)) == 5
    assert Path(path).read_text() == "".join(format_hands(records, form))
    found = read_hands(path, form=spelling(form), game=GAME)
    assert [hand.record.payoffs() for hand in found] == [record.payoffs() for record in records]


@pytest.mark.parametrize("form", ["pgn", "", "phh\n" * 50, None, 3])
def test_formats_that_do_not_exist_are_refused_before_anything_is_done(form, tmp_path: Path):
    path = tmp_path / "hands.txt"
    uses = [lambda: write_hands(path, random_records(1), form), lambda: format_hands([], form)]
    if form is not None:  # which asks to find out
        uses += [lambda: read_hands(path, form=form), lambda: read_lines([], "f", form=form)]
    for use in uses:
        with pytest.raises(RecordError, match=r"is not a format of hands \(one of phh, acpc, pokerstars\)$") as error:
            use()
        assert len(str(error.value)) < 140
    assert not path.exists()


HAND = (
    '[{0}]\nvariant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [99, 99]\n'
    'actions = ["d dh p1 ????", "d dh p2 AsKs", "p2 f"]\nplayers = ["{1}", "Ben"]\n\n'
)


def phh(name: str, number: int) -> str:
    return HAND.format(number, name)


def stars(name: str, number: int) -> str:
    record = random_records(1)[0]
    return "".join(format_hands([replace(record, names=(name, "Ben", "Cleo"), hand_id=str(number))], "pokerstars"))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("write", [phh, stars])
def test_byte_order_marks_are_no_part_of_a_file(encoding: str, write, tmp_path: Path):
    path = tmp_path / "hands.txt"
    mark = "\ufeff" if encoding.endswith(("le", "be")) else ""
    path.write_bytes((mark + write("Zoé", 1) + write("Ann", 2)).encode(encoding))
    assert [hand.record.names[0] for hand in read_hands(path)] == ["Zoé", "Ann"]


@pytest.mark.parametrize("write", [phh, stars])
def test_files_joined_with_their_byte_order_marks(write, tmp_path: Path):
    path = tmp_path / "hands.txt"
    path.write_bytes(write("Ann", 1).encode("utf-8-sig") + write("Eve", 2).encode("utf-8-sig"))
    assert [hand.record.names[0] for hand in read_hands(path)] == ["Ann", "Eve"]


def test_old_room_files_are_read_as_windows_1252(tmp_path: Path):
    path = tmp_path / "hands.txt"
    path.write_bytes(stars("Zoé €", 1).encode("cp1252") + stars("Zoë", 2).encode())
    assert [hand.record.names[0] for hand in read_hands(path)] == ["Zoé €", "Zoë"]


def test_other_files_that_are_no_utf8_lose_only_the_hand(tmp_path: Path):
    path = tmp_path / "hands.phhs"
    path.write_bytes((phh("Ann", 1) + phh("Zoé", 2) + phh("Eve", 3)).encode("latin-1"))
    broken: list[RecordError] = []
    assert [hand.record.names[0] for hand in read_hands(path, on_broken=broken.append)] == ["Ann", "Eve"]
    assert [str(error) for error in broken] == [f"{path}:17: byte 0xe9 is no UTF-8"]
    log = tmp_path / "match.log"
    log.write_bytes("STATE:1:f:9s8h|QdKc:50|-50:Zoé|Ben\nSTATE:2:f:9s8h|QdKc:50|-50:Ann|Ben\n".encode("latin-1"))
    broken.clear()
    found = read_hands(log, game=named_game("holdem-nolimit:2"), on_broken=broken.append)
    assert [hand.record.hand_id for hand in found] == ["2"]
    assert [str(error) for error in broken] == [f"{log}:1: byte 0xe9 is no UTF-8"]


def test_files_that_are_no_text(tmp_path: Path):
    path = tmp_path / "hands.txt"
    path.write_bytes(b"\xff\xfe" + b"\x00\xd8" * 3 + b"a")
    with pytest.raises(RecordError, match="not the text in UTF-16"):
        list(read_hands(path))
    path.write_bytes(bytes(range(256)) * 100)
    with pytest.raises(RecordError, match="starts no known format") as error:
        list(read_hands(path))
    assert len(str(error.value)) < 120 + len(str(path))


BAD = {
    "variant that is a list": ('"NT"', '["NT"]', "variant '['NT']' is not hold'em (variants are NT, FT, PT)"),
    "year of 30 digits": ("antes", f"year = {'9' * 30}\nmonth = 1\nday = 1\nantes", "are not a date"),
    "day that is none": (
        "antes",
        "year = 2024\nmonth = 2\nday = 30\nantes",
        "year 2024, month 2, day 30 are not a date",
    ),
    "stack beyond all digits": ("[99, 99]", "[99, 1e9999999]", "starting_stacks: 1E+9999999 is not an amount of"),
    "stack of no end of places": ("[99, 99]", "[99, 1e-9999999]", "starting_stacks: 1E-9999999 is not an amount"),
    "exponent of 20 digits": ("[99, 99]", "[99, 1e99999999999999999999]", "is too long a number"),
    "number of 400 digits": ("[99, 99]", f"[99, {'9' * 400}]", "starting_stacks: a number of more than 40 digits"),
    "number of 5,000 digits": ("[99, 99]", f"[99, {'9' * 5000}]", "a number has thousands of digits"),
    "decimal of 5,000 digits": ("[99, 99]", f"[99, 0.{'9' * 5000}]", "is too long a number"),
    "number of 4,000 hex digits": ("[99, 99]", f"[99, 0x{'f' * 4000}]", "starting_stacks: a number of more than 40"),
    "minus infinity": ("[99, 99]", "[99, -inf]", "starting_stacks: -Infinity is not an amount"),
    "arrays a thousand deep": ("antes", f"x = {'[' * 1000}{']' * 1000}\nantes", "in each other more than 20 deep"),
    "tables a thousand deep": ("antes", f"x = {'{a=' * 1000}1{'}' * 1000}\nantes", "in each other more than 20 deep"),
    "key of 100,000 dots": ("antes", f"{'a.' * 100_000}a = 1\nantes", "a key has more than 20 parts"),
    "key of quoted parts": ("antes", "'a'" + '."a"' * 30_000 + " = 1\nantes", "a key has more than 20 parts"),
    "hand without end": ("antes", "# and so on\n" * 30_000 + "antes", "a hand of more than 250,000 characters"),
    "table that is a list": ("antes", "table = [1]\nantes", "'table' must be a text, not '[1]'"),
}


@pytest.mark.parametrize("name", BAD)
def test_one_bad_hand_of_a_file_is_one_line_and_the_others_are_read(name: str):
    old, new, message = BAD[name]
    text = phh("Ann", 1) + phh("Ann", 2).replace(old, new, 1) + phh("Ann", 3)
    broken: list[RecordError] = []
    found = list(read_lines(text.splitlines(keepends=True), "f", on_broken=broken.append))
    assert len(found) == 2
    assert found[0].place.line == 1
    (error,) = broken
    assert str(error).startswith("f:10: ")
    assert message in str(error)
    assert len(str(error)) < 200


def test_what_only_looks_dangerous_is_read():
    """Dots, brackets and digits within strings and comments are text."""
    extra = f'author = "{"." * 90}{"[" * 90}" # {"a." * 90}\n'
    extra += f"_note = '''\n{'[' * 90}\n{'9' * 90}'''\n_x = [[1.5, {{a.b.c = 2}}]]\n"
    (found,) = read_lines((phh("Ann", 1) + extra).splitlines(keepends=True), "f")
    assert found.record.info["author"].startswith("....")
    assert found.record.info["_x"][0][1] == {"a": {"b": {"c": 2}}}


def test_hands_too_long_to_be_one_are_not_kept_in_memory():
    def lines() -> Iterator[str]:
        yield from phh("Ann", 1).splitlines(keepends=True)
        for number in range(30_000):
            yield f"# remark {number:0100}\n"
        yield from phh("Ann", 2).splitlines(keepends=True)

    broken: list[RecordError] = []
    tracemalloc.start()
    found = list(read_lines(lines(), "f", on_broken=broken.append))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(found) == len(broken) == 1
    assert peak < 10 * LONGEST_HAND
