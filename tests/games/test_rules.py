"""Games that cannot be are refused, with a line that says why."""

from dataclasses import replace

import pytest

from pokerlab.errors import CardError, GameError
from pokerlab.games.action import parse_action
from pokerlab.games.library import holdem_nolimit
from pokerlab.games.ranking import ranker

GAME = holdem_nolimit(players=3)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"stacks": (100,)}, "1 stacks given, 2 to 10 players can play"),
        ({"stacks": (100, 100, 0)}, "must be whole chips of at least 1"),
        ({"stacks": (100, 100, 99.5)}, "must be whole chips"),
        ({"blinds": (50, 100)}, "2 blinds for 3 players"),
        ({"antes": (0, 0, -1)}, "antes (0, 0, -1) must be whole chips of at least 0"),
        ({"bets": ()}, "a game needs a street"),
        ({"bets": (100, 100, 100)}, "4 raise_caps for 3 streets"),
        ({"bets": (0, 100, 100, 100)}, "must be at least one chip"),
        ({"raise_caps": (-1, 1, 1, 1)}, "cannot be negative"),
        ({"first_to_act": (3, 0, 0, 0)}, "must be seats 0..2"),
        ({"private_cards": (0, 0, 0, 0)}, "every player needs a private card"),
        ({"deck": tuple(range(10))}, "11 cards are dealt from a deck of 10"),
        ({"ranking": "omaha"}, "'omaha' is not a ranking (one of holdem, leduc, kuhn)"),
        ({"board_cards": (0, 1, 1, 0)}, "4 cards at showdown, ranking 'holdem' takes 5 to 7"),
    ],
)
def test_impossible_games(change: dict[str, object], message: str):
    with pytest.raises(GameError) as error:
        replace(GAME, **change)
    assert message in str(error.value)
    assert str(error.value).startswith("holdem-nolimit: ")


def test_deck_with_a_card_twice():
    with pytest.raises(CardError, match="occurs twice in deck"):
        replace(GAME, deck=(0, *range(51)))


def test_games_are_values():
    assert holdem_nolimit(players=3) == GAME
    assert hash(GAME) == hash(holdem_nolimit(players=3))
    assert holdem_nolimit(players=4) != GAME
    with pytest.raises(AttributeError):
        GAME.name = "other"  # type: ignore[misc]


def test_actions_have_a_text():
    for text in ("f", "c", "r300"):
        assert str(parse_action(text)) == text
    with pytest.raises(GameError, match="'x' is not an action"):
        parse_action("x")


def test_rankings():
    few = ranker("leduc")
    assert few((44, 45)) > few((44, 40)) > few((40, 36))
    assert few((44, 40)) == few((45, 41))
    with pytest.raises(GameError, match="'stud' is not a ranking"):
        ranker("stud")
