"""Cards: how they are dealt, and who may see them."""

import pickle
import random

import pytest
from random_hands import play_out, random_holdem

from pokerlab.cards.card import format_cards, parse_cards
from pokerlab.errors import CardError, GameError, IllegalActionError
from pokerlab.games.action import CALL, FOLD, parse_action
from pokerlab.games.library import holdem_nolimit, named_game
from pokerlab.games.rules import Game
from pokerlab.games.state import UNKNOWN, State

THREE = holdem_nolimit(players=3)


def acted(state: State, actions: str) -> State:
    for action in actions.split():
        state = state.act(parse_action(action))
    return state


def test_cards_are_dealt_street_by_street():
    state = State.start(THREE)
    assert state.cards_due == 6
    assert state.actor == -1
    state = state.deal(parse_cards("AsAh KsKh QsQh"))
    assert [format_cards(hand) for hand in state.private] == ["AsAh", "KsKh", "QsQh"]
    state = acted(state, "c c c")
    assert state.cards_due == 3
    with pytest.raises(IllegalActionError, match="3 cards must be dealt first"):
        state.act(CALL)
    state = state.deal(parse_cards("2c3c4c"))
    assert format_cards(state.board) == "2c3c4c"
    assert state.actor == 0


def test_fixed_deck_is_dealt_by_itself():
    deck = parse_cards("AsAh KsKh QsQh 2c3c4c 5d 6d")
    state = acted(State.start(THREE, deck=deck), "c c c")
    assert [format_cards(hand) for hand in state.private] == ["AsAh", "KsKh", "QsQh"]
    assert format_cards(state.board) == "2c3c4c"
    over = acted(state, "r19900 c c")
    assert over.is_over
    assert format_cards(over.board) == "2c3c4c5d6d"


def test_board_runs_out_when_all_are_all_in():
    state = State.start(THREE).deal(parse_cards("AsAh KsKh QsQh"))
    state = acted(state, "r20000 c c")
    for count, cards in ((3, "2c3c4c"), (1, "5d"), (1, "6d")):
        assert not state.is_over
        assert state.cards_due == count
        state = state.deal(parse_cards(cards))
    assert state.is_showdown


def test_no_cards_are_due_after_all_but_one_folded():
    state = acted(State.start(THREE).deal(parse_cards("AsAh KsKh QsQh")), "f f")
    assert state.is_over
    assert not state.is_showdown
    assert state.payoffs == (-50, 50, 0)


def test_wrong_cards_are_refused():
    state = State.start(THREE)
    with pytest.raises(GameError, match="4 cards 'AsAhKsKh' were dealt, but 6 are due"):
        state.deal(parse_cards("AsAhKsKh"))
    with pytest.raises(GameError, match="'As' is dealt twice"):
        state.deal((*parse_cards("AsAhKsKhQs"), *parse_cards("As")))
    with pytest.raises(GameError, match="'2c' is not in the deck of leduc"):
        State.start(named_game("leduc")).deal(parse_cards("2cKs"))
    with pytest.raises(GameError, match="none are due"):
        state.deal(parse_cards("AsAh KsKh QsQh")).deal(parse_cards("2c"))
    with pytest.raises(GameError, match="the deck has 5 cards, 11 are needed"):
        State.start(THREE, deck=range(5))


def test_unknown_private_cards_can_be_dealt_but_no_unknown_board():
    state = State.start(THREE).deal((*parse_cards("AsAh"), UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN))
    state = acted(state, "c c c")
    with pytest.raises(GameError):
        state.deal((*parse_cards("2c3c"), UNKNOWN))


def test_unknown_hand_at_showdown_counts_as_mucked():
    state = State.start(THREE).deal((*parse_cards("AsAh"), UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN))
    state = acted(state, "r20000 c f")
    for cards in ("2c3c4c", "5d", "6d"):
        state = state.deal(parse_cards(cards))
    assert state.payoffs == (20100, -100, -20000)


def test_pot_without_a_known_hand_has_no_telling():
    state = State.start(THREE).deal((UNKNOWN,) * 6)
    state = acted(state, "r20000 c f")
    for cards in ("2c3c4c", "5d", "6d"):
        state = state.deal(parse_cards(cards))
    with pytest.raises(GameError, match=r"no cards are known of seats \(0, 2\)"):
        _ = state.payoffs


def test_states_do_not_change():
    state = State.start(THREE, deck=random.Random(1).sample(range(52), 11))
    before = repr(state)
    state.act(CALL), state.act(FOLD)
    assert repr(state) == before
    with pytest.raises(AttributeError):
        state.board = ()  # type: ignore[misc]
    assert hash(state) == hash(pickle.loads(pickle.dumps(state)))


def test_view_shows_public_things_and_the_own_cards():
    state = acted(State.start(THREE, deck=parse_cards("AsAh KsKh QsQh 2c3c4c 5d 6d")), "c c c")
    view = state.view(0)
    assert format_cards(view.private) == "AsAh"
    assert format_cards(view.board) == "2c3c4c"
    assert view.is_turn
    assert not state.view(1).is_turn
    assert view.legal == state.legal
    assert view.to_call == 0
    assert view.game is THREE
    with pytest.raises(GameError, match=r"no seat 3 \(seats are 0..2\)"):
        state.view(3)


@pytest.mark.parametrize("seed", range(60))
def test_view_is_the_same_whatever_the_others_hold_and_whatever_comes(seed: int):
    """Nothing of a view depends on hidden cards: not its repr, not its pickle."""
    rng = random.Random(seed)
    game: Game = rng.choice((named_game("kuhn3"), named_game("leduc"), random_holdem(rng)))
    state = play_out(game, rng, stop=0.2)
    if state.is_showdown:
        return
    count = sum(game.private_cards)
    for seat in range(game.players):
        view = state.view(seat)
        rest = [card for card in game.deck if card not in view.private and card not in view.board]
        rng.shuffle(rest)
        hidden = iter(rest)
        hands = [
            view.private if other == seat else tuple(next(hidden) for _ in range(count))
            for other in range(game.players)
        ]
        other_deal = State.start(game, deck=[card for hand in hands for card in hand] + _board(state, hidden))
        for played in state.history:
            other_deal = other_deal.act(played.action)
        again = other_deal.view(seat)
        assert repr(again) == repr(view)
        assert pickle.dumps(again) == pickle.dumps(view)


def _board(state: State, hidden: object) -> list[int]:
    missing = sum(state.game.board_cards) - len(state.board)
    return [*state.board, *(next(hidden) for _ in range(missing))]  # type: ignore[call-overload]


def test_view_before_the_end_names_no_other_card():
    state = acted(State.start(THREE, deck=parse_cards("AsAh KsKh QsQh 2c3c4c 5d 6d")), "c c c")
    view = state.view(0)
    hidden = {*state.private[1], *state.private[2], *state.deck}

    def cards_in(value: object) -> set[int]:
        if isinstance(value, tuple):
            return {card for item in value for card in cards_in(item)}
        return {value} if isinstance(value, int) else set()

    seen = cards_in(view.private) | cards_in(view.board) | cards_in(view.shown)
    assert not seen & hidden


def test_showdown_is_seen_by_all_but_folded_hands_are_not():
    state = acted(State.start(THREE, deck=parse_cards("AsAh KsKh QsQh 2c3c4c 5d 6d")), "r20000 c f")
    view = state.view(1)
    assert [format_cards(hand) for hand in view.shown] == ["AsAh", "", "QsQh"]
    assert format_cards(state.view(0).private) == "AsAh"
    assert state.view(0).shown[1] == ()


@pytest.mark.parametrize("number", [-2, 52, 10**30, 1.5, "As"])
def test_numbers_that_are_no_card_are_never_dealt(number):
    state = State.start(THREE)
    with pytest.raises(CardError, match="is not a card"):
        state.deal((0, 1, 2, 3, 4, number))
    with pytest.raises(CardError, match="is not a card"):
        state.deal((0, number))
    with pytest.raises(CardError, match="is not a card"):
        State.start(THREE, deck=(*range(10), number))


def test_only_private_cards_can_be_unseen():
    with pytest.raises(GameError, match="only private cards can be unseen"):
        State.start(THREE, deck=(*range(10), UNKNOWN))


@pytest.mark.parametrize("seed", range(60))
def test_winnings_of_all_pots_are_the_payoffs(seed: int):
    rng = random.Random(seed)
    state = play_out(random_holdem(rng, rake=True), rng)
    settlement = state.settlement
    assert len(state.winnings) == len(state.pots)
    won = [sum(of_pot[seat] for of_pot in state.winnings) for seat in range(state.game.players)]
    if settlement.uncalled:
        won[settlement.uncalled_seat] += settlement.uncalled
    assert tuple(got - paid for got, paid in zip(won, state.betting.paid, strict=True)) == state.payoffs
    for pot, of_pot in zip(state.pots, state.winnings, strict=True):
        assert sum(of_pot) <= pot.amount
        assert {seat for seat, chips in enumerate(of_pot) if chips} <= set(pot.seats)
