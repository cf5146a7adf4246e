"""Loki: counts, weights, bets, and all of it at the table."""

import numpy as np
import pytest

from pokerlab.agents.agent import HandStart
from pokerlab.agents.loki import Loki, bets_to_call
from pokerlab.agents.models.action_counts import ActionCounts
from pokerlab.agents.models.hand_weights import HandWeights
from pokerlab.agents.models.loki_betting import (
    STRATEGIES,
    PotOdds,
    expected_players,
    group_of,
    postflop_triples,
    preflop_strategies,
    preflop_triples,
    semi_bluff_from,
)
from pokerlab.agents.registry import named_agent
from pokerlab.cards.card import parse_cards
from pokerlab.cards.cardset import cardset
from pokerlab.cards.combos import CLASS_OF_COMBO, parse_combo
from pokerlab.cards.income import income_table
from pokerlab.errors import AgentError
from pokerlab.games.action import CALL, Kind, raise_to
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game
from pokerlab.games.state import State
from pokerlab.table.deals import Shuffled
from pokerlab.table.hand import play_hand

LIMIT = named_game("holdem-limit")


def test_counts_are_blended_with_the_defaults():
    """Papp's defaults: nothing to call 0/.5/.5, one bet .5/.3/.2, two or more .7/.2/.1."""
    counts = ActionCounts()
    assert counts.counts.size == 36
    assert [counts.frequencies(2, bets).tolist() for bets in (0, 1, 2, 3)] == [
        [0, 0.5, 0.5], pytest.approx([0.5, 0.3, 0.2]), pytest.approx([0.7, 0.2, 0.1]), pytest.approx([0.7, 0.2, 0.1]),
    ]  # fmt: skip
    assert counts.part_of(0, 1, Kind.CALL) == pytest.approx(0.5)
    assert counts.part_of(0, 1, Kind.RAISE) == pytest.approx(0.2)
    for _ in range(20):
        counts.see(0, 1, Kind.RAISE)
    assert counts.frequencies(0, 1) == pytest.approx([0.25, 0.15, 0.6])  # as many as the default is worth
    assert counts.frequencies(1, 1) == pytest.approx([0.5, 0.3, 0.2])
    with pytest.raises(AgentError, match="36 counts"):
        counts.take(np.zeros(5))


def test_weights_change_once_a_street_by_the_strongest_action():
    values = np.linspace(0, 1, 1326)
    weights = HandWeights(cardset(parse_cards("AsKs")))
    dead = weights.weights == 0
    assert dead.sum() == 101
    assert (weights.weights[~dead] == 1).all()
    assert weights.raise_threshold(values, 0.6, 0.2)
    once = weights.weights.copy()
    assert not weights.raise_threshold(values, 0.5, 0.2)  # weaker than what was seen
    assert (weights.weights == once).all()
    assert weights.raise_threshold(values, 0.8, 0.2)
    other = HandWeights(cardset(parse_cards("AsKs")))
    other.raise_threshold(values, 0.8, 0.2)
    assert (weights.weights == other.weights).all()  # from the copy of the street's start, not from what it made
    weights.new_street(cardset(parse_cards("AsKs2c3c4c")))
    weights.raise_threshold(values, 0.9, 0.01)
    live = weights.weights[weights.weights > 0]
    assert live.min() == 0.01
    assert (weights.weights[dead] == 0).all()
    weights.multiply(np.zeros(1326))
    assert set(weights.weights.tolist()) == {0.0, 0.01}


def test_six_strategies_by_income_rate():
    rates = np.arange(-500.0, 1000.0, 10)
    for group in (2, 4, 7):
        found = preflop_strategies(rates, group, 0, "moderate")
        assert (np.diff(found) >= 0).all()
        assert {*found.tolist()} == set(range(len(STRATEGIES)))
        assert (preflop_strategies(rates, group, 5, "moderate") <= found).all()
        assert (preflop_strategies(rates, group, 0, "tight") <= found).all()
        assert (preflop_strategies(rates, group, 0, "loose") >= found).all()


@pytest.mark.parametrize(
    ("to_call", "bets", "can_raise", "expected"),
    [
        (0, 1, True, "ccccrr"),  # the big blind, nobody raised
        (1, 1, True, "fcccrr"),
        (1, 2, True, "fccccr"),
        (2, 3, True, "fffccr"),
        (2, 4, False, "fffccc"),
        (3, 4, False, "ffffcc"),
    ],
)
def test_what_the_strategies_do(to_call, bets, can_raise, expected):
    """make0, call1, make1, call2, make2, make4."""
    triples = preflop_triples(np.arange(6), to_call=to_call, bets=bets, can_raise=can_raise)
    assert triples.sum(axis=0).tolist() == [1.0] * 6
    assert "".join("fcr"[row] for row in triples.argmax(axis=0)) == expected


def test_players_who_are_expected():
    """60% of those to act."""
    assert [expected_players(1, to_act) for to_act in (0, 1, 5, 9)] == [2, 2, 4, 6]
    assert [group_of(players) for players in (2, 3, 4, 5, 10)] == [2, 4, 4, 7, 7]


def odds(**other):
    given = {"pot": 40.0, "to_call": 0.0, "bet": 10.0, "bets_to_call": 0, "raises": 0, "later": (20.0, 20.0)}
    return PotOdds(**{**given, "can_raise": True, **other})


def one(effective, positive, given):
    return postflop_triples(np.array([effective]), np.array([positive]), given)[:, 0].tolist()


def test_bets_after_the_flop():
    assert one(0.95, 0, odds()) == [0, 0, 1]
    assert one(0.6, 0, odds()) == [0, 0, 1]
    assert one(0.2, 0, odds()) == [0, 1, 0]
    facing = odds(to_call=10.0, bets_to_call=1, raises=1, pot=50.0)
    assert one(0.95, 0, facing) == [0, 0, 1]  # up to two bets
    assert one(0.95, 0, facing._replace(raises=2, to_call=20.0, bets_to_call=2)) == [0, 1, 0]
    assert one(0.95, 0, facing._replace(can_raise=False)) == [0, 1, 0]
    assert one(0.6, 0, facing) == [0, 1, 0]
    assert one(0.1, 0, facing) == [1, 0, 0]
    assert one(0.1, 0.3, facing) == [0, 1, 0]  # 10 to win 60: pot odds of a sixth
    river = facing._replace(later=())
    assert one(0.1, 0.3, river) == [1, 0, 0]  # no card is to come
    assert one(0.25, 0, river) == [0, 1, 0]  # showdown odds of a sixth
    assert one(0.25, 0, facing) == [1, 0, 0]  # 50 more to see it: 5 of 14


def test_semi_bluffs():
    """Ppot of at least 2b / (pot + 6b), with nothing to call."""
    assert semi_bluff_from(odds()) == pytest.approx(20 / 100)
    assert one(0.1, 0.26, odds()) == [0, 0, 1]
    assert one(0.1, 0.14, odds()) == [0, 1, 0]
    assert one(0.1, 0.9, odds(later=())) == [0, 1, 0]


def test_triples_add_up():
    rng = np.random.default_rng(1)
    effective, positive = rng.random((2, 200))
    for given in (odds(), odds(to_call=10.0, bets_to_call=1, raises=1), odds(to_call=40.0, bets_to_call=2, raises=4)):
        for can_raise in (True, False):
            triples = postflop_triples(effective, positive, given._replace(can_raise=can_raise))
            assert triples.sum(axis=0) == pytest.approx(1)
            assert (triples >= 0).all()
            assert can_raise or not triples[2].any()


def test_bets_to_call():
    start = Betting.start(LIMIT)
    assert bets_to_call(start) == 1  # half a blind
    assert bets_to_call(start.act(CALL)) == 0
    assert bets_to_call(start.act(raise_to(20))) == 1
    assert bets_to_call(start.act(raise_to(20)).act(raise_to(30))) == 1


def weights_after(loki, actions, board="3h4cJh8s2d", private="AdQc", game=LIMIT):
    """Of the opponent in the other seat, after actions of both; Loki has the first seat."""
    deck = [*parse_cards(private), *parse_cards("7d6d"), *parse_cards(board)]
    state = State.start(game, deck)
    loki.start(HandStart(game, 0, ("loki", "he")))
    for action in actions:
        state = state.act(action)
        loki.observe(state.view(0))
    return loki._hands[0]._weights[1].weights


def test_a_raise_before_the_flop_makes_weak_hands_rare():
    """The opponent raises first: 20% by the defaults, so mu is where the best 20% begin, on the scale of two hands."""
    weights = weights_after(Loki(), [raise_to(20)])
    rates = income_table().of(2)
    mu = income_table().threshold(2, 0.2)
    for hand in ("AsAh", "KsTs", "7s2h"):
        rate = rates[CLASS_OF_COMBO[parse_combo(hand)]]
        assert weights[parse_combo(hand)] == pytest.approx(np.clip(0.5 + (rate - mu) / 660, 0.01, 1))
    assert weights[parse_combo("AdKd")] == 0
    assert weights[parse_combo("AsAh")] > weights[parse_combo("KsTs")] > weights[parse_combo("7s2h")]


def test_bets_after_the_flop_change_weights_by_strength_against_the_field():
    loki = Loki()
    before = weights_after(loki, [CALL, CALL])
    after = weights_after(Loki(), [CALL, CALL, CALL, raise_to(10)])  # Loki checks, he bets the flop
    live = after > 0
    assert (after[live] <= before[live] + 1e-12).all()
    share = after / np.where(before > 0, before, 1)
    assert share[parse_combo("JsJd")] == 1
    assert share[parse_combo("9s7c")] < 0.1
    assert not after[parse_combo("Jh9h")]


def test_who_always_raises_says_nothing_by_it():
    """A threshold in the lowest 5% is none."""
    loki = Loki()
    loki._players["he"] = ActionCounts()
    for _ in range(500):
        loki._players["he"].see(0, 1, Kind.RAISE)
    weights = weights_after(loki, [raise_to(20)])
    assert {*weights.tolist()} == {0.0, 1.0}


@pytest.mark.parametrize("model", ["none", "generic", "specific"])
def test_models_learn_what_they_should(model):
    loki = Loki(model)
    for number in range(3):
        seats = [loki, named_agent("always-raise")]
        play_hand(LIMIT, Shuffled(LIMIT).deck(1, number), seats, names=("loki", "he"))
    weights = weights_after(loki, [raise_to(20)])
    assert ({*weights.tolist()} == {0.0, 1.0}) == (model == "none")
    arrays, facts = loki.remember()
    if model == "specific":
        assert facts == {"players": ["he"]}
        assert arrays["counts"][0, ..., Kind.RAISE].sum() > 5
        assert arrays["counts"][0, ..., Kind.FOLD].sum() == 0
    else:
        assert (arrays, facts) == ({}, {})


def test_loki_2_takes_checks_for_weakness():
    """Loki-2's rule: who checks the flop has fewer sets; by thresholds a check says nothing against them."""
    actions = [CALL, CALL, CALL, CALL]
    threshold, triple = (weights_after(Loki(rule=rule), actions) for rule in ("threshold", "triple"))
    sets, air = parse_combo("JsJd"), parse_combo("9s7c")
    assert triple[sets] < triple[air]
    assert threshold[sets] >= threshold[air]


@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_it_plays_at_tables_of_any_size(players):
    game = named_game(f"holdem-limit:{players}")
    agents = [Loki(), *[named_agent("always-call")] * (players - 2), Loki("generic", "triple", "loose")]
    for number in range(3):
        done = play_hand(game, Shuffled(game).deck(5, number), agents, names=[f"p{seat}" for seat in range(players)])
        assert not done.troubles


def test_the_same_draws_the_same():
    game = named_game("holdem-limit:3")
    runs = []
    for _ in range(2):
        agents = [Loki(), Loki("none"), named_agent("uniform")]
        runs.append([play_hand(game, Shuffled(game).deck(2, n), agents, names="abc", number=n).state for n in range(6)])
    assert runs[0] == runs[1]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("loki:mind", "'mind' is not a model of loki"),
        ("loki:rule=x", "'x' is not a rule of loki"),
        ("loki:tightness=x", "'x' is not a tightness"),
    ],
)
def test_bad_parameters_are_one_line(text, message):
    with pytest.raises(AgentError, match=message):
        named_agent(text)
    assert Loki().plays(named_game("leduc")).startswith("loki plays limit hold'em")
    for arrays, facts in (({}, {"players": ["a"]}), ({"counts": np.zeros((1, 2))}, {"players": ["a"]}), ({}, [])):
        with pytest.raises(AgentError) as caught:
            Loki().recall(arrays, facts)
        assert "\n" not in str(caught.value)
