"""Estimators over arrays of hands are those of their formulas, one hand, card and action after the other."""

import zlib

import numpy as np
import pytest
from naive_estimators import NaiveHand

from pokerlab._streams import WHOLE
from pokerlab.agents.open_agent import as_parts
from pokerlab.equilibrium.public_tree import PublicTree
from pokerlab.equilibrium.strategy import Strategy
from pokerlab.games.hands import private_hands
from pokerlab.games.library import named_game
from pokerlab.games.state import State
from pokerlab.games.view import Public
from pokerlab.lab.aivat import aivat_values
from pokerlab.lab.importance import importance_values
from pokerlab.lab.lines import Holdings, Priors, line_of
from pokerlab.lab.luck import chance_values, divat_values
from pokerlab.lab.policy_log import LoggedPolicy
from pokerlab.lab.value_functions import ValueFunction
from pokerlab.table.deals import Shuffled

GAMES = ("kuhn", "kuhn3", "leduc", "leduc-nl:4", "leduc3")


def numbers(game, private, board, actions):
    """u: some numbers of a state."""
    text = repr((private, board, [str(action) for action in actions]))
    return np.random.default_rng(zlib.crc32(text.encode())).uniform(-3, 3, game.players)


class Numbers(ValueFunction):
    """The same as a value function."""

    def values(self, betting, board, held):
        """Row by row."""
        hands, done = private_hands(held.game), [one.action for one in betting.history]
        rows = [tuple(hands[hand] for hand in row) for row in held.hands.tolist()]
        return np.array([numbers(held.game, row, tuple(sorted(board)), done) for row in rows])


def played_hands(name, count):
    """Hands of random strategies: the state, what was logged, and what another profile would have played from."""
    game, tree = named_game(name), PublicTree.build(named_game(name))
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    own, other = (Strategy(tree, 0.05 + rng.random((tree.rows, tree.hands)) ** power) for power in (3, 1))
    for number in range(count):
        state, logged, aimed = State.start(game, Shuffled(game).deck(3, number)), [], []
        while not state.is_over:
            public, seat = Public(state.betting, state.board), state.betting.actor
            actions, table = own.chances(public)
            logged.append(LoggedPolicy(actions, as_parts(table)))
            aimed.append(other.chances(public))
            chances = table[:, private_hands(game).index(tuple(sorted(state.private[seat])))]
            state = state.act(actions[rng.choice(len(actions), p=chances / chances.sum())])
        yield state, logged, aimed, other


@pytest.mark.parametrize("name", GAMES)
def test_estimators_are_those_of_their_formulas(name):
    game = named_game(name)
    priors, u, seats = Priors.of(game), Numbers(), range(game.players)
    start = u.at_start(priors)
    streets = set()
    for state, logged, aimed, target in played_hands(name, 8):
        played = [(policy.actions, policy.parts / WHOLE) for policy in logged]
        naive = NaiveHand(state, played, lambda *of, game=game: numbers(game, *of))
        wide = [(actions, table.astype(np.float64)) for actions, table in aimed]
        wanted = [(actions, table / np.maximum(table.sum(axis=0), 1e-9)) for actions, table in wide]
        line, dealt = line_of(state, logged), Holdings.of_hand(state, priors, ())
        streets.add(state.betting.street)
        assert chance_values(line, dealt, u, start)[0] == pytest.approx(naive.chance(), abs=1e-9)
        for known in ([0], [1], [0, 1]) if game.players == 2 else ([0], [1, 2]):
            held = Holdings.of_hand(state, priors, known)
            found = aivat_values(line, held, known, u, start)
            assert found == pytest.approx(np.tile(naive.aivat(known), (len(found), 1)), abs=1e-9)
        for player in seats:
            for gea, oc in ((0, 0), (1, 0), (0, 1), (1, 1)):
                held = Holdings.of_hand(state, priors, [player] if oc else ())
                given = {"ends_too": bool(gea), "other_hands": bool(oc)}
                on, off = (importance_values(line, held, player, target=aim, **given) for aim in (None, target))
                assert on.values[0] == pytest.approx(naive.importance(player, played, gea=gea, oc=oc), abs=1e-9)
                assert off.values[0] == pytest.approx(naive.importance(player, wanted, gea=gea, oc=oc), abs=1e-9)
    assert len(streets) == game.streets


def test_divat_street_by_street():
    """The value at the root, and on each street what it was worth in the end less what it was in the beginning."""
    game = named_game("leduc")
    priors, u = Priors.of(game), Numbers()
    start = u.at_start(priors)
    for state, logged, _, _ in played_hands("leduc", 12):
        private, found = state.private, start
        for street in range(game.streets):
            on = [number for number, one in enumerate(state.history) if one.street == street]
            if not on:
                continue
            board = state.board[: game.board_size(street)]
            done = [one.action for one in state.history]
            found = (
                found + numbers(game, private, board, done[: on[-1] + 1]) - numbers(game, private, board, done[: on[0]])
            )
        line = line_of(state, logged)
        assert divat_values(line, Holdings.of_hand(state, priors, ()), u, start)[0] == pytest.approx(found, abs=1e-9)
