"""The kernel plays the same hands as its naive twin, to the last one; and blocks of hands add up."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from naive_play import naive_play

from pokerlab.abstraction.boards import BoardClasses
from pokerlab.abstraction.groups import single_hands
from pokerlab.betting.menu_reader import parse_menu
from pokerlab.betting.tree import BettingTree
from pokerlab.cards.card import format_cards, parse_cards
from pokerlab.cards.ranges import Range
from pokerlab.errors import CardError, LabError
from pokerlab.games.library import postflop_game
from pokerlab.lab.play import HANDS_PER_CHUNK, Duel, TablePolicy
from pokerlab.lab.play_tree import PlayTree

BOARD = parse_cards("QhJh2c9s8d")
RANGES = ("AhKd,QcQs,8h7h:0.3,JdTd,6c6d", "KdKs:0.5,9d9h,AsTs,7h7d:0.125,5s4s")


def random_duel(board, seed, next_cards=(), menu="f,c,100%,a"):
    tree = PlayTree.of(BettingTree.build(postflop_game(4, (9, 9), board_cards=len(board)), parse_menu(menu)))
    rng = np.random.default_rng(seed)
    dead = [card for card in next_cards if card is not None]
    ranges = [Range.parse(text).without((*board, *dead)).weights for text in RANGES]
    policies = []
    for seat, weights in enumerate(ranges):
        groups = single_hands(BoardClasses.of(format_cards(board), "every"), (weights > 0).astype(float))
        chances = {
            node: rng.dirichlet(np.full(tree.action_counts()[node], 0.4), int(groups.counts[tree.street[node]].sum()))
            for node in np.flatnonzero(tree.actor == seat).tolist()
        }
        policies.append(TablePolicy.of_groups(tree, groups, chances))
    return tree, ranges, policies, Duel(tree, board, ranges, policies, next_cards=next_cards)


next_cards = st.lists(st.none() | st.sampled_from(parse_cards("3c4dAd")), max_size=2).filter(
    lambda cards: len({card for card in cards if card is not None}) == sum(card is not None for card in cards)
)


@settings(max_examples=12)
@given(st.integers(4, 5), st.integers(0, 2**32), next_cards, st.integers(1, 150))
def test_hands_are_those_of_the_naive_twin(count, seed, cards, hands):
    check_twin(BOARD[:count], seed, cards[: 5 - count], hands)


@pytest.mark.parametrize("cards", ["", "3c", "3c4d"])
def test_hands_from_the_flop_are_those_of_the_naive_twin(cards):
    check_twin(BOARD[:3], 5, list(parse_cards(cards)), 300)


def test_a_named_river_comes_after_any_turn():
    check_twin(BOARD[:3], 6, [None, *parse_cards("3c")], 300)


def check_twin(board, seed, cards, hands):
    tree, ranges, policies, duel = random_duel(board, seed, cards)
    result = duel.play(hands, seed=seed, every=1, threads=1)
    expected = naive_play(tree, board, ranges, policies, hands, seed, cards)
    counts = np.zeros_like(result.counts)
    for node, outcome in expected:
        counts[node, outcome] += 1
    np.testing.assert_array_equal(result.counts, counts)
    np.testing.assert_array_equal(result.wins, [tree.payoffs[node, :, outcome] for node, outcome in expected])


@pytest.fixture(scope="module")
def river():
    return random_duel(BOARD, 1)[3]


@settings(max_examples=15)
@given(every=st.integers(1, 5000), hands=st.integers(1, 10_000))
def test_blocks_of_hands_add_up(river, every, hands):
    single = river.play(hands, every=1, threads=1)
    blocks = river.play(hands, every=every, threads=1)
    marks = [*range(every, hands, every), hands]
    np.testing.assert_allclose(blocks.running_wins(), single.running_wins()[np.array(marks) - 1], atol=1e-6)
    assert (blocks.counts == single.counts).all()
    assert blocks.hands == hands
    means = [estimate.mean for estimate in blocks.estimates()] if hands > 1 else []
    assert means == pytest.approx((blocks.running_wins()[-1] / hands).tolist()[: len(means)], abs=1e-9)


@pytest.mark.parametrize("every", [777_777, None])
def test_blocks_go_on_from_chunk_to_chunk_for_any_number_of_threads(river, every):
    hands = 2 * HANDS_PER_CHUNK + 12_345
    one, two = (river.play(hands, seed=3, every=every, threads=threads) for threads in (1, 2))
    np.testing.assert_array_equal(one.wins, two.wins)
    assert one.every == (every or hands)
    assert len(one.wins) == (3 if every else 1)
    assert one.wins.sum(axis=0).tolist() == pytest.approx([e.mean * hands for e in one.estimates()], abs=1e-3)


def test_play_can_be_left_and_shows_what_there_is(river):
    whole = river.play(3 * HANDS_PER_CHUNK, every=1000, threads=1)
    some = next(river.playing(3 * HANDS_PER_CHUNK, every=1000, threads=1))
    assert some.hands == HANDS_PER_CHUNK
    np.testing.assert_array_equal(some.wins, whole.wins[:1000])


@pytest.mark.parametrize(
    ("call", "error", "line"),
    [
        (lambda duel: duel.play(10, every=0), LabError, "blocks of 0 hands cannot be"),
        (lambda duel: random_duel(BOARD, 0, [3]), LabError, "there are 0 cards to come, not 1"),
        (lambda duel: random_duel(BOARD[:4], 0, [BOARD[0]]), CardError, "Qh"),
    ],
)
def test_bad_input(river, call, error, line):
    with pytest.raises(error, match=line):
        call(river)
