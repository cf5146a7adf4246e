"""Tournaments in the compiled loop are those of the Python loop, to the last cent and chip of luck."""

import random
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pokerlab._streams import draw
from pokerlab.cards.evaluator import evaluate
from pokerlab.games.action import CALL, raise_to
from pokerlab.games.library import holdem
from pokerlab.games.pots import payoffs
from pokerlab.games.rules import Limit
from pokerlab.games.state import State
from pokerlab.lab.judges import all_in_luck
from pokerlab.lab.tournament_block import BlockTask, TournamentBlock, play_in_python
from pokerlab.lab.tournament_play import play_compiled
from pokerlab.tournament.icm import after_hand
from pokerlab.tournament.structure import Structure, named_structure

SIMPLE = ("always-call", "always-fold", "always-raise", "random", "uniform")
EXPERTS = ("default", "rock", "maniac", "beginner", "nash", "professor", "random")
READY = ("turbo", "superturbo", "regular", "double-or-nothing", "heads-up", "winner-takes-all")
COLUMNS = [column.name for column in fields(TournamentBlock)][:7]


def check(task: BlockTask) -> None:
    compiled, python = play_compiled(task), play_in_python(task)
    assert compiled is not None
    assert not python.troubles
    for name in COLUMNS:
        np.testing.assert_array_equal(getattr(compiled, name), getattr(python, name), err_msg=name)


def random_structure(rng: random.Random, *, bounties: bool) -> Structure:
    """A ready one with anything changed that changes how it is played."""
    keys = named_structure(rng.choice(READY)).record()
    keys |= {"button": rng.choice(["dead", "moving"]), "ante": rng.choice(["all", "big-blind"])}
    keys |= {"ante_first": rng.random() < 0.5, "chips": rng.choice([keys["chips"], 37, 300])}
    keys["levels"] |= {"unit": rng.choice(["hands", "minutes"])}
    if bounties and rng.random() < 0.5:
        keys |= {"bounty": rng.choice([100, 333]), "progressive": rng.choice([0.0, 0.25, 0.5, 1.0])}
    return Structure.of(keys)


def check_random(seed: int, names: tuple[str, ...], *, bounties: bool, most: int = 10) -> None:
    rng = random.Random(seed)
    structure = random_structure(rng, bounties=bounties)
    agents = tuple(rng.choices(names, k=rng.randint(2, min(most, structure.players))))
    duplicate = rng.random() < 0.2 and len(agents) < 4
    check(BlockTask(structure, agents, rng.getrandbits(60), rng.randrange(1000), 1, duplicate))


@pytest.mark.parametrize("seed", range(12))
def test_simple_agents_in_any_structure(seed):
    check_random(seed, SIMPLE, bounties=True)


def test_many_small_tournaments():
    keys = {
        "name": "small", "chips": 40, "buy_in": 1000, "players": 6, "payouts": "50/30/20", "bounty": 7,
        "progressive": 0.5, "levels": {"length": 3, "blinds": ["3/7/1"], "growth": 2},
    }  # fmt: skip
    check(BlockTask(Structure.of(keys), (*SIMPLE, "random"), 5, 0, 25))


@pytest.mark.parametrize("seed", range(4))
def test_experts_and_push_fold(seed):
    check_random(seed, EXPERTS, bounties=False, most=5)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 300))
def test_experts_and_push_fold_in_many_structures(seed):
    check_random(seed, EXPERTS, bounties=False)


def test_experts_after_the_bubble_play_for_nothing_alike():
    """With five equal prizes left all moves are worth the same: rounding decides, and decides alike."""
    keys = {
        "name": "equal", "chips": 300, "buy_in": 1000, "players": 6, "payouts": "50/50",
        "levels": {"length": 5, "blinds": ["25/50/5"], "growth": 1.5},
    }  # fmt: skip
    check(BlockTask(Structure.of(keys), ("nash", "default", "nash", "rock"), 9, 0, 3))


def test_experts_where_many_are_all_in_by_their_antes():
    keys = {
        "name": "antes", "chips": 60, "buy_in": 1000, "players": 8, "payouts": "50/30/20",
        "levels": {"length": 2, "blinds": ["2/4/3", "10/20/25", "20/40/50"], "growth": 1.5},
    }  # fmt: skip
    check(BlockTask(Structure.of(keys), ("nash",) * 5 + ("default", "random", "rock"), 4, 0, 6))


def test_who_cannot_be_compiled_plays_in_python():
    structure = named_structure("turbo")
    assert play_compiled(BlockTask(structure, ("random", "human"), 1, 0, 1)) is None
    assert play_compiled(BlockTask(structure, ("random", "uniform"), 1, 0, 1, hands=True)) is None
    with_bounties = Structure.of(structure.record() | {"bounty": 100})
    assert play_compiled(BlockTask(with_bounties, ("nash", "uniform"), 1, 0, 1)) is None
    assert play_compiled(BlockTask(with_bounties, ("random", "uniform"), 1, 0, 1)) is not None


@settings(max_examples=10)
@given(st.permutations(range(52)), st.lists(st.integers(40, 200), min_size=2, max_size=5), st.integers(0, 2**63))
def test_luck_before_the_flop_is_over_the_boards_of_the_stream(deck, stacks, seed):
    players, boards = len(stacks), 20
    game = holdem("all-in", Limit.NONE, stacks=stacks, blinds=(20, 10, *[0] * (players - 2)), bets=(20,) * 4)
    state = State.start(game, deck)
    while not state.is_over:
        legal = state.legal
        state = state.act(raise_to(legal.max_raise) if legal.max_raise else CALL)
    prizes = [50.0, 30.0, 20.0, 0.0, 0.0][:players]
    if state.betting.street == 0:
        np.testing.assert_allclose(all_in_luck(state, prizes, boards, seed), naive_luck(state, prizes, boards, seed))


def naive_luck(state, prizes, boards, seed):
    game, betting = state.game, state.betting
    held = {card for hand in state.private for card in hand}
    left, number, ends = [card for card in range(52) if card not in held], 0, []
    for _ in range(boards):
        board = []
        while len(board) < 5:
            card = left[draw(seed, number, len(left))]
            number += 1
            if card not in board:
                board.append(card)
        ends.append(end_on(state, board))
    values = after_hand(np.array([end_on(state, state.board), *ends]), np.array(game.stacks, float), prizes)
    assert betting.live.bit_count() > 1
    return values[0] - values[1:].mean(axis=0)


def end_on(state, board):
    ranks = [evaluate((*hand, *board)) for hand in state.private]
    paid = payoffs(state.game, state.betting.paid, state.betting.live, ranks, board_seen=True)
    return [float(stack + won) for stack, won in zip(state.game.stacks, paid, strict=True)]
