"""What compiled loops find out for agents, each against the same in Python."""

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from pokerlab.agents.compiled_agents import compiled_agents
from pokerlab.agents.compiled_places import fill_in, known_places
from pokerlab.agents.deciding_kernels import draw_move
from pokerlab.agents.expert_columns import BUBBLE, FACTS
from pokerlab.agents.expert_facts import facts_of
from pokerlab.agents.expert_facts_kernels import find_facts
from pokerlab.agents.open_agent import column_parts, draw_part
from pokerlab.agents.place_kernels import find_place, rank_river
from pokerlab.agents.places import hand_places
from pokerlab.agents.registry import named_agent
from pokerlab.agents.short_kernels import HandNotes, begin_notes, find_bubble
from pokerlab.cards.combos import COMBO_COUNT, combo_index
from pokerlab.games import hand_columns as at
from pokerlab.games.action import CALL, FOLD, raise_to
from pokerlab.games.compiled import compiled_rules, hand_array
from pokerlab.games.library import holdem
from pokerlab.games.rules import Limit
from pokerlab.games.state import State
from pokerlab.tournament.icm import bubble_factors

KINDS = (FOLD, CALL, raise_to(1))


@njit
def _place(places, hand, seat):
    return find_place(places, hand, seat)


@njit
def _facts(rules, hand, levels, facts):
    return find_facts(rules, hand, levels, facts)


@njit
def _bubble(notes, rules, seat, other):
    return find_bubble(notes, rules, seat, other)


@njit
def _draw(down, along, up, to, may_fold, drawn):
    return draw_move(down, along, up, to, may_fold, drawn)


def random_state(rng: random.Random, *, steps: int) -> State:
    """A hand of hold'em after so many random actions, or before its end."""
    players = rng.randint(2, 9)
    blinds = [0] * players
    blinds[0], blinds[1] = (100, 50) if players == 2 else (50, 100)
    stacks = [rng.randint(60, 3000) for _ in range(players)]
    antes = [rng.choice((0, 10))] * players
    game = holdem("random", Limit.NONE, stacks=stacks, blinds=blinds, antes=antes, bets=(100,) * 4)
    state = State.start(game, rng.sample(range(52), 52))
    for _ in range(steps):
        if state.is_over:
            break
        legal = state.legal
        actions = [CALL, CALL, CALL] + [FOLD] * legal.fold
        if legal.max_raise:
            actions.append(raise_to(rng.choice((legal.min_raise, legal.min_raise, legal.max_raise))))
        after = state.act(rng.choice(actions))
        if after.is_over:
            break
        state = after
    return state


@settings(max_examples=150)
@given(st.integers(0, 2**32), st.integers(0, 25))
def test_facts_are_those_of_the_expert_system(seed, steps):
    rng = random.Random(seed)
    state = random_state(rng, steps=steps)
    if state.is_over:
        return
    levels = [rng.randint(1, 5) for _ in range(state.game.players)]
    found = np.zeros(FACTS)
    _facts(compiled_rules(state.game), hand_array(state), np.array(levels, float), found)
    expected = facts_of(state.betting, (), levels)
    assert found.tolist() == expected.tolist()
    assert found[BUBBLE] == 1


@settings(max_examples=60)
@given(st.lists(st.integers(1, 5000), min_size=2, max_size=9), st.integers(1, 9), st.booleans())
def test_bubble_factors(stacks, paid, is_equal):
    players = len(stacks)
    prizes = [30.0 if is_equal else 10.0 * (9 - place) for place in range(min(paid, players))]
    game = holdem("bubble", Limit.NONE, stacks=stacks, blinds=[1] * players, bets=(1,) * 4)
    rules, notes = compiled_rules(game), HandNotes.empty()
    begin_notes(notes, rules, np.array(prizes + [0.0] * (10 - len(prizes))), True)
    expected = bubble_factors(stacks, prizes)
    for seat, other in combinations(range(players), 2):
        assert _bubble(notes, rules, seat, other) == min(expected[seat, other], 100)
        assert _bubble(notes, rules, other, seat) == min(expected[other, seat], 100)
    begin_notes(notes, rules, np.zeros(10), False)
    assert _bubble(notes, rules, 0, 1) == 1


@settings(max_examples=25)
@given(st.permutations(range(52)))
def test_places_on_a_river(deck):
    out = np.empty(COMBO_COUNT, np.float32)
    rank_river(np.array(deck[:5], np.int64), out)
    assert out.tolist() == hand_places(frozenset(deck[:5])).tolist()


@settings(max_examples=6)
@given(st.permutations(range(52)), st.sampled_from([0, 3, 4, 4, 4, 5]))
def test_places_on_any_board_whatever_its_suits(deck, count):
    places = known_places()
    hand = np.zeros(at.HAND_SIZE, np.int64)
    hand[at.BOARD_SIZE] = count
    hand[at.BOARD : at.BOARD + count] = deck[:count]
    for first, second in zip(deck[10:40:2], deck[11:41:2], strict=True):
        hand[at.PRIVATE : at.PRIVATE + 2] = first, second
        found = _place(places, hand, 0)
        if found < 0:
            fill_in(places)
            found = _place(places, hand, 0)
        expected = hand_places(frozenset(deck[:count])) if count else places.before
        assert found == expected[combo_index(first, second)]


chances = st.lists(st.integers(0, 1000), min_size=3, max_size=3).filter(any)


@given(chances, st.booleans(), st.booleans(), st.integers(0, 65_534))
def test_moves_are_drawn_as_open_agents_draw_them(weights, may_fold, may_raise, drawn):
    allowed = [may_fold, True, may_raise]
    parts = [weight * is_allowed for weight, is_allowed in zip(weights, allowed, strict=True)]
    total = sum(parts)
    column = np.array([part / total if total else 0.0 for part in parts], np.float32)
    kept = [place for place in range(3) if allowed[place]]
    expected = kept[draw_part(column_parts([float(column[place]) for place in kept]), drawn)] if len(kept) > 1 else 1
    kind, to = _draw(*map(float, column), 70 if may_raise else 0, may_fold, drawn)
    assert (kind, to) == (expected, 70 if expected == 2 else 0)


def test_who_can_be_compiled():
    named = [named_agent(name) for name in ("rock", "nash", "random", "rock")]
    agents = compiled_agents(named, ("rock", "nash", "random", "rock (2)"))
    assert agents is not None
    assert agents.tables.tolist() == [0, 1, 0, 0]
    assert compiled_agents([named_agent("human")]) is None
    assert compiled_agents([named_agent("nash")], with_bounties=True) is None
    named[0].think = 1.0
    assert compiled_agents(named) is None


@pytest.mark.parametrize("name", ["always-call", "uniform"])
def test_simple_agents_need_no_tables(name):
    agents = compiled_agents([named_agent(name)] * 2)
    assert agents is not None
    assert agents.ranges.size == 0
