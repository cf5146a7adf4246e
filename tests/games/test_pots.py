"""Who gets which chips. Every amount is worked out by hand in the comments."""

from dataclasses import replace

import pytest

from pokerlab.cards.card import parse_cards
from pokerlab.errors import GameError
from pokerlab.games.action import parse_action
from pokerlab.games.library import holdem, holdem_blinds, holdem_nolimit
from pokerlab.games.pots import Pot, after_rake, settle
from pokerlab.games.rake import Rake
from pokerlab.games.rules import Game, Limit
from pokerlab.games.state import State

BOARD = "2c 7d 9h Js Kd"


def nolimit(*stacks: int, small: int = 50, big: int = 100, **other: object) -> Game:
    blinds = holdem_blinds(len(stacks), small, big)
    return holdem("test", Limit.NONE, stacks=stacks, **{"blinds": blinds, "bets": (big,) * 4} | other)


def play(game: Game, hands: str, actions: str, board: str = BOARD) -> State:
    state = State.start(game, deck=parse_cards(hands + board))
    for action in actions.split():
        state = state.act(parse_action(action))
    return state


def test_uncalled_bet_is_returned():
    # Seat 2 raises to 500, all fold: 50 + 100 are won, the 400 above the big blind come back.
    state = play(nolimit(1000, 1000, 1000), "AsAd KsKh QsQd", "r500 f f")
    assert state.settlement.uncalled == 400
    assert state.settlement.uncalled_seat == 2
    assert state.pots == (Pot(250, (2,)),)
    assert state.payoffs == (-50, -100, 150)


def test_uncalled_part_of_an_all_in_is_returned():
    # Heads-up, 1000 against 300: 700 come back, the pot is 600.
    state = play(nolimit(300, 1000), "AsAd QsQd", "r1000 c")
    assert state.settlement == ((Pot(600, (0, 1)),), 700, 1)
    assert state.payoffs == (300, -300)


def test_three_side_pots():
    # 100, 200, 400 and 300 all in: 400 for all, 300 for three, 200 for two, 100 back.
    state = play(nolimit(100, 200, 400, 300), "AsAh KsKh QsQh TsTh", "r400 c c c")
    assert state.settlement == (
        (Pot(400, (0, 1, 2, 3)), Pot(300, (1, 2, 3)), Pot(200, (2, 3))),
        100,
        2,
    )
    # Aces win 400; kings make trips with the king on board and beat aces: they win 400 + 300. Queens win 200.
    assert state.payoffs == (-100, 500, -100, -300)


def test_equal_stacks_share_one_side_pot():
    # 100, 300, 300 all in and a fourth who covers: 400 for all, 600 for three.
    state = play(nolimit(100, 300, 300, 1000), "AsAh QsQh TsTh 3c4c", "r300 c c c")
    assert state.pots == (Pot(400, (0, 1, 2, 3)), Pot(600, (1, 2, 3)))
    assert state.payoffs == (300, 300, -300, -300)


def test_folded_money_stays_in_the_pots_it_reached():
    # Seat 3 raises to 300, seat 0 calls all-in with 120, seat 1 all-in with 500, seat 2 folds nothing, seat 3 folds.
    # Main pot: 4 seats put in up to 120, but seat 2 nothing: 120 * 3 = 360. Above that 180 of seat 3 (folded) and
    # 180 of seat 1 are matched: the side pot of 360 has seat 1 alone; 200 come back to it.
    state = play(nolimit(120, 500, 1000, 1000), "AsAh QsQh TsTh 3c4c", "f r300 c r500 f")
    assert state.settlement == ((Pot(360, (0, 1)), Pot(360, (1,))), 200, 1)
    assert state.payoffs == (240, 60, 0, -300)


def test_short_ante_wins_of_each_ante_only_what_it_paid():
    # Antes 50; seat 0 has only 20. Main pot 3 * 20; the other 30 of seats 1 and 2, with their bets, are a side pot.
    game = nolimit(20, 1000, 1000, antes=(50, 50, 50))
    state = play(game, "AsAh QsQh TsTh", "c c c c c c c c")
    assert state.pots == (Pot(60, (0, 1, 2)), Pot(260, (1, 2)))
    assert state.payoffs == (40, 110, -150)


def test_dead_antes_belong_to_the_main_pot():
    # Big-blind ante of 100: seat 0 calls 100 all-in and can win it whole: 100 + 3 * 100.
    game = nolimit(100, 1000, 1000, antes=(0, 100, 0))
    assert game.dead_antes
    state = play(game, "AsAh QsQh TsTh", "c c c c c c c c c")
    assert state.pots == (Pot(400, (0, 1, 2)),)
    assert state.payoffs == (300, -200, -100)


def test_seat_all_in_by_its_dead_ante_can_win_the_antes():
    # Seat 1 has 60 and pays it all as its ante of 100. Without a bet of its own it plays for the dead ante only.
    game = nolimit(1000, 60, 1000, antes=(0, 100, 0))
    state = play(game, "QsQh AsAh TsTh", "c c c c c c c c")
    assert state.pots == (Pot(60, (0, 1, 2)), Pot(200, (0, 2)))
    assert state.payoffs == (100, 0, -100)


def test_short_big_blind_plays_for_what_it_posted():
    # The big blind has 60 of 100, both others pay 100: main pot 3 * 60, side pot 2 * 40.
    state = play(nolimit(1000, 60, 1000), "QsQh AsAh TsTh", "c c c c c c c c")
    assert state.pots == (Pot(180, (0, 1, 2)), Pot(80, (0, 2)))
    assert state.payoffs == (-20, 120, -100)


def test_odd_chips_go_one_by_one_from_the_left_of_the_button():
    # Three seats split 100 * 3 + 50 of the folded small blind, all with the straight on board: 350 = 3 * 116 + 2.
    game = nolimit(1000, 1000, 1000, 1000)
    state = play(game, "2s2h AsAh KsKh QsQh", "c c f c c c c c c c c c c", board="5c 6d 7h 8s 9d")
    assert state.pots == (Pot(350, (1, 2, 3)),)
    assert state.payoffs == (-50, 17, 17, 16)


def test_odd_chip_of_each_pot_is_given_for_itself():
    # Seat 3 is all-in with 26, seat 0 folds 5, seat 4 folds after 26 + 15. Main pot 4 * 26 + 5 = 109, side pot
    # 3 * 15 + 2 * 10 = 65. Seats 1 and 2 tie for both: 55 + 33 and 54 + 32, of which each paid 51.
    game = nolimit(1000, 1000, 1000, 26, 1000, small=5, big=10)
    actions = "c r26 c f c c  r15 c c  r10 c f  c c"
    state = play(game, "2s3h AsQh AhQd KsTc 4s5s", actions, board="Ad Qc 7h 8s 3d")
    assert state.pots == (Pot(109, (1, 2, 3)), Pot(65, (1, 2)))
    assert state.payoffs == (-5, 37, 35, -26, -41)


def test_odd_chip_heads_up_goes_to_the_big_blind():
    # Seat 0 is left of the button. An ante of a folded third player makes the pot odd: 2 * 100 + 5.
    game = nolimit(1000, 1000, 1000, antes=(5, 5, 5), small=50)
    state = play(game, "2s3h AsAh AcAd", "c f c c c c c c c", board="5c 6d 7h 8s 9d")
    assert state.pots == (Pot(265, (1, 2)),)
    assert state.payoffs == (-55, 28, 27)


def test_rake_is_taken_from_what_was_contested():
    # 5% of the pot of 600, not of the 700 that come back.
    game = replace(nolimit(300, 1000), rake=Rake(5, cap=1000))
    state = play(game, "AsAd QsQd", "r1000 c")
    assert state.payoffs == (270, -300)
    assert play(replace(game, rake=Rake(5, cap=12)), "AsAd QsQd", "r1000 c").payoffs == (288, -300)


def test_no_flop_no_drop():
    game = replace(nolimit(1000, 1000), rake=Rake(5))
    assert play(game, "AsAd QsQd", "r300 f").payoffs == (-100, 100)
    with_drop = replace(game, rake=Rake(5, no_flop_no_drop=False))
    assert play(with_drop, "AsAd QsQd", "r300 f").payoffs == (-100, 90)


def test_every_pot_pays_its_share_of_the_rake():
    game = replace(nolimit(100, 300, 300), rake=Rake(10))
    pots = after_rake(game.rake, (Pot(300, (0, 1, 2)), Pot(400, (1, 2))), board_seen=True)
    assert pots == (Pot(270, (0, 1, 2)), Pot(360, (1, 2)))


def test_pots_of_amounts_without_a_hand():
    game = holdem_nolimit(players=3)
    assert settle(game, (500, 500, 200), 0b011).pots == (Pot(1200, (0, 1)),)
    assert settle(game, (500, 500, 500), 0b111).pots == (Pot(1500, (0, 1, 2)),)


def test_payoffs_before_the_end_are_refused():
    state = State.start(nolimit(1000, 1000), deck=parse_cards("AsAdQsQd" + BOARD))
    with pytest.raises(GameError, match="not over"):
        _ = state.payoffs
