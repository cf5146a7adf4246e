"""The compiled rules are the rules: every number of every hand, action for action and chip for chip."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_games import SMALL, dead_small_blind, random_game
from random_hands import random_action, random_holdem

from pokerlab._streams import draw, stream
from pokerlab.errors import GameError, IllegalActionError
from pokerlab.games import hand_columns as at
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.compiled import CompiledHand, compiled_rules, hand_array
from pokerlab.games.gamedef import parse_gamedef
from pokerlab.games.library import holdem_nolimit, named_game
from pokerlab.games.rake import Rake
from pokerlab.games.rules import Game
from pokerlab.games.state import State
from pokerlab.table.deals import Shuffled

LONG = replace(
    named_game("kuhn"), bets=(1,) * 11, raise_caps=(1,) * 11, private_cards=(1, *(0,) * 10), board_cards=(0,) * 11,
    first_to_act=(0,) * 11,
)  # fmt: skip
QUICK, MANY = 20_000, 1_000_000


def check_hand(game: Game, rng: random.Random) -> int:
    """Play a random hand by both, and compare them after every action; returns how many there were."""
    deck = shuffled(game, rng)
    state, hand = State.start(game, deck), CompiledHand(game, deck)
    while True:
        check_wagers(hand, state.betting)
        if state.betting.actor < 0:
            break
        legal = state.legal
        assert hand.legal == legal
        action = random_action(rng, legal)
        state = state.act(action)
        hand.act(action)
    assert (hand.board, hand.private, hand.payoffs) == (state.board, state.private, state.payoffs)
    return len(state.history)


def shuffled(game: Game, rng: random.Random) -> list[int]:
    cards = [card for card in game.deck if not game.start or card not in game.start.board]
    return rng.sample(cards, len(cards))


def check_wagers(hand: CompiledHand, betting: Betting) -> None:
    numbers = hand.hand[: at.BETS + at.SEATS].tolist()
    players = betting.game.players
    found = numbers[: at.ACTIONS + 1]
    assert found == [
        betting.street, betting.actor, betting.level, betting.last_raise, betting.raises, betting.pot, betting.live,
        betting.able, betting.waiting, betting.acted, len(betting.history),
    ]  # fmt: skip
    assert tuple(numbers[at.BEHIND : at.BEHIND + players]) == betting.stacks
    assert tuple(numbers[at.BETS : at.BETS + players]) == betting.bets


def test_twenty_thousand_random_hands_of_all_kinds_of_games():
    rng = random.Random(22)
    for _ in range(QUICK):
        check_hand(random_game(rng), rng)


@pytest.mark.slow
def test_a_million_random_hands_of_all_kinds_of_games():
    rng = random.Random(1_000_000)
    for _ in range(MANY):
        check_hand(random_game(rng), rng)


@settings(max_examples=200)
@given(st.integers(0, 2**32))
def test_random_hands(seed: int):
    rng = random.Random(seed)
    check_hand(random_game(rng), rng)


@pytest.mark.parametrize("game", [*SMALL, named_game("holdem-nolimit:10"), named_game("holdem-limit:10")], ids=str)
def test_games_of_the_library(game: Game):
    rng = random.Random(game.name)
    assert sum(check_hand(game, rng) for _ in range(50)) > 50


@pytest.mark.parametrize(
    "game",
    [
        holdem_nolimit(6, 1000, 50, 100, big_blind_ante=100),
        holdem_nolimit(6, 1000, 50, 100, ante=10, straddle=200),
        replace(holdem_nolimit(4, 1500, 50, 100), blinds=dead_small_blind((50, 100, 0, 0))),
        replace(holdem_nolimit(3, 150, 50, 100, big_blind_ante=100), stacks=(40, 130, 160)),
        replace(holdem_nolimit(3, 150, 50, 100, ante=25), stacks=(10, 20, 160)),
        replace(named_game("holdem-limit:3"), stacks=(37, 23, 91), raise_caps=(3, 4, 4, 4)),
    ],
    ids=["big-blind ante", "straddle", "dead small blind", "short ante", "shorter than the ante", "short limit"],
)
def test_forced_bets_of_every_kind(game: Game):
    rng = random.Random(3)
    for _ in range(100):
        check_hand(game, rng)


def test_the_rules_of_the_acpc_for_unequal_stacks():
    text = (
        "GAMEDEF\nnolimit\nnumPlayers = 3\nnumRounds = 4\nstack = 500 900 333\nblind = 5 10 0\nfirstPlayer = 3 1 1 1\n"
    )
    text += "numSuits = 4\nnumRanks = 13\nnumHoleCards = 2\nnumBoardCards = 0 3 1 1\nEND GAMEDEF\n"
    game = parse_gamedef(text)
    assert game.any_all_in_reopens
    rng = random.Random(4)
    for _ in range(200):
        check_hand(game, rng)


@settings(max_examples=100)
@given(st.integers(0, 2**32), st.integers(0, 2**32), st.integers(0, 2**20))
def test_cards_are_drawn_as_the_dealer_draws_them(seed: int, match: int, deal: int):
    rng = random.Random(seed)
    game = random_game(rng)
    hand = CompiledHand(game, seeds=(match, deal))
    state = State.start(game, Shuffled(game).deck(match, deal))
    while not state.is_over:
        action = random_action(rng, state.legal)
        state = state.act(action)
        hand.act(action)
    assert (hand.board, hand.private, hand.payoffs) == (state.board, state.private, state.payoffs)


@settings(max_examples=100)
@given(st.integers(0, 2**32))
def test_a_hand_goes_on_from_any_point(seed: int):
    rng = random.Random(seed)
    game = random_game(rng)
    state = State.start(game, shuffled(game, rng))
    while not state.is_over and rng.random() < 0.7:
        state = state.act(random_action(rng, state.legal))
    hand = CompiledHand(game, seeds=(seed,))
    hand.hand[:] = hand_array(state)
    while not state.is_over:
        assert hand.legal == state.legal
        action = random_action(rng, state.legal)
        state = state.act(action)
        hand.act(action)
        whole = hand_array(state)
        told = slice(at.AGGRESSOR, at.PART_RAISES + 1)
        if not game.start:
            assert hand.hand[told].tolist() == whole[told].tolist()
    assert (hand.board, hand.private, hand.payoffs) == (state.board, state.private, state.payoffs)


@settings(max_examples=100)
@given(st.integers(0, 2**32), st.lists(st.integers(-10, 2**62), max_size=10))
def test_what_is_not_legal_is_refused_and_changes_nothing(seed: int, amounts: list[int]):
    rng = random.Random(seed)
    game = random_holdem(rng)
    deck = shuffled(game, rng)
    state, hand = State.start(game, deck), CompiledHand(game, deck)
    while not state.is_over:
        legal = state.legal
        edges = [edge + change for edge in (legal.min_raise, legal.max_raise) for change in (-1, 0, 1)]
        for action in (FOLD, *map(raise_to, edges + amounts)):
            if not legal.allows(action):
                before = hand.hand.copy()
                with pytest.raises(IllegalActionError, match="is not legal for seat"):
                    hand.act(action)
                assert (hand.hand == before).all()
        action = random_action(rng, legal)
        state = state.act(action)
        hand.act(action)
    with pytest.raises(IllegalActionError, match="the betting is over"):
        hand.act(CALL)


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**40), st.integers(1, 2**32))
def test_draws_of_kernels_are_those_of_streams(seed: int, number: int, below: int):
    from pokerlab.games.hand_kernels import draw_number

    assert draw_number(np.uint64(stream(seed)), number, below) == draw(stream(seed), number, below)


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (replace(named_game("holdem-nolimit"), rake=Rake(5, exact=True)), "in whole chips"),
        (replace(named_game("holdem-nolimit"), rake=Rake(3.3333333333333335)), "cannot take"),
        (replace(named_game("holdem-nolimit"), stacks=(2**60, 5)), "chips"),
        (LONG, "streets"),
    ],
    ids=["exact rake", "rake of many digits", "chips", "streets"],
)
def test_what_is_not_compiled_is_said(game: Game, line: str):
    with pytest.raises(GameError, match=line):
        compiled_rules(game)


def test_a_deck_is_checked_and_payoffs_wait_for_the_end():
    game = named_game("kuhn")
    with pytest.raises(GameError, match="2 are needed"):
        CompiledHand(game, deck=game.deck[:1])
    with pytest.raises(GameError, match="dealt twice"):
        CompiledHand(game, deck=game.deck[:1] * 2)
    with pytest.raises(GameError, match="not over"):
        CompiledHand(game).payoffs  # noqa: B018
