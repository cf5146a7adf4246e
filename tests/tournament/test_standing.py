"""The state machine of a tournament: button and blinds, places, prizes, bounties, whatever hands leave."""

import random
from dataclasses import replace
from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.errors import TournamentError
from pokerlab.games.betting import Betting
from pokerlab.games.library import ante_for_all, named_game
from pokerlab.tournament.icm import after_hand
from pokerlab.tournament.rules import decision_at
from pokerlab.tournament.spot import PushFoldSpot
from pokerlab.tournament.standing import TournamentStanding, seating
from pokerlab.tournament.structure import Structure

PLAIN = {
    "name": "plain", "chips": 100, "buy_in": 1000, "fee": 100, "players": 10,
    "payouts": {"2-3": "winner", "4-10": "sng"}, "levels": {"length": 1000, "blinds": ["1/2"]},
}  # fmt: skip
NAMES = tuple("ABCDEFGHIJ")


def standing(players=6, *, stacks=None, button=None, **changes):
    """Before a hand; with `button`, that seat has it and the blinds are the next two (or heads-up the button's)."""
    found = TournamentStanding.start(Structure.of({**PLAIN, **changes}), NAMES[:players])
    if stacks:
        found = replace(found, stacks=tuple(stacks))
    if button is not None:
        found = replace(
            found, button=(button - 1) % players, small_blind=button,
            big_blind=button if players == 2 else (button + 1) % players,
        )  # fmt: skip
    return found


def moved(before, *changes):
    """After a hand in which chips moved: (loser, winner, chips) by seat of the table."""
    hand = before.next_hand()
    stacks = dict(zip(hand.seats, hand.game.stacks, strict=True))
    for loser, winner, chips in changes:
        stacks[loser] -= chips
        stacks[winner] += chips
    out = {place: (hand.seats.index(changes[-1][1]),) for place, seat in enumerate(hand.seats) if not stacks[seat]}
    return before.after([stacks[seat] for seat in hand.seats], knocked_out_by=out)


def places_of(hand):
    return hand.button, hand.small_blind, hand.big_blind


def test_the_button_goes_round():
    found = standing(4, button=2)
    for button in (2, 3, 0, 1, 2):
        hand = found.next_hand()
        assert places_of(hand) == (button, (button + 1) % 4, (button + 2) % 4)
        assert hand.seats == tuple((button + 1 + place) % 4 for place in range(4))
        assert hand.game.blinds == (1, 2, 0, 0)
        assert hand.game.first_to_act == (2, 0, 0, 0)
        found = moved(found)


def test_a_dead_small_blind_is_a_game_with_one_blind():
    found = moved(standing(4, button=0), (2, 3, 100))  # the big blind goes broke
    hand = found.next_hand()
    assert places_of(hand) == (1, 2, 3)  # the small blind is due where nobody is left
    assert hand.is_small_blind_dead
    assert hand.seats == (3, 0, 1)
    assert hand.game.blinds == (2, 0, 0)
    assert hand.game.first_to_act == (1, 0, 0, 0)
    assert Betting.start(hand.game).actor == 1
    hand = moved(found).next_hand()
    assert places_of(hand) == (2, 3, 0)  # now the button is nobody's
    assert hand.seats == (3, 0, 1)
    assert hand.game.blinds == (1, 2, 0)


def test_a_dead_button_after_the_small_blind_is_out():
    found = moved(standing(5, button=0), (1, 4, 100))  # the small blind goes broke
    hand = found.next_hand()
    assert places_of(hand) == (1, 2, 3)
    assert hand.seats == (2, 3, 4, 0)
    assert not hand.is_small_blind_dead


def test_both_blinds_broke_at_once():
    found = moved(standing(5, button=0), (1, 4, 100), (2, 4, 100))
    hand = found.next_hand()
    assert places_of(hand) == (1, 2, 3)
    assert hand.seats == (3, 4, 0)
    assert hand.game.blinds == (2, 0, 0)


def test_a_moving_button_skips_nobody_who_is_left():
    found = replace(standing(5, button=0), structure=Structure.of({**PLAIN, "button": "moving"}))
    found = moved(found, (1, 4, 100))
    hand = found.next_hand()
    assert places_of(hand) == (2, 3, 4)
    assert hand.game.blinds == (1, 2, 0, 0)


@pytest.mark.parametrize("kind", ["dead", "moving"])
@pytest.mark.parametrize("out", [0, 1, 2])
def test_heads_up_nobody_is_big_blind_twice_in_a_row(kind, out):
    found = replace(standing(3, button=0), structure=Structure.of({**PLAIN, "button": kind}))
    big = found.next_hand().big_blind
    found = moved(found, (out, (out + 1) % 3, 100))
    for _ in range(4):
        hand = found.next_hand()
        assert hand.big_blind != big
        assert hand.button == hand.small_blind
        assert hand.seats == (hand.big_blind, hand.button)
        assert hand.game.blinds == (2, 1)
        assert hand.game.first_to_act == (1, 0, 0, 0)
        big = hand.big_blind
        found = moved(found)


def test_a_player_is_nth_if_n_were_left():
    found = moved(standing(5), (3, 0, 100))
    assert found.places == (0, 0, 0, 5, 0)
    found = moved(found, (1, 0, 100))
    assert found.places == (0, 4, 0, 5, 0)


def test_of_several_broke_in_one_hand_the_larger_stack_is_placed_better():
    found = moved(standing(5, stacks=(100, 50, 60, 190, 100)), (1, 3, 50), (2, 3, 60), (0, 3, 100))
    assert found.places == (3, 5, 4, 0, 0)
    assert found.prizes == (1000, 0, 0, 0, 0)  # 20% of 5000


def test_equal_stacks_share_the_prizes_of_their_places():
    found = moved(standing(4, stacks=(50, 50, 200, 100), buy_in=1001), (0, 2, 50), (1, 2, 50), (3, 2, 100))
    assert found.is_over
    assert found.places == (3, 3, 1, 2)
    ladder = found.structure.prizes(4)
    assert ladder == (2003, 1201, 800, 0)
    assert sorted((found.prizes[0], found.prizes[1])) == [ladder[2] // 2, ladder[2] - ladder[2] // 2]
    assert sum(found.prizes) == 4004


def test_places_pay_what_icm_says_of_ends():
    # the end of a hand by `icm.after_hand` is what the standing pays, where all but one are out
    starts, ends = np.array([70.0, 70.0, 120.0, 140.0]), np.array([[0.0, 0.0, 400.0, 0.0]])
    found = standing(4, stacks=(70, 70, 120, 140))
    values = after_hand(ends, starts, found.structure.prizes(4))[0]
    found = moved(found, (0, 2, 70), (1, 2, 70), (3, 2, 140))
    assert found.prizes == tuple(values.tolist())


def test_fixed_bounties():
    found = moved(standing(3, bounty=500), (0, 1, 100))
    assert found.bounties == (0, 500, 0)
    assert found.heads == (0, 500, 500)
    found = moved(found, (2, 1, 100))
    assert found.bounties == (0, 1500, 0)  # with the one on his own head
    assert sum(found.heads) == 0


def test_progressive_bounties_that_are_shared():
    found = standing(4, bounty=501, progressive=0.5)
    hand = found.next_hand()
    finishing, out = [150, 150, 0, 100], {2: (0, 1)}
    after = found.after(finishing, knocked_out_by=out)
    one, other, loser = hand.seats[0], hand.seats[1], hand.seats[2]
    assert (after.bounties[one], after.bounties[other]) == (126, 125)  # 251 and 250, of which half
    assert (after.heads[one], after.heads[other], after.heads[loser]) == (626, 626, 0)
    assert sum(after.bounties) + sum(after.heads) == 4 * 501
    with pytest.raises(TournamentError, match="who won the last chips"):
        found.after(finishing)


def test_chips_are_neither_made_nor_lost():
    with pytest.raises(TournamentError, match="chips are neither made nor lost: 300 in 3 stacks"):
        standing(3).after([100, 100, 101])


def test_a_big_blind_posts_his_blind_before_an_ante_for_all():
    assert ante_for_all(150, 100, 100) == 50
    assert ante_for_all(90, 100, 100) == 0
    assert ante_for_all(150, 100, 100, ante_first=True) == 100
    levels = {"length": 10, "blinds": ["50/100/100"]}
    for ante_first, expected in ((False, (50, 0)), (True, (100, 50))):
        found = standing(3, stacks=(1000, 1000, 150), button=0, ante="big-blind", ante_first=ante_first, levels=levels)
        game = found.next_hand().game
        assert game.antes == (0, expected[0], 0)
        betting = Betting.start(game)
        spot = PushFoldSpot.of(
            [1000, 1000, 150], (50, 100), ante=100, big_blind_ante=True, ante_first=ante_first
        )  # fmt: skip
        assert spot.antes().tolist() == [0, 0, expected[0]]
        assert spot.blinds().tolist() == [0, 50, betting.bets[1]]
        assert betting.stacks[1] == 0
        assert spot.is_forced().tolist() == [False, False, True]
    assert named_game("holdem-nolimit:players=3,stack=150,big_blind_ante=100").antes == (0, 50, 0)


def test_antes_of_all_are_as_large_as_somebody_can_pay():
    levels = {"length": 10, "blinds": ["50/100/300"]}
    game = standing(3, stacks=(120, 80, 100), levels=levels).next_hand().game
    assert game.antes == (120, 120, 120)


def test_push_or_fold_knows_who_acts_where_the_small_blind_is_dead():
    hand = moved(standing(4, button=0), (2, 3, 100)).next_hand()
    assert decision_at(Betting.start(hand.game)).player == 0


def test_what_everybody_is_told():
    found = moved(standing(4, button=0, bounty=100, levels={"length": 3, "blinds": ["1/2"]}), (2, 3, 100))
    facts = found.next_hand().facts
    assert facts.stacks == (100, 100, 0, 200)
    assert facts.seats == (3, 0, 1)
    assert facts.hand_stacks == (200, 100, 100)
    assert facts.hand_bounties == (100, 100, 100)
    assert (facts.players_left, facts.hand, facts.button) == (3, 1, 1)
    assert facts.prizes == (2000, 1200, 800)
    assert (facts.hands_left, facts.seconds_left) == (2, inf)
    assert facts.left == 2
    assert facts.next_level.number == 2


def test_seats_are_drawn_by_the_seed():
    orders = [tuple(seating(3, seed)) for seed in range(6000)]
    counts = [orders.count(order) for order in set(orders)]
    assert len(counts) == 6
    assert all(abs(count - 1000) < 5 * 1000**0.5 for count in counts)
    structure = Structure.of(PLAIN)
    assert TournamentStanding.start(structure, NAMES, 3) == TournamentStanding.start(structure, NAMES, 3)
    buttons = {TournamentStanding.start(structure, NAMES[:5], seed).next_hand().button for seed in range(60)}
    assert buttons == set(range(5))


@st.composite
def structures(draw):
    first = draw(st.integers(1, 50))
    ante = draw(st.sampled_from(["", f"/{draw(st.integers(0, 60))}"]))
    bounty = draw(st.sampled_from([0, 0, 101, 500]))
    return Structure.of(
        {
            "name": "any", "players": 10, "chips": draw(st.integers(1, 3000)), "buy_in": draw(st.integers(1, 2000)),
            "fee": draw(st.integers(0, 100)), "bounty": bounty,
            "progressive": draw(st.sampled_from([0.0, 0.5, 1.0, 0.3])) if bounty else 0.0,
            "payouts": draw(st.sampled_from(["winner", "don", "65/35", {"2-3": "winner", "4-10": "satellite:3"}])),
            "button": draw(st.sampled_from(["dead", "moving"])), "ante": draw(st.sampled_from(["all", "big-blind"])),
            "ante_first": draw(st.booleans()),
            "levels": {
                "length": draw(st.integers(1, 4)), "unit": draw(st.sampled_from(["hands", "minutes"])),
                "blinds": [f"{first}/{2 * first}{ante}"], "growth": draw(st.sampled_from([1.5, 2.0, 5.0])),
            },
        }
    )  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(structures(), st.integers(2, 10), st.randoms(use_true_random=False))
def test_chips_and_cents_are_conserved_and_places_are_a_permutation_with_ties(structure, players, rng):
    found = TournamentStanding.start(structure, NAMES[:players], rng.randrange(2**40))
    last_big = None
    while not found.is_over:
        hand = found.next_hand()
        assert hand.facts.seats == hand.seats
        assert sorted(hand.seats) == list(found.left)
        assert hand.big_blind != last_big
        last_big = hand.big_blind
        assert max(hand.game.blinds) == hand.level.big_blind
        assert hand.game.blinds.count(0) == len(hand.seats) - 2 + hand.is_small_blind_dead
        finishing, out = _any_end(hand, rng)
        found = found.after(finishing, knocked_out_by=out)
        assert sum(found.stacks) == players * structure.chips
        assert found.hands < 400
        paid = sum(found.prizes) + sum(found.bounties) + sum(found.heads)
        assert paid <= players * (structure.buy_in + structure.bounty)
    assert max(found.stacks) == players * structure.chips
    assert sum(found.prizes) == players * structure.buy_in
    assert sum(found.bounties) == players * structure.bounty
    assert not any(found.heads)
    taken = sorted(found.places)
    assert taken[0] == 1
    for place in set(taken):  # who share places leave the following ones out
        assert sum(other < place for other in taken) == place - 1


def _any_end(hand, rng: random.Random):
    """Chips after a hand that some players contest for all that they have; the best of them is any of them."""
    game = hand.game
    stacks = list(game.stacks)
    contest = rng.sample(range(len(stacks)), rng.randint(2, min(3, len(stacks))))
    winner = contest[0]
    for loser in contest[1:]:
        stake = min(stacks[winner], stacks[loser])
        stacks[winner] += stake
        stacks[loser] -= stake
    return stacks, {place: (winner,) for place, chips in enumerate(stacks) if not chips}
