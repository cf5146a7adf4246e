"""Blueprints that go anywhere: with the borders of their buckets, and those that are shipped."""

import time

import numpy as np
import pytest

from pokerlab.abstraction.features import points_to_come
from pokerlab.abstraction.measured_buckets import MeasuredBuckets
from pokerlab.agents.near_bets import believed
from pokerlab.agents.registry import files_of, named_agent
from pokerlab.cards.card import parse_cards
from pokerlab.cards.combos import parse_combo
from pokerlab.cards.strength import expected_strength
from pokerlab.errors import AbstractionError, StrategyError
from pokerlab.games.action import parse_action
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game
from pokerlab.games.view import Public
from pokerlab.table.hand import play_hand
from pokerlab.training.betting_plan import BettingPlan
from pokerlab.training.blueprint import SHIPPED, Blueprint, blueprint_path
from pokerlab.training.card_sights import MeasuredSights
from pokerlab.training.comparing import compare, merged
from pokerlab.training.walk_columns import Paths

GAMES = {"limit": "holdem-limit", "nolimit": "holdem-nolimit:stack=10000"}


@pytest.fixture(scope="module")
def shipped():
    return {name: Blueprint.open(name) for name in SHIPPED}


@pytest.mark.parametrize(("board", "ways"), [("Qh7h2c9d", 46), ("Qh7h2c9d3s", 1)])
def test_points_to_come_are_expected_strengths(board, ways):
    cards = tuple(parse_cards(board))
    sums = points_to_come(cards, 3)
    for power in (1, 2, 3):
        expected = expected_strength(board, power=power)
        alive = np.isfinite(expected)
        assert sums[power - 1][alive] / (ways * 1980.0**power) == pytest.approx(expected[alive])
        assert not sums[power - 1][~alive].any()


def test_hands_are_compared_with_borders_cut_by_cut():
    arrays = {
        "borders flop 0": np.array([[1081 * 990]]), "numbers flop": np.array([0, 1], np.int32),
        "borders turn 0": np.array([[46 * 990]]), "numbers turn": np.array([0, 1], np.int32),
        "borders river 0": np.array([[500, 990]]), "borders river 1": np.array([[250], [700], [1500]]),
        "numbers river": np.arange(6, dtype=np.int32),
    }  # fmt: skip
    buckets = MeasuredBuckets.from_arrays("ir169.ir2hs.ir2hs.3x2", "0" * 24, arrays)
    assert buckets.sights == (169, 2, 2, 6)
    board = tuple(parse_cards("Qh7h2c9d3s"))
    points = points_to_come(board)[0].tolist()
    for combo, sight in enumerate(buckets.hands(board).tolist()):
        if sight >= 0:
            first = (points[combo] >= 500) + (points[combo] >= 990)
            second = points[combo] >= (250, 700, 1500)[first]
            assert sight == 2 * first + second
    assert (buckets.hands(board) == -1).sum() == 1326 - 1081
    assert len(set(buckets.hands(()).tolist())) == 169


@pytest.mark.parametrize("name", ["2.4.8.16", "ir169.iremd5.ir2.2", "ir169.ir2hsp3.ir2.2", "ir8.ir2.ir2.2"])
def test_names_that_need_tables_are_refused(name):
    with pytest.raises(AbstractionError, match="needs its tables"):
        MeasuredBuckets.from_arrays(name, "", {})


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_one_is_small_and_opens_in_milliseconds(name):
    path = blueprint_path(name)
    assert path.stat().st_size < 1_000_000
    Blueprint.open(name)
    start = time.process_time()
    Blueprint.open(name)
    assert time.process_time() - start < 0.05
    assert files_of(f"blueprint:{name}") == [str(path)]


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_one_says_how_it_was_made(shipped, name):
    blueprint = shipped[name]
    assert blueprint.game == named_game(GAMES[name])
    assert blueprint.made.iterations > 1_000_000
    assert blueprint.made.seed == 1
    assert len(blueprint.parts) == blueprint.paths.cells


def test_borders_of_a_shipped_one_are_percentiles(shipped):
    """Every bucket of the turn and the river has about its share of random hands."""
    rng = np.random.default_rng(1)
    for size, street in ((4, 2), (5, 3)):
        seen = np.concatenate(
            [shipped["limit"].cards.on_board(tuple(rng.choice(52, size, replace=False).tolist())) for _ in range(40)]
        )
        shares = np.bincount(seen[seen >= 0], minlength=200)
        quarters = shares.reshape(4, -1).sum(axis=1) / shares.sum()
        assert quarters == pytest.approx([0.25] * 4, abs=0.08), street


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("other", ["always-raise", "uniform"])
def test_a_shipped_one_plays_legal_hands_against_anybody(name, other):
    game = named_game(GAMES[name])
    agents = [named_agent(f"blueprint:{name}"), named_agent(other)]
    for number in range(3):
        deck = np.random.default_rng(number).permutation(52).tolist()
        played = play_hand(game, deck, agents if number % 2 else agents[::-1], number=number)
        assert not played.troubles


def test_aces_are_not_folded_and_seven_deuce_is_before_the_flop(shipped):
    """Before the flop against a raise: what everybody would expect of something sensible."""
    for name, line in (("limit", "r20"), ("nolimit", "r10000")):
        betting = Betting.start(shipped[name].game).act(parse_action(line))
        actions, table = shipped[name].chances(Public(betting))
        assert str(actions[0]) == "f"
        assert table[0, parse_combo("AhAd")] < 0.02
        if name == "nolimit":
            assert table[0, parse_combo("7h2d")] > 0.98


@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("r300", "r300"),  # the pot
        ("r250", "r300"),
        ("r4000", "r10000"),  # nearer to all-in than to the pot, by the pseudo-harmonic share
        ("r10000", "r10000"),
        ("r250 r1200", "r300 r900"),
    ],
)
def test_bets_that_are_not_known_are_taken_for_the_nearest(shipped, line, near):
    plan = shipped["nolimit"].plan
    betting = Betting.start(plan.game)
    for text in line.split():
        betting = betting.act(parse_action(text))
    found = believed(plan, betting)
    assert " ".join(str(played.action) for played in found.history) == near


def test_after_a_bet_that_was_taken_for_all_in_it_calls(shipped):
    agent = named_agent("blueprint:nolimit")
    plan = shipped["nolimit"].plan
    betting = Betting.start(plan.game)
    for text in ("r8000", "c"):
        betting = betting.act(parse_action(text))
    assert believed(plan, betting) is None
    actions, table = agent.chances(Public(betting, tuple(parse_cards("Qh7h2c"))))
    assert [str(action) for action in actions] == ["c"]
    assert table.shape == (1, 1326)


def test_a_file_with_borders_needs_no_buckets(tmp_path):
    plan = BettingPlan.build(named_game("holdem-limit"), recall="in")
    ends = {"flop": 1081 * 990, "turn": 46 * 990, "river": 990}
    arrays = {f"borders {street} 0": np.array([[border]]) for street, border in ends.items()}
    arrays |= {f"numbers {street}": np.arange(2, dtype=np.int32) for street in ends}
    cards = MeasuredSights(MeasuredBuckets.from_arrays("ir169.ir2hs.ir2hs.2", "0" * 24, arrays))
    cells = Paths.of(plan, np.array(cards.counts, np.int64)[plan.streets]).cells
    written = Blueprint.of(plan, cards, np.random.default_rng(1).random(cells).astype(np.float32), bits=8)
    written.save(tmp_path / "two.blueprint")
    opened = Blueprint.open(tmp_path / "two.blueprint")
    assert (opened.parts[0:cells] == written.parts).all()
    board = tuple(parse_cards("Qh7h2c9d3s"))
    assert (opened.cards.on_board(board) == cards.on_board(board)).all()
    deal = np.array([parse_cards("AhKh")], np.uint8), np.array([board], np.uint8)
    assert opened.cards.of_deals(*deal).tolist() == cards.of_deals(*deal).tolist()
    both = merged([opened, written], bits=8)
    assert (both.parts == written.parts).all()
    with pytest.raises(StrategyError, match="two games"):
        compare(opened, Blueprint.open("nolimit"))
