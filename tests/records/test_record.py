"""A hand recorded and replayed."""

import random

import pytest
from random_hands import play_out, random_holdem

from pokerlab.errors import RecordError
from pokerlab.games.action import CALL, FOLD
from pokerlab.games.library import named_game
from pokerlab.games.state import State
from pokerlab.records.narration import narrate
from pokerlab.records.record import HandRecord, problems, replay, unknown_hands

GAMES = [named_game(name) for name in ("kuhn", "kuhn3", "leduc", "leduc-nl:12", "holdem-limit:4")]


@pytest.mark.parametrize("seed", range(100))
def test_record_of_a_hand_replays_to_the_same_payoffs(seed: int):
    rng = random.Random(seed)
    game = rng.choice([*GAMES, *(random_holdem(rng, rake=True) for _ in range(5))])
    state = play_out(game, rng)
    record = HandRecord.of(state)
    again = record.final()
    assert (again.betting, again.private, again.board) == (state.betting, state.private, state.board)
    assert record.payoffs() == state.payoffs
    assert record.finishing == tuple(stack + won for stack, won in zip(game.stacks, state.payoffs, strict=True))
    assert problems(record) == []


def test_replay_tells_every_step():
    game = named_game("leduc")
    state = State.start(game, deck=game.deck)
    for action in (CALL, CALL, CALL, CALL):
        state = state.act(action)
    steps = list(replay(HandRecord.of(state)))
    assert [step.played is None for step in steps] == [True, False, False, True, False, False]
    assert [step.played.seat for step in steps if step.played] == [0, 1, 0, 1]
    assert steps[-1].state.is_over


def test_unfinished_hand_ends_where_the_record_does():
    game = named_game("holdem-nolimit:3")
    record = HandRecord(game, (CALL, CALL), unknown_hands(game))
    assert record.final().actor == 1
    assert problems(record) == []
    with pytest.raises(RecordError, match="not played to its end"):
        record.payoffs()


def test_actions_after_the_end_are_refused():
    game = named_game("holdem-nolimit:2")
    record = HandRecord(game, (FOLD, CALL), unknown_hands(game))
    assert problems(record) == [r"action 2 ('c') comes after the end of the hand"]


def test_illegal_actions_are_refused_with_their_place():
    game = named_game("holdem-nolimit:2")
    record = HandRecord(game, (CALL, FOLD), unknown_hands(game))
    assert problems(record) == ["action 2: 'f' is not legal for seat 0: check, raise to 200..20000"]


def test_stated_results_that_differ_are_found():
    game = named_game("holdem-nolimit:2")
    record = HandRecord(game, (FOLD,), unknown_hands(game), names=("Ann", ""), finishing=(20000, 20000))
    assert problems(record) == [
        "Ann finishes with 20050 by the rules, but with 20000 as stated",
        "p2 finishes with 19950 by the rules, but with 20000 as stated",
    ]


def test_every_hand_can_be_told():
    rng = random.Random(5)
    for game in [*GAMES, *(random_holdem(rng) for _ in range(30))]:
        record = HandRecord.of(play_out(game, rng, stop=rng.choice((0, 0.1))))
        lines = list(narrate(record))
        assert len(lines) >= game.players + 2
        assert all("\n" not in line for line in lines)
