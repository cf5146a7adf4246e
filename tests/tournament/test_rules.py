"""Push/fold by the rules of a hand: the same decisions, and the same stacks in the end, as the push/fold game's own."""

import itertools

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from pokerlab.betting.tree import BettingTree, NodeKind
from pokerlab.cards.combos import CLASS_OF_COMBO
from pokerlab.errors import TournamentError
from pokerlab.games.action import FOLD
from pokerlab.games.betting import Betting
from pokerlab.games.library import named_game
from pokerlab.games.state import State
from pokerlab.tournament.game import PushFoldGame
from pokerlab.tournament.pots import settle
from pokerlab.tournament.pushfold import push_fold
from pokerlab.tournament.rules import PushFoldMenu, chips_per_unit, decision_at, game_of, player_at, seat_of
from pokerlab.tournament.spot import PushFoldSpot

chips = st.integers(1, 400).map(lambda tenths: tenths / 10)
spots = st.builds(
    lambda stacks, small, ante, for_all, most: PushFoldSpot.of(
        stacks, (small, 1.0), ante=ante, big_blind_ante=for_all, most_all_in=most
    ),
    st.lists(chips, min_size=2, max_size=6), st.sampled_from([0.5, 0.4]), st.sampled_from([0.0, 0.1, 0.5]),
    st.booleans(), st.integers(2, 4),
)  # fmt: skip


def places(tree):
    """Every node of a push/fold tree with the wagers there."""
    found = [(0, tree.root)]
    for node, betting in found:
        found += [(child, betting.act(tree.action_of(child))) for child in tree.children(node)]
    return found


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_decisions_and_ends_are_those_of_the_push_fold_game(data):
    try:
        spot = data.draw(spots)
    except TournamentError:
        assume(False)
    own, rules = PushFoldGame(spot), game_of(spot)
    assume(not Betting.start(rules).is_over)
    tree = BettingTree.build(rules, PushFoldMenu(spot.most_all_in))
    parts, players = chips_per_unit(spot), spot.players
    decided = set()
    for node, betting in places(tree):
        if tree.kind[node] == NodeKind.DECISION:
            if tree.size[node] > 2 and len(list(tree.children(node))) == 2:
                decided.add(decision_at(betting))
            continue
        live = [player for player in range(players) if betting.live >> seat_of(player, players) & 1]
        for order in itertools.islice(itertools.permutations(range(len(live))), 6):
            ranks = [0] * players
            for player, place in zip(live, order, strict=True):
                ranks[seat_of(player, players)] = -place
            won = tree.pay(node, betting.paid, ranks)
            ends = [(rules.stacks[seat] + won[seat]) / parts for seat in range(players)]
            expected = settle(spot, live, order)
            assert [ends[seat_of(player, players)] for player in range(players)] == pytest.approx(expected.tolist())
    wanted = {decision for decision in own.decisions() if not own.must_go_in(decision.player, decision.pot)}
    assert decided <= wanted
    missing = wanted - decided  # decisions after somebody else had none to make, which the rules never come to
    assert all(_is_never_reached(own, decision) for decision in missing)


def _is_never_reached(own, decision):
    """Somebody before him would have had to stay out who must go in."""
    return any(
        own.must_go_in(player, tuple(other for other in decision.pot if other < player))
        for player in range(decision.player)
        if player not in decision.pot
    ) or all(own._blinds[decision.player] >= own._bets[other] for other in decision.pot)


def test_seats_and_players():
    for players in range(2, 11):
        seats = [seat_of(player, players) for player in range(players)]
        assert sorted(seats) == list(range(players))
        assert [player_at(seat, players) for seat in seats] == list(range(players))
    game = game_of(PushFoldSpot.of([10, 8, 6.5], (0.5, 1), ante=0.1))
    assert game.stacks == (80, 65, 100)
    assert game.blinds == (5, 10, 0)
    assert Betting.start(game).actor == 2


def test_a_result_answers_as_a_policy():
    result = push_fold([10, 8, 6.5], (0.5, 1))
    state = State.start(result.rules).deal(range(6))
    actions, table = result.chances(state.public)
    assert [str(action) for action in actions] == ["f", "r20"]
    assert table[1] == pytest.approx(result.strategies[result.decision(0)][CLASS_OF_COMBO], abs=1e-6)
    assert np.allclose(table.sum(axis=0), 1)
    state = state.act(actions[1])
    _, table = result.chances(state.public)
    assert table[1] == pytest.approx(result.strategies[result.decision(1, 0)][CLASS_OF_COMBO], abs=1e-6)
    state = state.act(FOLD)
    assert result.chances(state.public).table.shape == (2, 1326)
    with pytest.raises(TournamentError, match="answers before the flop of its own game"):
        result.chances(State.start(named_game("kuhn")).public)


def test_chips_too_fine_for_a_game():
    with pytest.raises(TournamentError, match="no whole chips"):
        game_of(PushFoldSpot.of([10.123456789012, 9], (0.5, 1)))
