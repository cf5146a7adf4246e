"""The rules that programs get wrong, one test each."""

from dataclasses import replace

import pytest

from pokerlab.errors import IllegalActionError
from pokerlab.games.action import CALL, FOLD, Action, parse_action, raise_to
from pokerlab.games.betting import Betting, Legal
from pokerlab.games.library import holdem, holdem_blinds, holdem_limit, holdem_nolimit, holdem_potlimit
from pokerlab.games.rules import Game, Limit


def nolimit(*stacks: int, small: int = 50, big: int = 100, **other: object) -> Game:
    blinds = holdem_blinds(len(stacks), small, big)
    return holdem("test", Limit.NONE, stacks=stacks, **{"blinds": blinds, "bets": (big,) * 4} | other)


def play(game: Game, *actions: str) -> Betting:
    betting = Betting.start(game)
    for action in " ".join(actions).split():
        betting = betting.act(parse_action(action))
    return betting


def test_heads_up_the_button_posts_the_small_blind_acts_first_before_the_flop_and_last_after_it():
    game = holdem_nolimit(players=2)
    assert game.button == 1
    assert game.blinds == (100, 50)
    before = Betting.start(game)
    assert before.actor == 1
    after = play(game, "c c")
    assert (after.street, after.actor) == (1, 0)


def test_three_handed_the_button_acts_first_before_the_flop_and_last_after_it():
    game = holdem_nolimit(players=3)
    assert game.blinds == (50, 100, 0)
    assert Betting.start(game).actor == 2
    flop = play(game, "c c c")
    assert (flop.street, flop.actor) == (1, 0)
    assert flop.act(CALL).act(CALL).actor == 2


def test_after_the_flop_the_first_seat_left_of_the_button_that_can_act_is_first():
    game = nolimit(1000, 1000, 1000, 1000)
    flop = play(game, "c c f c")  # seats 2, 3, 0, 1: the small blind folds
    assert (flop.street, flop.actor) == (1, 1)


def test_minimum_raise_is_the_last_full_raise():
    game = nolimit(*[10_000] * 4)
    assert Betting.start(game).legal.min_raise == 200
    assert play(game, "r350").legal.min_raise == 600
    assert play(game, "r350 r600").legal.min_raise == 850
    # On the next street it starts again from the big blind.
    assert play(game, "r350 c c c").legal.min_raise == 100


def test_minimum_raise_is_kept_by_a_short_all_in():
    # Seat 2 raises to 300 (a raise of 200), seat 3 is all-in for 400: the next raise is to 600 at least, not 500.
    game = nolimit(10_000, 10_000, 10_000, 400)
    assert play(game, "r300 r400").legal.min_raise == 600


def test_all_in_for_less_than_the_minimum_raise_is_legal():
    game = nolimit(10_000, 10_000, 10_000, 400)
    assert play(game, "r300").legal == Legal(True, 300, 400, 400)


def test_short_all_in_does_not_reopen_the_betting_for_those_who_acted():
    game = nolimit(10_000, 10_000, 10_000, 400)
    facing = play(game, "r300 r400 c c")  # back to seat 2, who raised to 300
    assert facing.actor == 2
    assert facing.legal == Legal(True, 100, 0, 0)
    with pytest.raises(IllegalActionError, match=r"'r1000' is not legal for seat 2: fold, call 100$"):
        facing.act(raise_to(1000))


def test_short_all_in_leaves_a_raise_to_those_who_have_not_acted():
    game = nolimit(10_000, 10_000, 10_000, 400)
    assert play(game, "r300 r400").legal.max_raise == 10_000


def test_a_call_of_the_blind_counts_as_having_acted():
    # Seat 2 calls 100, seat 3 is all-in for 150, less than a raise of 100: seat 2 may not raise, the blinds may.
    game = nolimit(10_000, 10_000, 10_000, 150)
    assert play(game, "c r150").legal.max_raise == 10_000
    assert play(game, "c r150 c").legal.max_raise == 10_000
    assert play(game, "c r150 c c").legal == Legal(True, 50, 0, 0)


def test_a_check_counts_as_having_acted():
    # On the flop seat 0 checks and seat 1 is all-in for 40, less than the smallest bet of 100.
    game = nolimit(10_000, 140, 10_000)
    facing = play(game, "c c c c r40 c")
    assert (facing.street, facing.actor) == (1, 0)
    assert facing.legal == Legal(True, 40, 0, 0)


def test_full_raise_reopens_the_betting():
    game = nolimit(10_000, 10_000, 10_000, 500)
    assert play(game, "r300 r500 c c").legal == Legal(True, 200, 700, 10_000)


def test_several_short_all_ins_that_make_a_full_raise_together_reopen_the_betting():
    # Seat 2 raises to 300; all-ins to 400 and to 500 together raise by the 200 that a full raise needs.
    game = nolimit(10_000, 10_000, 10_000, 400, 500, 10_000)
    facing = play(game, "r300 r400 r500 c c c")
    assert facing.actor == 2
    assert facing.legal == Legal(True, 200, 700, 10_000)
    # Seat 3's all-in alone had not: who called it faces only 100 more.
    game = nolimit(10_000, 10_000, 10_000, 400, 10_000, 500)
    facing = play(game, "r300 r400 c r500 c c c")
    assert facing.actor == 4
    assert facing.legal.max_raise == 0


def test_big_blind_has_the_option_to_raise_when_all_call():
    game = nolimit(1000, 1000, 1000)
    option = play(game, "c c")
    assert (option.street, option.actor) == (0, 1)
    assert option.legal == Legal(False, 0, 200, 1000)
    assert play(game, "c c r200").actor == 2
    assert play(game, "c c c").street == 1


def test_straddle_has_the_option_and_sets_the_minimum_raise():
    game = holdem_nolimit(players=4, stack=1000, small_blind=5, big_blind=10, straddle=20)
    start = Betting.start(game)
    assert start.actor == 3
    assert start.legal == Legal(True, 20, 40, 1000)
    option = play(game, "c c c")
    assert (option.street, option.actor) == (0, 2)
    assert option.legal.max_raise == 1000
    assert play(game, "c c c c").legal.min_raise == 10


def test_no_fold_where_a_check_is_free():
    betting = play(nolimit(1000, 1000, 1000), "c c")
    with pytest.raises(IllegalActionError, match=r"'f' is not legal for seat 1: check, raise to 200\.\.1000"):
        betting.act(FOLD)


def test_no_raise_when_all_others_are_all_in():
    game = nolimit(1000, 1000, 300)
    facing = play(game, "r300 f")
    assert facing.actor == 1
    assert facing.legal == Legal(True, 200, 0, 0)


def test_no_raise_over_a_bet_that_no_other_stack_can_match():
    # Seat 2 bets 600. Seat 0 covers it, but the only seat behind has 500: there is nothing to raise for.
    game = nolimit(1000, 500, 600)
    assert play(game, "r600").legal == Legal(True, 550, 0, 0)


def test_checking_down_when_all_but_one_are_all_in():
    game = nolimit(1000, 300, 200)
    over = play(game, "r200 r400 c")
    assert over.is_over
    assert over.street == 0
    assert over.stacks == (600, 0, 0)


def test_hand_is_over_when_all_but_one_fold():
    over = play(nolimit(1000, 1000, 1000), "f f")
    assert over.is_over
    assert over.live == 0b010


def test_fixed_limit_bets_are_exact():
    game = holdem_limit(players=3)
    assert Betting.start(game).legal == Legal(True, 10, 20, 20)
    assert play(game, "c c c").legal == Legal(False, 0, 10, 10)
    assert play(game, "c c c c c c").legal == Legal(False, 0, 20, 20)


def test_fixed_limit_cap():
    game = holdem_limit(players=3)
    # Before the flop the blind is the first of four bets: three raises.
    assert play(game, "r20 r30 r40").legal == Legal(True, 20, 0, 0)
    # After it a bet and three raises.
    assert play(game, "c c c r10 r20 r30").legal.max_raise == 40
    assert play(game, "c c c r10 r20 r30 r40").legal == Legal(True, 20, 0, 0)


def test_fixed_limit_all_in_for_less_than_a_bet():
    game = replace(holdem_limit(players=3), stacks=(1000, 1000, 14))
    assert Betting.start(game).legal == Legal(True, 10, 14, 14)
    raised = play(game, "r14")
    assert raised.legal == Legal(True, 9, 24, 24)


def test_pot_limit_raise_is_at_most_the_pot_after_calling():
    game = holdem_potlimit(players=3, stack=10_000)
    # Pot 150, 100 to call: the pot after calling is 250, so the most is 350.
    assert Betting.start(game).legal == Legal(True, 100, 200, 350)
    # Seat 0 has 50 in: pot 150 + 350, 300 to call; 800 after calling, so 350 + 800.
    assert play(game, "r350").legal == Legal(True, 300, 600, 1150)


def test_short_ante_leaves_nothing_for_the_blind():
    game = nolimit(1000, 30, 1000, antes=(50,) * 3)
    start = Betting.start(game)
    assert start.stacks == (900, 0, 950)
    assert start.bets == (50, 0, 0)
    assert start.paid == (100, 30, 50)


def test_short_blind_posts_what_is_left_after_the_ante():
    game = nolimit(70, 1000, 1000, antes=(50,) * 3)
    start = Betting.start(game)
    assert start.bets == (20, 100, 0)
    assert start.stacks == (0, 850, 950)


def test_short_big_blind_does_not_lower_the_amount_to_call():
    game = nolimit(1000, 60, 1000)
    start = Betting.start(game)
    assert start.bets == (50, 60, 0)
    assert start.legal == Legal(True, 100, 200, 1000)
    assert play(game, "c").legal == Legal(True, 50, 200, 1000)
    lowered = Betting.start(replace(game, full_blind_to_call=False))
    assert lowered.legal == Legal(True, 60, 160, 1000)


def test_heads_up_against_a_short_big_blind_only_what_it_has_is_called():
    start = Betting.start(nolimit(80, 1000))
    assert start.actor == 1
    assert start.legal == Legal(True, 30, 0, 0)


def test_no_action_when_the_short_big_blind_is_covered_already():
    assert Betting.start(nolimit(40, 1000)).is_over
    assert Betting.start(nolimit(1000, 40)).is_over


def test_big_blind_ante_is_paid_by_the_big_blind_alone():
    game = holdem_nolimit(players=4, stack=1000, big_blind_ante=100)
    assert game.antes == (0, 100, 0, 0)
    assert Betting.start(game).paid == (50, 200, 0, 0)


def test_acpc_rules_let_any_all_in_reopen_and_count_from_it():
    game = replace(nolimit(10_000, 10_000, 10_000, 400), any_all_in_reopens=True)
    # After 300 and all-in 400: the smallest raise is the larger of 300 + 200 and 400 + 100.
    assert play(game, "r300 r400").legal.min_raise == 500
    assert play(game, "r300 r400 c c").legal.max_raise == 10_000


def test_after_the_last_action_none_is_legal():
    over = play(nolimit(1000, 1000), "f")
    assert over.legal == Legal(False, 0, 0, 0)
    with pytest.raises(IllegalActionError, match="the betting is over"):
        over.act(CALL)


@pytest.mark.parametrize("action", [raise_to(199), raise_to(1001), raise_to(0), raise_to(-5), FOLD])
def test_illegal_actions_name_what_was_legal(action: Action):
    option = play(nolimit(1000, 1000), "c")
    with pytest.raises(IllegalActionError, match=r"seat 0: check, raise to 200\.\.1000"):
        option.act(action)


def test_betting_does_not_change_when_acted_on():
    start = Betting.start(nolimit(1000, 1000, 1000))
    before = repr(start)
    start.act(CALL), start.act(raise_to(300)), start.act(FOLD)
    assert repr(start) == before
    with pytest.raises(AttributeError):
        start.actor = 0  # type: ignore[misc]
