"""Games that begin anywhere in a hand, and exact payoffs."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.random_hands import random_action, random_holdem

from pokerlab.cards.card import parse_cards
from pokerlab.errors import GameError, RecordError
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game, postflop_game
from pokerlab.games.pots import payoffs, settle
from pokerlab.games.rake import Rake
from pokerlab.games.start import Start
from pokerlab.games.state import State
from pokerlab.records.acpc import format_state, parse_acpc
from pokerlab.records.narration import narrate
from pokerlab.records.phh_writer import format_phh
from pokerlab.records.pokerstars_writer import format_pokerstars
from pokerlab.records.record import HandRecord, problems


def test_a_flop_with_chips_in_the_middle():
    game = postflop_game(180, (910, 500), board="QsJh2h")
    state = State.start(game)
    assert state.cards_due == 4
    assert state.board == parse_cards("QsJh2h")
    assert state.street == 1
    state = state.deal(parse_cards("AsAdKsKd"))
    assert state.actor == 0
    assert state.betting.pot == 180
    assert state.legal.max_raise == 910
    state = state.act(raise_to(60)).act(FOLD)
    assert state.is_over
    assert state.payoffs == (180, 0)


def test_a_board_that_is_missing_is_dealt_first():
    state = State.start(postflop_game(10, (20, 20), board_cards=4))
    assert state.cards_due == 8
    state = state.deal(parse_cards("AsAdKsKdQsJh2h3c")).act(CALL).act(CALL)
    assert state.cards_due == 1
    assert len(state.board) == 4


def test_facing_a_bet_in_the_middle_of_a_street():
    game = named_game("holdem-nolimit:2,stack=1000")
    start = Start(street=1, board=parse_cards("QsJh2h"), dead=50, paid=(100, 100), bets=(120, 0), raises=1)
    betting = Betting.start(replace(game, start=start))
    assert (betting.actor, betting.to_call, betting.pot) == (1, 120, 370)
    assert str(betting.legal) == "fold, call 120, raise to 220..900"
    called = betting.act(CALL)
    assert (called.street, called.actor, called.pot) == (2, 0, 490)
    assert payoffs(called.game, called.paid, called.live, (1, 0), board_seen=True) == [270, -220]


def test_everybody_all_in_has_nothing_left_to_bet():
    game = replace(named_game("holdem-nolimit:2,stack=1000"), start=Start(street=1, paid=(1000, 1000), dead=5))
    assert Betting.start(game).is_over


@settings(max_examples=200, deadline=None)
@given(st.randoms(use_true_random=False))
def test_a_game_begun_at_any_point_goes_on_as_the_whole_hand(rng):
    game = random_holdem(rng)
    betting, places = Betting.start(game), []
    while not betting.is_over:
        places.append(betting)
        betting = betting.act(random_action(rng, betting.legal))
    if not places:
        return
    first = rng.randrange(len(places))
    here = Betting.start(places[first].as_start())
    for played in betting.history[first:]:
        assert (here.actor, here.legal, here.pot) == (played.seat, places[first].legal, places[first].pot)
        here = here.act(played.action)
        first += 1
    assert here.is_over
    assert here.stacks == betting.stacks
    assert here.live == betting.live
    ranks = [rng.randrange(3) for _ in range(game.players)]
    whole = payoffs(game, betting.paid, betting.live, ranks, board_seen=True)
    part = payoffs(here.game, here.paid, here.live, ranks, board_seen=True)
    antes = [a - b for a, b in zip(game.stacks, here.game.stacks, strict=True)]
    assert part == [won + ante for won, ante in zip(whole, antes, strict=True)]


@settings(max_examples=200, deadline=None)
@given(st.randoms(use_true_random=False))
def test_exact_payoffs_add_up_and_tables_round_by_less_than_a_chip_each_pot(rng):
    game = replace(random_holdem(rng), rake=Rake())
    betting = Betting.start(game)
    while not betting.is_over:
        betting = betting.act(random_action(rng, betting.legal))
    ranks = [rng.randrange(2) for _ in range(game.players)]
    exact = payoffs(game, betting.paid, betting.live, ranks, board_seen=True)
    whole = payoffs(game, betting.paid, betting.live, ranks, board_seen=True, whole=True)
    assert sum(exact) == sum(whole) == 0
    assert all(abs(a - b) < game.players for a, b in zip(exact, whole, strict=True))
    raked = replace(game, rake=Rake(3.7, 11.5, no_flop_no_drop=False, exact=True))
    total = -sum(payoffs(raked, betting.paid, betting.live, ranks, board_seen=False))
    contested = sum(betting.paid) - _uncalled(betting)
    assert total == min(contested * Fraction(37, 1000), Fraction(23, 2))


@pytest.mark.parametrize("board", ["QsJh2h", "QsJh2h3c", "QsJh2h3c4d", ""])
def test_records_of_hands_that_begin_in_the_middle(board):
    """Played, written as an ACPC line, read and replayed: the same hand; formats that cannot say it refuse it."""
    game = replace(postflop_game(11, (20, 30), board=board), rake=Rake(5, exact=True))
    rng = random.Random(7)
    deck = [card for card in range(52) if card not in game.start.board]
    for number in range(50):
        state = State.start(game, rng.sample(deck, len(deck)))
        while not state.is_over:
            state = state.act(random_action(rng, state.legal))
        record = HandRecord.of(state, names=("Ann", "Ben"), hand_id=str(number))
        assert record.payoffs() == state.payoffs
        line = format_state(record)
        assert line.split(":")[2].startswith("/" * game.first_street)
        again = parse_acpc(line, game)
        assert (again.actions, again.private, again.board) == (record.actions, record.private, record.board)
        assert again.payoffs() == state.payoffs
        assert problems(again) == []
        assert any("Ann" in words for words in narrate(record))
        for write in (format_phh, format_pokerstars):
            with pytest.raises(RecordError, match="begins in the middle of a hand, which P"):
                write(record)


@pytest.mark.parametrize(
    ("start", "text"),
    [
        (Start(street=4), "street 4 does not exist"),
        (Start(street=1, board=(0, 1, 2, 3)), "4 board cards, 3 are out by then"),
        (Start(paid=(1,)), "1 paid for 2 players"),
        (Start(bets=(5, 300)), "seat 1 has put in 300 chips of a stack of 100"),
        (Start(live=1), "at least two of 2 seats are in"),
        (Start(live=3, waiting=4), "only seats that are in can act"),
        (Start(raises=-1), "not negative"),
        (Start(bets=(5, 3), level=4), "at least the largest bet"),
        (Start(actor=-1), "seat -1 is not in and cannot act"),
        (Start(actor=1.0), "actor is a whole number, not 1.0"),
        (Start(dead=1.5), "dead is a whole number, not 1.5"),
        (Start(street=None), "street is a whole number, not None"),
        (Start(street=1, bets=(50, 0), raises=1, actor=0), "seat 0 has nothing to decide there"),
        (Start(street=1, paid=(100, 100), actor=0), "seat 0 has nothing to decide there"),
    ],
)
def test_starts_that_cannot_be(start, text):
    with pytest.raises(GameError, match=text):
        Betting.start(replace(named_game("holdem-nolimit:2,stack=100,small_blind=1,big_blind=2"), start=start))


def _uncalled(betting):
    return settle(betting.game, betting.paid, betting.live).uncalled
