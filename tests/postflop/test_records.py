"""What programs get: nodes as columns, run-outs card by card, problems by key, locks as a file."""

import math

import numpy as np
import pytest

from pokerlab._examples import examples_directory
from pokerlab.cards.combos import format_combo
from pokerlab.postflop.layout import Layout
from pokerlab.postflop.locks import Lock, read_locks, write_locks
from pokerlab.postflop.report import column_record, hand_rows, runouts, view_record
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.solve import solve
from pokerlab.postflop.spot import Spot
from pokerlab.postflop.spot_reader import SpotFieldsError


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("path", ["", "check", "check/bet 100"])
def test_columns_are_the_rows_of_the_verb(path, player):
    view = Solution.open(examples_directory() / "river.sol").at(path)
    found, verb = column_record(view, player), view_record(view, player)
    assert {key: found[key] for key in ("node", "moves", "ev", "equity", "pot", "next")} == {
        key: verb[key] for key in ("node", "moves", "ev", "equity", "pot", "next")
    }
    columns, rows = found["columns"], {row.name: row for row in hand_rows(view, player=player)}
    assert [format_combo(combo) for combo in columns["combos"]] == list(reversed(rows))
    for place, combo in enumerate(columns["combos"]):
        row = rows[format_combo(combo)]
        for name in ("reach", "share", "ev", "equity"):
            given = columns[name][place]
            assert given == pytest.approx(getattr(row, name), abs=1e-3 if name == "ev" else 1e-5) or (
                given is None and math.isnan(getattr(row, name))
            )
        assert [column[place] for column in columns["strategy"]] == pytest.approx(row.strategy, abs=1e-5)
        assert found["made_names"][columns["made"][place]] in row.made


def test_run_outs_are_told_card_by_card():
    spot = Spot(board="Td9d6hQc", pot=20, stack=20, oop="AA,KK", ip="QJs,TT", turn={"bet": "50%"}, river={"bet": ""})
    told = []
    found = runouts(solve(spot, iterations=20), "check/check", found=lambda row, moves: told.append((row, moves)))
    assert [row.card for row, _ in told] == [row.card for row in found.rows]
    assert [row.ev for row, _ in told] == [row.ev for row in found.rows]
    assert all(row.record(moves)["chance"] is None and moves == list(found.moves) for row, moves in told)


def test_all_problems_of_a_spot_are_known_by_their_keys():
    with pytest.raises(SpotFieldsError) as error:
        Spot(board="QsJ", pot=0, stack=10, oop="AXs", ip="AA", flop={"bet": "x%", "rais": "a"}, river={"bet": "y"})
    assert [key for key, _ in error.value.problems] == ["flop", "board", "pot", "oop", "flop.bet", "river.bet"]
    with pytest.raises(SpotFieldsError) as error:
        Spot(board="QsJs2s", pot=1, stack=10, oop="QsJs", ip="AA")
    assert error.value.problems == (("oop", "the range has no hands once QsJs2s are taken out"),)


def test_locks_are_written_as_they_are_read(tmp_path):
    locks = [
        Lock("check/bet 100", {"*": {"fold": 0.25, "call": 0.75}, "QQ+,AhKh:0.5": {"call": 1}}),
        Lock("", {"AA": {"bet 100": 1.0}}),
    ]
    (tmp_path / "locks.toml").write_text(write_locks(locks))
    assert read_locks(tmp_path / "locks.toml") == locks


def test_boards_are_found_once_for_all_sizes():
    content = {"board": "Td9d6hQc", "pot": 20, "stack": 50, "oop": "AA,KK", "ip": "QJs,TT"}
    first = Layout.of(Spot(**content))
    table = first.boards.table.copy()
    other = Layout.of(Spot(**content, river={"bet": "30%,60%"}))
    assert other.boards.combos is first.boards.combos
    assert np.array_equal(first.boards.table, table)
    assert other.cells > first.cells
    assert Layout.of(Spot(**content | {"ip": "QJs,99"})).boards.combos is not first.boards.combos
