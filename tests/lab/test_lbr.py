"""Local best response: exact in small games, known values, and never more than a best response."""

import numpy as np
import pytest

from pokerlab.agents.registry import named_agent
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.errors import LabError, PokerError
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game
from pokerlab.lab.exact_judges import exact_moments
from pokerlab.lab.importance import chips_value
from pokerlab.lab.intervals import Sampled
from pokerlab.lab.lbr import FRACTIONS, LocalBestResponse, Setting, exact_loss
from pokerlab.lab.lbr_job import LbrJob, LbrResult, ResponseTable, without_luck
from pokerlab.table.deals import Shuffled

HERE = {"where": "threads", "jobs": 1}


def test_against_uniform_play_in_kuhn_it_is_the_best_response():
    """1/2 in the first seat and 5/12 in the second: both are also what a best response wins."""
    game = named_game("kuhn")
    found = exact_loss(named_agent("uniform"), game, Setting.parse("fcpa", game))
    assert found.local == pytest.approx((1 / 2, 5 / 12), abs=1e-12)
    assert found.best == pytest.approx((1 / 2, 5 / 12), abs=1e-12)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "leduc-nl:4"])
@pytest.mark.parametrize("setting", ["fcpa", "fc", "56"])
@pytest.mark.parametrize("kind", ["random", "pure"])
def test_it_wins_no_more_than_a_best_response(name, setting, kind):
    game, tree = named_game(name), PublicTree.build(named_game(name))
    agent = Strategy(tree, np.random.default_rng(3).random((tree.rows, tree.hands)) ** 3)
    agent = agent.purified() if kind == "pure" else agent
    found = exact_loss(agent, game, Setting.parse(setting, game))
    assert all(local <= best + 1e-12 for local, best in zip(found.local, found.best, strict=True))


def test_the_exact_judge_and_the_rules_agree():
    """The same response through the exact judge, and over every deal and line by the rules."""
    game, agent = named_game("leduc"), named_agent("uniform")
    setting = Setting.parse("fcpa", game)
    found = exact_loss(agent, game, setting)
    for seat in range(2):
        players = [agent, agent]
        players[seat] = LocalBestResponse(agent, game, seat, setting)
        value = exact_moments(game, players, {"chips": chips_value})["chips"].mean[seat]
        assert value == pytest.approx(found.local[seat], abs=1e-12)


def test_always_fold_loses_what_it_folds():
    """750 mbb/h (Lisy and Bowling 2017): a big blind to the small one's raise, half a one in the other seat. 250 if it
    only folds and calls: a big blind may not fold for free, and then nobody bets; what the cards do is luck."""
    whole = LbrJob(agent="always-fold", setting="fcpa", deals=6, **HERE).run()
    assert whole.record()["mbb"] == pytest.approx(750, abs=1e-9)
    for game in ("holdem-limit", "holdem-nolimit"):
        calls = LbrJob(agent="always-fold", game=game, setting="fc", deals=4, **HERE).run()
        assert calls.record()["mbb"] == pytest.approx(250, abs=1e-9)
        assert calls.record()["half_width"] == pytest.approx(0, abs=1e-9)
        assert [seat.mean for seat in calls.seats] == pytest.approx([calls.big_blind / 2, 0], abs=1e-9)


def test_sampled_hands_are_those_of_the_exact_judge():
    """In Leduc, where both can be had: with luck and without it, and the less of it the narrower."""
    game, agent = named_game("leduc"), named_agent("bet-for-value")
    setting = Setting.parse("fcpa", game)
    table = ResponseTable(agent, game, Shuffled(game), setting)
    exact = exact_loss(agent, game, setting).local
    played = np.array([[table.play(seat, 3, number) for seat in range(2)] for number in range(250)])
    result = LbrResult(LbrJob(agent="bet-for-value", game="leduc"), played)
    for seat in range(2):
        won, luck, square = played[:, seat].T
        for found in (Sampled.of(won), result.seats[seat]):
            assert abs(found.mean - exact[seat]) < 4 * found.error
        assert abs(luck.mean()) < 4 * Sampled.of(luck).error
        assert (square >= won**2 - 1e-9).all()
    assert result.sampled.error < Sampled.of(played[:, :, 0].mean(axis=1)).error
    assert result.chips_needed > 2 * 250


def test_without_luck_the_mean_stays():
    """What is weighed by other deals alone has the mean it had; luck that says nothing is left alone."""
    rng = np.random.default_rng(8)
    luck = rng.standard_normal((2000, 40))
    won = 0.7 - 0.5 * luck + 0.1 * rng.standard_normal(luck.shape)
    means = np.array([without_luck(*pair).mean() for pair in zip(won, luck, strict=True)])
    assert abs(means.mean() - 0.7) < 4 * means.std() / 2000**0.5
    assert means.std() < 0.3 * won.mean(axis=1).std()
    assert without_luck(np.full(8, 3.0), luck[0, :8]) == pytest.approx(np.full(8, 3.0))
    assert without_luck(np.array([2.0]), np.array([1.0])) == [2.0]


def test_a_match_goes_on_and_is_the_same(tmp_path):
    job = {"agent": "bet-for-value", "game": "holdem-limit", "setting": "fc@34", "block": 2, **HERE}
    LbrJob(**job, deals=2, out=str(tmp_path / "lbr")).run()
    more = LbrJob(**job, deals=4, out=str(tmp_path / "lbr")).run()
    assert (more.won == LbrJob(**job, deals=4).run().won).all()


def test_settings():
    game = named_game("holdem-nolimit")
    assert Setting.parse("56@34", game).streets == ("call", "call", "56", "56")
    assert Setting.parse("fc@12+56@34", game).streets == ("fc", "fc", "56", "56")
    assert Setting.parse("fcpa", game).streets == ("fcpa",) * 4
    assert (len(FRACTIONS), FRACTIONS[0]) == (56, 0.05)
    raises = Setting.parse("fcpa", game).raises(Betting.start(game))
    assert [action.to for action in raises] == [300, 20000]  # the pot after calling is 200, over a bet of 100
    amounts = [action.to for action in Setting.parse("56", game).raises(Betting.start(game))]
    assert amounts == sorted(set(amounts))
    assert (amounts[0], amounts[-1]) == (200, 20000)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"setting": "57@34"}, "is no setting"),
        ({"setting": "56@35"}, "has 4 streets"),
        ({"agent": "human"}, "does not say its chances"),
        ({"game": "kuhn3", "setting": "fcpa"}, "3 seats"),
        ({"agent": "strategy:examples/kuhn.strategy"}, "its file is for kuhn"),
    ],
)
def test_what_cannot_be_is_one_line(given, line):
    with pytest.raises(PokerError, match=line):
        LbrJob(**{"agent": "uniform", "deals": 1, **HERE} | given).run()
    with pytest.raises(LabError, match="nothing was sampled"):
        _ = LbrJob(agent="uniform", game="kuhn", setting="fcpa").run().sampled
