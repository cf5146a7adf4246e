"""`pokerlab tournament`: simulate, show, structures."""

import json
from datetime import datetime

import pytest

from pokerlab.agents.registry import named_agent
from pokerlab.table.journal import open_tournament, resume
from pokerlab.table.journal_file import JournalFile
from pokerlab.tournament.structure import named_structure
from pokerlab.tournament.summary import TournamentSummary, format_summary


def test_simulate_as_text_and_json_and_again(pokerlab, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ["tournament", "simulate", "heads-up", "--players", "random, always-call", "--processes", "1"]
    words += ["--count", "6"]
    out = pokerlab(*words).out
    assert "heads-up: 6 tournaments of 2 players" in out
    assert "always-call" in out
    whole = json.loads(pokerlab(*words, "--json").out)
    assert whole["schema"] == "pokerlab/tournament-simulation/1"
    assert [agent["agent"] for agent in whole["agents"]] == ["random", "always-call"]
    total = sum(agent["roi"]["mean"] for agent in whole["agents"])
    assert total / 2 == pytest.approx(-50 / 1050)
    twice = json.loads(pokerlab(*words, "--duplicate", "--json").out)
    assert [agent["hands"] for agent in twice["agents"]] != [agent["hands"] for agent in whole["agents"]]
    assert sum(agent["roi"]["mean"] for agent in twice["agents"]) / 2 == pytest.approx(-50 / 1050)
    assert "heads-up: 6 tournaments in 2 rotations of 2 players" in pokerlab(*words, "--duplicate").out
    kept = [*words[:-1], "3", "--checkpoint", "run", "--hands", "h.phhs"]
    pokerlab(*kept)
    assert "--resume goes on with it" in pokerlab(*kept).err
    again = json.loads(pokerlab(*words, "--checkpoint", "run", "--hands", "h.phhs", "--resume", "--json").out)
    assert again == whole
    shown = json.loads(pokerlab("tournament", "show", "h.phhs", "--json").out)
    assert len(shown["tournaments"]) == 6
    assert all(one["is_over"] and len(one["finishes"]) == 2 for one in shown["tournaments"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["simulate", "turboo", "--players", "random*2"], "'turboo' is not a structure (did you mean 'turbo'?)"),
        (["simulate", "turbo", "--players", "randm*2"], "'randm' is not an agent (did you mean 'random'?)"),
        (["simulate", "turbo", "--players", "random"], "'turbo' is for 2 to 9 players, not 1"),
        (["simulate", "turbo", "--players", "random*99"], "1 to 10 of an agent"),
        (["simulate", "turbo", "--players", "random,,"], "agents are separated by commas"),
        (["simulate", "turbo", "--players", "random*2", "--count", "many"], "--count 'many'"),
        (["simulate", "turbo", "--players", "random*2", "--resume"], "there is nothing to go on with"),
        (["simulate", "heads-up", "--players", "random*3"], "'heads-up' is for 2 players, not 3"),
        (["simulate", "turbo", "--players", "drawn:9*3"], "'drawn:9*3': levels are 1 to 5, as in 'drawn:2'"),
        (["show", "trubo"], "'trubo' is not a structure (did you mean 'turbo'?)"),
        (["show", "nowhere.phhs"], "nowhere.phhs: cannot be read: No such file or directory"),
        (["show", "nowhere.toml"], "nowhere.toml: cannot be read: No such file or directory"),
    ],
)
def test_what_is_refused(pokerlab, words, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = pokerlab("tournament", *words)
    assert result.code == 2
    assert message in result.err


def test_structures(pokerlab):
    out = pokerlab("tournament", "structures").out
    assert "superturbo" in out
    listed = json.loads(pokerlab("tournament", "structures", "--json").out)
    assert {one["name"] for one in listed["structures"]} >= {"regular", "turbo", "superturbo", "heads-up"}
    one = json.loads(pokerlab("tournament", "show", "turbo", "--json").out)
    assert one["prizes"]["9"][:3] == [4500, 2700, 1800]
    assert one["levels"][3]["big_blind"] == 100
    assert " 9 players: $45.00, $27.00, $18.00" in pokerlab("tournament", "show", "turbo").out


def test_show_a_journal_and_a_summary(pokerlab, tmp_path):
    structure = named_structure("heads-up")
    with JournalFile(tmp_path / "t.db") as file:
        number = open_tournament(file, structure, ["Ann", "Bob"], agents=["", "random"], seed=1, owner=0)
        out = pokerlab("tournament", "show", str(tmp_path / "t.db")).out
        assert "tournament 1  $10.00+$0.50 USD  2 players, not over" in out
        tournament = resume(file, number, [named_agent("random"), named_agent("random")])
        while not tournament.is_over:
            tournament.play()
    shown = json.loads(pokerlab("tournament", "show", str(tmp_path / "t.db"), "--json").out)
    assert shown["tournaments"][0]["is_over"]
    assert shown["bankroll"] in (100_000 - 1050, 100_000 - 1050 + 2000)
    files = json.loads(pokerlab("tournament", "show", str(tmp_path / "t.db"), "--out", str(tmp_path), "--json").out)
    names = ["tournament-1.phhs", "tournament-1.txt", "tournament-1-summary.txt"]
    assert files["files"] == [str(tmp_path / name) for name in names]
    shown = [json.loads(pokerlab("tournament", "show", file, "--json").out) for file in files["files"]]
    assert shown[0]["tournaments"][0]["finishes"] == shown[2]["tournaments"][0]["finishes"]
    names_and_places = [{(one["name"], one["place"]) for one in of["tournaments"][0]["finishes"]} for of in shown]
    assert names_and_places[0] == names_and_places[1]
    text = (tmp_path / names[1]).read_text()
    assert "wins the tournament and receives $20.00 - congratulations!" in text
    assert text.count("Dealt to Ann [") == text.count("PokerStars Hand #") == tournament.standing.hands
    assert "Dealt to Bob" not in text
    refused = pokerlab("tournament", "show", str(tmp_path / "t.db"), "--out", str(tmp_path), "--viewer", "Zoe")
    assert (refused.code, "nobody is called 'Zoe'" in refused.err) == (2, True)
    assert "--out is for journals" in pokerlab("tournament", "show", files["files"][0], "--out", str(tmp_path)).err
    noon = datetime(2024, 5, 6, 12)
    summary = TournamentSummary.of(tournament.standing, "17", noon, noon)
    (tmp_path / "s.txt").write_text(format_summary(summary))
    out = pokerlab("tournament", "show", str(tmp_path / "s.txt")).out
    assert f"  1  {summary.finishes[0].name}  20.00" in out


def test_agents_with_values_of_their_own():
    from pokerlab.cli.tournament import agent_names

    assert agent_names("nash, default*2") == ("nash", "default", "default")
    drawn = agent_names("nash, drawn*8, drawn:5", seed=3)
    assert drawn == agent_names("nash, drawn*8, drawn:5", seed=3) != agent_names("nash, drawn*8, drawn:5", seed=4)
    assert (len(set(drawn[1:9])), drawn[9] in ("master", "professor")) == (8, True)
    assert agent_names("expert:rock,think=0.5, nash:think=1") == ("expert:rock,think=0.5", "nash:think=1")
