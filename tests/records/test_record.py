"""A hand recorded and replayed."""

import random
from dataclasses import replace

import pytest
from random_hands import play_out, random_holdem

from pokerlab.cards.card import parse_cards
from pokerlab.cards.unseen import UNKNOWN
from pokerlab.errors import CardError, RecordError
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.library import holdem_nolimit, named_game
from pokerlab.games.rake import Rake
from pokerlab.games.state import State
from pokerlab.records.acpc import format_state, parse_acpc
from pokerlab.records.narration import narrate
from pokerlab.records.phh_reader import parse_phh
from pokerlab.records.phh_writer import format_phh
from pokerlab.records.pokerstars_reader import parse_pokerstars
from pokerlab.records.pokerstars_writer import format_pokerstars
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


def test_actions_without_the_cards_before_them_are_refused():
    game = named_game("holdem-nolimit:2")
    record = HandRecord(game, (CALL, CALL, CALL), unknown_hands(game))
    assert problems(record) == ["action 3 ('c') comes before cards that are missing"]


def test_results_of_an_unfinished_hand_are_a_problem():
    game = named_game("holdem-nolimit:2")
    record = HandRecord(game, (CALL,), unknown_hands(game), finishing=(20000, 20000))
    assert problems(record) == ["results are stated, but the hand is not played to its end"]


UNSEEN = (UNKNOWN, UNKNOWN)
SEEN = parse_cards("AsKs")


@pytest.mark.parametrize("number", [-2, 52, 255, 10**30, 1.5, None])
def test_records_hold_cards_only(number):
    game = named_game("holdem-nolimit:2")
    with pytest.raises(CardError, match="is not a card"):
        HandRecord(game, (), ((51, number), UNSEEN))
    with pytest.raises(CardError, match="is not a card"):
        HandRecord(game, (), (SEEN, UNSEEN), board=(0, 1, number))


def test_a_board_is_always_seen():
    with pytest.raises(CardError, match="-1 is not a card"):
        HandRecord(named_game("holdem-nolimit:2"), (), (SEEN, UNSEEN), board=(0, 1, UNKNOWN))


@pytest.mark.parametrize(
    ("fields", "error", "message"),
    [
        ({"private": (SEEN,)}, RecordError, "1 private hands for 2 players"),
        ({"private": ((*SEEN, 0), UNSEEN)}, RecordError, "seat 0 has 3 private cards, holdem-nolimit deals 2"),
        ({"private": ((51, 51), UNSEEN)}, CardError, "'As' occurs twice in the hand of seat 0"),
        ({"board": (0, 1, 2, 3, 4, 5)}, CardError, "at most 5"),
        ({"names": ("Ann",)}, RecordError, "1 names for 2 players"),
        ({"names": ("Ann\nBen", "Cleo")}, RecordError, "'Ann Ben' has characters that are not of one line of text"),
        ({"table": "\x1b[31mOak"}, RecordError, "not of one line"),
        ({"names": ("Ann", "\udce9")}, RecordError, "not of one line"),
        ({"finishing": (1, 2, 3)}, RecordError, "3 finishing for 2 players"),
    ],
)
def test_records_that_fit_no_game(fields: dict, error: type[Exception], message: str):
    given = {"game": named_game("holdem-nolimit:2"), "actions": (), "private": (SEEN, UNSEEN)} | fields
    with pytest.raises(error, match=message.replace("[", r"\[")):
        HandRecord(**given)


def unseen_hand() -> HandRecord:
    """Ann bets the flop and wins; nobody saw Ben's cards, and one of Cleo's."""
    game = named_game("holdem-nolimit:3,stack=1000,small_blind=5,big_blind=10")
    private = (SEEN, UNSEEN, (UNKNOWN, 0))
    actions = (CALL, CALL, CALL, raise_to(20), CALL, FOLD, *(CALL,) * 4)
    board = parse_cards("Ah7d2hTs3d")
    return HandRecord(
        game, actions, private, board, ("Ann", "Ben", "Cleo"), frozenset({0}), frozenset({1}), hand_id="7"
    )


def test_unseen_cards_are_written_and_read_as_unseen_in_every_format():
    record = unseen_hand()
    assert record.payoffs() == (40, -30, -10)
    phh = format_phh(record)
    assert '"d dh p1 AsKs", "d dh p2 ????", "d dh p3 ??2c"' in phh
    assert parse_phh(phh).private == record.private
    state = format_state(record)
    assert ":AsKs||/" in state
    assert parse_acpc(state, record.game).private == (SEEN, UNSEEN, UNSEEN)  # the format has no half hands
    text = format_pokerstars(record)
    assert "Ben: mucks hand" in text
    assert "Seat 2: Ben (big blind) mucked\n" in text
    assert parse_pokerstars(text).private == (SEEN, UNSEEN, UNSEEN)
    for written in (phh, state, text):
        assert "AsAs" not in written
        assert "As As" not in written


def test_unseen_cards_are_told_and_viewed_as_unseen():
    record = unseen_hand()
    lines = list(narrate(record))
    assert [line for line in lines if " has " in line] == ["  Ann has As Ks", "  Ben has ?? ??", "  Cleo has ?? 2c"]
    final = record.final()
    assert final.view(0).shown == (SEEN, UNSEEN, ())
    assert final.view(1).private == UNSEEN


def told(record: HandRecord) -> list[str]:
    lines = list(narrate(record))
    return lines[lines.index("Result") + 1 :]


def test_telling_names_who_wins_what_of_every_pot():
    game = holdem_nolimit(players=3, stack=100, small_blind=5, big_blind=10, ante=1)
    deck = parse_cards("AsAh KsKh QsQh 2c3d4h8s9s")
    state = State.start(game, deck=deck)
    for action in (raise_to(99), CALL, CALL):
        state = state.act(action)
    assert told(HandRecord.of(state, names=("Ann", "Ben", "Cleo"))) == [
        "  main pot 300 (Ann, Ben, Cleo): Ann wins 300",
        "  Ann +200",
        "  Ben -100",
        "  Cleo -100",
    ]


def test_telling_splits_and_rakes_pots():
    game = replace(named_game("holdem-nolimit:2,stack=101"), rake=Rake(5, None))
    state = State.start(game, deck=parse_cards("AsKs AhKh 2c3d4c8d9c"))
    for action in (raise_to(101), CALL):
        state = state.act(action)
    assert told(HandRecord.of(state, names=("Ann", "Ben"))) == [
        "  main pot 202 (Ann, Ben): Ann wins 96, Ben wins 96, rake 10",
        "  Ann -5",
        "  Ben -5",
    ]


def test_telling_says_if_nobody_knows_who_won():
    game = named_game("holdem-nolimit:2")
    record = HandRecord(game, (raise_to(20000), CALL), unknown_hands(game), parse_cards("2c3d4c8d9c"))
    assert told(record) == [
        "  main pot 40000 (p1, p2)",
        "  no cards are known of seats (0, 1), who share a pot",
    ]
