"""Files of many hands: streamed, and a broken hand costs only itself."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from random_hands import play_out

from pokerlab.errors import RecordError
from pokerlab.games.library import named_game
from pokerlab.records.reading import Format, read_hands, read_lines
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
