"""Rule files: what is wrong with one is a line with the file, the key and what was expected."""

import re
from pathlib import Path

import pytest

from pokerlab.agents import rule_files
from pokerlab.agents.registry import files_of, named_agent, spelled_out
from pokerlab.agents.rule_files import (
    DEFAULT,
    SHIPPED,
    check_name,
    drawn_players,
    level_of,
    parse_rules,
    player_names,
    read_roster,
    read_rules,
    roster,
    rule_chain,
)
from pokerlab.agents.rules import rule_keys, size_of
from pokerlab.errors import AgentError

PAGE = Path(__file__).parents[2] / "docs" / "players.md"
LEVELS = ("beginner", "casual", "regular", "strong", "master")


@pytest.fixture
def own(tmp_path, monkeypatch):
    """The user's directory of players."""
    monkeypatch.setenv("POKERLAB_DATA_DIR", str(tmp_path))
    (tmp_path / "players").mkdir()
    return tmp_path / "players"


def wrong(text, name="someone"):
    with pytest.raises(AgentError) as caught:
        parse_rules(text, Path(f"{name}.toml"))
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.toml")), ids=lambda path: path.stem)
def test_every_shipped_file_is_as_it_should_be(path):
    if path.stem == "roster":
        assert roster()
        return
    assert read_rules(str(path)).title
    assert path.stem == DEFAULT or path.stem in roster()


def test_there_are_five_levels_and_a_dozen_characters():
    known = roster()
    assert [known[name].level for name in LEVELS] == [1, 2, 3, 4, 5]
    assert len(set(known) - set(LEVELS)) >= 12
    titles = [read_rules(name).title for name in known]
    assert len(set(titles)) == len(titles)


def test_opponents_are_drawn_by_their_weights(own):
    text = "[{}]\nlevel = {}\nweight = {}\n"
    many = (("often", 2, 3.0), ("seldom", 2, 1.0), ("never", 2, 0.0), ("strong", 5, 4.0))
    (own / "roster.toml").write_text("".join(text.format(*one) for one in many))
    first = [drawn_players(1, seed)[0] for seed in range(2000)]
    assert {name: round(first.count(name) / 2000, 1) for name in set(first)} == {
        "often": 0.4,
        "seldom": 0.1,
        "strong": 0.5,
    }
    assert sorted(drawn_players(3, 7)) == ["often", "seldom", "strong"]  # nobody twice before all have come
    assert drawn_players(5, 7)[:3] == drawn_players(3, 7)
    assert sorted(drawn_players(2, 1, level=2)) == ["often", "seldom"]
    with pytest.raises(AgentError, match="nobody of level 3 can be drawn"):
        drawn_players(1, 1, level=3)


def test_a_name_of_the_roster_without_a_file_plays_by_default(own):
    (own / "roster.toml").write_text("[anybody]\nlevel = 2\nweight = 3\n")
    assert read_rules("anybody") == read_rules(DEFAULT)
    assert level_of("anybody") == level_of("anybody (2)") == level_of("expert:anybody") == 2
    assert "anybody" in player_names()


def test_a_file_of_the_user_stands_for_the_shipped_one(own):
    (own / "rock.toml").write_text('title = "Not as he was"\n')
    assert read_rules("rock").title == "Not as he was"
    (own / "pebble.toml").write_text('based_on = "rock"\n')
    assert read_rules("pebble").title == "Not as he was"
    assert [path.stem for path in rule_chain("pebble")] == ["pebble", "rock", "default"]
    (own / "default.toml").write_text((SHIPPED / "default.toml").read_text().replace("limit = 10", "limit = 7"))
    assert read_rules("pebble").short.limit == 7


def test_a_file_holds_only_what_differs():
    rules = parse_rules('based_on = "default"\n[river.first]\nbluff = [0.3, 0.2, 0.1]\n', Path("x.toml"))
    base = read_rules(DEFAULT)
    assert rules.river.first.bluff == (0.3, 0.2, 0.1)
    assert rules.river.first.value == base.river.first.value
    assert rules.flop == base.flop


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[river.first]\nblufff = 0.1", "someone.toml: river.first: unknown key 'blufff' (did you mean 'bluff'?)"),
        ("colour = 1", "someone.toml: unknown key 'colour' (known: based_on, title, preflop"),
        ("[flop]\nfirst = 3", "someone.toml: flop.first: must be a table"),
        ("[flop.first]\nvalue = 1.5", "someone.toml: flop.first.value: must be from 0 to 1, not 1.5"),
        ("[flop.first]\nvalue = [0.1, 0.2]", "someone.toml: flop.first.value: must be a number from 0 to 1, or three"),
        ("[flop.first]\nvalue = true", "someone.toml: flop.first.value: must be a number from 0 to 1"),
        ("[flop.first]\nvalue = nan", "someone.toml: flop.first.value: must be a number from 0 to 1, not nan"),
        ("[flop.first]\nvalue = 0.7\nbluff = 0.4", "flop.first: add up to more than 1 with 1 opponent: value 0.7 + "),
        ("[turn.raised]\ncall = [0.1, 0.99, 0.1]", "turn.raised: add up to more than 1 with 2 opponents: raise "),
        ("[postflop]\nbet_bands = [0.8, 0.4]", "postflop.bet_bands: must be in order and above 0, small before medium"),
        ("[preflop.open.early]\nraise = 'AXs'", "preflop.open.early.raise: 'AXs'"),
        ("[preflop.open.early]\nraise = 12", "preflop.open.early.raise: must be a range in quotes"),
        ("[preflop.open.early]\nsize = '3'", "preflop.open.early.size: '3' is not a size"),
        ("[preflop.open.early]\nsize = '2e'", "preflop.open.early.size: '2e' is not a size"),
        ("[preflop.all_in.small.table]\nraise = 'AA'", "preflop.all_in.small.table: unknown key 'raise'"),
        ("[short]\nlimit = -1", "short.limit: must be from 0 to 1000, not -1"),
        ("based_on = 'nobody-at-all'", "someone.toml: based_on: there is no player 'nobody-at-all'"),
        ("based_on = 3", "someone.toml: based_on: must be the name of a player in quotes, not 3"),
        ("title = ''", "someone.toml: title: "),
        ("[flop", "someone.toml: not TOML: "),
    ],
)
def test_what_is_wrong_is_a_line(text, line):
    assert line in wrong(text)


def test_a_missing_key_is_said_of_the_file_that_all_are_based_on(own):
    text = (SHIPPED / "default.toml").read_text()
    (own / "default.toml").write_text(text.replace("committed = 0.12\n", ""))
    assert wrong("") == f"{own / 'default.toml'}: postflop.committed: is missing"
    (own / "default.toml").write_text('based_on = "rock"\n' + text)
    assert "based on nothing" in wrong("")


def test_circles_are_found(own):
    (own / "one.toml").write_text('based_on = "two"\n')
    (own / "two.toml").write_text('based_on = "one"\n')
    with pytest.raises(AgentError, match="based_on: goes round in a circle: one -> two -> one"):
        read_rules("one")


def test_what_is_wrong_below_is_said_of_the_file_below(own):
    (own / "one.toml").write_text("[short]\nlimit = 2000\n")
    assert wrong("based_on = 'one'").startswith(f"{own / 'one.toml'}: short.limit")


@pytest.mark.parametrize("name", ["default", "roster", "Rock", "a b", "", "../rock", "x" * 41])
def test_names_of_players(name):
    with pytest.raises(AgentError):
        check_name(name)


@pytest.mark.parametrize(
    ("content", "line"),
    [
        ({"default": {"level": 3}}, "'default' is no player"),
        ({"rock": {"level": 6}}, "rock.level: must be less than or equal to 5"),
        ({"rock": {"level": 3, "weigth": 1}}, "rock: unknown key 'weigth' (did you mean 'weight'?)"),
        ({"rock": {"weight": 1.0}}, "rock.level: is missing"),
        ({"rock": {"level": 3, "weight": 0.0}}, "nobody can be drawn"),
        ({"rock": 3}, "rock: must be"),
    ],
)
def test_rosters(content, line):
    with pytest.raises(AgentError, match=re.escape(line)):
        read_roster(content, "roster.toml")


def test_players_are_agents():
    assert spelled_out("rock:think=0.5") == "expert:rock,think=0.5"
    assert named_agent("rock").rules == named_agent("expert:rock").rules == read_rules("rock")
    assert [Path(path).stem for path in files_of("process:rock")] == ["rock", "default"]
    assert [Path(path).stem for path in files_of("nash")] == ["default"]
    with pytest.raises(AgentError, match="did you mean 'rock'"):
        named_agent("rokc")
    with pytest.raises(AgentError, match="think is 0 to 60 seconds"):
        named_agent("rock:think=-1")
    with pytest.raises(AgentError, match="is not a player"):
        named_agent("expert:rokc")


@pytest.mark.parametrize(("text", "kind"), [("2.5bb", 0), ("3x", 1), ("60%", 2), ("a", 3), ("ALLIN", 3)])
def test_sizes(text, kind):
    assert size_of(text)[0] == kind


def test_the_page_has_every_key():
    """`docs/players.md` explains all keys of the model, and no others."""
    listed = re.findall(r"^\| `([a-z_.{}, ]+)` \|", PAGE.read_text("utf-8"), re.M)
    found = [key for text in listed for key in _spelled(text)]
    assert sorted(found) == sorted(rule_keys())


def _spelled(text):
    """`a.{b, c}.d` is `a.b.d` and `a.c.d`."""
    braces = re.search(r"\{([^{}]*)\}", text)
    if not braces:
        return [text]
    return [
        one for part in braces[1].split(", ") for one in _spelled(text[: braces.start()] + part + text[braces.end() :])
    ]


def test_without_a_home_there_are_the_shipped_players(monkeypatch):
    monkeypatch.setattr(rule_files, "default_directory", lambda: (_ for _ in ()).throw(AgentError("no home")))
    assert read_rules("rock")
