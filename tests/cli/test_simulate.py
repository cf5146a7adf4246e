"""The verb `simulate`."""

import json
import os
import signal
import time

import pytest

from pokerlab.lab.play import Duel
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import Spot

TURN = Spot(
    board="KsQs7d2d", pot=100, stack=160, oop="AA,KJs,77", ip="QQ,AKs,65s", big_blind=10, raise_cap=2,
    turn={"bet": "60%", "raise": "a"}, river={"bet": "60%", "raise": "a"},
)  # fmt: skip
RIVER = Spot(board="KsQs7d2d3h", pot=100, stack=160, oop="AA,KJs", ip="QQ,65s", river={"bet": "60%", "raise": "a"})


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("solutions")
    for name, spot, iterations, streets in (
        ("long", TURN, 60, None), ("short", TURN, 4, None), ("cut", TURN, 4, "turn"), ("river", RIVER, 60, None),
    ):  # fmt: skip
        engine = Engine(spot, threads=1)
        engine.run(iterations)
        Solution.of(engine).save(folder / f"{name}.sol", streets=streets)
    whole = (folder / "long.sol").read_bytes()
    (folder / "torn.sol").write_bytes(whole[: len(whole) // 2])
    return folder


def run(pokerlab, *arguments):
    done = pokerlab("simulate", *map(str, arguments), "--threads", "1")
    assert done.code == 0, done.err
    return done.out


def test_two_solutions_play_both_seatings(pokerlab, files):
    out = run(pokerlab, files / "long.sol", files / "short.sol", "--hands", "200k")
    assert out.count("200,000 hands in") == 2
    assert out.count("standard errors off") == 3
    assert "both seats together" in out
    assert "mbb/g" in out


def test_a_solution_plays_itself_once(pokerlab, files):
    out = run(pokerlab, files / "river.sol", "--hands", "100_000", "--confidence", "0.99")
    assert out.count("100,000 hands in") == 1
    assert "± (99%)" in out
    assert "both seats" not in out
    assert "mbb/g" not in out  # the spot names no big blind


def test_a_subtree_says_how_often_it_is_reached(pokerlab, files):
    out = run(pokerlab, files / "long.sol", "--node", "check/check/river 3h", "--hands", "200k")
    assert "'check/check/river 3h': " in out
    assert "of the deals with these cards, computed " in out
    assert "of the deals" not in run(pokerlab, files / "long.sol", "--node", "check", "--hands", "200k")


def test_json(pokerlab, files):
    arguments = (files / "long.sol", files / "short.sol", "--hands", "1e5", "--node", "check", "--seed", "3", "--json")
    content = json.loads(run(pokerlab, *arguments))
    assert content["schema"] == "pokerlab/simulate/1"
    assert (content["node"], content["seed"], content["confidence"]) == ("check", 3, 0.95)
    assert Spot(**content["spot"]) == TURN
    first, second = content["seatings"]
    assert first["hands"] == second["hands"] == 100_000
    assert [seat["solution"] for seat in first["seats"]] == [str(files / "long.sol"), str(files / "short.sol")]
    assert [seat["solution"] for seat in second["seats"]] == [str(files / "short.sol"), str(files / "long.sol")]
    seat = first["seats"][0]
    assert seat["player"] == "oop"
    low, high = seat["mean"] - 1.96 * seat["error"], seat["mean"] + 1.96 * seat["error"]
    assert seat["interval"] == pytest.approx([low, high], rel=1e-4)
    assert seat["milli_big_blinds"] == pytest.approx(100 * seat["mean"])
    assert seat["deviations"] == pytest.approx((seat["mean"] - seat["expected"]) / seat["error"])
    assert first["frequency"] == first["reached"] / first["hands"]
    assert abs(first["frequency"] - first["expected_frequency"]) < 4 * first["frequency_error"]
    one, two = content["both_seats"]
    assert one["mean"] == pytest.approx(seat["mean"] + second["seats"][1]["mean"])
    assert one["mean"] == pytest.approx(-two["mean"])
    again = json.loads(run(pokerlab, *arguments))
    assert [s["seats"] for s in again["seatings"]] == [s["seats"] for s in content["seatings"]]


def test_without_the_check(pokerlab, files):
    arguments = (files / "long.sol", files / "short.sol", "--hands", "1k", "--no-check", "--json")
    content = json.loads(run(pokerlab, *arguments))
    assert content["seatings"][0]["seats"][0]["expected"] is None
    assert content["both_seats"][0]["deviations"] is None


@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_shows_what_was_played(pokerlab, files, monkeypatch, threads):
    playing = Duel.playing

    def play_and_stop(duel, *arguments, **options):
        for result in playing(duel, *arguments, **options):
            yield result
            os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(Duel, "playing", play_and_stop)
    names = [str(files / name) for name in ("long.sol", "short.sol")]
    done = pokerlab("simulate", *names, "--hands", "3M", "--threads", threads, "--no-check")
    assert done.code == 0
    assert "stopped after 1,000,000 hands" in done.err
    assert done.out.count("1,000,000 hands in") == 1
    assert "both seats" not in done.out


@pytest.mark.parametrize("when", ["getting ready", "playing"])
def test_ctrl_c_in_the_second_seating_keeps_the_first(pokerlab, files, monkeypatch, when):
    playing, made = Duel.playing, Duel.__init__
    calls = []

    def stop(name):
        calls.append(name)
        if calls.count(name) == 2:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(1)

    def play(duel, *arguments, **options):
        if when == "playing":
            stop("play")
        yield from playing(duel, *arguments, **options)

    def make(duel, *arguments, **options):
        if when == "getting ready":
            stop("make")
        made(duel, *arguments, **options)

    monkeypatch.setattr(Duel, "playing", play)
    monkeypatch.setattr(Duel, "__init__", make)
    done = pokerlab("simulate", *(str(files / name) for name in ("long.sol", "short.sol")), "--hands", "10k")
    assert done.code == 0
    assert "short.sol did not play enough hands" in done.err
    assert done.out.count("10,000 hands in") == 1


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("long.sol", "--hands", "many"), "--hands 'many': a number such as 500k, 10M or 1e9"),
        (("long.sol", "--hands", "0"), "--hands '0'"),
        (("long.sol", "--hands", "1e13"), "--hands '1e13': a number such as 500k, 10M or 1e9, up to 1e12"),
        (("long.sol", "--hands", "1,5"), "--hands '1,5'"),
        (("long.sol", "--hands", "1.5"), "--hands '1.5'"),
        (("long.sol", "--confidence", "95"), "a confidence is between 0 and 1, not 95"),
        (("long.sol", "--node", "fold"), "'fold' is not a move at the start; legal: check, bet 60"),
        (("long.sol", "--node", "check/check/river Ks"), "that card is on the board already"),
        (("long.sol", "--node", "bet/raise/call", "--hands", "1"), "of 1 hands came there, too few"),
        (("long.sol", "river.sol"), "the solutions are of different spots: board"),
        (("cut.sol",), "cut.sol: strategies up to the turn only; solve the spot again and store all streets"),
        (("long.sol", "cut.sol"), "cut.sol: strategies up to the turn only"),
        (("torn.sol",), "torn.sol is damaged: it has "),
        (("none.sol",), "none.sol"),
    ],
)
def test_bad_input(pokerlab, files, arguments, line):
    named = [str(files / word) if word.endswith(".sol") else word for word in arguments]
    done = pokerlab("simulate", *named)
    assert done.code == 2
    assert line in done.err
    assert done.err.startswith("pokerlab: ")
    assert done.err.count("\n") == 1
    assert done.out == ""
