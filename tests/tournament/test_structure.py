"""Structures of tournaments: the ready ones, what is refused, levels and prizes."""

import math
from itertools import pairwise

import pytest

from pokerlab.errors import TournamentError
from pokerlab.tournament.structure import (
    MOST_BLIND,
    Level,
    Structure,
    all_levels,
    named_structure,
    ready_structures,
)

PLAIN = {"name": "x", "chips": 100, "buy_in": 1000, "payouts": "winner", "levels": {"length": 5, "blinds": ["1/2"]}}


def test_ready_structures():
    expected = ("double-or-nothing", "heads-up", "regular", "superturbo", "turbo", "winner-takes-all")
    assert ready_structures() == expected
    for name in expected:
        structure = named_structure(name)
        assert structure.name == name
        assert 0.035 <= structure.fee / structure.cost <= 0.1  # the thesis: 4 to 10% in chapter 2.3
        assert Structure.of(structure.record()) == structure
        for players in range(2, structure.players + 1):
            try:
                prizes = structure.prizes(structure.check_entrants(players))
            except TournamentError:
                continue
            assert sum(prizes) == players * structure.buy_in


def test_a_structure_by_path(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('name = "mine"\nchips = 10\nbuy_in = 1\npayouts = "winner"\n[levels]\nlength = 1\nblinds = ["1/2"]')
    assert named_structure(str(path)).name == "mine"
    path.write_text('name = "mine"\nchip = 10')
    with pytest.raises(TournamentError, match=r"mine.toml: unknown key 'chip' \(did you mean 'chips'\?\)"):
        named_structure(str(path))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"chips": 0}, "chips: must be greater than or equal to 1"),
        ({"chips": 1.5}, "chips: must be a valid integer"),
        ({"players": 11}, "players: must be less than or equal to 10"),
        ({"buy_in": 0}, "buy_in: there is nothing to win"),
        ({"button": "ded"}, "button: must be 'dead' or 'moving'"),
        ({"payouts": "50/30/30/30/20/20/20/20/10/10"}, "payouts: 10 prizes for 9 players"),
        ({"payouts": {"2-4": "winner"}}, "payouts: 'x' has no payouts for 9 players"),
        ({"payouts": {"x": "winner"}}, "payouts: 'x' is no number of players"),
        ({"progressive": 0.5}, "progressive: there is no bounty"),
        ({"levels": {"length": 5}}, "levels: blinds: a list of levels, or 'first' with a 'factor'"),
        ({"levels": {"length": 5, "blinds": ["5/2"]}}, "levels.blinds.0: '5/2': blinds are 1 to"),
        ({"levels": {"length": 5, "blinds": ["2-4"]}}, "levels.blinds.0: '2-4' is no level"),
        ({"levels": {"length": 5, "blinds": ["2/4", "1/2"]}}, "blinds do not become smaller"),
        ({"levels": {"length": 2.5, "blinds": ["2/4"]}}, "length: levels last a whole number of hands"),
        ({"levels": {"length": 5, "first": "1/2"}}, "factor: goes with 'first'"),
        ({"levels": {"length": 5, "first": "1/2", "factor": 1.0}}, "levels.factor: must be greater than"),
        ({"levels": {"lenght": 5}}, r"levels: unknown key 'lenght' \(did you mean 'length'\?\)"),
        ({"clock": {"hand": 0, "player": 0}}, "clock: hand: a hand takes some time"),
    ],
)
def test_what_is_refused(change, message):
    with pytest.raises(TournamentError, match=message):
        Structure.of({**PLAIN, **change})


def test_levels_go_on_growing_after_the_list():
    structure = Structure.of({**PLAIN, "levels": {"length": [5, 3], "blinds": ["10/20", "20/40/5"], "growth": 2}})
    assert structure.level(1) == Level(1, 10, 20, 0, 5)
    assert structure.level(2) == Level(2, 20, 40, 5, 3)
    assert structure.level(3) == Level(3, 40, 80, 10, 3)
    levels = all_levels(structure.levels)
    assert all(later.big_blind > level.big_blind for level, later in pairwise(levels))
    assert levels[-1].big_blind == MOST_BLIND > structure.players * structure.chips
    assert structure.level(10_000) == levels[-1]


def test_levels_by_a_factor():
    structure = Structure.of({**PLAIN, "levels": {"length": 5, "first": "10/20", "factor": 1.5}})
    assert [structure.level(n).big_blind for n in range(1, 7)] == [20, 30, 45, 68, 100, 150]


def test_a_level_by_hands():
    structure = Structure.of({**PLAIN, "levels": {"length": [5, 3], "blinds": ["1/2", "2/4"]}})
    assert structure.level_after(4, 1e9) == (structure.level(1), 1)
    assert structure.level_after(5, 0) == (structure.level(2), 3)
    assert structure.level_after(8, 0)[0].number == 3
    assert structure.level_after(10**9, 0) == (all_levels(structure.levels)[-1], math.inf)


def test_a_level_by_minutes():
    structure = Structure.of({**PLAIN, "levels": {"length": 1.5, "unit": "minutes", "blinds": ["1/2", "2/4"]}})
    assert structure.is_timed
    assert structure.level_after(1000, 89.0) == (structure.level(1), 1.0)
    assert structure.level_after(0, 90.0) == (structure.level(2), 90.0)
    assert structure.seconds_per_hand(4) == 15 + 4 * 5


def test_prizes_are_whole_cents_and_odd_ones_go_to_the_best_place():
    structure = Structure.of({**PLAIN, "payouts": "1/1/1", "buy_in": 1001, "players": 4})
    assert structure.prizes(4) == (1336, 1334, 1334, 0)
    assert Structure.of({**PLAIN, "payouts": "don", "buy_in": 7}).prizes(9) == (18, 15, 15, 15, 0, 0, 0, 0, 0)


def test_payouts_by_number_of_players():
    structure = named_structure("turbo")
    assert structure.prizes(9)[:4] == (4500, 2700, 1800, 0)
    assert structure.prizes(6)[:3] == (3900, 2100, 0)
    assert structure.prizes(3) == (3000, 0, 0)
    with pytest.raises(TournamentError, match="'turbo' is for 2 to 9 players, not 10"):
        structure.check_entrants(10)
