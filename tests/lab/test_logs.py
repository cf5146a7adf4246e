"""What a match keeps: hands, policies as they were played and results; judged again, they give the same numbers."""

import gzip
import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from clients import kill_group, limited
from pokerlab._archives import read_archive, write_archive
from pokerlab.agents.agent import Agent, Memory
from pokerlab.agents.open_agent import OpenAgent, as_parts
from pokerlab.agents.registry import AGENTS, named_agent
from pokerlab.equilibrium.policy import Chances
from pokerlab.errors import LabError, MatchError, PokerError, RecordError
from pokerlab.games.action import CALL
from pokerlab.games.betting import Betting
from pokerlab.games.hands import private_hands
from pokerlab.games.library import named_game
from pokerlab.lab.match import MatchJob
from pokerlab.lab.match_block import FORMAT
from pokerlab.lab.play_job import game_of
from pokerlab.lab.policy_log import PolicyLog, PolicyWriter, check_played
from pokerlab.lab.rejudge import judged_again, judged_log
from pokerlab.lab.robin import RobinJob
from pokerlab.records.reading import read_hands
from pokerlab.table.deals import Shuffled
from pokerlab.table.hand import play_hand

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
HERE = {"where": "threads", "jobs": 1}
BOTH = ("chips", "allin")
SHORT = "holdem-nolimit:players=2,stack=400"


def job(out, **given):
    plain = {"agents": ("uniform", "random"), "game": "leduc", "deals": 30, "block": 10, "judges": BOTH, **HERE}
    return MatchJob(**plain | given, out=str(out))


def same(one, other):
    return all((one.units(judge) == other.units(judge)).all() for judge in BOTH)


class Caller(Agent):
    """Calls, and counts the hands of a match."""

    memory = Memory.MATCH

    def act(self, view, clock=None):
        return CALL


class OffByHalf(OpenAgent):
    """Says chances that do not add up."""

    def chances(self, public):
        legal = public.betting.legal
        actions = (CALL,) if not legal.max_raise else named_agent("uniform").chances(public).actions
        return Chances(actions, np.full((len(actions), len(private_hands(public.game))), 0.75, np.float32))


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"hands": "phh", "game": SHORT, "agents": ("random", "always-raise"), "deals": 12},
        {"hands": "phh", "game": "holdem-limit:3", "agents": ("random",) * 3, "seatings": "all", "deals": 3},
        {"game": str(EXAMPLES / "river.toml"), "agents": (f"solution:{EXAMPLES / 'river.sol'}", "always-call")},
        {"policies": False, "gzip": True},
        {"until": 2000.0, "deals": 2000, "block": 60},
    ],
)
def test_judged_again_it_is_the_same_match(tmp_path, given):
    played = job(tmp_path / "match", **given).run()
    again = judged_again(tmp_path / "match", BOTH)
    assert same(again, played)
    assert again.record() == played.record()
    assert again.deals == played.deals


def test_a_round_robin_judged_again(tmp_path):
    asked = RobinJob(
        agents=("uniform", "random", "always-call"), game="leduc", deals=20, judges=BOTH, out=str(tmp_path), **HERE
    )
    played = asked.run()
    assert judged_again(tmp_path, BOTH).record() == played.record()


def test_agents_that_remember_judged_again(tmp_path, monkeypatch):
    monkeypatch.setitem(AGENTS, "caller", Caller)
    played = job(tmp_path, agents=("caller", "random"), matches=3).run()
    again = judged_again(tmp_path, BOTH)
    assert again.remembers
    assert again.record() == played.record()


def test_all_hands_are_one_file_that_gives_the_same_numbers(tmp_path):
    """Hands of a deal are found by their number and cards: the unit is the deal, as in the match."""
    played = job(tmp_path / "match").run()
    found = list(read_hands(tmp_path / "match" / "hands.log", game=named_game("leduc")))
    log = judged_log((hand.record for hand in found), BOTH)
    assert (log.hands, log.deals) == (60, 30)
    for judge in BOTH:
        rows = dict(log.rows(judge))
        for name, won in zip(played.job.agents, played.by_agent(judge), strict=True):
            assert rows[name].mean == pytest.approx(won.mean / 2, abs=1e-12)  # in big blinds of 2 chips
            assert rows[name].error == pytest.approx(won.error / 2)
    job(tmp_path / "packed", gzip=True).run()
    plain = (tmp_path / "match" / "hands.log").read_bytes()
    assert gzip.decompress((tmp_path / "packed" / "hands.log.gz").read_bytes()) == plain
    packed = read_hands(tmp_path / "packed" / "hands.log.gz", game=named_game("leduc"))
    assert [hand.record for hand in packed] == [hand.record for hand in found]


def test_what_is_no_gzip_file_is_one_line(tmp_path):
    for content in (b"STATE:0:rc/rc:Qs|Qh/Ks:0|0:a|b\n", gzip.compress(b"STATE:0:" * 99)[:-9]):
        (tmp_path / "hands.log.gz").write_bytes(content)
        with pytest.raises(RecordError, match="cannot be unpacked"):
            list(read_hands(tmp_path / "hands.log.gz", game=named_game("leduc")))


@pytest.mark.parametrize("game", ["kuhn3", "leduc-nl:12", "holdem-nolimit:2"])
def test_policies_are_logged_as_they_were_played(game):
    """By decision, every table is the parts of what the agent says there."""
    rules = named_game(game)
    agents = [named_agent(name) for name in ("random", "uniform", "always-raise")[: rules.players]]
    writer, states = PolicyWriter(), []
    for agent in agents:
        agent.noted = writer.note
    for deal in range(10):
        played = play_hand(rules, Shuffled(rules).deck(1, deal), agents, number=deal)
        states.append(played.state)
        writer.finish(played.state)
    log = PolicyLog.of(rules, writer.arrays())
    assert log.hands == 10
    for number, state in enumerate(states):
        policies = log.hand(number)
        check_played(state, policies)
        betting = Betting.start(rules)
        for played, policy in zip(state.history, policies, strict=True):
            said = agents[played.seat].chances(type(state.public)(betting, state.board))
            assert policy.actions == said.actions
            assert (policy.parts == as_parts(said.table)).all()
            betting = betting.act(played.action)


def test_an_agent_in_a_process_says_what_it_played_from(tmp_path):
    played = job(tmp_path / "here", deals=3).run()
    there = job(tmp_path / "there", agents=("process:uniform", "random"), deals=3).run()
    logs = [result.blocks[0].policies(named_game("leduc")) for result in (played, there)]
    for hand in range(6):
        for one, other in zip(*(log.hand(hand) for log in logs), strict=True):
            assert one.actions == other.actions
            assert (one.parts == other.parts).all()


def test_of_what_was_not_played_from_nothing_is_logged(tmp_path, monkeypatch):
    """Chances that do not add up are no policy: the agent checks or folds, and the result says why."""
    monkeypatch.setitem(AGENTS, "off", OffByHalf)
    result = job(tmp_path, agents=("off", "uniform"), deals=5).run()
    assert result.troubles.keys() == {"off"}
    assert "add up to" in result.record()["lines"][0]
    log, states = result.blocks[0].policies(named_game("leduc")), result.blocks[0].states(named_game("leduc"))
    assert {policy is None for number in range(5) for policy in log.hand(number)} == {True, False}
    for number, state in enumerate(states):
        check_played(state, log.hand(number))


def test_what_does_not_fit_is_found(tmp_path):
    """A log in which an action has no chance, and one of other hands: one line that names the hand."""
    result = job(tmp_path, agents=("always-call", "always-raise"), deals=10).run()
    path = result.blocks[0].path
    facts, arrays = read_archive(path, FORMAT, (1,), what="", error=MatchError)
    facts = {key: value for key, value in facts.items() if key not in ("format", "version", "made", "arrays")}
    for name, change, line in (
        ("policy_moves", lambda moves: moves - 1, "which the logged chances do not have"),
        ("policy_parts", lambda parts: parts - 1, "do not add up"),
        ("policy_counts", lambda counts: counts[::-1] * 2, "damaged"),
        ("hands", lambda text: text[: text[:-1].tobytes().rindex(b"\n") + 1], "19 hands, and results of 20"),
    ):
        write_archive(path, FORMAT, 1, facts, arrays | {name: change(arrays[name])}, compress=True)
        with pytest.raises(PokerError, match=line):
            judged_again(tmp_path, BOTH)


def test_a_match_that_was_killed_goes_on_and_is_the_same(tmp_path):
    """kill -9 once a block is there: nothing but that of the others is lost, and every file is as without it."""
    words = ["uniform", "random", "--game", "leduc", "--deals", "700", "--judge", "chips,allin", "--jobs", "1"]
    command = [sys.executable, "-m", "pokerlab", "match", *words, "--out"]
    process = subprocess.Popen(
        [*command, str(tmp_path / "killed")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip
    with limited(process):
        while process.poll() is None and not list((tmp_path / "killed").glob("results/*.json")):
            time.sleep(0.01)
    kill_group(process)
    kept = judged_again(tmp_path / "killed", BOTH)
    for name in ("killed", "whole"):
        subprocess.run([*command, str(tmp_path / name)], check=True, capture_output=True)
    killed, whole = (tmp_path / name for name in ("killed", "whole"))
    assert (kept.units("allin") == judged_again(whole, BOTH).units("allin")[: kept.deals]).all()
    for name in ("hands.log", "result.json", "match.json"):
        assert (killed / name).read_bytes() == (whole / name).read_bytes(), name
    assert {path.name for path in killed.rglob("*.block")} == {path.name for path in whole.rglob("*.block")}


def test_the_manifest_says_who_played_what(tmp_path):
    river = EXAMPLES / "river.sol"
    job(tmp_path, game=str(EXAMPLES / "river.toml"), agents=(f"solution:{river}", "uniform"), seed=5, deals=2).run()
    content = json.loads((tmp_path / "match.json").read_text())
    assert content["agents"] == [f"solution:{river}", "uniform"]
    assert content["seed"] == 5
    assert content["versions"].keys() == {"pokerlab", "python", "numpy", "numba"}
    assert len(content["files"][str(river)]) == 64


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"hands": "phh"}, "leduc is not hold'em"),
        ({"hands": "phh", "game": str(EXAMPLES / "river.toml")}, "begins in the middle of a hand"),
        ({"hands": "text"}, "hands: must be"),
        ({"judges": ("allin:icm=50/30/20",)}, "3 prizes for 2 players"),
        ({"judges": ("allin:icm=many",)}, "is no list of prizes"),
        ({"judges": ("allin:luck=1",)}, "'luck=1' is not a parameter of allin"),
        ({"judges": ("allin:icm=65/35",), "until": 10.0}, "needs a judge that counts in chips"),
        ({"average": 0.0}, "average"),
    ],
)
def test_what_cannot_be_kept_or_judged_is_one_line(tmp_path, given, line):
    with pytest.raises(PokerError) as found:
        job(tmp_path / "match", **given).run()
    assert line in str(found.value)
    assert "\n" not in str(found.value)


def test_what_cannot_be_judged_again_is_one_line(tmp_path):
    job(tmp_path / "bare", hands="none").run()
    with pytest.raises(MatchError, match="hands of this match were not kept"):
        judged_again(tmp_path / "bare", BOTH)
    with pytest.raises(MatchError, match="is no directory of a match"):
        judged_again(tmp_path, BOTH)
    with pytest.raises(LabError, match="no hand to judge"):
        judged_log([], BOTH)
    spot = tmp_path / "river.toml"
    spot.write_bytes((EXAMPLES / "river.toml").read_bytes())
    job(tmp_path / "spot", game=str(spot), deals=2).run()
    spot.write_text(spot.read_text().replace("pot = ", "pot = 1"))
    with pytest.raises(MatchError, match=r"river\.toml has changed since"):
        judged_again(tmp_path / "spot", BOTH)


def test_hands_of_other_programs_are_judged(pokerlab):
    golden = sorted((ROOT / "tests" / "golden").glob("*.phh"))
    records = [found.record for path in golden for found in read_hands(path)]
    refused = []
    log = judged_log(records, BOTH, on_broken=lambda error, number: refused.append(number))
    assert log.hands + len(refused) == len(records)
    for judge in BOTH:
        total = sum(sum(values) for values in log.units[judge].values())
        raked = sum(sum(record.payoffs()) / record.game.big_blind for record in records) if not refused else total
        assert total == pytest.approx(raked, abs=1e-9)


def test_a_spot_is_dealt_and_logged_by_its_ranges(tmp_path):
    spot = str(EXAMPLES / "river.toml")
    result = job(tmp_path, game=spot, agents=("always-call", "uniform"), deals=4).run()
    assert sum(1 for _ in result.blocks[0].states(game_of(spot)[0])) == 8
