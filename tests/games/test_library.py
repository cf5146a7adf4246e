"""The named games: what they are, and how many ways there are to bet in the small ones."""

from collections.abc import Iterator

import pytest

from pokerlab.cards.card import format_cards, parse_cards
from pokerlab.errors import GameError
from pokerlab.games.action import CALL, FOLD, Action, parse_action, raise_to
from pokerlab.games.betting import Betting, Legal
from pokerlab.games.library import GAMES, holdem_nolimit, named_game
from pokerlab.games.rules import Game, Limit
from pokerlab.games.state import State


def actions(legal: Legal) -> Iterator[Action]:
    if legal.fold:
        yield FOLD
    yield CALL
    for amount in range(legal.min_raise, legal.max_raise + 1) if legal.max_raise else ():
        yield raise_to(amount)


def count_betting(betting: Betting) -> tuple[int, int]:
    """The number of decisions and of ends in the tree of bets below."""
    if betting.is_over:
        return 0, 1
    decisions, ends = 1, 0
    for action in actions(betting.legal):
        below = count_betting(betting.act(action))
        decisions, ends = decisions + below[0], ends + below[1]
    return decisions, ends


def end(game: Game, cards: str, moves: str) -> State:
    state = State.start(game, deck=parse_cards(cards))
    for move in moves.split():
        state = state.act(parse_action(move))
    assert state.is_over
    return state


def test_kuhn_has_four_decisions_and_five_ends():
    # check-check, check-bet-fold, check-bet-call, bet-fold, bet-call
    assert count_betting(Betting.start(named_game("kuhn"))) == (4, 5)


def test_kuhn_for_three_has_twelve_decisions_and_thirteen_ends():
    # No bet: 1 end; a bet by one of three players: the other two fold or call, 3 * 4 ends. Four decisions each.
    assert count_betting(Betting.start(named_game("kuhn3"))) == (12, 13)


def test_limit_leduc_has_nine_ends_and_six_decisions_per_round():
    # A round: kk, krf, krc, krrf, krrc, rf, rc, rrf, rrc; five of them go on to the second round.
    decisions, ends = count_betting(Betting.start(named_game("leduc")))
    assert decisions == 6 + 5 * 6
    assert ends == 4 + 5 * 9


def test_kuhn_payoffs():
    game = named_game("kuhn")
    assert end(game, "KsQs", "c c").payoffs == (1, -1)
    assert end(game, "JsQs", "r1 c").payoffs == (-2, 2)
    assert end(game, "JsQs", "r1 f").payoffs == (1, -1)
    assert end(game, "KsQs", "c r1 f").payoffs == (-1, 1)


def test_kuhn_for_three_payoffs():
    game = named_game("kuhn3")
    assert end(game, "JsAsKs", "c c r1 f c").payoffs == (-1, 3, -2)
    assert end(game, "JsAsKs", "r1 f f").payoffs == (2, -1, -1)


def test_leduc_pair_beats_high_card_and_equal_cards_split():
    game = named_game("leduc")
    assert end(game, "JhKs Js", "r2 c r4 c").payoffs == (7, -7)
    assert end(game, "QhKs Js", "r2 c r4 c").payoffs == (-7, 7)
    assert end(game, "QhQs Js", "c c c c").payoffs == (0, 0)
    # At most two raises a round, of 2 and then of 4: 1 + 4 + 8.
    assert end(game, "JhKs Js", "r2 r4 c r4 r8 c").payoffs == (13, -13)


def test_no_limit_leduc_as_the_translation_thesis_plays_it():
    """Schnizlein's game: ante 1 of a stack of 12, so 11 behind; smallest bet 1; smallest raise the last bet."""
    game = named_game("leduc-nl:12")
    start = Betting.start(game)
    assert start.stacks == (11, 11)
    assert start.actor == 0
    assert start.legal == Legal(False, 0, 1, 11)
    assert start.act(raise_to(3)).legal == Legal(True, 3, 6, 11)
    assert start.act(raise_to(3)).act(raise_to(8)).legal == Legal(True, 5, 11, 11)
    flop = start.act(raise_to(3)).act(CALL)
    assert (flop.street, flop.actor) == (1, 0)
    assert flop.legal == Legal(False, 0, 1, 8)
    assert len(game.deck) == 6
    assert end(game, "KhJs Jh", "r11 c").payoffs == (-12, 12)


def test_no_limit_leduc_takes_any_stack():
    assert Betting.start(named_game("leduc-nl:5")).stacks == (4, 4)
    assert named_game("leduc-nl").name == "leduc-nl:12"
    finer = named_game("leduc-nl:1200,ante=100")
    assert finer.name == "leduc-nl:1200,ante=100"
    assert named_game(finer.name) == finer
    assert Betting.start(finer).stacks == (1100, 1100)


@pytest.mark.parametrize("players", range(2, 11))
@pytest.mark.parametrize("name", ["holdem-limit", "holdem-nolimit", "holdem-potlimit"])
def test_holdem_for_two_to_ten(name: str, players: int):
    game = named_game(f"{name}:{players}")
    assert game.players == players
    assert sorted(game.blinds)[-2:] == ([5, 10] if name == "holdem-limit" else [50, 100])
    assert len(game.deck) == 52


def test_names_take_parameters():
    game = named_game("holdem-nolimit:players=6,stack=2000,small_blind=5,big_blind=10,ante=1")
    assert game == holdem_nolimit(players=6, stack=2000, small_blind=5, big_blind=10, ante=1)
    assert game.antes == (1,) * 6
    assert game.limit is Limit.NONE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("holdem-nolimt", "'holdem-nolimt' is not a game (did you mean 'holdem-nolimit'?)"),
        ("chess", "'chess' is not a game (games are kuhn, "),
        ("kuhn:3", "'3' is not a parameter of kuhn (it has none)"),
        ("holdem-limit:seats=3", "'seats=3' is not a parameter of holdem-limit (players, stack, "),
        ("holdem-limit:players=two", "players must be a whole number, not 'two'"),
        ("holdem-limit:11", "hold'em is played by 2 to 10 players, not 11"),
        ("holdem-nolimit:0", "2 to 10 players, not 0"),
        ("holdem-potlimit:999999999", "2 to 10 players, not 999999999"),
        ("holdem-limit:stack=" + "9" * 5000, "at most 15 digits"),
        ("leduc-nl:" + "x" * 5000, "'xxx"),
        ("x" * 5000, "xxx...' is not a game"),
        ("leduc-nl:0", "stacks (0, 0) must be whole chips of at least 1"),
        ("holdem-nolimit:2,straddle=200", "a straddle needs three players"),
    ],
)
def test_wrong_names_are_explained(text: str, message: str):
    with pytest.raises(GameError) as error:
        named_game(text)
    assert message in str(error.value)
    assert len(str(error.value)) < 300


def test_every_named_game_can_be_played():
    for name in GAMES:
        game = named_game(name)
        state = State.start(game, deck=game.deck)
        while not state.is_over:
            state = state.act(CALL)
        assert sum(state.payoffs) == 0, format_cards(state.board)
