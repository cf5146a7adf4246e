"""Text that is damaged at random is either read or refused with a `RecordError`: never anything else."""

import random

import pytest
from random_hands import play_out, random_holdem

from pokerlab.errors import PokerError, RecordError
from pokerlab.games.gamedef import format_gamedef, parse_gamedef
from pokerlab.games.library import named_game
from pokerlab.records.reading import Format, read_lines
from pokerlab.records.record import HandRecord, problems
from pokerlab.records.writing import format_hands

GAME = named_game("holdem-nolimit:3,stack=2000")


def damaged(text: str, rng: random.Random) -> str:
    for _ in range(rng.randint(1, 4)):
        place, length = rng.randrange(len(text) or 1), rng.choice((1, 1, 1, 5, 40))
        piece = rng.choice(
            ("", "x", "9", "-", ".", " ", "\n", "[", '"', "é", "0" * 30, "?", "/", "|", "inf", "p1", "f", ":", "1e9",
             "1e9999999", "-inf", "nan", "9" * 5000, "[" * 500, "a." * 500, "\x00", "\ufeff", "\udce9", "\u2028", " #")
        )  # fmt: skip
        if rng.random() < 0.2:
            start = rng.randrange(len(text) or 1)
            piece = text[start : start + 20]
        text = text[:place] + piece + text[place + length :]
    return text


@pytest.mark.parametrize("form", Format)
def test_damaged_hands_are_read_or_refused(form: Format):
    rng = random.Random(11)
    for number in range(1500):
        game = GAME if form is Format.ACPC else random_holdem(rng)
        names = tuple(["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon"][: game.players])
        record = HandRecord.of(play_out(game, rng), names=names, hand_id=str(number))
        (text,) = format_hands([record], form)
        for _ in range(3):
            lines = damaged(text, rng).splitlines(keepends=True)
            broken: list[RecordError] = []
            for found in read_lines(lines, "f", form=form, game=GAME, on_broken=broken.append):
                problems(found.record)
            assert all(str(error).startswith("f:") and "\n" not in str(error) for error in broken)
            assert all(len(str(error)) < 300 for error in broken)


def test_damaged_game_definitions_are_read_or_refused():
    rng = random.Random(12)
    texts = [format_gamedef(named_game(name)) for name in ("leduc", "kuhn3", "holdem-nolimit:2", "holdem-limit:6")]
    read, refused = 0, 0
    for _ in range(3000):
        try:
            parse_gamedef(damaged(rng.choice(texts), rng))
            read += 1
        except PokerError as error:
            refused += "\n" not in str(error)
    assert read + refused == 3000
    assert read > 0
    assert refused > 0
