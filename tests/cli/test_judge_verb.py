"""`pokerlab judge` with logs: what it says of what was known, and what it refuses in one line."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pokerlab._archives import read_archive, write_archive
from pokerlab.cards.unseen import UNKNOWN
from pokerlab.games.library import named_game
from pokerlab.lab.match import MatchJob
from pokerlab.lab.match_block import FORMAT
from pokerlab.records.acpc import format_state
from pokerlab.records.phh_writer import format_phhs
from pokerlab.records.reading import read_hands

EXAMPLES = Path(__file__).parents[2] / "examples"
HERE = {"where": "threads", "jobs": 1, "deals": 4}


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    """By name: directories and files of hands, good ones and bad ones."""
    root = tmp_path_factory.mktemp("logs")
    found = {name: root / name for name in ("good", "closed", "broken", "hidden.log", "hidden.phhs", "two.phhs")}
    for name, policies in (("good", True), ("closed", False), ("broken", True)):
        job = MatchJob(agents=("uniform", "random"), game="leduc", out=str(found[name]), policies=policies, **HERE)
        job.run()
    (block,) = (found["broken"] / "results").glob("*.block")
    told, arrays = read_archive(block, FORMAT, (1,), what="a block", error=ValueError)
    arrays["policy_parts"] = arrays["policy_parts"] // np.uint16(2)
    facts = {key: value for key, value in told.items() if key not in ("format", "version", "made", "arrays")}
    write_archive(block, FORMAT, 1, facts, arrays, compress=True)
    found["log"] = found["good"] / "hands.log"
    records = [one.record for one in read_hands(found["log"], game=named_game("leduc"))]
    first = [replace(record, private=(record.private[0], (UNKNOWN,))) for record in records if not record.final().board]
    hidden = [*first, *records]
    found["hidden.log"].write_text("".join(format_state(record) + "\n" for record in hidden))
    kuhn = MatchJob(agents=("uniform", "random"), game="kuhn", out=str(root / "kuhn"), **HERE)
    kuhn.run()
    both = "".join(
        line for path in (found["log"], root / "kuhn" / "hands.log") for line in path.read_text().splitlines(True)[:1]
    )
    found["two.log"] = root / "two.log"
    found["two.log"].write_text(both)
    for game, name in (("holdem-limit", "limit"), ("holdem-nolimit:players=2,stack=400", "nolimit")):
        agents = ("always-call", "always-call")
        MatchJob(agents=agents, game=game, out=str(root / name), hands="phh", **HERE | {"deals": 1}).run()
    kept = [one.record for name in ("limit", "nolimit") for one in read_hands(root / name / "hands.phhs")]
    found["two.phhs"].write_text("".join(format_phhs(record, place) for place, record in enumerate(kept, 1)))
    return found


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (("broken", "--judge", "aivat"), "do not add up"),
        (("closed", "--judge", "aivat:known=1"), "played from was not logged"),
        (("closed", "--judge", "importance"), "played from was not logged"),
        (("log", "--game", "leduc", "--judge", "aivat:known=1"), "played from was not logged"),
        (("log", "--judge", "chance"), "do not say their game"),
        (("two.phhs", "--judge", "chance"), "among those of another game"),
        (("two.log", "--game", "leduc", "--judge", "chance"), ""),
        (("hidden.log", "--game", "leduc", "--judge", "divat"), "cards of seat 1 are hidden"),
        (("log", "--game", "leduc", "--judge", "importance", "--plays", "random=always-fold"), "was played"),
        (("log", "--game", "leduc", "--judge", "mivat:nowhere.json"), "no weights of mivat"),
    ],
)
def test_what_cannot_be_judged_is_one_line(pokerlab, logs, given, line):
    found = pokerlab("judge", str(logs[given[0]]), *given[1:])
    assert found.code == 2
    assert line in found.err
    assert found.err.count("\n") == 1


def test_a_target_that_does_what_was_never_played_is_refused_while_it_is_played(pokerlab):
    given = ("match", "always-call", "uniform", "--judge", "importance:target=always-raise", "--deals", "3")
    found = pokerlab(*given, "--jobs", "1")
    assert found.code == 2
    assert "never played" in found.err
    assert found.err.count("\n") == 1


def test_every_report_says_what_was_known(pokerlab, logs):
    """A match, and logs of others: who was known, which value function and where it came from, and what chips need."""
    judges = ("--judge", "chance,divat,mivat,aivat,aivat:known=1,u=uniform,importance:value=divat")
    match = json.loads(pokerlab("judge", str(logs["good"]), *judges[:1], judges[1].replace("mivat,", ""), "--json").out)
    about = {name: told["about"] for name, told in match["judges"].items()}
    equity = "always-call (the pot by equity, over all boards)"
    assert about["chance"] == f"known: all cards; value function {equity}"
    assert about["divat"] == f"known: all cards; baseline {equity}"
    assert about["aivat"] == f"known: uniform, random; value function {equity}"
    wanted = "known: uniform; value function uniform (in all seats, over all its actions and all cards)"
    assert about["aivat:known=1,u=uniform"] == wanted
    assert about["importance:value=divat"].startswith(
        "known: uniform; judged: itself; value divat with baseline always"
    )
    for name, rows in match["results"].items():
        for row in rows:
            assert ("chips_needed" in row) == ("difference" in row) == (name != "chips")
    assert match["judges"]["aivat"]["off_chips"] >= 0
    log = str(logs["hidden.log"])
    told = json.loads(pokerlab("judge", log, "--game", "leduc", "--judge", "chance", "--json").out)
    assert told["judges"]["chance"]["about"].startswith("known: all cards but those of ")
    assert told["judges"]["chance"]["chips_needed"] > 0
    plays = ("--judge", "aivat", "--plays", "uniform=uniform")
    told = json.loads(pokerlab("judge", str(logs["log"]), "--game", "leduc", *plays, "--json").out)
    assert told["judges"]["aivat"]["about"] == f"known: uniform (as uniform); value function {equity}"
    assert "differs from chips by" in pokerlab("judge", str(logs["log"]), "--game", "leduc", *plays).out


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (("--exact", "kuhn", "uniform", "uniform", "--judge", "chance"), "--judge has no part in --exact"),
        (("--exact", "kuhn", "uniform", "uniform", "--game", "kuhn"), "--game has no part in --exact"),
        (("{log}", "--game", "leduc", "--known", "1"), "--known has no part in stored hands"),
        (("{log}", "--game", "leduc", "--value", "zero"), "--value has no part in stored hands"),
        (("{log}", "--game", "leduc", "--weights", "w.json"), "--weights has no part in files of hands"),
        (("{good}", "--plays", "uniform=uniform"), "--plays has no part in a match"),
        (("{good}", "--game", "leduc"), "--game has no part in a match"),
    ],
)
def test_options_that_have_no_part_are_said(pokerlab, logs, given, line):
    found = pokerlab(
        "judge", *(part.format(**{name: path for name, path in logs.items() if "." not in name}) for part in given)
    )
    assert (found.code, found.out) == (2, "")
    assert line in found.err


def test_what_is_refused_names_its_line(pokerlab, logs, tmp_path):
    """Also where all hands are read before the first is judged."""
    hands = logs["log"].read_text().splitlines(True)
    mixed = tmp_path / "mixed.log"
    mixed.write_text("".join([*hands[:2], "STATE:9:c:Js|Qh:0|0:a|b\n", *hands[2:]]))
    for judge in ("chips", "chance"):
        found = pokerlab("judge", str(mixed), "--game", "leduc", "--judge", judge)
        assert f"{mixed}:3: the hand is not played to its end" in found.err
        kept = pokerlab("judge", str(mixed), "--game", "leduc", "--judge", judge, "--skip-broken", "--json")
        assert (json.loads(kept.out)["broken"], json.loads(kept.out)["hands"]) == (1, len(hands))


def test_a_log_of_a_spot_is_judged_as_its_match(pokerlab, tmp_path):
    """Hands of a spot are dealt from ranges: their luck is measured against these, in a log as in the match."""
    spot = str(EXAMPLES / "river.toml")
    job = MatchJob(agents=("always-call", "uniform"), game=spot, out=str(tmp_path / "m"), **HERE | {"deals": 12})
    job.run()
    match = json.loads(pokerlab("judge", str(tmp_path / "m"), "--judge", "chance", "--json").out)
    log = json.loads(
        pokerlab("judge", str(tmp_path / "m" / "hands.log"), "--game", spot, "--judge", "chance", "--json").out
    )
    of_match = {row["agent"]: row["mean"] for row in match["results"]["chance"]}
    of_log = {row["player"]: row["mean"] * match["big_blind"] for row in log["results"]["chance"]}
    assert of_log == pytest.approx(of_match, abs=1e-9)


def test_mivat_learns_from_the_other_deals_of_one_block(pokerlab, logs, tmp_path):
    found = pokerlab(
        "judge", str(logs["good"]), "--judge", "mivat,mivat", "--weights", str(tmp_path / "w.json"), "--json"
    )
    assert [*json.loads(found.out)["results"]] == ["chips", "mivat"]
    again = pokerlab("judge", str(logs["good"]), "--judge", f"aivat:u=mivat:{tmp_path / 'w.json'}", "--json")
    assert "learnt before" in next(iter(json.loads(again.out)["judges"].values()))["about"] or again.code == 0
