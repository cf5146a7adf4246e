"""A hand step by step as pages draw it, against the rules; and what persons type."""

import random

import pytest

from pokerlab.agents.registry import named_agent
from pokerlab.cards.card import format_cards, parse_cards
from pokerlab.errors import AgentError
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.library import holdem_nolimit
from pokerlab.games.state import State
from pokerlab.table.cash import CashHand, Stakes, cash_hand
from pokerlab.table.deals import Shuffled
from pokerlab.table.hand import Watcher, play_hand
from pokerlab.web.play.stages import HandTeller, hand_words
from pokerlab.web.play.wishes import presets, read_wish

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")


def told(hand: CashHand, deck, hero, agents):
    """A hand that is played, and its steps as a seat of the hand (-1: nobody) is told them."""
    teller, steps = HandTeller(hand, NAMES, "Hand 1"), []
    played = play_hand(hand.game, deck, agents, watcher=Watcher(hero, lambda view: steps.extend(teller.tell(view))))
    return played.state, steps


def chips_of(stage):
    return sum(seat.stack + seat.bet for seat in stage.seats.values()) + sum(amount for amount, _ in stage.pots)


def test_chips_cards_and_winners_are_those_of_the_rules():
    rng = random.Random(3)
    agents = {name: named_agent(name) for name in ("random", "always-call", "always-raise", "uniform")}
    pots = shown = 0
    for number in range(150):
        seats = rng.randrange(2, 7)
        stacks = [rng.choice((30, 80, 200, 1000, rng.randrange(1, 2000))) for _ in range(seats)]
        hand = cash_hand(Stakes(50, 100, seats), stacks, rng.randrange(seats))
        hero = rng.randrange(-1, seats)
        seated = [agents[rng.choice(list(agents))] for _ in range(seats)]
        state, steps = told(hand, Shuffled(hand.game).deck(number), hero, seated)
        assert [step.what for step in steps if step.what == "act"] == ["act"] * len(state.history)
        assert steps[0].what == "deal"
        assert steps[-1].what == "win"
        for step in steps:
            assert chips_of(step.stage) == sum(stacks), step
            pots = max(pots, len(step.stage.pots))
        last = steps[-1].stage
        for place, seat in enumerate(hand.seats):
            assert last.seats[seat].stack == stacks[seat] + state.payoffs[place]
            if state.is_showdown and state.betting.live >> place & 1:
                shown += 1
                assert "".join(last.seats[seat].cards) == format_cards(state.private[place])
            elif place != hero:
                assert set(last.seats[seat].cards) <= {"??"}
        assert "".join(last.board) == format_cards(state.board)
        for step in steps:  # what others hold is on no stage before hands are shown
            if step.what in ("deal", "act"):
                hidden = [one.cards for seat, one in step.stage.seats.items() if hero < 0 or seat != hand.seats[hero]]
                assert all(set(cards) <= {"??"} for cards in hidden)
    assert pots >= 3
    assert shown > 50


def test_an_all_in_shows_hands_first_and_then_the_board_street_by_street():
    hand = cash_hand(Stakes(50, 100, 2), [1000, 1000], 0)
    deck = parse_cards("AsAhKsKh2c7d9hTc3s")
    teller, steps = HandTeller(hand, NAMES, "Hand 1"), []
    state = State.start(hand.game, deck)
    for action in (raise_to(1000), CALL):
        for step in teller.tell(state.view(0)):
            steps.append(step)
        state = state.act(action)
    steps += teller.tell(state.view(0))
    kinds = [(step.what, len(step.stage.board)) for step in steps]
    assert kinds[-5:] == [("showdown", 0), ("street", 3), ("street", 4), ("street", 5), ("win", 5)]
    assert steps[-1].lines == (f"{NAMES[hand.seats[0]]} wins 2000 with pair of aces",)
    assert [seat.hand for seat in steps[-1].stage.seats.values()].count("pair of aces") == 1


@pytest.mark.parametrize(
    ("private", "board", "words"),
    [
        ("KsKd", "", "pair of kings"),
        ("AsKs", "", "ace-king suited"),
        ("2c7d", "", "seven-deuce offsuit"),
        ("KsKd", "7h7c2s", "two pair, kings and sevens"),
        ("KsQd", "7h5c2s", "king high"),
        ("KsKd", "KhKc2s", "four of a kind, kings"),
        ("6s6d", "6h5c5s", "full house, sixes full of fives"),
        ("KsKd", "Kh5c2s", "three of a kind, kings"),
    ],
)
def test_hands_in_words(private, board, words):
    assert hand_words(parse_cards(private), parse_cards(board) if board else ()) == words


GAME = holdem_nolimit(players=2, stack=1000, small_blind=50, big_blind=100)
FIRST = State.start(GAME, Shuffled(GAME).deck(1)).betting
"""The small blind acts: 50 in front, 100 to match."""


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("fold", FOLD), ("f", FOLD), ("call", CALL), ("c", CALL), ("300", raise_to(300)), ("raise 300", raise_to(300)),
        ("Raise to 300", raise_to(300)), ("r300", raise_to(300)), ("3bb", raise_to(300)), ("2.5bb", raise_to(250)),
        ("2.5x", raise_to(250)), ("50%", raise_to(200)), ("100%", raise_to(300)), ("p", raise_to(300)),
        ("min", raise_to(200)), ("a", raise_to(1000)), ("all-in", raise_to(1000)), ("bet 400", raise_to(400)),
        ("raise 2.5x", raise_to(250)), ("250c", raise_to(250)),
    ],
)  # fmt: skip
def test_what_persons_type(typed, action):
    assert read_wish(typed, FIRST) == action


@pytest.mark.parametrize(
    "typed", ["", "150", "199", "1001", "1%", "check", "1.5x", "1.9bb", "-5", "raise", "x", "9" * 30]
)
def test_what_is_not_legal_is_explained(typed):
    with pytest.raises(AgentError):
        read_wish(typed, FIRST)


def test_presets_are_legal_and_each_amount_is_there_once():
    rng = random.Random(4)
    for number in range(200):
        game = holdem_nolimit(players=3, stack=rng.randrange(150, 3000))
        state = State.start(game, Shuffled(game).deck(number))
        while not state.is_over:
            found = presets(state.betting)
            assert len({one["to"] for one in found}) == len(found)
            for one in found:
                assert read_wish(one["text"], state.betting) == raise_to(one["to"])
            state = state.act(raise_to(rng.choice(found)["to"]) if found and rng.random() < 0.5 else CALL)
