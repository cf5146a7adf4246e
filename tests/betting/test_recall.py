"""Imperfect betting recall: merged states against lists of them."""

from collections import Counter

import pytest
from enumeration import ends_of_street
from hypothesis import given
from hypothesis import strategies as st

from pokerlab.betting.position import Walk, seeded
from pokerlab.betting.recall import IBR, Listing, Recall, count_merged, formula_ends, merged_ends
from pokerlab.errors import GameError
from pokerlab.games.library import holdem_limit, named_game

FACTS = ["in", "in+paid", "in+raiser", "in+raises", "in+paid+raiser", "in+paid+raises", "in+paid+raiser+raises"]


def by_players(ends: set) -> Counter:
    return Counter(live.bit_count() for live, _ in ends)


@pytest.mark.parametrize("facts", FACTS)
@pytest.mark.parametrize("order", ["real", "seed"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ends_of_the_first_street_are_those_a_walk_finds(players, order, facts):
    game = holdem_limit(players) if order == "real" else seeded(holdem_limit(players))
    recall = Recall.parse("street:" + facts)
    assert merged_ends(game, recall, 0, players) == by_players(ends_of_street(game, 0, recall.facts, True))


@pytest.mark.parametrize("facts", FACTS)
@pytest.mark.parametrize("by_street", ["street:", ""])
def test_two_streets_of_three_players_are_those_a_walk_finds(by_street, facts):
    recall = Recall.parse(by_street + facts)
    game = holdem_limit(3)
    counts = count_merged(game, recall)
    for street in (0, 1):
        assert counts[street].continuing == by_players(ends_of_street(game, street, recall.facts, recall.by_street))


@pytest.mark.parametrize("facts", FACTS)
@pytest.mark.parametrize("game", [holdem_limit(3), seeded(holdem_limit(3)), holdem_limit(2)], ids=str)
def test_counting_without_a_list_equals_the_list(game, facts):
    recall = Recall.parse("street:" + facts)
    listed = Listing(Walk(game), recall, 10**6).count()
    assert [vars(count) for count in count_merged(game, recall)] == [vars(count) for count in listed]


@given(st.integers(2, 6), st.integers(1, 3))
def test_later_streets_equal_the_list_of_their_ends(players, street):
    walk = Walk(holdem_limit(players))
    listing = Listing(walk, IBR, 10**6)
    ends = list(listing.list_ends(walk.street_start(street, (1 << players) - 1))) if street < 3 else []
    if street < 3:
        found = Counter(end.position.betting.live.bit_count() for end in ends)
        assert merged_ends(walk.game, IBR, street, players) == found


def test_bunten_formula_and_what_it_overlooks():
    """Bunten 2017, tables 5.1 and 6.8, beside the true numbers of ends after the first street."""
    game = seeded(holdem_limit(4))
    for players, printed in ((3, {3: 15, 2: 60}), (4, {4: 20, 3: 120, 2: 360})):
        assert formula_ends(players, bets=4, least=0) == printed
        true = merged_ends(game, IBR, 1, players)
        # Right wherever somebody folded; if nobody raised there is no last raiser, yet it counts each player as one.
        assert true == Counter({**printed, players: printed[players] - players + 1})
    assert formula_ends(3, bets=4, least=1) == {3: 12, 2: 60}
    assert merged_ends(seeded(holdem_limit(3)), IBR, 0, 3) == {3: 10, 2: 41}


def test_heads_up_nothing_is_forgotten():
    """With two players, the bets and the last raiser tell the whole round."""
    perfect = [count.sequences.total() for count in count_merged(holdem_limit(), IBR)]
    assert perfect == [8, 70, 630, 5670]


@given(st.sampled_from(FACTS), st.sampled_from(FACTS), st.integers(2, 5), st.booleans())
def test_more_facts_never_merge_more(first, second, players, by_street):
    prefix = "street:" if by_street or players > 3 else ""
    a, b = (Recall.parse(prefix + facts) for facts in (first, second))
    if a.facts <= b.facts:
        fewer, more = (count_merged(holdem_limit(players), recall) for recall in (a, b))
        assert all(x.sequences.total() <= y.sequences.total() for x, y in zip(fewer, more, strict=True))


def test_games_without_fixed_limit_keep_their_stacks():
    """Merged by what was paid in all: at most as many as by street, at least one per pot."""
    game = named_game("leduc-nl:6")
    whole, by_street = (count_merged(game, Recall.parse(text)) for text in ("in+paid", "street:in+paid+raiser"))
    assert whole[1].sequences.total() <= by_street[1].sequences.total()
    assert whole[0].continuing.total() == 5  # antes of 1 and from 0 to 4 more, with chips left for the second round


def test_text_of_recall(monkeypatch):
    assert str(IBR) == "street:in+paid+raiser"
    assert Recall.parse("ibr") == Recall.parse(str(IBR)) == IBR
    assert str(Recall.parse("raises+paid")) == "in+paid+raises"
    with pytest.raises(GameError, match="'mood' is no fact of the betting"):
        Recall.parse("in+mood")
    monkeypatch.setattr("pokerlab.betting.recall.MOST_STEPS", 10)
    with pytest.raises(GameError, match=r"takes more than .* 10 actions"):
        count_merged(named_game("leduc-nl:6"), IBR)
    monkeypatch.undo()
    with pytest.raises(GameError, match="more than 10 different states"):
        count_merged(holdem_limit(3), Recall.parse("in+paid"), most_states=10)
