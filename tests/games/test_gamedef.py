"""ACPC game definitions, read and written."""

from dataclasses import replace
from pathlib import Path

import pytest

from pokerlab.errors import GameError
from pokerlab.games.action import CALL
from pokerlab.games.betting import Betting, Legal
from pokerlab.games.gamedef import UNLIMITED, format_gamedef, load_gamedef, parse_gamedef
from pokerlab.games.library import holdem_potlimit, named_game
from pokerlab.games.rules import Limit
from pokerlab.games.state import State

LIMIT_3 = """# three players, limit
GAMEDEF
limit
numPlayers = 3
numRounds = 4
blind = 5 10 0
raiseSize = 10 10 20 20
firstPlayer = 3 1 1 1
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""


def test_limit_holdem_for_three():
    game = parse_gamedef(LIMIT_3)
    assert game == replace(named_game("holdem-limit:3"), name="gamedef", stacks=(UNLIMITED,) * 3)


def test_keys_in_any_case_and_without_equals_signs():
    shuffled = LIMIT_3.upper().replace("=", " ").replace("\n", "\n\n")
    assert parse_gamedef(shuffled) == parse_gamedef(LIMIT_3)


@pytest.mark.parametrize(
    "name", ["holdem-limit:2", "holdem-limit:6", "holdem-nolimit:2", "holdem-nolimit:3,stack=500", "holdem-limit:10"]
)
def test_holdem_written_and_read_is_the_same_game(name: str):
    game = named_game(name)
    assert parse_gamedef(format_gamedef(game), name=game.name) == game


@pytest.mark.parametrize("name", ["kuhn", "kuhn3", "leduc", "leduc-nl:12"])
def test_small_games_written_and_read_differ_in_the_names_of_the_cards_only(name: str):
    game = named_game(name)
    again = parse_gamedef(format_gamedef(game), name=game.name)
    assert replace(again, deck=game.deck) == game
    assert len(again.deck) == len(game.deck)


def test_text_that_is_written():
    assert format_gamedef(named_game("holdem-nolimit:2")) == (
        "GAMEDEF\nnolimit\nnumPlayers = 2\nnumRounds = 4\nstack = 20000 20000\nblind = 100 50\n"
        "firstPlayer = 2 1 1 1\nnumSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 3 1 1\n"
        "END GAMEDEF\n"
    )


def test_street_that_deals_no_card():
    text = LIMIT_3.replace("0 3 1 1", "0 3 0 2")
    game = parse_gamedef(text)
    assert game.limit is Limit.FIXED
    state = State.start(game, deck=range(52))
    boards = []
    while not state.is_over:
        boards.append(len(state.board))
        state = state.act(CALL)
    assert sorted(set(boards)) == [0, 3, 5]
    assert len(boards) == 12


def test_unequal_stacks_use_the_acpc_rules_for_all_ins():
    text = LIMIT_3.replace("limit", "nolimit").replace("blind", "stack = 150 80 300\nblind")
    text = text.replace("maxRaises = 3 4 4 4\n", "")
    game = parse_gamedef(text)
    assert game.any_all_in_reopens
    assert Betting.start(game).legal == Legal(True, 10, 20, 300)
    assert parse_gamedef(format_gamedef(game)) == game


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("numPlayers = 3", "numPlayers = 1", "numPlayers is 1, expected 2 to 10"),
        ("numPlayers = 3\n", "", "numplayers has 0 numbers, 1 are needed"),
        ("blind = 5 10 0", "blind = 5 10", "blind has 2 numbers, 3 are needed"),
        ("numSuits = 4", "numSuits = 5", "no deck has 5 suits and 13 ranks"),
        ("numSuits", "numSuit", "my.game:10: 'numSuit' is not a key"),
        ("raiseSize = 10 10 20 20", "raiseSize = ten", "my.game:7: 'raiseSize' takes whole numbers, not 'ten'"),
        ("blind = 5", "stack = 4 9 9\nblind = 5", "is more than its stack"),
        ("numHoleCards = 2", "numHoleCards = 4", "9 cards at showdown"),
        ("firstPlayer = 3", "firstPlayer = 4", "must be seats 0..2"),
    ],
)
def test_broken_definitions_are_explained(old: str, new: str, message: str):
    with pytest.raises(GameError) as error:
        parse_gamedef(LIMIT_3.replace(old, new), name="my.game")
    assert message in str(error.value)


def test_games_that_the_format_cannot_say():
    for game, message in (
        (holdem_potlimit(), "no pot limit"),
        (named_game("holdem-nolimit:3,ante=5"), "no antes beside blinds"),
        (replace(named_game("holdem-nolimit:3"), stacks=(100, 200, 300)), "any_all_in_reopens"),
        (replace(named_game("leduc-nl"), bets=(2, 2)), "smallest bet is the largest blind"),
    ):
        with pytest.raises(GameError, match=message):
            format_gamedef(game)


@pytest.mark.parametrize("streets", [0, 11, 500_000_000, 999_999_999_999])
def test_streets_are_counted_before_they_are_built(streets: int):
    text = format_gamedef(named_game("leduc")).replace("numRounds = 2", f"numRounds = {streets}")
    text = text.replace("maxRaises = 2 2\n", "").replace("firstPlayer = 1 1\n", "").replace("limit", "nolimit")
    with pytest.raises(GameError, match=f"g: numRounds is {streets}, expected 1 to 10"):
        parse_gamedef(text, "g")


def test_errors_quote_at_most_a_line():
    for text in ("stack = " + "x " * 100_000, "y" * 100_000):
        with pytest.raises(GameError) as error:
            parse_gamedef(text)
        assert len(str(error.value)) < 120


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_files_with_and_without_a_byte_order_mark(mark: bytes, tmp_path: Path):
    path = tmp_path / "my.game"
    path.write_bytes(mark + format_gamedef(named_game("holdem-limit:3")).encode())
    assert load_gamedef(path) == load_gamedef(str(path)) == parse_gamedef(path.read_text("utf-8-sig"), "my.game")


def test_files_that_are_no_game_definitions(tmp_path: Path):
    path = tmp_path / "my.game"
    path.write_bytes(b"GAMEDEF\n# caf\xe9\n")
    with pytest.raises(GameError, match=r"my\.game:2: byte 0xe9 is no UTF-8"):
        load_gamedef(path)
    path.write_bytes(b"# much\n" * 20_000)
    with pytest.raises(GameError, match="more than 100,000 bytes"):
        load_gamedef(path)
