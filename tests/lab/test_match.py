"""Matches: the same to the last bit however they are played, honest intervals, and what is refused."""

import itertools
import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from pokerlab.agents.agent import Agent, Memory
from pokerlab.agents.registry import AGENTS, named_agent
from pokerlab.errors import LabError, MatchError, PokerError
from pokerlab.games.action import CALL
from pokerlab.games.library import named_game
from pokerlab.lab.expected import expected
from pokerlab.lab.intervals import Sampled
from pokerlab.lab.match import MatchJob
from pokerlab.postflop.job import SolveJob
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import Spot
from pokerlab.table.deals import Shuffled
from pokerlab.table.exact import exact_values

HERE = {"where": "threads", "jobs": 1}
EXAMPLES = Path(__file__).parents[2] / "examples"


def job(**given):
    return MatchJob(
        **{"agents": ("uniform", "always-call"), "game": "leduc", "deals": 60, "block": 20, **HERE, **given}
    )


def test_a_deal_is_played_in_all_seats_with_the_same_cards():
    """Two agents of one kind win nothing from each other, deal by deal, if they leave nothing to chance."""
    result = job(agents=("always-call", "always-call")).run()
    assert (result.units("chips") == 0).all()
    assert result.deals == 60
    assert result.hands == 120


def test_blocks_workers_and_resumed_runs_give_the_same_match(tmp_path):
    plain = job().run()
    other = job(block=7, jobs=3).run()
    assert (plain.units("chips") == other.units("chips")).all()
    part = job(deals=20, out=str(tmp_path / "match")).run()
    assert (part.units("chips") == plain.units("chips")[:20]).all()
    whole = job(out=str(tmp_path / "match")).run()
    assert (whole.units("chips") == plain.units("chips")).all()
    stored = json.loads((tmp_path / "match" / "result.json").read_text())
    assert stored["results"]["chips"][0]["mean"] == plain.by_agent("chips")[0].mean


def test_a_process_of_its_own_plays_the_same_match():
    assert (job(where="processes", jobs=2).run().units("chips") == job().run().units("chips")).all()


def test_the_mean_is_that_of_exact_play():
    result = job(agents=("uniform", "always-raise"), deals=3000, block=500).run()
    game = named_game("leduc")
    first, second = named_agent("uniform"), named_agent("always-raise")
    exact = (exact_values(game, [first, second])[0] + exact_values(game, [second, first])[1]) / 2
    won = result.by_agent("chips")[0]
    assert abs(won.mean - exact) < 4 * won.error
    assert won.mean == pytest.approx(-result.by_agent("chips")[1].mean, abs=1e-12)
    seats = result.by_seat("chips")[0]
    assert won.mean == pytest.approx(np.mean([seat.mean for seat in seats]), abs=1e-12)


def test_all_seatings_of_three_agents():
    agents = ("always-call", "uniform", "always-raise")
    for seatings, count in (("rotations", 3), ("all", 6)):
        result = job(agents=agents, game="kuhn3", deals=30, seatings=seatings).run()
        assert result.hands == 30 * count
        assert np.abs(result.units("chips").sum(axis=1)).max() < 1e-12


def test_a_match_ends_by_the_width_of_its_interval():
    result = job(deals=5000, block=100, until=400.0).run()
    assert 100 <= result.deals < 5000
    assert all(won.half_width() <= 0.4 * result.big_blind for won in result.by_agent("chips"))


class Prying(Agent):
    """Calls, and looks whether its cards are of a deck that its seeds give."""

    looks, found = 0, 0

    def act(self, view, clock=None):
        deal = Shuffled(view.game).deck
        for first, last in itertools.combinations(range(len(self.hand.seeds) + 1), 2):
            deck = deal(*self.hand.seeds[first:last])
            Prying.looks += 1
            Prying.found += deck[2 * view.seat : 2 * view.seat + 2] == view.private
        assert 4711 not in self.hand.seeds
        return CALL


def test_agents_cannot_reckon_the_deck(monkeypatch):
    """What they are told of their own chance is none of the seeds of the cards."""
    monkeypatch.setitem(AGENTS, "prying", Prying)
    job(agents=("prying", "prying"), game="holdem-limit", deals=5, seed=4711).run()
    assert Prying.looks > 0
    assert not Prying.found


class Learner(Agent):
    """Calls, and counts the hands of a match; raises if it ever saw a hand out of order."""

    memory = Memory.MATCH

    def __init__(self) -> None:
        self.seen = 0

    def start(self, hand):
        super().start(hand)
        assert hand.number == self.seen
        self.seen += 1

    def act(self, view, clock=None):
        return CALL


def test_agents_that_remember_play_whole_matches(monkeypatch):
    monkeypatch.setitem(AGENTS, "learner", Learner)
    result = job(agents=("learner", "uniform"), deals=10, matches=5).run()
    assert result.remembers
    assert len(result.units("chips")) == 5
    assert [batch.sampled.count for batch in result.by_batches("chips")] == [50, 50]
    assert result.by_batches("chips")[0].sampled.mean == pytest.approx(result.by_agent("chips")[0].mean)
    assert result.record()["results"]["chips"][0]["batches"]["batch"] == 1
    assert result.hands == 10 * 5 * 2
    assert not result.troubles
    with pytest.raises(MatchError, match="agents that remember play whole matches"):
        job(agents=("learner", "uniform"), until=10.0).run()


def test_time_is_counted_over_a_block(monkeypatch):
    """A second for every answer, and one for each hand on average: halfway the time of ten hands is up."""
    ticks = itertools.count()
    monkeypatch.setattr("pokerlab.table.hand.time", SimpleNamespace(perf_counter=lambda: next(ticks)))
    caller = ("always-call", "always-call")
    assert not job(agents=caller, deals=5, average=2.0, strict=True).run().troubles
    found = job(agents=caller, deals=5, average=1.0, strict=True).run()
    assert found.troubles == {f"always-call ({agent})": {"late": 10} for agent in (1, 2)}
    assert found.record()["lines"][0].startswith("deal 2, always-call")


def test_allin_has_the_same_mean_and_less_luck():
    result = job(agents=("always-raise", "always-raise"), game="holdem-nolimit:players=2,stack=400", deals=6,
                 judges=("chips", "allin")).run()  # fmt: skip
    chips, fair = result.units("chips"), result.units("allin")
    assert np.abs(chips.sum(axis=1)).max() == 0
    assert np.abs(fair.sum(axis=1)).max() < 1e-9


def test_a_spot_is_played_by_its_ranges():
    result = job(game=str(EXAMPLES / "river.toml"), agents=("always-call", "uniform"), deals=20).run()
    assert result.hands == 40


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"agents": ("uniform",)}, "agents"),
        ({"agents": ("uniform",) * 3}, "2 seats; agents given: 3"),
        ({"agents": ("uniform", "nobody")}, "'nobody' is not an agent"),
        ({"game": "ludec"}, "did you mean 'leduc'"),
        ({"deals": 0}, "deals: must be greater than or equal to 1"),
        ({"judges": ("chps",)}, "did you mean 'chips'"),
        ({"agents": ("strategy:examples/kuhn.strategy", "uniform")}, "its file is for kuhn"),
        ({"confidence": 1.0}, "confidence"),
    ],
)
def test_what_cannot_be_played_is_one_line(given, line):
    with pytest.raises(PokerError) as found:
        job(**given).run()
    assert line in str(found.value)
    assert "\n" not in str(found.value)


def test_a_directory_of_another_match_is_refused(tmp_path):
    out = str(tmp_path / "match")
    job(deals=20, out=out).run()
    with pytest.raises(MatchError, match="holds another match: it has another seed"):
        job(deals=20, out=out, seed=1).run()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("hello")
    with pytest.raises(PokerError, match="is no directory of a run"):
        job(out=str(tmp_path / "other")).run()


def test_an_interval_needs_two_deals():
    with pytest.raises(LabError, match="at least two deals"):
        job(deals=1).run().by_agent("chips")[0].half_width()
    assert job(deals=1).run().record()["results"]["chips"][0]["half_width"] is None


def test_intervals_hold_as_often_as_they_say():
    """2,000 simulated matches of 30 deals of skewed winnings: 95% intervals hold in 93 to 97% of them."""
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(2000):
        won = rng.standard_t(5, 30) + 0.3
        interval = Sampled.of(won)
        held += abs(interval.mean - 0.3) <= interval.half_width(0.95)
    assert 0.93 <= held / 2000 <= 0.97


@pytest.mark.parametrize("name", ["river", "turn"])
def test_a_solution_wins_from_itself_what_was_computed(name, tmp_path):
    """Sampled by the table, from a match of the solution's agent, against the solver's exact values."""
    spot, file = EXAMPLES / "river.toml", EXAMPLES / "river.sol"
    if name == "turn":
        spot, file = tmp_path / "turn.toml", tmp_path / "turn.sol"
        lines = ('board = "Td9d6hQc"', "pot = 20", "stack = 60", 'oop = "TT+,AQs,KJs,87s"', 'ip = "99+,AJs+,QJs,J8s"')
        spot.write_text("\n".join((*lines, '[turn]\nbet = "75%"\n[river]\nbet = "75%"\n')))
        SolveJob(spot=Spot.read(spot), iterations=100, out=str(file)).run()
    solution = Solution.open(file)
    computed = expected(solution, solution.tree.resolve("")[0], ()).values
    result = job(agents=(f"solution:{file}",) * 2, game=str(spot), deals=800, block=400, judges=("allin",)).run()
    assert not result.troubles
    half = solution.spot.pot / 2
    for agent in range(2):
        for seat, won in enumerate(result.by_seat("allin")[agent]):
            assert abs(won.mean - half - computed[seat]) < 4 * won.error, (agent, seat, won.mean - half, computed)
