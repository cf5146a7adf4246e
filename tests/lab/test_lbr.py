"""Local best response: exact in small games, known values, and never more than a best response."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest

from pokerlab.agents.registry import named_agent
from pokerlab.equilibrium.algorithms import make_solver
from pokerlab.equilibrium.lp import solve_exactly
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.errors import LabError, PokerError
from pokerlab.games.action import CALL, FOLD
from pokerlab.games.betting import Betting
from pokerlab.games.hands import private_hands
from pokerlab.games.library import named_game
from pokerlab.games.ranking import ranker
from pokerlab.games.state import State
from pokerlab.games.view import Public
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
@pytest.mark.parametrize("kind", ["uniform", "random", "pure", "cfr", "equilibrium"])
def test_it_wins_no_more_than_a_best_response(name, setting, kind):
    game = named_game(name)
    found = exact_loss(profile(name, kind), game, Setting.parse(setting, game))
    assert all(local <= best + 1e-12 for local, best in zip(found.local, found.best, strict=True))
    if kind == "equilibrium":  # nobody wins more than the game is worth
        assert sum(found.best) == pytest.approx(0, abs=1e-6)
        assert sum(found.local) <= 1e-6


@cache
def profile(name, kind):
    """A profile for both seats."""
    tree = PublicTree.build(named_game(name))
    if kind == "equilibrium":
        return Strategy(tree, solve_exactly(tree).table)
    if kind == "cfr":
        solver = make_solver(tree, "vanilla")
        solver.run(20)
        return Strategy(tree, solver.table())
    if kind == "uniform":
        return Strategy.uniform(tree)
    found = Strategy(tree, np.random.default_rng(3).random((tree.rows, tree.hands)) ** 3)
    return found.purified() if kind == "pure" else found


def naive_choice(agent, game, seat, setting, betting, board, own):
    """The response by its formulas: every hand of the agent and every board, one by one."""
    other, pot, to_call = 1 - seat, betting.pot, betting.legal.to_call
    deck = sorted(game.deck)
    held = [hand for hand in private_hands(game) if not {*hand} & {*own, *board}]
    reach, wins = [], []
    for hand in held:
        likely, before = 1.0, Betting.start(game)
        for played in betting.history:
            if played.seat == other:
                chances = agent.chances(Public(before, board[: game.board_size(before.street)]))
                column = chances.table[:, private_hands(game).index(hand)]
                likely *= column[chances.actions.index(played.action)] / column.sum()
            before = before.act(played.action)
        left = [card for card in deck if card not in (*own, *hand, *board)]
        points = []
        for cards in combinations(left, sum(game.board_cards) - len(board)):
            one, two = (ranker(game.ranking)((*cards_of, *board, *cards)) for cards_of in (own, hand))
            points.append((one > two) + (one == two) / 2)
        reach.append(likely)
        wins.append(np.mean(points))
    reach, wins = np.array(reach) / np.sum(reach), np.array(wins)
    wp = reach @ wins
    values = {CALL: wp * pot - (1 - wp) * to_call}
    for bet in setting.raises(betting):
        after, more = betting.act(bet), min(bet.to - betting.level, betting.stacks[other])
        folds = np.zeros(len(held))
        if after.actor == other:
            chances = agent.chances(Public(after, board))
            columns = chances.table[:, [private_hands(game).index(hand) for hand in held]].astype(float)
            folds = (columns / columns.sum(axis=0))[chances.actions.index(FOLD)] if FOLD in chances.actions else folds
        f, stay = reach @ folds, reach * (1 - folds)
        own_wp = stay @ wins / stay.sum() if stay.sum() else 0.0
        values[bet] = f * pot + (1 - f) * (own_wp * (pot + more) - (1 - own_wp) * (to_call + more))
    best = max(values, key=values.get)
    return FOLD if values[best] <= 0 and setting.may_fold(betting) else best


@pytest.mark.parametrize("name", ["kuhn", "leduc", "leduc-nl:8"])
def test_it_chooses_by_its_formulas(name):
    game, rng, seen = named_game(name), np.random.default_rng(1), set()
    tree = PublicTree.build(game)
    agent = Strategy(tree, 0.02 + rng.random((tree.rows, tree.hands)) ** 3)
    for number in range(25):
        seat, state = number % 2, State.start(game, Shuffled(game).deck(2, number))
        setting = Setting.parse(("56", "fcpa", "fc")[number % 3], game)
        response = LocalBestResponse(agent, game, seat, setting)
        while not state.is_over:
            betting, board = state.betting, state.board
            public = Public(betting, board)
            if betting.actor == seat:
                actions, table = response.chances(public)
                action = actions[int(table[:, private_hands(game).index(state.private[seat])].argmax())]
                assert action == naive_choice(agent, game, seat, setting, betting, board, state.private[seat])
                seen.add(action.kind)
            else:
                actions, table = agent.chances(public)
                column = table[:, private_hands(game).index(state.private[1 - seat])].astype(float)
                action = actions[rng.choice(len(actions), p=column / column.sum())]
            state = state.act(action)
    assert len(seen) == 3  # it folds, calls and raises


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
