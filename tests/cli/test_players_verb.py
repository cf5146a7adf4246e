"""`pokerlab players`: list, check, show, new, explain."""

import json
from dataclasses import replace

import pytest

from pokerlab.agents.registry import named_agent
from pokerlab.agents.rule_files import read_rules
from pokerlab.games.library import named_game
from pokerlab.records.writing import write_hands
from pokerlab.table.deals import Shuffled
from pokerlab.table.hand import play_hand
from pokerlab.table.tournament import Tournament
from pokerlab.tournament.standing import TournamentStanding
from pokerlab.tournament.structure import named_structure


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.setenv("POKERLAB_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_all_players_are_listed(pokerlab, own):
    found = json.loads(pokerlab("players", "list", "--json").out)
    assert found["schema"] == "pokerlab/players/1"
    levels = [row["level"] for row in found["players"]]
    assert levels == sorted(levels)
    assert {"rock", "master", "nobody"} & {row["name"] for row in found["players"]} == {"rock", "master"}
    assert "rock" in pokerlab("players", "list").out


def test_a_new_player_is_begun_checked_and_listed(pokerlab, own):
    assert "is written" in pokerlab("players", "new", "pebble", "--based-on", "rock").out
    path = own / "data" / "players" / "pebble.toml"
    assert path.read_text().startswith('based_on = "rock"')
    assert "1 files" in pokerlab("players", "check", str(path)).out
    shown = json.loads(pokerlab("players", "show", "pebble", "--json").out)
    assert shown["files"] == ["pebble", "rock", "default"]
    assert "your file" in pokerlab("players", "list").out
    for wrong in (("new", "pebble"), ("new", "default"), ("new", "x", "--based-on", "nobody-here")):
        done = pokerlab("players", *wrong)
        assert done.code == 2
        assert done.err.count("\n") == 1


def test_a_wrong_file_is_a_line(pokerlab, own):
    (own / "bad.toml").write_text("[river.first]\nbluf = 1\n")
    done = pokerlab("players", "check", "bad.toml")
    assert done.code == 2
    assert "bad.toml: river.first: unknown key 'bluf' (did you mean 'bluff'?)" in done.err
    assert "'default' is no player" in pokerlab("players", "new", "default").err
    (own / "roster.toml").write_text("[default]\nlevel = 1\n")
    assert pokerlab("players", "check", "roster.toml").code == 2
    assert pokerlab("players", "check", "bad.txt").code == 2


def test_what_is_shown_is_a_file(pokerlab, own):
    (own / "copy.toml").write_text(pokerlab("players", "show", "rock").out)
    assert pokerlab("players", "check", "copy.toml").code == 0
    assert read_rules("copy.toml") == read_rules("rock")


def test_decisions_of_a_hand_are_explained(pokerlab, own):
    game = named_game("holdem-nolimit:players=3,stack=700")
    played = play_hand(game, Shuffled(game).deck(1, 2), [named_agent("always-call")] * 3, names=("a", "rock", "c"))
    write_hands(own / "hand.phh", [played.record], "phh")
    found = json.loads(pokerlab("players", "explain", "rock", "hand.phh", "--json").out)
    assert found["schema"] == "pokerlab/players-explain/1"
    assert found["seat"] == 2
    first, *_, last = found["decisions"]
    assert first["rule"].startswith("short stacks: all-in, call and fold by their value")
    assert set(first["worth"]) <= {"fold", "check or call", "bet or raise"}
    assert last["street"] == "river"
    assert last["rule"].startswith("river.")
    assert last["bands"]
    assert sum(last["chances"].values()) == pytest.approx(1, abs=1e-5)
    text = pokerlab("players", "explain", "rock", "hand.phh").out
    assert "inputs" in text
    assert "chances" in text
    assert (
        "does not say of which tournament"
        in pokerlab("players", "explain", "rock", "hand.phh", "--structure", "turbo").err
    )
    for wrong in (("--hand", "2"), ("--seat", "4")):
        assert pokerlab("players", "explain", "rock", "hand.phh", *wrong).code == 2


def test_the_prizes_of_a_tournament_count_in_what_is_explained(pokerlab, own):
    agents = [named_agent("nash") for _ in range(4)]
    standing = TournamentStanding.start(named_structure("double-or-nothing"), ("a", "b", "c", "d"), seed=1)
    tournament = Tournament(standing.structure, standing.entrants, agents, seed=1)
    tournament.go_on(replace(standing, hands=60))
    record = tournament.play().record("5")
    write_hands(own / "hands.phhs", [record], "phh")
    words = ["players", "explain", "nash", "hands.phhs", "--seat", str(record.game.first_to_act[0] + 1)]

    def bubble(*more):
        return json.loads(pokerlab(*words, *more, "--json").out)["decisions"][0]["inputs"]["bubble factor"]

    assert bubble() == 1
    assert bubble("--structure", "double-or-nothing") > 1.2
    assert "--structure NAME counts the prizes" in pokerlab(*words).out
    refused = pokerlab(*words, "--structure", "heads-up")
    assert (refused.code, "is for 2 players, not 4" in refused.err) == (2, True)
