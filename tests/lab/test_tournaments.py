"""Many tournaments: the same numbers however they are played, honest intervals, luck that is zero on average."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab.agents.registry import named_agent
from pokerlab.errors import PokerError, TournamentError
from pokerlab.games.action import CALL
from pokerlab.games.library import holdem
from pokerlab.games.rules import Limit
from pokerlab.games.state import State
from pokerlab.lab import tournament_play
from pokerlab.lab.judges import AllIn, all_in_luck
from pokerlab.lab.tournament_block import BlockTask, TournamentBlock, play_in_python, seed_of
from pokerlab.lab.tournaments import TournamentJob, TournamentResult
from pokerlab.table.tournament import Tournament
from pokerlab.tournament.icm import after_hand, equities
from pokerlab.tournament.structure import Structure, named_structure

STRUCTURE = {
    "name": "quick", "chips": 60, "buy_in": 1000, "fee": 100, "players": 4, "payouts": "65/35",
    "levels": {"length": 3, "blinds": ["10/20"], "growth": 2},
}  # fmt: skip
RECORD = Structure.of(STRUCTURE).record()


def job(agents, **changes):
    return TournamentJob(structure=RECORD, agents=agents, jobs=1, where="threads", **changes)


def test_the_same_numbers_for_any_number_of_processes_and_after_a_break(tmp_path):
    whole = job(("random", "always-call", "always-call"), count=12, block=4, seed=3)
    expected = whole.run().record()
    kept = {**whole.to_dict(), "checkpoint": str(tmp_path / "run"), "hands": str(tmp_path / "hands.phhs")}
    TournamentJob(**{**kept, "count": 8}).run()
    again = TournamentJob(**{**kept, "jobs": 2, "where": "processes"}).run()
    assert again.record() == expected
    assert json.loads(json.dumps(expected)) == expected
    assert (tmp_path / "hands.phhs").read_text().count("variant =") == again.hands
    with pytest.raises(PokerError, match="another run"):
        TournamentJob(**{**kept, "seed": 4}).run()


def test_a_block_is_its_tournaments():
    structure = Structure.of(STRUCTURE)
    task = BlockTask(structure, ("random", "always-call", "uniform"), seed=5, first=7, count=2, duplicate=True)
    block = play_in_python(task)
    for number in range(2):
        for rotation in range(3):
            order = task.entrants(rotation)
            entrants = [task.names[agent] for agent in order]
            agents = [named_agent(task.agents[agent]) for agent in order]
            tournament = Tournament(structure, entrants, agents, seed=seed_of(5, 7 + number))
            while not tournament.is_over:
                tournament.play()
            for seat, name in enumerate(tournament.standing.entrants):
                agent = task.names.index(name)
                assert block.places[number, rotation, agent] == tournament.standing.places[seat]
                assert block.prizes[number, rotation, agent] == tournament.standing.prizes[seat]


def test_how_many_tournaments_an_interval_takes():
    """docs/sitngo.md: with equal skill a 50/30/20 for nine has a deviation of 1.556 buy-ins, so 1% takes 93,000."""
    prizes = np.array(named_structure("turbo").prizes(9)) / named_structure("turbo").buy_in
    assert prizes.tolist() == pytest.approx([4.5, 2.7, 1.8, 0, 0, 0, 0, 0, 0])
    assert prizes.std() == pytest.approx(1.556, abs=5e-4)
    assert (1.96 * prizes.std() / 0.01) ** 2 == pytest.approx(93_000, rel=1e-3)


def test_a_block_in_a_file(tmp_path):
    block = play_in_python(BlockTask(Structure.of(STRUCTURE), ("random", "uniform"), 1, 0, 2, hands=True))
    block.save(tmp_path / "x.block")
    again = TournamentBlock.load(tmp_path / "x.block")
    assert (again.places == block.places).all()
    assert (again.luck == block.luck).all()
    assert TournamentBlock.text_of(tmp_path / "x.block").decode() == block.text


def test_the_compiled_loop_is_asked_first(monkeypatch, tmp_path):
    asked = []

    def cannot(task):
        asked.append(task)

    monkeypatch.setattr(tournament_play, "play_compiled", cannot)
    summary = tournament_play.play_block(
        {"structure": RECORD, "agents": ["uniform", "uniform"], "seed": 1, "first": 0, "count": 2}, tmp_path / "x.block"
    )
    assert len(asked) == 1
    assert summary["tournaments"] == 2


def test_duplicate_tournaments_give_every_agent_every_place_once():
    result = job(("always-fold", "always-fold", "always-fold"), count=2, duplicate=True).run()
    prizes = result.column("prizes")
    assert (prizes.sum(axis=1) == 3000).all()  # the same seat wins in every rotation: everybody has each seat once
    assert result.agents[0].roi.mean == pytest.approx(-100 / 1100)
    assert result.agents[0].roi.error == 0


def equal_result(tournaments, seed=1):
    return job(("always-call",) * 3, count=tournaments, seed=seed, block=tournaments).run()


@pytest.fixture(scope="module")
def of_equals():
    return equal_result(150)


def test_equal_agents_lose_the_fee_and_their_places_are_uniform(of_equals):
    _check_equals(of_equals)
    record = of_equals.record()
    assert record["agents"][0]["places_p_value"] > 1e-4


@pytest.mark.slow
def test_equal_agents_lose_the_fee_over_thousands_of_tournaments():
    result = equal_result(4000, seed=2)
    _check_equals(result)
    assert result.agents[0].p_value > 1e-3


@pytest.mark.slow
def test_equal_players_by_rules_lose_the_fee_too():
    agents, record = ("default",) * 9, named_structure("turbo").record()
    result = TournamentJob(structure=record, agents=agents, count=2000, seed=3, jobs=1, where="threads").run()
    fee, price = record["fee"], record["buy_in"] + record["fee"]
    _check_equals(result, -fee / price)
    assert result.agents[0].p_value > 1e-3


def _check_equals(result: TournamentResult, expected: float = -100 / 1100):
    roi = result.unit_roi()[:, 0]
    assert roi.mean(axis=1) == pytest.approx(np.full(len(roi), expected))  # all together, always
    for agent in range(roi.shape[1]):  # each of them, within its interval
        alone = roi[:, agent]
        assert abs(alone.mean() - expected) < 4 * alone.std(ddof=1) / len(alone) ** 0.5


def test_luck_that_is_taken_out_is_zero_on_average_and_narrows_the_interval(of_equals):
    luck = of_equals.column("luck")[:, 0]
    assert luck.sum(axis=1) == pytest.approx(np.zeros(len(luck)), abs=1e-6)  # what one gains others lose
    assert abs(luck[:, 0].mean()) < 4 * luck[:, 0].std(ddof=1) / len(luck) ** 0.5
    spread = of_equals.unit_roi()[:, 0, 0].std(), of_equals.unit_roi(adjusted=True)[:, 0, 0].std()
    assert spread[1] < 0.9 * spread[0]


@settings(max_examples=8, deadline=None)
@given(st.permutations(range(52)), st.integers(2, 3))
def test_luck_is_what_came_less_the_mean_of_the_judge(deck, streets):
    game = holdem("all-in", Limit.NONE, stacks=(90, 60, 120), blinds=(10, 20, 0), bets=(20,) * 4)
    state = State.start(game, deck)
    for _ in range(streets - 1):
        street = state.street
        while state.street == street:
            state = state.act(CALL)
    while not state.is_over:
        legal = state.legal
        state = state.act(type(CALL)(2, legal.max_raise) if legal.max_raise else CALL)
    prizes = (65.0, 35.0, 0.0)
    luck = all_in_luck(state, prizes, 0, 0)
    mean = AllIn("65/35")(state) + equities([90, 60, 120], prizes)
    ends = np.array(game.stacks) + np.array(state.payoffs)
    if min(ends) > 0 or sorted(ends)[1] > 0:  # odd chips aside, which the judge does not round
        came = after_hand(ends[None].astype(float), np.array(game.stacks, float), prizes)[0]
        assert luck == pytest.approx(came - mean, abs=0.5)
    assert luck.sum() == pytest.approx(0, abs=1e-9)
    assert all_in_luck(state, prizes, 100, 1) == pytest.approx(luck, abs=1e-9)  # few cards to come: always exact


def test_what_cannot_be_played():
    with pytest.raises(TournamentError, match="is for 2 to 4 players, not 5"):
        job(("random",) * 5).run()
    with pytest.raises(PokerError, match="'nobody' is not an agent"):
        job(("random", "nobody")).run()
    with pytest.raises(PokerError, match="unknown key 'agent'"):
        TournamentJob(structure=RECORD, agent=("x",))


def test_troubles_are_counted():
    strategy = "strategy:examples/kuhn.strategy"
    with pytest.raises(PokerError):
        job((strategy, "random")).run()
    record = job(("random", "uniform"), count=2).run().record()
    assert record["troubles"] == {}
