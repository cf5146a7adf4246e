"""Places of hands on boards: looked up in the user's table, or worked out."""

import random

import numpy as np
import pytest

from pokerlab._data_directory import DATA_VARIABLE
from pokerlab.abstraction.features import points_to_come
from pokerlab.agents import compiled_places, places
from pokerlab.agents.places import PERMUTED_COMBOS, _flop_points, boards_up_to_suits, hand_places, without_suits
from pokerlab.agents.strengths import hand_strengths, places_of
from pokerlab.cards.combos import COMBO_CARDS, combo_index
from pokerlab.equilibrium.run import Listener
from pokerlab.errors import DataError
from pokerlab.lab import tournaments
from pokerlab.lab.tournament_block import BlockTask
from pokerlab.lab.tournament_play import play_compiled
from pokerlab.tournament.structure import named_structure


@pytest.fixture
def own_directory(tmp_path, monkeypatch):
    def forget():
        for kept in (hand_places, places._known_rows, compiled_places.known_places):
            kept.cache_clear()

    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    forget()
    yield forget
    forget()


def test_boards_that_differ_by_suits_alone_have_one_key():
    rng = random.Random(1)
    for _ in range(300):
        board = rng.sample(range(52), rng.choice((3, 4)))
        suits = rng.sample(range(4), 4)
        key, renamed = without_suits(board)
        assert without_suits([card & ~3 | suits[card & 3] for card in board])[0] == key
        hand = rng.choice([hand for hand, cards in enumerate(COMBO_CARDS) if not set(cards.tolist()) & set(board)])
        new = places.SUIT_PERMUTATIONS[renamed]
        mine = [int(card) & ~3 | int(new[card & 3]) for card in COMBO_CARDS[hand]]
        assert PERMUTED_COMBOS[renamed][hand] == combo_index(*mine)
    assert len(boards_up_to_suits(3)) == 1_755  # flops up to suits


def test_a_flop_is_the_sum_of_its_turns():
    for flop in ((0, 5, 20), (3, 7, 11), (48, 49, 50)):
        turns = {}
        for card in set(range(52)) - set(flop):
            key, _ = without_suits((*flop, card))
            board = [one for one in range(52) if key & int(places.CARD_MASKS[one])]
            turns[key] = points_to_come(board)[0]
        assert np.array_equal(_flop_points(flop, turns), points_to_come(flop)[0])


def test_the_table_is_made_for_many_tournaments_of_players_by_rules(own_directory, monkeypatch):
    made, warned = [], []
    listener = Listener()
    listener.warn = warned.append
    monkeypatch.setattr(tournaments, "make_table", lambda path, progress: made.append(path))
    record = named_structure("heads-up").record()

    def prepare(agents, count):
        made.clear()
        tournaments.TournamentJob(structure=record, agents=agents, count=count)._prepare(listener)
        return len(made)

    assert prepare(("rock", "random"), tournaments.LEAST_FOR_TABLE) == 1
    assert prepare(("rock", "random"), tournaments.LEAST_FOR_TABLE - 1) == 0
    assert prepare(("uniform", "process:rock"), 10**6) == 0
    assert warned == []

    def refused(path, progress):
        raise DataError(f"{path} cannot be written: No space left on device")

    monkeypatch.setattr(tournaments, "make_table", refused)
    prepare(("rock", "random"), 10**6)
    [line] = warned
    assert line.endswith("No space left on device; boards are worked out as they come up")


@pytest.mark.parametrize("content", [None, b"", b"POKERLAB", b"x" * 1000])
def test_what_is_no_table_is_none(own_directory, content):
    if content is not None:
        places.table_path().write_bytes(content)
    assert places.read_table(places.table_path()) is None
    board = frozenset((0, 5, 20))
    assert np.array_equal(hand_places(board), places_of(hand_strengths(board)))


@pytest.mark.slow
def test_with_the_table_all_is_as_without(own_directory):
    task = BlockTask(named_structure("turbo"), ("default", "maniac", "nash"), 3, 0, 20)
    without = play_compiled(task)
    told = []
    places.make_table(places.table_path(), lambda done, total: told.append((done, total)))
    assert told[-1] == (16_432, 16_432)
    own_directory()
    assert np.count_nonzero(compiled_places.known_places().keys) == 1_755 + 16_432
    for name, found in vars(play_compiled(task)).items():
        assert np.array_equal(found, getattr(without, name)), name
    rng = random.Random(2)
    for _ in range(200):
        board = frozenset(rng.sample(range(52), rng.choice((3, 4))))
        assert np.array_equal(hand_places(board), places_of(hand_strengths(board)))
