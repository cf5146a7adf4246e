"""The page of many flops: all numbers inside, names that do no harm."""

import json
import re

import pytest

from pokerlab.postflop.flop_page import flop_page
from pokerlab.postflop.flop_report import flop_rows
from pokerlab.postflop.spot import Spot

NAME = "</script><script>alert('$data & $title')</script>"
SPOT = Spot(name=NAME, board="QsJh2h", pot=60, stack=100, oop="AA,QJs", ip="KK,AQo")


def record(board, ways, share):
    nodes = [
        {"line": "", "player": 0, "comes": 1.0, "moves": {"check": 0.25, "bet 30": 0.5, "bet 100": 0.25}},
        {"line": "check", "player": 1, "comes": 0.25, "moves": {"check": share, "bet 30": 1 - share}},
    ]
    return {
        "board": board, "ways": ways, "pot": 60, "ev": [60 * share, 60 - 60 * share], "equity": [0.5, 0.5],
        "percent_of_pot": 0.5, "nodes": nodes,
    }  # fmt: skip


RECORDS = [record("AsKd2c", 24, 0.7), record("7s7d2c", 12, 0.4), record("4s4d4c", 4, 0.1)]


@pytest.fixture(scope="module")
def page():
    return flop_page(SPOT, flop_rows(RECORDS, node="check"))


def embedded(page):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])


def test_all_nodes_and_flops_are_inside(page):
    data = embedded(page)
    assert data["boards"] == ["AsKd2c", "7s7d2c", "4s4d4c"]
    assert data["weight"] == pytest.approx([0.6, 0.3, 0.1])
    assert data["share"] == [0.7, 0.4, 0.1]
    assert data["node"] == 1
    assert [node["line"] for node in data["nodes"]] == ["", "check"]
    assert data["nodes"][1]["moves"][0]["often"] == [0.7, 0.4, 0.1]
    assert [move["isAllIn"] for move in data["nodes"][0]["moves"]] == [False, False, True]
    assert data["groups"]["pairs"]["names"] == ["unpaired", "paired", "trips"]
    assert data["groups"]["pairs"]["of"] == [0, 1, 2]


def test_names_do_no_harm_and_nothing_is_fetched(page):
    assert embedded(page)["title"] == NAME
    assert page.count("<script") == 2
    assert "alert('$data" in embedded(page)["title"]
    assert not re.search(r"""(src|href)=|url\(|@import|fetch\(""", page)
    assert set(re.findall(r"https?://[^\"' ]+", page)) == {"http://www.w3.org/2000/svg"}
