"""Solutions as policies: the betting of a spot by the rules, and chances for every board and hand."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_spots import settings_of_spots
from solved_spots import FLOP, TURN, changed, solved

from pokerlab.betting.tree import LOSE, TIE, WIN, NodeKind
from pokerlab.cards.card import format_cards, parse_cards
from pokerlab.cards.combos import COMBO_CARDS
from pokerlab.errors import LabError, SpotError
from pokerlab.games.action import CALL
from pokerlab.games.state import State
from pokerlab.games.view import Public
from pokerlab.lab.lines import Priors
from pokerlab.lab.play import board_place
from pokerlab.lab.solution_policy import SpotPlay, check_same_spot, solution_policies
from pokerlab.postflop.engine import Engine
from pokerlab.postflop.locks import Lock
from pokerlab.postflop.solution import Solution
from pokerlab.postflop.spot import Spot
from pokerlab.postflop.tree import SpotTree
from pokerlab.table.deals import FromRanges

rakes = st.fixed_dictionaries(
    {"percent": st.integers(0, 2000).map(lambda points: points / 100)},
    optional={"cap": st.integers(0, 200).map(lambda quarters: quarters / 4)},
)


@settings(max_examples=60)
@given(settings_of_spots, st.booleans(), rakes | st.none())
def test_the_rules_pay_what_the_spot_counts(given_settings, is_odd, rake):
    spot = Spot(**given_settings | {"pot": given_settings["pot"] + is_odd, "rake": rake or {}})
    try:
        tree = SpotTree.build(spot, most_nodes=3000)
    except SpotError:
        assume(False)
    there = SpotPlay.of(tree)
    assert len(there.play) == sum(node.kind is not NodeKind.DEAL for node in tree.nodes)
    for node in tree.nodes:
        place = there.places[node.index]
        if node.kind is NodeKind.DECISION:
            assert there.play.actor[place] == node.player
            assert there.play.street[place] == node.street - len(spot.board)
            first = there.play.starts[place]
            below = [int(there.places[child]) for child in node.children]
            assert there.play.children[first : first + len(below)].tolist() == below
        elif node.kind is NodeKind.DEAL:
            assert place == there.places[node.children[0]]
        else:
            contested = spot.pot + 2 * min(node.committed)
            left, lost = contested - spot.rake_of(contested), spot.pot / 2 + min(node.committed)
            shares = (left - lost, left / 2 - lost, -lost)
            assert bool(there.play.shown[place]) == (node.kind is NodeKind.SHOWDOWN)
            for seat in (0, 1):
                if node.kind is NodeKind.FOLD:
                    shares_here = [-lost if node.player == seat else left - lost] * 3
                else:
                    shares_here = [shares[outcome if seat == 0 else LOSE - outcome] for outcome in (WIN, TIE, LOSE)]
                assert there.play.payoffs[place, seat].tolist() == pytest.approx(shares_here, abs=1e-6)


@pytest.fixture(scope="module", params=["flop", "turn"])
def solution(request, tmp_path_factory) -> Solution:
    found = solved({"flop": FLOP, "turn": TURN}[request.param], 10)
    if request.param == "turn":
        return found
    path = tmp_path_factory.mktemp("solutions") / "flop.sol"
    found.save(path)
    return Solution.open(path)


def test_every_board_and_hand_has_the_chances_that_the_solution_shows(solution):
    spot, tree = solution.spot, SpotPlay.of(solution.tree)
    policies = solution_policies(tree, solution, solution)
    assert policies[0].chances is policies[1].chances
    rng = np.random.default_rng(1)
    rest = [card for card in range(52) if card not in spot.board]
    for _ in range(60):
        cards = tuple(rng.choice(rest, rng.integers(0, 6 - len(spot.board)), replace=False).tolist())
        board = (*spot.board, *cards)
        place = solution.place(board)
        for node in solution.tree.nodes:
            if node.kind is NodeKind.DECISION and node.street == len(board):
                shown = np.full((len(node.children), 1326), np.nan)
                shown[:, place.renamed] = solution.strategy_at(node, place)
                policy, there = policies[node.player], tree.places[node.index]
                rows = policy.rows[board_place(cards)]
                held = np.flatnonzero(~np.isnan(shown[0]))
                np.testing.assert_array_equal(np.flatnonzero(rows >= 0), held)
                firsts = policy.bases[there] + policy.strides[there] * rows[held].astype(np.int64)
                found = policy.chances[firsts + np.arange(len(shown))[:, None]]
                np.testing.assert_array_equal(found, shown[:, held].astype(np.float32))


def test_boards_that_differ_by_suits_share_memory():
    merged, apart = (solved(TURN, 1, isomorphism=isomorphism) for isomorphism in (True, False))
    tree = SpotPlay.of(merged.tree)
    sizes = [len(solution_policies(tree, found, found)[0].chances) for found in (merged, apart)]
    assert len(merged.store.boards) == 36
    assert len(apart.store.boards) == 49
    assert sizes[0] < 0.8 * sizes[1]
    hands = [sum(len(merged.store.hands(board, player)) for board in range(1, 36)) for player in (0, 1)]
    moves = [
        sum(len(n.children) for n in merged.tree.nodes if n.kind is NodeKind.DECISION and (n.street, n.player) == key)
        for key in ((4, 0), (4, 1), (5, 0), (5, 1))
    ]
    first = [len(merged.store.hands(0, player)) for player in (0, 1)]
    assert sizes[0] == first[0] * moves[0] + first[1] * moves[1] + hands[0] * moves[2] + hands[1] * moves[3]


def test_too_little_memory_is_said(monkeypatch):
    found = solved(TURN, 1)
    monkeypatch.setattr("pokerlab.lab.solution_policy.free_memory", lambda: 1000)
    with pytest.raises(LabError, match=r"the strategies take .* of memory, 1.0 kB are free"):
        solution_policies(SpotPlay.of(found.tree), found, found)


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"board": "KsQs7d2c"}, "board 2d7dQsKs and 2c7dQsKs"),
        ({"pot": 100}, "pot 101 and 100"),
        ({"stacks": (161, 170)}, "stack 160 and 161"),
        ({"rake": {"percent": 5, "cap": 2}}, "rake 0% and 5% up to 2"),
        ({"oop": "AA,KJs"}, "the ranges of oop differ"),
        ({"ip": "QQ,AKs,AQs:0.6,65s"}, "the ranges of ip differ"),
        ({"river": {"bet": "a", "raise": "a"}}, "the betting differs"),
    ],
)
def test_solutions_of_different_spots_do_not_play(changes, line):
    spots = TURN, changed(TURN, **changes)
    first, second = (Solution.of(Engine(spot, threads=1)) for spot in spots)
    with pytest.raises(LabError, match=f"^the solutions are of different spots: .*{line}"):
        check_same_spot(first, second)


@pytest.mark.parametrize(
    "changes",
    [
        {"name": "another", "big_blind": 5},
        {"stacks": (160, 500)},
        {"board": "2dQs7dKs"},
        {"oop": "AA,KK:0.5,KJs,77,2d2h"},  # with the deuce of diamonds on the board
        {"river": {"bet": "60%", "raise": "160c"}, "flop": {"bet": "33%"}},
    ],
)
def test_what_does_not_matter_to_play_may_differ(changes):
    spots = TURN, changed(TURN, **changes)
    first, second = (Solution.of(Engine(spot, threads=1)) for spot in spots)
    check_same_spot(first, second)


def test_locked_strategies_are_played():
    lock = Lock("", {"*": {"check": 0.25, "bet 61": 0.75}})
    found = solved(TURN, 3, locks=[lock])
    tree = SpotPlay.of(found.tree)
    policy, _ = solution_policies(tree, found, found)
    rows = policy.rows[0][policy.rows[0] >= 0].astype(np.int64)
    chances = policy.chances[policy.bases[0] + policy.strides[0] * rows[:, None] + np.arange(2)]
    assert np.allclose(chances, [0.25, 0.75])


def test_chances_are_of_the_suits_that_were_asked_for():
    """Clubs and hearts are alike on this turn, so that one river is kept for both: a hand is asked by its own suits."""
    solution = solved(TURN, 5)
    state = State.start(solution.game)
    priors = Priors.of(solution.game, FromRanges(solution.game, (TURN.oop, TURN.ip))).holdings()
    for river in ("5h", "5c", "Jh", "Ac"):
        board = (*TURN.board, *parse_cards(river))
        betting = state.betting.act(CALL).act(CALL)
        table = solution.chances(Public(betting, board)).table
        held = np.unique(priors.hands[priors.apart(parse_cards(river)), 0])
        assert table[:, held].sum(axis=0) == pytest.approx(1, abs=1e-3)
        shown = solution.at("check", "check", river).strategy
        for hand in held[:20].tolist():
            name = format_cards(COMBO_CARDS[hand].tolist())
            assert list(shown[name].values()) == pytest.approx(table[:, hand].tolist(), abs=1e-6)
