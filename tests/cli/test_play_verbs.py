"""The verbs that play: agents, match, robin and play, as users see them."""

import json

import pytest


def load(result, schema):
    assert result.code == 0, result.err
    content = json.loads(result.out)
    assert content["schema"] == schema
    return content


def test_agents_are_listed(pokerlab):
    assert "A yardstick" in pokerlab("agents").out
    names = [agent["name"] for agent in load(pokerlab("agents", "--json"), "pokerlab/agents/1")["agents"]]
    assert {"human", "random", "uniform", "strategy", "solution", "process"} <= set(names)


def test_a_match_prints_what_its_json_says(pokerlab):
    given = ("match", "uniform", "always-call", "--game", "leduc", "--deals", "40", "--jobs", "1")
    content = load(pokerlab(*given, "--json"), "pokerlab/match/1")
    shown = pokerlab(*given).out
    assert "40 deals in 2 seatings, 80 hands" in shown
    for row in content["results"]["chips"]:
        assert f"{row['mbb']:+.1f}" in shown
        assert row["half_width"] > 0


def test_an_exact_match(pokerlab):
    found = load(
        pokerlab("match", "uniform", "uniform", "--game", "kuhn", "--exact", "--json"), "pokerlab/match-exact/1"
    )
    assert found["results"][0]["chips"] == pytest.approx(1 / 8, abs=1e-7)


def test_a_round_robin(pokerlab):
    given = ("robin", "uniform", "always-call", "always-raise", "--deals", "20", "--jobs", "1")
    rows = load(pokerlab(*given, "--json"), "pokerlab/robin/1")["results"]["chips"]
    assert sum(row["first"] for row in rows) == pytest.approx(1)
    assert "total" in pokerlab(*given).out


def test_a_match_is_kept_and_judged_again(pokerlab, tmp_path):
    given = ("match", "uniform", "random", "--deals", "30", "--judge", "chips,allin", "--jobs", "1", "--average", "5")
    out = ("--out", str(tmp_path / "match"))
    played = load(pokerlab(*given, *out, "--json"), "pokerlab/match/1")
    assert load(pokerlab("judge", str(tmp_path / "match"), "--json"), "pokerlab/match/1") == played
    assert load(pokerlab(*given, *out, "--resume", "--json"), "pokerlab/match/1") == played
    log = str(tmp_path / "match" / "hands.log")
    found = load(pokerlab("judge", log, "--game", "leduc", "--json"), "pokerlab/judge/1")
    assert (found["hands"], found["units"]) == (60, 30)
    shown = pokerlab("judge", log, "--game", "leduc").out
    for row in played["results"]["allin"]:
        assert f"{row['mbb']:+.1f}" in shown
    prizes = load(
        pokerlab("judge", str(tmp_path / "match"), "--judge", "allin:icm=65/35", "--json"), "pokerlab/match/1"
    )
    assert prizes["results"]["allin:icm=65/35"][0]["mbb"] is None
    assert "prizes/hand" in pokerlab("judge", log, "--game", "leduc", "--judge", "allin:icm=65/35").out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["match", "uniform", "nobody"], "'nobody' is not an agent"),
        (["match", "uniform", "uniform", "uniform"], "2 seats; agents given: 3"),
        (["match", "uniform", "uniform", "--deals", "0"], "--deals"),
        (["match", "uniform", "uniform", "--seatings", "some"], "seatings: must be 'rotations' or 'all'"),
        (["match", "uniform", "uniform", "--judge", "luck"], "'luck' is not a judge"),
        (["match", "uniform", "uniform", "--game", "holdem-limit", "--exact"], "deals: at most"),
        (["match", "uniform", "uniform", "--resume"], "there is no match to go on with"),
        (["match", "uniform", "uniform", "--hands", "text", "--out", "nowhere"], "hands: must be"),
        (["match", "uniform", "uniform", "--judge", "allin:icm=3/2/1"], "3 prizes for 2 players"),
        (["match", "uniform", "uniform", "--average", "0"], "average: must be greater than 0"),
        (["match", "strategy:examples/kuhn.strategy", "uniform"], "its file is for kuhn"),
        (["judge", "nowhere"], "nowhere"),
        (["judge", "--exact", "leduc", "uniform"], "takes a game and the agents"),
        (["judge", "--exact", "kuhn", "uniform", "uniform", "--known", "4"], "known is all, none"),
        (["judge", "x.log", "--game", "leduc", "--judge", "aivat", "--plays", "Alice"], "a player and an agent"),
        (["lbr", "human"], "does not say its chances"),
        (["lbr", "uniform", "--setting", "99"], "is no setting"),
        (["judge", "README.md"], "starts no known format"),
        (["robin", "uniform", "uniform"], "named twice"),
        (["robin", "uniform", "random", "--plot-learning", "learning.png"], "no agent remembers"),
        (["play", "uniform", "uniform", "--game", "leduc"], "name one agent, not 2"),
    ],
)
def test_what_is_wrong_is_one_line(pokerlab, arguments, line):
    found = pokerlab(*arguments)
    assert found.code == 2
    assert line in found.err
    assert found.err.count("\n") == 1


def test_a_person_plays_and_leaves(pokerlab, monkeypatch):
    typed = iter(["hello", "call", "call", "call", "call"])

    def answer(prompt=""):
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)
    found = pokerlab("play", "always-call", "--game", "leduc", "--hands", "5")
    assert found.code == 0
    assert "type fold, check, call" in found.out
    assert "you have won" in found.out


def test_every_judge_exactly(pokerlab):
    given = ("judge", "--exact", "kuhn", "uniform", "uniform", "--known", "1", "--value", "always-call")
    content = load(pokerlab(*given, "--json"), "pokerlab/judge-exact/1")
    firsts = [row["mean"] for row in content["results"] if row["seat"] == 1]
    assert firsts == pytest.approx([1 / 8] * len(firsts), abs=1e-12)
    shown = pokerlab(*given).out
    assert "known: uniform; value function: always-call" in shown
    assert "aivat" in shown


def test_local_best_response(pokerlab):
    given = ("lbr", "uniform", "--game", "kuhn", "--setting", "fcpa")
    content = load(pokerlab(*given, "--json"), "pokerlab/lbr/1")
    assert content["seats"] == pytest.approx([1 / 2, 5 / 12], abs=1e-12)
    assert "wins +500.0 mbb/hand from uniform, exactly" in pokerlab(*given).out
    sampled = ("lbr", "always-fold", "--setting", "fcpa", "--deals", "2", "--jobs", "1")
    shown = pokerlab(*sampled).out
    assert "loses at least +750.0 ± 0.0 mbb/hand" in shown
    assert "lbr: known: always-fold, its whole range; value function always-call" in shown


def test_a_match_says_what_judges_knew(pokerlab):
    shown = pokerlab(
        "match", "uniform", "random", "--deals", "20", "--jobs", "1", "--judge", "chance,aivat:known=1"
    ).out
    shown = " ".join(shown.split())
    assert "chance: known: all cards; value function always-call (the pot by equity, over all boards); chips" in shown
    assert "aivat:known=1: known: uniform; value function always-call (the pot by equity, over all boards)" in shown
    assert "differs from chips by" in shown
